"""Tables in memory when several things happen at once: people come and go, clocks run, others write."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from gipfel import WHITE, GipfelError
from gipfel.server.tables import real_time
from gipfel.server.tables.directory import TableDirectory
from gipfel.server.tables.live_table import LiveTable, OutdatedClient, idempotent_decision
from gipfel.table.event_limit import MOST_OTHERS
from gipfel.table.events import Renamed, Undone
from gipfel.table.seats import read_seats
from gipfel.table.setup import new_setup
from gipfel.table.storage.store import UnknownTable
from tests.helpers.server.fake_clients import FakeClient, tables_in, with_tables
from tests.helpers.server.players import ADA, Player, new_table
from tests.helpers.waiting import until

# It sleeps because it never decides.
MUTE = """#!{python}
import sys, time
answers = {{"hello": "game tamsk level2\\nhello 1", "ready": "ready"}}
for line in sys.stdin:
    word = line.split()[0]
    if word == "go":
        time.sleep(100)
    print(answers.get(word, "ok"), flush=True)
"""


def mute_engine(folder: Path) -> dict[str, Any]:
    """A seat for a program that is soon ready, but never decides."""
    program = folder / "mute"
    program.write_text(MUTE.format(python=sys.executable))
    program.chmod(0o755)
    return {"kind": "engine", "player": f"engine:{program}"}


# --- Time -----------------------------------------------------------------------------------------------


async def timed(tables: TableDirectory, **seats: Any) -> LiveTable:
    return await new_table(tables, game="tamsk", version="level2", seats=seats)


@pytest.mark.parametrize("moments", [0, 1, 2, 3, 5, 10])
def test_who_loads_the_page_again_finds_the_clock_running(path: Path, moments: int) -> None:
    async def reload(tables: TableDirectory) -> None:
        live = await timed(tables)
        clock, old, new = live.real_time, FakeClient(), FakeClient()
        assert clock is not None
        live.connect(old)
        await until(lambda: clock.now >= 50)
        leaving = asyncio.create_task(live.disconnect(old))
        for _ in range(moments):
            await asyncio.sleep(0)  # one more step of the other task
        live.connect(new)
        await asyncio.wait_for(leaving, 5)
        now = clock.now
        await until(lambda: clock.now >= now + 40)
        assert clock.running
        await live.disconnect(new)
        await until(lambda: not clock.running)
        kept = clock.now
        await asyncio.sleep(0.05)  # real time, which must not pass in the game
        assert clock.now == kept
        await until(lambda: live.table.position.time == kept)

    with_tables(reload, path)


def test_a_slow_engine_does_not_make_the_clock_tick_faster(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(real_time, "FASTEST", 10)
    monkeypatch.setattr(real_time, "SLOWEST", 20)

    async def waiting(tables: TableDirectory) -> None:
        live = await timed(tables, white=mute_engine(path.parent))
        looker = FakeClient()
        live.connect(looker)
        await until(lambda: live.real_time is not None and live.real_time.running)
        looker.times = 0
        await asyncio.sleep(0.8)  # the ticks of this time are counted
        assert 2 <= looker.times <= 8
        await live.disconnect(looker)

    with_tables(waiting, path)


def test_the_clock_waits_until_the_engine_is_ready(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def waiting(tables: TableDirectory) -> None:
        live = await timed(tables, white={"kind": "engine", "player": "level:5"})
        clock, ready, looker = live.real_time, asyncio.Event(), FakeClient()
        assert clock is not None

        async def until_ready(*asked: Any) -> None:
            on_preparing = asked[4]
            on_preparing()
            await ready.wait()

        monkeypatch.setattr(live.engines, "until_ready", until_ready)
        live.connect(looker)
        await until(lambda: live.thinking is not None)
        assert live.thinking is not None
        assert live.thinking.what == "prepares"
        other = FakeClient()
        live.connect(other)
        assert (clock.running, clock.now) == (False, 0)
        ready.set()
        await until(lambda: clock.running)
        assert live.thinking is None
        for client in (looker, other):
            await live.disconnect(client)

    with_tables(waiting, path)


# --- Others ---------------------------------------------------------------------------------------------


def test_what_another_process_has_written_is_seen(path: Path) -> None:
    async def both(tables: TableDirectory) -> None:
        table_id = (await new_table(tables, game="gipf", version="standard")).id
        async with tables_in(path) as others:
            here, there, looker = await tables.get(table_id), await others.get(table_id), FakeClient()
            here.connect(looker)
            await there.apply(idempotent_decision("e1-e3", None, 0, None))
            with pytest.raises(OutdatedClient):
                await here.apply(idempotent_decision("a1-c3", None, 0, None))
            await until(lambda: looker.shown)
            assert (here.table.number, looker.shown) == (1, 1)
            await here.disconnect(looker)
            await there.apply(idempotent_decision("e9-e7", None, 1, None))
            assert (await tables.get(table_id)).table.number == 2
            await others.remove(table_id)
            with pytest.raises(UnknownTable):
                await tables.get(table_id)

    with_tables(both, path)


def test_two_who_act_at_once_act_one_after_the_other(path: Path) -> None:
    async def acting(tables: TableDirectory) -> None:
        live = await new_table(tables, game="gipf", version="standard")
        both = [live.apply(idempotent_decision(text, None, 0, None)) for text in ("e1-e3", "a1-c3")]
        first, second = await asyncio.gather(*both, return_exceptions=True)
        assert first is None
        assert isinstance(second, OutdatedClient)
        await asyncio.gather(
            live.apply(lambda table: [Undone(table.undo_to() or 0)]),
            live.apply(lambda table: [Renamed(WHITE, "Ada")]),
        )
        assert (live.table.number, live.table.seats[WHITE].name) == (0, "Ada")
        assert live.table.event_count == 3

    with_tables(acting, path)


def test_a_table_is_removed_under_the_eyes_of_those_who_look(path: Path) -> None:
    async def removing(tables: TableDirectory) -> None:
        table_id = (await new_table(tables, game="tamsk", version="level2")).id
        live, looker = await tables.get(table_id), FakeClient()
        live.connect(looker)
        await tables.remove(table_id)
        assert looker.farewell
        with pytest.raises(UnknownTable):
            await tables.get(table_id)
        with pytest.raises(GipfelError):
            await live.apply(lambda table: [Renamed(WHITE, "Ada")])
        await live.disconnect(looker)

    with_tables(removing, path)


def test_a_program_ends_when_it_has_thought_and_nobody_looks(path: Path) -> None:
    async def leaving(tables: TableDirectory) -> None:
        seats = {"white": {"kind": "engine", "player": f"engine:{sys.executable} -m gipfel engine random"}}
        live = await new_table(tables, game="dvonn", seats=seats)
        looker = FakeClient()
        live.connect(looker)
        await live.disconnect(looker)
        assert live.engines.external or live.thinking
        await until(lambda: live.table.number > 0 or live.table.outcome is not None)
        await until(lambda: not live.engines.external)

    with_tables(leaving, path)


# --- Many events ----------------------------------------------------------------------------------------


def test_the_events_of_a_table_are_limited(path: Path) -> None:
    """In every process, as the limit follows from the events; a table with more events can be played on."""

    async def renaming(tables: TableDirectory) -> None:
        names = [Renamed(WHITE, f"Ada {number}") for number in range(MOST_OTHERS + 10)]
        setup = new_setup("gipf", "standard", {}, read_seats(None))
        table_id, _ = await tables.store.create(setup, names)
        async with tables_in(path) as others:
            for live in (await tables.get(table_id), await others.get(table_id)):
                with pytest.raises(GipfelError, match="Too much"):
                    await live.apply(lambda table: [Renamed(WHITE, "Eve")])
            await live.apply(idempotent_decision("e1-e3", None, 0, None))
        assert (await tables.store.load(table_id)).number == 1

    with_tables(renaming, path)


def test_a_name_that_does_not_change_is_not_stored(path: Path) -> None:
    async def renaming(tables: TableDirectory) -> None:
        live = await new_table(tables, game="gipf", version="standard")
        player = Player(live, tables, ADA)
        for _ in range(3):
            await player.ask("rename", side="white", name="Ada")
        assert live.table.event_count == 1

    with_tables(renaming, path)
