"""Everything works with the keyboard."""

from random import Random

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, OpenTable
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.prepared_games import beginning, random_game, record_text
from tests.helpers.browser.server import Server
from tests.helpers.check import only_in_check

ARROWS = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
MOST_TABS = 60
RANDOM_ENGINE = {"kind": "engine", "player": "random"}
FOCUSED = """
() => {
  const node = document.activeElement;
  return node?.matches("[data-target].open, .choice.roll") ? node.dataset.target ?? "button roll" : "";
}
"""


class KeyboardPlayer:
    """Plays with keys only: Tab to an open target, a few arrows on the board, Enter."""

    def __init__(self, driver: Driver, seed: int) -> None:
        self.driver = driver
        self.page: Page = driver.page
        self.random = Random(seed)

    def focused(self) -> str:
        """The open target that has the focus, if any."""
        found: str = self.page.evaluate(FOCUSED)
        return found

    def reach_something_open(self) -> None:
        for _ in range(MOST_TABS):
            self.page.keyboard.press("Tab")
            if self.focused():
                return
        raise AssertionError("Tab reaches no open target")

    def wander(self) -> None:
        """On the board arrows lead from target to target; beside it they are harmless."""
        if not self.focused():
            self.reach_something_open()
        for _ in range(self.random.randrange(4)):
            self.page.keyboard.press(self.random.choice(ARROWS))
        if self.random.random() < 0.3 or not self.focused():
            self.reach_something_open()

    def play(self) -> None:
        state = self.driver.read()
        while not state.over:
            self.wander()
            self.page.keyboard.press("Enter")
            state = self.driver.read(state.key)


def assert_played_with_keys(driver: Driver) -> None:
    KeyboardPlayer(driver, 1).play()
    assert driver.read().over


@only_in_check
def test_a_complete_game_without_a_mouse(server: Server, open_table: OpenTable) -> None:
    assert_played_with_keys(open_table(server.table("zertz", "blitz", seed=1)))


def test_the_end_of_a_game_without_a_mouse(server: Server, open_table: OpenTable) -> None:
    played = random_game("zertz", "blitz", 1)
    before = beginning(played, len(played.decisions) - 5)
    assert_played_with_keys(open_table(server.table_of(record_text(before))))


ANNOUNCED = """
() => {
  const node = document.activeElement;
  const name = node?.getAttribute("aria-label") ?? node?.textContent ?? "";
  const focus = node?.matches("button, [role=button]") ? name : "";
  return { said: document.querySelector(".spoken").textContent, focus };
}
"""


NOBODY_THINKS = """
() => document.querySelector('.table[data-busy="false"]')
  && !document.querySelector(".spoken").textContent.includes("thinks")
"""


class ListeningPlayer:
    """Plays with keys, and knows only what a screen reader says: announcements, and what has the focus."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.random = Random(seed)

    def hear(self) -> tuple[str, str]:
        found = self.page.evaluate(ANNOUNCED)
        return found["said"], found["focus"]

    def choose(self) -> None:
        """Go to some place of the board, by its name, and point at it."""
        self.page.keyboard.press("ArrowUp")
        for _ in range(1 + self.random.randrange(4)):
            self.page.keyboard.press(self.random.choice(ARROWS))
        self.page.keyboard.press("Enter")

    def play(self, most: int = 400) -> str:
        said, _ = self.hear()
        for _ in range(most):
            if " wins" in said:
                return said
            before = self.hear()
            self.choose()
            self.page.wait_for_function(NOBODY_THINKS)
            assert self.hear() != before or self.hear()[1], "neither a text nor a place was announced"
            said, _ = self.hear()
        raise AssertionError(f"no end was announced: {said}")


def test_a_whole_game_is_played_by_what_is_announced(server: Server, open_table: OpenTable) -> None:
    """Each decision is announced, and so are the end and who has won."""
    table = server.table("gipf", "basic", seats={"white": {"kind": "person"}, "black": RANDOM_ENGINE})
    page = open_table(table).page
    page.wait_for_selector("[data-number]")
    said = ListeningPlayer(page, 3).play()
    assert server.replayed(table).position.outcome is not None
    assert "Last move" in said


def test_a_game_is_chosen_and_started_without_a_mouse(open_page: OpenPage) -> None:
    page = open_page("/#/")
    page.wait_for_selector(".game-open")
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('[data-game=zertz] .game-open')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Enter")  # The start button has the focus.
    page.wait_for_selector("[data-number]")


def test_escape_closes_what_was_opened(server: Server, open_table: OpenTable) -> None:
    driver = open_table(server.table("gipf", "basic"))
    driver.read()
    driver.page.click('[data-action="rules"]')
    expect(driver.page.locator("dialog")).to_be_visible()
    driver.page.keyboard.press("Escape")
    expect(driver.page.locator("dialog")).to_have_count(0)
