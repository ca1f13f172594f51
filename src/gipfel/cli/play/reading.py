"""What a person types as a decision, and the numbered list of all decisions."""

from collections.abc import Sequence
from shutil import get_terminal_size

from gipfel.cli.text import columns
from gipfel.games.core.position import Decision, Position
from gipfel.locale import note
from gipfel.notation.errors import GipfelError, IllegalDecision


def decisions_meant(position: Position, text: str) -> Sequence[Decision]:
    """The decisions that a text means: a number of the list, one decision, or a whole turn.

    Raises GipfelError.
    """
    if text.isascii() and text.isdigit():
        return [numbered(position, text)]
    try:
        return [position.decision(text)]
    except IllegalDecision:
        raise
    except GipfelError:
        return position.turn_decisions(text)


def numbered(position: Position, digits: str) -> Decision:
    """The decision with this number in the list. Raises IllegalDecision."""
    decisions = position.decisions()
    number = int(digits[-9:]) if len(digits.lstrip("0")) <= 9 else 0
    if not 1 <= number <= len(decisions):
        raise IllegalDecision(
            note(
                "there is no decision {number}; the list goes from 1 to {last}",
                number=digits[:20],
                last=len(decisions),
            )
        )
    return decisions[number - 1]


def list_of_decisions(position: Position) -> list[str]:
    """The legal decisions with their numbers, in as many columns as there is room for."""
    decisions = position.decisions()
    digits = len(str(len(decisions)))
    items = [f"{number:>{digits}} {decision.text}" for number, decision in enumerate(decisions, 1)]
    return columns(items, get_terminal_size().columns)
