"""Project games as a picture: GIPF's board, the stacks on it, and the players' trays."""

from collections.abc import Iterator

from gipfel.draw.scene import OWNERS, XY, Mark, Piece, Scene, Stock, Tray
from gipfel.draw.shape_registry import add_shape
from gipfel.draw.target import Target
from gipfel.games.core.side import is_to_act, side_name
from gipfel.games.gipf import scene as gipf
from gipfel.games.gipf.pointing import spot_target
from gipfel.games.gipf.rules import BIT, ENTRIES, LINES, LOST, RESERVE, SPOTS
from gipfel.games.gipf.scene import BACK_TO_FRONT, LABELS, LINE_ENDS, OUTLINE, PLACES, SPOT_AT
from gipfel.kernel.state import BLACK, ONGOING, RESULT, WHITE, State
from gipfel.locale import digits, listed, note, say, say_many
from gipfel.project.potentials import rules
from gipfel.project.potentials.notation import COLOURS, UNIT_LETTERS, units_of, write_stack
from gipfel.project.potentials.pointing import KIND_NAMES, TRAYS, announced, use_of
from gipfel.project.potentials.rules import (
    BASIC_UNIT,
    BY,
    CELL,
    CENTRE,
    DECLINE,
    DORMANT,
    EXTRA,
    GIPF_STAGE,
    INERT,
    KINDS,
    OUT,
    POOL,
    PUSH_BASIC,
    PUSH_GIPF,
    PUSH_LOADED,
    REGULAR,
    SLOT,
    STAGE,
    TAMSK,
    TRIED,
)
from gipfel.project.potentials.words import challenges_of, row_to_take, stage_note

add_shape("units", "gipfel.project.potentials.units")

RESTING, USELESS = "~", "-"
"""After the mark of a piece: its potential is dormant for now, or can never be used again."""
STAGES = (note("opening"), note("GIPF-pieces"), note("loading"), "")
"""What a stage is called on a player's tray."""
USABLE = ""
"""Instead of RESTING or USELESS, for a potential that can be used."""
ANY_KIND = "x"
"""Stands for potentials of all kinds in one stock."""
DOT_AT: dict[str, XY] = {place.target.name: place.at for place in PLACES if place.kind == "dot"}


def scene(state: State, title: str, sentence: str) -> Scene:
    """What to draw; rows to take and a move that waits for an answer are marked."""
    return Scene(
        game="project",
        title=title,
        outline=OUTLINE,
        lines=LINE_ENDS,
        places=PLACES,
        pieces=tuple(_piece(state, spot) for spot in BACK_TO_FRONT if state[CELL + spot]),
        labels=LABELS,
        trays=(_tray(state, BLACK), _tray(state, WHITE)),
        marks=(*_rows(state), *_announced(state)),
        sentence=sentence,
        notes=tuple(_notes(state)),
    )


# --- Pieces ---------------------------------------------------------------------------------------


def _piece(state: State, spot: int) -> Piece:
    """The piece on a spot: a plain one as in GIPF, otherwise a stack of units."""
    cell, at, target = state[CELL + spot], SPOT_AT[spot], spot_target(spot)
    units = [*units_of(cell)]
    side = rules.colour_of(cell)
    if all(unit == rules.basic_of(side) for unit in units):
        return gipf.piece(side, len(units), at, target)
    return Piece(
        at,
        "units",
        OWNERS[side],
        len(units),
        write_stack(cell) + _restriction(cell),
        str(len(units)) if len(units) > 2 else USELESS if _restriction(cell) else "",
        target,
        name=_name(cell),
    )


def loaded_piece(side: int, kind: int) -> Piece:
    """A piece that carries a potential of a kind, beside the board."""
    cell = rules.basic_of(side) << rules.UNIT_BITS | (TAMSK + kind + rules.COLOUR * side)
    return Piece((0.0, 0.0), "units", OWNERS[side], 2, write_stack(cell), name=_name(cell))


def _restriction(cell: int) -> str:
    """RESTING or USELESS for a potential that cannot be used now, otherwise USABLE."""
    if not rules.load_of(cell):
        return USABLE
    return USELESS if cell & INERT else RESTING if cell & (DORMANT | TRIED) else USABLE


def _name(cell: int) -> str:
    """What players call a piece that is neither basic nor a GIPF-piece."""
    units = [*units_of(cell)]
    side, kind = rules.colour_of(cell), KIND_NAMES[(cell & 7) - TAMSK]
    if len(units) == 1:
        return say(SPENT[side], kind=kind)
    if not rules.load_of(cell):
        return say(STACKS[side], kind=kind)
    return say(LOADED[_restriction(cell)][side], kind=kind)


SPENT = (note("white spent {kind}-potential"), note("black spent {kind}-potential"))
STACKS = (note("white stack, {kind} on top"), note("black stack, {kind} on top"))
LOADED = {
    USABLE: (note("white {kind}-loaded piece"), note("black {kind}-loaded piece")),
    USELESS: (note("white {kind}-loaded piece, out of use"), note("black {kind}-loaded piece, out of use")),
    RESTING: (note("white {kind}-loaded piece, resting"), note("black {kind}-loaded piece, resting")),
}
"""What players call pieces, by side; loaded ones also by their restriction."""


# --- Notes ----------------------------------------------------------------------------------------


def _notes(state: State) -> Iterator[str]:
    """What the picture does not show well: contents of stacks, unusable potentials, lost ones."""
    for spot, name in enumerate(SPOTS.names):
        cell = state[CELL + spot]
        if len({unit >> 3 for unit in units_of(cell)}) > 1:
            how = COVERED[cell & INERT > 0, bool(rules.is_gipf_piece(state, cell))]
            yield f"{name}: {say(how, layers=_layers(cell))}"
        elif _restriction(cell):
            yield f"{name}: {_why_out_of_use(cell)}"
    if state[RESULT] == ONGOING and state[SLOT] == REGULAR and (stage := stage_note(state)):
        yield stage
    lost = [f"{side_name(side)} {kinds}" for side in (WHITE, BLACK) if (kinds := _kinds_out(state, side))]
    if lost:
        yield say("Out of the game: {potentials}.", potentials=listed(lost))


COVERED = {
    (False, False): note("{layers}"),
    (True, False): note("{layers} out of use"),
    (False, True): note("{layers} (counts as a GIPF-piece)"),
    (True, True): note("{layers} out of use (counts as a GIPF-piece)"),
}
"""Notes on a covered stack, by whether it is out of use and whether it counts as a GIPF-piece."""


def _layers(cell: int) -> str:
    """The layers of a covered stack from the top down: `white DVONN on black basic`."""
    units = [*units_of(cell)]
    own = units[-1] >> 3 == units[-2] >> 3
    above, base = (units[:-2], units[-2]) if own else (units[:-1], units[-1])
    names = [_unit_name(unit) for unit in above]
    if not own:
        names.append(_unit_name(base))
    elif base & 7 == BASIC_UNIT:
        names.append(say(gipf.PIECE_NAMES[base >> 3][1]))
    else:
        names.append(say(LOADED[USABLE][base >> 3], kind=KIND_NAMES[(base & 7) - TAMSK]))
    layers = names[-1]
    for name in reversed(names[:-1]):
        layers = say("{above} on {below}", above=name, below=layers)
    return layers


def pile(state: State, point: str) -> tuple[str, ...]:
    """The units on a spot, from the top down, in words."""
    return tuple(map(_unit_name, units_of(state[CELL + SPOTS.index[point]]))) if point in SPOTS.index else ()


def _unit_name(unit: int) -> str:
    if unit & 7 == BASIC_UNIT:
        return say(BASICS[unit >> 3])
    return say(UNITS[unit >> 3], kind=KIND_NAMES[(unit & 7) - TAMSK])


BASICS = (note("white basic"), note("black basic"))
UNITS = (note("white {kind}"), note("black {kind}"))
"""What lies in a stack, by side."""


def _why_out_of_use(cell: int) -> str:
    kind = KIND_NAMES[rules.load_of(cell) - TAMSK]
    if cell & INERT:
        return say("the {kind}-potential cannot be used any more", kind=kind)
    if cell & TRIED:
        return say("the {kind}-potential cannot be used again in this turn", kind=kind)
    return say("the {kind}-potential rests until it has left the centre", kind=kind)


def _kinds_out(state: State, side: int) -> str:
    numbers = state[OUT + KINDS * side : OUT + KINDS * (side + 1)]
    return listed(f"{digits(n)} {name}" for n, name in zip(numbers, KIND_NAMES, strict=True) if n)


# --- Beside the board -----------------------------------------------------------------------------


def _tray(state: State, side: int) -> Tray:
    """A player's reserve and pool, what the player has captured, and what is out of the game."""
    return Tray(OWNERS[side], _title(state, side), tuple(_stocks(state, side)), is_to_act(state, side))


def _title(state: State, side: int) -> str:
    """The player, the stage while it matters, and the challenges left if they are counted."""
    parts = [side_name(side)]
    if state[STAGE + side] <= GIPF_STAGE or any(state[POOL + KINDS * side : POOL + KINDS * (side + 1)]):
        parts.append(say(STAGES[state[STAGE + side]]))
    challenges = challenges_of(state, side)
    if challenges is not None:
        parts.append(say_many("{n} challenge", "{n} challenges", challenges))
    return " · ".join(filter(None, parts))


def _stocks(state: State, side: int) -> Iterator[Stock]:
    """The stocks of a tray; the reserve also in pairs if they can be played. Choices have targets."""
    reserve = state[RESERVE + side]
    yield Stock(gipf.piece(side, 1, target=_choice(state, side, PUSH_BASIC)), reserve, say("in reserve"))
    if pair := _choice(state, side, PUSH_GIPF):
        yield Stock(gipf.piece(side, 2, target=pair), reserve // 2, say("in pairs"))
    for kind, name in enumerate(KIND_NAMES):
        if number := state[POOL + KINDS * side + kind]:
            target = _choice(state, side, PUSH_LOADED + kind)
            potential = _potential(side, UNIT_LETTERS[1 + kind], say(POTENTIALS[side], kind=name), target)
            yield Stock(potential, number, say_many("{kind} waiting", "{kind} waiting", number, kind=name))
    if captured := state[LOST + 1 - side]:
        yield Stock(gipf.piece(1 - side, 1), captured, say_many("captured", "captured", captured))
    if lost := sum(state[OUT + KINDS * side : OUT + KINDS * (side + 1)]):
        yield Stock(_potential(side, ANY_KIND, say(LOST_POTENTIALS[side])), lost, say("out of play"))


POTENTIALS = (note("white {kind} potential"), note("black {kind} potential"))
LOST_POTENTIALS = (note("white lost potential"), note("black lost potential"))


def _choice(state: State, side: int, load: int) -> Target | None:
    """The target for pushing in a piece of this kind; None if the player cannot do so now."""
    to_push = state[RESULT] == ONGOING and state[SLOT] == REGULAR and state[BY] == side
    return TRAYS[load] if to_push and rules.may_push(state, load) else None


def _potential(side: int, letter: str, name: str, target: Target | None = None) -> Piece:
    """A potential by itself."""
    return Piece((0.0, 0.0), "units", OWNERS[side], mark=COLOURS[side] + letter, target=target, name=name)


# --- Marks ----------------------------------------------------------------------------------------


def _rows(state: State) -> Iterator[Mark]:
    """The rows that the side to decide has to deal with now."""
    if state[RESULT] != ONGOING:
        return
    for number, line in enumerate(LINES):
        row = row_to_take(state, number)
        if row:
            yield Mark("row", tuple(SPOT_AT[spot] for spot in line if row & BIT[spot]))


def _announced(state: State) -> Iterator[Mark]:
    """The announced move: the path of the potential, and its goal."""
    code = announced(state)
    if code is None:
        return
    if EXTRA <= code < DECLINE:
        goal, dot, _, _ = ENTRIES[code - EXTRA]
        yield Mark("last", (SPOT_AT[CENTRE],))
        yield Mark("last", (DOT_AT[dot], SPOT_AT[goal]))
    else:
        start, goal, _ = use_of(code)
        yield Mark("last", (SPOT_AT[start], SPOT_AT[goal]))
    yield Mark("target", (SPOT_AT[goal],))
