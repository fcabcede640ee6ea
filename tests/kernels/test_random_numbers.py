"""Philox 4x32-10 against the known answers that its authors publish with the Random123 library."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from ramsim.kernels.philox import random_words

# Counter (four words), key (two words), result: the known-answer file of Random123 1.09, philox4x32 10 rounds.
KNOWN = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


@numba.njit
def fill(seed: Any, deal: Any, use: Any, block: Any, words: Any) -> None:
    random_words(seed, deal, use, block, words)


@pytest.mark.parametrize(("counter", "key", "result"), KNOWN)
def test_philox_gives_the_published_words(
    counter: tuple[int, ...], key: tuple[int, ...], result: tuple[int, ...]
) -> None:
    words = np.zeros((4, 1), dtype=np.uint32)
    deal = np.array([counter[0] | counter[1] << 32], dtype=np.uint64)
    fill(np.uint64(key[0] | key[1] << 32), deal, np.uint32(counter[3]), np.uint32(counter[2]), words)
    assert words[:, 0].tolist() == list(result)
