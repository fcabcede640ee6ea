"""What the counts of a plan depend on, as plain data: two runs with the same identity count the same."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import msgspec

from ramsim.engine.plan import Plan
from ramsim.policies.registry import Policy
from ramsim.variants.loader import rules_hash
from ramsim.version import version


def plan_identity(plan: Plan) -> dict[str, Any]:
    """Give the identity of a plan, JSON values; which deals are to be played is no part of it."""
    return {
        "ramsim": version(),
        "variant": plan.variant.name,
        "rules_hash": rules_hash(plan.variant),
        "rules": msgspec.to_builtins(plan.variant.rules),
        "players": plan.players,
        "policies": plan.policy_names,
        "policy contents": {
            kind: [policy_content(policy) for policy in policies] for kind, policies in plan.policies.items()
        },
        "seed": plan.seed,
        "carry": plan.carry,
    }


def source_hashes(plan: Plan) -> dict[str, str]:
    """Give for each policy that comes from a user's file sixteen hexadecimal digits that stand for the file's text."""
    users = {policy.text: user_source(policy) for policies in plan.policies.values() for policy in policies}
    return {
        text: hashlib.sha256(source.encode()).hexdigest()[:16] for text, source in users.items() if source is not None
    }


def policy_content(policy: Policy) -> str:
    """Give sixteen hexadecimal digits for a policy's numbers and, if it is a user's, for the text of its file."""
    digest = hashlib.sha256(policy.parameters.tobytes())
    source = user_source(policy)
    if source is not None:
        digest.update(source.encode())
    return digest.hexdigest()[:16]


def user_source(policy: Policy) -> str | None:
    """Give the source text of the file that a user's policy comes from; None for a built-in one."""
    name, _, _ = policy.text.partition(":")
    return Path(name).read_text("utf-8") if name.endswith(".py") else None
