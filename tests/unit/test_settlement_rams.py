"""Settlement of the Rams family: every payment rule and alternative, by numbers worked out by hand."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from ramsim.errors import DataError, UsageError
from ramsim.settlement.rams import MOST_CARRY, PRICED_FIELDS, settle_rams
from ramsim.settlement.rams_outcomes import ENDINGS, RamsOutcomes, outcome_columns
from ramsim.variants import RamsRules, load_variant
from ramsim.variants.schema import fields_of


class Books(NamedTuple):
    chips: list[int]
    pot: int
    took: list[bool]


def columns_of(
    tricks: list[int | None], ending: str = "played", declarer: int = -1, targets: list[int] | None = None
) -> dict[str, Any]:
    """One outcome as columns; a seat whose tricks are None is out."""
    columns: dict[str, Any] = {"deals": [1], "ending": [ending], "declarer": [declarer]}
    for seat, number in enumerate(tricks):
        columns[f"in_{seat}"] = [number is not None]
        columns[f"tricks_{seat}"] = [number or 0]
        columns[f"target_{seat}"] = [targets[seat] if targets else 0]
    return columns


def settle(
    variant: str,
    tricks: list[int | None],
    ending: str = "played",
    *,
    declarer: int = -1,
    targets: list[int] | None = None,
    carry: int = 0,
    **rules: Any,
) -> Books:
    loaded = load_variant(variant, rules).rules
    assert isinstance(loaded, RamsRules)
    outcomes = RamsOutcomes.from_columns(columns_of(tricks, ending, declarer, targets))
    settled = settle_rams(loaded, outcomes, carry)
    assert settled.chips.dtype == np.int64
    assert settled.pot_after.dtype == np.int64
    chips, pot = settled.chips[0].tolist(), int(settled.pot_after[0])
    assert sum(chips) + pot - carry == 0
    return Books(chips, pot, settled.took_pot[0].tolist())


# -- antes -----------------------------------------------------------------------------------------------------------


def test_ramsli_rule_1_every_player_antes_one() -> None:
    books = settle("ramsli", [3, None, 2, None])
    assert books == Books([4 - 1, -1, -1, -1], 0, [True, False, False, False])


def test_ramscheln_rule_2_only_the_dealer_antes_five() -> None:
    books = settle("ramscheln", [5, 0, 0, 0], bete=0)
    assert books == Books([5, 0, 0, -5], 0, [True, False, False, False])


def test_ante_by_dealer_moves_the_ante_to_the_last_seat() -> None:
    assert settle("ramsli", [3, None, 2], ante_by="dealer").chips == [1, 0, -1]


def test_ante_of_two_doubles_the_fresh_pot() -> None:
    assert settle("ramsli", [3, None, 2], ante=2) == Books([6 - 2, -2, -2], 0, [True, False, False])


def test_nobody_takes_from_an_empty_pot() -> None:
    assert settle("ramsli", [3, None, 2], ante=0) == Books([0, 0, 0], 0, [False, False, False])


# -- shares ----------------------------------------------------------------------------------------------------------


def test_ramsli_rule_4_most_tricks_takes_the_pot() -> None:
    books = settle("ramsli", [3, 2, 0, None], carry=6)
    assert books == Books([10 - 1, -1, -1 - 5, -1], 5, [True, False, False, False])


def test_interface_example_of_a_hand_record() -> None:
    assert settle("ramsli", [3, None, 2]) == Books([2, -1, -1], 0, [True, False, False])


def test_ramsli_rule_4_equal_most_splits_the_pot_and_odd_chips_stay() -> None:
    books = settle("ramsli", [2, 2, 1, None, None])
    assert books == Books([2 - 1, 2 - 1, -1, -1, -1], 1, [True, True, False, False, False])


def test_ramsli_rule_4_pot_smaller_than_the_number_of_the_tied_stays() -> None:
    books = settle("ramsli", [1, 1, 1, 1, 1], ante_by="dealer", ante=4)
    assert books == Books([0, 0, 0, 0, -4], 4, [False] * 5)


def test_tie_carries_leaves_the_whole_pot() -> None:
    books = settle("ramsli", [2, 2, 1, None, None], tie="carries", carry=7)
    assert books == Books([-1] * 5, 12, [False] * 5)


def test_tie_carries_pays_a_sole_most() -> None:
    assert settle("ramsli", [3, 2, None], tie="carries").chips == [2, -1, -1]


def test_ramscheln_rule_10_each_trick_pays_a_fifth_and_a_bete_five() -> None:
    books = settle("ramscheln", [3, 2, 0, None], carry=10)
    assert books == Books([9, 6, -5, -5], 5, [True, True, False, False])


def test_payout_per_trick_odd_chips_stay_in_the_pot() -> None:
    books = settle("ramscheln", [3, 2, None, None], carry=12)
    assert books == Books([9, 6, 0, -5], 2, [True, True, False, False])


def test_payout_per_trick_divides_by_the_hand_size() -> None:
    books = settle("ramsli", [2, 1, None], payout="per_trick", hand_size=3, carry=5)
    assert books == Books([4 - 1, 2 - 1, -1], 2, [True, True, False])


# -- bete ------------------------------------------------------------------------------------------------------------


def test_ramsli_rule_5_bete_is_five_to_the_next_pot() -> None:
    assert settle("ramsli", [5, 0, 0]) == Books([2, -6, -6], 10, [True, False, False])


def test_ramsli_double_bete_is_ten() -> None:
    assert settle("ramsli-double", [5, 0, None]) == Books([2, -11, -1], 10, [True, False, False])


def test_bete_zero_is_no_bete() -> None:
    assert settle("ramsli", [5, 0, None], bete=0) == Books([2, -1, -1], 0, [True, False, False])


def test_ramsli_pot_bete_is_the_pot_at_the_start_of_play() -> None:
    books = settle("ramsli-pot", [3, 2, 0, None], carry=7)
    assert books == Books([11 - 1, -1, -1 - 11, -1], 11, [True, False, False, False])


@pytest.mark.parametrize(("carry", "bete"), [(7, 11), (16, 20), (36, 20)])
def test_bete_pot_with_a_cap(carry: int, bete: int) -> None:
    books = settle("ramsli", [3, 2, 0, None], carry=carry, bete="pot:20")
    assert books == Books([carry + 4 - 1, -1, -1 - bete, -1], bete, [True, False, False, False])


def test_bourre_six_antes_two_trickless_of_four() -> None:
    books = settle("rounce", [3, 2, 0, 0, None, None], bete="pot")
    assert books == Books([6 - 1, -1, -7, -7, -1, -1], 12, [True] + [False] * 5)


# -- nobody, or one --------------------------------------------------------------------------------------------------


def test_ramsli_rule_2_lone_player_takes_the_pot_unplayed_without_a_bete() -> None:
    books = settle("ramsli", [None, 0, None, None], "lone", carry=9)
    assert books == Books([-1, 13 - 1, -1, -1], 0, [False, True, False, False])


def test_dealer_forced_or_taking_the_pot_alone_is_a_lone_player() -> None:
    for rule in ("dealer_forced", "dealer_takes_pot"):
        books = settle("ramscheln", [None, None, None, 0], "lone", carry=10, all_pass=rule)
        assert books == Books([0, 0, 0, 15 - 5], 0, [False, False, False, True])


def test_ramscheln_rule_5_right_neighbour_pays_the_dealer_and_the_pot_stays() -> None:
    books = settle("ramscheln", [None] * 4, "all_pass", carry=10)
    assert books == Books([0, 0, -5, 5 - 5], 15, [False] * 4)


def test_dealer_may_play_and_stays_out_right_neighbour_pays_the_stake() -> None:
    books = settle("ramscheln", [None] * 3, "all_pass", carry=10, all_pass="dealer_may_play", all_pass_stake=3)
    assert books == Books([0, -3, 3 - 5], 15, [False] * 3)


def test_pot_carries_when_all_pass_nobody_pays() -> None:
    books = settle("ramsli", [None] * 4, "all_pass", carry=2, all_pass="pot_carries")
    assert books == Books([-1] * 4, 6, [False] * 4)


# -- ramsch and general ----------------------------------------------------------------------------------------------


def test_ramscheln_rule_11_ramsch_made_takes_pot_and_five_from_each_without_betes() -> None:
    books = settle("ramscheln", [0, 5, 0, 0], "special_made", declarer=1, carry=10)
    assert books == Books([-5, 15 + 15, -5, -5 - 5], 0, [False, True, False, False])


def test_ramscheln_rule_11_ramsch_lost_pays_the_pot_again_and_five_to_each() -> None:
    books = settle("ramscheln", [1, 2, 0, 0], "special_lost", declarer=1, carry=10)
    assert books == Books([5, -15 - 15, 5, 5 - 5], 30, [False] * 4)


def test_ramsch_lost_after_play_on_pays_the_same() -> None:
    stopped = settle("ramscheln", [1, 2, 0, 0], "special_lost", declarer=1, carry=10)
    played_on = settle("ramscheln", [2, 3, 0, 0], "special_lost", declarer=1, carry=10, special_play="play_on")
    assert played_on == stopped


def test_ramsch_lost_by_the_dealer_who_anted() -> None:
    books = settle("ramscheln", [1, 0, 0], "special_lost", declarer=2)
    assert books == Books([5, 5, -5 - 5 - 10], 10, [False] * 3)


def test_special_stake_is_paid_by_and_to_every_other_player() -> None:
    made = settle("ramscheln", [0, 5, 0], "special_made", declarer=1, special_stake=2)
    lost = settle("ramscheln", [1, 4, 0], "special_lost", declarer=1, special_stake=2)
    assert made.chips == [-2, 5 + 4, -2 - 5]
    assert lost.chips == [2, -5 - 4, 2 - 5]


def test_special_stake_after_an_announced_general_passes_to_a_player_who_is_out() -> None:
    fields = {"special_success": "pot_and_stake", "special_failure": "pot_and_stake", "special_stake": 5}
    made = settle("ramsli-general", [5, 0, None], "special_made", declarer=0, **fields)
    lost = settle("ramsli-general", [4, 1, None], "special_lost", declarer=0, **fields)
    assert made == Books([3 + 10 - 1, -1 - 5, -1 - 5], 0, [True, False, False])
    assert lost == Books([-1 - 3 - 10, -1 + 5, -1 + 5], 6, [False] * 3)


def test_ramsli_general_made_wins_three_pots_from_pot_and_players_in_who_are_bete() -> None:
    books = settle("ramsli-general", [5, 0, 0, None], "special_made", declarer=0)
    assert books == Books([4 + 8 - 1, -1 - 4 - 5, -1 - 4 - 5, -1], 10, [True, False, False, False])


def test_ramsli_general_made_odd_chips_are_paid_by_the_earliest_seats() -> None:
    books = settle("ramsli-general", [0, 5, 0, 0], "special_made", declarer=1, bete=0)
    assert books == Books([-1 - 3, 4 + 8 - 1, -1 - 3, -1 - 2], 0, [False, True, False, False])


def test_special_payers_all_players_charges_those_who_are_out_but_no_bete() -> None:
    books = settle("ramsli-general", [5, 0, None, None], "special_made", declarer=0, special_payers="all_players")
    assert books == Books([4 + 8 - 1, -1 - 3 - 5, -1 - 3, -1 - 2], 5, [True, False, False, False])


def test_ramsli_general_failed_pays_three_pots_and_the_pot_goes_to_the_best_of_the_others() -> None:
    books = settle("ramsli-general", [4, 1, 0, None], "special_lost", declarer=0)
    assert books == Books([-1 - 12, 4 - 1, -1 - 5, -1], 12 + 5, [False, True, False, False])


def test_ramsli_general_failed_equal_best_of_the_others_split() -> None:
    books = settle("ramsli-general", [1, 2, 2, None, None], "special_lost", declarer=0)
    assert books == Books([-1 - 15, 2 - 1, 2 - 1, -1, -1], 15 + 1, [False, True, True, False, False])


def test_ramsli_general_failed_equal_best_of_the_others_carries() -> None:
    books = settle("ramsli-general", [1, 2, 2], "special_lost", declarer=0, tie="carries")
    assert books == Books([-1 - 9, -1, -1], 9 + 3, [False] * 3)


def test_general_failed_declarer_without_a_trick_pays_no_bete_besides() -> None:
    books = settle("ramsli-general", [0, 5, None], "special_lost", declarer=0)
    assert books == Books([-1 - 9, 3 - 1, -1], 9, [False, True, False])


def test_special_failure_three_betes() -> None:
    books = settle("ramsli-general", [4, 1, 0, None], "special_lost", declarer=0, special_failure="3*bete")
    assert books == Books([-1 - 15, 4 - 1, -1 - 5, -1], 15 + 5, [False, True, False, False])


def test_special_failure_three_capped_pot_betes() -> None:
    rules = {"special_failure": "3*bete", "bete": "pot:6"}
    books = settle("ramsli-general", [4, 1, 0, None], "special_lost", declarer=0, carry=10, **rules)
    assert books == Books([-1 - 18, 14 - 1, -1 - 6, -1], 18 + 6, [False, True, False, False])


def test_general_failed_per_trick_pays_only_the_others_tricks() -> None:
    books = settle("ramsli-general", [3, 2, 0, None], "special_lost", declarer=0, payout="per_trick", carry=6)
    assert books == Books([-1 - 30, 4 - 1, -1 - 5, -1], 30 + 5 + 6, [False, True, False, False])


def test_triple_pot_after_a_call_that_forces_everyone_in() -> None:
    books = settle("rams", [0, 0, 5], "special_made", declarer=2, special_success="triple_pot")
    assert books == Books([-5 - 5, -5 - 5, 5 + 10 - 5], 10, [False, False, True])


# -- targets ---------------------------------------------------------------------------------------------------------


def test_ramsli_nap_reached_target_is_paid_by_each_player_in_and_a_missed_one_pays_each() -> None:
    books = settle("ramsli-nap", [3, 1, 1, None], targets=[3, 2, 0, 0])
    assert books == Books([4 - 1 + 6 + 2, -1 - 4 - 3, -1 - 3 + 2, -1], 0, [True, False, False, False])


def test_ramsli_nap_more_tricks_than_the_target_reach_it() -> None:
    assert settle("ramsli-nap", [4, 1, None], targets=[2, 0, 0]).chips == [3 - 1 + 2, -1 - 2, -1]


def test_ramsli_nap_target_missed_without_a_trick_pays_the_bete_too() -> None:
    books = settle("ramsli-nap", [5, 0, None], targets=[0, 5, 0])
    assert books == Books([3 - 1 + 5, -1 - 5 - 5, -1], 5, [True, False, False])


def test_target_bonus_of_two_doubles_what_passes() -> None:
    assert settle("ramsli-nap", [4, 1, None], targets=[2, 0, 0], target_bonus=2).chips == [3 - 1 + 4, -1 - 4, -1]


# -- the carry -------------------------------------------------------------------------------------------------------


def test_carry_may_differ_from_outcome_to_outcome() -> None:
    rules = load_variant("ramsli").rules
    assert isinstance(rules, RamsRules)
    columns = {name: value * 3 for name, value in columns_of([3, None, 2]).items()}
    settled = settle_rams(rules, RamsOutcomes.from_columns(columns), np.array([0, 7, 100]))
    assert settled.chips.tolist() == [[2, -1, -1], [9, -1, -1], [102, -1, -1]]
    assert settled.pot_after.tolist() == [0, 0, 0]


def test_largest_carry_is_settled_exactly() -> None:
    books = settle(
        "ramsli-general", [4, 1, 0], "special_lost", declarer=0, carry=MOST_CARRY, bete="pot", ante=1_000_000
    )
    pot = 10**12 + 3_000_000
    assert books.chips == [-1_000_000 - 3 * pot, pot - 1_000_000, -1_000_000 - pot]
    assert books.pot == 4 * pot


@pytest.mark.parametrize("carry", [-1, MOST_CARRY + 1, 2**63, 1.5, "7", True])
def test_carry_outside_its_range_is_refused(carry: Any) -> None:
    with pytest.raises(UsageError, match=r"carry = .*from 0 to 1,000,000,000,000 \(10\*\*12\)"):
        settle("ramsli", [3, None, 2], carry=carry)


def test_priced_fields_are_rule_fields() -> None:
    assert set(fields_of(RamsRules)) > PRICED_FIELDS
    assert {"hand_size", "special", "special_play", "dropping", "lone", "all_pass"}.isdisjoint(PRICED_FIELDS)


# -- outcomes that cannot be -----------------------------------------------------------------------------------------


def test_outcome_columns_are_read_into_arrays() -> None:
    outcomes = RamsOutcomes.from_columns(columns_of([3, None, 2], targets=[2, 0, 0]))
    assert outcomes.players == 3
    assert " ".join(outcome_columns(2)) == "deals ending declarer in_0 tricks_0 target_0 in_1 tricks_1 target_1"
    assert outcomes.inside.tolist() == [[True, False, True]]
    assert outcomes.tricks.tolist() == [[3, 0, 2]]
    assert outcomes.target.tolist() == [[2, 0, 0]]
    assert ENDINGS[outcomes.ending[0]] == "played"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"ending": ["over"]}, "ending = 'over': must be one of played"),
        ({"deals": [-1]}, "a count of deals below 0"),
        ({"deals": [1.0]}, "deals holds float64"),
        ({"tricks_1": [1]}, "tricks or a target of a seat that is out"),
        ({"target_1": [2]}, "tricks or a target of a seat that is out"),
        ({"tricks_0": [-3]}, "negative"),
        ({"ending": ["lone"]}, "not played"),
        ({"ending": ["all_pass"], "tricks_0": [0], "tricks_2": [0]}, "somebody in after all_pass"),
        ({"ending": ["lone"], "tricks_0": [0], "tricks_2": [0]}, "not exactly one seat in"),
        ({"in_2": [False], "tricks_2": [0]}, "fewer than two seats in"),
        ({"tricks_0": [0], "tricks_2": [0]}, "without a trick"),
        ({"declarer": [0]}, "declarer"),
        ({"ending": ["special_made"]}, "declarer"),
        ({"ending": ["special_made"], "declarer": [1]}, "a declarer who is out"),
        ({"declarer": [-2]}, "declarer"),
        ({"ending": ["special_made"], "declarer": [3]}, "declarer"),
    ],
)
def test_impossible_outcomes_are_refused(change: dict[str, Any], words: str) -> None:
    with pytest.raises(DataError, match=words):
        RamsOutcomes.from_columns(columns_of([3, None, 2]) | change)


def test_a_missing_column_is_named() -> None:
    columns = columns_of([3, None, 2])
    del columns["tricks_1"]
    with pytest.raises(DataError, match="the column tricks_1 is missing"):
        RamsOutcomes.from_columns(columns)
