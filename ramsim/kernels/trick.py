"""One trick in lockstep, for both families: legal cards, the card that heads the trick, turning the rows.

Row 0 is always the leader: after a trick the rows are turned by the winner's place. A player who is out has the empty
hand, which plays no card and wins nothing. Obligations are rules.md 1.1: follow suit, trump, head, overtrump; each is
an all-ones or all-zeros mask, so that no step branches on the rules.
"""

from __future__ import annotations

from typing import Any

from numpy import int64, uint32

from ramsim.kernels.choose import pick
from ramsim.kernels.jit import helper
from ramsim.kernels.layout import LANE_0, TRUMPS


@helper
def legal_cards(
    hand: Any,
    led: Any,
    best: Any,
    trumps: Any,
    head: Any,
    over_on_lead: Any,
    over_when_void: Any,
    must_trump: Any,
    legal: Any,
) -> None:
    """Write the legal cards of a player who follows.

    Parameters
    ----------
    hand, led, best
        word[B]: his hand, the lane led, the card that heads the trick.
    trumps
        Mask of the trump lane.
    head, over_on_lead, over_when_void, must_trump
        Booleans: must beat the best card (a plain card of the suit led; by a trump when void and free to play any
        card); must beat a trump on a trump lead; must beat a trump when trumping; must trump at all when void.
    legal
        word[B], overwritten.
    """
    word = legal.dtype.type
    zero, one = word(0), word(1)
    for b in range(legal.size):
        held = hand[b]
        follow = word(held & led[b])
        higher = word(~word(best[b] | word(best[b] - one)))
        own_trumps = word(held & trumps)
        trump_led = word(led[b] & trumps) != zero
        trumped = word(best[b] & trumps) != zero
        due = (trump_led & over_on_lead) | ((not trump_led) & (not trumped) & head)
        over = word(follow & higher)
        following = over if due & (over != zero) else follow
        overtrumps = word(own_trumps & higher)
        trumping = overtrumps if over_when_void & (overtrumps != zero) else own_trumps
        heading = overtrumps if head & (overtrumps != zero) else held
        free = trumping if must_trump & (own_trumps != zero) else heading
        legal[b] = following if follow != zero else free


@helper
def lead_card(choice: Any, lanes: Any, led: Any, best: Any, place: Any) -> None:
    """Start a trick with the leader's card."""
    word = led.dtype.type
    zero = word(0)
    first, second, third, trumps = lanes[LANE_0], lanes[LANE_0 + 1], lanes[LANE_0 + 2], lanes[TRUMPS]
    for b in range(led.size):
        card = choice[b]
        plain = word(
            word(first if word(card & first) != zero else zero) | word(second if word(card & second) != zero else zero)
        )
        high = word(
            word(third if word(card & third) != zero else zero) | word(trumps if word(card & trumps) != zero else zero)
        )
        led[b] = word(plain | high)
        best[b] = card
        place[b] = uint32(0)


@helper
def follow_card(choice: Any, trumps: Any, row: Any, led: Any, best: Any, place: Any) -> None:
    """Add a follower's card: it heads the trick when it is of the suit led or a trump and lies higher."""
    word = best.dtype.type
    for b in range(best.size):
        card = word(choice[b] & word(led[b] | trumps))
        wins = card > best[b]
        best[b] = pick(wins, card, best[b])
        place[b] = pick(wins, uint32(row), place[b])


@helper
def turn_rows(rows: Any, other: Any, players: Any, place: Any) -> None:
    """Turn the rows of each deal so that the row at its ``place`` becomes row 0."""
    if players == 4:
        _turn_four(rows[0], rows[1], rows[2], rows[3], place)
    elif players == 3:
        _turn_three(rows[0], rows[1], rows[2], place)
    else:
        for r in range(players):
            _pick_of_four(
                rows[r], rows[(r + 1) % players], rows[(r + 2) % players], rows[(r + 3) % players], place, other[r]
            )
        for r in range(players):
            _pick_of_two(other[r], other[(r + 4) % players], place, rows[r])


@helper
def _pick_of_four(row_0: Any, row_1: Any, row_2: Any, row_3: Any, place: Any, target: Any) -> None:
    """Write the row that lies ``place % 4`` rows on."""
    for b in range(place.size):
        odd = uint32(place[b] & uint32(1)) != uint32(0)
        low = pick(odd, row_1[b], row_0[b])
        high = pick(odd, row_3[b], row_2[b])
        target[b] = pick(uint32(place[b] & uint32(2)) != uint32(0), high, low)


@helper
def _pick_of_two(here: Any, on: Any, place: Any, target: Any) -> None:
    """Write the row that lies four rows on when ``place`` is 4 or more, else the row itself."""
    for b in range(place.size):
        target[b] = pick(place[b] >= uint32(4), on[b], here[b])


@helper
def _turn_four(row_0: Any, row_1: Any, row_2: Any, row_3: Any, place: Any) -> None:
    for b in range(place.size):
        odd = uint32(place[b] & uint32(1)) != uint32(0)
        two = uint32(place[b] & uint32(2)) != uint32(0)
        a_0 = pick(odd, row_1[b], row_0[b])
        a_1 = pick(odd, row_2[b], row_1[b])
        a_2 = pick(odd, row_3[b], row_2[b])
        a_3 = pick(odd, row_0[b], row_3[b])
        row_0[b] = pick(two, a_2, a_0)
        row_1[b] = pick(two, a_3, a_1)
        row_2[b] = pick(two, a_0, a_2)
        row_3[b] = pick(two, a_1, a_3)


@helper
def _turn_three(row_0: Any, row_1: Any, row_2: Any, place: Any) -> None:
    for b in range(place.size):
        one = place[b] == uint32(1)
        two = place[b] == uint32(2)
        a_0, a_1, a_2 = row_0[b], row_1[b], row_2[b]
        row_0[b] = a_2 if two else (a_1 if one else a_0)
        row_1[b] = a_0 if two else (a_2 if one else a_1)
        row_2[b] = a_1 if two else (a_0 if one else a_2)


@helper
def seat_of_row(leader: Any, row: Any, players: Any, seat: Any) -> None:
    """Write the seat that sits at ``row`` places behind the leader."""
    count = uint32(players)
    for b in range(leader.size):
        raw = uint32(leader[b] + uint32(row))
        seat[b] = uint32(raw - count) if raw >= count else raw


@helper
def copy_row(source: Any, target: Any) -> None:
    """Copy one row; a slice assignment would need Numba's memory manager."""
    for b in range(target.size):
        target[b] = source[b]


@helper
def faults(choice: Any, legal: Any) -> Any:
    """Give 1 when in some deal the choice is not exactly one legal card where there is one to choose, else 0."""
    word = choice.dtype.type
    zero, one = word(0), word(1)
    bad = zero
    for b in range(choice.size):
        card = choice[b]
        wrong = word(word(card & word(~legal[b])) | word(card & word(card - one)))
        missing = (card == zero) & (legal[b] != zero)
        bad = word(bad | word(wrong | (one if missing else zero)))
    return int64(1) if bad != zero else int64(0)
