"""Tables that fit: where a terminal is too narrow for one, its rows become short lists."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gipfel.cli.help import wrapped

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

ENOUGH = 10_000
"""Columns; wider than any table."""


def print_table(table: "Table", console: "Console") -> None:
    """Print a table; if it is wider than the console, each row as lines, so that no word is broken."""
    needed = console.measure(table, options=console.options.update(width=ENOUGH)).maximum
    if needed <= console.width:
        console.print(table)
    else:
        print("\n".join(_listed(table)))


def _listed(table: "Table") -> Iterator[str]:
    """The rows one below the other: the first cell, then the others with their headings."""
    heading, *headings = (str(column.header) for column in table.columns)
    for first, *others in zip(*(column.cells for column in table.columns), strict=True):
        if str(first):
            yield from wrapped(f"{heading} {first}".strip())
        for name, cell in zip(headings, others, strict=True):
            if str(cell):
                yield from wrapped(f"{name}: {cell}", "  ", "    ")
