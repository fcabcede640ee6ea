"""Points of play that no field names, and how ramsim decides them; ``ramsim rules`` prints them under the fields.

Each is a pair: who says so (``source`` or ``ours``) and the sentence. Seats are numbered from 0 = eldest, the dealer
last.
"""

from __future__ import annotations

Point = tuple[str, str]

RAMS_POINTS: tuple[Point, ...] = (
    ("source", "Eldest speaks first, the dealer last. The first player in, left of the dealer, leads."),
    (
        "source",
        "Who follows a plain suit to a trick already trumped may play any card of the suit. A permanent trump or a "
        "joker follows and leads as a trump.",
    ),
    (
        "ours",
        "A simple pot is a deal with nothing in the pot before the antes; any chip more makes it double.",
    ),
    (
        "ours",
        "When everyone but the dealer is out, the dealer does not speak under dealer_forced, dealer_takes_pot (he is "
        "in and takes the pot unplayed) and right_pays_dealer (the deal is void, the pot stays). Under pot_carries "
        "and dealer_may_play he may make any call; in alone, he takes the pot unplayed; out, the pot stays.",
    ),
    (
        "ours",
        "Exactly one player in, and it is the dealer: he takes the pot unplayed, whatever the lone rule.",
    ),
    (
        "ours",
        "A dealer forced by the lone rule plays his own hand; he may not take the widow or make a call.",
    ),
    ("source", "A call that forces everyone in leaves nobody out: passers come back."),
    (
        "ours",
        "Such a call ends the declarations: the first one stands, passers come back with their own hands, whoever has "
        "not spoken is in, and no widow is taken any more. A player who had taken the widow keeps it.",
    ),
    (
        "ours",
        "The upcard is exchanged after the declarations, before announcements and before the lead. The discard is "
        "dead and unseen; trumps stay.",
    ),
    (
        "ours",
        "Announcements (general, target) are made in order of the seats by players who are in, once at least two "
        "are; the first general stands and closes the announcing of others.",
    ),
    (
        "ours",
        "After an announced general the others still pay a bete when they take no trick; the declarer's own payment "
        "stands in place of his bete. Under pot_and_stake nobody pays a bete and there are no shares.",
    ),
    (
        "ours",
        "A general that fails under 3*pot or 3*bete: the pot goes to the others as if the declarer had taken no trick "
        "(per_trick: only the others' tricks are paid); what is not paid stays in the pot.",
    ),
    (
        "ours",
        "Where a lost call stops play under another payment than pot_and_stake, betes and the best of the others go by "
        "the tricks played so far.",
    ),
    ("ours", "special_stake passes between the declarer and every other player at the table."),
    ("ours", "A widow of one card more than a hand: the taker looks at it and lays one card away."),
    ("ours", "Shares are whole chips; what does not divide stays in the pot for the next deal."),
    ("ours", "The lone player who takes the pot unplayed takes all of it and pays no bete."),
)

RAMSCH_POINTS: tuple[Point, ...] = (
    ("source", "Forehand (left of the dealer) leads; follow suit, a jack led asks for jacks; void, any card."),
    ("source", "There is no duty to trump or to head; the winner of a trick leads the next one."),
    ("ours", "Jungfrau and sweep are counted by tricks, not by card points."),
    ("ours", "With four at the table the dealer (seat 3) sits out and scores 0."),
    ("ours", "A sweep is not doubled for a Jungfrau; pushes, knocks and Bock multiply it like any score."),
    ("ours", "Taking the skat and passing the same two cards on is allowed and is no push."),
    (
        "ours",
        "half_each: each of the two tied players loses half of his points. Scores are exact: they are counted "
        "in quarter points, which half_each under zero_sum_half can need, until they are printed.",
    ),
    (
        "ours",
        "last_trick_taker and later_trick name one loser among the tied; when neither tied player took the last "
        "trick, last_trick_taker charges both in full. Under skat_to = loser a tie is judged on the points without "
        "the skat, and the skat goes to the one player who is charged, or to nobody when none or several are, after a "
        "sweep too.",
    ),
    (
        "ours",
        "zero_sum_half: for each score s that the rules give, each of the other two active players gets -s/2; with "
        "two losers each also gets his half from the other, after a sweep the sweeper's +120 costs the others 60 "
        "each.",
    ),
    (
        "ours",
        "additive: the factor is one plus the number of pushes, knocks and one for Bock; geometric: two to that "
        "number.",
    ),
    (
        "ours",
        "game_to: the first to reach it has lost the game; of several who cross it in one deal the one with most has, "
        "equals all have. Where losses are negative scores, the limit lies as far below zero.",
    ),
)

POINTS = {"rams": RAMS_POINTS, "ramsch": RAMSCH_POINTS}
