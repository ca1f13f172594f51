"""The search: principal variations, alpha-beta windows, a table of known positions; one source for all games.

The stack is explicit and the search runs in slices, so it can be stopped at any moment and goes on where it
was. A frame belongs to a node: a position in which the side to act chooses (or chance does). Scores are
those of the side to act. Leaves never get a frame: their parent judges them.

The first decision of a node is searched with the full window, all others first with an empty one that only
asks whether they are better; late ones at first less deep. Decisions that finish what was begun, or that
are the only one, cost no depth.
"""

from gipfel.engine.search.evaluation_noise import evaluation_noise
from gipfel.engine.search.transposition import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    INDEX_BITS,
    bound_of,
    depth_of,
    fits,
    index_of,
    key_of,
    remember,
    score_of,
    shifted,
    slot_of,
)
from gipfel.engine.search.win_chance import score_for_chance, win_chance
from gipfel.kernel.evaluation import CERTAIN, evaluate, follow_up, odds, promise
from gipfel.kernel.link import kernel
from gipfel.kernel.prefetch import fetch
from gipfel.kernel.rules import decisions, outcome, play
from gipfel.kernel.state import DRAW, ONGOING, SIDE, WHITE, WHITE_WINS, State, copy

PLIES = 120
"""No line is searched further than so many decisions."""
INFINITE = CERTAIN + 1
LINE = PLIES + 2
"""Room for a line of play: how long it is, then its decisions."""

# What the search and its caller tell each other.
PLY, NODES, GAME, AGE, NOISE, NOISE_SEED, REPEATS, CONTROL = range(8)

# A frame.
ALPHA, BETA, FLOOR, BEST, CHOICE, INDEX, TRIED, COUNT, DEPTH, COST, MODE, KEY, ACTS = range(13)
BY_CHANCE, SUM, LEADER, CURSOR, KILLER, SECOND_KILLER, FRAME = range(ACTS + 1, ACTS + 8)

NEXT, REDUCED, SCOUT, FULL = 0, 1, 2, 3
"""How the child at INDEX is to be searched; NEXT: it is done."""

HISTORY = 1 << 13
"""Decisions share an entry of the history if they are equal modulo this."""
HIGHEST_HISTORY = 1 << 24
KILLING, PROMISING, NONE = 1 << 26, 1 << 16, -(1 << 40)
"""How a killer, a unit of promise and a decision that was tried count in the order."""
PLACES = 1 << INDEX_BITS
"""No node has more decisions than this."""
SORTED = 10
"""So many decisions are tried in the order of their merit, the rest as they come."""

LATE, VERY_LATE = 4, 14
"""From so many tried decisions on, the next ones are first searched one or two decisions less deep."""
REDUCIBLE = 3
"""Nodes with less depth than this search all decisions equally deep."""


@kernel(
    "int64(int64[::1], int64[:, ::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1],"
    " int64[::1], int64[::1], int64[::1], int64[::1], int64)"
)
def search(
    control: State,
    states: list[State],
    frames: State,
    moves: State,
    merits: State,
    lines: State,
    history: State,
    table: State,
    agreed: State,
    room: State,
    out: State,
    until: int,
) -> int:
    """Go on until the root is done (1), or until so many nodes were looked at (0)."""
    most = len(out)
    ply = control[PLY]
    nodes = control[NODES]
    while True:
        # Taking a row of a table costs as much as a node: only states are rows, and once per visit.
        state = states[ply]
        child = states[ply + 1]
        f = ply * FRAME
        first = ply * most
        descend = 0
        while nodes < until:
            if frames[f + MODE] == NEXT:
                if is_done(frames, f) != 0:
                    break
                pick(frames, f, merits, first)
            copy(state, child)
            play(child, moves[first + frames[f + INDEX]])
            nodes += 1
            depth = depth_below(frames, f)
            result = outcome(child)
            if result != ONGOING:
                frames[f + MODE] = FULL
                lines[(ply + 1) * LINE] = 0
                value = final(result, frames[f + ACTS], ply + 1)
            elif (depth <= 0 and follow_up(child) == 0) or ply + 2 >= PLIES:
                if frames[f + MODE] == SCOUT:
                    frames[f + MODE] = FULL
                lines[(ply + 1) * LINE] = 0
                value = judged(control, child, room, frames[f + ACTS])
            else:
                open_frame(control, child, frames, lines, f, depth)
                slot = slot_of(table, frames[f + FRAME + KEY])
                fetch(table, slot)  # It comes from afar: meanwhile the decisions are listed.
                list_decisions(child, frames, moves, merits, agreed, out, f + FRAME)
                if is_known(control, frames, table, slot, table[slot], f + FRAME) == 0:
                    arrange(child, frames, f + FRAME, moves, merits, history, first + most)
                    descend = 1
                    break
                value = seen_from(frames[f + ACTS], child[SIDE], frames[f + FRAME + BEST])
            absorb(frames, f, lines, moves, merits, ply, most, value)
        if descend != 0:
            ply += 1
        elif nodes >= until and not (frames[f + MODE] == NEXT and is_done(frames, f) != 0):
            control[PLY] = ply
            control[NODES] = nodes
            return 0
        else:
            leave(control, frames, f, moves, history, table, ply, most)
            if ply == 0:
                control[NODES] = nodes
                return 1
            ply -= 1
            value = seen_from(frames[f - FRAME + ACTS], frames[f + ACTS], frames[f + BEST])
            absorb(frames, f - FRAME, lines, moves, merits, ply, most, value)


@kernel("void(int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64)")
def survey(
    control: State, state: State, child: State, choices: State, values: State, room: State, count: int
) -> None:
    """What each of the first `count` decisions is worth at first sight, for the side to act."""
    for i in range(count):
        copy(state, child)
        play(child, choices[i])
        result = outcome(child)
        if result != ONGOING:
            values[i] = final(result, state[SIDE], 1)
        else:
            values[i] = judged(control, child, room, state[SIDE])


@kernel("int64(int64[::1], int64)")
def is_done(frames: State, f: int) -> int:
    """Is there no child left, or none that matters?"""
    cut = frames[f + BY_CHANCE] == 0 and frames[f + BEST] >= frames[f + BETA]
    return int(cut or frames[f + TRIED] == frames[f + COUNT])


@kernel("void(int64[::1], int64, int64[::1], int64)")
def pick(frames: State, f: int, merits: State, first: int) -> None:
    """Choose the next child, and how to search it."""
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
    elif (
        tried >= LATE
        and frames[f + DEPTH] >= REDUCIBLE
        and frames[f + COST] != 0
        and merits[first + index] < ranked(KILLING, PLACES - 1)
    ):
        frames[f + MODE] = REDUCED
    else:
        frames[f + MODE] = SCOUT
    merits[first + index] = ranked(NONE, index)


@kernel("int64(int64, int64)")
def ranked(merit: int, index: int) -> int:
    """A merit with its index: the higher number is the higher merit, or among equals the lower index."""
    return merit * PLACES - index


@kernel("int64(int64[::1], int64, int64)")
def best_untried(merits: State, first: int, count: int) -> int:
    """The child of the highest merit; those that were tried have none."""
    highest = merits[first]
    for i in range(1, count):
        highest = max(highest, merits[first + i])
    return -highest & (PLACES - 1)


@kernel("int64(int64[::1], int64, int64[::1], int64)")
def next_untried(frames: State, f: int, merits: State, first: int) -> int:
    """The first child that was not tried: so late, the order does not matter any more."""
    i = frames[f + CURSOR]
    while merits[first + i] == ranked(NONE, i):
        i += 1
    frames[f + CURSOR] = i + 1
    return i


@kernel("int64(int64[::1], int64)")
def depth_below(frames: State, f: int) -> int:
    """How deep the child at INDEX is to be searched."""
    depth = frames[f + DEPTH] - frames[f + COST]
    if frames[f + MODE] == REDUCED:
        depth -= 1
        if frames[f + TRIED] > VERY_LATE and depth > 2:
            depth -= 1
    return depth


@kernel("int64(int64, int64, int64)")
def seen_from(side: int, other: int, value: int) -> int:
    """A value of one side as that of another, who may be the same."""
    return value if side == other else -value


@kernel("int64(int64, int64, int64)")
def final(result: int, side: int, plies: int) -> int:
    """What the end of a game after so many decisions is worth for a side."""
    if result == DRAW:
        return 0
    return CERTAIN - plies if result == WHITE_WINS + side else plies - CERTAIN


@kernel("int64(int64[::1], int64[::1], int64[::1], int64)")
def judged(control: State, state: State, room: State, side: int) -> int:
    """What the evaluation says for a side; blurred, always in the same way, for weak players."""
    value = evaluate(state, room)
    if control[NOISE] != 0:
        value += evaluation_noise(state, control[NOISE], control[NOISE_SEED])
    return value if side == WHITE else -value


@kernel("void(int64[::1], int64[::1], int64[::1], int64[::1], int64, int64)")
def open_frame(control: State, state: State, frames: State, lines: State, above: int, depth: int) -> None:
    """A node begins: nothing was tried yet."""
    f = above + FRAME
    lines[f // FRAME * LINE] = 0
    frames[f + ACTS] = state[SIDE]
    frames[f + DEPTH] = depth
    set_window(frames, above, f)
    frames[f + KEY] = key_of(state, control[GAME])
    frames[f + CHOICE] = -1
    frames[f + BEST] = -INFINITE
    frames[f + SUM] = 0
    frames[f + TRIED] = 0
    frames[f + CURSOR] = 0
    frames[f + MODE] = NEXT


@kernel("void(int64[::1], int64, int64)")
def set_window(frames: State, above: int, f: int) -> None:
    """The child's window, as the parent's mode asks for, seen from the child's side."""
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


@kernel("void(int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64)")
def list_decisions(
    state: State, frames: State, moves: State, merits: State, agreed: State, out: State, f: int
) -> None:
    """The decisions of a node, and how likely each is if chance decides."""
    count = decisions(state, out)
    first = f // FRAME * len(out)
    for i in range(count):
        moves[first + i] = out[i]
    frames[f + COUNT] = count
    frames[f + COST] = int(count > 1 and follow_up(state) == 0)
    frames[f + BY_CHANCE] = odds(state, agreed, out)
    if frames[f + BY_CHANCE] != 0:
        for i in range(count):
            merits[first + i] = out[i]


@kernel("int64(int64[::1], int64[::1], int64[::1], int64, int64, int64)")
def is_known(control: State, frames: State, table: State, slot: int, entry: int, f: int) -> int:
    """1 if the value of a node needs no search, and is its BEST; otherwise its CHOICE is tried first."""
    key = frames[f + KEY]
    if control[REPEATS] != 0 and was_met(frames, key, f) != 0:
        frames[f + BEST] = 0
        return 1
    if fits(table, slot, entry, key) == 0:
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
def was_met(frames: State, key: int, f: int) -> int:
    """Was the position on the way to here?"""
    for earlier in range(0, f, FRAME):
        if frames[earlier + KEY] == key:
            return 1
    return 0


@kernel("void(int64[::1], int64[::1], int64, int64[::1], int64[::1], int64[::1], int64)")
def arrange(
    state: State, frames: State, f: int, moves: State, merits: State, history: State, first: int
) -> None:
    """Say of each decision how early it should be tried, unless chance decides."""
    if frames[f + BY_CHANCE] != 0:
        return
    base = state[SIDE] * HISTORY
    count = frames[f + COUNT]
    killer = frames[f + KILLER]
    second = frames[f + SECOND_KILLER]
    deep = frames[f + DEPTH] > 1
    highest = ranked(NONE, 0)
    for i in range(count):
        code = moves[first + i]
        merit = history[base + (code & (HISTORY - 1))]
        if deep:
            merit += promise(state, code) * PROMISING
        merit = ranked(merit + KILLING * int((code == killer) | (code == second)), i)
        merits[first + i] = merit
        highest = max(highest, merit)
    leader = -highest & (PLACES - 1)
    hint = frames[f + CHOICE]
    if 0 <= hint < count:
        leader = hint
    frames[f + LEADER] = leader


@kernel("void(int64[::1], int64, int64[::1], int64[::1], int64[::1], int64, int64, int64)")
def absorb(
    frames: State, f: int, lines: State, moves: State, merits: State, ply: int, most: int, value: int
) -> None:
    """Take the value of the child at INDEX in, or ask for a closer look at it."""
    mode = frames[f + MODE]
    if mode == REDUCED and value > frames[f + ALPHA]:
        frames[f + MODE] = SCOUT
        return
    if mode == SCOUT and frames[f + ALPHA] < value < frames[f + BETA]:
        frames[f + MODE] = FULL
        return
    frames[f + MODE] = NEXT
    index = frames[f + INDEX]
    if frames[f + BY_CHANCE] != 0:
        frames[f + SUM] += merits[ply * most + index] * win_chance(value)
    if value <= frames[f + BEST]:
        return
    frames[f + BEST] = value
    frames[f + CHOICE] = index
    if value > frames[f + ALPHA]:
        frames[f + ALPHA] = value
        keep_line(lines, moves[ply * most + index], ply)


@kernel("void(int64[::1], int64, int64)")
def keep_line(lines: State, decision: int, ply: int) -> None:
    """The best line is now this decision and the child's best line."""
    mine = ply * LINE
    below = mine + LINE
    length = lines[below]
    lines[mine] = length + 1
    lines[mine + 1] = decision
    for i in range(1, length + 1):
        lines[mine + 1 + i] = lines[below + i]


@kernel("void(int64[::1], int64[::1], int64, int64[::1], int64[::1], int64[::1], int64, int64)")
def leave(
    control: State,
    frames: State,
    f: int,
    moves: State,
    history: State,
    table: State,
    ply: int,
    most: int,
) -> None:
    """Close a frame: remember what was found out."""
    if frames[f + BY_CHANCE] != 0:
        frames[f + BEST] = score_for_chance(frames[f + SUM] // 1000)
        return
    choice = frames[f + CHOICE]
    best = frames[f + BEST]
    bound = EXACT
    if best >= frames[f + BETA]:
        bound = AT_LEAST
        reward(frames, f, moves[ply * most + choice], history)
    elif best <= frames[f + FLOOR]:
        bound = AT_MOST
    if ply > 0:
        depth = max(frames[f + DEPTH], 0)
        remember(table, frames[f + KEY], shifted(best, ply), depth, bound, choice, control[AGE])


@kernel("void(int64[::1], int64, int64, int64[::1])")
def reward(frames: State, f: int, decision: int, history: State) -> None:
    """A decision that was good enough should be tried earlier next time."""
    if decision != frames[f + KILLER]:
        frames[f + SECOND_KILLER] = frames[f + KILLER]
        frames[f + KILLER] = decision
    i = frames[f + ACTS] * HISTORY + (decision & (HISTORY - 1))
    depth = max(frames[f + DEPTH], 0)
    history[i] = min(history[i] + depth * depth, HIGHEST_HISTORY)


@kernel("void(int64[::1])")
def fade(history: State) -> None:
    """What was good in another position counts half."""
    for i in range(len(history)):
        history[i] //= 2
