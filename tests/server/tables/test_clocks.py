"""Clocks of live tables: flags, slow connections."""

import asyncio
from pathlib import Path

import pytest

from gipfel import BLACK, WHITE, GipfelError
from gipfel.engine.players.specs import PlayerSpec
from gipfel.engine.search.analysis import DEFAULT_SECONDS, SearchLimits
from gipfel.engine.search.time_control import ClockTime
from gipfel.server.engines.worker import limits_of
from gipfel.server.tables.clocks import LEFT_TO_OTHERS, Latency
from gipfel.server.tables.directory import TableDirectory
from gipfel.table.clock import LAG_BUDGET, LAG_REFILL, MOST_LAG
from tests.helpers.server.players import (
    DAYS,
    MINUTE,
    Time,
    begin,
    played,
    table_for_two,
    tables_at,
    two_at,
)
from tests.helpers.waiting import until

DAY = 24 * 60 * MINUTE


# --- Flags ----------------------------------------------------------------------------------------------


def test_a_flag_falls_on_time_and_not_before(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            table = ada.live
            await begin(ada, ben)
            time.pass_by(3 * MINUTE - 1)
            await tables.clocks.check_due_flags()
            assert table.table.outcome is None
            time.pass_by(1)
            await tables.clocks.check_due_flags()
            outcome = table.table.outcome
            assert outcome is not None
            assert (outcome.winner, outcome.reason) == (BLACK, "time")
            await until(lambda: ben.shown > 0)
            with pytest.raises(GipfelError, match="over"):
                await ada.decide()

    played(playing, path)


def test_a_decision_that_comes_after_the_time_is_refused_before_the_flag_is_seen(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            await begin(ada, ben)
            number = ada.live.table.number
            time.pass_by(3 * MINUTE)
            with pytest.raises(GipfelError, match="time"):
                await ada.decide()
            assert ada.live.table.number == number

    played(playing, path)


def test_a_flag_falls_where_nobody_looks(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(tables, clock=DAYS)
        async with two_at(tables, table_id) as (ada, ben):
            await begin(ada, ben)
        time.pass_by(DAY)
        async with tables_at(path, time) as others:
            await others.clocks.sweep()
            assert not others.in_memory()
            time.pass_by(DAY + 2000)
            await others.clocks.sweep()
        outcome = (await tables.get(table_id)).table.outcome
        assert outcome is not None
        assert outcome.winner == BLACK

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


def test_a_flag_falls_once_whatever_process_sees_it(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(tables)
        async with two_at(tables, table_id) as (ada, ben), tables_at(path, time) as others:
            await begin(ada, ben)
            there = await others.get(table_id)
            happened = there.table.event_count
            time.pass_by(3 * MINUTE + 2000)
            await asyncio.gather(
                tables.clocks.check_due_flags(),
                others.clocks.check_due_flags(),
                tables.clocks.sweep(),
                others.clocks.sweep(),
            )
            assert ada.live.table.event_count == there.table.event_count == happened + 1

    played(playing, path)


def test_a_process_that_knows_less_does_not_end_a_game_that_goes_on(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(tables)
        async with two_at(tables, table_id) as (ada, ben), tables_at(path, time) as others:
            await begin(ada, ben)
            there = await others.get(table_id)
            time.pass_by(2 * MINUTE)
            await ada.decide()
            time.pass_by(2 * MINUTE)
            await others.clocks.check_due_flags()
            assert there.table.outcome is None
            assert there.table.number == ada.live.table.number

    played(playing, path)


def test_the_clock_is_looked_after_by_itself(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            await tables.start()
            await begin(ada, ben)
            time.pass_by(3 * MINUTE)
            await until(lambda: ada.live.table.outcome is not None)

    played(playing, path)


def test_the_face_is_that_of_the_moment(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            await begin(ada, ben)
            time.pass_by(1234)
            face = ada.live.moment()["clock"]
            assert face["left"] == {"white": 3 * MINUTE - 1234, "black": 3 * MINUTE}
            assert face["running"] == "white"

    played(playing, path)


def test_an_engine_sees_the_clock_of_its_side(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            assert ada.live.engine_clock(WHITE) is None, "the clock stands before the first decision"
            await begin(ada, ben)
            time.pass_by(1500)
            assert ada.live.engine_clock(WHITE) == ClockTime(3 * MINUTE / 1000 - 1.5)
            assert ada.live.engine_clock(BLACK) is None
            time.pass_by(3 * MINUTE)
            assert ada.live.engine_clock(WHITE) == ClockTime(0.0)

    played(playing, path)


def test_a_clock_makes_an_engine_at_a_table_no_slower() -> None:
    hurry = ClockTime(2.0)
    assert limits_of(PlayerSpec.read("level:10"), None, hurry) == SearchLimits(DEFAULT_SECONDS, clock=hurry)
    assert limits_of(PlayerSpec.read("level:10,seconds=3"), None, hurry) == SearchLimits(clock=hurry)
    assert limits_of(PlayerSpec.read("level:10"), 5.0, hurry) == SearchLimits(5.0, clock=hurry)
    assert limits_of(PlayerSpec.read("level:4"), None, hurry) == SearchLimits(clock=hurry)
    assert limits_of(PlayerSpec.read("level:10"), None, None) == SearchLimits()


# --- Slow connections -----------------------------------------------------------------------------------


def test_lag_is_the_shortest_of_the_last_round_trips() -> None:
    lag = Latency()
    assert lag.credit == 0
    for n, trip in enumerate((900, 300, 120, 400, 410, 420, 430, 440)):
        lag.note_sent(n, 1000)
        lag.note_pong(n, 1000 + trip)
        lag.note_pong(n, 1000)
        lag.note_pong(n + 100, 1000)
    assert lag.credit == 400
    for n in range(5):
        lag.note_sent(n, 0)
        lag.note_pong(n, 3000)
    assert lag.credit == MOST_LAG


def test_a_decision_on_its_way_when_the_flag_is_due_counts(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            await ada.answer_ping(time, 300)
            await begin(ada, ben)
            time.pass_by(3 * MINUTE + 299)
            await tables.clocks.check_due_flags()
            await ada.decide()
            assert ada.live.table.outcome is None
            assert ada.live.moment()["clock"]["left"]["white"] == 1
            time.pass_by(3 * MINUTE)
            await tables.clocks.check_due_flags()
            assert ada.live.table.outcome is not None

    played(playing, path)


def test_delayed_pongs_give_little_back(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables, "dvonn")) as (ada, ben):
            await ada.answer_ping(time, 10_000)
            await begin(ada, ben)
            turns = 20
            for _ in range(turns):
                time.pass_by(1_000)
                await ada.decide()
                await ben.decide()
            left = ada.live.moment()["clock"]["left"]["white"]
            assert left == 3 * MINUTE - turns * 1_000 + LAG_BUDGET + (turns - 1) * LAG_REFILL
            time.pass_by(left + LAG_REFILL - 1)
            await tables.clocks.check_due_flags()
            assert ada.live.table.outcome is None
            time.pass_by(1)
            await tables.clocks.check_due_flags()
            assert ada.live.table.outcome is not None

    played(playing, path)


def test_the_flag_does_not_wait_for_who_has_left(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            await ada.answer_ping(time, 300)
            await begin(ada, ben)
            await ada.go()
            time.pass_by(3 * MINUTE)
            await tables.clocks.check_due_flags()
            assert ada.live.table.outcome is not None

    played(playing, path)


def test_a_forged_pong_is_worth_nothing(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, _):
            for n in (0, 1, 2**40):
                assert await ada.ask("pong", n=n) is None
            time.pass_by(5000)
            n = ada.last("ping")["n"]
            await ada.ask("pong", n=n)
            assert ada.credit == MOST_LAG
            await ada.answer_ping(time, 20)
            await ada.ask("pong", n=n)
            assert ada.credit == 20

    played(playing, path)
