"""Hand-strength tables: against batches, against certainties, and the same whatever the way they were made."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ramsim
from ramsim.canonical import hand_classes
from ramsim.cards import parse_card, parse_cards
from ramsim.engine.plan import make_plan
from ramsim.errors import DataError, RamsimError, UsageError
from ramsim.strength import StrengthTable, strength
from ramsim.strength.cells import cells_of, out_is_fixed
from ramsim.strength.iterate import change_between
from ramsim.variants import load_variant
from tests.stops import StopAfter

PAIRS = (
    ("win_rate", "win_rate"),
    ("bete_rate", "bete_rate"),
    ("mean_tricks", "mean_tricks"),
    ("chips_in", "mean_chips"),
)


def hands_file(folder: Path, *lines: str) -> Path:
    path = folder / "hands.txt"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def weighted(frame: pd.DataFrame, name: str) -> tuple[float, float]:
    """Give the mean of a column over all hands and situations of a seat, as often as they come up, and its error."""
    weight = (frame["chance"] * frame["reach"]).to_numpy()
    values, errors = frame[name].to_numpy(), frame[f"{name}_se"].to_numpy()
    seen = weight > 0
    return float((weight * values)[seen].sum()), float(np.sqrt(((weight * errors)[seen] ** 2).sum()))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_average_of_the_table_is_the_batch(summary: StrengthTable, seat: int) -> None:
    """The seat is in with every hand, the others declare by the guide: as in the table, so in the batch."""
    batch = ramsim.simulate("ramsli", players=3, hands=1_000_000, declare=["guide", f"{seat}=always"]).frame.iloc[seat]
    mine = summary.frame[summary.frame["seat"] == seat]
    assert mine["chance"][:: seat + 1].sum() == pytest.approx(1.0)
    for ours, theirs in PAIRS:
        value, error = weighted(mine, ours)
        spread = np.hypot(error, batch[f"{theirs}_se"])
        assert abs(value - batch[theirs]) < 4.5 * spread, (ours, value, batch[theirs], spread)


@pytest.mark.parametrize(
    ("preset", "players", "carry"),
    [("ramsli-jokers", 3, 0), ("ramsli-general", 3, 0), ("rams", 3, 5), ("ramscheln-seven", 3, 5)],
)
def test_the_averages_hold_with_jokers_widows_and_calls(preset: str, players: int, carry: int) -> None:
    """The eldest is in with every hand, the others follow the guide; a deal of his has no history to condition on."""
    made = strength(preset, players=players, carry=carry, precision=0.05, threads=2)
    mine = made.frame[made.frame["seat"] == 0]
    batch = ramsim.simulate(
        preset, players=players, hands=200_000, carry=carry, declare=["guide", "0=always"]
    ).frame.iloc[0]
    for ours, theirs in PAIRS:
        value, error = weighted(mine, ours)
        spread = np.hypot(error, batch[f"{theirs}_se"])
        assert abs(value - batch[theirs]) < 4.5 * spread, (ours, value, batch[theirs], spread)


def test_every_line_is_as_precise_as_asked(summary: StrengthTable) -> None:
    often = summary.frame[summary.frame["reach"] > 0.01]
    assert (often["win_rate_se"] <= 0.015).all()
    assert (often.loc[often["deals"] > 0, "win_rate_se"] > 0).all()


def test_groups_hold_hands_of_their_features(summary: StrengthTable) -> None:
    rows = summary.frame.drop_duplicates(["trumps", "best_trump", "side_aces", "side_length", "seat", "before"])
    assert len(rows) == len(summary.frame)
    assert ((summary.frame["trumps"] == 0) == (summary.frame["best_trump"] == "-")).all()
    assert (summary.frame["trumps"] + summary.frame["side_aces"] <= 5).all()
    about = hand_classes(load_variant("ramsli").rules)
    assert summary.frame["classes"].iloc[::6].sum() == about.count


@pytest.mark.parametrize("preset", ["ramsli", "ramsli-52", "ramsli-jokers"])
def test_five_top_trumps_always_win(preset: str, tmp_path: Path) -> None:
    hand = "X1 X2 AH KH QH" if preset == "ramsli-jokers" else "AH KH QH JH TH"
    made = strength(preset, classes=hands_file(tmp_path, f"{hand} | 9H"), precision=0.02)
    assert (made.frame["win_rate"] == 1.0).all()
    assert (made.frame["bete_rate"] == 0.0).all()
    played = made.frame[made.frame["deals"] > 0]
    assert (played["win_rate_se"] > 0).all(), "what was not seen in n deals is not impossible"


def test_a_dominated_hand_is_not_worth_more(tmp_path: Path) -> None:
    """One card replaced by a lower one of its suit, over many pairs: none is worth more beyond its error."""
    random = np.random.default_rng(12)
    about = hand_classes(load_variant("ramsli").rules)
    lines = []
    while len(lines) < 120:
        *hand, upcard = random.choice(about.pack, 6, replace=False).tolist()
        place = int(random.integers(0, 5))
        lower = [
            code
            for code in about.pack
            if code // 13 == hand[place] // 13 and code < hand[place] and code not in (*hand, upcard)
        ]
        if not lower:
            continue
        worse = [*hand[:place], int(random.choice(lower)), *hand[place + 1 :]]
        lines += [
            f"{ramsim_cards(hand)} | {ramsim_cards([upcard])}",
            f"{ramsim_cards(worse)} | {ramsim_cards([upcard])}",
        ]
    made = strength("ramsli", classes=hands_file(tmp_path, *lines), declare="always", precision=0.02, threads=2).frame
    eldest = made[made["seat"] == 0]
    better, worse = eldest.iloc[::2], eldest.iloc[1::2]
    gain = worse["win_rate"].to_numpy() - better["win_rate"].to_numpy()
    error = np.hypot(worse["win_rate_se"].to_numpy(), better["win_rate_se"].to_numpy())
    assert (gain < 4 * error).all(), lines[2 * int(np.argmax(gain / error))]
    assert gain.mean() < 0


def ramsim_cards(codes: list[int]) -> str:
    from ramsim.cards import card_names

    return card_names(codes)


def test_threads_order_and_company_do_not_show(tmp_path: Path) -> None:
    lines = ["AH KH 9S 8C 7D | TH", "7H 9S 9C 8D 7D | AH", "AC AD AS KC KD | 7H", "QH JH TH 7S 7C | 9H"]
    whole = strength("ramsli", classes=hands_file(tmp_path, *lines), precision=0.03, threads=2).frame
    cells = len(whole) // len(lines)
    for place, line in enumerate(lines):
        alone = strength("ramsli", classes=hands_file(tmp_path, line), precision=0.03, threads=1).frame
        pd.testing.assert_frame_equal(alone, whole.iloc[place * cells : (place + 1) * cells].reset_index(drop=True))


def test_the_names_of_suits_do_not_show(tmp_path: Path) -> None:
    lines = ["AH KH 9S 8C 7D | TH", "AS KS 9D 8H 7C | TS", "KC AC 8H 9D 7S | TC"]
    frame = strength("ramsli", classes=hands_file(tmp_path, *lines), precision=0.03).frame
    cells = len(frame) // len(lines)
    parts = [
        frame.iloc[k * cells : (k + 1) * cells].drop(columns=["hand", "upcard"]).reset_index(drop=True)
        for k in range(3)
    ]
    pd.testing.assert_frame_equal(parts[0], parts[1])
    pd.testing.assert_frame_equal(parts[0], parts[2])


def test_out_is_played_where_it_varies_and_costs_the_ante_elsewhere(tmp_path: Path) -> None:
    path = hands_file(tmp_path, "KH QH 9S 8C 7D | TH")
    plain = strength("ramsli", classes=path, precision=0.05).frame
    assert (plain["chips_out"].dropna() == -1).all()
    general = strength("ramsli-general", classes=path, precision=0.05, rules={"special_payers": "all_players"}).frame
    assert not out_is_fixed(load_variant("ramsli-general", {"special_payers": "all_players"}).rules)
    assert (general["chips_out"].dropna() <= -1).all()
    value = general["value"] - (general["chips_in"] - general["chips_out"])
    assert value.abs().max() < 1e-9


def test_situations_follow_the_rules() -> None:
    ramsli = cells_of(load_variant("ramsli").rules, 4, 0)
    assert len(ramsli) == 1 + 2 + 3 + 4
    assert [(c.may_out, c.unplayed) for c in ramsli if (c.seat, c.before) == (3, 0)] == [(False, True)]
    obligatory = cells_of(load_variant("ramsli-obligatory").rules, 4, 0)
    assert [(c.seat, c.before, c.may_out) for c in obligatory] == [
        (0, 0, False),
        (1, 1, False),
        (2, 2, False),
        (3, 3, False),
    ]
    ramscheln = cells_of(load_variant("ramscheln").rules, 3, 5)
    assert (2, 0) not in {(c.seat, c.before) for c in ramscheln}
    assert not next(c for c in ramscheln if (c.seat, c.before) == (2, 1)).may_out


def test_the_lone_dealer_takes_the_pot(tmp_path: Path) -> None:
    frame = strength("ramsli", classes=hands_file(tmp_path, "7H 8S 7S 8C 7D | TH"), carry=7, precision=0.05).frame
    line = frame[(frame["seat"] == 3) & (frame["before"] == 0)].iloc[0]
    assert (line["win_rate"], line["win_rate_se"], line["chips_in"], line["deals"]) == (1.0, 0.0, 7 + 4 - 1, 0)


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    lines = [f"AH KH 9S 8C 7D | {rank}H" for rank in "TJQ987"] * 40
    path = hands_file(tmp_path, *lines)
    options = {"classes": path, "precision": 0.05, "threads": 1}
    with pytest.raises(RamsimError, match="stopped: 128 of 240 rows were done; the same command goes on"):
        strength("ramsli", **options, checkpoint=tmp_path / "kept", stop=StopAfter(1))
    resumed = strength("ramsli", **options, checkpoint=tmp_path / "kept").frame
    pd.testing.assert_frame_equal(resumed, strength("ramsli", **options).frame)
    with pytest.raises(DataError, match="belongs to another run"):
        strength("ramsli", classes=path, precision=0.06, checkpoint=tmp_path / "kept")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("AH KH 9S 8C | TH", "line 2: hand 'AH KH 9S 8C': has 4 cards, 5 are held"),
        ("AH AH 9S 8C 7D | TH", "line 2: the card AH stands twice"),
        ("TH KH 9S 8C 7D | TH", "line 2: the card TH stands twice"),
        ("AH KH 9S 8C ZD | TH", "line 2: 'ZD' is no card"),
    ],
)
def test_bad_lists_are_refused(tmp_path: Path, line: str, words: str) -> None:
    with pytest.raises(DataError, match=words):
        strength("ramsli", classes=hands_file(tmp_path, "# hands", line))


def test_tables_that_would_be_too_large_are_refused_with_the_number() -> None:
    with pytest.raises(UsageError, match="5,649,150 classes"):
        strength("ramsli-52", classes="complete")
    with pytest.raises(UsageError, match=r"precision = 0.0: must be a standard error from 0.0005 to 0.25"):
        strength("ramsli", precision=0.0)
    with pytest.raises(UsageError, match="64,512,240 hands"):
        strength("schieberamsch", classes="complete")


def test_change_between_counts_decisions_by_their_weight() -> None:
    columns = {"chance": [0.5, 0.5], "reach": [1.0, 0.5], "value_se": [0.3, 0.4]}
    before = pd.DataFrame({**columns, "value": [1.0, -1.0]})
    after = pd.DataFrame({**columns, "value": [2.0, 0.5]})
    change = change_between(before, after)
    assert change["decisions"] == pytest.approx(0.25 / 0.75)
    assert change["value"] == pytest.approx((0.5 * 1.0 + 0.25 * 1.5) / 0.75)


def test_number_of_a_hand_in_the_table(tmp_path: Path) -> None:
    frame = strength("ramsli", classes=hands_file(tmp_path, "AH KH 9S 8C 7D | TH"), precision=0.1).frame
    about = hand_classes(make_plan("ramsli").variant.rules)
    assert set(frame["class"]) == {about.number(parse_cards("AH KH 9S 8C 7D"), parse_card("TH"))}
