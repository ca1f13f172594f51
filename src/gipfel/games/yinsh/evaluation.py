"""How good a position of YINSH is: removed rings first, then what five in a row is made of.

A removed ring is worth the more the fewer markers are left. Own markers make rows, above all where four
of five adjacent spaces have one, or where only a ring is between them: it just has to move away.
Rings in the middle of the board, beside enemy markers to jump, make rows and break them.
"""

from pathlib import Path

from gipfel.board.bits import count as bits_in
from gipfel.games.yinsh.network import INPUTS
from gipfel.games.yinsh.rules import (
    BESIDE,
    CROSSINGS,
    GO,
    LINE_OF,
    LINES,
    MARKERS,
    MARKERS_OF,
    NO_LINE,
    NUMBER_OF_LINES,
    PHASE,
    POOL,
    POSITION,
    REMOVED,
    RINGS,
    RINGS_EACH,
    ROOM,
    ROW,
    SET,
    SPACES,
    TARGET,
    TURNED,
    between,
    fives,
    markers_on,
    rings_on,
)
from gipfel.kernel.evaluation import Evaluation
from gipfel.kernel.link import kernel
from gipfel.kernel.network import LearnedEvaluation
from gipfel.kernel.state import BLACK, SIDE, WHITE, State

FEATURES: dict[str, int] = {
    "rings removed": 1429,
    "rings removed, by eight markers used": 104,
    "one ring from victory": 613,
    "markers": 0,
    "markers, by eight in the pool": 27,
    "four of five": 108,
    "three of five and a ring": 150,
    "rows a ring leaves behind": 568,
    "rows a jump makes": 328,
    "markers to turn": 101,
    "lines of the rings": 16,
    "to move": 209,
}


@kernel("void(int64[::1], int64[::1])")
def measure(state: State, values: State) -> None:
    """White's rings, rows in the making and jumps, less Black's."""
    # In this order, what is written in one step is not read at once, which would take longer.
    values[10] = write_ways(state, values, WHITE) - write_ways(state, values, BLACK)
    measure_removed(state, values)
    measure_markers(state, values)
    examine_ways(values)
    measure_ways(values)
    values[11] = 1 - 2 * state[SIDE]


# --- Rings removed --------------------------------------------------------------------------------


@kernel("void(int64[::1], int64[::1])")
def measure_removed(state: State, values: State) -> None:
    """Rings removed; the one that a row just made takes home counts as well."""
    white = state[REMOVED + WHITE]
    black = state[REMOVED + BLACK]
    if state[PHASE] >= ROW:
        white += 1 - state[SIDE]
        black += state[SIDE]
    values[0] = white - black
    values[1] = (white - black) * ((MARKERS - state[POOL]) // 8)
    values[2] = (white + 1 >= state[TARGET]) - (black + 1 >= state[TARGET])


# --- Rows in the making ---------------------------------------------------------------------------


PAIRS = NUMBER_OF_LINES // 2
"""Two lines are examined side by side in one integer, 2 * ROOM bits for each; the last line is alone."""
BOTH_COLOURS = MARKERS_OF[WHITE] | MARKERS_OF[BLACK]
RINGS_ON = SET << 2 * ROOM
WHITE_PAIR = MARKERS_OF[WHITE] | MARKERS_OF[WHITE] << 2 * ROOM
BLACK_PAIR = MARKERS_OF[BLACK] | MARKERS_OF[BLACK] << 2 * ROOM


@kernel("void(int64[::1], int64[::1])")
def measure_markers(state: State, values: State) -> None:
    """Markers, and fives without a ring of which four markers have one colour."""
    alone = state[LINES + NUMBER_OF_LINES - 1]
    markers = lead(alone & BOTH_COLOURS)
    four = lead(open_fours(alone & BOTH_COLOURS, rings_on(alone)))
    for i in range(LINES, LINES + PAIRS):
        pair = state[i] & BOTH_COLOURS | (state[i + PAIRS] & BOTH_COLOURS) << 2 * ROOM
        rings = rings_on(state[i]) | state[i + PAIRS] & RINGS_ON
        markers += lead(pair)
        four += lead(open_fours(pair, rings))
    values[3] = markers // 3  # every marker lies on three lines
    values[4] = values[3] * (state[POOL] // 8)
    values[5] = four


@kernel("int64(int64)")
def lead(sets: int) -> int:
    """How many more positions White's sets have than Black's."""
    return bits_in(sets & WHITE_PAIR) - bits_in(sets & BLACK_PAIR)


@kernel("int64(int64, int64)")
def open_fours(sets: int, rings: int) -> int:
    """Where a five without a ring begins that has four markers of a colour, in the set of that colour."""
    return fours(sets) & fives(~rings & WHITE_PAIR) * TURNED


@kernel("int64(int64)")
def fours(line: int) -> int:
    """Where on a line a five begins that has four markers of a colour, in the set of that colour.

    That is binary addition of five bits, for all places where a five may begin and both colours at once.
    """
    single = line ^ line >> 1
    double = line & line >> 1
    three = double & single >> 2 | single & double >> 2
    return three & line >> 4 | double & double >> 2 & ~(line >> 4)


# --- What rings can do ----------------------------------------------------------------------------

# A *way* is a ring on one of the three lines through it. Four ways are examined side by side in one integer,
# LANE bits for each: White's up to 15 ways in the first four integers, Black's in four more. Positions have
# the same bits as in the state, and the highest three bits of a lane stay free, so that no sum reaches the
# next lane. There are no branches, so compilers examine all eight integers at once.

LANE, LANES = 15, 4
LOWEST = 1 | 1 << LANE | 1 << 2 * LANE | 1 << 3 * LANE
"""The lowest bit of each lane."""
ALL_BUT_HIGHEST = (1 << LANE - 1) * LOWEST - LOWEST
"""All bits of each lane but the highest."""
LANE_SETS, BYTES, NIBBLES = SET * LOWEST, 0xFF * LOWEST, 0xF * LOWEST
WORDS_EACH = 4
WORDS = 2 * WORDS_EACH
HERE_AT = 3 * ROOM
"""A line of a ring has a fourth set: where the ring is."""
HERE: list[int] = [*(1 << (HERE_AT + position) for position in POSITION), 0, 0, 0]
LINE_ENTRY: list[int] = [*(LINES + line for line in LINE_OF), NO_LINE, NO_LINE, NO_LINE]
"""For each way of each space its line in the state; the last three are those of a ring BESIDE the board."""

# Parts of the scratch space.
WAYS_AT = 16
"""The line of each way, first those of the first lanes of all integers. The last of a side is empty."""
FOUND_AT = WAYS_AT + LANES * WORDS
"""What was found: for each integer the counts of three features in each lane, COUNT bits each."""
TURNED_AT = FOUND_AT + WORDS
"""The markers to turn of each integer."""
COUNT = 4

OWN_AT: list[int] = [ROOM * WHITE] * WORDS_EACH + [ROOM * BLACK] * WORDS_EACH
OTHER_AT: list[int] = [ROOM * BLACK] * WORDS_EACH + [ROOM * WHITE] * WORDS_EACH
"""The sets of the owner of an integer's rings, and of the opponent."""
LINES_SEEN: list[int] = [*(sum(len(SPACES.lines[line]) for line, _ in three) for three in CROSSINGS), 0]
"""How many spaces the lines through a space have: most in the middle of the board. None BESIDE it."""


@kernel("void(int64[::1])")
def measure_ways(values: State) -> None:
    """What White's rings can do, less what Black's can."""
    white = 0
    black = 0
    turned = 0
    for i in range(FOUND_AT, FOUND_AT + WORDS_EACH):
        white += values[i]
        black += values[i + WORDS_EACH]
        turned += values[i + WORDS] - values[i + WORDS + WORDS_EACH]
    for i in range(3):
        values[6 + i] = lane_sum(white >> COUNT * i & NIBBLES) - lane_sum(black >> COUNT * i & NIBBLES)
    values[9] = turned


@kernel("int64(int64[::1], int64[::1], int64)")
def write_ways(state: State, values: State, side: int) -> int:
    """Collect the lines of the rings of a side; returns how many spaces they have."""
    seen = 0
    first = WAYS_AT + WORDS_EACH * side
    for ring in range(RINGS_EACH):
        space = state[RINGS + RINGS_EACH * side + ring]
        for i in range(3):
            place = first + (3 * ring + i) % LANES * WORDS + (3 * ring + i) // LANES
            values[place] = state[LINE_ENTRY[3 * space + i]] | HERE[3 * space + i]
        seen += LINES_SEEN[space]
    values[first + (LANES - 1) * WORDS + WORDS_EACH - 1] = 0
    return seen


@kernel("void(int64[::1])")
def examine_ways(values: State) -> None:
    """Which ways grow rows by leaving, make some by jumping, and how many markers can be turned."""
    for word in range(WORDS):
        first = values[WAYS_AT + word]
        second = values[WAYS_AT + WORDS + word]
        third = values[WAYS_AT + 2 * WORDS + word]
        fourth = values[WAYS_AT + 3 * WORDS + word]
        own = lanes(first, second, third, fourth, OWN_AT[word])
        other = lanes(first, second, third, fourth, OTHER_AT[word])
        rings = lanes(first, second, third, fourth, 2 * ROOM)
        here = lanes(first, second, third, fourth, HERE_AT)
        markers = own | other
        own |= here
        present = lanes_with(here)
        below = here - present
        above = ~(below | here)
        # Upward: a sum carries through a block of markers to the space after it.
        taken = (markers | rings) & above
        nearest = taken & ~(taken - present)
        up = markers & above & ~((markers & above) + nearest)
        may_jump_up = lanes_with((up + nearest) & ~rings)
        # Downward: everything from the first piece on, and from the end of the block on.
        reached = downward((markers | rings) & below) & below
        behind = downward(reached & ~markers) & below
        down = reached & ~behind
        may_jump_down = lanes_with((behind + present) >> 1 & ~rings)
        grown = lanes_with(fours(own) & around(here) & fives(~rings & LANE_SETS | here))
        left = lanes_with(fives(own))
        jumped = may_jump_up & lanes_with(fives(own ^ up))
        jumped += may_jump_down & lanes_with(fives(own ^ down))
        values[FOUND_AT + word] = grown | left << COUNT | jumped << 2 * COUNT
        values[TURNED_AT + word] = bits_in(other & (up & SET * may_jump_up | down & SET * may_jump_down))


@kernel("int64(int64, int64, int64, int64, int64)")
def lanes(first: int, second: int, third: int, fourth: int, shift: int) -> int:
    """One set of each of four lines, side by side."""
    low = first >> shift & SET | (second >> shift & SET) << LANE
    return low | (third >> shift & SET) << 2 * LANE | (fourth >> shift & SET) << 3 * LANE


@kernel("int64(int64)")
def lanes_with(bits: int) -> int:
    """The lowest bit of each lane in which a bit is set."""
    return (bits + ALL_BUT_HIGHEST) >> (LANE - 1) & LOWEST


@kernel("int64(int64)")
def lane_sum(lanes: int) -> int:
    """The sum of the lanes, each of which is small."""
    pairs = lanes + (lanes >> 2 * LANE)
    return (pairs + (pairs >> LANE)) & SET


@kernel("int64(int64)")
def downward(bits: int) -> int:
    """In each lane all positions up to the highest that is set; the free bits of a lane may be set, too."""
    bits |= bits >> 1
    bits |= bits >> 2
    bits |= bits >> 4 & BYTES
    return bits | bits >> 8 & NIBBLES


@kernel("int64(int64)")
def around(here: int) -> int:
    """Where a five may begin that contains a position; the free bits of a lane may be set, too."""
    pair = here | here >> 1
    return pair | pair >> 2 | here >> 4


# --- What a search asks ---------------------------------------------------------------------------

ROW_MADE = 2000
MARKER_WON = 100


@kernel("int64(int64[::1])")
def follow_up(state: State) -> int:
    """1 while rows and rings are being removed."""
    return 1 if state[PHASE] >= ROW else 0


@kernel("int64(int64[::1])")
def urgent(state: State) -> int:
    """1 if four of five adjacent spaces have a marker of the side to act."""
    four = 0
    for i in range(LINES, LINES + NUMBER_OF_LINES):
        four |= fours(state[i])
    return int(four & MARKERS_OF[state[SIDE]] != 0)


@kernel("int64(int64[::1], int64)")
def promise(state: State, decision: int) -> int:
    """Rows on the lines of the space a ring leaves come first, then markers won by turning them."""
    if decision < GO:
        return 0
    way = (decision - GO) >> 4
    ring = way // 3
    shift = ROOM * state[SIDE]
    line = state[LINES + LINE_OF[way]]
    own = line >> shift & SET
    after = own ^ markers_on(line) & between(POSITION[way], (decision - GO) & 15)
    rows = fives(after | 1 << POSITION[way])
    for other in range(3 * ring, 3 * ring + 3):
        if other != way:
            rows |= fives(state[LINES + LINE_OF[other]] >> shift & SET | 1 << POSITION[other])
    return ROW_MADE * (rows != 0) + MARKER_WON * (bits_in(after) - bits_in(own))


# `promises` examines each line of each ring once, and remembers in an integer what a move on it needs: own
# markers, all markers, where the ring is, and whether it leaves a row behind on its other lines.
ALL_AT, RING_AT, ROW_AT = ROOM, 2 * ROOM, 3 * ROOM


@kernel("void(int64[::1], int64[::1], int64, int64, int64[::1], int64[::1])")
def promises(state: State, moves: State, first: int, count: int, found: State, room: State) -> None:
    """The same for all decisions of a position."""
    if moves[first] < GO:
        for i in range(first, first + count):
            found[i] = 0
        return
    survey_lines(state, room)
    # Two loops: compilers turn the second one, without the table, into instructions for several decisions.
    for i in range(first, first + count):
        found[i] = room[(moves[i] - GO) >> 4]
    for i in range(first, first + count):
        line = found[i]
        own = line & SET
        here = line >> RING_AT & SET
        to = 1 << (moves[i] & 15)
        turned = line >> ALL_AT & (max(here, to) - 2 * min(here, to))
        rows = fives(own ^ turned | here) | line >> ROW_AT
        found[i] = ROW_MADE * (rows != 0) + MARKER_WON * (bits_in(turned) - 2 * bits_in(turned & own))


@kernel("void(int64[::1], int64[::1])")
def survey_lines(state: State, room: State) -> None:
    """Write what moves on the lines of the rings of the side to act need, at `room[way]`."""
    side = state[SIDE]
    for i in range(RINGS + RINGS_EACH * side, RINGS + RINGS_EACH * (side + 1)):
        if state[i] != BESIDE:
            way = 3 * state[i]
            first = way_of(state, way, side)
            second = way_of(state, way + 1, side)
            third = way_of(state, way + 2, side)
            rows_first = leaves_row(first)
            rows_second = leaves_row(second)
            rows_third = leaves_row(third)
            room[way] = first | (rows_second | rows_third) << ROW_AT
            room[way + 1] = second | (rows_first | rows_third) << ROW_AT
            room[way + 2] = third | (rows_first | rows_second) << ROW_AT


@kernel("int64(int64[::1], int64, int64)")
def way_of(state: State, way: int, side: int) -> int:
    """Own markers, all markers and the ring on one of its lines."""
    line = state[LINES + LINE_OF[way]]
    return line >> ROOM * side & SET | markers_on(line) << ALL_AT | 1 << (RING_AT + POSITION[way])


@kernel("int64(int64)")
def leaves_row(line: int) -> int:
    """1 if the marker that a ring leaves behind completes a row."""
    return int(fives(line & SET | line >> RING_AT) != 0)


EVALUATION = Evaluation(
    features=FEATURES,
    measure=measure,
    worth=FEATURES["rings removed"],
    follow_up=follow_up,
    urgent=urgent,
    promise=promise,
    promises=promises,
    learned=LearnedEvaluation(INPUTS, Path(__file__).with_name("network.bin")),
)
