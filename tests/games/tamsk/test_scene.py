"""What TAMSK draws: rods and rings, closed spaces, sand, the last minute, the timer."""

import re

import pytest

from gipfel import Position
from gipfel.draw.canvas import Canvas
from gipfel.draw.css import ACCENT, TOKENS
from gipfel.draw.scene import Piece
from gipfel.draw.shapes import shape_of
from gipfel.draw.text import text as terminal
from gipfel.games.core.registry import game_of_position
from gipfel.games.tamsk import hoops
from gipfel.games.tamsk.rules import CAPACITY, SPACES

CANVAS = Canvas(TOKENS, ACCENT, 64, "test")
LEVEL1 = "T1 0000b/01r000/012300/0b002000r/000000/00000/1r000b 28.27 0.0 b - 0"
LEVEL2 = (
    "T2 001r{{{red}}}1b{{90000}}/00000/000000/0b{{80000}}000001r{{170000}}/000000/00000/"
    "0r{{160000}}001b{{70000}} 30.30 0.0 r - 0 @50000 - -"
)
LEVEL3 = "T3 0r{i}000b{i}/00000/000000/0b{i}000000r{i}/000000/00000/0r{i}000b{i} 32.32 0.0 r - 0 @0 - -"


def position(text: str) -> Position:
    return game_of_position("tamsk", text, options={}).position(text)


def pieces(position: Position, shape: str) -> dict[str, Piece]:
    """The pieces of a shape by the names of their spaces; those beside the board by their own names."""
    scene = position.scene()
    names = {place.at: place.target.name for place in scene.places}
    return {names.get(p.at, str(p)): p for p in scene.pieces if p.shape == shape}


def markup(piece: Piece) -> str:
    return shape_of(piece).draw(piece, CANVAS)


# --- Spaces -----------------------------------------------------------------------------------------


def test_the_empty_rod_shows_how_many_rings_fit() -> None:
    spaces = pieces(position(LEVEL1), "hoops")
    assert len(spaces) == 37
    rings = {"b2": 1, "c2": 1, "c3": 2, "c4": 3, "d4": 2, "g1": 1}
    for i, name in enumerate(SPACES.names):
        free = CAPACITY[i] - rings.get(name, 0)
        occupied = name in ("a4", "b2", "d1", "d7", "g1", "g4")
        assert spaces[name].height == rings.get(name, 0)
        assert spaces[name].mark == ("hidden" if occupied and free else str(free) if free else "full")


@pytest.mark.parametrize("free", [1, 2, 3, 4])
def test_a_rod_has_a_segment_for_each_ring(free: int) -> None:
    drawn = hoops.rod((0, 0), free, 1, CANVAS)
    body = re.search(r"M-\S+ (-?[\d.]+)V0", drawn)
    assert body is not None
    assert float(body[1]) == pytest.approx(-free * hoops.STEP * CANVAS.unit)
    grooves = re.search(r'd="([^"]*)" fill="none"', drawn)
    assert (grooves[1].count("M") if grooves else 0) == free - 1


def test_a_full_space_is_closed_and_an_open_one_is_not() -> None:
    spaces = pieces(position(LEVEL1), "hoops")
    closed, opened, empty = (markup(spaces[name]) for name in ("c4", "c3", "a1"))
    assert "--piece-bronze" not in closed
    assert "--piece-bronze" in opened
    assert "--piece-bronze" in empty
    assert "--groove" in opened
    assert "--groove" in empty
    for invites in ("--groove", "--piece-grey"):  # it has neither a hollow nor the bright tones of rings
        assert invites not in closed


def test_beside_a_glass_stand_the_rings_around_it_and_the_rod_that_it_hides() -> None:
    collars = pieces(position(LEVEL1), "collar")
    assert {name: (piece.height, piece.mark) for name, piece in collars.items()} == {
        "a4": (0, "1"),
        "b2": (1, "1"),
        "d1": (0, "1"),
        "d7": (0, "1"),
        "g1": (1, "full"),
        "g4": (0, "1"),
    }
    assert all(piece.target is None for piece in collars.values())
    assert "--piece-bronze" in markup(collars["b2"])
    assert "--piece-bronze" not in markup(collars["g1"])


def test_no_number_of_rings_is_drawn_and_a_terminal_still_writes_it() -> None:
    scene = position(LEVEL1).scene()
    assert not any("<text" in markup(piece) for piece in scene.pieces)
    shown = terminal(scene)
    assert "o2" in shown
    assert "R1" in shown
    assert "open space" in shown


# --- Sand -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ms", "shown"), [(60_000, ""), (59_000, "59"), (41_001, "42"), (1, "1")])
def test_seconds_stand_beside_a_glass_only_in_its_last_minute(ms: int, shown: str) -> None:
    seconds = pieces(position(LEVEL2.format(red=ms)), "last-minute")
    assert {name: piece.label for name, piece in seconds.items()} == ({"a3": shown} if shown else {})


@pytest.mark.parametrize(("ms", "red"), [(11_000, False), (10_000, True), (1_000, True)])
def test_seconds_and_sand_are_red_at_the_end(ms: int, red: bool) -> None:
    shown = position(LEVEL2.format(red=ms))
    assert ("--piece-red-face" in markup(pieces(shown, "last-minute")["a3"])) == red
    assert ("--piece-coral-face" in markup(pieces(shown, "glass")["a3"])) == red


def test_a_glass_looks_different_only_now_and_then() -> None:
    """Each new look is sent to all pages."""
    start = position(LEVEL2.format(red=170_000))
    looks = [markup(pieces(start.at(start.time + 1000 * i), "glass")["a3"]) for i in range(60)]
    assert 15 <= len(set(looks)) <= 25


def test_sand_remains_above_until_a_glass_is_lost() -> None:
    start = position(LEVEL2.format(red=1_000))
    last, lost = (markup(pieces(start.at(start.time + ms), "glass")["a3"]) for ms in (999, 1000))
    assert "--piece-coral-face" in last
    assert "--piece-coral-face" not in lost
    assert "opacity" in lost


# --- The timer --------------------------------------------------------------------------------------


def timer(position: Position) -> tuple[str, str]:
    """The colour of the timer and its sand."""
    (shown,) = pieces(position, "timer").values()
    return shown.colour, shown.mark


def test_the_timer_says_whom_it_presses() -> None:
    start = position(LEVEL3)
    assert timer(start) == ("grey", "idle")
    assert start.task.endswith("No timer runs.")
    pressed = start.play_turn("0 b !").at(6000)
    assert timer(pressed) == ("red", "9/15")
    assert pressed.task.endswith("The timer presses Red: 9 s.")
    moved = pressed.play_turn("7000 r a1-a2+")
    assert timer(moved) == ("grey", "8/15")
    assert "The timer runs without effect." in moved.task
    forfeited = pressed.at(15_000)
    assert timer(forfeited) == ("grey", "idle")
    assert "No timer runs." in forfeited.task


def test_only_level_3_speaks_of_the_timer() -> None:
    assert "timer" not in position(LEVEL2.format(red=50_000)).task


def test_the_timer_stands_where_the_board_leaves_room() -> None:
    scene = position(LEVEL3).scene()
    (shown,) = pieces(position(LEVEL3), "timer").values()
    assert abs(shown.at[0]) + 0.5 < max(x for x, _ in scene.outline)
    assert abs(shown.at[1]) + 0.5 <= max(y for _, y in scene.outline)
