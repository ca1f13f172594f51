"""One player with several devices, and a new name."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, OpenPair, PageErrors
from tests.helpers.browser.server import Server
from tests.helpers.browser.two_players import press

NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', {value: undefined})"
"""As in a home network without TLS."""


def own_link(page: Page) -> str:
    """The link for another device of the player; the dialog stays open."""
    more(page, "Link for my other device")
    return page.get_by_label("The link").input_value()


def more(page: Page, what: str) -> None:
    page.click('[data-action="more"]')
    page.get_by_role("button", name=what).click()


def opened(open_page: OpenPage, server: Server, link: str) -> Page:
    """A new device that opens a link."""
    return open_page(link.removeprefix(server.url))


def test_the_same_seat_on_other_devices(
    server: Server, open_page: OpenPage, open_pair: OpenPair, errors: PageErrors
) -> None:
    """Making older links useless leaves only this device and the new link."""
    errors.allow("403")
    emmy = open_pair(game="yinsh").black.page
    emmy.evaluate(NO_CLIPBOARD)
    old = own_link(emmy)
    emmy.get_by_role("button", name="Copy", exact=True).click()
    expect(emmy.locator(".toast")).to_have_text(
        "Copied: this link is for your own devices. Send it to nobody."
    )
    phone = opened(open_page, server, old)
    expect(phone.locator(".near")).to_contain_text("Emmy (you)")
    emmy.get_by_role("button", name="Make older links useless").click()
    expect(emmy.locator(".own-link")).to_contain_text("Only this device and this new link")
    new = emmy.get_by_label("The link").input_value()
    expect(phone.locator(".you-watch")).to_be_visible()
    expect(opened(open_page, server, old).get_by_role("heading", level=1)).to_contain_text("does not fit")
    expect(opened(open_page, server, new).locator(".near")).to_contain_text("Emmy (you)")
    emmy.keyboard.press("Escape")
    emmy.click('[data-action="messages"]')
    emmy.keyboard.press("Control+V")
    expect(emmy.get_by_label("A message")).to_have_value(old)


def test_a_name_can_be_changed_at_the_table(open_pair: OpenPair) -> None:
    pair = open_pair(game="yinsh")
    more(pair.black.page, "Change my name")
    pair.black.page.get_by_label("Your name").fill(" Emmy  <b>N.</b> ")
    press(pair.black, "Save")
    expect(pair.white.page.locator(".far")).to_contain_text("Emmy <b>N.</b>")
    expect(pair.black.page.locator("dialog")).to_have_count(0)
