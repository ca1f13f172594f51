"""The arrays of a batch."""

from typing import Any

from gipfel.batch.kernels import (
    BEGIN,
    CUT_OFF,
    END,
    FINISHED,
    PLAYED,
    REACHED,
    REGION,
    USED,
    Games,
    Lists,
    Room,
)
from gipfel.batch.sharing import CHUNKS, CONTROL, EACH, GAMES, THREADS, WIDTHS, Work
from gipfel.games.core.game import Game
from gipfel.kernel.random_numbers import seeded_generator
from gipfel.kernel.rules import LinkedRules
from gipfel.kernel.state import State

MOST_GAMES = 1 << 20
ROOM_FOR_EACH = 64
"""There is room for this number of decisions for each game at first; it grows."""
CHUNKS_AT_LEAST = 64
LARGEST_CHUNK = 256
"""Games are divided into so many chunks that no thread waits long for the last one of another."""
APART = 16
"""Entries between the arrays of two threads, so that they never write into the same cache line."""


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
        out=kernels.zeros(game.rules.most + APART),
        lots=kernels.zeros(game.rules.most + APART),
        state=kernels.zeros(game.rules.size),
        past=kernels.zeros(history_size(game, terms) + APART),
    )


def new_lists(kernels: LinkedRules, number: int, chunks: int, size: int) -> Lists:
    """The arrays for the legal decisions of all games, with room for `size` of each chunk."""
    whole = chunks * size
    codes = kernels.zeros(whole) if kernels.fast else Codes([0] * whole)
    regions = kernels.table(chunks, REGION)
    for chunk in range(chunks):
        first = chunk * size
        regions[chunk][BEGIN], regions[chunk][END], regions[chunk][USED] = first, first + size, first
    return Lists(kernels.zeros(number), kernels.zeros(number), codes, regions)


def enlarged(kernels: LinkedRules, short: Lists, each: int, size: int) -> Lists:
    """Lists with more room, `size` for each chunk, that have what is in the short ones."""
    lists = new_lists(kernels, len(short.firsts), len(short.regions), size)
    for chunk, (old, new) in enumerate(zip(short.regions, lists.regions, strict=True)):
        length, moved, begin = old[USED] - old[BEGIN], new[BEGIN] - old[BEGIN], chunk * each
        new[USED], new[REACHED] = new[BEGIN] + length, old[REACHED]
        new[PLAYED], new[FINISHED] = old[PLAYED], old[FINISHED]
        lists.codes[new[BEGIN] : new[USED]] = short.codes[old[BEGIN] : old[USED]]
        lists.counts[begin : old[REACHED]] = short.counts[begin : old[REACHED]]
        for i in range(begin, old[REACHED]):
            lists.firsts[i] = short.firsts[i] + moved
    return lists


def new_work(game: Game, kernels: LinkedRules, number: int, threads: int, each: int) -> Work:
    """What the threads share."""
    chunks = -(-number // each)
    control = kernels.zeros(CONTROL)
    control[GAMES], control[CHUNKS], control[EACH], control[THREADS] = number, chunks, each, threads
    control[WIDTHS], control[WIDTHS + 1] = game.encoding.size, game.encoding.number_of_actions
    return Work(
        control=control,
        claims=kernels.zeros(chunks),
        given=kernels.zeros(number),
        chosen=kernels.zeros(number),
        outputs=kernels.zeros(2),
        results=kernels.table(number, CUT_OFF + 1),
        actions=kernels.zeros(0),
    )


def chunk_size(number: int) -> int:
    """How many games there are in a chunk. It does not depend on the threads, and so the lists do not."""
    return max(1, min(LARGEST_CHUNK, number // CHUNKS_AT_LEAST))


def history_size(game: Game, terms: list[int]) -> int:
    """How many integers the history of a game needs: one for each turn, the start, and their number."""
    return terms[1] + 2 if game.repetitions else 1
