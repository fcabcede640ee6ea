"""What the referee says of one hand record that it found right, for both families."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

_JSON_KEYS = ("tricks", "points", "pushes", "scores", "chips", "pot", "winners")


@dataclass(frozen=True, slots=True)
class Account:
    """The referee's account of one deal.

    Attributes
    ----------
    variant
        Name of the variant that was played.
    tricks
        Tricks of each seat.
    winners
        The seat that won each trick, in the order of play; empty when nothing was played.
    chips
        Rams family: net change of each seat's chips in the deal.
    pot
        Rams family: chips in the pot afterwards, before the next antes.
    points
        Ramsch family: card points of each seat, the skat included.
    pushes
        Ramsch family: how often the skat was passed on unseen.
    scores
        Ramsch family: each seat's score, an ``int`` when whole, else exact to the quarter point.
    text
        The hand told trick by trick, one line an entry.
    """

    variant: str
    tricks: tuple[int, ...]
    winners: tuple[int, ...]
    chips: tuple[int, ...] | None = None
    pot: int | None = None
    points: tuple[int, ...] | None = None
    pushes: int | None = None
    scores: tuple[int | float, ...] | None = None
    text: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Give the answer as plain data: the fields of the family, without the text."""
        answer: dict[str, Any] = {}
        for key in _JSON_KEYS:
            value = getattr(self, key)
            if value is not None:
                answer[key] = list(value) if isinstance(value, tuple) else value
        return answer
