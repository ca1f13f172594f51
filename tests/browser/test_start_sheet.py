"""The sheet that starts a game: it remembers, and Back closes it as it closes every dialog."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

import gipfel
from gipfel.locale import languages
from tests.browser.conftest import OpenPage
from tests.helpers.browser.driver import shown_table
from tests.helpers.browser.page_layout import assert_fits
from tests.helpers.browser.server import Server
from tests.helpers.check import CHECK, only_in_check

SPOKEN = [language.code for language in languages()] if CHECK else ["de"]
"""All languages only in `make check`."""
DOORS = ["The engine", "A friend here", "A friend by link"]


def opened_sheet(page: Page, game: str = "zertz") -> None:
    page.click(f"[data-game={game}] .game-open")
    expect(page.locator("dialog.sheet")).to_be_visible()


def size_of(node: Locator) -> tuple[int, int]:
    box = node.bounding_box()
    assert box is not None
    return round(box["width"]), round(box["height"])


@pytest.fixture
def begun_record() -> str:
    """A game with one decision."""
    game = gipfel.Playthrough(gipfel.game("gipf", "basic").start())
    game.play(game.position.decisions()[0])
    return gipfel.write_record(game.record())


def test_three_equal_doors(open_page: OpenPage) -> None:
    page = open_page("/#/")
    opened_sheet(page)
    doors = page.locator("dialog .segment.has-icon")
    assert [text.splitlines()[0] for text in doors.all_inner_texts()] == DOORS
    assert len({size_of(door) for door in doors.all()}) == 1


def test_every_game_remembers_its_last_players(open_page: OpenPage) -> None:
    page = open_page("/#/")
    opened_sheet(page, "zertz")
    page.get_by_role("slider").fill("7")
    page.click("dialog .segment:has-text('Player 2')")
    page.click("dialog .start-button")
    shown_table(page)
    page.goto("/#/")
    opened_sheet(page, "gipf")
    page.get_by_text("A friend here").click()
    page.click("dialog .start-button")
    shown_table(page)
    page.goto("/#/")
    opened_sheet(page, "zertz")
    expect(page.get_by_role("radio", name="The engine")).to_be_checked()
    expect(page.get_by_role("slider")).to_have_value("7")
    expect(page.get_by_role("radio", name="Player 2")).to_be_checked()


def test_back_closes_the_sheet(open_page: OpenPage) -> None:
    page = open_page("/#/settings")
    page.goto("/#/")
    opened_sheet(page)
    page.go_back()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".game").first).to_be_visible()
    page.get_by_role("button", name="Play a friend").click()
    page.click("dialog .pick-game[data-game=dvonn]")  # One dialog takes the place of the other.
    expect(page.locator("dialog.sheet")).to_be_visible()
    page.go_back()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page).to_have_url(re.compile("#/$"))
    page.go_back()
    expect(page).to_have_url(re.compile("#/settings$"))


@only_in_check
def test_back_after_a_closed_sheet_leaves_the_page(open_page: OpenPage) -> None:
    page = open_page("/#/settings")
    page.goto("/#/")
    opened_sheet(page)
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.locator("dialog")).to_have_count(0)
    page.go_back()
    expect(page).to_have_url(re.compile("#/settings$"))


@only_in_check
def test_back_from_where_a_sheet_led_skips_it(open_page: OpenPage) -> None:
    page = open_page("/#/")
    opened_sheet(page)
    page.get_by_role("link", name="Read the rules").click()
    expect(page).to_have_url(re.compile("#/rules/zertz"))
    page.go_back()
    expect(page.locator(".game").first).to_be_visible()
    expect(page.locator("dialog")).to_have_count(0)
    opened_sheet(page)
    page.click("dialog .start-button")
    shown_table(page)
    page.click('[data-action="more"]')
    expect(page.get_by_role("dialog")).to_be_visible()
    page.go_back()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".table")).to_be_visible()
    page.go_back()
    expect(page.locator(".game").first).to_be_visible()


def test_an_address_that_is_opened_while_a_dialog_closes_stays_open(open_page: OpenPage) -> None:
    """The browser leaves the entry of a closed dialog a moment later, and must not leave the new address."""
    page = open_page("/#/")
    opened_sheet(page)
    page.evaluate("""() => {
      const sheet = document.querySelector("dialog.sheet");
      sheet.addEventListener("close", () => (location.hash = "#/settings"));
      sheet.close();
    }""")
    expect(page.locator("#view[data-view=settings] select").first).to_be_visible()
    page.wait_for_function("history.state?.dialog === undefined")
    expect(page).to_have_url(re.compile("#/settings$"))
    page.go_back()
    expect(page.locator(".game").first).to_be_visible()


@pytest.mark.parametrize("language", SPOKEN)
def test_the_heading_of_many_tables_fits_a_small_screen(
    server: Server, open_page: OpenPage, begun_record: str, language: str
) -> None:
    for _ in range(10):
        server.table_of(begun_record)
    page = open_page("/#/", locale=language, viewport={"width": 320, "height": 700})
    expect(page.locator(".tables-head").first.get_by_role("button")).to_have_count(2)
    assert_fits(page)


def test_several_tables_are_deleted_at_once(server: Server, open_page: OpenPage, begun_record: str) -> None:
    tables = [server.table_of(begun_record) for _ in range(3)]
    page = open_page("/#/")
    row = page.locator(".tables", has=page.get_by_role("heading", name="Continue"))
    cards = [row.locator(f'.table-card[data-id="{table}"]') for table in tables]
    row.get_by_role("button", name="Select").click()
    for card in cards[:2]:
        card.click()
    row.get_by_role("button", name="Delete 2 tables").click()
    expect(row.get_by_text("2 tables deleted.")).to_be_visible()
    for card in cards[:2]:
        expect(card).to_have_count(0)
    row.get_by_role("button", name="Undo").click()
    for card in cards:
        expect(card).to_be_visible()
    row.get_by_role("button", name="Select").click()
    cards[0].click()
    cards[1].click()
    row.get_by_role("button", name="Delete 2 tables").click()
    page.reload()  # There is nothing left to undo.
    expect(cards[2]).to_be_visible()
    kept = {table["id"] for table in server.get("/api/tables?finished=false")["tables"]}
    assert not {*tables[:2]} & kept
    assert tables[2] in kept


def test_an_untouched_table_is_not_offered(server: Server, open_page: OpenPage) -> None:
    page = open_page("/#/")
    opened_sheet(page, "dvonn")
    page.click("dialog .start-button")
    shown_table(page)
    table = page.url.rpartition("/")[2]
    page.goto("/#/")
    page.wait_for_selector(".game-open")
    expect(page.locator(f'.table-card[data-id="{table}"]')).to_have_count(0)
    page.go_back()  # It still exists.
    shown_table(page)
