"""Plays one game of a match, in this process, in another one or on another machine."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from random import Random
from time import perf_counter, process_time
from typing import Any

from gipfel.arena.adjudication import Adjudicator, DrawRule, WinRule
from gipfel.arena.game_clock import ClockTerms, GameClock
from gipfel.arena.names import announced_name
from gipfel.arena.opening_lines import OpeningLine
from gipfel.arena.openings import SEEDS, book_opening, opening
from gipfel.arena.turn_notes import TurnNotes
from gipfel.engine.players.player import EngineFailure, Player, PlayerSource
from gipfel.engine.players.specs import ENGINE, PYTHON
from gipfel.engine.players.timed_call import WAITING
from gipfel.engine.search.analysis import SearchLimits
from gipfel.games.core.game import Game
from gipfel.games.core.playthrough import MOST_TURNS, Playthrough
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import BLACK, WHITE, Outcome, Side
from gipfel.notation.errors import GipfelError
from gipfel.notation.record import write_record

DECISIONS_A_TURN = 50
"""For contests and long turns: a game with more decisions per allowed turn is a draw, too."""
LEAST_SHARE = 0.1
"""The part of a turn's time that each decision gets even if earlier ones have used it up."""
GRACE = 2.0
TOLERANCE = 3.0
"""Built-in players may take TOLERANCE times their limit plus GRACE seconds: machines are busy."""
ENGINE_GRACE = 1.0
"""Seconds that external engines may exceed their limit by, in wall-clock time; GIPFEL_GRACE gives more."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The conditions of all games of a match."""

    seconds: float | None = None
    """For each turn."""
    nodes: int | None = None
    """For each decision."""
    opening_turns: int = 0
    seed: int = 0
    most_turns: int = MOST_TURNS
    clock: ClockTerms | None = None
    """Each side's time for the whole game; None without a clock."""
    book: bool = False
    """Are openings from the opening book of the game, and not random?"""
    win_rule: WinRule | None = None
    draw_rule: DrawRule | None = None
    """When a game is ended early by the scores that both players report; None for never."""


@dataclass(frozen=True, slots=True)
class GameKey:
    """Identifies a game of a match: the two players, the opening, and who has White."""

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
class GameJob:
    """A game to be played."""

    key: GameKey
    game: Game
    white: PlayerSource
    black: PlayerSource
    terms: Terms
    names: tuple[str, str] = ("", "")
    """The names of White and Black in the record; those of the players if empty."""
    event: str = ""
    round: int = 0
    """The event and the round, for the record; empty and 0 if there is none."""
    line: OpeningLine | None = None
    """The opening; None if it is random, or from the book."""

    def opening(self) -> Playthrough:
        """The game after its opening. Raises GipfelError."""
        terms, pair = self.terms, self.key.pair
        if self.line is not None:
            return self.line.played(self.game)
        make = book_opening if terms.book else opening
        return make(self.game, terms.opening_turns, terms.seed, pair)

    @property
    def headers(self) -> dict[str, str]:
        """What the record says besides the game."""
        terms = self.terms
        number = f"{self.key.pair}{' with colours swapped' if self.key.swapped else ''}"
        turns = f"{terms.opening_turns} random turns"
        source = f"at most {terms.opening_turns} turns of the opening book" if terms.book else turns
        made = f"{source}, seed {terms.seed}, pair {number}"
        headers = {
            "event": self.event,
            "round": str(self.round or ""),
            "white": self.names[0] or self.white.name,
            "black": self.names[1] or self.black.name,
            "time control": "" if terms.clock is None else str(terms.clock),
            "opening": made if self.line is None else f"{self.line.where}, pair {number}",
        }
        return {name: value for name, value in headers.items() if value}

    def spec(self, side: Side) -> PlayerSource:
        """Who plays a side."""
        return self.black if side == BLACK else self.white


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game that was played."""

    key: GameKey
    score: str
    """`1-0`, `0-1` or `1/2-1/2`."""
    reason: str
    failed: str
    """`white` or `black` if that side lost by a failure, not on the board; otherwise empty."""
    turns: int
    decisions: int
    seconds: tuple[float, float]
    """The seconds that White and Black used."""
    record: str
    """The game in the record format."""

    @property
    def half_points(self) -> int:
        """Of the first player of the pairing: 0, 1 or 2."""
        white = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}[self.score]
        return 2 - white if self.key.swapped else white

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON."""
        return asdict(self)

    @classmethod
    def of(cls, data: dict[str, Any]) -> "GameResult":
        """The result that JSON describes."""
        seconds = data["seconds"]
        return cls(**{**data, "key": GameKey(**data["key"]), "seconds": (seconds[0], seconds[1])})


class Forfeit(Exception):
    """A side has lost by a failure or on time."""

    def __init__(self, side: Side, reason: str) -> None:
        super().__init__(reason)
        self.side = side
        self.reason = reason


def play_game(job: GameJob) -> GameResult:
    """Play one game to its end."""
    prepare_process()
    job.game.compile()
    return _RunningGame(job).result()


def warm_up(game: Game, players: tuple[PlayerSource, ...]) -> tuple[str, ...]:
    """Let every player begin a game once, so that failures are known early. Raises EngineFailure.

    Returns their names; an external engine tells its own.
    """
    prepare_process()
    game.compile()
    names = []
    for spec in players:
        try:
            player = spec.make_player(0)
            try:
                player.begin(game)
                names.append(announced_name(spec, player.name))
            finally:
                player.close()
        except EngineFailure as failure:
            raise EngineFailure(f"{spec.name} cannot play: {failure}") from failure
    return tuple(names)


def prepare_process() -> None:
    """Let built-in searches measure their thread's CPU time, so that a busy machine changes no result."""
    os.environ.setdefault("GIPFEL_CLOCK", "cpu")


class _RunningGame:
    """A game between two players."""

    def __init__(self, job: GameJob) -> None:
        self.job = job
        terms, key = job.terms, job.key
        self.chance = Random(f"game {terms.seed} {key.pair} {key.swapped}")
        self.play = job.opening()
        self.players: dict[Side, Player] = {}
        self.prepared: set[tuple[Side, Game]] = set()
        self.seconds = [0.0, 0.0]
        self.budget = _TimeBudget(terms)
        self.clock = None if terms.clock is None else GameClock(terms.clock)
        self.adjudicator = Adjudicator(terms.win_rule, terms.draw_rule)
        self.notes = TurnNotes(self.play.start, self.clock)

    def result(self) -> GameResult:
        """Play the game."""
        try:
            outcome, failed = self._play_to_end(), ""
        except Forfeit as lost:
            outcome, failed = Outcome(lost.side.other, lost.reason), lost.side.name.lower()
        finally:
            for player in self.players.values():
                player.close()
        return GameResult(
            key=self.job.key,
            score=outcome.score,
            reason=outcome.reason,
            failed=failed,
            turns=self.play.position.turn,
            decisions=len(self.play.decisions),
            seconds=(round(self.seconds[WHITE], 3), round(self.seconds[BLACK], 3)),
            record=self._record(outcome),
        )

    def _play_to_end(self) -> Outcome:
        for side in Side:
            self._start_player(side)
        terms = self.job.terms
        while (outcome := self.play.position.outcome) is None:
            if self.play.position.turn >= terms.most_turns:
                return Outcome(None, f"no end after {terms.most_turns} turns")
            if len(self.play.decisions) >= terms.most_turns * DECISIONS_A_TURN:
                return Outcome(None, f"no end after {len(self.play.decisions)} decisions")
            self._decide()
            agreed = self.adjudicator.outcome(self.play.position.turn)
            if agreed is not None and self.play.position.outcome is None:
                return agreed
        return outcome

    def _start_player(self, side: Side) -> None:
        seed = self.chance.randrange(SEEDS)
        with _forfeit_on_error(side):
            self.players[side] = self.job.spec(side).make_player(seed)
            self.players[side].begin(self.job.game)

    def _decide(self) -> None:
        position = self.play.position
        decision = position.throw(self.chance) or self._chosen(position)
        with _forfeit_on_error(position.side):
            played = self.play.play(decision)
        if self.clock is not None:
            self.clock.pass_to(self.play.position.side)
        self.notes.played(position)
        for side, player in self.players.items():
            with _forfeit_on_error(side):
                player.watch(played)

    def _chosen(self, position: Position) -> Decision:
        side = position.side
        limits = self.budget.limits(position)
        if self.clock is not None:
            limits = replace(limits, clock=self.clock.shown(side))
        self._prepare_contest(position)
        watch = _Stopwatch(self.job.spec(side).kind)
        with _forfeit_on_error(side):
            decision = self.players[side].choose(position, limits)
        if position.played is position:
            self.adjudicator.note(side, self.players[side].score, position.turn)
        self.seconds[side] += watch.wall
        watch.check(side, limits.seconds)
        counted = watch.counted
        self.budget.spent += counted
        if self.clock is not None and not self.clock.charge(side, counted):
            raise Forfeit(side, f"{side} lost on time: the clock {self.clock.terms} ran out")
        self.notes.decided(position, self.players[side].score, counted)
        return decision

    def _prepare_contest(self, position: Position) -> None:
        """Let a player compile what a contest needs before its time is measured."""
        played, side = position.played, position.side
        if played is None or played is position or (side, played.game) in self.prepared:
            return
        self.prepared.add((side, played.game))
        with _forfeit_on_error(side):
            self.players[side].prepare_contest(played.game)

    def _record(self, outcome: Outcome) -> str:
        record = self.play.record(outcome, **self.job.headers)
        return write_record(self.notes.annotated(record))


@contextmanager
def _forfeit_on_error(side: Side) -> Iterator[None]:
    """Turns any error inside into a Forfeit of a side."""
    try:
        yield
    except GipfelError as error:
        raise Forfeit(side, f"{side} failed: {error}") from error
    except Exception as error:
        raise Forfeit(side, f"{side} failed: {type(error).__name__}: {error}") from error


class _TimeBudget:
    """Shares the time of a turn among its decisions."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.turn: tuple[int, int, Side] | None = None
        self.spent = 0.0

    def limits(self, position: Position) -> SearchLimits:
        """How long the side to act may think about this decision."""
        played = position.played
        turn = (position.turn, played.turn if played is not None else 0, position.side)
        if turn != self.turn:
            self.turn, self.spent = turn, 0.0
        seconds = self.terms.seconds
        if seconds is not None:
            seconds = max(seconds - self.spent, LEAST_SHARE * seconds)
        return SearchLimits(seconds=seconds, nodes=self.terms.nodes)


def engine_grace() -> float:
    """Seconds that external engines may exceed their limit by in this environment."""
    from gipfel.engine.players.external import usual_grace

    return max(ENGINE_GRACE, usual_grace())


class _Stopwatch:
    """Measures how long a player of some kind thinks."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.start = perf_counter(), process_time()

    @property
    def wall(self) -> float:
        return perf_counter() - self.start[0]

    @property
    def counted(self) -> float:
        """The time that counts: for built-in players only their CPU time.

        A bot may also wait, for a program or a network: then a third of the time counts, which is more than
        it loses on a machine that is not very busy.
        """
        wall = self.wall
        if self.kind == ENGINE:
            return wall
        cpu = min(wall, process_time() - self.start[1])
        return max(cpu, wall / WAITING) if self.kind == PYTHON else cpu

    def check(self, side: Side, limit: float | None) -> None:
        """Raises Forfeit if it took much too long."""
        if limit is None:
            return
        taken = self.counted
        allowed = limit + engine_grace() if self.kind == ENGINE else TOLERANCE * limit + GRACE
        if taken > allowed:
            raise Forfeit(
                side, f"{side} lost on time: {taken:.2f} s for a decision, {limit:.2f} s were given"
            )
