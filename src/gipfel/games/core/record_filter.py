"""Chooses records by players, game, opening, position, result, date and length."""

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase

from gipfel.games.core.checking import Checker
from gipfel.games.core.game import Game
from gipfel.games.core.position import Position
from gipfel.games.core.registry import known_name
from gipfel.games.core.replay import position_after
from gipfel.notation.errors import GipfelError, OptionError, PositionError
from gipfel.notation.record import RESULTS, Record

BETWEEN_TURNS = "/"
"""Separates the turns of an opening."""
DECIDED = "decided"
"""A result: somebody has won."""

_DATE = re.compile(r"[0-9]{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12][0-9]|3[01]))?)?")


@dataclass(frozen=True, slots=True)
class RecordFilter:
    """What a record must be like; what is None or empty is not asked for. Raises OptionError.

    Names may have `*` for any letters; upper and lower case are the same.
    """

    game: str | None = None
    version: str | None = None
    player: str | None = None
    """Somebody of this name plays, no matter which side."""
    white: str | None = None
    black: str | None = None
    winner: str | None = None
    """Somebody of this name has won."""
    result: str | None = None
    """`1-0`, `0-1`, `1/2-1/2`, `*`, or `decided`."""
    since: str | None = None
    """The first date: a year, a month or a day, such as 2026, 2026-11 or 2026-11-18."""
    until: str | None = None
    """The last date."""
    least_turns: int | None = None
    most_turns: int | None = None
    opening: str | None = None
    """The first turns, with `/` between them."""
    position: str | None = None
    """A position that occurs in the game."""

    def __post_init__(self) -> None:
        if self.result not in (None, DECIDED, *RESULTS):
            raise OptionError(f"the result {self.result!r} must be one of {', '.join(RESULTS)}, {DECIDED}")
        for date in (self.since, self.until):
            if date is not None and _DATE.fullmatch(date) is None:
                raise OptionError(f"the date {date!r} must be a year, a month or a day, such as 2026-11-18")
        if self.opening is not None and not all(turn.strip() for turn in self.opening.split(BETWEEN_TURNS)):
            raise OptionError(f"the opening {self.opening!r} must be turns with {BETWEEN_TURNS} between them")

    def chooser(self) -> "Chooser":
        """A function that says whether a record is chosen."""
        return Chooser(self)


class Chooser:
    """Says whether records are chosen. It plays games only if it has to."""

    def __init__(self, wanted: RecordFilter) -> None:
        self._headers = _HeaderFilter(wanted)
        self._moves = _MoveFilter(wanted)

    def __call__(self, record: Record) -> bool:
        return self._headers.chooses(record) and self._moves.chooses(record)

    def check_position(self) -> None:
        """Raises PositionError if the wanted position could not be read in any game that was asked."""
        if self._moves.unreadable is not None and not self._moves.wanted:
            raise self._moves.unreadable

    def check_opening(self) -> None:
        """Raises OptionError if a turn of the wanted opening could not be played in any game."""
        if self._moves.unplayable is not None:
            raise OptionError(f"the opening is possible in none of the games: {self._moves.unplayable}")


class _HeaderFilter:
    """Asks what can be answered without playing."""

    def __init__(self, wanted: RecordFilter) -> None:
        self.wanted = wanted

    def chooses(self, record: Record) -> bool:
        return (
            self._is_game(record)
            and self._has_players(record)
            and self._ended_so(record)
            and self._is_dated(record)
        )

    def _is_game(self, record: Record) -> bool:
        wanted, headers, length = self.wanted, record.headers, len(record.turns)
        return (
            (wanted.game is None or wanted.game == known_name(headers["game"]))
            and wanted.version in (None, headers.get("version"))
            and (wanted.least_turns is None or length >= wanted.least_turns)
            and (wanted.most_turns is None or length <= wanted.most_turns)
        )

    def _has_players(self, record: Record) -> bool:
        wanted = self.wanted
        white, black = record.headers.get("white", ""), record.headers.get("black", "")
        winner = {"1-0": white, "0-1": black}.get(record.result)
        return (
            (wanted.player is None or _fits(wanted.player, white) or _fits(wanted.player, black))
            and (wanted.white is None or _fits(wanted.white, white))
            and (wanted.black is None or _fits(wanted.black, black))
            and (wanted.winner is None or (winner is not None and _fits(wanted.winner, winner)))
        )

    def _ended_so(self, record: Record) -> bool:
        if self.wanted.result == DECIDED:
            return record.result in ("1-0", "0-1")
        return self.wanted.result in (None, record.result)

    def _is_dated(self, record: Record) -> bool:
        since, until = self.wanted.since, self.wanted.until
        if since is None and until is None:
            return True
        date = record.headers.get("date", "").replace(".", "-")
        if _DATE.match(date) is None:
            return False
        return (since is None or date[: len(since)] >= since) and (
            until is None or date[: len(until)] <= until
        )


def _fits(pattern: str, name: str) -> bool:
    return fnmatchcase(name.casefold(), pattern.casefold())


class _MoveFilter:
    """Plays games to find openings and positions."""

    def __init__(self, wanted: RecordFilter) -> None:
        opening = wanted.opening
        self.opening = (
            [] if opening is None else [" ".join(turn.split()) for turn in opening.split(BETWEEN_TURNS)]
        )
        self.position = wanted.position
        self.wanted: dict[Game, Position] = {}
        """The position, in each game in which it can be read."""
        self.unreadable: PositionError | None = None
        self.unplayable: GipfelError | None = None
        """Why the first turn of the opening that was never possible is not possible."""
        self._turns_played = 0
        """How many turns of the opening were possible in some game."""
        self._checker = Checker()

    def chooses(self, record: Record) -> bool:
        try:
            return self._has_opening(record) and self._reaches(record)
        except GipfelError:
            return False

    def _has_opening(self, record: Record) -> bool:
        """Compares texts first; a turn can be written in several ways, which lead to the same position."""
        if len(record.turns) < len(self.opening):
            return False
        begun = record.turns[: len(self.opening)]
        if all(" ".join(turn.text.split()) == text for turn, text in zip(begun, self.opening, strict=True)):
            self._note_played(len(self.opening))
            return True
        position = self._checker.start(record)
        for number, (turn, text) in enumerate(zip(begun, self.opening, strict=True), 1):
            after = position_after(position, turn)
            if self._after_opening_turn(position, number, text) != after:
                return False
            position = after
        return True

    def _after_opening_turn(self, position: Position, number: int, text: str) -> Position:
        """The position after a turn of the opening. Raises GipfelError, and keeps it if never possible."""
        try:
            after = position.play_turn(text)
        except GipfelError as error:
            if number > self._turns_played and self.unplayable is None:
                self.unplayable = error
            raise
        self._note_played(number)
        return after

    def _note_played(self, number: int) -> None:
        if number > self._turns_played:
            self._turns_played, self.unplayable = number, None

    def _reaches(self, record: Record) -> bool:
        if self.position is None:
            return True
        position = self._checker.start(record)
        wanted = self._wanted(position.game, self.position)
        if position == wanted:
            return True
        for turn in record.turns:
            position = position_after(position, turn)
            if _same(position, wanted):
                return True
        return False

    def _wanted(self, game: Game, text: str) -> Position:
        """The wanted position in a game. Raises PositionError."""
        if game not in self.wanted:
            try:
                self.wanted[game] = game.position(text)
            except PositionError as error:
                self.unreadable = error
                raise
        return self.wanted[game]


def _same(position: Position, wanted: Position) -> bool:
    return position.side == wanted.side and position == wanted
