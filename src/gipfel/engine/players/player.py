"""The interface of all programs that can play."""

from abc import ABC, abstractmethod
from typing import Protocol

from gipfel.engine.search.analysis import SearchLimits
from gipfel.games.core.game import Game
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Side
from gipfel.notation.errors import GipfelError


class EngineFailure(GipfelError):
    """An engine crashed, timed out or answered wrongly, and loses its game. The message tells why."""


class Player(ABC):
    """Chooses decisions. A player plays one game at a time; `begin` starts the next one."""

    name: str
    score: int | None = None
    """What it thought of the position it chose in last, for the side that chose, in thousandths of a logit.

    None if it did not search, or does not tell.
    """

    @abstractmethod
    def begin(self, game: Game) -> None:
        """Begin a game, and do what takes long the first time, such as compiling."""

    def prepare_contest(self, game: Game) -> None:  # noqa: B027 (most players have nothing to prepare)
        """Do what takes long before a game inside a contest is first played, such as compiling."""

    @abstractmethod
    def choose(self, position: Position, limits: SearchLimits) -> Decision:
        """Choose a legal decision. Raises EngineFailure."""

    def react(self, position: Position, side: Side, limits: SearchLimits) -> Decision | None:
        """Choose a decision out of turn, in a game with time; None to wait. Raises EngineFailure."""
        return None

    def watch(self, decision: Decision) -> None:  # noqa: B027 (most players ignore it)
        """Learn that either side made a decision. Raises EngineFailure."""

    def close(self) -> None:  # noqa: B027 (most players have nothing to close)
        """Release what the player holds; it is not used again."""


class PlayerSource(Protocol):
    """Describes a player of a match and makes it: a `PlayerSpec`, or an object of the caller."""

    @property
    def kind(self) -> str:
        """The kind of a player, such as `level` or `engine`."""
        ...

    @property
    def name(self) -> str:
        """The name to show."""
        ...

    @property
    def text(self) -> str:
        """What identifies it."""
        ...

    def make_player(self, seed: int | None = None, fast: bool | None = None) -> Player:
        """Create the player; `seed` makes its random choices reproducible."""
        ...
