"""Analyses and opinions of engines."""

from time import monotonic

import pytest

import gipfel
from gipfel.project.contests.game_contest import GameContest
from gipfel.server.engines.service import EngineService, Opinion
from tests.helpers.asynchronous import run
from tests.helpers.check import only_in_check
from tests.helpers.server.engine_service import GIPF, chosen, finished, linked, project_position

WHOLE = 100.0
"""The per cent of both sides together."""


@only_in_check
def test_better_and_better_opinions(shared: EngineService) -> None:
    async def all_of_them() -> list[Opinion]:
        return [opinion async for opinion in shared.analyse(GIPF, 0.9, 3)]

    opinions = run(all_of_them())
    assert 2 <= len(opinions) <= 7
    assert [o.depth for o in opinions] == sorted(o.depth for o in opinions)
    assert len(opinions[-1].lines) == 3
    assert GIPF.decision(opinions[-1].lines[0].decisions[0])


def test_an_analysis_is_stopped(shared: EngineService) -> None:
    async def stopped() -> float:
        opinions = shared.analyse(GIPF, None, 3)
        async for _ in opinions:
            break
        begin = monotonic()
        await opinions.aclose()
        return monotonic() - begin

    times = [run(stopped()) for _ in range(4)]
    assert min(times) < 0.06
    assert max(times) < 1.0
    chosen(shared, "level:1", GIPF)


def test_an_opinion(shared: EngineService) -> None:
    position = GIPF.play("b3")
    opinion = run(shared.opinion(position, 0.1))
    line = opinion.lines[0]
    assert opinion.per_cent + line.per_cent == pytest.approx(WHOLE)
    assert opinion.score == -line.score
    assert opinion.text == line.text


def test_opinions_where_nobody_decides(shared: EngineService) -> None:
    over = finished()
    opinion = run(shared.opinion(over, 0.1))
    winner = over.outcome.winner if over.outcome else None
    assert opinion.per_cent == {gipfel.WHITE: WHOLE, gipfel.BLACK: 0, None: 50}[winner]
    assert opinion.lines == ()
    rolling = project_position(lambda p: p.contest is not None and p.contest.by_chance, **linked("die"))
    assert run(shared.opinion(rolling, 0.1)).per_cent == 50


def test_an_opinion_on_a_contest(shared: EngineService) -> None:
    position = project_position(
        lambda p: isinstance(p.contest, GameContest) and not p.contest.by_chance, **linked("zertz basic")
    )
    line = run(shared.opinion(position, 0.1)).lines[0]
    assert position.decision(line.decisions[0])
