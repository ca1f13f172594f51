"""A game with time at the terminal: the clock runs, and so do the glasses, drawn as bars."""

import os
import re
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from shutil import get_terminal_size
from textwrap import wrap
from typing import TextIO

from gipfel.cli.play.analysis import Analyst
from gipfel.cli.play.input_lines import Feed, Keyboard, Script
from gipfel.cli.play.prompt import say
from gipfel.cli.play.saved_game import GameFile
from gipfel.cli.play.screen import is_terminal, wants_colour
from gipfel.cli.play.seats import Seat
from gipfel.cli.play.session import Leave, Session
from gipfel.cli.progress import in_background
from gipfel.cli.text import columns, one_line, plural
from gipfel.draw.scene import Piece, Scene
from gipfel.draw.shapes.glass import time_left
from gipfel.draw.text import text
from gipfel.engine.players.player import EngineFailure
from gipfel.games.core.clock import Clock, RealClock
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Side
from gipfel.notation.errors import GipfelError

TICK = 200
"""Milliseconds between two pictures of the running sand."""
SLOWEST, FASTEST = 4000, 1000
"""Between these a player that is no person needs for a decision, in milliseconds."""
MOMENT = 0.05
"""Seconds the sand may have to wait for somebody who thinks."""
BAR = 6
REMEMBERED = 3
"""So many of the last events are shown."""

HELP = """\
Type what you do in the game's notation; the clock does not wait.
  a1-a2+ or a1a2+   move, with a ring (without the plus: without)
  @d4+              bring in a glass       a1~ ~a2+ ~x   grab, place, put back
  + - ^             ring, no ring, steal   *d4 !         bonus ring, turn timer
Put r or b in front (b !) if it is not clear who is meant.
On the board o2 are two rings, # is full. Behind a glass stand its rings, x if
it is lost, ~ if it is held, ? if a ring may still fall.
  list   what can be done now, by numbers  save [FILE]   save the game
  hint   the engine suggests something
  help   show this                         resign, quit  give up, leave"""


def play_by_the_clock(
    game: Playthrough,
    seats: dict[Side, Seat],
    chance: Random,
    file: GameFile | None,
    typed: TextIO | None,
    shown: TextIO,
    clock: Clock | None = None,
) -> None:
    """Play a game with time until it is over or somebody leaves; it goes on at the game time it has reached.

    At a terminal it is played in real time, by a clock of one's own if one is given. Lines from a file
    or a pipe tell the time themselves.
    """
    start = game.position.time
    if typed is not None and is_terminal(typed):
        feed: Feed = Keyboard(clock or RealClock(start), typed.fileno())
    else:
        feed = Script(start, typed, needed=any(seat.human for seat in seats.values()))
    display = Display(shown) if is_terminal(typed) and is_terminal(shown) else None
    with redirect_stdout(shown):
        RealTimeSession(game, seats, chance, file, feed, display).run()


class Display:
    """A terminal on which the picture changes while a person types in the last line."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self._size = get_terminal_size()

    def open(self) -> None:
        """Begin a screen of our own; what was there comes back in the end."""
        self._write("\033[?1049h\033[?7l\033[2J")
        self.prompt()

    def close(self) -> None:
        self._write("\033[?7h\033[?1049l")

    def prompt(self) -> None:
        """Wait for a new line at the bottom."""
        self._write(f"\033[{self._size.lines};1H\033[K> ")

    def show(self, lines: Sequence[str], news: Sequence[str]) -> None:
        """Draw above the line that is being typed, and leave the cursor where it was."""
        if get_terminal_size() != self._size:
            self._size = get_terminal_size()
            self._write("\033[2J")
            self.prompt()
        room = self._size.lines - 1
        wrapped = [part for line in news for part in wrap(line, self._size.columns)]
        padded = [*lines, *wrapped[-max(1, room - len(lines)) :], *[""] * room][:room]
        self._write("\0337\033[H" + "\r\n".join(f"{line}\033[K" for line in padded) + "\0338")

    def _write(self, characters: str) -> None:
        self.out.write(characters)
        self.out.flush()


@dataclass(frozen=True, slots=True)
class Plan:
    """When a player will act, and what it will do when it has thought about it."""

    due: int
    thought: "Future[Decision | None]"


class RealTimeSession(Session):
    """One game with time from here to its end, or until somebody leaves."""

    def __init__(
        self,
        game: Playthrough,
        seats: dict[Side, Seat],
        chance: Random,
        file: GameFile | None,
        feed: Feed,
        display: Display | None,
    ) -> None:
        super().__init__(game, seats, chance, file)
        self.feed = feed
        self.display = display
        self.news: list[str] = []
        self.page: list[str] = []
        self.plans: dict[Side, Plan] = {}
        self.hint: Future[str] | None = None
        self.analyst = Analyst(self._tell)
        self.commands = {
            "": self._show_board,
            "list": self._list,
            "hint": self._hint,
            "undo": self._undo,
            "moves": self._list,
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
            while self.outcome is None and not self.exhausted:
                self._step()
        except (Leave, EOFError, KeyboardInterrupt):
            self._let_time_pass()
            return self.outcome is None
        finally:
            self._pass_on_hint(wait=self.display is None)
            if self.display:
                self.display.close()
        return False

    def _step(self) -> None:
        """Let the others act, show the board, wait for a line or for the next thing to happen."""
        for side in Side:
            self._act_by_itself(side)
        self._pass_on_hint()
        if self.outcome is not None:
            return
        if self.display:
            self.display.show(frame(self.position, self.page), self.news)
        line = self.feed.line(self._next_instant())
        self._let_time_pass()
        if line is not None and self.outcome is None:
            self._typed(line.strip())

    def _next_instant(self) -> int | None:
        """When to look again at the latest."""
        instants = [plan.due for plan in self.plans.values()]
        if (deadline := self.position.next_deadline()) is not None:
            instants.append(deadline)
        if self.display:
            instants.append(self.position.time + TICK)
        return min(instants, default=None)

    def _let_time_pass(self) -> None:
        """Bring the game to the time of the clock, and tell what has happened by itself."""
        now = max(self.feed.clock.now_ms(), self.position.time)
        for happening in self.position.coming(now):
            self._tell(f"{happening.ms} {happening.text}")
        self.game.advance(now)

    def _greet(self) -> None:
        if self.file and self.file.found:
            so_far = f"{plural(self.position.turn, 'event')}, at {clock_time(self.position.time)}"
            say(f"Resuming the game in {self.file.path} after {so_far}.")
        game = self.position.game
        who = " against ".join(f"{game.side_names[side]} ({self.seats[side]})" for side in Side)
        say(f"{game.title}, {game.version}: {who}. Type help for help.")

    # --- What people do -------------------------------------------------------------------------------

    def _typed(self, line: str) -> None:
        self.page = []
        if self.display:
            self.display.prompt()
        else:
            say(f"> {line}")
        try:
            self._obey(line)
        except GipfelError as error:
            self._tell(one_line(str(error)))

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if (command := self.commands.get(word.lower())) is not None:
            command(rest.strip())
        else:
            self._do(self._meant_now(line))

    def _meant_now(self, line: str) -> Decision:
        """The decision a line stands for, of whichever person can make it; those on turn first."""
        letters = "".join(name[0].lower() for name in self.position.game.side_names)
        match = re.fullmatch(rf"(?:[0-9]+\s+)?(?:([{letters}])\s+)?(\S.*)", line)
        side, token = match.groups() if match else (None, line)
        if side is not None:
            return self.position.decision(token, Side(letters.index(side)))
        if re.fullmatch("[0-9]{1,3}", line):
            return self._numbered(line)
        return self._by_anybody(token)

    def _by_anybody(self, token: str) -> Decision:
        persons = sorted(self.persons, key=lambda side: side != self.position.side)
        problems: list[GipfelError] = []
        for side in persons:
            try:
                return self.position.decision(token, side)
            except GipfelError as error:
                problems.append(error)
        raise problems[0]

    def _do(self, decision: Decision) -> None:
        self.players.watch(self.game.act(decision))
        name = self.position.game.side_names[decision.side]
        self._tell(f"{decision.position.time} {name}: {decision.text}")
        self.plans.pop(decision.side, None)
        if problem := self._try_to_keep():
            self._tell(one_line(str(problem)))

    # --- What others do -------------------------------------------------------------------------------

    def _act_by_itself(self, side: Side) -> None:
        """Let a player that is no person plan a decision, or make it when its time has come."""
        if self.seats[side].human or self.outcome is not None:
            return
        if not self.position.decisions(side):
            self.plans.pop(side, None)
        elif side not in self.plans:
            self.plans[side] = self._planned(side)
        elif self.plans[side].due <= self.position.time:
            self._carry_out(side, self.plans[side])

    def _planned(self, side: Side) -> "Plan":
        """It begins to think now and acts a little later, as people do."""
        position = self.position
        due = self.position.time + self.chance.randint(FASTEST, SLOWEST)
        return Plan(due, in_background(lambda: self._chosen(side, position)))

    def _chosen(self, side: Side, position: Position) -> Decision | None:
        """What a player wants to do: on turn it has to think, otherwise it may only have to react."""
        if side == position.side:
            return self.players.choose(side, position)
        return self.players.react(side, position)

    def _carry_out(self, side: Side, plan: "Plan") -> None:
        """Make the planned decision, if it is still possible; one that fails loses."""
        try:
            decision = plan.thought.result(MOMENT)
        except TimeoutError:
            return
        except EngineFailure as failure:
            self._fail(side, failure)
            return
        del self.plans[side]
        if decision is not None and decision.text in {d.text for d in self.position.decisions(side)}:
            self._do(self.position.decision(decision.text, side))

    # --- Showing --------------------------------------------------------------------------------------

    def _tell(self, message: str) -> None:
        if self.display is None:
            say(message)
        self.news = [*self.news, message][-REMEMBERED:]

    def _remark(self, line: str) -> None:
        self._tell(line)

    def _show_board(self, _: str = "") -> None:
        if self.display is None:
            for line in frame(self.position):
                say(line)

    def _list(self, _: str = "") -> None:
        width = get_terminal_size().columns
        found: list[str] = []
        for side in Side:
            decisions = self.position.decisions(side)
            texts = [decision.text for decision in decisions]
            if side == self.position.side:
                texts = [f"{number} {text}" for number, text in enumerate(texts, 1)]
            if texts:
                found += [f"{self.position.game.side_names[side]}:", *columns(texts, width)]
        self._explain(found)

    def _hint(self, _: str = "") -> None:
        """Ask the engine; the sand runs on while it thinks."""
        if self.hint is not None:
            self._tell("The engine is thinking about it.")
        elif not self.seats[self.position.side].human:
            self._tell(f"It is {self.position.game.side_names[self.position.side]}'s turn.")
        elif not self.position.decisions():
            self._tell("nothing can be done now")
        else:
            position = self.position
            self.hint = in_background(lambda: self.analyst.hint(position))

    def _pass_on_hint(self, wait: bool = False) -> None:
        """Tell what the engine suggests as soon as it does."""
        if self.hint is not None and (wait or self.hint.done()):
            self._tell(self.hint.result())
            self.hint = None

    def _undo(self, _: str = "") -> None:
        self._tell("Nothing can be taken back here: the sand has run on.")

    def _help(self, _: str = "") -> None:
        self._explain(HELP.splitlines())

    def _explain(self, lines: list[str]) -> None:
        """Say more than a line; on a display it hides the board until the next line is typed."""
        if self.display is None:
            for line in lines:
                say(line)
        self.page = lines

    def _save(self, name: str) -> None:
        if name:
            self._save_as(Path(os.path.expanduser(name)))
        self._keep()
        self._tell(f"Saved in {self.file.path}." if self.file else "Name a file: save FILE")


# --- The picture -------------------------------------------------------------------------------------


def frame(position: Position, page: Sequence[str] = ()) -> list[str]:
    """The board, or a page in its place; the running glasses; what to do."""
    scene = position.scene()
    return [
        f"{scene.title}   {clock_time(position.time)}",
        *(page or _board(scene)),
        *_bars(scene),
        *text(Scene(scene.game, "", sentence=scene.sentence)).split("\n"),
    ]


def _board(scene: Scene) -> list[str]:
    """The board alone; help says what the signs mean."""
    bare = replace(scene, title="", sentence="", trays=(), notes=())
    board, _, _ = text(bare, colour=wants_colour(), names=True).partition("\n\n")
    return board.split("\n")


def _bars(scene: Scene) -> list[str]:
    """A line a player, with a bar a glass, and one for the timer."""
    glasses = [piece for piece in scene.pieces if piece.shape == "glass"]
    lines = []
    for tray in scene.trays:
        own = sorted(_bar(piece) for piece in glasses if str(piece).startswith(tray.title))
        lines.append("  ".join([f"{'>' if tray.active else ' '} {tray}", *own]))
    timers = [_bar(piece) for piece in glasses if str(piece) == "timer"]
    return [*lines, *(f"  {timer}" for timer in timers)]


def _bar(piece: Piece) -> str:
    """`a1 ██████░░ 2:15`, or how else it stands."""
    name = piece.target.name if piece.target else str(piece)
    time = time_left(piece.mark)
    if not time:
        return f"{name} {'empty' if str(piece) == 'timer' else piece.mark}"
    above, _, full = piece.mark.partition("/")
    filled = -(-BAR * int(above) // int(full))
    return f"{name} {'█' * filled}{'░' * (BAR - filled)} {time}"


def clock_time(ms: int) -> str:
    """Minutes and seconds of the game."""
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"
