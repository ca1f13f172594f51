"""Prints the checklist of `gipfel serve --check`."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gipfel.server.checklist.findings import Finding

STYLES = {"ok": "green", "advice": "yellow", "unsafe": "bold red"}
SOMETHING_UNSAFE = 1


def show(findings: "Sequence[Finding]") -> int:
    """Print all findings and how many there are of each kind; the exit code."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2))
    for finding in findings:
        table.add_row(Text(finding.level, STYLES[finding.level]), finding.topic, Text(finding.text))
    console = Console(highlight=False)
    console.print(table)
    counted = Counter(finding.level.value for finding in findings)
    print(f"{counted['unsafe']} unsafe, {counted['advice']} to think about, {counted['ok']} ok.")
    return SOMETHING_UNSAFE if counted["unsafe"] else 0
