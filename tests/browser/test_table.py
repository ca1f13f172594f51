"""What happens at a table besides pointing: back and forth, mistakes, engines, other pages, a crash."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import LIKE_OTHERS, Complaints, Show, Sit
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.looking import DRAWN, drawn
from tests.helpers.browser.played import random_game, written
from tests.helpers.browser.server import PERSONS, Server

RANDOM = {"kind": "engine", "player": "random"}
COUNT_MOTION = """
  window.motions = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) { window.motions += 1; return animate.apply(this, how); };
"""


def press(driver: Driver, action: str) -> None:
    """One of the actions beside the board; waits until the table shows it."""
    before = driver.see().key
    driver.page.click(f'[data-action="{action}"]')
    driver.see(before)


def test_undo_and_redo(server: Server, sit: Sit) -> None:
    driver = sit(server.table("gipf", "basic"))
    driver.see()
    start = drawn(driver.page)
    driver.decide()
    once = drawn(driver.page)
    driver.decide()
    twice = drawn(driver.page)
    for action, number, pieces in [
        ("undo", 1, once),
        ("undo", 0, start),
        ("redo", 1, once),
        ("redo", 2, twice),
    ]:
        press(driver, action)
        assert driver.see().number == number
        assert drawn(driver.page) == pieces
    expect(driver.page.locator('[data-action="redo"]')).to_be_disabled()


def test_an_unfinished_decision_is_taken_back_by_escape(server: Server, sit: Sit) -> None:
    driver = sit(server.table("zertz", "blitz"))
    start = driver.see()
    begun = driver.step(start)
    assert begun.prefix
    driver.page.keyboard.press("Escape")
    assert driver.see(begun.key) == start


@pytest.mark.parametrize(
    ("game", "wrong"), [("gipf", "spot e5"), ("dvonn", "spot f3"), ("tamsk", "space d4")]
)
def test_pointing_at_the_wrong_thing_says_why(server: Server, sit: Sit, game: str, wrong: str) -> None:
    version = {"gipf": "basic", "dvonn": "standard", "tamsk": "level1"}[game]
    driver = sit(server.table(game, version))
    if game == "dvonn":
        driver.point_at(wrong)  # It is taken then.
    before = driver.see()
    closed = driver.page.locator(f'[data-target="{wrong}"]')
    closed.click(force=True)
    expect(driver.page.locator(".note")).not_to_be_empty()
    reason = driver.page.inner_text(".note")
    assert reason.endswith("."), reason
    assert driver.see().number == before.number


def test_an_engine_answers(server: Server, sit: Sit) -> None:
    table = server.table("zertz", "blitz", seats={"white": PERSONS["white"], "black": RANDOM})
    driver = sit(table)
    seen = driver.see()
    for _ in range(6):
        assert seen.side == "white"
        seen = driver.step(seen)
        if seen.over:
            break
    assert seen.number > 2


def test_resigning_ends_the_game(server: Server, sit: Sit) -> None:
    driver = sit(server.table("yinsh", "blitz"))
    driver.see()
    driver.page.click('[data-action="resign"]')
    driver.page.click("dialog .primary")
    driver.page.wait_for_selector('[data-over="true"]')
    assert "Black" in driver.page.inner_text(".sentence")
    expect(driver.page.get_by_role("button", name="Play again")).to_be_visible()


def test_a_game_with_time_is_played_by_both_at_one_screen(server: Server, sit: Sit) -> None:
    """Glasses run while nobody does anything; what was pointed at stays."""
    driver = sit(server.table("tamsk", "level2"), seed=1)
    for number in range(1, 5):
        assert driver.decide().number == number
    start = driver.see()
    begun = driver.step(start)
    before = drawn(driver.page)
    driver.page.wait_for_function(f"(before) => JSON.stringify(({DRAWN})()) !== before", arg=compact(before))
    assert driver.see().prefix == begun.prefix


def compact(pieces: list[str]) -> str:
    """As the browser writes it."""
    return json.dumps(pieces, separators=(",", ":"), ensure_ascii=False)


def test_leaving_a_table_closes_what_was_opened(server: Server, sit: Sit) -> None:
    driver = sit(server.table("gipf", "basic"))
    driver.see()
    driver.page.click('[data-action="more"]')
    expect(driver.page.locator("dialog")).to_be_visible()
    driver.page.goto("/#/")
    expect(driver.page.locator("dialog")).to_have_count(0)


def test_the_same_is_played_again(server: Server, sit: Sit) -> None:
    driver = sit(server.table_of(written(random_game("zertz", "blitz", 1))))
    assert driver.see().over
    driver.page.get_by_role("button", name="Play again").click()
    driver.page.wait_for_selector('[data-number="0"]')
    assert "blitz" in driver.page.inner_text(".bar").lower()


def test_every_page_at_a_table_shows_the_same(server: Server, sit: Sit) -> None:
    table = server.table("tzaar", "fixed")
    one, other = sit(table), sit(table)
    before = other.see()
    one.decide()
    assert other.see(before.key).number == 1
    assert drawn(one.page) == drawn(other.page)


def test_a_table_that_does_not_exist_is_said_so(show: Show, complaints: Complaints) -> None:
    complaints.allow("WebSocket", "404", "403")
    page = show("/#/table/nobody")
    expect(page.locator("#view")).to_contain_text("no table", ignore_case=True)


@pytest.mark.parametrize(("wish", "moves"), [("reduce", False), ("no-preference", True)])
def test_nothing_moves_when_reduced_motion_is_asked_for(
    server: Server, show: Show, wish: str, moves: bool
) -> None:
    page = show("about:blank", reduced_motion=wish)
    page.add_init_script(COUNT_MOTION)
    page.goto(f"/#/table/{server.table('gipf', 'basic')}")
    Driver(page).decide()
    assert (page.evaluate("window.motions") > 0) == moves


def test_a_page_survives_a_crash_of_the_server(
    browser: Browser, complaints: Complaints, tmp_path: Path
) -> None:
    """The server is killed in the middle and started again; the page comes back to exactly the same table."""
    complaints.allow("WebSocket", "ERR_CONNECTION_REFUSED", "ERR_EMPTY_RESPONSE")
    with Server(tmp_path) as server:
        page = watched(browser, server, complaints)
        page.goto(f"/#/table/{server.table('dvonn', 'standard', seed=3)}")
        driver = Driver(page, 3)
        for _ in range(3):
            before = driver.decide()
        pieces = drawn(page)
        server.kill()
        expect(page.locator(".banner")).to_be_visible()
        server.start()
        expect(page.locator(".banner")).to_be_hidden(timeout=20_000)
        after = driver.see()
        assert (after.number, after.side) == (before.number, before.side)
        assert {spot.target for spot in after.open} == {spot.target for spot in before.open}
        assert drawn(page) == pieces
        assert driver.decide().number == before.number + 1
        page.context.close()


def watched(browser: Browser, server: Server, complaints: Complaints) -> Page:
    """A page of another server than that of the session."""
    page = browser.new_context(base_url=server.url, **LIKE_OTHERS).new_page()
    complaints.watch(page)
    return page
