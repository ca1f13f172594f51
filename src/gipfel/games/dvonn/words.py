"""DVONN in words: what to do now, why not, how it ended."""

import re

from gipfel.draw.target import Path, Target
from gipfel.games.core.side import SIDE_NAMES, Outcome, concluded, side_name
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
from gipfel.kernel.state import BLACK, SIDE, WHITE, State
from gipfel.locale import note, note_many, say, say_many, sentence

# --- How it ended -----------------------------------------------------------------------------------

_SCORE = re.compile(r"score ([0-9]+)-([0-9]+)")


def reason(state: State) -> str:
    """The score: why the game ended is always the same, how it ended is not."""
    return f"score {rules.score(state, WHITE)}-{rules.score(state, BLACK)}"


def conclusion(outcome: Outcome) -> str:
    """How the game ended, in one sentence."""
    found = _SCORE.fullmatch(outcome.reason)
    if found is None:
        return concluded(outcome)
    points = [int(found[1]), int(found[2])]
    if outcome.winner is None:
        return say_many(
            "The game is a tie: {n} point each.", "The game is a tie: {n} points each.", points[0]
        )
    return say_many(
        "{side} wins with {n} point to {others}.",
        "{side} wins with {n} points to {others}.",
        points[outcome.winner],
        side=side_name(outcome.winner),
        others=points[outcome.winner.other],
    )


# --- What to do now ---------------------------------------------------------------------------------


def task(state: State) -> str:
    """What the player to act has to do now."""
    side = side_name(state[SIDE])
    if state[PLACED] < REDS:
        return say("{side}: place a red DVONN piece on any empty space.", side=side)
    if state[PLACED] < PIECES:
        return say(PLACE_OWN[state[SIDE]], side=side)
    if RULES.codes(state)[0] == PASS:
        return say("{side}: none of your stacks can move. Pass.", side=side)
    return say(
        "{side}: move one of your stacks onto another, exactly as many spaces as it is high.", side=side
    )


PLACE_OWN = (
    note("{side}: place a white piece on any empty space."),
    note("{side}: place a black piece on any empty space."),
)


# --- Why not ----------------------------------------------------------------------------------------
# Objections are half sentences, which notation quotes. Players who point are told what would help, too.


def no_placement(state: State, space: int) -> str:
    """Why the piece that is due cannot be placed on a space."""
    return note("there is a piece on {space} already", space=SPACES.names[space])


def no_pass(state: State) -> str:
    """Why a pass is not legal."""
    if state[PLACED] < PIECES:
        return note("pieces are still being placed, and nobody passes")
    return note("you have a move, and whoever can move must move")


def no_origin(state: State, space: int) -> str:
    """Why the stack on a space cannot be moved at all; nothing if it can."""
    name, number = SPACES.names[space], NUMBER[space]
    owner, height, _ = stack_on(state, number)
    if height == 0:
        return note("there is no stack on {space}", space=name)
    if owner is None:
        return note("the red piece on {space} never moves", space=name)
    if owner != state[SIDE]:
        return note("the stack on {space} is {side}'s", space=name, side=SIDE_NAMES[owner])
    if not rules.free(state, owner) >> number & 1:
        return note("the stack on {space} is enclosed: all six spaces around it are occupied", space=name)
    if height > FURTHEST or not REACH[NUMBERS * height + number] & occupied(state):
        return note_many(
            "the stack on {space} is {n} high, and there is no stack {n} space away in a straight line",
            "the stack on {space} is {n} high, and there is no stack {n} spaces away in a straight line",
            height,
            space=name,
        )
    return ""


def no_goal(state: State, origin: int, goal: int) -> str:
    """Why a stack that can move cannot land on a space."""
    height = stack_on(state, NUMBER[origin]).height
    if not REACH[NUMBERS * height + NUMBER[origin]] >> NUMBER[goal] & 1:
        return note_many(
            "the stack on {space} is {n} high and moves exactly {n} space in a straight line",
            "the stack on {space} is {n} high and moves exactly {n} spaces in a straight line",
            height,
            space=SPACES.names[origin],
        )
    return note("the space {space} is empty: a stack lands on another stack", space=SPACES.names[goal])


def why_not(state: State, prefix: Path, target: Target) -> str:
    """Why pointing at this target leads to no decision."""
    return sentence(_objection(state, prefix, target))


def _objection(state: State, prefix: Path, target: Target) -> str:
    if target == Target("button", "pass"):
        return no_pass(state)
    if target.kind != "spot":
        if state[PLACED] < PIECES:
            return note("point at an empty space")
        return note("point at one of your stacks")
    if target.name not in SPACES.index:
        return note("there is no such space")
    space = SPACES.index[target.name]
    if state[PLACED] < PIECES:
        return note("there is a piece on {space} already: point at an empty space", space=target.name)
    origins = [SPACES.index[step.name] for step in prefix if step.name in SPACES.index]
    if origins:
        return (
            _not_own(state, origins[0]) or no_origin(state, origins[0]) or no_goal(state, origins[0], space)
        )
    return _not_own(state, space) or no_origin(state, space) or note("point at one of your stacks")


def _not_own(state: State, space: int) -> str:
    """Why a space has no stack of the player to act, and what to point at; nothing if it has one."""
    name = SPACES.names[space]
    owner, height, _ = stack_on(state, NUMBER[space])
    if height == 0:
        return note("there is no stack on {space}: point at one of your own", space=name)
    if owner is None or owner == state[SIDE]:
        return ""
    whose = SIDE_NAMES[owner]
    return note("the stack on {space} is {side}'s: point at one of your own", space=name, side=whose)
