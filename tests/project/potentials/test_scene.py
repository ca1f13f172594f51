"""Pictures of GIPF with potentials."""

import xml.etree.ElementTree as ElementTree

import pytest

from gipfel.draw.shapes import shape_of
from gipfel.draw.signs import COLOURS
from gipfel.draw.svg import Theme, svg
from gipfel.draw.target import Target
from gipfel.draw.text import text
from gipfel.games.gipf.rules import SPOTS
from gipfel.project.potentials import notation
from gipfel.project.potentials.rules import CELL, ROWS, RULES, SLOT
from gipfel.project.potentials.scene import scene
from tests.helpers.potential_states import JUMP, at, every_agreement, picture, some_states


@every_agreement
def test_pictures_are_complete(number: int) -> None:
    for state in some_states(number, 8):
        shown = picture(state)
        assert len(shown.pieces) == sum(state[CELL + spot] != 0 for spot in range(len(SPOTS)))
        for theme in Theme:
            root = ElementTree.fromstring(svg(shown, theme))
            assert len([e for e in root.iter() if e.get("class") == "piece"]) == len(shown.pieces)
        assert max(map(len, text(shown).splitlines())) <= 80


STACKS = {
    # stack: the sign in a terminal, the name, the note
    "Wp": ("w", "white piece", ""),
    "Bpp": ("B", "black GIPF-piece", ""),
    "Wpt": ("T", "white TAMSK-loaded piece", ""),
    "Bpz": ("z", "black ZÈRTZ-loaded piece", ""),
    "Wpd": ("D", "white DVONN-loaded piece", ""),
    "Bpy": ("y", "black YINSH-loaded piece", ""),
    "Wpu": ("P", "white PÜNCT-loaded piece", ""),
    "Wt": ("o", "white spent TAMSK-potential", ""),
    "Bz": ("x", "black spent ZÈRTZ-potential", ""),
    "Wy": ("o", "white spent YINSH-potential", ""),
    "BpWd": ("S", "white stack, DVONN on top", "d4: white DVONN on black basic"),
    "WpuBu": ("s", "black stack, PÜNCT on top", "d4: black PÜNCT on white PÜNCT-loaded piece"),
    "BppWu": ("S", "white stack, PÜNCT on top", "d4: white PÜNCT on black GIPF-piece"),
    "BpWdBd": ("s", "black stack, DVONN on top", "d4: black DVONN on white DVONN on black basic"),
}


@pytest.mark.parametrize("stack", STACKS)
def test_every_stack_is_drawn(stack: str) -> None:
    sign, name, note = STACKS[stack]
    shown = picture(at(f"b2=Wpp,d4={stack},e8=Bpp w m W:9//B B:9//B 0/0"))
    (piece,) = (piece for piece in shown.pieces if piece.target == Target("spot", "d4"))
    assert (shape_of(piece).sign(piece), str(piece)) == (sign, name)
    assert shown.notes == ((note,) if note else ())
    assert f"{sign} {name}" in text(shown)


def looks(*stacks: str) -> list[str]:
    """The drawings of stacks."""
    spots = ("c3", "d4", "e5", "f4", "g3")
    board = ",".join(f"{spot}={stack}" for spot, stack in zip(spots, stacks, strict=False))
    state = at(f"b2=Wpp,{board},e8=Bpp w m W:9//B B:9//B 0/0")
    root = ElementTree.fromstring(svg(scene(state, "", "")))
    uses = [e.get("href", "")[1:] for e in root.iter() if e.get("class") == "piece"]
    return [ElementTree.tostring(e, "unicode") for e in root.iter() if e.get("id") in uses]


def test_owners_and_kinds_look_different() -> None:
    assert len(looks("Wpt", "Wpz", "Wpd", "Wpy", "Wpu")) == 7
    assert len(looks("Bt", "Bz", "By", "Wt", "Wz")) == 7
    assert len(looks("BpWd", "Wpd", "WpBd", "Bpd", "BpdWd")) == 7


def test_a_potential_that_cannot_be_used_looks_so() -> None:
    position = "b2=Wpp,c3=Wpz,d4=Wpz,f4=Wpz,e8=Bpp w m W:9//B B:9//B 0/0 inert:c3 tried:d4"
    shown = picture(at(position, **{"link.failed": "retry"}))
    marks = {piece.target.name: piece.mark for piece in shown.pieces if piece.target}
    assert (marks["c3"], marks["d4"], marks["f4"]) == ("Wpz-", "Wpz~", "Wpz")
    assert shown.notes == (
        "c3: the ZÈRTZ-potential cannot be used any more",
        "d4: the ZÈRTZ-potential cannot be used again in this turn",
    )


def test_an_announced_move_is_marked() -> None:
    state = at(JUMP, **{"link.Z": "outside"})
    RULES.play(state, notation.read_decision(state, "Zc3>e5"))
    shown = picture(state)
    c3, e5 = (shown.place(Target("spot", name)) for name in ("c3", "e5"))
    assert [(mark.kind, mark.at) for mark in shown.marks] == [("last", (c3, e5)), ("target", (e5,))]


def test_trays_show_reserve_pool_and_losses() -> None:
    options = {"link.mode": "challenge", "link.T": "die"}
    state = at("e2=Wpp,e8=Bpp w m W:9/T2Z1/G B:7//B 1/2 out:Wy,Wt,Bz budget:3/1", **options)
    black, white = picture(state).trays
    assert str(white) == (
        "White · GIPF-pieces · 3 challenges: "
        "9 in reserve, 4 in pairs, 2 TAMSK waiting, 1 ZÈRTZ waiting, 2 captured, 2 out of play"
    )
    assert str(black) == "Black · 1 challenge: 7 in reserve, 1 captured, 1 out of play"
    assert white.active
    assert picture(state).notes[-1] == "Out of the game: White 1 TAMSK, 1 YINSH, Black 1 ZÈRTZ."


def luminance(colour: str) -> float:
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("letter", ["t", "z", "d", "y", "u"])
def test_signs_are_readable_on_potentials_of_either_side(theme: Theme, letter: str) -> None:
    pieces, kind = theme.tokens.pieces, COLOURS[letter]
    for side in ("white", "black"):
        bright, dark = sorted((luminance(pieces[kind].face), luminance(pieces[side].face)), reverse=True)
        assert (bright + 0.05) / (dark + 0.05) >= 3


def test_rows_are_marked_only_for_the_side_that_decides() -> None:
    state = at("e2=Wp,e3=Wp,e4=Wp,e5=Wp,g2=Bp,g3=Bp,g4=Bp,g5=Bp,b2=Wpp,e8=Bpp w x W:9//B B:9//B 0/0")
    assert state[SLOT] == ROWS
    (row,) = picture(state).marks
    assert row.kind == "row"
    assert row.at == tuple(picture(state).place(Target("spot", name)) for name in ("e2", "e3", "e4", "e5"))
