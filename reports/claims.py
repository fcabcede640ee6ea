"""What five claims of the sources come to."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import ramsim
from ramsim import cards
from ramsim.cells import fixed
from ramsim.engine.plan import make_plan
from ramsim.engine.rams import RamsTable, trace_range
from ramsim.engine.rams_trace import traced_deals
from ramsim.strength import strength
from reports.parts import Size, as_markdown, share, taken, write_csv, write_page

_BATCH = 2_000


def make(folder: Path, size: Size) -> None:
    """Settle the claims one by one."""
    tight, aces, general, players = _tight_play(size), _aces(size), _general(size), _by_players(size)
    for name, frame in (("tight_play", tight), ("aces", aces), ("general", general), ("players", players)):
        write_csv(frame, folder / f"{name}.csv")
    tenth = tight.iloc[(tight["in_rate"] - 0.1).abs().argmin()]
    led = aces[aces["played"] == "led"].set_index("trick")
    by = players.set_index("players")
    write_page(
        folder,
        "Five claims of the sources",
        size,
        "In the tables ± reaches to the end of the 95 % interval; the unit is the deal (of side aces: the ace).",
        '## 1. "A win rate of 10 % when in covers the antes if you fold 90 %"',
        "Not so. In on one deal in ten and winning one of ten of these takes the pot once in a hundred deals: 4 chips "
        "for 100 "
        "antes with four players, betes not counted. Eldest with an ever tighter threshold, the others by the guide:",
        as_markdown(tight),
        f"In on {tenth['in_rate']:.1%} of the deals he wins {tenth['win_when_in']:.0%} of them and still changes by "
        f"{fixed(float(tenth['mean_chips']), 2, '+')} chips a deal: even so high a share does not bring back the antes "
        "of the deals folded.",
        '## 2. "Stay with an ace, a high trump, or length with a second honour; fold three low cards with the trump 7"',
        _guide_against_table(size),
        '## 3. "An ace led at once is often trumped, kept for trick 3 or 4 it nearly always wins"',
        "Side aces by the trick in which they are played and by whether they are led; four players, everybody in, all "
        "cards "
        "played at random among the legal ones, so that nobody times them:",
        as_markdown(aces),
        f"A side ace led to the first trick wins {led.loc[1, 'wins']:.0%}, one led to trick 3 "
        f"{led.loc[3, 'wins']:.0%}, to trick 4 {led.loc[4, 'wins']:.0%}. So an early ace is indeed often trumped, but "
        f"an "
        "ace kept for trick 3 or 4 is far from sure: trumps get fewer, and so do the cards of its suit.",
        '## 4. "Announce General Rams only with ace of trumps, another high trump and side aces or kings"',
        as_markdown(general),
        "The documented rule announces with exactly such hands (`ramsli-general`); `announced_in` is the share of "
        "deals in which a player announces, `made` how often all five tricks then come.",
        '## 5. "Best at 5 players"',
        as_markdown(players),
        f"No number says which game is best. With five players a player in is bete in {by.loc[5, 'bete_when_in']:.0%} "
        f"of the "
        f"deals he plays (three: {by.loc[3, 'bete_when_in']:.0%}, four: {by.loc[4, 'bete_when_in']:.0%}, six: "
        f"{by.loc[6, 'bete_when_in']:.0%}), and the pot is taken unplayed in {by.loc[5, 'unplayed']:.1%} of the deals.",
    )


def _tight_play(size: Size) -> pd.DataFrame:
    rows = []
    for limit in (0.6, 1.0, 1.4, 1.8, 2.2, 2.6):
        line = ramsim.simulate(
            "ramsli", players=4, hands=size.hands, declare=["guide", f"0=threshold:{limit}"]
        ).frame.iloc[0]
        deals = int(line["deals"])
        inside, won = (round(float(line[name]) * deals) for name in ("in_rate", "win_rate"))
        rows.append(
            {
                "eldest": f"threshold:{limit}",
                **taken(line, "in_rate"),
                **share("win_when_in", won, inside),
                **taken(line, "bete_rate_in", "bete_when_in"),
                **taken(line, "mean_chips"),
            }
        )
    return pd.DataFrame(rows)


def _guide_against_table(size: Size) -> str:
    frame = strength("ramsli", players=4, classes="summary", precision=max(size.precision, 0.01), seed=1).frame
    frame = frame[frame["value"].notna() & (frame["reach"] > 0)]
    weight = (frame["chance"] * frame["reach"]).to_numpy()
    value = frame["value"].to_numpy()
    high = frame["best_trump"].isin(["A", "K", "Q"]).to_numpy()
    aces, trumps = frame["side_aces"].to_numpy(), frame["trumps"].to_numpy()

    def told(which: Any) -> str:
        return f"{fixed(float(np.average(value[which], weights=weight[which])), 2, '+')} chips"

    ace_alone = (aces == 1) & (trumps == 0)
    seven = (trumps == 1) & (frame["best_trump"] == "7").to_numpy() & (aces == 0)
    return (
        f"Mean value of staying, all seats: a single side ace without a trump {told(ace_alone)}; a side ace with one "
        f"trump "
        f"{told((aces == 1) & (trumps == 1))}; one trump alone, ace, king or queen (or, when one of these is turned "
        f"up, the "
        f"next), without a side ace {told((trumps == 1) & high & (aces == 0))}; three trumps without an ace "
        f"{told((trumps == 3) & (aces == 0))}; the trump 7 alone without an ace {told(seven)}. The advice is right "
        f"about "
        "length and about the trump 7; an ace without a trump loses money against players who follow the same guide, "
        "and of "
        "the lone high trumps only the highest pays."
    )


def _aces(size: Size) -> pd.DataFrame:
    plan = make_plan("ramsli", players=4, declare="always", play="random", hands=size.traced)
    table = RamsTable(plan)
    seen: Counter[tuple[int, str, bool]] = Counter()
    for first in range(0, size.traced, _BATCH):
        for deal in traced_deals(table, *trace_range(table, first, min(_BATCH, size.traced - first))):
            trump = cards.suit_of(deal.upcard)
            for trick in range(5):
                steps = deal.steps[4 * trick : 4 * trick + 4]
                led = cards.suit_of(steps[0].card)
                best = max(steps, key=lambda s, t=trump, g=led: _strength(s.card, t, g))
                for place, step in enumerate(steps):
                    suit = cards.suit_of(step.card)
                    if cards.rank_of(step.card) == cards.ACE and suit != trump and (place == 0 or suit == led):
                        seen[trick + 1, "led" if place == 0 else "followed", step is best] += 1
    rows = []
    for trick in range(1, 6):
        for how in ("led", "followed"):
            won, lost = seen[trick, how, True], seen[trick, how, False]
            rows.append({"trick": trick, "played": how, "aces": won + lost, **share("wins", won, won + lost)})
    return pd.DataFrame(rows)


def _strength(card: int, trump: int, led: int) -> int:
    suit = cards.suit_of(card)
    return cards.rank_of(card) + (100 if suit == trump else 50 if suit == led else 0)


def _general(size: Size) -> pd.DataFrame:
    rows = []
    for players in (3, 4, 5):
        counted = ramsim.simulate("ramsli-general", players=players, hands=size.hands).outcomes
        made, lost = (
            int(counted.loc[counted["ending"] == f"special_{end}", "deals"].sum()) for end in ("made", "lost")
        )
        announced = made + lost
        rows.append(
            {
                "players": players,
                **share("announced_in", announced, size.hands),
                **share("made", made, announced),
            }
        )
    return pd.DataFrame(rows)


def _by_players(size: Size) -> pd.DataFrame:
    rows = []
    for players in (2, 3, 4, 5, 6):
        result = ramsim.simulate("ramsli", players=players, hands=size.hands)
        line = result.frame[result.frame["seat"] == "all"].iloc[0]
        lone = int(result.outcomes.loc[result.outcomes["ending"] == "lone", "deals"].sum())
        rows.append(
            {
                "players": players,
                **taken(line, "in_rate"),
                **taken(line, "win_rate"),
                **taken(line, "bete_rate_in", "bete_when_in"),
                **taken(line, "mean_chips"),
                **share("unplayed", lone, size.hands),
            }
        )
    return pd.DataFrame(rows)
