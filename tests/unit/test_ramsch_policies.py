"""Policies of the Ramsch family: what they choose in hands worked out by hand, what they may not see, a user's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ramsim
from ramsim import cards
from ramsim.deals import show_deal
from ramsim.engine.plan import make_plan
from ramsim.engine.ramsch import RamschTable, trace_range
from ramsim.errors import PolicyError
from ramsim.kernels.jit import compile_as
from ramsim.kernels.ramsch import play_signature, playing_driver, skat_signature
from ramsim.kernels.ramsch_block import new_block, new_trace
from ramsim.kernels.ramsch_cards import PACK, codes_of, mask_of
from ramsim.policies import avoid, skat
from ramsim.policies.ramsch_views import KNOCK, PASS_ON, RAMSCH_RULES, TAKE, RamschPlayView, SkatView


def mask(names: str) -> int:
    return mask_of(tuple(cards.parse_card(name) for name in names.split()))


def named(choice: np.ndarray) -> str:
    return " ".join(cards.card_name(code) for code in codes_of(choice[0]))


def small(number: int) -> np.ndarray:
    return np.array([number], dtype=np.uint32)


def plays(policy: Any, hand: str, table: str = "", *, unseen: str | None = None, trick: int = 0, **state: int) -> str:
    """Ask a play policy; ``table`` in the order played, the best card worked out by the reader of the test."""
    led_cards = table.split()
    led = best = 0
    if led_cards:
        suit = led_cards[0][1]
        names = "JC JS JH JD" if led_cards[0][0] == "J" else " ".join(rank + suit for rank in "789QKTA")
        led = mask(names)
        jacks = [name for name in led_cards if name[0] == "J"]
        best = max((mask(name) for name in jacks), default=0) or max(mask(n) for n in led_cards if n[1] == suit)
    held = mask(hand)
    legal = held & led or held
    others = mask(unseen) if unseen is not None else PACK & ~held & ~mask(table)
    view = RamschPlayView(
        hand=small(held),
        legal=small(legal),
        led=small(led),
        best=small(best),
        table=small(mask(table)),
        unseen=small(others),
        seat=small(state.get("seat", 0)),
        leader=small(0),
        place=small(0),
        tricks=small(state.get("tricks", 0)),
        points=small(state.get("points", 0)),
        pushed=small(0),
        random=small(0),
        parameters=np.zeros(1),
        rules=np.zeros(RAMSCH_RULES, dtype=np.int64),
        trick=trick,
        row=len(led_cards),
    )
    choice = small(0)
    compile_as(play_signature(), policy)(view, choice)
    return named(choice)


def answers(policy: Any, step: int, hand: str, *, jacks: bool = False, seat: int = 0) -> str | int:
    """Ask a skat policy: the two cards passed on, or 0 or 1."""
    held = mask(hand)
    allowed = held if jacks else held & 0x0FFFFFFF
    view = SkatView(
        hand=small(held),
        allowed=small(allowed if step == PASS_ON else 0),
        pushed=small(0),
        knocked=small(0),
        random=small(0),
        parameters=np.zeros(1),
        rules=np.zeros(RAMSCH_RULES, dtype=np.int64),
        seat=seat,
        step=step,
    )
    choice = small(0)
    compile_as(skat_signature(), policy)(view, choice)
    return named(choice) if step == PASS_ON else int(choice[0])


def test_lowest_plays_the_lowest_rank_and_jacks_last() -> None:
    assert plays(avoid.lowest, "AC 8D 8S JD") == "8D"
    assert plays(avoid.lowest, "JC JD TS") == "TS"
    assert plays(avoid.lowest, "JC JS") == "JS"


def test_simple_leads_the_cheapest_and_ducks_with_the_dearest() -> None:
    assert plays(avoid.simple, "AC QD JD 9S") == "9S"
    assert plays(avoid.simple, "AC QD JD") == "JD"
    assert plays(avoid.simple, "KC 9C 7C AS", "TC") == "KC"
    assert plays(avoid.simple, "AC KC", "9C") == "KC"
    assert plays(avoid.simple, "AS TD JC", "9C") == "AS"
    assert plays(avoid.simple, "JC 9D", "9C JS") == "9D"


def test_rule_gets_rid_of_a_lone_card_where_others_hold_higher() -> None:
    assert plays(avoid.rule, "QS 7H 8H 9H KH 7C 8C 9C 7D 8D") == "QS"


def test_rule_never_leads_a_card_that_nothing_beats_while_it_has_another() -> None:
    assert plays(avoid.rule, "AS 8D", unseen="9D KD 7S") == "8D"


def test_rule_throws_a_bare_ace_on_anothers_trick() -> None:
    assert plays(avoid.rule, "AS TD 7D KH 7H", "9C AC") == "AS"


def test_rule_ducks_with_the_dearest_loser_and_takes_last_with_the_highest() -> None:
    assert plays(avoid.rule, "7S QS KS", "TS") == "KS"
    assert plays(avoid.rule, "QS AS", "9S 8S") == "AS"
    assert plays(avoid.rule, "QS AS", "9S") == "QS"


def test_rule_breaks_a_durchmarsch_in_the_making() -> None:
    hand, table = "7S AS 7D 8D", "KS QS"
    assert plays(avoid.rule, hand, table, trick=6, seat=2, tricks=0x006) == "AS"
    assert plays(avoid.rule, hand, table, trick=6, seat=2, tricks=0x015) == "7S"
    assert plays(avoid.rule, hand, table, trick=2, seat=2, tricks=0x002) == "7S"


def test_rule_goes_for_its_own_durchmarsch() -> None:
    hand, unseen = "JC AS TS 7D", "KS QS 8D KD 7H 8H 9H JD"
    assert plays(avoid.rule, hand, unseen=unseen, trick=6, tricks=0x006, points=70) == "JC"
    assert plays(avoid.rule, hand, unseen=unseen, trick=6, tricks=0x015, points=70) == "7D"


def test_rule_with_most_points_gives_the_trick_away_when_a_jungfrau_threatens() -> None:
    hand, unseen = "TS 9H QC KC", "AS KH TH AH 7C AC TC 8C"
    assert plays(avoid.rule, hand, unseen=unseen, trick=6, tricks=0x024, points=60 | 20 << 8) == "9H"


def test_dearest_passes_the_two_dearest_but_no_jack() -> None:
    hand = "JC JD AS TS AD 7C 8C 9C 7D 8D 9D 7S"
    assert answers(skat.dearest, TAKE, hand) == 1
    assert answers(skat.dearest, PASS_ON, hand) == "AD AS"
    assert answers(skat.dearest, PASS_ON, "JC JD KS 7S 8S 7C 8C 9C 7D 8D 9D 7H") == "9D KS"
    assert answers(skat.dearest, PASS_ON, "JC JD KS 7S 8S 7C 8C 9C 7D 8D 9D 7H", jacks=True) == "KS JC"


def test_push_never_takes_and_nobody_but_rule_knocks() -> None:
    hand = "7C 8C 9C 7D 8D 9D 7H 8H 9H 7S"
    assert answers(skat.push, TAKE, hand) == 0
    assert [answers(policy, KNOCK, hand) for policy in (skat.push, skat.dearest, skat.rule)] == [0, 0, 1]


def test_rule_pushes_and_knocks_by_the_danger_of_the_hand_and_by_seat() -> None:
    """Danger 2: two jacks beside low cards."""
    hand = "JC JS 9C 7D 8D 9D 7H 8H 9H 7S"
    assert [answers(skat.rule, TAKE, hand, seat=seat) for seat in range(3)] == [0, 0, 1]
    assert answers(skat.rule, KNOCK, hand) == 0


def test_rule_passes_bare_cards_before_guarded_ones() -> None:
    hand = "AC 7C 8C 9C TD QD 7H 8H 9H JC 7S 8S"
    assert answers(skat.rule, PASS_ON, hand) == "QD TD"
    assert answers(skat.rule, PASS_ON, "AC 7C 8C 9C AD 7D KH 7H 8H JC 7S 8S") == "AC AD"


@pytest.mark.parametrize("policy", ["lowest", "simple", "rule"])
def test_hidden_cards_do_not_move_a_decision(policy: str) -> None:
    """Hidden cards are dealt anew; wherever a seat sees the same, it plays the same."""
    table = RamschTable(make_plan("skat-ramsch", play=policy))
    random = np.random.default_rng(3)
    deals = 3_000
    for seat in range(3):
        packs = random.permuted(np.tile(np.arange(32), (deals, 1)), axis=1)
        own = bits(packs[:, :10])
        rests = (packs[:, 10:], random.permuted(packs[:, 10:], axis=1))
        first, second = (traced(table, seat, own, rest) for rest in rests)
        same, compared = np.ones(deals, dtype=bool), 0
        for step in range(3 * 4):
            asked = same & (first.seat[step] == seat) & (second.seat[step] == seat)
            assert (first.choice[step][asked] == second.choice[step][asked]).all()
            compared += int(asked.sum())
            same &= (first.choice[step] == second.choice[step]) & (first.seat[step] == second.seat[step])
        assert compared > 100


@pytest.mark.parametrize("policy", ["push", "dearest", "rule"])
def test_whether_forehand_takes_the_skat_depends_on_its_hand_alone(policy: str) -> None:
    table = RamschTable(make_plan("schieberamsch", play="lowest", skat=policy))
    random = np.random.default_rng(4)
    packs = random.permuted(np.tile(np.arange(32), (2_000, 1)), axis=1)
    rests = (packs[:, 10:], random.permuted(packs[:, 10:], axis=1))
    first, second = (traced(table, 0, bits(packs[:, :10]), rest) for rest in rests)
    assert ((first.passed[0] == 0) == (second.passed[0] == 0)).all()


def bits(places: np.ndarray) -> np.ndarray:
    return np.bitwise_or.reduce(np.left_shift(np.uint32(1), places.astype(np.uint32)), axis=1)


def traced(table: RamschTable, seat: int, own: np.ndarray, rest: np.ndarray) -> Any:
    block, trace = new_block(len(own)), new_trace(len(own))
    others = [other for other in range(3) if other != seat]
    block.hands[seat], block.hands[others[0]], block.hands[others[1]] = own, bits(rest[:, :10]), bits(rest[:, 10:20])
    block.skat[:] = bits(rest[:, 20:])
    assert playing_driver()(block, trace, np.uint64(0), table.rules, *table.policies) == 0
    return trace


def test_unseen_cards_are_those_not_held_not_played_and_not_laid_for_good(tmp_path: Path) -> None:
    """A user's policy that leads by the number of unseen cards shows what the view holds at the first lead."""
    path = tmp_path / "mine.py"
    path.write_text(
        "from numpy import uint32\n"
        "import ramsim\n"
        "from ramsim.kernels.bits import count_bits\n"
        "@ramsim.policy(chance=False)\n"
        "def probe(view, choice):\n"
        "    for b in range(choice.size):\n"
        "        low = uint32(view.legal[b] & uint32(~view.legal[b] + uint32(1)))\n"
        "        high = view.legal[b]\n"
        "        while uint32(high & uint32(high - uint32(1))) != uint32(0):\n"
        "            high = uint32(high & uint32(high - uint32(1)))\n"
        "        known = count_bits(view.unseen[b]) == uint32(20)\n"
        "        choice[b] = high if known and view.trick == 0 and view.row == 0 else low\n"
    )
    # Rearhand laid the skat, so forehand has 22 unseen cards; when forehand alone took it, it knows where the two lie.
    for takers, known in ((["push", "2=dearest"], False), (["push", "0=dearest"], True)):
        table = RamschTable(make_plan("schieberamsch", play=f"{path}:probe", skat=takers))
        _, _, trace = trace_range(table, 0, 200)
        lows, highs = trace.legal[0] & -trace.legal[0].astype(np.int64), trace.legal[0]
        led_low = trace.choice[0] == lows
        led_high = trace.choice[0] == np.left_shift(1, np.floor(np.log2(highs)).astype(np.int64))
        assert (led_high if known else led_low).all()


def test_a_users_policies_play_whole_batches(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from numpy import uint32\n"
        "from ramsim.kernels.bits import deposit\n"
        "from ramsim.policies.ramsch_views import PASS_ON, TAKE\n"
        "def high(view, choice):\n"
        "    for b in range(choice.size):\n"
        "        choice[b] = view.legal[b]\n"
        "    for b in range(choice.size):\n"
        "        while uint32(choice[b] & uint32(choice[b] - uint32(1))) != uint32(0):\n"
        "            choice[b] = uint32(choice[b] & uint32(choice[b] - uint32(1)))\n"
        "def two_lowest(view, choice):\n"
        "    for b in range(choice.size):\n"
        "        if view.step == PASS_ON:\n"
        "            choice[b] = uint32(deposit(uint32(3), view.allowed[b]))\n"
        "        else:\n"
        "            choice[b] = uint32(1) if view.step == TAKE else uint32(0)\n"
        "def cheats(view, choice):\n"
        "    for b in range(choice.size):\n"
        "        choice[b] = view.unseen[b]\n"
        "def passes_one(view, choice):\n"
        "    for b in range(choice.size):\n"
        "        choice[b] = uint32(1)\n"
    )
    result = ramsim.simulate("schieberamsch", hands=2_000, play=f"{path}:high", skat=f"{path}:two_lowest")
    assert result.hands == 2_000
    assert result.policies == {"skat": f"{path}:two_lowest", "play": f"{path}:high"}
    with pytest.raises(PolicyError, match=r"exactly one card of view\.legal"):
        ramsim.simulate("schieberamsch", hands=1_000, play=f"{path}:cheats")
    with pytest.raises(PolicyError, match="exactly two cards"):
        ramsim.simulate("schieberamsch", hands=1_000, skat=f"{path}:passes_one")


def test_a_shown_deal_is_the_deal_of_the_batch() -> None:
    shown = show_deal("schieberamsch", seed=3, number=17)
    single = ramsim.simulate("schieberamsch", seed=3, first=17, hands=1)
    scores = [row["mean_score"] for row in single.as_json()["rows"][:3]]
    assert shown.record["result"]["scores"] == scores


def test_a_deal_that_is_bid_for_says_so() -> None:
    rules = {"trigger": "passed_in", "bid_rearhand": 0}
    assert show_deal("schieberamsch", rules=rules).text.startswith("The bidding does not pass this deal in")
    rules = {"trigger": "passed_in", "bid_rearhand": 1000, "bid_middlehand": 1000, "bid_forehand": 1000}
    assert not show_deal("schieberamsch", rules=rules).text.startswith("The bidding")
