"""A game without a clock at the terminal: shows the board and reads what a person types."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from pathlib import Path
from random import Random
from typing import Any

from gipfel.cli.play.analysis import seconds_asked
from gipfel.cli.play.contests import Thrown, announcement, called, conclusion, remark, throw
from gipfel.cli.play.prompt import affirmed, can_wait_for_lines, is_typed, read, show_line, typed_line
from gipfel.cli.play.reading import decisions_meant, list_of_decisions
from gipfel.cli.play.real_time import timed_part
from gipfel.cli.play.saved_game import GameFile
from gipfel.cli.play.seats import Seat
from gipfel.cli.play.session import Leave, Session
from gipfel.cli.play.story import told
from gipfel.cli.progress import BAR_AFTER, POLL, in_background
from gipfel.engine.players.player import EngineFailure
from gipfel.games.core.contest import AGREED, SETTLEMENTS
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.pointing import warning_of
from gipfel.games.core.position import Decision
from gipfel.games.core.side import Side
from gipfel.locale import listed, note, say
from gipfel.notation.errors import GipfelError, IllegalDecision, NotationError

LISTED = 12
"""Up to this number of legal decisions are listed without being asked for."""
WITH_ARGUMENT = ("save", "analyse", "analysis", "story")
"""Commands that may have an argument."""
AT_ANY_TIME = ("", "list", "moves", "names", "story", "save", "quit", "exit", "help", "?")
"""Commands that work while it is not the person's turn."""

COMMANDS = (
    ("list, moves", note("number and list the legal decisions")),
    ("names", note("switch the names of empty places on or off")),
    ("hint", note("the engine suggests a decision")),
    ("analyse [N]", note("the engine shows the best lines, for N seconds or until you press Enter")),
    ("undo", note("go back to your last decision")),
    ("story [N]", note("all contests of the game, or contest N with its turns")),
    ("save [FILE]", note("save the game, and keep the file up to date from now on")),
    ("resign", note("give up the game, or the contest inside it")),
    ("tie", note("agree on a tie of a contest, or offer it to the engine")),
    ("quit", note("leave (also Ctrl-D or Ctrl-C)")),
    ("help", note("show this")),
)
"""What can be typed, and what it does. The commands themselves are the same in every language."""


def command_help() -> Iterator[str]:
    """What a person can type, line by line."""
    yield say(
        "Type a decision or a whole turn in the game's notation, or the number of a decision in the list."
    )
    for command, does in COMMANDS:
        yield f"  {command:<12}  {say(does)}"
    yield say("An empty line shows the board again.")


class TurnBasedSession(Session):
    """One game without a clock."""

    def __init__(
        self, game: Playthrough, seats: dict[Side, Seat], chance: Random, file: GameFile | None
    ) -> None:
        super().__init__(game, seats, chance, file)
        self.thrown: Thrown = {}
        self.typed_ahead: list[str] = []
        """Lines that were typed before it was the person's turn."""
        self.warned: set[Side] = set()
        """The sides that were asked whether they want to give something up for good."""
        self.commands: dict[str, Callable[[str], None]] = {
            "": self._show_board,
            "list": self._list,
            "moves": self._list,
            "names": self._names,
            "hint": self._hint,
            "analyse": self._analyse,
            "analysis": self._analyse,
            "undo": self._undo,
            "story": self._story,
            "save": self._save,
            "resign": self._resign,
            "tie": self._tie,
            "quit": self._quit,
            "exit": self._quit,
            "help": self._help,
            "?": self._help,
        }

    # --- Turns ----------------------------------------------------------------------------------------

    def _play_on(self) -> bool:
        """Play until the game is over; True if a person left it."""
        try:
            while self.outcome is None and not self.exhausted:
                self._act()
        except Leave:
            return True
        except (EOFError, KeyboardInterrupt):
            show_line()
            return True
        return False

    def _act(self) -> None:
        """Let chance or the side to act make a decision; a contest in real time is played to its end."""
        if self.position.timed:
            self._play_in_real_time()
            return
        by_chance = throw(self.position, self.chance, self.thrown)
        if by_chance is not None:
            self._play_chance(by_chance)
        elif self.seats[self.position.side].human:
            self._ask()
        else:
            self._let_choose(self.position.side)

    def _play_in_real_time(self) -> None:
        """Play a contest in which time runs. Raises Leave if a person leaves."""
        if not can_wait_for_lines():
            show_line(say("This contest runs in real time, which this terminal cannot do; go on elsewhere."))
            raise Leave
        show_line(say("This contest is played in real time. Type help for help."))
        contest = timed_part(self.game, self.seats, self.chance, self.file, self.players)
        left = contest.play_part()
        self.file, self.ended = contest.file, contest.ended
        self.typed_ahead += [*contest.unused, *contest.lines.left_over()]
        if left:
            raise Leave
        show_line(conclusion(self.game))

    def _let_choose(self, side: Side) -> None:
        """Let an engine or a random player act; one that fails loses."""
        position = self.position
        choice = in_background(lambda: self.players.choose(side, position))
        try:
            wait([choice], BAR_AFTER)
            if not choice.done() and not self.players.ready(side):
                show_line(
                    say(
                        "{player} is not ready yet; help, list, save and quit work meanwhile ...",
                        player=self.seats[side].title,
                    )
                )
            self.wait_for(choice)
            decision = choice.result()
        except EngineFailure as failure:
            self._fail(side, failure)
        else:
            self._play(decision)

    def wait_for(self, work: "Future[Any]") -> None:
        """Wait for the work; meanwhile a person can type, and lines that need a turn are kept."""
        while not work.done():
            if is_typed(POLL):
                self._meanwhile(typed_line().strip())
            else:
                wait([work], POLL)

    def _meanwhile(self, line: str) -> None:
        """A person has typed a line while the engine is at work."""
        if line.partition(" ")[0].lower() not in AT_ANY_TIME:
            self.typed_ahead.append(line)
            show_line(say("That has to wait a little."))
            return
        try:
            self._execute(line)
        except GipfelError as error:
            self._tell_problem(error)

    def _play(self, decision: Decision) -> None:
        """Play a decision, and tell the players."""
        played = self.game.play(decision)
        self.players.watch(played)
        self._report(played)

    # --- Decisions ------------------------------------------------------------------------------------

    def _play_chance(self, by_chance: Decision) -> None:
        """Play a result of chance; it is in the file before anybody sees it."""
        decision = self.game.play(by_chance)
        self.players.watch(decision)
        if problem := self._try_to_save_file():
            self._tell_problem(problem)
        self._report(decision)

    def _ask(self) -> None:
        """Read lines until a person has decided."""
        if problem := self._try_to_save_file():
            self._tell_problem(problem)
        before = self.position
        self._show_board()
        while self.position is before and self.ended is None:
            line = self.read_line(f"{called(before, before.side)}> ")
            try:
                self._execute(line.strip())
            except GipfelError as error:
                self._tell_problem(error)

    def read_line(self, prompt: str) -> str:
        """The next line of a person, perhaps one that was typed ahead."""
        if not self.typed_ahead:
            return read(prompt)
        show_line(f"{prompt}{self.typed_ahead[0]}")
        return self.typed_ahead.pop(0)

    def _execute(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = self.commands.get(word.lower())
        if command is not None:
            if rest.strip() and word.lower() not in WITH_ARGUMENT:
                raise NotationError(note("{word} stands alone; nothing may follow it", word=word))
            command(rest.strip())
            return
        decisions = decisions_meant(self.position, line)
        if not all(self._by_person(decision) for decision in decisions):
            raise IllegalDecision(
                note("a part of this turn is not yours to decide; enter only your own decision")
            )
        if not self._is_meant(decisions):
            return
        for decision in decisions:
            self._check_settlement(decision)
            self._play(decision)

    def _is_meant(self, decisions: Sequence[Decision]) -> bool:
        """Ask once in a game before a side gives something up for good."""
        warnings = ((decision.side, warning_of(decision)) for decision in decisions)
        side, warning = next(((side, text) for side, text in warnings if text), (None, ""))
        if side is None or side in self.warned:
            return True
        self.warned.add(side)
        question = say("{warning} Is this what you want (yes or no)?", warning=warning)
        if affirmed(self.read_line(f"{question} ")):
            return True
        show_line(say("Nothing was played. You will not be asked again."))
        return False

    def _check_settlement(self, decision: Decision) -> None:
        """Nobody gives a contest up for the other side. Raises IllegalDecision."""
        side = decision.position.side
        if decision.text not in SETTLEMENTS or (decision.text == AGREED and self.seats[side.other].human):
            return
        own = decision.position.concede(side)
        if own is None or own.text != decision.text:
            raise IllegalDecision(
                note("{text} is not yours to decide; write resign, or tie to offer a tie", text=decision.text)
            )

    def _report(self, decision: Decision) -> None:
        """Say what was played: complete turns, and in a contest each decision."""
        if line := announcement(decision):
            show_line(f"   {line}")
        if self.position.turn > decision.position.turn:
            turn = self._last_turn()
            text = self.position.game.write_turn(turn)
            name = say(self.position.game.side_names[turn[0].side])
            show_line(f"{self.position.turn}. {name}: {text}")

    # --- Commands -------------------------------------------------------------------------------------

    def _show_board(self, _: str = "") -> None:
        self._draw(" ".join(filter(None, (self.position.task, remark(self.position, self.seats)))))
        if len(self.position.decisions()) <= LISTED:
            self._list()
        else:
            summary = self.position.legal_summary()
            show_line(say("{summary} ('list' shows all)", summary=summary))

    def _list(self, _: str = "") -> None:
        for line in list_of_decisions(self.position):
            show_line(line)

    def _names(self, _: str) -> None:
        self.names = not self.names
        self._show_board()

    def _hint(self, _: str) -> None:
        self._wait_for_analyst()
        show_line(self.analyst.hint(self.position))

    def _analyse(self, seconds: str) -> None:
        limit = seconds_asked(seconds)
        self._wait_for_analyst()
        self.analyst.analyse(self.position, limit)

    def _wait_for_analyst(self) -> None:
        game = self.position.game
        self.wait_for(in_background(lambda: self.analyst.ready(game)))

    def _undo(self, _: str) -> None:
        """Go back to before the last decision of a person."""
        made = [i for i, d in enumerate(self.game.decisions) if self._by_person(d)]
        if not made:
            show_line(say("There is nothing to undo."))
            return
        undone = [self.game.undo() for _ in range(len(self.game.decisions) - made[-1])]
        texts = listed(decision.text for decision in reversed(undone) if decision)
        show_line(say("Took back {decisions}.", decisions=texts))

    def _story(self, which: str) -> None:
        for line in told(self.game, which):
            show_line(line)

    def _save(self, name: str) -> None:
        if name:
            self._save_as(Path(os.path.expanduser(name)))
        elif self.file is None:
            show_line(say("Name a file: save FILE"))
            return
        self._save_file()
        if self.file:
            show_line(say("Saved in {file}.", file=self.file.path))

    def _help(self, _: str) -> None:
        for line in command_help():
            show_line(line)
