"""Games as other programs write them, for tests of importers."""

import io
import re
from collections.abc import Sequence

import gipfel
from gipfel import GameProblem, Record
from gipfel.games.core.exporting import sgf_text
from gipfel.testing.random_games import random_game

STEP = re.compile(r"; P(-?[0-9])\[(?:[0-9]+ )?(.*?)\](TM\[[0-9]+\])?$")


def read(text: str | bytes, names: bool = False) -> list[Record | GameProblem]:
    """What a file with this content holds."""
    data = text.encode() if isinstance(text, str) else text
    return [game for _, game in gipfel.games_in(io.BytesIO(data), names=names)]


def read_one(text: str | bytes, names: bool = False) -> Record:
    """The only game of a file, which is read without a problem."""
    (game,) = read(text, names)
    assert isinstance(game, Record), game
    return game


def problem_of(text: str | bytes) -> str:
    """Why the only game of a file cannot be read."""
    (game,) = read(text)
    assert isinstance(game, GameProblem), game
    return str(game)


def exported(name: str, version: str, seed: int) -> tuple[Record, str]:
    """A random game to its end, and as Boardspace writes it."""
    record = random_game(name, version, seed).record()
    return record, sgf_text(record)


def steps_of(text: str) -> list[str]:
    """The steps of a file, as `P0 dropb A 1`."""
    return [f"P{found[1]} {found[2]}" for line in text.splitlines() if (found := STEP.match(line))]


def with_steps(text: str, steps: Sequence[str], numbered: bool = True) -> str:
    """The file with other steps."""
    head = [line for line in text.splitlines() if not STEP.match(line) and line != ")"]
    lines = []
    for number, step in enumerate(steps):
        player, _, what = step.partition(" ")
        lines.append(f"; {player}[{f'{number} ' if numbered else ''}{what}]")
    return "\n".join([*head, *lines, ")"]) + "\n"


def same_game(one: Record, other: Record) -> bool:
    """Are turns and results the same?"""
    return (one.turns, one.result, one.reason) == (other.turns, other.result, other.reason)
