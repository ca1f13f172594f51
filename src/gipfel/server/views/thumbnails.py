"""Small pictures for the page: one of each game, and the little boards of rulebooks, as single SVGs.

Their colours are variables of the page, so they follow its theme; the page defines the shadow.
"""

from dataclasses import replace
from functools import cache

from gipfel.draw.markup import element, number
from gipfel.draw.picture import Plain, page_ink, picture
from gipfel.draw.scene import Scene
from gipfel.games.core.registry import game, game_names
from gipfel.games.core.rulebook import Picture, illustration

MIDDLE: dict[str, tuple[str, str]] = {
    "gipf": ("standard", "B3/wbW2/wwb3/1W3w1/1B3B/1b1W1/1wwb w 6/8 0/0 S s"),
    "punct": (
        "standard",
        "wTi14:5,wTo12:2,wCc11:1,wCk7:1,wEl10:2,wMg11:4,wMi3:2,wLc3:2,wLg4:1,bTb3:5,bTc8:5,bTd7:4,bTf12:3,"
        "bTn12:5,bCn8:0,bCp16:2,bEl5:0,bEo17:5,bMe9:0,bMl15:4,bLf5:5,bLp14:3,bRe3:2,bRl14:1 b S",
    ),
    "yinsh": (
        "standard",
        "4/4b1b/1wwwB1bb/2WW3B1/1ww1w1b1W1/6bb1/wBbw3wWB/1b1B1wb1b/4w3/7/3W w m - 0/0 3",
    ),
    "tzaar": (
        "fixed",
        "ttTtT/....aT/.Azt.AT2/T.Z...A./.T2A2TT2z.t/tt2z.z.a2t/.az..Zt/.t2T2tAt/.t.TT b 1",
    ),
    "zertz": ("basic", "37 2-1/-1B1G/2W2-/1W1G1--/2GB2/1B1W-/-1-1 3.5.7 0.1.0 1.0.1 1 -"),
    "dvonn": (
        "standard",
        "WW3WWBBWWW/WWWBWWWW3BB/..WWBWBBBBW/..B2WWWRR.B/.B2BBRB.B2. B M",
    ),
    "tamsk": ("level1", "T1 10b00/12201/023r321/113101b1/122b111/10r01r1/1000 14.12 0.0 b f2 0"),
    "project": (
        "ultimate",
        "b4=Bpd,c4=Bpp,d2=Bpz,d3=Bpp,d7=Wpz,e2=Wpz,e3=Bpy,e4=Wpd,e7=Wpp,e8=Wp,g3=Wpt,h2=Bpd "
        "w m W:14//B B:13/T3Z2D1Y2P3/L 0/0 out:Wt,Wt,Wz,Wd,Wd,Wy,Wy,Wy,Wu,Wu,Wu",
    ),
}
"""A position from the middle of each game that shows what the game is: version and text."""


@cache
def game_picture(name: str) -> str:
    """The picture of a game: a board in the middle of it, or an empty one of a game nobody chose one for."""
    if name not in MIDDLE:
        return small_svg(game(name).start(seed=1).scene())
    version, text = MIDDLE[name]
    return small_svg(game(name, version).position(text).scene())


def all_pictures() -> dict[str, str]:
    """The pictures of all games, by their names."""
    return {name: game_picture(name) for name in game_names()}


@cache
def rule_picture(name: str, version: str, shown: Picture) -> str:
    """A little board of a rulebook, with its coordinates, as the text refers to them."""
    return small_svg(illustration(name, version, shown), coordinates=True)


def small_svg(scene: Scene, *, coordinates: bool = False) -> str:
    """The board of a scene with what stands on it, as one SVG without anything beside it."""
    shown = picture(scene if coordinates else replace(scene, labels=()))
    looks = "".join(element("g", markup, id=name) for name, markup in shown["looks"].items())
    return element(
        "svg",
        element("defs", looks),
        shown["board"],
        shown["coordinates"],
        *(mark["markup"] for mark in shown["marks"]),
        *(_piece(piece) for piece in shown["pieces"]),
        *_rings(scene),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, shown["box"])),
        role="img",
        aria_label=scene.title or scene.game.upper(),
        class_="small-picture",
    )


def _piece(piece: Plain) -> str:
    x, y = piece["at"]
    return element("use", href=f"#{piece['look']}", x=x, y=y)


def _rings(scene: Scene) -> list[str]:
    """Rings around what the scene wants looked at; wide enough for a piece that stands there."""
    ink = page_ink(scene.game)
    occupied = {point for piece in scene.pieces for point in (piece.at, *piece.cells)}
    rings = []
    for point in (point for mark in scene.marks if mark.kind == "target" for point in mark.at):
        x, y = ink.at(point)
        r = (0.51 if point in occupied else 0.19) * ink.unit
        rings.append(
            element("circle", cx=x, cy=y, r=r, fill="none", stroke=ink.tokens.target, stroke_width=3.5)
        )
    return rings
