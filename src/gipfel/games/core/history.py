"""Which positions a game has passed through, in little memory: needed where repeated positions are a draw."""

from array import array
from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b

DIGEST = 16
"""Bytes that stand for a position."""
BLOCK = 64 * DIGEST
"""Bytes; longer histories share everything but their last block."""


class History:
    """Positions in the order in which they occurred.

    It is immutable, and a history with one more position shares almost everything with the one before: a game
    of thousands of decisions has thousands of histories.
    """

    __slots__ = ("_digests", "_earlier")

    def __init__(self, digests: bytes = b"", earlier: "History | None" = None) -> None:
        """For the library's own use; `digests` and `earlier` come from another history."""
        self._digests = digests
        self._earlier = earlier

    def followed_by(self, key: tuple[int, ...]) -> "History":
        """This history and one more position, by what has to be the same for it to count as repeated."""
        if len(self._digests) < BLOCK:
            return History(self._digests + _digest(key), self._earlier)
        return History(_digest(key), self)

    def times(self, key: tuple[int, ...]) -> int:
        """How often a position has occurred."""
        digest = _digest(key)
        return sum(block.count(digest) for block in self._blocks())

    @property
    def most_times(self) -> int:
        """How often the position has occurred that has occurred most often."""
        blocks = self._blocks()
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
        return _unpickled, (b"".join([*self._blocks()][::-1]),)


def _digest(key: tuple[int, ...]) -> bytes:
    return blake2b(array("q", key), digest_size=DIGEST).digest()


def _unpickled(digests: bytes) -> History:
    history = History(digests[:BLOCK])
    for begin in range(BLOCK, len(digests), BLOCK):
        history = History(digests[begin : begin + BLOCK], history)
    return history
