"""The errors that Gipfel raises for bad input. Each message says what is wrong and what would be right."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from gipfel.errors import GipfelError as GipfelError
from gipfel.locale import note, note_list, note_many

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


class MissingPackages(GipfelError):
    """Packages of an extra are not installed; the message says how to install them."""


class RecordError(GipfelError):
    """A record file that cannot be read, or whose turns cannot be played."""


class MenuError(GipfelError):
    """A menu that cannot be read, or asks for something that does not exist."""


def check_text(text: object, what: str, error: type[GipfelError]) -> None:
    """Raises an error if something that is read is no text."""
    if not isinstance(text, str):
        raise error(f"{what} is a text, not {type(text).__name__}")


def legal_summary(number: int, some: list[str]) -> str:
    """How many decisions are legal, and a few of them; a note."""
    if number == 1:
        return note("the only legal decision is {decision}", decision=some[0])
    return note_many(
        "{n} decision is legal, e.g. {examples}",
        "{n} decisions are legal, e.g. {examples}",
        number,
        examples=_examples(some),
    )


def _examples(some: list[str]) -> str:
    return note_list(some[:3])


def not_legal(text: str, why: str, number: int, some: list[str]) -> IllegalDecision:
    """The error for a decision that is not legal: why, and what would be. `why` may be a note."""
    if number == 1:
        return IllegalDecision(
            note(
                "{text} is not legal: {why}. The only legal decision is {decision}.",
                text=text,
                why=why,
                decision=some[0],
            )
        )
    return IllegalDecision(
        note_many(
            "{text} is not legal: {why}. {n} decision is legal, e.g. {examples}.",
            "{text} is not legal: {why}. {n} decisions are legal, e.g. {examples}.",
            number,
            text=text,
            why=why,
            examples=_examples(some),
        )
    )


def illegal_decision(
    rules: "Rules", write: "Callable[[State, int], str]", state: "State", text: str, why: str
) -> IllegalDecision:
    """The same error; `rules` and `write` tell which decisions would be legal."""
    codes = rules.codes(state)
    return not_legal(text, why, len(codes), [write(state, code) for code in codes[:3]])


def no_such_space(text: str, name: str) -> NotationError:
    """The error for a text that names a space the board does not have."""
    return NotationError(note("{text}: there is no space {space}", text=text, space=name))


def no_such_spot(text: str, name: str) -> NotationError:
    """The same for a spot."""
    return NotationError(note("{text}: there is no spot {spot}", text=text, spot=name))


def over_before(text: str, part: str) -> NotationError:
    """The error for the text of a turn that goes on after the end of the turn."""
    return NotationError(note("{text}: the turn is over before {part}", text=text, part=part))


def not_finished(text: str, summary: str) -> NotationError:
    """The error for the text of a turn that ends too early; `summary` says what is legal then."""
    return NotationError(note("{text}: the turn is not finished; {summary}", text=text, summary=summary))
