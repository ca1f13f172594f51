"""Parts of the grammar of position texts that several games share. All functions raise PositionError."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from gipfel.board import Board
from gipfel.notation.errors import PositionError

_EMPTY = "\0"
"""Stands for a point without a sign until these are counted."""


def fields(text: str, names: Sequence[str], example: str) -> list[str]:
    """The blank-separated fields of a position text, as many as there are names."""
    found = text.split()
    if len(found) != len(names):
        raise PositionError(
            f"a position has {len(names)} fields ({', '.join(names)}), not {len(found)}: e.g. {example}"
        )
    return found


def choice(text: str, letters: Sequence[str], what: str) -> int:
    """The index of the letter in a field."""
    if text not in tuple(letters):
        raise PositionError(f"the {what} is {text!r}; it must be {' or '.join(letters)}")
    return tuple(letters).index(text)


def pair(text: str, what: str) -> list[int]:
    """Two numbers such as 12/12."""
    match = re.fullmatch(r"([0-9]{1,3})/([0-9]{1,3})", text)
    if match is None:
        raise PositionError(f"the {what} are {text!r}; they must be two numbers such as 1/0")
    return [int(match[1]), int(match[2])]


def write_columns(board: Board, sign: Callable[[int], str]) -> str:
    """The board column by column, from the lowest number up; numbers stand for points without a sign."""
    text = "/".join(["".join([sign(point) or _EMPTY for point in column]) for column in board.columns])
    for empty, length in _empty_parts(max(map(len, board.columns))):
        text = text.replace(empty, length)
    return text


@cache
def _empty_parts(longest: int) -> list[tuple[str, str]]:
    """Empty parts of columns with their lengths, the longest first."""
    return [(_EMPTY * length, str(length)) for length in range(longest, 0, -1)]


def read_columns(board: Board, text: str, signs: str) -> Iterator[tuple[int, str]]:
    """The points that have one of the signs; numbers stand for points without."""
    columns = text.split("/")
    if len(columns) != len(board.columns):
        first, last = board.names[0][0], board.names[-1][0]
        raise PositionError(
            f"the board has {len(columns)} columns; "
            f"it must have {len(board.columns)}, {first} to {last}, joined by '/'"
        )
    for points, content in zip(board.columns, columns, strict=True):
        yield from _read_column(board.names[points[0]][0], points, content, signs)


def _read_column(name: str, points: Sequence[int], text: str, signs: str) -> Iterator[tuple[int, str]]:
    if re.fullmatch(rf"(?:[{signs}]|[1-9][0-9]?(?![0-9]))+", text) is None:
        raise PositionError(
            f"column {name} is {text!r}; it must be made of {', '.join(signs)} and numbers of empty points"
        )
    tokens = re.findall(rf"[{signs}]|[0-9]+", text)
    length = sum(int(token) if token.isdigit() else 1 for token in tokens)
    if length != len(points):
        raise PositionError(f"column {name} ({text}) has {length} points; it must have {len(points)}")
    at = 0
    for token in tokens:
        if token.isdigit():
            at += int(token)
        else:
            yield points[at], token
            at += 1
