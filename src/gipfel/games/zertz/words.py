"""ZÈRTZ in words: what to do now, why not, how it ended."""

from gipfel.board import OFF
from gipfel.draw.target import Path, Target
from gipfel.games.side import Outcome
from gipfel.games.zertz.notation import (
    COLOUR_NAMES,
    SIDE_NAMES,
    jumpers,
    point_called,
    ring_name,
    why_no_marble,
    why_not_jump,
    why_not_jumper,
    why_not_now,
    why_not_place,
    why_not_remove,
)
from gipfel.games.zertz.rules import JUMPING, PASS, PHASE, POOL, REMOVAL, RULES, START, has_set, supply_of
from gipfel.kernel.state import BLACK, DRAW, RESULT, SIDE, WHITE, State

SET = "set"
BOARD = "board"
REPETITION = "repetition"
NO_MOVE = "no-move"
COLLUSION = "collusion"


def reason(state: State, both_lose: bool = False) -> str:
    """Why the game ended; a set counts before an empty board."""
    if state[RESULT] == DRAW:
        return COLLUSION if both_lose else NO_MOVE
    return SET if has_set(state, WHITE) or has_set(state, BLACK) else BOARD


ENDS = {
    SET: "{} wins: a winning set of marbles is complete.",
    BOARD: "{} wins: there is no ring left on the board.",
    REPETITION: "The game is a tie: the same position has come up for the third time.",
    NO_MOVE: "The game is a tie: all marbles lie on the board, and nobody has one to place.",
    COLLUSION: "Both players lose: all marbles lie on the board, and nobody has captured one.",
}


def conclusion(outcome: Outcome) -> str:
    """How the game ended, in one sentence."""
    winner = "" if outcome.winner is None else SIDE_NAMES[outcome.winner]
    other = f"{winner} wins: {outcome.reason}." if winner else f"The game is a tie: {outcome.reason}."
    return ENDS.get(outcome.reason, other).format(winner)


def task(state: State) -> str:
    """What the player to act has to do now."""
    player = SIDE_NAMES[state[SIDE]]
    if state[PHASE] == REMOVAL:
        return f"{player}: take one of the free rings away."
    if state[PHASE] >= JUMPING:
        return (
            f"{player}: the marble on {ring_name(state, state[PHASE] - JUMPING)} jumps on. Point at where to."
        )
    if jumpers(state):
        return f"{player} has to capture: point at a marble, then at the ring it jumps to."
    if PASS in RULES.codes(state):
        return f"{player} has no marble to place and passes."
    source = "from the pool" if supply_of(state) == POOL else "of your own"
    return f"{player}: choose a marble {source}, then a vacant ring for it."


def why_not(state: State, prefix: Path, target: Target) -> str:
    """Why pointing at this target leads to no decision."""
    why = _why_not(state, prefix, target)
    return f"{why[0].upper()}{why[1:]}."


def _why_not(state: State, prefix: Path, target: Target) -> str:
    if target.kind == "tray":
        return _why_not_tray(state, target.name)
    point = point_called(state, target.name)
    if target.kind != "spot" or point == OFF:
        return "there is nothing to point at"
    if prefix and prefix[0].kind == "tray":
        colour = COLOUR_NAMES.index(prefix[0].name)
        return why_not_place(state, colour, point) or f"the marble goes on {target.name}"
    if prefix:
        begin = point_called(state, prefix[0].name)
        return why_not_jump(state, begin, point) or f"the marble jumps to {target.name}"
    return _why_not_first(state, point)


def _why_not_tray(state: State, name: str) -> str:
    if name not in COLOUR_NAMES:
        return "there are no such marbles"
    return (
        why_not_now(state, START)
        or why_no_marble(state, COLOUR_NAMES.index(name))
        or "point at a vacant ring for this marble"
    )


def _why_not_first(state: State, point: int) -> str:
    """Why a turn does not go on with this spot."""
    if state[PHASE] == REMOVAL:
        return why_not_remove(state, point) or "this ring can be taken away"
    if jumpers(state):
        why = why_not_jumper(state, point) or "this marble can jump"
        return why if state[PHASE] >= JUMPING else f"a capture is compulsory, and {why}"
    return "choose a marble first, then a ring for it"
