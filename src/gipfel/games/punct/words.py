"""PÜNCT in words: what to do now, why not, how it ended."""

from gipfel.draw.target import Path, Target
from gipfel.games.core.side import Outcome, drawn, side_name, won
from gipfel.games.punct.notation import why_not as why_not_decision
from gipfel.games.punct.notation import why_not_movable
from gipfel.games.punct.rules import (
    BASIC,
    CONNECTION,
    END,
    HAND,
    LAST_PIECE,
    MOVE,
    OWNER,
    PLACED,
    TOP,
    VERSION,
    can_move,
)
from gipfel.games.punct.tables import BOARD, NUMBER_OF_TYPES, ORIENTATIONS, TYPES, parts, placement
from gipfel.kernel.state import SIDE, State
from gipfel.locale import note, say, sentence

CONNECTED = "connection"
CENTRE = "centre"
ALL_ON_BOARD = "last piece"
NOTHING_LEFT = "no move"
REPETITION = "repetition"

# --- How it ended ---------------------------------------------------------------------------------


def reason(state: State) -> str:
    """Why the game ended."""
    if state[END] == CONNECTION:
        return CONNECTED
    if state[END] == LAST_PIECE:
        return ALL_ON_BOARD if state[VERSION] == BASIC else CENTRE
    return NOTHING_LEFT


WINS = {
    CONNECTED: note("two opposite sides of the board are connected"),
    CENTRE: note("the last piece is on the board, and the majority in the central hexagon decides"),
    NOTHING_LEFT: note(
        "nothing can be added or moved any more, and the majority in the central hexagon decides"
    ),
}
DRAWS = {
    CENTRE: note("the last piece is on the board, and nobody has a majority in the central hexagon"),
    ALL_ON_BOARD: note("the last piece is on the board, and nobody is connected"),
    NOTHING_LEFT: note("nothing can be added or moved any more"),
    REPETITION: note("the same position for the third time"),
}


def conclusion(outcome: Outcome) -> str:
    """How the game ended, in one sentence."""
    if outcome.winner is None:
        return drawn(DRAWS.get(outcome.reason, outcome.reason))
    return won(side_name(outcome.winner), WINS.get(outcome.reason, outcome.reason))


# --- What to do now -------------------------------------------------------------------------------


def task(state: State) -> str:
    """What the player to act has to do now."""
    side = side_name(state[SIDE])
    if can_move(state):
        return say("{side}: add a piece from your tray, or move one: point at its PÜNCT.", side=side)
    return say("{side}: choose a piece from your tray, then the space for its PÜNCT.", side=side)


# --- Why not --------------------------------------------------------------------------------------

KINDS = (
    note("triangle"),
    note("bar, PÜNCT in the middle"),
    note("bar, PÜNCT at an end"),
    note("angle, PÜNCT in the middle"),
    note("angle bending left"),
    note("angle bending right"),
)
"""The types of pieces."""


def why_not(state: State, prefix: Path, target: Target) -> str:
    """Why pointing at this target leads to no decision."""
    if not prefix:
        why = _why_not_first(state, target)
    elif len(prefix) == 1:
        why = _why_not_there(state, prefix[0], target)
    else:
        why = _why_not_turned(state, prefix[0], prefix[1], target)
    return sentence(why)


def _why_not_first(state: State, target: Target) -> str:
    if target.kind == "tray" and target.name in TYPES:
        return _why_not_in_hand(state, TYPES.index(target.name))
    if target.kind != "spot" or target.name not in BOARD.index:
        return note("choose a piece first, from your tray or on the board")
    space = BOARD.index[target.name]
    slot = state[TOP + space]
    if not slot:
        return note("choose a piece first, from your tray or on the board")
    _, origin, _ = parts(state[PLACED + slot])
    if OWNER[slot] == state[SIDE] and origin != space:
        return note("point at the PÜNCT of the piece, on {space}", space=BOARD.names[origin])
    return why_not_movable(state, space) or note("this piece cannot go anywhere")


def _why_not_in_hand(state: State, type_: int) -> str:
    if not state[HAND + NUMBER_OF_TYPES * state[SIDE] + type_]:
        return note("no piece of this kind ({kind}) is left in your tray", kind=KINDS[type_])
    return note("there is no room left for a piece of this kind ({kind})", kind=KINDS[type_])


def _why_not_there(state: State, chosen: Target, target: Target) -> str:
    if target.kind != "spot" or target.name not in BOARD.index:
        return note("point at the space for the PÜNCT")
    codes = _meant(state, chosen, target)
    if not codes:
        return note("choose a piece first, from your tray or on the board")
    return note("it fits there in no direction: {why}", why=_common(state, codes))


def _common(state: State, codes: list[int]) -> str:
    """Why none of the decisions is legal: what hinders most of them."""
    reasons = [why_not_decision(state, code) for code in codes]
    return max(reasons, key=reasons.count)


def _why_not_turned(state: State, chosen: Target, goal: Target, target: Target) -> str:
    codes = _meant(state, chosen, goal)
    if target.kind != "turn" or target.name not in {str(i) for i in range(len(codes))}:
        return note("choose the direction in which the piece lies")
    return why_not_decision(state, codes[int(target.name)])


def _meant(state: State, chosen: Target, goal: Target) -> list[int]:
    """The decisions, legal or not, that put a chosen piece somewhere; one for each orientation."""
    if goal.name not in BOARD.index:
        return []
    origin = BOARD.index.get(chosen.name, -1) if chosen.kind == "spot" else -1
    if chosen.kind == "tray" and chosen.name in TYPES:
        type_ = TYPES.index(chosen.name)
    elif origin >= 0 and state[TOP + origin]:
        type_, _, _ = parts(state[PLACED + state[TOP + origin]])
    else:
        return []
    first = MOVE * (origin + 1) + placement(type_, BOARD.index[goal.name], 0)
    return [first + orientation for orientation in range(ORIENTATIONS[type_])]
