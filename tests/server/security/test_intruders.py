"""Whoever has no key of a table only watches."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from gipfel.table.keys import new_key
from tests.helpers.server.running import Page, Visitor
from tests.helpers.server.two_seats import EVERYTHING, Match, denied, refused


@contextmanager
def nobody(match: Match) -> Iterator[Page]:
    """No cookie at all."""
    with match.ada.server.page(match.id) as page:
        yield page


@contextmanager
def stranger(match: Match) -> Iterator[Page]:
    """Somebody who plays at another table."""
    with match.eve.page(match.id) as page:
        yield page


def with_cookie(cookie: Callable[[Match], str]) -> Callable[[Match], Any]:
    @contextmanager
    def page(match: Match) -> Iterator[Page]:
        with match.ada.server.page(match.id, headers={"Cookie": cookie(match)}) as page:
            yield page

    return page


def number_of(visitor: Visitor) -> str:
    assert visitor.cookie is not None
    return visitor.cookie


INTRUDERS: dict[str, Callable[[Match], Any]] = {
    "no cookie": nobody,
    "another visitor": stranger,
    "a number of one's own": with_cookie(lambda match: f"gipfel={new_key()}"),
    "an empty cookie": with_cookie(lambda match: "gipfel="),
    "a long cookie": with_cookie(lambda match: "gipfel=" + "A" * 7000),
    "garbage": with_cookie(lambda match: "gipfel=%00%ff'; DROP TABLE keys; --"),
    "no ascii": with_cookie(lambda match: "gipfel=\xe4" + "\xf6" * 31),
    "many cookies": with_cookie(lambda match: "; ".join(f"gipfel={new_key()}" for _ in range(50))),
    "a piece of a number": with_cookie(lambda match: f"gipfel={number_of(match.ada)[:-1]}"),
    "more than a number": with_cookie(lambda match: f"gipfel={number_of(match.ada)}A"),
    "another case": with_cookie(lambda match: f"gipfel={number_of(match.ada).swapcase()}"),
    "another name": with_cookie(lambda match: f"Gipfel={number_of(match.ada)}"),
    "a key as a number": with_cookie(lambda match: f"gipfel={match.key}"),
    "the id as a number": with_cookie(lambda match: f"gipfel={match.id}"),
    "a wildcard": with_cookie(lambda match: "gipfel=" + "%" * 32),
}


@pytest.mark.parametrize("intruder", INTRUDERS)
def test_who_has_no_key_only_watches(match: Match, intruder: str) -> None:
    with match.unchanged(), INTRUDERS[intruder](match) as page:
        assert (page.table["mine"], page.table["yours"], page.table["targets"]) == ([], [], [])
        assert not any(page.table["can"].values())
        for kind, attempts in EVERYTHING.items():
            for attempt in attempts:
                assert "watch" in refused(page, kind, **attempt)
        assert page.ask("view", at=1)["type"] == "view"
        assert page.ask("look", target=["spot", "e3"])["type"] == "contents"
        assert page.ask("why", number=2, target=["spot", "e5"])["type"] == "why"
    assert match.white.table["number"] == 2


def test_the_address_cannot_bring_a_key(match: Match) -> None:
    number = match.ada.cookie
    address = f"ws://{match.ada.server.name}/api/tables/{match.id}/socket?v=1&gipfel={number}&key={match.key}"
    with match.unchanged(), connect(address, proxy=None, max_size=None) as socket:
        page = Page(socket)
        assert page.table["mine"] == []
        refused(page, "decide", number=2, decision="i1-h2", side="white")


ELSEWHERE = ("http://evil.example", "https://evil.example:8765", "null", "http://127.0.0.1", "file://")


@pytest.mark.parametrize("origin", ELSEWHERE)
def test_another_page_cannot_use_the_cookie(match: Match, origin: str) -> None:
    """Browsers do not send it; if one does, the server refuses the request."""
    server = match.ada.server
    address = f"ws://{server.name}/api/tables/{match.id}/socket?v=1"
    with match.unchanged():
        with pytest.raises(InvalidStatus):
            connect(address, proxy=None, additional_headers={**match.ada.headers, "Origin": origin}).close()
        for path, body in (
            ("/api/tables", {"game": "gipf"}),
            (f"/api/tables/{match.id}/link", {}),
            (f"/api/tables/{match.id}/sit", {"key": match.key}),
            (f"/api/tables/{match.id}/branch", {"at": 0}),
        ):
            denied(match.ada.client.post(path, json=body, headers={"Origin": origin}))
        denied(match.ada.client.delete(f"/api/tables/{match.id}", headers={"Origin": origin}))
