"""Records: a game is saved and loaded; any moment of it can be continued."""

from pathlib import Path

from playwright.sync_api import expect

import gipfel
from tests.browser.conftest import OpenPage, OpenTable, PageErrors
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.page_layout import drawn_pieces
from tests.helpers.browser.prepared_games import random_game, record_text
from tests.helpers.browser.server import Server


def test_a_record_is_saved_and_loaded_again(server: Server, open_table: OpenTable, tmp_path: Path) -> None:
    driver = open_table(server.table("yinsh", "blitz"), seed=2)
    for _ in range(4):
        driver.decide()
    page, pieces, file = driver.page, drawn_pieces(driver.page), tmp_path / "game.txt"
    page.click('[data-action="more"]')
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the record").click()
    download.value.save_as(file)
    assert len(gipfel.replay(gipfel.read_record(file.read_text(encoding="utf-8"))).decisions) == 4
    page.keyboard.press("Escape")
    page.goto("/#/")
    page.get_by_role("button", name="Load a record").click()
    page.set_input_files("dialog input[type=file]", file)
    page.get_by_text("To the table", exact=True).click()
    assert Driver(page).read().number == 4
    assert drawn_pieces(page) == pieces


def test_a_text_that_is_no_record_is_refused_with_a_reason(open_page: OpenPage, errors: PageErrors) -> None:
    errors.allow("422")
    page = open_page("/#/")
    page.get_by_role("button", name="Load a record").click()
    page.fill("dialog textarea", "Dear Ada, I have not written for a while.")
    page.get_by_role("button", name="Load", exact=True).click()
    expect(page.locator("dialog .problem")).to_contain_text("line 1")


def test_any_moment_of_a_game_can_be_continued(server: Server, open_page: OpenPage) -> None:
    record = record_text(random_game("zertz", "blitz", 1))
    page = open_page(f"/#/review/{server.table_of(record)}")
    counter = page.locator(".review-counter")
    expect(counter).to_contain_text("/")
    page.keyboard.press("Home")
    expect(page.locator(".review-sentence")).to_have_text("It is Player 1's turn.")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(counter).to_contain_text("5 /")
    page.get_by_role("button", name="Try another move from here").click()
    page.locator("dialog .primary").click()
    page.wait_for_selector("[data-number]")
    driver = Driver(page, 1)
    assert driver.read(acting=False).number == 5
