"""Questions about the texts of a page: whether they fit, and whether their letters are in order."""

from pathlib import Path

from playwright.sync_api import Page

MEASURE = (Path(__file__).parent / "measure_texts.js").read_text(encoding="utf-8")


def overflowing_texts(page: Page) -> list[str]:
    """Texts that reach beyond the sides of their button or card, or that are cut off."""
    return _measured(page)["overflowing"]


def jumping_texts(page: Page) -> list[str]:
    """Texts in which a part in letters of another direction is not shown in its order."""
    return _measured(page)["jumping"]


def _measured(page: Page) -> dict[str, list[str]]:
    page.evaluate("document.fonts.ready")
    found: dict[str, list[str]] = page.evaluate(MEASURE)
    return found
