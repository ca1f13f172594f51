"""The transposition table: keys, entries and ages."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gipfel
from gipfel.engine.bench import sample
from gipfel.engine.search.alpha_beta_searcher import AlphaBetaSearcher
from gipfel.engine.search.analysis import SearchLimits
from gipfel.engine.search.transposition import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    bound_of,
    depth_of,
    fits,
    hashed,
    index_of,
    key_of,
    score_of,
    shifted,
    slot_of,
    store,
)
from gipfel.kernel.evaluation import CERTAIN
from gipfel.kernel.link import can_compile, link
from gipfel.kernel.state import RESULT, SIDE


@given(
    score=st.integers(-CERTAIN, CERTAIN),
    depth=st.integers(0, 100),
    bound=st.sampled_from([AT_MOST, AT_LEAST, EXACT]),
    index=st.integers(0, (1 << 14) - 1),
    age=st.integers(0, 255),
    key=st.integers(0, (1 << 62) - 1),
)
def test_the_table_gives_back_what_it_was_given(
    score: int, depth: int, bound: int, index: int, age: int, key: int
) -> None:
    table = [0] * 32
    store(table, key, score, depth, bound, index, age)
    slot = slot_of(table, key)
    entry = table[slot]
    assert fits(table, slot, entry, key)
    assert (score_of(entry), depth_of(entry), bound_of(entry), index_of(entry)) == (
        score,
        depth,
        bound,
        index,
    )
    assert not fits(table, slot, entry, key ^ (1 << 40))


@pytest.mark.parametrize("name", gipfel.game_names())
def test_positions_are_told_apart_and_spread(name: str) -> None:
    game = gipfel.game(name)
    compiled = link(hashed, fast=can_compile())
    kernels = game.rules.linked(can_compile())
    keys: dict[tuple[int, ...], int] = {}
    for position in sample(game):
        for code in position.codes[:400]:
            state = position.play(code).state
            essence = (state[SIDE], *state[RESULT:])
            keys[essence] = hashed(state)
            assert compiled(kernels.array(state)) == keys[essence]
    assert len({*keys.values()}) == len(keys)
    for shift in (0, 20, 40, 50):
        slots = Counter((key >> shift) % 32 for key in keys.values())
        assert max(slots.values()) < len(keys) / 32 + 6 * (len(keys) / 32) ** 0.5


def test_a_new_game_begins_with_nothing_known() -> None:
    game = gipfel.game("gipf", "basic")
    position = game.start()
    state = position.state
    table = [0] * 64
    assert slot_of(table, key_of(state, 1)) == slot_of(table, key_of(state, 2))
    assert key_of(state, 1) != key_of(state, 2)
    searcher = AlphaBetaSearcher(game)
    first = searcher.think(position, SearchLimits(depth=5))
    again = searcher.think(position, SearchLimits(depth=5))
    searcher.forget()
    anew = searcher.think(position, SearchLimits(depth=5))
    assert (anew.lines, anew.nodes) == (first.lines, first.nodes)
    assert again.nodes < first.nodes


def test_wins_in_the_table_are_counted_from_their_position() -> None:
    assert shifted(shifted(CERTAIN - 7, 3), -5) == CERTAIN - 9
    assert shifted(shifted(7 - CERTAIN, 3), -5) == 9 - CERTAIN
    assert shifted(120, 3) == 120
