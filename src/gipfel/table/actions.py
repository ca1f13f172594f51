"""Handlers of the events of the game itself: decisions, undo and redo, ends, seats.

A handler that raises GipfelError has changed nothing.
"""

from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Any

from gipfel.games.core.contest import same_contest
from gipfel.games.core.decisions import clear_cached
from gipfel.games.core.position import Decision
from gipfel.games.core.side import Outcome, Side
from gipfel.locale import note, say
from gipfel.notation.errors import GipfelError, IllegalDecision
from gipfel.notation.record import BETWEEN_DECISIONS
from gipfel.table.endings import FAILURE, RESIGNATION, SCORES
from gipfel.table.events import (
    Decided,
    Ended,
    Event,
    Failed,
    LengthLimitLifted,
    Redone,
    Renamed,
    Resigned,
    Seated,
    TimePassed,
    Undone,
)
from gipfel.table.plans import plan_after, without
from gipfel.table.turns import Turn

if TYPE_CHECKING:
    from gipfel.table.table import Table


# --- Decisions -------------------------------------------------------------------------------------------


def decide(table: "Table", made: Decided) -> None:
    table.check_not_over()
    here = table.position.at(max(made.ms, table.position.time))
    conceded = here.concede(made.side)
    if conceded is not None and conceded.text == made.text:
        play(table, conceded)
        return
    decision = made.decision
    if decision is None or decision.position != here:
        decision = here.decision(made.text, made.side)
    if not same_contest(table.position, here):
        _let_time_pass(table, here.time)
    play(table, decision)


def play(table: "Table", decision: Decision) -> None:
    """Play a decision, and note what follows for turns, offers and plans."""
    table.play.act(decision)
    if decision.position.timed:
        table.timed_until = table.number
    contest = decision.position.contest
    if contest is not None and decision.secrets:
        table.thrown_before[contest.occasion] = decision.text_with_proof
    table.line = table.play.decisions
    _note_turn(table)
    _note_answer(table, decision)
    table.just_taken -= {decision.side}
    if table.plans:
        plans = [plan_after(plan, decision, table.position) for plan in table.plans.values()]
        table.plans = {plan.side: plan for plan in plans if plan is not None}
    clear_cached(decision.position)


def _note_turn(table: "Table") -> None:
    """Write down what the last decision has added to its turn, or the whole turn if it is complete."""
    last = table.play.decisions[-1]
    if table.position.turn <= last.position.turn:
        table.unfinished = _continued(table, table.unfinished, last)
        return
    _complete_turn(table)


def _complete_turn(table: "Table") -> None:
    turn = table.play.decisions[_begin_of_turn(table) :]
    table.complete.append(Turn(table.game.write_turn(turn), turn[0].side, table.number))
    table.unfinished = None


def _begin_of_turn(table: "Table") -> int:
    """How many decisions had been made before the turn that is not complete."""
    return table.complete[-1].at if table.complete else 0


def _continued(table: "Table", turn: Turn | None, decision: Decision) -> Turn:
    """An unfinished turn and one more decision of it."""
    texts = [turn.text] if turn is not None and turn.text else []
    texts += table.game.write_decisions([decision])
    return Turn(BETWEEN_DECISIONS.join(texts), decision.side if turn is None else turn.side, table.number)


def _note_answer(table: "Table", decision: Decision) -> None:
    """A decision refuses an offer of the other side; it can be repeated later."""
    if decision.position.by_chance:
        return
    table.refused = frozenset()
    if table.offer is not None and table.offer.side != decision.side:
        table.offer = None


def undo(table: "Table", undone: Undone) -> None:
    if table.real_time:
        raise IllegalDecision(note("In a game with time nothing can be undone."))
    if table.timed_out:
        raise IllegalDecision(note("Time has run out, and that cannot be undone."))
    if undone.to < table.timed_until:
        raise IllegalDecision(note("In a game with time nothing can be undone."))
    if table.is_settled(undone.to):
        raise IllegalDecision(note("A contest was lost in time, and that cannot be undone."))
    if undone.to == table.number and table.ended is not None:
        _note_undone(table)
        return
    if not 0 <= undone.to < table.number:
        raise IllegalDecision(note("There is nothing to undo."))
    _note_undone(table)
    table.play.undo_to(undone.to)
    table.complete = [turn for turn in table.complete if turn.at <= undone.to]
    table.unfinished = None
    for decision in table.play.decisions.since(_begin_of_turn(table)):
        table.unfinished = _continued(table, table.unfinished, decision)


def redo(table: "Table", redone: Redone) -> None:
    if table.ended is not None or not table.number < redone.to <= len(table.line):
        raise IllegalDecision(note("There is nothing to redo."))
    _note_undone(table)
    for decision in islice(table.line.since(table.number), redone.to - table.number):
        table.play.act(decision)
        _note_turn(table)
    table.play.decisions = table.line.first(redone.to)  # the same ones, which are in memory already


def _note_undone(table: "Table") -> None:
    """Cancel everything that was agreed on, offered or planned before."""
    table.ended, table.failure, table.rematch_agreed = None, "", False
    table.offer, table.refused, table.plans = None, frozenset(), {}
    table.outdated_at = table.event_count + 1


# --- Ends ------------------------------------------------------------------------------------------------


def resign(table: "Table", resigned: Resigned) -> None:
    table.check_not_over()
    table.ended = Outcome(resigned.side.other, RESIGNATION)


def fail(table: "Table", failed: Failed) -> None:
    table.check_not_over()
    table.ended = Outcome(failed.side.other, FAILURE)
    table.failure = failed.reason


def end(table: "Table", ended: Ended) -> None:
    if table.position.outcome is not None or table.ended is not None:
        table.check_not_over()
    if ended.score not in SCORES:
        raise GipfelError(f"a game ends {', '.join(SCORES)}, not {ended.score!r}")
    table.ended = Outcome(SCORES[ended.score], ended.reason)


def lift_length_limit(table: "Table", _: LengthLimitLifted) -> None:
    if table.ended is not None or table.adjudicated is None:
        raise IllegalDecision(note("Only a game that came to no end can be played on."))
    table.lifted = True


def pass_time(table: "Table", passed: TimePassed) -> None:
    if not table.real_time:
        raise GipfelError(f"no time passes in {table.game.name} {table.game.version}")
    _let_time_pass(table, passed.ms)


def _let_time_pass(table: "Table", ms: int) -> None:
    """Let time pass, and note what follows if it ends a contest."""
    before = table.position
    table.play.advance(ms)
    if same_contest(before, table.position):
        return
    table.timed_until, table.outdated_at = table.number, table.event_count + 1
    table.offer, table.refused = None, frozenset()
    if table.position.turn > before.turn and table.number > _begin_of_turn(table):
        _complete_turn(table)


# --- Seats -----------------------------------------------------------------------------------------------


def seat(table: "Table", seated: Seated) -> None:
    """The new player has neither offered nor planned anything."""
    taken = table.seats[seated.side].waits and not seated.seat.waits
    table.just_taken = table.just_taken | {seated.side} if taken else table.just_taken - {seated.side}
    table.seats = {**table.seats, seated.side: seated.seat}
    table.offer, table.plans = None, without(table.plans, seated.side)


def engine_keeps_its_name(table: "Table", side: Side) -> GipfelError:
    """The error for a player who wants to rename an engine."""
    name = say(table.name(side))
    return GipfelError(say("{side} is played by an engine, which has no other name.", side=name))


def rename(table: "Table", renamed: Renamed) -> None:
    """A person takes another name; a program tells its own."""
    before = table.seats[renamed.side]
    if not before.person and not before.program:
        raise engine_keeps_its_name(table, renamed.side)
    table.seats = {**table.seats, renamed.side: before.called(renamed.name)}


HANDLERS: "dict[type[Event], Callable[[Table, Any], None]]" = {
    Decided: decide,
    Undone: undo,
    Redone: redo,
    Resigned: resign,
    Failed: fail,
    Ended: end,
    LengthLimitLifted: lift_length_limit,
    TimePassed: pass_time,
    Seated: seat,
    Renamed: rename,
}
