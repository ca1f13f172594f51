"""TAMSK levels 2 and 3 in words: what to do now, and why not."""

from gipfel.draw.target import Path, Target
from gipfel.games.tamsk import events
from gipfel.games.tamsk.events import (
    BONUS,
    FROM_HAND,
    HAS_TIMER,
    HELD,
    NOW,
    PENDING,
    RIGHT_PHASE,
    RIGHT_SPACE,
    STEAL_PHASE,
    TIMER,
    TIMER_COUNTS,
)
from gipfel.games.tamsk.moves import why_not_there
from gipfel.games.tamsk.rules import BIT, SPACES, open_spaces
from gipfel.games.tamsk.timed_notation import why_no_grab
from gipfel.games.tamsk.turn_words import turn_words as turn_words
from gipfel.games.tamsk.words import NAMES, move_words, why_no_button, why_not_space
from gipfel.games.tamsk.words import conclusion as conclusion
from gipfel.games.tamsk.words import reason as reason
from gipfel.kernel.state import SIDE, State
from gipfel.locale import note, say, sentence


def task(state: State) -> str:
    """What is to be done now at levels 2 and 3."""
    return " ".join([_task_on_turn(state), *_timer(state), *_chances(state)])


def _task_on_turn(state: State) -> str:
    side = state[SIDE]
    held = state[HELD + side]
    if not events.movable(state, side):
        return say("Nobody can move; a ring may still fall.")
    who = say(NAMES[side])
    if not held and state[PENDING]:
        return say("{side}: {move} (then a bonus ring).", side=who, move=say(move_words(state)))
    if not held:
        return say("{side}: {move}.", side=who, move=say(move_words(state)))
    if held == FROM_HAND:
        return say("{side}: put the glass down on any free space.", side=who)
    space = SPACES.names[held - 1]
    return say("{side}: put the glass down on a space next to {space}.", side=who, space=space)


def _chances(state: State) -> list[str]:
    """What either player may do beside that."""
    found = []
    for side in (0, 1):
        space = SPACES.names[state[RIGHT_SPACE + side] - 1]
        if state[RIGHT_PHASE + side] == STEAL_PHASE:
            found.append(say("{side} may steal the ring on {space}.", side=NAMES[1 - side], space=space))
        elif state[RIGHT_PHASE + side]:
            found.append(say("{side} may still drop a ring on {space}.", side=NAMES[side], space=space))
    if state[HELD + 1 - state[SIDE]]:
        late = NAMES[1 - state[SIDE]]
        found.append(say("{side} is late and may still put the glass down.", side=late))
    if state[BONUS]:
        found.append(say("{side} may drop a bonus ring.", side=NAMES[state[BONUS] - 1]))
    return found


def _timer(state: State) -> list[str]:
    """Whether the timer presses the player on turn."""
    if not state[HAS_TIMER] or not events.movable(state, state[SIDE]):
        return []
    if timer_presses(state):
        seconds = -(-(state[TIMER] - state[NOW]) // 1000)
        return [say("The timer presses {side}: {seconds} s.", side=NAMES[state[SIDE]], seconds=seconds)]
    return [say("The timer runs without effect.") if state[TIMER] else say("No timer runs.")]


def timer_presses(state: State) -> bool:
    """Does the timer run against the player on turn?"""
    return bool(state[TIMER] and state[TIMER_COUNTS])


def why_not(state: State, prefix: Path, target: Target) -> str:
    """Why pointing at this target leads to no event of the player on turn."""
    side = state[SIDE]
    if target.kind == "button":
        return _why_no_button(state, target.name)
    held = state[HELD + side]
    if held and target.kind == "space" and target.name in SPACES.index:
        space = SPACES.index[target.name]
        if open_spaces(state) & BIT[space]:
            return say("Put the glass down on a space next to {space}.", space=SPACES.names[held - 1])
        return sentence(why_not_there(state, space))
    return why_not_space(state, prefix, target, _why_no_grab)


def _why_no_grab(state: State, space: int) -> str:
    return why_no_grab(state, state[SIDE], space) or note("point at a space next to it")


def _why_no_button(state: State, name: str) -> str:
    if name == "timer":
        return say("The player on turn cannot turn the timer.")
    if name == "bonus":
        return sentence(note("{side} has no bonus ring to drop now", side=NAMES[state[SIDE]]))
    if name == "put back":
        return sentence(note("{side} holds no glass", side=NAMES[state[SIDE]]))
    return why_no_button(state, name)
