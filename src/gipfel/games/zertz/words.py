"""ZÈRTZ in words: what to do now, why not, how it ended."""

from gipfel.board import OFF
from gipfel.draw.target import Path, Target
from gipfel.games.core.side import REASONS, Outcome, won
from gipfel.games.zertz.notation import (
    COLOUR_NAMES,
    PLAYERS,
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
from gipfel.locale import note, say, sentence, translate_filled

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
    SET: note("{player} wins: a winning set of marbles is complete."),
    BOARD: note("{player} wins: there is no ring left on the board."),
    REPETITION: note("The game is a tie: the same position has come up for the third time."),
    NO_MOVE: note("The game is a tie: all marbles lie on the board, and nobody has one to place."),
    COLLUSION: note("Both players lose: all marbles lie on the board, and nobody has captured one."),
}


def conclusion(outcome: Outcome) -> str:
    """How the game ended, in one sentence."""
    winner = "" if outcome.winner is None else say(PLAYERS[outcome.winner])
    if outcome.reason in ENDS:
        return say(ENDS[outcome.reason], player=winner)
    if winner:
        return won(winner, outcome.reason)
    return say("The game is a tie: {reason}.", reason=translate_filled(outcome.reason, REASONS))


def task(state: State) -> str:
    """What the player to act has to do now."""
    player = say(PLAYERS[state[SIDE]])
    if state[PHASE] == REMOVAL:
        return say("{player}: take one of the free rings away.", player=player)
    if state[PHASE] >= JUMPING:
        ring = ring_name(state, state[PHASE] - JUMPING)
        return say("{player}: the marble on {ring} jumps on. Point at where to.", player=player, ring=ring)
    if jumpers(state):
        return say("{player} has to capture: point at a marble, then at the ring it jumps to.", player=player)
    if PASS in RULES.codes(state):
        return say("{player} has no marble to place and passes.", player=player)
    if supply_of(state) == POOL:
        return say("{player}: choose a marble from the pool, then a vacant ring for it.", player=player)
    return say("{player}: choose a marble of your own, then a vacant ring for it.", player=player)


def why_not(state: State, prefix: Path, target: Target) -> str:
    """Why pointing at this target leads to no decision."""
    return sentence(_why_not(state, prefix, target))


def _why_not(state: State, prefix: Path, target: Target) -> str:
    if target.kind == "tray":
        return _why_not_tray(state, target.name)
    point = point_called(state, target.name)
    if target.kind != "spot" or point == OFF:
        return note("there is nothing to point at")
    if prefix and prefix[0].kind == "tray":
        colour = COLOUR_NAMES.index(prefix[0].name)
        return why_not_place(state, colour, point) or note("the marble goes on {ring}", ring=target.name)
    if prefix:
        begin = point_called(state, prefix[0].name)
        return why_not_jump(state, begin, point) or note("the marble jumps to {ring}", ring=target.name)
    return _why_not_first(state, point)


def _why_not_tray(state: State, name: str) -> str:
    if name not in COLOUR_NAMES:
        return note("there are no such marbles")
    return (
        why_not_now(state, START)
        or why_no_marble(state, COLOUR_NAMES.index(name))
        or note("point at a vacant ring for this marble")
    )


def _why_not_first(state: State, point: int) -> str:
    """Why a turn does not go on with this spot."""
    if state[PHASE] == REMOVAL:
        return why_not_remove(state, point) or note("this ring can be taken away")
    if jumpers(state):
        why = why_not_jumper(state, point) or note("this marble can jump")
        if state[PHASE] >= JUMPING:
            return why
        return note("a capture is compulsory, and {why}", why=why)
    return note("choose a marble first, then a ring for it")
