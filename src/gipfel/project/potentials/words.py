"""Project games in words: what to do now, why not, how it ended."""

from gipfel.draw.target import Path, Target
from gipfel.games.core.contest import Verdict
from gipfel.games.core.names import button_name
from gipfel.games.core.side import SIDE_NAMES, Outcome, concluded, side_name
from gipfel.games.gipf.notation import LINE_NAMES, NO_ROW_NOW, PUSHES, occupied
from gipfel.games.gipf.pointing import LEAVE, TAKE
from gipfel.games.gipf.rules import (
    BIT,
    DOTS,
    ENTRIES,
    GIPF,
    NUMBER_OF_LINES,
    PIECES,
    RESERVE,
    SPOTS,
    row_on,
)
from gipfel.kernel.state import BLACK, RESULT, SIDE, WHITE, WHITE_WINS, State
from gipfel.locale import either, note, note_many, say, sentence
from gipfel.project.potentials import rules
from gipfel.project.potentials.notation import GIPF_PIECE_FIRST, removed_by
from gipfel.project.potentials.pointing import (
    CONVERTING,
    KIND_NAMES,
    NEUTRALISING,
    TRAYS,
    announced,
    loads,
    use_of,
)
from gipfel.project.potentials.rules import (
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
    LINK_FAILED,
    LINK_MODE,
    LINK_TIE,
    LOADED,
    NEUTRALISE,
    ONLY_GIPF_FIRST,
    OPENING_EXTRA,
    PENDING,
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
    TIE_REPLAY,
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


AFTER_A_LOST_CONTEST = (
    note("{user} loses the contest: the {kind}-potential stays unused and leaves the game."),
    note("{user} loses the contest: the {kind}-potential stays where it is and can no longer be used."),
    note("{user} loses the contest: the {kind}-potential stays unused; a later turn may try again."),
)
AFTER_A_TIE = (
    note("A tie: the {kind}-potential stays unused and leaves the game."),
    note("A tie: the {kind}-potential stays where it is and can no longer be used."),
    note("A tie: the {kind}-potential stays unused; a later turn may try again."),
)
"""By what becomes of the potential after a failed use (L-5)."""


def contest_ended(state: State, verdict: Verdict) -> str:
    """How the contest of the announced use ended, and what becomes of the potential."""
    tied = verdict is Verdict.TIED
    if verdict is Verdict.WON:
        text = note("{user} wins the contest: the {kind}-potential is used.")
    elif tied and state[LINK_TIE] == TIE_REPLAY:
        text = note("A tie: the contest is played again.")
    elif tied and rules.tie_lets_through(state):
        text = note("A tie: the {kind}-potential is used.")
    else:
        text = (AFTER_A_TIE if tied else AFTER_A_LOST_CONTEST)[state[LINK_FAILED]]
    kind = KIND_NAMES[rules.kind_of(state, state[PENDING] // 3)]
    return say(text, user=side_name(state[BY]), kind=kind)


def conclusion(outcome: Outcome) -> str:
    """How the game ended, in one sentence."""
    if outcome.winner is None:
        return concluded(outcome)
    winner, loser = side_name(outcome.winner), side_name(outcome.winner.other)
    if outcome.reason == LAST_GIPF_PIECE:
        return say("{winner} wins: {loser} has no GIPF-piece left on the board.", winner=winner, loser=loser)
    if outcome.reason == NO_MOVE:
        return say("{winner} wins: {loser} has no move left.", winner=winner, loser=loser)
    return concluded(outcome)


# --- What to do now -------------------------------------------------------------------------------


def task(state: State) -> str:
    """What the player to act has to do now."""
    slot = state[SLOT]
    if slot == REGULAR:
        todo = _regular_task(state)
    elif slot == ROWS:
        todo = _rows_task(state)
    elif slot == ANSWER:
        todo = note(
            "{user} wants {move}. {answers}.",
            user=SIDE_NAMES[state[BY]],
            move=announced_move(state),
            answers=_answers(state),
        )
    elif slot == CONTEST:
        todo = note(
            "you want {move}. Say whether you won, lost or tied the contest.", move=announced_move(state)
        )
    else:
        todo = _extra_task(state)
    return say("{side}: {todo}", side=SIDE_NAMES[state[SIDE]], todo=todo)


CHOICES = {
    PUSH_GIPF: note("a GIPF-piece"),
    PUSH_LOADED: note("a loaded piece"),
    PUSH_BASIC: note("a basic piece"),
}


def _regular_task(state: State) -> str:
    """Push something in, by stage, or use a potential."""
    if not can_push(state):
        return note("no piece can be pushed in; use a potential: point at it, then at its goal.")
    may = {min(load, PUSH_LOADED) for load in loads(state)}
    if state[STAGE + state[BY]] == ONLY_GIPF_FIRST:
        return note("play a GIPF-piece first. Point at a dot, then at the spot to push towards.")
    if len(may) == 1:
        pushing = note("point at a dot, then at the spot to push towards.")
    else:
        pieces = either([name for load, name in CHOICES.items() if load in may])
        pushing = note("choose {pieces}, then a dot and the spot to push towards.", pieces=pieces)
    if not rules.any_use(state):
        return pushing
    return note("{pushing} Or use a potential: point at it, then at its goal.", pushing=pushing)


def can_push(state: State) -> bool:
    """Has the player whose turn it is a piece to push in, and a line for it?"""
    return bool(loads(state)) and bool(rules.any_open_line(state[PIECES] | state[PIECES + 1]))


EXTRA_TASKS = {
    (True, True): note(
        "your TAMSK-potential is on the centre. Push it in from a dot before your move, or decline."
    ),
    (True, False): note(
        "your TAMSK-potential is on the centre. "
        "Push it in from a dot before your move, or decline and lose it."
    ),
    (False, True): note(
        "your TAMSK-potential is on the centre. Push it in from a dot as an extra move, or decline."
    ),
    (False, False): note(
        "your TAMSK-potential is on the centre. "
        "Push it in from a dot as an extra move, or decline and lose it."
    ),
}
"""By whether it comes before the regular move, and whether an unused potential is kept."""


def _extra_task(state: State) -> str:
    return EXTRA_TASKS[state[SLOT] == OPENING_EXTRA, bool(state[rules.KEEP_UNUSED])]


def _rows_task(state: State) -> str:
    rows = [row for line in range(NUMBER_OF_LINES) if (row := row_to_take(state, line))]
    leaves = [code for code in RULES.codes(state) if not removed_by(state, code)]
    if len(leaves) == len(rows):
        return note("four in a row that may stand. Point at it, then take pieces of it or leave it.")
    if any(row & (state[GIPF] | state[LOADED]) for row in rows):
        return note("four in a row. Point at it, then at pieces that may stay, and take the rest.")
    return note("four in a row. Point at it to take it.")


def row_to_take(state: State, line: int) -> int:
    """The row on a line that the side to decide has to deal with now, or 0; as bits."""
    row = row_on(state, line) if state[SLOT] == ROWS else 0
    return row if row and rules.waits_on(state, line, row) else 0


def announced_move(state: State) -> str:
    """The announced move as a note."""
    code = announced(state)
    if code is None:
        return note("nothing")
    if EXTRA <= code < DECLINE:
        spot, dot, _, _ = ENTRIES[code - EXTRA]
        goal_name = SPOTS.names[spot]
        return note("an extra move with the TAMSK-potential, from {dot} to {goal}", dot=dot, goal=goal_name)
    start, goal, variant = use_of(code)
    use = {"kind": kind_on(state, start), "start": SPOTS.names[start], "goal": SPOTS.names[goal]}
    if variant == NEUTRALISE:
        return note("to use the {kind}-potential from {start} to {goal}, to neutralise the GIPF-piece", **use)
    if variant == CONVERT:
        return note("to use the {kind}-potential from {start} to {goal}, to convert the GIPF-piece", **use)
    return note("to use the {kind}-potential from {start} to {goal}", **use)


def kind_on(state: State, spot: int) -> str:
    """The kind of potential that a loaded piece carries: `ZÈRTZ`."""
    return KIND_NAMES[rules.load_of(state[CELL + spot]) - TAMSK]


def _answers(state: State) -> str:
    number = challenges_of(state, state[SIDE])
    if number is None:
        return note("Allow it, or challenge it")
    return note_many(
        "Allow it, or challenge it, your last one",
        "Allow it, or challenge it, one of {n} left",
        number,
    )


def challenges_of(state: State, side: int) -> int | None:
    """How many challenges a side has left; None if they are not counted."""
    if state[LINK_MODE] != CHALLENGE_MODE or state[BUDGET + side] == UNLIMITED:
        return None
    return state[BUDGET + side]


def _lost_by_a_basic_piece(state: State) -> str:
    """What the player gives up by pushing a basic piece in, as a note; empty if no potentials wait."""
    side = state[BY]
    waiting = sum(state[POOL + KINDS * side : POOL + KINDS * (side + 1)])
    if not waiting or state[STAGE + side] == ONLY_GIPF_FIRST:
        return ""
    return note_many(
        "a basic piece sends the waiting potential out of the game",
        "a basic piece sends all {n} waiting potentials out of the game",
        waiting,
    )


def warnings(state: State) -> dict[Target, str]:
    """A basic piece in the tray, while potentials wait."""
    lost = _lost_by_a_basic_piece(state)
    if not lost or state[SLOT] != REGULAR or PUSH_BASIC not in loads(state):
        return {}
    return {TRAYS[PUSH_BASIC]: sentence(lost)}


def stage_note(state: State) -> str:
    """What the player gives up with the next push; empty if no potentials wait."""
    side = state[BY]
    lost = _lost_by_a_basic_piece(state)
    if not lost:
        return ""
    if state[STAGE + side] == GIPF_STAGE:
        return say("{side}: a loaded piece ends the GIPF-pieces, {lost}.", side=SIDE_NAMES[side], lost=lost)
    return say("{side}: {lost}.", side=SIDE_NAMES[side], lost=lost)


# --- Why not --------------------------------------------------------------------------------------


def why_not(state: State, prefix: Path, target: Target) -> str:
    """Why pointing at this target leads to no decision."""
    slot = state[SLOT]
    if slot == ROWS:
        return _why_not_row(state, prefix, target)
    if slot == ANSWER:
        return say("First allow or challenge what {side} has announced.", side=SIDE_NAMES[state[BY]])
    if slot == CONTEST:
        return say("The contest has to be decided first: won, lost or tied.")
    if slot == REGULAR:
        return _why_not_regular(state, prefix, target)
    if target.kind in ("dot", "spot"):
        return _why_no_entry(state, prefix, target)
    return say("The extra move comes first: push the TAMSK-potential in from a dot, or decline.")


def _why_not_regular(state: State, prefix: Path, target: Target) -> str:
    if target.kind == "tray":
        return _why_not_in(state, target)
    if target.kind in ("row", "keep") or target in (TAKE, LEAVE):
        return sentence(NO_ROW_NOW)
    if prefix and prefix[0].kind == "spot" and prefix[0].name in SPOTS.index:
        return _why_no_goal(state, prefix, target)
    if target.kind == "button":
        return say("There is nothing to {do} now.", do=button_name(target.name))
    in_hand = any(step.kind in ("tray", "dot") for step in prefix)
    if not in_hand and target.name in SPOTS.index and state[CELL + SPOTS.index[target.name]]:
        return _why_no_use(state, SPOTS.index[target.name])
    if not can_push(state):
        return say("No piece can be pushed in: use a potential.")
    if not in_hand and len(loads(state)) > 1:
        return say("Choose the piece to push in first.")
    return _why_no_entry(state, prefix, target)


def _why_not_in(state: State, tray: Target) -> str:
    """Why a piece of this kind cannot be pushed in."""
    side = state[BY]
    stage, load = state[STAGE + side], TRAYS.index(tray) if tray in TRAYS else PUSH_BASIC
    if stage == ONLY_GIPF_FIRST and load != PUSH_GIPF:
        return sentence(GIPF_PIECE_FIRST)
    if load == PUSH_GIPF and stage > GIPF_STAGE:
        return say("GIPF-pieces come first: after any other piece no more may be played.")
    if load >= PUSH_LOADED and stage == BASIC_STAGE:
        return say("After a basic piece no more loaded pieces may be played.")
    if load >= PUSH_LOADED and not state[POOL + KINDS * side + load - PUSH_LOADED]:
        return say("No {kind}-potential is waiting any more.", kind=tray.name)
    if load == PUSH_GIPF and state[RESERVE + side] == 1:
        return say("A GIPF-piece needs two basic pieces in reserve.")
    if not state[RESERVE + side]:
        return say("Your reserve is empty.")
    if not can_push(state):
        return say("All lines are full.")
    return say("Point at a dot, then at the spot to push towards.")


def _why_no_entry(state: State, prefix: Path, target: Target) -> str:
    """Why nothing can be pushed in there."""
    dots = [step.name for step in prefix if step.kind == "dot"]
    if dots:
        for entry in PUSHES.entries_from.get(dots[-1], []):
            first = SPOTS.names[ENTRIES[entry].spot]
            if first == target.name and PUSHES.is_full(occupied(state), entry):
                return sentence(PUSHES.line_full(entry))
        return say("Point at a spot next to {dot}.", dot=dots[-1])
    if target.kind == "dot" and target.name in DOTS:
        return say("Every line from this dot is full.")
    if target.name in SPOTS.index and occupied(state) & BIT[SPOTS.index[target.name]]:
        return say("Pieces on the board move only when they are pushed: point at a dot at the edge.")
    return say("A piece enters from a dot at the edge: point at a dot.")


# --- Why not: potentials ----------------------------------------------------------------------------

HOW_TO_USE = (
    note("A TAMSK-potential gives an extra move when it is pushed to the centre, e5."),
    note("A ZÈRTZ-potential jumps straight over pieces beside it, to the first empty spot behind them."),
    note("A DVONN-potential sits on an enemy piece beside it: a basic piece, or one with DVONN on top."),
    note("A YINSH-potential runs straight over empty spots."),
    note(
        "A PÜNCT-potential sits on an enemy piece beside it: a GIPF-piece, one loaded with PÜNCT, "
        "or a PÜNCT on a PÜNCT-potential of your own."
    ),
)
"""By kind of potential."""


def _why_no_use(state: State, spot: int) -> str:
    """Why the piece on a spot cannot be used."""
    cell, name = state[CELL + spot], SPOTS.names[spot]
    if rules.colour_of(cell) != state[BY]:
        return say("The piece on {spot} is {side}'s.", spot=name, side=SIDE_NAMES[1 - state[BY]])
    load = rules.load_of(cell)
    if not load:
        if cell & 7 != BASIC_UNIT:
            return say("The potential on {spot} has been used, and each can be used only once.", spot=name)
        return say("Pieces on the board move only when they are pushed: point at a dot at the edge.")
    kind = kind_on(state, spot)
    if cell & INERT:
        return say(LOST_CONTEST, kind=kind, spot=name)
    return say(DENIED, kind=kind, spot=name) if cell & TRIED else say(HOW_TO_USE[load - TAMSK])


LOST_CONTEST = note("The {kind}-potential on {spot} lost its contest and cannot be used any more.")
DENIED = note("The {kind}-potential on {spot} was denied in this turn; try again in a later one.")


def _why_no_goal(state: State, prefix: Path, target: Target) -> str:
    """Why the chosen potential cannot go there, or not in this way."""
    load = rules.load_of(state[CELL + SPOTS.index[prefix[0].name]])
    if len(prefix) > 1:
        return say("Choose whether to neutralise the GIPF-piece or to convert it.")
    if target == CONVERTING:
        return say("Converting needs an enemy GIPF-piece, and two basic pieces in your reserve.")
    if target == NEUTRALISING:
        return say("Point at the enemy GIPF-piece first.")
    return say(HOW_TO_USE[load - TAMSK]) if load else say("Point at a dot, or at a loaded piece of yours.")


# --- Why not: rows ----------------------------------------------------------------------------------


def _why_not_row(state: State, prefix: Path, target: Target) -> str:
    chosen = prefix[0].name if prefix and prefix[0].kind == "row" else ""
    if chosen not in LINE_NAMES:
        if target.kind == "row":
            return say("No row of yours stands on this line.")
        return say("A row has to be dealt with first: point at one of the marked rows.")
    if target.kind in ("keep", "spot"):
        return _why_not_kept(state, row_on(state, LINE_NAMES.index(chosen)), target.name)
    if target == TAKE:
        return say("The row has to be broken: more pieces must go.")
    if target == LEAVE:
        return say("This row cannot be left: take it.")
    return say("Point at the pieces that stay, then take the row.")


def _why_not_kept(state: State, row: int, name: str) -> str:
    """Why a piece of a row cannot stay."""
    spot = SPOTS.index.get(name, -1)
    if spot < 0 or not row & BIT[spot]:
        return say("{spot} is not part of this row.", spot=name)
    cell = state[CELL + spot] & UNITS
    if (state[GIPF] | state[LOADED]) & BIT[spot]:
        return say("The row has to be broken: not all of these pieces can stay.")
    if cell >> UNIT_BITS:
        return say("The potential on top of {spot} has to go; what lies under it stays.", spot=name)
    if cell & 7 == BASIC_UNIT:
        return say("A basic piece cannot stay in a row.")
    return say("A spent potential cannot stay in a row.")
