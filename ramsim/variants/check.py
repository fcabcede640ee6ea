"""Rules that cannot be together: what a single field's type and range do not say."""

from __future__ import annotations

from ramsim.cards import RANK_LETTERS, card_name, pack, parse_card
from ramsim.errors import VariantError
from ramsim.variants.schema import RamschRules, RamsRules, Variant

MOST_PLAYERS = 8


def permanent_card(rules: RamsRules) -> int:
    """Give the permanent trump's card code, or -1 when there is none."""
    return -1 if rules.permanent_trump == "none" else parse_card(rules.permanent_trump.split()[0])


def cards_needed(rules: RamsRules, players: int) -> int:
    """Count the cards that a deal may take: hands, spare hands, the upcard, and cards passed over when turning it."""
    passed_over = rules.jokers
    if rules.permanent_trump != "none" and rules.permanent_upcard == "turn_next":
        passed_over += 1
    return players * rules.hand_size + rules.widow * rules.widow_takers + 1 + passed_over


def check_variant(variant: Variant, place: str) -> None:
    """Refuse a variant whose fields contradict each other.

    Raises
    ------
    VariantError
        One sentence with the place, the fields, and what would be right.
    """
    low, high = variant.players
    most = MOST_PLAYERS if variant.family == "rams" else 4
    least = 2 if variant.family == "rams" else 3
    if not least <= low <= high <= most:
        raise VariantError(
            f"{place}: players = [{low}, {high}]: must be fewest and most players within {least} to {most}"
        )
    if not low <= variant.usual_players <= high:
        raise VariantError(f"{place}: usual_players = {variant.usual_players}: must lie within players [{low}, {high}]")
    if not variant.name.strip():
        raise VariantError(f'{place}: name = "": must not be empty')
    reasons = (
        _rams_faults(variant.rules, high) if isinstance(variant.rules, RamsRules) else _ramsch_faults(variant.rules)
    )
    if reasons:
        raise VariantError(f"{place}: {reasons[0]}")


def _rams_faults(rules: RamsRules, players: int) -> list[str]:
    faults: list[str] = []
    size = len(pack(rules.ranks, rules.jokers))
    needed = cards_needed(rules, players)
    if needed > size:
        spare = f", {rules.widow_takers} x {rules.widow} for the widow" if rules.widow * rules.widow_takers else ""
        faults.append(
            f"players = {players}: {players} x {rules.hand_size} cards{spare} and the upcard take up to "
            f"{needed} cards, the pack has {size}: fewer players, a smaller hand_size or widow, or more ranks"
        )
    if rules.widow and not rules.hand_size <= rules.widow <= rules.hand_size + 1:
        faults.append(
            f"widow = {rules.widow}: must be 0, hand_size ({rules.hand_size}), or one more (the taker discards one)"
        )
    special = permanent_card(rules)
    if special >= 0 and special not in pack(rules.ranks):
        faults.append(
            f"permanent_trump = {rules.permanent_trump!r}: the pack {rules.ranks} has no {card_name(special)}"
        )
    if special >= 0 and rules.ranks[0] != RANK_LETTERS[-1]:
        faults.append(f"permanent_trump = {rules.permanent_trump!r}: its place is beside the ace, ranks has none")
    if rules.head and rules.overtrump != "always":
        faults.append(f"overtrump = {rules.overtrump!r}: head = true implies overtrump = 'always'")
    if not rules.must_trump and rules.overtrump == "when_void":
        faults.append("overtrump = 'when_void': nobody must trump when must_trump = false; write 'always' or 'never'")
    if rules.upcard_exchange == "lone_player" and rules.lone != "dealer_must_play":
        faults.append("upcard_exchange = 'lone_player': needs lone = 'dealer_must_play'")
    if rules.upcard_exchange == "forced_dealer" and rules.lone != "dealer_must_play":
        faults.append("upcard_exchange = 'forced_dealer': needs lone = 'dealer_must_play'")
    if rules.special == "target" and rules.special_forces_in:
        faults.append("special_forces_in = true: a target forces nobody in; only ramsch and general do")
    if rules.special == "ramsch" and not rules.special_forces_in:
        faults.append("special = 'ramsch': is called among the declarations, so special_forces_in must be true")
    if rules.special_leader == "declarer" and not rules.special_forces_in:
        faults.append("special_leader = 'declarer': needs special_forces_in = true")
    if rules.special == "target" and rules.hand_size < 2:
        faults.append("special = 'target': targets start at two tricks, hand_size must be 2 or more")
    return faults


def _ramsch_faults(rules: RamschRules) -> list[str]:
    faults: list[str] = []
    if rules.knock and rules.multiplier == "none":
        faults.append("knock = true: needs a multiplier other than 'none'")
    return faults
