"""ramsim: fast, exact simulation of the card games of the Rams and Ramsch families.

The names listed in ``__all__`` are read from their modules when they are first used, so that ``import ramsim`` compiles
nothing and loads neither Numba nor pandas. Some functions bear the name of the module that holds them (`simulate`,
`replay`, ...); here the name is always the function, whatever was imported before.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ramsim.advise import Advice, advise
    from ramsim.advise_ramsch import RamschAdvice
    from ramsim.catalogue import RuleSheet, rules, variant, variants
    from ramsim.compare import Comparison, compare
    from ramsim.deals import ShownDeal, show_deal
    from ramsim.errors import (
        CardError,
        DataError,
        PolicyError,
        RamsimError,
        RecordError,
        UsageError,
        VariantError,
    )
    from ramsim.output import load_result, read_provenance
    from ramsim.policies.registry import PolicyInfo, policies, policy
    from ramsim.repeat import merge, repeat
    from ramsim.replay import ReplayLine, replay
    from ramsim.result import Result, SimulationResult
    from ramsim.sessions import SessionsResult, sessions
    from ramsim.simulate import simulate
    from ramsim.strength import StrengthTable, strength
    from ramsim.variants.schema import RamschRules, RamsRules, Variant

    __version__: str

__all__ = [
    "Advice",
    "CardError",
    "Comparison",
    "DataError",
    "PolicyError",
    "PolicyInfo",
    "RamsRules",
    "RamschRules",
    "RamschAdvice",
    "RamsimError",
    "RecordError",
    "ReplayLine",
    "Result",
    "RuleSheet",
    "SessionsResult",
    "ShownDeal",
    "SimulationResult",
    "StrengthTable",
    "UsageError",
    "Variant",
    "VariantError",
    "__version__",
    "advise",
    "compare",
    "load_result",
    "merge",
    "policies",
    "policy",
    "read_provenance",
    "repeat",
    "replay",
    "rules",
    "sessions",
    "show_deal",
    "simulate",
    "strength",
    "variant",
    "variants",
]

_HOMES = {
    "ramsim.advise": ("Advice", "advise"),
    "ramsim.advise_ramsch": ("RamschAdvice",),
    "ramsim.catalogue": (
        "RuleSheet",
        "rules",
        "variant",
        "variants",
    ),
    "ramsim.compare": (
        "Comparison",
        "compare",
    ),
    "ramsim.deals": (
        "ShownDeal",
        "show_deal",
    ),
    "ramsim.errors": (
        "CardError",
        "DataError",
        "PolicyError",
        "RamsimError",
        "RecordError",
        "UsageError",
        "VariantError",
    ),
    "ramsim.output": (
        "load_result",
        "read_provenance",
    ),
    "ramsim.policies.registry": (
        "PolicyInfo",
        "policies",
        "policy",
    ),
    "ramsim.repeat": (
        "merge",
        "repeat",
    ),
    "ramsim.replay": (
        "ReplayLine",
        "replay",
    ),
    "ramsim.result": (
        "Result",
        "SimulationResult",
    ),
    "ramsim.sessions": (
        "SessionsResult",
        "sessions",
    ),
    "ramsim.simulate": ("simulate",),
    "ramsim.strength": ("StrengthTable", "strength"),
    "ramsim.variants.schema": (
        "RamsRules",
        "RamschRules",
        "Variant",
    ),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


class _LazyPackage(ModuleType):
    """The package's module: reads public names late, and keeps them from being covered by modules of the same name."""

    def __getattr__(self, name: str) -> Any:
        if name == "__version__":
            value = import_module("ramsim.version").version()
        elif name in _HOME_OF:
            value = getattr(import_module(_HOME_OF[name]), name)
        else:
            raise AttributeError(f"module 'ramsim' has no attribute {name!r}")
        self.__dict__[name] = value
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        # Importing the module ramsim.simulate ends with laying it here under "simulate": the function keeps the name.
        if not (name in _HOME_OF and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*self.__dict__, *__all__})


sys.modules[__name__].__class__ = _LazyPackage
