"""An evening of two: more than one device, names, plans for whatever comes, contests, and who looks on."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Complaints, Meet, Show
from tests.browser.test_contests import linked
from tests.helpers.browser.looking import drawn, outside, scrolls_sideways
from tests.helpers.browser.pair import SMALL, decide_alone, offer, press, shows, side
from tests.helpers.browser.played import contest, first, written
from tests.helpers.browser.server import Server

NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', {value: undefined})"
"""So it is in the network at home, where there is no TLS."""


def own_link(page: Page) -> str:
    """The link for another device of who sits there; the dialog stays open."""
    more(page, "Link for my other device")
    return page.get_by_label("The link").input_value()


def more(page: Page, what: str) -> None:
    page.click('[data-action="more"]')
    page.get_by_role("button", name=what).click()


def opened(show: Show, server: Server, link: str) -> Page:
    """A device that has never been here, at a link."""
    return show(link.removeprefix(server.url))


def test_the_same_seat_on_other_devices(
    server: Server, show: Show, meet: Meet, complaints: Complaints
) -> None:
    """Until older links are made useless: then this device and the new link count."""
    complaints.allow("403")
    emmy = meet(game="yinsh").black.page
    emmy.evaluate(NO_CLIPBOARD)
    old = own_link(emmy)
    emmy.get_by_role("button", name="Copy", exact=True).click()
    expect(emmy.locator(".toast")).to_have_text("Copied.")
    phone = opened(show, server, old)
    expect(phone.locator(".near")).to_contain_text("Emmy (you)")
    emmy.get_by_role("button", name="Make older links useless").click()
    expect(emmy.locator(".own-link")).to_contain_text("Only this device and this new link")
    new = emmy.get_by_label("The link").input_value()
    expect(phone.locator(".you-watch")).to_be_visible()
    expect(opened(show, server, old).get_by_role("heading", level=1)).to_contain_text("does not fit")
    expect(opened(show, server, new).locator(".near")).to_contain_text("Emmy (you)")
    emmy.keyboard.press("Escape")
    emmy.click('[data-action="messages"]')
    emmy.keyboard.press("Control+V")
    expect(emmy.get_by_label("A message")).to_have_value(old)


def test_a_name_can_be_changed_at_the_table(meet: Meet) -> None:
    pair = meet(game="yinsh")
    more(pair.black.page, "Change my name")
    pair.black.page.get_by_label("Your name").fill(" Emmy  <b>N.</b> ")
    press(pair.black, "Save")
    expect(pair.white.page.locator(".far")).to_contain_text("Emmy <b>N.</b>")
    expect(pair.black.page.locator("dialog")).to_have_count(0)


def test_addresses_that_lead_nowhere_say_so(show: Show, complaints: Complaints) -> None:
    complaints.allow("404")
    page = show()
    for address in ("seat/", "seat/nowhere/key", "table/", "table/..", "review/"):
        page.goto(f"/#/{address}")
        expect(page.locator("#view")).to_contain_text("There is no table here")
        page.goto("/#/settings")
        expect(page.locator("#view")).not_to_contain_text("There is no table here")


def test_a_plan_for_whatever_is_played(meet: Meet) -> None:
    """Black expects one thing, White plays another, and Black's answer is made all the same."""
    pair = meet(game="yinsh")
    white, black = pair.white, pair.black
    press(black, "Plan ahead")
    for which in (3, 40):
        spot = black.see().open[which]
        black.page.mouse.click(spot.x, spot.y)
        expect(black.page.locator(".table")).to_have_attribute("data-busy", "false")
    press(black, "Whatever is played, if it is legal")
    expect(offer(black)).to_contain_text("also if something else is played")
    spot = white.see().open[20]
    white.page.mouse.click(spot.x, spot.y)
    for driver in (white, black):
        shows(driver, 2)
    assert side(pair) == "white"


def contested(to: str) -> dict[str, Any]:
    """A table at which a use was announced and may be challenged."""
    begun = contest(linked(to))
    return {"record": written(first(begun, len(begun.decisions) - 1))}


def test_who_watches_sees_a_contest(show: Show, meet: Meet) -> None:
    """On small phones, too; nobody can plan what chance decides."""
    pair = meet(options=SMALL, **contested("die"))
    client = show(f"/#/table/{pair.table}", **SMALL)
    pages = (pair.white.page, pair.black.page, client)
    pair.of(side(pair)).page.click('[data-target="button challenge"]')
    for page in pages:
        expect(page.locator(".stake")).to_be_visible()
        fits(page)
    expect(pair.black.page.get_by_role("button", name="Plan ahead")).to_have_count(0)
    expect(client.locator(".choice.roll")).to_have_count(0)
    pair.black.page.click(".choice.roll")
    for page in pages:
        expect(page.locator(".thrown-text")).to_be_visible()
        fits(page)
        assert drawn(page) == drawn(client)


def fits(page: Page) -> None:
    """Nothing leaves the window, and nothing has to be scrolled to."""
    assert not scrolls_sideways(page)
    assert not outside(page)
    assert page.evaluate("document.documentElement.scrollHeight") <= SMALL["viewport"]["height"]


def test_who_watches_comes_along_to_the_next_game(show: Show, meet: Meet) -> None:
    pair = meet(game="yinsh")
    client = show(f"/#/table/{pair.table}")
    decide_alone(pair.white)
    pair.white.page.click('[data-action="resign"]')
    press(pair.white, "Resign")
    press(pair.white, "Rematch")
    press(pair.black, "Play again")
    client.get_by_role("link", name="To the next game").click()
    pair.white.page.wait_for_url(re.compile(r"#/table/(?!" + pair.table + ")"))
    assert client.url == pair.white.page.url
    expect(client.locator(".you-watch")).to_be_visible()
    expect(client.locator(".near")).to_contain_text("Emmy")
