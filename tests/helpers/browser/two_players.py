"""Two people at one table, each with a browser of their own."""

from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page, expect

from tests.helpers.browser.driver import Driver


class Pair(NamedTuple):
    """The browsers of both players, and the id of their table."""

    white: Driver
    black: Driver
    table: str

    def of(self, side: str) -> Driver:
        return self.white if side == "white" else self.black


def post(page: Page, address: str, body: dict[str, Any]) -> Any:
    """Send a request to the server with the cookies of a page."""
    return page.context.request.post(address, data=body).json()


def decisions_shown(driver: Driver) -> int:
    return int(driver.page.get_attribute(".table", "data-number") or 0)


def wait_for_decisions(driver: Driver, number: int) -> None:
    """Wait until a page shows this number of decisions."""
    expect(driver.page.locator(".table")).to_have_attribute("data-number", str(number))


def wait_until_idle(driver: Driver) -> None:
    """Wait until a page waits for no answer of the server."""
    expect(driver.page.locator(".table")).to_have_attribute("data-busy", "false")


def side_to_act(pair: Pair) -> str:
    return pair.black.page.get_attribute(".table", "data-side") or ""


def decide(pair: Pair) -> int:
    """The side to act makes one decision, and both pages show it; the number of decisions then."""
    number = decide_alone(pair.of(side_to_act(pair)))
    for driver in (pair.white, pair.black):
        wait_for_decisions(driver, number)
    return number


def decide_alone(driver: Driver) -> int:
    """One decision after which the other side may be to act; the number of decisions then."""
    before = state = driver.read()
    pointed: set[str] = set()
    while state.number == before.number:
        fresh = [one for one in state.open if one.target not in pointed]
        spot = min(fresh or state.open)  # Independent of the order on the page.
        pointed.add(spot.target)
        driver.page.mouse.click(spot.x, spot.y)
        state = driver.read(state.key, acting=False)
    return state.number


def press(driver: Driver, name: str) -> None:
    driver.page.get_by_role("button", name=name, exact=True).click()


def offer(driver: Driver) -> Locator:
    """The panel with an offer."""
    return driver.page.locator(".offer")
