/* Ramsli for four, one deal at a time, in plain C: a yardstick for the lockstep kernels.
 *
 * The same game as `ramsim simulate ramsli --declare guide --play rule`: 32 cards, five each, the next card makes trumps; in
 * or out, everyone out forces the dealer in, a lone player takes the pot unplayed; follow suit, else trump, a higher trump
 * whenever a trump must be played. Policies as in ramsim/policies/declare.py and ramsim/policies/play.py, outcomes counted.
 *
 * Written as a C programmer would write it for speed: hands are bit masks, the deal is a partial Fisher-Yates shuffle with
 * one 32-bit random number a card (multiply-shift: no chance is off by more than 2**-27), forced cards are played without
 * asking, players who are out are passed over. Random numbers: Philox 4x32-10 keyed by seed and deal number, or, with
 * -DSEQUENTIAL, xoshiro256++ (Blackman and Vigna 2021), which is quicker but cannot address a deal by its number.
 *
 * Cards: bit 8 * suit + rank (7 = 0 ... ace = 7); once the upcard is known, trumps lie in bits 24 to 31.
 */
#include <stdint.h>
#include <string.h>

#define PLAYERS 4
#define HAND 5
#define DRAWN (PLAYERS * HAND + 1)

typedef uint32_t cards;

static const cards TRUMPS = 0xff000000u, HIGH_TRUMPS = 0xe0000000u, SIDE_ACES = 0x00808080u, SIDE_KINGS = 0x00404040u;

#ifdef SEQUENTIAL
static uint64_t state[4];

static uint64_t rotate(uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }

static uint64_t next64(void) {
    uint64_t result = rotate(state[0] + state[3], 23) + state[0], moved = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= moved;
    state[3] = rotate(state[3], 45);
    return result;
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

static void random_words(uint64_t seed, uint64_t deal, uint32_t *words) {
    (void)seed, (void)deal;
    for (int i = 0; i < DRAWN + 1; i += 2) {
        uint64_t both = next64();
        words[i] = (uint32_t)both;
        words[i + 1] = (uint32_t)(both >> 32);
    }
}
#else
static void start(uint64_t seed) { (void)seed; }

static void random_words(uint64_t seed, uint64_t deal, uint32_t *words) {
    for (int block = 0; 4 * block < DRAWN; block++) {
        uint32_t c0 = (uint32_t)deal, c1 = (uint32_t)(deal >> 32), c2 = block, c3 = 0;
        uint32_t k0 = (uint32_t)seed, k1 = (uint32_t)(seed >> 32);
        for (int round = 0; round < 10; round++) {
            uint64_t p0 = (uint64_t)0xd2511f53u * c0, p1 = (uint64_t)0xcd9e8d57u * c2;
            c0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0;
            c2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1;
            c1 = (uint32_t)p1;
            c3 = (uint32_t)p0;
            k0 += 0x9e3779b9u;
            k1 += 0xbb67ae85u;
        }
        words[4 * block] = c0;
        words[4 * block + 1] = c1;
        words[4 * block + 2] = c2;
        words[4 * block + 3] = c3;
    }
}
#endif

static cards lowest_bit(cards x) { return x & -x; }
static cards highest_bit(cards x) { return x ? 0x80000000u >> __builtin_clz(x) : 0; }
static cards above(cards card) { return ~(card | (card - 1)); }

/* Every card that some card of x beats or equals in its suit. */
static cards fill_down(cards x) {
    x |= (x >> 1) & 0x7f7f7f7fu;
    x |= (x >> 2) & 0x3f3f3f3fu;
    return x | ((x >> 4) & 0x0f0f0f0fu);
}

/* The ranks that occur in x, as bits 0 to 7. */
static cards ranks_of(cards x) {
    x |= x >> 16;
    return (x | x >> 8) & 0xff;
}

static cards plain_first(cards x) { return x & ~TRUMPS ? x & ~TRUMPS : x; }

/* The lowest or highest card by rank, of several the one of the lowest or highest suit. */
static cards lowest_card(cards x) { return lowest_bit(x & (lowest_bit(ranks_of(x)) * 0x01010101u)); }
static cards highest_card(cards x) { return highest_bit(x & (highest_bit(ranks_of(x)) * 0x01010101u)); }

static int stays(cards hand) {
    int length = __builtin_popcount(hand & TRUMPS);
    return (hand & (SIDE_ACES | HIGH_TRUMPS)) || length >= 3 || (length >= 2 && (hand & SIDE_KINGS));
}

static cards legal_cards(cards hand, cards led, cards best) {
    cards follow = hand & led, trumps = hand & TRUMPS, over;
    if (follow) {
        over = led == TRUMPS ? follow & above(best) : 0;
        return over ? over : follow;
    }
    if (trumps) {
        over = trumps & above(best);
        return over ? over : trumps;
    }
    return hand;
}

static cards rule_leads(cards hand, cards unseen, int none_yet, int behind) {
    cards masters = hand & ~fill_down(unseen), plain_masters = masters & ~TRUMPS, trump_masters = masters & TRUMPS;
    int length = __builtin_popcount(hand & TRUMPS);
    if (trump_masters && (length >= 3 || (length == 2 && plain_masters)))
        return highest_bit(trump_masters);
    if (plain_masters)
        return highest_bit(plain_masters);
    if (trump_masters && none_yet)
        return highest_bit(trump_masters);
    return none_yet || behind <= 2 ? highest_card(plain_first(hand)) : lowest_card(plain_first(hand));
}

static cards rule_follows(cards legal, cards led, cards best, cards unseen, int none_yet, int behind) {
    cards masters = legal & ~fill_down(unseen), beating = legal & above(best) & (led | TRUMPS), safe = beating & masters;
    if (beating) {
        if (!behind || (led != TRUMPS && beating & TRUMPS))
            return lowest_bit(beating);
        if (safe)
            return lowest_bit(safe);
        return none_yet ? highest_bit(beating) : lowest_bit(beating);
    }
    return lowest_card(plain_first(legal & ~masters ? legal & ~masters : legal));
}

static cards suit_of(cards card) {
    return 0xffu << (8 * ((31 - __builtin_clz(card)) >> 3));
}

/* Deals one deal: five cards for each seat, trumps moved to the top lane; gives the upcard. */
static cards deal(const uint32_t *words, cards *hands) {
    uint8_t pack[32];
    for (int i = 0; i < 32; i++)
        pack[i] = i;
    cards dealt[PLAYERS + 1] = {0};
    for (int i = 0; i < DRAWN; i++) {
        int j = i + (int)(((uint64_t)words[i] * (32 - i)) >> 32);
        uint8_t card = pack[j];
        pack[j] = pack[i];
        dealt[i / HAND] |= (cards)1 << card;
    }
    int shift = 8 * (__builtin_ctz(dealt[PLAYERS]) >> 3);
    for (int i = 0; i <= PLAYERS; i++) {
        cards swapped = ((dealt[i] >> shift) ^ (dealt[i] >> 24)) & 0xff;
        dealt[i] ^= swapped << 24 | swapped << shift;
    }
    memcpy(hands, dealt, PLAYERS * sizeof *hands);
    return dealt[PLAYERS];
}

/* Plays one deal; gives its outcome: four bits a seat, 1 when it is in, and twice its tricks. */
static uint32_t play(cards *hands, cards upcard) {
    int seats[PLAYERS], count = 0, tricks[PLAYERS] = {0};
    uint32_t key = 0;
    for (int seat = 0; seat < PLAYERS; seat++)
        if (stays(hands[seat]) || (seat == PLAYERS - 1 && !count)) {
            seats[count++] = seat;
            key |= 1u << (4 * seat);
        }
    if (count < 2)
        return key;
    cards seen = upcard;
    int leader = 0;
    for (int trick = 0; trick < HAND; trick++) {
        cards led = 0, best = 0;
        int winner = leader;
        for (int row = 0; row < count; row++) {
            int turn = leader + row < count ? leader + row : leader + row - count;
            int seat = seats[turn];
            cards hand = hands[seat], card = row ? legal_cards(hand, led, best) : hand;
            if (card & (card - 1)) {
                cards unseen = ~(hand | seen);
                card = row ? rule_follows(card, led, best, unseen, !tricks[seat], count - 1 - row)
                           : rule_leads(card, unseen, !tricks[seat], count - 1);
            }
            hands[seat] = hand ^ card;
            seen |= card;
            if (!row) {
                led = suit_of(card);
                best = card;
            } else if ((card & (led | TRUMPS)) > best) {
                best = card;
                winner = turn;
            }
        }
        tricks[seats[winner]]++;
        leader = winner;
    }
    for (int seat = 0; seat < PLAYERS; seat++)
        key |= (uint32_t)tricks[seat] << (4 * seat + 1);
    return key;
}

/* Counts the outcomes of deals 0 to deals - 1 of a seed into counts[65536]. */
void count_deals(uint64_t seed, int64_t deals, int64_t *counts) {
    start(seed);
    for (int64_t number = 0; number < deals; number++) {
        uint32_t words[DRAWN + 3];
        cards hands[PLAYERS];
        random_words(seed, (uint64_t)number, words);
        cards upcard = deal(words, hands);
        counts[play(hands, upcard)]++;
    }
}
