"""A game at the terminal, with or without a running clock."""

from abc import ABC, abstractmethod
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from random import Random

from gipfel.cli.files import FileProblem
from gipfel.cli.play.analysis import Analyst
from gipfel.cli.play.contests import in_english, on_this_board
from gipfel.cli.play.prompt import divert_stderr, interject, show_line
from gipfel.cli.play.reading import numbered
from gipfel.cli.play.saved_game import GameFile, new_file
from gipfel.cli.play.screen import picture_in_play
from gipfel.cli.play.seats import Players, Seat
from gipfel.cli.text import printable_line
from gipfel.engine.players.player import EngineFailure
from gipfel.engine.tie_answers import answer
from gipfel.games.core.contest import AGREED
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.registry import about
from gipfel.games.core.side import Outcome, Side
from gipfel.locale import say, say_many
from gipfel.notation.errors import GipfelError
from gipfel.notation.record import TITLE, Record

LONGEST_GAME = 600
"""Turns after which a game without people at the board is stopped."""
MOST_DECISIONS = 10_000
"""The same for decisions: a contest inside a turn may not end either."""


class Leave(Exception):
    """A person leaves the game."""


class Session(ABC):
    """One game at the terminal until it is over or a person leaves."""

    def __init__(
        self,
        game: Playthrough,
        seats: dict[Side, Seat],
        chance: Random,
        file: GameFile | None,
        players: Players | None = None,
    ) -> None:
        """`players`: those of a session that this one is a part of."""
        self.game = game
        self.seats = seats
        self.players = Players(seats, chance) if players is None else players
        self.chance = chance
        self.file = file
        self.ended: Outcome | None = None
        """How the game ended other than on the board."""
        self.analyst = Analyst(self._tell)
        self.names = True
        """Are the names of empty places shown?"""

    @property
    def position(self) -> Position:
        """The position now."""
        return self.game.position

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, on the board or by resignation or failure."""
        return self.position.outcome or self.ended

    @property
    def exhausted(self) -> bool:
        """Is a game without people at the board too long to go on?"""
        if self.persons:
            return False
        return self.position.turn >= LONGEST_GAME or len(self.game.decisions) >= MOST_DECISIONS

    @property
    def persons(self) -> list[Side]:
        """The sides that people play."""
        return [side for side in Side if self.seats[side].human]

    # --- From the first to the last decision ----------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over or a person leaves; the file is up to date in the end."""
        self._save_file()
        self._greet()
        with divert_stderr(self.remark):
            left = self._begin_and_play()
        problem = self._try_to_save_file()
        if left:
            show_line(
                say_many(
                    "The game was left after {n} turn.",
                    "The game was left after {n} turns.",
                    self.position.turn,
                )
            )
        else:
            self._conclude()
        if problem:
            raise problem
        if self.file:
            show_line(say("The game is saved in {file}.", file=self.file.path))

    def _begin_and_play(self) -> bool:
        """Play while the players get ready in the background; True if a person left."""
        self.players.begin(self.position.game)
        try:
            return self._play_on()
        finally:
            self.players.close()

    @abstractmethod
    def _play_on(self) -> bool:
        """Play until the game is over; True if a person left."""

    def _greet(self) -> None:
        if self.file and self.file.found:
            show_line(self._resuming(self.file.path))
        game = self.position.game
        greeting = say(
            "{game}, {version}: {white} ({player}) against {black} ({opponent}). Type help for help.",
            game=say(game.title),
            version=in_english(game.version, say(about(game.name).version_name(game.version))),
            white=say(game.side_names[Side.WHITE]),
            player=self.seats[Side.WHITE].title,
            black=say(game.side_names[Side.BLACK]),
            opponent=self.seats[Side.BLACK].title,
        )
        title = self.game.agreed.get(TITLE)
        show_line(f"{title}. {greeting}" if title else greeting)

    def _resuming(self, path: Path) -> str:
        """That a game is resumed, and how much of it has been played."""
        return say_many(
            "Resuming the game in {file} after {n} turn.",
            "Resuming the game in {file} after {n} turns.",
            self.position.turn,
            file=path,
        )

    def _conclude(self) -> None:
        if self.outcome:
            self._draw(self.position.game.conclusion(self.outcome))
            result = in_english(str(self.outcome), self.outcome.score)  # the sentence above says why
            show_line(say("result: {result}", result=result))
            return
        turns = self.position.turn
        self._draw(
            say_many(
                "The game is unfinished after {n} turn.", "The game is unfinished after {n} turns.", turns
            )
        )
        show_line(
            say_many("result: * unfinished after {n} turn", "result: * unfinished after {n} turns", turns)
        )

    def _draw(self, sentence: str) -> None:
        show_line()
        last = on_this_board(self._last_turn(), self.position)
        show_line(picture_in_play(self.position, last, self.names, sentence))

    def _fail(self, side: Side, failure: EngineFailure) -> None:
        self._tell_problem(failure)
        self.ended = Outcome(side.other, "engine failure")

    def _tell(self, message: str) -> None:
        """Say what has happened."""
        show_line(message)

    def _tell_problem(self, error: GipfelError) -> None:
        """Say what is wrong, in the player's language."""
        self._tell(printable_line(error.translated))

    def remark(self, line: str) -> None:
        """Say something while a person may be typing."""
        interject(line)

    # --- Decisions ------------------------------------------------------------------------------------

    def _numbered(self, digits: str) -> Decision:
        """The decision with this number in the list. Raises IllegalDecision."""
        return numbered(self.position, digits)

    def _last_turn(self) -> list[Decision]:
        """The decisions of the turn that was played last, complete or not."""
        decisions = self.game.decisions
        if not decisions:
            return []
        number = decisions[-1].position.turn
        return [*takewhile(lambda d: d.position.turn == number, reversed(decisions))][::-1]

    def _by_person(self, decision: Decision) -> bool:
        """Did a person make this decision, and not chance?"""
        return self.seats[decision.position.side].human and not decision.position.by_chance

    def _resign(self, _: str) -> None:
        conceded = self.position.concede(self.position.side)
        if conceded is not None:
            self.players.watch(self.game.play(conceded))
            return
        self.ended = Outcome(self.position.side.other, "resignation")

    def _tie(self, _: str) -> None:
        """End a contest by agreement; an engine agrees if the tie serves it."""
        position, other = self.position, self.position.side.other
        if position.contest is None:
            self._tell(say("No contest is being played."))
        elif self.seats[other].human or answer(position, other, self._score):
            self._play(position.decision(AGREED))
        else:
            self._tell(say("{player} declines the tie.", player=self.seats[other].title))

    def _score(self, position: Position) -> int:
        """The score of a position, from White's point of view."""
        score = self.analyst.score(position)
        return score if position.side == Side.WHITE else -score

    @abstractmethod
    def _play(self, decision: Decision) -> None:
        """Play a decision, and tell the players."""

    def _quit(self, _: str) -> None:
        raise Leave

    # --- The file -------------------------------------------------------------------------------------

    def _save_file(self) -> None:
        """Bring the file up to date."""
        if self.file is not None:
            self.file.save(self._record())

    def _try_to_save_file(self) -> FileProblem | None:
        """Bring the file up to date; returns the problem if that fails."""
        try:
            self._save_file()
        except FileProblem as problem:
            return problem
        return None

    def _save_as(self, path: Path) -> None:
        if self.file is None or path.absolute() != self.file.path.absolute():
            file = new_file(path)
            file.save(self._record())
            self.file = file

    def _record(self) -> Record:
        names = {side.name.lower(): self.players.name(side) for side in Side}
        record = self.game.record(self.ended, **names)
        return replace(record, reason="unfinished") if self.exhausted and self.outcome is None else record
