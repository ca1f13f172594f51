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
    bucket_of,
    depth_of,
    entry_of,
    fits,
    hashed,
    index_of,
    key_of,
    score_of,
    shifted,
    slot_of,
    store,
)
from gipfel.games.core.search_tuning import FORMER, SearchTuning
from gipfel.kernel.evaluation import CERTAIN
from gipfel.kernel.link import can_compile, link
from gipfel.kernel.state import RESULT, SIDE
from tests.helpers.check import only_in_check


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
    for paired in (0, 1):
        table = [0] * 32
        store(table, key, entry_of(score, depth, bound, index, age), paired)
        entry = found(table, key, paired)
        assert (score_of(entry), depth_of(entry), bound_of(entry), index_of(entry)) == (
            score,
            depth,
            bound,
            index,
        )
        assert not found(table, key ^ (1 << 40), paired)


def found(table: list[int], key: int, paired: int) -> int:
    """The entry of a key, or 0."""
    slot = slot_of(table, bucket_of(table, key, paired), key, paired)
    return table[slot] if fits(table, slot, table[slot], key) else 0


KEYS = [5 + (number << 40) for number in range(4)]
"""Keys that share a bucket in every small table."""


def stored_depths(paired: int, *stored: tuple[int, int, int]) -> list[int]:
    """After entries by number of key, depth and age have been stored: the depths that are found, or 0."""
    table = [0] * 64
    for number, depth, age in stored:
        store(table, KEYS[number], entry_of(7, depth, EXACT, number, age), paired)
    return [depth_of(entry) if (entry := found(table, key, paired)) else 0 for key in KEYS]


def test_one_slot_keeps_what_is_deeper_in_the_same_search() -> None:
    assert stored_depths(0, (0, 5, 1), (1, 3, 1)) == [5, 0, 0, 0]
    assert stored_depths(0, (0, 5, 1), (1, 5, 1)) == [0, 5, 0, 0]
    assert stored_depths(0, (0, 5, 1), (1, 3, 2)) == [0, 3, 0, 0]
    assert stored_depths(0, (0, 5, 1), (0, 3, 1)) == [3, 0, 0, 0]


def test_two_slots_hold_the_deepest_and_the_latest() -> None:
    assert stored_depths(1, (0, 5, 1), (1, 3, 1)) == [5, 3, 0, 0]
    assert stored_depths(1, (0, 5, 1), (1, 3, 1), (2, 2, 1)) == [5, 0, 2, 0]
    assert stored_depths(1, (0, 5, 1), (1, 3, 1), (2, 6, 1)) == [5, 0, 6, 0]
    assert stored_depths(1, (0, 5, 1), (1, 3, 2)) == [5, 3, 0, 0]
    assert stored_depths(1, (0, 5, 1), (1, 3, 2), (2, 2, 2)) == [0, 3, 2, 0]
    assert stored_depths(1, (0, 5, 1), (1, 3, 1), (0, 4, 1)) == [4, 3, 0, 0]


def test_buckets_of_two_slots_do_not_overlap() -> None:
    table = [0] * 64
    assert {bucket_of(table, key, 1) for key in range(1000)} == {*range(0, 64, 4)}
    assert {bucket_of(table, key, 0) for key in range(1000)} == {*range(0, 64, 2)}


@only_in_check
@pytest.mark.skipif(not can_compile(), reason="lists have no address")
def test_compiled_tables_begin_with_a_cache_line() -> None:
    for tuning in (SearchTuning(table=1), FORMER):
        table = AlphaBetaSearcher(gipfel.game("gipf"), tuning=tuning).table
        assert len(table) * 8 == tuning.table << 20
        assert table.ctypes.data % 64 == 0  # type: ignore[attr-defined]


def test_interpreted_tables_are_small() -> None:
    searcher = AlphaBetaSearcher(gipfel.game("gipf"), fast=False, tuning=SearchTuning(table=1024))
    assert len(searcher.table) == 2 << 20


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
    assert bucket_of(table, key_of(state, 1), 1) == bucket_of(table, key_of(state, 2), 1)
    assert key_of(state, 1) != key_of(state, 2)
    searcher = AlphaBetaSearcher(game)
    first = searcher.think(position, SearchLimits(depth=4))
    again = searcher.think(position, SearchLimits(depth=4))
    searcher.forget()
    anew = searcher.think(position, SearchLimits(depth=4))
    assert (anew.lines, anew.nodes) == (first.lines, first.nodes)
    assert again.nodes < first.nodes


def test_wins_in_the_table_are_counted_from_their_position() -> None:
    assert shifted(shifted(CERTAIN - 7, 3), -5) == CERTAIN - 9
    assert shifted(shifted(7 - CERTAIN, 3), -5) == 9 - CERTAIN
    assert shifted(120, 3) == 120
