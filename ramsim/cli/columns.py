"""What the columns of each command's table mean: told by ``--help`` and in the README's command reference."""

from __future__ import annotations

from collections.abc import Mapping

import click

Meanings = Mapping[str, str]

ERRORS = {
    "..._se, ..._lo, ..._hi": "of each estimate: its standard error and the ends of its 95 % interval (CSV, JSON)"
}
_HANDS = {
    "hand, upcard": "the cards, in a list or the complete table",
    "class, multiplicity": "complete table: number of the class of hands that differ in suits only, and its size",
    "trumps": "cards of the trump suit held",
    "best_trump": "the highest of them, - without any",
    "side_aces": "aces of the other suits",
    "side_length": "cards of the longest side suit",
    "jokers": "in packs where a joker is passed over as upcard: jokers held",
    "classes": "summary: classes of hands in the group",
    "chance": "share of this hand or group among all; share in the printed table",
}
_RAMS_STRENGTH = {
    "seat, before": "who decides, and how many players are in before it; 1/0 in the printed table: seat 1, nobody yet",
    "reach": "share of the deals of this hand in which so many are in before the seat",
    "deals": "deals played; 0 where the deal ends unplayed, whose numbers are exact",
    "win_rate, bete_rate": "chance to take chips from the pot, and to take no trick, when in",
    "mean_tricks, chips_in": "tricks, and net change of the seat's chips (ante included), when in",
    "chips_out": "net change of its chips when out; empty where going out is not open",
    "value": "value of staying: chips_in - chips_out on the same deals; what the printed table shows",
    "..._se": "standard error of each; a 95 % interval is 1.96 of them either way",
}
_RAMSCH_STRENGTH = {
    "moment": "round: before the skat's round; play: when play begins",
    "jacks, aces, sevens": "so many of them in the hand",
    "bare_tens": "tens with no other card of their suit",
    "share": "share of this group among all hands",
    "seat": "0 forehand, 1 middlehand, 2 rearhand",
    "deals": "deals played",
    "take_..., push_...": "before the round: when the seat takes the skat and passes on its two dearest cards, and "
    "when it pushes the skat",
    "play_...": "when play begins; in a list with the skat's round left out",
    "..._lose_rate": "chance to be charged with the most points",
    "..._trickless_rate": "chance to be the Jungfrau, the only one without a trick",
    "..._sweep_rate": "chance of a Durchmarsch, all ten tricks",
    "..._mean_score": "mean score, with the variant's sign",
    "push_value": "gain by pushing against taking, on the same deals; above 0 is better for the player",
    "..._se": "standard error of each; a 95 % interval is 1.96 of them either way",
}
_COLUMNS: dict[str, dict[str, Meanings]] = {
    "simulate": {
        "Columns, Rams family": {
            "seat": "0 = eldest, the dealer is the last; all: mean over the seats",
            "deals": "deals dealt, of which all rates and means are (CSV, JSON)",
            "in_rate": "was in, by its own word or because it had to",
            "win_rate": "took chips from the pot",
            "most_rate": "took the most tricks, alone or shared; a lone player who takes the pot unplayed counts",
            "sole_rate": "took the most tricks alone",
            "bete_rate": "was in, and took no trick in a deal that was played",
            "bete_rate_in": "the same, of the deals in which it was in and which were played",
            "mean_tricks": "tricks taken",
            "mean_chips": "net change of its chips: shares of the pot less ante and bete",
            **ERRORS,
        },
        "Columns, Ramsch family": {
            "seat": "0 = forehand; all: mean over the seats that play",
            "deals": "deals played as a Ramsch, of which all rates and means are (CSV, JSON)",
            "lose_rate": "was charged with the most points",
            "mean_points": "card points taken, the skat's included; 120 in a deal",
            "mean_score": "score with the variant's sign, all factors included",
            "trickless_rate": "was the Jungfrau, the only one without a trick",
            "sweep_rate": "took all ten tricks (Durchmarsch)",
            "push_rate": "pushed the skat on unseen; empty without a skat's round",
            "tie_rate": "row all: two or three players shared the most points",
            "jungfrau_rate": "row all: there was a Jungfrau",
            **ERRORS,
        },
    },
    "compare": {
        "Columns": {
            "quantity, seat": "a column of simulate and its row; also sd_chips and sd_score, the standard deviation of "
            "a deal, and mean_pot, the chips that lie in the pot for the next deal",
            "alternative": "what is compared, named by what differs",
            "deals": "deals counted (CSV, JSON)",
            "value": "the quantity under this alternative",
            "difference": "its value less the baseline's, on the same deals where paired says so",
            "p_holm": "p in the printed table: how often chance alone would show so large a difference where there is "
            "none, adjusted for all differences of the table",
            "paired": "baseline, paired (on the same deals) or unpaired (CSV, JSON)",
            "independent_deals": "deals that each of two independent runs would need for as small an error; "
            "without end (inf, null in JSON) where both differ by the same in every deal",
            **ERRORS,
        },
    },
    "sessions": {
        "Columns, both families": {
            "table, row, quantity": "CSV and JSON: players, length, pot, growth or path; its row; the names below",
            "value, se, lo, hi": "CSV and JSON: estimate, standard error, 95 % interval; unit: the session",
            "naive_se": "the error if all deals were independent, which they are not; naive ± printed",
            "units": "sessions behind the estimate",
            "best_rate": "share of sessions in which nobody did better than the player at the end",
            "mean_deals, deals_qxx": "deals of a session, and their quantiles: xx per cent of them have so many "
            "or fewer",
            "deals_rate": "share of sessions that ended because the deals were up",
        },
        "Columns, Rams family": {
            "mean_chips, mean_profit": "net change of the player's chips per deal, and per session",
            "sole_best_rate": "share of sessions in which nobody did as well",
            "profit_qxx": "quantiles of the profit of a session",
            "ruin_rate": "with --stack: share of sessions in which the player had no chips left after a deal; row any: "
            "at least one player",
            "mean_ruin_deals, ruin_deals_q50": "deals until then: mean and median of the sessions with a ruin",
            "mean_bought": "with --broke rebuy: stacks bought in a session",
            "target_rate, broke_rate": "share of sessions that ended at the target, or because a player was broke",
            "overflow_rate": "share of sessions that ended because the pot grew beyond all bounds",
            "mean_pot, pot_qxx, largest_pot": "the pot with its antes: over all deals, and in the deal of a number",
            "above_k_rate": "share of deals with a pot of more than k times the antes of one deal",
        },
        "Columns, Ramsch family": {
            "mean_score, mean_final": "score per deal, and at the end of a session, with the variant's sign",
            "worst_rate": "share of sessions in which nobody has more points against him at the end: a game lost",
            "sole_worst_rate": "the same, and nobody has as many",
            "final_qxx": "quantiles of the score at the end",
            "game_rate": "share of sessions that ended because a game was lost",
            "played_rate": "with trigger = passed_in: share of deals that were played and not bid for",
            "mean_worst, worst_qxx": "points against the player with most after so many deals",
            "mean_best, best_qxx": "points against the player with fewest after so many deals",
        },
    },
    "strength": {
        "Columns, Rams family": _HANDS | _RAMS_STRENGTH,
        "Columns, Ramsch family": {"hand": "the cards, in a list", **_RAMSCH_STRENGTH},
    },
}


def columns_of(command: str) -> dict[str, Meanings]:
    """Give what a command's columns mean, under one or more headings; empty for a command without a table."""
    return _COLUMNS.get(command, {})


def feature_note(shown: list[str]) -> str:
    """Say what the columns that name a hand in the table of ``strength`` mean."""
    known = _HANDS | _RAMSCH_STRENGTH | {"share": "of this hand or group among all"}
    told = [f"{name}: {known[name]}" for name in shown if name in known]
    return "; ".join(told) + "." if told else ""


class WithColumns(click.Command):
    """A command whose help ends with what the columns of its table mean."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the meanings of the columns, then what a command says in its epilog."""
        for heading, meanings in columns_of(str(self.name)).items():
            with formatter.section(heading):
                formatter.write_dl(list(meanings.items()))
        super().format_epilog(ctx, formatter)
