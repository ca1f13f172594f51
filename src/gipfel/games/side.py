"""The two sides, and how a game ends."""

from dataclasses import dataclass
from enum import IntEnum

from gipfel.kernel import state


class Side(IntEnum):
    """Who acts. Red plays as WHITE in TAMSK."""

    WHITE = state.WHITE
    BLACK = state.BLACK

    @property
    def other(self) -> "Side":
        """The opponent."""
        return Side(1 - self)

    def __str__(self) -> str:
        return self.name.capitalize()


WHITE, BLACK = Side.WHITE, Side.BLACK


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: `winner` is None for a draw; `reason` is a word or two of the game's spec."""

    winner: Side | None
    reason: str

    @property
    def score(self) -> str:
        """`1-0`, `0-1` or `1/2-1/2`."""
        return "1/2-1/2" if self.winner is None else ("1-0", "0-1")[self.winner]

    def __str__(self) -> str:
        return f"{self.score} {self.reason}"
