"""What the bete schemes of the sources cost and bring: 5, 10, the pot, the pot with a cap."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

import ramsim
from reports.parts import Size, as_markdown, save_bars, taken, write_csv, write_page

SCHEMES: tuple[Any, ...] = (0, 5, 10, "pot", "pot:20")


def make(folder: Path, size: Size) -> None:
    """Price the same deals of Ramsli under each scheme, from a fresh pot and from one of 20 chips."""
    rows = []
    for carry in (0, 20):
        played = ramsim.simulate("ramsli", players=4, hands=size.hands, carry=carry)
        tight = ramsim.simulate("ramsli", players=4, hands=size.hands, carry=carry, declare=["guide", "0=always"])
        for scheme in SCHEMES:
            result, loose = played.price(bete=scheme), tight.price(bete=scheme)
            line = result.frame[result.frame["seat"] == "all"].iloc[0]
            guide, always = result.frame.iloc[0], loose.frame.iloc[0]
            rows.append(
                {
                    "bete": str(scheme),
                    "pot_carried": carry,
                    **taken(line, "mean_chips"),
                    # What the pot gains is what the players lose, so its error is that of their sum.
                    "pot_grows_by": result.conservation.pot / result.hands,
                    "pot_grows_by_se": result.players * float(line["mean_chips_se"]),
                    **taken(guide, "mean_chips", "eldest_by_guide"),
                    **taken(always, "mean_chips", "eldest_always_in"),
                }
            )
    frame = pd.DataFrame(rows)
    write_csv(frame, folder / "schemes.csv")
    fresh = frame[frame["pot_carried"] == 0]
    save_bars(
        fresh,
        ("bete", "bete: chips, the pot,\nor the pot up to 20"),
        {"eldest_by_guide": "eldest declares by the guide", "eldest_always_in": "eldest is in with every hand"},
        folder / "schemes.png",
        "Ramsli, four players: what eldest gains or loses in a deal from a fresh pot",
        "mean change of eldest's chips in a deal",
    )
    none, five, pot = (fresh[fresh["bete"] == name].iloc[0] for name in ("0", "5", "pot"))
    grown = frame[frame["pot_carried"] == 20]
    bare, steady, deep = (grown[grown["bete"] == name].iloc[0] for name in ("0", "5", "pot"))
    write_page(
        folder,
        "The payout schemes of the sources: what a bete costs",
        size,
        f"{size.hands:,} deals of Ramsli with four players, declare `guide`, play `rule`, priced under each bete on "
        "the same deals: only the payments differ. `bete`: chips, the pot, or the pot and at most 20; `pot_carried`: "
        "chips that lie in the pot before the antes. `mean_chips` is the mean change of a player's chips in a deal; "
        "what the players lose goes to the next pot (`pot_grows_by`). `eldest_...`: eldest's chips, when he declares "
        "by the guide and when he is in with every hand. ± reaches to the end of the 95 % interval; the unit is "
        "the deal.",
        as_markdown(frame),
        "![Eldest's chips by scheme](schemes.png)",
        f"With a bete of 5 the pot grows by {five['pot_grows_by']:.2f} chips in a deal from a fresh pot, and by "
        f"{five['pot_grows_by'] - none['pot_grows_by']:.2f} more than without a bete. A bete of the pot is milder at a "
        f"fresh pot of 4 ({pot['pot_grows_by']:.2f}), and harsher as soon as the pot has grown: with 20 chips carried "
        f"over it puts {deep['pot_grows_by'] - bare['pot_grows_by']:.2f} chips a deal into the next pot, a bete of 5 "
        f"{steady['pot_grows_by'] - bare['pot_grows_by']:.2f}. To be in with every hand costs eldest "
        f"{five['eldest_by_guide'] - five['eldest_always_in']:.2f} chips a deal against following the guide when the "
        "bete is 5. How pots grow over a session is a question for `ramsim sessions`.",
    )
