"""The rules of axe-core, on a page of the browser."""

from importlib.resources import files

from playwright.sync_api import Page

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """Each violated rule of axe-core, with the first element that violates it and what to do."""
    page.evaluate(AXE)
    result = page.evaluate("() => axe.run({resultTypes: ['violations']})")
    return [_line(one) for one in result["violations"]]


def _line(violation: dict[str, list[dict[str, object]]]) -> str:
    first = violation["nodes"][0]
    summary = " ".join(str(first["failureSummary"]).split())
    return f"{violation['id']} ({len(violation['nodes'])} ×): {first['target']}: {summary}"
