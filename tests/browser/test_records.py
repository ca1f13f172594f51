"""A game leaves the page as a record and comes back; any moment of it can be played on."""

from pathlib import Path

from playwright.sync_api import expect

import gipfel
from tests.browser.conftest import Complaints, Show, Sit
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.looking import drawn
from tests.helpers.browser.played import random_game, written
from tests.helpers.browser.server import Server


def test_a_record_is_saved_and_loaded_again(server: Server, sit: Sit, tmp_path: Path) -> None:
    driver = sit(server.table("yinsh", "blitz"), seed=2)
    for _ in range(4):
        driver.decide()
    page, pieces, file = driver.page, drawn(driver.page), tmp_path / "game.txt"
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
    assert Driver(page).see().number == 4
    assert drawn(page) == pieces


def test_what_is_no_record_is_refused_with_a_reason(show: Show, complaints: Complaints) -> None:
    complaints.allow("422")
    page = show("/#/")
    page.get_by_role("button", name="Load a record").click()
    page.fill("dialog textarea", "Dear Ada, I have not written for a while.")
    page.get_by_role("button", name="Load", exact=True).click()
    expect(page.locator("dialog .problem")).to_contain_text("line 1")


def test_any_moment_of_a_game_can_be_played_on(server: Server, show: Show) -> None:
    record = written(random_game("zertz", "blitz", 1))
    page = show(f"/#/review/{server.table_of(record)}")
    counter = page.locator(".review-counter")
    expect(counter).to_contain_text("/")
    page.keyboard.press("Home")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(counter).to_contain_text("5 /")
    page.get_by_role("button", name="Try another move from here").click()
    page.locator("dialog .primary").click()
    page.wait_for_selector("[data-number]")
    driver = Driver(page, 1)
    assert driver.see(acting=False).number == 5
