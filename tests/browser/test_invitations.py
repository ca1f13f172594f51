"""Invitations: one player invites, the other one has only a link."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, PageErrors
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.page_layout import assert_fits
from tests.helpers.browser.screens import SMALL_PHONE
from tests.helpers.browser.server import Server
from tests.helpers.check import only_in_check

RETURN_TO_TAB = "document.dispatchEvent(new Event('visibilitychange'))"
"""As if the user came back to this tab: the page asks the server at once."""


def invite(server: Server, side: str = "white", name: str = "Ada", **more: Any) -> tuple[str, str]:
    """A table whose host has no browser, and the address of the other seat."""
    asked = {"game": "gipf", "version": "basic", "options": {}, "invite": {"side": side, "name": name}}
    made = server.post("/api/tables", {**asked, **more})
    return made["id"], f"/#/seat/{made['id']}/{made['key']}"


def sit_down(page: Page, name: str | None = None) -> None:
    """Give a name, unless it is known, and go to the table."""
    if name is not None:
        page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector("[data-number]")


def decide(page: Page) -> None:
    """One decision, after which the other side is to act."""
    driver = Driver(page, 1)
    state = driver.read()
    while state.number == 0:
        spot = state.open[0]
        page.mouse.click(spot.x, spot.y)
        state = driver.read(state.key, acting=False)


def invite_from_the_first_page(page: Page, name: str) -> None:
    """Choose a game, a side, a clock and a name."""
    page.click("[data-game=gipf] .game-open")
    dialog = page.locator("dialog")
    dialog.locator(".segment", has_text="A friend by link").click()
    dialog.locator(".seats .segment", has_text="White").click()
    dialog.get_by_label("Clock").select_option(label="5 min + 5 s a turn")
    dialog.get_by_label("Your name").fill(name)
    dialog.get_by_role("button", name="Start").click()
    page.wait_for_selector("[data-number]")


def test_a_friend_comes_by_link(server: Server, open_page: OpenPage) -> None:
    ada = open_page("/#/")
    invite_from_the_first_page(ada, "Ada")
    link = ada.get_by_label("The link").input_value()
    key = link.rpartition("/")[2]
    assert key not in ada.url
    emmy = open_page(link.removeprefix(server.url))
    expect(emmy.get_by_role("heading", level=1)).to_contain_text("Ada invites you to play GIPF")
    expect(emmy.locator(".seat-facts")).to_contain_text("5 min + 5 s a turn")
    expect(emmy.locator(".seat-facts")).to_contain_text("Black")
    sit_down(emmy, "Emmy")
    assert emmy.url == ada.url
    emmy.goto("/#/")
    emmy.go_back()
    emmy.wait_for_selector("[data-number]")
    assert key not in emmy.url, "the key is not in the history"
    expect(ada.locator("#view")).to_contain_text("Emmy")
    decide(ada)
    expect(emmy.locator(".table")).to_have_attribute("data-number", "1")


@only_in_check
def test_somebody_else_is_invited(server: Server, open_page: OpenPage, errors: PageErrors) -> None:
    """The wrong person has taken the seat: it becomes free, and everybody sees that."""
    errors.allow("403")
    ada = open_page("/#/")
    invite_from_the_first_page(ada, "Ada")
    first = ada.get_by_label("The link").input_value().removeprefix(server.url)
    eve = open_page(first)
    sit_down(eve, "Eve")
    used = open_page(first)
    expect(used.get_by_role("alert")).to_contain_text("somebody has used it")
    expect(ada.locator("#view")).to_contain_text("Eve")
    ada.click('[data-action="more"]')
    ada.get_by_role("button", name="Invite somebody else").click()
    ada.get_by_role("button", name="Make the seat free").click()
    expect(eve.locator(".you-watch")).to_be_visible()
    expect(eve.locator(".toast")).to_contain_text("you watch now")
    second = ada.get_by_label("The link").input_value().removeprefix(server.url)
    emmy = open_page(second)
    sit_down(emmy, "Emmy")
    expect(ada.locator("#view")).to_contain_text("Emmy")
    decide(ada)
    expect(emmy.locator(".table")).to_have_attribute("data-number", "1")


def test_links_to_play_and_to_watch_cannot_be_mixed_up(server: Server, open_page: OpenPage) -> None:
    """The panel has only the link to the seat; that for watching has a dialog. Both have a QR code."""
    ada = open_page("/#/")
    invite_from_the_first_page(ada, "Ada")
    panel = ada.locator(".invitation")
    expect(panel.get_by_role("heading", name="Your friend’s seat")).to_be_visible()
    seat = panel.get_by_label("The link").input_value()
    assert "/#/seat/" in seat
    with ada.expect_request("**/api/qr*") as asked:
        panel.get_by_role("button", name="QR code").click()
    assert seat.rpartition("/")[2] not in asked.value.url
    expect(ada.locator("dialog .qr-code svg")).to_be_visible()
    ada.go_back()
    panel.get_by_role("button", name="Link for watching").click()
    dialog = ada.get_by_role("dialog", name="Link for watching")
    expect(dialog).to_contain_text("can watch, but not play")
    expect(dialog.locator(".qr-code svg")).to_be_visible()
    watch = dialog.get_by_label("The link").input_value()
    assert seat.rpartition("/")[2] not in watch
    spectator = open_page(watch.removeprefix(server.url), owner=False)
    expect(spectator.locator(".you-watch")).to_be_visible()


def test_a_name_is_asked_for_once(server: Server, open_page: OpenPage) -> None:
    _, first = invite(server)
    page = open_page(first)
    sit_down(page, "Emmy")
    table, second = invite(server, name="")
    page.goto(second)
    expect(page.get_by_role("heading", level=1)).to_contain_text("You are invited")
    expect(page.get_by_label("Your name")).to_have_value("Emmy")
    sit_down(page)
    page.goto(second)  # The same link again: a player who sits there goes straight to the table.
    page.wait_for_selector("[data-number]")
    assert page.url.endswith(f"#/table/{table}")


def test_a_link_that_does_not_fit_says_so(server: Server, open_page: OpenPage, errors: PageErrors) -> None:
    errors.allow("403", "404")
    table, address = invite(server)
    page = open_page(f"{address[:-3]}abc")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("does not fit")
    page.get_by_role("button", name="Watch the table").click()
    page.wait_for_selector("[data-number]")
    assert page.url.endswith(f"#/table/{table}")
    page.goto("/#/seat/nowhere/abc")
    expect(page.get_by_role("heading", level=1)).to_contain_text("no table here")
    page.get_by_role("link", name="To the start").click()
    page.wait_for_selector(".game-title")


def test_an_unreachable_server_can_be_tried_again(
    server: Server, open_page: OpenPage, errors: PageErrors
) -> None:
    errors.allow("ERR_INTERNET_DISCONNECTED")
    page = open_page(invite(server)[1])
    button = page.get_by_role("button", name="Sit down")
    expect(button).to_be_visible()
    page.context.set_offline(True)
    button.click()
    expect(page.get_by_role("alert")).to_contain_text("does not answer")
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    sit_down(page)


@only_in_check
def test_lists_say_who_is_awaited(server: Server, open_page: OpenPage) -> None:
    table, address = invite(server, side="black", clock={"kind": "correspondence", "days": 3})
    emmy = open_page(address)
    sit_down(emmy, "Emmy")
    emmy.goto("/#/")
    invite_from_the_first_page(emmy, "Emmy")
    emmy.goto("/#/")
    first = emmy.locator(".table-card").first
    expect(first).to_have_attribute("data-id", table)
    expect(first).to_contain_text("With Ada")
    expect(first).to_contain_text("3 days")
    expect(first).to_contain_text("Your turn")
    waits = emmy.locator(".table-card", has_text="Waiting for your friend")
    other = waits.get_attribute("data-id")
    kept = emmy.evaluate("id => JSON.parse(sessionStorage.getItem(`gipfel-invite-${id}`))", other)
    server.post(f"/api/tables/{other}/sit", {"key": kept["key"], "name": "Hedy"})
    emmy.evaluate(RETURN_TO_TAB)
    expect(emmy.locator(f'[data-id="{other}"]')).to_contain_text("With Hedy")


def test_a_turn_elsewhere_is_told(server: Server, open_page: OpenPage) -> None:
    """In the title, and by a link in the bar; both disappear at the table."""
    ada = open_page("/#/")
    invite_from_the_first_page(ada, "Ada")
    emmy = open_page(ada.get_by_label("The link").input_value().removeprefix(server.url))
    sit_down(emmy, "Emmy")
    emmy.goto("/#/rules/gipf/basic")
    expect(emmy).to_have_title(re.compile("GIPF"))
    decide(ada)
    emmy.evaluate(RETURN_TO_TAB)
    expect(emmy).to_have_title("● Your turn – Gipfel")
    emmy.locator(".bar-turn").click()
    emmy.wait_for_selector("[data-number]")
    expect(emmy).not_to_have_title(re.compile("Your turn"))
    expect(emmy.locator(".bar-turn")).to_be_hidden()


@only_in_check
def test_notifications_can_be_turned_off(server: Server, open_page: OpenPage) -> None:
    _, address = invite(server, side="black")
    page = open_page(address)
    sit_down(page, "Emmy")
    page.goto("/#/settings")
    page.evaluate(RETURN_TO_TAB)
    expect(page).to_have_title("● Your turn – Gipfel")
    page.locator(".segment", has_text="Not at all").click()
    expect(page).to_have_title("Settings – Gipfel")


def test_an_invitation_fits_on_a_small_phone(server: Server, open_page: OpenPage) -> None:
    _, address = invite(server, name="A friend with a long name that does not want to end")
    for language in ("en", "fa"):
        page = open_page(address, locale=language, **SMALL_PHONE)
        page.wait_for_selector(".seat-form")
        assert_fits(page)
