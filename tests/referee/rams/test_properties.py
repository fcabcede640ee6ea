"""Properties of the referee over random variants and random legal play."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ramsim.cards import is_joker, pack
from ramsim.errors import RamsimError, RecordError, VariantError
from ramsim.referee import rams_record
from ramsim.referee.rams import RamsDeal
from ramsim.referee.rams_record import check_record, record_of
from ramsim.referee.reading import rules_apart
from ramsim.replay import check_line
from ramsim.settlement.rams import settle_rams
from ramsim.settlement.rams_outcomes import RamsOutcomes
from ramsim.variants import load_variant
from ramsim.variants.check import cards_needed, permanent_card

SOME = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
CHIPS = st.integers(0, 30)


@st.composite
def variants(draw):
    """Any rules that can be together, laid over ``ramsli`` (2 to 6 players) or ``rounce-hoyle`` (3 to 8)."""
    base = draw(st.sampled_from(["ramsli", "rounce-hoyle"]))
    hand_size = draw(st.integers(1, 7))
    lone = draw(st.sampled_from(["takes_pot", "dealer_must_play"]))
    exchanges = ["none", "dealer"] + (["lone_player", "forced_dealer"] if lone == "dealer_must_play" else [])
    must_trump, head = draw(st.booleans()), draw(st.booleans())
    overtrumps = ["always"] if head else ["always", "never"] + (["when_void"] if must_trump else [])
    special = draw(st.sampled_from(["none", "ramsch", "general", "target"]))
    forces_in = special == "ramsch" or (special == "general" and draw(st.booleans()))
    assume(special != "target" or hand_size >= 2)
    rules = {
        "ranks": draw(st.sampled_from(["AKQJT987", "AKQJT9876", "AKQJT98765432"])),
        "jokers": draw(st.integers(0, 2)),
        "hand_size": hand_size,
        "permanent_trump": draw(st.sampled_from(["none", "7D below_ace", "7D above_ace", "JC above_ace"])),
        "permanent_upcard": draw(st.sampled_from(["trump", "turn_next"])),
        "widow": draw(st.sampled_from([0, hand_size, hand_size + 1])),
        "widow_takers": draw(st.integers(0, 2)),
        "dropping": draw(st.sampled_from(["always", "double_pot", "never"])),
        "all_pass": draw(
            st.sampled_from(
                ["dealer_forced", "pot_carries", "right_pays_dealer", "dealer_takes_pot", "dealer_may_play"]
            )
        ),
        "all_pass_stake": draw(CHIPS),
        "lone": lone,
        "upcard_exchange": draw(st.sampled_from(exchanges)),
        "must_trump": must_trump,
        "head": head,
        "overtrump": draw(st.sampled_from(overtrumps)),
        "ante": draw(CHIPS),
        "ante_by": draw(st.sampled_from(["all", "dealer"])),
        "bete": draw(st.one_of(CHIPS, st.just("pot"), CHIPS.map(lambda cap: f"pot:{cap}"))),
        "payout": draw(st.sampled_from(["most_tricks", "per_trick"])),
        "tie": draw(st.sampled_from(["split", "carries"])),
        "special": special,
        "special_forces_in": forces_in,
        "special_leader": draw(st.sampled_from(["eldest", "declarer"] if forces_in else ["eldest"])),
        "special_play": draw(st.sampled_from(["stop", "play_on"])),
        "special_success": draw(st.sampled_from(["pot_and_stake", "triple_pot"])),
        "special_failure": draw(st.sampled_from(["pot_and_stake", "3*pot", "3*bete"])),
        "special_payers": draw(st.sampled_from(["players_in", "all_players"])),
        "special_stake": draw(CHIPS),
        "target_bonus": draw(CHIPS),
    }
    try:
        return base, load_variant(base, rules)
    except VariantError:
        # Too many cards for the pack: the only thing that these rules can get wrong.
        assume(False)


def shuffled_deal(variant, players, carry, chance):
    """Deal at random; cards that are passed over are never turned up."""
    rules = variant.rules
    cards = list(pack(rules.ranks, rules.jokers))
    assert cards_needed(rules, players) <= len(cards)
    chance.shuffle(cards)
    hands = [[cards.pop() for _ in range(rules.hand_size)] for _ in range(players)]
    widows = [[cards.pop() for _ in range(rules.widow)] for _ in range(rules.widow_takers if rules.widow else 0)]
    passed_over = permanent_card(rules) if rules.permanent_upcard == "turn_next" else -1
    upcard = next(card for card in reversed(cards) if not is_joker(card) and card != passed_over)
    return RamsDeal(rules, hands, upcard, carry=carry, widows=widows)


def played_at_random(deal, chance):
    """Bring a deal to its end with random legal words and cards."""
    while deal.speaker is not None:
        call = chance.choice(deal.legal_calls())
        larger = call == "widow" and deal.rules.widow > deal.rules.hand_size
        deal.declare(call, chance.choice(deal.widows[deal.said.count("widow")]) if larger else None)
    seat = deal.exchange_by()
    if seat is not None:
        deal.exchange(chance.choice([None, *deal.hands[seat]]))
    while (seat := deal.announce_by()) is not None:
        deal.announce(seat, chance.choice([None, *deal.legal_announcements(seat)]))
    while not deal.finished:
        deal.play(chance.choice(deal.legal_cards()))
    return deal


@st.composite
def finished_deals(draw):
    base, variant = draw(variants())
    players = draw(st.integers(*variant.players))
    chance = random.Random(draw(st.integers(0, 2**32)))
    deal = shuffled_deal(variant, players, draw(st.sampled_from([0, 1, 7, 10**12])), chance)
    return base, played_at_random(deal, chance)


@SOME
@given(finished_deals())
def test_chips_are_conserved(finished):
    _, deal = finished
    chips, pot = deal.settlement()
    assert sum(chips) + pot - deal.carry == 0
    assert pot >= 0
    assert all(type(number) is int for number in (*chips, pot))


@SOME
@given(finished_deals())
def test_both_settlements_agree(finished):
    """The settlement of counted outcomes is another reading of the same rule sheet."""
    _, deal = finished
    columns = {"deals": [1], "ending": [deal.ending], "declarer": [deal.declarer]}
    for seat in range(deal.players):
        columns[f"in_{seat}"] = [deal.is_in[seat]]
        columns[f"tricks_{seat}"] = [deal.tricks[seat]]
        columns[f"target_{seat}"] = [deal.targets[seat]]
    outcomes = RamsOutcomes.from_columns({name: np.array(values) for name, values in columns.items()})
    settled = settle_rams(deal.rules, outcomes, deal.carry)
    assert deal.settlement() == (tuple(settled.chips[0].tolist()), settled.pot_after[0])


@SOME
@given(finished_deals())
def test_every_deal_ends_as_the_rules_say(finished):
    _, deal = finished
    size = deal.rules.hand_size
    assert sum(deal.tricks) == len(deal.winners)
    assert len(deal.log) == len(deal.winners) * deal.is_in.count(True)
    if deal.ending in ("all_pass", "lone"):
        assert deal.is_in.count(True) == (0 if deal.ending == "all_pass" else 1)
        assert not deal.log
    else:
        assert deal.is_in.count(True) >= 2
        stopped = deal.ending == "special_lost" and deal.rules.special_play == "stop"
        assert len(deal.winners) == size or (stopped and deal.winners[-1] != deal.declarer)
        assert (deal.declarer >= 0) == (deal.ending != "played")
        assert (deal.ending == "special_made") == (deal.declarer >= 0 and deal.tricks[deal.declarer] == size)
    assert all(deal.is_in[seat] for seat in deal.winners)


@SOME
@given(finished_deals())
def test_no_card_is_played_twice_and_all_come_from_the_hands(finished):
    _, deal = finished
    cards = [played.card for played in deal.log]
    assert len(set(cards)) == len(cards)
    for played in deal.log:
        own = set(deal.dealt[played.seat])
        taken = {card for widow in deal.widows for card in widow} | {deal.upcard}
        assert played.card in own | taken


@SOME
@given(finished_deals())
def test_who_can_follow_follows_and_who_is_void_trumps(finished):
    """Looks back from the end of a deal: which cards a player still had is known then."""
    _, deal = finished
    suit, strength, trump = deal.order.suit, deal.order.strength, deal.order.trump
    held = {seat: [played.card for played in deal.log if played.seat == seat] for seat in range(deal.players)}
    for played in deal.log:
        had = held[played.seat] + deal.hands[played.seat]
        held[played.seat].remove(played.card)
        if played.led < 0:
            continue
        mine = [card for card in had if suit[card] == played.led]
        if mine:
            assert suit[played.card] == played.led
        elif deal.rules.must_trump and any(suit[card] == trump for card in had):
            assert suit[played.card] == trump
        trumps = [card for card in had if suit[card] == trump]
        if deal.rules.head and suit[played.best] != trump and not mine and trumps:
            assert strength[played.card] > strength[played.best]


@SOME
@given(finished_deals())
def test_best_card_of_every_trick_wins(finished):
    _, deal = finished
    size = deal.is_in.count(True)
    for number, winner in enumerate(deal.winners):
        trick = deal.log[number * size : (number + 1) * size]
        led = deal.order.suit[trick[0].card]
        able = [played for played in trick if deal.order.suit[played.card] in (led, deal.order.trump)]
        assert max(able, key=lambda played: deal.order.strength[played.card]).seat == winner


@SOME
@given(finished_deals(), st.sampled_from(["french", "german"]))
def test_record_round_trip(finished, notation):
    base, deal = finished
    deal.notation = notation
    record = record_of(deal, base, rules_apart(deal.rules, load_variant(base).rules))
    account = check_record(json.loads(json.dumps(record)))
    chips, pot = deal.settlement()
    assert (account.chips, account.pot) == (chips, pot)
    assert account.tricks == tuple(deal.tricks)
    assert account.winners == tuple(deal.winners)
    assert len(account.text) >= deal.players + 2


@SOME
@given(finished_deals(), st.randoms(use_true_random=False))
def test_record_with_a_wrong_number_is_refused(finished, chance):
    base, deal = finished
    record = record_of(deal, base, rules_apart(deal.rules, load_variant(base).rules))
    key = chance.choice(["tricks", "chips", "pot"])
    if key == "pot":
        record["result"]["pot"] += chance.choice([-1, 1])
    else:
        record["result"][key][chance.randrange(deal.players)] += chance.choice([-1, 1])
    with pytest.raises(RecordError, match=f"result: {key} is"):
        check_record(record)


@SOME
@given(finished_deals(), st.randoms(use_true_random=False))
def test_record_short_of_a_card_is_refused(finished, chance):
    base, deal = finished
    record = record_of(deal, base, rules_apart(deal.rules, load_variant(base).rules))
    lists = ["hands"] + (["plays"] if record["plays"] else [])
    if chance.choice(lists) == "plays":
        record["plays"].pop(chance.randrange(len(record["plays"])))
    else:
        seat = chance.randrange(deal.players)
        record["hands"][seat] = " ".join(record["hands"][seat].split()[1:])
    with pytest.raises(RecordError):
        check_record(record)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(rams_record.KEYS)


def answered_in_one_line(text):
    """Check a line; an error must be a sentence on one line."""
    try:
        return check_line(text).as_json()
    except RamsimError as error:
        return str(error)


@SOME
@given(finished_deals(), st.dictionaries(KEYS, JSON, min_size=1, max_size=2))
def test_record_with_anything_in_it_is_right_or_refused_in_one_line(finished, changes):
    base, deal = finished
    record = record_of(deal, base, rules_apart(deal.rules, load_variant(base).rules))
    answer = answered_in_one_line(json.dumps(record | changes))
    if isinstance(answer, str):
        assert len(answer) > 10
        assert "\n" not in answer
    else:
        assert answer["chips"] == record["result"]["chips"] or "result" in changes or changes.keys() & {"rules", "pot"}


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60) | JSON.map(lambda value: json.dumps(value).encode()))
def test_any_line_is_refused_in_one_line(line):
    assume(line.strip())
    with pytest.raises(RamsimError) as caught:
        check_line(line)
    assert "\n" not in str(caught.value)
