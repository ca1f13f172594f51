"""An engine of the server whose process is killed again and again: the page says so, and what can be done."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.helpers.browser.page_layout import assert_fits
from tests.helpers.browser.screens import SMALL_PHONE
from tests.helpers.browser.server import PERSONS, Server
from tests.helpers.check import only_in_check
from tests.helpers.processes import killed_workers

LEVEL = {"kind": "engine", "player": "level:2"}
NOTICE = "Nothing is lost"
PATIENCE = 60_000
"""Milliseconds for several processes to start."""


def failed_table(server: Server, open_page: OpenPage, **options: Any) -> Page:
    """The page of a table at which the engine has the first move and cannot make it."""
    table = server.table("zertz", "blitz", seats={"white": LEVEL, "black": PERSONS["black"]})
    page = open_page(f"/#/table/{table}", **options)
    expect(page.locator(".sentence")).to_contain_text(NOTICE, timeout=PATIENCE)
    return page


def assert_goes_on(page: Page) -> None:
    """The engine makes its move."""
    expect(page.locator(".table")).not_to_have_attribute("data-number", "0", timeout=PATIENCE)
    expect(page.locator(".sentence")).not_to_contain_text(NOTICE)
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)


def test_the_game_waits_and_goes_on(server: Server, open_page: OpenPage) -> None:
    with killed_workers(server.pid):
        page = failed_table(server, open_page, **SMALL_PHONE)
        assert_fits(page)
        expect(page.locator(".thinks")).to_have_count(0)
        page.get_by_role("button", name="Try again").click()
        expect(page.locator(".sentence")).to_contain_text(NOTICE, timeout=PATIENCE)
        expect(page.locator(".table")).to_have_attribute("data-over", "false")
    assert_goes_on(page)


@only_in_check
def test_another_level_is_chosen(server: Server, open_page: OpenPage) -> None:
    with killed_workers(server.pid):
        page = failed_table(server, open_page)
        page.get_by_role("button", name="Another level").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("slider").fill("1")
        dialog.get_by_role("button", name="Change", exact=True).click()
        expect(dialog).to_have_count(0)
        expect(page.locator(".player-who").filter(has_text="level 1")).to_be_visible()
    assert_goes_on(page)


def test_a_person_plays_instead(server: Server, open_page: OpenPage) -> None:
    with killed_workers(server.pid):
        page = failed_table(server, open_page)
        page.get_by_role("button", name="I play this side").click()
        expect(page.locator(".sentence")).not_to_contain_text(NOTICE)
        expect(page.locator(".now")).not_to_have_class("waiting")
