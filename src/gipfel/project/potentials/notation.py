"""Project games as text: positions, decisions and turns (docs/rules/potentials.md 11)."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from gipfel.games.core.side import SIDE_NAMES
from gipfel.games.gipf.notation import LINE_NAMES, NO_ROW_NOW, PUSHES, occupied
from gipfel.games.gipf.rules import (
    BIT,
    DONE,
    ENTRIES,
    GIPF,
    LINES,
    LOST,
    NUMBER_OF_ENTRIES,
    RESERVE,
    SPOTS,
    SUBSETS,
    bits_on,
    row_on,
)
from gipfel.kernel.state import BLACK, RESULT, SIDE, WHITE, State
from gipfel.locale import note
from gipfel.notation.errors import (
    IllegalDecision,
    NotationError,
    PositionError,
    illegal_decision,
    no_such_spot,
)
from gipfel.notation.fields import choice, pair
from gipfel.project.potentials import rules
from gipfel.project.potentials.rules import (
    ALLOW,
    BEGAN,
    BUDGET,
    BY,
    CELL,
    CHALLENGE,
    DECLINE,
    EXTRA,
    EXTRAS,
    KINDS,
    OUT,
    PENDING,
    POOL,
    REMOVE,
    RULES,
    SAID,
    SLOT,
    STAGE,
    THEN,
    TIED,
    USE,
    USER_LOSES,
    USER_WINS,
)

SIDES = "wb"
COLOURS = "WB"
KIND_LETTERS = "TZDYP"
"""Potentials in pools and moves."""
UNIT_LETTERS = "ptzdyu"
"""Units in stacks, from BASIC_UNIT on."""
SLOTS = "omcxak"
STAGES = ("G1", "G", "L", "B")
FLAGS = {"dormant": rules.DORMANT, "inert": rules.INERT, "tried": rules.TRIED}
UNLIMITED = "*"
CONTEST = " | "
"""Between the position of GIPF and that of a contest inside it."""

# --- Positions ------------------------------------------------------------------------------------


def write_state(state: State) -> str:
    """The canonical position text."""
    parts = [
        write_board(state),
        SIDES[state[SIDE]],
        SLOTS[state[SLOT]],
        *(f"{COLOURS[side]}:{write_player(state, side)}" for side in (WHITE, BLACK)),
        f"{state[LOST]}/{state[LOST + 1]}",
        *_write_out(state),
        *_write_optional_fields(state),
    ]
    return " ".join(parts)


def write_board(state: State, between: str = ",") -> str:
    """All stacks, sorted by column, then number."""
    stacks = (
        f"{SPOTS.names[spot]}={write_stack(state[CELL + spot])}"
        for spot in range(len(SPOTS))
        if state[CELL + spot]
    )
    return between.join(stacks) or "-"


def write_stack(cell: int) -> str:
    """A stack from bottom to top; a capital letter sets the colour of what follows."""
    return _write_units(int(cell & rules.UNITS))


@lru_cache(maxsize=4096)
def _write_units(cell: int) -> str:
    text, colour = "", ""
    for unit in reversed(list(units_of(cell))):
        if COLOURS[unit >> 3] != colour:
            colour = COLOURS[unit >> 3]
            text += colour
        text += UNIT_LETTERS[(unit & 7) - rules.BASIC_UNIT]
    return text


def units_of(cell: int) -> Iterator[int]:
    """The units of a cell from top to bottom."""
    cell &= rules.UNITS
    while cell:
        yield cell & rules.UNIT_MASK
        cell >>= rules.UNIT_BITS


def write_player(state: State, side: int) -> str:
    """Reserve, pool and stage of a player."""
    pool = "".join(
        f"{KIND_LETTERS[kind]}{number}"
        for kind in range(KINDS)
        if (number := state[POOL + KINDS * side + kind])
    )
    return f"{state[RESERVE + side]}/{pool}/{STAGES[state[STAGE + side]]}"


def out_units(state: State) -> list[str]:
    """The potentials out of the game, one entry each: Wt, Bz, ..."""
    return [
        COLOURS[side] + UNIT_LETTERS[1 + kind]
        for side in (WHITE, BLACK)
        for kind in range(KINDS)
        for _ in range(state[OUT + KINDS * side + kind])
    ]


def _write_out(state: State) -> list[str]:
    units = out_units(state)
    return [f"out:{','.join(units)}"] if units else []


def _write_optional_fields(state: State) -> Iterator[str]:
    """The fields that are written only when they are needed."""
    if state[SIDE] != state[BY]:
        yield f"by:{SIDES[state[BY]]}"
    if state[DONE]:
        yield "done:" + "+".join(name for i, name in enumerate(LINE_NAMES) if state[DONE] >> i & 1)
    if state[PENDING] != rules.NOTHING:
        announced, slot = divmod(state[PENDING], 3)
        yield f"say:{write_decision(state, announced)}"
        if announced < DECLINE:
            yield f"then:{SLOTS[slot]}"
    if state[SLOT] == rules.ROWS and state[THEN] != rules.END:
        yield f"then:{SLOTS[state[THEN]]}"
    if state[EXTRAS]:
        yield f"extras:{state[EXTRAS]}"
    if state[rules.LINK_MODE] == rules.CHALLENGE_MODE:
        left = [UNLIMITED if n == rules.UNLIMITED else str(n) for n in state[BUDGET : BUDGET + 2]]
        yield f"budget:{'/'.join(left)}"
    if any(state[rules.LINK_FIRST : rules.LINK_FIRST + 2]):
        yield f"said:{state[SAID]}/{state[SAID + 1]}"
    if began := [*_write_began(state)]:
        yield f"began:{','.join(began)}"
    for name, flag in FLAGS.items():
        spots = [SPOTS.names[i] for i in range(len(SPOTS)) if state[CELL + i] & flag]
        if spots:
            yield f"{name}:{','.join(spots)}"


def _write_began(state: State) -> Iterator[str]:
    """Who began contests: `Z=w`, or `wZ=w` where it is remembered for White's ZÈRTZ-potentials only."""
    for kind, letter in enumerate(KIND_LETTERS):
        white, black = state[BEGAN + kind], state[BEGAN + KINDS + kind]
        if white == black:
            yield from [f"{letter}={SIDES[white - 1]}"] if white else []
        else:
            began = zip(SIDES, (white, black), strict=True)
            yield from (f"{side}{letter}={SIDES[first - 1]}" for side, first in began if first)


def read_state(text: str, agreed: State) -> State:
    """The state that a text describes; options and links are those of the state `agreed`."""
    fields = text.split()
    if len(fields) < 6:
        raise PositionError(
            f"a project position has six fields or more (board, side, slot, W:..., B:..., lost), "
            f"not {len(fields)}: e.g. {write_state(agreed)}"
        )
    state = [*agreed]
    for i in (*range(CELL, rules.AGREED), RESULT, DONE):
        state[i] = 0
    state[BUDGET : BUDGET + 2] = agreed[BUDGET : BUDGET + 2]
    state[PENDING] = rules.NOTHING
    _read_board(state, fields[0])
    state[SIDE] = state[BY] = choice(fields[1], SIDES, "side")
    state[SLOT] = choice(fields[2], SLOTS, "slot")
    state[THEN] = rules.END if state[SLOT] == rules.ROWS else 0
    for side in (WHITE, BLACK):
        _read_player(state, side, fields[3 + side])
    state[LOST : LOST + 2] = pair(fields[5], "lost basics")
    rules.refresh(state)
    _read_optional_fields(state, fields[6:])
    _check_slot(state)
    return state


def _read_board(state: State, text: str) -> None:
    if text == "-":
        return
    for part in text.split(","):
        spot, _, stack = part.partition("=")
        if spot not in SPOTS.index:
            raise PositionError(f"{part!r}: there is no spot {spot!r}; write stacks like e2=Wpp")
        if state[CELL + SPOTS.index[spot]]:
            raise PositionError(f"the spot {spot} is named twice")
        state[CELL + SPOTS.index[spot]] = read_stack(stack)


def read_stack(text: str) -> int:
    """The cell that a stack text describes. Raises PositionError."""
    if re.fullmatch(r"(?:[WB][ptzdyu]+)+", text) is None or len(re.findall("[a-z]", text)) > 15:
        raise PositionError(f"the stack {text!r} must be units like Wp, Wpt or BpWd, bottom first")
    cell, side = 0, 0
    for letter in text:
        if letter in COLOURS:
            side = COLOURS.index(letter)
        else:
            unit = UNIT_LETTERS.index(letter) + rules.BASIC_UNIT + rules.COLOUR * side
            cell = cell << rules.UNIT_BITS | unit
    _check_stack(text, cell)
    return cell


def _check_stack(text: str, cell: int) -> None:
    """Raises PositionError unless a stack is a piece or a spent potential, perhaps covered by used d or u."""
    units = list(units_of(cell))[::-1]
    bottom, second = units[0], units[1] if len(units) > 1 else 0
    if len(units) == 1:
        possible = (bottom & 7) not in (rules.DVONN, rules.PUNCT)
    else:
        own = second >> 3 == bottom >> 3
        above = units[2:] if own else units[1:]
        below = bottom if not own else second
        possible = bottom & 7 == rules.BASIC_UNIT
        for unit in above:
            possible = possible and unit & 7 in (rules.DVONN, rules.PUNCT) and unit >> 3 != below >> 3
            below = unit
    if not possible:
        raise PositionError(f"the stack {text!r} is impossible")


def _read_player(state: State, side: int, text: str) -> None:
    match = re.fullmatch(rf"{COLOURS[side]}:([0-9]{{1,3}})/((?:[TZDYP][0-9]{{1,2}})*)/(G1|G|L|B)", text)
    if match is None:
        raise PositionError(
            f"{text!r} must be {COLOURS[side]}: with reserve, pool and stage, "
            f"such as {COLOURS[side]}:13/Z2T1/L"
        )
    state[RESERVE + side] = int(match[1])
    for letter, number in re.findall(r"([TZDYP])([0-9]+)", match[2]):
        state[POOL + KINDS * side + KIND_LETTERS.index(letter)] += int(number)
    state[STAGE + side] = STAGES.index(match[3])


def _read_optional_fields(state: State, fields: Sequence[str]) -> None:
    for field in fields:
        name, _, value = field.partition(":")
        reader = _OPTIONAL_FIELDS.get(name)
        if reader is None:
            raise PositionError(f"{field!r} is not known here; there are {', '.join(_OPTIONAL_FIELDS)}")
        reader(state, name, value)


def _read_out(state: State, _: str, value: str) -> None:
    for unit in value.split(","):
        if re.fullmatch("[WB][tzdyu]", unit) is None:
            raise PositionError(f"out: names potentials like Wt,Bz, not {unit!r}")
        state[OUT + KINDS * COLOURS.index(unit[0]) + UNIT_LETTERS.index(unit[1]) - 1] += 1


def _read_by(state: State, _: str, value: str) -> None:
    state[BY] = choice(value, SIDES, "side whose turn it is")


def _read_done(state: State, _: str, value: str) -> None:
    for line in value.split("+"):
        if line not in LINE_NAMES:
            raise PositionError(f"there is no line {line!r}; lines are named like {LINE_NAMES[0]}")
        state[DONE] |= 1 << LINE_NAMES.index(line)


def _read_say(state: State, _: str, value: str) -> None:
    before = [*state]
    before[SLOT] = rules.OPENING_EXTRA if value.startswith("+") else rules.REGULAR
    before[SIDE] = before[BY]
    try:
        announced = read_decision(before, value)
    except (NotationError, IllegalDecision) as error:
        raise PositionError(f"the announced move is impossible: {error}") from error
    if not (announced >= USE or EXTRA <= announced < DECLINE):
        raise PositionError(f"{value} is not a use of a potential; only uses are announced")
    state[PENDING] = announced * 3 + (rules.CLOSING_EXTRA if announced < DECLINE else rules.REGULAR)


def _read_then(state: State, _: str, value: str) -> None:
    then = choice(value, SLOTS[:3], "slot after this one")
    announced = state[PENDING] // 3 if state[PENDING] != rules.NOTHING else DECLINE
    if announced >= DECLINE and state[SLOT] != rules.ROWS:
        raise PositionError("then: belongs to rows and to announced extra moves, and to nothing else")
    if announced < DECLINE:
        state[PENDING] = state[PENDING] // 3 * 3 + then
    else:
        state[THEN] = then


def _read_extras(state: State, _: str, value: str) -> None:
    state[EXTRAS] = 1 + choice(value, "123", "sum of extra moves made and offered")


def _read_budget(state: State, _: str, value: str) -> None:
    if state[rules.LINK_MODE] != rules.CHALLENGE_MODE:
        raise PositionError("nothing can be challenged in this game, so there is no budget")
    match = re.fullmatch(r"([0-9]{1,3}|\*)/([0-9]{1,3}|\*)", value)
    if match is None:
        raise PositionError(f"the budget is {value!r}; it must be two numbers such as 1/3, or * for no limit")
    for side in (WHITE, BLACK):
        number = match[1 + side]
        state[BUDGET + side] = rules.UNLIMITED if number == UNLIMITED else int(number)


def _read_said(state: State, _: str, value: str) -> None:
    if not any(state[rules.LINK_FIRST : rules.LINK_FIRST + 2]):
        raise PositionError("announced uses are not counted in this game (link.scope is not first)")
    state[SAID : SAID + 2] = pair(value, "announced uses")


def _read_began(state: State, _: str, value: str) -> None:
    for part in value.split(","):
        match = re.fullmatch("([wb]?)([TZDYP])=([wb])", part)
        if match is None:
            raise PositionError(f"began: names who began a contest of a kind, like Z=w, not {part!r}")
        for side in match[1] or SIDES:
            whose = BEGAN + KINDS * SIDES.index(side)
            state[whose + KIND_LETTERS.index(match[2])] = 1 + SIDES.index(match[3])


def _read_flag(state: State, name: str, value: str) -> None:
    for spot in value.split(","):
        if spot not in SPOTS.index or not rules.load_of(_lowest_piece(state[CELL + SPOTS.index[spot]])):
            raise PositionError(f"{name}: names spots with loaded pieces, not {spot!r}")
        state[CELL + SPOTS.index[spot]] |= FLAGS[name]


def _lowest_piece(cell: int) -> int:
    """The lowest two units of a cell, to which flags belong."""
    covers = len([*units_of(cell)]) - 2
    return (cell & rules.UNITS) >> max(covers, 0) * rules.UNIT_BITS


_OPTIONAL_FIELDS = {
    "out": _read_out,
    "by": _read_by,
    "done": _read_done,
    "say": _read_say,
    "then": _read_then,
    "extras": _read_extras,
    "budget": _read_budget,
    "said": _read_said,
    "began": _read_began,
    **dict.fromkeys(FLAGS, _read_flag),
}


def _check_slot(state: State) -> None:
    """Raises PositionError unless somebody decides in the slot, or the game is over."""
    announced = state[SLOT] in (rules.ANSWER, rules.CONTEST)
    if announced != (state[PENDING] != rules.NOTHING):
        raise PositionError("an announced move (say:) belongs to the slots a and k, and to no other")
    if state[SLOT] == rules.ANSWER and state[SIDE] == state[BY]:
        raise PositionError("the opponent answers in slot a: write whose turn it is with by:")
    if announced:
        _check_link(state)
    if state[SLOT] == rules.OPENING_EXTRA and state[rules.OPPONENT_PUSH]:
        raise PositionError("with tamsk_opponent_push none there is no opening extra move; the slot is m")
    if state[SLOT] == rules.REGULAR and rules.extra_available(state, state[BY]):
        raise PositionError(
            "the TAMSK-potential on e5 gives an extra move first: the slot is o, or it is dormant"
        )
    if state[SLOT] not in (rules.ROWS, rules.ANSWER) and state[SIDE] != state[BY]:
        raise PositionError("by: belongs to the slots x and a; otherwise the side to act has the turn")
    untested = state[rules.BOTH_TO_LOSE] and (state[SLOT] > rules.REGULAR or state[rules.EXTRAS])
    if not (untested and rules.has_choice(state)):
        rules.test_gipf_pieces(state, state[SIDE])
    if state[RESULT] or rules.has_choice(state):
        return
    if state[SLOT] == rules.REGULAR:
        rules.go_on(state)
        if state[RESULT]:
            return
    raise PositionError(f"in slot {SLOTS[state[SLOT]]} there is nothing to decide")


def _check_link(state: State) -> None:
    """Raises PositionError unless the announced move is linked and, in slot a, can be challenged."""
    kind = rules.kind_of(state, state[PENDING] // 3)
    if state[rules.LINK_MODE] == rules.OFF or not rules.is_linked(state, state[BY], kind):
        raise PositionError(
            f"{KIND_LETTERS[kind]}-potentials are not linked in this game, so nothing is announced"
        )
    open_to_challenge = state[rules.LINK_MODE] != rules.MUST_WIN and rules.may_challenge(state, state[SIDE])
    if state[SLOT] == rules.ANSWER and not open_to_challenge:
        raise PositionError("slot a needs an opponent who can challenge the announced move")


# --- Decisions ------------------------------------------------------------------------------------

LOADS = ("", "G", *KIND_LETTERS)
VARIANTS = ("", "=N", "=C")
ANSWERS = {
    DECLINE: "+0",
    ALLOW: "allow",
    CHALLENGE: "challenge",
    USER_WINS: "?won",
    USER_LOSES: "?lost",
    TIED: "?tied",
}
"""Decisions with a fixed text."""

_PUSH = re.compile(r"([GTZDYP+]?)(?:([a-i][1-9])-)?([a-i][1-9])")
_ONLY_PUSH = re.compile(r"[GTZDYP]?[a-i][1-9]-[a-i][1-9]")
_USE = re.compile(r"([ZDYP])([a-i][1-9])>([a-i][1-9])(=N|=C)?")
_REMOVAL = re.compile(r"x([wb])(?:\[([a-i][1-9])([a-i][1-9])\])?:(-|[a-i][1-9](?:,[a-i][1-9])*)")


def write_decision(state: State, code: int) -> str:
    """The canonical text of a decision."""
    if code in ANSWERS:
        return ANSWERS[code]
    if code >= REMOVE:
        return _write_removal(state, code)
    if code >= USE:
        spots, variant = divmod(code - USE, rules.VARIANTS)
        spot, goal = divmod(spots, len(SPOTS))
        letter = KIND_LETTERS[rules.load_of(state[CELL + spot]) - rules.TAMSK]
        return f"{letter}{SPOTS.names[spot]}>{SPOTS.names[goal]}{VARIANTS[variant]}"
    load, entry = divmod(code, NUMBER_OF_ENTRIES)
    first, dot, _, _ = ENTRIES[entry]
    return f"{'+' if code >= EXTRA else LOADS[load]}{dot}-{SPOTS.names[first]}"


def removed_by(state: State, code: int) -> int:
    """The spots that a removal clears, as bits."""
    line, taken = divmod(code - REMOVE, SUBSETS)
    row = row_on(state, line)
    return row & ~(state[GIPF] | state[rules.LOADED]) | bits_on(line, taken)


def _write_removal(state: State, code: int) -> str:
    removed = removed_by(state, code)
    spots = ",".join(SPOTS.names[i] for i, bit in enumerate(BIT) if bit & removed) or "-"
    alike = [c for c in RULES.codes(state) if c >= REMOVE and removed_by(state, c) == removed]
    ends = f"[{''.join(row_ends(state, code))}]" if len(alike) > 1 else ""
    return f"x{SIDES[state[SIDE]]}{ends}:{spots}"


def row_ends(state: State, code: int) -> tuple[str, str]:
    """The first and the last spot of the row of a removal."""
    line = (code - REMOVE) // SUBSETS
    row = [SPOTS.names[i] for i in LINES[line] if BIT[i] & row_on(state, line)]
    return row[0], row[-1]


def has_one_meaning(text: str) -> bool:
    """Pushes have. What a row loses, and what a potential does, depends on what stands there."""
    return _ONLY_PUSH.fullmatch(text) is not None


def read_decision(state: State, text: str) -> int:
    """The legal decision that a text describes. Raises NotationError or IllegalDecision."""
    text = text.strip()
    codes = RULES.codes(state)
    if text in ANSWERS.values():
        code = next(code for code, answer in ANSWERS.items() if answer == text)
    elif match := _REMOVAL.fullmatch(text):
        code = _read_removal(state, text, match, codes)
    elif match := _USE.fullmatch(text):
        code = _read_use(state, text, match)
    elif match := _PUSH.fullmatch(text):
        code = _read_push(state, text, match)
    else:
        raise NotationError(
            note(
                "{text} is not a decision; examples: "
                "b1-b2, Gb1-b2, Tb1-b2, Zc3>e5, Pc3>d4=N, +a3-b4, +0, xw:e2,e3",
                text=repr(text),
            )
        )
    if code not in codes:
        raise _illegal(state, text, _why_not_now(state, code))
    return code


_illegal = partial(illegal_decision, RULES, write_decision)
"""The error for a decision that is not legal, from the state, its text and the reason."""


def _why_not_now(state: State, code: int) -> str:
    slot = state[SLOT]
    if slot in (rules.OPENING_EXTRA, rules.CLOSING_EXTRA):
        return note("the TAMSK-potential on e5 gives an extra move; make it or decline it (+0) first")
    if slot == rules.ROWS:
        return note("rows have to be dealt with first")
    if slot == rules.ANSWER:
        return note("the opponent has to allow or challenge the announced move first")
    if slot == rules.CONTEST:
        return note("the contest has to be decided first")
    if code in (ALLOW, CHALLENGE, USER_WINS, USER_LOSES, TIED):
        return note("nothing was announced")
    if code >= REMOVE:
        return NO_ROW_NOW
    if code >= USE:
        return note("this potential cannot be used like that")
    if code >= EXTRA:
        return note("there is no extra move now")
    return _why_no_push(state, code // NUMBER_OF_ENTRIES)


def _why_no_push(state: State, load: int) -> str:
    side = state[BY]
    stage, reserve = STAGES[state[STAGE + side]], state[RESERVE + side]
    if load == rules.PUSH_GIPF and state[STAGE + side] > rules.GIPF_STAGE:
        return note("no GIPF-piece may be played any more (stage {stage})", stage=stage)
    if state[STAGE + side] == rules.ONLY_GIPF_FIRST:
        return GIPF_PIECE_FIRST
    if load >= rules.PUSH_LOADED and state[STAGE + side] == rules.BASIC_STAGE:
        return note("after a basic piece no loaded piece may be played")
    if load >= rules.PUSH_LOADED and reserve:
        return note("no such potential is left in the pool")
    return note("the reserve has {reserve} basics", reserve=int(reserve))


GIPF_PIECE_FIRST = note("the first piece must be a GIPF-piece")


def _read_removal(state: State, text: str, match: re.Match[str], codes: list[int]) -> int:
    side, first, last, spots = match.groups()
    if state[SLOT] != rules.ROWS or SIDES[state[SIDE]] != side:
        who = SIDE_NAMES[SIDES.index(side)]
        raise _illegal(state, text, note("it is not {side} who takes a row now", side=who))
    removed = 0
    for name in () if spots == "-" else spots.split(","):
        if name not in SPOTS.index:
            raise no_such_spot(text, name)
        removed |= BIT[SPOTS.index[name]]
    matching = [code for code in codes if removed_by(state, code) == removed]
    if first:
        matching = [code for code in matching if {first, last} == set(row_ends(state, code))]
    if not matching:
        raise _illegal(state, text, note("no row can be taken like that"))
    return matching[0]


def _read_use(state: State, text: str, match: re.Match[str]) -> int:
    letter, start, end, variant = match.groups()
    for name in (start, end):
        if name not in SPOTS.index:
            raise no_such_spot(text, name)
    spot, goal = SPOTS.index[start], SPOTS.index[end]
    kind = rules.TAMSK + KIND_LETTERS.index(letter)
    if state[SLOT] == rules.REGULAR and rules.load_of(state[CELL + spot]) != kind:
        why = note("the piece on {spot} is not loaded with that potential", spot=start)
        raise _illegal(state, text, why)
    return USE + (spot * len(SPOTS) + goal) * rules.VARIANTS + VARIANTS.index(variant or "")


def _read_push(state: State, text: str, match: re.Match[str]) -> int:
    load, dot, spot = match.groups()
    entry = _entry(state, text, dot, spot)
    if PUSHES.is_full(occupied(state), entry):
        raise _illegal(state, text, PUSHES.line_full(entry))
    if PUSHES.is_empty(occupied(state), entry):
        entry = PUSHES.entries_at[SPOTS.names[ENTRIES[entry].spot]][0]
    return EXTRA + entry if load == "+" else LOADS.index(load) * NUMBER_OF_ENTRIES + entry


def _entry(state: State, text: str, dot: str | None, spot: str) -> int:
    """The entry a push names: by dot and first spot, by dot and spot reached, or by an empty spot alone."""
    if spot not in SPOTS.index:
        raise no_such_spot(text, spot)
    named = SPOTS.index[spot]
    pieces = occupied(state)
    for entry, (first, name, _, _) in enumerate(ENTRIES):
        if dot is None:
            if first == named and PUSHES.is_empty(pieces, entry):
                return entry
        elif name == dot and named in PUSHES.entry_spots[entry]:
            full = PUSHES.is_full(pieces, entry)
            if named == first or (not full and named == PUSHES.push_end(pieces, entry)):
                return entry
    if dot:
        raise _illegal(state, text, note("there is no push from {dot} to {spot}", dot=dot, spot=spot))
    raise _illegal(state, text, note("there is no push to {spot} without naming a dot", spot=spot))
