"""Going on until chosen half-widths are reached: two rules that keep the 95 % of their intervals.

``sequence`` (the default)
    Looks again and again, and stops when the half-width of a *confidence sequence* is small enough. A sequence covers
    the true value at all looks at once, so it may be stopped when it pleases: the asymptotic confidence sequence of
    I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy and A. Ramdas, Annals of Statistics 52 (2024), in
    `ramsim.stats.ConfidenceSequence`. It is wider than the ordinary interval, by about a half where it is tightest.
``pilot``
    A first batch plans once how many units are needed in all, and exactly so many are counted: the two-stage sample of
    C. Stein, Annals of Mathematical Statistics 16 (1945). The ordinary interval holds, and about 2.4 times fewer units
    are needed; but the half-width reached may come out a little above or below the one chosen.

Both serve anything that counts independent units, deals or sessions: see `run_until_precise`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

import pandas as pd

from ramsim.cells import cells, decimals_for
from ramsim.counted import counted
from ramsim.errors import UsageError
from ramsim.given import as_real, plainly, shown, text_of
from ramsim.stats import ConfidenceSequence, Estimate, at_level
from ramsim.stats.estimate import LEVEL, Method, t_quantile
from ramsim.variants.loader import nearest

Rule = Literal["sequence", "pilot"]
RULES: tuple[str, ...] = get_args(Rule)
FIRST_LOOK = 10_000
PILOT = 100_000
# For planning the sequence's best place before anything is seen: largest variance of a share, a guess for a mean.
_VARIANCE_OF_SHARE, _VARIANCE_OF_MEAN = 0.25, 4.0

GoalKey = tuple[str, str]
"""Column and row (a seat or ``all``)."""
Look = Callable[[], Mapping[GoalKey, Estimate]]


@dataclass(frozen=True)
class Goal:
    """A half-width to be reached by a column, in one row (``"2"``, ``"all"``) or, with ``""``, in every row."""

    name: str
    row: str
    half_width: float

    @property
    def text(self) -> str:
        """As it is typed."""
        return f"{self.name}{':' * bool(self.row)}{self.row}={self.half_width:g}"


@dataclass(frozen=True)
class Reached:
    """How far a run came.

    Attributes
    ----------
    rule
        ``sequence`` or ``pilot``.
    reason
        ``reached``, or what ended the run before: ``most`` (as many units as were allowed), ``stopped`` (time was up,
        or the user ended it).
    units, looks
        Units counted, and how often the intervals were looked at.
    goals
        For each goal its text, the row that was last to reach it, that row's value and the half-width and bounds that
        the rule vouches for.
    """

    rule: str
    reason: str
    units: int
    looks: int
    goals: tuple[dict[str, Any], ...]

    @property
    def met(self) -> bool:
        """Whether every goal was reached."""
        return self.reason == "reached"

    def as_json(self) -> dict[str, Any]:
        """Give JSON values; an infinite half-width becomes None."""
        content = asdict(self)
        content["goals"] = [
            {
                key: None if isinstance(value, float) and not math.isfinite(value) else value
                for key, value in goal.items()
            }
            for goal in self.goals
        ]
        return content


def read_goals(wanted: Mapping[str, float] | Iterable[str] | None, columns: Iterable[str]) -> tuple[Goal, ...]:
    """Read the goals of a call.

    Parameters
    ----------
    wanted
        ``{"win_rate": 0.0005, "mean_chips:all": 0.01}`` or texts ``NAME=HALF_WIDTH``, ``NAME:ROW=HALF_WIDTH``.
    columns
        Names of the columns that have intervals.

    Raises
    ------
    UsageError
        For an unknown column, or a half-width that is no number above 0.
    """
    if isinstance(wanted, str):
        wanted = [wanted]
    given: Any = wanted if wanted is not None else ()
    # A generator is read once only.
    names: list[Any] = list(given) if isinstance(given, Iterable) else [None]
    if not all(isinstance(each, str) for each in names):
        raise UsageError(f"precision = {shown(wanted)}: must name columns, for example {{'win_rate': 0.0005}}")
    pairs = wanted.items() if isinstance(wanted, Mapping) else [_parted(text) for text in names]
    known = tuple(columns)
    goals = []
    for words, value in pairs:
        name, _, row = words.strip().partition(":")
        if name not in known:
            raise UsageError(f"precision: unknown column {name!r}{nearest(name, known)}")
        try:
            half = float(value)
        except (TypeError, ValueError, OverflowError):
            half = math.nan
        if not 0 < half < math.inf:
            typed = f"{words}={plainly(value)}"
            raise UsageError(f"precision: {typed}: the half-width must be a number above 0, for example {name}=0.001")
        goals.append(Goal(name, row.strip(), half))
    return tuple(goals)


def check_precision_rule(rule: str, *, given: bool) -> None:
    """Refuse an unknown rule, and one without a precision that it could serve.

    Raises
    ------
    UsageError
        With the rule and what would be right.
    """
    if text_of("precision rule", rule, " or ".join(RULES)) not in RULES:
        raise UsageError(f"precision rule {rule!r}: must be {' or '.join(RULES)}")
    if not given and rule != RULES[0]:
        raise UsageError(f"precision rule {rule!r}: goes with precision, for example win_rate=0.0005")


def read_seconds(text: str | float) -> float:
    """Read a time: seconds, or ``90s``, ``10m``, ``1h30m``.

    Raises
    ------
    UsageError
        When it is none, or not above 0.
    """
    units = {"h": 3600.0, "m": 60.0, "s": 1.0}
    words = text.strip().lower() if isinstance(text, str) else ""
    parts = re.findall(r"(\d+(?:\.\d+)?)([hms])", words, re.ASCII)
    if parts and "".join(f"{number}{unit}" for number, unit in parts) == words:
        seconds = math.fsum(float(number) * units[unit] for number, unit in parts)
    else:
        try:
            number = as_real(text) if not words else float(words)
        except ValueError:
            number = None
        seconds = math.nan if number is None else number
    if not 0 < seconds < math.inf:
        raise UsageError(f"max_time = {plainly(text)}: must be a time above 0, for example 90s, 10m or 1h30m")
    return seconds


def frame_look(frame: pd.DataFrame, name: str, without: Container[GoalKey] = ()) -> dict[GoalKey, Estimate]:
    """Give a column of a table of estimates, an estimate a row; ``deals`` are the units.

    The column's name tells its kind: ``mean_...`` has t intervals, any other is a share. Cells ``without`` meaning,
    which never hold anything, are left out.
    """
    method: Method = "t" if name.startswith("mean_") else "wilson"
    rows = zip(
        *(frame[part] for part in ("seat", "deals", name, f"{name}_se", f"{name}_lo", f"{name}_hi")), strict=True
    )
    return {
        (name, str(seat)): Estimate(float(value), float(se), float(lo), float(hi), int(units), float(units) - 1, method)
        for seat, units, value, se, lo, hi in rows
        if (name, str(seat)) not in without
    }


def run_until_precise(
    goals: tuple[Goal, ...],
    rule: str,
    advance: Callable[[int], int],
    look: Look,
    *,
    most: int,
    stopped: Callable[[], bool],
    level: float = LEVEL,
    begun: int = 0,
    first_look: Look | None = None,
) -> Reached:
    """Count units until every goal is reached.

    Parameters
    ----------
    goals
        At least one.
    rule
        ``sequence`` or ``pilot``.
    advance
        Called with the number of units that are to be counted in all; gives how many are.
    look
        Gives the estimates of the goals' columns from all units counted.
    most
        Most units to count.
    stopped
        Tells whether the run was asked to end.
    level
        Confidence level of each goal's interval.
    begun
        Units that an earlier process has counted already; it does not show in the end.
    first_look
        In place of the first ``look``: the estimates of the first `PILOT` units alone, when more are counted already.

    Raises
    ------
    UsageError
        For an unknown rule, or a goal that names a row which is not there.
    """
    check_precision_rule(rule, given=True)
    plan = _Pilot(level) if rule == "pilot" else _Sequence(goals, level)
    total = min(plan.first_total(begun), most)
    while True:
        units = advance(total)
        seen = first_look() if first_look is not None and plan.looks == 0 else look()
        plan.looks += 1
        found = [_worst(goal, seen, plan.half_width) for goal in goals]
        far = max(half / goal.half_width for goal, (_, _, half) in zip(goals, found, strict=True))
        met = far <= 1
        following = plan.next_total(units, far)
        if stopped() or total >= most or following is None or (met and rule == "sequence"):
            break
        total = min(following, most)
    done = met or (rule == "pilot" and following is None and units >= total)
    reason = "reached" if done else "stopped" if stopped() else "most"
    return Reached(rule, reason, units, plan.looks, tuple(_told(*pair) for pair in zip(goals, found, strict=True)))


_Found = tuple[str, Estimate, float]


class _Sequence:
    """The rule ``sequence``.

    The place where its width is best is fixed before anything is seen, as it must be. The places of the looks are fixed
    too, each a fifth farther than the last, so that a run that was broken off comes to the same end.
    """

    def __init__(self, goals: tuple[Goal, ...], level: float) -> None:
        expected = max(_expected_units(goal, level) for goal in goals)
        self.looks = 0
        self._sequence = ConfidenceSequence(level, tightest_at=max(expected, FIRST_LOOK), first_look=FIRST_LOOK // 10)

    def half_width(self, estimate: Estimate) -> float:
        return self._sequence.half_width(estimate)

    def next_total(self, units: int, _far: float) -> int | None:
        """Give the place of the next look."""
        return _place_after(units)

    def first_total(self, begun: int) -> int:
        """Give the place of the first look; those that an earlier process has passed were no stops."""
        place = FIRST_LOOK
        while place < begun:
            place = _place_after(place)
            self.looks += 1
        return place


def _place_after(units: int) -> int:
    place = FIRST_LOOK
    while place <= units:
        place += math.ceil(place / 5)
    return place


class _Pilot:
    """The rule ``pilot``: one plan after the first batch, then the number planned and no more."""

    def __init__(self, level: float) -> None:
        self.looks = 0
        self._level = level
        self._planned = False

    def half_width(self, estimate: Estimate) -> float:
        drawn = at_level(estimate, self._level) if estimate.method == "t" else estimate
        return max(drawn.hi - drawn.value, drawn.value - drawn.lo, self._least(estimate))

    def first_total(self, _begun: int) -> int:
        return PILOT

    def next_total(self, units: int, far: float) -> int | None:
        """Plan once how many units are needed; ``far``: the widest half-width as a multiple of its goal."""
        if self._planned:
            return None
        self._planned = True
        units = min(units, PILOT)
        if math.isinf(far):
            few = counted(units, "unit holds", "units hold")
            raise UsageError(f"precision: {few} nothing to plan with; use the rule sequence instead")
        needed = math.ceil(units * min(far, 2.0**40) ** 2)
        return needed if needed > units else None

    def _least(self, estimate: Estimate) -> float:
        """An error that is not known, or an event not seen at all, is not taken for a certainty."""
        if math.isnan(estimate.se):
            return math.inf
        if estimate.method == "t" or estimate.units < 1:
            return 0.0
        rare = 2 / (estimate.units + 4)
        return t_quantile(self._level, math.inf) * math.sqrt(rare * (1 - rare) / estimate.units)


def _worst(goal: Goal, estimates: Mapping[GoalKey, Estimate], half_width: Callable[[Estimate], float]) -> _Found:
    """Give the row of a goal that is farthest from it, with its estimate and half-width."""
    rows = {row: estimate for (name, row), estimate in estimates.items() if name == goal.name}
    if not rows:
        raise UsageError(f"precision: {goal.text}: {goal.name} has no meaning under these rules")
    if goal.row and goal.row not in rows:
        raise UsageError(f"precision: {goal.text}: there is no row {goal.row!r}; the rows are {', '.join(rows)}")
    wanted = [goal.row] if goal.row else list(rows)
    halves = {row: half_width(rows[row]) for row in wanted}
    row = max(wanted, key=lambda each: halves[each])
    return row, rows[row], halves[row]


def _told(goal: Goal, found: _Found) -> dict[str, Any]:
    row, estimate, half = found
    return {
        "goal": goal.text,
        "row": row,
        "value": estimate.value,
        "half_width": half,
        "lo": estimate.value - half,
        "hi": estimate.value + half,
    }


def _expected_units(goal: Goal, level: float) -> int:
    mean = goal.name.startswith(("mean_", "sd_"))
    variance = _VARIANCE_OF_MEAN if mean else _VARIANCE_OF_SHARE
    # A sequence needs about 2.4 times the units of an ordinary interval.
    # As far as no run goes: a half-width near 0 would ask for more than a float holds.
    widths = min(t_quantile(level, math.inf) / goal.half_width, 2.0**40)
    return min(math.ceil(2.4 * variance * widths**2), 2**62)


def _parted(text: str) -> tuple[str, str]:
    name, equals, value = text.rpartition("=")
    if not equals:
        raise UsageError(f"precision: {text!r}: write NAME=HALF_WIDTH, for example win_rate=0.0005")
    return name, value


def reached_lines(reached: Mapping[str, Any], unit: str = "deal", row: str = "seat") -> tuple[str, ...]:
    """Say in words how a run to a chosen precision ended.

    Parameters
    ----------
    reached
        From `Reached.as_json`.
    unit
        What was counted: ``deal`` or ``session``.
    row
        What a row of the table is: ``seat`` or ``player``.
    """
    ends = {
        "reached": "every goal was reached",
        "most": "not reached within the number allowed",
        "stopped": "not reached when the run was stopped",
    }
    rules = {
        "sequence": "confidence sequence (valid at every look; Waudby-Smith et al. 2024)",
        "pilot": "number planned from a pilot (Stein 1945)",
    }
    if reached["rule"] == "pilot":
        ends["reached"] = "as many were played as the pilot planned for it"
    seen = f"{counted(reached['units'], unit)}, {counted(reached['looks'], 'look')}"
    lines = [f"Precision: {ends[reached['reason']]}; {seen}; {rules[reached['rule']]}."]
    lines += [_goal_in_words(goal, row) for goal in reached["goals"]]
    if reached["rule"] == "sequence":
        lines.append(
            "  After such a stop these half-widths hold; the table's own intervals are the ordinary, narrower ones."
        )
    return tuple(lines)


def _goal_in_words(goal: Mapping[str, Any], row: str) -> str:
    """Say how wide the interval of a goal is in the row where it is widest, to two figures of the half-width."""
    place = f"{row} {goal['row']}" if goal["row"].isdecimal() else f"row {goal['row']}"
    if goal["half_width"] is None or goal["value"] is None:
        return f"  {goal['goal']}: {place} has no half-width yet."
    value, error = goal["value"], goal["half_width"]
    (cell,) = cells([value], [error], decimals_for([error], 2))
    return f"  {goal['goal']}: widest at {place}, {cell}."
