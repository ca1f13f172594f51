"""Replaces the weights of a game's evaluation, to compare evaluations and to fit them."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import FunctionType

from gipfel.engine.players.specs import FEATURES_ALONE
from gipfel.games.core.game import Game
from gipfel.kernel.evaluation import Evaluation
from gipfel.kernel.network import BadNetwork, is_network
from gipfel.notation.errors import OptionError

TABLE = "WEIGHTS"
"""The name of the table of weights in every evaluation module."""


def reweighted(evaluation: Evaluation, weights: Mapping[str, int]) -> Evaluation:
    """The same evaluation with other weights; features that are not named keep theirs."""
    features = {**evaluation.features, **weights}
    evaluate = evaluation.evaluate
    assert isinstance(evaluate, FunctionType)
    scope = {**evaluate.__globals__, TABLE: [*features.values()]}
    copy = FunctionType(evaluate.__code__, scope, evaluate.__name__)
    copy.__module__ = evaluate.__module__
    copy.__dict__.update(evaluate.__dict__)
    return replace(evaluation, features=features, evaluate=copy)


def with_evaluation(game: Game, evaluation: Evaluation) -> Game:
    """A copy of a game with another evaluation."""
    copy = type(game)(game.version, **dict(game.options))
    copy.evaluation = evaluation  # type: ignore[misc]
    return copy


def at_full_strength(game: Game) -> Game:
    """The game with its learned evaluation, if it has one."""
    strongest = game.evaluation.strongest
    return game if strongest is game.evaluation else with_evaluation(game, strongest)


def with_weights(game: Game, weights: str) -> Game:
    """A copy of a game with the weights of a file, of a network or of its features. Raises OptionError.

    The word `features` stands for the game's own weights, without a network.
    """
    evaluation = game.evaluation
    if weights == FEATURES_ALONE:
        return with_evaluation(game, replace(evaluation, learned=None))
    path = Path(weights)
    if evaluation.learned is not None and is_network(path):
        try:
            return with_evaluation(game, evaluation.learned.added_to(evaluation, path))
        except BadNetwork as error:
            raise OptionError(str(error)) from error
    return with_evaluation(
        game, replace(reweighted(evaluation, read_weights(path, evaluation)), learned=None)
    )


def read_weights(path: Path, evaluation: Evaluation) -> dict[str, int]:
    """Read weights by name from a JSON file. Raises OptionError."""
    try:
        weights = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise OptionError(f"no weights can be read from {path}: {error}") from error
    if not isinstance(weights, dict) or not all(type(weight) is int for weight in weights.values()):
        raise OptionError(f"{path} has to be one JSON object with a whole number for each feature")
    if unknown := sorted(weights.keys() - evaluation.features.keys()):
        raise OptionError(f"{path} names {unknown[0]!r}; the features are {', '.join(evaluation.features)}")
    return weights
