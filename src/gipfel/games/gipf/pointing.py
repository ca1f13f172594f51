"""GIPF by pointing: the paths of targets that mean a decision, and what a decision moves."""

from functools import cache

from gipfel.draw.target import Path, Target
from gipfel.games.core.game import Change
from gipfel.games.core.pushing import entry_paths, push_changes
from gipfel.games.gipf import rules
from gipfel.games.gipf.notation import LINE_NAMES, PUSHES, occupied, removed_by
from gipfel.games.gipf.rules import (
    BIT,
    GIPF,
    NUMBER_OF_ENTRIES,
    ONLY_GIPF,
    OPENING,
    PUSH_GIPF,
    REMOVE,
    RESERVE,
    SPOTS,
    STOP,
    SUBSETS,
)
from gipfel.kernel.state import SIDE, State

BASIC_PIECE, GIPF_PIECE = Target("tray", "basic"), Target("tray", "GIPF")
"""What to point at first where there is a choice."""

TAKE = Target("button", "take")
LEAVE = Target("button", "leave")


def spot_target(spot: int) -> Target:
    """The target for a spot given by its index."""
    return Target("spot", SPOTS.names[spot])


def paths(state: State, code: int) -> tuple[Path, ...]:
    """All paths of targets that mean a decision, the usual one first."""
    if code == STOP:
        return ((LEAVE,),)
    if code >= REMOVE:
        return (_removal_path(state, code),)
    return _push_paths(state, code)


def _push_paths(state: State, code: int) -> tuple[Path, ...]:
    """The paths of an entry, after the piece where there is a choice."""
    entry = code % NUMBER_OF_ENTRIES
    empty = PUSHES.is_empty(occupied(state), entry)
    if not both_kinds(state):
        return entry_paths(PUSHES, entry, empty)
    return _paths_of_kind(entry, empty, GIPF_PIECE if code >= PUSH_GIPF else BASIC_PIECE)


@cache
def _paths_of_kind(entry: int, empty: bool, kind: Target) -> tuple[Path, ...]:
    return tuple((kind, *path) for path in entry_paths(PUSHES, entry, empty))


def both_kinds(state: State) -> bool:
    """Can the player to act choose between a basic piece and a GIPF-piece?"""
    return state[OPENING + state[SIDE]] == ONLY_GIPF and state[RESERVE + state[SIDE]] >= 2


def _removal_path(state: State, code: int) -> Path:
    """The row, then every GIPF-piece that stays, then `take`; rows without GIPF-pieces need no more."""
    line, _ = divmod(code - REMOVE, SUBSETS)
    row = Target("row", LINE_NAMES[line])
    gipf = rules.row_on(state, line) & state[GIPF]
    if not gipf:
        return (row,)
    kept = gipf & ~removed_by(state, code)
    keep = [Target("keep", SPOTS.names[i], toggle=True) for i, bit in enumerate(BIT) if bit & kept]
    return (row, *keep, TAKE)


def changes(state: State, code: int) -> tuple[Change, ...]:
    """What a decision moves: the pushed block and the new piece, or the pieces that are taken."""
    if code == STOP:
        return ()
    if code >= REMOVE:
        removed = removed_by(state, code)
        return tuple(Change("lift", spot_target(i), None) for i, bit in enumerate(BIT) if bit & removed)
    entry = code % NUMBER_OF_ENTRIES
    return push_changes(PUSHES, entry, PUSHES.push_end(occupied(state), entry))
