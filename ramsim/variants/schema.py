"""A variant as data: the frozen records that referee, kernels and settlement read, one field for each rule.

The two families have a record each, `RamsRules` and `RamschRules`. A field carries its section of the TOML file, its
meaning in words and its legal values in ``msgspec.Meta``; names are unique within a family, so that ``--set
FIELD=VALUE`` needs no section. Sources: the rule sheets, section by section in the fields' descriptions.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, get_type_hints

import msgspec

from ramsim.variants.bete import Bete, Chips, FixedBete


def _rule(section: str, words: str, **limits: Any) -> msgspec.Meta:
    return msgspec.Meta(description=words, extra={"section": section}, **limits)


class RamsRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="family", tag="rams"):
    """Rules of a game of the Rams family: few cards, a trump, drop out or play, pay a bete without a trick."""

    # -- pack and deal -------------------------------------------------------------------------------------------
    ranks: Annotated[
        str,
        _rule("pack", "ranks of the pack, highest first", pattern="^A?K?Q?J?T?9?8?7?6?5?4?3?2?$", min_length=1),
    ] = "AKQJT987"
    jokers: Annotated[int, _rule("pack", "jokers, top trumps, the big one above the small", ge=0, le=2)] = 0
    hand_size: Annotated[int, _rule("pack", "cards of a hand, which is the number of tricks", ge=1, le=7)] = 5
    permanent_trump: Annotated[
        str,
        _rule(
            "pack",
            "a card that is always a trump, with its place: none, or CARD below_ace / CARD above_ace",
            pattern="^(none|([2-9TJQK]|10)[CDHS] (below|above)_ace)$",
        ),
    ] = "none"
    permanent_upcard: Annotated[
        Literal["trump", "turn_next"],
        _rule("pack", "the permanent trump turned up: its suit is trumps, or the next card is turned"),
    ] = "trump"
    widow: Annotated[int, _rule("pack", "cards of a spare hand; 0: there is none", ge=0, le=8)] = 0
    widow_takers: Annotated[
        int, _rule("pack", "spare hands dealt, one for each player who may take one", ge=0, le=3)
    ] = 1

    # -- declarations --------------------------------------------------------------------------------------------
    dropping: Annotated[
        Literal["always", "double_pot", "never"],
        _rule("declare", "when a player may go out: always, only in a double pot (more than the basic stake), never"),
    ] = "always"
    all_pass: Annotated[
        Literal["dealer_forced", "pot_carries", "right_pays_dealer", "dealer_takes_pot", "dealer_may_play"],
        _rule(
            "declare",
            "everyone but the dealer is out: dealer_forced, he is in; pot_carries, he may go out too and the pot "
            "stays; right_pays_dealer, void before he speaks and his right neighbour pays him; dealer_takes_pot, "
            "he takes it; dealer_may_play, he may be in, and if he is out his right neighbour pays him",
        ),
    ] = "dealer_forced"
    all_pass_stake: Annotated[Chips, _rule("declare", "chips that the dealer's right neighbour pays him")] = 5
    lone: Annotated[
        Literal["takes_pot", "dealer_must_play"],
        _rule(
            "declare",
            "exactly one player in: he takes the pot unplayed; or, when he is not the dealer, the dealer must play too",
        ),
    ] = "takes_pot"
    upcard_exchange: Annotated[
        Literal["none", "lone_player", "dealer", "forced_dealer"],
        _rule(
            "declare",
            "who may take the upcard for a card of his hand after the declarations: the lone player whom the dealer "
            "must face, the dealer whenever he is in, the dealer only when forced to play, nobody",
        ),
    ] = "none"

    # -- play ----------------------------------------------------------------------------------------------------
    must_trump: Annotated[bool, _rule("play", "void of the suit led: must play a trump")] = True
    head: Annotated[bool, _rule("play", "must beat the best card of the trick within what suit and trump leave")] = (
        False
    )
    overtrump: Annotated[
        Literal["always", "when_void", "never"],
        _rule("play", "a higher trump is due: always, trump leads too; only when trumping a side suit; never"),
    ] = "always"

    # -- stakes --------------------------------------------------------------------------------------------------
    ante: Annotated[Chips, _rule("stakes", "chips that whoever antes pays to the pot each deal")] = 1
    ante_by: Annotated[Literal["all", "dealer"], _rule("stakes", "who antes")] = "all"
    bete: Annotated[Bete, _rule("stakes", "what a player pays to the next pot who was in and took no trick")] = (
        FixedBete(5)
    )
    payout: Annotated[
        Literal["most_tricks", "per_trick"],
        _rule("stakes", "most tricks takes the pot, or each trick pays its share; odd chips stay in the pot"),
    ] = "most_tricks"
    tie: Annotated[
        Literal["split", "carries"],
        _rule("stakes", "equal most tricks: the pot is split equally and odd chips stay, or all of it stays"),
    ] = "split"

    # -- special calls -------------------------------------------------------------------------------------------
    special: Annotated[
        Literal["none", "ramsch", "general", "target"],
        _rule("special", "the special call: ramsch or general (all tricks), target (a number of tricks named), none"),
    ] = "none"
    special_forces_in: Annotated[
        bool,
        _rule(
            "special",
            "ramsch and general: called instead of in, everyone plays, the widow is closed; false: announced after the "
            "declarations by a player who is in, and nobody is forced in",
        ),
    ] = False
    special_leader: Annotated[
        Literal["eldest", "declarer"],
        _rule("special", "after an all-tricks call that forces everyone in, who leads"),
    ] = "eldest"
    special_play: Annotated[
        Literal["stop", "play_on"],
        _rule("special", "an all-tricks call that loses a trick: play stops there, or goes on"),
    ] = "play_on"
    special_success: Annotated[
        Literal["pot_and_stake", "triple_pot"],
        _rule(
            "special",
            "all tricks made: the pot and special_stake from each other player, or three times the pot (the pot, and "
            "twice the pot paid equally by special_payers, odd chips by the earliest seats)",
        ),
    ] = "pot_and_stake"
    special_failure: Annotated[
        Literal["pot_and_stake", "3*pot", "3*bete"],
        _rule(
            "special",
            "all tricks missed: the pot again into the pot, special_stake to each other player, no shares and no "
            "betes; or 3 pots or 3 betes to the next pot and no part of this one, which goes to the best of the others",
        ),
    ] = "pot_and_stake"
    special_payers: Annotated[
        Literal["players_in", "all_players"], _rule("special", "who pays twice the pot under triple_pot")
    ] = "players_in"
    special_stake: Annotated[Chips, _rule("special", "chips for each other player under pot_and_stake")] = 5
    target_bonus: Annotated[
        Chips,
        _rule("special", "target t (2 or more tricks): from each other player in, or to each, t times this"),
    ] = 1


class RamschRules(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="family", tag="ramsch"
):
    """Rules of a game of the Ramsch family: 32 cards, ten each, a skat of two, jacks are trumps, avoid card points."""

    # -- trigger -------------------------------------------------------------------------------------------------
    trigger: Annotated[
        Literal["every_deal", "passed_in"],
        _rule("trigger", "every deal is a Ramsch, or only a deal that the bidding policy passes in"),
    ] = "every_deal"
    bid_jack: Annotated[
        int, _rule("trigger", "bidding, under passed_in: what each jack adds to the score of a hand", ge=0, le=1000)
    ] = 12
    bid_length: Annotated[
        int, _rule("trigger", "bidding: what each card of the suit that would be trumps adds", ge=0, le=1000)
    ] = 10
    bid_ace: Annotated[int, _rule("trigger", "bidding: what each ace of another suit adds", ge=0, le=1000)] = 9
    bid_ten: Annotated[int, _rule("trigger", "bidding: what each ten of another suit adds", ge=0, le=1000)] = 4
    bid_middlehand: Annotated[
        int, _rule("trigger", "bidding: middlehand bids from this score on", ge=0, le=100_000)
    ] = 61
    bid_rearhand: Annotated[int, _rule("trigger", "bidding: rearhand bids from this score on", ge=0, le=100_000)] = 61
    bid_forehand: Annotated[
        int, _rule("trigger", "bidding: forehand, after two passes, bids 18 from this score on", ge=0, le=100_000)
    ] = 61

    # -- skat's round --------------------------------------------------------------------------------------------
    skat_round: Annotated[
        Literal["none", "pickup_first", "discard_first"],
        _rule(
            "skat",
            "none; each player may take the skat and pass two of twelve cards; or discards two before he takes the two "
            "that lay there; or pushes it unseen",
        ),
    ] = "pickup_first"
    jacks_passable: Annotated[bool, _rule("skat", "jacks may be among the two cards chosen to be passed")] = False
    skat_to: Annotated[
        Literal["last_trick", "loser", "nobody"],
        _rule("skat", "the skat's points go to the winner of the last trick, to the loser, to nobody"),
    ] = "last_trick"

    # -- score ---------------------------------------------------------------------------------------------------
    score: Annotated[
        Literal["loses", "adds"],
        _rule("score", "the player with most points loses them (negative), or adds them to his score (positive)"),
    ] = "loses"
    tie: Annotated[
        Literal["both_full", "half_each", "last_trick_taker", "later_trick"],
        _rule(
            "score",
            "two players tied for most points: both in full, half each, the one of them who took the last trick (both, "
            "when neither did), the one who won the later trick",
        ),
    ] = "both_full"
    triple_tie: Annotated[
        Literal["zero", "all_full"], _rule("score", "40-40-40: nobody scores, or all three in full")
    ] = "zero"
    jungfrau: Annotated[
        int, _rule("score", "factor when exactly one player has no trick; 1: no such rule", ge=1, le=4)
    ] = 2
    sweep: Annotated[
        Literal["self_plus_120", "others_120", "self_minus_120"],
        _rule(
            "score",
            "one player takes all ten tricks: he scores +120; each other player is charged 120; he scores -120",
        ),
    ] = "self_plus_120"
    ledger: Annotated[
        Literal["loser_only", "zero_sum_half"],
        _rule("score", "only the loser's score changes, or each of the others gains half of what he loses"),
    ] = "loser_only"

    # -- multipliers ---------------------------------------------------------------------------------------------
    multiplier: Annotated[
        Literal["geometric", "additive", "none"],
        _rule("multiplier", "pushes, knocks and Bock: each doubles, each adds one to the factor, none counts"),
    ] = "geometric"
    knock: Annotated[
        bool, _rule("multiplier", "after the skat's round each player may knock; a knock counts like a push")
    ] = False
    bock: Annotated[bool, _rule("multiplier", "the deal is of a Bock round, which counts like one more push")] = False

    # -- game ----------------------------------------------------------------------------------------------------
    game_to: Annotated[
        int,
        _rule("game", "a game ends when a score reaches this many points; 0: there are no games", ge=0, le=1_000_000),
    ] = 0


Rules = RamsRules | RamschRules
RULES_OF_FAMILY: dict[str, type[RamsRules] | type[RamschRules]] = {"rams": RamsRules, "ramsch": RamschRules}


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A named game: its rules and the words that go with them.

    Attributes
    ----------
    name
        What the user types.
    family
        ``"rams"`` or ``"ramsch"``.
    players
        Fewest and most players at the table.
    usual_players
        The number taken when the user names none.
    sentence
        One line for ``ramsim variants``.
    source
        Where the rules stand.
    readings
        For a field, or a point of play, what is our reading and not the source's.
    changes
        For a field that a user's file or a single override changed: the value that it had before.
    rules
        The rule fields.
    """

    name: str
    family: Literal["rams", "ramsch"]
    players: tuple[int, int]
    usual_players: int
    sentence: str
    source: str
    readings: dict[str, str] = {}
    changes: dict[str, Any] = {}
    rules: Rules


@cache
def fields_of(rules: type[RamsRules] | type[RamschRules]) -> dict[str, msgspec.Meta]:
    """Give each rule field's description: name -> ``msgspec.Meta`` with words, limits and section."""
    hints = get_type_hints(rules, include_extras=True)
    return {
        name: next(part for part in reversed(hint.__metadata__) if isinstance(part, msgspec.Meta))
        for name, hint in hints.items()
    }
