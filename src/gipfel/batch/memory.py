"""The arrays of a batch."""

from typing import Any

from gipfel.batch.kernels import BEGIN, END, USED, Games, Lists, Room
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


def new_room(game: Game, kernels: LinkedRules, terms: list[int]) -> Room:
    """What a thread needs."""
    return Room(
        out=kernels.zeros(game.rules.most),
        lots=kernels.zeros(game.rules.most),
        state=kernels.zeros(game.rules.size),
        past=kernels.zeros(history_size(game, terms)),
        region=kernels.zeros(3),
        played=kernels.zeros(2),
    )


def new_lists(kernels: LinkedRules, number: int, size: int) -> Lists:
    """The arrays for the legal decisions of all games."""
    codes = kernels.zeros(size) if kernels.fast else Codes([0] * size)
    return Lists(kernels.zeros(number), kernels.zeros(number), codes)


def lay_out(rooms: list[Room], sizes: list[int]) -> int:
    """Give each thread a region of this size; returns the size of all."""
    begin = 0
    for room, size in zip(rooms, sizes, strict=True):
        room.region[BEGIN], room.region[END], room.region[USED] = begin, begin + size, begin
        begin += size
    return begin


def history_size(game: Game, terms: list[int]) -> int:
    """How many integers the history of a game needs: one for each turn, the start, and their number."""
    return terms[1] + 2 if game.repetitions else 1
