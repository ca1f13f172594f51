"""MATRX GIPF in words: what to do now, why not, how it ended."""

from gipfel.draw.target import Path, Target
from gipfel.games.core.names import button_name
from gipfel.games.core.side import SIDE_NAMES, Outcome, concluded, side_name
from gipfel.games.matrx import rules
from gipfel.games.matrx.notation import (
    GIPF_PIECE_FIRST,
    NO_GIPF_PIECE,
    NO_ROW_NOW,
    PUSHES,
    kind_on,
    occupied,
)
from gipfel.games.matrx.pointing import KIND_NAMES, NO_EXTRA_MOVE, TAKE, TRAYS, loads
from gipfel.games.matrx.rules import (
    ALL_SPOTS,
    BIT,
    CLOSING_EXTRA,
    DOTS,
    DVONN,
    END_ROWS,
    GIPF,
    OPENING_EXTRA,
    PIECES,
    PUNCT,
    SPOTS,
    START_ROWS,
    TAMSK,
    YINSH,
    ZERTZ,
    row_on,
)
from gipfel.kernel.state import BLACK, RESULT, SIDE, WHITE, WHITE_WINS, State
from gipfel.locale import note, say, sentence

# --- How it ended ---------------------------------------------------------------------------------

NO_MOVE = "no move"
GIPF_PIECES_CAPTURED = "GIPF-pieces captured"


def reason(state: State) -> str:
    """Why the game ended."""
    loser = BLACK if state[RESULT] == WHITE_WINS else WHITE
    return GIPF_PIECES_CAPTURED if rules.without_gipf_pieces(state, loser) else NO_MOVE


def conclusion(outcome: Outcome) -> str:
    """How the game ended, in one sentence."""
    if outcome.winner is None:
        return concluded(outcome)
    winner, loser = side_name(outcome.winner), side_name(outcome.winner.other)
    if outcome.reason == GIPF_PIECES_CAPTURED:
        return say("{winner} wins: all GIPF-pieces of {loser} are captured.", winner=winner, loser=loser)
    if outcome.reason == NO_MOVE:
        return say("{winner} wins: {loser} has no move left.", winner=winner, loser=loser)
    return concluded(outcome)


# --- What to do now -------------------------------------------------------------------------------


def task(state: State) -> str:
    """What the player to act has to do now."""
    return say("{side}: {todo}", side=SIDE_NAMES[state[SIDE]], todo=TASKS[_kind_of_task(state)])


OWN_ROW, OWN_ROW_WITH_PAIRS, OPENING, CLOSING, ONLY_USE, ONLY_GIPF, ONE_KIND, ANY_KIND, OR_USE = range(9)
TASKS = {
    OWN_ROW: note("four in a row. Point at it to take it."),
    OWN_ROW_WITH_PAIRS: note("four in a row. Point at it, then at pairs that may stay, and take the rest."),
    OPENING: note(
        "your TAMSK-pair is on the centre. "
        "Push its upper disc in from a dot before your move, or decline and lose it."
    ),
    CLOSING: note(
        "your TAMSK-pair is on the centre. "
        "Push its upper disc in from a dot as an extra move, or decline and lose it."
    ),
    ONLY_USE: note("no piece can be pushed in; use a pair: point at it, then at its goal."),
    ONLY_GIPF: note("push a GIPF-piece in. Point at a dot, then at the spot to push towards."),
    ONE_KIND: note("point at a dot, then at the spot to push towards."),
    ANY_KIND: note("choose a pair, then a dot and the spot to push towards."),
    OR_USE: note("push a pair in, or use one on the board: point at it, then at its goal."),
}


def _kind_of_task(state: State) -> int:
    slot = rules.current_slot(state)
    if slot in (START_ROWS, END_ROWS):
        pairs = any(row_on(state, line) & rules.free_pairs(state) for line in range(len(rules.LINES)))
        return OWN_ROW_WITH_PAIRS if pairs else OWN_ROW
    if slot in (OPENING_EXTRA, CLOSING_EXTRA):
        return OPENING if slot == OPENING_EXTRA else CLOSING
    if not can_push(state):
        return ONLY_USE
    if loads(state) == [GIPF]:
        return ONLY_GIPF
    if rules.any_use(state):
        return OR_USE
    return ONE_KIND if len(loads(state)) == 1 else ANY_KIND


def can_push(state: State) -> bool:
    """Has the player to act a piece to push in, and a line for it?"""
    return bool(loads(state)) and occupied(state) != ALL_SPOTS


def warnings(state: State) -> dict[Target, str]:
    """Declining an extra move that can be made."""
    if rules.current_slot(state) not in (OPENING_EXTRA, CLOSING_EXTRA) or occupied(state) == ALL_SPOTS:
        return {}
    return {NO_EXTRA_MOVE: say("If you decline, the upper disc of your TAMSK-pair is out of the game.")}


# --- Why not --------------------------------------------------------------------------------------


def why_not(state: State, prefix: Path, target: Target) -> str:
    """Why pointing at this target leads to no decision."""
    slot = rules.current_slot(state)
    if slot in (START_ROWS, END_ROWS):
        return _why_not_row(state, prefix, target)
    if slot in (OPENING_EXTRA, CLOSING_EXTRA):
        if target.kind in ("dot", "spot"):
            return _why_no_entry(state, prefix, target)
        return say("The extra move comes first: push the upper disc of the TAMSK-pair in, or decline.")
    return _why_not_regular(state, prefix, target)


def _why_not_regular(state: State, prefix: Path, target: Target) -> str:
    if target.kind == "tray":
        return _why_not_in(state, target)
    if target.kind in ("row", "keep") or target == TAKE:
        return sentence(NO_ROW_NOW)
    if target.kind == "button":
        return say("There is nothing to {do} now.", do=button_name(target.name))
    if prefix and prefix[0].kind == "spot" and prefix[0].name in SPOTS.index:
        return _why_no_use(state, SPOTS.index[prefix[0].name])
    in_hand = any(step.kind in ("tray", "dot") for step in prefix)
    if not in_hand and target.name in SPOTS.index and occupied(state) & BIT[SPOTS.index[target.name]]:
        return _why_no_use(state, SPOTS.index[target.name])
    if not can_push(state):
        return say("No piece can be pushed in: use a pair.")
    if not in_hand and len(loads(state)) > 1:
        return say("Choose the pair to push in first.")
    return _why_no_entry(state, prefix, target)


def _why_not_in(state: State, tray: Target) -> str:
    """Why a piece of this kind cannot be pushed in."""
    kind = TRAYS.index(tray) if tray in TRAYS else GIPF
    if loads(state) == [GIPF]:
        return sentence(GIPF_PIECE_FIRST)
    if kind == GIPF:
        return sentence(NO_GIPF_PIECE)
    if rules.in_reserve(state, state[SIDE], kind) < 2:
        return say("A pair needs two discs of its kind in the reserve.")
    if not can_push(state):
        return say("All lines are full.")
    return say("Point at a dot, then at the spot to push towards.")


def _why_no_entry(state: State, prefix: Path, target: Target) -> str:
    """Why nothing can be pushed in there."""
    dots = [step.name for step in prefix if step.kind == "dot"]
    if dots:
        for entry in PUSHES.entries_from.get(dots[-1], []):
            first = SPOTS.names[rules.ENTRIES[entry].spot]
            if first == target.name and PUSHES.is_full(occupied(state), entry):
                return sentence(PUSHES.line_full(entry))
        return say("Point at a spot next to {dot}.", dot=dots[-1])
    if target.kind == "dot" and target.name in DOTS:
        return say("Every line from this dot is full.")
    if target.name in SPOTS.index and occupied(state) & BIT[SPOTS.index[target.name]]:
        return say("Pieces on the board move only when they are pushed: point at a dot at the edge.")
    return say("A piece enters from a dot at the edge: point at a dot.")


HOW_TO_USE = {
    TAMSK: note("A TAMSK-pair gives an extra move when it is pushed to the centre, e5."),
    ZERTZ: note("A ZÈRTZ-pair jumps straight over pieces beside it, to the first empty spot behind them."),
    DVONN: note("A DVONN-pair moves straight to the first piece, if that is an enemy DVONN, and covers it."),
    YINSH: note("A YINSH-pair runs straight over empty spots."),
    PUNCT: note("A PÜNCT-pair moves straight to the first piece, if that is an enemy PÜNCT, and covers it."),
}
"""By kind."""


def _why_no_use(state: State, spot: int) -> str:
    """Why the piece on a spot cannot be used, or not like that."""
    name, kind = SPOTS.names[spot], kind_on(state, spot)
    if not state[PIECES + state[SIDE]] & BIT[spot]:
        return say("The piece on {spot} is {side}'s.", spot=name, side=SIDE_NAMES[1 - state[SIDE]])
    if loads(state) == [GIPF]:
        return sentence(GIPF_PIECE_FIRST)
    if kind == GIPF:
        return say("Pieces on the board move only when they are pushed: point at a dot at the edge.")
    if not rules.free_pairs(state) & BIT[spot]:
        return say(
            "The {kind} on {spot} has been used. Only pairs can be used.", kind=KIND_NAMES[kind], spot=name
        )
    return say(HOW_TO_USE[kind])


# --- Why not: rows --------------------------------------------------------------------------------


def _why_not_row(state: State, prefix: Path, target: Target) -> str:
    chosen = prefix[0].name if prefix and prefix[0].kind == "row" else ""
    if chosen not in PUSHES.line_names:
        if target.kind == "row":
            return say("No row of yours stands on this line.")
        return say("A row has to be dealt with first: point at one of the marked rows.")
    if target.kind in ("keep", "spot"):
        return _why_not_kept(state, row_on(state, PUSHES.line_names.index(chosen)), target.name)
    if target == TAKE:
        return say("Something has to go: not all pieces of the row can stay.")
    if target == NO_EXTRA_MOVE:
        return say("There is nothing to {do} now.", do=button_name(target.name))
    return say("Point at the pairs that stay, then take the row.")


def _why_not_kept(state: State, row: int, name: str) -> str:
    """Why a piece of a row cannot stay."""
    spot = SPOTS.index.get(name, -1)
    if spot < 0 or not row & BIT[spot]:
        return say("{spot} is not part of this row.", spot=name)
    if rules.covered(state) & BIT[spot]:
        return say("The disc on top of {spot} has to go; what lies under it stays.", spot=name)
    if kind_on(state, spot) == GIPF:
        return say("A GIPF-piece cannot stay in a row.")
    if rules.free_pairs(state) & BIT[spot]:
        return say("Something has to go: not all pieces of the row can stay.")
    return say("Only pairs can stay in a row.")
