"""Searches that grow trees: UCT with random games, and best-first search."""

from random import Random
from threading import Event
from time import perf_counter

import pytest

import gipfel
from gipfel.engine.search import best_first
from gipfel.engine.search.analysis import Analysis, SearchLimits
from gipfel.engine.search.best_first_searcher import BestFirstSearcher
from gipfel.engine.search.uct_searcher import UctSearcher
from gipfel.games.core.position import Position
from gipfel.games.core.side import Side
from gipfel.kernel.evaluation import CERTAIN
from tests.helpers.check import CHECK, only_in_check
from tests.helpers.forced_wins import wins_by_force

WIN_IN_ONE = [
    ("gipf", "basic", "bww1/bbb1w/w1w1bb/b1bb1b1/wbwbww/wwbw1/wwwb b 0/1 0/0 B s"),
    ("gipf", "basic", "wbww/bb1bb/w3wb/w1b2bb/wb2bw/b1wwb/wbb1 w 3/0 1/0 B s"),
    ("tzaar", "fixed", "tt2.../a2...T2./.A.t2.T./Tt.T2..../T......t/.Z.z..../t.....t/..T2T2../T...A b 1"),
]
WIN_IN_THREE = [
    ("gipf", "basic", "1b1b/w2ww/b2b1b/b2b3/bww3/1wbwb/wbbb w 5/1 2/1 B s"),
    ("gipf", "basic", "1wbb/b1bwb/4ww/w1w1b1b/2w1ww/bbb1w/bbw1 b 1/3 3/0 B s"),
    (
        "yinsh",
        "blitz",
        "4/1w2WBw/1b2wb2/b2B1wwb1/b1b1B1wwW1/bbbb2Wbw/1bwB1wwwbw/b1bwbB1ww/bWwwbw1w/bWwwww1/wb1w w m - 0/0 1",
    ),
]
CONNECTION = "wCh11:0,wCh14:0,wEh1:0,wEh7:0,wEi15:1,bTg15:3,bEg1:0,bEg7:0,bEg10:0,bLh16:2 w B"
"""docs/rules/punct.md, example 15: White adds a piece and is connected."""


def position(name: str, version: str, text: str) -> Position:
    """Compiled in GIPF; elsewhere these wins are found soon enough interpreted."""
    game = gipfel.game(name, version)
    if name == "gipf":
        game.compile()
    return game.position(text)


@pytest.mark.parametrize(("name", "version", "text"), WIN_IN_ONE if CHECK else WIN_IN_ONE[:2])
def test_win_in_one(name: str, version: str, text: str) -> None:
    start = position(name, version, text)
    analysis = BestFirstSearcher(start.game).think(start, SearchLimits(nodes=3000))
    assert analysis.lines[0].score == CERTAIN - 1
    assert wins_by_force(start.play(analysis.decision), start.side, 0)


def test_uct_finds_a_win_in_one() -> None:
    start = position(*WIN_IN_ONE[0])
    analysis = UctSearcher(start.game).think(start, SearchLimits(nodes=3000))
    assert wins_by_force(start.play(analysis.decision), start.side, 0)


@pytest.mark.parametrize(("name", "version", "text"), WIN_IN_THREE if CHECK else WIN_IN_THREE[:2])
def test_win_in_three(name: str, version: str, text: str) -> None:
    start = position(name, version, text)
    analysis = BestFirstSearcher(start.game).think(start, SearchLimits(nodes=100_000))
    assert analysis.lines[0].score == CERTAIN - 3
    assert len(analysis.lines[0].decisions) == 3
    assert wins_by_force(start.play(analysis.decision), start.side, 2)


def test_connection_in_punct() -> None:
    start = position("punct", "basic", CONNECTION)
    analysis = BestFirstSearcher(start.game).think(start, SearchLimits(nodes=1000))
    assert analysis.lines[0].score == CERTAIN - 1
    outcome = start.play(analysis.decision).outcome
    assert outcome is not None
    assert outcome.winner is Side.WHITE


@pytest.mark.parametrize("make", [UctSearcher, BestFirstSearcher])
def test_limits(make: type[UctSearcher] | type[BestFirstSearcher]) -> None:
    """A search keeps to a time, to a number of nodes, to a depth, and stops when it is told to."""
    game = gipfel.game("gipf", "basic")
    game.compile()
    search = make(game)
    begin = perf_counter()
    search.think(game.start(), SearchLimits(seconds=0.1))
    assert perf_counter() - begin < 0.3
    assert search.think(game.start(), SearchLimits(nodes=2000)).nodes >= 2000
    assert search.think(game.start(), SearchLimits(depth=2, seconds=10)).depth >= 2
    stop = Event()
    stop.set()
    begin = perf_counter()
    assert search.think(game.start(), SearchLimits(seconds=10), stop).lines
    assert perf_counter() - begin < 0.2


@pytest.mark.parametrize("make", [UctSearcher, BestFirstSearcher])
def test_lines_and_reports(
    make: type[UctSearcher] | type[BestFirstSearcher], monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a fast machine a tree is full before the first report would be due.
    monkeypatch.setattr("gipfel.engine.search.tree_searcher.REPORT_INTERVAL", 0.001)
    game = gipfel.game("gipf", "basic")
    game.compile()
    reports: list[Analysis] = []
    analysis = make(game).think(game.start(), SearchLimits(seconds=0.5, lines=3), report=reports.append)
    assert reports
    assert len({line.decisions[0] for line in analysis.lines}) == 3
    for line in analysis.lines:
        found = game.start()
        for decision in line.decisions:
            assert decision.position == found
            found = found.play(decision)


@pytest.mark.parametrize("make", [UctSearcher, BestFirstSearcher])
def test_interpreted_search_is_the_same(
    make: type[UctSearcher] | type[BestFirstSearcher], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for interpreted in ("", "1"):
        monkeypatch.setenv("GIPFEL_INTERPRETED", interpreted)
        game = gipfel.game("gipf", "basic")
        search = make(game, seed=3)
        search.plant(game.start())
        for _ in range(20):
            search.grow(1)
        found.append((search.nodes, search.best_lines(game.start(), 5)))
    assert found[0] == found[1]


class _OnlyRepetitions(BestFirstSearcher):
    """Finds after each step that every decision of the root repeats a position once too often."""

    def grow(self, amount: int) -> None:
        super().grow(amount)
        behind = [row[-1] for row in self._tree]
        assert not any(behind), "a node was visited that does not exist"
        for child in self._children(0):
            self._tree[best_first.SCORE][child] = 0
            self._tree[best_first.SETTLED][child] = 1
            self._tree[best_first.COUNT][child] = 0


@pytest.mark.parametrize("version", [pytest.param("basic", marks=only_in_check), "standard"])
def test_a_root_with_nothing_but_repetitions_is_settled(
    version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First its best decisions are settled, then all of them; no other node is left to visit."""
    monkeypatch.setenv("GIPFEL_INTERPRETED", "1")
    game = gipfel.game("punct", version)
    search = _OnlyRepetitions(game)
    search.plant(game.start())
    steps = 0
    while not search.is_done():
        search.grow(1)
        steps += 1
        assert steps < 5
    assert [score for score, _ in search.best_lines(game.start(), 3)] == [0, 0, 0]


def test_uct_beats_random_play() -> None:
    game = gipfel.game("gipf", "basic")
    game.compile()
    search = UctSearcher(game)
    chance = Random(1)
    for side in Side:
        found = game.start()
        while found.outcome is None:
            if found.side == side:
                found = found.play(search.think(found, SearchLimits(nodes=200)).decision)
            else:
                found = found.play(chance.choice(found.codes))
        assert found.outcome.winner == side


def test_blur_misjudges_always_alike() -> None:
    start = position("gipf", "basic", WIN_IN_THREE[0][2])
    exact, noisy, again, other = (
        BestFirstSearcher(start.game, noise, seed).think(start, SearchLimits(nodes=10, lines=5)).lines
        for noise, seed in ((0, 0), (2000, 1), (2000, 1), (2000, 2))
    )
    assert noisy == again
    assert exact != noisy != other


def test_repetition_is_a_draw() -> None:
    """docs/rules/punct.md, example 20: what occurs for the third time is a draw, however good it looks."""
    game = gipfel.game("punct", "standard")
    game.compile()
    start = game.position("wTi5:0,bEf4:0 w S")
    for _ in range(2):
        for text in ("i5-i5:1", "f4-f4:1", "i5-i5:0", "f4-f4:0"):
            if start.outcome is None:
                before, start = start, start.play(text)
    assert start.outcome is not None
    search = BestFirstSearcher(game)
    search.plant(before)
    search.grow(1)
    drawn = {code for code in before.codes if before.play(code).outcome is not None}
    assert drawn
    analysis = search.think(before, SearchLimits(nodes=3000, lines=40))
    for line in analysis.lines:
        if line.decisions[0].code in drawn:
            assert line.score == 0 or line is not analysis.lines[0]
