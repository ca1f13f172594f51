"""Whole games are judged turn by turn; what is known is not searched again, and luck is nobody's mistake."""

from itertools import count
from pathlib import Path

import gipfel
from gipfel.server.analyses.judging import GameJudge, KnownJudgements
from gipfel.server.contract.server_messages import Opinion
from gipfel.server.engines.service import EngineService
from gipfel.server.tables.directory import TableDirectory
from gipfel.server.tables.live_table import LiveTable
from gipfel.table.storage.analyses import AnalysisStore
from gipfel.table.storage.store import Store, sqlite_url
from tests.helpers.asynchronous import run
from tests.helpers.evenings import random_evening
from tests.helpers.server.players import Time, new_table, tables_at


async def judged(
    tables: TableDirectory, live: LiveTable, path: Path, only_known: bool = False
) -> list[Opinion]:
    return await judged_by(live.engines, tables, live, path, only_known)


async def judged_by(
    engines: EngineService, tables: TableDirectory, live: LiveTable, path: Path, only_known: bool = False
) -> list[Opinion]:
    known = KnownJudgements(tables.store, AnalysisStore(Store(sqlite_url(path))))
    judge = GameJudge(live.table, engines, known, 0.02)
    return [opinion async for opinion in judge.opinions(None, lambda: None, only_known)]


def test_a_game_is_judged_once_for_all_processes(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    played = gipfel.Playthrough(gipfel.game("gipf").start())
    for text in ("e1-e3", "c2", "g2"):
        played.play_turn(text)
    record = gipfel.write_record(played.record())

    async def asking() -> None:
        async with tables_at(path, Time()) as tables:
            live = await new_table(tables, record=record)
            assert {opinion["per_cent"] for opinion in await judged(tables, live, path, True)} == {None}
            first = await judged(tables, live, path)
        async with tables_at(path, Time()) as tables:
            live = await new_table(tables, record=record)
            again = await judged(tables, live, path, only_known=True)
            # A service that was never started has no engine: whoever asks it gets an error.
            without_engine = await judged_by(EngineService(local=True), tables, live, path)
        assert again == first == without_engine
        assert [opinion["at"] for opinion in first] == [0, 1, 2, 3]
        assert [opinion["begin"] for opinion in first] == [0, 0, 1, 2]
        assert all(opinion["per_cent"] is not None for opinion in first)
        assert all(opinion["loss"] is not None for opinion in first[1:])
        assert [opinion["over"] for opinion in first] == [False, False, False, True]

    run(asking())


COIN = gipfel.game("project", "evening", **{"link.T": "coin", "link.Z": "coin", "link.first": "opponent"})


def evening_with_a_coin() -> gipfel.Playthrough:
    """An evening that is left after its first coin was thrown."""
    for seed in count():
        whole = random_evening(COIN, seed, 60)
        coins = [at for at, decision in enumerate(whole.decisions) if decision.position.by_chance]
        if coins and coins[0] > 2:
            whole.undo_to(coins[0] + 1)
            return whole
    raise AssertionError


def test_a_coin_makes_no_turning_point(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    evening = evening_with_a_coin()
    coin = len(evening.decisions) - 1

    async def asking() -> None:
        async with tables_at(path, Time()) as tables:
            live = await new_table(tables, record=gipfel.write_record(evening.record()))
            before = await judged(tables, live, path, only_known=True)
            found = await judged(tables, live, path)
        assert [opinion["known"] for opinion in before] == [opinion["per_cent"] is None for opinion in found]
        assert all(opinion["known"] for opinion in found)
        assert found[coin]["per_cent"] is None
        for at in (coin, coin + 1):
            assert (found[at]["mark"], found[at]["loss"], found[at]["better"]) == ("", None, [])
        assert found[coin + 1]["per_cent"] is not None

    run(asking())
