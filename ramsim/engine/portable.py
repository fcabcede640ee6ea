"""A plan as plain data for another process: rules, policies by name or with their source, seed; no closures."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import platformdirs

from ramsim.engine.identity import user_source
from ramsim.engine.plan import Plan
from ramsim.engine.session_plan import SessionPlan
from ramsim.errors import DataError, PolicyError, RamsimError
from ramsim.policies import registry
from ramsim.policies.registry import Policy
from ramsim.tablefiles import replacing
from ramsim.variants import Variant
from ramsim.version import version

_TERMS = ("deals", "target", "stack", "broke", "schedule")


def pack(content: Mapping[str, Any]) -> bytes:
    """Write JSON values, with the version that wrote them."""
    return json.dumps({"ramsim": version(), **content}, sort_keys=True).encode()


def unpack(content: bytes) -> dict[str, Any]:
    """Read what `pack` wrote, in another process.

    Raises
    ------
    DataError
        When it was written by another version of ramsim.
    """
    parts: dict[str, Any] = json.loads(content)
    if parts["ramsim"] != version():
        raise DataError(
            f"the plan comes from ramsim {parts['ramsim']}, a worker has ramsim {version()}: install the same"
        )
    return parts


def plan_parts(plan: Plan) -> dict[str, Any]:
    """Give a plan as JSON values; the range of deals is no part of it.

    Raises
    ------
    PolicyError
        For a policy that is of no file.
    """
    return {
        "variant": msgspec.to_builtins(plan.variant),
        "players": plan.players,
        "seed": plan.seed,
        "carry": plan.carry,
        "policies": {kind: [_packed(policy) for policy in policies] for kind, policies in plan.policies.items()},
    }


def plan_of(parts: Mapping[str, Any]) -> Plan:
    """Make the plan of what `plan_parts` gave.

    Raises
    ------
    PolicyError
        When a user's policy cannot be read here.
    """
    variant = variant_of(parts["variant"])
    policies: dict[registry.Kind, tuple[Policy, ...]] = {}
    for kind, packed in parts["policies"].items():
        # Seats with the same policy share one object: the kernels are handed each only once.
        made = {json.dumps(each): _unpacked(variant.family, kind, each) for each in packed}
        policies[kind] = tuple(made[json.dumps(each)] for each in packed)
    return Plan(variant, parts["players"], policies, parts["seed"], 0, 1, parts["carry"])


def variant_of(parts: Mapping[str, Any]) -> Variant:
    """Make the variant of what ``msgspec.to_builtins`` gave."""
    return msgspec.convert(parts, Variant)


def session_parts(plan: SessionPlan) -> dict[str, Any]:
    """Give a plan of sessions as JSON values; the range of sessions is no part of it."""
    return {"table": plan_parts(plan.table)} | {name: getattr(plan, name) for name in _TERMS}


def session_plan_of(parts: Mapping[str, Any]) -> SessionPlan:
    """Make the plan of sessions of what `session_parts` gave."""
    terms = {name: parts[name] for name in _TERMS}
    if terms["schedule"] is not None:
        terms["schedule"] = tuple(terms["schedule"])
    return SessionPlan(plan_of(parts["table"]), first=0, sessions=1, **terms)


def _packed(policy: Policy) -> dict[str, Any]:
    source = user_source(policy)
    if source is None and not registry.is_built_in(policy):
        raise PolicyError(f"{policy.kind} policy {policy.text!r} is of no file and cannot be sent to other processes")
    return {
        "text": policy.text,
        "module": policy.function.__module__,
        "function": policy.function.__name__,
        "parameters": policy.parameters.tolist(),
        "chance": policy.chance,
        "source": source,
    }


def _unpacked(family: str, kind: registry.Kind, packed: dict[str, Any]) -> Policy:
    if packed["source"] is None:
        function = getattr(importlib.import_module(packed["module"]), packed["function"])
    else:
        path, _, name = packed["text"].partition(":")
        copy = _laid_down(packed["source"], Path(path).name)
        function = registry.resolve(family, kind, f"{copy}:{name}").function
    return Policy(kind, packed["text"], function, np.array(packed["parameters"], dtype=np.float64), packed["chance"])


def _laid_down(source: str, name: str) -> Path:
    """Write a user's policy to a file here, under the hash of its text so that an older one is never taken for it."""
    digest = hashlib.sha256(source.encode()).hexdigest()[:16]
    root = os.environ.get("RAMSIM_CACHE_DIR") or platformdirs.user_cache_dir("ramsim")
    folder = Path(root) / "policies" / digest
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with replacing(folder / name) as stream:
            stream.write(source.encode())
    except (OSError, RamsimError):
        folder = Path(tempfile.mkdtemp(prefix="ramsim-policy-"))
        (folder / name).write_text(source, "utf-8")
    return folder / name
