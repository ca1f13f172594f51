"""Replaces the weights of a game's features, to compare evaluations and to fit them."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import FunctionType

from gipfel.games.core.game import Game
from gipfel.kernel.evaluation import Evaluation
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


def with_weights(game: Game, path: Path) -> Game:
    """A copy of a game whose evaluation uses the weights of a file. Raises OptionError."""
    copy = type(game)(game.version, **dict(game.options))
    copy.evaluation = reweighted(game.evaluation, read_weights(path, game.evaluation))  # type: ignore[misc]
    return copy


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
