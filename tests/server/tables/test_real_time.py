"""Games with time: when their clock runs."""

from pathlib import Path

from gipfel import BLACK
from gipfel.games.core.time_limit import NO_CLOCK
from gipfel.server.tables.directory import TableDirectory
from gipfel.table.events import Seated, TimePassed
from gipfel.table.seats import Seat
from tests.helpers.server.players import ADA, BEN, EVE, Player, Time, played, table_for_two, tables_at, two_at
from tests.helpers.waiting import until


def test_a_game_with_time_begins_when_both_sit_and_runs_while_one_is_there(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(tables, "tamsk", "level2", NO_CLOCK, waits=True)
        live = await tables.get(table_id)
        clock = live.real_time
        assert clock is not None
        ada, eve = Player(live, tables, ADA).come(), Player(live, tables, EVE).come()
        assert not clock.running
        await live.apply(lambda table: [Seated(BLACK, Seat(name="Ben"))])
        assert clock.running
        ben = Player(live, tables, BEN).come()
        await ada.go()
        assert clock.running
        await ben.go()
        await until(lambda: not clock.running)
        assert eve in live.clients
        await eve.go()

    played(playing, path)


def test_a_clock_that_is_behind_is_set_forward(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(tables, "tamsk", "level2", NO_CLOCK)
        async with two_at(tables, table_id) as (ada, _), tables_at(path, time) as others:
            there = Player(await others.get(table_id), others, BEN).come()
            here, other = ada.live.real_time, there.live.real_time
            assert here is not None
            assert other is not None
            await ada.live.apply(lambda table: [TimePassed(5000)])
            await there.live.catch_up()
            assert other.now >= 5000
            before = other.now
            await until(lambda: other.now > before)
            await there.go()

    played(playing, path)
