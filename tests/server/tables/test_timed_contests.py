"""Contests in real time: the clock of a table runs while they are played."""

from pathlib import Path

import pytest

from gipfel import WHITE, GipfelError
from gipfel.server.contract.server_messages import TableView
from gipfel.server.tables.directory import TableDirectory
from gipfel.server.tables.live_table import LiveTable
from tests.helpers.server.contests import contest_for_two
from tests.helpers.server.players import ADA, BEN, EVE, Player, Time, played, tables_at, two_at
from tests.helpers.waiting import until

USER = {"link.first": "user"}
SHORT = "tamsk level2 glass=1000 ring_window=0"
WAITS = "The sand begins to run when both players are here."


def view(live: LiveTable) -> TableView:
    return live.views.common(commands=False).table


async def decide(player: Player, text: str) -> None:
    await player.ask("decide", number=player.live.table.number, decision=text)


def test_the_clock_runs_in_the_contest_only(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await contest_for_two(tables, kind=SHORT, **USER)) as (ada, ben):
            live = ada.live
            clock = live.real_time
            assert clock is not None
            assert clock.running
            for player, text in (
                *((ada, "a1-a2+"), (ben, "a4-a3+"), (ada, "d7-d6+")),
                *((ben, "g4-g3+"), (ada, "g1-g2+"), (ben, "d1-d2+")),
            ):
                await decide(player, text)
            assert live.table.real_time
            with pytest.raises(GipfelError, match="In a game with time"):
                await ada.ask("plan", number=live.table.number, line=["a2-a1"])
            await until(lambda: not live.table.real_time)
            assert live.real_time is None
            await until(lambda: not clock.running)
            number = live.table.number
            with pytest.raises(GipfelError):
                await decide(ben, "d2-d1+")
            assert live.table.number == number
            await ada.decide()
            assert live.table.number == number + 1

    played(playing, path)


def test_a_contest_begins_when_both_are_here_and_then_goes_on(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await contest_for_two(tables, kind="tamsk level2", **USER)
        live = await tables.get(table_id)
        ada, eve = Player(live, tables, ADA).come(), Player(live, tables, EVE).come()
        clock = live.real_time
        assert clock is not None
        assert (clock.running, clock.now) == (False, 0)
        assert WAITS in view(live)["sentence"]
        ben = Player(live, tables, BEN).come()
        assert clock.running
        await until(lambda: clock.now > 0)
        assert WAITS not in view(live)["sentence"]
        await ben.go()
        assert clock.running, "who goes away does not stop the sand"
        await ada.go()
        await until(lambda: not clock.running)
        await until(lambda: live.table.position.time > 0)
        ada.come()
        assert clock.running, "it has begun"
        for player in (ada, eve):
            await player.go()

    played(playing, path)


def test_a_player_who_goes_before_the_contest_begins_is_missed(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await contest_for_two(tables, kind="tamsk level2", **USER)
        live = await tables.get(table_id)
        ada = Player(live, tables, ADA).come()
        shown = ada.shown
        eve = Player(live, tables, EVE).come()
        await eve.go()
        assert ada.shown > shown
        await ada.go()

    played(playing, path)


def test_lots_are_drawn_before_time_runs(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await contest_for_two(tables, kind="tamsk level3", alone=True)
        async with two_at(tables, table_id) as (ada, _):
            live = ada.live
            assert live.table.real_time
            shown = view(live)
            assert shown["game"]["real_time"]
            assert shown["time"] is not None
            await ada.ask("resign", side="white", contest=True)
            assert not view(live)["game"]["real_time"]
            assert view(live)["time"] is None

    played(playing, path)


@pytest.mark.parametrize("kind", ["tamsk level2", "tamsk level3"])
def test_an_engine_plays_in_time(path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It plays at random, and needs no compiling; `test_an_engine_reacts_inside_a_contest` has others."""
    monkeypatch.setattr("gipfel.server.tables.real_time.FASTEST", 50)
    monkeypatch.setattr("gipfel.server.tables.real_time.SLOWEST", 100)

    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await contest_for_two(tables, kind=kind, engine="random", **USER)
        live = await tables.get(table_id)
        ada = Player(live, tables, ADA).come()
        for text in ("a1-a2+", "d7-d6+", "g1-g2+"):
            number = live.table.number
            await decide(ada, text)
            await until(lambda number=number: live.table.number > number + 1, 20)
            await until(lambda: live.table.position.side == WHITE, 20)
        assert live.table.real_time
        assert live.table.position.time > 150
        await ada.ask("resign", side="white", contest=True)
        assert not live.table.real_time
        await ada.decide()
        await until(lambda: live.table.position.side == WHITE, 20)
        await ada.go()

    played(playing, path)


def test_the_contest_goes_on_after_a_restart(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await contest_for_two(tables, kind="tamsk level2", **USER)
        async with two_at(tables, table_id) as (ada, _):
            clock = ada.live.real_time
            assert clock is not None
            await until(lambda: clock.now > 0)
            await decide(ada, "a1-a2+")
            before = ada.live.table.position
        async with tables_at(path, time) as others, two_at(others, table_id) as (ada, ben):
            assert ada.live.table.real_time
            assert ada.live.table.position.time >= before.time > 0
            await decide(ben, "a4-a3+")
            assert ben.live.table.number == ada.live.table.number

    played(playing, path)


def test_two_processes_agree_when_time_ends_the_contest(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await contest_for_two(tables, kind=SHORT, alone=True, **USER)
        async with two_at(tables, table_id) as (ada, _), tables_at(path, time) as others:
            there = Player(await others.get(table_id), others, ADA).come()
            for text in ("a1-a2+", "a4-a3+", "d7-d6+", "g4-g3+", "g1-g2+", "d1-d2+"):
                await decide(ada, text)
            await until(lambda: not ada.live.table.real_time)
            await there.live.catch_up()
            assert not there.live.table.real_time
            assert there.live.table.position == ada.live.table.position
            await there.go()

    played(playing, path)
