"""Project games in words: what to do now, why not, how it ended."""

from gipfel.draw.target import Path, Target
from gipfel.games.gipf.notation import LINE_NAMES
from gipfel.games.gipf.pointing import LEAVE, TAKE
from gipfel.games.gipf.rules import (
    BIT,
    DOTS,
    ENTRIES,
    GIPF,
    LINE_MASK,
    NUMBER_OF_LINES,
    PIECES,
    RESERVE,
    SPOTS,
    row_on,
)
from gipfel.games.side import Outcome, Side
from gipfel.kernel.state import BLACK, RESULT, SIDE, WHITE, WHITE_WINS, State
from gipfel.project import rules
from gipfel.project.notation import removed_by
from gipfel.project.pointing import (
    CONVERTING,
    KIND_NAMES,
    NEUTRALISING,
    TRAYS,
    announced,
    loads,
    use_of,
)
from gipfel.project.rules import (
    ANSWER,
    BASIC_STAGE,
    BASIC_UNIT,
    BUDGET,
    BY,
    CELL,
    CHALLENGE_MODE,
    CONTEST,
    CONVERT,
    DECLINE,
    EXTRA,
    GIPF_STAGE,
    INERT,
    KINDS,
    LINK_MODE,
    LOADED,
    NEUTRALISE,
    ONLY_GIPF_FIRST,
    OPENING_EXTRA,
    POOL,
    PUSH_BASIC,
    PUSH_GIPF,
    PUSH_LOADED,
    REGULAR,
    ROWS,
    RULES,
    SLOT,
    STAGE,
    TAMSK,
    TRIED,
    UNIT_BITS,
    UNITS,
    UNLIMITED,
)

# --- How it ended ---------------------------------------------------------------------------------

NO_MOVE = "no move"
LAST_GIPF_PIECE = "last GIPF-piece lost"


def reason(state: State) -> str:
    """Why the game ended."""
    loser = BLACK if state[RESULT] == WHITE_WINS else WHITE
    return LAST_GIPF_PIECE if rules.without_gipf_piece(state, loser) else NO_MOVE


def conclusion(outcome: Outcome) -> str:
    """How the game ended, in one sentence."""
    if outcome.winner is None:
        return f"The game is a draw: {outcome.reason}."
    winner, loser = outcome.winner, outcome.winner.other
    if outcome.reason == LAST_GIPF_PIECE:
        return f"{winner} wins: {loser} has no GIPF-piece left on the board."
    if outcome.reason == NO_MOVE:
        return f"{winner} wins: {loser} has no move left."
    return f"{winner} wins: {outcome.reason}."


# --- What to do now -------------------------------------------------------------------------------


def task(state: State) -> str:
    """What the player to act has to do now."""
    slot = state[SLOT]
    if slot == REGULAR:
        todo = _regular_task(state)
    elif slot == ROWS:
        todo = _rows_task(state)
    elif slot == ANSWER:
        todo = f"{Side(state[BY])} wants {announced_move(state)}. {_answers(state)}."
    elif slot == CONTEST:
        todo = f"you want {announced_move(state)}. Say whether you won, lost or tied the contest."
    else:
        todo = _extra_task(state)
    return f"{Side(state[SIDE])}: {todo}"


CHOICES = {PUSH_GIPF: "a GIPF-piece", PUSH_LOADED: "a loaded piece", PUSH_BASIC: "a basic piece"}


def _regular_task(state: State) -> str:
    """Push something in, by stage, or use a potential."""
    using = "use a potential: point at it, then at its goal"
    if not can_push(state):
        return f"no piece can be pushed in; {using}."
    or_use = f" Or {using}." if rules.any_use(state) else ""
    may = {min(load, PUSH_LOADED) for load in loads(state)}
    if state[STAGE + state[BY]] == ONLY_GIPF_FIRST:
        return "play a GIPF-piece first. Point at a dot, then at the spot to push towards."
    if len(may) == 1:
        return f"point at a dot, then at the spot to push towards.{or_use}"
    pieces = [name for load, name in CHOICES.items() if load in may]
    return f"choose {_or(pieces)}, then a dot and the spot to push towards.{or_use}"


def can_push(state: State) -> bool:
    """Has the player whose turn it is a piece to push in, and a line for it?"""
    return bool(loads(state)) and bool(rules.any_open_line(state[PIECES] | state[PIECES + 1]))


def _or(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _extra_task(state: State) -> str:
    when = "before your move" if state[SLOT] == OPENING_EXTRA else "as an extra move"
    or_not = "decline" if state[rules.KEEP_UNUSED] else "decline and lose it"
    return f"your TAMSK-potential is on the centre. Push it in from a dot {when}, or {or_not}."


def _rows_task(state: State) -> str:
    rows = [row for line in range(NUMBER_OF_LINES) if (row := row_to_take(state, line))]
    leaves = [code for code in RULES.codes(state) if not removed_by(state, code)]
    if len(leaves) == len(rows):
        return "four in a row that may stand. Point at it, then take pieces of it or leave it."
    if any(row & (state[GIPF] | state[LOADED]) for row in rows):
        return "four in a row. Point at it, then at pieces that may stay, and take the rest."
    return "four in a row. Point at it to take it."


def row_to_take(state: State, line: int) -> int:
    """The row on a line that the side to decide has to deal with now, or 0; as bits."""
    row = row_on(state, line) if state[SLOT] == ROWS else 0
    return row if row and rules.waits_on(state, line, row) else 0


def announced_move(state: State) -> str:
    """What was announced, in words."""
    code = announced(state)
    if code is None:
        return "nothing"
    if EXTRA <= code < DECLINE:
        spot, dot, _, _ = ENTRIES[code - EXTRA]
        return f"an extra move with the TAMSK-potential, from {dot} to {SPOTS.names[spot]}"
    start, goal, variant = use_of(code)
    aim = {NEUTRALISE: ", to neutralise the GIPF-piece", CONVERT: ", to convert the GIPF-piece"}
    way = f"from {SPOTS.names[start]} to {SPOTS.names[goal]}"
    return f"to use the {potential_on(state, start)} {way}{aim.get(variant, '')}"


def potential_on(state: State, spot: int) -> str:
    """What a loaded piece carries: `ZÈRTZ-potential`."""
    return f"{KIND_NAMES[rules.load_of(state[CELL + spot]) - TAMSK]}-potential"


def _answers(state: State) -> str:
    number = challenges_of(state, state[SIDE])
    left = "" if number is None else ", your last one" if number == 1 else f", one of {number} left"
    return f"Allow it, or challenge it{left}"


def challenges_of(state: State, side: int) -> int | None:
    """How many challenges a side has left; None if they are not counted."""
    if state[LINK_MODE] != CHALLENGE_MODE or state[BUDGET + side] == UNLIMITED:
        return None
    return state[BUDGET + side]


def stage_note(state: State) -> str:
    """What the next push would end for the player whose turn it is; nothing if no potentials wait."""
    side = state[BY]
    waiting = sum(state[POOL + KINDS * side : POOL + KINDS * (side + 1)])
    if not waiting or state[STAGE + side] == ONLY_GIPF_FIRST:
        return ""
    first = "a loaded piece ends the GIPF-pieces, " if state[STAGE + side] == GIPF_STAGE else ""
    lost = "the waiting potential" if waiting == 1 else f"all {waiting} waiting potentials"
    return f"{Side(side)}: {first}a basic piece sends {lost} out of the game."


# --- Why not --------------------------------------------------------------------------------------


def why_not(state: State, prefix: Path, target: Target) -> str:
    """Why pointing at this target leads to no decision."""
    slot = state[SLOT]
    if slot == ROWS:
        return _why_not_row(state, prefix, target)
    if slot == ANSWER:
        return f"First allow or challenge what {Side(state[BY])} has announced."
    if slot == CONTEST:
        return "The contest has to be decided first: won, lost or tied."
    if slot == REGULAR:
        return _why_not_regular(state, prefix, target)
    if target.kind in ("dot", "spot"):
        return _why_no_entry(state, prefix, target)
    return "The extra move comes first: push the TAMSK-potential in from a dot, or decline."


def _why_not_regular(state: State, prefix: Path, target: Target) -> str:
    if target.kind == "tray":
        return _why_not_in(state, target)
    if target.kind in ("row", "keep") or target in (TAKE, LEAVE):
        return "There is no row to take now."
    if prefix and prefix[0].kind == "spot" and prefix[0].name in SPOTS.index:
        return _why_no_goal(state, prefix, target)
    if target.kind == "button":
        return f"There is nothing to {target.name} now."
    in_hand = any(step.kind in ("tray", "dot") for step in prefix)
    if not in_hand and target.name in SPOTS.index and state[CELL + SPOTS.index[target.name]]:
        return _why_no_use(state, SPOTS.index[target.name])
    if not can_push(state):
        return "No piece can be pushed in: use a potential."
    if not in_hand and len(loads(state)) > 1:
        return "Choose the piece to push in first."
    return _why_no_entry(state, prefix, target)


def _why_not_in(state: State, tray: Target) -> str:
    """Why such a piece cannot be pushed in."""
    side = state[BY]
    stage, load = state[STAGE + side], TRAYS.index(tray) if tray in TRAYS else PUSH_BASIC
    if stage == ONLY_GIPF_FIRST and load != PUSH_GIPF:
        return "The first piece must be a GIPF-piece."
    if load == PUSH_GIPF and stage > GIPF_STAGE:
        return "GIPF-pieces come first: after any other piece no more may be played."
    if load >= PUSH_LOADED and stage == BASIC_STAGE:
        return "After a basic piece no more loaded pieces may be played."
    if load >= PUSH_LOADED and not state[POOL + KINDS * side + load - PUSH_LOADED]:
        return f"No {tray.name}-potential is waiting any more."
    if load == PUSH_GIPF and state[RESERVE + side] == 1:
        return "A GIPF-piece needs two basic pieces in reserve."
    if not state[RESERVE + side]:
        return "Your reserve is empty."
    return "Point at a dot, then at the spot to push towards." if can_push(state) else "All lines are full."


def _why_no_entry(state: State, prefix: Path, target: Target) -> str:
    """Why nothing can be pushed in there."""
    occupied = state[PIECES] | state[PIECES + 1]
    dots = [step.name for step in prefix if step.kind == "dot"]
    if dots:
        for first, name, line, _ in ENTRIES:
            if name == dots[-1] and SPOTS.names[first] == target.name and not LINE_MASK[line] & ~occupied:
                return f"The line {LINE_NAMES[line]} is full."
        return f"Point at a spot next to {dots[-1]}."
    if target.kind == "dot" and target.name in DOTS:
        return "Every line from this dot is full."
    if target.name in SPOTS.index and occupied & BIT[SPOTS.index[target.name]]:
        return "Pieces on the board move only when they are pushed: point at a dot at the edge."
    return "A piece enters from a dot at the edge: point at a dot."


# --- Why not: potentials ----------------------------------------------------------------------------

HOW_TO_USE = (
    "A TAMSK-potential gives an extra move when it is pushed to the centre, e5.",
    "A ZÈRTZ-potential jumps straight over pieces beside it, to the first empty spot behind them.",
    "A DVONN-potential sits on an enemy piece beside it: a basic piece, or one with DVONN on top.",
    "A YINSH-potential runs straight over empty spots.",
    "A PÜNCT-potential sits on an enemy piece beside it: a GIPF-piece, one loaded with PÜNCT, "
    "or a PÜNCT on one of your own.",
)
"""Of each kind of potential."""


def _why_no_use(state: State, spot: int) -> str:
    """Why there is nothing to begin with the piece on a spot."""
    cell, name = state[CELL + spot], SPOTS.names[spot]
    if rules.colour_of(cell) != state[BY]:
        return f"The piece on {name} is {Side(1 - state[BY])}'s."
    load = rules.load_of(cell)
    if not load:
        if cell & 7 != BASIC_UNIT:
            return f"The potential on {name} has been used, and each can be used only once."
        return "Pieces on the board move only when they are pushed: point at a dot at the edge."
    if cell & INERT:
        return f"The {potential_on(state, spot)} on {name} lost its contest and cannot be used any more."
    if cell & TRIED:
        return f"The {potential_on(state, spot)} on {name} was denied in this turn; try again in a later one."
    return HOW_TO_USE[load - TAMSK]


def _why_no_goal(state: State, prefix: Path, target: Target) -> str:
    """Why the potential chosen first cannot go there, or not like that."""
    load = rules.load_of(state[CELL + SPOTS.index[prefix[0].name]])
    if len(prefix) > 1:
        return "Choose whether to neutralise the GIPF-piece or to convert it."
    if target == CONVERTING:
        return "Converting needs an enemy GIPF-piece, and two basic pieces in your reserve."
    if target == NEUTRALISING:
        return "Point at the enemy GIPF-piece first."
    return HOW_TO_USE[load - TAMSK] if load else "Point at a dot, or at a loaded piece of yours."


# --- Why not: rows ----------------------------------------------------------------------------------


def _why_not_row(state: State, prefix: Path, target: Target) -> str:
    chosen = prefix[0].name if prefix and prefix[0].kind == "row" else ""
    if chosen not in LINE_NAMES:
        if target.kind == "row":
            return "No row of yours stands on this line."
        return "A row has to be dealt with first: point at one of the marked rows."
    if target.kind in ("keep", "spot"):
        return _why_not_kept(state, row_on(state, LINE_NAMES.index(chosen)), target.name)
    if target == TAKE:
        return "The row has to be broken: more pieces must go."
    if target == LEAVE:
        return "This row cannot be left: take it."
    return "Point at the pieces that stay, then take the row."


def _why_not_kept(state: State, row: int, name: str) -> str:
    """Why a piece of a row cannot stay."""
    spot = SPOTS.index.get(name, -1)
    if spot < 0 or not row & BIT[spot]:
        return f"{name} is not part of this row."
    cell = state[CELL + spot] & UNITS
    if (state[GIPF] | state[LOADED]) & BIT[spot]:
        return "The row has to be broken: not all of these pieces can stay."
    if cell >> UNIT_BITS:
        return f"The potential on top of {name} has to go; what lies under it stays."
    return f"A {'basic piece' if cell & 7 == BASIC_UNIT else 'spent potential'} cannot stay in a row."
