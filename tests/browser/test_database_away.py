"""A database that does not answer: the page says so, keeps what is decided, and goes on."""

from playwright.sync_api import expect

from tests.browser.conftest import OpenTable
from tests.helpers.browser.server import Server
from tests.helpers.server.outages import LockedFile

AWAY = "The server's database does not answer"
SEATS = {"white": {"kind": "person", "name": "Ada"}, "black": {"kind": "engine", "player": "random"}}


def test_the_page_says_that_the_database_does_not_answer(server: Server, open_table: OpenTable) -> None:
    driver = open_table(server.table("gipf", "standard", seats=SEATS))
    page, outage = driver.page, LockedFile(server.database)
    banner, board = page.locator(".banner"), page.locator(".table")
    state = driver.point_at("dot e1")
    outage.begin()
    try:
        spot = state.spot("spot e2")
        page.mouse.click(spot.x, spot.y)
        expect(banner).to_contain_text(AWAY)
        expect(board).to_have_attribute("data-number", "0")
    finally:
        outage.end()
    expect(banner).to_be_hidden()
    expect(board).to_have_attribute("data-number", "2")  # the engine has answered
