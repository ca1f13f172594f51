"""Checks whether a program follows the engine protocol: tries everything docs/protocol.md demands."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from time import monotonic

from gipfel.engine.players.external import ANSWER_TIMEOUT, HELLO_TIMEOUT, READY_TIMEOUT
from gipfel.engine.players.player import EngineFailure
from gipfel.engine.protocol.grammar import (
    LONGEST_LINE,
    NOTHING,
    VERSION,
    Info,
    is_setting,
    read_info,
    write_new,
)
from gipfel.engine.protocol.process import SHOWN, EngineProcess
from gipfel.games.core.game import Game
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Position
from gipfel.games.core.registry import game, game_type
from gipfel.games.core.side import Side
from gipfel.notation.errors import GipfelError

STOP_TIMEOUT = 0.5
"""Seconds an engine may take from `stop` to `best`."""
OVERSHOOT = 0.5
"""Seconds an engine may exceed its time limit."""
EXIT_TIMEOUT = 2.0
"""Seconds an engine may take to exit after `quit`."""
DECISION_TIME = 100
"""Milliseconds the engine gets for most decisions."""
LONGEST_GAME = 300
"""The length of a random game, in decisions; positions are taken from such games."""
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


class CheckFailed(Exception):
    """The engine does not follow the protocol."""


def check(command: str, names: Sequence[str] | None = None) -> Iterator[Result]:
    """Yield the results of all checks, for the named games or for all games the engine plays.

    Raises UnknownGame, and EngineFailure if the engine cannot be started.
    """
    for name in names or ():
        game_type(name)
    checker = _Checker(command)
    try:
        checker.start()
        yield from checker.results(names)
    finally:
        checker.close()


class _Checker:
    """Checks one engine. If the engine ends, the next check starts it again."""

    def __init__(self, command: str) -> None:
        self.command = command
        self._process: EngineProcess | None = None
        self.games: dict[str, tuple[str, ...]] = {}
        self.settings: list[str] = []

    def start(self) -> None:
        """Start the engine unless it runs. Raises EngineFailure."""
        if self._process is None or not self._process.alive:
            self._process = EngineProcess(self.command)

    def close(self) -> None:
        if self._process is not None:
            self._process.close()

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
            if self._process is not None:
                self._process.close()
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
        ]

    def _game_results(self, played: Game) -> Iterator[Result]:
        about = f"{played.name} {played.version}"
        sampled = _sampled(played)
        checks: list[tuple[str, Callable[[], str | None]]] = [
            ("new, ready", lambda: self._new(played)),
            ("go: legal decisions all over a game", lambda: self._all_over(played, sampled)),
            ("play: follows a game decision by decision", lambda: self._follows(played)),
            ("undo: takes a decision back", lambda: self._undo(played)),
            ("decisions: lists them all", lambda: self._decisions(played, sampled)),
            ("an error changes nothing", lambda: self._unchanged(played)),
            ("go: nothing to decide is an error", lambda: self._finished(played)),
            ("go: keeps its time limit", lambda: self._in_time(played)),
            ("stop: answers at once", lambda: self._stop(played)),
            ("new: forgets the previous game", lambda: self._forgets(played)),
        ]
        if played.clockwork is not None:
            checks.append(("go by the side that is not on turn", lambda: self._out_of_turn(played)))
        for what, attempt in checks:
            yield self._try(f"{about}: {what}", attempt)

    # --- Checks ---------------------------------------------------------------------------------------

    def _hello(self) -> str:
        *lines, _ = self._ask(f"hello {VERSION}", "hello", HELLO_TIMEOUT, plain=True)
        names = [line.removeprefix("name ") for line in lines if line.startswith("name ")]
        if len(names) != 1:
            raise CheckFailed(f"exactly one line must be 'name NAME', not {len(names)}")
        for line in lines:
            self._learn(line)
        if not self.games:
            raise CheckFailed("no line 'game NAME VERSION ...' says what it plays")
        return f"{names[0]} plays {', '.join(self.games)}"

    def _learn(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "game":
            name, *versions = rest.split()
            for version in versions or ("",):
                game(name, version)
            self.games[name] = tuple(versions)
        elif word == "option":
            if not is_setting(line):
                raise CheckFailed(f"{line!r} is not 'option NAME number|text default VALUE [from A to B]'")
            self.settings.append(line)
        elif word not in ("name", "author"):
            raise CheckFailed(f"{line[:SHOWN]!r} does not belong before 'hello {VERSION}'")

    def _ping(self) -> None:
        self._ask("ping", "pong")

    def _refused(self, line: str) -> None:
        """The line is answered by one error, and the engine still runs."""
        answer = self._ask(line, "error")[-1]
        if answer == "error":
            raise CheckFailed("an error must say what is wrong")
        self._ping()

    def _set(self) -> str | None:
        for setting in self.settings:
            _, name, _, _, default, *_ = [*setting.split(" "), ""]
            self._ask(f"set {name} {default}", "ok")
        return None if self.settings else "it has none"

    def _new(self, played: Game) -> str:
        self._ask(write_new(played), "ok")
        begin = monotonic()
        self._ask("ready", "ready", READY_TIMEOUT)
        return f"{monotonic() - begin:.1f} s"

    def _all_over(self, played: Game, sampled: list[Position]) -> str:
        for position in sampled:
            self._set_up(played, position)
            self._best(position, f"go ms {DECISION_TIME}")
        return f"{len(sampled)} positions"

    def _follows(self, played: Game) -> None:
        line = _random_game(played, 2)
        self._set_up(played, line.start)
        for decision in line.decisions[:6]:
            if played.clockwork is not None:
                self._ask(f"at {decision.position.time}", "ok")
            self._ask(f"play {decision.text}", "ok")
        self._best_if_any(line.decisions[6].position if len(line.decisions) > 6 else line.position)

    def _undo(self, played: Game) -> str | None:
        start = _random_game(played, 3).start
        self._set_up(played, start)
        self._ask(f"play {start.decisions()[-1].text}", "ok")
        if self._ask("undo", "ok", or_error=True)[-1] != "ok":
            return "not offered"
        self._best_if_any(start)
        return None

    def _decisions(self, played: Game, sampled: list[Position]) -> str | None:
        for position in sampled[:2]:
            self._set_up(played, position)
            *found, last = self._ask("decisions", "decisions", or_error=True, plain=True)
            if last.startswith("error"):
                return "not offered"
            listed = sorted(line.removeprefix("decision ") for line in found)
            right = sorted(decision.text for decision in position.decisions())
            if listed != right or last != f"decisions {len(right)}":
                odd = sorted({*listed} ^ {*right})[:3]
                raise CheckFailed(
                    f"in {position}: {len(listed)} instead of {len(right)}, e.g. {', '.join(odd)}"
                )
        return None

    def _unchanged(self, played: Game) -> None:
        start = _random_game(played, 4).start
        self._set_up(played, start)
        for line in ("play abracadabra", "position abracadabra", "new abracadabra standard"):
            self._ask(line, "error")
        self._best_if_any(start)

    def _finished(self, played: Game) -> str | None:
        end = _random_game(played, 1).position
        if end.outcome is None:
            return "the random game did not end"
        self._set_up(played, end)
        self._ask(f"go ms {DECISION_TIME}", "error")
        return None

    def _in_time(self, played: Game) -> str:
        position = _random_game(played, 5).start
        longest = 0.0
        for ms in (20, 300):
            self._set_up(played, position)
            begin = monotonic()
            self._best(position, f"go ms {ms}", ms / 1000 + OVERSHOOT)
            longest = max(longest, monotonic() - begin - ms / 1000)
        return f"at most {max(0, round(1000 * longest))} ms more than allowed"

    def _stop(self, played: Game) -> str:
        position = _random_game(played, 6).start
        self._set_up(played, position)
        answers: list[str] = []
        self._send("go")
        for line, wanted in (("ping", "pong"), ("play abracadabra", "error")):
            answers += self._ask(line, wanted, thinking=True)
        early = [line for line in answers if line.startswith("best")]
        begin = monotonic()
        self._send("stop", thinking=True)
        best = early or self._receive_until("best", STOP_TIMEOUT, "stop")
        took = monotonic() - begin
        self._legal(position, best[-1])
        self._ping()
        return "it had finished before" if early else f"within {max(1, round(1000 * took))} ms"

    def _forgets(self, played: Game) -> None:
        if not played.random_start:
            self._ask(write_new(played), "ok")
            self._best(played.start(), f"go ms {DECISION_TIME}")

    def _out_of_turn(self, played: Game) -> None:
        position = _random_game(played, 7).decisions[4].position
        self._set_up(played, position)
        side = position.side.other
        answer = self._ask(f"go by {side.name.lower()} ms {DECISION_TIME}", "best")[-1]
        if answer.split(" ")[1:] != [NOTHING]:
            self._legal(position, answer, side)

    def _quit(self) -> str:
        assert self._process is not None
        self._ping()
        self._send("quit")
        code = self._process.wait(EXIT_TIMEOUT)
        if code is None:
            raise CheckFailed(f"the process still runs {EXIT_TIMEOUT:g} s later")
        if code:
            raise CheckFailed(f"the exit code is {code}, not 0")
        self._process.close()
        return ""

    def _end_of_input(self) -> str:
        assert self._process is not None
        self._ping()
        self._process.end_input()
        if self._process.wait(EXIT_TIMEOUT) is None:
            raise CheckFailed(f"the process still runs {EXIT_TIMEOUT:g} s later")
        self._process.close()
        return ""

    # --- Commands -------------------------------------------------------------------------------------

    def _set_up(self, played: Game, position: Position) -> None:
        self._ask(write_new(played), "ok")
        self._ask(f"position {position}", "ok")

    def _best_if_any(self, position: Position) -> None:
        if position.outcome is None and not position.by_chance:
            self._best(position, f"go ms {DECISION_TIME}")

    def _best(self, position: Position, go: str, seconds: float | None = None) -> None:
        """Ask for a decision; check it and the `info` lines before it."""
        *infos, best = self._ask(go, "best", seconds)
        self._legal(position, best)
        for line in infos:
            info = read_info(line)
            if info is not None:
                _check_info(position, info)

    def _legal(self, position: Position, best: str, side: Side | None = None) -> None:
        text = best.removeprefix("best ")
        try:
            decision = position.decision(text, side)
        except GipfelError as error:
            raise CheckFailed(f"{best!r} is wrong in {position}: {error}") from error
        if decision.code not in {known.code for known in position.decisions(side)}:
            raise CheckFailed(f"{best!r} is wrong in {position}: {position.legal_summary()}")

    def _ask(
        self,
        line: str,
        wanted: str,
        seconds: float | None = None,
        or_error: bool = False,
        thinking: bool = False,
        plain: bool = False,
    ) -> list[str]:
        """Send a line; return all answers up to the one that begins with the wanted word.

        `info` may come before it, `best` if the engine is thinking, and any word but `error` if `plain`.
        """
        self._send(line, thinking)
        return self._receive_until(wanted, seconds or ANSWER_TIMEOUT, line, or_error, thinking, plain)

    def _receive_until(
        self,
        wanted: str,
        seconds: float,
        asked: str,
        or_error: bool = False,
        thinking: bool = False,
        plain: bool = False,
    ) -> list[str]:
        assert self._process is not None
        answers: list[str] = []
        deadline = monotonic() + seconds
        while True:
            line = self._process.receive(deadline)
            if line is None:
                raise CheckFailed(f"{asked[:SHOWN]!r} was not answered by {wanted!r} within {seconds:g} s")
            answers.append(line)
            word = line.partition(" ")[0]
            if word == wanted or (or_error and word == "error"):
                return answers
            fitting = word == "info" or (thinking and word == "best") or (plain and word != "error")
            if not fitting:
                raise CheckFailed(f"{asked[:SHOWN]!r} was answered by {line[:SHOWN]!r} instead of {wanted!r}")

    def _send(self, line: str, thinking: bool = False) -> None:
        assert self._process is not None
        for received in [] if thinking else self._process.pending_lines():
            if not received.startswith("info "):
                raise CheckFailed(f"it sent {received[:SHOWN]!r} unexpectedly")
        self._process.send(line)


def _check_info(position: Position, info: Info) -> None:
    """The line of an `info` must begin with a legal decision."""
    texts = {decision.text for decision in position.decisions()}
    if info.decisions[0] not in texts:
        raise CheckFailed(f"it thinks of {info.decisions[0]!r} in {position}, which is not legal")


# --- Positions for the checks ---------------------------------------------------------------------------


def _random_game(played: Game, seed: int) -> Playthrough:
    """A random game, the same one for the same seed."""
    line = Playthrough(played.start(seed=seed), seed)
    chance = Random(seed)
    while (decisions := line.position.decisions()) and len(line.decisions) < LONGEST_GAME:
        line.play(chance.choice(decisions))
    return line


def _sampled(played: Game) -> list[Position]:
    """Some positions of a random game in which a side decides: the first, the last, and some between."""
    positions = [d.position for d in _random_game(played, 1).decisions if not d.position.by_chance]
    step = max(1, (len(positions) - 1) // (SAMPLE - 1))
    return [*positions[::step][: SAMPLE - 1], positions[-1]]
