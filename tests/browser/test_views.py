"""All views but the table: they open without errors, and lead to a table."""

import re

import pytest
from playwright.sync_api import Browser, Route, expect

import gipfel
from tests.browser.conftest import OpenPage, PageErrors
from tests.helpers.browser.driver import shown_table
from tests.helpers.browser.page_layout import overflowing
from tests.helpers.browser.page_weight import measure
from tests.helpers.browser.server import Server
from tests.helpers.check import only_in_check, some_of

INLINE = """
() => {
  const script = document.createElement("script");
  script.textContent = "window.foreign = 1";
  document.head.append(script);
}
"""
SETTINGS = "async () => (await import('/web/settings/view.js')).settingsPanel().then(() => null)"
"""Makes the panel of the settings, after any that was begun before."""
MOST_BYTES = 150_000
MOST_MS = 4000
"""Generous, as tests share the machine; `benchmarks/page.py` measures precisely."""


@pytest.mark.parametrize(
    "address",
    some_of(
        [
            *("/#/tournament", "/#/compose", "/#/editor/zertz/basic", "/#/settings", "/#/"),
            "/#/rules/gipf/standard",
        ],
        3,
    ),
)
def test_a_view_opens(open_page: OpenPage, address: str) -> None:
    page = open_page(address)
    page.wait_for_load_state("networkidle")
    assert page.inner_text("#view").strip()
    assert not overflowing(page)


@pytest.mark.parametrize("name", some_of(gipfel.game_names(), 1))
def test_a_game_is_begun_on_the_first_page(open_page: OpenPage, name: str) -> None:
    page = open_page("/#/")
    page.click(f"[data-game={name}] .game-open")
    page.click("dialog .start-button")
    shown_table(page)


@only_in_check
def test_an_evening_is_composed(open_page: OpenPage) -> None:
    page = open_page("/#/compose")
    page.wait_for_load_state("networkidle")
    page.locator("#view .primary").last.click()
    shown_table(page)


def test_the_page_tells_what_has_no_effect(open_page: OpenPage) -> None:
    page = open_page("/#/compose")
    page.get_by_role("radio", name="Six TAMSK").first.click()
    status = page.locator(".compose-status")
    expect(status).to_have_text("Everything fits together.")
    page.locator("details[data-group=links] summary").click()
    page.locator("[data-choice='links.zertz'] select").select_option(label="A roll of dice")
    expect(status).to_have_text("“ZÈRTZ is won by” has no effect: nobody has ZÈRTZ-potentials.")
    page.locator("[data-choice='links.zertz'] select").select_option(index=0)
    expect(status).to_have_text("Everything fits together.")


def test_a_game_is_begun_from_a_tip(open_page: OpenPage) -> None:
    page = open_page("/#/rules/gipf/basic/tips")
    tip = page.locator(".rules-tip", has_text="Let your row take enemies along")
    expect(page.get_by_role("heading", name="How to play well")).to_be_in_viewport()
    expect(tip.locator("svg")).to_be_visible()
    assert not overflowing(page)
    tip.get_by_role("button", name="Play from here").click()
    table = shown_table(page).read()
    assert table.side == "black"  # the user is to move, whichever side that is
    assert table.open


def test_an_illustration_of_the_rules_is_opened_to_play_with(open_page: OpenPage) -> None:
    page = open_page("/#/rules/gipf/basic")
    figure = page.locator(".rules-figure", has_text="White pushes in from below.")
    figure.get_by_role("button", name="Try it out").click()
    driver = shown_table(page)
    assert driver.read().side == "white"
    driver.decide()
    state = driver.read()
    assert (state.number, state.side) == (1, "black")
    assert state.open  # the user plays both sides


@only_in_check
def test_an_illustration_of_a_finished_game_is_opened_in_the_editor(open_page: OpenPage) -> None:
    page = open_page("/#/rules/dvonn/standard")
    figure = page.locator(".rules-figure", has_text="Nobody can move.")
    figure.get_by_role("button", name="Try it out").click()
    expect(page.locator(".editor-text")).to_have_value(re.compile(r"/.*/.*/.*/"))


def test_a_view_that_is_left_while_it_loads_is_not_shown(open_page: OpenPage, server: Server) -> None:
    """Neither its contents nor its heading are drawn into the view that came after it."""
    page = open_page("/#/nowhere")
    held: list[Route] = []
    page.route("**/settings/settings.css", lambda route: held.append(route), times=1)
    with page.expect_request("**/settings/settings.css"):
        page.goto("/#/settings")
    page.goto(f"/#/table/{server.table('gipf', 'basic')}")
    shown_table(page)
    held[0].continue_()
    page.evaluate(SETTINGS)
    expect(page.locator("h1")).to_have_text("GIPF · basic")
    expect(page.locator(".settings-page")).to_have_count(0)


@pytest.mark.parametrize("address", ["/#/nowhere", "/nowhere"])
def test_a_wrong_address_leads_home(open_page: OpenPage, errors: PageErrors, address: str) -> None:
    errors.allow("404")
    page = open_page(address)
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no page here")
    assert not overflowing(page)
    page.get_by_role("link", name="To the start").click()
    expect(page.locator(".game").first).to_be_visible()


def test_wrong_addresses_of_tables_say_so(open_page: OpenPage, errors: PageErrors) -> None:
    errors.allow("404")
    page = open_page()
    for address in ("seat/", "seat/nowhere/key", "table/", "table/..", "review/"):
        page.goto(f"/#/{address}")
        expect(page.locator("#view")).to_contain_text("There is no table here")
        page.goto("/#/settings")
        expect(page.locator("#view")).not_to_contain_text("There is no table here")


def test_foreign_scripts_are_forbidden(server: Server, open_page: OpenPage, errors: PageErrors) -> None:
    """The content security policy forbids inline scripts and other origins."""
    errors.allow("Content Security Policy")
    page = open_page("/#/")
    page.wait_for_selector(".game")
    page.evaluate(INLINE)
    assert page.evaluate("window.foreign") is None
    assert any("Content Security Policy" in text for text in errors.texts)


def test_the_first_table_is_light_and_quick(browser: Browser, server: Server) -> None:
    weight = measure(browser, f"{server.url}/#/table/{server.table('gipf', 'standard')}")
    assert weight.total < MOST_BYTES, weight.files
    assert weight.ms < MOST_MS
