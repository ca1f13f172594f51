"""GIPF in words: what to do now, why not, how it ended."""

from gipfel.draw.target import Path, Target
from gipfel.games.core.side import Outcome, concluded, side_name
from gipfel.games.gipf import rules
from gipfel.games.gipf.notation import ONLY_BASIC, PUSHES, TOO_LATE, TWO_DISCS, occupied
from gipfel.games.gipf.rules import (
    BIT,
    DOTS,
    ENTRIES,
    OPENING,
    PHASE,
    PUSH,
    PUSH_GIPF,
    REMOVE,
    RESERVE,
    RULES,
    SPOTS,
    STOP,
    VERSION,
)
from gipfel.kernel.state import SIDE, State
from gipfel.locale import note, say, sentence

RESERVE_EMPTY = "reserve empty"
LAST_GIPF_PIECE = "last GIPF-piece lost"


def reason(state: State) -> str:
    """Why the game ended."""
    return LAST_GIPF_PIECE if rules.result_of_gipf_pieces(state) else RESERVE_EMPTY


def conclusion(outcome: Outcome) -> str:
    """How the game ended, in one sentence."""
    if outcome.winner is None:
        return say("The game is a draw.")
    winner, loser = side_name(outcome.winner), side_name(outcome.winner.other)
    if outcome.reason == LAST_GIPF_PIECE:
        return say("{winner} wins: {loser} has no GIPF-piece left on the board.", winner=winner, loser=loser)
    if outcome.reason == RESERVE_EMPTY:
        return say("{winner} wins: {loser} has no piece left to bring into play.", winner=winner, loser=loser)
    return concluded(outcome)


def task(state: State) -> str:
    """What the player to act has to do now."""
    side = side_name(state[SIDE])
    codes = RULES.codes(state)
    if STOP in codes:
        return say("{side}: take GIPF-pieces of a row, or leave them standing.", side=side)
    if codes[0] >= REMOVE:
        return say("{side}: four in a row. Point at the row to take it.", side=side)
    return say(_pushing(codes), side=side)


def _pushing(codes: list[int]) -> str:
    if codes[0] >= PUSH_GIPF:
        return note("{side}: point at a dot, then at the spot to push towards with a GIPF-piece.")
    if codes[-1] >= PUSH_GIPF:
        return note(
            "{side}: point at a dot, then at the spot to push towards; "
            "choose a basic piece or a GIPF-piece first."
        )
    return note("{side}: point at a dot, then at the spot to push towards.")


def why_not(state: State, prefix: Path, target: Target) -> str:
    """Why pointing at this target leads to no decision."""
    if RULES.codes(state)[0] >= STOP:
        return say("A row has to be dealt with first: point at one of the marked rows.")
    if target.kind == "tray":
        return _why_not_tray(state, target)
    dots = [step.name for step in prefix if step.kind == "dot"]
    if target.kind == "dot":
        return _why_not_dot(state, target.name)
    if dots:
        return _why_not_towards(state, dots[-1], target.name)
    if target.name in SPOTS.index and occupied(state) & BIT[SPOTS.index[target.name]]:
        return say("Pieces on the board move only when they are pushed: point at a dot at the edge.")
    return say("A piece enters from a dot at the edge: point at a dot.")


def _why_not_tray(state: State, target: Target) -> str:
    if state[PHASE] == PUSH and state[RESERVE + state[SIDE]] < 2 and target.name == "GIPF":
        return sentence(TWO_DISCS)
    if state[VERSION] != rules.TOURNAMENT:
        return sentence(ONLY_BASIC[state[VERSION]])
    if state[OPENING + state[SIDE]] == rules.NOT_MOVED:
        return say("The first piece must be a GIPF-piece.")
    if state[OPENING + state[SIDE]] == rules.PLAYED_BASIC:
        return sentence(TOO_LATE)
    return sentence(TWO_DISCS)


def _why_not_dot(state: State, dot: str) -> str:
    if dot not in DOTS:
        return say("There is no such dot.")
    if all(PUSHES.is_full(occupied(state), entry) for entry in PUSHES.entries_from[dot]):
        return say("Every line from this dot is full.")
    return say("Choose a basic piece or a GIPF-piece first.")


def _why_not_towards(state: State, dot: str, spot: str) -> str:
    for entry in PUSHES.entries_from.get(dot, []):
        if SPOTS.names[ENTRIES[entry].spot] == spot and PUSHES.is_full(occupied(state), entry):
            return sentence(PUSHES.line_full(entry))
    return say("Point at a spot next to {dot}.", dot=dot)
