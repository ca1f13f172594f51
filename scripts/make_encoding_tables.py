"""Write docs/encoding-tables.md: every channel and every group of actions, from the encodings themselves.

    .venv/bin/python -m scripts.make_encoding_tables

A test compares the page with what this script would write.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import gipfel
from gipfel.games.core.encoding import Channel, Encoding
from gipfel.games.core.registry import game_type

FILE = Path(__file__).parents[1] / "docs" / "encoding-tables.md"
HEAD = """# Encoding tables

The entries of the [encodings](encodings.md) of all games; `scripts/make_encoding_tables.py` writes this page.
An observation has the planes, each with one value for every point of the board in the order of
`encoding.points`, and then the scalars. Actions are counted from 0.
"""


def page(names: Iterable[str]) -> str:
    """The whole page."""
    return "\n".join([HEAD, *(line for name in names for line in section(name))])


def section(name: str) -> Iterator[str]:
    """The tables of a game: one for all versions that have the same."""
    kind = game_type(name)
    found: dict[str, list[str]] = {}
    for version in kind.versions:
        text = "\n".join(tables(kind(version).encoding))
        found.setdefault(text, []).append(version)
    for text, versions in found.items():
        which = "" if len(found) == 1 else f": {', '.join(versions)}"
        yield f"## {kind.title}{which}\n"
        yield text


def tables(encoding: Encoding) -> Iterator[str]:
    """What an encoding contains."""
    points = encoding.points
    yield (
        f"{encoding.size} entries: {len(encoding.planes)} planes of {len(points)} points "
        f"({points[0]}, {points[1]}, … {points[-1]}) and {len(encoding.scalars)} scalars. "
        f"{encoding.number_of_actions} actions.\n"
    )
    yield from channels("plane", encoding.planes)
    yield from channels("scalar", encoding.scalars)
    yield "| actions | number | group | meaning |\n|---|---|---|---|"
    for group in encoding.actions:
        actions = encoding.ranges[group.name]
        factors = " × ".join(f"{size} ({name})" for name, size in group.factors)
        meaning = f"{group.meaning}; {factors}" if factors else group.meaning
        yield f"| {span(actions)} | {group.size} | {group.name} | {meaning} |"
    yield ""


def channels(title: str, found: Iterable[Channel]) -> Iterator[str]:
    """A table of planes or scalars."""
    yield f"| {title} | name | values | meaning |\n|---|---|---|---|"
    for number, channel in enumerate(found):
        yield f"| {number} | {channel.name} | {channel.lowest} to {channel.highest} | {channel.meaning} |"
    yield ""


def span(actions: range) -> str:
    """The first and the last action of a group."""
    return f"{actions[0]}" if len(actions) == 1 else f"{actions[0]} to {actions[-1]}"


if __name__ == "__main__":
    FILE.write_text(page(gipfel.game_names()), encoding="utf-8")
