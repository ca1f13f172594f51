"""Players made from their specs. Whatever a kind of player needs is loaded only when one sits down."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from gipfel.engine.players.player import Player
from gipfel.engine.players.specs import ENGINE, GREEDY, LIMITS, RANDOM, UCT, PlayerSpec
from gipfel.engine.search.thought import Limits, Thinker
from gipfel.games.core.game import Game

if TYPE_CHECKING:
    from gipfel.engine.players.thinking import ThinkerOfAll


def seat(spec: PlayerSpec, seed: int | None) -> Player:
    """The player a spec describes."""
    if spec.kind == RANDOM:
        from gipfel.engine.players.greedy import RandomPlayer

        return RandomPlayer(Random(seed))
    if spec.kind == GREEDY:
        from gipfel.engine.players.greedy import GreedyPlayer

        return GreedyPlayer(Random(seed))
    if spec.kind == ENGINE:
        from gipfel.engine.players.external import ExternalEngine

        return ExternalEngine(spec.command)
    return _thinker_player(spec, seed)


def _thinker_player(spec: PlayerSpec, seed: int | None) -> Player:
    from gipfel.engine.players.thinking import ThinkerOfAll, ThinkerPlayer

    if spec.kind == UCT:
        from gipfel.engine.search.tree_searchers import UctSearcher

        return ThinkerPlayer(spec.text, ThinkerOfAll(UctSearcher, lambda game: spec.limits, seed))
    return ThinkerPlayer(
        spec.text, level_thinker(spec.level, spec.limits, spec.threads, seed, spec.weights, spec.search)
    )


def level_thinker(
    level: int,
    limits: Limits,
    threads: int = 1,
    seed: int | None = None,
    weights: str = "",
    search: str = "",
) -> "ThinkerOfAll":
    """The engine at a level; limits and weights that are given stand in place of its own.

    The highest level has none: it thinks as long as it may.
    """
    from gipfel.engine.players.levels import HIGHEST, limits_of, thinker
    from gipfel.engine.players.thinking import ThinkerOfAll

    def make(game: Game) -> Thinker:
        if weights:
            from gipfel.engine.weights import with_weights

            game = with_weights(game, Path(weights))
        return thinker(game, level, threads, seed, search)

    def own_limits(game: Game) -> Limits:
        if level == HIGHEST:
            return limits
        given = {name: value for name in LIMITS if (value := getattr(limits, name)) is not None}
        return replace(limits_of(game, level), **given)

    return ThinkerOfAll(make, own_limits, seed)


def unlimited_thinker() -> "ThinkerOfAll":
    """The engine at its best; it keeps only to the limits it is given."""
    from gipfel.engine.players.levels import thinker
    from gipfel.engine.players.thinking import ThinkerOfAll

    return ThinkerOfAll(lambda game: thinker(game), lambda game: Limits())
