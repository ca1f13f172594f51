"""Project games by pointing: the paths of targets that mean a decision, and what a decision moves."""

from gipfel.draw.target import Path, Target
from gipfel.games.core.game import Change
from gipfel.games.core.pushing import entry_paths, push_changes
from gipfel.games.gipf.notation import LINE_NAMES, PUSHES, occupied
from gipfel.games.gipf.pointing import LEAVE, TAKE, spot_target
from gipfel.games.gipf.rules import BIT, GIPF, NUMBER_OF_ENTRIES, SPOTS, SUBSETS, row_on
from gipfel.kernel.state import State
from gipfel.project.potentials import rules
from gipfel.project.potentials.notation import removed_by
from gipfel.project.potentials.rules import (
    ALLOW,
    CENTRE,
    CHALLENGE,
    CONVERT,
    DECLINE,
    EXTRA,
    LOADED,
    LOADS,
    NOTHING,
    PENDING,
    PLAIN,
    REMOVE,
    RULES,
    TIED,
    USE,
    USER_LOSES,
    USER_WINS,
)

KIND_NAMES = ("TAMSK", "ZÈRTZ", "DVONN", "YINSH", "PÜNCT")
TRAYS = tuple(Target("tray", name) for name in ("basic", "GIPF", *KIND_NAMES))
"""What can be pushed in, in the order of rules.LOADS."""
NEUTRALISING = Target("button", "neutralise")
CONVERTING = Target("button", "convert")
BUTTONS = {
    DECLINE: Target("button", "decline"),
    ALLOW: Target("button", "allow"),
    CHALLENGE: Target("button", "challenge"),
    USER_WINS: Target("button", "won"),
    USER_LOSES: Target("button", "lost"),
    TIED: Target("button", "tied"),
}
"""Decisions that are one button; the result of a contest is the user's: won, lost or tied."""


# --- Paths ----------------------------------------------------------------------------------------


def paths(state: State, code: int) -> tuple[Path, ...]:
    """All paths of targets that mean a decision, the usual one first."""
    if code in BUTTONS:
        return ((BUTTONS[code],),)
    if code >= REMOVE:
        return _removal_paths(state, code)
    if code >= USE:
        return (_use_path(state, code),)
    if code >= EXTRA:
        return _entry_paths(state, code - EXTRA)
    return _push_paths(state, code)


def loads(state: State) -> list[int]:
    """What the player whose turn it is may push in now."""
    return [load for load in range(LOADS) if rules.may_push(state, load)]


def _push_paths(state: State, code: int) -> tuple[Path, ...]:
    """The piece, then the dot and the spot; if there is only one kind of piece, it may be left out."""
    load, entry = divmod(code, NUMBER_OF_ENTRIES)
    paths = _entry_paths(state, entry)
    named = tuple((TRAYS[load], *path) for path in paths)
    return named if len(loads(state)) > 1 else paths + named


def _entry_paths(state: State, entry: int) -> tuple[Path, ...]:
    return entry_paths(PUSHES, entry, PUSHES.is_empty(occupied(state), entry))


def use_of(code: int) -> tuple[int, int, int]:
    """The spot that a potential leaves, its goal, and the variant of the use."""
    spots, variant = divmod(code - USE, rules.VARIANTS)
    return *divmod(spots, len(SPOTS)), variant


def _use_path(state: State, code: int) -> Path:
    """The spot, the goal and, against a GIPF-piece, what to do with it if there is a choice."""
    spot, goal, variant = use_of(code)
    path = (spot_target(spot), spot_target(goal))
    if variant == PLAIN or not may_choose(state):
        return path
    return (*path, CONVERTING if variant == CONVERT else NEUTRALISING)


def may_choose(state: State) -> bool:
    """Can a PÜNCT-potential both neutralise and convert a GIPF-piece now?"""
    return state[rules.PUNCT_VS_GIPF] == rules.CHOICE and bool(rules.may_convert(state))


def _removal_paths(state: State, code: int) -> tuple[Path, ...]:
    """The row, the optional pieces that stay, then `take` or `leave`; without such pieces only the row."""
    line = (code - REMOVE) // SUBSETS
    row = Target("row", LINE_NAMES[line])
    optional = row_on(state, line) & (state[GIPF] | state[LOADED])
    if not optional:
        return ((row,),)
    removed = removed_by(state, code)
    kept = optional & ~removed
    keep = [Target("keep", SPOTS.names[i], toggle=True) for i, bit in enumerate(BIT) if bit & kept]
    taking: Path = (row, *keep, TAKE)
    return (taking,) if removed else ((row, LEAVE), taking)


# --- Changes --------------------------------------------------------------------------------------


def announced(state: State) -> int | None:
    """The use or extra move that was announced and is not decided yet."""
    return None if state[PENDING] == NOTHING else state[PENDING] // 3


def changes(state: State, code: int) -> tuple[Change, ...]:
    """What a decision moves. Announcing and challenging move nothing."""
    if code >= REMOVE:
        removed = removed_by(state, code)
        return tuple(Change("lift", spot_target(i), None) for i, bit in enumerate(BIT) if bit & removed)
    if code < EXTRA:
        return _push(state, code % NUMBER_OF_ENTRIES)
    if code == DECLINE:
        return () if state[rules.KEEP_UNUSED] else (Change("lift", spot_target(CENTRE), None),)
    if _remains_open(state, code):
        return ()
    contested = announced(state)
    if contested is None:
        return _carried_out(state, code)
    if code in (ALLOW, USER_WINS) or (code == TIED and rules.tie_lets_through(state)):
        return _carried_out(state, contested)
    return _denied(state, contested)


def _remains_open(state: State, code: int) -> bool:
    """Is an announced move still open after the decision?"""
    after = [*state]
    RULES.play(after, code)
    return announced(after) is not None


def _push(state: State, entry: int) -> tuple[Change, ...]:
    return push_changes(PUSHES, entry, PUSHES.push_end(occupied(state), entry))


def _carried_out(state: State, code: int) -> tuple[Change, ...]:
    """A potential leaves its basic piece, which stays, and lands on another spot."""
    if code < DECLINE:
        return (Change("lift", spot_target(CENTRE), None), *_push(state, code - EXTRA))
    spot, goal, variant = use_of(code)
    landed = Change("enter", spot_target(spot), spot_target(goal))
    turns_over = variant == CONVERT and state[rules.PUNCT_VS_GIPF] == rules.CHOICE
    return (landed, Change("flip", None, spot_target(goal))) if turns_over else (landed,)


def _denied(state: State, code: int) -> tuple[Change, ...]:
    """The potential of a denied move is removed, unless the agreement says that it stays."""
    if state[rules.LINK_FAILED] != rules.FAILED_REMOVED:
        return ()
    spot = CENTRE if code < DECLINE else use_of(code)[0]
    return (Change("lift", spot_target(spot), None),)
