"""A game at the terminal: shows the board, reads what a person types, lets the others play."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from random import Random
from shutil import get_terminal_size
from typing import Any

from gipfel.cli.files import FileProblem
from gipfel.cli.play.analysis import Analyst, seconds_asked
from gipfel.cli.play.contests import Thrown, drawn, on_this_board, told
from gipfel.cli.play.prompt import interject, is_typed, overheard, read, say, typed_line
from gipfel.cli.play.saved_game import GameFile, new_file
from gipfel.cli.play.screen import picture_in_play
from gipfel.cli.play.seats import Players, Seat
from gipfel.cli.progress import GLANCE, PATIENCE, in_background
from gipfel.cli.text import columns, one_line, plural
from gipfel.engine.players.player import EngineFailure
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Outcome, Side
from gipfel.notation.errors import GipfelError, IllegalDecision, NotationError
from gipfel.notation.record import Record

FEW = 12
"""So many legal decisions are listed without being asked for."""
LONGEST_GAME = 600
"""Turns; without people at the board a game might never come to an end."""
MOST_DECISIONS = 10_000
"""A single turn can hold a whole game in which it might not come to an end either."""
WITH_MORE = ("save", "analyse", "analysis")
"""Commands behind which something may follow."""
AT_ANY_TIME = ("", "list", "moves", "names", "save", "quit", "exit", "help", "?")
"""Commands for which nobody has to be on turn."""

HELP = """\
Type a decision or a whole turn in the game's notation, or the number of a decision in the list.
  list, moves   number and list the legal decisions
  names         switch the names of empty places on or off
  hint          the engine suggests a decision
  analyse [N]   the engine shows the best lines, for N seconds or until you press Enter
  undo          go back to your last decision
  save [FILE]   save the game, and keep the file up to date from now on
  resign        give up the game, or the contest inside it
  quit          leave (also Ctrl-D or Ctrl-C)
  help          show this
An empty line shows the board again."""


class Leave(Exception):
    """A person wants to go."""


class Session:
    """One game from here to its end, or until somebody leaves."""

    def __init__(
        self, game: Playthrough, seats: dict[Side, Seat], chance: Random, file: GameFile | None
    ) -> None:
        self.game = game
        self.seats = seats
        self.players = Players(seats, chance)
        self.analyst = Analyst(say)
        self.chance = chance
        self.file = file
        self.ended: Outcome | None = None
        self.thrown: Thrown = {}
        self.names = True
        self.kept: list[str] = []
        self.commands: dict[str, Callable[[str], None]] = {
            "": self._show_board,
            "list": self._list,
            "moves": self._list,
            "names": self._names,
            "hint": self._hint,
            "analyse": self._analyse,
            "analysis": self._analyse,
            "undo": self._undo,
            "save": self._save,
            "resign": self._resign,
            "quit": self._quit,
            "exit": self._quit,
            "help": self._help,
            "?": self._help,
        }

    @property
    def position(self) -> Position:
        """Where the game is now."""
        return self.game.position

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, on the board or by resignation or failure."""
        return self.position.outcome or self.ended

    @property
    def exhausted(self) -> bool:
        """Have players that never tire played long enough?"""
        if self.persons:
            return False
        return self.position.turn >= LONGEST_GAME or len(self.game.decisions) >= MOST_DECISIONS

    @property
    def persons(self) -> list[Side]:
        """The sides that people play."""
        return [side for side in Side if self.seats[side].human]

    # --- The course of a game -------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over or a person leaves; the file is up to date in the end."""
        self._keep()
        self._greet()
        with overheard(self._remark):
            left = self._begin_and_play()
        problem = self._try_to_keep()
        if left:
            say(f"The game was left after {plural(self.position.turn, 'turn')}.")
        else:
            self._conclude()
        if problem:
            raise problem
        if self.file:
            say(f"The game is saved in {self.file.path}.")

    def _begin_and_play(self) -> bool:
        """Let the players get ready while the game is on; True if a person left it."""
        self.players.begin(self.position.game)
        try:
            return self._play_on()
        finally:
            self.players.close()

    def _play_on(self) -> bool:
        """Play until the game is over; True if a person left it."""
        try:
            while self.outcome is None and not self.exhausted:
                self._act()
        except Leave:
            return True
        except (EOFError, KeyboardInterrupt):
            say()
            return True
        return False

    def _act(self) -> None:
        """Let chance or the side to act make a decision."""
        by_chance = drawn(self.position, self.chance, self.thrown)
        if by_chance is not None:
            self._take(by_chance)
        elif self.seats[self.position.side].human:
            self._ask()
        else:
            self._let_choose(self.position.side)

    def _let_choose(self, side: Side) -> None:
        """Let a player that is no person act; one that fails loses."""
        position = self.position
        choice = in_background(lambda: self.players.choose(side, position))
        try:
            wait([choice], PATIENCE)
            if not choice.done() and not self.players.ready(side):
                say(f"{self.seats[side]} is not ready yet; help, list, save and quit work meanwhile ...")
            self._wait_for(choice)
            decision = choice.result()
        except EngineFailure as failure:
            self._fail(side, failure)
        else:
            self._make(decision)

    def _wait_for(self, work: "Future[Any]") -> None:
        """Until something is done a person can type; lines that need a turn are kept for it."""
        while not work.done():
            if is_typed(GLANCE):
                self._meanwhile(typed_line().strip())
            else:
                wait([work], GLANCE)

    def _meanwhile(self, line: str) -> None:
        """Somebody types while the engine is at work."""
        if line.partition(" ")[0].lower() not in AT_ANY_TIME:
            self.kept.append(line)
            say("That has to wait a little.")
            return
        try:
            self._obey(line)
        except GipfelError as error:
            say(one_line(str(error)))

    def _fail(self, side: Side, failure: EngineFailure) -> None:
        self._tell(one_line(str(failure)))
        self.ended = Outcome(side.other, "engine failure")

    def _tell(self, message: str) -> None:
        """Something has happened."""
        say(message)

    def _remark(self, line: str) -> None:
        """Something goes on beside the game; a person may be typing."""
        interject(line)

    def _make(self, decision: Decision) -> None:
        """Play a decision, and tell everybody."""
        played = self.game.play(decision)
        self.players.watch(played)
        self._played(played)

    def _greet(self) -> None:
        if self.file and self.file.found:
            say(f"Resuming the game in {self.file.path} after {plural(self.position.turn, 'turn')}.")
        game = self.position.game
        who = " against ".join(f"{game.side_names[side]} ({self.seats[side]})" for side in Side)
        say(f"{game.title}, {game.version}: {who}. Type help for help.")

    def _conclude(self) -> None:
        unfinished = f"unfinished after {plural(self.position.turn, 'turn')}"
        if self.outcome:
            self._draw(self.position.game.conclusion(self.outcome))
        else:
            self._draw(f"The game is {unfinished}.")
        say(f"result: {self.outcome or f'* {unfinished}'}")

    def _draw(self, sentence: str) -> None:
        say()
        last = on_this_board(self._last_turn(), self.position)
        say(picture_in_play(self.position, last, self.names, sentence))

    # --- Decisions ------------------------------------------------------------------------------------

    def _take(self, by_chance: Decision) -> None:
        """Play what chance has brought; it is in the file before anybody sees it."""
        decision = self.game.play(by_chance)
        self.players.watch(decision)
        if problem := self._try_to_keep():
            say(one_line(str(problem)))
        self._played(decision)

    def _ask(self) -> None:
        """Let a person act once."""
        if problem := self._try_to_keep():
            say(one_line(str(problem)))
        before = self.position
        self._show_board()
        while self.position is before and self.ended is None:
            line = self._read(f"{before.game.side_names[before.side]}> ")
            try:
                self._obey(line.strip())
            except GipfelError as error:
                say(one_line(str(error)))

    def _read(self, prompt: str) -> str:
        """The next line of a person, perhaps one typed before the turn began."""
        if not self.kept:
            return read(prompt)
        say(f"{prompt}{self.kept[0]}")
        return self.kept.pop(0)

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = self.commands.get(word.lower())
        if command is not None:
            if rest.strip() and word.lower() not in WITH_MORE:
                raise NotationError(f"{word} stands alone; nothing may follow it")
            command(rest.strip())
            return
        decisions = self._meant(line)
        if not all(self._by_person(decision) for decision in decisions):
            raise IllegalDecision("a part of this turn is not yours to decide; enter only your own decision")
        for decision in decisions:
            self._make(decision)

    def _meant(self, text: str) -> Sequence[Decision]:
        """The decisions a text stands for: a number of the list, one decision, or a whole turn."""
        if text.isascii() and text.isdigit():
            return [self._numbered(text)]
        try:
            return [self.position.decision(text)]
        except IllegalDecision:
            raise
        except GipfelError:
            return self.position.turn_decisions(text)

    def _numbered(self, digits: str) -> Decision:
        decisions = self.position.decisions()
        number = int(digits[-9:]) if len(digits.lstrip("0")) <= 9 else 0
        if not 1 <= number <= len(decisions):
            raise IllegalDecision(
                f"there is no decision {digits[:20]}; the list goes from 1 to {len(decisions)}"
            )
        return decisions[number - 1]

    def _played(self, decision: Decision) -> None:
        """Tell what was played when a turn is complete; in a contest, decision by decision."""
        if line := told(decision):
            say(f"   {line}")
        if self.position.turn > decision.position.turn:
            turn = self._last_turn()
            text = self.position.game.write_turn(turn)
            say(f"{self.position.turn}. {self.position.game.side_names[turn[0].side]}: {text}")

    def _last_turn(self) -> list[Decision]:
        """The decisions of the turn that was played last, complete or not."""
        decisions = self.game.decisions
        if not decisions:
            return []
        number = decisions[-1].position.turn
        return [*takewhile(lambda d: d.position.turn == number, reversed(decisions))][::-1]

    # --- Commands -------------------------------------------------------------------------------------

    def _show_board(self, _: str = "") -> None:
        self._draw(self.position.task)
        if len(self.position.decisions()) <= FEW:
            self._list()
        else:
            say(f"{self.position.legal_summary()} ('list' shows all)")

    def _list(self, _: str = "") -> None:
        decisions = self.position.decisions()
        digits = len(str(len(decisions)))
        items = [f"{number:>{digits}} {decision.text}" for number, decision in enumerate(decisions, 1)]
        for line in columns(items, get_terminal_size().columns):
            say(line)

    def _names(self, _: str) -> None:
        self.names = not self.names
        self._show_board()

    def _hint(self, _: str) -> None:
        self._wait_for_analyst()
        say(self.analyst.hint(self.position))

    def _analyse(self, seconds: str) -> None:
        asked = seconds_asked(seconds)
        self._wait_for_analyst()
        self.analyst.analyse(self.position, asked)

    def _wait_for_analyst(self) -> None:
        game = self.position.game
        self._wait_for(in_background(lambda: self.analyst.ready(game)))

    def _undo(self, _: str) -> None:
        """Back to the last decision a person made, and past what others answered."""
        made = [i for i, d in enumerate(self.game.decisions) if self._by_person(d)]
        if not made:
            say("There is nothing to undo.")
            return
        undone = [self.game.undo() for _ in range(len(self.game.decisions) - made[-1])]
        say(f"Took back {', '.join(d.text for d in reversed(undone) if d)}.")

    def _by_person(self, decision: Decision) -> bool:
        """Did a person make this decision, and not chance?"""
        return self.seats[decision.position.side].human and decision.position.draw() is None

    def _save(self, name: str) -> None:
        if name:
            self._save_as(Path(os.path.expanduser(name)))
        elif self.file is None:
            say("Name a file: save FILE")
            return
        self._keep()
        if self.file:
            say(f"Saved in {self.file.path}.")

    def _save_as(self, path: Path) -> None:
        if self.file is None or path.absolute() != self.file.path.absolute():
            file = new_file(path)
            file.save(self._record())
            self.file = file

    def _resign(self, _: str) -> None:
        conceded = self.position.concede(self.position.side)
        if conceded is not None:
            self.players.watch(self.game.play(conceded))
            return
        self.ended = Outcome(self.position.side.other, "resignation")

    def _quit(self, _: str) -> None:
        raise Leave

    def _help(self, _: str) -> None:
        say(HELP)

    # --- The record -----------------------------------------------------------------------------------

    def _keep(self) -> None:
        """Bring the file up to date."""
        if self.file is not None:
            self.file.save(self._record())

    def _try_to_keep(self) -> FileProblem | None:
        """Bring the file up to date; what is wrong if that fails."""
        try:
            self._keep()
        except FileProblem as problem:
            return problem
        return None

    def _record(self) -> Record:
        names = {side.name.lower(): str(self.seats[side]) for side in Side}
        record = self.game.record(self.ended, **names)
        return replace(record, reason="unfinished") if self.exhausted and self.outcome is None else record
