"""Plans, and positions that might come."""

from pathlib import Path
from typing import Any

import pytest

import gipfel
from gipfel import BLACK, WHITE, GipfelError
from gipfel.games.core.time_limit import NO_CLOCK
from gipfel.server.socket.variations import Variation
from gipfel.server.tables.directory import TableDirectory
from gipfel.server.tables.live_table import OutdatedClient
from tests.helpers.random_games import random_game
from tests.helpers.server.players import ADA, EVE, Player, Time, played, table_for_two, tables_at, two_at


def test_a_plan_is_played_with_the_decision_it_waits_for(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(tables)
        async with two_at(tables, table_id) as (ada, ben):
            await ben.ask("plan", number=0, line=["e1-e3", "a1-c3"])
            answer = await ada.decide("e1-e3")
            assert answer == {"type": "done", "number": 2}
            assert not ada.live.table.plans
            async with tables_at(path, time) as others:
                assert (await others.get(table_id)).table.number == 2

    played(playing, path)


def test_a_plan_for_another_case_is_not_played(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            await ben.ask("plan", number=0, line=["e1-e3", "a1-c3"])
            await ada.decide("i1-g3")
            assert ada.live.table.number == 1
            with pytest.raises(OutdatedClient):
                await ben.ask("plan", number=0, line=["e1-e3", "a1-c3"])

    played(playing, path)


def test_a_plan_is_taken_back_and_is_nobody_elses(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            for wrong in ({"line": ["e1-e3"]}, {"line": ["nonsense"]}, {"line": ["e1-e3"], "side": "white"}):
                with pytest.raises(GipfelError):
                    await ben.ask("plan", number=0, **wrong)
            await ben.ask("plan", number=0, line=["e1-e3", "a1-c3"], always=True)
            await ben.ask("plan", number=0, line=[])
            await ada.decide("e1-e3")
            assert ada.live.table.number == 1

    played(playing, path)


@pytest.mark.parametrize("game", gipfel.game_names())
def test_positions_that_might_come_can_be_pointed_at(path: Path, game: str) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(tables, game, clock=NO_CLOCK)
        async with two_at(tables, table_id) as (ada, ben):
            line: list[str] = []
            position = ada.live.table.position
            for _ in range(6):
                seen = await _pointed(ben, line)
                assert seen["side"] == ("white", "black")[position.side]
                assert seen["mine"] == (position.side == BLACK)
                position = position.play(seen["decision"])
                line.append(seen["decision"])
            seen = await ben.ask("preview", number=0, line=line) or {}
            assert seen["line"] == line
            assert seen["sentence"] == position.task
            await ben.ask("plan", number=0, line=line)
            for text in line[: _first_of(BLACK, line, ada.live.table.position)]:
                await ada.decide(text)
            assert ada.live.table.number > _first_of(BLACK, line, ada.live.table.play.start)

    played(playing, path)


async def _pointed(player: Player, line: list[str]) -> dict[str, Any]:
    """Point at targets until they make a decision, in the position after a line."""
    prefix: list[list[str]] = []
    while True:
        seen = await player.ask("preview", number=0, line=line, prefix=prefix) or {}
        assert seen["picture"]["pieces"] is not None
        if seen["decision"] is not None:
            return seen
        prefix.append(seen["targets"][0]["target"])


def _first_of(side: gipfel.Side, line: list[str], position: gipfel.Position) -> int:
    """The number of decisions in a line before the first one of a side."""
    for number, text in enumerate(line):
        if position.side == side:
            return number
        position = position.play(text)
    raise AssertionError(line)


def test_nothing_can_be_foreseen_by_who_watches_or_in_a_game_with_time(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        live = await tables.get(await table_for_two(tables))
        with pytest.raises(GipfelError):
            await Player(live, tables, EVE).ask("preview", number=0, line=[])
        with pytest.raises(OutdatedClient):
            await Player(live, tables, ADA).ask("preview", number=1, line=[])
        live = await tables.get(await table_for_two(tables, "tamsk", "level2", NO_CLOCK))
        for kind in ("preview", "plan"):
            with pytest.raises(GipfelError, match="time"):
                await Player(live, tables, ADA).ask(kind, number=0, line=["^a4-b5"])

    played(playing, path)


def test_nobody_plans_beyond_chance() -> None:
    position, text = _before_chance("project", "dice")
    variation = Variation()
    seen = variation.view(position, [text], (), [WHITE, BLACK])
    assert (seen["targets"], seen["decision"], seen["line"]) == ([], None, [text])
    with pytest.raises(GipfelError, match="Chance"):
        variation.view(position, [text, "die:5-3"], (), [WHITE, BLACK])


def _before_chance(game: str, version: str) -> tuple[gipfel.Position, str]:
    """A position, and a decision in it after which chance decides."""
    for seed in range(20):
        for made in random_game(game, version, seed).decisions:
            if not made.position.by_chance and made.position.play(made).by_chance:
                return made.position, made.text
    raise AssertionError(game)


def test_the_same_plan_again_is_harmless(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (_, ben):
            for _ in range(3):
                await ben.ask("plan", number=0, line=["e1-e3", "a1-c3"])
            assert ben.live.table.event_count == 1
            await ben.ask("plan", number=0, line=["e1-e3", "a1-c3"], always=True)
            assert ben.live.table.event_count == 2

    played(playing, path)


def test_a_plan_for_a_position_that_was_taken_back_is_refused(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            await ada.decide("e1-e3")
            seen = ben.live.table.event_count
            await ada.ask("offer", what="undo")
            await ben.ask("accept", what="undo")
            await ada.decide("a1-c3")
            with pytest.raises(GipfelError, match="gone on"):
                await ada.ask("plan", number=1, line=["i1-h2", "e1-e3"], happened=seen)
            assert not ada.live.table.plans
            await ada.ask("plan", number=1, line=["i1-h2", "e1-e3"], happened=ada.live.table.event_count)
            assert ada.live.table.plans

    played(playing, path)
