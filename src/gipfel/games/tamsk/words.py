"""TAMSK in words: how it ended; what to do now and why not at level 1."""

from collections.abc import Callable

from gipfel.draw.target import Path, Target
from gipfel.games.core.side import REASONS, Outcome, won
from gipfel.games.tamsk import level1
from gipfel.games.tamsk.level1 import MISSED
from gipfel.games.tamsk.moves import NAMES as NAMES
from gipfel.games.tamsk.moves import why_not_there
from gipfel.games.tamsk.notation import HAS_TO_MOVE, LOST_BY
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
from gipfel.games.tamsk.turn_words import turn_words as turn_words
from gipfel.kernel.state import DRAW, RESULT, SIDE, State
from gipfel.locale import note, say, sentence, translate_filled

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
    if outcome.winner is None:
        tie = TIES.get(outcome.reason)
        why = translate_filled(outcome.reason, REASONS) if tie is None else say(tie)
        return say("The game is a tie: {reason}.", reason=why)
    winner, loser = say(NAMES[outcome.winner]), say(NAMES[outcome.winner.other])
    if outcome.reason in WINS:
        return say(WINS[outcome.reason], winner=winner, loser=loser)
    return won(winner, outcome.reason)


TIES = {
    STAGNATED: note("no ring was dropped for too long"),
    TIE: note("both have as many rings left"),
}
WINS = {
    FULL_ENTRY: note("{winner} wins: {loser} has entered a full space."),
    RESIGNATION: note("{winner} wins: {loser} has resigned."),
    STAGNATED: note("{winner} wins: no ring was dropped for too long, and {winner} is ahead."),
    BY_RINGS: note("{winner} wins: fewer rings left."),
    BY_TIME: note("{winner} wins: as many rings left, but {winner}'s sand runs longer."),
}


# --- What to do now ---------------------------------------------------------------------------------


def task(state: State) -> str:
    """What the player to act has to do at level 1."""
    who = say(NAMES[state[SIDE]])
    if level1.can_move(state, state[SIDE]):
        todo = say("{side}: {move}.", side=who, move=say(move_words(state)))
    else:
        todo = say("{side} cannot move and has to pass.", side=who)
    if not level1.can_steal(state):
        return todo
    space = SPACES.names[BIT.index(state[MISSED])]
    steal = say("You may first steal the ring on {space}.", space=space)
    return f"{todo} {steal}"


MOVES = (
    (
        note("move a glass to a space next to it; there are no rings left"),
        note("move a glass to a space next to it and drop a ring"),
    ),
    (
        note("bring in a glass on any free space; there are no rings left"),
        note("bring in a glass on any free space and drop a ring"),
    ),
)
"""What to do without and with glasses in hand, without and with rings left."""


def move_words(state: State) -> str:
    """What the player to act has to do in order to move."""
    return MOVES[state[HAND + state[SIDE]] > 0][state[LEFT + state[SIDE]] > 0]


# --- Why not ----------------------------------------------------------------------------------------


def why_not(state: State, prefix: Path, target: Target) -> str:
    """Why pointing at this target leads to no turn of level 1."""
    side = state[SIDE]
    if target.kind == "button":
        return why_no_button(state, target.name)
    if not level1.can_move(state, side):
        return say("{side} cannot move and has to pass.", side=NAMES[side])
    return why_not_space(state, prefix, target, _why_no_origin)


def _why_no_origin(state: State, space: int) -> str:
    if not state[GLASSES + state[SIDE]] & BIT[space]:
        side = NAMES[state[SIDE]]
        return note("{side} has no glass on {space}", side=side, space=SPACES.names[space])
    return note(
        "the glass on {space} cannot move: every space next to it is taken or full", space=SPACES.names[space]
    )


def why_no_button(state: State, name: str) -> str:
    """Why a button cannot be pressed now."""
    if name == "steal":
        return sentence(note("there is nothing to steal now"))
    if name == "pass":
        return sentence(HAS_TO_MOVE)
    if name in ("ring", "no ring") and not state[LEFT + state[SIDE]]:
        return sentence(note("{side} has no ring left", side=NAMES[state[SIDE]]))
    return say("Point at a glass, then at a space next to it.")


def why_not_space(state: State, prefix: Path, target: Target, why_no_origin: WhyNoOrigin) -> str:
    """Why a space is neither one to move from nor one to move to."""
    side = state[SIDE]
    if target.kind != "space" or target.name not in SPACES.index:
        return sentence(note("{side} has no glass in hand", side=NAMES[side]))
    space = SPACES.index[target.name]
    origins = [SPACES.index[step.name] for step in prefix if step.kind == "space"]
    if not origins and not state[HAND + side]:
        return sentence(why_no_origin(state, space))
    if not open_spaces(state) & BIT[space]:
        return sentence(why_not_there(state, space))
    if origins:
        return say("Point at a space next to {space}.", space=SPACES.names[origins[0]])
    return say("Choose ring or no ring.")
