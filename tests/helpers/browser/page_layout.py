"""Questions about the layout of a page: where things are, and whether they fit."""

from typing import Any

from playwright.sync_api import Page

VIEWS = ["/#/", "/#/compose", "/#/rules/gipf/standard", "/#/settings", "/#/editor/gipf/standard"]
"""The addresses of all views but the table."""

DRAWN_PIECES = """
() => [...document.querySelectorAll(".stage .board .pieces > *")]
  .map((piece) => `${piece.getAttribute("href")} ${piece.getAttribute("transform")}`).sort()
"""

OVERFLOWING = """
() => {
  const isClipped = (node) => {
    for (let up = node.parentElement; up; up = up.parentElement) {
      if (getComputedStyle(up).overflowX !== "visible" && up !== document.documentElement) return true;
    }
    return false;
  };
  const isVisible = (node) => node.checkVisibility({visibilityProperty: true, opacityProperty: true});
  const isOutside = (box) => box.width > 1 && box.height > 1 && (box.left < -1 || box.right > innerWidth + 1);
  return [...document.querySelectorAll("body *:not(svg *)")]
    .filter((node) => isOutside(node.getBoundingClientRect()) && isVisible(node) && !isClipped(node))
    .map((node) => node.outerHTML.slice(0, 120));
}
"""


def drawn_pieces(page: Page) -> list[str]:
    """All pieces on the board of a table: their looks and places."""
    found: list[str] = page.evaluate(DRAWN_PIECES)
    return found


def overflowing(page: Page) -> list[str]:
    """Elements that reach beyond the left or right edge of the window, unless they are clipped on purpose."""
    found: list[str] = page.evaluate(OVERFLOWING)
    return found


def scrolls_sideways(page: Page) -> bool:
    """Can the whole page be scrolled horizontally?"""
    found: bool = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return found


def assert_fits(page: Page) -> None:
    """Nothing reaches beyond the sides of the window."""
    assert not scrolls_sideways(page), overflowing(page)
    assert not overflowing(page)


def bounding_box(page: Page, selector: str) -> dict[str, Any]:
    """Where an element is in the window."""
    found = page.locator(selector).bounding_box()
    assert found is not None, f"{selector} is not shown"
    return {**found, "right": found["x"] + found["width"], "bottom": found["y"] + found["height"]}
