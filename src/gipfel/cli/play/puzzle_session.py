"""Puzzles at the terminal: shows a position, reads decisions, and says whether they are the ones to find."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

from gipfel.cli.files import FileProblem, exists, read_text, write_text
from gipfel.cli.play.analysis import HINT, Analyst, judged
from gipfel.cli.play.prompt import divert_stderr, interject, read, show_line
from gipfel.cli.play.reading import decisions_meant, list_of_decisions
from gipfel.cli.play.screen import picture_in_play
from gipfel.cli.play.session import Leave
from gipfel.cli.text import printable_line
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.registry import about
from gipfel.learn.puzzle_exercise import question
from gipfel.learn.puzzles import Puzzle
from gipfel.learn.same_answers import is_same_answer
from gipfel.learn.solver import BadProgress, Progress, middle_rating, next_puzzle, read_progress
from gipfel.locale import listed, note, say
from gipfel.notation.errors import GipfelError, NotationError

SHOWN = 6
"""The number of decisions of a refutation that are played."""

COMMANDS = (
    ("list, moves", note("number and list the legal decisions")),
    ("hint", note("a hint: first what the puzzle is about, then where to begin")),
    ("why", note("the engine plays on after your wrong decision")),
    ("solution", note("give up and see the solution")),
    ("next", note("another puzzle")),
    ("quit", note("leave (also Ctrl-D or Ctrl-C)")),
    ("help", note("show this")),
)
"""What can be typed, and what it does. The commands themselves are the same in every language."""


class ProgressFile:
    """The file in which a person's progress is kept."""

    def __init__(self, path: Path) -> None:
        """Raises FileProblem if there is a file that cannot be read."""
        self.path = path
        self.progress = self._found()

    def _found(self) -> Progress:
        if not exists(self.path):
            return Progress()
        try:
            return read_progress(read_text(self.path))
        except BadProgress as error:
            raise FileProblem(f"cannot use {self.path}: {error}; move it away to begin anew") from error

    def save(self) -> None:
        """Raises FileProblem."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileProblem(f"cannot write {self.path}: {error.strerror}") from error
        write_text(self.path, self.progress.text())


def default_path() -> Path:
    """The file in the user's data folder."""
    from platformdirs import user_data_path

    return Path(user_data_path("gipfel", appauthor=False)) / "puzzles.json"


class Attempt:
    """One puzzle while a person solves it."""

    def __init__(self, puzzle: Puzzle) -> None:
        """Raises GipfelError if the puzzle is broken."""
        self.puzzle = puzzle
        self.line = puzzle.decisions()
        self.solver = self.line[0].side
        self.found = 0
        """How many decisions of the line have been played."""
        self.wrong: Decision | None = None
        """The last wrong decision."""
        self.hints = 0
        self.counted = False
        """Is the result noted?"""

    @property
    def is_over(self) -> bool:
        return self.found == len(self.line)

    @property
    def position(self) -> Position:
        """The position now."""
        if self.is_over:
            return self.line[-1].position.play(self.line[-1])
        return self.line[self.found].position

    def follow_replies(self) -> list[Decision]:
        """Play the replies of the other side, and what the solver cannot choose."""
        played = []
        while not self.is_over and self._is_automatic(self.line[self.found]):
            played.append(self.line[self.found])
            self.found += 1
        return played

    def _is_automatic(self, decision: Decision) -> bool:
        return decision.side != self.solver or len(decision.position.codes) == 1

    def is_right(self, decision: Decision) -> bool:
        """Is this the next decision of the line, or the same answer?"""
        if self.is_over:
            return False
        expected = self.line[self.found]
        return is_same_answer(expected.position, expected.code, decision.code)


class PuzzleSession:
    """Puzzles of some games, one after the other, until a person leaves."""

    def __init__(
        self,
        puzzles: dict[str, Sequence[Puzzle]],
        file: ProgressFile,
        chance: Random,
        rating: float | None = None,
    ) -> None:
        """`puzzles`: by the names of games. `rating`: about how hard they should be."""
        self.puzzles = puzzles
        self.file = file
        self.chance = chance
        self.rating = rating
        self.analyst = Analyst(show_line)
        self.commands: dict[str, Callable[[], None]] = {
            "": self._show_board,
            "list": self._list,
            "moves": self._list,
            "hint": self._hint,
            "why": self._why,
            "solution": self._solution,
            "next": self._next,
            "quit": self._quit,
            "exit": self._quit,
            "help": self._help,
            "?": self._help,
        }

    def run(self, first: Puzzle | None = None) -> None:
        """Ask puzzles; the first one may be given."""
        with divert_stderr(interject):
            try:
                self._begin(first or self._chosen())
                while True:
                    self._execute(read("> ").strip())
            except (Leave, EOFError, KeyboardInterrupt):
                show_line()
        self._tell_standing()

    def _chosen(self) -> Puzzle:
        """The next puzzle, of any of the games."""
        name = self.chance.choice([*self.puzzles])
        return next_puzzle(self.puzzles[name], self.file.progress.of(name), self.chance, self.rating)

    def _begin(self, puzzle: Puzzle) -> None:
        self.attempt = Attempt(puzzle)
        game = self.attempt.position.game
        show_line(
            say(
                "{game}, {version}: puzzle {id}, rating {rating}. Type help for help.",
                game=say(game.title),
                version=say(about(game.name).version_name(game.version)),
                id=puzzle.id,
                rating=puzzle.rating,
            )
        )
        self._show_board()

    # --- What a person types --------------------------------------------------------------------------

    def _execute(self, line: str) -> None:
        """Do what a line says; a mistake gets one sentence."""
        word, _, rest = line.partition(" ")
        command = self.commands.get(word.lower())
        try:
            if command is None:
                self._answer(line)
            elif rest.strip():
                raise NotationError(note("{word} stands alone; nothing may follow it", word=word))
            else:
                command()
        except GipfelError as error:
            show_line(printable_line(error.translated))

    def _answer(self, text: str) -> None:
        """Compare typed decisions with the line. Raises GipfelError."""
        attempt = self.attempt
        if attempt.is_over:
            show_line(say("This puzzle is over; type next for another one."))
            return
        for decision in decisions_meant(attempt.position, text):
            if attempt.is_over or decision.side != attempt.solver:
                break
            if not attempt.is_right(decision):
                self._tell_wrong(decision)
                return
            attempt.found += 1
        self._go_on()

    def _go_on(self) -> None:
        """After a right decision: the replies, and the next question or the end."""
        attempt = self.attempt
        replies = attempt.follow_replies()
        if attempt.is_over:
            self._draw(attempt.position.task if attempt.position.outcome else "")
            show_line(say("Solved!"))
            self._count(solved=attempt.wrong is None and not attempt.hints)
            self._tell_standing()
            show_line(say("Type next for another puzzle."))
            return
        show_line(say("Right."))
        self._tell_replies(replies)
        self._show_board(replies)

    def _tell_replies(self, replies: Sequence[Decision]) -> None:
        for reply in replies:
            name = say(reply.position.game.side_names[reply.side])
            show_line(say("{side} plays {decision}.", side=name, decision=reply.text))

    def _tell_wrong(self, decision: Decision) -> None:
        self.attempt.wrong = decision
        self._count(solved=False)
        show_line(
            say(
                "{decision} is not it. Try again, or type why to see how it is answered.",
                decision=decision.text,
            )
        )

    # --- Commands -------------------------------------------------------------------------------------

    def _show_board(self, last: Sequence[Decision] = ()) -> None:
        attempt = self.attempt
        if attempt.is_over:
            self._draw(attempt.position.task if attempt.position.outcome else "")
            return
        self._draw(f"{attempt.position.task} {question(attempt.puzzle)}", last)

    def _draw(self, sentence: str, last: Sequence[Decision] = ()) -> None:
        show_line()
        show_line(picture_in_play(self.attempt.position, last, True, sentence))

    def _list(self) -> None:
        for line in list_of_decisions(self.attempt.position):
            show_line(line)

    def _hint(self) -> None:
        attempt = self.attempt
        if attempt.is_over:
            show_line(say("This puzzle is over; type next for another one."))
            return
        themes = attempt.puzzle.themes
        if attempt.hints == 0 and themes:
            show_line(say("It is about: {themes}.", themes=listed(say(theme) for theme in themes)))
        else:
            show_line(say("Begin here: {place}.", place=_beginning(attempt.line[attempt.found])))
        attempt.hints += 1

    def _why(self) -> None:
        """Play the engine's answer to the last wrong decision."""
        wrong = self.attempt.wrong
        if wrong is None:
            show_line(say("Type a decision first; why explains a wrong one."))
            return
        after = wrong.position.play(wrong)
        if after.outcome is not None:
            show_line(after.task)
            return
        line = self.analyst.ready(after.game).think(after, HINT).lines[0]
        played = line.decisions[:SHOWN]
        last = played[-1].position.play(played[-1])
        show_line(
            say(
                "After {decision} the engine expects: {line}.",
                decision=wrong.text,
                line=listed(decision.text for decision in played),
            )
        )
        show_line()
        show_line(picture_in_play(last, played[-1:], True, judged(after, line)))

    def _solution(self) -> None:
        """Show the rest of the line; the puzzle counts as not solved."""
        attempt = self.attempt
        if not attempt.is_over:
            self._count(solved=False)
            rest = [decision.text for decision in attempt.line[attempt.found :]]
            attempt.found = len(attempt.line)
            self._draw(attempt.position.task if attempt.position.outcome else "")
            show_line(say("The solution: {line}.", line=listed(rest)))
        show_line(say("Type next for another puzzle."))

    def _next(self) -> None:
        self._begin(self._chosen())

    def _quit(self) -> None:
        raise Leave

    def _help(self) -> None:
        for line in command_help():
            show_line(line)

    # --- Progress -------------------------------------------------------------------------------------

    def _count(self, solved: bool) -> None:
        """Note the result of a puzzle once; with a hint it changes no rating. Raises FileProblem."""
        attempt = self.attempt
        if attempt.counted:
            return
        attempt.counted = True
        puzzle = attempt.puzzle
        first = middle_rating(self.puzzles[puzzle.game])
        self.file.progress.of(puzzle.game).note(puzzle, solved, first, rated=not attempt.hints)
        self.file.save()

    def _tell_standing(self) -> None:
        """The rating and the streak in the game of the puzzle."""
        progress = self.file.progress.of(self.attempt.puzzle.game)
        if progress.rating is None:
            return
        show_line(
            say(
                "Your rating: {rating}. Solved in a row: {streak}, at most {best}.",
                rating=round(progress.rating),
                streak=progress.streak,
                best=progress.best_streak,
            )
        )


def command_help() -> Iterator[str]:
    """What a person can type, line by line."""
    yield say(
        "Type a decision or a whole turn in the game's notation, or the number of a decision in the list."
    )
    for command, does in COMMANDS:
        yield f"  {command:<12}  {say(does)}"
    yield say("An empty line shows the board again.")


def _beginning(decision: Decision) -> str:
    """The first target that is typed; if none is, because it is pointed at in another way, the whole text."""
    return next((target.name for target in decision.path if target.name in decision.text), decision.text)
