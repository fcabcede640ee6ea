"""Sessions and whole games of the Ramsch family against the referee, deal by deal.

Every deal of a session is handed to the referee card by card, with the policies at the seats that the players have
come to and the schedule's Bock flag; his scores, added up player by player, and his word on who has lost the game must
be what the kernel wrote down.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from ramsim.deals_ramsch import follow_ramsch
from ramsim.engine.plan import Plan
from ramsim.engine.ramsch import RamschTable, trace_range
from ramsim.engine.ramsch_sessions import RamschSessionTable
from ramsim.engine.ramsch_trace import traced_ramsch
from ramsim.engine.session_plan import make_session_plan
from ramsim.engine.sessions import SessionRunner
from ramsim.errors import UsageError
from ramsim.kernels.session_state import (
    BY_DEALS,
    BY_GAME,
    C_LIVE,
    DEALS,
    ENDING,
    FIXED_RAMSCH_ROWS,
    NUMBER,
    PLAYED,
    UNDER_WAY,
)
from ramsim.referee.ramsch import RamschDeal
from ramsim.referee.ramsch_game import game_losers
from ramsim.sessions import RamschSessions, SessionsResult, sessions
from ramsim.variants import load_variant, preset_names

PRESETS = [name for name in preset_names() if load_variant(name).family == "ramsch"]
FIRST = 3


def seated(plan: Plan, t: int) -> Plan:
    """Give the plan of deal t: at each active seat the policy of the player who sits there by then."""
    policies = {
        kind: tuple(of_player[(seat + t) % plan.players] for seat in range(3))
        for kind, of_player in plan.policies.items()
    }
    return dataclasses.replace(plan, policies=policies)


def referee_scores(plan: Any, count: int, deals: int) -> tuple[list[list[list[int]]], set[str]]:
    """Give for each session and deal the referee's quarter points of each player, and what special came up."""
    players, rules = plan.table.players, plan.table.variant.rules
    tables = [RamschTable(seated(plan.table, turn)) for turn in range(players)]
    found: list[list[list[int]]] = []
    seen: set[str] = set()
    for j in range(FIRST, FIRST + count):
        traces = [list(traced_ramsch(table, *trace_range(table, j << 24, deals))) for table in tables]
        of_session = []
        for t in range(deals):
            traced = traces[t % players][t]
            bock = rules.bock if plan.schedule is None else plan.schedule[t // players % len(plan.schedule)]
            deal = RamschDeal(rules, traced.hands, traced.skat, players, bock=bock)
            follow_ramsch(deal, traced)
            score = deal.settle()
            gained = [0] * players
            if traced.passed_in:
                for seat, quarters in enumerate(score.quarters):
                    gained[(seat + t) % players] = quarters
            seen |= {"tie"} if len(score.most) > 1 else set()
            seen |= {"sweep"} if score.sweeper >= 0 else set()
            seen |= {"jungfrau"} if score.jungfrau >= 0 else set()
            seen |= set() if traced.passed_in else {"bid"}
            of_session.append(gained)
        found.append(of_session)
    return found, seen


def compare(name: str, *, count: int = 6, deals: int = 24, **words: Any) -> set[str]:
    plan = make_session_plan(name, sessions=count, deals=deals, first=FIRST, **words)
    players, rules = plan.table.players, plan.table.variant.rules
    gains, seen = referee_scores(plan, count, deals)
    table = RamschSessionTable(plan)
    runner = SessionRunner(table)
    state, clock = runner.begin(FIRST, count)
    books = [[0] * players for _ in range(count)]
    over: dict[int, int] = {}
    for t in range(deals):
        if not clock[C_LIVE]:
            break
        runner.advance(state, clock, most_deals=1)
        ordered = state[:, np.argsort(state[NUMBER])]
        for j in range(count):
            if j in over:
                continue
            books[j] = [have + gain for have, gain in zip(books[j], gains[j][t], strict=True)]
            where = f"{name}, session {FIRST + j}, deal {t}"
            assert ordered[FIXED_RAMSCH_ROWS : FIXED_RAMSCH_ROWS + players, j].tolist() == books[j], where
            lost = rules.game_to and game_losers(rules, [quarters / 4 for quarters in books[j]])
            expected = BY_GAME if lost else BY_DEALS if t + 1 == deals else UNDER_WAY
            assert ordered[ENDING, j] == expected, where
            if expected != UNDER_WAY:
                over[j] = t
                assert ordered[DEALS, j] == t + 1
    assert len(over) == count
    if "bid" in seen:
        ordered = state[:, np.argsort(state[NUMBER])]
        assert (ordered[PLAYED] < ordered[DEALS]).any()
    return seen


@pytest.mark.parametrize("preset", PRESETS)
def test_every_deal_of_a_session_is_what_the_referee_says(preset: str) -> None:
    compare(preset, seed=3)


CHANGES: dict[str, dict[str, Any]] = {
    "skat to the loser, later trick": {"skat_to": "loser", "tie": "later_trick"},
    "skat to the loser, last trick taker": {"skat_to": "loser", "tie": "last_trick_taker"},
    "skat to nobody, half each": {"skat_to": "nobody", "tie": "half_each"},
    "half each, zero sum": {"tie": "half_each", "ledger": "zero_sum_half"},
    "last trick taker, triple tie in full": {"tie": "last_trick_taker", "triple_tie": "all_full"},
    "sweep charges the others": {"sweep": "others_120", "ledger": "zero_sum_half"},
    "sweep against the sweeper": {"sweep": "self_minus_120", "skat_to": "loser"},
    "additive, Bock": {"multiplier": "additive", "bock": True},
    "no multiplier": {"multiplier": "none", "jungfrau": 1},
    "knocks": {"knock": True, "jungfrau": 3},
    "added": {"score": "adds", "game_to": 700},
    "a game of losses": {"game_to": 300},
    "every deal is bid for or not": {
        "trigger": "passed_in",
        "bid_forehand": 80,
        "bid_middlehand": 80,
        "bid_rearhand": 80,
    },
}


@pytest.mark.parametrize("change", CHANGES)
def test_every_payment_rule_in_sessions(change: str) -> None:
    compare("schieberamsch", seed=5, count=8, deals=15, rules=CHANGES[change], play="random", skat="push")


def test_ties_and_jungfrauen_do_occur_in_what_is_compared() -> None:
    seen = compare("schieberamsch", seed=8, count=40, deals=30, skat="dearest", play={0: "lowest", 1: "random"})
    assert {"tie", "jungfrau"} <= seen


@pytest.fixture(scope="module")
def rare() -> dict[str, list[int]]:
    """Sessions of one deal, found by their scores: only a sweep scores above 0, only 40-40-40 scores nothing."""
    scores = sessions("schieberamsch", sessions=150_000, deals=1, play="random", threads=1).records.scores
    found = {"sweep": scores.max(axis=0) > 0, "triple": (scores == 0).all(axis=0)}
    return {name: np.flatnonzero(marks)[:12].tolist() for name, marks in found.items()}


@pytest.mark.parametrize("ledger", ["loser_only", "zero_sum_half"])
@pytest.mark.parametrize("skat_to", ["last_trick", "loser", "nobody"])
@pytest.mark.parametrize("sweep", ["self_plus_120", "others_120", "self_minus_120"])
def test_sweeps_and_triple_ties_score_as_the_referee_says(rare, sweep: str, skat_to: str, ledger: str) -> None:
    rules = {"sweep": sweep, "skat_to": skat_to, "ledger": ledger, "triple_tie": "all_full"}
    plan = make_session_plan("schieberamsch", sessions=1, deals=1, rules=rules, play="random")
    table = RamschTable(seated(plan.table, 0))
    for kind, numbers in rare.items():
        assert numbers, kind
        for j in numbers:
            (traced,) = traced_ramsch(table, *trace_range(table, j << 24, 1))
            deal = RamschDeal(plan.table.variant.rules, traced.hands, traced.skat, 3)
            follow_ramsch(deal, traced)
            score = deal.settle()
            assert (score.sweeper >= 0) if kind == "sweep" else skat_to != "last_trick" or len(score.most) == 3
            one = sessions("schieberamsch", sessions=1, first=j, deals=1, rules=rules, play="random", threads=1)
            assert one.records.scores[:, 0].tolist() == list(score.quarters)


def test_policies_move_with_four_players_and_the_dealer_sits_out() -> None:
    compare("schieberamsch", players=4, seed=2, play={0: "lowest", 3: "random"}, skat={1: "push"})


def test_a_schedule_doubles_its_bock_rounds() -> None:
    """Rounds are of three deals for three players, and the schedule begins again."""
    compare("schieberamsch", seed=4, deals=40, schedule="1 bock, 2 ramsch, 1 bock")
    assert (sessions("schieberamsch", sessions=5, schedule="3 Bock, 3 Ramsch", threads=1).records.deals == 18).all()
    assert (sessions("skat-ramsch", sessions=5, players=4, schedule="1 bock", threads=1).records.deals == 4).all()


def test_bock_in_every_round_doubles_every_score() -> None:
    plain = sessions("schieberamsch", sessions=50, deals=9, threads=1)
    bock = sessions("schieberamsch", sessions=50, deals=9, schedule="1 bock", threads=1)
    assert (bock.records.scores == 2 * plain.records.scores).all()


def test_a_game_of_palatinate_ends_at_500() -> None:
    """The loser has 500 points or more and nobody has as many; before the last deal nobody had 500."""
    played = sessions("palatinate", sessions=400, seed=1, threads=1)
    assert isinstance(played, RamschSessions)
    scores = played.records.scores
    assert (played.records.ending == BY_GAME).all()
    assert (scores.max(axis=0) >= 2000).all()
    longest = int(played.records.deals.max())
    before = [sessions("palatinate", sessions=400, seed=1, deals=t, threads=1).records for t in range(1, longest)]
    for j, length in enumerate(played.records.deals):
        if length > 1:
            assert before[length - 2].scores[:, j].max() < 2000
    frame = played.players.set_index("row")
    for player in range(3):
        lost = scores[player] == scores.max(axis=0)
        assert frame.loc[str(player), "worst_rate"] == lost.mean()
        assert frame.loc[str(player), "mean_final"] == pytest.approx(scores[player].mean() / 4)
        assert frame.loc[str(player), "mean_score"] == pytest.approx(
            scores[player].sum() / 4 / played.records.deals.sum()
        )
    path = played.path.set_index("row")
    assert path.loc["2", "mean_worst"] == pytest.approx(before[1].scores.max(axis=0).mean() / 4)
    assert path.loc["2", "mean_best"] == pytest.approx(before[1].scores.min(axis=0).mean() / 4)
    assert played.length.iloc[0]["game_rate"] == 1


@pytest.mark.parametrize("threads", [1, 2, 7])
@pytest.mark.parametrize("chunk", [1, 33, 500])
def test_threads_and_chunks_do_not_show(threads: int, chunk: int) -> None:
    words = {"sessions": 200, "seed": 6, "play": {0: "random"}}
    whole = sessions("palatinate", threads=1, **words)
    again = sessions("palatinate", threads=threads, chunk=chunk, **words)
    assert np.array_equal(whole.records.state, again.records.state)
    assert whole.records.sums.squares == again.records.sums.squares
    assert whole.frame.equals(again.frame)


def test_results_add_up_and_show_themselves(tmp_path) -> None:
    parts = [sessions("palatinate", sessions=n, first=first, threads=1) for first, n in ((0, 30), (30, 20))]
    merged = SessionsResult.merged(parts[::-1])
    assert isinstance(merged, RamschSessions)
    assert np.array_equal(merged.records.state, sessions("palatinate", sessions=50, threads=1).records.state)
    assert "worst_rate" in repr(merged)
    assert "500 points" in merged._repr_html_()
    assert merged.save(tmp_path / "games.json").is_file()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"stack": 10}, "has no chips"),
        ({"target": 10}, "has no chips"),
        ({"broke": "stop"}, "has no chips"),
        ({"declare": "guide"}, "no declare policy"),
        ({"schedule": "3 bocks"}, "'3 bocks' is none"),
        ({"schedule": "0 bock"}, "is none"),
        ({"schedule": "9999 bock"}, "1 to 1,000"),
        ({"deals": 0}, "deals = 0"),
        ({"play": {3: "rule"}}, "seat 3 must be 0 to 2"),
    ],
)
def test_words_that_are_off_are_refused(words: dict[str, Any], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        sessions("palatinate", sessions=3, threads=1, **words)


def test_the_rams_family_has_no_schedule() -> None:
    with pytest.raises(UsageError, match="no Bock rounds"):
        sessions("ramsli", sessions=3, schedule="3 bock")
