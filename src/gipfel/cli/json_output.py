"""JSON for programs that call `gipfel`: the same keys in every version, new ones may be added.

docs/command-line.md describes all keys.
"""

import json
from typing import Any

from gipfel.games.core.game import Game
from gipfel.games.core.options import Option
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Side

COLOURS = {Side.WHITE: "white", Side.BLACK: "black"}


def print_json(value: object) -> None:
    """Print a value as JSON; letters of all languages as they are."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def game_data(kind: type[Game]) -> dict[str, Any]:
    """A game with its versions and options."""
    return {
        "name": kind.name,
        "title": kind.title,
        "versions": [*kind.versions],
        "default_version": kind.versions[0],
        "options": [_option(option) for option in kind.all_options],
    }


def _option(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "help": option.help,
        "default": option.default,
        "values": [*option.values],
        "range": None if option.between is None else [*option.between],
        "versions": [*option.versions],
    }


def position_data(position: Position) -> dict[str, Any]:
    """A position: what is played, its text, who acts, and how the game ended if it has."""
    game = position.game
    return {
        "game": game.name,
        "version": game.version,
        "options": dict(game.options),
        "position": str(position),
        "turn": position.turn,
        "side": None if position.outcome is not None else COLOURS[position.side],
        "outcome": _outcome(position),
    }


def _outcome(position: Position) -> dict[str, Any] | None:
    outcome = position.outcome
    if outcome is None:
        return None
    winner = None if outcome.winner is None else COLOURS[outcome.winner]
    return {"winner": winner, "score": outcome.score, "reason": outcome.reason}


def decision_data(decision: Decision) -> dict[str, Any]:
    """A decision: its text, and what a person points at to make it."""
    return {"text": decision.text, "path": [str(target) for target in decision.path]}
