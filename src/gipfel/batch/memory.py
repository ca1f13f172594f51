"""The arrays of a batch."""

from typing import Any

from gipfel.batch.kernels import Games, Room
from gipfel.games.core.game import Game
from gipfel.kernel.random_numbers import seeded_generator
from gipfel.kernel.rules import LinkedRules
from gipfel.kernel.state import State

MOST_GAMES = 1 << 20
ROOM_FOR_EACH = 64
"""There is room for this number of decisions for each game at first; it grows."""


class Codes(list[int]):
    """A list whose entries from one on can be read and written as a slice, like those of a NumPy array."""

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice) and index.start is not None and index.stop is None:
            return _Tail(self, index.start)
        return super().__getitem__(index)


class _Tail:
    """The entries of a list from one on."""

    def __init__(self, entries: list[int], first: int) -> None:
        self.entries = entries
        self.first = first

    def __getitem__(self, index: int) -> int:
        return self.entries[self.first + index]

    def __setitem__(self, index: int, value: int) -> None:
        self.entries[self.first + index] = value


def new_codes(kernels: LinkedRules, size: int) -> State:
    """Room for legal decisions."""
    return kernels.zeros(size) if kernels.fast else Codes([0] * size)


def new_games(
    game: Game, kernels: LinkedRules, number: int, starts: list[State], seed: int, terms: list[int]
) -> Games:
    """The arrays of this number of games. Each has its own random numbers, whatever thread plays it."""
    generators = kernels.table(number, 1)
    for i in range(number):
        generators[i][0] = seeded_generator(seed * MOST_GAMES + i)[0]
    return Games(
        states=kernels.table(number, game.rules.size),
        generators=generators,
        history=kernels.table(number, history_size(game, terms)),
        over=kernels.zeros(number),
        ended=kernels.zeros(number),
        starts=filled(kernels.table(len(starts), game.rules.size), starts),
        terms=kernels.array(terms),
        odds=kernels.array(game.contest_odds()),
    )


def filled(table: list[State], states: list[State]) -> list[State]:
    """A table with states in its rows."""
    for i, state in enumerate(states):
        table[i][:] = state
    return table


def new_room(game: Game, kernels: LinkedRules, number: int, terms: list[int]) -> Room:
    """What a thread needs for this number of games."""
    most = game.rules.most
    return Room(
        out=kernels.zeros(most),
        lots=kernels.zeros(most),
        firsts=kernels.zeros(number + 1),
        codes=new_codes(kernels, most + ROOM_FOR_EACH * number),
        state=kernels.zeros(game.rules.size),
        past=kernels.zeros(history_size(game, terms)),
        counts=kernels.zeros(2),
    )


def enlarged(room: Room, kernels: LinkedRules, used: int) -> Room:
    """The same with twice the room for legal decisions."""
    codes = new_codes(kernels, 2 * len(room.codes))
    codes[:used] = room.codes[:used]
    return room._replace(codes=codes)


def history_size(game: Game, terms: list[int]) -> int:
    """How many integers the history of a game needs: one for each turn, the start, and their number."""
    return terms[1] + 2 if game.repetitions else 1
