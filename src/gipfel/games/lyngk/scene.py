"""LYNGK as a picture: the star with its spots, the stacks, what each player has claimed and captured."""

from gipfel.draw.boards import back_to_front, line_ends, points_of
from gipfel.draw.scene import OWNERS, Piece, Place, Scene, Tray
from gipfel.draw.target import Target
from gipfel.games.core.side import is_to_act
from gipfel.games.lyngk.rules import CAPTURED, SPOTS, STACK, height
from gipfel.games.lyngk.words import PLAYERS
from gipfel.kernel.state import BLACK, WHITE, State
from gipfel.locale import say

SPOT_AT = points_of(SPOTS)
TARGETS = tuple(Target("spot", name) for name in SPOTS.names)
PLACES = tuple(Place(target, at, "spot") for target, at in zip(TARGETS, SPOT_AT, strict=True))


def scene(state: State, title: str, sentence: str) -> Scene:
    """What to draw."""
    return Scene(
        game="lyngk",
        title=title,
        lines=line_ends(SPOTS),
        places=PLACES,
        pieces=tuple(_piece(state, spot) for spot in back_to_front(SPOT_AT) if state[STACK + spot]),
        trays=(_tray(state, BLACK), _tray(state, WHITE)),
        sentence=sentence,
    )


def _piece(state: State, spot: int) -> Piece:
    high = height(state, spot)
    return Piece(SPOT_AT[spot], "disc", "white", high, label=str(high), target=TARGETS[spot], name="stack")


def _tray(state: State, side: int) -> Tray:
    title = f"{say(PLAYERS[side])}: {state[CAPTURED + side]}"
    return Tray(OWNERS[side], title, active=is_to_act(state, side))
