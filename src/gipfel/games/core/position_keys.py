"""Keys of positions: one stable number for a position and all its images under the symmetries of the board.

A game's folder may have a module `keys.py` that says what a position consists of: `keys(version)` returns a
`Layout`. A piece on a point is a *fact*: a place and a value. A symmetry moves facts from place to place and
leaves their values alone, so that the keys of all images come from one look at the state:

    hash of an image  =  mixed(sum over facts of hash(value, image of the place) + hash of the fixed entries)
    key               =  the smallest hash of all images

For a game without the module every image of a state is made by `transformed`, which takes much longer.
The same position has the same key on every machine and in every run.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b

import numpy
from numpy.typing import NDArray

from gipfel.board import Permutation
from gipfel.games.core.game import Game
from gipfel.games.core.registry import part_of
from gipfel.kernel.state import State

Numbers = NDArray[numpy.int64]
Hashes = NDArray[numpy.uint64]

SCHEME = 1
"""The number of this way to make keys; whoever stores keys stores it, too."""
MODULE = "keys"
AT_ONCE = 1024
"""How many states are hashed together; more need more memory, and are not faster."""

_GOLDEN = 0x9E3779B97F4A7C15
_FIRST, _SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
"""Odd numbers without a pattern."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What the states of a game consist of."""

    places: int
    """How many places there are: points, and whatever else a symmetry moves, such as lines."""
    facts: Callable[[Numbers], tuple[Numbers, Numbers]]
    """For states, one a row: the places and the values of their facts, one state a row; 0 is no fact."""
    fixed: tuple[int, ...]
    """The entries of a state that no symmetry changes, all but the number of turns."""
    image: Callable[[Permutation], Sequence[int]] = tuple
    """Where a symmetry of the board takes each place."""
    after: "Callable[[State, Sequence[int]], Difference] | None" = None
    """What decisions change, for games with so many that it takes too long to play them all."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What decisions change in a state, one decision a row: facts that go, facts that come."""

    gone: tuple[Numbers, Numbers]
    """Places and values."""
    come: tuple[Numbers, Numbers]
    fixed: Numbers
    """The fixed entries after each decision."""


class PositionKeys:
    """Makes the keys of the positions of one game, in one version and with its options."""

    def __init__(self, game: Game) -> None:
        self._game = game
        module = part_of(game.name, MODULE)
        self.layout: Layout | None = None if module is None else module.keys(game.version)
        self._seed = _hash_of(identity_of(game))
        if self.layout is not None:
            self._place_hashes = _place_hashes(self.layout, game.symmetries)

    def keys(self, states: Sequence[State]) -> list[int]:
        """The keys of states, as signed numbers of 64 bits."""
        found: list[int] = []
        for first in range(0, len(states), AT_ONCE):
            found += self._keys(states[first : first + AT_ONCE])
        return found

    def key(self, state: State) -> int:
        """The key of one state."""
        return self.keys([state])[0]

    def keys_after(self, state: State, codes: Sequence[int], play: Callable[[int], State]) -> list[int]:
        """The keys of the states to which decisions lead; `play` plays one of them."""
        if self.layout is None or self.layout.after is None:
            return self.keys([play(code) for code in codes])
        before = self._sums(*self.layout.facts(numpy.array([state], numpy.int64)))
        difference = self.layout.after(state, codes)
        sums = before - self._sums(*difference.gone) + self._sums(*difference.come)
        return self._finished(sums, difference.fixed)

    def _keys(self, states: Sequence[State]) -> list[int]:
        if self.layout is None:
            return [self._smallest_image(state) for state in states]
        rows = numpy.array(states, numpy.int64)
        return self._finished(self._sums(*self.layout.facts(rows)), rows[:, self.layout.fixed])

    def _sums(self, places: Numbers, values: Numbers) -> Hashes:
        """The sums of the hashes of facts, one image a row, one state a column."""
        present = values != 0
        mixed = _mixed(values.astype(numpy.uint64))
        sums = numpy.empty((len(self._place_hashes), len(values)), numpy.uint64)
        for number, hashes in enumerate(self._place_hashes):
            one = mixed ^ hashes[places]
            one *= numpy.uint64(_FIRST)
            one ^= one >> numpy.uint64(29)
            one *= numpy.uint64(_SECOND)
            sums[number] = numpy.where(present, one, numpy.uint64(0)).sum(axis=1, dtype=numpy.uint64)
        return sums

    def _finished(self, sums: Hashes, fixed: Numbers) -> list[int]:
        rest = numpy.full(len(fixed), self._seed, numpy.uint64)
        for column in fixed.T:
            rest = _mixed(rest ^ column.astype(numpy.uint64))
        smallest: Hashes = _mixed(sums + rest).min(axis=0)
        keys: list[int] = smallest.view(numpy.int64).tolist()
        return keys

    def _smallest_image(self, state: State) -> int:
        game = self._game
        images = [game.transformed(state, symmetry) for symmetry in game.symmetries] or [state]
        hashes = (_hash_of(f"{self._seed} {game.rules.essence(image)}") for image in images)
        return _signed(min(hashes))


@cache
def position_keys(game: Game) -> PositionKeys:
    """The keys of a game; made once for each version and its options."""
    return PositionKeys(game)


def identity_of(game: Game) -> str:
    """Name, version and changed options of a game in one line: positions of other games have other keys."""
    options = (f"{name}={value}" for name, value in sorted(game.changed_options.items()))
    return " ".join([game.name, game.version, *options])


def probe(game: Game) -> int:
    """The key of some position of a game: it tells whether keys are still made as they were."""
    position = game.start(seed=1)
    for _ in range(6):
        codes = position.codes
        if position.contest is not None or not codes:
            break
        position = position.play(codes[len(codes) // 3])
    return position_keys(game).key(position.state)


def facts_of(layout: Layout, state: State) -> tuple[list[tuple[int, int]], list[int]]:
    """The facts and the fixed entries of one state, for tests that compare positions."""
    rows = numpy.array([state], numpy.int64)
    places, values = layout.facts(rows)
    pairs = zip(places[0].tolist(), values[0].tolist(), strict=True)
    return sorted(pair for pair in pairs if pair[1]), rows[0, list(layout.fixed)].tolist()


def set_bits(sets: Numbers, bits: Sequence[int]) -> Numbers:
    """For bit sets, one a state: 1 for each of the bits that is set, one state a row."""
    is_set: Numbers = (sets[:, None] & numpy.array(bits, numpy.int64)) != 0
    return is_set.astype(numpy.int64)


def at_places(number: int, states: int) -> Numbers:
    """The places 0, 1, 2 ... for each state: for layouts in which every place has a value."""
    return numpy.broadcast_to(numpy.arange(number), (states, number))


def one_place(chosen: Numbers, number: int) -> Numbers:
    """1 for the place that is chosen in each state, none where that is negative; one state a row."""
    is_chosen: Numbers = chosen[:, None] == numpy.arange(number)
    return is_chosen.astype(numpy.int64)


def _place_hashes(layout: Layout, symmetries: Sequence[Permutation]) -> Hashes:
    """The hash of the place to which each symmetry takes each place, one symmetry a row."""
    places = numpy.arange(1, layout.places + 1, dtype=numpy.uint64) * numpy.uint64(_GOLDEN)
    hashes = _mixed(places)
    images = [layout.image(symmetry) for symmetry in symmetries] or [range(layout.places)]
    return hashes[numpy.array(images, numpy.int64)]


def _mixed(values: Hashes) -> Hashes:
    """A hash of each number, as `splitmix64` makes it."""
    h = values + numpy.uint64(_GOLDEN)
    h = (h ^ (h >> numpy.uint64(30))) * numpy.uint64(_FIRST)
    h = (h ^ (h >> numpy.uint64(27))) * numpy.uint64(_SECOND)
    return h ^ (h >> numpy.uint64(31))


def _hash_of(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest())


def _signed(number: int) -> int:
    return number - (1 << 64) if number >> 63 else number
