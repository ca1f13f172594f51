"""Prints the checklist of `gipfel serve --check`."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gipfel.cli.help import TWO_COLUMNS, wrapped

if TYPE_CHECKING:
    from gipfel.server.checklist.findings import Finding

STYLES = {"ok": "green", "advice": "yellow", "unsafe": "bold red"}
SOMETHING_UNSAFE = 1
LEVEL = max(map(len, STYLES)) + 2
"""The width of the column with the levels."""


def show(findings: "Sequence[Finding]") -> int:
    """Print all findings and how many there are of each kind; the exit code."""
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    longest = max((len(finding.topic) for finding in findings), default=0)
    beside = console.width >= TWO_COLUMNS
    for finding in findings:
        console.print(Text(f"{finding.level:<{LEVEL}}", STYLES[finding.level]), end="")
        indent = " " * (LEVEL + longest + 2 if beside else 4)
        text = "\n".join(wrapped(finding.text, indent))
        print(f"{finding.topic:<{longest + 2}}{text.lstrip()}" if beside else f"{finding.topic}\n{text}")
    counted = Counter(finding.level.value for finding in findings)
    print(f"{counted['unsafe']} unsafe, {counted['advice']} to think about, {counted['ok']} ok.")
    return SOMETHING_UNSAFE if counted["unsafe"] else 0
