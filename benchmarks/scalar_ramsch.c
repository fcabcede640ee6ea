/* Schieberamsch, one deal at a time, in plain C: a yardstick for the lockstep kernels.
 *
 * The same game as `ramsim simulate schieberamsch --skat dearest --play random`: ten cards each and a skat of two; each
 * player takes the skat and passes on the two dearest cards of twelve that are no jacks; jacks are trumps, follow suit, any
 * card when void; every legal card equally likely; the last trick takes the skat. Outcomes are counted: card points by seat
 * and who stayed without a trick.
 *
 * Written as a C programmer would write it for speed: bit masks, a Fisher-Yates shuffle with one 32-bit random number a card
 * (multiply-shift), forced cards without a random number. Random numbers: Philox 4x32-10 keyed by seed and deal number, or,
 * with -DSEQUENTIAL, xoshiro256++ (Blackman and Vigna 2021), which is quicker but cannot address a deal by its number.
 *
 * Cards: bits 7 * suit + rank (7 8 9 Q K 10 A), jacks in bits 28 to 31.
 */
#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#define SEATS 3
#define HAND 10

typedef uint32_t cards;

static const cards JACKS = 0xf0000000u, ONES = 0x00204081u;
static const uint8_t POINTS[32] = {0, 0, 0, 3, 4, 10, 11, 0, 0, 0, 3, 4, 10, 11, 0, 0,
                                   0, 3, 4, 10, 11, 0, 0, 0, 3, 4, 10, 11, 2, 2, 2, 2};

#ifdef SEQUENTIAL
static uint64_t state[4];
static uint64_t held;
static int left;

static uint64_t rotate(uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }

static uint32_t next_word(void) {
    if (left) {
        left = 0;
        return (uint32_t)(held >> 32);
    }
    uint64_t moved = state[1] << 17;
    held = rotate(state[0] + state[3], 23) + state[0];
    left = 1;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= moved;
    state[3] = rotate(state[3], 45);
    return (uint32_t)held;
}

/* Seeded by splitmix64, as its authors advise. */
static void start(uint64_t seed) {
    for (int i = 0; i < 4; i++) {
        uint64_t z = (seed += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        state[i] = z ^ (z >> 31);
    }
}

static void start_deal(uint64_t deal) { (void)deal; }
#else
static uint64_t key, number;
static uint32_t words[4], block;
static int used;

static void start(uint64_t seed) { key = seed; }

static void start_deal(uint64_t deal) {
    number = deal;
    block = 0;
    used = 4;
}

static uint32_t next_word(void) {
    if (used == 4) {
        uint32_t c0 = (uint32_t)number, c1 = (uint32_t)(number >> 32), c2 = block++, c3 = 0;
        uint32_t k0 = (uint32_t)key, k1 = (uint32_t)(key >> 32);
        for (int round = 0; round < 10; round++) {
            uint64_t p0 = (uint64_t)0xd2511f53u * c0, p1 = (uint64_t)0xcd9e8d57u * c2;
            c0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0;
            c2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1;
            c1 = (uint32_t)p1;
            c3 = (uint32_t)p0;
            k0 += 0x9e3779b9u;
            k1 += 0xbb67ae85u;
        }
        words[0] = c0;
        words[1] = c1;
        words[2] = c2;
        words[3] = c3;
        used = 0;
    }
    return words[used++];
}
#endif

static int below(int count) { return (int)(((uint64_t)next_word() * count) >> 32); }

static cards nth_card(cards x, int n) {
#ifdef __BMI2__
    return _pdep_u32(1u << n, x);
#else
    while (n--)
        x &= x - 1;
    return x & -x;
#endif
}

static cards any_card(cards legal) {
    return legal & (legal - 1) ? nth_card(legal, below(__builtin_popcount(legal))) : legal;
}

/* The dearest of plain cards: the highest rank, of several the card of the highest suit. */
static cards dearest(cards plain) {
    cards ranks = plain | plain >> 14;
    ranks = (ranks | ranks >> 7) & 0x7f;
    cards top = 0x80000000u >> __builtin_clz(ranks);
    return 0x80000000u >> __builtin_clz(plain & (top * ONES));
}

static cards suit_of(cards card) {
    return card & JACKS ? JACKS : 0x7fu << (7 * (__builtin_ctz(card) / 7));
}

static int points_of(cards x) {
    int points = 0;
    for (; x; x &= x - 1)
        points += POINTS[__builtin_ctz(x)];
    return points;
}

static cards deal(cards *hands) {
    uint8_t pack[32];
    for (int i = 0; i < 32; i++)
        pack[i] = i;
    for (int seat = 0; seat < SEATS; seat++) {
        hands[seat] = 0;
        for (int i = HAND * seat; i < HAND * (seat + 1); i++) {
            int j = i + below(32 - i);
            uint8_t card = pack[j];
            pack[j] = pack[i];
            hands[seat] |= (cards)1 << card;
        }
    }
    return ~(hands[0] | hands[1] | hands[2]);
}

/* Plays one deal; gives its outcome: points of seats 0 and 1 in seven bits each, a bit for each seat without a trick. */
static uint32_t play(cards *hands, cards skat) {
    int points[SEATS] = {0}, tricks[SEATS] = {0}, leader = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        cards twelve = hands[seat] | skat, first = dearest(twelve & ~JACKS);
        skat = first | dearest((twelve & ~JACKS) ^ first);
        hands[seat] = twelve ^ skat;
    }
    for (int trick = 0; trick < HAND; trick++) {
        cards led = 0, best = 0, table = 0;
        int winner = leader, seat = leader;
        for (int row = 0; row < SEATS; row++) {
            cards hand = hands[seat], follow = hand & led, card = any_card(follow ? follow : hand);
            hands[seat] = hand ^ card;
            table |= card;
            if (!row) {
                led = suit_of(card);
                best = card;
            } else if ((card & (led | JACKS)) > best) {
                best = card;
                winner = seat;
            }
            seat = seat == SEATS - 1 ? 0 : seat + 1;
        }
        points[winner] += points_of(table);
        tricks[winner]++;
        leader = winner;
    }
    points[leader] += points_of(skat);
    int trickless = (!tricks[0]) | (!tricks[1]) << 1 | (!tricks[2]) << 2;
    return points[0] | points[1] << 7 | trickless << 14;
}

/* Counts the outcomes of deals 0 to deals - 1 of a seed into counts[131072]. */
void count_deals(uint64_t seed, int64_t deals, int64_t *counts) {
    start(seed);
    for (int64_t number = 0; number < deals; number++) {
        cards hands[SEATS];
        start_deal((uint64_t)number);
        cards skat = deal(hands);
        counts[play(hands, skat)]++;
    }
}
