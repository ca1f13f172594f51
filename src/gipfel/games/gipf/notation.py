"""GIPF as text: positions, decisions and turns (docs/rules/gipf.md 6)."""

import re
from collections.abc import Iterator, Sequence
from functools import partial

from gipfel.games.core.position import Decision, Position
from gipfel.games.gipf import rules
from gipfel.games.gipf.rules import (
    BASIC,
    BIT,
    DISCS,
    DONE,
    END_REMOVAL,
    GIPF,
    LINES,
    LOST,
    NUMBER_OF_ENTRIES,
    OPENING,
    PHASE,
    PIECES,
    PUSH,
    PUSH_GIPF,
    REMOVE,
    RESERVE,
    RULES,
    SPOTS,
    STANDARD,
    START_REMOVAL,
    STOP,
    SUBSETS,
    TOURNAMENT,
    VERSION,
)
from gipfel.kernel.state import BLACK, RESULT, SIDE, WHITE, WHITE_WINS, State
from gipfel.locale import note, note_list
from gipfel.notation.errors import (
    NotationError,
    PositionError,
    illegal_decision,
    no_such_spot,
    not_finished,
    over_before,
)
from gipfel.notation.fields import choice, fields, pair, read_columns, write_columns
from gipfel.notation.pushes import Pushes

VERSIONS = ("basic", "standard", "tournament")
VERSION_LETTERS = "BST"
FLAGS = "ngx"
PHASES = "sme"
SIDES = "wb"
PIECE_LETTERS = ("wW", "bB")
"""By side and height."""
COLOURS = ("white", "black")

PUSHES = Pushes(rules.BOARD)
LINE_NAMES = PUSHES.line_names

# --- Positions ------------------------------------------------------------------------------------


FIELDS = ("board", "side", "reserves", "lost", "version", "phase")


def write_state(state: State) -> str:
    """The canonical position text."""
    version = VERSION_LETTERS[state[VERSION]]
    if state[VERSION] == TOURNAMENT:
        version += FLAGS[state[OPENING]] + FLAGS[state[OPENING + 1]]
    lines = enumerate(LINE_NAMES) if state[DONE] else ()
    done = "+".join(name for line, name in lines if state[DONE] >> line & 1)
    return " ".join(
        (
            write_columns(SPOTS, _letters(state).__getitem__),
            SIDES[state[SIDE]],
            f"{state[RESERVE]}/{state[RESERVE + 1]}",
            f"{state[LOST]}/{state[LOST + 1]}",
            version,
            PHASES[state[PHASE]] + (f":{done}" if done else ""),
        )
    )


def _letters(state: State) -> list[str]:
    """The letter of each spot; empty spots have none."""
    white, pieces, gipf = state[PIECES + WHITE], state[PIECES + WHITE] | state[PIECES + BLACK], state[GIPF]
    return [
        PIECE_LETTERS[0 if white & bit else 1][1 if gipf & bit else 0] if pieces & bit else "" for bit in BIT
    ]


def version_letter(text: str) -> str:
    """The version field of a position text, or nothing."""
    found = text.split()
    return found[4][:1] if len(found) == len(FIELDS) else ""


def read_state(text: str) -> State:
    """The state a position text describes. Raises PositionError."""
    board, side, reserves, lost, version, phase = fields(text, FIELDS, write_state(rules.start(STANDARD)))
    state = [0] * rules.SIZE
    _read_version(state, version)
    for spot, letter in read_columns(SPOTS, board, "wbWB"):
        state[PIECES + SIDES.index(letter.lower())] |= BIT[spot]
        state[GIPF] |= BIT[spot] if letter.isupper() else 0
    state[SIDE] = choice(side, SIDES, "side to act")
    state[RESERVE : RESERVE + 2] = pair(reserves, "reserves")
    state[LOST : LOST + 2] = pair(lost, "lost discs")
    _read_phase(state, phase)
    _check_discs(state)
    _check_opening(state)
    _settle(state)
    return state


def _read_version(state: State, text: str) -> None:
    match = re.fullmatch(r"(B|S)|T([ngx])([ngx])", text)
    if match is None:
        raise PositionError(f"the version is {text!r}; it must be B, S, or T with two flags such as Tgx")
    state[VERSION] = VERSION_LETTERS.index(text[0])
    flags = match[2] + match[3] if text[0] == "T" else "xx"
    state[OPENING : OPENING + 2] = [FLAGS.index(flag) for flag in flags]


def _read_phase(state: State, text: str) -> None:
    letter, _, lines = text.partition(":")
    state[PHASE] = choice(letter, PHASES, "phase")
    for name in lines.split("+") if lines else []:
        if name not in LINE_NAMES:
            raise PositionError(f"there is no line {name!r}; lines are named like {LINE_NAMES[0]}")
        state[DONE] |= 1 << LINE_NAMES.index(name)
    if text.endswith(":") or (state[DONE] and state[PHASE] == PUSH):
        raise PositionError(f"the phase {text!r} must be s, m, e, or s or e with lines, such as s:b2-b5")


def discs_of(state: State, side: int) -> int:
    """All discs of a colour: on the board, in reserve and lost."""
    pieces = state[PIECES + side]
    on_board = pieces.bit_count() + (pieces & state[GIPF]).bit_count()
    return on_board + state[RESERVE + side] + state[LOST + side]


def _check_discs(state: State) -> None:
    least = rules.BASIC_DISCS if state[VERSION] == BASIC else DISCS
    if state[VERSION] == BASIC and state[GIPF]:
        raise PositionError("the basic version has no GIPF-pieces; use w and b")
    for side in (WHITE, BLACK):
        discs = discs_of(state, side)
        if not least <= discs <= DISCS:
            allowed = f"{least}" if least == DISCS else f"{least} to {DISCS}"
            raise PositionError(
                f"there are {discs} {COLOURS[side]} discs on the board, in reserve and lost; "
                f"the {VERSIONS[state[VERSION]]} version has {allowed}"
            )


def _check_opening(state: State) -> None:
    """The flags of the tournament version must fit the board."""
    for side in (WHITE, BLACK):
        pieces, flag = state[PIECES + side], state[OPENING + side]
        if flag == rules.NOT_MOVED and (pieces or state[RESERVE + side] != DISCS):
            raise PositionError(
                f"flag n says that {COLOURS[side]} has not moved, but not all discs are in reserve"
            )
        if flag == rules.ONLY_GIPF and pieces & ~state[GIPF]:
            raise PositionError(f"flag g says that {COLOURS[side]} has played only GIPF-pieces; use flag x")


def _settle(state: State) -> None:
    """Find out whether the game is over. Raises PositionError for a phase that cannot occur."""
    state[RESULT] = rules.result_of_gipf_pieces(state)
    if state[RESULT]:
        return
    row_left = rules.any_row(state)
    if state[PHASE] == END_REMOVAL and not row_left:
        raise PositionError("in phase e there must be a row to take; between turns the phase is s")
    if state[PHASE] == PUSH and rules.STOP not in _options(state, START_REMOVAL) and row_left:
        raise PositionError("in phase m no row may be left that has to be taken; the phase must be s")
    if state[PHASE] == START_REMOVAL and state[DONE] and not row_left:
        state[PHASE], state[DONE] = PUSH, 0
    if state[RESERVE + state[SIDE]] == 0 and (state[PHASE] == PUSH or not row_left):
        state[PHASE] = START_REMOVAL
        state[RESULT] = WHITE_WINS + 1 - state[SIDE]


def _options(state: State, phase: int) -> list[int]:
    """The legal decisions if the phase were this one."""
    changed = [*state]
    changed[PHASE] = phase
    return RULES.codes(changed)


# --- Decisions ------------------------------------------------------------------------------------

_PUSH = re.compile(r"(G?)(?:([a-i][1-9])-)?([a-i][1-9])")
_PIECE = re.compile(r"(G?)([a-i][1-9])(\*?)")


def write_decision(state: State, code: int) -> str:
    """The canonical text of a decision."""
    if code == STOP:
        return "-"
    if code >= REMOVE:
        return "x" + ",".join(_write_removed(state, bit) for bit in _bits(removed_by(state, code)))
    return ("G" if code >= PUSH_GIPF else "") + PUSHES.write(occupied(state), code % NUMBER_OF_ENTRIES)


def occupied(state: State) -> int:
    """All spots with pieces, as bits."""
    return state[PIECES] | state[PIECES + 1]


def removed_by(state: State, code: int) -> int:
    """The spots a removal empties, as bits."""
    line, taken = divmod(code - REMOVE, SUBSETS)
    return rules.row_on(state, line) & ~state[GIPF] | rules.bits_on(line, taken)


def _bits(bits: int) -> Iterator[int]:
    return (bit for bit in BIT if bit & bits)


def _write_removed(state: State, bit: int) -> str:
    gipf = "G" if state[GIPF] & bit else ""
    captured = "" if state[PIECES + state[SIDE]] & bit else "*"
    return f"{gipf}{SPOTS.names[BIT.index(bit)]}{captured}"


def read_decision(state: State, text: str) -> int:
    """The legal decision a text means. Raises NotationError or IllegalDecision."""
    text = text.strip()
    if text == "-":
        code = STOP
    elif text.startswith("x"):
        code = _read_removal(state, text)
    else:
        code = _read_push(state, text)
    if code not in RULES.codes(state):
        raise _illegal(state, text, _why_not_now(state, code))
    return code


_illegal = partial(illegal_decision, RULES, write_decision)
"""The error for a decision that is not legal, from the state, its text and the reason."""


def _why_not_now(state: State, code: int) -> str:
    """Why a well-written decision is not among the legal ones."""
    removing = RULES.codes(state)[0] >= STOP
    if code == STOP:
        return A_ROW_FIRST if removing else note("there is no row that could be left")
    if code >= REMOVE:
        return note("there is no such row to take now")
    if removing:
        if STOP in RULES.codes(state):
            return note("take a row or leave it (-) first")
        return A_ROW_FIRST
    if code >= PUSH_GIPF:
        return _why_no_gipf_piece(state)
    return note("the first piece must be a GIPF-piece (write G before the push)")


def _why_no_gipf_piece(state: State) -> str:
    if state[VERSION] != TOURNAMENT:
        return ONLY_BASIC[state[VERSION]]
    if state[OPENING + state[SIDE]] == rules.PLAYED_BASIC:
        return TOO_LATE
    return TWO_DISCS


ONLY_BASIC = (
    note("in the basic version only basic pieces are played"),
    note("in the standard version only basic pieces are played"),
)
TOO_LATE = note("after a basic piece no more GIPF-pieces may be played")
TWO_DISCS = note("a GIPF-piece needs two discs in reserve")


def _read_push(state: State, text: str) -> int:
    match = _PUSH.fullmatch(text)
    if match is None:
        raise NotationError(
            note(
                "{text} is no decision; a push is a spot (e2) or a dot and a spot (e1-e5), "
                "a row is x and its spots (xe2,e3,e4,e5), '-' leaves a row",
                text=repr(text),
            )
        )
    kind, dot, spot = match.groups()
    entry = PUSHES.read(occupied(state), text, dot, spot, partial(_illegal, state, text))
    return entry + (PUSH_GIPF if kind else 0)


def _read_removal(state: State, text: str) -> int:
    codes = [code for code in RULES.codes(state) if code >= REMOVE]
    if text == "x":
        if len(codes) == 1:
            return codes[0]
        raise _illegal(state, text, SEVERAL_ROWS if codes else NO_ROW_NOW)
    removed, marks = 0, []
    for part in text[1:].split(","):
        match = _PIECE.fullmatch(part.strip())
        if match is None:
            raise NotationError(
                note(
                    "{text}: {part} is no piece of a row; write spots like e2, Ge3, e4*",
                    text=repr(text),
                    part=repr(part),
                )
            )
        gipf, spot, captured = match.groups()
        if spot not in SPOTS.index:
            raise no_such_spot(text, spot)
        bit = BIT[SPOTS.index[spot]]
        if removed & bit:
            raise NotationError(note("{text}: {spot} stands there twice", text=text, spot=spot))
        removed |= bit
        marks.append((bit, gipf, captured))
    code = next((code for code in codes if removed_by(state, code) == removed), None)
    if code is None:
        why = _why_not_this_row(state, removed) if codes else NO_ROW_NOW
        raise _illegal(state, text, why)
    for bit, gipf, captured in marks:
        _check_marks(state, text, bit, gipf, captured)
    return code


SEVERAL_ROWS = note("there is more than one way to take a row; name the spots")
A_ROW_FIRST = note("a row must be taken first")
NO_ROW_NOW = note("no row can be taken")


def _why_not_this_row(state: State, removed: int) -> str:
    for line in range(len(LINES)):
        row = rules.row_on(state, line)
        if row and not state[DONE] >> line & 1 and row & removed == removed:
            missing = row & ~state[GIPF] & ~removed
            names = note_list([SPOTS.names[BIT.index(bit)] for bit in _bits(missing)])
            return note("the whole row goes, {spots} too", spots=names)
    return note("these spots are not one row")


def _check_marks(state: State, text: str, bit: int, gipf: str, captured: str) -> None:
    """G and * may be left out, but must be right if they stand there."""
    right = _write_removed(state, bit)
    if (gipf and not right.startswith("G")) or (captured and not right.endswith("*")):
        wrong = f"{gipf}{SPOTS.names[BIT.index(bit)]}{captured}"
        raise NotationError(
            note("{text}: {wrong} is wrong, the piece there is {right}", text=text, wrong=wrong, right=right)
        )


# --- Turns ----------------------------------------------------------------------------------------

_RESERVE = re.compile(r"(.*?)\s*\(\s*([0-9]{1,3})\s*\)\s*")


def read_turn(position: Position, text: str) -> list[Decision]:
    """The decisions of a whole turn; leaving an all-GIPF row is not written and filled in here."""
    body, reserve = text.strip(), None
    if match := _RESERVE.fullmatch(body):
        body, reserve = match[1], int(match[2])
    turn, side = position.turn, position.side
    played: list[Decision] = []
    for part in body.split(";"):
        part = part.strip()
        if position.turn != turn:
            raise over_before(text, repr(part))
        if part != "-" and not part.startswith("x") and _may_stop(position):
            position = _play(position, position.decision("-"), played)
        position = _play(position, position.decision(part), played)
    if position.turn == turn and _may_stop(position):
        position = _play(position, position.decision("-"), played)
    if position.turn == turn:
        raise not_finished(text, position.legal_summary())
    left = position.state[RESERVE + side]
    if reserve is not None and reserve != left:
        raise NotationError(
            note(
                "{text}: the reserve after this turn is {left}, not {written}",
                text=text,
                left=left,
                written=reserve,
            )
        )
    return played


def _may_stop(position: Position) -> bool:
    return any(decision.code == STOP for decision in position.decisions())


def _play(position: Position, decision: Decision, played: list[Decision]) -> Position:
    played.append(decision)
    return position.play(decision)


def write_turn(decisions: Sequence[Decision]) -> str:
    """The canonical text of a turn: leaving a row is written only if nothing else is."""
    texts = [decision.text for decision in decisions if decision.code != STOP]
    return ";".join(texts) or "-"
