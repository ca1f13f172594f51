"""Measures the layout of a table at a size of the window."""

from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

from tests.helpers.browser.screens import Size

MEASURE = (Path(__file__).parent / "measure_table.js").read_text(encoding="utf-8")
LEAST_SHARE = 0.6
"""Of the smaller of the width and the height without what is always around the board."""
AROUND = 160
SMALLEST_TARGET = 24
"""In pixels, on a phone (WCAG 2.2, target size)."""
PHONE = 500
"""The smaller side of a phone has fewer pixels."""


@dataclass(frozen=True)
class TableLayout:
    """What was measured, in pixels."""

    width: float
    """Of the board as it is drawn."""
    height: float
    spacing: float
    """The least distance between two places of the board; infinite if there are none."""
    controls: float
    """The smallest side of a button."""
    problems: list[str]
    """What is cut off, overlaps or makes the page scroll."""


def measure(page: Page, size: Size) -> TableLayout:
    """Resize the window, and measure the table."""
    page.set_viewport_size({"width": size.width, "height": size.height})
    return TableLayout(**page.evaluate(MEASURE))


def misfits(page: Page, size: Size) -> list[str]:
    """Everything that is wrong with a table at a size."""
    layout = measure(page, size)
    found = [*layout.problems]
    length, least = max(layout.width, layout.height), LEAST_SHARE * min(size.width, size.height - AROUND)
    if length < least:
        found.append(f"the board is {length:.0f} px long, which is less than {least:.0f} px")
    if min(size) < PHONE and layout.controls < SMALLEST_TARGET:
        found.append(f"a button of {layout.controls:.0f} px is too small for a finger")
    return [f"{size.width} × {size.height}: {problem}" for problem in found]
