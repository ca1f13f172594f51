"""Nobody moves for somebody else: every way to act for another seat that we could think of, each refused."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

import gipfel
from gipfel.server.settings import Settings
from gipfel.table.keys import new_key
from tests.helpers.postgres import database
from tests.helpers.serving import Page, Plain, RunningServer, Server, Visitor, serving
from tests.helpers.visiting import served_here
from tests.table.test_table import at_the_dice

ENGINE = {"kind": "engine", "player": "random"}
PERSON = {"kind": "person", "name": "Eve"}
OTHERS = Settings(host="0.0.0.0")
SHOWN = ("number", "happened", "turns", "seats", "outcome", "sentence", "side", "offer", "rematch")
"""What must be the same after somebody has tried something they may not do."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server for this machine."""
    with serving(tmp_path_factory.mktemp("home") / "tables.db") as running:
        yield running
        assert running.errors() == ""


@pytest.fixture(scope="module")
def abroad(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server for others."""
    with serving(tmp_path_factory.mktemp("abroad") / "tables.db", "--host", "0.0.0.0") as running:
        yield running
        assert running.errors() == ""


@pytest.fixture(scope="module", params=["home", "abroad"])
def server(request: pytest.FixtureRequest) -> RunningServer:
    """Both, one after the other."""
    running: RunningServer = request.getfixturevalue(request.param)
    return running


@dataclass
class Match:
    """Ada plays White, Bob plays Black, and Eve has come to watch."""

    id: str
    key: str
    """Of Bob's seat."""
    ada: Visitor
    bob: Visitor
    eve: Visitor
    white: Page
    black: Page
    watching: Page

    def state(self) -> Plain:
        """How the table stands, as somebody sees it who has just come."""
        with self.eve.page(self.id) as page:
            return {part: page.table[part] for part in SHOWN}

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        before = self.state()
        yield
        assert self.state() == before


@contextmanager
def matched(server: Server, decisions: tuple[str, ...] = (), **wanted: Any) -> Iterator[Match]:
    """Two at a table and one who watches, after some decisions."""
    with ExitStack() as stack:
        ada, bob, eve = (stack.enter_context(server.visitor()) for _ in range(3))
        made = ada.invite(**wanted)
        answer = bob.sit(made["id"], made["key"], name="Bob")
        assert (answer.status_code, answer.json()) == (200, {"side": "black"})
        eve.new(game="gipf", invite={"side": "white"})  # she has a number of her own
        pages = [stack.enter_context(visitor.page(made["id"])) for visitor in (ada, bob, eve)]
        for decision in decisions:
            player = pages[0] if pages[0].table["side"] == "white" else pages[1]
            player.decide(decision)
            for page in pages:
                page.until_number(player.table["number"])
        yield Match(made["id"], made["key"], ada, bob, eve, *pages)


@pytest.fixture
def match(server: RunningServer) -> Iterator[Match]:
    with matched(server, ("e1-e3", "e9-e7")) as match:
        yield match


def refused(page: Page, kind: str, **rest: Any) -> str:
    """Why something is not done."""
    answer = page.ask(kind, **rest)
    assert answer["type"] == "refused", answer
    assert answer["reason"]
    assert "in the program" not in answer["reason"]
    reason: str = answer["reason"]
    return reason


def denied(answer: httpx.Response, *statuses: int) -> str:
    assert answer.status_code in (statuses or (403,)), answer.text
    problem: str = answer.json()["problem"]
    assert problem
    return problem


# --- How it is meant to be --------------------------------------------------------------------------------


def test_two_play_by_link(match: Match) -> None:
    assert match.white.table["mine"] == ["white"]
    assert match.black.table["mine"] == ["black"]
    assert match.watching.table["mine"] == []
    assert not match.white.table["open"]
    assert (match.white.table["yours"], match.black.table["yours"]) == (["white"], [])
    assert match.white.table["targets"]
    assert match.black.table["targets"] == match.watching.table["targets"] == []
    names = {side: seat["name"] for side, seat in match.watching.table["seats"].items()}
    assert names == {"white": "Ada", "black": "Bob"}
    assert not any(seat["waits"] for seat in match.watching.table["seats"].values())
    match.white.decide("i1-h2")
    assert match.black.until_number(3)["yours"] == ["black"]
    match.black.decide("a5-c5")
    assert match.watching.until_number(4)["turns"][-1]["text"] == "a5-c5"


def test_a_seat_waits_until_somebody_takes_it(server: RunningServer) -> None:
    with server.visitor() as ada, server.visitor() as bob:
        made = ada.invite("black")
        assert made["side"] == "black"
        with ada.page(made["id"]) as page:
            assert page.table["seats"]["white"] == {"kind": "person", "name": "", "waits": True}
            assert bob.sit(made["id"], made["key"], name=" Bob\n ").json() == {"side": "white"}
            while page.table["seats"]["white"]["waits"]:
                page.until("table")
            assert page.table["seats"]["white"]["name"] == "Bob"


def test_sitting_down_again_is_harmless_and_works_on_other_devices(match: Match) -> None:
    assert match.bob.sit(match.id, match.key, name="Robert").json() == {"side": "black"}
    with match.ada.server.visitor() as phone:
        assert phone.sit(match.id, match.key, name="Bobby").json() == {"side": "black"}
        with phone.page(match.id) as page:
            assert page.table["mine"] == ["black"]
            assert page.table["seats"]["black"]["name"] == "Bob"


def test_the_lot_gives_both_sides(server: RunningServer) -> None:
    with server.visitor() as ada:
        assert {ada.invite("lot")["side"] for _ in range(40)} == {"white", "black"}


def test_a_new_link_for_another_device(match: Match) -> None:
    link = match.ada.link(match.id).json()
    assert link["side"] == "white"
    with match.ada.server.visitor() as phone:
        assert phone.sit(match.id, link["key"]).json() == {"side": "white"}
        with phone.page(match.id) as page:
            page.decide("i1-h2")
        # Everything but this very device is locked out if somebody wants that.
        assert match.ada.link(match.id, renew=True).json()["side"] == "white"
        with match.unchanged(), phone.page(match.id) as page:
            assert page.table["mine"] == []
            denied(phone.sit(match.id, link["key"]))
        with match.ada.page(match.id) as page:
            assert page.table["mine"] == ["white"]


def test_what_a_page_may_do_follows_its_seat(match: Match) -> None:
    assert {name for name, may in match.watching.table["can"].items() if may} == set()
    ours = match.white.table["can"]
    assert ours["resign"]
    assert ours["ask undo"]
    assert not ours["undo"]
    assert not ours["redo"]
    assert not ours["hint"]


def test_lists_show_each_visitor_their_own(match: Match) -> None:
    def listed(visitor: Visitor) -> list[Plain]:
        tables = visitor.client.get("/api/tables").json()["tables"]
        return [table for table in tables if table["id"] == match.id]

    assert [(table["mine"], table["with_others"], table["your_turn"]) for table in listed(match.ada)] == [
        (["white"], True, True)
    ]
    assert [(table["mine"], table["your_turn"]) for table in listed(match.bob)] == [(["black"], False)]
    assert listed(match.eve) == []
    turns = [
        visitor.client.get("/api/turns").json()["tables"] for visitor in (match.ada, match.bob, match.eve)
    ]
    assert [[table["id"] for table in tables] for tables in turns] == [[match.id], [], []]
    seen = match.eve.client.get(f"/api/tables/{match.id}").json()
    assert (seen["mine"], seen["your_turn"], seen["with_others"]) == ([], False, True)


def test_undo_becomes_an_offer_and_only_the_other_one_accepts(match: Match) -> None:
    match.white.do("undo")
    assert match.white.table["number"] == 2
    assert match.white.table["offer"] == {"what": "undo", "side": "white"}
    with match.unchanged():
        match.white.ask("undo")  # once more is the same
        for attempt in ({}, {"side": "white"}, {"side": "black"}):
            refused(match.white, "accept", what="undo", **attempt)
            refused(match.watching, "accept", what="undo", **attempt)
            refused(match.watching, "decline", what="undo", **attempt)
    match.black.do("accept", what="undo")
    assert match.black.table["number"] == 0


# --- Without a key ----------------------------------------------------------------------------------------

EVERYTHING: dict[str, list[Plain]] = {
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
    "resign": [{}, {"side": "white"}, {"side": "black"}],
    "roll": [{}],
    "play on": [{}],
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
        for what in ("draw", "undo", "rematch")
        for side in ({}, {"side": "white"}, {"side": "black"})
    ],
    "accept": [{"what": "undo"}, {"what": "rematch", "side": "black"}],
    "decline": [{"what": "undo"}, {"what": "draw", "side": "white"}],
    "abort": [{}, {"side": "white"}],
    "say": [{"text": "hello"}, {"text": "hello", "side": "black"}],
    "foresee": [{"number": 2, "line": []}],
    "plan": [
        {"number": 2, "line": ["i1-h2", "a5-c5"]},
        {"number": 2, "line": ["i1-h2"], "always": True, "side": "white"},
        {"number": 2, "line": [], "side": "black"},
    ],
}
"""Everything that is more than looking."""


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


# --- With the key of another seat -------------------------------------------------------------------------


def test_a_player_plays_only_their_own_side(match: Match) -> None:
    with match.unchanged():
        for attempt in EVERYTHING["decide"][:4]:
            refused(match.black, "decide", **attempt)
        refused(match.black, "point", number=2, prefix=[])
        refused(match.black, "point", number=2, prefix=[], side="white")
        refused(match.black, "resign", side="white")
        refused(match.black, "rename", side="white", name="Eve")
        refused(match.black, "redo")
        refused(match.black, "plan", number=2, line=["i1-h2"], always=True, side="white")
        refused(match.black, "say", text="I give up", side="white")
        for what in ("undo", "draw", "rematch"):
            refused(match.black, "offer", what=what, side="white")
            refused(match.black, "accept", what=what, side="white")
        for side in ("white", "black"):
            for seat in (ENGINE, PERSON):
                refused(match.black, "seat", side=side, seat=seat)
        for question in ("hint", "analyse", "opinion"):
            refused(match.black, question)


def test_the_decision_of_the_other_one_cannot_be_repeated(match: Match) -> None:
    """The same decision again is harmless, for who made it."""
    assert match.white.ask("decide", number=0, decision="e1-e3")["type"] == "done"
    with match.unchanged():
        refused(match.black, "decide", number=0, decision="e1-e3")
        refused(match.white, "decide", number=1, decision="e9-e7")


def test_old_messages_do_nothing_after_something_was_taken_back(match: Match) -> None:
    happened = match.white.table["happened"]
    match.white.do("undo")
    match.black.do("accept", what="undo")
    with match.unchanged():
        refused(match.white, "decide", number=0, decision="e1-e3", happened=happened - 2)
        refused(match.black, "decide", number=1, decision="e9-e7", happened=happened - 1)
        refused(match.black, "redo")
        refused(match.white, "redo")
        refused(match.black, "accept", what="undo")


def test_a_draw_or_a_rematch_takes_two(server: RunningServer) -> None:
    with matched(server, game="dvonn", version="standard") as match:
        match.white.do("offer", what="draw")
        with match.unchanged():
            for page in (match.white, match.watching):
                for side in ({}, {"side": "white"}, {"side": "black"}):
                    refused(page, "accept", what="draw", **side)
        match.black.do("resign")
        match.white.do("offer", what="rematch")
        with match.unchanged():
            refused(match.watching, "accept", what="rematch")
            refused(match.white, "accept", what="rematch", side="black")


def test_keys_fit_only_where_they_belong(match: Match, server: RunningServer) -> None:
    with matched(server) as other, match.unchanged(), other.unchanged():
        denied(other.eve.sit(match.id, other.key))
        denied(match.bob.sit(other.id, match.key))
        with match.bob.page(other.id) as page:
            assert page.table["mine"] == []
            refused(page, "decide", number=0, decision="e1-e3")
            refused(page, "resign", side="black")


GUESSES = ("", "A", "A" * 32, "0" * 64, "\u0000" * 32, "é" * 32, "%", "' OR 1=1 --", "../../etc/passwd")


@pytest.mark.parametrize("guess", GUESSES)
def test_a_guess_is_no_key(match: Match, guess: str) -> None:
    with match.unchanged():
        assert guess not in denied(match.eve.sit(match.id, guess)) or not guess.strip("A%")


def test_what_looks_like_a_key_is_none(match: Match) -> None:
    """Numbers of visitors, ids, hashes, and keys that are a little different."""
    from gipfel.table.keys import hashed

    with match.unchanged():
        for guess in (
            *(match.ada.cookie, match.bob.cookie, match.eve.cookie, match.id),
            *(hashed(match.key), hashed(f"visitor {match.bob.cookie}"), match.key[:-1], match.key + "A"),
            *(match.key.swapcase(), f" {match.key}"),
        ):
            assert guess is not None
            problem = denied(match.eve.sit(match.id, guess))
            assert guess not in problem
        no_keys: list[Plain] = [{}, {"key": None}, {"key": 7}, {"key": [match.key]}, {"key": {"$ne": ""}}]
        no_keys += [{"key": match.key * 100}, {"key": match.key, "side": "white"}]
        for body in no_keys:
            problem = denied(match.eve.client.post(f"/api/tables/{match.id}/sit", json=body), 422)
            assert match.key not in problem
        with match.eve.page(match.id) as page:
            assert page.table["mine"] == []


def test_who_invited_cannot_take_the_second_seat(match: Match, server: RunningServer) -> None:
    with match.unchanged():
        assert "device" in denied(match.ada.sit(match.id, match.key), 409)
        refused(match.white, "decide", number=2, decision="i1-h2", side="black")
    with server.visitor() as ada:  # nor before the friend has come
        made = ada.invite()
        denied(ada.sit(made["id"], made["key"]), 409)
        with ada.page(made["id"]) as page:
            assert page.table["mine"] == ["white"]
            assert page.table["seats"]["black"]["waits"]
            refused(page, "rename", side="black", name="Eve")
            refused(page, "seat", side="black", seat=ENGINE)
            refused(page, "resign", side="black")


def test_a_rematch_swaps_what_everybody_may_do(match: Match) -> None:
    match.black.do("resign")
    match.black.do("offer", what="rematch")
    match.white.until("table")
    match.white.do("accept", what="rematch")
    while match.watching.table["rematch"] is None:
        match.watching.until("table")
    table_id = match.watching.table["rematch"]
    with match.ada.page(table_id) as ada, match.bob.page(table_id) as bob, match.eve.page(table_id) as eve:
        assert [page.table["mine"] for page in (ada, bob, eve)] == [["black"], ["white"], []]
        refused(ada, "decide", number=0, decision="e1-e3")
        refused(ada, "decide", number=0, decision="e1-e3", side="white")
        refused(eve, "decide", number=0, decision="e1-e3", side="white")
        bob.decide("e1-e3")
    denied(match.eve.link(table_id, side="white"))


# --- Links ------------------------------------------------------------------------------------------------


def test_nobody_makes_a_link_for_the_seat_of_another(match: Match, server: RunningServer) -> None:
    with match.unchanged():
        denied(match.ada.link(match.id, side="black"))
        denied(match.bob.link(match.id, side="white"))
        denied(match.bob.link(match.id, side="white", renew=True))
        denied(match.eve.link(match.id))
        for side in ("white", "black"):
            denied(match.eve.link(match.id, side=side))
        with server.visitor() as new:
            denied(new.link(match.id, side="white"))
        assert match.bob.sit(match.id, match.key).status_code == 200


def test_an_older_link_does_not_fit_any_more(server: RunningServer) -> None:
    with server.visitor() as ada, server.visitor() as bob, server.visitor() as eve:
        made = ada.invite()
        first, second = made["key"], ada.link(made["id"], side="black").json()["key"]
        assert first != second
        denied(eve.sit(made["id"], first))
        denied(eve.link(made["id"], side="black"))
        assert bob.sit(made["id"], second, name="Bob").status_code == 200
        denied(eve.sit(made["id"], first))
        denied(ada.link(made["id"], side="black"))
        with eve.page(made["id"]) as page:
            assert page.table["mine"] == []
            assert page.table["seats"]["black"]["name"] == "Bob"
            refused(page, "resign", side="black")


def test_a_page_that_stays_loses_its_seat_with_its_key(match: Match, server: RunningServer) -> None:
    key = match.ada.link(match.id).json()["key"]
    with server.visitor() as phone:
        phone.sit(match.id, key)
        with phone.page(match.id) as page:
            assert page.table["mine"] == ["white"]
            match.ada.link(match.id, renew=True)
            while page.table["mine"]:
                page.until("table")
            with match.unchanged():
                refused(page, "decide", number=2, decision="i1-h2")
                refused(page, "resign", side="white")


def test_so_many_devices_nobody_has(server: RunningServer) -> None:
    """Keys of one seat cannot be made without end."""
    with server.visitor() as ada, server.visitor() as bob, server.visitor() as phone:
        made = ada.invite()
        table_id, key = made["id"], made["key"]
        assert bob.sit(table_id, key).status_code == 200
        for _ in range(60):
            phone.client.cookies.clear()
            if (answer := phone.sit(table_id, key)).status_code != 200:
                break
        denied(answer, 409)
        assert bob.sit(table_id, key).status_code == 200
        new = bob.link(table_id).json()["key"]  # the old ones no longer fit then
        denied(phone.sit(table_id, key))
        assert phone.sit(table_id, new).status_code == 200


def test_keys_count_in_every_process() -> None:
    """Two servers with one database: who sits down through one plays through the other, and only they."""
    with database() as url, ExitStack() as stack:
        here, there = (Server(stack.enter_context(served_here(url, settings=OTHERS))) for _ in range(2))
        ada, phone, eve = (stack.enter_context(here.visitor()) for _ in range(3))
        bob = stack.enter_context(there.visitor())
        made = ada.invite()
        table_id = made["id"]
        white = stack.enter_context(ada.page(table_id))
        denied(bob.sit(table_id, new_key()))
        assert bob.sit(table_id, made["key"], name="Bob").json() == {"side": "black"}
        while white.table["seats"]["black"]["waits"]:
            white.until("table")
        white.decide("e1-e3")
        with (
            here.page(table_id, headers=bob.headers) as black,
            there.page(table_id, headers=eve.headers) as watching,
        ):
            assert black.table["mine"] == ["black"]
            refused(watching, "decide", number=1, decision="e9-e7")
            black.decide("e9-e7")
            assert watching.until_number(2)["mine"] == []
        assert phone.sit(table_id, ada.link(table_id).json()["key"]).status_code == 200
        with there.page(table_id, headers=phone.headers) as page:
            assert page.table["mine"] == ["white"]
            ada.link(table_id, renew=True)  # told to the other process
            while page.table["mine"]:
                page.until("table")
            refused(page, "decide", number=2, decision="i1-h2")


# --- Removing, branching, taking away ---------------------------------------------------------------------


def test_one_of_two_cannot_remove_the_table(match: Match, server: RunningServer) -> None:
    with match.unchanged(), server.visitor() as new:
        for visitor in (match.ada, match.bob, match.eve, new):
            denied(visitor.client.delete(f"/api/tables/{match.id}"))
    with server.visitor() as ada, server.visitor() as eve:
        made = ada.invite()
        denied(eve.client.delete(f"/api/tables/{made['id']}"))
        assert ada.client.delete(f"/api/tables/{made['id']}").status_code == 200  # nobody else has come yet


def test_a_branch_is_another_table(match: Match) -> None:
    with match.unchanged():
        answer = match.eve.client.post(f"/api/tables/{match.id}/branch", json={"at": 1})
        assert answer.status_code == 201
        with match.eve.page(answer.json()["id"]) as page:
            assert page.table["mine"] == ["white", "black"]
            page.decide("e9-e7")
            page.do("undo")


def everything_shown(match: Match) -> str:
    """Whatever somebody who watches can get hold of."""
    client, table_id = match.eve.client, match.id
    paths = ("", "/record", "/position", "/picture.svg", "/position?at=1")
    answers = [client.get(f"/api/tables/{table_id}{path}").text for path in paths]
    answers += [client.get(path).text for path in ("/api/home", "/api/tables", "/api/turns", "/health", "/")]
    answers += [
        client.post(f"/api/tables/{table_id}/{what}", json={"key": "x"}).text for what in ("sit", "link")
    ]
    with match.eve.page(table_id) as page:
        answers.append(json.dumps(page.table))
        answers.append(json.dumps(page.ask("view", at=0)))
        answers += [json.dumps(page.ask(kind, **rest)) for kind, some in EVERYTHING.items() for rest in some]
    return "".join(answers)


def test_no_secret_is_told(match: Match) -> None:
    from gipfel.table.keys import hashed

    link = match.ada.link(match.id).json()["key"]
    match.white.do("say", text="for your ears only")
    match.black.ask("plan", number=2, line=["i1-h2", "a5-c5"])
    shown = everything_shown(match)
    secrets = [match.key, link, match.ada.cookie, match.bob.cookie]
    for secret in secrets:
        assert secret is not None
        for form in (secret, hashed(secret), hashed(f"visitor {secret}")):
            assert form not in shown
            assert form not in match.ada.server.errors()
    assert "for your ears only" not in shown
    assert match.white.ask("say", text="x")["type"] == "done"
    assert match.white.table["plan"] is None
    with match.bob.page(match.id) as page:
        assert page.table["plan"] is not None
    with match.eve.page(match.id) as page:
        assert page.table["plan"] is None


def test_the_cookie_is_for_this_server_alone(server: RunningServer) -> None:
    with server.visitor() as ada:
        answer = ada.client.post("/api/tables", json={"game": "gipf", "invite": {"side": "white"}})
        parts = {part.strip().lower() for part in answer.headers["set-cookie"].split(";")}
        assert {"httponly", "samesite=strict", "path=/"} <= parts
        assert ada.cookie is not None
        assert len(ada.cookie) == 32
        assert ada.cookie not in answer.text
        again = ada.client.post("/api/tables", json={"game": "gipf", "invite": {"side": "white"}})
        assert f"gipfel={ada.cookie};" in again.headers["set-cookie"]
        for path in ("/", "/api/home", "/api/tables"):
            assert "set-cookie" not in server.client.get(path).headers


# --- Other pages of the web -------------------------------------------------------------------------------

ELSEWHERE = ("http://evil.example", "https://evil.example:8765", "null", "http://127.0.0.1", "file://")


@pytest.mark.parametrize("origin", ELSEWHERE)
def test_another_page_cannot_use_the_cookie(match: Match, origin: str) -> None:
    """The browser would not send it; should one do, the server does not listen."""
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


# --- Chance and contests ----------------------------------------------------------------------------------


def test_who_watches_throws_no_dice(server: RunningServer) -> None:
    record = gipfel.write_record(at_the_dice().record())
    with matched(server, game=None, version=None, record=record) as match:
        number = match.white.table["number"]
        assert match.white.table["chance"] == {"what": "die", "roll": True}
        assert match.watching.table["chance"] == {"what": "die", "roll": False}
        with match.unchanged():
            refused(match.watching, "roll")
            refused(match.white, "decide", number=number, decision="die:6-1")
            for page in (match.white, match.black, match.watching):
                for decision in ("agree:=", " agree:= "):
                    for side in ({}, {"side": "white"}, {"side": "black"}):
                        refused(page, "decide", number=number, decision=decision, **side)
            user = match.white.table["contest"]["user"]
            other, mine = (match.black, "W") if user == "white" else (match.white, "B")
            refused(other, "decide", number=number, decision=f"forfeit:{mine}", side=user)
            refused(other, "resign", side=user)
        match.white.do("roll")


def test_nobody_agrees_for_both(server: RunningServer) -> None:
    """A contest can be called a tie, by both."""
    links = {"link.mode": "must-win", "link.Z": "zertz blitz", "base": "basic"}
    record = gipfel.write_record(at_the_dice("one-shot", **links).record())
    with matched(server, game=None, version=None, record=record) as match:
        match.black.do("roll")
        match.white.until_number(match.black.table["number"])
        number, contest = match.black.table["number"], match.black.table["contest"]
        assert contest["kind"] == "game"
        with match.unchanged():
            for page in (match.white, match.black, match.watching):
                for decision in ("agree:=", " agree:=\n"):
                    for side in ({}, {"side": "white"}, {"side": "black"}):
                        refused(page, "decide", number=number, decision=decision, **side)
        branch = match.eve.client.post(f"/api/tables/{match.id}/branch", json={"at": number}).json()["id"]
        with match.eve.page(branch) as page:  # who plays both sides can
            page.decide("agree:=")
            assert page.table["contest"] is None


def test_in_a_game_with_time_nobody_acts_for_the_other(server: RunningServer) -> None:
    with matched(server, game="tamsk", version="level2") as match:
        start = gipfel.game("tamsk", "level2").start().at(1000)
        number = match.white.table["number"]
        for made in start.decisions(gipfel.WHITE)[:3]:
            for side in ({}, {"side": "white"}, {"side": "black"}):
                refused(match.black, "decide", number=number, decision=made.text, **side)
                refused(match.watching, "decide", number=number, decision=made.text, **side)
        for made in start.decisions(gipfel.BLACK)[:3]:
            for side in ({}, {"side": "white"}, {"side": "black"}):
                refused(match.white, "decide", number=number, decision=made.text, **side)
        assert match.white.until("time")["yours"] == ["white"]
        assert match.watching.until("time")["yours"] == match.watching.until("time")["targets"] == []
        assert match.state()["number"] == 0


# --- Tables of one visitor --------------------------------------------------------------------------------


def test_on_a_server_for_others_a_table_belongs_to_who_made_it(abroad: RunningServer) -> None:
    with abroad.visitor() as ada, abroad.visitor() as eve:
        table_id = ada.new(game="gipf", version="standard")["id"]
        with ada.page(table_id) as mine, eve.page(table_id) as page:
            assert mine.table["mine"] == ["white", "black"]
            for decision in ("e1-e3", "e9-e7"):
                mine.decide(decision)
                page.until_number(mine.table["number"])
            for kind, attempts in EVERYTHING.items():
                for attempt in attempts:
                    refused(page, kind, **attempt)
            denied(eve.link(table_id))
            denied(eve.client.delete(f"/api/tables/{table_id}"))
            mine.do("undo")
            mine.do("redo")
            mine.do("rename", side="black", name="Bob")
            mine.do("seat", side="black", seat=ENGINE)
            mine.do("seat", side="black", seat=PERSON)
            assert mine.table["mine"] == ["white", "black"]
        assert table_id not in eve.client.get("/api/home").text
        assert table_id in ada.client.get("/api/home").text
        assert ada.client.delete(f"/api/tables/{table_id}").status_code == 200


def test_a_hot_seat_can_move_to_another_device(abroad: RunningServer) -> None:
    with abroad.visitor() as ada, abroad.visitor() as phone:
        table_id = ada.new(game="gipf", version="standard")["id"]
        for side in ("white", "black"):
            key = ada.link(table_id, side=side).json()["key"]
            assert phone.sit(table_id, key).json() == {"side": side}
        with phone.page(table_id) as page:
            assert page.table["mine"] == ["white", "black"]
            page.decide("e1-e3")
            page.decide("e9-e7")
            page.do("undo")


def test_two_engines_belong_to_somebody_too(abroad: RunningServer) -> None:
    with abroad.visitor() as ada, abroad.visitor() as eve:
        table_id = ada.new(game="dvonn", seats={"white": ENGINE, "black": ENGINE})["id"]
        with ada.page(table_id) as mine, eve.page(table_id) as page:
            for side in ("white", "black"):
                refused(page, "seat", side=side, seat=PERSON)
            denied(eve.client.delete(f"/api/tables/{table_id}"))
            mine.until_number(2)
            mine.do("seat", side="white", seat=PERSON)
            assert mine.table["mine"] == ["white"]


def test_against_an_engine_everything_works_with_a_key(abroad: RunningServer) -> None:
    with abroad.visitor() as ada:
        table_id = ada.new(game="gipf", version="standard", seats={"black": ENGINE})["id"]
        with ada.page(table_id) as page:
            page.decide("e1-e3")
            page.until_number(2)
            page.do("undo")
            assert page.table["number"] == 0
            assert page.table["can"]["hint"]
            refused(page, "decide", number=0, decision="e1-e3", side="black")
            refused(page, "resign", side="black")


def test_a_table_from_home_is_only_watched_abroad(home: RunningServer) -> None:
    table_id = home.new(game="tzaar", version="fixed")
    with served_here(home.database, settings=OTHERS) as name:
        abroad = Server(name)
        assert abroad.client.delete(f"/api/tables/{table_id}").status_code == 403
        with abroad.page(table_id) as page:
            assert not page.table["yours"]
            assert page.ask("resign")["type"] == "refused"


def test_an_open_table_has_no_links(home: RunningServer) -> None:
    with home.visitor() as ada:
        table_id = ada.new(game="gipf", seats={"white": {**PERSON, "waits": True}})["id"]
        with ada.page(table_id) as page:
            assert page.table["open"]
            assert page.table["mine"] == ["white", "black"]
            assert not page.table["seats"]["white"]["waits"]  # only an invitation makes a seat wait
            page.do("seat", side="black", seat={**PERSON, "waits": True})
            assert not page.table["seats"]["black"]["waits"]
        denied(ada.link(table_id), 409)
        denied(ada.sit(table_id, new_key()))


# --- What is asked for wrongly ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wanted",
    [
        {"game": "gipf", "invite": {}},
        {"game": "gipf", "invite": {"side": "red"}},
        {"game": "gipf", "invite": {"side": "white", "name": "x" * 61}},
        {"game": "gipf", "invite": {"side": "white", "key": "mine"}},
        {"game": "gipf", "invite": {"side": "white"}, "seats": {}},
        {"game": "gipf", "invite": True},
        {"game": "gipf", "clock": {"kind": "hourglass"}},
        {"game": "gipf", "clock": {"kind": "increment", "minutes": 5}},
        {"game": "gipf", "clock": {"kind": "sudden-death", "minutes": 0}},
        {"game": "gipf", "clock": 5},
        {"game": "tamsk", "version": "level2", "clock": {"kind": "sudden-death", "minutes": 5}},
        {"menu": 'game = "gipf"\n', "clock": {"kind": "sudden-death", "minutes": 5}},
    ],
    ids=lambda wanted: str(wanted)[:70],
)
def test_no_such_invitation(abroad: RunningServer, wanted: Plain) -> None:
    with abroad.visitor() as ada:
        assert len(denied(ada.client.post("/api/tables", json=wanted), 422)) < 400


def test_clocks_of_menus_and_records(abroad: RunningServer) -> None:
    clock = {"kind": "increment", "minutes": 5, "seconds": 3}
    menu = 'preset = "ultimate"\n[clock]\nkind = "increment"\nminutes = 5\nseconds = 3\n'
    record = gipfel.write_record(at_the_dice().record())
    with abroad.visitor() as ada:
        for wanted in ({"menu": menu}, {"record": record, "clock": clock}, {"game": "gipf", "clock": clock}):
            table_id = ada.new(invite={"side": "black"}, **wanted)["id"]
            with ada.page(table_id) as page:
                assert page.table["clock"]["left"] == {"white": 300_000, "black": 300_000}
