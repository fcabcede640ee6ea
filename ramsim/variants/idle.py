"""Fields that have no effect because of what other fields say, so that a rule sheet can tell which ones matter."""

from __future__ import annotations

from ramsim.variants.schema import RamschRules, RamsRules, Rules


def idle_fields(rules: Rules) -> frozenset[str]:
    """Give the names of the fields that change nothing under the other rules."""
    idle = _idle_rams(rules) if isinstance(rules, RamsRules) else _idle_ramsch(rules)
    return frozenset(field for field, is_idle in idle.items() if is_idle)


def _idle_rams(rules: RamsRules) -> dict[str, bool]:
    all_tricks = rules.special in ("ramsch", "general")
    stake_paid = "pot_and_stake" in (rules.special_success, rules.special_failure)
    nobody_drops = rules.dropping == "never"
    return {
        "permanent_upcard": rules.permanent_trump == "none",
        "widow_takers": rules.widow == 0,
        "all_pass": nobody_drops,
        "all_pass_stake": nobody_drops or rules.all_pass not in ("right_pays_dealer", "dealer_may_play"),
        "lone": nobody_drops,
        "upcard_exchange": nobody_drops and rules.upcard_exchange in ("lone_player", "forced_dealer"),
        "tie": rules.payout == "per_trick",
        "special_forces_in": not all_tricks,
        "special_leader": not all_tricks or not rules.special_forces_in,
        "special_play": not all_tricks,
        "special_success": not all_tricks,
        "special_failure": not all_tricks,
        "special_payers": not all_tricks or rules.special_success != "triple_pot",
        "special_stake": not all_tricks or not stake_paid,
        "target_bonus": rules.special != "target",
    }


def _idle_ramsch(rules: RamschRules) -> dict[str, bool]:
    bids = [name for name in rules.__struct_fields__ if name.startswith("bid_")]
    return dict.fromkeys(bids, rules.trigger == "every_deal") | {
        "jacks_passable": rules.skat_round == "none",
        "knock": rules.multiplier == "none",
        "bock": rules.multiplier == "none",
    }
