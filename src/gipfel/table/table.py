"""A table: a match of two seats as a log of events.

Only `apply` changes a table. The same events applied to the same setup give the same table, so only those are
stored. This module knows neither pages nor databases.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

from gipfel.games.core.contest import AGREED, SETTLEMENTS, Contest, same_contest
from gipfel.games.core.game import Game
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import SIDES, Outcome, Side
from gipfel.locale import note
from gipfel.notation.errors import GipfelError, IllegalDecision
from gipfel.notation.record import Record
from gipfel.table import actions, offers, timeouts
from gipfel.table.clock import PATIENCE, Clock
from gipfel.table.endings import draw_by_length
from gipfel.table.events import Decided, Event, Planned, Resigned, ServerOff, TimePassed
from gipfel.table.offers import FREE_TURNS, Message, Offer
from gipfel.table.plans import Plan
from gipfel.table.seats import Seats, side_word
from gipfel.table.setup import TableSetup
from gipfel.table.turns import Turn


class Table:
    """A running match: the setup, and the state after all events so far."""

    def __init__(self, setup: TableSetup) -> None:
        self.setup = setup
        self.play: Playthrough = setup.playthrough()
        self.seats: Seats = {**setup.seats}
        self.event_count = 0
        """How many events there were; also the number of the next one."""
        self.events_of_time = 0
        """How many of them only say that time has passed, or that it is given back."""
        self.line = self.play.decisions
        """All decisions, also those that were undone and can be redone."""
        self.ended: Outcome | None = None
        """How the game ended other than on the board."""
        self.failure = ""
        """The reason if an engine has failed."""
        self.lifted = False
        """Has a player lifted the limit on the length of the game?"""
        self.timed_out = False
        """Has a side lost on time? That cannot be undone."""
        self.at = 0
        """The instant of the last event."""
        self.clock: Clock | None = Clock.of(setup.clock)
        """The clock that counts now: a contest has its own, and that of the game stands meanwhile."""
        self.clock_of = ""
        """The purpose of the contest whose clock it is; empty if it is that of the game."""
        self.clocks: dict[str, Clock | None] = {}
        """The clocks that stand, by purpose."""
        self.lapse: timeouts.Lapse | None = None
        """The last contest that was lost by deciding too late."""
        self.server_off = 0
        """Milliseconds for which the server was off since the last decision, while a clock ran."""
        self.offer: Offer | None = None
        """The offer that waits for an answer."""
        self.refused: frozenset[Offer] = frozenset()
        """Offers that cannot be repeated before the next decision."""
        self.rematch_agreed = False
        self.agreed_first_to = 0
        """The number of wins that decides the match, as agreed with the rematch; 0 for none."""
        self.rematch = ""
        """The id of the table of the rematch."""
        self.messages: list[Message] = []
        self.plans: dict[Side, Plan] = {}
        self.just_taken: frozenset[Side] = frozenset()
        """Seats that somebody has taken who has not decided anything since then."""
        self.outdated_at = 0
        """Pages that know fewer events are outdated: something was undone, or time has ended a contest."""
        self.timed_until = 0
        """How many decisions had been made when time ran last. Nothing before that can be undone."""
        self.thrown_before: dict[str, str] = {}
        """Results of chance with their proofs, by occasion, also if they were undone."""
        self.complete: list[Turn] = []
        """The complete turns."""
        self._known_outcome: tuple[Position | None, Outcome | None, bool, Outcome | None]
        self._known_outcome = None, None, False, None
        """The outcome, after what it depends on."""
        self._known_persons: tuple[Seats, list[Side]] = {}, []
        """The sides that people play, after the seats."""
        self.unfinished: Turn | None = None
        """The turn of which something is decided already, as far as it has got."""

    def copy(self) -> "Table":
        """An independent copy. Seats, decisions and so on are replaced, never changed: both share them."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.play = Playthrough(self.play.start, self.play.seed, self.play.agreed)
        twin.play.decisions, twin.play.position = self.play.decisions, self.play.position
        twin.thrown_before = {**self.thrown_before}
        twin.complete = [*self.complete]
        return twin

    # --- The state of the match ------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self.play.start.game

    @property
    def position(self) -> Position:
        """The position now."""
        return self.play.position

    @property
    def number(self) -> int:
        """How many decisions have been made."""
        return len(self.play.decisions)

    @property
    def real_time(self) -> bool:
        """Does time run now, in the game or in a contest?"""
        return self.position.timed

    @property
    def last(self) -> Decision | None:
        """The last decision."""
        return self.play.decisions[-1] if self.play.decisions else None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, on the board or otherwise."""
        # Asked for some twenty times after each decision: it is worked out once for what it depends on.
        position, ended, lifted, outcome = self._known_outcome
        if position is not self.play.position or ended is not self.ended or lifted is not self.lifted:
            outcome = self.position.outcome or self.ended or self.adjudicated
            self._known_outcome = self.play.position, self.ended, self.lifted, outcome
        return outcome

    @property
    def score(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2`; `*` if the game was aborted; empty while it is played."""
        return self.outcome.score if self.outcome else ""

    @property
    def aborted(self) -> bool:
        """Was the game aborted?"""
        return self.ended is not None and self.ended.aborted

    @property
    def shown_clock(self) -> Clock | None:
        """The clock that players see: that of the game, which stands, in a contest without one."""
        hidden = self.clock is None or self.clock.limit.kind == PATIENCE
        return self.clocks.get("", self.clock) if hidden else self.clock

    @property
    def deadline(self) -> int | None:
        """When the side whose clock runs will have no time left."""
        return None if self.clock is None else self.clock.deadline

    @property
    def adjudicated(self) -> Outcome | None:
        """A draw if the game is too long, unless a player has lifted the limit."""
        over = self.lifted or self.position.outcome is not None
        return None if over else draw_by_length(self.position, self.number)

    @property
    def persons(self) -> list[Side]:
        """The sides that people play; the list must not be changed."""
        seats, persons = self._known_persons
        if seats is not self.seats:
            persons = [side for side in SIDES if self.seats[side].person]
            self._known_persons = self.seats, persons
        return persons

    @property
    def contest(self) -> Contest | None:
        """What is played inside the turn, if anything is."""
        return self.position.contest

    @property
    def by_chance(self) -> bool:
        """Is a die, a coin, a card or a lot due?"""
        return self.outcome is None and self.position.by_chance

    def position_at(self, number: int) -> Position:
        """The position after `number` decisions. Raises GipfelError."""
        if not 0 <= number <= self.number:
            raise GipfelError(f"there is no decision {number} here; {self.number} have been made")
        return self.position if number == self.number else self.play.decisions[number].position

    def decision_before(self, number: int) -> Decision | None:
        """The decision that led to the position after `number` decisions."""
        return self.play.decisions[number - 1] if number else None

    def turns(self) -> list[Turn]:
        """All turns in notation; the last one may not be finished."""
        return [*self.complete, *([self.unfinished] if self.unfinished else [])]

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
        """The same, but raises IllegalDecision with the reason if none of them can decide now."""
        if able := self.sides_to_act(sides, position):
            return able
        self.check_not_over()
        self.check_no_chance()
        raise (self.position if position is None else position).not_your_turn()

    # --- Events that players ask for -------------------------------------------------------------------

    def decided(self, text: str, side: Side | None = None, ms: int | None = None, lag: int = 0) -> Decided:
        """The event of a decision that a player or an engine wants to make. Raises GipfelError.

        Of the network delay `lag` it contains what the budget of the side allows to give back.
        """
        position = self.position if ms is None else self.position.at(max(ms, self.position.time))
        side = position.side if side is None else side
        lag = 0 if self.clock is None else self.clock.granted(side, lag)
        if self.contest is not None and not same_contest(self.position, position):
            raise IllegalDecision(note("The contest is over."))
        if self.contest is not None and text.strip() in SETTLEMENTS:
            return replace(self._given_up(text.strip(), side), lag=lag)
        self.check_no_chance()
        decision = position.decision(text, side)
        return Decided(decision.text, side, position.time, lag, self._shown(side), decision)

    def _shown(self, side: Side) -> int:
        """How long pages show a decision before the next player's time counts: only that of an engine."""
        if self.clock is None or self.persons != [side.other]:
            return 0
        return self.clock.shown_reply(side.other)

    def _given_up(self, text: str, side: Side) -> Decided:
        """A side gives its contest up, or both sides agree on a tie. Raises IllegalDecision."""
        own = self.position.concede(side)
        together = text == AGREED and len(self.persons) == len(Side)
        if not together and (own is None or own.text != text):
            name = self.name(side)
            raise IllegalDecision(note("{decision} is not {side}'s to decide.", decision=text, side=name))
        return Decided(text, side)

    def name(self, side: Side) -> str:
        """What a side is called in this game, in English."""
        return self.game.side_names[side]

    def thrown(self) -> Decided:
        """The event of a die, coin, card or lot that is due; after an undo the result is the same again.

        Raises GipfelError if nothing is due.
        """
        thrown = self.position.throw() if self.outcome is None else None
        if thrown is None or self.contest is None:
            raise IllegalDecision(note("Nothing is left to chance now."))
        before = self.thrown_before.get(self.contest.occasion)
        decision = thrown if before is None else self.position.decision(before)
        return Decided(decision.text_with_proof, decision.side, decision=decision)

    def resignation(self, side: Side) -> Event:
        """The event of a side that gives up the contest being played, or the game. Raises GipfelError."""
        self.check_not_over()
        conceded = self.position.concede(side)
        return Resigned(side) if conceded is None else Decided(conceded.text, side)

    def undo_to(self) -> int | None:
        """The number of decisions after an undo: those before a person's last one. None if impossible."""
        if self.real_time or not self.persons:
            return None
        if self.ended is not None:
            return None if self.timed_out else self.number
        number = self.before_last(self._by_person)
        return None if number is None or self.is_settled(number) else number

    def is_settled(self, number: int) -> bool:
        """Has time decided something that was not over before this number of decisions?"""
        return number < self.timed_until or (self.lapse is not None and number < self.lapse.number)

    def before_last(self, wanted: Callable[[Decision], bool]) -> int | None:
        """The number of decisions before the last one that is wanted; None if none is."""
        number = self.number
        for decision in reversed(self.play.decisions):
            number -= 1
            if wanted(decision):
                return number
        return None

    def redo_to(self) -> int | None:
        """The number of decisions after a redo: until a person is to act. None if it is impossible."""
        if self.number == len(self.line) or self.ended is not None:
            return None
        for number, decision in enumerate(self.line.since(self.number), self.number):
            if number > self.number and self._by_person(decision):
                return number
        return len(self.line)

    def _by_person(self, decision: Decision) -> bool:
        """Did a person make it, and not chance?"""
        return self.seats[decision.side].person and not decision.position.by_chance

    @property
    def can_abort(self) -> bool:
        """Can the game still be aborted?"""
        return self.outcome is None and self.position.turn < FREE_TURNS

    def can_offer(self, side: Side, what: str) -> bool:
        return not offers.why_no_offer(self, side, what)

    def check_plan(self, side: Side, line: Sequence[str], always: bool = False) -> Planned:
        """The event of a plan that a player wants to make. Raises GipfelError if it is impossible."""
        line = offers.checked_plan(self, side, line, always).line if line else ()
        return Planned(side, line, always)

    def follow_up(self) -> Decided | None:
        """The event of what the side to act has planned to decide now, if anything."""
        plan = self.plans.get(self.position.side)
        if plan is None or plan.next is None or self.outcome is not None or self.by_chance:
            return None
        return self.decided(plan.next, plan.side)

    # --- Events ----------------------------------------------------------------------------------------

    def apply(self, event: Event, at: int = 0) -> None:
        """Apply an event at an instant. Raises GipfelError, and changes nothing, if it is impossible."""
        before, self.at = self.at, max(at, self.at)
        try:
            timeouts.check_in_time(self, event)
            _HANDLERS[type(event)](self, event)
        except Exception:
            self.at = before
            raise
        self.event_count += 1
        self.events_of_time += isinstance(event, TimePassed | ServerOff)
        offers.expire(self)
        timeouts.update_clock(self, event)

    def check_not_over(self) -> None:
        """Raises IllegalDecision if the game is over."""
        if self.outcome is not None:
            raise IllegalDecision(note("The game is over."))

    def check_no_chance(self) -> None:
        """Raises IllegalDecision if a die, a coin, a card or a lot is due."""
        if self.by_chance:
            raise IllegalDecision(note("Chance decides now."))


_HANDLERS: dict[type[Event], Callable[[Table, Any], None]] = {
    **actions.HANDLERS,
    **timeouts.HANDLERS,
    **offers.HANDLERS,
}
