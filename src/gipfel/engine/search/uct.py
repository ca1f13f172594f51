"""UCT on any game's kernels: a tree that grows where random games end well. It uses only the rules.

The tree is a table with a row for each field and a column for each node; the children of a node are adjacent
columns (see the diagram in `best_first`). All arithmetic is in integers, so that compiled and interpreted
searches give the same results.
"""

from math import log, sqrt
from typing import NamedTuple

from gipfel.kernel.evaluation import odds
from gipfel.kernel.link import kernel
from gipfel.kernel.random_numbers import draw
from gipfel.kernel.rules import decisions, outcome, play
from gipfel.kernel.state import BLACK, DRAW, ONGOING, SIDE, WHITE_WINS, State, copy

DECISION, FIRST, COUNT, TRIED, VISITS, POINTS = range(6)
"""The fields of a node: the decision that leads to it; its first child, the number of its children and how
many of them were tried; how often it was visited, and White's points in those games."""
FIELDS = 6
WIN = 2
"""The points of a won game; a draw is half of it."""

USED, PLAYED = range(2)
"""Entries of `control`: nodes in use, random games played."""
CONTROL = 2


class Workspace(NamedTuple):
    """The arrays of a search."""

    tree: list[State]
    control: State
    start: State
    """The root's state."""
    state: State
    """The state of the game that is being played."""
    out: State
    """Room for the decisions of any position."""
    path: State
    """The nodes from the root to a leaf."""
    generator: State
    """The random generator's state."""
    contest_odds: State
    """How likely contests are won, lost and tied; the game's `odds` kernel reads it."""
    likely: State
    """Where chance decides: how likely each decision is, per mille."""


LONGEST_GAME = 5000
"""Decisions; a random game that is longer is a draw."""

# --- Bounds of confidence -------------------------------------------------------------------------

ONE = 1 << 16
"""The fixed-point unit of results, logarithms and roots."""
EXPLORATION = 7
"""The weight of the uncertainty, in tenths."""
TABLE = 4096
LOG: list[int] = [0, *[round(ONE * log(n)) for n in range(1, TABLE)]]
LOG_4 = round(ONE * log(4))
INVERSE_ROOT: list[int] = [0, *[round(ONE / sqrt(n)) for n in range(1, TABLE)]]


@kernel("int64(int64)")
def logarithm(n: int) -> int:
    """The natural logarithm of a number of at least 1."""
    whole = 0
    while n >= TABLE:
        n >>= 2
        whole += LOG_4
    return whole + LOG[n]


@kernel("int64(int64)")
def inverse_root(n: int) -> int:
    """One divided by the square root of a number of at least 1."""
    halvings = 0
    while n >= TABLE:
        n >>= 2
        halvings += 1
    return INVERSE_ROOT[n] >> halvings


@kernel("int64(int64)")
def root(n: int) -> int:
    """The integer part of a square root."""
    if n == 0:
        return 0
    guess = n
    better = (n + 1) // 2
    while better < guess:
        guess = better
        better = (guess + n // guess) // 2
    return guess


# --- The tree grows -------------------------------------------------------------------------------


@kernel("void(Workspace)")
def plant(work: Workspace) -> None:
    """Begin a tree that has only a root."""
    work.control[USED] = 0
    work.control[PLAYED] = 0
    add_node(work.tree, work.control, 0)


@kernel("void(int64[:, ::1], int64[::1], int64)")
def add_node(tree: list[State], control: State, decision: int) -> None:
    """Add a node that has not been visited."""
    node = control[USED]
    tree[DECISION][node] = decision
    tree[FIRST][node] = 0
    tree[COUNT][node] = 0
    tree[TRIED][node] = 0
    tree[VISITS][node] = 0
    tree[POINTS][node] = 0
    control[USED] += 1


@kernel("void(Workspace, int64)")
def grow(work: Workspace, games: int) -> None:
    """Play games from the start: down the tree, then at random; add each result to the nodes of its path."""
    tree = work.tree
    path = work.path
    for _ in range(games):
        copy(work.start, work.state)
        length = descend(work)
        points = random_result(work)
        for i in range(length):
            tree[VISITS][path[i]] += 1
            tree[POINTS][path[i]] += points
        work.control[PLAYED] += 1


@kernel("int64(Workspace)")
def descend(work: Workspace) -> int:
    """Walk from the root to a node that was never visited or has no children; the length of the path."""
    tree = work.tree
    path = work.path
    state = work.state
    node = 0
    path[0] = 0
    length = 1
    while outcome(state) == ONGOING and length < len(path):
        cases = odds(state, work.contest_odds, work.likely)
        if tree[COUNT][node] == 0:
            fresh = tree[VISITS][node] == 0 and node != 0
            if fresh or expand(work, node, cases) == 0:
                break
        if cases > 0:
            node = tree[FIRST][node] + drawn_case(work.likely, cases, work.generator)
        else:
            node = choice(tree, node, state[SIDE])
        play(state, tree[DECISION][node])
        path[length] = node
        length += 1
    return length


@kernel("int64(Workspace, int64, int64)")
def expand(work: Workspace, node: int, cases: int) -> int:
    """Give a node its children, shuffled unless chance decides; their number, or 0 if the tree is full."""
    tree = work.tree
    out = work.out
    n = decisions(work.state, out)
    if work.control[USED] + n > len(tree[DECISION]):
        return 0
    tree[FIRST][node] = work.control[USED]
    tree[COUNT][node] = n
    for i in range(n):
        if cases == 0:
            j = i + draw(work.generator, n - i)
            other = out[i]
            out[i] = out[j]
            out[j] = other
        add_node(tree, work.control, out[i])
    return n


@kernel("int64(int64[::1], int64, int64[::1])")
def drawn_case(likely: State, n: int, generator: State) -> int:
    """Draw one of n cases; `likely` is the likelihood of each, per mille."""
    rest = draw(generator, 1000)
    for i in range(n - 1):
        rest -= likely[i]
        if rest < 0:
            return i
    return n - 1


@kernel("int64(int64[:, ::1], int64, int64)")
def choice(tree: list[State], node: int, side: int) -> int:
    """The next untried child; when all were tried, the one with the highest upper confidence bound."""
    first = tree[FIRST][node]
    tried = tree[TRIED][node]
    if tried < tree[COUNT][node]:
        tree[TRIED][node] += 1
        return first + tried
    uncertainty = root(ONE * logarithm(tree[VISITS][node])) * EXPLORATION // 10
    best = first
    highest = -1
    for child in range(first, first + tree[COUNT][node]):
        visits = tree[VISITS][child]
        points = tree[POINTS][child]
        if side == BLACK:
            points = WIN * visits - points
        bound = points * ONE // (WIN * visits) + ((uncertainty * inverse_root(visits)) >> 16)
        if bound > highest:
            highest = bound
            best = child
    return best


@kernel("int64(Workspace)")
def random_result(work: Workspace) -> int:
    """Finish the game at random; White's points."""
    state = work.state
    for _ in range(LONGEST_GAME):
        result = outcome(state)
        if result != ONGOING:
            return 1 if result == DRAW else WIN * int(result == WHITE_WINS)
        n = decisions(state, work.out)
        cases = odds(state, work.contest_odds, work.likely)
        if cases > 0:
            play(state, work.out[drawn_case(work.likely, cases, work.generator)])
        else:
            play(state, work.out[draw(work.generator, n)])
    return 1
