"""How a language is written: its direction, its digits and the sign before decimals."""

from dataclasses import dataclass
from functools import cache
from unicodedata import bidirectional

LEFT_TO_RIGHT_ISOLATE, END_OF_ISOLATE = "\u2066", "\u2069"
"""Invisible characters around a part that is written from left to right inside of other text."""
ISOLATES = LEFT_TO_RIGHT_ISOLATE + END_OF_ISOLATE
RIGHT_TO_LEFT_MARK = "\u200f"
RIGHT_TO_LEFT = {"R", "AL"}
"""What Unicode calls letters that are written from right to left."""
RIGHT_TO_LEFT_COMMAS = "،؛"
"""Unicode takes them for signs of numbers, but a list with them runs from right to left."""
ASCII_DIGITS = "0123456789"


@dataclass(frozen=True, slots=True)
class Writing:
    """How one language is written; as English if nothing else is said."""

    right_to_left: bool = False
    zero: str = "0"
    """The digit zero; the other digits follow it in Unicode."""
    decimal_sign: str = "."

    def digits(self, text: str) -> str:
        """The text with the digits of the language."""
        return text if self.zero == "0" else text.translate(_digits_from(self.zero))

    def decimal(self, number: float, places: int) -> str:
        """A number with this number of decimals."""
        return self.digits(f"{number:.{places}f}".replace(".", self.decimal_sign))

    def isolated(self, text: str) -> str:
        """A text that is put into a sentence: what runs against the direction of the sentence is isolated.

        Otherwise signs at its ends (`^a4-b5+`) and what is beside it would change places.
        """
        if self.right_to_left and runs_left_to_right(text):
            return f"{LEFT_TO_RIGHT_ISOLATE}{text}{END_OF_ISOLATE}"
        return text

    def whole_line(self, line: str) -> str:
        """A line of a terminal, which takes the direction of a line from its first letter."""
        if self.right_to_left and has_right_to_left(line) and _first_direction(line) == "L":
            return f"{RIGHT_TO_LEFT_MARK}{line}"
        return line


AS_ENGLISH = Writing()


@cache
def _digits_from(zero: str) -> dict[int, int]:
    return {ord(digit): ord(zero) + value for value, digit in enumerate(ASCII_DIGITS)}


def has_right_to_left(text: str) -> bool:
    """Does a text have letters that are written from right to left?"""
    return not text.isascii() and any(bidirectional(letter) in RIGHT_TO_LEFT for letter in text)


def runs_left_to_right(text: str) -> bool:
    """Are all letters of a text written from left to right, and is it neither isolated nor a list?"""
    if text.startswith(LEFT_TO_RIGHT_ISOLATE) and text.find(END_OF_ISOLATE) == len(text) - 1:
        return False
    if any(comma in text for comma in RIGHT_TO_LEFT_COMMAS):
        return False
    return any(map(str.isalpha, text)) and not has_right_to_left(text)


def _first_direction(line: str) -> str:
    """The direction of the first letter outside of isolated parts; empty if there is none."""
    depth = 0
    for letter in line:
        if letter in ISOLATES:
            depth += 1 if letter == LEFT_TO_RIGHT_ISOLATE else -1
        elif not depth and letter.isalpha():
            return bidirectional(letter)
    return ""
