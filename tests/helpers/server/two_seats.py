"""A match of two visitors and a spectator, at a real server."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from gipfel.server.contract.shared import Json
from tests.helpers.server.running import Page, Server, Visitor

ENGINE = {"kind": "engine", "player": "random"}
PERSON = {"kind": "person", "name": "Eve"}
SHOWN = ("number", "happened", "turns", "seats", "outcome", "sentence", "side", "offer", "rematch")
"""The parts of a table that must not change when a client tries what it may not do."""


@dataclass
class Match:
    """Ada plays White, Bob plays Black, and Eve has come to watch."""

    id: str
    key: str
    """The key of Bob's seat."""
    ada: Visitor
    bob: Visitor
    eve: Visitor
    white: Page
    black: Page
    watching: Page

    def state(self) -> Json:
        """The table, as a new client sees it."""
        with self.eve.page(self.id) as page:
            return {part: page.table[part] for part in SHOWN}

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """Nothing that happens here changes the table."""
        before = self.state()
        yield
        assert self.state() == before


@contextmanager
def matched(server: Server, decisions: tuple[str, ...] = (), **wanted: Any) -> Iterator[Match]:
    """Two players at a table and a spectator, after some decisions."""
    with ExitStack() as stack:
        ada, bob, eve = (stack.enter_context(server.visitor()) for _ in range(3))
        made = ada.invite(**wanted)
        answer = bob.sit(made["id"], made["key"], name="Bob")
        assert (answer.status_code, answer.json()) == (200, {"side": "black"})
        eve.new(game="gipf", invite={"side": "white"})  # so that she has a cookie
        pages = [stack.enter_context(visitor.page(made["id"])) for visitor in (ada, bob, eve)]
        for decision in decisions:
            player = pages[0] if pages[0].table["side"] == "white" else pages[1]
            player.decide(decision)
            for page in pages:
                page.until_number(player.table["number"])
        yield Match(made["id"], made["key"], ada, bob, eve, *pages)


def refused(page: Page, kind: str, **rest: Any) -> str:
    """Send a message that is refused; the reason."""
    answer = page.ask(kind, **rest)
    assert answer["type"] == "refused", answer
    assert answer["reason"]
    assert "in the program" not in answer["reason"]
    reason: str = answer["reason"]
    return reason


def denied(answer: httpx.Response, *statuses: int) -> str:
    """Check that a request was refused; the problem that is named."""
    assert answer.status_code in (statuses or (403,)), answer.text
    problem: str = answer.json()["problem"]
    assert problem
    return problem


EVERYTHING: dict[str, list[Json]] = {
    "point": [{"number": 2, "prefix": []}, {"number": 2, "prefix": [], "side": "white"}],
    "decide": [
        {"number": 2, "decision": "i1-h2"},
        {"number": 2, "decision": "i1-h2", "side": "white"},
        {"number": 2, "decision": "i1-h2", "side": "black"},
        {"number": 2, "decision": "i1-h2", "happened": 10**6},
        {"number": 1, "decision": "e9-e7"},
        {"number": 0, "decision": "e1-e3"},
        {"number": 7, "decision": "i1-h2"},
    ],
    "undo": [{}],
    "redo": [{}],
    "resign": [{}, {"side": "white"}, {"side": "black"}, {"contest": True}, {"contest": False}],
    "roll": [{}],
    "play on": [{}],
    "retry": [{}],
    "rename": [{"side": "white", "name": "Eve"}, {"side": "black", "name": "Eve"}],
    "seat": [
        {"side": side, "seat": seat}
        for side in ("white", "black")
        for seat in (ENGINE, PERSON, {**PERSON, "waits": True})
    ],
    "hint": [{}],
    "analyse": [{}, {"at": 0}],
    "opinion": [{}],
    "offer": [
        {"what": what, **side}
        for what in ("draw", "undo", "rematch", "tie")
        for side in ({}, {"side": "white"}, {"side": "black"})
    ],
    "accept": [{"what": "undo"}, {"what": "rematch", "side": "black"}],
    "decline": [{"what": "undo"}, {"what": "draw", "side": "white"}],
    "claim": [{}, {"side": "white"}],
    "abort": [{}, {"side": "white"}],
    "say": [{"text": "hello"}, {"text": "hello", "side": "black"}],
    "preview": [{"number": 2, "line": []}],
    "plan": [
        {"number": 2, "line": ["i1-h2", "a5-c5"]},
        {"number": 2, "line": ["i1-h2"], "always": True, "side": "white"},
        {"number": 2, "line": [], "side": "black"},
    ],
}
"""Messages that do more than look, by type."""
