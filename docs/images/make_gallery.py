"""Draws the pictures of the README and of the rule pages anew.

.venv/bin/python docs/images/make_gallery.py
"""

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import gipfel
from gipfel.draw.scene import Label, Place
from gipfel.draw.svg import Theme, svg
from gipfel.games.core.marks import last_move
from gipfel.games.core.sheets import sheet_pages

HERE = Path(__file__).parent

GIPF_GAME = """Ge8 Gd8-f7 Ge9-e7 Gf8-d7 Ge9-e6 Gd8-g6 g7-d6 f8-c6 f8-f6 c7-g5 g7-c5 e9-e5
    b6-f5 xe7,e8;c7-e7 g7-b4 c7-h4 h6-d5 b6-g4"""

PICTURES = {
    # file: game, version, how many random decisions, seed, theme
    "punct": ("punct", "standard", 24, 3, Theme.LIGHT),
    "yinsh": ("yinsh", "standard", 50, 3, Theme.DARK),
    "tzaar": ("tzaar", "random", 21, 5, Theme.LIGHT),
    "zertz": ("zertz", "tournament", 17, 2, Theme.DARK),
    "dvonn": ("dvonn", "standard", 70, 4, Theme.LIGHT),
    "tamsk": ("tamsk", "level1", 30, 3, Theme.DARK),
    "lyngk": ("lyngk", "standard", 24, 11, Theme.LIGHT),
    "matrx": ("matrx", "standard", 45, 3, Theme.DARK),
}

BOARDS = {
    # file: game, version, width; empty boards on which every point has its name
    "board-gipf": ("gipf", "tournament", 460),
    "board-punct": ("punct", "standard", 760),
    "board-yinsh": ("yinsh", "standard", 560),
    "board-tzaar": ("tzaar", "tournament", 460),
    "board-zertz-37": ("zertz", "basic", 260),
    "board-zertz-48": ("zertz", "tournament", 300),
    "board-zertz-61": ("zertz", "large", 340),
    "board-dvonn": ("dvonn", "standard", 560),
    "board-tamsk": ("tamsk", "level1", 420),
    "board-lyngk": ("lyngk", "standard", 460),
    "board-matrx": ("matrx", "standard", 500),
}
BESIDE = (0.36, 0.0)
"""Where the name of a point stands if lines cross there: between two of them. Spaces have it inside."""

SHOWN_AS = {"open space": "space", "empty space": "space"}
"""Kinds of places that have no room for a name, and how an empty board shows them."""


def gipf() -> str:
    """A real game, in the middle of a turn."""
    game = gipfel.Playthrough(gipfel.game("gipf", "tournament").start())
    for turn in GIPF_GAME.split():
        game.play_turn(turn)
    game.play("h6-c4")
    return game.position.svg(*last_move(game.decisions[-1]))


def sheet() -> str:
    """The same game on one page."""
    game = gipfel.Playthrough(gipfel.game("gipf", "tournament").start())
    for turn in GIPF_GAME.split():
        game.play_turn(turn)
    (page,) = sheet_pages(game, game.record(white="Ada", black="Ben"))
    return page


def random_position(name: str, version: str, decisions: int, seed: int, theme: Theme) -> str:
    """A position of a random game."""
    chance = Random(seed)
    game = gipfel.Playthrough(gipfel.game(name, version).start(seed=seed))
    for _ in range(decisions):
        game.play(chance.choice(game.position.decisions()))
    return game.position.svg(*last_move(game.decisions[-1]), theme=theme)


def project() -> str:
    """GIPF with potentials, with a use announced."""
    game = gipfel.game("project", "dice")
    position = game.position(
        "b3=Wpz,b4=Bp,b5=Wpp,c3=Wpt,c4=Bpd,c5=Wp,d3=Bpp,d4=BpWd,d5=Wpu,d6=Bp,e2=Wpp,e4=Bpy,e5=Wp,e6=Bz,e8=Bpp,"
        "f3=Wpy,f4=Bp,f6=Wpd,g3=Bpu,g4=Wp,h4=Bpt w m W:7/T1Y1/L B:6/Z1/L 2/1 out:Wz,Bz,Bd budget:*/*"
    )
    return position.play("Yf3>d2").svg()


def empty_board(name: str, version: str, width: int) -> str:
    """A board without pieces, with the name of every point."""
    scene = gipfel.game(name, version).start(seed=0).scene()
    places = tuple(replace(place, kind=SHOWN_AS.get(place.kind, place.kind)) for place in scene.places)
    bare = replace(scene, places=places, pieces=(), trays=(), marks=(), notes=(), sentence="")
    return _scaled(svg(replace(bare, labels=tuple(_name_of(place) for place in scene.places))), width)


def _scaled(picture: str, width: int) -> str:
    """The picture shown in another width; the first size in the text is that of the document."""

    def size(match: re.Match[str]) -> str:
        return f' width="{width}" height="{width * float(match[2]) / float(match[1]):.0f}"'

    return re.sub(r' width="([0-9.]+)" height="([0-9.]+)"', size, picture, count=1)


def _name_of(place: Place) -> Label:
    dx, dy = BESIDE if place.kind in ("spot", "dot") else (0.0, 0.0)
    return Label(place.target.name, (place.at[0] + dx, place.at[1] + dy))


def main() -> None:
    """Write every picture beside this file."""
    for file, board in BOARDS.items():
        (HERE / f"{file}.svg").write_text(empty_board(*board), encoding="utf-8")
    (HERE / "gipf.svg").write_text(gipf(), encoding="utf-8")
    (HERE / "sheet.svg").write_text(sheet(), encoding="utf-8")
    (HERE / "project.svg").write_text(project(), encoding="utf-8")
    for file, picture in PICTURES.items():
        (HERE / f"{file}.svg").write_text(random_position(*picture), encoding="utf-8")


if __name__ == "__main__":
    main()
