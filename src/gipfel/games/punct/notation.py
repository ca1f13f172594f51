"""PÜNCT as text: positions and decisions (docs/rules/punct.md 6)."""

import re

from gipfel.board import OFF
from gipfel.games.punct import rules
from gipfel.games.punct.names import placed_piece
from gipfel.games.punct.rules import (
    HAND,
    MOVE,
    OWNER,
    PLACED,
    RULES,
    STANDARD,
    TOP,
    VERSION,
    Placed,
    piece_in,
)
from gipfel.games.punct.tables import (
    BOARD,
    CENTRAL,
    COVERED,
    DOTS,
    IN_LINE,
    NUMBER_OF_TYPES,
    ORIENTATIONS,
    STOCK,
    TRIANGLE,
    TYPES,
    parts,
    placement,
)
from gipfel.kernel.state import BLACK, SIDE, WHITE, WHITE_WINS, State
from gipfel.locale import note, note_list
from gipfel.notation.errors import NotationError, PositionError, no_such_space, not_legal
from gipfel.notation.fields import choice, fields

VERSIONS = ("basic", "standard")
VERSION_LETTERS = "BS"
SIDES = "wb"
COLOURS = ("white", "black")

# --- Positions ------------------------------------------------------------------------------------

FIELDS = ("pieces", "side", "version")
EXAMPLE = "wTi5:0,bEf4:0 w S"
EMPTY = "-"

_PIECE = re.compile(r"([wb])([TCEMLR])([a-q][1-9][0-9]?):([0-5])(?:@([1-9][0-9]?))?")


def write_state(state: State) -> str:
    """The canonical position text."""
    pieces = ",".join(map(write_piece, rules.pieces_on(state))) or EMPTY
    return f"{pieces} {SIDES[state[SIDE]]} {VERSION_LETTERS[state[VERSION]]}"


def write_piece(piece: Placed) -> str:
    """A piece as it stands in a position text: `wRf7:2@2`."""
    level = f"@{piece.level}" if piece.level > 1 else ""
    return f"{SIDES[piece.side]}{TYPES[piece.type]}{BOARD.names[piece.space]}:{piece.orientation}{level}"


def version_letter(text: str) -> str:
    """The version field of a position text, or nothing."""
    found = text.split()
    return found[-1] if len(found) == len(FIELDS) else ""


def read_state(text: str) -> State:
    """The state a position text describes. Raises PositionError."""
    pieces, side, version = fields(text, FIELDS, EXAMPLE)
    state = rules.start(choice(version, VERSION_LETTERS, "version"))
    state[SIDE] = choice(side, SIDES, "side to act")
    listed = [] if pieces == EMPTY else [_read_piece(piece) for piece in pieces.split(",")]
    for piece in sorted(listed):
        _check_stock(state, piece)
        _lay(state, piece)
    _settle(state)
    return state


def _read_piece(text: str) -> Placed:
    match = _PIECE.fullmatch(text)
    if match is None:
        raise PositionError(
            f"{text!r} is no piece; it must be colour, type, PÜNCT, orientation and, above the board, "
            f"the level: wTi5:0 or bRf7:2@2"
        )
    colour, letter, name, orientation, level = match.groups()
    type_ = TYPES.index(letter)
    if name not in BOARD.index:
        raise PositionError(f"{text}: there is no space {name}")
    if int(orientation) >= ORIENTATIONS[type_]:
        raise PositionError(f"{text}: the orientation of a piece of type {letter} must be 0, 1 or 2")
    if level == "1":
        raise PositionError(f"{text}: level 1 is not written; it must be {text.removesuffix('@1')}")
    space = BOARD.index[name]
    piece = Placed(int(level or 1), SIDES.index(colour), type_, space, int(orientation))
    if not piece.covered:
        raise PositionError(f"{text} does not lie on the board with all three dots")
    return piece


def _check_stock(state: State, piece: Placed) -> None:
    if not state[HAND + NUMBER_OF_TYPES * piece.side + piece.type]:
        colour, letter, stock = COLOURS[piece.side], TYPES[piece.type], STOCK[piece.type]
        raise PositionError(f"there are more {colour} pieces of type {letter} than the {stock} of the stock")


def _lay(state: State, piece: Placed) -> None:
    """A piece at level k + 1 must have been able to land there (3.2, conditions 5 and 6)."""
    slot = rules.from_hand(state, piece.side, piece.type)
    if not rules.can_lie(state, slot, piece.placement):
        why = why_not_there(state, piece.side, piece.placement)
        raise PositionError(f"{write_piece(piece)} cannot lie there: {why}")
    level = rules.level_on(state, piece.placement)
    if level != piece.level:
        right = write_piece(piece._replace(level=level))
        raise PositionError(f"{write_piece(piece)} would lie at level {level}; it must be {right}")
    rules.put(state, slot, piece.placement, level)


def _settle(state: State) -> None:
    """Find out whether the game is over; the side of a finished position is the player who acted."""
    side = state[SIDE]
    for player in (side, 1 - side):
        if rules.is_connected(state, player):
            return rules.finish(state, WHITE_WINS + player, rules.CONNECTION)
    if rules.hand_is_empty(state, WHITE) or rules.hand_is_empty(state, BLACK):
        return rules.finish(state, rules.settled(state), rules.LAST_PIECE)
    if not rules.can_add(state) and not rules.can_move(state):
        rules.finish(state, rules.settled(state), rules.NO_MOVE)
    return None


# --- Decisions ------------------------------------------------------------------------------------

_ADD = re.compile(r"\+([TCEMLR])([a-q][1-9][0-9]?):([0-5])")
_MOVE = re.compile(r"([a-q][1-9][0-9]?)(?:-([a-q][1-9][0-9]?))?:([0-5])")


def write_decision(state: State, code: int) -> str:
    """The canonical text of a decision."""
    type_, space, orientation = parts(code % MOVE)
    goal = f"{BOARD.names[space]}:{orientation}"
    if code < MOVE:
        return f"+{TYPES[type_]}{goal}"
    return f"{BOARD.names[origin_of(code)]}-{goal}"


def origin_of(code: int) -> int:
    """The PÜNCT space from which a move begins; OFF for an addition."""
    return code // MOVE - 1


def has_one_meaning(text: str) -> bool:
    """All turns have: a text names everything that a decision says."""
    return True


def read_decision(state: State, text: str) -> int:
    """The legal decision a text means. Raises NotationError or IllegalDecision."""
    text = text.strip()
    if match := _ADD.fullmatch(text):
        letter, goal, orientation = match.groups()
        origin, type_ = OFF, TYPES.index(letter)
    elif match := _MOVE.fullmatch(text):
        start, goal, orientation = match.groups()
        goal = goal or start
        origin = _space(text, start)
        type_ = _type_at(state, text, origin)
    else:
        raise NotationError(
            note(
                "{text} is no decision; adding a piece is + with type, PÜNCT and orientation (+Ti5:0), "
                "moving one is from, to and orientation (m14-c4:3), turning on the spot m14-m14:3 or m14:3",
                text=repr(text),
            )
        )
    turned = _orientation(text, type_, orientation)
    code = MOVE * (origin + 1) + placement(type_, _space(text, goal), turned)
    if rules.is_legal(state, [0] * rules.MOST_ALIKE, code) == 0:
        codes = RULES.codes(state)
        some = [write_decision(state, code) for code in codes[:3]]
        raise not_legal(text, why_not(state, code), len(codes), some)
    return code


def _space(text: str, name: str) -> int:
    if name not in BOARD.index:
        raise no_such_space(text, name)
    return BOARD.index[name]


def _orientation(text: str, type_: int, digit: str) -> int:
    if int(digit) >= ORIENTATIONS[type_]:
        raise NotationError(
            note(
                "{text}: the orientation of a piece of type {type} must be 0, 1 or 2",
                text=text,
                type=TYPES[type_],
            )
        )
    return int(digit)


def _type_at(state: State, text: str, origin: int) -> int:
    """The type of the piece that moves: the top piece of the space, and its PÜNCT must be there."""
    name, slot = BOARD.names[origin], state[TOP + origin]
    if not slot:
        raise NotationError(note("{text}: there is no piece on {space}", text=text, space=name))
    type_, space, _ = parts(state[PLACED + slot])
    if space != origin:
        raise NotationError(
            note(
                "{text}: the piece on top of {space} is named by its PÜNCT, which is on {other}",
                text=text,
                space=name,
                other=BOARD.names[space],
            )
        )
    return type_


# --- Why not --------------------------------------------------------------------------------------


def why_not(state: State, code: int) -> str:
    """Why a decision that is well written is not legal."""
    if code < MOVE:
        return _why_not_add(state, code)
    origin, target = origin_of(code), code % MOVE
    return why_not_movable(state, origin) or _why_not_move(state, state[TOP + origin], target)


def _why_not_add(state: State, number: int) -> str:
    type_, space, _ = parts(number)
    name = BOARD.names[space]
    if not state[HAND + NUMBER_OF_TYPES * state[SIDE] + type_]:
        return note("no piece of type {type} is left in hand", type=TYPES[type_])
    if not COVERED[number]:
        return note(
            "the piece does not lie on the board with all three dots if its PÜNCT is on {space}", space=name
        )
    for dot in COVERED[number]:
        if state[TOP + dot]:
            return note(
                "{space} is covered, and a new piece needs three vacant spaces", space=BOARD.names[dot]
            )
    central = next((BOARD.names[dot] for dot in COVERED[number] if CENTRAL[dot]), "")
    if not central:
        return note("nothing speaks against it")
    if state[VERSION] == STANDARD:
        return note("{space} is in the central hexagon, where no piece may be added", space=central)
    return note("{space} is in the central hexagon, and the first piece must lie outside it", space=central)


def why_not_movable(state: State, origin: int) -> str:
    """Why the piece whose PÜNCT is on top of a space cannot be moved; nothing if it can."""
    slot = state[TOP + origin]
    if OWNER[slot] != state[SIDE]:
        return note(PIECE_IS[OWNER[slot]], space=BOARD.names[origin])
    for dot in COVERED[state[PLACED + slot]]:
        above = state[TOP + dot]
        if above != slot:
            return note(
                "the piece on {space} is blocked: {piece} lies over {dot}",
                space=BOARD.names[origin],
                piece=placed_piece(piece_in(state, above)),
                dot=BOARD.names[dot],
            )
    return ""


PIECE_IS = (note("the piece on {space} is white"), note("the piece on {space} is black"))
SPACE_IS = (
    note("{space} is white, and a PÜNCT stands only on an own piece"),
    note("{space} is black, and a PÜNCT stands only on an own piece"),
)
"""By the owner of what lies there."""


def _why_not_move(state: State, slot: int, number: int) -> str:
    _, origin, _ = parts(state[PLACED + slot])
    _, target, _ = parts(number)
    if number == state[PLACED + slot]:
        return note("the piece would lie as it did before")
    if target not in IN_LINE[origin]:
        return note("{goal} is not in line with {space}", goal=BOARD.names[target], space=BOARD.names[origin])
    lifted = [*state]
    rules.lift(lifted, slot)
    return why_not_there(lifted, OWNER[slot], number)


def why_not_there(state: State, side: int, number: int) -> str:
    """Why a piece that is off the board cannot be put there (3.2, conditions 5 and 6)."""
    type_, space, _ = parts(number)
    if not COVERED[number]:
        return note("with the PÜNCT on {space} a dot would be off the board", space=BOARD.names[space])
    if OWNER[state[TOP + space]] == 1 - side:
        return note(SPACE_IS[1 - side], space=BOARD.names[space])
    one, other, middle = DOTS[3 * number : 3 * number + 3]
    if type_ == TRIANGLE and len({_height(state, dot) for dot in (one, other, middle)}) > 1:
        levels = _levels(state, one, other, middle)
        return note("a triangle needs three equal levels, not {levels}", levels=levels)
    if _height(state, one) != _height(state, other):
        return note("its ends need equal levels, not {levels}", levels=_levels(state, one, other))
    if _height(state, middle) > _height(state, one):
        levels = _levels(state, one, other, middle)
        return note("its middle would be higher than its ends: {levels}", levels=levels)
    return note(
        "{space} is vacant, and above the board a PÜNCT stands only on an own piece", space=BOARD.names[space]
    )


def _height(state: State, space: int) -> int:
    return state[rules.LEVEL + state[TOP + space]]


def _levels(state: State, *spaces: int) -> str:
    """`1 on f7, 2 on f8`."""
    heights = ((_height(state, space), BOARD.names[space]) for space in sorted(spaces))
    return note_list([note("{level} on {space}", level=level, space=name) for level, name in heights])
