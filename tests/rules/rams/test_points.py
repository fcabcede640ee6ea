"""Points of play that no field names (`ramsim.variants.points`), each as decided there."""

from __future__ import annotations

import pytest

from ramsim.cards import parse_card
from ramsim.errors import RecordError


@pytest.fixture
def ramsli(table, three_two):
    def make(calls=(), variant="ramsli", **more):
        return table(variant, three_two.hands, three_two.upcard, calls=calls, **more)

    return make


@pytest.mark.parametrize("all_pass", ["pot_carries", "dealer_may_play"])
def test_point_dealer_may_make_any_call_when_everyone_is_out(ramsli, all_pass):
    deal = ramsli(("out",) * 3, "ramscheln", carry=5, all_pass=all_pass, widows=("9H 8H 9S 9C 9D",))
    assert deal.legal_calls() == ("in", "out", "widow", "ramsch")
    deal.declare("ramsch")
    assert deal.is_in == [True] * 4
    assert not deal.finished


@pytest.mark.parametrize("lone", ["takes_pot", "dealer_must_play"])
def test_point_dealer_alone_in_takes_the_pot_unplayed_whatever_the_lone_rule(ramsli, lone):
    deal = ramsli(("out",) * 3, lone=lone)
    assert deal.ending == "lone"
    assert deal.settlement() == ((-1, -1, -1, 3), 0)


def test_point_forced_dealer_takes_no_widow_and_makes_no_call(ramsli):
    deal = ramsli(("out", "in", "out"), "ramscheln", carry=5)
    for call in ("widow", "ramsch", "out"):
        with pytest.raises(RecordError, match="comes too late"):
            deal.declare(call)


def test_point_forced_dealer_announces_nothing(ramsli):
    deal = ramsli(("out", "in", "out"), "ramsli-nap", lone="dealer_must_play")
    assert deal.legal_announcements(1) != ()
    assert deal.legal_announcements(3) == ()


def test_point_exchange_comes_before_announcements(ramsli):
    deal = ramsli(("in",) * 4, "ramsli-nap", upcard_exchange="dealer")
    deal.announce(0, "target 2")
    assert deal.exchange_by() is None
    deal = ramsli(("in",) * 4, "ramsli-nap", upcard_exchange="dealer")
    deal.exchange(parse_card("TD"))
    assert deal.announce_by() == 0


def test_point_player_who_took_the_widow_may_announce(ramsli):
    deal = ramsli(("in", "widow", "in", "in"), "ramsli-nap", widow=5, widows=("9H 8H 9S 9C 9D",), ranks="AKQJT98765")
    deal.announce(1, "target 2")
    assert deal.targets == [0, 2, 0, 0]


def test_point_lone_player_pays_no_bete(ramsli):
    assert ramsli(("in", "out", "out", "out"), bete=50).settlement() == ((3, -1, -1, -1), 0)
