"""Games of the arena between players of our making, and a clock of our own."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from gipfel.arena import games as games_module
from gipfel.arena.games import GameJob, GameKey, Terms
from gipfel.engine.players.player import Player
from gipfel.engine.search.analysis import SearchLimits
from gipfel.games.core.game import Game
from gipfel.games.core.position import Decision, Position
from tests.helpers.matches import GIPF, QUICK


@dataclass(frozen=True)
class Stub:
    """A player of our making that looks like any other to the arena."""

    choice: Callable[[Position, SearchLimits], Decision]
    kind: str = "stub"
    name: str = "stub"
    text: str = "stub"
    prepare: Callable[[Game], None] = lambda game: None
    prepare_contest: Callable[[Game], None] = lambda game: None
    score: int | None = None

    def make_player(self, seed: int | None = None) -> Player:
        return StubPlayer(self)


class StubPlayer(Player):
    name = "stub"

    def __init__(self, stub: Stub) -> None:
        self.stub = stub
        self.score = stub.score

    def begin(self, game: Game) -> None:
        self.stub.prepare(game)

    def prepare_contest(self, game: Game) -> None:
        self.stub.prepare_contest(game)

    def choose(self, position: Position, limits: SearchLimits) -> Decision:
        return self.stub.choice(position, limits)


def first_legal(position: Position, limits: SearchLimits) -> Decision:
    return position.decisions()[0]


def job(white: Any, black: Any, game: Game = GIPF, terms: Terms = QUICK, swapped: bool = False) -> GameJob:
    return GameJob(GameKey(0, 1, 3, swapped), game, white, black, terms)


class Clock:
    """Time that passes only when somebody says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        self.waited = 0.0
        """How much of it no program has worked."""
        monkeypatch.setattr(games_module, "perf_counter", lambda: self.now)
        monkeypatch.setattr(games_module, "process_time", lambda: self.now - self.waited)
