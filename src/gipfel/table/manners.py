"""What players do beside the board: offers and answers, leaving early, a word to the other one, plans.

These are the ways of a table for such happenings; they change nothing if they raise GipfelError.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gipfel.games.side import ABORTED, Outcome, Side
from gipfel.notation.errors import GipfelError, IllegalDecision
from gipfel.table.decisions import is_by_chance
from gipfel.table.endings import AGREEMENT
from gipfel.table.happenings import (
    Aborted,
    Accepted,
    Declined,
    Happening,
    Offered,
    Planned,
    Rematched,
    Spoken,
    Undone,
)
from gipfel.table.plans import Plan, foreseen, without
from gipfel.table.playing import take_back
from gipfel.table.seats import one_line

if TYPE_CHECKING:
    from gipfel.table.table import Table

DRAW, UNDO, REMATCH = OFFERS = ("draw", "undo", "rematch")
FREE_TURNS = 2
"""One for each side; before they are complete the clock stands, and a game can be aborted."""
LONGEST_MESSAGE = 200
MOST_MESSAGES = 200
LONGEST_ID = 100


@dataclass(frozen=True, slots=True)
class Offer:
    """What a side has offered, and the other one has not answered yet."""

    what: str
    side: Side


@dataclass(frozen=True, slots=True)
class Message:
    """What a player said, and when."""

    side: Side
    text: str
    at: int


# --- Offers ----------------------------------------------------------------------------------------------


def why_no_offer(table: "Table", side: Side, what: str) -> str:
    """Why a side cannot offer something now; empty if it can."""
    if what not in OFFERS:
        return f"what can be offered is {', '.join(OFFERS)}, not {what[:40]!r}"
    if any(not seat.person or seat.waits for seat in table.seats.values()):
        return "there is nobody who could answer"
    if table.offer is not None and table.offer.side == side and table.offer.what == what:
        return f"{table.name(side)} has offered this already"
    if table.offer is not None and table.offer.side != side and table.offer.what != what:
        return f"{table.name(side.other)} has made an offer; answer it first"
    if Offer(what, side) in table.refused:
        return f"{table.name(side.other)} has just refused this"
    return _REASONS[what](table, side)


def _why_no_draw(table: "Table", side: Side) -> str:
    if table.outcome is not None:
        return "the game is over"
    return "" if table.game.draws else f"there are no draws in {table.game.title}"


def _why_no_undo(table: "Table", side: Side) -> str:
    if table.real_time:
        return "nothing can be taken back in a game with time"
    if table.outcome is not None:
        return "the game is over"
    return "" if before_last_of(table, side) is not None else f"{table.name(side)} has decided nothing yet"


def _why_no_rematch(table: "Table", side: Side) -> str:
    if table.outcome is None:
        return "the game is not over"
    return "there is another game already" if table.rematch_agreed else ""


_REASONS: "dict[str, Callable[[Table, Side], str]]" = {
    DRAW: _why_no_draw,
    UNDO: _why_no_undo,
    REMATCH: _why_no_rematch,
}


def before_last_of(table: "Table", side: Side) -> int | None:
    """How many decisions had been made before the last one of a side, chance's not counted."""
    decisions = table.play.decisions
    made = (i for i in reversed(range(len(decisions))) if decisions[i].side == side)
    return next((i for i in made if not is_by_chance(decisions[i].position)), None)


def offer(table: "Table", offered: Offered) -> None:
    """The same offer from the other side accepts it; another one of the same side takes its place."""
    if why := why_no_offer(table, offered.side, offered.what):
        raise IllegalDecision(why)
    if table.offer == Offer(offered.what, offered.side.other):
        _agree(table, table.offer)
    else:
        table.offer = Offer(offered.what, offered.side)


def accept(table: "Table", accepted: Accepted) -> None:
    if table.offer is None or table.offer != Offer(accepted.what, accepted.side.other):
        raise IllegalDecision(f"{table.name(accepted.side.other)} offers no {accepted.what[:40]} now")
    _agree(table, table.offer)


def _agree(table: "Table", made: Offer) -> None:
    if made.what == DRAW:
        table.ended = Outcome(None, AGREEMENT)
    elif made.what == REMATCH:
        table.rematch_agreed = True
    else:
        before = before_last_of(table, made.side)
        assert before is not None  # it was there when it was offered, and undoing withdraws the offer
        take_back(table, Undone(before))
    table.offer = None


def decline(table: "Table", declined: Declined) -> None:
    """Also who made an offer can say that it does not stand any more."""
    if table.offer is None or table.offer.what != declined.what:
        raise IllegalDecision(f"nobody offers a {declined.what[:40]} now")
    if table.offer.side != declined.side:
        table.refused |= {table.offer}
    table.offer = None


def lapse(table: "Table") -> None:
    """Another game is offered only after the end of one; everything else, and plans, only before it."""
    if table.offer is None and not table.plans:
        return
    over = table.outcome is not None
    if over:
        table.plans = {}
    if table.offer is not None and over != (table.offer.what == REMATCH):
        table.offer = None


def rematch(table: "Table", rematched: Rematched) -> None:
    if not table.rematch_agreed or table.rematch:
        raise IllegalDecision("the players have not agreed on another game")
    if not 0 < len(rematched.table) <= LONGEST_ID:
        raise GipfelError(f"{rematched.table[:40]!r} is no table")
    table.rematch = rematched.table


# --- Leaving early, and a word ---------------------------------------------------------------------------


def abort(table: "Table", aborted: Aborted) -> None:
    if not table.can_abort:
        over = table.outcome is not None
        why = "is over" if over else "has begun for both; it can be resigned"
        raise IllegalDecision(f"the game {why}")
    table.ended = Outcome(None, ABORTED)


def speak(table: "Table", spoken: Spoken) -> None:
    if not table.seats[spoken.side].person:
        raise GipfelError(f"{table.name(spoken.side)} is played by an engine, which says nothing")
    message = Message(spoken.side, checked_message(spoken.text), table.at)
    # Copies of a table share the list, so it is never changed.
    table.messages = [*table.messages[1 - MOST_MESSAGES :], message]


def checked_message(text: object) -> str:
    """A message in one line. Raises GipfelError."""
    if not isinstance(text, str):
        raise GipfelError("a message is a text")
    text = one_line(text)
    if not 0 < len(text) <= LONGEST_MESSAGE:
        raise GipfelError(f"a message has 1 to {LONGEST_MESSAGE} letters, not {len(text)}")
    return text


# --- Plans -----------------------------------------------------------------------------------------------


def plan(table: "Table", planned: Planned) -> None:
    if planned.line:
        checked = checked_plan(table, planned.side, planned.line, planned.always)
        table.plans = {**table.plans, checked.side: checked}
    else:
        table.plans = without(table.plans, planned.side)


def checked_plan(table: "Table", side: Side, line: Any, always: bool) -> Plan:
    """A plan for a side. Raises GipfelError if it cannot come about from here."""
    if table.outcome is not None:
        raise IllegalDecision(f"the game is over ({table.outcome})")
    if table.real_time:
        raise IllegalDecision("nothing can be planned in a game with time")
    if not table.seats[side].person:
        raise IllegalDecision(f"{table.name(side)} is played by an engine, which plans by itself")
    return Plan(side, foreseen(table.position, side, line), always)


WAYS: "dict[type[Happening], Callable[[Table, Any], None]]" = {
    Offered: offer,
    Accepted: accept,
    Declined: decline,
    Rematched: rematch,
    Aborted: abort,
    Spoken: speak,
    Planned: plan,
}
