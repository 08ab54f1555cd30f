/* What a position is worth, worked out apart from the engine and in another language.
 *
 * The rules are those of the rulebook in apart.py: what may be laid, in which order called cards
 * are owed, who ran away, which of them were due. Values by null windows (MTD(f), Plaat and others,
 * "Best-first fixed-depth minimax algorithms", 1996) over a table of positions between two tricks.
 *
 * Read from standard input, numbers apart by white space:
 *   seats cards trump suit called must_trump free_discard keeper leader laid guess
 *   for each card:  seat class strength points       (seat -1: gone before)
 *   for each seat:  side away around exempt          (exempt: bits of the called cards not owed)
 *   called:         cards in the order in which they are due
 *   state:          led_before gone, ran (bits of seats), for each seat the bits that were due
 *   laid:           the cards of the trick that lies, in order
 * A seat that holds no card has none to lay; all hold the same number but for the trick that lies.
 * Written to standard output: the points that the side still makes.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SEATS 7
#define MOST_CARDS 64
#define ENTRIES (1u << 22)

typedef uint64_t mask;

static int seats, cards, trump, suit, called, must_trump, free_discard, keeper;
static int holder[MOST_CARDS], klass[MOST_CARDS], strength[MOST_CARDS], points[MOST_CARDS];
static int side[MOST_SEATS], away[MOST_SEATS], around[MOST_SEATS], exempt[MOST_SEATS];
static int owed_card[8];
static mask hand_of[MOST_SEATS], of_class[MOST_CARDS];

struct state {
    mask left;                /* cards still held */
    int leader, laid;         /* who led the trick that lies, how many cards lie */
    int trick[MOST_SEATS];
    int led_before, gone;     /* whether the suit was led in a whole trick; its cards in those */
    int ran;                  /* bits of seats that ran away */
    int due[MOST_SEATS];      /* bits of called cards that were due */
};

struct entry {
    mask left;
    uint64_t more;
    int16_t low, high;
};
static struct entry *table;

static int first(mask set) { return __builtin_ctzll(set); }
static int count(mask set) { return __builtin_popcountll(set); }
static mask bit(int card) { return (mask)1 << card; }

static int mover(const struct state *s) { return (s->leader + s->laid) % seats; }

/* Bits of the called cards that a seat with this hand owes. */
static int owed(mask hand, int seat)
{
    int set = 0;
    for (int i = 0; i < called; i++)
        if (hand & bit(owed_card[i]) && !(exempt[seat] >> i & 1)) set |= 1 << i;
    return set;
}

static int in_order(const struct state *s, mask hand, int seat, int card)
{
    if (suit < 0) return 1;
    int led = klass[s->laid ? s->trick[0] : card];
    mask of_suit = hand & of_class[suit];
    if (seat == keeper && of_suit == bit(card) && count(hand) > 1)
        return s->led_before || led == suit;
    int set = owed(hand, seat);
    if (!set || klass[card] != suit || s->ran >> seat & 1) return 1;
    int next = owed_card[__builtin_ctz(set)];
    if (led == suit) {
        if (card == next) return 1;
        if (!s->laid) return !s->led_before && count(of_suit) >= away[seat];
        return count(of_suit) + s->gone >= around[seat];
    }
    for (int i = 0; i < called; i++)
        if (owed_card[i] == card && set >> i & 1)
            return free_discard || count(hand) <= __builtin_popcount((unsigned)set)
                   || (s->due[seat] >> i & 1);
    return 1;
}

static mask legal(const struct state *s, int seat)
{
    mask hand = s->left & hand_of[seat], may = hand;
    if (s->laid) {
        mask follows = hand & of_class[klass[s->trick[0]]];
        if (follows) may = follows;
        else if (must_trump && hand & of_class[trump]) may = hand & of_class[trump];
    }
    mask kept = 0;
    for (mask rest = may; rest; rest &= rest - 1)
        if (in_order(s, hand, seat, first(rest))) kept |= bit(first(rest));
    return kept;
}

static int beats(int card, int other)
{
    if (klass[card] == klass[other]) return strength[card] > strength[other];
    return klass[card] == trump;
}

static int winning(const struct state *s)
{
    int best = 0;
    for (int i = 1; i < s->laid; i++)
        if (beats(s->trick[i], s->trick[best])) best = i;
    return best;
}

/* Lay a card; of a whole trick the points that the side makes by it are returned. */
static int lay(struct state *s, int card)
{
    s->left &= ~bit(card);
    s->trick[s->laid++] = card;
    if (s->laid < seats) return 0;
    int best = winning(s), winner = (s->leader + best) % seats, sum = 0;
    if (suit >= 0) {
        int led = klass[s->trick[0]] == suit;
        for (int i = 0; led && i < seats; i++) {
            int seat = (s->leader + i) % seats;
            int set = owed((s->left & hand_of[seat]) | bit(s->trick[i]), seat);
            if (!set || owed_card[__builtin_ctz((unsigned)set)] == s->trick[i]) continue;
            s->due[seat] |= set;
            if (i == 0 && !s->led_before) s->ran |= 1 << seat;
        }
        s->led_before |= led;
        for (int i = 0; i < seats; i++) s->gone += klass[s->trick[i]] == suit;
    }
    for (int i = 0; i < seats; i++) sum += points[s->trick[i]];
    s->leader = winner;
    s->laid = 0;
    return side[winner] ? sum : 0;
}

static uint64_t rest_of(const struct state *s)
{
    uint64_t more = (uint64_t)s->leader * 2 + (uint64_t)s->led_before;
    more = more << 7 | (uint64_t)s->ran;
    for (int seat = 0; seat < seats; seat++) more = more << 3 | (uint64_t)(s->due[seat] & 7);
    return more;
}

/* Whether two cards of one hand do the same: nobody else has one between them, neither is called. */
static int alike(const struct state *s, mask others, int low, int high)
{
    if (klass[low] != klass[high] || points[low] != points[high]) return 0;
    for (int i = 0; i < called; i++)
        if (owed_card[i] == low || owed_card[i] == high) return 0;
    for (int i = 0; i < s->laid; i++) others |= bit(s->trick[i]);
    for (mask rest = others & of_class[klass[low]]; rest; rest &= rest - 1) {
        int between = strength[first(rest)];
        if (strength[low] < between && between < strength[high]) return 0;
    }
    return 1;
}

/* The cards worth trying, the likely best first. */
static int moves(const struct state *s, int seat, int *out)
{
    int n = 0, rank[MOST_CARDS];
    mask may = legal(s, seat), others = s->left & ~hand_of[seat];
    int best = s->laid ? s->trick[winning(s)] : 0;
    int ours = s->laid && side[(s->leader + winning(s)) % seats] == side[seat];
    for (mask set = may; set; set &= set - 1) {
        int card = first(set), same = 0;
        for (mask low = may; low && !same; low &= low - 1)
            same = strength[first(low)] < strength[card] && alike(s, others, first(low), card);
        if (same) continue;
        int good = s->laid ? beats(card, best) || ours : 1;
        int worth = !s->laid ? strength[card] : good ? 1000 + points[card] : -points[card];
        int place = n++;
        for (; place && rank[place - 1] < worth; place--) {
            rank[place] = rank[place - 1];
            out[place] = out[place - 1];
        }
        rank[place] = worth;
        out[place] = card;
    }
    return n;
}

/* Whether the side still makes `want` points or more. */
static int reaches(const struct state *s, int want)
{
    int seat = mover(s);
    mask held = s->left & hand_of[seat];
    if (!held) return want <= 0;
    struct entry *place = NULL;
    if (!s->laid) {
        int most = 0, least = 0;
        for (mask rest = s->left; rest; rest &= rest - 1) {
            int value = points[first(rest)];
            if (value > 0) most += value; else least += value;
        }
        if (want <= least) return 1;
        if (want > most) return 0;
        uint64_t more = rest_of(s);
        uint64_t hash = (s->left ^ (more * 0x9E3779B97F4A7C15u)) * 0xD6E8FEB86659FD93u;
        place = &table[(hash ^ hash >> 32) % ENTRIES];
        if (place->left != s->left || place->more != more) {
            place->left = s->left;
            place->more = more;
            place->low = (int16_t)least;
            place->high = (int16_t)most;
        }
        if (want <= place->low) return 1;
        if (want > place->high) return 0;
    }
    int order[MOST_CARDS], n = moves(s, seat, order), found = !side[seat];
    for (int i = 0; i < n; i++) {
        struct state next = *s;
        int won = lay(&next, order[i]);
        if (reaches(&next, want - won) == side[seat]) { found = side[seat]; break; }
    }
    if (place) {
        /* Another position may have taken the place meanwhile. */
        uint64_t more = rest_of(s);
        if (place->left == s->left && place->more == more) {
            if (found && want > place->low) place->low = (int16_t)want;
            if (!found && want - 1 < place->high) place->high = (int16_t)(want - 1);
        }
    }
    return found;
}

static int number(void)
{
    int value;
    if (scanf("%d", &value) != 1) {
        fprintf(stderr, "a number is missing\n");
        exit(2);
    }
    return value;
}

int main(void)
{
    struct state s;
    memset(&s, 0, sizeof s);
    seats = number(); cards = number(); trump = number(); suit = number(); called = number();
    must_trump = number(); free_discard = number(); keeper = number();
    s.leader = number();
    int lying = number(), guess = number();
    if (seats > MOST_SEATS || cards > MOST_CARDS || called > 3) {
        fprintf(stderr, "too many seats or cards\n");
        return 2;
    }
    for (int card = 0; card < cards; card++) {
        holder[card] = number(); klass[card] = number();
        strength[card] = number(); points[card] = number();
        of_class[klass[card]] |= bit(card);
        if (holder[card] >= 0) { hand_of[holder[card]] |= bit(card); s.left |= bit(card); }
    }
    for (int seat = 0; seat < seats; seat++) {
        side[seat] = number(); away[seat] = number();
        around[seat] = number(); exempt[seat] = number();
    }
    for (int i = 0; i < called; i++) owed_card[i] = number();
    s.led_before = number(); s.gone = number(); s.ran = number();
    for (int seat = 0; seat < seats; seat++) s.due[seat] = number();
    for (int i = 0; i < lying; i++) {
        s.trick[s.laid++] = number();
    }
    table = calloc(ENTRIES, sizeof *table);
    if (!table) return 3;
    int low = -999, high = 999;
    while (low < high) {
        int want = guess == low ? guess + 1 : guess;
        if (reaches(&s, want)) low = guess = want; else high = guess = want - 1;
    }
    printf("%d\n", low);
    return 0;
}
