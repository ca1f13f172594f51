"""Plans: decisions that a player makes in advance, in case the game continues as expected."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Side
from gipfel.locale import note, say
from gipfel.notation.errors import GipfelError, IllegalDecision

MOST_PLANNED = 50
"""The most decisions of a plan."""


@dataclass(frozen=True, slots=True)
class Step:
    """An expected decision of the other side, or a planned one."""

    text: str
    side: Side


@dataclass(frozen=True, slots=True)
class Plan:
    """What a side has planned, from the present position on."""

    side: Side
    steps: tuple[Step, ...]
    always: bool = False
    """Whatever the other side decides, as long as the planned decisions are legal then."""

    @property
    def line(self) -> tuple[str, ...]:
        """The decisions of both sides in it."""
        return tuple(step.text for step in self.steps)

    @property
    def next(self) -> str | None:
        """The planned decision if the side is to act now."""
        if self.always:
            return next((step.text for step in self.steps if step.side == self.side), None)
        first = self.steps[0] if self.steps else None
        return first.text if first is not None and first.side == self.side else None


def read_line(position: Position, side: Side, line: Sequence[str]) -> tuple[Step, ...]:
    """The steps of a line that is possible from here, the other side's first. Raises GipfelError."""
    if not isinstance(line, list | tuple) or not all(isinstance(text, str) for text in line):
        raise GipfelError("a plan is a list of decisions")
    if len(line) > MOST_PLANNED:
        most, number = MOST_PLANNED, len(line)
        raise GipfelError(say("A plan has at most {most} decisions, not {number}.", most=most, number=number))
    steps = []
    for text in line:
        if position.by_chance:
            raise IllegalDecision(
                note("{decision} cannot be planned: chance decides before it.", decision=text[:40])
            )
        if position.timed:
            raise IllegalDecision(note("In a game with time nothing can be planned."))
        decision = position.decision(text)
        steps.append(Step(decision.text, decision.side))
        position = position.play(decision)
    _check_sides(steps, side, position)
    return tuple(steps)


def _check_sides(steps: Sequence[Step], side: Side, position: Position) -> None:
    own, other = (position.game.side_names[known] for known in (side, side.other))
    if steps and steps[0].side == side:
        raise IllegalDecision(
            note("A plan begins with what {other} might decide; now {side} is to act.", other=other, side=own)
        )
    if not any(step.side == side for step in steps):
        raise IllegalDecision(note("A plan of {side} needs a decision of {side}.", side=own))


def without(plans: dict[Side, Plan], side: Side) -> dict[Side, Plan]:
    """All plans except that of a side."""
    return {other: plan for other, plan in plans.items() if other != side}


def plan_after(plan: Plan, decision: Decision, position: Position) -> Plan | None:
    """The rest of a plan after a decision that led to a position; None if nothing is left of it."""
    steps = _left_always(plan, decision) if plan.always else _left(plan, decision)
    plan = replace(plan, steps=steps)
    if not any(step.side == plan.side for step in steps):
        return None
    if position.outcome is not None or position.side != plan.side or position.by_chance:
        return plan
    if position.timed:
        return None
    return plan if _is_legal(position, plan) else None


def _left(plan: Plan, decision: Decision) -> tuple[Step, ...]:
    """All decisions must be as expected."""
    first = plan.steps[0]
    return plan.steps[1:] if (first.text, first.side) == (decision.text, decision.side) else ()


def _left_always(plan: Plan, decision: Decision) -> tuple[Step, ...]:
    """Only the planned decisions must be as planned; the other side may decide anything."""
    if decision.position.by_chance:
        return plan.steps
    if decision.side != plan.side:
        return plan.steps[1:] if plan.steps[0].side != plan.side else plan.steps
    if decision.text != plan.next:
        return ()
    made = next(i for i, step in enumerate(plan.steps) if step.side == plan.side)
    return plan.steps[made + 1 :]


def _is_legal(position: Position, plan: Plan) -> bool:
    if plan.next is None:
        return False
    try:
        return position.decision(plan.next).text == plan.next
    except GipfelError:
        return False
