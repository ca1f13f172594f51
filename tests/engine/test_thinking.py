"""`think` and `thinking`: limits, reports, stopping."""

import gc
from random import Random
from threading import Event, Thread
from threading import enumerate as enumerate_threads
from time import perf_counter

import pytest

import gipfel
from gipfel.engine import Analysis, SearchLimits, think, thinking
from gipfel.engine.search.uct_searcher import UctSearcher
from tests.helpers.waiting import wait_until

GIPF = gipfel.game("gipf", "basic").start()
WRONG = [
    *({"seconds": seconds} for seconds in (0, -1, float("nan"), float("inf"), "1", True, 1e9)),
    *({"nodes": nodes} for nodes in (0, -5, 1.5, "9", 10**30)),
    *({"depth": depth} for depth in (0, -1, 2.0, True)),
    *({"lines": lines} for lines in (0, -1, None)),
    *({"threads": threads} for threads in (0, -1, 65, None)),
    *({"level": level} for level in (0, 11, 77, -3, "5", True)),
]


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_a_wrong_limit_is_refused_by_its_name(wrong: dict[str, object]) -> None:
    (name,) = wrong
    for search in (think, thinking):
        with pytest.raises(gipfel.OptionError, match=rf"^{name}=.* is not possible; {name} is a .*number"):
            search(GIPF, **wrong)  # type: ignore[operator]


def test_limits_are_checked_wherever_they_are_made() -> None:
    with pytest.raises(gipfel.OptionError, match="depth=0 is not possible"):
        SearchLimits(depth=0)


def random_game(game: gipfel.Game) -> list[gipfel.Position]:
    """The positions of a random game."""
    positions, random = [game.start(seed=1)], Random(1)
    while positions[-1].outcome is None:
        positions.append(positions[-1].play(random.choice(positions[-1].codes)))
    return positions


def test_nothing_to_think_about() -> None:
    *_, over = random_game(gipfel.game("tzaar"))
    for search in (think, thinking):
        with pytest.raises(gipfel.GipfelError, match="the game is over"):
            search(over)


def test_think_reports_every_depth() -> None:
    seen: list[Analysis] = []
    analysis = think(GIPF, depth=3, report=seen.append)
    assert [so_far.depth for so_far in seen] == [1, 2, 3]
    assert seen[-1].lines == analysis.lines


def test_an_error_of_the_callback_ends_the_search() -> None:
    def refuse(analysis: Analysis) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        think(GIPF, depth=3, report=refuse)
    assert think(GIPF, depth=2).depth == 2, "the next search works"


def test_another_thread_stops_think() -> None:
    stop = Event()
    seen: list[Analysis] = []

    def stop_at_once(analysis: Analysis) -> None:
        seen.append(analysis)
        Thread(target=stop.set).start()

    analysis = think(GIPF, seconds=600, report=stop_at_once, stop=stop)
    assert analysis.seconds < 60
    assert seen


def test_thinking_yields_the_analyses_so_far() -> None:
    analyses = [*thinking(GIPF, depth=4)]
    assert [analysis.depth for analysis in analyses] == [1, 2, 3, 4, 4]
    assert analyses[-1].lines == think(GIPF, depth=4).lines


def test_thinking_is_stopped_from_another_thread() -> None:
    search = thinking(GIPF, lines=2)
    first = next(search)
    assert search.running
    Thread(target=search.stop).start()
    begin = perf_counter()
    last = search.result()
    assert perf_counter() - begin < 2
    assert last.depth >= first.depth
    assert len(last.lines) == 2
    assert [*search][-1] is last, "what was found can be read"
    assert not search.running


def test_a_block_ends_the_search() -> None:
    with thinking(GIPF) as search:
        next(search)
    assert not search.running
    assert [*search] == []
    assert search.analysis is not None


def test_a_search_that_nobody_refers_to_ends() -> None:
    before = {*enumerate_threads()}
    for analysis in thinking(GIPF):
        assert analysis.lines
        break
    gc.collect()
    wait_until(lambda: {*enumerate_threads()} <= before)


def test_a_search_that_is_not_over_has_no_result_yet() -> None:
    with thinking(GIPF) as search, pytest.raises(gipfel.GipfelError, match=r"is not over after 0\.001 s"):
        search.result(timeout=0.001)


def test_two_searches_at_a_time_do_not_disturb_each_other() -> None:
    other = gipfel.game("gipf", "basic").position("3w/3w1/3b2/bbb2wb/6/5/4 b 12/10 0/0 B s")
    with thinking(GIPF) as first, thinking(other) as second:
        next(first)
        next(second)
        again = think(GIPF, depth=1)
    assert again.position == GIPF
    assert first.analysis is not None
    assert first.analysis.position == GIPF
    assert second.analysis is not None
    assert second.analysis.position == other


def test_a_tree_that_reaches_the_end_of_the_game_is_deep_enough() -> None:
    """Before the last decision no line can get deeper; such a search never ended."""
    game = gipfel.game("tzaar")
    *_, before_the_last, _ = random_game(game)
    assert UctSearcher(game).think(before_the_last, SearchLimits(depth=50)).depth < 50
