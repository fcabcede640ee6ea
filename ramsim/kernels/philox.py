"""Counter-based random numbers: Philox 4x32-10, every word a pure function of (seed, deal number, use, block).

J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011, section 3.3.
Key: the seed's low and high 32 bits. Counter: the deal number's low and high 32 bits, the block of four words, the use.
"""

from __future__ import annotations

from typing import Any

from numpy import uint32, uint64

from ramsim.kernels.jit import helper

# What the words are for; each use has its own stream, so that a policy's random numbers never move the cards.
USE_DEAL, USE_DECLARE, USE_PLAY, USE_SKAT, USE_BID = range(5)

_MULTIPLIER_0 = 0xD2511F53
_MULTIPLIER_1 = 0xCD9E8D57
_WEYL_0 = 0x9E3779B9
_WEYL_1 = 0xBB67AE85


@helper
def random_words(seed: Any, deal: Any, use: Any, block: Any, words: Any) -> None:
    """Fill ``words`` (uint32[4, B]) with block ``block`` of each deal's stream ``use``.

    Parameters
    ----------
    seed
        uint64.
    deal
        uint64[B], the deal numbers.
    use, block
        Integers below 2**32.
    words
        uint32[4, B], overwritten.
    """
    word_0, word_1, word_2, word_3 = words[0], words[1], words[2], words[3]
    low_key = uint32(seed & uint64(0xFFFFFFFF))
    high_key = uint32(seed >> uint64(32))
    for b in range(deal.size):
        c0 = uint32(deal[b] & uint64(0xFFFFFFFF))
        c1 = uint32(deal[b] >> uint64(32))
        c2 = uint32(block)
        c3 = uint32(use)
        k0 = low_key
        k1 = high_key
        for _ in range(10):
            p0 = uint64(uint64(_MULTIPLIER_0) * uint64(c0))
            p1 = uint64(uint64(_MULTIPLIER_1) * uint64(c2))
            next_0 = uint32(uint32(uint32(p1 >> uint64(32)) ^ c1) ^ k0)
            next_2 = uint32(uint32(uint32(p0 >> uint64(32)) ^ c3) ^ k1)
            c1 = uint32(p1 & uint64(0xFFFFFFFF))
            c3 = uint32(p0 & uint64(0xFFFFFFFF))
            c0 = next_0
            c2 = next_2
            k0 = uint32(k0 + uint32(_WEYL_0))
            k1 = uint32(k1 + uint32(_WEYL_1))
        word_0[b] = c0
        word_1[b] = c1
        word_2[b] = c2
        word_3[b] = c3
