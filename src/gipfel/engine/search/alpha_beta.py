"""Alpha-beta search with principal variations and a transposition table; one source for all games.

The search keeps its own stack and runs in slices, so it can be stopped at any time and resumed later. A
frame of the stack belongs to a node: a position in which the side to act chooses, or chance does. Scores
are those of the side to act. Leaves have no frame: their parent evaluates them.

The first decision of a node is searched with the full window. All others are searched with an empty window
first, which only tells whether they are better; late ones also less deep. Decisions that complete what was
begun, and decisions without an alternative, cost no depth.

Nodes with an empty window (*scout nodes*) may be cut off by their static score, or try only some decisions:
how far that goes is a game's `SearchTuning`, whose values are entries of `control`. Nothing is cut off where
a win or a loss is proven, where chance decides, or where a choice only completes another one.

The arrays of a search are the fields of a `Workspace`. The node at `ply`, counted from the root,
owns one part of each of the upper five:

    ply              0               1               2
              ┌───────────────┬───────────────┬───────────────┬──
    states    │ its state     │ its state     │ its state     │      a row a ply
              ├───────────────┼───────────────┼───────────────┼──
    frames    │ ALPHA … KEY … │ ALPHA … KEY … │ ALPHA … KEY … │      FRAME integers a ply
              ├───────────────┼───────────────┼───────────────┼──
    moves     │ its decisions │ its decisions │ its decisions │      len(out) integers a ply
    merits    │ their merits  │ their merits  │ their merits  │      len(out) integers a ply
              ├───────────────┼───────────────┼───────────────┼──
    lines     │ its best line │ its best line │ its best line │      LINE integers a ply
              └───────────────┴───────────────┴───────────────┴──
    f         0             FRAME         2 * FRAME                  where a frame begins
    first     0            len(out)      2 * len(out)                where a node's decisions begin
"""

from math import log
from typing import NamedTuple

from gipfel.engine.search.evaluation_noise import evaluation_noise
from gipfel.engine.search.transposition import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    INDEX_BITS,
    bound_of,
    bucket_of,
    depth_of,
    entry_of,
    fits,
    index_of,
    key_of,
    score_of,
    shifted,
    slot_of,
    store,
)
from gipfel.engine.search.win_chance import score_for_chance, win_chance
from gipfel.kernel.evaluation import (
    CERTAIN,
    FARTHEST_WIN,
    HIGHEST,
    LEVEL,
    evaluate,
    follow_up,
    odds,
    promises,
    refined,
    rough,
    urgent,
)
from gipfel.kernel.link import kernel
from gipfel.kernel.prefetch import prefetch
from gipfel.kernel.rules import decisions, outcome, play
from gipfel.kernel.state import DRAW, ONGOING, SIDE, WHITE, WHITE_WINS, State, copy

PLIES = 120
"""No line is searched further than this number of decisions."""
INFINITE = CERTAIN + 1
LINE = PLIES + 2
"""The size of a line of play: its length, then its decisions."""


class Workspace(NamedTuple):
    """The arrays one thread searches with; only `table` is shared with other threads."""

    control: State
    """Numbers that the search and its caller exchange: PLY, NODES, ..."""
    states: list[State]
    frames: State
    moves: State
    merits: State
    """How early each decision should be tried; where chance decides, how likely it is, per mille."""
    lines: State
    history: State
    """How often a decision was good elsewhere, by side and decision."""
    table: State
    """The transposition table."""
    contest_odds: State
    """How likely contests are won, lost and tied; the game's `odds` kernel reads it."""
    scratch: State
    """Temporary memory of the evaluation."""
    out: State
    """Room for the decisions of any position."""


# Entries of `control`. USUAL_GAP is by how much scores of the side to act are higher than rough ones, on
# average. Those from FUTILITY on are fields of `SearchTuning` and explained there.
(
    PLY,
    NODES,
    GAME,
    AGE,
    NOISE,
    NOISE_SEED,
    REPEATS,
    USUAL_GAP,
    FUTILITY,
    FUTILITY_DEPTH,
    HOPELESS,
    HOPELESS_DEPTH,
    PRUNING,
    PRUNING_DEPTH,
    PROMISED,
    FORESIGHT,
    REDUCTIONS,
    INTERNAL,
    PENALTIES,
    LAZY,
    THREATS,
    PAIRED,
    CONTROL,
) = range(23)

# Entries of a frame.
(
    ALPHA,  # the window: scores at most ALPHA or at least BETA need not be exact
    BETA,
    FLOOR,  # ALPHA as it was when the node was entered
    BEST,  # the best score so far
    CHOICE,  # the index of the best decision so far; before the first, that of the table's decision, or -1
    INDEX,  # the index of the decision whose child is searched now
    TRIED,  # how many decisions were tried
    COUNT,  # how many decisions there are
    DEPTH,  # how much depth is left at this node
    COST,  # how much of it a decision costs: 0 or 1
    MODE,  # how the child at INDEX is searched: NEXT, REDUCED, SCOUT or FULL
    KEY,  # the position's key in the table
    ACTS,  # the side to act
    BY_CHANCE,  # not 0 if chance decides
    SUM,  # if chance decides, the sum of win chances, each weighted by its likelihood
    LEADER,  # the index of the decision that is tried first
    CURSOR,  # where to look for the next decision once their order no longer matters
    QUOTA,  # how many decisions are tried at most, as long as one of them does not lose
    STATIC,  # the evaluation for the side to act, or UNKNOWN
    REDUCTION,  # how much less deep a REDUCED child is searched
    KILLER,  # the decisions that last caused a cutoff at this ply
    SECOND_KILLER,
    FRAME,  # the size of a frame
) = range(23)

NEXT, REDUCED, SCOUT, FULL = 0, 1, 2, 3
"""How the child at INDEX is to be searched. NEXT: it is done, the next one has to be picked."""

HISTORY = 1 << 13
"""Decisions that are equal modulo this share an entry of the history."""
HIGHEST_HISTORY = 1 << 24
KILLING, PROMISING, NONE = 1 << 26, 1 << 16, -(1 << 40)
"""The merit of a killer, of a unit of promise, and of a decision that has been tried."""
PLACES = 1 << INDEX_BITS
"""No node has more decisions than this."""
SORTED = 10
"""This number of decisions is tried in order of merit, the rest in the order of the list."""

LATE, VERY_LATE = 4, 14
"""After this number of decisions, the next ones are first searched one or two decisions less deep."""
REDUCIBLE = 3
"""Nodes with less depth than this search all decisions equally deep."""
GRADES, PLACES_GRADED = 32, 64
GRADE: list[int] = [
    round(100 * log(max(depth, 1)) * log(max(place, 1)))
    for depth in range(GRADES)
    for place in range(PLACES_GRADED)
]
"""Graded reductions, in hundredths, by depth and by the place of the decision."""
FIRST_GRADED = 3
"""The place of the first decision that a graded reduction concerns."""
UNKNOWN = INFINITE
"""The STATIC of a node that has not been evaluated."""
DECIDED = 4000
"""Beyond this score, 98 %, static scores cut nothing off: there the search has to find the shortest win."""
GAP_UNIT = 256
"""USUAL_GAP is in this part of a score: an average over about this number of positions."""
PROVEN = CERTAIN - FARTHEST_WIN
"""Scores from here on are proven wins."""
REWARD = 1 << 12
"""With penalties: what a decision gains or loses at depth 1."""
HIGHEST_REWARD = 64 * REWARD


@kernel("int64(Workspace, int64)")
def search(work: Workspace, until: int) -> int:
    """Continue until the root is done (1) or `until` nodes have been searched (0)."""
    control = work.control
    states = work.states
    frames = work.frames
    lines = work.lines
    most = len(work.out)
    ply = control[PLY]
    nodes = control[NODES]
    while True:
        # Taking a row of a table costs as much as a node: only states are rows, and once per visit.
        state = states[ply]
        child = states[ply + 1]
        f = ply * FRAME
        first = ply * most
        work.scratch[LEVEL] = ply
        descend = 0
        while nodes < until:
            if frames[f + MODE] == NEXT:
                if is_done(frames, f) != 0:
                    break
                pick_next(work, f, first)
            copy(state, child)
            play(child, work.moves[first + frames[f + INDEX]])
            nodes += 1
            depth = depth_below(frames, f)
            result = outcome(child)
            if result != ONGOING:
                frames[f + MODE] = FULL
                lines[(ply + 1) * LINE] = 0
                value = final_score(result, frames[f + ACTS], ply + 1)
            else:
                leaf = (depth <= 0 and is_leaf(control, child, depth) != 0) or ply + 2 >= PLIES
                if not leaf:
                    open_frame(work, child, f, depth)
                value = 0
                # The evaluation is large: there is only one call, for leaves and nodes.
                if leaf or needs_static(work, child, f + FRAME) != 0:
                    value = lazy_score(work, child, f, int(leaf))
                    frames[f + FRAME + STATIC] = seen_from(child[SIDE], frames[f + ACTS], value)
                if leaf:
                    if frames[f + MODE] == SCOUT:
                        frames[f + MODE] = FULL
                    lines[(ply + 1) * LINE] = 0
                else:
                    if is_futile(work, f + FRAME) == 0:
                        key = key_of(child, control[GAME])
                        bucket = bucket_of(work.table, key, control[PAIRED])
                        frames[f + FRAME + KEY] = key
                        # The entry comes from main memory: meanwhile the decisions are listed.
                        prefetch(work.table, bucket)
                        list_decisions(work, child, f + FRAME)
                        if is_known(work, bucket, f + FRAME) == 0 and stands(work, f + FRAME) == 0:
                            rank_decisions(work, child, f + FRAME, first + most)
                            descend = 1
                            break
                    value = seen_from(frames[f + ACTS], child[SIDE], frames[f + FRAME + BEST])
            take_value(work, f, ply, value)
        if descend != 0:
            ply += 1
        elif nodes >= until and not (frames[f + MODE] == NEXT and is_done(frames, f) != 0):
            control[PLY] = ply
            control[NODES] = nodes
            return 0
        else:
            close_frame(work, f, ply)
            if ply == 0:
                control[NODES] = nodes
                return 1
            ply -= 1
            value = seen_from(frames[f - FRAME + ACTS], frames[f + ACTS], frames[f + BEST])
            take_value(work, f - FRAME, ply, value)


@kernel("void(Workspace, int64)")
def evaluate_decisions(work: Workspace, count: int) -> None:
    """Write into `merits` the score of each of the root's first `count` decisions, without a search."""
    state = work.states[0]
    child = work.states[1]
    for i in range(count):
        copy(state, child)
        play(child, work.moves[i])
        result = outcome(child)
        if result != ONGOING:
            work.merits[i] = final_score(result, state[SIDE], 1)
        else:
            work.merits[i] = static_score(work.control, child, work.scratch, state[SIDE])


# --- Choosing the next child ------------------------------------------------------------------------


@kernel("int64(int64[::1], int64)")
def is_done(frames: State, f: int) -> int:
    """1 if there is no child left, or none that matters."""
    cut = frames[f + BY_CHANCE] == 0 and frames[f + BEST] >= frames[f + BETA]
    late = frames[f + TRIED] >= frames[f + QUOTA] and frames[f + BEST] > -PROVEN
    return int(cut or late or frames[f + TRIED] == frames[f + COUNT])


@kernel("void(Workspace, int64, int64)")
def pick_next(work: Workspace, f: int, first: int) -> None:
    """Choose the next child, and how to search it."""
    frames = work.frames
    merits = work.merits
    tried = frames[f + TRIED]
    frames[f + TRIED] = tried + 1
    if frames[f + BY_CHANCE] != 0:
        frames[f + INDEX] = tried
        frames[f + MODE] = FULL
        return
    if tried == 0:
        index = frames[f + LEADER]
    elif tried < SORTED:
        index = best_untried(merits, first, frames[f + COUNT])
    else:
        index = next_untried(frames, f, merits, first)
    frames[f + INDEX] = index
    if tried == 0:
        frames[f + MODE] = FULL
    else:
        reduction = reduction_of(work.control, frames, f, merits[first + index])
        frames[f + REDUCTION] = reduction
        frames[f + MODE] = REDUCED if reduction > 0 else SCOUT
    merits[first + index] = ranked(NONE, index)


@kernel("int64(int64[::1], int64[::1], int64, int64)")
def reduction_of(control: State, frames: State, f: int, merit: int) -> int:
    """How much less deep than the first decision the next one, the TRIED-th, is first searched."""
    depth = frames[f + DEPTH]
    place = frames[f + TRIED]
    if depth < REDUCIBLE or frames[f + COST] == 0 or merit >= ranked(KILLING, PLACES - 1):
        return 0
    if control[REDUCTIONS] == 0:
        if place <= LATE:
            return 0
        return 2 if place > VERY_LATE and depth > 4 else 1
    if place < FIRST_GRADED:
        return 0
    grade = GRADE[min(depth, GRADES - 1) * PLACES_GRADED + min(place, PLACES_GRADED - 1)]
    reduction = grade * control[REDUCTIONS] // 10000
    if frames[f + BETA] - frames[f + ALPHA] != 1:
        reduction -= 1
    if merit >= ranked(control[PROMISED] * PROMISING, PLACES - 1):
        reduction -= 1
    return min(reduction, depth - 2)


@kernel("int64(int64, int64)")
def ranked(merit: int, index: int) -> int:
    """A merit that carries its index: among equal merits the lower index gives the higher number."""
    return merit * PLACES - index


@kernel("int64(int64[::1], int64, int64)")
def best_untried(merits: State, first: int, count: int) -> int:
    """The index of the highest merit; decisions that were tried have NONE."""
    highest = merits[first]
    for i in range(1, count):
        highest = max(highest, merits[first + i])
    return -highest & (PLACES - 1)


@kernel("int64(int64[::1], int64, int64[::1], int64)")
def next_untried(frames: State, f: int, merits: State, first: int) -> int:
    """The first child that was not tried; this late, the order no longer matters."""
    i = frames[f + CURSOR]
    while merits[first + i] == ranked(NONE, i):
        i += 1
    frames[f + CURSOR] = i + 1
    return i


@kernel("int64(int64[::1], int64)")
def depth_below(frames: State, f: int) -> int:
    """How deep the child at INDEX is to be searched."""
    depth = frames[f + DEPTH] - frames[f + COST]
    return depth - frames[f + REDUCTION] if frames[f + MODE] == REDUCED else depth


# --- Scores -----------------------------------------------------------------------------------------


@kernel("int64(int64, int64, int64)")
def seen_from(side: int, other: int, value: int) -> int:
    """The score of side `other` as the score of `side`, which may be the same."""
    return value if side == other else -value


@kernel("int64(int64, int64, int64)")
def final_score(result: int, side: int, plies: int) -> int:
    """The score, for a side, of a game that ends after this number of decisions."""
    if result == DRAW:
        return 0
    return CERTAIN - plies if result == WHITE_WINS + side else plies - CERTAIN


@kernel("int64(int64[::1], int64[::1], int64[::1], int64)")
def static_score(control: State, state: State, scratch: State, side: int) -> int:
    """The evaluation for a side, with the noise of a weak player."""
    return seen_from(side, WHITE, noisy(control, state, evaluate(state, scratch)))


@kernel("int64(int64[::1], int64[::1], int64)")
def noisy(control: State, state: State, score: int) -> int:
    """A score with the noise of a weak player."""
    if control[NOISE] != 0:
        score += evaluation_noise(state, control[NOISE], control[NOISE_SEED])
    return score


@kernel("int64(Workspace, int64[::1], int64, int64)")
def lazy_score(work: Workspace, child: State, f: int, leaf: int) -> int:
    """The evaluation of a child for the side to act; where that is enough, a bound of it."""
    control = work.control
    side = work.frames[f + ACTS]
    score = rough(child, work.scratch)
    if control[LAZY] == 0 or control[NOISE] != 0:
        return seen_from(side, WHITE, noisy(control, child, refined(child, work.scratch, score)))
    # What a rough score lacks favours the side to act, or the other one, in most positions alike.
    sign = 1 - 2 * child[SIDE]
    usual = control[USUAL_GAP] // GAP_UNIT
    bound = lazy_bound(work, child[SIDE], f, leaf, seen_from(side, WHITE, score + sign * usual))
    if bound != UNKNOWN:
        return bound
    value = refined(child, work.scratch, score)
    control[USUAL_GAP] += sign * (value - score) - usual
    return seen_from(side, WHITE, value)


@kernel("int64(Workspace, int64, int64, int64, int64)")
def lazy_bound(work: Workspace, side: int, f: int, leaf: int, score: int) -> int:
    """A bound of the evaluation of a child that a rough score gives, or UNKNOWN if that is not enough."""
    control = work.control
    frames = work.frames
    margin = control[LAZY]
    low = max(score - margin, -HIGHEST)
    high = min(score + margin, HIGHEST)
    if frames[f + BY_CHANCE] != 0:
        return UNKNOWN
    if leaf != 0:
        if low >= frames[f + BETA]:
            return low
        return high if high <= frames[f + ALPHA] else UNKNOWN
    # A node compares its static score with two bounds only.
    depth = frames[f + FRAME + DEPTH]
    own = seen_from(side, frames[f + ACTS], score)
    good = frames[f + FRAME + BETA] + control[FUTILITY] * depth
    bad = frames[f + FRAME + ALPHA] - control[HOPELESS] * depth
    near_good = depth <= control[FUTILITY_DEPTH] and abs(own - good) < margin
    near_bad = depth <= control[HOPELESS_DEPTH] and abs(own - bad) < margin
    return UNKNOWN if depth < 1 or near_good or near_bad else score


# --- Entering a node --------------------------------------------------------------------------------


@kernel("void(Workspace, int64[::1], int64, int64)")
def open_frame(work: Workspace, state: State, above: int, depth: int) -> None:
    """Begin the node below the frame `above`: nothing has been tried."""
    frames = work.frames
    f = above + FRAME
    work.lines[f // FRAME * LINE] = 0
    frames[f + ACTS] = state[SIDE]
    frames[f + DEPTH] = depth
    set_window(frames, above, f)
    frames[f + CHOICE] = -1
    frames[f + BEST] = -INFINITE
    frames[f + SUM] = 0
    frames[f + TRIED] = 0
    frames[f + CURSOR] = 0
    frames[f + STATIC] = UNKNOWN
    frames[f + MODE] = NEXT


@kernel("void(int64[::1], int64, int64)")
def set_window(frames: State, above: int, f: int) -> None:
    """Set the child's window, as the parent's mode demands, from the child's point of view."""
    low = frames[above + ALPHA]
    high = frames[above + BETA] if frames[above + MODE] == FULL else low + 1
    if frames[above + BY_CHANCE] != 0:
        low = -INFINITE
        high = INFINITE
    if frames[above + ACTS] != frames[f + ACTS]:
        swap = low
        low = -high
        high = -swap
    frames[f + ALPHA] = low
    frames[f + FLOOR] = low
    frames[f + BETA] = high


@kernel("int64(int64[::1], int64[::1], int64)")
def is_leaf(control: State, state: State, depth: int) -> int:
    """1 if nothing is left to do in a position without depth: no choice to complete, and nothing urgent."""
    if follow_up(state) != 0:
        return 0
    return int(depth <= -control[THREATS] or urgent(state) == 0)


@kernel("int64(int64[::1], int64)")
def is_open_scout(frames: State, f: int) -> int:
    """1 if the node's window is empty, and its bound no proven win or loss."""
    empty = frames[f + BETA] - frames[f + ALPHA] == 1
    return int(empty and frames[f + ALPHA] > -PROVEN and frames[f + BETA] < PROVEN)


@kernel("int64(Workspace, int64[::1], int64)")
def needs_static(work: Workspace, state: State, f: int) -> int:
    """1 if the static score of a node may settle it, or tell how many decisions are tried."""
    control = work.control
    frames = work.frames
    depth = frames[f + DEPTH]
    if depth < 1:
        if control[THREATS] == 0:
            return 0
    elif (
        depth > max(control[FUTILITY_DEPTH], control[HOPELESS_DEPTH])
        or is_open_scout(frames, f) == 0
        or abs(frames[f + BETA]) > DECIDED
    ):
        return 0
    return int(follow_up(state) == 0 and odds(state, work.contest_odds, work.out) == 0)


@kernel("int64(Workspace, int64)")
def is_futile(work: Workspace, f: int) -> int:
    """1 if a scout node is so good already that it needs no search: BEST is its bound."""
    frames = work.frames
    depth = frames[f + DEPTH]
    static = frames[f + STATIC]
    if static == UNKNOWN or depth < 1 or depth > work.control[FUTILITY_DEPTH]:
        return 0
    if static - work.control[FUTILITY] * depth < frames[f + BETA]:
        return 0
    frames[f + BEST] = frames[f + BETA]
    return 1


@kernel("int64(Workspace, int64)")
def stands(work: Workspace, f: int) -> int:
    """1 if a node beyond the last depth is good enough without any decision: BEST is its static score.

    Its side need not take what is urgent, so the static score is the least it can expect.
    """
    frames = work.frames
    static = frames[f + STATIC]
    if static == UNKNOWN or frames[f + DEPTH] > 0:
        return 0
    frames[f + BEST] = static
    frames[f + ALPHA] = max(frames[f + ALPHA], static)
    return int(static >= frames[f + BETA])


@kernel("void(Workspace, int64[::1], int64)")
def list_decisions(work: Workspace, state: State, f: int) -> None:
    """List the decisions of a node and, if chance decides, how likely each is."""
    frames = work.frames
    out = work.out
    count = decisions(state, out)
    first = f // FRAME * len(out)
    for i in range(count):
        work.moves[first + i] = out[i]
    frames[f + COUNT] = count
    frames[f + COST] = int(count > 1 and follow_up(state) == 0)
    frames[f + BY_CHANCE] = odds(state, work.contest_odds, out)
    if frames[f + BY_CHANCE] != 0:
        for i in range(count):
            work.merits[first + i] = out[i]


@kernel("int64(Workspace, int64, int64)")
def is_known(work: Workspace, bucket: int, f: int) -> int:
    """1 if the node needs no search: BEST is its score. Otherwise CHOICE is the table's decision, if any."""
    frames = work.frames
    key = frames[f + KEY]
    if work.control[REPEATS] != 0 and is_repetition(frames, key, f) != 0:
        frames[f + BEST] = 0
        return 1
    slot = slot_of(work.table, bucket, key, work.control[PAIRED])
    entry = work.table[slot]
    if fits(work.table, slot, entry, key) == 0:
        return 0
    frames[f + CHOICE] = index_of(entry)
    if frames[f + BETA] - frames[f + ALPHA] != 1 or depth_of(entry) < frames[f + DEPTH]:
        return 0
    score = shifted(score_of(entry), -(f // FRAME))
    bound = bound_of(entry)
    beyond = bound & AT_LEAST != 0 and score >= frames[f + BETA]
    if not (beyond or (bound & AT_MOST != 0 and score <= frames[f + ALPHA])):
        return 0
    frames[f + BEST] = score
    return 1


@kernel("int64(int64[::1], int64, int64)")
def is_repetition(frames: State, key: int, f: int) -> int:
    """1 if the position has occurred between the root and here."""
    for earlier in range(0, f, FRAME):
        if frames[earlier + KEY] == key:
            return 1
    return 0


@kernel("void(Workspace, int64[::1], int64, int64)")
def rank_decisions(work: Workspace, state: State, f: int, first: int) -> None:
    """Give each decision its merit, unless chance decides."""
    frames = work.frames
    count = frames[f + COUNT]
    frames[f + QUOTA] = count
    if frames[f + BY_CHANCE] != 0:
        return
    reduce_unknown(work.control, frames, f)
    base = state[SIDE] * HISTORY
    killer = frames[f + KILLER]
    second = frames[f + SECOND_KILLER]
    beyond = frames[f + DEPTH] <= 0 and frames[f + STATIC] != UNKNOWN
    deep = frames[f + DEPTH] > 1 or work.control[FORESIGHT] != 0 or beyond
    if deep:
        promises(state, work.moves, first, count, work.merits, work.scratch)
    else:
        for i in range(first, first + count):
            work.merits[i] = 0
    # Two loops: compilers turn the second one, without the table, into instructions for several decisions.
    for i in range(count):
        work.out[i] = work.history[base + (work.moves[first + i] & (HISTORY - 1))]
    promised = work.control[PROMISED]
    promising = 0
    highest = ranked(NONE, 0)
    for i in range(count):
        code = work.moves[first + i]
        promise = work.merits[first + i]
        promising += int(promise >= promised)
        merit = work.out[i] + promise * PROMISING + KILLING * int((code == killer) | (code == second))
        work.merits[first + i] = ranked(merit, i)
        highest = max(highest, ranked(merit, i))
    leader = -highest & (PLACES - 1)
    known = frames[f + CHOICE]
    if 0 <= known < count:
        leader = known
    frames[f + LEADER] = leader
    frames[f + QUOTA] = quota_of(work.control, frames, f, promising)


@kernel("void(int64[::1], int64[::1], int64)")
def reduce_unknown(control: State, frames: State, f: int) -> None:
    """Search a node for which the table knows no decision less deep: its decisions are badly sorted."""
    least = control[INTERNAL]
    if least != 0 and frames[f + DEPTH] >= least and frames[f + CHOICE] < 0 and frames[f + COST] != 0:
        frames[f + DEPTH] -= 1


@kernel("int64(int64[::1], int64[::1], int64, int64)")
def quota_of(control: State, frames: State, f: int, promising: int) -> int:
    """How many decisions of a node are tried, of which some are promising."""
    count = frames[f + COUNT]
    depth = frames[f + DEPTH]
    static = frames[f + STATIC]
    if depth <= 0:
        return promising if static != UNKNOWN else count
    if frames[f + COST] == 0 or is_open_scout(frames, f) == 0:
        return count
    margin = control[HOPELESS] * depth
    if static != UNKNOWN and depth <= control[HOPELESS_DEPTH] and static + margin <= frames[f + ALPHA]:
        return max(promising, 1)
    if depth <= control[PRUNING_DEPTH]:
        return min(count, promising + control[PRUNING] * (1 + depth * depth) // 2)
    return count


# --- Results ----------------------------------------------------------------------------------------


@kernel("void(Workspace, int64, int64, int64)")
def take_value(work: Workspace, f: int, ply: int, value: int) -> None:
    """Use the value of the child at INDEX, or demand a closer search of that child."""
    frames = work.frames
    mode = frames[f + MODE]
    if mode == REDUCED and value > frames[f + ALPHA]:
        frames[f + MODE] = SCOUT
        return
    if mode == SCOUT and frames[f + ALPHA] < value < frames[f + BETA]:
        frames[f + MODE] = FULL
        return
    frames[f + MODE] = NEXT
    index = frames[f + INDEX]
    most = len(work.out)
    if frames[f + BY_CHANCE] != 0:
        frames[f + SUM] += work.merits[ply * most + index] * win_chance(value)
    if value <= frames[f + BEST]:
        return
    frames[f + BEST] = value
    frames[f + CHOICE] = index
    if value > frames[f + ALPHA]:
        frames[f + ALPHA] = value
        store_line(work.lines, work.moves[ply * most + index], ply)


@kernel("void(int64[::1], int64, int64)")
def store_line(lines: State, decision: int, ply: int) -> None:
    """Set the best line to this decision and the child's best line."""
    mine = ply * LINE
    below = mine + LINE
    length = lines[below]
    lines[mine] = length + 1
    lines[mine + 1] = decision
    for i in range(1, length + 1):
        lines[mine + 1 + i] = lines[below + i]


@kernel("void(Workspace, int64, int64)")
def close_frame(work: Workspace, f: int, ply: int) -> None:
    """Finish a node: store what was found out in the table, the killers and the history."""
    frames = work.frames
    if frames[f + BY_CHANCE] != 0:
        frames[f + BEST] = score_for_chance(frames[f + SUM] // 1000)
        return
    choice = frames[f + CHOICE]
    best = frames[f + BEST]
    bound = EXACT
    if best >= frames[f + BETA]:
        bound = AT_LEAST
        reward(work, f, ply * len(work.out), choice)
    elif best <= frames[f + FLOOR]:
        bound = AT_MOST
    if ply > 0:
        depth = max(frames[f + DEPTH], 0)
        entry = entry_of(shifted(best, ply), depth, bound, max(choice, 0), work.control[AGE])
        store(work.table, frames[f + KEY], entry, work.control[PAIRED])


@kernel("void(Workspace, int64, int64, int64)")
def reward(work: Workspace, f: int, first: int, choice: int) -> None:
    """Let a decision that caused a cutoff be tried earlier next time."""
    frames = work.frames
    history = work.history
    decision = work.moves[first + choice]
    if decision != frames[f + KILLER]:
        frames[f + SECOND_KILLER] = frames[f + KILLER]
        frames[f + KILLER] = decision
    base = frames[f + ACTS] * HISTORY
    i = base + (decision & (HISTORY - 1))
    depth = max(frames[f + DEPTH], 0)
    if work.control[PENALTIES] == 0:
        history[i] = min(history[i] + depth * depth, HIGHEST_HISTORY)
        return
    amount = min(depth * depth * REWARD, HIGHEST_REWARD)
    history[i] += amount - history[i] * amount // HIGHEST_HISTORY
    if depth > 1:
        penalise_others(work, f, first, choice, amount)


@kernel("void(Workspace, int64, int64, int64, int64)")
def penalise_others(work: Workspace, f: int, first: int, choice: int, amount: int) -> None:
    """Let the decisions that were tried before the one that caused a cutoff be tried later next time."""
    history = work.history
    base = work.frames[f + ACTS] * HISTORY
    for other in range(work.frames[f + COUNT]):
        if other != choice and work.merits[first + other] == ranked(NONE, other):
            i = base + (work.moves[first + other] & (HISTORY - 1))
            history[i] -= amount + history[i] * amount // HIGHEST_HISTORY


@kernel("void(int64[::1])")
def halve(history: State) -> None:
    """Halve the history: what was good in an earlier position counts less."""
    for i in range(len(history)):
        history[i] //= 2
