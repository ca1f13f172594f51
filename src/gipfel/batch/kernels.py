"""Many games at once, on any game's kernels. Each kernel works on a range of the games, one after the other.

The legal decisions of all games are in one array, `Lists.codes`; each chunk of games has a region of it.
Kernels write into `codes[used:]`, which has to be the same memory: interpreted, it is a list whose slices are
views (`memory.Codes`).
"""

from typing import NamedTuple

from gipfel.games.core.encoding import action_of, decision_of, list_actions
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
NONE = -(1 << 62)
"""No decision."""


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
    regions: list[State]
    """A row for each chunk; its entries are below."""


BEGIN, END, USED, REACHED, PLAYED, FINISHED, REGION = (*range(6), 16)
"""The entries of a region: where in `codes` the lists of its games begin, where they must end, where the next
one begins; the first game that has no list yet; decisions played and games finished. Each region has cache
lines of its own, as threads write into them at the same time."""


class Room(NamedTuple):
    """What one thread works with."""

    out: State
    """The decisions of one position."""
    lots: State
    state: State
    past: State
    """A state and a history, for random games."""


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


# --- A range of games -------------------------------------------------------------------------------


@kernel("void(Games, int64, int64)")
def begin_games(games: Games, begin: int, end: int) -> None:
    """All games begin."""
    for i in range(begin, end):
        games.ended[i] = ONGOING
        begin_game(games, i)


@kernel("void(Games, Lists, int64[::1], int64)")
def list_games(games: Games, lists: Lists, region: State, end: int) -> None:
    """List the legal decisions of the games of a region, as far as there is room for them."""
    used = region[USED]
    i = region[REACHED]
    while i < end and used + games.terms[MOST] <= region[END]:
        count = 0
        if games.over[i] == ONGOING:
            count = decisions(games.states[i], lists.codes[used:])
        lists.firsts[i] = used
        lists.counts[i] = count
        used += count
        i += 1
    region[USED] = used
    region[REACHED] = i


@kernel("int64(Games, Lists, int64[::1], int64[::1], int64, int64, int64)")
def find_decisions(
    games: Games, lists: Lists, actions: State, chosen: State, most: int, begin: int, end: int
) -> int:
    """Find the decisions of actions, which are below `most`, and check that they are legal.

    Returns how many are not. Finished games take any action.
    """
    wrong = 0
    for i in range(begin, end):
        first = lists.firsts[i]
        count = lists.counts[i]
        if count == 0:
            continue
        action = actions[i]
        chosen[i] = NONE
        if 0 <= action < most:
            code = decision_of(games.states[i], action)
            found = 0
            for k in range(first, first + count):
                found |= lists.codes[k] == code
            if found != 0 and action_of(games.states[i], code) == action:
                chosen[i] = code
        wrong += chosen[i] == NONE
    return wrong


@kernel("int64(Lists, int64[::1], int64, int64)")
def wrong_numbers(lists: Lists, numbers: State, begin: int, end: int) -> int:
    """How many numbers are not those of decisions in the lists. Finished games take any number."""
    wrong = 0
    for i in range(begin, end):
        count = lists.counts[i]
        wrong += (count != 0) & ((numbers[i] < 0) | (numbers[i] >= count))
    return wrong


@kernel("void(Lists, int64[::1], int64[::1], int64, int64)")
def pick_decisions(lists: Lists, numbers: State, chosen: State, begin: int, end: int) -> None:
    """Choose decisions by their numbers in the lists; finished games have none."""
    for i in range(begin, end):
        if lists.counts[i] != 0:
            chosen[i] = lists.codes[lists.firsts[i] + numbers[i]]


@kernel("void(Games, Lists, int64[::1], int64, int64)")
def draw_numbers(games: Games, lists: Lists, numbers: State, begin: int, end: int) -> None:
    """Choose a random number in each list; 0 for finished games."""
    for i in range(begin, end):
        numbers[i] = draw(games.generators[i], lists.counts[i])


@kernel("void(Games, Lists, int64[::1], int64, int64)")
def actions_of_numbers(games: Games, lists: Lists, numbers: State, begin: int, end: int) -> None:
    """Replace the numbers of decisions in the lists by their actions; 0 for finished games."""
    for i in range(begin, end):
        if lists.counts[i] != 0:
            numbers[i] = action_of(games.states[i], lists.codes[lists.firsts[i] + numbers[i]])


@kernel("void(Games, Room, int64[::1], int64[::1], int64, int64, int64)")
def play_games(
    games: Games, room: Room, region: State, chosen: State, begin: int, end: int, number: int
) -> None:
    """Play this number of random decisions in each game; the decision that was chosen, if it is 0."""
    played = 0
    finished = 0
    for i in range(begin, end):
        state = games.states[i]
        generator = games.generators[i]
        games.ended[i] = ONGOING
        for _ in range(max(number, 1)):
            if games.over[i] != ONGOING:
                break
            if number == 0:
                code = chosen[i]
            else:
                count = decisions(state, room.out)
                code = room.out[draw(generator, count)]
            result = advance(games, room, state, games.history[i], generator, code)
            played += 1
            if result != ONGOING:
                finished += 1
                end_game(games, i, result)
    region[PLAYED] = played
    region[FINISHED] = finished


@kernel("void(Games, Room, int64[::1], int64, int64, int64, int64[:, ::1])")
def random_games(
    games: Games, room: Room, region: State, begin: int, end: int, number: int, results: list[State]
) -> None:
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
    region[PLAYED] = played


@kernel("void(int64[:, ::1], Lists, int64[::1], int64, int64)")
def encode_lists(states: list[State], lists: Lists, actions: State, begin: int, end: int) -> None:
    """Write the actions of all legal decisions, where their codes are."""
    for i in range(begin, end):
        first = lists.firsts[i]
        list_actions(states[i], lists.codes[first:], lists.counts[i], actions, first)


@kernel("void(int64[::1], Lists, int64[::1], int8[::1], int64)")
def mask_game(state: State, lists: Lists, actions: State, mask: State, i: int) -> None:
    """Write the legal mask of a game; `actions` has room for those of one game."""
    count = lists.counts[i]
    for k in range(len(mask)):
        mask[k] = 0
    list_actions(state, lists.codes[lists.firsts[i] :], count, actions, 0)
    for k in range(count):
        mask[actions[k]] = 1
