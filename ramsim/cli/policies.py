"""``ramsim policies``: the policies by kind, one line each."""

from __future__ import annotations

import click

from ramsim.cli.options import format_option


@click.command("policies", short_help="The policies by kind, one line each.")
@format_option
def command(layout: str) -> None:
    """List the policies: how players declare, play their cards, and deal with the skat."""
    from ramsim.catalogue import SOURCES
    from ramsim.cli.lists import Listing
    from ramsim.policies.registry import policies

    listing = Listing(("family", "kind", "name", "sentence"))
    for policy in policies():
        name = f"{policy.name}:{policy.parameter}" if policy.parameter else policy.name
        sentence = policy.sentence
        for mark, source in SOURCES.items():
            sentence = sentence.replace(mark, f"(after {source})")
        listing.add(policy.family, policy.kind, name, sentence)
    listing.show(layout)
