"""A database that does not answer for a while: pages say so, nothing is lost, games go on by themselves."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from itertools import takewhile
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

import gipfel
from gipfel.server.contract.shared import Json
from gipfel.server.socket.connection import DATABASE_AWAY
from gipfel.server.tables import storage_health
from gipfel.server.tables.directory import TableDirectory
from gipfel.server.tables.live_table import idempotent_decision
from gipfel.server.tables.storage_health import StorageHealth
from gipfel.table.storage.store import DatabaseAway, Store
from tests.helpers.asynchronous import run
from tests.helpers.check import CHECK
from tests.helpers.random_games import random_game
from tests.helpers.server.fake_clients import FakeClient, tables_in
from tests.helpers.server.in_process import served_here
from tests.helpers.server.outages import OUTAGES, LockedFile, Outage, outage_of
from tests.helpers.server.players import new_table
from tests.helpers.server.running import PATIENCE, Page, Server
from tests.helpers.waiting import until, wait_until

ENGINE = {"kind": "engine", "player": "random"}
PERSON = {"kind": "person"}
SAMPLE = ("locked", "stopped")
"""SQLite and PostgreSQL, for every test in `make test`."""
DIFFERENT = (*SAMPLE, "full disk", "read-only")
"""For one test; a server that was killed is missed in the same way as one that was stopped."""


@pytest.fixture(scope="module", params=OUTAGES if CHECK else SAMPLE)
def outage(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Outage]:
    with outage_of(request.param, tmp_path_factory.mktemp("outage")) as outage:
        yield outage


@pytest.fixture(scope="module")
def server(outage: Outage) -> Iterator[Server]:
    with served_here(outage.url) as name:
        yield Server(name)


def until_storage(page: Page, answers: bool) -> None:
    """Read until the page is told whether the database answers."""
    for message in page.messages():
        if message["type"] == "storage" and message["answers"] == answers:
            return


def answer_to(page: Page, asked: int) -> Json:
    return next(message for message in page.messages() if message.get("id") == asked)


def stored(outage: Outage, table_id: str) -> list[str]:
    """The decisions that the database has."""
    store = Store(outage.url)
    try:
        return [made.text for made in store.load(table_id).play.decisions]
    finally:
        store.close()


@pytest.mark.parametrize("outage", OUTAGES if CHECK else DIFFERENT, indirect=True, scope="module")
def test_a_decision_is_kept_and_stored_once(outage: Outage, server: Server) -> None:
    table_id = server.new(game="gipf", version="standard", seats={"white": PERSON, "black": PERSON})
    with server.page(table_id) as page, server.page(table_id) as other:
        page.decide("e1-e3")
        other.until_number(1)
        outage.begin()
        asked = page.send("decide", number=1, decision="e9-e7")
        again = other.send("decide", number=1, decision="e9-e7")
        until_storage(page, False)
        until_storage(other, False)
        with server.page(table_id) as third:
            until_storage(third, False)
        outage.end()
        for one, number in ((page, asked), (other, again)):
            answer = answer_to(one, number)
            assert (answer["type"], answer["number"]) == ("done", 2)
            one.until_number(2)
    assert stored(outage, table_id) == ["e1-e3", "e9-e7"]


def test_a_message_is_stored_once(outage: Outage, server: Server) -> None:
    with server.visitor() as ada, server.visitor() as ben:
        table_id = ada.invite_player(ben)
        with ada.page(table_id) as page, ben.page(table_id) as other:
            outage.begin()
            asked = page.send("say", text="Are you there?")
            until_storage(page, False)
            outage.end()
            assert answer_to(page, asked)["type"] == "done"
            assert other.ask("say", text="Yes.")["type"] == "done"
            said = page.until("messages")
            while len(said["messages"]) < 2:
                said = page.until("messages")
    assert [message["text"] for message in said["messages"]] == ["Are you there?", "Yes."]


def test_an_engine_plays_on(outage: Outage, server: Server) -> None:
    table_id = server.new(game="gipf", version="standard", seats={"white": PERSON, "black": ENGINE})
    with server.page(table_id) as page:
        outage.begin()
        page.send("decide", number=0, decision="e1-e3")
        until_storage(page, False)
        outage.end()
        page.until_number(2)


def test_engines_that_are_watched_play_on(outage: Outage, server: Server) -> None:
    table_id = server.new(game="dvonn", seats={"white": ENGINE, "black": ENGINE})
    with server.page(table_id) as page:
        page.until_number(2)
        outage.begin()
        until_storage(page, False)
        number = page.table["number"]
        outage.end()
        until_storage(page, True)
        page.until_number(number + 3)


def test_chance_decides(outage: Outage, server: Server) -> None:
    with server.page(server.new(record=record_before_chance())) as page:
        outage.begin()
        asked = page.send("roll")
        until_storage(page, False)
        outage.end()
        assert answer_to(page, asked)["type"] == "done"
        page.until("table")
        assert page.table["thrown"] is not None


def record_before_chance() -> str:
    """A game in which a die is due."""
    games = (random_game("project", "dice", seed) for seed in range(20))
    game = next(game for game in games if any(made.position.by_chance for made in game.decisions))
    played = gipfel.Playthrough(game.start)
    for decision in takewhile(lambda made: not made.position.by_chance, game.decisions):
        played.play(decision)
    return gipfel.write_record(played.record())


def test_a_game_with_time_goes_on(outage: Outage, server: Server) -> None:
    table_id = server.new(game="tamsk", version="level2", seats={"white": PERSON, "black": ENGINE})
    with server.page(table_id) as page:
        page.until("time")
        outage.begin()
        asked = page.send("rename", side="white", name="Ada")
        until_clock(page, runs=False)
        outage.end()
        assert answer_to(page, asked)["type"] == "done"
        until_clock(page, runs=True)
        page.until("time")


def until_clock(page: Page, runs: bool) -> None:
    while page.table["time"]["running"] != runs:
        page.until("table")


def test_who_comes_meanwhile_is_told_to_try_again(outage: Outage, server: Server) -> None:
    table_id = server.new(game="gipf", version="standard")
    outage.begin()
    try:
        with server.page(table_id) as page:  # SQLite can still be read
            assert page.table["number"] == 0
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        assert closed.rcvd.code == DATABASE_AWAY
    outage.end()
    wait_until(lambda: server.client.get(f"/api/tables/{table_id}").status_code == 200)
    with server.page(table_id) as page:
        page.decide("e1-e3")


# --- Without a server ------------------------------------------------------------------------------------


def test_no_time_passes_in_a_game_with_time(path: Path) -> None:
    async def playing(tables: TableDirectory, outage: LockedFile) -> None:
        live = await new_table(tables, game="tamsk", version="level2")
        clock, client = live.real_time, FakeClient()
        assert clock is not None
        live.connect(client)
        await until(lambda: clock.now >= 50)
        outage.begin()
        tables.store.health.suspect()
        await until(lambda: not clock.running)
        kept = clock.now
        await asyncio.sleep(0.05)  # real time, which must not pass in the game
        assert clock.now == kept
        outage.end()
        await until(lambda: clock.running and clock.now > kept)
        await live.disconnect(client)

    with_locked_file(playing, path)


def test_a_server_can_be_stopped_meanwhile(path: Path) -> None:
    async def playing(tables: TableDirectory, outage: LockedFile) -> None:
        live = await new_table(tables, game="gipf", version="standard")
        timed = await new_table(tables, game="tamsk", version="level2")
        timed.connect(FakeClient())
        outage.begin()
        deciding = asyncio.create_task(live.apply(idempotent_decision("e1-e3", None, 0, None)))
        await until(lambda: live.database_away)
        await tables.close()
        with pytest.raises(DatabaseAway):
            await deciding

    with_locked_file(playing, path)


def test_an_error_of_those_who_are_told_does_not_end_the_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage_health, "PROBE_PAUSE", 0.0)
    answers = iter([DatabaseAway("gone"), None, DatabaseAway("gone again"), None])
    told: list[bool] = []

    async def probe() -> None:
        if (problem := next(answers)) is not None:
            raise problem

    async def story() -> None:
        health = StorageHealth(probe)

        def fails() -> None:
            told.append(health.away)
            raise RuntimeError("a table cannot be told")

        health.on_change = fails
        for _ in range(2):
            await asyncio.wait_for(health.answering(), PATIENCE)

    run(story())
    assert told == [True, False, True, False]


def test_a_table_that_cannot_be_told_does_not_hide_it_from_others(path: Path) -> None:
    told: list[Json] = []

    class BrokenClient(FakeClient):
        def send(self, message: Json) -> None:
            raise RuntimeError("this client cannot be told")

    class ToldClient(FakeClient):
        def send(self, message: Json) -> None:
            told.append(message)

    async def playing(tables: TableDirectory, outage: LockedFile) -> None:
        for client in (BrokenClient(), ToldClient()):
            live = await new_table(tables, game="gipf", version="standard")
            live.connect(client)
        outage.begin()
        tables.store.health.suspect()
        await until(lambda: {"type": "storage", "answers": False} in told)
        outage.end()
        await until(lambda: {"type": "storage", "answers": True} in told)

    with_locked_file(playing, path)


def with_locked_file(what: Callable[[TableDirectory, LockedFile], Awaitable[None]], path: Path) -> None:
    """Run a test with the tables of a server, whose SQLite file can be locked."""

    async def running() -> None:
        with outage_of("locked", path.parent) as outage:
            assert isinstance(outage, LockedFile)
            async with tables_in(path) as tables:
                await asyncio.wait_for(what(tables, outage), PATIENCE)

    run(running())
