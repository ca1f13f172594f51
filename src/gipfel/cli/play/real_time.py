"""A game with time at the terminal."""

import os
import re
import sys
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from random import Random
from shutil import get_terminal_size
from typing import TextIO

from gipfel.cli.play.contests import called, names_on_board
from gipfel.cli.play.display import Display, clock_time, frame
from gipfel.cli.play.input_lines import Keyboard, LineSource, Script, Typed
from gipfel.cli.play.prompt import show_line
from gipfel.cli.play.saved_game import GameFile
from gipfel.cli.play.seats import Players, Seat
from gipfel.cli.play.session import Leave, Session
from gipfel.cli.progress import in_background
from gipfel.cli.streams import is_terminal
from gipfel.cli.text import columns
from gipfel.draw.columns import columns_of, padded
from gipfel.engine.players.player import EngineFailure
from gipfel.games.core.clock import GameClock, RealClock
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.registry import about
from gipfel.games.core.side import Side
from gipfel.locale import either, listed, note, say, say_many
from gipfel.notation.errors import GipfelError

TICK = 200
"""Milliseconds between two pictures of the running times."""
FASTEST, SLOWEST = 1000, 4000
"""Milliseconds that engines and random players take for a decision."""
ENGINE_WAIT = 0.05
"""Seconds that the display waits at most for an engine that is due."""
SHOWN_EVENTS = 3
"""The number of the latest events on the display."""
NOTHING_TO_DO = note("nothing can be done now")
EXAMPLES = 5
"""The number of decisions that `help` shows for a game without a help of its own."""

COMMANDS = (
    ("list", note("what can be done now, by numbers"), "save [FILE]", note("save the game")),
    ("hint", note("the engine suggests something"), "tie", note("call a contest a tie")),
    ("help", note("show this"), "resign, quit", note("give up, leave")),
)
"""Two commands on each line, and what they do. The commands are the same in every language."""


def command_help() -> list[str]:
    """The commands in two columns, and what they do."""
    left = max(columns_of(say(does)) for _, does, _, _ in COMMANDS)
    return [
        f"  {one:<4}   {padded(say(does), left)}  {other:<12}  {say(other_does)}"
        for one, does, other, other_does in COMMANDS
    ]


def play_in_real_time(
    game: Playthrough,
    seats: dict[Side, Seat],
    chance: Random,
    file: GameFile | None,
    typed: TextIO | None,
    shown: TextIO,
    clock: GameClock | None = None,
) -> None:
    """Play a game with time until it is over or a person leaves; it continues at the time it has reached.

    At a terminal it is played in real time, by `clock` if one is given. Lines from a file or a pipe say
    themselves when they are typed.
    """
    start = game.position.time
    if typed is not None and is_terminal(typed):
        lines: LineSource = Keyboard(clock or RealClock(start), typed.fileno())
    else:
        lines = Script(start, typed, needed=any(seat.human for seat in seats.values()))
    display = Display(shown) if is_terminal(typed) and is_terminal(shown) else None
    with redirect_stdout(shown):
        RealTimeSession(game, seats, chance, file, lines, display).run()


def timed_part(
    game: Playthrough, seats: dict[Side, Seat], chance: Random, file: GameFile | None, players: Players
) -> "RealTimeSession":
    """The session of a contest in which time runs, inside a game without time."""
    start = game.position.time
    if is_terminal(sys.stdin):
        lines: LineSource = Typed(RealClock(start))
    else:
        lines = Script(start, sys.stdin, needed=any(seat.human for seat in seats.values()))
    display = Display(sys.stdout) if is_terminal(sys.stdin) and is_terminal(sys.stdout) else None
    return RealTimeSession(game, seats, chance, file, lines, display, players)


@dataclass(frozen=True, slots=True)
class ScheduledDecision:
    """When an engine will act, and what it is going to do."""

    due: int
    decision: "Future[Decision | None]"


class RealTimeSession(Session):
    """One game with time."""

    def __init__(
        self,
        game: Playthrough,
        seats: dict[Side, Seat],
        chance: Random,
        file: GameFile | None,
        lines: LineSource,
        display: Display | None,
        players: Players | None = None,
    ) -> None:
        super().__init__(game, seats, chance, file, players)
        self.lines = lines
        self.display = display
        self.unused: list[str] = []
        """Lines that came when no time ran any more."""
        self.news: list[str] = []
        self.page: list[str] = []
        self.scheduled: dict[Side, ScheduledDecision] = {}
        self.hint: Future[str] | None = None
        self.commands: dict[str, Callable[[str], None]] = {
            "": self._show_board,
            "list": self._list,
            "hint": self._hint,
            "undo": self._undo,
            "moves": self._list,
            "tie": self._tie,
            "save": self._save,
            "quit": self._quit,
            "exit": self._quit,
            "help": self._help,
            "?": self._help,
        }

    # --- The course of a game -------------------------------------------------------------------------

    def _play_on(self) -> bool:
        """Play until the game is over; True if a person left it."""
        try:
            if self.display:
                self.display.open()
            else:
                self._show_board()
            while self._is_on and not self.exhausted:
                self._step()
        except (Leave, EOFError, KeyboardInterrupt):
            self._let_time_pass()
            return self.outcome is None
        finally:
            self._show_hint(wait=self.display is None)
            if self.display:
                self.display.close()
        return False

    @property
    def _is_on(self) -> bool:
        """Does time run, and is the game not over?"""
        return self.outcome is None and self.position.timed

    def play_part(self) -> bool:
        """Play until no time runs any more; True if a person left."""
        return self._play_on()

    def _step(self) -> None:
        """Let engines act, show the board, and wait for a line or for the next event."""
        for side in Side:
            self._let_engine_act(side)
        self._show_hint()
        if not self._is_on:
            return
        if self.display:
            self.display.show(frame(self.position, self.page), self.news)
        line = self.lines.line(self._next_instant())
        self._let_time_pass()
        if line is None:
            return
        if self._is_on:
            self._typed(line.strip())
        else:
            self.unused.append(line.strip())

    def _next_instant(self) -> int | None:
        """The time of the next event, at the latest."""
        instants = [scheduled.due for scheduled in self.scheduled.values()]
        if (deadline := self.position.next_deadline()) is not None:
            instants.append(deadline)
        if self.display:
            instants.append(self.position.time + TICK)
        return min(instants, default=None)

    def _let_time_pass(self) -> None:
        """Bring the game to the time of the clock, and say what has happened by itself."""
        now = max(self.lines.clock.now_ms(), self.position.time)
        for event in self.position.upcoming_events(now):
            self._tell(f"{event.ms} {event.text}")
        self.game.advance(now)

    def _resuming(self, path: Path) -> str:
        return say_many(
            "Resuming the game in {file} after {n} event, at {time}.",
            "Resuming the game in {file} after {n} events, at {time}.",
            self.position.turn,
            file=path,
            time=clock_time(self.position.time),
        )

    # --- What people do -------------------------------------------------------------------------------

    def _typed(self, line: str) -> None:
        self.page = []
        if self.display:
            self.display.prompt()
        else:
            show_line(f"> {line}")
        try:
            self._execute(line)
        except GipfelError as error:
            self._tell_problem(error)

    def _execute(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if (command := self.commands.get(word.lower())) is not None:
            command(rest.strip())
        else:
            self._play(self._read_decision(line))

    def _read_decision(self, line: str) -> Decision:
        """The decision that a line means, of whichever person can make it; the one on turn first."""
        letters = self._letters
        match = re.fullmatch(rf"(?:[0-9]+\s+)?(?:([{letters}])\s+)?(\S.*)", line)
        side, token = match.groups() if match else (None, line)
        if side is not None:
            return self.position.decision(token, Side(letters.index(side)))
        if re.fullmatch("[0-9]{1,3}", line):
            return self._numbered(line)
        return self._decision_of_any_person(token)

    def _decision_of_any_person(self, token: str) -> Decision:
        persons = sorted(self.persons, key=lambda side: side != self.position.side)
        problems: list[GipfelError] = []
        for side in persons:
            try:
                return self.position.decision(token, side)
            except GipfelError as error:
                problems.append(error)
        raise problems[0]

    def _play(self, decision: Decision) -> None:
        self.players.watch(self.game.act(decision))
        name = called(decision.position, decision.side)
        self._tell(f"{decision.position.time} {name}: {decision.text}")
        self.scheduled.pop(decision.side, None)
        if problem := self._try_to_save_file():
            self._tell_problem(problem)

    # --- What others do -------------------------------------------------------------------------------

    def _let_engine_act(self, side: Side) -> None:
        """Let an engine schedule a decision, or make it when it is due."""
        if self.seats[side].human:
            return
        scheduled = self.scheduled.get(side)
        if scheduled is not None and scheduled.due <= self.position.time and self._is_on:
            self._carry_out(side, scheduled)
        if not self._is_on or not self.position.decisions(side):
            self.scheduled.pop(side, None)
        elif side not in self.scheduled:
            self.scheduled[side] = self._schedule(side)

    def _schedule(self, side: Side) -> "ScheduledDecision":
        """It begins to think now and acts a little later, as people do."""
        position = self.position
        due = self.position.time + self.chance.randint(FASTEST, SLOWEST)
        return ScheduledDecision(due, in_background(lambda: self._chosen(side, position)))

    def _chosen(self, side: Side, position: Position) -> Decision | None:
        """What an engine decides: on turn it must choose, otherwise it may react."""
        if side == position.side:
            return self.players.choose(side, position)
        return self.players.react(side, position)

    def _carry_out(self, side: Side, scheduled: "ScheduledDecision") -> None:
        """Make the scheduled decision if it is still possible; an engine that fails loses."""
        try:
            decision = scheduled.decision.result(ENGINE_WAIT)
        except TimeoutError:
            return
        except EngineFailure as failure:
            self._fail(side, failure)
            return
        del self.scheduled[side]
        if decision is not None and decision.text in {d.text for d in self.position.decisions(side)}:
            self._play(self.position.decision(decision.text, side))

    # --- Showing --------------------------------------------------------------------------------------

    def _tell(self, message: str) -> None:
        if self.display is None:
            show_line(message)
        self.news = [*self.news, message][-SHOWN_EVENTS:]

    def remark(self, line: str) -> None:
        self._tell(line)

    def _show_board(self, _: str = "") -> None:
        if self.display is None:
            for line in frame(self.position):
                show_line(line)

    def _list(self, _: str = "") -> None:
        width = get_terminal_size().columns
        found: list[str] = []
        for side in Side:
            decisions = self.position.decisions(side)
            texts = [decision.text for decision in decisions]
            if side == self.position.side:
                texts = [f"{number} {text}" for number, text in enumerate(texts, 1)]
            if texts:
                found += [f"{called(self.position, side)}:", *columns(texts, width)]
        self._explain(found)

    def _hint(self, _: str = "") -> None:
        """Ask the engine; time runs on while it thinks."""
        if self.hint is not None:
            self._tell(say("The engine is thinking about it."))
        elif not self.seats[self.position.side].human:
            self._tell(say("It is {side}'s turn.", side=called(self.position, self.position.side)))
        elif not self.position.decisions():
            self._tell(say(NOTHING_TO_DO))
        else:
            position = self.position
            self.hint = in_background(lambda: self.analyst.hint(position))

    def _show_hint(self, wait: bool = False) -> None:
        """Show the engine's suggestion when it is ready."""
        if self.hint is not None and (wait or self.hint.done()):
            self._tell(self.hint.result())
            self.hint = None

    def _undo(self, _: str = "") -> None:
        self._tell(say("Nothing can be taken back here: time has run on."))

    def _help(self, _: str = "") -> None:
        """The game's own help on its notation, or some decisions as examples."""
        letters = either([*self._letters])
        self._explain(
            [
                say("Type what you do in the game's notation; the clock does not wait."),
                *self._notation_help().splitlines(),
                say("Put {letters} in front if it is not clear who is meant.", letters=letters),
                *command_help(),
            ]
        )

    def _notation_help(self) -> str:
        """How decisions are typed: the game's own words, or some examples."""
        if own := about(self.position.board.game.name).terminal_help:
            return say(own)
        examples = listed(decision.text for decision in self.position.decisions()[:EXAMPLES])
        return say("For example: {examples}", examples=examples or say(NOTHING_TO_DO))

    @property
    def _letters(self) -> str:
        """The letters that name the sides at the beginning of a line, in every language the same."""
        return "".join(name[0].lower() for name in names_on_board(self.position))

    def _explain(self, lines: list[str]) -> None:
        """Show several lines; on a display they replace the board until the next line is typed."""
        if self.display is None:
            for line in lines:
                show_line(line)
        self.page = lines

    def _save(self, name: str) -> None:
        if name:
            self._save_as(Path(os.path.expanduser(name)))
        self._save_file()
        if self.file:
            self._tell(say("Saved in {file}.", file=self.file.path))
        else:
            self._tell(say("Name a file: save FILE"))
