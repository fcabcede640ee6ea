"""Numbers of things in words: ``1 deal``, ``2 deals``, ``1,000 deals``."""

from __future__ import annotations


def counted(number: int, noun: str, nouns: str = "") -> str:
    """Write how many there are of something.

    Parameters
    ----------
    number
        How many.
    noun, nouns
        The word for one, and the word for any other number; by default with an s.
    """
    return f"{number:,} {noun if number == 1 else nouns or f'{noun}s'}"
