"""``ramsim variants``: the presets, one line each."""

from __future__ import annotations

import click

from ramsim.cli.options import format_option


@click.command("variants", short_help="The presets, one line each.")
@format_option
def command(layout: str) -> None:
    """List the presets: name, family, players, pack, and one sentence."""
    from ramsim.catalogue import pack_in_words, variants
    from ramsim.cli.lists import Listing

    listing = Listing(("name", "family", "players", "pack", "sentence"))
    for variant in variants():
        low, high = variant.players
        players = f"{low}-{high}" if low < high else str(low)
        listing.add(variant.name, variant.family, players, pack_in_words(variant), variant.sentence)
    listing.show(layout)
