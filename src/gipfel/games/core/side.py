"""The two sides, and how a game ends."""

from dataclasses import dataclass
from enum import IntEnum

from gipfel.kernel import state
from gipfel.locale import note, say, translate_filled
from gipfel.notation.errors import GipfelError


class Side(IntEnum):
    """Who acts. Red plays as WHITE in TAMSK."""

    WHITE = state.WHITE
    BLACK = state.BLACK

    @property
    def other(self) -> "Side":
        """The opponent."""
        return SIDES[1 - self]

    def __str__(self) -> str:
        return self.name.capitalize()


WHITE, BLACK = SIDES = (Side.WHITE, Side.BLACK)
"""Both sides; `SIDES[number]` is several times as fast as `Side(number)`."""

SIDE_NAMES = (note("White"), note("Black"))
"""For texts that players read; `str(side)` is for records and errors."""


def side_name(side: int) -> str:
    """What players call a side."""
    return say(SIDE_NAMES[side])


def is_to_act(position: state.State, side: int) -> bool:
    """Is it a side's turn in a game that is not over? Scenes mark that player's tray."""
    return position[state.RESULT] == state.ONGOING and position[state.SIDE] == side


def known_side(side: object) -> Side:
    """A side that was given as such or as its number. Raises GipfelError."""
    if type(side) is Side:
        return side
    if side not in (WHITE, BLACK) or isinstance(side, bool):
        raise GipfelError(f"{side!r} is not a side; there are gipfel.WHITE and gipfel.BLACK")
    return Side(side)  # type: ignore[arg-type]


ABORTED = "aborted"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: `winner` is None for a draw; `reason` is a word or two of the game's rule page.

    A game that was aborted has no result: nobody won, and it is not a draw.
    """

    winner: Side | None
    reason: str

    @property
    def aborted(self) -> bool:
        return self.reason == ABORTED

    @property
    def score(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or `*` if the game was aborted."""
        if self.aborted:
            return "*"
        return "1/2-1/2" if self.winner is None else ("1-0", "0-1")[self.winner]

    def __str__(self) -> str:
        return f"{self.score} {self.reason}"


RULES_OF_THE_GAME = note("by the rules of the game")
"""The reason of a game that does not give its own."""
REASONS = (
    RULES_OF_THE_GAME,
    note("repetition"),
    note("resignation"),
    note("agreement"),
    note("time"),
    note("engine failure"),
    note("aborted"),
    note("no end after {number} turns"),
    note("no end after {number} decisions"),
)
"""Why games end that are not ended by their own rules; `Outcome.reason` has them in English."""


def won(winner: str, reason: str) -> str:
    """That somebody has won and why, in one sentence."""
    if reason == RULES_OF_THE_GAME:
        return say("{side} wins.", side=winner)
    return say("{side} wins: {reason}.", side=winner, reason=translate_filled(reason, REASONS))


def drawn(reason: str) -> str:
    """That a game is a draw and why, in one sentence."""
    if reason == RULES_OF_THE_GAME:
        return say("The game is a draw.")
    return say("The game is a draw: {reason}.", reason=translate_filled(reason, REASONS))


def concluded(outcome: Outcome, side_names: tuple[str, str] = SIDE_NAMES) -> str:
    """How a game ended, in one sentence."""
    if outcome.winner is None:
        return drawn(outcome.reason)
    return won(say(side_names[outcome.winner]), outcome.reason)
