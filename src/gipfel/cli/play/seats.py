"""The players of a game at the terminal: people, engines and others."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from threading import Lock, Thread

from gipfel.arena.names import announced_name
from gipfel.engine.players.player import EngineFailure, Player
from gipfel.engine.players.specs import ENGINE, LEVEL, PlayerSpec
from gipfel.engine.search.analysis import SearchLimits
from gipfel.games.core.game import Game
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Side
from gipfel.locale import say
from gipfel.notation.errors import GipfelError, OptionError

PERSON = "human"
ENGINE_LIMITS = SearchLimits(seconds=2.0)
"""How long an external engine may think; built-in players have their own limits."""


@dataclass(frozen=True, slots=True)
class Seat:
    """The player of a side; without a spec it is a person."""

    spec: PlayerSpec | None = None

    @classmethod
    def read(cls, text: str) -> "Seat":
        """The seat a text describes. Raises OptionError."""
        if text.strip() == PERSON:
            return HUMAN
        try:
            return cls(PlayerSpec.read(text).with_existing_files())
        except OptionError as error:
            raise OptionError(
                str(error).replace("there are random", f"there are {PERSON}, random")
            ) from error

    @property
    def human(self) -> bool:
        return self.spec is None

    @property
    def title(self) -> str:
        """What players call it."""
        return say("human") if self.spec is None else self.spec.name

    def __str__(self) -> str:
        return PERSON if self.spec is None else self.spec.name


HUMAN = Seat()
OPPONENT = Seat(PlayerSpec(LEVEL, 3))
"""The default opponent: it sees what is on the board, and can be beaten."""


def recorded_seat(name: str) -> Seat | None:
    """The seat that a record names; None for a person's name. A file must not name code to run."""
    try:
        seat = Seat.read(name)
    except OptionError:
        return None
    return None if seat.spec and seat.spec.external else seat


class Players:
    """The players that are not people. They get ready in the background."""

    def __init__(self, seats: Mapping[Side, Seat], chance: Random) -> None:
        self._seats = seats
        self._players: dict[Side, Player] = {}
        self._limits: dict[Side, SearchLimits] = {}
        for side, seat in seats.items():
            if seat.spec is not None:
                fast = False if seat.spec.is_quick else None  # nobody has to wait for the compiler
                self._players[side] = seat.spec.make_player(chance.getrandbits(32), fast)
                self._limits[side] = ENGINE_LIMITS if seat.spec.kind == ENGINE else SearchLimits()
        self._starts: dict[Side, _PlayerStart] = {}
        self._thinking = {side: Lock() for side in self._players}

    def begin(self, game: Game) -> None:
        """Let all players begin a game."""
        self._starts = {side: _PlayerStart(player, game) for side, player in self._players.items()}

    def ready(self, side: Side) -> bool:
        """Can it choose at once?"""
        return not self._starts[side].is_alive()

    def name(self, side: Side) -> str:
        """The name of a side's player in a record; an external engine that is ready has told its own."""
        spec = self._seats[side].spec
        if spec is None or side not in self._starts or not self.ready(side):
            return str(self._seats[side])
        return announced_name(spec, self._players[side].name)

    def choose(self, side: Side, position: Position) -> Decision:
        """The decision of a side's player, once it is ready. Raises EngineFailure."""
        self._starts[side].finish()
        with self._thinking[side]:
            return self._players[side].choose(position, self._limits[side])

    def react(self, side: Side, position: Position) -> Decision | None:
        """Its decision out of turn, if any. Raises EngineFailure."""
        self._starts[side].finish()
        with self._thinking[side]:
            return self._players[side].react(position, side, self._limits[side])

    def watch(self, decision: Decision) -> None:
        """Tell all players about a decision; a failure is reported when the player has to choose."""
        for side, player in self._players.items():
            if self.ready(side):
                try:
                    player.watch(decision)
                except EngineFailure as failure:
                    self._starts[side].failure = failure

    def close(self) -> None:
        """The game is over."""
        for player in self._players.values():
            player.close()


class _PlayerStart(Thread):
    """A thread in which a player gets ready for a game; the first time it can take some seconds."""

    def __init__(self, player: Player, game: Game) -> None:
        super().__init__(daemon=True)
        self._player = player
        self._game = game
        self.failure: EngineFailure | None = None
        self.start()

    def run(self) -> None:
        try:
            self._player.begin(self._game)
        except EngineFailure as failure:
            self.failure = failure
        except GipfelError as error:
            self.failure = EngineFailure(str(error))

    def finish(self) -> None:
        """Wait for it. Raises EngineFailure."""
        self.join()
        if self.failure is not None:
            raise self.failure
