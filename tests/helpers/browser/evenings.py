"""Whole evenings of two people, each in a browser of their own, who do everything that happens at a table.

They decide by pointing, or faster through the WebSocket that their page has opened. They resign contests,
offer ties, reload their pages, and let clocks run out; the server is killed meanwhile. What can be decided
follows from the position that the server tells, read by the library.
"""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

import gipfel
from gipfel.games.core.time_limit import NO_CLOCK
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.server import Server
from tests.helpers.browser.two_players import post
from tests.helpers.evenings import eager_choice
from tests.helpers.random_menus import QUICK

TIMEOUT = 20_000
"""Milliseconds until a page has to show what has happened."""
A_MOMENT = 200
MOST_STEPS = 4000
MOST_TOO_LATE = 20
"""How often in a row a decision may come too late."""

OWN_SOCKET = """
{
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(...address) {
      super(...address);
      window.ownSocket = this;
    }
  };
}
"""
"""Makes the WebSocket of a page known to the test."""

ASK = """
([message, timeout]) => new Promise((resolve) => {
  const socket = window.ownSocket;
  if (socket?.readyState !== WebSocket.OPEN) return resolve(null);
  const timer = setTimeout(() => finish(null), timeout);
  const onMessage = (event) => {
    const answer = JSON.parse(event.data);
    if (answer.id === message.id) finish(answer);
  };
  const onClose = () => finish(null);
  function finish(answer) {
    clearTimeout(timer);
    socket.removeEventListener("message", onMessage);
    socket.removeEventListener("close", onClose);
    resolve(answer);
  }
  socket.addEventListener("message", onMessage);
  socket.addEventListener("close", onClose);
  socket.send(JSON.stringify(message));
})
"""

SHOWN = """
([least, timeout]) => new Promise((resolve) => {
  const shown = () => {
    const { number = "-1", over, side } = document.querySelector(".table[data-number]")?.dataset ?? {};
    const banner = document.querySelector(".banner:not([hidden])");
    return { number: Number(number), over: over === "true", side, connected: !banner };
  };
  const finish = () => {
    clearTimeout(timer);
    watcher.disconnect();
    resolve(shown());
  };
  const isReady = () => shown().connected && shown().number >= least;
  const watcher = new MutationObserver(() => isReady() && finish());
  const timer = setTimeout(finish, isReady() ? 0 : timeout);
  watcher.observe(document, { subtree: true, childList: true, attributes: true });
})
"""
"""What a page shows, as soon as it is connected and shows at least a number of decisions."""


def open_evening(server: Server, open_page: Callable[..., Page], menu: str, seed: int) -> "Evening":
    """A new table for two by link, with both pages."""
    pages = [open_page("about:blank") for _ in range(2)]
    for page in pages:
        page.add_init_script(OWN_SOCKET)
    ada, emmy = pages
    made = post(ada, "/api/tables", {"menu": menu, "invite": {"side": "white", "name": "Ada"}})
    post(emmy, f"/api/tables/{made['id']}/sit", {"key": made["key"], "name": "Emmy"})
    for page in pages:
        page.goto(f"/#/table/{made['id']}")
        page.wait_for_selector(".table[data-number]")
    agreed = gipfel.menu(menu)
    game = agreed.game() if agreed.clock.days else agreed.game().live
    evening = Evening(server, ada, emmy, made["id"], game, seed)
    evening.timed = agreed.clock != NO_CLOCK
    evening.clocks = int(agreed.links["clock"] == QUICK)
    return evening


class Evening:
    """An evening that is played to its end."""

    def __init__(
        self, server: Server, white: Page, black: Page, table: str, game: gipfel.Game, seed: int
    ) -> None:
        self.server = server
        self.table = table
        self.game = game
        self.seed = seed
        self.pages = {gipfel.WHITE: white, gipfel.BLACK: black}
        self.drivers = {side: Driver(page, seed) for side, page in self.pages.items()}
        self.happened: Counter[str] = Counter()
        """How often each thing has happened."""
        self.kills = 0
        """How often the server is still to be killed inside a contest."""
        self.clocks = 0
        """How often the clock of a contest is still to run out."""
        self.pointing = 0.1
        """How often a decision is made by pointing."""
        self.timed = False
        """Do clocks run?"""
        self._chance = Random(f"evening {seed}")
        self._asked = self._too_late = 0
        self._number = 0

    def play(self) -> gipfel.Playthrough:
        """Play until it is over; the game, replayed from its record."""
        for _ in range(MOST_STEPS):
            if self._is_over():
                return self._check_end()
            self._step()
        raise self._stuck("it does not end")

    def _stuck(self, why: str) -> AssertionError:
        told = f"menu or preset {self.seed}, table {self.table}, after {self._number} decisions"
        return AssertionError(f"{why}: {told}; {self.position()}")

    # --- What the server and the pages show ----------------------------------------------------------------

    def position(self) -> gipfel.Position:
        """Where the game is, as the server tells."""
        return self.game.position(self.server.get(f"/api/tables/{self.table}/position")["position"])

    def _is_over(self) -> bool:
        """Is it over? Both pages have to agree, and to show every decision."""
        shown = [self._shown(page) for page in self.pages.values()]
        self._number = shown[0]["number"]
        return bool(shown[0]["over"] and shown[1]["over"])

    def _shown(self, page: Page, least: int | None = None) -> dict[str, Any]:
        least = self._number if least is None else least
        shown: dict[str, Any] = page.evaluate(SHOWN, [least, TIMEOUT])
        if not shown["connected"] or shown["number"] < least:
            raise self._stuck(f"a page shows {shown}, not {least} decisions")
        return shown

    def ask(self, side: gipfel.Side, kind: str, **rest: Any) -> dict[str, Any] | None:
        """The answer to a message through the WebSocket of a player's page; None if there is none."""
        self._asked += 1
        message = {"type": kind, "id": f"test {self._asked}", **rest}
        answer: dict[str, Any] | None = self.pages[side].evaluate(ASK, [message, TIMEOUT])
        return answer

    def _do(self, side: gipfel.Side, kind: str, **rest: Any) -> bool:
        """The same for something that must be possible; False if it came too late, where time runs."""
        answer = self.ask(side, kind, **rest)
        if answer is not None and answer["type"] == "done":
            self._number, self._too_late = answer["number"], 0
            return True
        self._note_too_late(f"{side} cannot {kind} {rest}: {answer}")
        return False

    def _note_too_late(self, why: str) -> None:
        """Raises an error where no time runs, or if that happens again and again."""
        self._too_late += 1
        if self._too_late > MOST_TOO_LATE or not (self.timed or self.position().board.game.clockwork):
            raise self._stuck(why)
        self.happened["too late"] += 1

    # --- What players do -----------------------------------------------------------------------------------

    def _step(self) -> None:
        position = self.position()
        if position.contest is not None and self._something_else(position):
            return
        if position.by_chance:
            self._throw()
        elif not position.decisions():  # in a contest that goes on until time ends it
            self.pages[position.side].wait_for_timeout(A_MOMENT)
        elif self._chance.random() < self.pointing:
            self._point(position.side)
        else:
            self._decide(position)
        self.happened["decisions"] += 1

    def _decide(self, position: gipfel.Position) -> None:
        """Decide through the WebSocket."""
        decision = eager_choice(position, self._chance)
        done = self._do(position.side, "decide", number=self._number, decision=decision.text)
        self.happened["disputes"] += done and decision.text == "dispute"

    def _throw(self) -> None:
        """Either player throws, mostly with the button."""
        side = self._chance.choice([*gipfel.Side])
        if self.timed or self._chance.random() < 0.5:
            self._do(side, "roll")
        else:
            self.pages[side].locator(".choice.roll").click()
            self._number += 1
        self.happened["throws"] += 1

    def _point(self, side: gipfel.Side) -> None:
        """Make one decision by pointing."""
        driver = self.drivers[side]
        try:
            state = driver.read()
            while state.number == self._number and not state.over:
                state = driver.step(state, acting=False)
        except AssertionError as error:
            self._note_too_late(f"{side} cannot point: {error}")
            return
        self._number = state.number
        self.happened["pointed"] += 1

    def _something_else(self, position: gipfel.Position) -> bool:
        """Do something besides deciding inside a contest, now and then; False if nothing was done."""
        if self.clocks and self._wait_for_clock(position):
            return True
        chance = self._chance.random()
        side = self._chance.choice([*gipfel.Side])
        if chance < 0.02:
            self.happened["contests resigned"] += self._do(side, "resign", contest=True)
        elif chance < 0.05:
            return self._offer_tie(side)
        elif chance < 0.06:
            self.pages[side].reload()
            self.happened["reloads"] += 1
        elif self.kills and chance < 0.26:
            self._kill()
        else:
            return False
        return True

    def _offer_tie(self, side: gipfel.Side) -> bool:
        """Offer a tie, which the other player accepts or declines; False where it cannot be offered."""
        answer = self.ask(side, "offer", what="tie")
        if answer is None or answer["type"] != "done":
            return False
        self.happened["ties offered"] += 1
        accepted = self._chance.random() < 0.5
        kind = "accept" if accepted else "decline"
        if self.timed or self._chance.random() < 0.5:
            self._do(side.other, kind, what="tie")
        else:
            button = self.pages[side.other].locator(f'.offer [data-answer="{kind}"]')
            button.click()
            expect(button).to_have_count(0)
            self._number += accepted
        self.happened["ties accepted" if accepted else "ties declined"] += 1
        return True

    def _kill(self) -> None:
        """Kill the server and start it again: both pages come back by themselves."""
        self.kills -= 1
        self.server.kill()
        self.server.start()
        for page in self.pages.values():
            self._shown(page)
        self.happened["kills"] += 1

    def _wait_for_clock(self, position: gipfel.Position) -> bool:
        """Nobody decides until the clock of a contest has run out; False if it has none."""
        contest = position.contest
        assert contest is not None
        if contest.played is None or not contest.clocked:
            return False
        self.clocks -= 1
        self._shown(self.pages[gipfel.WHITE], self._number + 1)
        after = self.position().contest
        if after is not None and after.purpose == contest.purpose:
            raise self._stuck("a contest goes on whose clock has run out")
        self._number += 1
        self.happened["contests lost on time"] += 1
        return True

    # --- The end -------------------------------------------------------------------------------------------

    def _check_end(self) -> gipfel.Playthrough:
        """The record leads to the same position, and tells the same contests."""
        played = self.server.replayed(self.table)
        if str(played.position) != str(self.position()):
            raise self._stuck("the record ends elsewhere")
        told = self.server.get(f"/api/tables/{self.table}/story")["contests"]
        contests = [(contest["turn"], contest["title"], contest["result"]) for contest in told]
        known = [(contest.turn, contest.title, contest.result) for contest in gipfel.story(played)]
        assert contests == known, self._stuck("the record tells other contests")
        self.happened["contests"] = len(known)
        return played
