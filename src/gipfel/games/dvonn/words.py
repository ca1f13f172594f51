"""DVONN in words: what to do now, why not, how it ended."""

import re

from gipfel.draw.target import Path, Target
from gipfel.games.dvonn import rules
from gipfel.games.dvonn.rules import (
    FURTHEST,
    NUMBER,
    NUMBERS,
    PASS,
    PIECES,
    PLACED,
    REACH,
    REDS,
    RULES,
    SPACES,
    occupied,
    stack_on,
)
from gipfel.games.side import Outcome, Side
from gipfel.kernel.state import BLACK, SIDE, WHITE, State

# --- How it ended -----------------------------------------------------------------------------------

_SCORE = re.compile(r"score ([0-9]+)-([0-9]+)")


def reason(state: State) -> str:
    """The score: why the game ended is always the same, how it ended is not."""
    return f"score {rules.score(state, WHITE)}-{rules.score(state, BLACK)}"


def conclusion(outcome: Outcome) -> str:
    """How the game ended, in one sentence."""
    found = _SCORE.fullmatch(outcome.reason)
    if found is None:
        ended = "The game is a draw" if outcome.winner is None else f"{outcome.winner} wins"
        return f"{ended}: {outcome.reason}."
    points = [int(found[1]), int(found[2])]
    if outcome.winner is None:
        return f"The game is a tie: {_counted(points[0], 'point')} each."
    mine, others = points[outcome.winner], points[outcome.winner.other]
    return f"{outcome.winner} wins with {_counted(mine, 'point')} to {others}."


def _counted(number: int, noun: str) -> str:
    """`1 point`, `2 points`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


# --- What to do now ---------------------------------------------------------------------------------


def task(state: State) -> str:
    """What the player to act has to do now."""
    side = Side(state[SIDE])
    if state[PLACED] < PIECES:
        piece = "red DVONN" if state[PLACED] < REDS else str(side).lower()
        return f"{side}: place a {piece} piece on any empty space."
    if RULES.codes(state)[0] == PASS:
        return f"{side}: none of your stacks can move. Pass."
    return f"{side}: move one of your stacks onto another, exactly as many spaces as it is high."


# --- Why not ----------------------------------------------------------------------------------------
# Objections are half sentences. Behind a colon stands what would help; notation leaves that out.

STILL_PLACING = "pieces are still being placed, and nobody {}"


def no_placement(state: State, space: int) -> str:
    """Why the piece that is due cannot be placed on a space."""
    return f"there is a piece on {SPACES.names[space]} already: point at an empty space"


def no_pass(state: State) -> str:
    """Why a pass is not legal."""
    if state[PLACED] < PIECES:
        return STILL_PLACING.format("passes")
    return "you have a move, and whoever can move must move"


def no_origin(state: State, space: int) -> str:
    """Why the stack on a space cannot be moved at all; nothing if it can."""
    name, number = SPACES.names[space], NUMBER[space]
    owner, height, _ = stack_on(state, number)
    if height == 0:
        return f"there is no stack on {name}: point at one of your own"
    if owner is None:
        return f"the red piece on {name} never moves"
    if owner != state[SIDE]:
        return f"the stack on {name} is {Side(owner)}'s: point at one of your own"
    if not rules.free(state, owner) >> number & 1:
        return f"the stack on {name} is enclosed: all six spaces around it are occupied"
    if height > FURTHEST or not REACH[NUMBERS * height + number] & occupied(state):
        away = _counted(height, "space")
        return f"the stack on {name} is {height} high, and there is no stack {away} away in a straight line"
    return ""


def no_goal(state: State, origin: int, goal: int) -> str:
    """Why a stack that can move cannot land on a space."""
    height = stack_on(state, NUMBER[origin]).height
    if not REACH[NUMBERS * height + NUMBER[origin]] >> NUMBER[goal] & 1:
        way = f"moves exactly {_counted(height, 'space')} in a straight line"
        return f"the stack on {SPACES.names[origin]} is {height} high and {way}"
    return f"the space {SPACES.names[goal]} is empty: a stack lands on another stack"


def why_not(state: State, prefix: Path, target: Target) -> str:
    """Why pointing at this target leads to no decision."""
    objection = _objection(state, prefix, target)
    return f"{objection[0].upper()}{objection[1:]}."


def _objection(state: State, prefix: Path, target: Target) -> str:
    if target == Target("button", "pass"):
        return no_pass(state)
    if target.kind != "spot":
        return "point at an empty space" if state[PLACED] < PIECES else "point at one of your stacks"
    if target.name not in SPACES.index:
        return "there is no such space"
    space = SPACES.index[target.name]
    if state[PLACED] < PIECES:
        return no_placement(state, space)
    origins = [SPACES.index[step.name] for step in prefix if step.name in SPACES.index]
    if origins:
        return no_origin(state, origins[0]) or no_goal(state, origins[0], space)
    return no_origin(state, space) or "point at one of your stacks"
