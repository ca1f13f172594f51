"""LYNGK in words: why a decision is not legal."""

from gipfel.games.lyngk.rules import (
    CLAIM,
    CLAIMING,
    CLAIMS,
    JOKER,
    LIMIT,
    MOVE,
    ONE_CLAIM,
    PASS,
    PHASE,
    SPOTS,
    STACK,
    height,
    links,
    owner,
    pieces_in,
    seen_from,
    top,
)
from gipfel.kernel.state import SIDE, State
from gipfel.locale import note

PLAYERS = (note("Player 1"), note("Player 2"))
COLOUR_NAMES = (note("ivory"), note("blue"), note("red"), note("green"), note("black"))

# --- Why not ------------------------------------------------------------------------------------------
# Objections are half sentences; notation quotes them in English.


def why_not_legal(state: State, code: int) -> str:
    """Why a decision that is not legal is not."""
    if code == PASS:
        return note("passing is allowed only without any move, not even after a claim")
    if code >= CLAIM:
        return why_no_claim(state, code - CLAIM)
    return why_no_start(state, code // MOVE) or why_no_goal(state, *divmod(code, MOVE))


def why_no_claim(state: State, colour: int) -> str:
    """Why a colour cannot be claimed; like all answers here, nothing if it can."""
    side = state[SIDE]
    if state[PHASE] == CLAIMING:
        return note("a colour has been claimed in this turn; now a stack must move")
    whose = owner(state, colour)
    if whose is not None:
        return note(
            "{colour} has been claimed by {player}", colour=COLOUR_NAMES[colour], player=PLAYERS[whose]
        )
    if state[CLAIMS + side] >= ONE_CLAIM:
        return note("{player} has claimed two colours already", player=PLAYERS[side])
    return note("a claim must be followed by a move, and there would be none")


def why_no_start(state: State, spot: int) -> str:
    """Why no stack on a spot can be moved."""
    name = SPOTS.names[spot]
    if not state[STACK + spot]:
        return note("{spot} is empty", spot=name)
    colour = top(state, spot)
    if colour == JOKER:
        return note("the joker on {spot} does not move", spot=name)
    if owner(state, colour) == 1 - state[SIDE]:
        player = PLAYERS[1 - state[SIDE]]
        return note("the stack on {spot} is {player}'s", spot=name, player=player)
    if height(state, spot) == state[LIMIT]:
        return note("the stack on {spot} is complete and does not move", spot=name)
    return ""


def why_no_goal(state: State, start: int, goal: int) -> str:
    """Why a stack that may be moved cannot land on another spot."""
    from_, to = SPOTS.names[start], SPOTS.names[goal]
    if not state[STACK + goal]:
        return note("{spot} is empty", spot=to)
    if not reached_from(state, start) >> goal & 1:
        return note("{spot} cannot be reached from {start}", spot=to, start=from_)
    common = set(pieces_in(state[STACK + start])) & set(pieces_in(state[STACK + goal])) - {JOKER}
    if common:
        return note("both stacks contain {colour}", colour=COLOUR_NAMES[min(common)])
    together = height(state, start) + height(state, goal)
    if together > state[LIMIT]:
        return note(
            "the stack would be {height} high; {limit} is the limit", height=together, limit=state[LIMIT]
        )
    return note(
        "a neutral stack of {height} cannot land on one of {higher}",
        height=height(state, start),
        higher=height(state, goal),
    )


def reached_from(state: State, start: int) -> int:
    """The set of the spots with stacks that a stack reaches, whether it may land there or not (3.3)."""
    colour = top(state, start)
    own = owner(state, colour) == state[SIDE]
    linked = links(state, colour, 1 << start) if own else 1 << start
    return seen_from(state, linked) & ~linked
