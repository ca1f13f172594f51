"""Handlers of events between the players: offers and answers, aborting, messages, plans.

A handler that raises GipfelError has changed nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gipfel.games.core.contest import AGREED
from gipfel.games.core.side import ABORTED, Outcome, Side
from gipfel.locale import note, say
from gipfel.notation.errors import GipfelError, IllegalDecision
from gipfel.notation.printable import printable_part
from gipfel.table.actions import play, undo
from gipfel.table.endings import AGREEMENT
from gipfel.table.events import (
    Aborted,
    Accepted,
    Declined,
    Event,
    MessageSent,
    Offered,
    Planned,
    Rematched,
    Undone,
)
from gipfel.table.plans import Plan, read_line, without

if TYPE_CHECKING:
    from gipfel.table.table import Table

DRAW, UNDO, REMATCH, TIE = OFFERS = ("draw", "undo", "rematch", "tie")
"""A tie ends only the contest that is being played; the game goes on."""
FREE_TURNS = 2
"""One turn for each side; until then the clock does not run, and the game can be aborted."""
LONGEST_MESSAGE = 200
MOST_MESSAGES = 200
LONGEST_ID = 100
LEAST_WINS, MOST_WINS = 2, 20
"""How many wins may decide a match of several games."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer of a side that the other side has not answered yet."""

    what: str
    side: Side
    contest: str = field(default="", compare=False)
    """The contest in which it was made, if it was made in one."""
    first_to: int = field(default=0, compare=False)
    """With a rematch: the number of wins that shall decide the match; 0 for none."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a player, and its instant."""

    side: Side
    text: str
    at: int


# --- Offers ----------------------------------------------------------------------------------------------


def why_no_offer(table: "Table", side: Side, what: str) -> str:
    """Why a side cannot offer something now; empty if it can."""
    if what not in OFFERS:
        return f"what can be offered is {', '.join(OFFERS)}, not {what[:40]!r}"
    if not _can_answer(table, side.other, what):
        return say("There is nobody who could answer.")
    if table.offer is not None and table.offer.side == side and table.offer.what == what:
        return say("{side} has offered this already.", side=say(table.name(side)))
    if table.offer is not None and table.offer.side != side and table.offer.what != what:
        return say("{side} has made an offer; answer it first.", side=say(table.name(side.other)))
    if table.refused and Offer(what, side) in table.refused:
        return say("{side} has just refused this.", side=say(table.name(side.other)))
    return _REASONS[what](table, side)


def _can_answer(table: "Table", side: Side, what: str) -> bool:
    """Is somebody on both seats? An engine answers only the offer of a tie."""
    if any(seat.waits for seat in table.seats.values()):
        return False
    return len(table.persons) == len(table.seats) or (what == TIE and side.other in table.persons)


def _why_no_draw(table: "Table", side: Side) -> str:
    if table.outcome is not None:
        return say("The game is over.")
    return "" if table.game.draws else say("There are no draws in {game}.", game=table.game.title)


def _why_no_undo(table: "Table", side: Side) -> str:
    if table.real_time:
        return say("In a game with time nothing can be undone.")
    if table.outcome is not None:
        return say("The game is over.")
    before = before_last_of(table, side)
    if before is None:
        return say("{side} has decided nothing yet.", side=say(table.name(side)))
    if before < table.timed_until:
        return say("In a game with time nothing can be undone.")
    if table.is_settled(before):
        return say("A contest was lost in time, and that cannot be undone.")
    return ""


def _why_no_rematch(table: "Table", side: Side) -> str:
    if table.outcome is None:
        return say("The game is not over.")
    return say("The next game has begun already.") if table.rematch_agreed else ""


def _why_no_tie(table: "Table", side: Side) -> str:
    if table.outcome is not None:
        return say("The game is over.")
    if table.contest is None:
        return say("No contest is being played.")
    return say("Chance decides now.") if table.by_chance else ""


_REASONS: "dict[str, Callable[[Table, Side], str]]" = {
    DRAW: _why_no_draw,
    UNDO: _why_no_undo,
    REMATCH: _why_no_rematch,
    TIE: _why_no_tie,
}


def before_last_of(table: "Table", side: Side) -> int | None:
    """The number of decisions before the last one of a side; results of chance do not count as such."""
    return table.before_last(lambda made: made.side == side and not made.position.by_chance)


def offer(table: "Table", offered: Offered) -> None:
    """The same offer of the other side accepts it; a new offer of the same side replaces it."""
    if why := why_no_offer(table, offered.side, offered.what):
        raise IllegalDecision(why)
    check_first_to(offered.what, offered.first_to)
    if table.offer == Offer(offered.what, offered.side.other):
        if offered.first_to not in (0, table.offer.first_to):
            other = table.name(offered.side.other)
            raise IllegalDecision(note("{side} has made an offer; answer it first.", side=other))
        _agree(table, table.offer)
    else:
        table.offer = Offer(offered.what, offered.side, _contest(table), offered.first_to)


def check_first_to(what: str, first_to: int) -> None:
    """Can this number of wins decide the match? 0 names none. Raises GipfelError."""
    if first_to and (what != REMATCH or not LEAST_WINS <= first_to <= MOST_WINS):
        why = say("A match is decided by {least} to {most} wins.", least=LEAST_WINS, most=MOST_WINS)
        raise GipfelError(why)


def _contest(table: "Table") -> str:
    """Identifies the contest that is being played; empty if there is none."""
    return "" if table.contest is None else table.contest.purpose


def accept(table: "Table", accepted: Accepted) -> None:
    if table.offer is None or table.offer != Offer(accepted.what, accepted.side.other):
        raise IllegalDecision(note("{side} does not offer this now.", side=table.name(accepted.side.other)))
    _agree(table, table.offer)


def _agree(table: "Table", made: Offer) -> None:
    if made.what == DRAW:
        table.ended = Outcome(None, AGREEMENT)
    elif made.what == REMATCH:
        table.rematch_agreed, table.agreed_first_to = True, made.first_to
    elif made.what == TIE:
        play(table, table.position.decision(AGREED))
    else:
        before = before_last_of(table, made.side)
        assert before is not None  # the offer required one, and an undo withdraws the offer
        undo(table, Undone(before))
    table.offer = None


def decline(table: "Table", declined: Declined) -> None:
    """The side that made an offer can withdraw it, too."""
    if table.offer is None or table.offer.what != declined.what:
        raise IllegalDecision(note("Nobody offers this now."))
    if table.offer.side != declined.side:
        table.refused |= {table.offer}
    table.offer = None


def expire(table: "Table") -> None:
    """Drop offers and plans that the end of the game or of a contest, or its undoing, made impossible."""
    if table.offer is None and not table.plans:
        return
    over = table.outcome is not None
    if over:
        table.plans = {}
    if table.offer is not None and over != (table.offer.what == REMATCH):
        table.offer = None
    if table.offer is not None and table.offer.what == TIE and table.offer.contest != _contest(table):
        table.offer = None


def rematch(table: "Table", rematched: Rematched) -> None:
    if not table.rematch_agreed or table.rematch:
        raise IllegalDecision("the players have not agreed on another game")
    if not 0 < len(rematched.table) <= LONGEST_ID:
        raise GipfelError(f"{rematched.table[:40]!r} is not a table")
    table.rematch = rematched.table


# --- Aborting and messages -------------------------------------------------------------------------------


def abort(table: "Table", aborted: Aborted) -> None:
    if not table.can_abort:
        if table.outcome is not None:
            raise IllegalDecision(note("The game is over."))
        raise IllegalDecision(note("Both sides have played: it is too late to abort, but you can resign."))
    table.ended = Outcome(None, ABORTED)


def add_message(table: "Table", sent: MessageSent) -> None:
    if not table.seats[sent.side].person:
        name = say(table.name(sent.side))
        raise GipfelError(say("{side} is played by an engine, which says nothing.", side=name))
    message = Message(sent.side, checked_message(sent.text), table.at)
    # Copies of a table share the list, so it is replaced.
    table.messages = [*table.messages[1 - MOST_MESSAGES :], message]


def checked_message(text: object) -> str:
    """A message in one line. Raises GipfelError."""
    if not isinstance(text, str):
        raise GipfelError("a message is a text")
    text = printable_part(text)
    if not 0 < len(text) <= LONGEST_MESSAGE:
        most, number = LONGEST_MESSAGE, len(text)
        raise GipfelError(say("A message has 1 to {most} letters, not {number}.", most=most, number=number))
    return text


# --- Plans -----------------------------------------------------------------------------------------------


def plan(table: "Table", planned: Planned) -> None:
    if planned.line:
        checked = checked_plan(table, planned.side, planned.line, planned.always)
        table.plans = {**table.plans, checked.side: checked}
    else:
        table.plans = without(table.plans, planned.side)


def checked_plan(table: "Table", side: Side, line: Any, always: bool) -> Plan:
    """A plan for a side. Raises GipfelError if it is impossible from here."""
    if table.outcome is not None:
        raise IllegalDecision(note("The game is over."))
    if table.real_time:
        raise IllegalDecision(note("In a game with time nothing can be planned."))
    if not table.seats[side].person:
        name = table.name(side)
        raise IllegalDecision(note("{side} is played by an engine, which plans by itself.", side=name))
    return Plan(side, read_line(table.position, side, line), always)


HANDLERS: "dict[type[Event], Callable[[Table, Any], None]]" = {
    Offered: offer,
    Accepted: accept,
    Declined: decline,
    Rematched: rematch,
    Aborted: abort,
    MessageSent: add_message,
    Planned: plan,
}
