"""What a page looks like, as far as tests can say."""

from typing import Any

from playwright.sync_api import Page

DRAWN = """
() => [...document.querySelectorAll(".stage .board .pieces > *")]
  .map((piece) => `${piece.getAttribute("href")} ${piece.getAttribute("transform")}`).sort()
"""

OUTSIDE = """
() => {
  const clipped = (node) => {
    for (let up = node.parentElement; up; up = up.parentElement) {
      if (getComputedStyle(up).overflowX !== "visible" && up !== document.documentElement) return true;
    }
    return false;
  };
  const seen = (node) => node.checkVisibility({visibilityProperty: true, opacityProperty: true});
  const leaves = (box) => box.width > 1 && box.height > 1 && (box.left < -1 || box.right > innerWidth + 1);
  return [...document.querySelectorAll("body *:not(svg *)")]
    .filter((node) => leaves(node.getBoundingClientRect()) && seen(node) && !clipped(node))
    .map((node) => node.outerHTML.slice(0, 120));
}
"""


def drawn(page: Page) -> list[str]:
    """All pieces on the board of a table: how they look and where they stand."""
    found: list[str] = page.evaluate(DRAWN)
    return found


def outside(page: Page) -> list[str]:
    """What reaches beyond the window on the left or on the right, unless it is cut off there on purpose."""
    found: list[str] = page.evaluate(OUTSIDE)
    return found


def scrolls_sideways(page: Page) -> bool:
    """Can the whole page be moved to the side?"""
    found: bool = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return found


def box(page: Page, selector: str) -> dict[str, Any]:
    """Where something is in the window."""
    found = page.locator(selector).bounding_box()
    assert found is not None, f"{selector} is not shown"
    return {**found, "right": found["x"] + found["width"], "bottom": found["y"] + found["height"]}
