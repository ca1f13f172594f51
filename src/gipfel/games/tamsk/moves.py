"""Moves of TAMSK, as turns of level 1 and events of levels 2 and 3 contain them (docs/rules/tamsk.md 7)."""

from gipfel.board import OFF
from gipfel.games.tamsk.rules import BIT, ENTER, FULL_ENTRY_LOSES, GLASSES, HAND, ROOM, SPACES
from gipfel.kernel.state import State
from gipfel.locale import note
from gipfel.notation.errors import no_such_space

NAMES = (note("Red"), note("Black"))
"""What players call the sides."""

# --- Text -------------------------------------------------------------------------------------------

NAME = r"[a-g][1-7]"
MOVE = rf"(?:({NAME})-?({NAME})|@({NAME}))(\+?)"
"""The hyphen may be left out: there is little time to type."""


def write_move(way: int) -> str:
    """a1-a2, or @d4 for a glass from the hand."""
    if way >= ENTER:
        return f"@{SPACES.names[way - ENTER]}"
    space, direction = divmod(way, 6)
    return f"{SPACES.names[space]}-{SPACES.names[SPACES.neighbours[space][direction]]}"


def read_move(text: str, origin: str | None, goal: str | None, entered: str | None) -> int:
    """The move between two spaces, or to one from the hand; OFF if they are not adjacent."""
    if entered:
        return ENTER + space_named(text, entered)
    start, end = space_named(text, origin or ""), space_named(text, goal or "")
    if end not in SPACES.neighbours[start]:
        return OFF
    return 6 * start + SPACES.neighbours[start].index(end)


def space_named(text: str, name: str) -> int:
    """The space with a name in a text. Raises NotationError."""
    if name not in SPACES.index:
        raise no_such_space(text, name)
    return SPACES.index[name]


# --- What a move is ---------------------------------------------------------------------------------


def origin_of(way: int) -> int:
    """The space a move leaves; OFF if the glass comes from the hand."""
    return OFF if way >= ENTER else way // 6


def goal_of(way: int) -> int:
    """The space a move enters."""
    return way - ENTER if way >= ENTER else SPACES.steps[way]


def is_attempt(state: State, side: int, way: int) -> bool:
    """Is this a move onto a full space that would be legal otherwise, and loses the game (3.5)?"""
    full = not state[ROOM] & BIT[goal_of(way)]
    return bool(state[FULL_ENTRY_LOSES]) and full and not why_no_glass(state, side, way)


def why_no_glass(state: State, side: int, way: int) -> str:
    """What is wrong with the glass a move wants to move, or with the glass that stands where it goes."""
    origin, goal = origin_of(way), goal_of(way)
    if origin == OFF and not state[HAND + side]:
        return note("{side} has no glass in hand", side=NAMES[side])
    if origin != OFF and state[HAND + side]:
        return note("{side} has to bring in the glasses in hand first (@ and a space)", side=NAMES[side])
    if origin != OFF and not state[GLASSES + side] & BIT[origin]:
        return note("{side} has no glass on {space}", side=NAMES[side], space=SPACES.names[origin])
    if (state[GLASSES] | state[GLASSES + 1]) & BIT[goal]:
        return note("there is a glass on {space}", space=SPACES.names[goal])
    return ""


def why_not_there(state: State, goal: int) -> str:
    """What keeps a glass from entering a space."""
    if (state[GLASSES] | state[GLASSES + 1]) & BIT[goal]:
        return note("there is a glass on {space}", space=SPACES.names[goal])
    return note("{space} is full", space=SPACES.names[goal])
