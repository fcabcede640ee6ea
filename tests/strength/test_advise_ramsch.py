"""Advice for a hand of the Ramsch family: by hand, against the tables, paired, refusals, the command."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ramsim
from ramsim import RamschAdvice
from ramsim.advise import advise
from ramsim.cards import card_name, parse_cards
from ramsim.cli.main import main
from ramsim.engine.plan import make_plan
from ramsim.errors import CardError, UsageError
from ramsim.kernels.ramsch_cards import PACK, codes_of, mask_of
from ramsim.strength import strength
from ramsim.strength.pairs import DealSource, allowed_pairs

DANGEROUS = "JC JS JH JD AC AD AH TS 7C 7D"
HARMLESS = "7C 8C 9C 7D 8D 9D 7H 8H 7S 8S"


def ask(variant: str, hand: str, seat: int, **more: Any) -> RamschAdvice:
    found = advise(variant, hand, seat=seat, **more)
    assert isinstance(found, RamschAdvice)
    return found


def masks(text: str) -> int:
    return mask_of(parse_cards(text))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_four_jacks_three_aces_and_a_bare_ten_are_not_doubled(seat: int) -> None:
    """Such a hand is charged nearly always: pushing doubles the loss, taking gets rid of two of the dear cards."""
    found = ask("schieberamsch", DANGEROUS, seat)
    assert found.verdict == "take"
    assert found.numbers["push_value"][2] < 0
    assert found.numbers["push_lose_rate"][1] > 0.5
    assert found.numbers["push_mean_score"][2] < found.numbers["take_mean_score"][1]


def test_a_harmless_hand_hardly_ever_loses_and_is_often_jungfrau() -> None:
    """Ten cards of which at most one can win a trick by force; the dearest that could be passed are nines."""
    found = ask("schieberamsch", HARMLESS, 0)
    assert found.numbers["push_lose_rate"][2] < 0.02
    assert found.numbers["push_trickless_rate"][1] > 0.8
    assert found.numbers["push_sweep_rate"][0] == 0


def test_the_cards_that_cannot_be_beaten_sweep() -> None:
    """Four jacks and the six highest hearts lead: all ten tricks are certain, and there is nothing to choose."""
    found = ask("skat-ramsch", "JC JS JH JD AH TH KH QH 9H 8H", 0)
    assert found.verdict == "no choice"
    assert found.numbers["play_sweep_rate"][0] == 1
    # What never failed in so many deals is 120 each time; that it never can is more than deals can say.
    value, low, high = found.numbers["play_mean_score"]
    assert value == 120
    assert (
        0
        < high - value
        == pytest.approx(value - low)
        == pytest.approx(1.96 * 2**0.5 * 120 / (found.deals + 2), rel=0.01)
    )
    assert not found.pairs


def test_taking_with_the_cards_that_cannot_be_beaten_keeps_them() -> None:
    """Two sevens beside them have to go: every trick is certain then, and +120, which nobody doubles by a push."""
    found = ask("schieberamsch", "JC JS JH JD AH TH KH QH 9H 8H", 0, skat_cards="7C 7D", skat="dearest")
    assert found.best_pair in ("7C 7D", "7D 7C")
    assert found.pairs[0]["mean_score"] == 120
    assert found.pairs[0]["sweep_rate"] == 1
    assert found.pairs[0]["worse_than_best"] == 0


def test_dear_cards_are_passed_and_sevens_are_kept() -> None:
    """With jacks, aces and tens that will win tricks, the two sevens of short suits are the last to be given away."""
    found = ask("schieberamsch", "JC JS AH TH 9H AS TC 8D 7D 7S", 0, skat_cards="AD 7C", passing="7D 7S")
    assert {card[0] for card in str(found.best_pair).split()} <= {"A", "T"}
    sevens = next(pair for pair in found.pairs if set(pair["pair"].split()) == {"7D", "7S"})
    assert sevens["deals"] == found.deals
    assert sevens["settled"]
    assert sevens["worse_than_best"] > 5 * sevens["worse_se"]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_advice_agrees_with_the_strength_of_the_hand(tmp_path: Path, seat: int) -> None:
    hand = "JD AH 9H 7H KS 8S TC 9C 8D 7D"
    listed = tmp_path / "hands.txt"
    listed.write_text(hand, "utf-8")
    frame = strength("schieberamsch", classes=listed, precision=0.01, seed=5).frame
    line = frame[frame["seat"] == seat].iloc[0]
    found = ask("schieberamsch", hand, seat)
    for way in ("push", "take"):
        for name in ("lose_rate", "trickless_rate", "sweep_rate", "mean_score"):
            value, low, high = found.numbers[f"{way}_{name}"]
            error = math.hypot((high - low) / 3.92, line[f"{way}_{name}_se"])
            assert abs(value - line[f"{way}_{name}"]) < 4.5 * error, (way, name)
    low, high = found.numbers["push_value"][1:]
    assert low - 4.5 * line["push_value_se"] < line["push_value"] < high + 4.5 * line["push_value_se"]


def test_the_pairs_agree_with_a_policy_that_passes_the_same() -> None:
    """Forehand's pair named, against a batch-like count of the very policy: the two dearest are AH and AS."""
    hand, skat = "AH 9H 7H AS 9S 8S KC 8C 7C 7D", "QD 8D"
    found = ask("schieberamsch", hand, 0, skat_cards=skat, passing="AH AS")
    row = next(pair for pair in found.pairs if set(pair["pair"].split()) == {"AH", "AS"})
    from ramsim.engine.ramsch import RamschTable, play_given
    from ramsim.strength.ramsch import quantities_of

    plan = make_plan("schieberamsch", skat=["rule", "0=dearest"], seed=9)
    hands, lying, _ = DealSource(plan, 0, masks(hand), masks(skat)).take(20_000)
    table = RamschTable(plan)
    scores = quantities_of(table, play_given(table, hands, lying), 0)["mean_score"]
    error = math.hypot(row["mean_score_se"], float(scores.std()) / math.sqrt(20_000))
    assert abs(row["mean_score"] - float(scores.mean())) < 4.5 * error


def test_differences_are_of_pairs_on_the_same_deals() -> None:
    """The difference of the means where both had the same deals, with an error below that of independent runs."""
    found = ask("schieberamsch", "JC JS AH TH 9H AS TC 8D 7D 7S", 0, skat_cards="AD 7C")
    best = found.pairs[0]
    alike = [pair for pair in found.pairs[1:] if pair["deals"] == best["deals"]]
    assert alike
    for pair in alike:
        assert pair["worse_than_best"] == pytest.approx(best["mean_score"] - pair["mean_score"])
        assert 0 < pair["worse_se"] < math.hypot(best["mean_score_se"], pair["mean_score_se"])
    assert found.pairs_settled == all(pair["settled"] for pair in found.pairs)
    assert found.verdict == ("pass" if found.pairs_settled else "too close")


def test_jacks_are_no_part_of_a_pair_where_they_may_not_be_passed() -> None:
    twelve = masks("JC JS AH TH 9H AS TC 8D 7D 7S AD 7C")
    plain, free = (make_plan("schieberamsch", rules={"jacks_passable": way}).variant.rules for way in (False, True))
    assert len(allowed_pairs(plain, twelve)) == math.comb(10, 2)  # type: ignore[arg-type]
    assert len(allowed_pairs(free, twelve)) == math.comb(12, 2)  # type: ignore[arg-type]
    found = ask("schieberamsch", "JC JS AH TH 9H AS TC 8D 7D 7S", 0, skat_cards="AD 7C")
    assert len(found.pairs) == 45
    assert not any("J" in pair["pair"] for pair in found.pairs)


def test_under_adds_the_best_pair_has_the_lowest_score_and_is_discarded_unseen() -> None:
    found = ask("palatinate", "JC JS AH TH 9H AS TC 8D 7D 7H", 2)
    assert len(found.pairs) == math.comb(10, 2)
    full = [pair for pair in found.pairs if pair["deals"] == found.pairs[0]["deals"]]
    assert min(full, key=lambda pair: pair["mean_score"]) == found.pairs[0]
    value, low, high = found.numbers["take_mean_score"]
    error = math.hypot((high - low) / 3.92, found.pairs[0]["mean_score_se"])
    assert abs(value - found.pairs[0]["mean_score"]) < 4.5 * error


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_deals_around_a_known_skat_are_whole_and_fit(seat: int) -> None:
    plan = make_plan("schieberamsch", skat="dearest")
    hand, lying = masks("JC 9H 7H 9S 8S KC 8C 7C 7D 8D"), masks("AH AS")
    hands, skat, numbers = DealSource(plan, seat, hand, lying).take(300)
    assert ((hands[0] | hands[1] | hands[2] | skat) == np.uint32(PACK)).all()
    assert (np.bitwise_count(hands) == 10).all()
    assert (hands[seat] == hand).all()
    assert len(np.unique(numbers)) == 300
    if seat == 0:
        assert (skat == lying).all()
    else:
        # These two come from cards that an earlier seat had in hand, and `dearest` passes them on whenever it has them.
        earlier = np.bitwise_or.reduce(hands[:seat], axis=0) | skat
        assert (earlier & np.uint32(lying) == np.uint32(lying)).all()


def test_a_skat_that_is_passed_on_says_what_the_earlier_seat_does_not_hold() -> None:
    """`dearest` passed a king and a queen: of its twelve cards none was an ace or a ten."""
    plan = make_plan("schieberamsch", skat="dearest")
    hand, lying = masks("JC AH TH AS TS AC 8C TC 7D 8D"), masks("KH QS")
    hands, skat, _ = DealSource(plan, 1, hand, lying).take(300)
    dear = np.uint32(masks("AD TD KS KC KD"))
    assert ((hands[0] | skat) & dear == 0).all()


def test_a_jack_in_the_skat_was_pushed_by_everybody() -> None:
    plan = make_plan("schieberamsch")
    deals = DealSource(plan, 1, masks("AH 9H 7H AS 9S 8S KC 8C 7C 7D"), masks("JD 8D")).take(200)
    assert (deals[1] == masks("JD 8D")).all()


@pytest.mark.parametrize(
    ("variant", "hand", "more", "words"),
    [
        ("schieberamsch", "7C 8C 9C 7D 8D 9D 7H 8H 7S", {}, "has 9 cards, 10 are held"),
        ("schieberamsch", HARMLESS + " AS", {}, "has 11 cards, 10 are held"),
        ("schieberamsch", "7C 8C 9C 7D 8D 9D 7H 8H 7S 2S", {}, "2S: is no card of this pack"),
        ("schieberamsch", HARMLESS, {"seat": 3}, "seat = 3: must be 0 to 2"),
        ("schieberamsch", HARMLESS, {"players": 4, "seat": 3}, "seat = 3: must be 0 to 2"),
        ("schieberamsch", HARMLESS, {"skat_cards": "7S AS"}, "7S is held in the hand"),
        ("schieberamsch", HARMLESS, {"skat_cards": "AS"}, "has 1 card, must be 2"),
        ("schieberamsch", HARMLESS, {"skat_cards": "AS 2H"}, "2H: is no card of this pack"),
        ("schieberamsch", HARMLESS, {"skat_cards": "JD AS", "passing": "JD AS"}, "JD may not be passed on"),
        ("schieberamsch", HARMLESS, {"skat_cards": "JD AS", "passing": "AH AS"}, "AH is not held"),
        ("schieberamsch", HARMLESS, {"passing": "7C 8C"}, "pairs are compared when the skat is known"),
        ("skat-ramsch", HARMLESS, {"skat_cards": "AH AS"}, "there is no skat's round"),
        ("palatinate", HARMLESS, {"skat_cards": "AH AS"}, "discarded before the skat is seen"),
        ("schieberamsch", HARMLESS, {"inside": [0], "seat": 1}, "inside = .* where it has no meaning"),
        ("schieberamsch", HARMLESS, {"pot": 3}, "has no pot"),
        ("schieberamsch", HARMLESS, {"declare": "always"}, "has no declare policy"),
        ("schieberamsch", HARMLESS, {"skat_cards": "AH AS", "seat": 1, "skat": "push"}, None),
        (
            "schieberamsch",
            "9H QH KH 9S QS KS 9C QC KC KD",
            {"skat_cards": "7H 7S", "seat": 1, "skat": "dearest"},
            "skat_cards 7H 7S: comes up at seat 1 in 0 of 262,144 deals",
        ),
    ],
)
def test_what_cannot_be_is_refused(variant: str, hand: str, more: dict[str, Any], words: str | None) -> None:
    asked = {"seat": 0} | more
    if words is None:
        assert ask(variant, hand, **asked).best_pair
        return
    with pytest.raises(UsageError, match=words):
        advise(variant, hand, **asked)


def test_a_card_twice_is_refused() -> None:
    with pytest.raises(CardError, match="hand: the card 7C stands twice"):
        advise("schieberamsch", "7C 7C 9C 7D 8D 9D 7H 8H 7S 8S", seat=0)
    with pytest.raises(CardError, match="skat_cards: the card AS stands twice"):
        advise("schieberamsch", HARMLESS, seat=0, skat_cards="AS AS")


def test_the_same_seed_gives_the_same_advice() -> None:
    asked: dict[str, Any] = {"skat_cards": "AH AS", "skat": "random"}
    hand = "JC 9H 7H 9S 8S KC 8C 7C 7D 8D"
    one, two = (ask("schieberamsch", hand, 1, seed=4, **asked) for _ in range(2))
    assert one == two
    assert one.pairs


def test_the_command_answers(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["advise", "schieberamsch", DANGEROUS, "--seat", "0", "--quiet"]
    assert main([*words, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["verdict"] == "take"
    assert found["numbers"]["push_value"]["hi"] < 0
    assert main(words) == 0
    assert "Advice: take" in capsys.readouterr().out
    assert main([*words, "--skat-cards", "8S 7S", "--pass", "8S 7S"]) == 0
    shown = capsys.readouterr().out
    assert "Advice: pass" in shown
    assert "worse than the best" in shown
    assert main([*words, "--skat-cards", "JD 7S"]) == 2
    assert "JD is held in the hand" in capsys.readouterr().err
    assert ramsim.RamschAdvice is RamschAdvice


def danger_by_hand(mask: int) -> int:
    """The danger of a hand as the policy's docstring counts it, card by card."""
    names = [card_name(code) for code in codes_of(mask)]
    found = 0
    for suit in "CDHS":
        ranks = [name[0] for name in names if name[1] == suit and name[0] != "J"]
        low = sum(rank in "789" for rank in ranks)
        found += sum(rank in "QKTA" for rank in ranks) if low == 0 else 0
        found += sum(rank in "TA" for rank in ranks) if low < 2 else 0
    return found + sum(name[0] == "J" for name in names)


@pytest.mark.parametrize("pushed", [(0,), ()])
def test_deals_fit_what_forehand_did_with_the_skat(pushed: tuple[int, ...]) -> None:
    """Forehand pushes with a danger of 2 or less (policy ``rule``), and middlehand has seen it."""
    hero = masks("9H QH KH 9S QS KS 9C QC KC KD")
    source = DealSource(make_plan("schieberamsch"), 1, hero, None, pushed)
    hands, skat, _ = source.take(500)
    assert skat.size == 500
    assert (hands[1] == hero).all()
    assert (np.bitwise_count(hands[0] | hands[1] | hands[2] | skat) == 32).all()
    assert all((danger_by_hand(int(hand)) <= 2) == bool(pushed) for hand in hands[0])


def test_what_never_varies_changes_nothing_when_it_is_known() -> None:
    """Where all push anyway, knowing it leaves the same deals; that somebody took it cannot be."""
    free = ask("schieberamsch", HARMLESS, seat=2, skat="push")
    told = ask("schieberamsch", HARMLESS, seat=2, skat="push", pushed=[1, 0])
    assert told.pushed == (0, 1)
    for name, (_, low, high) in told.numbers.items():
        assert low - (high - low) <= free.numbers[name][0] <= high + (high - low), name
    with pytest.raises(UsageError, match="pushed = 0: comes up at seat 2 in 0 of 262,144 deals"):
        ask("schieberamsch", HARMLESS, seat=2, skat="push", pushed=[0])


def test_pushes_before_have_doubled_what_is_at_stake() -> None:
    """Each push doubles the score, so with a hand that must lose two pushes before cost more than none."""
    worth = {
        pushed: ask("schieberamsch", DANGEROUS, seat=2, pushed=pushed).numbers["push_mean_score"]
        for pushed in ((), (0, 1))
    }
    assert worth[0, 1][2] < worth[()][1]


@pytest.mark.parametrize(
    ("variant", "more", "words"),
    [
        ("skat-ramsch", {"seat": 1, "pushed": [0]}, "there is no skat's round in skat-ramsch"),
        ("schieberamsch", {"seat": 1, "pushed": [1]}, "pushed = 1: only seats before seat 1 have had the skat"),
        ("schieberamsch", {"seat": 2, "pushed": [0, 0]}, "pushed = 0, 0: a seat is named twice"),
        ("schieberamsch", {"seat": 2, "pushed": [3]}, "pushed = 3: must be 0 to 2"),
    ],
)
def test_pushes_that_cannot_be_are_refused(variant: str, more: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        ask(variant, HARMLESS, **more)


def test_the_command_tells_who_pushed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["advise", "schieberamsch", DANGEROUS, "--seat", "2", "--pushed"]
    assert main([*words, "0,1"]) == 0
    assert "seat 2 (rearhand); pushed before it: 0, 1" in capsys.readouterr().out
    assert main([*words, "none", "--skat", "dearest"]) == 0
    assert "pushed before it: nobody" in capsys.readouterr().out
    assert main([*words, "first"]) == 2
    assert "--pushed 'first': write seats like 0,1" in capsys.readouterr().err


def test_a_rare_history_still_gets_an_answer_with_an_interval() -> None:
    """With so many low cards in one hand the others hardly ever push: few deals fit, and the interval says so."""
    found = ask("schieberamsch", "9H QH KH 9S QS KS 9C QC KC KD", seat=2, pushed=(0, 1))
    assert 128 <= found.deals < 2_048
    value, low, high = found.numbers["push_value"]
    assert low < value < high
    assert math.isfinite(low)
    assert math.isfinite(high)
