"""Two people at one table, each at a browser of their own."""

from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page, expect

from tests.helpers.browser.driver import Driver

SMALL: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
"""A small phone."""


class Pair(NamedTuple):
    """White, Black, and where they play."""

    white: Driver
    black: Driver
    table: str

    def of(self, side: str) -> Driver:
        return self.white if side == "white" else self.black


def post(page: Page, address: str, body: dict[str, Any]) -> Any:
    """Ask the server as the visitor of a page."""
    return page.context.request.post(address, data=body).json()


def number(driver: Driver) -> int:
    return int(driver.page.get_attribute(".table", "data-number") or 0)


def shows(driver: Driver, decisions: int) -> None:
    """Wait until a page has seen so many decisions."""
    expect(driver.page.locator(".table")).to_have_attribute("data-number", str(decisions))


def decide(pair: Pair) -> int:
    """Whoever is to act makes one decision, and both see it; how many there are then."""
    done = decide_alone(pair.of(side(pair)))
    for one in (pair.white, pair.black):
        shows(one, done)
    return done


def side(pair: Pair) -> str:
    """Who is to act."""
    return pair.black.page.get_attribute(".table", "data-side") or ""


def decide_alone(driver: Driver) -> int:
    """One decision of somebody after whom somebody else may be to act."""
    before = seen = driver.see()
    pointed: set[str] = set()
    while seen.number == before.number:
        fresh = [one for one in seen.open if one.target not in pointed]
        spot = min(fresh or seen.open)  # The same each time, in whatever order the page has them.
        pointed.add(spot.target)
        driver.page.mouse.click(spot.x, spot.y)
        seen = driver.see(seen.key, acting=False)
    return seen.number


def press(driver: Driver, name: str) -> None:
    driver.page.get_by_role("button", name=name, exact=True).click()


def offer(driver: Driver) -> Locator:
    """The banner with what is asked."""
    return driver.page.locator(".offer")
