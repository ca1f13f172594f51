"""The decisions of a game, in little memory however long the game is.

A position may need ten thousand bytes. So the last positions are kept, and every 16th of the earlier ones;
the others are computed again when they are needed.
"""

from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain, islice
from typing import overload
from zlib import compress, decompress

from gipfel.games.core.position import Decision, Position

BLOCK = 16
"""How many decisions are put away together."""
KEPT = 8
"""How many of the last decisions are never put away: pages show them, and players take them back."""


class Decisions(Sequence[Decision]):
    """An immutable sequence of decisions, each made in the position after the one before."""

    __slots__ = ("_blocks", "_recent")

    def __init__(self, blocks: "tuple[_Block, ...]" = (), recent: tuple[Decision, ...] = ()) -> None:
        """For the library's own use; `followed_by` adds decisions."""
        self._blocks = blocks
        self._recent = recent

    def followed_by(self, *decisions: Decision) -> "Decisions":
        """These decisions, and more."""
        blocks, recent = self._blocks, self._recent + decisions
        while len(recent) >= BLOCK + KEPT:
            blocks, recent = (*blocks, _Block(recent[:BLOCK])), recent[BLOCK:]
        return Decisions(blocks, recent)

    def first(self, number: int) -> "Decisions":
        """The first decisions; all if there are not more."""
        if number >= len(self):
            return self
        whole = max(0, number - KEPT) // BLOCK
        rest = islice(self.since(whole * BLOCK), number - whole * BLOCK)
        return Decisions(self._blocks[:whole], tuple(rest))

    def since(self, number: int) -> Iterator[Decision]:
        """The decisions after the first `number` ones."""
        block = min(number // BLOCK, len(self._blocks))
        return islice(chain(*self._blocks[block:], self._recent), number - block * BLOCK, None)

    def __len__(self) -> int:
        return len(self._blocks) * BLOCK + len(self._recent)

    def __iter__(self) -> Iterator[Decision]:
        return self.since(0)

    def __reversed__(self) -> Iterator[Decision]:
        yield from reversed(self._recent)
        for block in reversed(self._blocks):
            yield from reversed([*block])

    @overload
    def __getitem__(self, which: int) -> Decision: ...
    @overload
    def __getitem__(self, which: slice) -> Sequence[Decision]: ...
    def __getitem__(self, which: int | slice) -> Decision | Sequence[Decision]:
        if isinstance(which, slice):
            return self._slice(which)
        number = range(len(self))[which]
        recent = number - len(self._blocks) * BLOCK
        return self._recent[recent] if recent >= 0 else next(self.since(number))

    def _slice(self, which: slice) -> Sequence[Decision]:
        wanted = range(len(self))[which]
        if wanted.step != 1:
            return [*self][which]
        return (
            self.first(wanted.stop) if not wanted.start else [*islice(self.since(wanted.start), len(wanted))]
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(
            mine == theirs for mine, theirs in zip(self, other, strict=True)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Decisions {' '.join(decision.text for decision in self)}>"


class _Block:
    """Decisions that were put away: the first position, and how the game went on."""

    __slots__ = ("_codes", "_proven", "_start", "_times")

    def __init__(self, decisions: Sequence[Decision]) -> None:
        start = decisions[0].position
        clear_cached(start)
        self._start = _PackedPosition(start)
        self._codes = array("q", [decision.code for decision in decisions])
        times = [decision.position.time for decision in decisions]
        self._times = array("q", times) if any(times) else None
        proven = [(number, made) for number, made in enumerate(decisions) if type(made) is not Decision]
        self._proven = {number: made.made_in(start) for number, made in proven} or None
        """Decisions that consist of more than a number."""

    def __iter__(self) -> Iterator[Decision]:
        position = self._start.unpacked()
        for number, code in enumerate(self._codes):
            if self._times is not None:
                position = position.at(self._times[number])
            proven = None if self._proven is None else self._proven.get(number)
            decision = Decision(position, code) if proven is None else proven.made_in(position)
            yield decision
            position = position.play(decision)


class _PackedPosition:
    """A position whose state is compressed: most of it are zeros."""

    __slots__ = ("_game", "_kind", "_rest", "_state")

    def __init__(self, position: Position) -> None:
        state, *self._rest = position.parts
        self._kind, self._game = type(position), position.game
        self._state = compress(array("q", state), level=1)

    def unpacked(self) -> Position:
        return self._kind(self._game, array("q", decompress(self._state)).tolist(), *self._rest)


def clear_cached(position: Position) -> None:
    """Drop the cached properties of a position that is no longer the current one.

    Thousands of decisions in each of a hundred positions of many tables need too much memory.
    """
    for left in (position, position.board):
        for name in _cached_properties(type(left)):
            left.__dict__.pop(name, None)


_known: dict[type[Position], tuple[str, ...]] = {}


def _cached_properties(kind: type[Position]) -> tuple[str, ...]:
    """The names of the cached properties of a class."""
    if kind not in _known:
        named = (item for base in kind.__mro__ for item in vars(base).items())
        _known[kind] = tuple(name for name, value in named if isinstance(value, cached_property))
    return _known[kind]
