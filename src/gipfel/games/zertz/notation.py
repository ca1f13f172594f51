"""ZÈRTZ as text: positions, decisions and turns (docs/rules/zertz.md 7).

Decisions are written so that each can be told from a turn. A marble is placed by `Wd4`; as a turn that
text says that no ring can be removed, and where it does, both mean the same. A ring is removed by `-d1`, a
marble jumps by `xd1-d3`, and `pass` is both. Turns are `Wd4,d1`, `Bd7,b2 x Wa1Wa2`, `x d1Gd3Wd5`. A turn
that begins in the middle, because the game did, is its rest: `-d1 x Wa1`, or the jumps that follow.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from gipfel.board import OFF
from gipfel.board.hexagon61 import BIT, POINTS
from gipfel.games.core.position import Decision, Position
from gipfel.games.zertz import rules
from gipfel.games.zertz.rules import (
    BOARDS,
    CAPTURED,
    JUMP,
    JUMPING,
    LANDING_POINT,
    LAYOUT,
    LAYOUT_NAMES,
    MARBLES,
    NUMBER_OF_POINTS,
    OVER,
    PASS,
    PHASE,
    POOL,
    REMOVAL,
    REMOVE,
    RINGS,
    RULES,
    START,
)
from gipfel.kernel.state import BLACK, DRAW, RESULT, SIDE, WHITE, WHITE_WINS, State
from gipfel.locale import note
from gipfel.notation.errors import NotationError, PositionError, not_finished, not_legal, over_before
from gipfel.notation.fields import choice, fields, read_columns, write_columns

COLOURS = "WGB"
COLOUR_NAMES = ("white", "grey", "black")
SIDES = "12"
PLAYERS = (note("Player 1"), note("Player 2"))
MOST_MARBLES = 99
"""Of one colour; far more than any game or puzzle needs."""

# --- Points and what lies on them -----------------------------------------------------------------


def ring_name(state: State, point: int) -> str:
    """What a point is called on the board of this state."""
    board = BOARDS[state[LAYOUT]]
    return board.names[board.at(POINTS.cells[point])]


def point_called(state: State, name: str) -> int:
    """The point with a name, or OFF if the board of this state has none."""
    board = BOARDS[state[LAYOUT]]
    return POINTS.at(board.cells[board.index[name]]) if name in board.index else OFF


def points_in(bits: int) -> Iterator[int]:
    """The points of a set, in the order of their names."""
    return (point for point, bit in enumerate(BIT) if bit & bits)


def colour_at(state: State, bits: int) -> int:
    """The colour of the marble on a point given by its bit, or OFF."""
    return next((colour for colour in range(3) if state[MARBLES + colour] & bits), OFF)


def vacant_rings(state: State) -> int:
    """All rings without a marble."""
    return state[RINGS] & ~rules.marbles_of(state)


def free_rings(state: State) -> int:
    """All rings that may be removed."""
    return vacant_rings(state) & rules.open_points(state[RINGS])


def jumpers(state: State) -> int:
    """All marbles that can jump."""
    return rules.jumpers(rules.marbles_of(state), vacant_rings(state))


def marbles_in_all(state: State, colour: int) -> int:
    """How many marbles of a colour there are: on the board, in the pool and captured."""
    beside = sum(state[heap + colour] for heap in (POOL, CAPTURED, CAPTURED + 3))
    return state[MARBLES + colour].bit_count() + beside


# --- Positions ------------------------------------------------------------------------------------

FIELDS = ("layout", "board", "pool", "captured by 1", "captured by 2", "player", "phase")
HEAPS = ((POOL, "pool"), (CAPTURED, "marbles captured by 1"), (CAPTURED + 3, "marbles captured by 2"))

_HEAP = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{1,2})")


def write_state(state: State) -> str:
    """The canonical position text."""
    board = BOARDS[state[LAYOUT]]
    return " ".join(
        (
            LAYOUT_NAMES[state[LAYOUT]],
            write_columns(board, lambda i: _sign(state, BIT[POINTS.at(board.cells[i])])),
            *(".".join(str(number) for number in state[heap : heap + 3]) for heap, _ in HEAPS),
            SIDES[state[SIDE]],
            _write_phase(state),
        )
    )


def _sign(state: State, bit: int) -> str:
    """A hyphen for a point without ring, the colour of a marble, or nothing for a vacant ring."""
    if not state[RINGS] & bit:
        return "-"
    colour = colour_at(state, bit)
    return "" if colour == OFF else COLOURS[colour]


def _write_phase(state: State) -> str:
    if state[PHASE] >= JUMPING:
        return "J" + ring_name(state, state[PHASE] - JUMPING)
    return "R" if state[PHASE] == REMOVAL else "-"


def layout_name(text: str) -> str:
    """The layout field of a position text, or nothing."""
    found = text.split()
    return found[0] if len(found) == len(FIELDS) else ""


def read_state(text: str) -> State:
    """The state a position text describes. Raises PositionError."""
    layout, board, *heaps, player, phase = fields(text, FIELDS, write_state(rules.start(0)))
    state = rules.start(choice(layout, LAYOUT_NAMES, "layout"))
    _read_board(state, board)
    for (heap, what), content in zip(HEAPS, heaps, strict=True):
        state[heap : heap + 3] = _read_heap(content, what)
    state[SIDE] = choice(player, SIDES, "player to move")
    _read_phase(state, phase)
    _check_marbles(state)
    _check_sets(state)
    _check_phase(state)
    _settle(state)
    return state


def _read_board(state: State, text: str) -> None:
    board = BOARDS[state[LAYOUT]]
    for i, sign in read_columns(board, text, "-" + COLOURS):
        bit = BIT[POINTS.at(board.cells[i])]
        if sign == "-":
            state[RINGS] &= ~bit
        else:
            state[MARBLES + COLOURS.index(sign)] |= bit


def _read_heap(text: str, what: str) -> list[int]:
    match = _HEAP.fullmatch(text)
    if match is None:
        raise PositionError(
            f"the {what} must be three numbers, white.grey.black, such as 6.8.10, not {text!r}"
        )
    return [int(number) for number in match.groups()]


def _read_phase(state: State, text: str) -> None:
    if text in ("-", "R"):
        state[PHASE] = REMOVAL if text == "R" else START
        return
    point = point_called(state, text[1:])
    if text[0] != "J" or point == OFF:
        raise PositionError(
            f"the phase is {text!r}; it must be -, R, or J and the ring of the marble that jumps, e.g. Jd4"
        )
    state[PHASE] = JUMPING + point


def _check_marbles(state: State) -> None:
    for colour, name in enumerate(COLOUR_NAMES):
        number = marbles_in_all(state, colour)
        if number > MOST_MARBLES:
            raise PositionError(f"there are {number} {name} marbles; there may be {MOST_MARBLES} at most")


def _check_sets(state: State) -> None:
    """Only the player who moved last can have a winning set, or the one who is just jumping."""
    mover = state[SIDE]
    for side in (WHITE, BLACK):
        allowed = side == mover if state[PHASE] >= JUMPING else side != mover and state[PHASE] == START
        if rules.has_set(state, side) and not allowed:
            raise PositionError(
                f"{PLAYERS[side]} has a winning set and so the game has ended; "
                f"then the other player is to move in phase -"
            )


def _check_phase(state: State) -> None:
    """A phase must be one in which the player to move could be."""
    phase = state[PHASE]
    if phase == REMOVAL and not (free_rings(state) and rules.marbles_of(state)):
        raise PositionError("in phase R there must be a marble that was placed and a free ring to remove")
    if phase >= JUMPING:
        _check_jumping(state, phase - JUMPING)
    full = 0 if phase == REMOVAL else rules.full_groups(state)
    if full:
        names = ", ".join(ring_name(state, point) for point in points_in(full))
        raise PositionError(
            f"a group has a marble on every ring ({names}); "
            f"whoever completed it has captured it, so these rings must be gone"
        )


def _check_jumping(state: State, point: int) -> None:
    if not jumpers(state) & BIT[point]:
        name = ring_name(state, point)
        raise PositionError(f"in phase J{name} there must be a marble on {name} that can jump again")
    own = CAPTURED + 3 * state[SIDE]
    if sum(state[own : own + 3]) == 0:
        raise PositionError("in phase J the player to move has just captured a marble, but holds none")


def _settle(state: State) -> None:
    """Find out whether the game is over; who won must have moved last."""
    last = 1 - state[SIDE]
    if state[PHASE] != START:
        return
    if rules.has_set(state, last) or not state[RINGS]:
        state[RESULT] = WHITE_WINS + last
    elif rules.nothing_to_place(state) and not jumpers(state):
        state[RESULT] = DRAW


# --- Decisions ------------------------------------------------------------------------------------

_RING = "[a-i][1-9]"
_PLACE = re.compile(rf"([{COLOURS}])\s*({_RING})")
_REMOVE = re.compile(rf"-?\s*({_RING})")
_JUMP = re.compile(rf"(?:x\s*)?({_RING})\s*-\s*({_RING})")


def write_decision(state: State, code: int) -> str:
    """The canonical text of a decision."""
    if code == PASS:
        return "pass"
    if code >= JUMP:
        begin, end = jump_ends(code)
        return f"x{ring_name(state, begin)}-{ring_name(state, end)}"
    name = ring_name(state, code % NUMBER_OF_POINTS)
    return f"-{name}" if code >= REMOVE else f"{COLOURS[code // NUMBER_OF_POINTS]}{name}"


def jump_ends(code: int) -> tuple[int, int]:
    """The points a jump begins and ends on."""
    return (code - JUMP) // 6, LANDING_POINT[code - JUMP]


def read_decision(state: State, text: str) -> int:
    """The legal decision a text means. Raises NotationError or IllegalDecision."""
    text = text.strip()
    if text == "pass":
        return _legal(state, text, PASS, _why_not_pass)
    if match := _PLACE.fullmatch(text):
        colour, point = COLOURS.index(match[1]), _point(state, text, match[2])
        return _legal(state, text, colour * NUMBER_OF_POINTS + point, why_not_place, colour, point)
    if match := _REMOVE.fullmatch(text):
        point = _point(state, text, match[1])
        return _legal(state, text, REMOVE + point, why_not_remove, point)
    if match := _JUMP.fullmatch(text):
        begin, end = _point(state, text, match[1]), _point(state, text, match[2])
        return _legal(state, text, _jump_code(begin, end), why_not_jump, begin, end)
    raise _no_decision(text)


def _no_decision(text: str) -> NotationError:
    if text == "resign":
        return NotationError(note("resign is no turn on the board; a record has it in its result"))
    return NotationError(
        note(
            "{text} is no decision; a marble is placed by its colour and a ring (Wd4), "
            "a ring is removed by a hyphen (-d1), a marble jumps from ring to ring (xd1-d3)",
            text=repr(text),
        )
    )


def _point(state: State, text: str, name: str) -> int:
    point = point_called(state, name)
    if point == OFF:
        board = LAYOUT_NAMES[state[LAYOUT]]
        raise NotationError(
            note("{text}: the board of {board} has no place {place}", text=text, board=board, place=name)
        )
    return point


def _jump_code(begin: int, end: int) -> int:
    """The code of the jump between two points, or OFF if none leads from one to the other."""
    ways = range(6 * begin, 6 * begin + 6)
    return next((JUMP + way for way in ways if LANDING_POINT[way] == end), OFF)


def _legal(state: State, text: str, code: int, why_not: Callable[..., str], *places: int) -> int:
    """The decision, if it is legal; otherwise `why_not` says the reason."""
    codes = RULES.codes(state)
    if code not in codes:
        some = [write_decision(state, code) for code in codes[:3]]
        raise not_legal(text, why_not(state, *places), len(codes), some)
    return code


# --- Why not --------------------------------------------------------------------------------------


def why_not_now(state: State, phase: int) -> str:
    """What has to be done before something that belongs to another phase; nothing if it is its time."""
    if state[PHASE] == REMOVAL and phase != REMOVAL:
        return note("a free ring has to be removed first")
    if state[PHASE] >= JUMPING and phase < JUMPING:
        ring = ring_name(state, state[PHASE] - JUMPING)
        return note("the marble on {ring} has to go on jumping", ring=ring)
    if state[PHASE] == START and phase < JUMPING and jumpers(state):
        return note("a capture is compulsory")
    return ""


def why_no_marble(state: State, colour: int) -> str:
    """Why a marble of a colour cannot be placed, or nothing."""
    supply = rules.supply_of(state)
    if state[supply + colour]:
        return ""
    if supply == POOL:
        return NOT_IN_POOL[colour]
    return note(NOT_CAPTURED[colour], player=PLAYERS[state[SIDE]])


NOT_IN_POOL = (
    note("there is no white marble in the pool"),
    note("there is no grey marble in the pool"),
    note("there is no black marble in the pool"),
)
NOT_CAPTURED = (
    note("the pool is empty, and {player} has captured no white marble"),
    note("the pool is empty, and {player} has captured no grey marble"),
    note("the pool is empty, and {player} has captured no black marble"),
)


def why_not_vacant(state: State, point: int) -> str:
    """Why nothing can be put on a point, or nothing."""
    if not state[RINGS] & BIT[point]:
        return note("there is no ring on {ring}", ring=ring_name(state, point))
    if rules.marbles_of(state) & BIT[point]:
        return note("there is a marble on {ring}", ring=ring_name(state, point))
    return ""


def why_not_place(state: State, colour: int, point: int) -> str:
    """Why a marble cannot be placed, or nothing."""
    return why_not_now(state, START) or why_no_marble(state, colour) or why_not_vacant(state, point)


def why_not_remove(state: State, point: int) -> str:
    """Why a ring cannot be removed, or nothing."""
    if why := why_not_now(state, REMOVAL):
        return why
    if state[PHASE] == START:
        return note("a marble is placed before a ring is removed")
    if why := why_not_vacant(state, point):
        return why
    if free_rings(state) & BIT[point]:
        return ""
    return note(
        "the ring {ring} is not free, no two neighbouring sides of it are open", ring=ring_name(state, point)
    )


def why_not_jump(state: State, begin: int, end: int) -> str:
    """Why a marble cannot jump from one point to another, or nothing."""
    if why := why_not_now(state, JUMPING) or why_not_jumper(state, begin):
        return why
    code = _jump_code(begin, end)
    if code == OFF:
        return note("a marble jumps straight over its neighbour to the ring behind it")
    if not rules.marbles_of(state) & OVER[code - JUMP]:
        return note(
            "there is no marble to jump over between {ring} and {goal}",
            ring=ring_name(state, begin),
            goal=ring_name(state, end),
        )
    return why_not_vacant(state, end)


def why_not_jumper(state: State, point: int) -> str:
    """Why a jump cannot begin on a point, or nothing."""
    if not jumpers(state):
        return note("no marble can jump")
    if state[PHASE] >= JUMPING and state[PHASE] - JUMPING != point:
        ring = ring_name(state, state[PHASE] - JUMPING)
        return note("only the marble on {ring} may go on jumping", ring=ring)
    if not rules.marbles_of(state) & BIT[point]:
        return note("there is no marble on {ring}", ring=ring_name(state, point))
    if not jumpers(state) & BIT[point]:
        return note("the marble on {ring} cannot jump", ring=ring_name(state, point))
    return ""


def _why_not_pass(state: State) -> str:
    return why_not_now(state, START) or note("a marble can be placed")


# --- Turns ----------------------------------------------------------------------------------------

_STEP = rf"\s*([{COLOURS}])\s*({_RING})"
_CLAIMS = rf"\s*(?:x((?:{_STEP})+))?"
_PLACEMENT = re.compile(rf"([{COLOURS}]\s*{_RING})(?:\s*,\s*({_RING}))?{_CLAIMS}")
_REST_OF_PLACEMENT = re.compile(rf"(-\s*{_RING})(){_CLAIMS}")
_CAPTURE = re.compile(rf"x\s*({_RING})((?:{_STEP})+)")


def has_one_meaning(text: str) -> bool:
    """All turns have but those that name colours of captured marbles."""
    return "x" not in text


def read_turn(position: Position, text: str) -> list[Decision]:
    """The decisions of a whole turn. Raises NotationError or IllegalDecision."""
    body = text.strip()
    if body == "pass":
        return [position.decision(body)]
    if match := _PLACEMENT.fullmatch(body) or _REST_OF_PLACEMENT.fullmatch(body):
        parts = [match[1], *([f"-{match[2]}"] if match[2] else [])]
        decisions = _played(position, body, parts)
        _check_claims(body, match[3], claimed_by(decisions[-1]))
        return decisions
    if match := _CAPTURE.fullmatch(body):
        return _read_capture(position, body, match[1], re.findall(_STEP, match[2]))
    raise _no_turn(body)


def _no_turn(text: str) -> NotationError:
    if text == "resign":
        return _no_decision(text)
    return NotationError(
        note(
            "{text} is no turn; a turn is a marble and the ring removed (Wd4,d1), a marble alone if no ring "
            "is free (Wd4), jumps over marbles (x d1Gd3Wd5), or pass",
            text=repr(text),
        )
    )


def _played(position: Position, text: str, parts: Sequence[str]) -> list[Decision]:
    """The decisions of a turn that is written in these parts, and in no more or fewer."""
    decisions: list[Decision] = []
    turn = position.turn
    for part in parts:
        if position.turn != turn:
            raise over_before(text, part)
        decisions.append(position.decision(part))
        position = position.play(decisions[-1])
    if position.turn == turn:
        raise not_finished(text, position.legal_summary())
    return decisions


def _read_capture(
    position: Position, text: str, begin: str, steps: Sequence[tuple[str, str]]
) -> list[Decision]:
    names = [begin, *(ring for _, ring in steps)]
    parts = [f"x{a}-{b}" for a, b in pairwise(names)]
    decisions = _played(position, text, parts)
    for decision, (colour, ring) in zip(decisions, steps, strict=True):
        jumped = _jumped(decision)
        if colour != jumped:
            raise NotationError(
                note(
                    "{text}: the marble jumped on the way to {ring} is {jumped}, not {written}",
                    text=text,
                    ring=ring,
                    jumped=jumped,
                    written=colour,
                )
            )
    return decisions


def _jumped(decision: Decision) -> str:
    """The colour of the marble a jump captures, as a letter."""
    return COLOURS[colour_at(decision.position.state, OVER[decision.code - JUMP])]


def claimed_by(decision: Decision) -> str:
    """The marbles of the groups that a decision isolates or fills, as they are written in a turn."""
    state = decision.position.state
    colours = [state[MARBLES + colour] for colour in range(3)]
    if decision.code < REMOVE:
        colours[decision.code // NUMBER_OF_POINTS] |= BIT[decision.code % NUMBER_OF_POINTS]
    after = [*state]
    rules.play(after, decision.code)
    gone = [before & ~after[MARBLES + colour] for colour, before in enumerate(colours)]
    return "".join(
        COLOURS[next(c for c in range(3) if gone[c] & BIT[point])] + ring_name(state, point)
        for point in points_in(sum(gone))
    )


def _check_claims(text: str, written: str | None, right: str) -> None:
    """Claims may be left out, but must be complete and right if they stand there; their order is free."""
    if written is None:
        return
    claims = [colour + ring for colour, ring in re.findall(_STEP, written)]
    if sorted(claims) != sorted(colour + ring for colour, ring in re.findall(_STEP, right)):
        written = "".join(claims)
        if not right:
            why = note(
                "{text}: this turn captures nothing by isolation, not {written}", text=text, written=written
            )
        else:
            why = note(
                "{text}: this turn captures {marbles} by isolation, not {written}",
                text=text,
                marbles=right,
                written=written,
            )
        raise NotationError(why)


def write_turn(decisions: Sequence[Decision]) -> str:
    """The canonical text of a turn."""
    first, last = decisions[0], decisions[-1]
    if first.code == PASS:
        return first.text
    if first.code >= JUMP:
        begin, _ = jump_ends(first.code)
        return f"x {ring_name(first.position.state, begin)}{''.join(map(_write_jump, decisions))}"
    text = first.text if first is last else f"{first.text},{last.text[1:]}"
    claims = claimed_by(last)
    return f"{text} x {claims}" if claims else text


def _write_jump(decision: Decision) -> str:
    _, end = jump_ends(decision.code)
    return f"{_jumped(decision)}{ring_name(decision.position.state, end)}"
