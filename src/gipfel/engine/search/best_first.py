"""Best-first search on any game's kernels, for games with too many decisions to look deep everywhere.

A node's decisions are sorted by a hint, the most promising ones are played and evaluated, and the best of
these become its children. Then the tree grows where both sides' best play leads, or where little was seen.
The score of a node is the best one of its children for the side to act; wins and losses are settled, and a
node whose children all lose gets all its decisions as children but those that a winning reply to one of the
first ones refutes as well; only when there are none, or all of these lose, is the node lost.
The mean of all that was seen below a node, in place of its best child, was not measurably stronger, and only
the best child makes scores that agree with what is settled.

All scores are White's. The tree is a table with a row a field and a column a node; the children of a node lie
side by side.
"""

from math import exp, sqrt

from gipfel.engine.search.evaluation_noise import evaluation_noise
from gipfel.engine.search.transposition import hashed, shifted
from gipfel.engine.search.win_chance import win_chance
from gipfel.kernel.evaluation import CERTAIN, FARTHEST_WIN, HIGHEST, LOGIT, evaluate
from gipfel.kernel.hints import MAY_WIN, allows, hint, survey
from gipfel.kernel.link import kernel
from gipfel.kernel.rules import decisions, outcome, play
from gipfel.kernel.state import BLACK, DRAW, ONGOING, SIDE, WHITE_WINS, State

DECISION, FIRST, COUNT, VISITS, SCORE, PRIOR, SETTLED, DUE, WHOLLY = range(9)
"""A node: the decision that leads to it, its children, how often it was visited, its score, how likely it
seemed at first sight that it is best, whether its score is final, whether it is due to get all its decisions
as children, and whether they are."""
FIELDS = 9

USED, JUDGED, REPEATS, NOISE, NOISE_SEED = range(5)
"""The numbers of a search: nodes in use, positions evaluated, whether the game knows repetition, the blur."""
NUMBERS = 5

CLOSER_LOOK = 240
"""So many decisions of a position are evaluated, those with the best hints."""
CHILDREN = 40
"""So many of them become children."""
REPLIES = 16
"""So many winning replies are tried against all decisions of a node that seems lost."""

# --- Where to grow --------------------------------------------------------------------------------

EXPLORATION = 1 << 16
"""How much a child that was never visited can gain, in parts of WHOLE, if it seemed the only good one."""
SHARE = 1 << 12
"""The priors of the children of a node add up to about this."""
TEMPERATURE = 500
"""A child whose score is so much lower is by a factor of e less likely."""
STEP = 16
LIKELIHOOD: list[int] = [round(SHARE * exp(-STEP * i / TEMPERATURE)) for i in range(8 * LOGIT // STEP)]
MOST_VISITS = 4096
ROOT: list[int] = [round(SHARE * sqrt(n)) for n in range(MOST_VISITS)]


@kernel("int64(int64)")
def root(n: int) -> int:
    """The square root of a number, in parts of SHARE."""
    doublings = 0
    while n >= MOST_VISITS:
        n >>= 2
        doublings += 1
    return ROOT[n] << doublings


@kernel("int64(int64, int64)")
def for_side(score: int, side: int) -> int:
    """White's score as that of a side, or the other way round."""
    return -score if side == BLACK else score


@kernel("int64(int64[:, ::1], int64, int64)")
def choice(tree: list[State], node: int, side: int) -> int:
    """The child to look at next: a good one, or one that was seen too little for what it promised."""
    first = tree[FIRST][node]
    best = -1
    highest = -1
    curiosity = (root(tree[VISITS][node]) * EXPLORATION) // SHARE
    for child in range(first, first + tree[COUNT][node]):
        if tree[SETTLED][child] != 0:
            continue
        bonus = curiosity * tree[PRIOR][child] // (SHARE * (1 + tree[VISITS][child]))
        value = win_chance(for_side(tree[SCORE][child], side)) + bonus
        if value > highest:
            highest = value
            best = child
    return best


# --- The tree grows -------------------------------------------------------------------------------


@kernel("void(int64[:, ::1], int64[::1])")
def plant(tree: list[State], numbers: State) -> None:
    """A tree of nothing but its root."""
    numbers[USED] = 0
    numbers[JUDGED] = 0
    add_node(tree, numbers, 0, 0, 0)


@kernel("void(int64[:, ::1], int64[::1], int64, int64, int64)")
def add_node(tree: list[State], numbers: State, decision: int, score: int, settled: int) -> None:
    """A node that was never visited."""
    node = numbers[USED]
    for field in range(FIELDS):
        tree[field][node] = 0
    tree[DECISION][node] = decision
    tree[SCORE][node] = score
    tree[SETTLED][node] = settled
    numbers[USED] += 1


@kernel(
    "void(int64[:, ::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1],"
    " int64[:, ::1], int64[::1], int64[:, ::1], int64)"
)
def grow(
    tree: list[State],
    numbers: State,
    start: State,
    state: State,
    after: State,
    beyond: State,
    out: State,
    hints: State,
    chosen: list[State],
    room: State,
    path: list[State],
    times: int,
) -> None:
    """So many times, walk from the root to a leaf, give it children, and count what that changes above it."""
    for _ in range(times):
        if tree[SETTLED][0] != 0 or is_full(tree, numbers, out) != 0:
            break
        copy(start, state)
        last = descend(tree, numbers, state, path)
        leaf = path[NODE][last]
        if tree[DUE][leaf] != 0:
            expand_wholly(tree, numbers, leaf, state, after, beyond, out, hints, chosen, room)
        elif tree[SETTLED][leaf] == 0:
            expand(tree, numbers, leaf, state, after, out, hints, chosen, room)
        for i in range(last + 1):
            tree[VISITS][path[NODE][last - i]] += 1
            back_up(tree, path[NODE][last - i], path[ACTS][last - i])


@kernel("void(int64[::1], int64[::1])")
def copy(source: State, target: State) -> None:
    """Make a state like another one."""
    for i in range(len(source)):
        target[i] = source[i]


@kernel("int64(int64[:, ::1], int64[::1], int64[::1])")
def is_full(tree: list[State], numbers: State, out: State) -> int:
    """1 if there may be no room for the children of another node; `out` has just room for all decisions."""
    return int(numbers[USED] + len(out) > len(tree[DECISION]))


NODE, ACTS, KEY = range(3)
"""A step of a path: the node, who acts there, the hash of its state."""
STEP_FIELDS = 3


@kernel("int64(int64[:, ::1], int64[::1], int64[::1], int64[:, ::1])")
def descend(tree: list[State], numbers: State, state: State, path: list[State]) -> int:
    """Walk from the root to a node to be expanded; the last step of the path. A repetition is a draw."""
    node = 0
    last = 0
    path[NODE][0] = 0
    path[ACTS][0] = state[SIDE]
    if numbers[REPEATS] != 0:
        path[KEY][0] = hashed(state)
    while tree[COUNT][node] > 0 and tree[DUE][node] == 0 and last + 1 < len(path[NODE]):
        node = choice(tree, node, state[SIDE])
        play(state, tree[DECISION][node])
        last += 1
        path[NODE][last] = node
        path[ACTS][last] = state[SIDE]
        if numbers[REPEATS] != 0:
            path[KEY][last] = hashed(state)
            if is_repeated(path, last) != 0:
                tree[SCORE][node] = 0
                tree[SETTLED][node] = 1
                tree[COUNT][node] = 0
    return last


@kernel("int64(int64[:, ::1], int64)")
def is_repeated(path: list[State], last: int) -> int:
    """1 if the last step of a path comes back to an earlier one."""
    for i in range(last):
        if path[KEY][i] == path[KEY][last]:
            return 1
    return 0


@kernel("void(int64[:, ::1], int64, int64)")
def back_up(tree: list[State], node: int, side: int) -> None:
    """The score of a node from those of its children, and whether it is final."""
    count = tree[COUNT][node]
    if count == 0:
        return
    first = tree[FIRST][node]
    best = -2 * CERTAIN
    all_settled = 1
    for child in range(first, first + count):
        all_settled &= tree[SETTLED][child]
        best = max(best, shifted(for_side(tree[SCORE][child], side), -1))
    if best >= CERTAIN - FARTHEST_WIN:
        tree[SETTLED][node] = 1
    elif all_settled != 0 and tree[WHOLLY][node] == 0:
        best = max(best, -HIGHEST)
        tree[DUE][node] = 1
    else:
        tree[SETTLED][node] = all_settled
    tree[SCORE][node] = for_side(best, side)


# --- A node gets its children ---------------------------------------------------------------------

CODE, VALUE, FINAL = range(3)
"""A chosen decision, its score for the side to act, and whether that is final."""
CHOSEN_FIELDS = 3


@kernel(
    "void(int64[:, ::1], int64[::1], int64, int64[::1], int64[::1], int64[::1], int64[::1], int64[:, ::1],"
    " int64[::1])"
)
def expand(
    tree: list[State],
    numbers: State,
    node: int,
    state: State,
    after: State,
    out: State,
    hints: State,
    chosen: list[State],
    room: State,
) -> None:
    """Give a node the best of its decisions as children."""
    side = state[SIDE]
    n = decisions(state, out)
    candidates = sift(state, after, out, hints, room, n, CLOSER_LOOK)
    most = min(CHILDREN, candidates)
    count = 0
    for i in range(candidates):
        copy(state, after)
        play(after, out[i])
        value = for_side(judged(numbers, after, room), side)
        count = insert(chosen, count, most, out[i], value, int(outcome(after) != ONGOING))
        if value >= CERTAIN:
            break
    tree[FIRST][node] = numbers[USED]
    tree[COUNT][node] = count
    tree[WHOLLY][node] = int(count == n)
    for i in range(count):
        add_node(tree, numbers, chosen[CODE][i], for_side(chosen[VALUE][i], side), chosen[FINAL][i])
    share_out(tree, node, side)


@kernel(
    "void(int64[:, ::1], int64[::1], int64, int64[::1], int64[::1], int64[::1], int64[::1], int64[::1],"
    " int64[:, ::1], int64[::1])"
)
def expand_wholly(
    tree: list[State],
    numbers: State,
    node: int,
    state: State,
    after: State,
    beyond: State,
    out: State,
    likes: State,
    chosen: list[State],
    room: State,
) -> None:
    """Give a node whose children lose all decisions as children that neither lose at once nor are refuted.

    If there are none, it keeps the ones it has, which prove now that it is lost.
    """
    side = state[SIDE]
    replies = winning_replies(tree, node, chosen[CODE])
    first = numbers[USED]
    for i in range(decisions(state, out)):
        copy(state, after)
        play(after, out[i])
        loses = int(outcome(after) == WHITE_WINS + 1 - side)
        if loses == 0 and is_refuted(after, beyond, likes, chosen[CODE], replies) == 0:
            score = judged(numbers, after, room)
            add_node(tree, numbers, out[i], score, int(outcome(after) != ONGOING))
    tree[DUE][node] = 0
    tree[WHOLLY][node] = 1
    if numbers[USED] > first:
        tree[FIRST][node] = first
        tree[COUNT][node] = numbers[USED] - first
        share_out(tree, node, side)


@kernel("int64(int64[:, ::1], int64, int64[::1])")
def winning_replies(tree: list[State], node: int, replies: State) -> int:
    """Write the decisions that win at once against children of a node; how many there are."""
    count = 0
    for child in range(tree[FIRST][node], tree[FIRST][node] + tree[COUNT][node]):
        reply = tree[FIRST][child]
        if tree[COUNT][child] == 0 or abs(tree[SCORE][reply]) != CERTAIN or count == REPLIES:
            continue
        known = 0
        for i in range(count):
            known |= int(replies[i] == tree[DECISION][reply])
        if known == 0:
            replies[count] = tree[DECISION][reply]
            count += 1
    return count


@kernel("int64(int64[::1], int64[::1], int64[::1], int64[::1], int64)")
def is_refuted(state: State, beyond: State, likes: State, replies: State, count: int) -> int:
    """1 if one of these replies wins at once; it moves to the front, since it may do so again."""
    if outcome(state) != ONGOING:
        return 0
    for i in range(count):
        if allows(state, likes, replies[i]) != 0:
            copy(state, beyond)
            play(beyond, replies[i])
            if outcome(beyond) == WHITE_WINS + state[SIDE]:
                reply = replies[i]
                replies[i] = replies[0]
                replies[0] = reply
                return 1
    return 0


@kernel("int64(int64)")
def final_score(result: int) -> int:
    """The score of a finished game."""
    if result == DRAW:
        return 0
    return CERTAIN if result == WHITE_WINS else -CERTAIN


@kernel("int64(int64[::1], int64[::1], int64[::1])")
def judged(numbers: State, state: State, room: State) -> int:
    """The score of a position, or of the end; blurred, always in the same way, for weak players."""
    numbers[JUDGED] += 1
    result = outcome(state)
    if result != ONGOING:
        return final_score(result)
    score = evaluate(state, room)
    if numbers[NOISE] != 0:
        score += evaluation_noise(state, numbers[NOISE], numbers[NOISE_SEED])
    return score


BUCKETS = 1024
"""Hints are sorted into so many classes."""


@kernel("int64(int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64, int64)")
def sift(state: State, after: State, out: State, hints: State, room: State, n: int, wanted: int) -> int:
    """Bring the decisions with the best hints to the front, or one that wins; how many there are now."""
    if n <= wanted:
        return n
    survey(state, room)
    for i in range(n):
        hints[i] = hint(state, room, out[i])
        if hints[i] >= MAY_WIN:
            hints[i] -= MAY_WIN
            copy(state, after)
            play(after, out[i])
            if outcome(after) == WHITE_WINS + state[SIDE]:
                out[0] = out[i]
                return 1
    return best_hints(out, hints, n, wanted)


@kernel("int64(int64[::1], int64[::1], int64, int64)")
def best_hints(out: State, hints: State, n: int, wanted: int) -> int:
    """Bring the decisions with the best hints to the front; classes of hints are counted, not sorted."""
    sizes = len(hints) - BUCKETS
    for bucket in range(BUCKETS):
        hints[sizes + bucket] = 0
    for i in range(n):
        hints[i] = min(max(hints[i], 0), BUCKETS - 1)
        hints[sizes + hints[i]] += 1
    lowest = BUCKETS
    rest = wanted
    while rest > 0:
        lowest -= 1
        rest -= hints[sizes + lowest]
    rest += hints[sizes + lowest]
    kept = 0
    for i in range(n):
        if hints[i] > lowest or (hints[i] == lowest and rest > 0):
            rest -= int(hints[i] == lowest)
            out[kept] = out[i]
            kept += 1
    return kept


@kernel("int64(int64[:, ::1], int64, int64, int64, int64, int64)")
def insert(chosen: list[State], count: int, most: int, code: int, value: int, final: int) -> int:
    """Insert a decision into the best ones so far, the best first; how many there are now."""
    if count == most:
        if value <= chosen[VALUE][count - 1]:
            return count
        count -= 1
    i = count
    while i > 0 and chosen[VALUE][i - 1] < value:
        for field in range(CHOSEN_FIELDS):
            chosen[field][i] = chosen[field][i - 1]
        i -= 1
    chosen[CODE][i] = code
    chosen[VALUE][i] = value
    chosen[FINAL][i] = final
    return count + 1


@kernel("void(int64[:, ::1], int64, int64)")
def share_out(tree: list[State], node: int, side: int) -> None:
    """The priors of fresh children: the lower the score, the less likely."""
    first = tree[FIRST][node]
    behind = first + tree[COUNT][node]
    best = -2 * CERTAIN
    for child in range(first, behind):
        best = max(best, for_side(tree[SCORE][child], side))
    total = 0
    for child in range(first, behind):
        total += likelihood(best - for_side(tree[SCORE][child], side))
    for child in range(first, behind):
        prior = likelihood(best - for_side(tree[SCORE][child], side)) * SHARE // total
        tree[PRIOR][child] = max(prior, 1)


@kernel("int64(int64)")
def likelihood(behind: int) -> int:
    """How likely a decision is best whose score is so much behind."""
    return LIKELIHOOD[min(behind // STEP, len(LIKELIHOOD) - 1)]
