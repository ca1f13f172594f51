"""What a batch hands out: legal decisions, and what a step has brought, as arrays."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gipfel.batch.kernels import CUT_OFF
from gipfel.kernel.state import BLACK_WINS, DRAW, ONGOING, WHITE_WINS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Int8Array = NDArray[np.int8]
    Int64Array = NDArray[np.int64]
    BoolArray = NDArray[np.bool_]

REWARDS = np.zeros((CUT_OFF + 1, 2), np.int8)
"""For White and Black, by the result."""
REWARDS[WHITE_WINS], REWARDS[BLACK_WINS] = (1, -1), (-1, 1)
RESULTS = np.array([ONGOING, WHITE_WINS, BLACK_WINS, DRAW, DRAW], np.int8)
"""A game that was cut off has no winner."""


class LegalLists:
    """The legal decisions of all games; valid until the next step."""

    def __init__(
        self,
        starts: "Int64Array",
        counts: "Int64Array",
        codes: "Int64Array",
        encode: "Callable[[], Int64Array]",
    ) -> None:
        """For the library's own use."""
        self.starts = starts
        """Where in `codes` and `actions` the decisions of each game begin; there are `counts` of them."""
        self.counts = counts
        """How many legal decisions each game has; none if it is over."""
        self.codes = codes
        """The decisions as numbers, as in `Position.codes`. Not all entries belong to a game."""
        self._encode = encode

    @cached_property
    def actions(self) -> "Int64Array":
        """The decisions as actions, where their codes are. Raises OptionError after the next step."""
        return self._encode()

    def of(self, game: int) -> "Int64Array":
        """The legal actions of one game."""
        return self.actions[self.starts[game] : self.starts[game] + self.counts[game]]


class Step:
    """What a step has brought, in arrays with an entry for each game."""

    def __init__(self, ended: "Int64Array") -> None:
        """For the library's own use; `ended` has the results of the games that the step has ended."""
        self._ended = ended

    @cached_property
    def finished(self) -> "BoolArray":
        """Has this step ended a game?"""
        return np.not_equal(self._ended, ONGOING)

    @cached_property
    def truncated(self) -> "BoolArray":
        """Was it stopped because it had too many turns?"""
        return np.equal(self._ended, CUT_OFF)

    @cached_property
    def results(self) -> "Int8Array":
        """ONGOING, WHITE_WINS, BLACK_WINS or DRAW of `gipfel.kernel.state`, of the game that has ended."""
        return RESULTS[self._ended]

    @cached_property
    def rewards(self) -> "Int8Array":
        """For White and for Black: 1 for a win, -1 for a loss, otherwise 0; two columns."""
        return REWARDS[self._ended]


class RandomPlay(NamedTuple):
    """What random play has brought."""

    decisions: int
    finished: int
    """How many games have ended."""


class Playouts(NamedTuple):
    """The results of random games from the positions of a batch."""

    results: "Int64Array"
    """For each game how many were won by White, won by Black, and drawn: three columns."""
    decisions: int
