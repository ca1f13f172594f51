"""Every game in the states in which its table looks different, each as an open page."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

import gipfel
from gipfel.games.core.registry import about
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.prepared_games import (
    beginning,
    linked_game,
    random_game,
    record_before_contest,
    record_text,
    short,
)
from tests.helpers.browser.server import Server
from tests.helpers.browser.two_players import post

SEED = 1
MOST_CLICKS = 40
"""Until something is chosen for which there are buttons."""
HOST, GUEST = "Ada Lovelace, Countess", "Emmy Noether of Erlangen"
CLOCK = {"kind": "increment", "minutes": 90, "seconds": 30}
STATES = ("own turn", "middle", "choosing", "inviting", "waiting", "planning", "end", "contest")

KEEP_KEY = (
    "([table, key]) => sessionStorage.setItem(`gipfel-invite-${table}`, JSON.stringify({side: 'black', key}))"
)
"""The page that has made a table keeps the key of the friend's seat, so that it can show the link."""

OpenPage = Callable[..., Page]


def can_be_linked(game: str) -> bool:
    """Can a contest be a game of this?"""
    return not about(game).composed


class TableStates:
    """Opens the table of a game in a state; keywords are options of the browser's context."""

    def __init__(self, server: Server, open_page: OpenPage, game: str, **options: Any) -> None:
        self._server = server
        self._open_page = open_page
        self._game = game
        self._version = short(game).version
        self._options = options

    def open(self, state: str) -> Page:
        """One of STATES, or the start of a game that can be continued with `go_to`."""
        openers: dict[str, Callable[[], Page]] = {
            "start": lambda: self._show(self._continued(0)),
            "own turn": self._own_turn,
            "middle": lambda: self._show(self._continued(0.6)),
            "choosing": self._choosing,
            "inviting": self._inviting,
            "waiting": self._waiting,
            "planning": lambda: self.plan(self._waiting()),
            "end": lambda: self._show(self._continued(1)),
            "contest": self._contest,
        }
        return openers[state]()

    def go_to(self, page: Page, share: float) -> None:
        """Show the same game after a share of its decisions."""
        page.goto(f"/#/table/{self._continued(share)}")
        page.wait_for_selector(f"[data-number='{self._number(share)}']")

    def plan(self, page: Page) -> Page:
        """Begin to plan at a table where the friend is to act."""
        page.locator(".choice.plan").click()
        page.wait_for_selector(".planning")
        return page

    def _own_turn(self) -> Page:
        """The beginning, against an engine."""
        seats = {"white": {"kind": "person", "name": HOST}, "black": {"kind": "engine", "player": "greedy"}}
        version = gipfel.game(self._game).version
        return self._show(self._server.table(self._game, version, seed=SEED, seats=seats))

    def _choosing(self) -> Page:
        """The middle of a game, with buttons for what was pointed at."""
        page = self.open("middle")
        buttons = page.locator(".now .choice")
        Driver(page, SEED).play(until=lambda _: buttons.count() > 0, most=MOST_CLICKS)
        return page

    def _inviting(self) -> Page:
        """The friend has not come yet."""
        page = self._open_page("/#/settings", **self._options)
        made = self._invite(page)
        page.evaluate(KEEP_KEY, [made["id"], made["key"]])
        page.goto(f"/#/table/{made['id']}")
        page.wait_for_selector(".invitation button")
        return page

    def _waiting(self) -> Page:
        """The friend is to act; both have a clock."""
        host, guest = (self._open_page("about:blank", **self._options) for _ in range(2))
        made = self._invite(host)
        post(guest, f"/api/tables/{made['id']}/sit", {"key": made["key"], "name": GUEST})
        for page in (host, guest):
            page.goto(f"/#/table/{made['id']}")
            page.wait_for_selector("[data-number]")
        return guest

    def _contest(self) -> Page:
        """A contest inside a game."""
        game = linked_game(f"{self._game} {self._version}", first="user")
        page = self._show(self._server.table_of(record_before_contest(game)))
        Driver(page, SEED).point_at("button challenge")
        page.wait_for_selector(".stake")
        return page

    def _continued(self, share: float) -> str:
        """A table that continues a random game after a share of its decisions."""
        played = random_game(self._game, self._version, SEED)
        return self._server.table_of(record_text(beginning(played, self._number(share))))

    def _number(self, share: float) -> int:
        return round(len(random_game(self._game, self._version, SEED).decisions) * share)

    def _show(self, table: str) -> Page:
        page = self._open_page(f"/#/table/{table}", **self._options)
        page.wait_for_selector("[data-number]")
        return page

    def _invite(self, page: Page) -> Any:
        asked = {"game": self._game, "version": self._version, "options": {}, "clock": CLOCK}
        return post(page, "/api/tables", {**asked, "invite": {"side": "white", "name": HOST}})
