"""Best-first search on any game's kernels, for games with too many decisions to search all of them deep.

A node's decisions are sorted by a hint, the most promising ones are played and evaluated, and the best of
these become its children. The tree then grows where best play of both sides leads, or where little has been
searched. The score of a node is the best score of its children for the side to act.

Wins and losses are settled. A node whose children all lose gets all of its decisions as children, except
those that a winning reply to one of the first children refutes as well. The node is lost only if there are
no such decisions, or if they all lose too.

Taking the mean of all scores below a node instead of its best child was not measurably stronger, and only
the best child gives scores that agree with settled ones.

All scores are White's. The tree is a table with a row for each field and a column for each node; the
children of a node are adjacent columns:

    node          0      1      2      3      4   ...
              ┌──────┬──────┬──────┬──────┬──────┬──
    DECISION  │  -   │  17  │  4   │  23  │  9   │     node 0 is the root; here it has two
    FIRST     │  1   │  3   │  0   │  0   │  0   │     children, from node 1 on, and node 1
    COUNT     │  2   │  2   │  0   │  0   │  0   │     has two, from node 3 on
    ...       │      │      │      │      │      │
"""

from math import exp, sqrt
from typing import NamedTuple

from gipfel.engine.search.evaluation_noise import evaluation_noise
from gipfel.engine.search.transposition import hashed, shifted
from gipfel.engine.search.win_chance import WHOLE, win_chance
from gipfel.kernel.evaluation import CERTAIN, FARTHEST_WIN, HIGHEST, evaluate
from gipfel.kernel.hints import MAY_WIN, SAME, allows, hint, survey
from gipfel.kernel.link import kernel
from gipfel.kernel.rules import decisions, outcome, play
from gipfel.kernel.state import BLACK, DRAW, ONGOING, SIDE, WHITE_WINS, State, copy

DECISION, FIRST, COUNT, VISITS, SCORE, PRIOR, SETTLED, DUE, WHOLLY = range(9)
"""The fields of a node: the decision that leads to it; its first child and the number of its children; how
often it was visited; its score; how likely it was to be the best child before it was visited; whether its
score is final; whether all of its decisions are due to become children, and whether they are."""
FIELDS = 9

(
    USED,
    EVALUATED,
    REPEATS,
    NOISE,
    NOISE_SEED,
    LOOKS,
    ROOT_LOOKS,
    CHILDREN,
    EXPLORATION,
    TEMPERATURE,
) = range(10)
"""Entries of `control`: nodes in use, positions evaluated, whether repetition draws, the evaluation noise;
then the numbers that the game's `SearchTuning` calls by these names."""
CONTROL = 10

REPLIES = 16
"""How many winning replies are tried against all decisions of a node that seems lost."""

CODE, VALUE, FINAL = range(3)
"""The fields of a chosen decision: its code, its score for the side to act, and whether that is final."""
CHOSEN_FIELDS = 3

NODE, ACTS, KEY = range(3)
"""The fields of a step of a path: the node, the side to act there, the hash of its state."""
STEP_FIELDS = 3


class Workspace(NamedTuple):
    """The arrays of a search."""

    tree: list[State]
    control: State
    start: State
    """The root's state."""
    state: State
    after: State
    beyond: State
    """The state of a leaf, and those one and two decisions later."""
    out: State
    """Room for the decisions of any position."""
    hints: State
    """Their hints; behind them there is room for BUCKETS counters."""
    chosen: list[State]
    """The best decisions of a leaf so far, best first."""
    scratch: State
    """Temporary memory of the evaluation and of the survey."""
    path: list[State]
    """The path from the root to a leaf."""


# --- Where to grow --------------------------------------------------------------------------------

PER_CENT = WHOLE // 100
SHARE = 1 << 12
"""The priors of the children of a node add up to about this."""
GRADES = 32
LIKELIHOOD: list[int] = [round(SHARE * exp(-i / GRADES)) for i in range(16 * GRADES)]
"""How likely a child is whose score is lower by i/GRADES of the temperature."""
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
    """White's score as that of a side, or a side's score as White's."""
    return -score if side == BLACK else score


@kernel("int64(int64[:, ::1], int64, int64, int64)")
def choice(tree: list[State], node: int, side: int, exploration: int) -> int:
    """The child to visit next: one with a good score, or with few visits for its prior."""
    first = tree[FIRST][node]
    best = -1
    highest = -1
    exploration = (root(tree[VISITS][node]) * exploration * PER_CENT) // SHARE
    for child in range(first, first + tree[COUNT][node]):
        if tree[SETTLED][child] != 0:
            continue
        bonus = exploration * tree[PRIOR][child] // (SHARE * (1 + tree[VISITS][child]))
        value = win_chance(for_side(tree[SCORE][child], side)) + bonus
        if value > highest:
            highest = value
            best = child
    return best


# --- Large kernels of the game, compiled once -----------------------------------------------------


@kernel("void(int64[::1], int64)", inline=False)
def make(state: State, decision: int) -> None:
    """Play a decision in place."""
    play(state, decision)


@kernel("int64(int64[::1], int64[::1])", inline=False)
def list_decisions(state: State, out: State) -> int:
    """Write the decisions into `out`; returns their number."""
    return decisions(state, out)


# --- The tree grows -------------------------------------------------------------------------------


@kernel("void(Workspace)")
def plant(work: Workspace) -> None:
    """Begin a tree that has only a root."""
    work.control[USED] = 0
    work.control[EVALUATED] = 0
    add_node(work.tree, work.control, 0, 0, 0)


@kernel("void(int64[:, ::1], int64[::1], int64, int64, int64)")
def add_node(tree: list[State], control: State, decision: int, score: int, settled: int) -> None:
    """Add a node that has not been visited."""
    node = control[USED]
    for field in range(FIELDS):
        tree[field][node] = 0
    tree[DECISION][node] = decision
    tree[SCORE][node] = score
    tree[SETTLED][node] = settled
    control[USED] += 1


@kernel("void(Workspace, int64)")
def grow(work: Workspace, times: int) -> None:
    """Walk from the root to a leaf, give it children and update the nodes above it; do so `times` times."""
    tree = work.tree
    path = work.path
    back_up(tree, 0, work.start[SIDE])  # its children may have been settled from outside
    for _ in range(times):
        if tree[SETTLED][0] != 0 or is_full(work) != 0:
            break
        copy(work.start, work.state)
        last = descend(tree, work.control, work.state, path)
        leaf = path[NODE][last]
        if tree[DUE][leaf] != 0:
            expand_wholly(work, leaf)
        elif tree[SETTLED][leaf] == 0:
            expand(work, leaf)
        for i in range(last + 1):
            tree[VISITS][path[NODE][last - i]] += 1
            back_up(tree, path[NODE][last - i], path[ACTS][last - i])


@kernel("int64(Workspace)")
def is_full(work: Workspace) -> int:
    """1 if the tree may have no room for the children of another node."""
    return int(work.control[USED] + len(work.out) > len(work.tree[DECISION]))


@kernel("int64(int64[:, ::1], int64[::1], int64[::1], int64[:, ::1])")
def descend(tree: list[State], control: State, state: State, path: list[State]) -> int:
    """Walk from the root to the node to expand; the index of the path's last step. A repetition is a draw."""
    node = 0
    last = 0
    path[NODE][0] = 0
    path[ACTS][0] = state[SIDE]
    if control[REPEATS] != 0:
        path[KEY][0] = hashed(state)
    while tree[COUNT][node] > 0 and tree[DUE][node] == 0 and last + 1 < len(path[NODE]):
        node = choice(tree, node, state[SIDE], control[EXPLORATION])
        make(state, tree[DECISION][node])
        last += 1
        path[NODE][last] = node
        path[ACTS][last] = state[SIDE]
        if control[REPEATS] != 0:
            path[KEY][last] = hashed(state)
            if is_repeated(path, last) != 0:
                tree[SCORE][node] = 0
                tree[SETTLED][node] = 1
                tree[COUNT][node] = 0
    return last


@kernel("int64(int64[:, ::1], int64)")
def is_repeated(path: list[State], last: int) -> int:
    """1 if the last step of a path repeats an earlier position."""
    for i in range(last):
        if path[KEY][i] == path[KEY][last]:
            return 1
    return 0


@kernel("void(int64[:, ::1], int64, int64)")
def back_up(tree: list[State], node: int, side: int) -> None:
    """Set the score of a node from those of its children, and whether it is final."""
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


@kernel("void(Workspace, int64)")
def expand(work: Workspace, node: int) -> None:
    """Give a node the best of its decisions as children."""
    tree = work.tree
    chosen = work.chosen
    side = work.state[SIDE]
    n = list_decisions(work.state, work.out)
    candidates = sift(work, n, work.control[ROOT_LOOKS] if node == 0 else work.control[LOOKS])
    most = min(work.control[CHILDREN], candidates)
    count = 0
    for i in range(candidates):
        copy(work.state, work.after)
        make(work.after, work.out[i])
        value = for_side(static_score(work.control, work.after, work.scratch), side)
        count = insert(chosen, count, most, work.out[i], value, int(outcome(work.after) != ONGOING))
        if value >= CERTAIN:
            break
    tree[FIRST][node] = work.control[USED]
    tree[COUNT][node] = count
    tree[WHOLLY][node] = int(count == n)
    for i in range(count):
        add_node(tree, work.control, chosen[CODE][i], for_side(chosen[VALUE][i], side), chosen[FINAL][i])
    set_priors(tree, node, side, work.control[TEMPERATURE])


@kernel("void(Workspace, int64)")
def expand_wholly(work: Workspace, node: int) -> None:
    """Expand a node whose children all lose: add every decision that neither loses at once nor is refuted.

    If there are none, it keeps its children, which now prove that it is lost.
    """
    tree = work.tree
    side = work.state[SIDE]
    replies = work.chosen[CODE]
    reply_count = winning_replies(tree, node, replies)
    first = work.control[USED]
    for i in range(list_decisions(work.state, work.out)):
        copy(work.state, work.after)
        make(work.after, work.out[i])
        loses = int(outcome(work.after) == WHITE_WINS + 1 - side)
        if loses == 0 and is_refuted(work.after, work.beyond, work.hints, replies, reply_count) == 0:
            score = static_score(work.control, work.after, work.scratch)
            add_node(tree, work.control, work.out[i], score, int(outcome(work.after) != ONGOING))
    tree[DUE][node] = 0
    tree[WHOLLY][node] = 1
    if work.control[USED] > first:
        tree[FIRST][node] = first
        tree[COUNT][node] = work.control[USED] - first
        set_priors(tree, node, side, work.control[TEMPERATURE])


@kernel("int64(int64[:, ::1], int64, int64[::1])")
def winning_replies(tree: list[State], node: int, replies: State) -> int:
    """Write the replies that win at once against children of a node; returns their number."""
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
def is_refuted(state: State, beyond: State, out: State, replies: State, count: int) -> int:
    """1 if one of these replies wins at once; it moves to the front, since it may do so again."""
    if outcome(state) != ONGOING:
        return 0
    for i in range(count):
        if allows(state, out, replies[i]) != 0:
            copy(state, beyond)
            make(beyond, replies[i])
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


@kernel("int64(int64[::1], int64[::1], int64[::1])", inline=False)
def static_score(control: State, state: State, scratch: State) -> int:
    """The score of a position without a search, with the noise of a weak player."""
    control[EVALUATED] += 1
    result = outcome(state)
    if result != ONGOING:
        return final_score(result)
    score = evaluate(state, scratch)
    if control[NOISE] != 0:
        score += evaluation_noise(state, control[NOISE], control[NOISE_SEED])
    return score


BUCKETS = 2048
"""Hints are sorted into this number of classes."""


@kernel("int64(Workspace, int64, int64)")
def sift(work: Workspace, n: int, wanted: int) -> int:
    """Move the decisions with the best hints, or one that wins, to the front; returns how many these are."""
    if n <= wanted:
        return n
    state = work.state
    out = work.out
    hints = work.hints
    survey(state, work.scratch)
    different = 0
    for i in range(n):
        found = hint(state, work.scratch, out[i])
        if found >= MAY_WIN:
            found -= MAY_WIN
            copy(state, work.after)
            make(work.after, out[i])
            if outcome(work.after) == WHITE_WINS + state[SIDE]:
                out[0] = out[i]
                return 1
        out[different] = out[i]
        hints[different] = found
        different += int(found != SAME)
    return different if different <= wanted else best_hints(out, hints, different, wanted)


@kernel("int64(int64[::1], int64[::1], int64, int64)")
def best_hints(out: State, hints: State, n: int, wanted: int) -> int:
    """Move the decisions with the best hints to the front, counting classes of hints instead of sorting."""
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
    """Insert a decision into the best ones so far, best first; returns how many there are."""
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


@kernel("void(int64[:, ::1], int64, int64, int64)")
def set_priors(tree: list[State], node: int, side: int, temperature: int) -> None:
    """Set the priors of new children: the lower the score, the less likely."""
    first = tree[FIRST][node]
    behind = first + tree[COUNT][node]
    best = -2 * CERTAIN
    for child in range(first, behind):
        best = max(best, for_side(tree[SCORE][child], side))
    total = 0
    for child in range(first, behind):
        total += likelihood(best - for_side(tree[SCORE][child], side), temperature)
    for child in range(first, behind):
        prior = likelihood(best - for_side(tree[SCORE][child], side), temperature) * SHARE // total
        tree[PRIOR][child] = max(prior, 1)


@kernel("int64(int64, int64)")
def likelihood(behind: int, temperature: int) -> int:
    """How likely a decision is the best if its score is this far behind the best score."""
    return LIKELIHOOD[min(behind * GRADES // temperature, len(LIKELIHOOD) - 1)]
