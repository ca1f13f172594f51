"""TAMSK levels 2 and 3: the events that no player causes (docs/rules/tamsk.md 4.5, 4.6)."""

from collections.abc import Iterator

from gipfel.draw.target import Target
from gipfel.games.core.clockwork import AutomaticEvent
from gipfel.games.core.side import Side
from gipfel.games.tamsk import events
from gipfel.games.tamsk.events import (
    BONUS,
    BONUS_UNTIL,
    CANCEL,
    GRAB,
    HELD,
    NEVER,
    NOW,
    OTHER,
    PLACE,
    RIGHT_PHASE,
    RIGHT_SPACE,
    RIGHT_UNTIL,
    RUNS_OUT,
    STEAL_PHASE,
    TIMER,
    TIMER_COUNTS,
)
from gipfel.games.tamsk.pointing import space_target
from gipfel.games.tamsk.rules import GLASSES, SPACES, spaces_in
from gipfel.games.tamsk.words import NAMES
from gipfel.kernel.state import BLACK, ONGOING, RESULT, SIDE, WHITE, State
from gipfel.locale import ENGLISH, note, sentence, using_language

RECORDED = ("lost", "forfeit", "late", "pass", "over")
"""What is worth a comment in a record."""


def upcoming_events(state: State, until: int) -> tuple[AutomaticEvent, ...]:
    """What happens by itself up to a time if nobody acts."""
    found: list[AutomaticEvent] = []
    state = [*state]
    while (due := events.deadline(state)) <= until and due != NEVER:
        before = [*state]
        events.advance(state, due)
        found += _at_deadline(before, state)
    return tuple(found)


def following(state: State, code: int) -> tuple[AutomaticEvent, ...]:
    """What follows at once from an event: a forced pass, or the end."""
    after = [*state]
    events.act(after, code)
    event = code % OTHER
    ends_turn = code < OTHER and (event < GRAB or PLACE <= event < CANCEL)
    expected = 1 - state[SIDE] if ends_turn else state[SIDE]
    return tuple(_aftermath(after, expected))


def remark(state: State, code: int, until: int) -> str:
    """What follows from an event up to a time, as a comment for a record."""
    after = [*state]
    events.act(after, code)
    with using_language(ENGLISH):
        happened = (*following(state, code), *upcoming_events(after, until))
    return "; ".join(f"{h.ms} {h.text.rstrip('.')}" for h in happened if h.kind in RECORDED)


def _at_deadline(before: State, after: State) -> Iterator[AutomaticEvent]:
    """Everything that happened at the instant of a deadline, in the order of the rules."""
    now = after[NOW]
    yield from _deaths(before, now)
    expected = before[SIDE]
    if before[TIMER] == now:
        forfeited = before[TIMER_COUNTS] and _can_still_move(before, now)
        empty = note("the timer is empty")
        yield _timer_empty(before, now) if forfeited else _event(now, "timer", None, empty)
        expected = 1 - expected if forfeited else expected
    for side in (WHITE, BLACK):
        if before[RIGHT_PHASE + side] and before[RIGHT_UNTIL + side] == now:
            yield _right_ends(before, after, side)
    if before[BONUS] and before[BONUS_UNTIL] == now:
        owner = before[BONUS] - 1
        yield _event(now, "bonus", owner, note("{side}'s bonus ring is lost", side=NAMES[owner]))
    yield from _aftermath(after, expected)


def _event(ms: int, kind: str, side: int | None, text: str, target: Target | None = None) -> AutomaticEvent:
    return AutomaticEvent(ms, kind, None if side is None else Side(side), target, sentence(text))


def _deaths(before: State, now: int) -> Iterator[AutomaticEvent]:
    for side in (WHITE, BLACK):
        for space in spaces_in(before[GLASSES + side]):
            if before[RUNS_OUT + space] == now:
                name = SPACES.names[space]
                text = note("{side}'s glass on {space} is lost", side=NAMES[side], space=name)
                yield _event(now, "lost", side, text, space_target(space))


def _can_still_move(before: State, now: int) -> bool:
    """Could the player on turn still move when the deaths of this instant were over?"""
    then = [*before]
    then[NOW] = now
    return events.movable(then, then[SIDE]) != 0


def _timer_empty(before: State, now: int) -> AutomaticEvent:
    side = before[SIDE]
    held = before[HELD + side]
    if held and (held == events.FROM_HAND or before[RUNS_OUT + held - 1] != now):
        return _event(now, "late", side, note("{side} is late", side=NAMES[side]))
    return _event(now, "forfeit", side, note("{side} forfeits the turn", side=NAMES[side]))


def _right_ends(before: State, after: State, side: int) -> AutomaticEvent:
    space = before[RIGHT_SPACE + side] - 1
    name = SPACES.names[space]
    values = {"side": NAMES[side], "space": name, "other": NAMES[1 - side]}
    if after[RIGHT_PHASE + side] == STEAL_PHASE:
        kind, text = "missed", note("{side} has missed the ring on {space}, {other} may steal it", **values)
    else:
        kind, text = "closed", note("nobody can drop the ring on {space} any more", space=name)
    return _event(after[NOW], kind, side, text, space_target(space))


def _aftermath(after: State, expected: int) -> Iterator[AutomaticEvent]:
    """The forced pass of the player who was expected to be on turn, or the end of the game."""
    if after[RESULT] != ONGOING:
        yield _event(after[NOW], "over", None, note("the game is over"))
    elif after[SIDE] != expected:
        yield _event(
            after[NOW], "pass", expected, note("{side} cannot move and passes", side=NAMES[expected])
        )
