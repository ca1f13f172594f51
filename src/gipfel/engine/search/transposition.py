"""The transposition table: what a search knows about positions it has already searched.

A slot is two adjacent integers: an entry, and its key xor the entry. If two threads write to a slot at the
same time, the key and the entry no longer match, and the slot counts as empty. A bucket is one slot, or two
adjacent ones (`paired`): then the first is for the deeper result, and the second for the latest other one.

    entry    bits  0–21   score + ZERO
             bits 22–29   depth
             bits 30–31   bound
             bits 32–45   index of the best decision
             bits 46–53   age: the number of the search
"""

from gipfel.kernel.evaluation import CERTAIN, FARTHEST_WIN
from gipfel.kernel.link import kernel
from gipfel.kernel.state import RESULT, SIDE, State

WORD = (1 << 62) - 1
"""Hashes stay below bit 62, so that no shift reaches the sign bit."""
SIDE_KEY = 0x2545F4914F6CDD1D
STEP, STIR, BLEND = 0x1F3D5B79A4C2E681, 0x27D4EB2F165667C5, 0x3C6EF372FE94F82B
"""Odd numbers without a pattern: one tells entries of the state apart, two mix bits."""

SCORE_BITS, DEPTH_BITS, BOUND_BITS, INDEX_BITS, AGE_BITS = 22, 8, 2, 14, 8
DEPTH_AT = SCORE_BITS
BOUND_AT = DEPTH_AT + DEPTH_BITS
INDEX_AT = BOUND_AT + BOUND_BITS
AGE_AT = INDEX_AT + INDEX_BITS
ZERO = 1 << (SCORE_BITS - 1)
"""Added to stored scores, so that they are never negative."""

GAME_AT = 40
"""Keys of different games differ from this bit on, so that entries of an earlier game never fit."""

AT_MOST, AT_LEAST, EXACT = 1, 2, 3
"""How a stored score relates to the true one."""


@kernel("int64(int64[::1])")
def hashed(state: State) -> int:
    """A hash of everything in a state but the number of turns."""
    # Each entry is mixed separately and the sum taken, so that no step waits for the one before.
    total = SIDE_KEY if state[SIDE] != 0 else 0
    for i in range(RESULT, len(state)):
        h = (state[i] ^ (STEP * i)) & WORD
        h = ((h ^ (h >> 31)) * STIR) & WORD
        total += ((h ^ (h >> 29)) * BLEND) & WORD
    total &= WORD
    return total ^ (total >> 32)


@kernel("int64(int64[::1], int64)")
def key_of(state: State, game: int) -> int:
    """The key of a position in the table."""
    return hashed(state) ^ ((game << GAME_AT) & WORD)


@kernel("int64(int64[::1], int64, int64)")
def bucket_of(table: State, key: int, paired: int) -> int:
    """The index of the first slot for a key; if `paired`, the slot after it is for the same keys."""
    return 2 * (key & (len(table) // 2 - 1 - paired))


@kernel("int64(int64[::1], int64, int64, int64)")
def slot_of(table: State, bucket: int, key: int, paired: int) -> int:
    """The index of the slot that may hold a key: the first one of its bucket, unless that holds another."""
    if fits(table, bucket, table[bucket], key) != 0:
        return bucket
    return bucket + 2 * paired


@kernel("int64(int64[::1], int64, int64, int64)")
def fits(table: State, slot: int, entry: int, key: int) -> int:
    """1 if the entry of a slot belongs to a key."""
    return int(entry != 0 and table[slot + 1] ^ entry == key)


@kernel("int64(int64, int64, int64, int64, int64)")
def entry_of(score: int, depth: int, bound: int, index: int, age: int) -> int:
    """A result of a search as one integer."""
    return (score + ZERO) | (depth << DEPTH_AT) | (bound << BOUND_AT) | (index << INDEX_AT) | (age << AGE_AT)


@kernel("void(int64[::1], int64, int64, int64)")
def store(table: State, key: int, entry: int, paired: int) -> None:
    """Store an entry in the slot for deep results, or else in the other one, if there is one.

    The first slot keeps a deeper result of the same search for another position. What leaves it goes to the
    second slot, which any result may replace.
    """
    slot = bucket_of(table, key, paired)
    old = table[slot]
    other = old != 0 and table[slot + 1] ^ old != key
    if other and age_of(old) == age_of(entry) and depth_of(old) > depth_of(entry):
        if paired == 0:
            return
        slot += 2
    elif other and paired != 0:
        table[slot + 2] = old
        table[slot + 3] = table[slot + 1]
    table[slot] = entry
    table[slot + 1] = key ^ entry


@kernel("int64(int64)")
def score_of(entry: int) -> int:
    """The score of an entry; wins are counted from the entry's own position."""
    return (entry & ((1 << SCORE_BITS) - 1)) - ZERO


@kernel("int64(int64)")
def depth_of(entry: int) -> int:
    """How deep the search behind an entry was."""
    return (entry >> DEPTH_AT) & ((1 << DEPTH_BITS) - 1)


@kernel("int64(int64)")
def bound_of(entry: int) -> int:
    """AT_MOST, AT_LEAST or EXACT."""
    return (entry >> BOUND_AT) & ((1 << BOUND_BITS) - 1)


@kernel("int64(int64)")
def index_of(entry: int) -> int:
    """Which of the position's decisions was best."""
    return (entry >> INDEX_AT) & ((1 << INDEX_BITS) - 1)


@kernel("int64(int64)")
def age_of(entry: int) -> int:
    """The number of the search that made an entry."""
    return entry >> AGE_AT


@kernel("int64(int64, int64)")
def shifted(score: int, plies: int) -> int:
    """A score; if it is a proven win or loss, its distance changed by a number of decisions."""
    if score >= CERTAIN - FARTHEST_WIN:
        return score + plies
    if score <= FARTHEST_WIN - CERTAIN:
        return score - plies
    return score
