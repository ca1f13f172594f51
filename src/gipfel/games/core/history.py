"""Which positions a game has passed through, in little memory: needed where repeated positions are a draw."""

from array import array
from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b
from typing import TYPE_CHECKING

from gipfel.kernel.state import State

if TYPE_CHECKING:
    from gipfel.games.core.game import Game

DIGEST = 16
"""Bytes that stand for a position."""
BLOCK = 64 * DIGEST
"""Bytes; longer histories share everything but their last block."""


class History:
    """Positions in the order in which they occurred, since the last one that cannot occur again.

    It is immutable, and a history with one more position shares almost everything with the one before: a game
    of thousands of decisions has thousands of histories. To digest a position takes time. So the first
    positions are kept as they are, until there are enough of them for a repetition.
    """

    __slots__ = ("_digests", "_earlier", "_first")

    def __init__(
        self, digests: bytes = b"", earlier: "History | None" = None, first: tuple[State, ...] = ()
    ) -> None:
        """For the library's own use; `digests` and `earlier` come from another history."""
        self._digests = digests
        self._earlier = earlier
        self._first = first
        """The states of all positions, while they are too few for a repetition."""

    def followed_by(self, game: "Game", state: State) -> "History":
        """This history and one more position. The state must not be changed later."""
        if not self._digests and len(self._first) + 1 < game.repetitions:
            return History(first=(*self._first, state))
        before = self.digested(game)
        if len(before._digests) < BLOCK:
            return History(before._digests + _digest(game, state), before._earlier)
        return History(_digest(game, state), before)

    def digested(self, game: "Game") -> "History":
        """The same in little memory."""
        return History(b"".join([_digest(game, state) for state in self._first])) if self._first else self

    def is_repeated(self, game: "Game") -> bool:
        """Has the last position occurred so often that the game is a draw?"""
        if self._first:
            return False
        last = self._digests[-DIGEST:]
        return sum(block.count(last) for block in self._blocks()) >= game.repetitions

    def most_times(self, game: "Game") -> int:
        """How often the position has occurred that has occurred most often."""
        blocks = self.digested(game)._blocks()
        times = Counter(block[i : i + DIGEST] for block in blocks for i in range(0, len(block), DIGEST))
        return max(times.values(), default=0)

    def _blocks(self) -> Iterator[bytes]:
        """The digests of all positions, the last block first."""
        here: History | None = self
        while here is not None:
            yield here._digests
            here = here._earlier

    def __reduce__(self) -> tuple[object, ...]:
        # Pickled as one text: the blocks would be pickled one inside the other.
        return _unpickled, (b"".join([*self._blocks()][::-1]), self._first)


NO_HISTORY = History()
"""No position at all."""


def _digest(game: "Game", state: State) -> bytes:
    values = state if isinstance(state, list) else state.tolist()
    return blake2b(array("q", game.repetition_key(values)), digest_size=DIGEST).digest()


def _unpickled(digests: bytes, first: tuple[State, ...]) -> History:
    history = History(digests[:BLOCK], first=first)
    for begin in range(BLOCK, len(digests), BLOCK):
        history = History(digests[begin : begin + BLOCK], history)
    return history
