"""A table whose picture fails in mid-game: the page says so once, and everything else goes on."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.helpers.browser.driver import Driver, shown_table
from tests.helpers.browser.server import Server
from tests.helpers.check import only_in_check
from tests.helpers.declared_games import distribution, python_path

PROBLEM = "fragile: its picture cannot be drawn: ValueError: boom"
MINUTE = 60_000


@pytest.fixture(scope="module")
def fragile_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that also has a game whose picture fails after the second decision."""
    folder = tmp_path_factory.mktemp("fragile")
    packages = distribution(folder / "packages", {"fragile": "tests.helpers.games.fragile"})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", python_path(packages))
        with Server(folder) as server:
            yield server


class BrokenTable:
    """A page at a table of `fragile`, after the decision with which its picture fails."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self.connections: list[str] = []
        page.on("websocket", lambda socket: self.connections.append(socket.url))
        page.clock.install()
        self.id = server.table("fragile", "standard")
        page.goto(f"{server.url}/#/table/{self.id}")
        driver = Driver(page)
        assert driver.decide().number == 1
        spot = driver.read().open[0]
        page.mouse.click(spot.x, spot.y)
        expect(page.locator(".missing")).to_be_visible()

    def pass_time(self) -> None:
        """Let the timers of the page run for a minute, and tell it that the network is back."""
        self.page.clock.run_for(MINUTE)
        self.page.evaluate("dispatchEvent(new Event('online'))")
        self.page.clock.run_for(MINUTE)


@pytest.fixture
def broken(open_page: OpenPage, fragile_server: Server) -> BrokenTable:
    return BrokenTable(open_page("about:blank"), fragile_server)


def assert_told(page: Page) -> None:
    """The page says what is wrong, once, and shows nothing else."""
    view = page.locator("#view")
    expect(view.get_by_role("heading")).to_have_text("This cannot be shown")
    expect(view).to_contain_text("What was played is kept.")
    expect(view.get_by_text(PROBLEM)).to_have_count(1)
    expect(view.locator("[data-number], .banner")).to_have_count(0)
    expect(page.locator(".toast")).to_have_count(0)


def test_the_problem_is_told_once(broken: BrokenTable) -> None:
    assert_told(broken.page)
    broken.page.reload()
    assert_told(broken.page)


@only_in_check
def test_the_page_does_not_connect_again(broken: BrokenTable) -> None:
    broken.pass_time()
    assert len(broken.connections) == 1, broken.connections
    assert_told(broken.page)


@only_in_check
def test_the_review_tells_the_problem_too(broken: BrokenTable, fragile_server: Server) -> None:
    broken.page.goto(f"{fragile_server.url}/#/review/{broken.id}")
    assert_told(broken.page)
    broken.pass_time()
    assert len(broken.connections) == 2, broken.connections


def test_the_other_games_are_played_as_before(broken: BrokenTable) -> None:
    page = broken.page
    page.get_by_role("link", name="To the start").click()
    card = page.locator(f'[data-id="{broken.id}"]')
    expect(card).to_contain_text("This cannot be shown")
    expect(card.get_by_title(PROBLEM)).to_be_visible()
    page.click("[data-game=zertz] .game-open")
    page.click("dialog .start-button")
    driver = shown_table(page)
    assert driver.decide().number > 0
