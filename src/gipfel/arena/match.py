"""One game of a match, played anywhere: in this process, another one, or on another machine."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from random import Random
from time import perf_counter, process_time
from typing import Any

from gipfel.arena.openings import SEEDS, opening
from gipfel.engine.players.player import EngineFailure, Player
from gipfel.engine.players.specs import ENGINE, PlayerSpec
from gipfel.engine.search.analysis import Limits
from gipfel.games.core.game import Game
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import BLACK, WHITE, Outcome, Side
from gipfel.notation.errors import GipfelError
from gipfel.notation.record import write_record

MOST_TURNS = 600
"""300 turns each; then a game without an end is a draw."""
DECISIONS_A_TURN = 50
"""In contests and long turns; more decisions than that for each turn allowed are no end either."""
LEAST_SHARE = 0.1
"""Of a turn's time: what a decision gets even if the ones before it have used the turn's time up."""
GRACE = 2.0
PATIENCE = 3.0
"""Our own players may take this many times their limit, and so many seconds more: machines are busy."""
ENGINE_GRACE = 1.0
"""External engines live by the clock on the wall, with so many seconds to spare."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What all games of a match have in common."""

    seconds: float | None = None
    """For each turn."""
    nodes: int | None = None
    """For each decision."""
    opening_turns: int = 0
    seed: int = 0
    most_turns: int = MOST_TURNS


@dataclass(frozen=True, slots=True)
class Key:
    """Which game of a match: between whom, from which opening, and who has White."""

    first: int
    second: int
    pair: int
    swapped: bool
    """Does the second player have White?"""

    @property
    def white(self) -> int:
        """The number of the player who has White."""
        return self.second if self.swapped else self.first

    @property
    def black(self) -> int:
        """The number of the player who has Black."""
        return self.first if self.swapped else self.second


@dataclass(frozen=True, slots=True)
class Job:
    """A game to be played."""

    key: Key
    game: Game
    white: PlayerSpec
    black: PlayerSpec
    terms: Terms

    def spec(self, side: Side) -> PlayerSpec:
        """Who plays a side."""
        return self.black if side == BLACK else self.white


@dataclass(frozen=True, slots=True)
class Result:
    """A game that was played."""

    key: Key
    score: str
    """`1-0`, `0-1` or `1/2-1/2`."""
    reason: str
    failed: str
    """`white` or `black` if that side lost by a failure, not on the board; otherwise empty."""
    turns: int
    decisions: int
    seconds: tuple[float, float]
    """How long White and Black have thought."""
    record: str
    """The game in the record format."""

    @property
    def half_points(self) -> int:
        """Of the first player of the pairing: 0, 1 or 2."""
        white = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}[self.score]
        return 2 - white if self.key.swapped else white

    def plain(self) -> dict[str, Any]:
        """The result as it is written into a file."""
        return asdict(self)

    @classmethod
    def of(cls, plain: dict[str, Any]) -> "Result":
        """The result that was written."""
        seconds = plain["seconds"]
        return cls(**{**plain, "key": Key(**plain["key"]), "seconds": (seconds[0], seconds[1])})


class Lost(Exception):
    """A side has lost beside the board."""

    def __init__(self, side: Side, reason: str) -> None:
        super().__init__(reason)
        self.side = side
        self.reason = reason


def play_game(job: Job) -> Result:
    """Play one game to its end."""
    prepare_process()
    job.game.compile()
    return _Sitting(job).result()


def rehearse(game: Game, players: tuple[PlayerSpec, ...]) -> None:
    """Let every player begin a game once, so that who cannot is known early. Raises EngineFailure."""
    prepare_process()
    game.compile()
    for spec in players:
        player = spec.make_player(0)
        try:
            player.begin(game)
        except EngineFailure as failure:
            raise EngineFailure(f"{spec.name} cannot play: {failure}") from failure
        finally:
            player.close()


def prepare_process() -> None:
    """Our searches count the time of their own thread here, so that a busy machine changes no result."""
    os.environ.setdefault("GIPFEL_CLOCK", "cpu")


class _Sitting:
    """Two players at a board."""

    def __init__(self, job: Job) -> None:
        self.job = job
        terms, key = job.terms, job.key
        self.chance = Random(f"game {terms.seed} {key.pair} {key.swapped}")
        self.play = opening(job.game, terms.opening_turns, terms.seed, key.pair)
        self.players: dict[Side, Player] = {}
        self.seconds = [0.0, 0.0]
        self.budgets = _Budgets(terms)

    def result(self) -> Result:
        """Play, and say how it went."""
        try:
            outcome, failed = self._until_the_end(), ""
        except Lost as lost:
            outcome, failed = Outcome(lost.side.other, lost.reason), lost.side.name.lower()
        finally:
            for player in self.players.values():
                player.close()
        return Result(
            key=self.job.key,
            score=outcome.score,
            reason=outcome.reason,
            failed=failed,
            turns=self.play.position.turn,
            decisions=len(self.play.decisions),
            seconds=(round(self.seconds[WHITE], 3), round(self.seconds[BLACK], 3)),
            record=self._record(outcome),
        )

    def _until_the_end(self) -> Outcome:
        for side in Side:
            self._sit_down(side)
        terms = self.job.terms
        while (outcome := self.play.position.outcome) is None:
            if self.play.position.turn >= terms.most_turns:
                return Outcome(None, f"no end after {terms.most_turns} turns")
            if len(self.play.decisions) >= terms.most_turns * DECISIONS_A_TURN:
                return Outcome(None, f"no end after {len(self.play.decisions)} decisions")
            self._decide()
        return outcome

    def _sit_down(self, side: Side) -> None:
        seed = self.chance.randrange(SEEDS)
        with _blaming(side):
            self.players[side] = self.job.spec(side).make_player(seed)
            self.players[side].begin(self.job.game)

    def _decide(self) -> None:
        position = self.play.position
        decision = position.draw(self.chance) or self._chosen(position)
        with _blaming(position.side):
            played = self.play.play(decision)
        for side, player in self.players.items():
            with _blaming(side):
                player.watch(played)

    def _chosen(self, position: Position) -> Decision:
        side = position.side
        limits = self.budgets.limits(position)
        watch = _Watch(self.job.spec(side).kind == ENGINE)
        with _blaming(side):
            decision = self.players[side].choose(position, limits)
        self.seconds[side] += watch.wall
        self.budgets.spent += watch.wall
        watch.check(side, limits.seconds)
        return decision

    def _record(self, outcome: Outcome) -> str:
        job = self.job
        number = f"{job.key.pair}{' with colours swapped' if job.key.swapped else ''}"
        headers = {
            "white": job.white.name,
            "black": job.black.name,
            "opening": f"{job.terms.opening_turns} random turns, seed {job.terms.seed}, pair {number}",
        }
        return write_record(self.play.record(outcome, **headers))


@contextmanager
def _blaming(side: Side) -> Iterator[None]:
    """Whatever goes wrong inside loses the game of a side, with the reason."""
    try:
        yield
    except GipfelError as error:
        raise Lost(side, f"{side} failed: {error}") from error
    except Exception as error:
        raise Lost(side, f"{side} failed: {type(error).__name__}: {error}") from error


class _Budgets:
    """The time of a turn, shared by its decisions."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.turn: tuple[int, int, Side] | None = None
        self.spent = 0.0

    def limits(self, position: Position) -> Limits:
        """How long the side to act may think about this decision."""
        played = position.played
        turn = (position.turn, played.turn if played is not None else 0, position.side)
        if turn != self.turn:
            self.turn, self.spent = turn, 0.0
        seconds = self.terms.seconds
        if seconds is not None:
            seconds = max(seconds - self.spent, LEAST_SHARE * seconds)
        return Limits(seconds=seconds, nodes=self.terms.nodes)


class _Watch:
    """How long a player thinks."""

    def __init__(self, external: bool) -> None:
        self.external = external
        self.start = perf_counter(), process_time()

    @property
    def wall(self) -> float:
        return perf_counter() - self.start[0]

    def check(self, side: Side, limit: float | None) -> None:
        """Whoever takes much too long loses. Our own players are not to blame for a busy machine."""
        if limit is None:
            return
        taken = self.wall if self.external else min(self.wall, process_time() - self.start[1])
        allowed = limit + ENGINE_GRACE if self.external else PATIENCE * limit + GRACE
        if taken > allowed:
            raise Lost(side, f"{side} lost on time: {taken:.2f} s for a decision, {limit:.2f} s were given")
