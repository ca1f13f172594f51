"""LYNGK as text: positions, decisions and turns (docs/rules/lyngk.md 7)."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from gipfel.games.core.position import Decision, Position
from gipfel.games.core.turns import read_joined
from gipfel.games.lyngk import rules, words
from gipfel.games.lyngk.rules import (
    CAPTURED,
    CLAIM,
    CLAIMED,
    CLAIMING,
    CLAIMS,
    COLOURS,
    DIGIT,
    FIVE,
    JOKER,
    JOKERS,
    LIMIT,
    MADE_SIX,
    MOVE,
    NUMBER_OF_SPOTS,
    OF_A_COLOUR,
    PASS,
    PHASE,
    RULES,
    SIX,
    SPOTS,
    STACK,
    START,
    claims_of,
    height,
    owner,
    pieces_in,
    top,
)
from gipfel.games.lyngk.words import LETTERS
from gipfel.kernel.state import RESULT, SIDE, WHITE_WINS, State
from gipfel.locale import note
from gipfel.notation.errors import (
    NotationError,
    PositionError,
    no_such_spot,
    not_legal,
)
from gipfel.notation.fields import choice, fields, write_columns

RULE_SIGNS = {"L5": FIVE, "L6": SIX}
VERSION_OF = {"L5": "standard", "L6": "six"}
FIELDS = ("rule", "board", "claims", "captured", "player")
EXAMPLE = "L5 I/BRGK/IBRGKJI/BRGKIB/RGKJIBR/GKIBRG/KJIBRGK/IBRG/K -:- 0:0 1"
PLAYERS = "12"
PHASES = {"": START, "c": CLAIMING, "w": MADE_SIX}
"""Behind the player: who has claimed a colour and must still move, and who has won by a stack of six."""
NONE = "-"
BETWEEN = ","

# --- Writing positions ----------------------------------------------------------------------------


def write_state(state: State) -> str:
    """The canonical position text."""
    rule = next(sign for sign, limit in RULE_SIGNS.items() if limit == state[LIMIT])
    board = write_columns(SPOTS, lambda spot: stack_text(state, spot))
    claims = ":".join(claims_text(state, side) for side in range(2))
    captured = f"{state[CAPTURED]}:{state[CAPTURED + 1]}"
    phase = next(sign for sign, phase in PHASES.items() if phase == state[PHASE])
    return f"{rule} {board} {claims} {captured} {PLAYERS[state[SIDE]]}{phase}"


def stack_text(state: State, spot: int) -> str:
    """What stands on a spot; nothing if it is empty."""
    return pieces_text(pieces_in(state[STACK + spot]))


def pieces_text(pieces: Sequence[int]) -> str:
    """A single piece such as R, a stack such as (BRJ), from the bottom to the top; nothing for none."""
    letters = "".join(LETTERS[piece] for piece in pieces)
    return f"({letters})" if len(letters) > 1 else letters


def claims_text(state: State, side: int) -> str:
    """The colours a side has claimed, such as RK, or a hyphen."""
    return "".join(LETTERS[colour] for colour in claims_of(state, side)) or NONE


# --- Reading positions ----------------------------------------------------------------------------


def version_of(text: str) -> str | None:
    """The version a position text is written for."""
    return VERSION_OF.get((text.split() or [""])[0])


def read_state(text: str, takes_fives: bool = True) -> State:
    """The state a position text describes. Raises PositionError."""
    rule, board, claims, captured, player = fields(text, FIELDS, EXAMPLE)
    sign = tuple(RULE_SIGNS)[choice(rule, tuple(RULE_SIGNS), "rule")]
    state = rules.empty(RULE_SIGNS[sign], takes_fives and sign == "L5")
    for spot, pieces in _read_board(board):
        _check_stack(state, spot, pieces)
        state[STACK + spot] = rules.stack_of(pieces)
    state[CLAIMS : CLAIMS + 2] = _read_claims(claims)
    state[CAPTURED : CAPTURED + 2] = _read_captured(captured)
    state[SIDE] = choice(player[:1], PLAYERS, "player to act")
    state[PHASE] = PHASES[tuple(PHASES)[choice(player[1:], tuple(PHASES), "sign behind the player")]]
    _check_pieces(state)
    state = rules.completed(state)
    _check_fives(state)
    _settle(state)
    return state


_PILE = re.compile(rf"[1-9]|[{LETTERS}]|\([{LETTERS}]+\)")


def _read_board(text: str) -> Iterator[tuple[int, list[int]]]:
    """The stacks with their spots."""
    columns = text.split("/")
    if len(columns) != len(SPOTS.columns):
        raise PositionError(
            f"the board has {len(columns)} columns; it must have {len(SPOTS.columns)}, a to i, joined by '/'"
        )
    for spots, content in zip(SPOTS.columns, columns, strict=True):
        yield from _read_column(spots, content)


def _read_column(spots: Sequence[int], text: str) -> Iterator[tuple[int, list[int]]]:
    name = SPOTS.names[spots[0]][0]
    if re.fullmatch(rf"(?:{_PILE.pattern})+", text) is None:
        raise PositionError(
            f"column {name} is {text!r}; it must be made of numbers of empty spots, of the pieces "
            f"{', '.join(LETTERS)}, and of stacks such as (BRJ), from the bottom to the top"
        )
    tokens = _PILE.findall(text)
    length = sum(int(token) if token.isdigit() else 1 for token in tokens)
    if length != len(spots):
        raise PositionError(f"column {name} ({text}) has {length} spots; it must have {len(spots)}")
    at = 0
    for token in tokens:
        if token.isdigit():
            at += int(token)
        else:
            yield spots[at], [LETTERS.index(letter) for letter in token.strip("()")]
            at += 1


def _read_claims(text: str) -> list[int]:
    parts = text.split(":")
    if len(parts) != 2 or not all(re.fullmatch(rf"-|[{LETTERS[:COLOURS]}]{{1,2}}", part) for part in parts):
        raise PositionError(
            f"the claims are {text!r}; they must be the colours of both players in the order of their "
            f"claims, at most two each, such as RK:B or -:-"
        )
    colours = text.replace(NONE, "").replace(":", "")
    if len(set(colours)) < len(colours):
        raise PositionError(f"the claims are {text!r}; a colour can be claimed only once")
    return [
        sum(LETTERS.index(letter) + 1 << DIGIT * i for i, letter in enumerate(part.strip(NONE)))
        for part in parts
    ]


def _read_captured(text: str) -> list[int]:
    found = re.fullmatch(r"([0-9]{1,2}):([0-9]{1,2})", text)
    if found is None:
        raise PositionError(f"the captured stacks are {text!r}; they must be two numbers such as 1:0")
    return [int(found[1]), int(found[2])]


# --- Positions that cannot occur --------------------------------------------------------------------


def _check_stack(state: State, spot: int, pieces: list[int]) -> None:
    """A stack has at most one piece of each colour, and a joker on top only if it is alone."""
    where = f"{pieces_text(pieces)} on {SPOTS.names[spot]}"
    colours = [piece for piece in pieces if piece != JOKER]
    if len(pieces) > state[LIMIT]:
        raise PositionError(f"{where} is {len(pieces)} pieces high; the limit is {state[LIMIT]}")
    if len(set(colours)) < len(colours):
        raise PositionError(f"{where} has a colour twice")
    if len(pieces) > 1 and pieces[-1] == JOKER:
        raise PositionError(f"{where} has a joker on top; jokers do not move, so only a single one shows")


def _check_pieces(state: State) -> None:
    """No more pieces than the game has."""
    on_board = [piece for entry in state[STACK : STACK + NUMBER_OF_SPOTS] for piece in pieces_in(entry)]
    for colour, letter in enumerate(LETTERS):
        most, found = JOKERS if colour == JOKER else OF_A_COLOUR, on_board.count(colour)
        if found > most:
            raise PositionError(f"there are {found} pieces {letter} on the board; there are only {most}")
    captured = sum(state[CAPTURED : CAPTURED + 2])
    if captured and state[LIMIT] == SIX:
        raise PositionError("in L6 nothing is captured; the field must be 0:0")
    if len(on_board) + FIVE * captured > NUMBER_OF_SPOTS:
        raise PositionError(
            f"pieces: {len(on_board)} on the board, {FIVE * captured} in captured stacks; "
            f"there are only {NUMBER_OF_SPOTS}"
        )


def _check_fives(state: State) -> None:
    """In L5 a stack of five with a claimed colour on top is captured, not left standing."""
    if not state[rules.TAKES_FIVES]:
        return
    for spot in range(NUMBER_OF_SPOTS):
        if height(state, spot) == FIVE and owner(state, top(state, spot)) is not None:
            raise PositionError(
                f"{stack_text(state, spot)} on {SPOTS.names[spot]} has a claimed colour on top; "
                f"such a stack of {FIVE} has been captured"
            )


def _settle(state: State) -> None:
    """Find out whether the game is over (5)."""
    side = state[SIDE]
    if state[PHASE] == CLAIMING:
        _check_claiming(state)
    elif state[PHASE] == MADE_SIX:
        own = CLAIMED[state[CLAIMS + side]]
        if not any(
            height(state, spot) == SIX and own >> top(state, spot) & 1 for spot in range(NUMBER_OF_SPOTS)
        ):
            raise PositionError(f"player {PLAYERS[side]} has no stack of {SIX} with an own colour on top")
        state[RESULT] = WHITE_WINS + side
    elif not rules.can_act(state, side) and not rules.can_act(state, 1 - side):
        state[RESULT] = rules.result_by_standing(state)


def _check_claiming(state: State) -> None:
    """A claim is followed by a move."""
    side = state[SIDE]
    if not state[CLAIMS + side]:
        raise PositionError(
            f"player {PLAYERS[side]} has claimed no colour; the last field must be {side + 1}"
        )
    if not rules.can_move(state, side, CLAIMED[state[CLAIMS + side]], 0):
        raise PositionError(f"player {PLAYERS[side]} cannot move; a claim must be followed by a move")


# --- Decisions ------------------------------------------------------------------------------------

_SPOT = r"[a-i][1-9]"
_MOVE = re.compile(rf"{_SPOT}(?:-{_SPOT})+")
CLAIM_LETTERS = tuple(LETTERS[:COLOURS].lower())
"""How the claims are written, colour by colour."""


def write_decision(state: State, code: int) -> str:
    """The canonical text of a decision: `b4-e2`, the claim `R`, or `pass`."""
    if code == PASS:
        return "pass"
    if code >= CLAIM:
        return LETTERS[code - CLAIM]
    start, goal = divmod(code, MOVE)
    return f"{SPOTS.names[start]}-{SPOTS.names[goal]}"


def has_one_meaning(text: str) -> bool:
    """All turns have: a text names everything that a decision says."""
    return True


def read_decision(state: State, text: str) -> int:
    """The legal decision a text means. Raises NotationError or IllegalDecision."""
    text = text.strip()
    code, route = _read_action(text)
    codes = RULES.codes(state)
    why = "" if code in codes else words.why_not_legal(state, code)
    if why or not _is_route(state, route):
        why = why or note("these spots are no chain of LYNGK-points")
        raise not_legal(text, why, len(codes), [write_decision(state, legal) for legal in codes[:3]])
    return code


def _read_action(text: str) -> tuple[int, list[int]]:
    """The decision a text means, and the spots it names."""
    action = text.lower()
    if action == "pass":
        return PASS, []
    if action == "resign":
        raise NotationError(
            note("resigning is no decision; it ends a record, as in 'result: 0-1 resignation'")
        )
    if action in CLAIM_LETTERS:
        return CLAIM + CLAIM_LETTERS.index(action), []
    if _MOVE.fullmatch(action) is None:
        raise NotationError(
            note(
                "{text} is no decision; write a move as b4-e2, a claim as one of the letters I B R G K, "
                "or pass",
                text=repr(text),
            )
        )
    route = [_spot(text, name) for name in action.split("-")]
    return MOVE * route[0] + route[-1], route


def _spot(text: str, name: str) -> int:
    if name not in SPOTS.index:
        raise no_such_spot(text, name)
    return SPOTS.index[name]


def _is_route(state: State, route: list[int]) -> bool:
    """Do the spots between the first and the last one of a legal move lead from one to the other?

    The first one is empty while its stack travels.
    """
    if len(route) <= 2:
        return True
    start, points = route[0], route[1:-1]
    colour = top(state, start)
    linked = len({start, *points}) == len(points) + 1 and owner(state, colour) == state[SIDE]
    return (
        linked
        and all(top(state, point) == colour for point in points)
        and all(rules.seen_past(state, here, 1 << start) >> there & 1 for here, there in pairwise(route))
    )


# --- Turns ----------------------------------------------------------------------------------------


def read_turn(position: Position, text: str) -> list[Decision]:
    """The decisions of a whole turn. Raises NotationError or IllegalDecision."""
    return read_joined(position, text, BETWEEN)


def write_turn(decisions: Sequence[Decision]) -> str:
    """The canonical text of a turn."""
    return BETWEEN.join(decision.text for decision in decisions)
