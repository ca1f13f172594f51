"""Pictures: SVG and text from a scene, and the scenes of GIPF."""

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from xml.etree import ElementTree

import pytest

from gipfel.draw.places import UnknownPlaceKind
from gipfel.draw.scene import Label, Mark, Piece, Place, Scene, Stock, Tray
from gipfel.draw.shape_registry import add_place
from gipfel.draw.shapes import UnknownShape
from gipfel.draw.svg import Theme, svg
from gipfel.draw.target import Target
from gipfel.draw.text import text
from gipfel.games.core.registry import game, game_names
from gipfel.games.gipf import rules
from gipfel.games.gipf.scene import scene
from gipfel.kernel.state import ONGOING, RESULT, SIDE, State

SVG = "{http://www.w3.org/2000/svg}"
GAMES = game_names()


def state_with(white: str = "", black: str = "", gipf: str = "") -> State:
    """White to act in phase S with pieces on these spots; those named in `gipf` are GIPF-pieces."""
    state = rules.start(rules.STANDARD)
    for entry, spots in ((rules.PIECES, white), (rules.PIECES + 1, black), (rules.GIPF, gipf)):
        state[entry] = sum(rules.BIT[rules.SPOTS.index[spot]] for spot in spots.split())
    return state


def random_states(version: int, seed: int) -> Iterator[State]:
    """The states of a random game."""
    kernels = rules.RULES.linked(fast=False)
    random, state = Random(seed), rules.start(version)
    while state[RESULT] == ONGOING and len(codes := kernels.codes(state)) > 0:
        yield list(state)
        kernels.play(state, random.choice(codes))
    yield state


START = scene(rules.start(rules.STANDARD), "GIPF · standard", "Point at a dot.")
XY = {place.target.name: place.at for place in START.places}
MARKED = START.marked(
    Mark("last", (XY["a3"], XY["b4"])),
    Mark("row", (XY["e2"], XY["e3"], XY["e4"], XY["e5"])),
    Mark("target", (XY["e1"], XY["b5"])),
)


def drawn(picture: str, kind: str) -> list[ElementTree.Element]:
    """The elements of a picture that have a class."""
    return [e for e in ElementTree.fromstring(picture).iter() if e.get("class") == kind]


# --- SVG ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("version", [rules.BASIC, rules.STANDARD, rules.TOURNAMENT])
def test_each_piece_is_drawn_once(version: int, theme: Theme) -> None:
    for state in random_states(version, seed=1):
        shown = scene(state, "GIPF", "Your turn.")
        picture = svg(shown, theme)
        assert len(drawn(picture, "piece")) == len(shown.pieces)
        assert len(drawn(picture, "stock")) == sum(
            stock.count for tray in shown.trays for stock in tray.stocks
        )


def test_picture_is_a_document_with_a_title_and_a_description() -> None:
    root = ElementTree.fromstring(svg(START))
    assert root.tag == f"{SVG}svg"
    title, description = root.findall(f"{SVG}title") + root.findall(f"{SVG}desc")
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert title.text == "GIPF · standard"
    assert description.text is not None
    assert "White: 12 in reserve, 0 captured" in description.text
    assert "white GIPF-piece: b5, h5, e2" in description.text


def test_everything_lies_in_the_view_box() -> None:
    left, top, width, height = map(float, ElementTree.fromstring(svg(START)).get("viewBox", "").split())
    for piece in drawn(svg(START), "piece"):
        assert left < float(piece.get("x", "nan")) < left + width
        assert top < float(piece.get("y", "nan")) < top + height


def test_every_reference_has_its_definition_and_ids_are_unique() -> None:
    picture = svg(MARKED)
    ids = re.findall(r' id="([^"]+)"', picture)
    references = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', picture))
    assert len(ids) == len(set(ids))
    assert {"".join(reference) for reference in references} <= set(ids)


def test_ids_of_different_pictures_differ() -> None:
    pictures = [svg(START), svg(START, Theme.DARK), svg(MARKED), svg(START, coordinates=False)]
    ids = [set(re.findall(r' id="([^"]+)"', picture)) for picture in pictures]
    assert sum(map(len, ids)) == len(set().union(*ids))
    assert svg(START) == svg(START)


def test_light_and_dark_differ() -> None:
    assert svg(START, Theme.LIGHT) != svg(START, Theme.DARK)
    assert Theme.DARK.tokens.page in svg(START, Theme.DARK)


def test_texts_are_escaped() -> None:
    nasty = '<b>"Tom" & Jerry\'s</b> \x00\x1b[31m\ud800'
    tray = Tray("white", nasty, (Stock(Piece((0, 0), "disc", "white"), 2, nasty),))
    picture = svg(replace(START, title=nasty, sentence=nasty, trays=(tray,), labels=(Label(nasty, (0, 4)),)))
    root = ElementTree.fromstring(picture.encode())
    assert root.findtext(f"{SVG}title") == '<b>"Tom" & Jerry\'s</b> [31m'
    assert not [e for e in root.iter() if e.tag == f"{SVG}b"]


def test_a_long_sentence_is_wrapped_and_complete() -> None:
    sentence = "Choose which of your GIPF-pieces stay on the board, then take the row away."
    root = ElementTree.fromstring(svg(replace(START, sentence=sentence)))
    lines = [e.text or "" for e in root.iter(f"{SVG}text")]
    assert sentence not in lines
    assert sentence in " ".join(lines)


def test_a_word_that_is_too_long_is_broken() -> None:
    root = ElementTree.fromstring(svg(replace(START, sentence=60 * "x")))
    assert max(len(e.text or "") for e in root.iter(f"{SVG}text")) < 60


def test_labels_can_be_left_out() -> None:
    labels = {label.text for label in START.labels}
    with_labels = {e.text for e in ElementTree.fromstring(svg(START)).iter(f"{SVG}text")}
    without = {e.text for e in ElementTree.fromstring(svg(START, coordinates=False)).iter(f"{SVG}text")}
    assert labels <= with_labels
    assert not labels & without


def test_marks_are_drawn() -> None:
    picture = svg(MARKED)
    assert [len(drawn(picture, kind)) for kind in ("last", "row", "target")] == [1, 1, 2]
    assert not drawn(svg(START), "row")


def test_a_last_move_of_one_place_is_a_ring() -> None:
    (ring,) = drawn(svg(START.marked(Mark("last", (XY["e5"],)))), "last")
    assert ring.tag == f"{SVG}circle"


def test_other_boards_can_be_drawn() -> None:
    places = (Place(Target("dot", "a1"), (0, 0), "dot"), Place(Target("space", "b1"), (1, 0), "space"))
    bare = Scene("other", "", places=places, pieces=(Piece((1, 0), "disc", "black", label="3"),))
    root = ElementTree.fromstring(svg(bare))
    assert len(list(root.iter(f"{SVG}circle"))) >= 2
    assert [e.text for e in root.iter(f"{SVG}text")] == ["3"]


def test_a_game_adds_a_kind_of_place() -> None:
    add_place("plate", "tests.helpers.plate")
    add_place("plate", "tests.helpers.plate")
    with pytest.raises(ValueError, match="there is a kind of place 'plate' already"):
        add_place("plate", "tests.helpers.other")
    bare = Scene("other", "", places=(Place(Target("spot", "a1"), (0, 0), "plate", 2.0),))
    (plate,) = ElementTree.fromstring(svg(bare)).iter(f"{SVG}ellipse")
    assert plate.get("rx") == "128"
    assert "%" in text(bare)


def test_an_unknown_kind_of_place_is_named() -> None:
    bare = Scene("other", "", places=(Place(Target("spot", "a1"), (0, 0), "cube"),))
    with pytest.raises(UnknownPlaceKind, match=r"'cube'.*dot"):
        svg(bare)


def test_an_unknown_shape_is_named() -> None:
    with pytest.raises(UnknownShape, match=r"'cube'.*disc"):
        svg(replace(START, pieces=(Piece((0, 0), "cube", "white"),)))


# --- Text ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [rules.BASIC, rules.STANDARD, rules.TOURNAMENT])
@pytest.mark.parametrize("names", [False, True])
def test_text_is_narrow_and_shows_every_piece(version: int, names: bool) -> None:
    for state in random_states(version, seed=2):
        shown = scene(state, "GIPF", "Your turn.")
        picture = text(shown, names=names)
        assert max(map(len, picture.splitlines())) <= 80
        board = picture.split("\n\n")[1]
        signs = sorted(re.findall("[wWbB](?![0-9])", board))
        letters = (piece.colour[0] for piece in shown.pieces)
        heights = (piece.height for piece in shown.pieces)
        assert signs == sorted(c.upper() if h == 2 else c for c, h in zip(letters, heights, strict=True))


def test_text_without_colour_has_no_codes() -> None:
    assert "\033" not in text(MARKED)
    assert "\033" not in text(replace(MARKED, title="\033[31mred", sentence="\033[2J"))
    assert "\033" in text(MARKED, colour=True)


def test_colour_changes_nothing_but_colour() -> None:
    lines = re.sub(r"\033\[[0-9;]*m", "", text(MARKED, colour=True)).splitlines()
    assert [line.rstrip() for line in lines] == text(MARKED).splitlines()


def test_text_shows_coordinates_trays_turn_and_sentence() -> None:
    picture = text(START)
    assert all(dot in picture for dot in rules.DOTS)
    assert "> White: 12 in reserve, 0 captured" in picture
    assert "  Black: 12 in reserve, 0 captured" in picture
    assert picture.endswith("Point at a dot.")


def test_text_with_names_shows_every_empty_point() -> None:
    occupied = {piece.target.name for piece in START.pieces if piece.target}
    board = text(START, names=True).split("\n\n")[1]
    assert set(re.findall("[a-i][1-9]", board)) == set(rules.POINTS.names) - occupied


def test_text_explains_its_signs() -> None:
    picture = text(MARKED)
    for entry in ("W white GIPF-piece", "• dot", "· spot", "( ) target", "[ ] row to take", "< > last move"):
        assert entry in picture
    assert "white piece" not in picture


@pytest.mark.parametrize(
    ("kinds", "shown"),
    [(["row"], "[W]"), (["target"], "(W)"), (["last"], "<W>"), (["last", "target", "row"], "<[(W)]>")],
)
def test_marks_are_brackets(kinds: list[str], shown: str) -> None:
    assert shown in text(START.marked(*(Mark(kind, (XY["e2"],)) for kind in kinds)))


def test_marks_go_round_names() -> None:
    assert "(e1)" in text(START.marked(Mark("target", (XY["e1"],))), names=True)


def test_an_empty_scene_is_only_its_title() -> None:
    assert text(Scene("gipf", "Nothing here")) == "Nothing here"


# --- The scenes of GIPF ---------------------------------------------------------------------------------


def test_gipf_board() -> None:
    kinds = [place.kind for place in START.places]
    assert (kinds.count("spot"), kinds.count("dot"), len(START.lines), len(START.outline)) == (37, 24, 21, 6)
    assert START.place(Target("dot", "e1")) == (0, -4)
    assert START.place(Target("spot", "e5")) == (0, 0)
    assert {label.text for label in START.labels} == set(rules.DOTS)


def test_pieces_nearer_to_the_viewer_are_drawn_later() -> None:
    for state in random_states(rules.STANDARD, seed=3):
        heights = [piece.at[1] for piece in scene(state, "", "").pieces]
        assert heights == sorted(heights, reverse=True)


def test_captured_discs_lie_before_the_player_who_took_them() -> None:
    state = rules.start(rules.STANDARD)
    state[rules.LOST + 1] = 3
    black, white = scene(state, "", "").trays
    assert (str(black), str(white)) == (
        "Black: 12 in reserve, 0 captured",
        "White: 12 in reserve, 3 captured",
    )
    assert white.stocks[1].piece.colour == "black"
    assert (black.active, white.active) == (False, True)


ROW = "b5 c5 d5 e5"


def test_a_row_to_take_is_marked_with_all_that_extends_it() -> None:
    shown = scene(state_with(white=ROW, black="f4 h4", gipf="e5"), "", "")
    assert shown.marks == (Mark("row", (*(XY[spot] for spot in ROW.split()), XY["f4"])),)


def test_rows_are_marked_only_while_they_can_be_taken() -> None:
    state = state_with(white=ROW)
    spots = ["b5", "c5", "d5", "e5", "f4", "g3", "h2"]
    line = rules.LINES.index(tuple(rules.SPOTS.index[spot] for spot in spots))
    for entry, value in (
        (SIDE, 1),
        (rules.PHASE, rules.PUSH),
        (rules.DONE, 1 << line),
        (RESULT, 1),
    ):
        changed = list(state)
        changed[entry] = value
        assert scene(changed, "", "").marks == ()


def test_a_board_full_of_pieces_has_its_labels_where_no_place_can_show_its_name() -> None:
    full = text(game("lyngk").start(seed=1).scene(), names=True)
    assert all(name in full for name in ("a1", "c7", "e7", "i1"))
    thin = text(game("lyngk").position("L5 1/4/7/6/3(BR)3/6/7/4/1 R:K 0:0 1").scene(), names=True)
    assert thin.count("a1") == 1, "the place itself"
