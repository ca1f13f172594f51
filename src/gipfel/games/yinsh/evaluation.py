"""How good a position of YINSH is: removed rings first, then what five in a row is made of.

A removed ring is worth the more the fewer markers are left. Own markers make rows, above all where four
of five adjacent spaces have one, or where only a ring is between them: it just has to move away.
Rings in the middle of the board, beside enemy markers to jump, make rows and break them.
"""

from pathlib import Path

from gipfel.board.bits import count
from gipfel.games.yinsh.network import INPUTS
from gipfel.games.yinsh.rules import (
    BESIDE,
    CROSSINGS,
    GO,
    LINE_OF,
    LINES,
    MARKERS,
    MARKERS_OF,
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
    first_above,
    first_below,
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
    measure_removed(state, values)
    measure_markers(state, values)
    white = tally_of(state, WHITE)
    black = tally_of(state, BLACK)
    for i in range(SUMS):
        values[6 + i] = (white >> SUM * i & SUMMED) - (black >> SUM * i & SUMMED)
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


@kernel("void(int64[::1], int64[::1])")
def measure_markers(state: State, values: State) -> None:
    """Markers, and fives without a ring of which four markers have one colour."""
    markers = 0
    four = 0
    for i in range(LINES, LINES + NUMBER_OF_LINES):
        line = state[i]
        possible = fives(~rings_on(line) & SET) * TURNED
        markers += lead(line)
        four += lead(possible & fours(line))
    values[3] = markers // 3  # every marker lies on three lines
    values[4] = values[3] * (state[POOL] // 8)
    values[5] = four


@kernel("int64(int64)")
def lead(sets: int) -> int:
    """How many more positions White's set has than Black's."""
    return count(sets & SET) - count(sets & MARKERS_OF[BLACK])


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

SUM = 12
"""The number of bits for each sum of what rings can do."""
SUMMED = (1 << SUM) - 1
SUMS = 5
LINES_SEEN: list[int] = [sum(len(SPACES.lines[line]) for line, _ in three) for three in CROSSINGS]
"""How many spaces the lines through a space have: most in the middle of the board."""


@kernel("int64(int64[::1], int64)")
def tally_of(state: State, side: int) -> int:
    """All that the rings of a side can do, five sums in one integer."""
    tally = 0
    first = RINGS + RINGS_EACH * side
    for i in range(first, first + RINGS_EACH):
        if state[i] != BESIDE:
            tally += LINES_SEEN[state[i]] << 4 * SUM
            for way in range(3 * state[i], 3 * state[i] + 3):
                tally += tally_along(state[LINES + LINE_OF[way]], POSITION[way], side)
    return tally


@kernel("int64(int64, int64, int64)")
def tally_along(line: int, here: int, side: int) -> int:
    """What a ring can do on one of its lines: grow rows by leaving, make some by jumping, turn markers."""
    markers = markers_on(line)
    taken = markers | rings_on(line)
    own = line >> ROOM * side & SET | 1 << here
    around = 31 << here >> 4 & fives(~rings_on(line) & SET | 1 << here)
    up = jumped_up(taken, markers, here)
    down = jumped_down(taken, markers, here)
    return (
        (fours(own) & around != 0)
        + ((fives(own) != 0) << SUM)
        + ((row_made(own, up) + row_made(own, down)) << 2 * SUM)
        + (count((up | down) & ~own) << 3 * SUM)
    )


@kernel("int64(int64, int64)")
def row_made(own: int, turned: int) -> int:
    """1 if a jump turns markers so that there is a row on the same line."""
    return turned != 0 and fives(own ^ turned) != 0


@kernel("int64(int64, int64, int64)")
def jumped_up(taken: int, markers: int, here: int) -> int:
    """The markers that a ring can jump upward on a line."""
    start = first_above(taken, here) - 1
    goal = first_above(~markers, start)
    return 0 if taken >> goal & 1 != 0 else between(start, goal)


@kernel("int64(int64, int64, int64)")
def jumped_down(taken: int, markers: int, here: int) -> int:
    """The markers that a ring can jump downward on a line."""
    start = first_below(taken, here) + 1
    goal = first_below(~markers, start)
    return 0 if taken >> goal & 1 != 0 else between(start, goal)


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
    return ROW_MADE * (rows != 0) + MARKER_WON * (count(after) - count(own))


EVALUATION = Evaluation(
    features=FEATURES,
    measure=measure,
    worth=FEATURES["rings removed"],
    follow_up=follow_up,
    urgent=urgent,
    promise=promise,
    learned=LearnedEvaluation(INPUTS, Path(__file__).with_name("network.bin")),
)
