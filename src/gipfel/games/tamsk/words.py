"""TAMSK in words: what to do now, why not, how it ended."""

from collections.abc import Callable

from gipfel.draw.target import Path, Target
from gipfel.games.side import Outcome
from gipfel.games.tamsk import events, level1
from gipfel.games.tamsk.events import BONUS, FROM_HAND, HELD, PENDING, RIGHT_PHASE, RIGHT_SPACE, STEAL_PHASE
from gipfel.games.tamsk.level1 import MISSED
from gipfel.games.tamsk.notation import LOST_BY, NAMES
from gipfel.games.tamsk.rules import (
    BIT,
    DRY,
    END,
    GLASSES,
    HAND,
    LEFT,
    SPACES,
    STAGNATION,
    open_spaces,
    result_by_rings,
)
from gipfel.games.tamsk.tokens import why_no_grab, why_not_there
from gipfel.kernel.state import DRAW, RESULT, SIDE, State

FULL_ENTRY, RESIGNATION, STAGNATED = "full-entry", "resignation", "stagnation"
BY_RINGS, BY_TIME, TIE = "rings", "time", "tie"

WhyNoOrigin = Callable[[State, int], str]

# --- The end ----------------------------------------------------------------------------------------


def reason(state: State) -> str:
    """Why the game ended as it did."""
    if state[END]:
        return FULL_ENTRY if LOST_BY[state[END]] == FULL_ENTRY else RESIGNATION
    if state[DRY] >= state[STAGNATION]:
        return STAGNATED
    if state[RESULT] == DRAW:
        return TIE
    return BY_TIME if result_by_rings(state) == DRAW else BY_RINGS


def conclusion(outcome: Outcome) -> str:
    """How the game ended, in one sentence."""
    why = {
        STAGNATED: "no ring was dropped for too long",
        TIE: "both have as many rings left",
    }.get(outcome.reason, outcome.reason)
    if outcome.winner is None:
        return f"The game is a tie: {why}."
    winner, loser = NAMES[outcome.winner], NAMES[outcome.winner.other]
    how = {
        FULL_ENTRY: f"{loser} has entered a full space",
        RESIGNATION: f"{loser} has resigned",
        STAGNATED: f"{why}, and {winner} is ahead",
        BY_RINGS: "fewer rings left",
        BY_TIME: f"as many rings left, but {winner}'s sand runs longer",
    }.get(outcome.reason, outcome.reason)
    return f"{winner} wins: {how}."


# --- What to do now ---------------------------------------------------------------------------------


def task_of_turn(state: State) -> str:
    """What the player to act has to do at level 1."""
    who = NAMES[state[SIDE]]
    steal = ""
    if level1.can_steal(state):
        steal = f" You may first steal the ring on {SPACES.names[BIT.index(state[MISSED])]}."
    if not level1.can_move(state, state[SIDE]):
        return f"{who} cannot move and has to pass.{steal}"
    return f"{who}: {_move_words(state)}{_ring_words(state)}.{steal}"


def _move_words(state: State) -> str:
    if state[HAND + state[SIDE]]:
        return "bring in a glass on any free space"
    return "move a glass to a space next to it"


def _ring_words(state: State) -> str:
    return " and drop a ring" if state[LEFT + state[SIDE]] else "; there are no rings left"


def task_of_event(state: State) -> str:
    """What is to be done now at levels 2 and 3."""
    return " ".join([_task_on_turn(state), *_chances(state)])


def _task_on_turn(state: State) -> str:
    side = state[SIDE]
    held = state[HELD + side]
    if not events.movable(state, side):
        return "Nobody can move; a ring may still fall."
    if not held:
        bonus = " (then a bonus ring)" if state[PENDING] else ""
        return f"{NAMES[side]}: {_move_words(state)}{_ring_words(state)}{bonus}."
    goal = "any free space" if held == FROM_HAND else f"a space next to {SPACES.names[held - 1]}"
    return f"{NAMES[side]}: put the glass down on {goal}."


def _chances(state: State) -> list[str]:
    """What either player may do beside that."""
    found = []
    for side in (0, 1):
        space = SPACES.names[state[RIGHT_SPACE + side] - 1]
        if state[RIGHT_PHASE + side] == STEAL_PHASE:
            found.append(f"{NAMES[1 - side]} may steal the ring on {space}.")
        elif state[RIGHT_PHASE + side]:
            found.append(f"{NAMES[side]} may still drop a ring on {space}.")
    if state[HELD + 1 - state[SIDE]]:
        found.append(f"{NAMES[1 - state[SIDE]]} is late and may still put the glass down.")
    if state[BONUS]:
        found.append(f"{NAMES[state[BONUS] - 1]} may drop a bonus ring.")
    return found


# --- Why not ----------------------------------------------------------------------------------------


def why_not_turn(state: State, prefix: Path, target: Target) -> str:
    """Why pointing at this target leads to no turn of level 1."""
    side = state[SIDE]
    if target.kind == "button":
        return _why_no_button(state, target.name)
    if not level1.can_move(state, side):
        return f"{NAMES[side]} cannot move and has to pass."
    return _why_not_space(state, prefix, target, _why_no_origin)


def _why_no_origin(state: State, space: int) -> str:
    if not state[GLASSES + state[SIDE]] & BIT[space]:
        return f"{NAMES[state[SIDE]]} has no glass on {SPACES.names[space]}"
    return f"the glass on {SPACES.names[space]} cannot move: every space next to it is taken or full"


def _why_no_button(state: State, name: str) -> str:
    if name == "steal":
        return "There is nothing to steal now."
    if name == "pass":
        return "Whoever can move has to."
    if name in ("ring", "no ring") and not state[LEFT + state[SIDE]]:
        return f"{NAMES[state[SIDE]]} has no ring left."
    return "Point at a glass, then at a space next to it."


def _why_not_space(state: State, prefix: Path, target: Target, why_no_origin: WhyNoOrigin) -> str:
    """Why a space is neither one to move from nor one to move to."""
    side = state[SIDE]
    if target.kind != "space" or target.name not in SPACES.index:
        return f"{NAMES[side]} has no glass in hand."
    space = SPACES.index[target.name]
    origins = [SPACES.index[step.name] for step in prefix if step.kind == "space"]
    if not origins and not state[HAND + side]:
        return _sentence(why_no_origin(state, space))
    if open_spaces(state) & BIT[space]:
        return (
            f"Point at a space next to {SPACES.names[origins[0]]}." if origins else "Choose ring or no ring."
        )
    return _sentence(why_not_there(state, space))


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def why_not_event(state: State, prefix: Path, target: Target) -> str:
    """Why pointing at this target leads to no event of the player on turn."""
    side = state[SIDE]
    if target.kind == "button":
        return _why_no_event_button(state, target.name)
    held = state[HELD + side]
    if held and target.kind == "space" and target.name in SPACES.index:
        space = SPACES.index[target.name]
        if open_spaces(state) & BIT[space]:
            return f"Put the glass down on a space next to {SPACES.names[held - 1]}."
        return _sentence(why_not_there(state, space))
    return _why_not_space(state, prefix, target, _why_no_grab)


def _why_no_grab(state: State, space: int) -> str:
    return why_no_grab(state, state[SIDE], space) or "point at a space next to it"


def _why_no_event_button(state: State, name: str) -> str:
    if name == "timer":
        return "The player on turn cannot turn the timer."
    if name == "bonus":
        return f"{NAMES[state[SIDE]]} has no bonus ring to drop now."
    if name == "put back":
        return f"{NAMES[state[SIDE]]} holds no glass."
    return _why_no_button(state, name)
