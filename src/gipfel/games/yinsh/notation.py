"""YINSH as text: positions, decisions and turns (docs/rules/yinsh.md 6)."""

import re
from collections.abc import Sequence
from functools import cache, partial

from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Side
from gipfel.games.yinsh import rules, words
from gipfel.games.yinsh.rules import (
    A_RING,
    BLITZ_TARGET,
    CROSSINGS,
    FIVE,
    GO,
    IN_HAND,
    LIFT,
    MARKER,
    MARKERS,
    MARKERS_OF,
    MOVE,
    MOVER,
    NOBODY,
    PASS,
    PHASE,
    PLACE,
    POOL,
    REMOVED,
    RING,
    RINGS,
    RINGS_EACH,
    ROOM,
    ROW,
    RULES,
    SPACE_AT,
    SPACES,
    STANDARD_TARGET,
    TAKE,
    TARGET,
    WHITE_MOVED,
)
from gipfel.kernel.state import BLACK, RESULT, SIDE, WHITE, WHITE_WINS, State
from gipfel.locale import note
from gipfel.notation.errors import (
    NotationError,
    PositionError,
    illegal_decision,
    no_such_space,
    not_finished,
    over_before,
)
from gipfel.notation.fields import choice, fields, pair, read_columns, write_columns

VERSIONS = ("standard", "blitz")
TARGETS = (STANDARD_TARGET, BLITZ_TARGET)
SIDES = "wb"
COLOURS = ("white", "black")
PHASES = "pmro"
MOVERS = "-wb"

# --- Positions --------------------------------------------------------------------------------------

FIELDS = ("board", "side", "phase", "mover", "removed rings", "target")


def write_state(state: State) -> str:
    """The canonical position text."""
    return " ".join(
        (
            write_columns(SPACES, lambda space: letter(state, space)),
            SIDES[state[SIDE]],
            PHASES[state[PHASE]],
            MOVERS[state[MOVER]],
            f"{state[REMOVED + WHITE]}/{state[REMOVED + BLACK]}",
            f"{state[TARGET]}",
        )
    )


def letter(state: State, space: int) -> str:
    """W and B for rings, w and b for markers, nothing for a vacant space."""
    here = rules.standing(state, space)
    if here == A_RING:
        return "W" if space in rules.rings_of(state, WHITE) else "B"
    return SIDES[MARKER.index(here)] if here else ""


def version_of(text: str) -> str | None:
    """The version a position text is written for, if it says so."""
    found = text.split()
    targets = [str(target) for target in TARGETS]
    if len(found) != len(FIELDS) or found[-1] not in targets:
        return None
    return VERSIONS[targets.index(found[-1])]


def read_state(text: str) -> State:
    """The state a position text describes. Raises PositionError."""
    example = write_state(rules.start(STANDARD_TARGET))
    board, side, phase, mover, removed, target = fields(text, FIELDS, example)
    state = rules.start(TARGETS[choice(target, [str(number) for number in TARGETS], "target")])
    state[SIDE] = choice(side, SIDES, "side to act")
    state[PHASE] = choice(phase, PHASES, "phase")
    state[MOVER] = choice(mover, MOVERS, "mover")
    state[REMOVED : REMOVED + 2] = pair(removed, "removed rings")
    _read_board(state, board)
    _check_removed(state)
    _check_placing(state) if state[PHASE] == PLACE else _check_playing(state)
    _settle(state)
    return state


def _read_board(state: State, text: str) -> None:
    rings: tuple[list[int], list[int]] = ([], [])
    for space, sign in read_columns(SPACES, text, "WBwb"):
        side = SIDES.index(sign.lower())
        if sign.isupper():
            rings[side].append(space)
            rules.change(state, space, A_RING)
        else:
            state[POOL] -= 1
            rules.change(state, space, MARKER[side])
    if state[POOL] < 0:
        raise PositionError(f"there are {MARKERS - state[POOL]} markers on the board; the game has {MARKERS}")
    for side in (WHITE, BLACK):
        _take_rings(state, side, rings[side])


def _take_rings(state: State, side: int, rings: list[int]) -> None:
    left = RINGS_EACH - state[REMOVED + side] - len(rings)
    if left < 0:
        raise PositionError(
            f"there are {RINGS_EACH - left} {COLOURS[side]} rings on the board and removed; "
            f"each player has {RINGS_EACH}"
        )
    state[IN_HAND + side] = left
    first = RINGS + RINGS_EACH * side
    state[first : first + len(rings)] = rings


def _check_removed(state: State) -> None:
    target = state[TARGET]
    won = [side for side in (WHITE, BLACK) if state[REMOVED + side] >= target]
    for side in won:
        if state[REMOVED + side] > target:
            raise PositionError(
                f"{Side(side)} has removed {state[REMOVED + side]} rings; "
                f"the game ends with the target, {target}"
            )
    if len(won) > 1:
        raise PositionError(f"both players have removed {target}; the game ends when the first one has")


def _check_placing(state: State) -> None:
    """Rings come one by one, White's first, and nothing else happens before they stand."""
    white, black = (RINGS_EACH - state[IN_HAND + side] for side in (WHITE, BLACK))
    if state[POOL] < MARKERS:
        raise PositionError("in phase p rings are placed; there are no markers on the board yet")
    if state[REMOVED + WHITE] or state[REMOVED + BLACK]:
        raise PositionError("in phase p no ring has been removed; the removed rings must be 0/0")
    if state[MOVER] != NOBODY:
        raise PositionError("in phase p the mover must be -")
    if state[IN_HAND + BLACK] == 0:
        raise PositionError("all rings are placed; the phase must be m")
    if white - black != state[SIDE]:
        raise PositionError(
            f"White and Black place rings in turn; with {white} white and {black} black ones on the board "
            f"it cannot be {Side(state[SIDE])}'s turn"
        )


def _check_playing(state: State) -> None:
    """All rings have been placed; the player who moved is named while the move is being resolved."""
    phase = PHASES[state[PHASE]]
    for side in (WHITE, BLACK):
        rings = RINGS_EACH - state[IN_HAND + side]
        if rings < RINGS_EACH:
            raise PositionError(
                f"there are {rings} {COLOURS[side]} rings on the board and removed; "
                f"in phase {phase} there must be {RINGS_EACH}"
            )
    if state[PHASE] in (ROW, RING) and state[MOVER] == NOBODY:
        raise PositionError(f"in phase {phase} the mover must be w or b: whose ring has moved")
    if state[PHASE] == MOVE and state[MOVER] != NOBODY and not _both_stuck(state):
        raise PositionError("in phase m the mover must be -")


def _both_stuck(state: State) -> bool:
    return bool(rules.stuck(state, WHITE) and rules.stuck(state, BLACK))


def _settle(state: State) -> None:
    """Find out whether the game is over, and refuse phases that do not fit the rows on the board."""
    for side in (WHITE, BLACK):
        if state[REMOVED + side] == state[TARGET]:
            state[RESULT] = WHITE_WINS + side
            return
    found = rules.all_fives(state)
    if state[PHASE] == MOVE:
        _settle_move(state, found)
    elif state[PHASE] in (ROW, RING):
        _check_rows(state, found)


def _settle_move(state: State, found: int) -> None:
    """Before a move no row may be left; the game is over if the pool is empty or both have passed.

    Worked example 16 has a row of the player to act; that is harmless if the move comes and resolves it.
    """
    for side in (WHITE, BLACK):
        if found & MARKERS_OF[side] and (side != state[SIDE] or rules.stuck(state, side)):
            raise PositionError(
                f"in phase m no row may be left, but there is a {COLOURS[side]} one; use phase r"
            )
    state[rules.ROW_LEFT] = int(found & MARKERS_OF[state[SIDE]] != 0)
    both_passed = state[MOVER] == WHITE_MOVED + state[SIDE]
    if state[POOL] == 0 or both_passed:
        state[RESULT] = rules.more_rings(state)


def _check_rows(state: State, found: int) -> None:
    side, mover = state[SIDE], state[MOVER] - WHITE_MOVED
    if side != mover and found & MARKERS_OF[mover]:
        raise PositionError(f"there is a {COLOURS[mover]} row, and the mover's rows come first")
    if state[PHASE] == ROW and not found & MARKERS_OF[side]:
        raise PositionError(f"in phase r there must be a {COLOURS[side]} row to take")
    if state[PHASE] == RING and state[POOL] < FIVE:
        raise PositionError(
            f"in phase o five markers have just left the board; "
            f"there can be at most {MARKERS - FIVE} on it, not {MARKERS - state[POOL]}"
        )


# --- Decisions --------------------------------------------------------------------------------------

_SPACE = r"([a-z][0-9]{1,2})"
_DECISION = re.compile(rf"(x?){_SPACE}(?:-{_SPACE})?|pass")


def write_decision(state: State, code: int) -> str:
    """The canonical text of a decision."""
    if code >= GO:
        return "-".join(SPACES.names[space] for space in move_of(code))
    if code == PASS:
        return "pass"
    if code >= TAKE:
        row = row_of(code)
        return f"x{SPACES.names[row[0]]}-{SPACES.names[row[-1]]}"
    return f"x{SPACES.names[code - LIFT]}" if code >= LIFT else SPACES.names[code]


def move_of(code: int) -> tuple[int, int]:
    """From where to where a move leads."""
    way, to = divmod(code - GO, 16)
    return way // 3, SPACE_AT[ROOM * rules.LINE_OF[way] + to]


def row_of(code: int) -> list[int]:
    """The five spaces of a row that can be taken."""
    line, begin = divmod(code - TAKE, 16)
    return SPACE_AT[ROOM * line + begin : ROOM * line + begin + FIVE]


def read_decision(state: State, text: str) -> int:
    """The legal decision a text means. Raises NotationError or IllegalDecision."""
    text = text.strip()
    match = _DECISION.fullmatch(text)
    if match is None:
        raise NotationError(
            note(
                "{text} is no decision; e3 places a ring, e3-e5 moves one, xd4-h4 takes a row, "
                "xk10 removes a ring, and there is 'pass'",
                text=repr(text),
            )
        )
    removal = match[1] == "x"
    spaces = [_space(text, name) for name in match.groups()[1:] if name]
    if removal:
        spaces.sort()  # the ends of a row may come in either order
    written = ("x" if removal else "") + "-".join(SPACES.names[space] for space in spaces) or "pass"
    code = _codes_by_text().get(written)
    if code is None or code not in RULES.codes(state):
        raise _illegal(state, text, _why_not(state, removal, spaces))
    return code


@cache
def _codes_by_text() -> dict[str, int]:
    """Every decision that can ever be legal, by its text."""
    on_line = [range(1, len(line) + 1) for line in SPACES.lines]
    spaces = range(len(SPACES))
    rows = (TAKE + 16 * line + i for line, positions in enumerate(on_line) for i in positions[: 1 - FIVE])
    moves = (GO + 16 * way + to for way, line in enumerate(rules.LINE_OF) for to in on_line[line])
    codes = [*spaces, *(LIFT + space for space in spaces), *rows, PASS, *moves]
    return {write_decision([], code): code for code in codes}


def _space(text: str, name: str) -> int:
    if name not in SPACES.index:
        raise no_such_space(text, name)
    return SPACES.index[name]


_illegal = partial(illegal_decision, RULES, write_decision)
"""The error for a decision that is not legal, from the state, its text and the reason."""


PHASE_FORMS = ((False, 1), (False, 2), (True, 2), (True, 1))
"""What a decision of each phase looks like: has it an x, and how many spaces?"""
PHASE_ASKS = (
    note("a ring has to be placed"),
    note("a ring has to be moved"),
    note("a row has to be taken first"),
    note("a ring has to be removed first"),
)


def _why_not(state: State, removal: bool, spaces: Sequence[int]) -> str:
    """Why a well-written decision is not among the legal ones."""
    phase = state[PHASE]
    if not spaces:
        return words.why_no_pass(state)
    if (removal, len(spaces)) != PHASE_FORMS[phase]:
        return PHASE_ASKS[phase]
    if phase == PLACE:
        return words.why_no_ring_placed(spaces[0])
    if phase == MOVE:
        return words.why_no_move(state, spaces[0], spaces[1])
    if phase == ROW:
        return _why_no_row(state, spaces[0], spaces[1])
    return words.why_not_own_ring(state, spaces[0])


def _why_no_row(state: State, first: int, last: int) -> str:
    common = [line for line, _ in CROSSINGS[first] if line in [line for line, _ in CROSSINGS[last]]]
    line = SPACES.lines[common[0]] if len(common) == 1 else ()
    if not line or line.index(last) - line.index(first) != FIVE - 1:
        return note("a row is five adjacent spaces in a line, named by the first and the last")
    return NO_FIVE[state[SIDE]]


NO_FIVE = (
    note("there are not five white markers on these spaces"),
    note("there are not five black markers on these spaces"),
)


# --- Turns ------------------------------------------------------------------------------------------

_REMOVAL = re.compile(rf"(x{_SPACE}-{_SPACE})\s*(x{_SPACE})")
_RING_ALONE = re.compile(rf"x{_SPACE}")


def has_one_meaning(text: str) -> bool:
    """All turns have but those that take rows: a row may be left out if there is only one."""
    return "x" not in text


def read_turn(position: Position, text: str) -> list[Decision]:
    """The decisions of a whole turn; a removal may leave the row out if there is only one."""
    turn = position.turn
    played: list[Decision] = []
    for part in text.split(";"):
        for atom in _atoms(position, part.strip()):
            if position.turn != turn:
                raise over_before(text, repr(atom))
            played.append(position.decision(atom))
            position = position.play(played[-1])
    if position.turn == turn:
        raise not_finished(text, position.legal_summary())
    return played


def _atoms(position: Position, part: str) -> list[str]:
    """The decisions a part of a turn stands for, as texts."""
    if match := _REMOVAL.fullmatch(part):
        return [match[1], match[4]]
    state = position.state
    if state[PHASE] != ROW or state[RESULT] or not _RING_ALONE.fullmatch(part):
        return [part]
    rows = [write_decision(state, code) for code in RULES.codes(state)]
    if len(rows) > 1:
        why = note("there is more than one row; name it too, e.g. {example}", example=f"{rows[0]}{part}")
        raise _illegal(state, part, why)
    return [rows[0], part]


def write_turn(decisions: Sequence[Decision]) -> str:
    """The canonical text of a turn: a ring is written directly after the row it was removed for."""
    text = ""
    for decision in decisions:
        follows_row = LIFT <= decision.code < TAKE and "x" in text.rpartition(";")[2]
        text += decision.text if follows_row or not text else f";{decision.text}"
    return text
