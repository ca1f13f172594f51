"""The search: right scores, kept limits, the same interpreted and compiled."""

from collections import Counter
from random import Random
from threading import Event, Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gipfel
from gipfel.engine.bench import sample
from gipfel.engine.players.levels import limits_of, make_searcher, noise_of
from gipfel.engine.search.alpha_beta import PLACES
from gipfel.engine.search.alpha_beta_searcher import AlphaBetaSearcher
from gipfel.engine.search.analysis import Limits
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
from gipfel.engine.search.win_chance import SPAN, WHOLE, score_for_chance, win_chance
from gipfel.games.core.game import Game
from gipfel.games.core.level_settings import HIGHEST, LOWEST
from gipfel.games.core.position import Position
from gipfel.games.tamsk.events import GRAB, PLACE
from gipfel.kernel.evaluation import CERTAIN, FARTHEST_WIN, SCRATCH, per_cent
from gipfel.kernel.link import can_compile, link
from gipfel.kernel.state import BLACK, DRAW, ONGOING, RESULT, SIDE, WHITE_WINS, State

SEARCHED = [
    ("gipf", "basic"),
    ("gipf", "tournament"),
    ("yinsh", "standard"),
    ("yinsh", "blitz"),
    ("tzaar", "fixed"),
    ("zertz", "basic"),
    ("zertz", "blitz"),
    ("dvonn", "standard"),
    ("tamsk", "level1"),
    ("tamsk", "level3"),
    ("project", "tamsk6"),
]
TABLE_BITS = 12


def positions(game: Game, seed: int, number: int) -> list[Position]:
    """Positions of a random game in which somebody has a choice."""
    chance = Random(seed)
    found: list[Position] = []
    position = game.start(seed=seed)
    while len(found) < number:
        if position.outcome is not None:
            position = game.start(seed=seed)
        if len(position.codes) > 1 and position.turn > 2 and chance.random() < 0.2:
            found.append(position)
        position = position.play(chance.choice(position.decisions()))
    return found


def plain_score(game: Game, state: State, depth: int, plies: int) -> int:
    """Minimax by the book, for the side to act: no windows, no table, no order."""
    side = state[SIDE]
    result = state[RESULT]
    if result != ONGOING:
        if result == DRAW:
            return 0
        return CERTAIN - plies if result == WHITE_WINS + side else plies - CERTAIN
    evaluation = game.evaluation
    follows = bool(evaluation.follow_up(state))
    if depth <= 0 and not follows:
        score = evaluation.evaluate(state, [0] * SCRATCH)
        return -score if side == BLACK else score
    codes = considered(game, state) if plies else game.rules.codes(state)
    cost = int(len(codes) > 1 and not follows) if plies else 1
    return max(plain_child(game, state, code, depth - cost, plies) for code in codes)


def considered(game: Game, state: State) -> list[int]:
    """The decisions a search looks at: in a game with time not those that only take time."""
    out = [0] * game.rules.most
    decisions = game.evaluation.bind.get("decisions", game.rules.decisions)
    return out[: decisions(state, out)]


def plain_child(game: Game, state: State, code: int, depth: int, plies: int) -> int:
    child = [*state]
    game.rules.play(child, code)
    score = plain_score(game, child, depth, plies + 1)
    return score if child[SIDE] == state[SIDE] else -score


@pytest.mark.parametrize(("name", "version"), SEARCHED)
def test_shallow_search_is_minimax(name: str, version: str) -> None:
    game = gipfel.game(name, version)
    searcher = AlphaBetaSearcher(game, table_bits=TABLE_BITS)
    for position in positions(game, seed=1, number=3):
        analysis = searcher.think(position, Limits(depth=1))
        assert analysis.lines[0].score == plain_score(game, position.state, 1, 0)
        if len(position.codes) < 40:
            analysis = searcher.think(position, Limits(depth=2))
            assert analysis.lines[0].score == plain_score(game, position.state, 2, 0)


@pytest.mark.parametrize(("name", "version"), SEARCHED)
def test_interpreted_and_compiled_search_alike(
    name: str, version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = gipfel.game(name, version)
    limits = Limits(nodes=600)
    compiled = AlphaBetaSearcher(game, table_bits=TABLE_BITS, noise=30, seed=5)
    monkeypatch.setenv("GIPFEL_INTERPRETED", "1")
    interpreted = AlphaBetaSearcher(game, table_bits=TABLE_BITS, noise=30, seed=5)
    for position in positions(game, seed=2, number=2):
        one, other = (searcher.think(position, limits) for searcher in (compiled, interpreted))
        assert (one.lines, one.depth, one.nodes) == (other.lines, other.depth, other.nodes)


@pytest.mark.parametrize("name", gipfel.game_names())
def test_every_evaluation_has_room(name: str) -> None:
    """Interpreted, an evaluation that needs more room says so; compiled it would not."""
    for version in type(gipfel.game(name)).versions:
        game = gipfel.game(name, version)
        for position in positions(game, seed=4, number=2):
            game.evaluation.evaluate(position.state, [0] * SCRATCH)


@pytest.fixture(scope="module")
def gipf() -> AlphaBetaSearcher:
    return AlphaBetaSearcher(gipfel.game("gipf", "standard"), table_bits=TABLE_BITS)


def test_node_limit_is_kept(gipf: AlphaBetaSearcher) -> None:
    start = gipf.game.start()
    for nodes in (1, 40, 1000, 12345):
        analysis = gipf.think(start, Limits(nodes=nodes))
        assert analysis.nodes <= max(nodes, len(start.codes))
        assert analysis.decision.code in start.codes


def test_depth_limit_is_kept(gipf: AlphaBetaSearcher) -> None:
    assert gipf.think(gipf.game.start(), Limits(depth=3)).depth == 3


def test_a_stop_ends_an_endless_search(gipf: AlphaBetaSearcher) -> None:
    stop = Event()
    depths = []

    def think() -> None:
        gipf.think(gipf.game.start(), Limits(), stop, lambda analysis: depths.append(analysis.depth))

    thread = Thread(target=think)
    thread.start()
    while not depths:
        thread.join(0.01)
    stop.set()
    thread.join(10)
    assert not thread.is_alive()


def test_a_search_that_is_stopped_before_it_begins_has_an_answer(gipf: AlphaBetaSearcher) -> None:
    stop = Event()
    stop.set()
    assert gipf.think(gipf.game.start(), Limits(), stop).decision.code in gipf.game.start().codes


def test_depths_are_reported_in_order(gipf: AlphaBetaSearcher) -> None:
    depths: list[int] = []
    gipf.think(gipf.game.start(), Limits(depth=5), report=lambda analysis: depths.append(analysis.depth))
    assert depths == [1, 2, 3, 4, 5]


def test_several_lines_begin_differently_and_are_sorted(gipf: AlphaBetaSearcher) -> None:
    analysis = gipf.think(gipf.game.start(), Limits(depth=3, lines=4))
    assert len({line.decisions[0].code for line in analysis.lines}) == 4
    scores = [line.score for line in analysis.lines]
    assert scores == sorted(scores, reverse=True)
    best = gipf.think(gipf.game.start(), Limits(depth=3)).lines[0]
    assert scores[0] == best.score


def test_lines_can_be_played() -> None:
    for name, version in SEARCHED:
        game = gipfel.game(name, version)
        analysis = AlphaBetaSearcher(game, table_bits=TABLE_BITS).think(
            game.start(seed=1), Limits(nodes=2000)
        )
        for decision in analysis.lines[0].decisions:
            assert decision.code in decision.position.codes


def test_two_threads_think_as_well_as_one() -> None:
    game = gipfel.game("gipf", "standard")
    searcher = AlphaBetaSearcher(game, threads=2, table_bits=TABLE_BITS)
    analysis = searcher.think(game.start(), Limits(depth=5))
    assert analysis.depth == 5
    assert analysis.decision.code in game.start().codes
    assert analysis.nodes >= searcher.workers[0].nodes


def test_a_decision_that_repeats_a_position_too_often_is_a_draw() -> None:
    game = gipfel.game("zertz")
    position = game.start()
    searcher = AlphaBetaSearcher(game, table_bits=TABLE_BITS)
    repeating = position.play(position.decisions()[0])
    for _ in range(game.repetitions - 1):
        position._history[game.repetition_key(repeating.state)] += 1
    assert position.may_repeat
    codes, drawn = searcher._root_codes(position)
    assert drawn
    assert all(position.play(found.codes[0]).outcome == gipfel.Outcome(None, "repetition") for found in drawn)
    assert not {found.codes[0] for found in drawn} & {*codes}


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
    first = searcher.think(position, Limits(depth=5))
    again = searcher.think(position, Limits(depth=5))
    searcher.forget()
    anew = searcher.think(position, Limits(depth=5))
    assert (anew.lines, anew.nodes) == (first.lines, first.nodes)
    assert again.nodes < first.nodes


def test_wins_in_the_table_are_counted_from_their_position() -> None:
    assert shifted(shifted(CERTAIN - 7, 3), -5) == CERTAIN - 9
    assert shifted(shifted(7 - CERTAIN, 3), -5) == 9 - CERTAIN
    assert shifted(120, 3) == 120


def test_expected_scores() -> None:
    assert win_chance(0) == WHOLE // 2
    assert score_for_chance(WHOLE // 2) == 0
    assert win_chance(CERTAIN) + win_chance(-CERTAIN) == WHOLE
    for score in range(-4000, 4001, 80):
        assert abs(score_for_chance(win_chance(score)) - score) < 60
    even_and_won = score_for_chance((win_chance(0) + win_chance(CERTAIN)) // 2)
    assert 74 < per_cent(even_and_won) < 76
    assert score_for_chance(0) == -SPAN


def test_every_decision_has_a_place_in_an_entry_and_a_merit() -> None:
    assert all(gipfel.game(name).rules.most <= PLACES for name in gipfel.game_names())


def test_levels_see_further_and_clearer() -> None:
    for name in gipfel.game_names():
        game = gipfel.game(name)
        levels = range(LOWEST, HIGHEST)
        sights = [(limits_of(game, level).nodes or 0, -noise_of(game, level)) for level in levels]
        assert sights == sorted({*sights})
        assert noise_of(game, LOWEST) > 0 == noise_of(game, HIGHEST)


def test_what_a_low_level_misjudges_follows_from_its_seed() -> None:
    game = gipfel.game("gipf", "standard")
    position = positions(game, seed=3, number=1)[0]
    scores = {
        seed: make_searcher(game, LOWEST, seed=seed).think(position, Limits(depth=1)).lines[0].score
        for seed in (1, 2, 1)
    }
    again = make_searcher(game, LOWEST, seed=1).think(position, Limits(depth=1)).lines[0].score
    assert scores[1] == again != scores[2]
    assert abs(again) < CERTAIN - FARTHEST_WIN


def test_no_search_takes_a_glass_only_to_put_it_back() -> None:
    game = gipfel.game("tamsk", "level3")
    position = game.start(seed=0)
    chance = Random(0)
    seen = 0
    for _ in range(60):
        if position.outcome is not None:
            break
        if any(GRAB <= code < PLACE for code in position.codes):
            seen += 1
            best = AlphaBetaSearcher(game, table_bits=8).think(position, Limits(nodes=50, lines=20))
            assert not any(GRAB <= line.decisions[0].code < PLACE for line in best.lines)
        position = position.play(chance.choice(position.decisions()))
    assert seen > 5
