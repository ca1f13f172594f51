"""Kernels count from the front: compiled, an index below zero would be memory that is not theirs."""

import os
from collections.abc import Callable, Iterable
from itertools import product
from random import Random
from typing import Any

import pytest

import gipfel
from gipfel import Game
from gipfel.engine.bench import sample
from gipfel.engine.search.alpha_beta_searcher import AlphaBetaSearcher
from gipfel.engine.search.analysis import Searcher, SearchLimits
from gipfel.engine.search.best_first_searcher import BestFirstSearcher
from gipfel.engine.search.uct_searcher import UctSearcher
from gipfel.kernel import link
from gipfel.kernel.perft import Perft
from gipfel.kernel.rules import LinkedRules
from gipfel.kernel.state import ONGOING, RESULT

VERSIONS = [(name, version) for name in gipfel.game_names() for version in gipfel.game(name).versions]
MORE = 30 if os.environ.get("GIPFEL_SOAK") else 1
"""A factor for the numbers of games and nodes, larger in `make soak`."""
LONGEST = 500
"""The most decisions of a random game that are played."""


class Forward(list[Any]):
    """A list that cannot be read or written from its end."""

    def __getitem__(self, index: Any) -> Any:
        assert not isinstance(index, int) or index >= 0, f"index {index}"
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        assert not isinstance(index, int) or index >= 0, f"index {index}"
        super().__setitem__(index, value)


def forward(values: Iterable[Any]) -> Any:
    """The same numbers, or rows of numbers, from the front alone."""
    return Forward(forward(value) if isinstance(value, list) else int(value) for value in values)


@pytest.fixture(autouse=True)
def counting_from_the_front(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels run interpreted, and all they work on is `Forward`."""
    monkeypatch.setenv("GIPFEL_INTERPRETED", "1")
    monkeypatch.setattr(link, "linked_kernels", {})
    monkeypatch.setattr(link.Linker, "table", lambda _, value: forward(value))
    monkeypatch.setattr(LinkedRules, "array", lambda _, values: forward(values))
    monkeypatch.setattr(LinkedRules, "zeros", lambda _, size: Forward([0] * size))
    monkeypatch.setattr(
        LinkedRules, "table", lambda _, rows, columns: forward([0] * columns for _ in range(rows))
    )


def test_a_kernel_that_counts_from_the_end_is_found() -> None:
    @link.kernel("int64(int64[::1])")
    def last(state: list[int]) -> int:
        return state[-1]

    with pytest.raises(AssertionError, match="index -1"):
        link.link(last, fast=False)(forward([1, 2, 3]))


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_rules_count_from_the_front(name: str, version: str) -> None:
    game = gipfel.game(name, version)
    kernels = game.rules.linked(fast=False)
    for seed in range(MORE):
        chance = Random(seed)
        state = kernels.array(game.start(seed=seed).state)
        for _ in range(LONGEST):
            if state[RESULT] != ONGOING:
                break
            kernels.play(state, chance.choice(kernels.codes(state)))
        assert kernels.outcome(state) == state[RESULT]


SEARCHES: dict[str, tuple[Callable[[Game], Searcher], int]] = {
    "deep": (lambda game: AlphaBetaSearcher(game, noise=100, table_bits=8), 300),
    "wide": (lambda game: BestFirstSearcher(game, noise=100), 60),
    "uct": (UctSearcher, 4),
}
"""Each with the number of nodes it looks at."""
SLOW = [("punct", "deep"), ("punct", "uct")]
"""These take long, and PÜNCT's kernels are looked at elsewhere."""
USED = [pair for pair in product(gipfel.game_names(), SEARCHES) if MORE > 1 or pair not in SLOW]


@pytest.mark.parametrize(("name", "search"), USED)
def test_searches_and_evaluations_count_from_the_front(name: str, search: str) -> None:
    game = gipfel.game(name)
    make, nodes = SEARCHES[search]
    searcher = make(game)
    for position in sample(game)[3 : 3 + MORE]:
        assert searcher.think(position, SearchLimits(nodes=nodes * MORE)).nodes > 0


@pytest.mark.parametrize("name", gipfel.game_names())
def test_counting_positions_counts_from_the_front(name: str) -> None:
    game = gipfel.game(name)
    assert Perft(game.rules, fast=False).count(game.start(seed=0).state, 1) > 0
