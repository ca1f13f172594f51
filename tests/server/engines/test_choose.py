"""Decisions of engines: every game and player, games with time, contests, histories."""

import asyncio
from random import Random
from time import monotonic

import pytest

import gipfel
from gipfel.games.core.position import Position
from gipfel.games.core.registry import game_type
from gipfel.server.engines.failures import EngineUnavailable
from gipfel.server.engines.service import EngineService
from tests.helpers.asynchronous import run
from tests.helpers.check import some_of
from tests.helpers.server.engine_service import GIPF, chosen, finished, linked, project_position

VERSIONS = [(name, version) for name in gipfel.game_names() for version in game_type(name).versions]


# --- Choosing -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "version"), some_of(VERSIONS, 8), ids=" ".join)
def test_choose(shared: EngineService, name: str, version: str) -> None:
    position = gipfel.game(name, version).start(seed=3)
    first = version == gipfel.game(name).version or position.game.clockwork is not None
    for player in ("random", "level:1", "level:1") if first else ("random", "random"):
        text = chosen(shared, player, position)
        assert text is not None
        decision = position.decision(text)
        assert decision.text == text
        position = position.play(decision)


@pytest.mark.parametrize("player", some_of(["uct,nodes=50", "greedy", "level:10,seconds=0.05", "level:5"], 2))
def test_other_players(shared: EngineService, player: str) -> None:
    assert chosen(shared, player, GIPF) in {decision.text for decision in GIPF.decisions()}


def test_level_3_is_quick_when_it_is_warm(shared: EngineService) -> None:
    times, position = [], GIPF
    for _ in range(12):
        begin = monotonic()
        text = chosen(shared, "level:3", position)
        times.append(monotonic() - begin)
        position = position.play(str(text))
    assert min(times) < 0.3


def test_a_time_to_think_is_kept_to(shared: EngineService) -> None:
    chosen(shared, "level:10,book=0", GIPF, seconds=0.05)
    begin = monotonic()
    chosen(shared, "level:10,book=0", GIPF.play("b3"), seconds=0.3)
    assert 0.25 < monotonic() - begin < 2.0


def test_who_misjudges_does_so_in_the_same_way_in_every_worker(shared: EngineService) -> None:
    async def both() -> list[str | None]:
        return await asyncio.gather(
            *(shared.choose("level:1", GIPF, GIPF.side, None, "the same") for _ in range(4))
        )

    assert len(set(run(both()))) == 1


@pytest.mark.parametrize(
    ("player", "message"),
    [("level:11", "levels go from"), ("alice", "there is no player"), ("engine:", "needs a command")],
)
def test_players_that_do_not_exist(shared: EngineService, player: str, message: str) -> None:
    with pytest.raises(EngineUnavailable, match=message):
        chosen(shared, player, GIPF)


def test_a_game_that_is_over(shared: EngineService) -> None:
    with pytest.raises(EngineUnavailable, match="the game is over"):
        chosen(shared, "level:1", finished())


# --- Games with time, contests, histories -------------------------------------------------------------


@pytest.mark.parametrize("player", ["random", "level:2"])
def test_out_of_turn(shared: EngineService, player: str) -> None:
    position = gipfel.game("tamsk", "level3").start()
    other = position.side.other
    for _ in range(6):
        text = chosen(shared, player, position)
        position = position.play(str(text)).at(position.time + 1500)
        reaction = chosen(shared, player, position, side=other)
        assert reaction is None or position.decision(reaction, other).side == other
    assert chosen(shared, player, GIPF, side=GIPF.side.other) is None


@pytest.mark.parametrize("player", ["random", "level:1"])
@pytest.mark.parametrize("what", ["coin", "die", "outside", "zertz basic"])
def test_inside_contests(shared: EngineService, player: str, what: str) -> None:
    position: Position = project_position(lambda p: p.contest is not None, **linked(what))
    for _ in range(4):
        if position.outcome is None:
            text = chosen(shared, player, position, table=f"contest {what}")
            position = position.play(str(text))


def test_a_long_history(shared: EngineService) -> None:
    position, chance = gipfel.game("punct", "basic").start(), Random(2)
    for _ in range(40):
        if position.outcome is None:
            position = position.play(chance.choice(position.codes))
    assert chosen(shared, "level:1", position) in {decision.text for decision in position.decisions()}
