"""Tables at which nobody has done anything vanish by themselves."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from gipfel.server.tables.directory import TableDirectory
from tests.helpers.server.players import ADA, Player, Time, new_table, played, table_for_two

PEOPLE = {side: {"kind": "person"} for side in ("white", "black")}
TOMORROW = timedelta(days=1, minutes=1)


async def listed(tables: TableDirectory) -> set[str]:
    return {table["id"] for table in await tables.summaries(False, visitor=ADA)}


def test_they_are_listed_as_soon_as_somebody_decides(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        live = await new_table(tables, game="gipf", version="basic", seats=PEOPLE)
        waiting = await table_for_two(tables, waits=True)
        assert await listed(tables) == {waiting}
        player = Player(live, tables, ADA).come()
        await player.decide()
        assert await listed(tables) == {waiting, live.id}
        await player.go()

    played(playing, path)


def test_they_are_deleted_after_a_day_unless_somebody_has_them_open(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        left, seen = [await new_table(tables, game="gipf", version="basic", seats=PEOPLE) for _ in range(2)]
        waiting = await table_for_two(tables, waits=True)
        player = Player(seen, tables, ADA).come()
        await tables.untouched.delete_old_ones()
        everything = {summary.id for summary in await tables.store.summaries(False, 0, 10, ADA)}
        assert everything == {left.id, seen.id, waiting}
        await tables.untouched.delete_old_ones(datetime.now(UTC) + TOMORROW)
        everything = {summary.id for summary in await tables.store.summaries(False, 0, 10, ADA)}
        assert everything == {seen.id, waiting}
        await player.go()
        await tables.untouched.delete_old_ones(datetime.now(UTC) + TOMORROW)
        everything = {summary.id for summary in await tables.store.summaries(False, 0, 10, ADA)}
        assert everything == {waiting}

    played(playing, path)
