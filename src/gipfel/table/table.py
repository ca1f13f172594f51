"""A table: a game being played, who plays it, and everything that happened.

Only `apply` changes a table. Whoever applies the same happenings to the same beginning gets the same table,
so it is enough to keep those. Nothing is known here of pages or databases.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from gipfel.games.game import Game
from gipfel.games.playthrough import Playthrough
from gipfel.games.position import Decision, Position
from gipfel.games.side import Outcome, Side
from gipfel.notation.errors import GipfelError, IllegalDecision
from gipfel.notation.record import BETWEEN_DECISIONS, Record
from gipfel.project.chance import Proof
from gipfel.project.contests import GIVEN_UP, Contest, GameContest
from gipfel.project.position import PROOF, ProjectPosition, ProvenDecision
from gipfel.table.beginning import Beginning
from gipfel.table.happenings import (
    Decided,
    Ended,
    Failed,
    Happening,
    Lifted,
    Reached,
    Redone,
    Renamed,
    Resigned,
    Seated,
    Undone,
)
from gipfel.table.seats import Seats, checked_name, side_word

MOST_TURNS = 600
"""300 turns each; then a game that knows no end of its own is a draw, unless a person lifts that."""
MOST_DECISIONS = 30_000
"""The same for a turn that does not end, because a contest in it does not."""
RESIGNATION = "resignation"
FAILURE = "engine failure"
AGREED = GIVEN_UP[-1]
"""Both sides call a contest a tie."""
SCORES: dict[str, Side | None] = {"1-0": Side.WHITE, "0-1": Side.BLACK, "1/2-1/2": None}


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that was played, in notation."""

    text: str
    side: Side
    at: int
    """How many decisions had been made after it."""


class Table:
    """A running match."""

    def __init__(self, beginning: Beginning) -> None:
        self.beginning = beginning
        self.play: Playthrough = beginning.playthrough()
        self.seats: Seats = {**beginning.seats}
        self.happened = 0
        """How many things have happened; the number of the next one."""
        self.undone: list[Decision] = []
        """What can be made again, the next one last."""
        self.ended: Outcome | None = None
        """How the game ended beside the board."""
        self.failure = ""
        """What an engine said when it could not go on."""
        self.lifted = False
        self._thrown: dict[str, Proof] = {}
        self._turns: list[Turn] = []

    def copy(self) -> "Table":
        """A table that can go on by itself: what happens at it does not happen here."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.play = Playthrough(self.play.start, self.play.seed)
        twin.play.decisions, twin.play.position = [*self.play.decisions], self.play.position
        twin.seats, twin.undone = {**self.seats}, [*self.undone]
        twin._thrown, twin._turns = {**self._thrown}, [*self._turns]
        return twin

    # --- What a table can be asked ---------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self.play.start.game

    @property
    def position(self) -> Position:
        """Where the game is now."""
        return self.play.position

    @property
    def number(self) -> int:
        """How many decisions have been made."""
        return len(self.play.decisions)

    @property
    def real_time(self) -> bool:
        return self.game.clockwork is not None

    @property
    def last(self) -> Decision | None:
        """The decision that was made last."""
        return self.play.decisions[-1] if self.play.decisions else None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, on the board or beside it."""
        return self.position.outcome or self.ended or self.adjudicated

    @property
    def adjudicated(self) -> Outcome | None:
        """A draw, if the game has gone on for too long and knows no end of its own."""
        over = self.lifted or self.position.outcome is not None
        return None if over else _endless(self.position, self.number)

    @property
    def persons(self) -> list[Side]:
        """The sides people play."""
        return [side for side in Side if self.seats[side].person]

    @property
    def contest(self) -> Contest | None:
        """What is played inside the turn, if anything is."""
        return contest_in(self.position)

    @property
    def by_chance(self) -> bool:
        """Is a die, a coin, a card or a lot due?"""
        return self.outcome is None and is_by_chance(self.position)

    def position_at(self, number: int) -> Position:
        """The position after so many decisions. Raises GipfelError."""
        if not 0 <= number <= self.number:
            raise GipfelError(f"there is no decision {number} here; {self.number} have been made")
        return self.position if number == self.number else self.play.decisions[number].position

    def decision_before(self, number: int) -> Decision | None:
        """The decision that led to the position after so many."""
        return self.play.decisions[number - 1] if number else None

    def turns(self) -> list[Turn]:
        """All turns in notation; the last one may not be finished."""
        begun = self._turns[-1].at if self._turns else 0
        rest = self.play.decisions[begun:]
        if not rest:
            return [*self._turns]
        text = BETWEEN_DECISIONS.join(self.game.write_decisions(rest))
        return [*self._turns, Turn(text, rest[0].side, self.number)]

    def record(self) -> Record:
        """The game written down."""
        names = {side_word(side): self.seats[side].title for side in Side if self.seats[side].title}
        return self.play.record(self.ended or self.adjudicated, **names)

    # --- What could happen next ------------------------------------------------------------------------

    def decided(self, text: str, side: Side | None = None, ms: int | None = None) -> Decided:
        """A decision somebody wants to make; chance is not theirs to decide. Raises GipfelError."""
        position = self.position if ms is None else self.position.at(max(ms, self.position.time))
        side = position.side if side is None else side
        if self.contest is not None and text.strip() in GIVEN_UP:
            return self._given_up(text.strip(), side)
        if self.by_chance:
            raise IllegalDecision("chance is to decide now; throw first")
        decision = position.decision(text, side if self.real_time else None)
        if side != decision.side:
            raise IllegalDecision(f"it is not {self.name(side)}'s turn: {self.name(decision.side)} is to act")
        return Decided(decision.text, side, position.time)

    def _given_up(self, text: str, side: Side) -> Decided:
        """A contest is given up by who plays it, or by both together. Raises IllegalDecision."""
        own = self.position.concede(side)
        together = text == AGREED and len(self.persons) == len(Side)
        if not together and (own is None or own.text != text):
            raise IllegalDecision(f"{text} is not {self.name(side)}'s to decide")
        return Decided(text, side)

    def name(self, side: Side) -> str:
        """What a side is called in this game, in English."""
        return self.game.side_names[side]

    def thrown(self) -> Decided:
        """What a die, a coin, a card or a lot shows that is due; taking it back does not throw again.

        Raises GipfelError if nothing is due.
        """
        position = self.position
        if not self.by_chance or not isinstance(position, ProjectPosition):
            raise IllegalDecision("nothing is left to chance now")
        before = self._thrown.get(_occasion(position))
        decision = position.draw() if before is None else position.proven(before)
        assert decision is not None
        return Decided(decided_text(decision), decision.side)

    def resignation(self, side: Side) -> Happening:
        """A side gives up: the contest that is being played, or the game. Raises GipfelError."""
        self._must_go_on()
        conceded = self.position.concede(side)
        return Resigned(side) if conceded is None else Decided(conceded.text, side)

    def undo_to(self) -> int | None:
        """How far taking back goes: an end beside the board, or until a person is to act."""
        if self.real_time or not self.persons:
            return None
        if self.ended is not None:
            return self.number
        made = (i for i in reversed(range(self.number)) if self._by_person(self.play.decisions[i]))
        return next(made, None)

    def redo_to(self) -> int | None:
        """How far making again goes: until a person is to act."""
        if not self.undone or self.ended is not None:
            return None
        for ahead, decision in enumerate(reversed(self.undone)):
            if ahead and self._by_person(decision):
                return self.number + ahead
        return self.number + len(self.undone)

    def _by_person(self, decision: Decision) -> bool:
        """Was it a person's to make, and not chance's?"""
        return self.seats[decision.side].person and not is_by_chance(decision.position)

    # --- What happens ----------------------------------------------------------------------------------

    def apply(self, happening: Happening) -> None:
        """Let something happen. Raises GipfelError, and nothing has changed, if it cannot."""
        _WAYS[type(happening)](self, happening)
        self.happened += 1

    def _must_go_on(self) -> None:
        if self.outcome is not None:
            raise IllegalDecision(f"the game is over ({self.outcome})")

    def _decide(self, made: Decided) -> None:
        self._must_go_on()
        here = self.position.at(max(made.ms, self.position.time))
        conceded = here.concede(made.side)
        if conceded is not None and conceded.text == made.text:
            self._play(conceded)
            return
        decision = here.decision(made.text, made.side if self.real_time else None)
        if decision.side != made.side:
            raise IllegalDecision(
                f"{made.text} is {self.name(decision.side)}'s, not {self.name(made.side)}'s"
            )
        self._play(decision)

    def _play(self, decision: Decision) -> None:
        self.play.act(decision)
        _forget_found(decision.position)
        if isinstance(decision, ProvenDecision) and isinstance(decision.position, ProjectPosition):
            self._thrown[_occasion(decision.position)] = decision.proof
        self.undone.clear()
        self._note_turn()

    def _note_turn(self) -> None:
        """Write the turn down if the last decision completed it."""
        last = self.play.decisions[-1]
        if self.position.turn <= last.position.turn:
            return
        begun = self._turns[-1].at if self._turns else 0
        turn = self.play.decisions[begun:]
        self._turns.append(Turn(self.game.write_turn(turn), turn[0].side, self.number))

    def _undo(self, undone: Undone) -> None:
        if self.real_time:
            raise IllegalDecision("nothing can be taken back in a game with time")
        if undone.to == self.number and self.ended is not None:
            self.ended, self.failure = None, ""
            return
        if not 0 <= undone.to < self.number:
            raise IllegalDecision("there is nothing to take back")
        self.ended, self.failure = None, ""
        while self.number > undone.to:
            last = self.play.undo()
            assert last is not None
            self.undone.append(last)
        self._turns = [turn for turn in self._turns if turn.at <= undone.to]

    def _redo(self, redone: Redone) -> None:
        if self.ended is not None or not self.number < redone.to <= self.number + len(self.undone):
            raise IllegalDecision("there is nothing to make again")
        while self.number < redone.to:
            self.play.act(self.undone.pop())
            self._note_turn()

    def _resign(self, resigned: Resigned) -> None:
        self._must_go_on()
        self.ended = Outcome(resigned.side.other, RESIGNATION)

    def _fail(self, failed: Failed) -> None:
        self._must_go_on()
        self.ended = Outcome(failed.side.other, FAILURE)
        self.failure = failed.reason

    def _end(self, ended: Ended) -> None:
        if self.position.outcome is not None or self.ended is not None:
            self._must_go_on()
        if ended.score not in SCORES:
            raise GipfelError(f"a game ends {', '.join(SCORES)}, not {ended.score!r}")
        self.ended = Outcome(SCORES[ended.score], ended.reason)

    def _lift(self, _: Lifted) -> None:
        if self.ended is not None or self.adjudicated is None:
            raise IllegalDecision("only a game that came to no end can be played on")
        self.lifted = True

    def _seat(self, seated: Seated) -> None:
        self.seats[seated.side] = seated.seat

    def _rename(self, renamed: Renamed) -> None:
        seat = self.seats[renamed.side]
        if not seat.person:
            raise GipfelError(f"{self.name(renamed.side)} is played by an engine, which has no other name")
        self.seats[renamed.side] = replace(seat, name=checked_name(renamed.name))

    def _reach(self, reached: Reached) -> None:
        if not self.real_time:
            raise GipfelError(f"no time passes in {self.game.name} {self.game.version}")
        self.play.advance(reached.ms)


_WAYS: dict[type[Happening], Callable[[Table, Any], None]] = {
    Decided: Table._decide,
    Undone: Table._undo,
    Redone: Table._redo,
    Resigned: Table._resign,
    Failed: Table._fail,
    Ended: Table._end,
    Lifted: Table._lift,
    Seated: Table._seat,
    Renamed: Table._rename,
    Reached: Table._reach,
}


# --- Decisions and contests ------------------------------------------------------------------------------


def contest_in(position: Position) -> Contest | None:
    """What is played inside the turn of a project game, if anything is."""
    return position.contest if isinstance(position, ProjectPosition) else None


def is_by_chance(position: Position) -> bool:
    """Does nobody decide, but a die, a coin, a card or a lot?"""
    contest = contest_in(position)
    return contest is not None and contest.by_chance and position.outcome is None


def board_of(position: Position) -> Position:
    """The position whose board is seen: that of a game that is played as a contest, or the game's own."""
    contest = contest_in(position)
    if isinstance(contest, GameContest) and contest.first is not None:
        return contest.position
    return position


def _forget_found(position: Position) -> None:
    """Let go of what has been found out about a position that is left; it can be found again.

    Thousands of decisions in each of a hundred positions of many tables are too much to keep.
    """
    for left in (position, board_of(position)):
        for name in _found(type(left)):
            left.__dict__.pop(name, None)


def _found(kind: type[Position]) -> tuple[str, ...]:
    """The names of what positions find out only when they are asked."""
    named = (item for base in kind.__mro__ for item in vars(base).items())
    return tuple(name for name, value in named if isinstance(value, cached_property))


def _endless(position: Position, number: int) -> Outcome | None:
    """A draw, if a game has gone on for too long after so many decisions and has no rule against that."""
    if position.game.clockwork is not None or position.game.repetitions:
        return None
    if position.turn >= MOST_TURNS:
        return Outcome(None, f"no end after {MOST_TURNS} turns")
    if number >= MOST_DECISIONS:
        return Outcome(None, f"no end after {MOST_DECISIONS} decisions")
    return None


def decided_text(decision: Decision) -> str:
    """A decision as it is kept: with the proof if chance made it."""
    if isinstance(decision, ProvenDecision):
        return f"{decision.text}{PROOF}{decision.proof}"
    return decision.text


def _occasion(position: ProjectPosition) -> str:
    """What tells one throw of a game from all others."""
    assert position.contest is not None
    return f"{position.contest.purpose} {position.contest.state_text}"


# --- Tables from games -----------------------------------------------------------------------------------


def happenings_of(decisions: Sequence[Decision]) -> list[Happening]:
    """Decisions that were made elsewhere, as happenings of a table."""
    happened: list[Happening] = []
    for number, made in enumerate(decisions):
        if number == len(happened) and _endless(made.position, number):
            happened.append(Lifted())
        happened.append(Decided(decided_text(made), made.side, made.position.time))
    return happened


def from_record(record: Record, played: Playthrough, seats: Seats) -> tuple[Beginning, list[Happening]]:
    """How a table begins that goes on with a recorded game, and what has happened at it."""
    happened = happenings_of(played.decisions)
    if played.start.game.clockwork is not None:
        happened.append(Reached(played.position.time))
    endless = _endless(played.position, len(played.decisions))
    by_itself = endless is not None and endless.reason == record.reason
    if played.position.outcome is None and record.result in SCORES and not by_itself:
        happened.append(_ending(record))
    return Beginning.of(played.start, seats, played.seed), happened


def _ending(record: Record) -> Happening:
    """How a recorded game ended beside the board."""
    winner = SCORES[record.result]
    if winner is not None and record.reason == RESIGNATION:
        return Resigned(winner.other)
    return Ended(record.result, record.reason)


def branched(table: Table, at: int, seats: Seats | None) -> tuple[Beginning, list[Happening]]:
    """How a table begins that goes on from the position after so many decisions of another one."""
    position = table.position_at(at)
    happened = happenings_of(table.play.decisions[:at])
    if table.real_time:
        happened.append(Reached(position.time))
    return table.beginning.with_seats(seats or table.seats), happened
