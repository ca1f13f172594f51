"""A tournament: what is played, who plays, the pairings of all rounds and their results."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from gipfel.locale import note, say, say_many
from gipfel.notation.errors import GipfelError
from gipfel.pairing.rounds import Entrant, Pair, round_robin, round_robin_rounds, swiss
from gipfel.table.endings import SCORES
from gipfel.table.setup import TableSetup

ROUND_ROBIN, SWISS = KINDS = ("round robin", "swiss")
OPEN, RUNNING, ENDED = STATES = ("open", "running", "ended")
"""Players are entered; rounds are played; everything is over."""
NOBODY, WITH_LINK, EVERYBODY = WATCHERS = ("nobody", "link", "everybody")
"""Who may watch besides players: nobody, who has the link, or everybody who comes to the server."""

LEAST_PLAYERS, MOST_PLAYERS = 2, 64
MOST_ROUNDS = 15
"""Of a Swiss tournament; a round robin has as many as it needs."""

POINTS: dict[str, tuple[int, int]] = {
    "1-0": (2, 0),
    "0-1": (0, 2),
    "1/2-1/2": (1, 1),
    "+/-": (2, 0),
    "-/+": (0, 2),
    "-/-": (0, 0),
}
"""The points of White and Black in halves, for each result."""
FORFEITS = ("+/-", "-/+", "-/-")
"""Results of games that were not played: White wins, Black wins, both lose."""
BYE = 2
"""The points of a bye in a Swiss tournament, in halves. In a round robin everybody rests as often."""


class WrongMoment(GipfelError):
    """Something that cannot be done in the present state of a tournament."""

    status = 409


@dataclass(frozen=True, slots=True)
class Player:
    """A player of a tournament."""

    number: int
    """1, 2, ...; also the order in which they are paired at first."""
    name: str
    gone: bool = False
    """Has left the tournament after it began."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game of a round, or a bye."""

    round: int
    board: int
    white: int
    black: int | None
    """None for a bye, or for a player who rests."""
    table: str = ""
    """The table where it is played; empty if nobody has opened it yet."""
    entered: str = ""
    """The result that the organiser has entered; it counts instead of that of the table."""
    score: str = ""
    """The result of the table."""

    @property
    def result(self) -> str:
        """The result that counts; empty if there is none yet."""
        return self.entered or (self.score if self.score in SCORES else "")

    @property
    def decided(self) -> bool:
        return self.black is None or bool(self.result)

    def points(self, player: int) -> int:
        """The points of a player in halves; 0 as long as there is no result."""
        if self.black is None or not self.result:
            return 0
        return POINTS[self.result][player != self.white]

    def opponent(self, player: int) -> int | None:
        return self.black if player == self.white else self.white


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it is now. It is immutable; changes are rows of the database."""

    id: str
    name: str
    kind: str
    rounds: int
    """How many rounds are planned; 0 in a round robin that has not begun."""
    round: int
    """The round that is played; 0 before the first one."""
    state: str
    watch: str
    setup: TableSetup
    players: Sequence[Player] = ()
    pairings: Sequence[Pairing] = field(default=(), repr=False)

    @property
    def current(self) -> list[Pairing]:
        """The pairings of the round that is played."""
        return self.of_round(self.round)

    def of_round(self, number: int) -> list[Pairing]:
        return [pairing for pairing in self.pairings if pairing.round == number]

    @property
    def undecided(self) -> list[Pairing]:
        """The games of the round that have no result yet."""
        return [pairing for pairing in self.current if not pairing.decided]

    @property
    def bye_points(self) -> int:
        """The points of a player without an opponent, in halves."""
        return BYE if self.kind == SWISS else 0

    def player(self, number: int) -> Player:
        """A player by number. Raises GipfelError."""
        for player in self.players:
            if player.number == number:
                return player
        raise GipfelError(say("There is no player with the number {number} here.", number=number))

    def pairing(self, round_number: int, board: int) -> Pairing:
        """A pairing by round and board. Raises GipfelError."""
        for pairing in self.pairings:
            if (pairing.round, pairing.board) == (round_number, board):
                return pairing
        raise GipfelError(
            say("There is no game at board {board} of round {round}.", board=board, round=round_number)
        )

    # --- What can be done now --------------------------------------------------------------------------

    def require(self, *states: str) -> None:
        """Raises WrongMoment in other states."""
        if self.state not in states:
            raise WrongMoment(say(_STATE_TEXTS[self.state]))

    def check_new_player(self) -> None:
        """Raises WrongMoment or GipfelError if nobody can be added."""
        self.require(OPEN)
        if len(self.players) >= MOST_PLAYERS:
            raise GipfelError(say("A tournament has at most {most} players.", most=MOST_PLAYERS))

    def check_next_round(self) -> None:
        """Can the next round begin? Raises WrongMoment or GipfelError."""
        self.require(OPEN, RUNNING)
        if len(self._paired) < LEAST_PLAYERS:
            raise GipfelError(say("A tournament needs two players or more."))
        most = round_robin_rounds(len(self.players))
        if not self.round and self.kind == SWISS and self.rounds > most:
            raise GipfelError(say("With so few players there are at most {most} rounds.", most=most))
        if missing := len(self.undecided):
            raise WrongMoment(
                say_many(
                    "One game of this round has no result yet.",
                    "{n} games of this round have no result yet.",
                    missing,
                )
            )
        if self.round and self.round >= self.rounds:
            raise WrongMoment(say("This was the last round; end the tournament."))

    # --- Pairing ---------------------------------------------------------------------------------------

    @property
    def _paired(self) -> list[Player]:
        """The players who get an opponent. In a round robin all of them do: who has left loses."""
        return [player for player in self.players if self.kind == ROUND_ROBIN or not player.gone]

    @property
    def planned_rounds(self) -> int:
        """The number of rounds; of a round robin it follows from the number of players."""
        return self.rounds if self.kind == SWISS else round_robin_rounds(len(self.players))

    def next_pairings(self) -> list[Pairing]:
        """The pairings of the next round. Raises WrongMoment or GipfelError."""
        self.check_next_round()
        number = self.round + 1
        pairs = self._pairs(number)
        return [
            Pairing(number, board, white, black, entered=self._result_of_absence(white, black))
            for board, (white, black) in enumerate(pairs, 1)
        ]

    def _pairs(self, number: int) -> list[Pair]:
        if self.kind == ROUND_ROBIN:
            return round_robin([player.number for player in self.players], number)
        return swiss([self._entrant(player.number) for player in self._paired])

    def _entrant(self, number: int) -> Entrant:
        own = [pairing for pairing in self.pairings if number in (pairing.white, pairing.black)]
        met = frozenset(found for pairing in own if (found := pairing.opponent(number)) is not None)
        colours = tuple(pairing.white == number for pairing in own if pairing.black is not None)
        byes = sum(pairing.black is None for pairing in own)
        points = sum(pairing.points(number) for pairing in own) + byes * self.bye_points
        return Entrant(number, points, met, colours, byes)

    def _result_of_absence(self, white: int, black: int | None) -> str:
        """The result of a game that cannot be played because a player has left."""
        if black is None:
            return ""
        gone = {player.number for player in self.players if player.gone}
        results: Mapping[tuple[bool, bool], str] = {
            (True, True): "-/-",
            (True, False): "-/+",
            (False, True): "+/-",
        }
        return results.get((white in gone, black in gone), "")


_STATE_TEXTS = {
    OPEN: note("The tournament has not begun yet."),
    RUNNING: note("The tournament has begun already."),
    ENDED: note("The tournament is over."),
}


def check_rounds(kind: str, rounds: int | None) -> int:
    """The number of rounds of a new tournament. Raises GipfelError."""
    if kind == ROUND_ROBIN:
        if rounds is not None:
            raise GipfelError(say("In a round robin the number of players decides the number of rounds."))
        return 0
    if rounds is None or not 1 <= rounds <= MOST_ROUNDS:
        raise GipfelError(say("A Swiss tournament has 1 to {most} rounds.", most=MOST_ROUNDS))
    return rounds


def check_names(names: Collection[str], name: str) -> None:
    """A player has a name, and no two have the same. Raises GipfelError."""
    if not name:
        raise GipfelError(say("A player of a tournament needs a name."))
    if name.casefold() in {known.casefold() for known in names}:
        raise GipfelError(say("There is a player called {name} already.", name=name))
