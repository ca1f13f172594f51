"""Tables that fit: where a terminal is too narrow for one, its rows become short lists."""

import shutil
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from gipfel.cli.help import wrapped

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

ENOUGH = 10_000
"""Columns; wider than any table."""
BETWEEN = "  "
"""Stands before each column of a plain table."""


def print_table(table: "Table", console: "Console") -> None:
    """Print a table; if it is wider than the console, each row as lines, so that no word is broken."""
    needed = console.measure(table, options=console.options.update(width=ENOUGH)).maximum
    if needed <= console.width:
        console.print(table)
    else:
        rows = zip(*(column.cells for column in table.columns), strict=True)
        print("\n".join(_listed([str(column.header) for column in table.columns], rows)))


def plain_table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """A table without lines around it: the first column to the left, the others to the right.

    If it is wider than the terminal, each row becomes lines.
    """
    cells = [[*head], *([str(cell) for cell in row] for row in rows)]
    widths = [max(len(row[place]) for row in cells) for place in range(len(head))]
    if sum(widths) + len(BETWEEN) * len(widths) > shutil.get_terminal_size().columns:
        return [*_listed(head, cells[1:])]
    return [_aligned(row, widths) for row in cells]


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    numbers = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
    return BETWEEN.join(["", row[0].ljust(widths[0]), *numbers]).rstrip()


def _listed(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """The rows one below the other: the first cell, then the others with their headings."""
    heading, *headings = head
    for first, *others in rows:
        if str(first):
            yield from wrapped(f"{heading} {first}".strip())
        for name, cell in zip(headings, others, strict=True):
            if str(cell):
                yield from wrapped(f"{name}: {cell}", "  ", "    ")
