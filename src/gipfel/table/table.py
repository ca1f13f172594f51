"""A table: a game being played, who plays it, and everything that happened.

Only `apply` changes a table. Whoever applies the same happenings to the same setup gets the same table,
so it is enough to keep those. Nothing is known here of pages or databases.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

from gipfel.games.core.contest import AGREED, SETTLEMENTS, Contest
from gipfel.games.core.game import Game
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Outcome, Side
from gipfel.locale import say
from gipfel.notation.errors import GipfelError, IllegalDecision
from gipfel.notation.record import BETWEEN_DECISIONS, Record
from gipfel.table import actions, offers, timeouts
from gipfel.table.clock import Clock
from gipfel.table.decisions import Turn
from gipfel.table.endings import draw_by_length
from gipfel.table.events import Decided, Event, Planned, Resigned
from gipfel.table.offers import FREE_TURNS, Message, Offer
from gipfel.table.plans import Plan
from gipfel.table.seats import Seats, side_word
from gipfel.table.setup import TableSetup


class Table:
    """A running match."""

    def __init__(self, setup: TableSetup) -> None:
        self.setup = setup
        self.play: Playthrough = setup.playthrough()
        self.seats: Seats = {**setup.seats}
        self.event_count = 0
        """How many things have happened; the number of the next one."""
        self.undone: list[Decision] = []
        """What can be made again, the next one last."""
        self.ended: Outcome | None = None
        """How the game ended beside the board."""
        self.failure = ""
        """What an engine said when it could not go on."""
        self.lifted = False
        self.timed_out = False
        """Did somebody have no time left? That cannot be taken back."""
        self.at = 0
        """When the last thing happened."""
        self.clock: Clock | None = Clock.of(setup.clock)
        self.offer: Offer | None = None
        """What is open between the players."""
        self.refused: frozenset[Offer] = frozenset()
        """Offers that cannot be made again before something is decided."""
        self.rematch_agreed = False
        self.rematch = ""
        """The table where the players play again."""
        self.messages: list[Message] = []
        self.plans: dict[Side, Plan] = {}
        self.undone_at = 0
        """How many things had happened when decisions were last taken back or made again."""
        self.thrown_before: dict[str, str] = {}
        """What chance has shown on each occasion, with its proof, also if it was taken back."""
        self.complete: list[Turn] = []
        """The turns that are complete."""

    def copy(self) -> "Table":
        """A table that can go on by itself: what happens at it does not happen here.

        Messages and plans are never changed but replaced, so that both can have the same.
        """
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.play = Playthrough(self.play.start, self.play.seed)
        twin.play.decisions, twin.play.position = [*self.play.decisions], self.play.position
        twin.seats, twin.undone = {**self.seats}, [*self.undone]
        twin.thrown_before, twin.complete = {**self.thrown_before}, [*self.complete]
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
    def score(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2`; `*` if the game was aborted; empty while it goes on."""
        return self.outcome.score if self.outcome else ""

    @property
    def aborted(self) -> bool:
        """Is the game over without a result?"""
        return self.ended is not None and self.ended.aborted

    @property
    def deadline(self) -> int | None:
        """When the side whose time runs will have none left."""
        return None if self.clock is None else self.clock.deadline

    @property
    def adjudicated(self) -> Outcome | None:
        """A draw, if the game has gone on for too long and knows no end of its own."""
        over = self.lifted or self.position.outcome is not None
        return None if over else draw_by_length(self.position, self.number)

    @property
    def persons(self) -> list[Side]:
        """The sides people play."""
        return [side for side in Side if self.seats[side].person]

    @property
    def contest(self) -> Contest | None:
        """What is played inside the turn, if anything is."""
        return self.position.contest

    @property
    def by_chance(self) -> bool:
        """Is a die, a coin, a card or a lot due?"""
        return self.outcome is None and self.position.by_chance

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
        begun = self.complete[-1].at if self.complete else 0
        rest = self.play.decisions[begun:]
        if not rest:
            return [*self.complete]
        text = BETWEEN_DECISIONS.join(self.game.write_decisions(rest))
        return [*self.complete, Turn(text, rest[0].side, self.number)]

    def record(self) -> Record:
        """The game written down."""
        names = {side_word(side): self.seats[side].title for side in Side if self.seats[side].title}
        return self.play.record(self.ended or self.adjudicated, **names)

    # --- Whose turn it is ------------------------------------------------------------------------------

    def sides_to_act(self, sides: Collection[Side], position: Position | None = None) -> list[Side]:
        """Those of some sides that can decide something now, the one on turn first.

        `position`: where a game with time has got to by now.
        """
        position = self.position if position is None else position
        if self.outcome is not None or position.by_chance:
            return []
        return [
            side for side in (position.side, position.side.other) if side in sides and position.can_act(side)
        ]

    def check_turn(self, sides: Collection[Side], position: Position | None = None) -> list[Side]:
        """The same. Raises IllegalDecision, and says why, if none of them can decide anything now."""
        if able := self.sides_to_act(sides, position):
            return able
        self.must_go_on()
        if self.by_chance:
            raise IllegalDecision(say("Chance decides now."))
        raise (self.position if position is None else position).not_your_turn()

    # --- What could happen next ------------------------------------------------------------------------

    def decided(self, text: str, side: Side | None = None, ms: int | None = None, lag: int = 0) -> Decided:
        """A decision somebody wants to make; chance is not theirs to decide. Raises GipfelError."""
        position = self.position if ms is None else self.position.at(max(ms, self.position.time))
        side = position.side if side is None else side
        if self.contest is not None and text.strip() in SETTLEMENTS:
            return replace(self._given_up(text.strip(), side), lag=lag)
        if self.by_chance:
            raise IllegalDecision(say("Chance decides now."))
        decision = position.decision(text, side)
        return Decided(decision.text, side, position.time, lag, decision)

    def _given_up(self, text: str, side: Side) -> Decided:
        """A contest is given up by who plays it, or by both together. Raises IllegalDecision."""
        own = self.position.concede(side)
        together = text == AGREED and len(self.persons) == len(Side)
        if not together and (own is None or own.text != text):
            name = say(self.name(side))
            raise IllegalDecision(say("{decision} is not {side}'s to decide.", decision=text, side=name))
        return Decided(text, side)

    def name(self, side: Side) -> str:
        """What a side is called in this game, in English."""
        return self.game.side_names[side]

    def thrown(self) -> Decided:
        """What a die, a coin, a card or a lot shows that is due; taking it back does not throw again.

        Raises GipfelError if nothing is due.
        """
        drawn = self.position.draw() if self.outcome is None else None
        if drawn is None or self.contest is None:
            raise IllegalDecision(say("Nothing is left to chance now."))
        before = self.thrown_before.get(self.contest.occasion)
        decision = drawn if before is None else self.position.decision(before)
        return Decided(decision.text_with_proof, decision.side, decision=decision)

    def resignation(self, side: Side) -> Event:
        """A side gives up: the contest that is being played, or the game. Raises GipfelError."""
        self.must_go_on()
        conceded = self.position.concede(side)
        return Resigned(side) if conceded is None else Decided(conceded.text, side)

    def undo_to(self) -> int | None:
        """How far taking back goes: an end beside the board, or until a person is to act."""
        if self.real_time or not self.persons:
            return None
        if self.ended is not None:
            return None if self.timed_out else self.number
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
        return self.seats[decision.side].person and not decision.position.by_chance

    @property
    def can_abort(self) -> bool:
        """Can the game still end without a result?"""
        return self.outcome is None and self.position.turn < FREE_TURNS

    def can_offer(self, side: Side, what: str) -> bool:
        return not offers.why_no_offer(self, side, what)

    def check_plan(self, side: Side, line: Sequence[str], always: bool = False) -> Planned:
        """A plan somebody wants to make, as it can happen. Raises GipfelError if it cannot come about."""
        line = offers.checked_plan(self, side, line, always).line if line else ()
        return Planned(side, line, always)

    def follow_up(self) -> Decided | None:
        """What the side to act has planned to decide now; to be asked again after it was decided."""
        plan = self.plans.get(self.position.side)
        if plan is None or plan.next is None or self.outcome is not None or self.by_chance:
            return None
        return self.decided(plan.next, plan.side)

    # --- What happens ----------------------------------------------------------------------------------

    def apply(self, event: Event, at: int = 0) -> None:
        """Let something happen at an instant. Raises GipfelError, and nothing has changed, if it cannot."""
        before, self.at = self.at, max(at, self.at)
        try:
            timeouts.must_be_in_time(self, event)
            _WAYS[type(event)](self, event)
        except Exception:
            self.at = before
            raise
        self.event_count += 1
        offers.lapse(self)
        timeouts.turn_clock(self, event)

    def must_go_on(self) -> None:
        """Raises IllegalDecision if the game is over."""
        if self.outcome is not None:
            raise IllegalDecision(say("The game is over."))


_WAYS: dict[type[Event], Callable[[Table, Any], None]] = {**actions.WAYS, **timeouts.WAYS, **offers.WAYS}
