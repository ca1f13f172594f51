"""A match between two players as one call: specs, or objects of the caller.

result = play_match("gipf", MyBot(), "level:3", pairs=10)
print(result)
"""

import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from gipfel.arena.executors import LocalExecutor
from gipfel.arena.games import GameJob, GameKey, GameResult, Terms, play_game, warm_up
from gipfel.arena.openings import usual_turns
from gipfel.arena.runner import MatchRunner
from gipfel.arena.schedule import Match
from gipfel.arena.standings import Meeting, compute_standings
from gipfel.arena.statistics import Pairs, elo_text
from gipfel.engine.players.player import PlayerSource
from gipfel.engine.players.python_player import BotSpec
from gipfel.engine.players.specs import PlayerSpec
from gipfel.engine.search.analysis import SearchLimits, check_number
from gipfel.engine.search.stopwatch import CLOCK
from gipfel.games.core.game import LARGEST_SEED, Game
from gipfel.games.core.playthrough import MOST_TURNS
from gipfel.games.core.registry import game as named_game
from gipfel.notation.errors import OptionError

USUAL_SECONDS = 1.0
MOST_PAIRS = 1_000_000
MOST_PROCESSES = 10_000
MOST_OPENING_TURNS = 1000
LONGEST_GAME = 100_000
MOST_FAILURES = 3
"""How many failures of a player are told in the text of a result."""


@dataclass(frozen=True)
class MatchResult:
    """The result of a match of two players, from the first one's point of view."""

    meeting: Meeting
    games: tuple[GameResult, ...]
    """All games in their order, each with its record."""
    failures: tuple[tuple[str, ...], tuple[str, ...]]
    """Why the first and the second player lost games without losing them on the board."""

    @property
    def wins(self) -> int:
        return self.meeting.wins

    @property
    def draws(self) -> int:
        return self.meeting.draws

    @property
    def losses(self) -> int:
        return self.meeting.losses

    @property
    def pairs(self) -> Pairs:
        """The statistics: `score`, `interval`, `elo`, `elo_interval`, `superiority`."""
        return self.meeting.pairs

    def __str__(self) -> str:
        one, pairs = self.meeting, self.meeting.pairs
        low, high = pairs.interval
        lines = [
            f"{one.first} {one.points:g} - {one.games - one.points:g} {one.second} "
            f"(+{one.wins} ={one.draws} -{one.losses})",
            f"score {100 * pairs.score:.1f} % (95 %: {100 * low:.1f} to {100 * high:.1f}), "
            f"Elo {elo_text(pairs)}, better with {100 * pairs.superiority:.1f} %",
        ]
        for name, failures in zip((one.first, one.second), self.failures, strict=True):
            lines += [f"{name}: {reason}" for reason in failures[:MOST_FAILURES]]
            if len(failures) > MOST_FAILURES:
                lines.append(f"{name}: {len(failures) - MOST_FAILURES} more failures")
        return "\n".join(lines)


def play_match(
    game: Game | str,
    first: object,
    second: object,
    pairs: int = 10,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    opening_turns: int | None = None,
    most_turns: int = MOST_TURNS,
    seed: int = 1,
    processes: int = 1,
    report: Callable[[GameResult], None] | None = None,
) -> MatchResult:
    """Play pairs of games between two players: the same opening twice, with colours swapped.

    A player is a text such as `level:3` (see `gipfel.engine.players.specs`), an object with a method
    `choose(position)`, a class of such objects, or a function of a position. `seconds` are for each turn, one
    if there is no limit of `nodes` either. With one process the games are played here, one after the other;
    with more, objects have to be such that they can be pickled. `report` is called after each game.

    A player that raises, answers nonsense or takes too long loses its game. Raises OptionError for bad
    arguments, and EngineFailure if a player cannot begin.
    """
    check_number("pairs", pairs, MOST_PAIRS)
    check_number("processes", processes, MOST_PROCESSES)
    check_number("seed", seed, LARGEST_SEED, least=0)
    check_number("most_turns", most_turns, LONGEST_GAME)
    SearchLimits(seconds, nodes)  # raises OptionError
    played = named_game(game) if isinstance(game, str) else game
    if not isinstance(played, Game):
        raise OptionError(
            f"{repr(game)[:80]} is not a game; write gipfel.game('gipf') or 'gipf', for example"
        )
    if opening_turns is None:
        opening_turns = usual_turns(played)
    check_number("opening_turns", opening_turns, MOST_OPENING_TURNS, least=0)
    terms = Terms(
        seconds=USUAL_SECONDS if seconds is None and nodes is None else seconds,
        nodes=nodes,
        opening_turns=opening_turns,
        seed=seed,
        most_turns=most_turns,
    )
    match = Match(played, (player_source(first), player_source(second)), terms, pairs)
    results = ReportedResults(report)
    if processes == 1:
        _play_here(match, results)
    else:
        _play_in_processes(match, results, processes)
    match = match.with_names(results.announced)
    games = tuple(results.results[job.key] for job in match.jobs())
    standings = compute_standings(match, games)
    failures = tuple(standings.failures[0]), tuple(standings.failures[1])
    return MatchResult(standings.meetings[0], games, failures)


def player_source(player: object) -> PlayerSource:
    """What a caller names as a player: a spec, its text, or a bot. Raises OptionError."""
    if isinstance(player, str):
        return PlayerSpec.read(player).with_existing_files()
    return player if isinstance(player, PlayerSpec | BotSpec) else BotSpec(player)


class ReportedResults:
    """The results of a match in memory; each is reported to the caller."""

    def __init__(self, report: Callable[[GameResult], None] | None) -> None:
        self.results: dict[GameKey, GameResult] = {}
        self.announced: tuple[str, ...] = ()
        self._report = report

    def announce(self, names: tuple[str, ...]) -> None:
        """Store the names that external engines have told."""
        self.announced = names

    def add(self, result: GameResult) -> bool:
        """Store a result; False if that game has one already."""
        if result.key in self.results:
            return False
        self.results[result.key] = result
        if self._report is not None:
            self._report(result)
        return True


def _play_here(match: Match, results: ReportedResults) -> None:
    with _same_clock_afterwards():
        results.announce(warm_up(match.game, match.players))
        for job in match.with_names(results.announced).jobs():
            results.add(play_game(job))


@contextmanager
def _same_clock_afterwards() -> Iterator[None]:
    """Games count CPU time; searches of the caller after the match use the clock they used before it."""
    before = os.environ.get(CLOCK)
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(CLOCK, None)


def _play_in_processes(match: Match, results: ReportedResults, processes: int) -> None:
    jobs = [*match.jobs()]
    _check_pickles(jobs[0])
    executor = LocalExecutor(min(processes, len(jobs)))
    try:
        MatchRunner(match, results).play(executor)
    except BaseException:
        executor.stop(at_once=True)
        raise
    executor.stop(at_once=False)


def _check_pickles(job: GameJob) -> None:
    for source in (job.white, job.black):
        try:
            pickle.loads(pickle.dumps(source))
        except Exception as error:
            raise OptionError(
                f"{source.name} cannot be sent to other processes ({type(error).__name__}: {error}); "
                "define it in a module that can be imported, or play with processes=1"
            ) from error
