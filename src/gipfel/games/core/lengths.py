"""How long games take, as `scripts/measure_evenings.py` has measured it.

A game's folder may have a file `lengths.json`: a row for each version with the number of games (`n`), and
lower quartile, median and upper quartile of their turns and minutes.
"""

import json
from functools import cache
from typing import Any

from gipfel.games.core.registry import folder_of

FILE = "lengths.json"


@cache
def measured_lengths(game: str) -> dict[str, dict[str, Any]]:
    """The rows of a game by version; none if nothing was measured."""
    path = folder_of(game) / FILE
    found: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def measured_length(game: str, version: str = "") -> dict[str, Any] | None:
    """The row of a version; that of another version if this one was not measured."""
    rows = measured_lengths(game)
    return rows.get(version) or next(iter(rows.values()), None)
