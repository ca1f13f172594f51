"""Checks whether a program follows the engine protocol: tries everything docs/protocol.md demands."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic

from gipfel.engine.players.external import HELLO_TIMEOUT, READY_TIMEOUT
from gipfel.engine.players.player import EngineFailure
from gipfel.engine.protocol.conversation import CheckFailed, Conversation
from gipfel.engine.protocol.grammar import (
    LONGEST_LINE,
    NOTHING,
    ONLY,
    VERSION,
    Setting,
    TextSetting,
    read_setting,
    write_new,
)
from gipfel.engine.protocol.process import SHOWN
from gipfel.engine.protocol.whole_games import WholeGames, random_game
from gipfel.games.core.game import Game
from gipfel.games.core.position import Position
from gipfel.games.core.registry import game, game_type
from gipfel.notation.errors import GipfelError

GAMES = 200
"""How many whole games are played in each version."""
SECONDS = 60.0
"""The most seconds they may take in each version."""
STOP_TIMEOUT = 0.5
"""Seconds an engine may take from `stop` to `best`."""
OVERSHOOT = 0.5
"""Seconds an engine may exceed its time limit."""
EXIT_TIMEOUT = 2.0
"""Seconds an engine may take to exit after `quit`."""
DECISION_TIME = 100
"""Milliseconds the engine gets for most decisions."""
SAMPLE = 5
"""How many positions are taken from each game."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one check."""

    what: str
    passed: bool
    remark: str = ""

    def __str__(self) -> str:
        remark = f": {self.remark}" if self.remark else ""
        return f"{'ok  ' if self.passed else 'FAIL'} {self.what}{remark}"


Progress = Callable[[str, int, int], None]
"""Called during long checks: what is checked, how many games are done, and of how many."""


def check(
    command: str,
    names: Sequence[str] | None = None,
    games: int = GAMES,
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> Iterator[Result]:
    """Yield the results of all checks, for the named games or for all games the engine plays.

    `games` whole random games are played in each version, for at most `seconds`. Raises UnknownGame, and
    EngineFailure or OptionError if the engine cannot be started.
    """
    for name in names or ():
        game_type(name)
    checker = _Checker(command, games, seconds, progress or (lambda what, done, of: None))
    try:
        checker.start()
        yield from checker.results(names)
    finally:
        checker.close()


class _Checker:
    """Checks one engine. If the engine ends, the next check starts it again."""

    def __init__(self, command: str, games: int, seconds: float, progress: Progress) -> None:
        self._engine = Conversation(command)
        self._number, self._seconds, self._progress = games, seconds, progress
        self.start, self.close = self._engine.start, self._engine.close
        self.games: dict[str, tuple[str, ...]] = {}
        self.settings: dict[str, Setting | TextSetting] = {}

    # --- Order of the checks ------------------------------------------------------------------------

    def results(self, names: Sequence[str] | None) -> Iterator[Result]:
        first = self._try("hello: names the engine and its games", self._hello)
        yield first
        if not first.passed:
            return
        for what, attempt in self._general():
            yield self._try(what, attempt)
        for name in names or self.games:
            for version in self.games.get(name, ()):
                yield from self._game_results(game(name, version))
            if name not in self.games:
                yield Result(f"{name}: plays it", False, "the engine does not name this game")
        yield self._try("quit: the process ends", self._quit)
        yield self._try("end of input: the process ends", self._end_of_input)

    def _try(self, what: str, attempt: Callable[[], str | None]) -> Result:
        try:
            self.start()
            remark = attempt() or ""
        except (CheckFailed, EngineFailure, GipfelError) as problem:
            self.close()
            return Result(what, False, str(problem))
        return Result(what, True, remark)

    def _general(self) -> Iterable[tuple[str, Callable[[], str | None]]]:
        return [
            ("hello: another version of the protocol is refused", lambda: self._refused("hello 999")),
            ("ping", self._ping),
            ("an unknown command is an error", lambda: self._refused("abracadabra 1 2 3")),
            ("an empty line is an error", lambda: self._refused("")),
            ("bytes that are not text are an error", lambda: self._refused("\udcff\udcfe go")),
            ("a very long line is an error", lambda: self._refused("x" * (LONGEST_LINE // 2))),
            ("go without a game is an error", lambda: self._refused("go ms 10")),
            ("a game that does not exist is an error", lambda: self._refused("new abracadabra standard")),
            ("set: an unknown option is an error", lambda: self._refused("set Abracadabra 1")),
            ("set: options can be set to their defaults", self._set),
            *([("set: the options of the command", self._set_given)] if self._engine.command.options else []),
        ]

    def _game_results(self, played: Game) -> Iterator[Result]:
        about = f"{played.name} {played.version}"
        sampled = _sampled(played)
        checks: list[tuple[str, Callable[[], str | None]]] = [
            ("new, ready", lambda: self._new(played)),
            ("go: legal decisions all over a game", lambda: self._all_over(played, sampled)),
            ("whole random games", lambda: self._whole_games(played)),
            ("an error changes nothing", lambda: self._unchanged(played)),
            ("go: nothing to decide is an error", lambda: self._finished(played)),
            ("go: keeps its time limit", lambda: self._in_time(played)),
            ("stop: answers at once", lambda: self._stop(played)),
            ("go searchmoves: chooses among the named decisions", lambda: self._named(played, sampled)),
            ("ponder: ends with the next command", lambda: self._ponder(played)),
            ("new: forgets the previous game", lambda: self._forgets(played)),
        ]
        if played.clockwork is not None:
            checks.append(("go by the side that is not on turn", lambda: self._out_of_turn(played)))
        for what, attempt in checks:
            yield self._try(f"{about}: {what}", attempt)

    # --- Checks ---------------------------------------------------------------------------------------

    def _hello(self) -> str:
        *lines, _ = self._engine.ask(
            f"hello {VERSION}", "hello", max(HELLO_TIMEOUT, self._engine.grace), plain=True
        )
        names = [line.removeprefix("name ") for line in lines if line.startswith("name ")]
        if len(names) != 1:
            raise CheckFailed(f"exactly one line must be 'name NAME', not {len(names)}")
        for line in lines:
            self._learn(line)
        if not self.games:
            raise CheckFailed("no line 'game NAME VERSION ...' says what it plays")
        self._engine.greeted = True
        return f"{names[0]} plays {', '.join(self.games)}"

    def _learn(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "game":
            name, *versions = rest.split()
            for version in versions or ("",):
                game(name, version)
            self.games[name] = tuple(versions)
        elif word == "option":
            setting = read_setting(line)
            if setting is None:
                raise CheckFailed(f"{line!r} is not 'option NAME number|text default VALUE [from A to B]'")
            self.settings[setting.name.lower()] = setting
        elif word not in ("name", "author"):
            raise CheckFailed(f"{line[:SHOWN]!r} does not belong before 'hello {VERSION}'")

    def _ping(self) -> None:
        self._engine.ask("ping", "pong")

    def _refused(self, line: str) -> None:
        """The line is answered by one error, and the engine still runs."""
        answer = self._engine.ask(line, "error")[-1]
        if answer == "error":
            raise CheckFailed("an error must say what is wrong")
        self._ping()

    def _set(self) -> str | None:
        for setting in self.settings.values():
            self._engine.ask(f"set {setting.name} {setting.default}".rstrip(), "ok")
        return None if self.settings else "it has none"

    def _set_given(self) -> str:
        for name, value in self._engine.command.options:
            if name.lower() not in self.settings:
                known = ", ".join(setting.described for setting in self.settings.values()) or "none"
                raise CheckFailed(f"it has no option {name[:40]!r}; it has {known}")
            self.settings[name.lower()].check(value)
        self._engine.set_options()
        return self._engine.command.settings

    def _new(self, played: Game) -> str:
        self._engine.ask(write_new(played), "ok")
        begin = monotonic()
        self._engine.ask("ready", "ready", READY_TIMEOUT)
        return f"{monotonic() - begin:.1f} s"

    def _all_over(self, played: Game, sampled: list[Position]) -> str:
        for position in sampled:
            self._engine.set_up(played, position)
            self._engine.best(position, f"go ms {DECISION_TIME}")
        return f"{len(sampled)} positions"

    def _whole_games(self, played: Game) -> str:
        about = f"{played.name} {played.version}"
        return WholeGames(self._engine, played).play(
            self._number, self._seconds, lambda done, of: self._progress(about, done, of)
        )

    def _unchanged(self, played: Game) -> None:
        start = random_game(played, 4).start
        self._engine.set_up(played, start)
        for line in ("play abracadabra", "position abracadabra", "new abracadabra standard"):
            self._engine.ask(line, "error")
        self._best_if_any(start)

    def _finished(self, played: Game) -> str | None:
        end = random_game(played, 1).position
        if end.outcome is None:
            return "the random game did not end"
        self._engine.set_up(played, end)
        self._engine.ask(f"go ms {DECISION_TIME}", "error")
        return None

    def _in_time(self, played: Game) -> str:
        position = random_game(played, 5).start
        longest = 0.0
        for ms in (20, 300):
            self._engine.set_up(played, position)
            begin = monotonic()
            self._engine.best(position, f"go ms {ms}", ms / 1000 + OVERSHOOT)
            longest = max(longest, monotonic() - begin - ms / 1000)
        return f"at most {max(0, round(1000 * longest))} ms more than allowed"

    def _stop(self, played: Game) -> str:
        position = random_game(played, 6).start
        self._engine.set_up(played, position)
        answers: list[str] = []
        self._engine.send("go")
        for line, wanted in (("ping", "pong"), ("play abracadabra", "error")):
            answers += self._engine.ask(line, wanted, thinking=True)
        early = [line for line in answers if line.startswith("best")]
        begin = monotonic()
        self._engine.send("stop", thinking=True)
        best = early or self._engine.receive_until("best", STOP_TIMEOUT, "stop")
        took = monotonic() - begin
        self._engine.legal(position, best[-1])
        self._ping()
        return "it had finished before" if early else f"within {max(1, round(1000 * took))} ms"

    def _named(self, played: Game, sampled: list[Position]) -> str | None:
        for position in sampled:
            self._engine.set_up(played, position)
            named = [decision.text for decision in position.decisions()[-2:]]
            go = f"go ms {DECISION_TIME} {ONLY} {' '.join(named)}"
            answer = self._engine.ask(go, "best", or_error=True)[-1]
            if answer.startswith("error"):
                return "not offered"
            if answer.removeprefix("best ") not in named:
                raise CheckFailed(f"in {position} {go!r} was answered by {answer!r}")
        return None

    def _ponder(self, played: Game) -> str | None:
        position = random_game(played, 8).start
        self._engine.set_up(played, position)
        for line in ("ponder", f"ponder {position.decisions()[0].text}"):
            if self._engine.ask(line, "ok", or_error=True)[-1] != "ok":
                return "not offered"
        self._ping()
        self._engine.best(position, f"go ms {DECISION_TIME}", DECISION_TIME / 1000 + OVERSHOOT)
        return None

    def _forgets(self, played: Game) -> None:
        if not played.random_start:
            self._engine.ask(write_new(played), "ok")
            self._engine.best(played.start(), f"go ms {DECISION_TIME}")

    def _out_of_turn(self, played: Game) -> None:
        position = random_game(played, 7).decisions[4].position
        self._engine.set_up(played, position)
        side = position.side.other
        answer = self._engine.ask(f"go by {side.name.lower()} ms {DECISION_TIME}", "best")[-1]
        if answer.split(" ")[1:] != [NOTHING]:
            self._engine.legal(position, answer, side)

    @property
    def _exit_timeout(self) -> float:
        return max(EXIT_TIMEOUT, self._engine.grace)

    def _quit(self) -> str:
        self._ping()
        self._engine.send("quit")
        code = self._engine.process.wait(self._exit_timeout)
        if code is None:
            raise CheckFailed(f"the process still runs {self._exit_timeout:g} s later")
        if code:
            raise CheckFailed(f"the exit code is {code}, not 0")
        self._engine.process.close()
        return ""

    def _end_of_input(self) -> str:
        self._ping()
        self._engine.process.end_input()
        if self._engine.process.wait(self._exit_timeout) is None:
            raise CheckFailed(f"the process still runs {self._exit_timeout:g} s later")
        self._engine.process.close()
        return ""

    # --- Commands -------------------------------------------------------------------------------------

    def _best_if_any(self, position: Position) -> None:
        if position.outcome is None and not position.by_chance:
            self._engine.best(position, f"go ms {DECISION_TIME}")


# --- Positions for the checks ---------------------------------------------------------------------------


def _sampled(played: Game) -> list[Position]:
    """Some positions of a random game in which a side decides: the first, the last, and some between."""
    positions = [d.position for d in random_game(played, 1).decisions if not d.position.by_chance]
    step = max(1, (len(positions) - 1) // (SAMPLE - 1))
    return [*positions[::step][: SAMPLE - 1], positions[-1]]
