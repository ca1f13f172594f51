"""A table besides pointing: undo, mistakes, engines, other pages, a crash of the server."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DEFAULTS, OpenPage, OpenTable, PageErrors
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.page_layout import DRAWN_PIECES, drawn_pieces
from tests.helpers.browser.prepared_games import random_game, record_text
from tests.helpers.browser.server import OWNER, PERSONS, Server
from tests.helpers.check import some_of

RANDOM = {"kind": "engine", "player": "random"}
COUNT_MOTION = """
  window.motions = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) { window.motions += 1; return animate.apply(this, how); };
"""


def press(driver: Driver, action: str) -> None:
    """Press one of the actions beside the board, and wait until the table has changed."""
    before = driver.read().key
    driver.page.click(f'[data-action="{action}"]')
    driver.read(before)


def test_undo_and_redo(server: Server, open_table: OpenTable) -> None:
    driver = open_table(server.table("gipf", "basic"))
    driver.read()
    start = drawn_pieces(driver.page)
    driver.decide()
    once = drawn_pieces(driver.page)
    driver.decide()
    twice = drawn_pieces(driver.page)
    for action, number, pieces in [
        ("undo", 1, once),
        ("undo", 0, start),
        ("redo", 1, once),
        ("redo", 2, twice),
    ]:
        press(driver, action)
        assert driver.read().number == number
        assert drawn_pieces(driver.page) == pieces
    expect(driver.page.locator('[data-action="redo"]')).to_be_disabled()


def test_an_unfinished_decision_is_taken_back_by_escape(server: Server, open_table: OpenTable) -> None:
    driver = open_table(server.table("zertz", "blitz"))
    start = driver.read()
    begun = driver.step(start)
    assert begun.prefix
    driver.page.keyboard.press("Escape")
    assert driver.read(begun.key) == start


@pytest.mark.parametrize(
    ("game", "wrong"), some_of([("gipf", "spot e5"), ("dvonn", "spot f3"), ("tamsk", "space d4")], 1)
)
def test_pointing_at_the_wrong_thing_says_why(
    server: Server, open_table: OpenTable, game: str, wrong: str
) -> None:
    version = {"gipf": "basic", "dvonn": "standard", "tamsk": "level1"}[game]
    driver = open_table(server.table(game, version))
    if game == "dvonn":
        driver.point_at(wrong)  # Then it is occupied.
    before = driver.read()
    closed = driver.page.locator(f'[data-target="{wrong}"]')
    closed.click(force=True)
    expect(driver.page.locator(".note")).not_to_be_empty()
    reason = driver.page.inner_text(".note")
    assert reason.endswith("."), reason
    assert driver.read().number == before.number


def test_an_engine_answers(server: Server, open_table: OpenTable) -> None:
    table = server.table("zertz", "blitz", seats={"white": PERSONS["white"], "black": RANDOM})
    driver = open_table(table)
    state = driver.read()
    for _ in range(6):
        assert state.side == "white"
        state = driver.step(state)
        if state.over:
            break
    assert state.number > 2


def test_resigning_ends_the_game(server: Server, open_table: OpenTable) -> None:
    driver = open_table(server.table("yinsh", "blitz"))
    driver.read()
    driver.page.click('[data-action="resign"]')
    driver.page.click("dialog .primary")
    driver.page.wait_for_selector('[data-over="true"]')
    assert "Black" in driver.page.inner_text(".sentence")
    expect(driver.page.get_by_role("button", name="Play again")).to_be_visible()


def test_a_game_with_time_is_played_by_both_at_one_screen(server: Server, open_table: OpenTable) -> None:
    """Glasses run while nobody acts; the prefix stays."""
    driver = open_table(server.table("tamsk", "level2"), seed=1)
    for number in range(1, 5):
        assert driver.decide().number == number
    start = driver.read()
    begun = driver.step(start)
    before = drawn_pieces(driver.page)
    driver.page.wait_for_function(
        f"(before) => JSON.stringify(({DRAWN_PIECES})()) !== before", arg=compact(before)
    )
    assert driver.read().prefix == begun.prefix


def compact(pieces: list[str]) -> str:
    """JSON as the browser writes it."""
    return json.dumps(pieces, separators=(",", ":"), ensure_ascii=False)


def test_leaving_a_table_closes_what_was_opened(server: Server, open_table: OpenTable) -> None:
    driver = open_table(server.table("gipf", "basic"))
    driver.read()
    driver.page.click('[data-action="more"]')
    expect(driver.page.locator("dialog")).to_be_visible()
    driver.page.goto("/#/")
    expect(driver.page.locator("dialog")).to_have_count(0)


def test_the_same_is_played_again(server: Server, open_table: OpenTable) -> None:
    driver = open_table(server.table_of(record_text(random_game("zertz", "blitz", 1))))
    assert driver.read().over
    driver.page.get_by_role("button", name="Play again").click()
    driver.page.wait_for_selector('[data-number="0"]')
    assert "blitz" in driver.page.inner_text(".bar").lower()


def test_every_page_at_a_table_shows_the_same(server: Server, open_table: OpenTable) -> None:
    table = server.table("tzaar", "fixed")
    one, other = open_table(table), open_table(table)
    before = other.read()
    one.decide()
    assert other.read(before.key).number == 1
    assert drawn_pieces(one.page) == drawn_pieces(other.page)


def test_a_table_that_does_not_exist_is_said_so(open_page: OpenPage, errors: PageErrors) -> None:
    errors.allow("WebSocket", "404", "403")
    page = open_page("/#/table/nobody")
    expect(page.locator("#view")).to_contain_text("no table", ignore_case=True)


@pytest.mark.parametrize(("wish", "moves"), [("reduce", False), ("no-preference", True)])
def test_nothing_moves_when_reduced_motion_is_asked_for(
    server: Server, open_page: OpenPage, wish: str, moves: bool
) -> None:
    page = open_page("about:blank", reduced_motion=wish)
    page.add_init_script(COUNT_MOTION)
    page.goto(f"/#/table/{server.table('gipf', 'basic')}")
    Driver(page).decide()
    assert (page.evaluate("window.motions") > 0) == moves


def test_a_page_survives_a_crash_of_the_server(browser: Browser, errors: PageErrors, tmp_path: Path) -> None:
    """The server is killed and started again; the page shows exactly the same table."""
    errors.allow("WebSocket", "ERR_CONNECTION_REFUSED", "ERR_EMPTY_RESPONSE")
    with Server(tmp_path) as server:
        page = page_of(browser, server, errors)
        page.goto(f"/#/table/{server.table('dvonn', 'standard', seed=3)}")
        driver = Driver(page, 3)
        for _ in range(3):
            before = driver.decide()
        pieces = drawn_pieces(page)
        server.kill()
        expect(page.locator(".banner")).to_be_visible()
        server.start()
        expect(page.locator(".banner")).to_be_hidden(timeout=20_000)
        after = driver.read()
        assert (after.number, after.side) == (before.number, before.side)
        assert {spot.target for spot in after.open} == {spot.target for spot in before.open}
        assert drawn_pieces(page) == pieces
        assert driver.decide().number == before.number + 1
        page.context.close()


def page_of(browser: Browser, server: Server, errors: PageErrors) -> Page:
    """A page of another server than the session's."""
    context = browser.new_context(base_url=server.url, **DEFAULTS)
    context.add_cookies([OWNER])
    page = context.new_page()
    errors.watch(page)
    return page
