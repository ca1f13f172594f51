"""TZAAR in words: what to do now, why not, how it ended."""

from gipfel.board import OFF, Board, hexagon, upward
from gipfel.draw.target import Path, Target
from gipfel.games.core.side import SIDE_NAMES, Outcome, Side, concluded, side_name
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
from gipfel.locale import either, note, say, sentence

TYPE_NAMES = ("Tzaar", "Tzarra", "Tott")
"""For programs, and for texts in English only."""
NO_CAPTURE = "no capture"
NONE_OF_TYPE = (note("no Tzaar"), note("no Tzarra"), note("no Tott"))
LOST = {f"last {name} lost": none for name, none in zip(TYPE_NAMES, NONE_OF_TYPE, strict=True)}
"""The reason for each type a player has lost, with what the player still shows of it."""

# --- How it ended -----------------------------------------------------------------------------------


def reason(state: State) -> str:
    """Why the game ended."""
    missing = [kind for side in Side if (kind := missing_type(state, side)) != OFF]
    return f"last {TYPE_NAMES[missing[0]]} lost" if missing else NO_CAPTURE


def conclusion(outcome: Outcome) -> str:
    """How the game ended, in one sentence."""
    if outcome.winner is None:
        return say("The game is a draw.")
    winner, loser = side_name(outcome.winner), side_name(outcome.winner.other)
    if outcome.reason in LOST:
        none = LOST[outcome.reason]
        return say("{winner} wins: {loser} shows {none} any more.", winner=winner, loser=loser, none=none)
    if outcome.reason == NO_CAPTURE:
        return say("{winner} wins: {loser} cannot capture.", winner=winner, loser=loser)
    return concluded(outcome)


# --- What to do now -----------------------------------------------------------------------------------

TASKS = {
    OPENING: note(
        "{side}: open the game with one capture. Point at a stack of yours, then at the stack to take."
    ),
    FIRST: note("{side}: capture. Point at a stack of yours, then at the stack to take."),
    SECOND: note("{side}: capture again, put a stack on another of yours, or pass."),
}
ONE_OF_TYPE = (note("a Tzaar"), note("a Tzarra"), note("a Tott"))


def task(state: State) -> str:
    """What the player to act has to do now."""
    side = side_name(state[SIDE])
    if state[PHASE] == PLACING:
        held = [name for kind, name in enumerate(ONE_OF_TYPE) if in_hand(state, state[SIDE], kind)]
        return say("{side}: choose {pieces}, then point at a vacant space.", side=side, pieces=either(held))
    return say(TASKS[state[PHASE]], side=side)


def in_hand(state: State, side: int, kind: int) -> int:
    """How many pieces of a type a side still has to place; none once the game has begun."""
    return STOCK[kind] - state[SHOWN + TYPES * side + kind] if state[PHASE] == PLACING else 0


# --- Why not ------------------------------------------------------------------------------------------
# Objections are half sentences; notation quotes them in English.


def why_no_placement(state: State, kind: int, space: int) -> str:
    """Why a piece cannot be placed there; like all answers here, nothing if it can."""
    if state[PHASE] != PLACING:
        return note("all pieces are placed")
    if not in_hand(state, state[SIDE], kind):
        return _none_left(state, kind)
    return _occupied(SPACES.names[space]) if owner(state, space) != OFF else ""


def _none_left(state: State, kind: int) -> str:
    return note("{side} has {none} left to place", side=SIDE_NAMES[state[SIDE]], none=NONE_OF_TYPE[kind])


def _occupied(space: str) -> str:
    return note("{space} is occupied", space=space)


def why_no_pass(state: State) -> str:
    """Why the player to act can neither pass nor stack."""
    if state[PHASE] == SECOND:
        return ""
    if state[PHASE] == PLACING:
        return note("all pieces have to be placed first")
    if state[PHASE] == OPENING:
        return note("the opening move must be a capture")
    return note("the first move of a turn must be a capture")


def why_no_move(state: State, start: int, goal: int) -> str:
    """Why a stack cannot go there."""
    if state[PHASE] == PLACING:
        return why_no_pass(state)
    from_, to = SPACES.names[start], SPACES.names[goal]
    for space, name in ((start, from_), (goal, to)):
        if owner(state, space) == OFF:
            return note("{space} is vacant", space=name)
    if owner(state, start) != state[SIDE]:
        return note("the stack on {space} is {side}'s", space=from_, side=SIDE_NAMES[1 - state[SIDE]])
    if goal not in seen_from(state, start):
        return why_not_in_sight(start, goal)
    if owner(state, goal) == state[SIDE]:
        return _why_not_onto(state, to)
    if height(state, start) < height(state, goal):
        return note(
            "a stack of height {height} cannot take one of height {higher}",
            height=height(state, start),
            higher=height(state, goal),
        )
    return ""


def _why_not_onto(state: State, space: str) -> str:
    """Why a stack cannot go onto another one of the same side now."""
    why, side = why_no_pass(state), SIDE_NAMES[state[SIDE]]
    return why and note("the stack on {space} is {side}'s own; {why}", space=space, side=side, why=why)


WHOLE = Board(hexagon(4), upward(4))
"""The board as it would be without the hole."""


def why_not_in_sight(start: int, goal: int) -> str:
    """Why a stack does not see another one."""
    from_, to = SPACES.names[start], SPACES.names[goal]
    if start == goal:
        return note("{space} and {goal} are the same space", space=from_, goal=to)
    if SPACES.direction(start, goal) != OFF:
        return note("another stack stands between {space} and {goal}", space=from_, goal=to)
    if WHOLE.direction(WHOLE.index[from_], WHOLE.index[to]) != OFF:
        return note("the hole lies between {space} and {goal}", space=from_, goal=to)
    return note("{space} and {goal} are not on one line", space=from_, goal=to)


def why_not(state: State, prefix: Path, target: Target) -> str:
    """Why pointing at this target leads to no decision."""
    return sentence(_why_not(state, prefix, target) or note("nothing can be done there now"))


def _why_not(state: State, prefix: Path, target: Target) -> str:
    if target.kind == "hole":
        return note("the middle of the board is a hole; nothing stands there or moves across it")
    if target.kind == "button":
        return why_no_pass(state)
    if target.kind == "tray":
        return _why_not_hand(state, target.name)
    if target.name not in SPACES.index:
        return note("there is no such space")
    space = SPACES.index[target.name]
    if state[PHASE] == PLACING:
        if owner(state, space) != OFF:
            return _occupied(target.name)
        return note("choose a piece from your hand first")
    if prefix and prefix[0].name in SPACES.index:
        return why_no_move(state, SPACES.index[prefix[0].name], space)
    return _why_not_from(state, space)


def _why_not_hand(state: State, name: str) -> str:
    """Why no piece of a type can be chosen."""
    if state[PHASE] != PLACING:
        return note("all pieces are placed; point at a stack on the board")
    if name in TYPE_NAMES and not in_hand(state, state[SIDE], TYPE_NAMES.index(name)):
        return _none_left(state, TYPE_NAMES.index(name))
    return note("point at a vacant space now")


def _why_not_from(state: State, space: int) -> str:
    """Why no move begins on a space."""
    name = SPACES.names[space]
    if owner(state, space) == OFF:
        return note("there is no stack on {space}", space=name)
    if owner(state, space) != state[SIDE]:
        other = SIDE_NAMES[1 - state[SIDE]]
        return note("the stack on {space} is {side}'s; point at one of your own", space=name, side=other)
    if state[PHASE] == SECOND:
        return note("the stack on {space} sees nothing it could go onto", space=name)
    return note("the stack on {space} sees nothing it could take", space=name)
