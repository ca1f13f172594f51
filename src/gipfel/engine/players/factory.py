"""Makes players from their specs. The modules a player needs are imported when the first one is made."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from gipfel.engine.players.player import Player
from gipfel.engine.players.specs import (
    ENGINE,
    GREEDY,
    LEVEL,
    LIMITS,
    PYTHON,
    RANDOM,
    UCT,
    PlayerSpec,
    read_goals,
)
from gipfel.engine.search.analysis import Searcher, SearchLimits
from gipfel.engine.search.time_control import TIMINGS, soft_and_hard
from gipfel.games.core.game import Game
from gipfel.games.core.level_settings import HIGHEST
from gipfel.games.core.search_tuning import SearchTuning

if TYPE_CHECKING:
    from gipfel.engine.players.multi_game_searcher import MultiGameSearcher, Timing


def make_player(spec: PlayerSpec, seed: int | None, fast: bool | None = None) -> Player:
    """The player a spec describes. `fast`: does a level use compiled kernels? By default if possible."""
    if spec.contests:
        from gipfel.engine.players.contest_player import ContestPlayer

        contests = make_player(PlayerSpec(LEVEL, spec.contests, book=spec.book), seed, fast)
        return ContestPlayer(spec.text, make_player(replace(spec, contests=0), seed, fast), contests)
    if spec.kind == RANDOM:
        from gipfel.engine.players.greedy import RandomPlayer

        return RandomPlayer(Random(seed))
    if spec.kind == GREEDY:
        from gipfel.engine.players.greedy import GreedyPlayer

        return GreedyPlayer(Random(seed), read_goals(spec.goals) if spec.goals else None)
    if spec.kind == ENGINE:
        from gipfel.engine.players.external import ExternalEngine

        return ExternalEngine(spec.command)
    if spec.kind == PYTHON:
        from gipfel.engine.players.bot_files import load_bot
        from gipfel.engine.players.python_player import python_player

        return python_player(load_bot(spec.bot))
    player = _search_player(spec, seed, fast)
    if spec.has_book:
        from gipfel.engine.players.book_player import BookPlayer

        return BookPlayer(player, seed)
    return player


def _search_player(spec: PlayerSpec, seed: int | None, fast: bool | None) -> Player:
    from gipfel.engine.players.levels import tuning_of
    from gipfel.engine.players.multi_game_searcher import MultiGameSearcher
    from gipfel.engine.players.search_player import SearchPlayer

    if spec.kind == UCT:
        from gipfel.engine.search.uct_searcher import UctSearcher

        uct = MultiGameSearcher(UctSearcher, lambda game: spec.limits, seed, timing_of(spec))
        return SearchPlayer(spec.text, uct)
    searcher = level_searcher(
        spec.level,
        spec.limits,
        spec.threads,
        seed,
        spec.weights,
        spec.search,
        fast,
        lambda game: tuning_of(game, spec.level, spec.tuning, spec.table),
        spec.endings,
        spec.noise,
        timing_of(spec),
    )
    return SearchPlayer(spec.text, searcher)


def timing_of(spec: PlayerSpec) -> "Timing":
    """How a player uses its clock."""
    return TIMINGS[spec.timing] if spec.timing else soft_and_hard


def level_searcher(
    level: int,
    limits: SearchLimits,
    threads: int = 1,
    seed: int | None = None,
    weights: str = "",
    search: str = "",
    fast: bool | None = None,
    tuning: Callable[[Game], SearchTuning] | None = None,
    endings: int | None = None,
    noise: int | None = None,
    timing: "Timing" = soft_and_hard,
) -> "MultiGameSearcher":
    """The engine at a level; given limits, weights, tunings, endings and noise replace those of the level.

    The highest level has no limits of its own.
    """
    from gipfel.engine.players.levels import limits_of, make_searcher, with_endings
    from gipfel.engine.players.multi_game_searcher import MultiGameSearcher

    def make(game: Game) -> Searcher:
        if weights:
            from gipfel.engine.players.weights import with_weights

            game = with_weights(game, weights)
        searcher = make_searcher(game, level, threads, seed, search, fast, tuning and tuning(game), noise)
        searcher = with_endings(searcher, game, level, endings, fast)
        if level == HIGHEST:
            searcher.prepare()
        return searcher

    def own_limits(game: Game) -> SearchLimits:
        if level == HIGHEST:
            return limits
        given = {name: value for name in LIMITS if (value := getattr(limits, name)) is not None}
        return replace(limits_of(game, level), **given)

    return MultiGameSearcher(make, own_limits, seed, timing)


def unlimited_searcher() -> "MultiGameSearcher":
    """The engine at full strength, with no limits but those of each request."""
    from gipfel.engine.players.levels import make_searcher, with_endings
    from gipfel.engine.players.multi_game_searcher import MultiGameSearcher

    return MultiGameSearcher(
        lambda game: with_endings(make_searcher(game), game), lambda game: SearchLimits()
    )
