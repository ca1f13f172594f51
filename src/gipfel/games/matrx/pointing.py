"""MATRX GIPF by pointing: the paths of targets that mean a decision, and what a decision moves."""

from collections.abc import Iterator

from gipfel.draw.target import Path, Target
from gipfel.games.core.game import Change
from gipfel.games.core.pushing import entry_paths, push_changes
from gipfel.games.matrx import rules
from gipfel.games.matrx.notation import PUSHES, occupied, removed_spots, spots_in, use_of
from gipfel.games.matrx.rules import (
    DECLINE,
    EXTRA,
    GIPF,
    KINDS,
    LINES,
    NUMBER_OF_ENTRIES,
    REMOVE,
    SPOTS,
    TAMSK,
    USE,
    row_on,
)
from gipfel.kernel.state import SIDE, State

KIND_NAMES = ("GIPF", "TAMSK", "ZÈRTZ", "DVONN", "YINSH", "PÜNCT")
TRAYS = tuple(Target("tray", name) for name in KIND_NAMES)
"""What can be pushed in."""
TAKE = Target("button", "take")
NO_EXTRA_MOVE = Target("button", "decline")


def spot_target(spot: int) -> Target:
    """The target for a spot given by its index."""
    return Target("spot", SPOTS.names[spot])


# --- Paths ----------------------------------------------------------------------------------------


def paths(state: State, code: int) -> tuple[Path, ...]:
    """All paths of targets that mean a decision, the usual one first."""
    if code == DECLINE:
        return ((NO_EXTRA_MOVE,),)
    if code >= REMOVE:
        return tuple(_removal_paths(state, removed_spots(state, code)))
    if code >= USE:
        spot, goal = use_of(code)
        return ((spot_target(spot), spot_target(goal)),)
    if code >= EXTRA:
        return _entry_paths(state, code - EXTRA)
    return _push_paths(state, code)


def loads(state: State) -> list[int]:
    """The kinds that the player to act may push in, if there is room."""
    side = state[SIDE]
    if rules.in_reserve(state, side, GIPF):
        return [GIPF]
    return [kind for kind in range(TAMSK, KINDS) if rules.in_reserve(state, side, kind) >= 2]


def _push_paths(state: State, code: int) -> tuple[Path, ...]:
    """The piece, then the dot and the spot; if there is only one kind of piece, it may be left out."""
    kind, entry = divmod(code, NUMBER_OF_ENTRIES)
    paths = _entry_paths(state, entry)
    named = tuple((TRAYS[kind], *path) for path in paths)
    return named if len(loads(state)) > 1 else paths + named


def _entry_paths(state: State, entry: int) -> tuple[Path, ...]:
    return entry_paths(PUSHES, entry, PUSHES.is_empty(occupied(state), entry))


def _removal_paths(state: State, removed: int) -> Iterator[Path]:
    """A row, the pairs that stay, then `take`; without pairs only the row. Two rows may lose the same."""
    pairs = rules.free_pairs(state)
    for line in range(len(LINES)):
        row = row_on(state, line)
        if not row or removed & ~row or row & ~pairs & ~removed:
            continue
        target = Target("row", PUSHES.line_names[line])
        keep = [Target("keep", SPOTS.names[i], toggle=True) for i in spots_in(row & ~removed)]
        yield (target, *keep, TAKE) if row & pairs else (target,)


# --- Changes --------------------------------------------------------------------------------------


def changes(state: State, code: int) -> tuple[Change, ...]:
    """What a decision moves."""
    if code >= REMOVE:
        return tuple(Change("lift", spot_target(i), None) for i in spots_in(removed_spots(state, code)))
    if code >= USE:
        spot, goal = use_of(code)
        return (Change("enter", spot_target(spot), spot_target(goal)),)
    centre = Change("lift", Target("spot", "e5"), None)
    if code == DECLINE:
        return (centre,)
    entry = code % NUMBER_OF_ENTRIES
    pushed = push_changes(PUSHES, entry, PUSHES.push_end(occupied(state), entry))
    return (centre, *pushed) if code >= EXTRA else pushed
