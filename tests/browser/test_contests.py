"""GIPF with potentials by pointing: a die that decides, and another game played inside the game."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Sit
from tests.browser.driver import Driver, Seen
from tests.browser.server import Server
from tests.browser.test_games import replayed


def in_contest(page: Page) -> bool:
    return bool(page.evaluate("Boolean(document.querySelector('.table.in-contest'))"))


def play_through_contests(driver: Driver, wanted: int) -> Seen:
    """Play until some contests are over, or the game is; uses are challenged whenever that is possible."""
    met, inside = 0, False
    seen = driver.see()
    while not seen.over and (met < wanted or inside):
        seen = driver.step(seen)
        now = in_contest(driver.page)
        met += now and not inside
        inside = now
    assert met > 0, "no contest came"
    return seen


@pytest.mark.parametrize(("version", "wanted"), [("dice", 3), ("one-shot", 1)])
def test_contests_are_played_by_pointing(server: Server, sit: Sit, version: str, wanted: int) -> None:
    table = server.table("project", version, seed=1)
    driver = sit(table, seed=1, prefer="button challenge")
    end = play_through_contests(driver, wanted)
    assert len(replayed(server, table).decisions) == end.number


def test_a_throw_can_be_checked(server: Server, sit: Sit) -> None:
    """What a die showed stays to be seen, with the proof that nobody cheated."""
    driver = sit(server.table("project", "dice", seed=1), seed=1, prefer="button challenge")
    driver.play(until=lambda seen: any(spot.target == "button roll" for spot in seen.open))
    driver.point_at("button roll")
    thrown = driver.page.locator(".chance")
    thrown.wait_for()
    assert "commitment" in thrown.locator(".proof").inner_text().lower() or thrown.locator("summary").count()
