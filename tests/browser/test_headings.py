"""Every view has exactly one heading of the first level, for eyes or for screen readers alone."""

import re
from collections.abc import Iterator

from playwright.sync_api import expect

import gipfel
from tests.browser.conftest import OpenPage
from tests.helpers.browser.screens import DESKTOP, PHONE
from tests.helpers.browser.server import Server
from tests.helpers.check import only_in_check
from tests.helpers.evenings import mixed_evening


def views(server: Server) -> Iterator[tuple[str, str | re.Pattern[str]]]:
    """Addresses, each with a text of its heading; tables, and other views after and before them."""
    evening = mixed_evening()
    table = server.table_of(gipfel.write_record(evening.record()))
    contest = next(contest for contest in gipfel.story(evening) if contest.game is not None)
    new = {"game": "gipf", "version": "basic", "options": {}, "invite": {"side": "black", "name": "Ada"}}
    waiting = server.post("/api/tables", new)
    yield f"table/{server.table('dvonn', 'random', seed=1)}", "DVONN · random"
    yield f"review/{table}", "GIPF with potentials"
    yield f"table/{table}", "GIPF with potentials"
    yield f"contest/{table}/{contest.number}", contest.title
    yield "table/unknown", "There is no table here"
    yield "nowhere", "There is no page here"
    yield "", re.compile("Simple rules|New game")
    yield "compose", "Compose an evening"
    yield "rules/yinsh/blitz", "YINSH"
    yield "editor/zertz/basic", "Set up a position"
    yield "settings", "Settings"
    yield "tournament", "Tournaments"
    yield f"table/{waiting['id']}", "GIPF · basic"


@only_in_check
def test_every_view_has_one_heading_of_the_first_level(open_page: OpenPage, server: Server) -> None:
    shown = [*views(server)]
    for screen in (DESKTOP, PHONE):
        page = open_page("/#/settings", viewport=screen)
        for address, text in shown:
            page.goto(f"/#/{address}")
            heading = page.get_by_role("heading", level=1)
            expect(heading).to_contain_text(text)
            expect(heading).to_have_count(1)
            expect(page.locator("h1")).to_have_count(1)


def test_an_invitation_has_one_heading_of_the_first_level(open_page: OpenPage, server: Server) -> None:
    new = {"game": "gipf", "version": "basic", "options": {}, "invite": {"side": "black", "name": "Ada"}}
    table = server.post("/api/tables", new)
    page = open_page(f"/#/seat/{table['id']}/{table['key']}", owner=False)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.locator("h1")).to_have_count(1)
