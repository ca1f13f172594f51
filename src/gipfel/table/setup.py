"""The setup of a table: game, start position, seats and clock."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from secrets import randbits
from typing import Any

from gipfel.games.core.game import LARGEST_SEED, Game
from gipfel.games.core.options import Value
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Position
from gipfel.games.core.registry import game, game_of_position, game_type
from gipfel.games.core.time_limit import NO_CLOCK, TimeLimit, agreed_headers
from gipfel.notation.errors import GipfelError, OptionError
from gipfel.table.seats import Seats

SEED_BITS = 48


@dataclass(frozen=True, slots=True)
class MatchPlace:
    """The place of a table in a match of several games between the same players."""

    first: str = ""
    """The id of the first table of the match; empty at the first table itself."""
    number: int = 1
    """The number of the game in the match."""
    first_to: int = 0
    """The number of wins that decides the match; 0 if the players agreed on none."""


NO_MATCH = MatchPlace()


@dataclass(frozen=True, slots=True)
class TableSetup:
    """Everything that is fixed before the first event of a table."""

    game: str
    version: str
    options: Mapping[str, Value]
    """The options that are written down: others have their defaults."""
    seats: Seats
    start: str = ""
    """The start position if it is not the game's own."""
    seed: int | None = None
    """The seed of a random start position."""
    title: str = field(default="", compare=False)
    """The title of the evening, if it has one."""
    clock: TimeLimit = NO_CLOCK
    """The kind of clock."""
    match: MatchPlace = NO_MATCH

    @classmethod
    def of(
        cls,
        start: Position,
        seats: Seats,
        seed: int | None = None,
        title: str = "",
        clock: TimeLimit = NO_CLOCK,
    ) -> "TableSetup":
        """The setup of a game with this start position. Raises OptionError if it cannot have this clock."""
        kind = start.game
        check_clock(kind, clock)
        usual = seed is not None or not kind.random_start
        own = usual and start == kind.start(seed=seed)
        text = "" if own else str(start)
        seed = seed if own else None
        return cls(kind.name, kind.version, kind.written_options, seats, text, seed, title, clock)

    def with_seats(self, seats: Seats) -> "TableSetup":
        return replace(self, seats=seats)

    def playthrough(self) -> Playthrough:
        """The game before its first decision. Raises GipfelError."""
        start = self._start()
        check_clock(start.game, self.clock)
        return Playthrough(start, self.seed, agreed_headers(self.title, self.clock))

    def _start(self) -> Position:
        check_names(self.game, self.options)
        if self.start:
            return game_of_position(self.game, self.start, self.version, self.options).position(self.start)
        return game(self.game, self.version, **self.options).start(seed=self.seed)


def check_clock(kind: Game, clock: TimeLimit) -> None:
    """A game with time of its own has no other clock. Raises OptionError."""
    if kind.clockwork is not None and clock != NO_CLOCK:
        title = f"{kind.title} {kind.version}"
        raise OptionError(f"{title} has its own time; it cannot have a clock of kind {clock.kind}")


def check_names(name: str, options: Mapping[str, Any]) -> None:
    """Check the names of options: they become keyword arguments. Raises GipfelError."""
    known = [option.name for option in game_type(name).all_options]
    for option in options:
        if option not in known:
            has = f"it has {', '.join(known)}" if known else "it has none"
            raise OptionError(f"{name} has no option {str(option)[:40]!r}; {has}")


def new_setup(
    name: str,
    version: str | None,
    options: Mapping[str, Any],
    seats: Seats,
    position: str = "",
    seed: int | None = None,
    title: str = "",
    clock: TimeLimit = NO_CLOCK,
) -> TableSetup:
    """The setup of a new game. Raises GipfelError."""
    if seed is not None and not -LARGEST_SEED <= seed <= LARGEST_SEED:
        raise GipfelError(f"a seed is a whole number up to {LARGEST_SEED}, not {seed}")
    check_names(name, options)
    if position:
        kind = game_of_position(name, position, version, options).at_table(clock)
        return TableSetup.of(kind.position(position), seats, title=title, clock=clock)
    kind = game(name, version, **options).at_table(clock)
    if kind.random_start and seed is None:
        seed = randbits(SEED_BITS)
    seed = seed if kind.random_start else None
    return TableSetup.of(kind.start(seed=seed), seats, seed, title, clock)
