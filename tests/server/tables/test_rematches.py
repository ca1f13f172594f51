"""Playing again."""

import asyncio
from pathlib import Path

import pytest

from gipfel import BLACK, WHITE, GipfelError
from gipfel.server.tables.directory import TableDirectory
from gipfel.server.views.own_view import own_view
from gipfel.table.events import Accepted, Offered, Resigned
from gipfel.table.storage.store import UnknownTable
from tests.helpers.server.held_calls import HeldCall
from tests.helpers.server.players import ADA, BEN, Player, Time, played, table_for_two, tables_at, two_at


def test_another_game_with_sides_changed(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables, "tzaar", "random")) as (ada, ben):
            with pytest.raises(GipfelError):
                await ada.ask("offer", what="rematch")
            await ada.ask("resign")
            await ada.ask("offer", what="rematch")
            assert not ada.live.table.rematch
            await asyncio.gather(ben.ask("accept", what="rematch"), ben.ask("accept", what="rematch"))
            await ada.ask("offer", what="rematch")
            again = await tables.get(ada.live.table.rematch)
            before, after = ada.live.table, again.table
            assert after.setup.clock == before.setup.clock
            assert (after.game.name, after.game.version) == ("tzaar", "random")
            assert after.position != before.play.start
            assert [after.seats[side].name for side in (WHITE, BLACK)] == ["Ben", "Ada"]
            assert again.keys == {ADA: frozenset({BLACK}), BEN: frozenset({WHITE})}
            assert len(await tables.store.summaries(False, 0, 10, ADA)) == 1

    played(playing, path)


def test_two_processes_agree_on_one_table_for_another_game(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(tables)
        async with two_at(tables, table_id) as (ada, ben), tables_at(path, time) as others:
            await ada.ask("resign")
            await ada.ask("offer", what="rematch")
            there = Player(await others.get(table_id), others, BEN)
            await asyncio.gather(
                ben.ask("accept", what="rematch"), there.ask("accept", what="rematch"), return_exceptions=True
            )
            await there.live.catch_up()
            assert ada.live.table.rematch == there.live.table.rematch != ""
            assert len(await tables.store.summaries(False, 0, 10, ADA)) == 1

    played(playing, path)


async def agreed(tables: TableDirectory, table_id: str) -> None:
    """End a game, and let both players agree on another one."""
    live = await tables.get(table_id)
    both = [Offered(WHITE, "rematch"), Accepted(BLACK, "rematch")]
    await live.apply(lambda table: [Resigned(WHITE), *both])


async def rematch_halfway(
    tables: TableDirectory, monkeypatch: pytest.MonkeyPatch, call: str
) -> tuple[str, "asyncio.Task[str]", HeldCall]:
    """A table whose rematch is being made, held after a call of the store."""
    table_id = await table_for_two(tables)
    await agreed(tables, table_id)
    held = HeldCall(monkeypatch, tables.store, call, after=True)
    making = asyncio.create_task(tables.rematch(await tables.get(table_id)))
    await held.reached.wait()
    return table_id, making, held


def test_a_process_ends_while_it_makes_the_next_table(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that is announced to players exists."""

    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id, making, _ = await rematch_halfway(tables, monkeypatch, "add")
        making.cancel()
        await asyncio.wait({making})
        async with tables_at(path, time) as after:
            rematch = (await after.get(table_id)).table.rematch
            assert rematch
            assert (await after.get(rematch)).table.number == 0

    played(playing, path)


def test_a_rematch_that_was_agreed_on_can_still_be_made(path: Path) -> None:
    """The process that should have created it has ended."""

    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(tables)
        await agreed(tables, table_id)
        async with two_at(tables, table_id) as (ada, ben):
            live = ada.live

            def can() -> bool:
                shown: bool = own_view(live.table, live.pointer, ada.permissions(), live.keys)["can"][
                    "rematch"
                ]
                return shown

            assert can()
            await ada.ask("offer", what="rematch")
            assert live.table.rematch
            assert not can()
            await ben.ask("accept", what="rematch")

    played(playing, path)


def test_no_table_is_left_over_if_the_old_one_is_gone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id, making, held = await rematch_halfway(tables, monkeypatch, "create")
        await tables.store.remove(table_id)
        held.go_on.set()
        with pytest.raises(UnknownTable):
            await making
        assert not await tables.summaries(False, visitor=ADA)

    played(playing, path)
