"""How many columns of a terminal a text takes: some letters take none, some two."""

from itertools import groupby
from textwrap import wrap
from unicodedata import category, east_asian_width

NO_COLUMN = {"Mn", "Me", "Cf"}
"""Categories of characters that are written over or between others: accents, vowel signs, joiners."""
TWO_COLUMNS = "WF"


def columns_of(text: str) -> int:
    """The number of columns that a text without line breaks takes."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(letter: str) -> int:
    if category(letter) in NO_COLUMN:
        return 0
    return 2 if east_asian_width(letter) in TWO_COLUMNS else 1


def padded(text: str, columns: int) -> str:
    """The text with spaces behind it, so that it takes at least this number of columns."""
    return text + " " * (columns - columns_of(text))


def wrapped(text: str, columns: int, indent: str = "", subsequent: str = "") -> list[str]:
    """The text on lines of at most this number of columns, not broken at hyphens (`GIPF-piece`, `e1-e3`)."""
    if columns_of(text) == len(text):
        return wrap(
            text, columns, initial_indent=indent, subsequent_indent=subsequent, break_on_hyphens=False
        )
    lines = [""]
    for word in text.split():
        before = lines[-1]
        begin = subsequent if len(lines) > 1 else indent
        room = columns - columns_of(begin)
        if before and columns_of(before) + 1 + columns_of(word) <= room:
            lines[-1] = f"{before} {word}"
            continue
        pieces = _pieces(word, room)
        lines = [*lines[:-1], *([before] if before else []), *pieces]
    return [f"{subsequent if number else indent}{line}" for number, line in enumerate(lines) if line]


def _pieces(word: str, columns: int) -> list[str]:
    """A word in parts that fit on a line each; languages without spaces have long words."""
    ends, taken, part = [], 0, 0
    for letter in word:
        width = _columns(letter)
        if taken + width > columns:
            part, taken = part + 1, 0
        taken += width
        ends.append((part, letter))
    return ["".join(letter for _, letter in group) for _, group in groupby(ends, key=lambda pair: pair[0])]
