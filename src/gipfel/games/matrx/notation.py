"""MATRX GIPF as text: positions and decisions (docs/rules/matrx.md 7)."""

import re
from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from gipfel.games.core.position import Decision, Position
from gipfel.games.core.turns import read_joined
from gipfel.games.matrx import rules
from gipfel.games.matrx.rules import (
    BIT,
    CLOSING_EXTRA,
    COVER_DIGITS,
    COVERS,
    DECLINE,
    DVONN,
    END_ROWS,
    EXTRA,
    EXTRA_COUNTS,
    EXTRA_FIRST,
    EXTRAS,
    GIPF,
    KIND,
    KINDS,
    LINES,
    NUMBER_OF_ENTRIES,
    NUMBER_OF_SPOTS,
    OPENING_EXTRA,
    PAIR,
    PIECES,
    PUNCT,
    REGULAR,
    REMOVE,
    RESERVE,
    RULES,
    SLOT,
    SPOTS,
    START_ROWS,
    SUBSETS,
    UNIT_BITS,
    UNITS,
    USE,
    row_on,
)
from gipfel.kernel.state import BLACK, RESULT, SIDE, WHITE, WHITE_WINS, State
from gipfel.locale import note, note_list
from gipfel.notation.errors import (
    NotationError,
    PositionError,
    illegal_decision,
    no_such_spot,
)
from gipfel.notation.fields import choice
from gipfel.notation.pushes import Pushes

SIDES = "wb"
COLOURS = "WB"
SLOTS = "somce"
KIND_LETTERS = "GTZDYP"
"""Kinds in reserves and decisions."""
UNIT_LETTERS = "gtzdyu"
"""Units in stacks."""
PUSHES = Pushes(rules.BOARD)
EXTRA_MADE = "extras:1"
"""A last field, if an opening extra move was made that can count as a regular move (M-5)."""

# --- Positions ------------------------------------------------------------------------------------


def write_state(state: State) -> str:
    """The canonical position text."""
    parts = [
        write_board(state),
        SIDES[state[SIDE]],
        SLOTS[state[SLOT]],
        *(f"{COLOURS[side]}:{write_reserve(state, side)}" for side in (WHITE, BLACK)),
    ]
    return " ".join([*parts, EXTRA_MADE] if state[EXTRAS] else parts)


def write_board(state: State) -> str:
    """All stacks, sorted by column, then number."""
    stacks = (
        f"{SPOTS.names[spot]}={write_stack(units)}"
        for spot in range(NUMBER_OF_SPOTS)
        if (units := rules.units_on(state, spot))
    )
    return ",".join(stacks) or "-"


def write_stack(units: list[tuple[int, int]]) -> str:
    """Units from bottom to top; a capital letter sets the colour of those that follow."""
    text, colour = "", ""
    for side, kind in units:
        if COLOURS[side] != colour:
            colour = COLOURS[side]
            text += colour
        text += UNIT_LETTERS[kind]
    return text


def write_reserve(state: State, side: int) -> str:
    """What a player has in reserve, such as `G1T6`."""
    numbers = [rules.in_reserve(state, side, kind) for kind in range(KINDS)]
    return "".join(f"{letter}{n}" for letter, n in zip(KIND_LETTERS, numbers, strict=True) if n) or "-"


def read_state(text: str, agreed: State) -> State:
    """The state a position text describes; the options are those of the state `agreed`."""
    fields = text.split()
    if len(fields) not in (5, 6):
        raise PositionError(
            f"a position has five fields (board, side, slot, W:reserve, B:reserve), "
            f"not {len(fields)}: e.g. {write_state(agreed)}"
        )
    state = [0] * rules.SIZE
    state[EXTRA_FIRST : EXTRA_COUNTS + 1] = agreed[EXTRA_FIRST : EXTRA_COUNTS + 1]
    _read_board(state, fields[0])
    state[SIDE] = choice(fields[1], SIDES, "side to act")
    state[SLOT] = choice(fields[2], SLOTS, "slot")
    for side in (WHITE, BLACK):
        _read_reserve(state, side, fields[3 + side])
    _check_units(state)
    if len(fields) == 6:
        _read_extra_made(state, fields[5])
    _settle(state)
    return state


def slot_after_extra(text: str) -> str | None:
    """The slot in a position text if an opening extra move was made that can count as a regular move."""
    fields = text.split()
    return fields[2] if len(fields) == 6 and fields[5] == EXTRA_MADE else None


def _read_board(state: State, text: str) -> None:
    if text == "-":
        return
    for part in text.split(","):
        spot, _, stack = part.partition("=")
        if spot not in SPOTS.index:
            raise PositionError(f"{part!r}: there is no spot {spot!r}; write stacks like e2=Wtt")
        if (state[PIECES] | state[PIECES + 1]) & BIT[SPOTS.index[spot]]:
            raise PositionError(f"the spot {spot} is named twice")
        place_stack(state, SPOTS.index[spot], read_stack(stack))


def read_stack(text: str) -> list[tuple[int, int]]:
    """The units of a stack from bottom to top. Raises PositionError."""
    if re.fullmatch(r"(?:[WB][gtzdyu]+)+", text) is None:
        raise PositionError(f"the stack {text!r} must be units like Wg, Btt or BddWd, bottom first")
    units = [
        (COLOURS.index(colour), UNIT_LETTERS.index(letter))
        for colour, letters in re.findall("([WB])([a-z]+)", text)
        for letter in letters
    ]
    _check_stack(text, units)
    return units


def _check_stack(text: str, units: list[tuple[int, int]]) -> None:
    """Raises PositionError unless a stack is one of those that can stand on a spot."""
    kind = units[0][1]
    is_pair = len(units) > 1 and units[1][0] == units[0][0]
    sides = [side for side, _ in units[is_pair:]]
    possible = all(other == kind for _, other in units)
    possible = possible and all(below != above for below, above in pairwise(sides))
    if not possible or (is_pair and kind == GIPF) or (len(sides) > 1 and kind not in (DVONN, PUNCT)):
        raise PositionError(
            f"the stack {text!r} is impossible; there are Wg, single units, pairs such as Wtt, "
            "and pairs or units of d or u that are covered, such as BddWd"
        )
    if len(units) > 2 * UNITS[kind]:
        raise PositionError(
            f"a stack of {len(units)} units is too high: there are {2 * UNITS[kind]} of a kind"
        )


def place_stack(state: State, spot: int, units: list[tuple[int, int]]) -> None:
    """Put a possible stack on an empty spot."""
    bit, kind = BIT[spot], units[0][1]
    is_pair = len(units) > 1 and units[1][0] == units[0][0]
    state[PIECES + units[-1][0]] |= bit
    state[KIND + kind] |= bit
    state[PAIR] |= bit if is_pair else 0
    covers = len(units) - 1 - is_pair
    for digit in range(COVER_DIGITS):
        state[COVERS + digit] |= bit if covers >> digit & 1 else 0


def _read_reserve(state: State, side: int, text: str) -> None:
    pattern = "".join(f"(?:{letter}([0-9]))?" for letter in KIND_LETTERS)
    match = re.fullmatch(f"{COLOURS[side]}:(?:{pattern}|-)", text)
    if match is None:
        raise PositionError(
            f"{text!r} must be {COLOURS[side]}: with the reserve, such as {COLOURS[side]}:G1T6Z4, "
            "in the order GTZDYP, or -"
        )
    for kind, number in enumerate(match.groups(default="0")):
        state[RESERVE + side] |= int(number) << (UNIT_BITS * kind)


def _check_units(state: State) -> None:
    """No more units than there are."""
    for side in (WHITE, BLACK):
        for kind, letter in enumerate(KIND_LETTERS):
            if rules.lost(state, side, kind) < 0:
                found = UNITS[kind] - rules.lost(state, side, kind)
                raise PositionError(
                    f"there are {found} units {COLOURS[side]}{letter} on the board and in reserve; "
                    f"a player has {UNITS[kind]}"
                )


def _read_extra_made(state: State, text: str) -> None:
    before_move = state[SLOT] in (START_ROWS, OPENING_EXTRA)
    if text != EXTRA_MADE or not state[EXTRA_COUNTS] or not before_move:
        raise PositionError(
            f"{text!r} cannot stand there: {EXTRA_MADE} belongs to the slots s and o, "
            "if an extra move counts as a regular one"
        )
    state[EXTRAS] = 1


def _settle(state: State) -> None:
    """Find out whether the game is over. Raises PositionError for a slot that cannot occur."""
    slot, extra = state[SLOT], rules.extra_available(state)
    if slot in (OPENING_EXTRA, CLOSING_EXTRA) and not extra:
        raise PositionError(f"in slot {SLOTS[slot]} there must be a TAMSK-pair of the side to act on e5")
    if slot in (REGULAR, END_ROWS) and extra:
        raise PositionError(f"in slot {SLOTS[slot]} no TAMSK-pair of the side to act can stand on e5")
    if state[EXTRAS] and slot == START_ROWS and extra:
        raise PositionError("after an extra move no TAMSK-pair of the side to act can stand on e5 in slot s")
    for side in (state[SIDE], 1 - state[SIDE]):
        if rules.without_gipf_pieces(state, 1 - side):
            state[RESULT] = WHITE_WINS + side
            return
    if slot == END_ROWS and not rules.any_row(state):
        raise PositionError("in slot e there must be a row to remove; between turns the slot is s")
    if state[EXTRAS] and slot == START_ROWS and not (state[EXTRA_FIRST] and rules.any_row(state)):
        raise PositionError("after an extra move there must be a row to remove in slot s")
    if rules.current_slot(state) == REGULAR and not rules.has_regular_move(state):
        state[RESULT] = WHITE_WINS + 1 - state[SIDE]


# --- Decisions ------------------------------------------------------------------------------------

_PUSH = re.compile(r"([GTZDYP+])(?:([a-j][1-9])-)?([a-j][1-9])")
_USE = re.compile(r"([ZDYP])([a-j][1-9])>([a-j][1-9])")
_PIECE = re.compile(r"([a-j][1-9])(\*?)")
NO_EXTRA = "+0"


def write_decision(state: State, code: int) -> str:
    """The canonical text of a decision."""
    if code >= REMOVE:
        return "x" + ",".join(_write_removed(state, spot) for spot in spots_in(removed_spots(state, code)))
    if code >= USE:
        spot, goal = use_of(code)
        return f"{KIND_LETTERS[kind_on(state, spot)]}{SPOTS.names[spot]}>{SPOTS.names[goal]}"
    if code == DECLINE:
        return NO_EXTRA
    letter = "+" if code >= EXTRA else KIND_LETTERS[code // NUMBER_OF_ENTRIES]
    return letter + PUSHES.write(occupied(state), code % NUMBER_OF_ENTRIES)


def occupied(state: State) -> int:
    """All spots with pieces."""
    return state[PIECES] | state[PIECES + 1]


def use_of(code: int) -> tuple[int, int]:
    """The spots from which and to which a unit moves."""
    return divmod(code - USE, NUMBER_OF_SPOTS)


def kind_on(state: State, spot: int) -> int:
    """The kind of the piece on an occupied spot."""
    return next(kind for kind in range(KINDS) if state[KIND + kind] & BIT[spot])


def removed_spots(state: State, code: int) -> int:
    """The spots from which a removal takes something."""
    return rules.removed_by(state, *divmod(code - REMOVE, SUBSETS))


def spots_in(bits: int) -> Iterator[int]:
    """The spots of a bit set."""
    return (spot for spot, bit in enumerate(BIT) if bit & bits)


def _write_removed(state: State, spot: int) -> str:
    captured = "" if state[PIECES + state[SIDE]] & BIT[spot] else "*"
    return f"{SPOTS.names[spot]}{captured}"


def read_decision(state: State, text: str) -> int:
    """The legal decision a text means. Raises NotationError or IllegalDecision."""
    text = text.strip()
    if text == NO_EXTRA:
        code = DECLINE
    elif text.startswith("x"):
        code = _read_removal(state, text)
    elif match := _USE.fullmatch(text):
        code = _read_use(state, text, match)
    elif match := _PUSH.fullmatch(text):
        code = _read_push(state, text, match)
    else:
        raise NotationError(
            note(
                "{text} is not a decision; examples: Gb2, Te1-e5, Zc3>e5, +a4-f3, +0, xe2,e3,e5*",
                text=repr(text),
            )
        )
    if code not in RULES.codes(state):
        raise _illegal(state, text, _why_not_now(state, code))
    return code


_illegal = partial(illegal_decision, RULES, write_decision)
"""The error for a decision that is not legal, from the state, its text and the reason."""

A_ROW_FIRST = note("a row must be taken first")
NO_ROW_NOW = note("no row can be taken")
EXTRA_FIRST_NOW = note("the TAMSK-pair on e5 gives an extra move; make it or decline it (+0) first")
NO_EXTRA_NOW = note("there is no extra move now")
GIPF_PIECE_FIRST = note("a GIPF-piece in the reserve must be pushed in first")
NO_GIPF_PIECE = note("there is no GIPF-piece in the reserve")
NO_SUCH_USE = note("this pair cannot be used like that")
NO_PAIR_LEFT = note("a pair needs two such discs in the reserve")


def _why_not_now(state: State, code: int) -> str:
    """Why a well-written decision is not among the legal ones."""
    slot = rules.current_slot(state)
    if slot in (START_ROWS, END_ROWS):
        return A_ROW_FIRST
    if slot in (OPENING_EXTRA, CLOSING_EXTRA):
        return EXTRA_FIRST_NOW
    if EXTRA <= code < USE:
        return NO_EXTRA_NOW
    if rules.in_reserve(state, state[SIDE], GIPF):
        return GIPF_PIECE_FIRST
    if code >= USE:
        return NO_SUCH_USE
    return NO_GIPF_PIECE if code < NUMBER_OF_ENTRIES else NO_PAIR_LEFT


def _read_push(state: State, text: str, match: re.Match[str]) -> int:
    letter, dot, spot = match.groups()
    entry = PUSHES.read(occupied(state), text, dot, spot, partial(_illegal, state, text))
    return EXTRA + entry if letter == "+" else KIND_LETTERS.index(letter) * NUMBER_OF_ENTRIES + entry


def _read_use(state: State, text: str, match: re.Match[str]) -> int:
    letter, start, end = match.groups()
    for name in (start, end):
        if name not in SPOTS.index:
            raise no_such_spot(text, name)
    spot, goal = SPOTS.index[start], SPOTS.index[end]
    if not state[KIND + KIND_LETTERS.index(letter)] & BIT[spot]:
        why = note("on {spot} stands no piece of that kind", spot=start)
        raise _illegal(state, text, why)
    return USE + spot * NUMBER_OF_SPOTS + goal


def _read_removal(state: State, text: str) -> int:
    codes = [code for code in RULES.codes(state) if code >= REMOVE]
    if not codes:
        extra = rules.current_slot(state) in (OPENING_EXTRA, CLOSING_EXTRA)
        raise _illegal(state, text, EXTRA_FIRST_NOW if extra else NO_ROW_NOW)
    if text == "x":
        if len(codes) == 1:
            return codes[0]
        raise _illegal(state, text, note("there is more than one way to take a row; name the spots"))
    spots, marked = _read_spots(text)
    removed = sum(BIT[spot] for spot in spots)
    code = next((code for code in codes if removed_spots(state, code) == removed), None)
    if code is None:
        raise _illegal(state, text, _why_not_this_row(state, removed))
    for spot in marked:
        if not _write_removed(state, spot).endswith("*"):
            name = SPOTS.names[spot]
            raise NotationError(
                note(
                    "{text}: {wrong} is wrong, the piece there is {right}",
                    text=text,
                    wrong=f"{name}*",
                    right=name,
                )
            )
    return code


def _read_spots(text: str) -> tuple[list[int], list[int]]:
    """The spots of a removal, and those of them that are marked as captured."""
    spots, marked = [], []
    for part in text[1:].split(","):
        match = _PIECE.fullmatch(part.strip())
        if match is None:
            raise NotationError(
                note(
                    "{text}: {part} is no piece of a row; write spots like e2, e4*",
                    text=repr(text),
                    part=repr(part),
                )
            )
        if match[1] not in SPOTS.index:
            raise no_such_spot(text, match[1])
        spot = SPOTS.index[match[1]]
        if spot in spots:
            raise NotationError(note("{text}: {spot} stands there twice", text=text, spot=match[1]))
        spots.append(spot)
        if match[2]:
            marked.append(spot)
    return spots, marked


def _why_not_this_row(state: State, removed: int) -> str:
    for line in range(len(LINES)):
        row = row_on(state, line)
        if row and row & removed == removed:
            missing = row & ~rules.free_pairs(state) & ~removed
            names = note_list([SPOTS.names[spot] for spot in spots_in(missing)])
            return note("all but the pairs go, {spots} too", spots=names)
    return note("these spots are not one row")


# --- Turns ----------------------------------------------------------------------------------------


def read_turn(position: Position, text: str) -> list[Decision]:
    """The decisions of a whole turn. Raises NotationError or IllegalDecision."""
    return read_joined(position, text, ";")
