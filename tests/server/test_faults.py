"""Faults around the server: a process dies, players do everything at once, a client does not read."""

import asyncio
import json
import signal
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from gipfel import GipfelError
from gipfel.server.tables.directory import TableDirectory
from tests.helpers.check import only_in_check
from tests.helpers.postgres import database
from tests.helpers.server.players import ADA, Player, Time, played, table_for_two, tables_at
from tests.helpers.server.running import RunningServer, serving

PERSON, ENGINE = {"kind": "person"}, {"kind": "engine", "player": "random"}
MOST_MEMORY = 30
"""Megabytes that a client which does not read may cost."""


@only_in_check
def test_of_two_processes_one_is_killed(tmp_path: Path) -> None:
    """The players of the other one see who has gone, play on, and meet at the process that is left."""
    with ExitStack() as stack:
        url = stack.enter_context(database())
        first, second = (
            stack.enter_context(serving(tmp_path / f"{name}.db", "--database-url", url)) for name in "ab"
        )
        ada, ben = stack.enter_context(first.visitor()), stack.enter_context(second.visitor())
        table_id = ada.invite_player(ben, game="gipf", version="basic")
        engines = first.new(game="dvonn", seats={"white": ENGINE, "black": ENGINE})
        with first.page(engines) as watching:
            watching.until_number(2)
            with ada.answering_page(table_id) as white:
                white.decide("e1-e3")
                black = stack.enter_context(ben.answering_page(table_id))
                black.until_so(number=1, present={"white": 1, "black": 1, "watching": 0})
                first.stop(signal.SIGKILL)
        black.decide("a1-c3")
        black.until_so(present={"white": 0, "black": 1, "watching": 0})
        ada = stack.enter_context(second.visitor(ada.cookie))
        with ada.answering_page(table_id) as white:
            assert (white.table["number"], white.table["mine"]) == (2, ["white"])
            white.decide("e9-e7")
            black.until_so(number=3, present={"white": 1, "black": 1, "watching": 0})
        with second.page(engines) as watching:
            watching.until_number(watching.table["number"] + 2)
        assert "Traceback" not in second.errors()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_undoing_and_deciding_at_the_same_time(tmp_path: Path, kind: str) -> None:
    """Two pages of one player, in two processes; what is refused has changed nothing."""
    if kind == "sqlite":
        played(lambda tables, time: racing(tables, tmp_path / "tables.db", time), tmp_path / "tables.db")
        return
    with database() as url:
        played(lambda tables, time: racing(tables, url, time), url)


async def racing(tables: TableDirectory, database: Path | str, time: Time) -> None:
    chance = Random(1)
    table_id = await table_for_two(tables)
    async with tables_at(database, time) as others:
        pages = [Player(await one.get(table_id), one, ADA).come() for one in (tables, others)]
        await tables.store.add_key(table_id, pages[0].live.table.position.side.other, ADA)
        for page in pages:
            await page.live.reload_keys()
        for _ in range(30):
            wishes = [one_wish(page, chance) for page in (*pages, *pages)]
            for answer in await asyncio.gather(*wishes, return_exceptions=True):
                assert answer is None or isinstance(answer, dict | GipfelError), answer
        stored = await tables.store.load(table_id)
        for page in pages:
            await page.live.catch_up()
            assert page.live.table.event_count == stored.event_count
            assert str(page.live.table.position) == str(stored.position)
            await page.go()


async def one_wish(page: Player, chance: Random) -> object:
    kind = chance.choice(["decide", "decide", "undo", "redo"])
    return await (page.decide() if kind == "decide" else page.ask(kind))


@only_in_check
def test_a_client_that_does_not_read(tmp_path: Path) -> None:
    """It sends many requests and never reads an answer: the others play on, and the memory stays small."""
    with serving(tmp_path / "tables.db") as server:
        table_id = server.new(game="punct", version="standard")
        with server.page(table_id) as other:
            other.play_at_random(Random(1), 20)
            before = memory_of(server)
            with server.page(table_id) as slow:
                for number in range(1500):
                    slow.socket.send(json.dumps({"type": "view", "id": number, "at": number % 20}))
                other.play_at_random(Random(2), 40)
                assert memory_of(server) - before < MOST_MEMORY


def memory_of(server: RunningServer) -> int:
    """The memory of a server in megabytes."""
    lines = Path(f"/proc/{server.process.pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) // 1024
