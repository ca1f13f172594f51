"""How threads share the work on a batch, inside of compiled kernels.

The games are divided into chunks. In a *pass*, every chunk is worked on once, by the thread that claims it:
each thread begins at chunks of its own, which are in its processor's cache, and helps the others then. The
caller's thread begins the pass, takes part in it, and waits until all chunks are done. The other threads wait
inside of the kernel for the next pass, for some time: to wake a thread takes as long as half a step.

No thread has to take part: one that comes late, or not at all, finds its chunks done by others.
"""

from typing import NamedTuple

from gipfel.batch.kernels import (
    BEGIN,
    REACHED,
    USED,
    Games,
    Lists,
    Room,
    actions_of_numbers,
    begin_games,
    draw_numbers,
    encode_lists,
    find_decisions,
    list_games,
    mask_game,
    pick_decisions,
    play_games,
    random_games,
    wrong_numbers,
)
from gipfel.games.core.encoding import observe
from gipfel.kernel.atomic import add, bytes_at, exchange, load, relax, store
from gipfel.kernel.link import kernel
from gipfel.kernel.state import State

PASS, DONE, SETTINGS, CONTROL = 0, 16, 32, 64
"""Parts of `control`, each with cache lines of its own: the number of the pass, how many chunks of it are
done, and what is set before it begins."""
VERSION, KINDS, NUMBER, WRONG, SHORT, GAMES, CHUNKS, EACH, THREADS, SPINS, WIDTHS = range(
    SETTINGS, SETTINGS + 11
)
"""The settings: the version of the arguments; what to do; the number of random decisions or games; how many
choices were wrong, and how many chunks found no room for their lists (both are results); how many games and
chunks there are, how many games in a chunk, and how many threads; how often a thread looks for work before it
returns; and the sizes of an observation and of a mask."""
PATIENCE = 1 << 12
"""How often a thread looks whether something has happened, before it lets others have its processor."""

BEGIN_GAMES, CHECK, FIND, PICK, PLAY, LIST_ANEW, LIST, OBSERVE, MASK, DRAW_NUMBERS, TO_ACTIONS, ENCODE = (
    1 << i for i in range(12)
)
"""What can be done with a chunk, in this order. KINDS is a sum of them."""


class Work(NamedTuple):
    """What the threads share beside the games and their lists."""

    control: State
    claims: State
    """For each chunk the last pass in which a thread has claimed it."""
    given: State
    """A number or an action for each game, chosen by the user or drawn."""
    chosen: State
    """A decision for each game."""
    outputs: State
    """The addresses of two tables of int8: observations and masks. Interpreted, the tables."""
    results: list[State]
    """For each game the results of random games."""
    actions: State
    """The actions of all legal decisions."""


@kernel("int64(Games, Lists, Work, Room, int64, int64)")
def share_steps(games: Games, lists: Lists, work: Work, room: Room, thread: int, version: int) -> int:
    """Take part in passes that play, list and encode. Returns 1 if the pass that it began is complete."""
    control = work.control
    if thread == 0:
        if control[KINDS] & CHECK:
            control[WRONG] = wrong_numbers(lists, work.given, 0, control[GAMES])
            if control[WRONG] != 0:
                return 1
        begin_pass(control)
    seen = awaited(control, 0, version)
    while seen != 0:
        for k in range(control[CHUNKS]):
            chunk = own_chunk(control, thread, k)
            if claim(work.claims, chunk, seen):
                step_chunk(games, lists, work, room, chunk)
                add(control, DONE, 1)
        if thread == 0:
            return completed(control)
        seen = awaited(control, seen, version)
    return 0


@kernel("int64(Games, Lists, Work, Room, int64, int64)")
def share_playouts(games: Games, lists: Lists, work: Work, room: Room, thread: int, version: int) -> int:
    """Take part in passes that play random games. Returns 1 if the pass that it began is complete."""
    control = work.control
    if thread == 0:
        begin_pass(control)
    seen = awaited(control, 0, version)
    while seen != 0:
        for k in range(control[CHUNKS]):
            chunk = own_chunk(control, thread, k)
            if claim(work.claims, chunk, seen):
                begin = chunk * control[EACH]
                end = min(begin + control[EACH], control[GAMES])
                region = lists.regions[chunk]
                random_games(games, room, region, begin, end, control[NUMBER], work.results)
                add(control, DONE, 1)
        if thread == 0:
            return completed(control)
        seen = awaited(control, seen, version)
    return 0


# --- A pass -----------------------------------------------------------------------------------------


@kernel("void(int64[::1])")
def begin_pass(control: State) -> None:
    """Let all threads see that there is work. The pass before it is complete."""
    control[WRONG] = 0
    control[SHORT] = 0
    control[DONE] = 0
    store(control, PASS, control[PASS] + 1)


@kernel("int64(int64[::1], int64, int64)")
def awaited(control: State, seen: int, version: int) -> int:
    """Wait for a pass after the one that was seen. Returns its number; 0 if none begins in time, or if the
    arguments of this thread are old."""
    for _ in range(control[SPINS]):
        current = load(control, PASS)
        if current != seen:
            return current if control[VERSION] == version else 0
        relax()
    return 0


@kernel("int64(int64[::1], int64, int64)")
def own_chunk(control: State, thread: int, k: int) -> int:
    """The chunk that a thread tries as the k-th one."""
    chunks = control[CHUNKS]
    chunk = thread * chunks // control[THREADS] + k
    if chunk >= chunks:
        chunk -= chunks
    return chunk


@kernel("int64(int64[::1], int64, int64)")
def claim(claims: State, chunk: int, number: int) -> int:
    """1 if this thread is the first one to claim a chunk in a pass."""
    if load(claims, chunk) != number - 1:
        return 0
    return exchange(claims, chunk, number - 1, number)


@kernel("int64(int64[::1])")
def completed(control: State) -> int:
    """Wait until all chunks are done; 0 if it takes long."""
    for _ in range(PATIENCE):
        if load(control, DONE) == control[CHUNKS]:
            return 1
        relax()
    return 0


# --- A chunk ----------------------------------------------------------------------------------------


@kernel("void(Games, Lists, Work, Room, int64)")
def step_chunk(games: Games, lists: Lists, work: Work, room: Room, chunk: int) -> None:
    """Do everything that a pass does, with one chunk."""
    control = work.control
    kinds = control[KINDS]
    begin = chunk * control[EACH]
    end = min(begin + control[EACH], control[GAMES])
    region = lists.regions[chunk]
    if kinds & BEGIN_GAMES:
        begin_games(games, begin, end)
    if kinds & FIND:
        wrong = find_decisions(games, lists, work.given, work.chosen, control[WIDTHS + 1], begin, end)
        if wrong != 0:
            add(control, WRONG, wrong)
    if kinds & PICK:
        pick_decisions(lists, work.given, work.chosen, begin, end)
    if kinds & PLAY:
        play_games(games, room, region, work.chosen, begin, end, control[NUMBER])
    if kinds & LIST_ANEW:
        region[USED] = region[BEGIN]
        region[REACHED] = begin
    if kinds & LIST:
        list_games(games, lists, region, end)
    if region[REACHED] == end:
        encode_chunk(games, lists, work, room, begin, end)
    else:
        add(control, SHORT, 1)


@kernel("void(Games, Lists, Work, Room, int64, int64)")
def encode_chunk(games: Games, lists: Lists, work: Work, room: Room, begin: int, end: int) -> None:
    """Write what is asked for about games whose lists are complete."""
    kinds = work.control[KINDS]
    if kinds & OBSERVE:
        width = work.control[WIDTHS]
        for i in range(begin, end):
            observe(games.states[i], bytes_at(work.outputs, 0, i, width))
    if kinds & MASK:
        width = work.control[WIDTHS + 1]
        for i in range(begin, end):
            mask_game(games.states[i], lists, room.out, bytes_at(work.outputs, 1, i, width), i)
    if kinds & DRAW_NUMBERS:
        draw_numbers(games, lists, work.given, begin, end)
    if kinds & TO_ACTIONS:
        actions_of_numbers(games, lists, work.given, begin, end)
    if kinds & ENCODE:
        encode_lists(games.states, lists, work.actions, begin, end)
