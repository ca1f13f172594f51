"""Proof-number search (df-pn): does a side reach a lead, whatever the other one does?

The *attacker* asks for a final lead of at least `TARGET`, which is above 0: a target of 1 is a win. The other
side defends. That the defender does not lose is the answer NO to that question, so one question is enough.

Each node has two numbers: how many positions at least have to be settled to prove the attacker's claim, and
to disprove it. Where the attacker acts one proven child is enough, where the defender acts all are needed;
who acts is in the state, so a side may act several times in a row. The search goes on where the fewest
positions are missing, until one of the numbers of a node reaches a limit: that of the second-best child.

The search keeps its own stack and runs in slices. The node at `ply` owns a state, a frame, and a part of
each array of children:

    frames                      │ FIRST COUNT … │ FIRST COUNT … │
                                    │                └────────────────┐
    moves, proofs, disproofs,   │ children of ply 0 │ children of ply 1 │ children of ply 2 …
    notes, sizes                  FIRST … FIRST + COUNT

What must never be wrong:

- Play that returns to a position never reaches a lead. Such a child counts as disproven, but only below that
  position: its *note* is the ply it depends on, and a disproof is stored for other lines of play only if it
  depends on nothing above its own node. A proof never depends on the line that led to it: it uses positions
  that were proven before, so no line of it comes to a position twice.
- What cannot be settled, such as chance, the end of the stack, or `may_recur`, is disproven and depends on
  ply -1: then the root has no answer.
"""

from typing import NamedTuple

from gipfel.kernel.endings import HIGH, LOW, NUMBER_BITS, bounds, efforts, identity, may_recur
from gipfel.kernel.evaluation import odds
from gipfel.kernel.link import kernel
from gipfel.kernel.rules import decisions, play
from gipfel.kernel.state import SIDE, WHITE, State, copy

PLIES = 400
"""No line is followed further than this number of decisions."""
INFINITE = 1 << 28
"""The number of a claim that is settled the other way."""
LOWER_NUMBER = (1 << NUMBER_BITS) - 1
NOTHING = 1 << 20
"""The note of a disproven child that depends on no ply."""
UNSETTLED = -1
"""The ply on which everything depends that cannot be settled."""
LARGEST_SIZE = 1 << 40
"""Sizes of proofs, which count shared parts several times, do not grow beyond this."""

KEY, NUMBERS, WORK, RESULT, ENTRY = 0, 1, 2, 3, 4
"""An entry of the table: key, both numbers, the nodes it took, and size and length of a proof."""
ENTRIES = 4
"""The number of entries of a bucket."""
BUCKET = ENTRY * ENTRIES
LENGTH_BITS = 12
LONGEST = (1 << LENGTH_BITS) - 1
GOAL_KEY = 0x1D8AF066C4B7E92B
WORD = (1 << 62) - 1


class Workspace(NamedTuple):
    """The arrays of a search."""

    control: State
    """Numbers that the search and its caller exchange."""
    states: list[State]
    frames: State
    moves: State
    proofs: State
    disproofs: State
    notes: State
    """Of a proven child, the number of decisions to the end; of a disproven one, the ply it depends on."""
    sizes: State
    """The number of positions in the proof or disproof of a child."""
    table: State
    contest_odds: State
    """How likely contests are won, lost and tied; the game's `odds` kernel reads it."""
    room: State
    """Temporary memory of `bounds`."""
    out: State
    """Room for the decisions of any position."""


PLY, NODES, ATTACKER, TARGET, CONTROL = 0, 1, 2, 3, 4
NOT_BEGUN = -1
"""The PLY of a question that has not been begun."""

(
    FIRST,  # where the node's children begin
    COUNT,  # how many there are
    ANY,  # 1 if one proven child is enough: the attacker acts
    POSITION,  # the position's key
    INDEX,  # which child is searched now
    PROOF,  # the numbers of the node
    DISPROOF,
    PROOF_LIMIT,  # the node is left when one of its numbers reaches its limit
    DISPROOF_LIMIT,
    BEGAN,  # NODES when the node was entered
    BEST,  # the child to search next
    NEXT_BEST,  # the number of the second-best child
    OPEN,  # how many children are not settled against the side that acts
    LAST_GOOD,  # the decision that settled the last node at this ply; it is tried first
    FRAME,
) = range(15)


@kernel("int64(Workspace, int64)")
def prove(work: Workspace, until: int) -> int:
    """Continue until the root is settled (1) or `until` nodes have been searched (0).

    If PLY is NOT_BEGUN, a new question begins with states[0].
    """
    control = work.control
    frames = work.frames
    states = work.states
    if control[PLY] == NOT_BEGUN:
        begin(work)
    ply = control[PLY]
    while True:
        f = ply * FRAME
        sum_up(work, f)
        if is_beyond(frames, f) != 0:
            if ply == 0:
                control[PLY] = 0
                return 1
            close(work, f, ply)
            ply -= 1
        elif control[NODES] >= until:
            control[PLY] = ply
            return 0
        else:
            child = states[ply + 1]
            i = frames[f + BEST]
            frames[f + INDEX] = i
            copy(states[ply], child)
            play(child, work.moves[i])
            if can_enter(work, child, f, ply) != 0:
                set_limits(work, f, i)
                enter(work, child, states[ply + 2], f + FRAME)
                ply += 1


@kernel("void(Workspace)")
def begin(work: Workspace) -> None:
    """Enter the root, which is states[0]."""
    work.control[PLY] = 0
    work.control[NODES] = 0
    work.frames[FIRST] = 0
    work.frames[POSITION] = key_of(work.control, work.states[0])
    work.frames[PROOF_LIMIT] = INFINITE
    work.frames[DISPROOF_LIMIT] = INFINITE
    enter(work, work.states[0], work.states[1], 0)


@kernel("int64(int64[::1], int64[::1])")
def key_of(control: State, state: State) -> int:
    """The key of a position in the table; it differs by attacker and target."""
    goal = 2 * control[TARGET] + control[ATTACKER]
    return identity(state) ^ ((GOAL_KEY * goal) & WORD)


# --- Numbers ----------------------------------------------------------------------------------------


@kernel("int64(int64[::1], int64)")
def is_beyond(frames: State, f: int) -> int:
    """1 if a number of the node has reached its limit; a settled node has one that is infinite."""
    beyond = frames[f + PROOF] >= frames[f + PROOF_LIMIT]
    return int(beyond or frames[f + DISPROOF] >= frames[f + DISPROOF_LIMIT])


@kernel("void(Workspace, int64)")
def sum_up(work: Workspace, f: int) -> None:
    """Compute the numbers of a node from those of its children, and which child to search next.

    For the side that acts one child is enough: the smallest number. For the other side all are needed: the
    largest number, and one for each further child. A sum would count positions that several children share
    several times.
    """
    frames = work.frames
    own = work.proofs if frames[f + ANY] != 0 else work.disproofs
    others = work.disproofs if frames[f + ANY] != 0 else work.proofs
    smallest = INFINITE
    second = INFINITE
    largest = 0
    open_children = 0
    best = frames[f + FIRST]
    for i in range(frames[f + FIRST], frames[f + FIRST] + frames[f + COUNT]):
        number = own[i]
        if number >= INFINITE:
            continue
        open_children += 1
        largest = max(largest, others[i])
        if number < smallest:
            second = smallest
            smallest = number
            best = i
        else:
            second = min(second, number)
    all_needed = min(largest + open_children - 1, INFINITE - 1) if open_children > 0 else 0
    if smallest == 0:
        all_needed = INFINITE
    frames[f + BEST] = best
    frames[f + NEXT_BEST] = second
    frames[f + OPEN] = open_children
    frames[f + PROOF] = smallest if frames[f + ANY] != 0 else all_needed
    frames[f + DISPROOF] = all_needed if frames[f + ANY] != 0 else smallest


@kernel("void(Workspace, int64, int64)")
def set_limits(work: Workspace, f: int, i: int) -> None:
    """Set the limits of the child `i`: when another child is better, or when its parent is left."""
    frames = work.frames
    g = f + FRAME
    # A quarter more than the second-best: otherwise the search changes between two children all the time.
    better = frames[f + NEXT_BEST] + (frames[f + NEXT_BEST] >> 2) + 1
    siblings = frames[f + OPEN] - 1
    if frames[f + ANY] != 0:
        frames[g + PROOF_LIMIT] = min(frames[f + PROOF_LIMIT], better)
        frames[g + DISPROOF_LIMIT] = limit_below(frames[f + DISPROOF_LIMIT], siblings, work.disproofs[i])
    else:
        frames[g + DISPROOF_LIMIT] = min(frames[f + DISPROOF_LIMIT], better)
        frames[g + PROOF_LIMIT] = limit_below(frames[f + PROOF_LIMIT], siblings, work.proofs[i])


@kernel("int64(int64, int64, int64)")
def limit_below(limit: int, siblings: int, number: int) -> int:
    """The limit of a child's number so that the number of its parent stays below its own limit."""
    return INFINITE if limit >= INFINITE else max(limit - siblings, number + 1)


# --- Entering a node ----------------------------------------------------------------------------------


@kernel("int64(Workspace, int64[::1], int64, int64)")
def can_enter(work: Workspace, child: State, f: int, ply: int) -> int:
    """1 if the child at INDEX can be searched; otherwise it is disproven, with what that depends on."""
    frames = work.frames
    g = f + FRAME
    key = key_of(work.control, child)
    frames[g + POSITION] = key
    frames[g + FIRST] = frames[f + FIRST] + frames[f + COUNT]
    for earlier in range(ply, -1, -1):
        if frames[earlier * FRAME + POSITION] == key:
            settle(work, frames[f + INDEX], INFINITE, 0, earlier, 1)
            return 0
    if ply + 3 >= PLIES or frames[g + FIRST] + len(work.out) > len(work.moves):
        settle(work, frames[f + INDEX], INFINITE, 0, UNSETTLED, 1)
        return 0
    return 1


@kernel("void(Workspace, int64, int64, int64, int64, int64)")
def settle(work: Workspace, i: int, proof: int, disproof: int, note: int, size: int) -> None:
    """Set what is known about a child."""
    work.proofs[i] = proof
    work.disproofs[i] = disproof
    work.notes[i] = note
    work.sizes[i] = size


@kernel("void(Workspace, int64[::1], int64[::1], int64)")
def enter(work: Workspace, state: State, child: State, f: int) -> None:
    """List the children of a node with their numbers; just one if it settles the node.

    Those of the root are all listed, so that the shortest of several known wins can be chosen.
    """
    frames = work.frames
    control = work.control
    first = frames[f + FIRST]
    is_any = int(state[SIDE] == control[ATTACKER])
    frames[f + ANY] = is_any
    frames[f + BEGAN] = control[NODES]
    count = decisions(state, work.out)
    frames[f + COUNT] = count
    for i in range(count):
        work.moves[first + i] = work.out[i]
        if work.out[i] == frames[f + LAST_GOOD]:
            # Mostly one threat answers many decisions of the other side.
            work.moves[first + i] = work.moves[first]
            work.moves[first] = frames[f + LAST_GOOD]
    for i in range(first, first + count):
        copy(state, child)
        play(child, work.moves[i])
        assess(work, child, i)
        control[NODES] += 1
        if f > 0 and (work.proofs[i] if is_any != 0 else work.disproofs[i]) == 0:
            work.moves[first] = work.moves[i]
            frames[f + LAST_GOOD] = work.moves[i]
            settle(work, first, work.proofs[i], work.disproofs[i], work.notes[i], work.sizes[i])
            frames[f + COUNT] = 1
            return


@kernel("void(Workspace, int64[::1], int64)")
def assess(work: Workspace, child: State, i: int) -> None:
    """Set the numbers of a child that has not been searched."""
    control = work.control
    room = work.room
    bounds(child, room)
    low = room[LOW] if control[ATTACKER] == WHITE else -room[HIGH]
    high = room[HIGH] if control[ATTACKER] == WHITE else -room[LOW]
    if low >= control[TARGET]:
        settle(work, i, 0, INFINITE, 0, 1)
    elif high < control[TARGET]:
        settle(work, i, INFINITE, 0, NOTHING, 1)
    elif may_recur(child) != 0 or odds(child, work.contest_odds, work.out) != 0:
        settle(work, i, INFINITE, 0, UNSETTLED, 1)
    else:
        key = key_of(control, child)
        slot = slot_of(work.table, key)
        if work.table[slot + KEY] == key:
            numbers = work.table[slot + NUMBERS]
            result = work.table[slot + RESULT]
            proof = numbers >> NUMBER_BITS
            settle(
                work,
                i,
                proof,
                numbers & LOWER_NUMBER,
                result & LONGEST if proof == 0 else NOTHING,
                result >> LENGTH_BITS,
            )
        else:
            guess = efforts(child, work.out, control[ATTACKER], control[TARGET])
            settle(work, i, guess >> NUMBER_BITS, guess & LOWER_NUMBER, 0, 0)


# --- Leaving a node -----------------------------------------------------------------------------------


@kernel("void(Workspace, int64, int64)")
def close(work: Workspace, f: int, ply: int) -> None:
    """Store what is known about a node in the table, and tell its parent."""
    frames = work.frames
    proof = frames[f + PROOF]
    disproof = frames[f + DISPROOF]
    note = 0
    size = 0
    if proof == 0:
        note = min(length_of(work, f), LONGEST)
        size = size_of(work, f, 1)
    elif disproof == 0:
        note = dependence_of(work, f)
        size = size_of(work, f, 0)
    i = frames[f - FRAME + INDEX]
    spent = work.control[NODES] - frames[f + BEGAN]
    if (proof if frames[f + ANY] != 0 else disproof) == 0:
        frames[f + LAST_GOOD] = work.moves[frames[f + BEST]]
    if disproof == 0 and note < ply:
        settle(work, i, proof, disproof, note, size)
        return
    settle(work, i, proof, disproof, note if proof == 0 else NOTHING, size)
    result = (size << LENGTH_BITS) | (note if proof == 0 else 0)
    store(work.table, frames[f + POSITION], (proof << NUMBER_BITS) | disproof, spent, result)


@kernel("int64(Workspace, int64)")
def length_of(work: Workspace, f: int) -> int:
    """The number of decisions until a proven claim is reached: the shortest known, against any defence."""
    frames = work.frames
    shortest = LONGEST
    longest = 0
    for i in range(frames[f + FIRST], frames[f + FIRST] + frames[f + COUNT]):
        if work.proofs[i] == 0:
            shortest = min(shortest, work.notes[i])
            longest = max(longest, work.notes[i])
    return 1 + (shortest if frames[f + ANY] != 0 else longest)


@kernel("int64(Workspace, int64)")
def dependence_of(work: Workspace, f: int) -> int:
    """The ply on which the disproof of a node depends."""
    frames = work.frames
    least = NOTHING
    most = UNSETTLED
    for i in range(frames[f + FIRST], frames[f + FIRST] + frames[f + COUNT]):
        if work.disproofs[i] == 0:
            least = min(least, work.notes[i])
            most = max(most, work.notes[i])
    return least if frames[f + ANY] != 0 else most


@kernel("int64(Workspace, int64, int64)")
def size_of(work: Workspace, f: int, proven: int) -> int:
    """The number of positions in the proof or disproof of a node: all children count, or the smallest."""
    frames = work.frames
    smallest = LARGEST_SIZE
    total = 0
    for i in range(frames[f + FIRST], frames[f + FIRST] + frames[f + COUNT]):
        if (work.proofs[i] if proven != 0 else work.disproofs[i]) == 0:
            smallest = min(smallest, work.sizes[i])
            total = min(total + work.sizes[i], LARGEST_SIZE)
    return min(1 + (smallest if frames[f + ANY] == proven else total), LARGEST_SIZE)


# --- The table ----------------------------------------------------------------------------------------


@kernel("int64(int64[::1], int64)")
def slot_of(table: State, key: int) -> int:
    """The slot of the bucket that has the key; if there is none, the one that is replaced first."""
    first = BUCKET * (key & (len(table) // BUCKET - 1))
    found = first
    for slot in range(first, first + BUCKET, ENTRY):
        if table[slot + KEY] == key:
            return slot
        if table[slot + WORK] < table[found + WORK]:
            found = slot
    return found


@kernel("void(int64[::1], int64, int64, int64, int64)")
def store(table: State, key: int, numbers: int, spent: int, result: int) -> None:
    """Store an entry; it takes the place of the one that took the least work."""
    slot = slot_of(table, key)
    if table[slot + KEY] == key:
        spent += table[slot + WORK]
    table[slot + KEY] = key
    table[slot + NUMBERS] = numbers
    table[slot + WORK] = spent + 1
    table[slot + RESULT] = result
