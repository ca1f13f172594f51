"""Formats text for all commands."""

from gipfel.locale.writing import ISOLATES
from gipfel.notation.printable import JOINERS

LONGEST_MESSAGE = 1000
KEPT = JOINERS + ISOLATES
"""Not printable, but needed in languages that are written from right to left."""


def printable_line(text: str, longest: int = LONGEST_MESSAGE) -> str:
    """The text as one line, with unprintable characters escaped; cut if it is too long."""
    line = " ".join(text.split())
    if len(line) > longest:
        line = f"{line[:longest]} ..."
    return "".join(letter if letter.isprintable() or letter in KEPT else _escaped(letter) for letter in line)


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape", "backslashreplace").decode("ascii")


def plural(number: int, word: str) -> str:
    """`1 turn`, `2 turns`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def columns(items: list[str], width: int) -> list[str]:
    """The items in lines of equal columns, read from top to bottom, that fit into `width`."""
    if not items:
        return []
    cell = max(map(len, items)) + 2
    across = max(1, width // cell)
    rows = -(-len(items) // across)
    return ["".join(item.ljust(cell) for item in items[row::rows]).rstrip() for row in range(rows)]
