"""Counts problems by their kind: what is left of a reason without the names and numbers in it."""

import re
from collections import Counter

from gipfel.cli.text import plural

_WHERE = re.compile(r"^(?:line [0-9]+(?:, turn [0-9]+)?: |turn [0-9]+: |in the header: )+")
_STEP = re.compile(r"^P-?[0-9] [^:]*: ")
_NAME = re.compile(r"'[^']*'|\"[^\"]*\"|\S*[0-9]\S*?(?=[:;,.]?(?:\s|$))")
_SAME = re.compile(r"…(?:[ ,]+…)+")
LONGEST = 100


def kind_of(reason: str) -> str:
    """A reason without lines, steps, names and numbers: `… is not legal: the space … is occupied`."""
    text = _STEP.sub("", _WHERE.sub("", reason))
    text = re.split(r"(?<=[a-z])\. |; ", text)[0].rstrip(".")
    return _SAME.sub("…", _NAME.sub("…", text))[:LONGEST]


def most_common(kinds: "Counter[str]", number: int) -> list[str]:
    """The most frequent kinds with their numbers, and how many others there are."""
    listed = [f"{count} × {kind}" for kind, count in kinds.most_common(number)]
    others = len(kinds) - number
    return [*listed, f"and {plural(others, 'other reason')}"] if others > 0 else listed
