"""Who can play: one small interface for engines of all kinds."""

from abc import ABC, abstractmethod

from gipfel.engine.search.analysis import Limits
from gipfel.games.core.game import Game
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Side
from gipfel.notation.errors import GipfelError


class EngineFailure(GipfelError):
    """An engine died, was silent, too slow or wrong; the message says which, and it loses its game."""


class Player(ABC):
    """Chooses decisions for a side. Of use for one game at a time, and again after `begin`."""

    name: str

    @abstractmethod
    def begin(self, game: Game) -> None:
        """A game begins; whatever takes long the first time is done now."""

    @abstractmethod
    def choose(self, position: Position, limits: Limits) -> Decision:
        """A legal decision. Raises EngineFailure."""

    def react(self, position: Position, side: Side, limits: Limits) -> Decision | None:
        """What it does out of turn, in a game with time; None to wait. Raises EngineFailure."""
        return None

    def watch(self, decision: Decision) -> None:  # noqa: B027 (most need not know)
        """Somebody made a decision. Who keeps a game of its own may want to know. Raises EngineFailure."""

    def close(self) -> None:  # noqa: B027 (most have nothing to close)
        """Nothing more will be asked."""
