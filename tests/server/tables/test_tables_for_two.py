"""Tables for two when things happen at the same moment: keys change, tables are forgotten, processes fail."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from gipfel import BLACK, WHITE, GipfelError
from gipfel.games.core.time_limit import TimeLimit
from gipfel.server.engines.service import EngineService
from gipfel.server.http import exports
from gipfel.server.http.health import Health
from gipfel.server.http.json_body import BadRequest
from gipfel.server.security.limits import (
    CLIENT_ADDRESS,
    LONGEST_GAME,
    TABLES_AN_HOUR,
    AddressLimits,
    LimitExceeded,
)
from gipfel.server.security.permissions import NotAllowed
from gipfel.server.settings import Settings
from gipfel.server.tables import directory as tables_module
from gipfel.server.tables import presence
from gipfel.server.tables.clocks import LEFT_TO_OTHERS
from gipfel.server.tables.directory import TableDirectory
from gipfel.server.views import png
from gipfel.server.views.viewer import own_view
from gipfel.table.events import Accepted, Offered, Resigned
from gipfel.table.seats import Seat
from gipfel.table.setup import new_setup
from gipfel.table.storage.migrations import DatabaseProblem
from gipfel.table.storage.store import Store, UnknownTable, sqlite_url
from gipfel.table.table import Table
from tests.helpers.asynchronous import run
from tests.helpers.players import (
    ADA,
    BEN,
    EVE,
    MINUTE,
    Player,
    Time,
    begin,
    played,
    table_for_two,
    tables_at,
    two_at,
    until,
)

DAYS = TimeLimit("correspondence", days=2)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


class Held:
    """Something of a store that waits until a test lets it go on, and tells when somebody waits."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, of: object, name: str, after: bool = False) -> None:
        """`after`: what it does is done at once, and only its answer waits."""
        self._real: Callable[..., Awaitable[Any]] = getattr(of, name)
        self._after = after
        self.reached, self.go_on = asyncio.Event(), asyncio.Event()
        monkeypatch.setattr(of, name, self._held)
        self._undo = lambda: monkeypatch.setattr(of, name, self._real)

    async def _held(self, *arguments: Any) -> Any:
        self._undo()  # only the first one waits
        if self._after:
            done = await self._real(*arguments)
        self.reached.set()
        await self.go_on.wait()
        return done if self._after else await self._real(*arguments)


# --- Keys -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "rest"),
    [
        ("say", {"text": "still me"}),
        ("abort", {}),
        ("offer", {"what": "undo"}),
        ("plan", {"number": 1, "line": ["a1-c3", "i1-h2"]}),
        ("resign", {}),
    ],
)
def test_a_key_counts_when_something_happens(
    path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, rest: dict[str, Any]
) -> None:
    """Who has lost the seat while others were writing has lost it."""

    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            await ada.decide("e1-e3")
            other = Held(monkeypatch, tables._store, "add")
            busy = asyncio.create_task(ben.ask("say", text="hello"))
            await other.reached.wait()
            late = asyncio.create_task(ada.ask(kind, **rest))
            await asyncio.sleep(0)
            ada.live.keys = {EVE: frozenset({WHITE}), BEN: frozenset({BLACK})}
            other.go_on.set()
            await busy
            happened = ada.live.table.event_count
            with pytest.raises(NotAllowed):
                await late
            assert ada.live.table.event_count == happened

    played(playing, path)


def test_keys_that_were_read_earlier_do_not_count_later(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        live = await tables.get(await table_for_two(tables))
        slow = Held(monkeypatch, tables._store, "keys", after=True)
        first = asyncio.create_task(live.reload_keys())
        await slow.reached.wait()
        await tables._store.replace_keys(live.id, WHITE, (), EVE)
        second = asyncio.create_task(live.reload_keys())
        await asyncio.wait({second}, timeout=0.2)
        slow.go_on.set()
        await asyncio.gather(first, second)
        assert not live.access(ADA).sides
        assert live.access(EVE).sides == {WHITE}

    played(playing, path)


def test_a_link_takes_nobody_away_who_has_sat_down_elsewhere(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        made = await tables.begin({"game": "gipf", "invite": {"side": "white"}}, ADA)
        ada = Player(await tables.get(made["id"]), tables, ADA).come()
        async with tables_at(path, time) as others:
            await others.sit(made["id"], BEN, {"key": made["key"]})
        with pytest.raises(NotAllowed):
            await tables.link(made["id"], ADA, {"side": "black"})
        assert (await tables._store.keys(made["id"]))[BEN] == {BLACK}
        await ada.go()

    played(playing, path)


# --- Tables in memory -----------------------------------------------------------------------------------


def test_who_comes_while_a_table_is_forgotten_is_at_the_same_one(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two pages that are told different things about one table would be bad."""

    async def playing(tables: TableDirectory, time: Time) -> None:
        monkeypatch.setattr(tables_module, "IN_MEMORY", 1)
        table_id, other = await table_for_two(tables), await table_for_two(tables)
        await tables.get(table_id)
        slow = Held(monkeypatch, tables._store, "keys")
        coming = asyncio.create_task(tables.get(table_id))
        await slow.reached.wait()
        await tables.get(other)
        slow.go_on.set()
        ada = Player(await coming, tables, ADA).come()
        ben = Player(await tables.get(table_id), tables, BEN).come()
        assert ada.live is ben.live
        await ada.go()
        await ben.go()

    played(playing, path)


def test_who_sits_down_keeps_the_table_at_hand(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        monkeypatch.setattr(tables_module, "IN_MEMORY", 1)
        made = await tables.begin({"game": "gipf", "invite": {"side": "white"}}, ADA)
        other = await table_for_two(tables)
        await tables.get(made["id"])
        slow = Held(monkeypatch, tables._store, "add_key")
        sitting = asyncio.create_task(tables.sit(made["id"], BEN, {"key": made["key"]}))
        await slow.reached.wait()
        await tables.get(other)
        ada = Player(await tables.get(made["id"]), tables, ADA).come()
        slow.go_on.set()
        await sitting
        assert not ada.live.table.seats[BLACK].waits
        assert BEN in ada.live.keys
        await ada.go()

    played(playing, path)


def test_nobody_is_forgotten_for_a_table_that_is_not_there(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        monkeypatch.setattr(tables_module, "IN_MEMORY", 2)
        known = [await tables.get(await table_for_two(tables)) for _ in range(2)]
        for guess in range(5):
            with pytest.raises(UnknownTable):
                await tables.get(f"guess{guess}")
        assert tables.in_memory() == known

    played(playing, path)


def test_after_a_rush_memory_is_given_back(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        monkeypatch.setattr(tables_module, "IN_MEMORY", 2)
        ids = [await table_for_two(tables) for _ in range(6)]
        players = [Player(await tables.get(table_id), tables, ADA).come() for table_id in ids]
        assert len(tables.in_memory()) == 6
        for player in players:
            await player.go()
        await tables.get(await table_for_two(tables))
        assert len(tables.in_memory()) == 2

    played(playing, path)


def test_a_table_that_is_removed_has_no_flag_any_more(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(tables, clock=DAYS)
        async with two_at(tables, table_id) as (ada, ben):
            await begin(ada, ben)
            assert table_id in tables.clocks._due
            await tables._store.remove(table_id)
            await tables.forget_removed(table_id)
            assert ada.farewell
        assert table_id not in tables.clocks._due

    played(playing, path)


def test_what_could_not_be_read_is_read_when_somebody_comes(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, _):
            async with tables_at(path, time) as others:
                await Player(await others.get(ada.live.id), others, ADA).decide()
                await others._store.add_key(ada.live.id, BLACK, EVE)
            real = tables._store.caught_up

            async def fails(*_: Any) -> Any:
                raise DatabaseProblem("the database cannot be used")

            monkeypatch.setattr(tables._store, "caught_up", fails)
            ada.live.refresh_later(keys=True)
            await until(lambda: ada.live._looking is None)
            monkeypatch.setattr(tables._store, "caught_up", real)
            eve = Player(ada.live, tables, EVE).come()
            await until(lambda: ada.live.table.number == 1 and eve.sides == {BLACK})
            await eve.go()

    played(playing, path)


def test_a_flag_that_cannot_fall_now_falls_later(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(tables)
        async with two_at(tables, table_id) as (ada, ben):
            await begin(ada, ben)
        time.pass_by(3 * MINUTE + LEFT_TO_OTHERS)
        live = await tables.get(table_id)
        real = live.check_flag

        async def fails() -> None:
            raise GipfelError("Others are writing to this table all the time; try again.")

        monkeypatch.setattr(live, "check_flag", fails)
        await tables.clocks.sweep()
        monkeypatch.setattr(live, "check_flag", real)
        await tables.clocks.sweep()
        assert live.table.timed_out

    played(playing, path)


# --- Playing again --------------------------------------------------------------------------------------


async def agreed(tables: TableDirectory, table_id: str) -> None:
    """The game is over, and both want another one."""
    live = await tables.get(table_id)
    both = [Offered(WHITE, "rematch"), Accepted(BLACK, "rematch")]
    await live.apply(lambda table: [Resigned(WHITE), *both])


def test_a_process_ends_while_it_makes_the_next_table(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that players are sent to is there."""

    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(tables)
        await agreed(tables, table_id)
        live = await tables.get(table_id)
        slow = Held(monkeypatch, tables._store, "add", after=True)
        making = asyncio.create_task(tables.rematch(live))
        await slow.reached.wait()
        making.cancel()
        await asyncio.wait({making})
        async with tables_at(path, time) as after:
            rematch = (await after.get(table_id)).table.rematch
            assert rematch
            assert (await after.get(rematch)).table.number == 0

    played(playing, path)


def test_a_rematch_that_was_agreed_on_can_still_be_made(path: Path) -> None:
    """The process that would have made it has ended between."""

    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(tables)
        await agreed(tables, table_id)
        async with two_at(tables, table_id) as (ada, ben):
            live = ada.live

            def can() -> bool:
                shown: bool = own_view(live.table, live.pointer, ada.access(), live.keys)["can"]["rematch"]
                return shown

            assert can()
            await ada.ask("offer", what="rematch")
            assert live.table.rematch
            assert not can()
            await ben.ask("accept", what="rematch")

    played(playing, path)


def test_no_table_is_left_over_if_the_old_one_is_gone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(tables)
        await agreed(tables, table_id)
        live = await tables.get(table_id)
        slow = Held(monkeypatch, tables._store, "create", after=True)
        making = asyncio.create_task(tables.rematch(live))
        await slow.reached.wait()
        await tables._store.remove(table_id)
        slow.go_on.set()
        with pytest.raises(UnknownTable):
            await making
        assert not await tables.summaries(False, visitor=ADA)

    played(playing, path)


# --- Plans ----------------------------------------------------------------------------------------------


def test_the_same_plan_again_is_harmless(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (_, ben):
            for _ in range(3):
                await ben.ask("plan", number=0, line=["e1-e3", "a1-c3"])
            assert ben.live.table.event_count == 1
            await ben.ask("plan", number=0, line=["e1-e3", "a1-c3"], always=True)
            assert ben.live.table.event_count == 2

    played(playing, path)


def test_a_plan_for_a_position_that_was_taken_back_is_refused(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            await ada.decide("e1-e3")
            seen = ben.live.table.event_count
            await ada.ask("offer", what="undo")
            await ben.ask("accept", what="undo")
            await ada.decide("a1-c3")
            with pytest.raises(GipfelError, match="gone on"):
                await ada.ask("plan", number=1, line=["i1-h2", "e1-e3"], happened=seen)
            assert not ada.live.table.plans
            await ada.ask("plan", number=1, line=["i1-h2", "e1-e3"], happened=ada.live.table.event_count)
            assert ada.live.table.plans

    played(playing, path)


# --- Who is there, and what works -----------------------------------------------------------------------


def test_who_left_while_a_process_was_cut_off_is_not_there_any_more(path: Path) -> None:
    """A process that comes back says who is there; all others are not."""

    async def playing(tables: TableDirectory, time: Time) -> None:
        live = await tables.get(await table_for_two(tables))
        tell = tables.sync._hear
        tell({"from": "other", "what": "hello"})
        tell({"from": "other", "what": "present", "tables": {live.id: [0, 1, 0], "x": [1, 0, 0]}})
        assert live.presence.everywhere.black == 1
        tell({"from": "other", "what": "hello"})
        tell({"from": "other", "what": "present", "tables": {"x": [1, 0, 0]}})
        assert live.presence.everywhere.black == 0
        live.presence.stop()

    played(playing, path)


def test_a_question_that_fails_in_any_way_is_no_good_sign() -> None:
    def fails() -> None:
        raise RuntimeError("cannot schedule new futures after shutdown")

    async def asked() -> bool:
        return await Health(fails).fine()

    assert not run(asked())


# --- Pictures -------------------------------------------------------------------------------------------


def test_pictures_in_pixels_are_drawn_elsewhere() -> None:
    """Nobody at a table waits for who takes pictures."""
    pytest.importorskip("resvg_py")
    table = Table(new_setup("punct", None, {}, {WHITE: Seat(), BLACK: Seat()}))
    exports.svg_text(table, None, "light")
    before = os.times()
    assert exports.png_bytes(table, None, "dark").startswith(b"\x89PNG")
    after = os.times()
    assert after.user - before.user < after.children_user - before.children_user


def test_a_picture_that_cannot_be_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pytest.importorskip("resvg_py")
    broken = tmp_path / "broken.py"
    broken.write_text("raise SystemExit(3)")
    monkeypatch.setattr(png, "__file__", str(broken))
    table = Table(new_setup("gipf", None, {}, {WHITE: Seat(), BLACK: Seat()}))
    with pytest.raises(exports.PictureUnavailable, match="take the SVG"):
        exports.png_bytes(table, None, "light")
    assert "no picture" in caplog.text


# --- Work for others ------------------------------------------------------------------------------------


def test_work_that_comes_to_nothing_counts(path: Path) -> None:
    """Records that cannot be played through keep a server busy, too."""

    async def asked() -> None:
        settings = Settings(public_url="https://gipfel.example.org")
        tables = TableDirectory(
            Store(sqlite_url(path)), EngineService(1), settings, limits=AddressLimits(lambda: 0.0)
        )
        CLIENT_ADDRESS.set("192.0.2.7")
        for _ in range(TABLES_AN_HOUR):
            with pytest.raises(GipfelError, match="record"):
                await tables.begin({"record": "nonsense"}, ADA)
        with pytest.raises(LimitExceeded):
            await tables.begin({"record": "nonsense"}, ADA)
        with pytest.raises(BadRequest, match="at most"):
            await tables.begin({"record": "x" * (LONGEST_GAME + 1)}, ADA)
        await tables.close()

    run(asked())


def test_a_crowd_of_one_address_takes_turns_with_everybody_else() -> None:
    limits, done = AddressLimits(lambda: 0.0), []

    async def asks(address: str, number: int) -> None:
        for _ in range(number):
            async with limits.turn(address):
                done.append(address)

    async def all_at_once() -> None:
        await asyncio.gather(*(asks("crowd", 1) for _ in range(50)), asks("other", 10), asks("", 10))

    run(all_at_once())
    assert done.count("crowd") == 50
    assert done[:12].count("") == 10  # this machine waits for nobody
    assert "other" in done[11:16]
    assert len(done) - 1 - done[::-1].index("other") < 50


def test_the_more_are_to_be_told_the_later_they_are_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        monkeypatch.setattr(presence, "FOR_EACH", 100.0)
        async with two_at(tables, await table_for_two(tables)) as (ada, _):
            await until(lambda: ada.live.presence._timer is not None)
            soon = ada.live.presence._timer
            assert soon is not None
            assert soon.when() - asyncio.get_running_loop().time() > 50
            ada.live.presence.stop()

    played(playing, path)
