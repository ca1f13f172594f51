"""Measuring: means over distinct games, and their spread."""

from collections.abc import Callable

import pytest

import gipfel
from gipfel.kernel import bench
from gipfel.kernel.bench import figure, measure
from gipfel.kernel.playout import playouts
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import State


def test_a_figure_is_the_mean_and_not_the_best_chunk() -> None:
    found = figure(amount=40, spent=4.0, rates=[8.0, 12.0])
    assert found.mean == 10.0
    assert found.spread == pytest.approx(0.28, abs=0.01)
    assert figure(amount=10, spent=1.0, rates=[10.0]).spread is None


def test_no_random_game_is_played_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each call goes on with the generator of the one before, and begins in the next start."""
    calls: list[tuple[State, State, int]] = []

    def spying_link(self: Rules, generic: Callable[..., int], fast: bool) -> Callable[..., int]:
        linked = real_link(self, generic, fast)
        if generic is not playouts:
            return linked

        def spy(start: State, state: State, out: State, generator: State, games: int, *rest: object) -> int:
            calls.append(([*start], [*generator], games))
            return linked(start, state, out, generator, games, *rest)

        return spy

    real_link = Rules.link
    monkeypatch.setattr(Rules, "link", spying_link)
    monkeypatch.setattr(bench, "can_compile", lambda: False)
    game = gipfel.game("tzaar", "random")
    starts = [game.start(seed=seed).state for seed in range(3)]
    speed = measure(game.rules, starts, 0.05)
    assert speed.decisions.interpreted is not None
    assert speed.decisions.interpreted.mean > 100
    assert len(calls) > 3
    assert len({tuple(generator) for _, generator, _ in calls}) == len(calls)
    assert [start for start, _, _ in calls[:4]] == [*starts, starts[0]]
