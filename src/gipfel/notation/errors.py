"""The errors that Gipfel raises for bad input. Each message says what is wrong and what would be right."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from gipfel.errors import GipfelError as GipfelError

if TYPE_CHECKING:
    from gipfel.kernel.rules import Rules
    from gipfel.kernel.state import State


class UnknownGame(GipfelError):
    """No such game or version."""


class BrokenGame(UnknownGame):
    """A game whose folder or package cannot be loaded."""


class BrokenPicture(GipfelError):
    """A position that its game cannot draw."""


class OptionError(GipfelError):
    """A game option that does not exist or has a value that is not allowed."""


class PositionError(GipfelError):
    """A position text that cannot be read, or a position that cannot occur."""


class NotationError(GipfelError):
    """A decision or turn text that does not follow the notation."""


class IllegalDecision(GipfelError):
    """A decision that is well written but not legal in this position."""


class NotYourTurn(IllegalDecision):
    """A decision of a side that is not to act."""


class RecordError(GipfelError):
    """A record file that cannot be read, or whose turns cannot be played."""


class MenuError(GipfelError):
    """A menu that cannot be read, or asks for something that does not exist."""


def legal_summary(number: int, some: list[str]) -> str:
    """How many decisions are legal, and a few of them."""
    if number == 1:
        return f"the only legal decision is {some[0]}"
    return f"{number} decisions are legal, e.g. {', '.join(some[:3])}"


def not_legal(text: str, why: str, number: int, some: list[str]) -> IllegalDecision:
    """The error for a decision that is not legal: why, and what would be."""
    summary = legal_summary(number, some)
    return IllegalDecision(f"{text} is not legal: {why}. {summary[0].upper()}{summary[1:]}.")


def illegal_decision(
    rules: "Rules", write: "Callable[[State, int], str]", state: "State", text: str, why: str
) -> IllegalDecision:
    """The same error; `rules` and `write` tell which decisions would be legal."""
    codes = rules.codes(state)
    return not_legal(text, why, len(codes), [write(state, code) for code in codes[:3]])
