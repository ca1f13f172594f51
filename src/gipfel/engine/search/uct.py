"""UCT on any game's kernels: a tree that grows where random games end well. It knows nothing but the rules.

The tree is a table with a row a field and a column a node; the children of a node lie side by side. All
arithmetic is in integers, so that it does the same compiled and interpreted.
"""

from math import log, sqrt

from gipfel.kernel.evaluation import odds
from gipfel.kernel.link import kernel
from gipfel.kernel.random_numbers import draw
from gipfel.kernel.rules import decisions, outcome, play
from gipfel.kernel.state import BLACK, DRAW, ONGOING, SIDE, WHITE_WINS, State

DECISION, FIRST, COUNT, TRIED, VISITS, POINTS = range(6)
"""A node: the decision that leads to it, its children, how many of them were tried, how often it was
visited, and White's points in those games."""
FIELDS = 6
WIN = 2
"""The points of a won game; a draw is half of it."""

USED, PLAYED = range(2)
"""The numbers of a search: nodes in use, games played."""
NUMBERS = 2

LONGEST_GAME = 5000
"""Decisions; a random game that is longer is a draw."""

# --- Bounds of confidence -------------------------------------------------------------------------

ONE = 1 << 16
"""Results, logarithms and roots are counted in parts of this."""
EXPLORATION = 7
"""How many tenths of a result an uncertainty of one is worth."""
TABLE = 4096
LOG: list[int] = [0, *[round(ONE * log(n)) for n in range(1, TABLE)]]
LOG_4 = round(ONE * log(4))
INVERSE_ROOT: list[int] = [0, *[round(ONE / sqrt(n)) for n in range(1, TABLE)]]


@kernel("int64(int64)")
def logarithm(n: int) -> int:
    """The natural logarithm of a number from 1 on."""
    whole = 0
    while n >= TABLE:
        n >>= 2
        whole += LOG_4
    return whole + LOG[n]


@kernel("int64(int64)")
def inverse_root(n: int) -> int:
    """One divided by the square root of a number from 1 on."""
    halvings = 0
    while n >= TABLE:
        n >>= 2
        halvings += 1
    return INVERSE_ROOT[n] >> halvings


@kernel("int64(int64)")
def root(n: int) -> int:
    """The whole part of a square root."""
    if n == 0:
        return 0
    guess = n
    better = (n + 1) // 2
    while better < guess:
        guess = better
        better = (guess + n // guess) // 2
    return guess


# --- The tree grows -------------------------------------------------------------------------------


@kernel("void(int64[:, ::1], int64[::1])")
def plant(tree: list[State], numbers: State) -> None:
    """A tree of nothing but its root."""
    numbers[USED] = 0
    numbers[PLAYED] = 0
    add_node(tree, numbers, 0)


@kernel("void(int64[:, ::1], int64[::1], int64)")
def add_node(tree: list[State], numbers: State, decision: int) -> None:
    """A node that was never visited."""
    node = numbers[USED]
    tree[DECISION][node] = decision
    tree[FIRST][node] = 0
    tree[COUNT][node] = 0
    tree[TRIED][node] = 0
    tree[VISITS][node] = 0
    tree[POINTS][node] = 0
    numbers[USED] += 1


@kernel(
    "void(int64[:, ::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1],"
    " int64[::1], int64)"
)
def grow(
    tree: list[State],
    numbers: State,
    start: State,
    state: State,
    out: State,
    path: State,
    chance: State,
    agreed: State,
    likely: State,
    games: int,
) -> None:
    """Play so many games from the start: down the tree, on at random, and count the result on the way."""
    for _ in range(games):
        for i in range(len(start)):
            state[i] = start[i]
        length = descend(tree, numbers, state, out, path, chance, agreed, likely)
        points = random_result(state, out, chance, agreed, likely)
        for i in range(length):
            tree[VISITS][path[i]] += 1
            tree[POINTS][path[i]] += points
        numbers[PLAYED] += 1


@kernel(
    "int64(int64[:, ::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1])"
)
def descend(
    tree: list[State],
    numbers: State,
    state: State,
    out: State,
    path: State,
    chance: State,
    agreed: State,
    likely: State,
) -> int:
    """Walk from the root to a node that was never visited or has no children; how long the path is."""
    node = 0
    path[0] = 0
    length = 1
    while outcome(state) == ONGOING and length < len(path):
        cases = odds(state, agreed, likely)
        if tree[COUNT][node] == 0:
            fresh = tree[VISITS][node] == 0 and node != 0
            if fresh or expand(tree, numbers, node, state, out, chance, cases) == 0:
                break
        if cases > 0:
            node = tree[FIRST][node] + happening(likely, cases, chance)
        else:
            node = choice(tree, node, state[SIDE])
        play(state, tree[DECISION][node])
        path[length] = node
        length += 1
    return length


@kernel("int64(int64[:, ::1], int64[::1], int64, int64[::1], int64[::1], int64[::1], int64)")
def expand(
    tree: list[State], numbers: State, node: int, state: State, out: State, chance: State, cases: int
) -> int:
    """Give a node its children, in any order unless chance decides; how many, or 0 if the tree is full."""
    n = decisions(state, out)
    if numbers[USED] + n > len(tree[DECISION]):
        return 0
    tree[FIRST][node] = numbers[USED]
    tree[COUNT][node] = n
    for i in range(n):
        if cases == 0:
            j = i + draw(chance, n - i)
            other = out[i]
            out[i] = out[j]
            out[j] = other
        add_node(tree, numbers, out[i])
    return n


@kernel("int64(int64[::1], int64, int64[::1])")
def happening(likely: State, n: int, chance: State) -> int:
    """Which of the things that chance can bring it brings; `likely` is in thousandths."""
    rest = draw(chance, 1000)
    for i in range(n - 1):
        rest -= likely[i]
        if rest < 0:
            return i
    return n - 1


@kernel("int64(int64[:, ::1], int64, int64)")
def choice(tree: list[State], node: int, side: int) -> int:
    """The next untried child; when all were tried, the one that is best if one is confident."""
    first = tree[FIRST][node]
    tried = tree[TRIED][node]
    if tried < tree[COUNT][node]:
        tree[TRIED][node] += 1
        return first + tried
    doubt = root(ONE * logarithm(tree[VISITS][node])) * EXPLORATION // 10
    best = first
    highest = -1
    for child in range(first, first + tree[COUNT][node]):
        visits = tree[VISITS][child]
        points = tree[POINTS][child]
        if side == BLACK:
            points = WIN * visits - points
        bound = points * ONE // (WIN * visits) + ((doubt * inverse_root(visits)) >> 16)
        if bound > highest:
            highest = bound
            best = child
    return best


@kernel("int64(int64[::1], int64[::1], int64[::1], int64[::1], int64[::1])")
def random_result(state: State, out: State, chance: State, agreed: State, likely: State) -> int:
    """White's points in a game that goes on at random."""
    for _ in range(LONGEST_GAME):
        result = outcome(state)
        if result != ONGOING:
            return 1 if result == DRAW else WIN * int(result == WHITE_WINS)
        n = decisions(state, out)
        cases = odds(state, agreed, likely)
        play(state, out[happening(likely, cases, chance) if cases > 0 else draw(chance, n)])
    return 1
