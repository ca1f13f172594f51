"""Tables in memory: loaded, kept, forgotten, removed."""

import asyncio
import gc
from pathlib import Path
from typing import Any
from weakref import ref

import pytest

from gipfel import BLACK
from gipfel.server.contract.requests import BranchRequest, NewTableRequest, SitRequest
from gipfel.server.tables import memory_budget
from gipfel.server.tables.directory import TableDirectory
from gipfel.server.tables.live_table import LiveTable
from gipfel.server.tables.memory_budget import estimated_size
from gipfel.table.storage.migrations import DatabaseProblem
from gipfel.table.storage.store import UnknownTable
from tests.helpers.long_games import long_record
from tests.helpers.server.held_calls import HeldCall
from tests.helpers.server.players import (
    ADA,
    BEN,
    DAYS,
    EVE,
    INVITATION,
    MINUTE,
    Player,
    Time,
    begin,
    played,
    table_for_two,
    tables_at,
    two_at,
)
from tests.helpers.tables import new_table
from tests.helpers.waiting import until


def have_room_for(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the memory be enough for this number of new tables."""
    monkeypatch.setattr(memory_budget, "BUDGET", number * estimated_size(new_table()))


def test_who_comes_while_a_table_is_forgotten_is_at_the_same_one(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All pages of a table share one object, so that they see the same."""

    async def playing(tables: TableDirectory, time: Time) -> None:
        have_room_for(1, monkeypatch)
        table_id, other = await table_for_two(tables), await table_for_two(tables)
        await tables.get(table_id)
        slow = HeldCall(monkeypatch, tables.store, "news")
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


def test_a_table_that_is_dropped_is_freed_at_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Garbage is collected rarely: tables that wait for it would need more memory than all others."""

    async def playing(tables: TableDirectory, time: Time) -> None:
        have_room_for(1, monkeypatch)
        live = await tables.get(await table_for_two(tables))
        live.views.own(live.permissions(ADA))
        live.presence.changed()
        dropped = ref(live)
        del live
        await tables.get(await table_for_two(tables))
        await until(lambda: dropped() is None, 5)

    gc.disable()
    try:
        played(playing, path)
    finally:
        gc.enable()


def test_who_sits_down_keeps_the_table_at_hand(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        have_room_for(1, monkeypatch)
        made = await tables.create(INVITATION, ADA)
        other = await table_for_two(tables)
        await tables.get(made["id"])
        slow = HeldCall(monkeypatch, tables.store, "add")
        sitting = asyncio.create_task(tables.sit(made["id"], BEN, SitRequest(key=made["key"])))
        await slow.reached.wait()
        await tables.get(other)
        coming = asyncio.create_task(tables.get(made["id"]))
        slow.go_on.set()
        await sitting
        ada = Player(await coming, tables, ADA).come()
        assert not ada.live.table.seats[BLACK].waits
        assert BEN in ada.live.keys
        await ada.go()

    played(playing, path)


def test_nobody_is_forgotten_for_a_table_that_is_not_there(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        have_room_for(2, monkeypatch)
        known = [await tables.get(await table_for_two(tables)) for _ in range(2)]
        for guess in range(5):
            with pytest.raises(UnknownTable):
                await tables.get(f"guess{guess}")
        assert tables.in_memory() == known

    played(playing, path)


def test_after_a_rush_memory_is_given_back(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        have_room_for(2, monkeypatch)
        ids = [await table_for_two(tables) for _ in range(6)]
        players = [Player(await tables.get(table_id), tables, ADA).come() for table_id in ids]
        assert len(tables.in_memory()) == 6
        for player in players:
            await player.go()
        await tables.get(await table_for_two(tables))
        assert len(tables.in_memory()) == 2

    played(playing, path)


def test_a_table_with_a_client_stays_whatever_it_needs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        have_room_for(1, monkeypatch)
        table_id = await table_for_two(tables)
        ada = Player(await tables.get(table_id), tables, ADA).come()
        for _ in range(5):
            await tables.get(await table_for_two(tables))
        assert await tables.get(table_id) is ada.live
        await ada.go()

    played(playing, path)


def test_tables_are_kept_by_their_size(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table with a long record needs as much as many others, and is dropped before they are."""

    async def playing(tables: TableDirectory, time: Time) -> None:
        long_one = await tables.create(NewTableRequest(record=long_record(1000)), ADA)
        others = [(await tables.create(INVITATION, ADA))["id"] for _ in range(5)]
        assert tables.memory.total > 15 * estimated_size(new_table())
        have_room_for(6, monkeypatch)
        other = (await tables.create(INVITATION, ADA))["id"]
        assert [live.id for live in tables.in_memory()] == [*others, other]
        assert tables.memory.total <= memory_budget.BUDGET
        assert (await tables.get(long_one["id"])).table.number == 1000

    played(playing, path)


def test_a_new_table_is_in_memory_already(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        monkeypatch.setattr(tables.store, "load", None)
        table_id = (await tables.create(INVITATION, ADA))["id"]
        live = await tables.get(table_id)
        branch = await tables.get(await tables.branch(table_id, BranchRequest(at=0), ADA))
        for known in (live, branch):
            assert known.keys == await tables.store.keys(known.id)

    played(playing, path)


def test_whoever_comes_does_not_look_at_all_tables(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request costs the same with many tables in memory, even if there is no room for them."""

    async def playing(tables: TableDirectory, time: Time) -> None:
        have_room_for(1, monkeypatch)
        players = [Player(await tables.get(await table_for_two(tables)), tables, ADA) for _ in range(30)]
        for player in players:
            player.come()
        looked_at: list[str] = []
        idle = LiveTable.idle.fget
        assert idle is not None
        monkeypatch.setattr(LiveTable, "idle", property(lambda live: looked_at.append(live.id) or idle(live)))
        await tables.get(players[0].live.id)
        assert len(looked_at) <= memory_budget.LOOKED_AT
        for player in players:
            await player.go()

    played(playing, path)


def test_a_table_that_is_removed_has_no_flag_any_more(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Otherwise a warning would say that the flag cannot fall."""

    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(tables, clock=DAYS)
        async with two_at(tables, table_id) as (ada, ben):
            await begin(ada, ben)
            deadline = ada.live.table.deadline
            assert deadline is not None
            await tables.store.remove(table_id)
            await tables.forget_removed(table_id)
            assert ada.farewell
        time.ms = deadline + MINUTE
        await tables.clocks.check_due_flags()
        assert not caplog.records

    played(playing, path)


def test_what_could_not_be_read_is_read_when_somebody_comes(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, _):
            async with tables_at(path, time) as others:
                await Player(await others.get(ada.live.id), others, ADA).decide()
                await others.store.add_key(ada.live.id, BLACK, EVE)
            real = tables.store.news

            async def fails(*_: Any) -> Any:
                raise DatabaseProblem("the database cannot be used")

            monkeypatch.setattr(tables.store, "news", fails)
            ada.live.refresh_later(keys=True)
            await until(lambda: not ada.live.refreshing)
            monkeypatch.setattr(tables.store, "news", real)
            eve = Player(ada.live, tables, EVE).come()
            await until(lambda: ada.live.table.number == 1 and eve.sides == {BLACK})
            await eve.go()

    played(playing, path)
