"""The page in another language that is written from right to left."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Show, Sit
from tests.browser.looking import outside, scrolls_sideways
from tests.browser.server import Server

PERSIAN = re.compile(r"[\u0600-\u06ff]")


def share_of_persian(page: Page) -> float:
    """How many of the words about the games are Persian; names of games are written as everywhere."""
    words = page.inner_text(".games").split()
    persian = [word for word in words if PERSIAN.search(word)]
    foreign = [word for word in words if any(letter.islower() for letter in word)]
    return len(persian) / len([*persian, *foreign])


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 800}, PHONE], ids=["desk", "phone"])
def test_the_first_page_in_persian(show: Show, viewport: dict[str, int]) -> None:
    page = show("/#/", locale="fa", viewport=viewport)
    page.wait_for_selector(".game")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    expect(page.locator("html")).to_have_attribute("lang", "fa")
    assert share_of_persian(page) > 0.8
    assert not scrolls_sideways(page)
    assert not outside(page)


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 800}, PHONE], ids=["desk", "phone"])
def test_a_table_in_persian(server: Server, sit: Sit, viewport: dict[str, int]) -> None:
    driver = sit(server.table("gipf", "standard"), locale="fa", viewport=viewport)
    driver.decide()
    assert PERSIAN.search(driver.page.inner_text(".sentence"))
    assert not scrolls_sideways(driver.page)
    assert not outside(driver.page)


def test_the_language_is_chosen_in_the_settings(show: Show) -> None:
    page = show("/#/settings")
    page.wait_for_selector("#view select, #view input")
    choice = page.locator("#view select", has=page.locator("option[value=fa]"))
    if choice.count():
        choice.first.select_option("fa")
    else:
        page.locator("#view [value=fa]").first.check(force=True)
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    page.goto("/#/")
    page.wait_for_selector(".game")
    assert share_of_persian(page) > 0.8
    page.reload()
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
