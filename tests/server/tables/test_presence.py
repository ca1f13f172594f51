"""Who is at a table."""

import asyncio
from pathlib import Path

import pytest

from gipfel.server.tables import presence
from gipfel.server.tables.directory import TableDirectory
from tests.helpers.server.players import ADA, EVE, Player, Time, played, table_for_two, two_at
from tests.helpers.waiting import until


def test_everybody_knows_who_is_there(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            eve, tab = Player(ada.live, tables, EVE).come(), Player(ada.live, tables, ADA).come()
            there = {"white": 2, "black": 1, "watching": 1}
            await until(lambda: ben.told != [] and ben.told[-1] == {"type": "present", **there})
            assert ada.live.moment()["present"] == there
            await tab.go()
            await eve.go()
            await until(lambda: ben.last("present").get("watching") == 0)
            assert ben.last("present")["white"] == 1

    played(playing, path)


def test_who_came_and_went_before_it_was_announced_is_not_shown_any_more(path: Path) -> None:
    """A table that was sent meanwhile has shown the visitor."""

    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, _):
            nobody_watches = {"type": "present", "white": 1, "black": 1, "watching": 0}
            await until(lambda: ada.last("present") == nobody_watches)
            eve = Player(ada.live, tables, EVE).come()
            assert ada.live.moment()["present"]["watching"] == 1
            ada.told.clear()
            await eve.go()
            await until(lambda: ada.last("present") == nobody_watches)

    played(playing, path)


def test_who_left_while_a_process_was_cut_off_is_not_there_any_more(path: Path) -> None:
    """A process that reconnects announces its clients; those it announced before are forgotten."""

    async def playing(tables: TableDirectory, time: Time) -> None:
        live = await tables.get(await table_for_two(tables))
        tell = tables.sync.handle_notice
        tell({"from": "other", "what": "hello"})
        tell({"from": "other", "what": "present", "tables": {live.id: [0, 1, 0], "x": [1, 0, 0]}})
        assert live.presence.everywhere.black == 1
        tell({"from": "other", "what": "hello"})
        tell({"from": "other", "what": "present", "tables": {"x": [1, 0, 0]}})
        assert live.presence.everywhere.black == 0
        live.presence.stop()

    played(playing, path)


def test_the_more_are_to_be_told_the_later_they_are_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        monkeypatch.setattr(presence, "DELAY_FOR_EACH", 100.0)
        async with two_at(tables, await table_for_two(tables)) as (ada, _):
            await until(lambda: ada.live.presence.due is not None)
            due = ada.live.presence.due
            assert due is not None
            assert due - asyncio.get_running_loop().time() > 50
            ada.live.presence.stop()

    played(playing, path)
