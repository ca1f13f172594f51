"""Two players over real connections: slow ones, broken ones, and to two processes with one PostgreSQL."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

import pytest

from tests.helpers.postgres import database
from tests.helpers.server.in_process import served_here
from tests.helpers.server.players import Time
from tests.helpers.server.running import AnsweringPage, RunningServer, Server, Visitor, serving
from tests.helpers.server.slow_connection import slow_connection

CLOCK = {"kind": "sudden-death", "minutes": 3}
BOTH = {"white": 1, "black": 1, "watching": 0}
FAIR = 200
"""Milliseconds by which a slow connection may cost or help a player."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with serving(tmp_path_factory.mktemp("lines") / "tables.db") as running:
        yield running
    errors = running.errors()
    assert "Traceback" not in errors, errors


@pytest.fixture
def ada(server: RunningServer) -> Iterator[Visitor]:
    with server.visitor() as visitor:
        yield visitor


@pytest.fixture
def ben(server: RunningServer) -> Iterator[Visitor]:
    with server.visitor() as visitor:
        yield visitor


@contextmanager
def two_pages(
    ada: Visitor, ben: Visitor, table_id: str, port: int | None = None
) -> Iterator[tuple[AnsweringPage, AnsweringPage]]:
    with ada.answering_page(table_id) as one, ben.answering_page(table_id, port) as other:
        yield one, other


def alternately(first: AnsweringPage, second: AnsweringPage, *decisions: str) -> None:
    """Decisions of both players in turn, which both see."""
    for number, decision in enumerate(decisions, first.table["number"]):
        (first, second)[number % 2].decide(decision)
        for page in (first, second):
            page.until_number(number + 1)


# --- Slow and broken connections ------------------------------------------------------------------------


def test_a_slow_connection_costs_nobody_time(server: RunningServer, ada: Visitor, ben: Visitor) -> None:
    table_id = ada.invite_player(ben, game="gipf", version="basic", clock=CLOCK)
    with slow_connection(server.name, 0.15) as port, two_pages(ada, ben, table_id, port) as (here, far):
        alternately(here, far, "e1-e3", "a1-c3")
        left = 180_000
        for number, (ours, theirs) in enumerate([("e9-e7", "i1-g3"), ("a5-c5", "i5-g5")]):
            here.decide(ours)
            far.until_number(3 + 2 * number)
            begin = perf_counter()
            if number == 0:
                far.until("ping")
            thought = 1000 * (perf_counter() - begin)
            far.send("decide", number=far.table["number"], decision=theirs)
            charged = left - here.until_number(4 + 2 * number)["clock"]["left"]["black"]
            assert abs(charged - thought) < FAIR, (charged, thought)
            left -= charged


def test_a_lost_connection_comes_back_to_where_the_game_is(ada: Visitor, ben: Visitor) -> None:
    table_id = ada.invite_player(ben, game="gipf", version="basic", clock=CLOCK)
    with ada.answering_page(table_id) as here:
        with ben.answering_page(table_id):
            here.decide("e1-e3")
            here.until_so(present=BOTH)
        here.until_so(present={**BOTH, "black": 0})
        with ben.answering_page(table_id) as again:
            assert again.table["number"] == 1
            seen = again.table["happened"]
            alternately(here, again, "a1-c3")
            answer = again.ask("decide", number=1, decision="a1-c3", happened=seen)
            assert (answer["type"], answer["number"]) == ("done", 2)


# --- Clocks ---------------------------------------------------------------------------------------------


def test_a_clock_runs_out_under_the_eyes_of_both(tmp_path: Path) -> None:
    time = Time()
    with (
        served_here(tmp_path / "tables.db", time) as name,
        Server(name).visitor() as ada,
        Server(name).visitor() as ben,
    ):
        table_id = ada.invite_player(ben, game="gipf", version="basic", clock=CLOCK)
        with two_pages(ada, ben, table_id) as (one, other):
            alternately(one, other, "e1-e3", "a1-c3")
            time.pass_by(60_000)
            clock = one.decide("e9-e7")["clock"]
            assert (clock["left"], clock["running"]) == ({"white": 120_000, "black": 180_000}, "black")
            other.until_number(3)
            time.pass_by(179_000)
            assert other.do("say", text="wait")["clock"]["left"]["black"] == 1000
            time.pass_by(2000)
            for page in (one, other):
                page.until_so(side=None)
                assert page.table["outcome"]["winner"] == "white"
                assert page.table["clock"]["left"]["black"] == 0
            assert other.refused("decide", number=3, decision="i1-g3")


# --- Offers, messages, plans ----------------------------------------------------------------------------


def test_offers_and_answers(ada: Visitor, ben: Visitor) -> None:
    table_id = ada.invite_player(ben, game="yinsh", version="standard")
    with two_pages(ada, ben, table_id) as (one, other), watching(ada, table_id) as eve:
        assert one.table["mine"] == ["white"]
        assert other.table["mine"] == ["black"]
        assert eve.table["mine"] == []
        decision = one.ask("point", number=0, prefix=[one.table["targets"][0]["target"]])["decision"]
        one.decide(decision)
        one.do("undo")
        offer = {"what": "undo", "side": "white"}
        assert one.table["offer"] == offer
        other.until_so(offer=offer)
        eve.until_so(offer=offer)
        assert eve.refused("accept", what="undo")
        assert one.refused("accept", what="undo")
        assert other.do("accept", what="undo")["number"] == 0
        one.until_so(number=0, offer=None)
        assert one.table["can"]["draw"]
        one.do("offer", what="draw")
        other.until_so(offer={"what": "draw", "side": "white"})
        other.do("decline", what="draw")
        one.until_so(offer=None)
        assert one.refused("offer", what="draw")
        other.do("offer", what="draw")
        one.until_so(offer={"what": "draw", "side": "black"})
        assert one.do("accept", what="draw")["outcome"]["score"] == "1/2-1/2"
        assert eve.refused("offer", what="rematch")
        one.do("offer", what="rematch")
        other.until_so(offer={"what": "rematch", "side": "white"})
        assert other.ask("accept", what="rematch")["type"] == "done"
        for page in (one, other, eve):
            while not page.table["rematch"]:
                page.receive()
        new = one.table["rematch"]
    with two_pages(ada, ben, new) as (one, other):
        assert (one.table["mine"], other.table["mine"]) == (["black"], ["white"])
        assert [one.table["seats"][side]["name"] for side in ("white", "black")] == ["Ben", "Ada"]
        other.do("abort")
        assert one.until_so(side=None)["outcome"]["score"] == "*"


@contextmanager
def watching(of: Visitor, table_id: str) -> Iterator[AnsweringPage]:
    """A page of a spectator."""
    with of.server.visitor() as visitor, visitor.answering_page(table_id) as page:
        yield page


def test_words_and_plans_are_for_those_who_play(ada: Visitor, ben: Visitor) -> None:
    table_id = ada.invite_player(ben, game="gipf", version="basic")
    with two_pages(ada, ben, table_id) as (one, other), watching(ada, table_id) as eve:
        one.do("say", text=" good\nluck ")
        while not other.last.get("messages", {}).get("messages"):
            other.receive()
        assert [said["text"] for said in other.last["messages"]["messages"]] == ["good luck"]
        assert one.refused("say", text="x" * 201)
        assert eve.refused("say", text="hello")
        seen = other.ask("preview", number=0, line=["e1-e3"])
        assert (seen["type"], seen["side"], seen["mine"]) == ("previewed", "black", True)
        assert other.ask("preview", number=0, line=["e1-e3"], prefix=[["dot", "a1"]])["targets"]
        assert other.refused("preview", number=0, line=["e1-e9"])
        assert other.refused("preview", number=0, line=["e1-e3"] * 21)
        assert eve.refused("preview", number=0, line=[])
        assert other.do("plan", number=0, line=["e1-e3", "a1-c3"])["plan"] == {
            "line": ["e1-e3", "a1-c3"],
            "always": False,
        }
        one.do("decide", number=0, decision="e1-e3")
        for page in (one, other, eve):
            assert page.until_number(2)["plan"] is None
        assert "messages" not in eve.last


# --- Two processes --------------------------------------------------------------------------------------


def test_two_processes_share_a_table(tmp_path: Path) -> None:
    with (
        database() as url,
        serving(tmp_path / "one.db", "--database-url", url) as first,
        serving(tmp_path / "two.db", "--database-url", url) as second,
        first.visitor() as ada,
        second.visitor() as ben,
    ):
        table_id = ada.invite_player(ben, game="gipf", version="basic", clock=CLOCK)
        with two_pages(ada, ben, table_id) as (one, other):
            alternately(one, other, "e1-e3", "a1-c3", "e9-e7", "i1-g3")
            one.until_so(present=BOTH)
            other.until_so(present=BOTH)
            with second.visitor(ada.cookie) as there, there.answering_page(table_id) as tab:
                assert (tab.table["number"], tab.table["mine"]) == (4, ["white"])
                tab.decide("a5-c5")
                for page in (one, other):
                    page.until_number(5)
            other.do("resign")
            one.until_so(side=None)
            one.do("offer", what="rematch")
            other.until_so(offer={"what": "rematch", "side": "white"})
            other.ask("accept", what="rematch")
            for page in (one, other):
                while not page.table["rematch"]:
                    page.receive()
            assert one.table["rematch"] == other.table["rematch"]
        for server in (first, second):
            assert "Traceback" not in server.errors()
