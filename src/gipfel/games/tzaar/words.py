"""TZAAR in words: what to do now, why not, how it ended."""

from gipfel.board import OFF, Board, hexagon, upward
from gipfel.draw.target import Path, Target
from gipfel.games.side import Outcome, Side
from gipfel.games.tzaar.rules import (
    FIRST,
    OPENING,
    PHASE,
    PLACING,
    SECOND,
    SHOWN,
    SPACES,
    STOCK,
    TYPES,
    height,
    missing_type,
    owner,
    seen_from,
)
from gipfel.kernel.state import SIDE, State

TYPE_NAMES = ("Tzaar", "Tzarra", "Tott")
NO_CAPTURE = "no capture"
LOST = {f"last {name} lost": name for name in TYPE_NAMES}
"""The reason for each type a player has lost."""

# --- How it ended -----------------------------------------------------------------------------------


def reason(state: State) -> str:
    """Why the game ended."""
    missing = [kind for side in Side if (kind := missing_type(state, side)) != OFF]
    return f"last {TYPE_NAMES[missing[0]]} lost" if missing else NO_CAPTURE


def conclusion(outcome: Outcome) -> str:
    """How the game ended, in one sentence."""
    if outcome.winner is None:
        return "The game is a draw."
    winner, loser = outcome.winner, outcome.winner.other
    if outcome.reason in LOST:
        return f"{winner} wins: {loser} shows no {LOST[outcome.reason]} any more."
    if outcome.reason == NO_CAPTURE:
        return f"{winner} wins: {loser} cannot capture."
    return f"{winner} wins: {outcome.reason}."


# --- What to do now -----------------------------------------------------------------------------------

TASKS = {
    OPENING: "open the game with one capture. Point at a stack of yours, then at the stack to take.",
    FIRST: "capture. Point at a stack of yours, then at the stack to take.",
    SECOND: "capture again, put a stack on another of yours, or pass.",
}


def task(state: State) -> str:
    """What the player to act has to do now."""
    side = Side(state[SIDE])
    if state[PHASE] == PLACING:
        held = [name for kind, name in enumerate(TYPE_NAMES) if in_hand(state, side, kind)]
        return f"{side}: choose {_or([f'a {name}' for name in held])}, then point at a vacant space."
    return f"{side}: {TASKS[state[PHASE]]}"


def in_hand(state: State, side: int, kind: int) -> int:
    """How many pieces of a type a side still has to place; none once the game has begun."""
    return STOCK[kind] - state[SHOWN + TYPES * side + kind] if state[PHASE] == PLACING else 0


def _or(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


# --- Why not ------------------------------------------------------------------------------------------


def why_no_placement(state: State, kind: int, space: int) -> str:
    """Why a piece cannot be placed there; like all answers here, nothing if it can."""
    if state[PHASE] != PLACING:
        return "all pieces are placed"
    if not in_hand(state, state[SIDE], kind):
        return f"{Side(state[SIDE])} has no {TYPE_NAMES[kind]} left to place"
    return f"{SPACES.names[space]} is occupied" if owner(state, space) != OFF else ""


def why_no_pass(state: State) -> str:
    """Why the player to act can neither pass nor stack."""
    if state[PHASE] == SECOND:
        return ""
    if state[PHASE] == PLACING:
        return "all pieces have to be placed first"
    which = "the opening move" if state[PHASE] == OPENING else "the first move of a turn"
    return f"{which} must be a capture"


def why_no_move(state: State, start: int, goal: int) -> str:
    """Why a stack cannot go there."""
    if state[PHASE] == PLACING:
        return why_no_pass(state)
    from_, to = SPACES.names[start], SPACES.names[goal]
    for space, name in ((start, from_), (goal, to)):
        if owner(state, space) == OFF:
            return f"{name} is vacant"
    if owner(state, start) != state[SIDE]:
        return f"the stack on {from_} is {Side(1 - state[SIDE])}'s"
    if goal not in seen_from(state, start):
        return why_not_in_sight(start, goal)
    if owner(state, goal) == state[SIDE]:
        return why_no_pass(state) and f"the stack on {to} is {Side(state[SIDE])}'s own; {why_no_pass(state)}"
    if height(state, start) < height(state, goal):
        return f"a stack of height {height(state, start)} cannot take one of height {height(state, goal)}"
    return ""


WHOLE = Board(hexagon(4), upward(4))
"""The board as it would be without the hole."""


def why_not_in_sight(start: int, goal: int) -> str:
    """Why a stack does not see another one."""
    from_, to = SPACES.names[start], SPACES.names[goal]
    if start == goal:
        return f"{from_} and {to} are the same space"
    if SPACES.direction(start, goal) != OFF:
        return f"another stack stands between {from_} and {to}"
    if WHOLE.direction(WHOLE.index[from_], WHOLE.index[to]) != OFF:
        return f"the hole lies between {from_} and {to}"
    return f"{from_} and {to} are not on one line"


def why_not(state: State, prefix: Path, target: Target) -> str:
    """Why pointing at this target leads to no decision."""
    clause = _why_not(state, prefix, target) or "nothing can be done there now"
    return f"{clause[0].upper()}{clause[1:]}."


def _why_not(state: State, prefix: Path, target: Target) -> str:
    if target.kind == "hole":
        return "the middle of the board is a hole; nothing stands there or moves across it"
    if target.kind == "button":
        return why_no_pass(state)
    if target.kind == "tray":
        return _why_not_hand(state, target.name)
    if target.name not in SPACES.index:
        return "there is no such space"
    space = SPACES.index[target.name]
    if state[PHASE] == PLACING:
        occupied = owner(state, space) != OFF
        return f"{target.name} is occupied" if occupied else "choose a piece from your hand first"
    if prefix and prefix[0].name in SPACES.index:
        return why_no_move(state, SPACES.index[prefix[0].name], space)
    return _why_not_from(state, space)


def _why_not_hand(state: State, name: str) -> str:
    """Why no piece of a type can be chosen."""
    if state[PHASE] != PLACING:
        return "all pieces are placed; point at a stack on the board"
    if name in TYPE_NAMES and not in_hand(state, state[SIDE], TYPE_NAMES.index(name)):
        return f"{Side(state[SIDE])} has no {name} left to place"
    return "point at a vacant space now"


def _why_not_from(state: State, space: int) -> str:
    """Why no move begins on a space."""
    name = SPACES.names[space]
    if owner(state, space) == OFF:
        return f"there is no stack on {name}"
    if owner(state, space) != state[SIDE]:
        return f"the stack on {name} is {Side(1 - state[SIDE])}'s; point at one of your own"
    return f"the stack on {name} sees nothing it could {'go onto' if state[PHASE] == SECOND else 'take'}"
