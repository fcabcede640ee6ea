"""What holds in every deal of the Ramsch family, whatever the rules and the play."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from ramsim.referee.ramsch_cards import JACKS, PACK, SUIT, points_of
from ramsim.referee.ramsch_record import check_record, record_of

SEEDS = st.integers(0, 2**32)
VARIANTS = st.sampled_from(["skat-ramsch", "schieberamsch", "palatinate"])
RULES = st.fixed_dictionaries(
    {
        "skat_round": st.sampled_from(["none", "pickup_first", "discard_first"]),
        "jacks_passable": st.booleans(),
        "skat_to": st.sampled_from(["last_trick", "loser", "nobody"]),
        "score": st.sampled_from(["loses", "adds"]),
        "tie": st.sampled_from(["both_full", "half_each", "last_trick_taker", "later_trick"]),
        "triple_tie": st.sampled_from(["zero", "all_full"]),
        "jungfrau": st.integers(1, 4),
        "sweep": st.sampled_from(["self_plus_120", "others_120", "self_minus_120"]),
        "ledger": st.sampled_from(["loser_only", "zero_sum_half"]),
        "multiplier": st.sampled_from(["geometric", "additive", "none"]),
        "knock": st.booleans(),
    }
    # A knock that counts nothing is refused.
).filter(lambda rules: not (rules["knock"] and rules["multiplier"] == "none"))


@settings(max_examples=150)
@given(seed=SEEDS, variant=VARIANTS, rules=RULES)
def test_a_deal_has_120_points_in_its_tricks_and_its_skat(make_random_deal, seed, variant, rules):
    deal = make_random_deal(seed, variant, **rules)
    assert sum(deal.points) + points_of(deal.skat) == 120
    assert sum(deal.tricks) == 10
    assert set(deal.plays) | set(deal.skat) == PACK
    score = deal.settle()
    received = sum(score.points) - sum(deal.points)
    assert received == (0 if score.skat_seat == -1 else points_of(deal.skat))


@settings(max_examples=150)
@given(seed=SEEDS, rules=RULES)
def test_nobody_plays_another_suit_who_can_follow(make_random_deal, seed, rules):
    deal = make_random_deal(seed, **rules)
    held = {seat: [card for card, by in zip(deal.plays, deal.seats, strict=True) if by == seat] for seat in range(3)}
    for place, (card, seat) in enumerate(zip(deal.plays, deal.seats, strict=True)):
        led = SUIT[deal.plays[place - place % 3]]
        if SUIT[card] != led:
            assert all(SUIT[other] != led for other in held[seat])
        held[seat].remove(card)


@settings(max_examples=150)
@given(seed=SEEDS, rules=RULES)
def test_jacks_stay_unless_pushed(make_random_deal, seed, rules):
    deal = make_random_deal(seed, **{**rules, "skat_round": "pickup_first", "jacks_passable": False})
    assert all(SUIT[card] != JACKS for cards in deal.skat_round if cards is not None for card in cards)
    assert deal.pushes == sum(cards is None for cards in deal.skat_round)


@settings(max_examples=150)
@given(seed=SEEDS, rules=RULES, bock=st.booleans())
def test_zero_sum_half_adds_up_to_nothing(make_random_deal, seed, rules, bock):
    deal = make_random_deal(seed, bock=bock, **{**rules, "ledger": "zero_sum_half"})
    assert sum(deal.settle().quarters) == 0


@settings(max_examples=150)
@given(seed=SEEDS, rules=RULES, bock=st.booleans())
def test_only_losers_and_a_sweeper_score_where_the_ledger_is_the_losers(make_random_deal, seed, rules, bock):
    deal = make_random_deal(seed, bock=bock, **{**rules, "ledger": "loser_only"})
    score = deal.settle()
    for seat in range(3):
        charged = seat in score.losers
        # A loser's points are never 0, so he scores; a sweeper scores when he is the one who is paid.
        paid = seat == score.sweeper and rules["sweep"] == "self_plus_120"
        assert (score.quarters[seat] != 0) == (charged or paid)


@settings(max_examples=60)
@given(seed=SEEDS, rules=RULES, bock=st.booleans(), notation=st.sampled_from(["french", "german"]))
def test_a_record_read_back_tells_the_same_deal(make_random_deal, seed, rules, bock, notation):
    deal = make_random_deal(seed, "schieberamsch", bock=bock, players=3 + seed % 2, **rules)
    account = check_record(record_of(deal, "schieberamsch", rules, notation))
    score = deal.settle()
    dealer = (0,) * (seed % 2)
    assert account.points == score.points + dealer
    assert account.tricks == (*deal.tricks, *dealer)
    assert account.winners == tuple(deal.winners)
    assert account.pushes == deal.pushes
    assert account.scores == score.scores + dealer
    assert tuple(Fraction(points) * 4 for points in score.scores) == score.quarters
