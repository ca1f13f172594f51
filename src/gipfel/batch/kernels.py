"""Many games at once, on any game's kernels. Each kernel works on a range of the games, one after the other.

The legal decisions of all games are in one array, `Lists.codes`; each range has a region of it. Kernels write
into `codes[used:]`, which has to be the same memory: interpreted, it is a list whose slices are views
(`memory.Codes`).
"""

from typing import NamedTuple

from gipfel.games.core.encoding import action_of, decision_of, list_actions, observe
from gipfel.kernel.evaluation import odds
from gipfel.kernel.link import kernel, placeholder
from gipfel.kernel.random_numbers import PER_MILLE, draw, draw_lots
from gipfel.kernel.rules import decisions, outcome, play
from gipfel.kernel.state import DRAW, ONGOING, TURN, State, copy

CUT_OFF = 4
"""The result of a game that has reached the limit of turns; the others are those of `kernel.state`."""
REPETITIONS, MOST_TURNS, AUTO_RESET, MOST, TERMS = range(5)
"""The entries of `terms`: how often a position occurs in a draw (0 for never), the limit of turns, whether
finished games begin anew, and the most decisions of a position."""


class Games(NamedTuple):
    """The games of a batch, a row or an entry for each."""

    states: list[State]
    generators: list[State]
    """Random numbers."""
    history: list[State]
    """The number of positions that are noted, then their hashes; only in games with a rule of repetition."""
    over: State
    """The result of a finished game that has not begun anew, otherwise ONGOING."""
    ended: State
    """The result of the game that the last step has finished, or ONGOING."""
    starts: list[State]
    """States to begin with."""
    terms: State
    odds: State
    """Of contests."""


class Lists(NamedTuple):
    """The legal decisions of all games: those of game i are `codes[firsts[i] : firsts[i] + counts[i]]`."""

    firsts: State
    counts: State
    codes: State


class Room(NamedTuple):
    """What one thread works with."""

    out: State
    """The decisions of one position."""
    lots: State
    state: State
    past: State
    """A state and a history, for random games."""
    region: State
    """Where in `codes` the lists of its games begin, where they must end, and where the next one begins."""
    played: State
    """Decisions played and games finished by random play."""


BEGIN, END, USED = range(3)
"""The entries of `region`."""


@placeholder
def repetition_hash(state: State) -> int:
    """A hash of what has to be the same for a position to count as repeated; 0 if it does not count."""
    raise AssertionError


@kernel("int64(int64[::1])")
def not_counted(state: State) -> int:
    """The default of `repetition_hash`."""
    return 0


# --- One game ---------------------------------------------------------------------------------------


@kernel("int64(Games, Room, int64[::1], int64[::1], int64[::1], int64)")
def advance(games: Games, room: Room, state: State, past: State, generator: State, code: int) -> int:
    """Play a decision, and the contests that it leads to. Returns the result, ONGOING if the game goes on."""
    play(state, code)
    result = outcome(state)
    while result == ONGOING and odds(state, games.odds, room.lots) != 0:
        count = decisions(state, room.out)
        play(state, room.out[draw_lots(room.lots, count, draw(generator, PER_MILLE))])
        result = outcome(state)
    if result != ONGOING:
        return result
    if games.terms[REPETITIONS] != 0 and noted(state, past) >= games.terms[REPETITIONS]:
        return DRAW
    if state[TURN] >= games.terms[MOST_TURNS]:
        return CUT_OFF
    return ONGOING


@kernel("int64(int64[::1], int64[::1])")
def noted(state: State, past: State) -> int:
    """Note a position in a history. Returns how often it has occurred, 0 if it does not count."""
    key = repetition_hash(state)
    if key == 0:
        return 0
    past[0] += 1
    past[past[0]] = key
    times = 0
    for i in range(1, past[0] + 1):
        times += past[i] == key
    return times


@kernel("void(Games, int64)")
def begin_game(games: Games, i: int) -> None:
    """A game begins, in a start that is drawn by lot."""
    which = 0
    if len(games.starts) > 1:
        which = draw(games.generators[i], len(games.starts))
    copy(games.starts[which], games.states[i])
    games.over[i] = ONGOING
    games.history[i][0] = 0
    if games.terms[REPETITIONS] != 0:
        noted(games.states[i], games.history[i])


@kernel("void(Games, int64, int64)")
def end_game(games: Games, i: int, result: int) -> None:
    """A game is over; perhaps another one begins in its place."""
    games.ended[i] = result
    if games.terms[AUTO_RESET] != 0:
        begin_game(games, i)
    else:
        games.over[i] = result


@kernel("void(Games, Lists, Room, int64)")
def list_game(games: Games, lists: Lists, room: Room, i: int) -> None:
    """Write the legal decisions of a game."""
    used = room.region[USED]
    count = 0
    if games.over[i] == ONGOING:
        count = decisions(games.states[i], lists.codes[used:])
    lists.firsts[i] = used
    lists.counts[i] = count
    room.region[USED] = used + count


@kernel("int64(Games, Room)")
def is_full(games: Games, room: Room) -> int:
    """1 if there may be no room for the legal decisions of one more game."""
    return int(room.region[USED] + games.terms[MOST] > room.region[END])


# --- A range of games -------------------------------------------------------------------------------


@kernel("void(Games, int64, int64)")
def begin_games(games: Games, begin: int, end: int) -> None:
    """All games begin."""
    for i in range(begin, end):
        games.ended[i] = ONGOING
        begin_game(games, i)


@kernel("int64(Games, Lists, Room, int64, int64)")
def list_games(games: Games, lists: Lists, room: Room, begin: int, end: int) -> int:
    """List the legal decisions of games; returns the first one for which there is no room."""
    for i in range(begin, end):
        if is_full(games, room):
            return i
        list_game(games, lists, room, i)
    return end


@kernel("int64(Games, Lists, int64[::1], int64[::1], int64, int64, int64)")
def find_decisions(
    games: Games, lists: Lists, actions: State, chosen: State, most: int, begin: int, end: int
) -> int:
    """Find the decisions of actions, which are below `most`, and check that they are legal.

    Returns the first game whose action is not legal; `end` if there is none. Finished games take any action.
    """
    for i in range(begin, end):
        first = lists.firsts[i]
        count = lists.counts[i]
        if count == 0:
            continue
        action = actions[i]
        if action < 0 or action >= most:
            return i
        code = decision_of(games.states[i], action)
        found = 0
        for k in range(first, first + count):
            found |= lists.codes[k] == code
        if found == 0 or action_of(games.states[i], code) != action:
            return i
        chosen[i] = code
    return end


@kernel("void(Lists, int64[::1], int64[::1], int64, int64)")
def pick_decisions(lists: Lists, numbers: State, chosen: State, begin: int, end: int) -> None:
    """Choose decisions by their numbers in the lists; finished games have none."""
    for i in range(begin, end):
        if lists.counts[i] != 0:
            chosen[i] = lists.codes[lists.firsts[i] + numbers[i]]


@kernel("int64(Games, Lists, Room, int64[::1], int64, int64)")
def step_games(games: Games, lists: Lists, room: Room, chosen: State, begin: int, end: int) -> int:
    """Play in each game the decision that was chosen, and list what is legal then.

    Returns the first game for which there is no room; it and those after it are as they were.
    """
    for i in range(begin, end):
        if is_full(games, room):
            return i
        games.ended[i] = ONGOING
        if games.over[i] == ONGOING:
            state = games.states[i]
            result = advance(games, room, state, games.history[i], games.generators[i], chosen[i])
            if result != ONGOING:
                end_game(games, i, result)
        list_game(games, lists, room, i)
    return end


@kernel("void(Games, Room, int64, int64, int64)")
def random_steps(games: Games, room: Room, begin: int, end: int, number: int) -> None:
    """Play this number of random decisions in each game."""
    played = 0
    finished = 0
    for i in range(begin, end):
        state = games.states[i]
        generator = games.generators[i]
        games.ended[i] = ONGOING
        for _ in range(number):
            if games.over[i] != ONGOING:
                break
            count = decisions(state, room.out)
            code = room.out[draw(generator, count)]
            result = advance(games, room, state, games.history[i], generator, code)
            played += 1
            if result != ONGOING:
                finished += 1
                end_game(games, i, result)
    room.played[0] = played
    room.played[1] = finished


@kernel("void(Games, Room, int64, int64, int64, int64[:, ::1])")
def random_games(games: Games, room: Room, begin: int, end: int, number: int, results: list[State]) -> None:
    """Play this number of random games from each position to their ends, and count their results."""
    state = room.state
    past = room.past
    played = 0
    for i in range(begin, end):
        generator = games.generators[i]
        for _ in range(number):
            copy(games.states[i], state)
            for k in range(games.history[i][0] + 1):
                past[k] = games.history[i][k]
            result = games.over[i]
            while result == ONGOING:
                count = decisions(state, room.out)
                code = room.out[draw(generator, count)]
                result = advance(games, room, state, past, generator, code)
                played += 1
            results[i][result] += 1
    room.played[0] = played
    room.played[1] = number * (end - begin)


@kernel("void(int64[:, ::1], int8[:, ::1], int64, int64)")
def observe_games(states: list[State], out: list[State], begin: int, end: int) -> None:
    """Write the observations."""
    for i in range(begin, end):
        observe(states[i], out[i])


@kernel("void(int64[:, ::1], Lists, int64[::1], int64, int64)")
def encode_lists(states: list[State], lists: Lists, actions: State, begin: int, end: int) -> None:
    """Write the actions of all legal decisions, where their codes are."""
    for i in range(begin, end):
        first = lists.firsts[i]
        list_actions(states[i], lists.codes[first:], lists.counts[i], actions, first)


@kernel("void(int64[:, ::1], Lists, int64[::1], int8[:, ::1], int64, int64)")
def mask_games(
    states: list[State], lists: Lists, actions: State, out: list[State], begin: int, end: int
) -> None:
    """Write the legal masks; `actions` has room for those of one game."""
    for i in range(begin, end):
        count = lists.counts[i]
        mask = out[i]
        for k in range(len(mask)):
            mask[k] = 0
        list_actions(states[i], lists.codes[lists.firsts[i] :], count, actions, 0)
        for k in range(count):
            mask[actions[k]] = 1
