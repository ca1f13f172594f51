"""Everything can be done without a mouse."""

from random import Random

from playwright.sync_api import Page, expect

from tests.browser.conftest import Show, Sit
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.server import Server

ARROWS = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
MOST_TABS = 60
FOCUSED = """
() => {
  const node = document.activeElement;
  return node?.matches("[data-target].open, .choice.roll") ? node.dataset.target ?? "button roll" : "";
}
"""


class Typist:
    """Plays with keys only: Tab to something open, a few arrows on the board, Enter."""

    def __init__(self, driver: Driver, seed: int) -> None:
        self.driver = driver
        self.page: Page = driver.page
        self.chance = Random(seed)

    def focused(self) -> str:
        """What the focus is on, if that is open."""
        found: str = self.page.evaluate(FOCUSED)
        return found

    def reach_something_open(self) -> None:
        for _ in range(MOST_TABS):
            self.page.keyboard.press("Tab")
            if self.focused():
                return
        raise AssertionError("Tab leads to nothing that is open")

    def wander(self) -> None:
        """On the board arrows lead from target to target; beside it they do nothing bad."""
        if not self.focused():
            self.reach_something_open()
        for _ in range(self.chance.randrange(4)):
            self.page.keyboard.press(self.chance.choice(ARROWS))
        if self.chance.random() < 0.3 or not self.focused():
            self.reach_something_open()

    def play(self) -> None:
        seen = self.driver.see()
        while not seen.over:
            self.wander()
            self.page.keyboard.press("Enter")
            seen = self.driver.see(seen.key)


def test_a_complete_game_without_a_mouse(server: Server, sit: Sit) -> None:
    driver = sit(server.table("zertz", "blitz", seed=1))
    Typist(driver, 1).play()
    assert driver.see().over


def test_a_game_is_chosen_and_started_without_a_mouse(show: Show) -> None:
    page = show("/#/")
    page.wait_for_selector(".game-open")
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('[data-game=zertz] .game-open')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Enter")  # The button to start has the focus.
    page.wait_for_selector("[data-number]")


def test_escape_closes_what_was_opened(server: Server, sit: Sit) -> None:
    driver = sit(server.table("gipf", "basic"))
    driver.see()
    driver.page.click('[data-action="rules"]')
    expect(driver.page.locator("dialog")).to_be_visible()
    driver.page.keyboard.press("Escape")
    expect(driver.page.locator("dialog")).to_have_count(0)
