"""``ramsim rules``: the rule sheet of a variant in words."""

from __future__ import annotations

import json

import click

from ramsim.cli.options import format_option, read_changes, set_option, variant_argument


@click.command("rules", short_help="The rule sheet of a variant in words.")
@variant_argument
@set_option
@format_option
def command(variant: str, assignments: tuple[str, ...], layout: str) -> None:
    """Print the rule sheet of VARIANT: every field with its value, its meaning and who says so.

    A field is as its source says, our reading where the source is silent, or changed by your own file or --set. The
    points of play that no field names follow. The field names are what --set and a TOML file use.
    """
    from ramsim.catalogue import rules
    from ramsim.cli.lists import Listing
    from ramsim.variants.loader import load_variant

    sheet = rules(load_variant(variant, read_changes(assignments)))
    if layout == "json":
        click.echo(json.dumps(sheet.as_json(), ensure_ascii=False, indent=1))
    elif layout == "csv":
        listing = Listing(("section", "field", "value", "meaning", "says", "note"))
        for line in sheet.lines:
            listing.add(line.section, line.field, line.value, line.meaning, line.says, line.note)
        listing.show("csv")
    else:
        click.echo(sheet.text())
