"""Searches of some decisions only."""

from threading import Event, Timer

import pytest

import gipfel
from gipfel.engine.search.alpha_beta_searcher import AlphaBetaSearcher
from gipfel.engine.search.analysis import Searcher, SearchLimits
from gipfel.engine.search.best_first_searcher import BestFirstSearcher
from gipfel.engine.search.uct_searcher import UctSearcher
from gipfel.kernel.evaluation import CERTAIN

GIPF = gipfel.game("gipf", "basic")
SEARCHERS = [AlphaBetaSearcher, BestFirstSearcher, UctSearcher]
WIN_IN_ONE = "bww1/bbb1w/w1w1bb/b1bb1b1/wbwbww/wwbw1/wwwb b 0/1 0/0 B s"


def searcher_of(kind: type) -> Searcher:
    return kind(GIPF, fast=False)


@pytest.mark.parametrize("kind", SEARCHERS)
def test_only_the_named_decisions_are_chosen(kind: type) -> None:
    start = GIPF.start()
    for codes in (start.codes[:1], start.codes[3:12:4]):
        only = frozenset(codes)
        analysis = searcher_of(kind).think(start, SearchLimits(nodes=60, lines=5, only=only))
        assert {line.decisions[0].code for line in analysis.lines} <= only
        assert len(analysis.lines) == len(codes)
        scores = [line.score for line in analysis.lines]
        assert scores == sorted(scores, reverse=True)
        for line in analysis.lines:
            position = start
            for decision in line.decisions:
                position = position.play(decision.text)


@pytest.mark.parametrize("kind", SEARCHERS)
def test_without_a_limit_it_searches_until_it_is_stopped(kind: type) -> None:
    start, stop, seen = GIPF.start(), Event(), []
    timer = Timer(5, stop.set)
    timer.start()

    def report(analysis: object) -> None:
        seen.append(analysis)
        if len(seen) == 2:
            stop.set()

    only = frozenset(start.codes[:2])
    analysis = searcher_of(kind).think(start, SearchLimits(only=only), stop, report)
    timer.cancel()
    assert analysis.decision.code in only
    assert len(seen) >= 2


@pytest.mark.parametrize("kind", SEARCHERS)
def test_a_win_at_once_is_seen(kind: type) -> None:
    position = GIPF.position(WIN_IN_ONE)
    wins = [code for code in position.codes if position.play(code).outcome is not None]
    assert wins
    other = next(code for code in position.codes if code not in wins)
    only = frozenset({wins[0], other})
    best = searcher_of(kind).think(position, SearchLimits(nodes=50, only=only)).lines[0]
    assert best.decisions[0].code == wins[0]
    assert best.score == CERTAIN - 1
