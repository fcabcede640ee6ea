"""Variants as data: records, their loader, and the presets."""

from ramsim.variants.loader import load_variant, parse_assignment, preset_names, rules_hash
from ramsim.variants.schema import RamschRules, RamsRules, Rules, Variant

__all__ = [
    "RamsRules",
    "RamschRules",
    "Rules",
    "Variant",
    "load_variant",
    "parse_assignment",
    "preset_names",
    "rules_hash",
]
