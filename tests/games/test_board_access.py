"""Board access: what stands where and what is beside the board, compared with the scenes."""

from collections.abc import Callable, Iterator

import pytest

import gipfel
from gipfel import BoardPiece, Side
from gipfel.draw.scene import Piece, Scene, Stock
from gipfel.games.core.board_access import drawn_pieces, drawn_points, drawn_reserves
from tests.helpers.check import CHECK
from tests.helpers.evenings import MIXED, random_evening
from tests.helpers.random_games import VERSIONS, positions, sample

COLOURS = {Side.WHITE: "white", Side.BLACK: "black", None: ""}
SEEDS = range(5) if CHECK else range(1)
UNITS = {"basic": "p", "gipf": "g", "tamsk": "t", "zertz": "z", "dvonn": "d", "yinsh": "y", "punct": "u"}


def chain(piece: BoardPiece | None) -> Iterator[BoardPiece]:
    """A piece and all below it, from the top down."""
    while piece is not None:
        yield piece
        piece = piece.below


def drawn_on(scene: Scene) -> dict[str, list[Piece]]:
    """The pieces of a scene by the points they cover, from the top down."""
    at = {place.at: place.target.name for place in scene.places}
    found: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        if piece.target is None or piece.mark == "missed" or (piece.shape == "hoops" and not piece.height):
            continue
        for cell in piece.cells or (piece.at,):
            if cell in at:
                found.setdefault(at[cell], []).insert(0, piece)
    return found


def project_text(piece: BoardPiece) -> tuple[str, int, str]:
    """The owner, the height and the mark of a stack of units, as its scene writes it."""
    text, colour = "", ""
    units = [*chain(piece)]
    for unit in reversed(units):
        if COLOURS[unit.side] != colour:
            colour = COLOURS[unit.side]
            text += colour[0].upper()
        text += UNITS[unit.kind]
    plain = {unit.kind for unit in units} == {"basic"} and len({unit.side for unit in units}) == 1
    return (
        COLOURS[piece.side],
        piece.height,
        "" if plain else text + {0: "", 1: "", 2: "~", 3: "-"}[piece.amount],
    )


def sand(piece: BoardPiece) -> str:
    return {0: "lost", -1: "idle"}.get(piece.amount, "runs")


def drawn_sand(piece: Piece) -> str:
    return piece.mark if piece.mark in ("lost", "idle") else "runs"


def lyngk_tower(piece: BoardPiece) -> tuple[str, int, str, str]:
    """The colour on top, the height, whose it is, and the letters of what lies below."""
    paint = {"ivory": "white", "joker": "grey"}.get(piece.kind, piece.kind)
    letters = "".join("K" if one.kind == "black" else one.kind[0].upper() for one in chain(piece))
    return paint, piece.height, "" if piece.side is None else str(piece.side + 1), letters[1:]


WORDS: dict[str, tuple[Callable[[BoardPiece], object], Callable[[Piece], object]]] = {
    "gipf": (
        lambda piece: (COLOURS[piece.side], piece.height, piece.kind),
        lambda drawn: (drawn.colour, drawn.height, {1: "basic", 2: "gipf"}[drawn.height]),
    ),
    "tzaar": (
        lambda piece: (COLOURS[piece.side], piece.height, piece.kind),
        lambda drawn: (drawn.colour, drawn.height, drawn.mark.lower()),
    ),
    "zertz": (lambda piece: (piece.side, piece.kind), lambda drawn: (None, drawn.colour)),
    "dvonn": (
        lambda piece: (
            COLOURS[piece.side] or "red",
            piece.height,
            0 if piece.side is None else piece.amount,
            piece.kind == "red",
        ),
        lambda drawn: (
            drawn.colour,
            drawn.height,
            len(drawn.mark),
            drawn.colour == "red" or bool(drawn.mark),
        ),
    ),
    "punct": (
        lambda piece: (COLOURS[piece.side], piece.kind, piece.height),
        lambda drawn: (drawn.colour, drawn.mark, drawn.level),
    ),
    "yinsh": (
        lambda piece: (COLOURS[piece.side], piece.kind),
        lambda drawn: (drawn.colour, drawn.shape),
    ),
    "tamsk": (
        lambda piece: (
            (piece.kind, piece.height, None)
            if piece.kind == "rings"
            else (piece.kind, {Side.WHITE: "red"}.get(piece.side or Side.WHITE, "black"), sand(piece))
        ),
        lambda drawn: (
            ("rings", drawn.height, None)
            if drawn.shape == "hoops"
            else (drawn.shape, drawn.colour, drawn_sand(drawn))
        ),
    ),
    "project": (project_text, lambda drawn: (drawn.colour, drawn.height, drawn.mark)),
    "lyngk": (lyngk_tower, lambda drawn: (drawn.colour, drawn.height, drawn.mark, drawn.label)),
    "matrx": (project_text, lambda drawn: (drawn.colour, drawn.height, drawn.mark)),
}
"""For each game, what board access and what the scene say of a piece, in the same words."""


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_pieces_are_those_of_the_scene(name: str, version: str) -> None:
    told, shown = WORDS[name]
    for seed in SEEDS:
        for position in sample(positions(name, version, seed), 1000 if CHECK else 12):
            scene = position.game.scene(position.state)
            drawn = drawn_on(scene)
            pieces = position.pieces()
            assert {*position.points} == {*drawn_points(scene)} - dots(scene)
            assert pieces.keys() == drawn.keys()
            for point, piece in pieces.items():
                assert position.piece_at(point) == piece
                if name in ("project", "lyngk", "matrx"):  # one picture of all that lies on a point
                    assert told(piece) == shown(drawn[point][0])
                elif name == "tamsk" and version == "level1":
                    assert [one.kind for one in chain(piece)] == [
                        {"hoops": "rings"}.get(one.shape, one.shape) for one in drawn[point]
                    ]
                else:
                    assert [told(one) for one in chain(piece)] == [shown(one) for one in drawn[point]]


def dots(scene: Scene) -> set[str]:
    """The places of a scene from which pieces enter; nothing stands there."""
    return {place.target.name for place in scene.places if place.kind == "dot"}


def stock(stocks: tuple[Stock, ...], *words: str) -> int:
    """The number of pieces in the stocks whose name contains a word."""
    return sum(one.count for one in stocks if any(word in one.name for word in words))


def units_in_reserve(stocks: tuple[Stock, ...], letter: str) -> int:
    """The units of a kind in stocks of pairs and single ones."""
    reserve = (one for one in stocks if one.name not in ("captured", "out of play"))
    return sum(one.count * one.piece.mark.count(letter) for one in reserve)


KINDS = {"T": "TAMSK", "Z": "ZÈRTZ", "D": "DVONN", "Y": "YINSH", "P": "PÜNCT"}
STOCKS: dict[str, Callable[[tuple[Stock, ...]], dict[str, int]]] = {
    "gipf": lambda found: {"reserve": stock(found, "in reserve"), "captured": stock(found, "captured")},
    "zertz": lambda found: dict(zip(("white", "grey", "black"), [one.count for one in found], strict=True)),
    "dvonn": lambda found: {
        "red": stock(found, "red to place"),
        "plain": sum(one.count for one in found if one.name == "to place"),
    },
    "punct": lambda found: {one.name[0]: one.count for one in found},
    "yinsh": lambda found: {"rings": stock(found, "to place"), "removed": stock(found, "removed")},
    "tamsk": lambda found: {"rings": stock(found, "left"), "glasses": stock(found, "in hand")},
    "project": lambda found: {
        "reserve": stock(found, "in reserve"),
        "captured": stock(found, "captured"),
        **{letter: stock(found, f"{kind} waiting") for letter, kind in KINDS.items()},
        "lost": stock(found, "out of play"),
    },
    "lyngk": lambda found: {
        "captured": stock(found, "collected"),
        "claims": 2 - sum("collected" not in one.name for one in found),
    },
    "matrx": lambda found: {
        **{kind: units_in_reserve(found, letter) for kind, letter in UNITS.items() if kind != "basic"},
        "captured": stock(found, "captured"),
    },
}
"""For each game, its reserves as its trays show them."""


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_reserves_are_those_of_the_trays(name: str, version: str) -> None:
    for position in sample(positions(name, version, 0), 8):
        scene = position.game.scene(position.state)
        for side in Side:
            (tray,) = [tray for tray in scene.trays if tray.owner == COLOURS[side]]
            if name == "tzaar":
                assert position.reserves(side) == tzaar_reserves(tray.stocks)
            else:
                assert position.reserves(side) == STOCKS[name](tray.stocks)
        shared = [one.count for tray in scene.trays if tray.owner == "both" for one in tray.stocks]
        assert [*position.reserves().values()] == shared


def tzaar_reserves(stocks: tuple[Stock, ...]) -> dict[str, int]:
    """While pieces are placed the trays show those in hand, later what is on the board and the captures."""
    placing = len(stocks) == 3
    hand = {one.piece.mark.lower(): one.count if placing else 0 for one in stocks[:3]}
    return {**hand, "captured": 0 if placing else stocks[3].count}


def test_a_contest_has_a_board_of_its_own() -> None:
    """In it, `pieces` are those of the game around it, and `board` is the position inside."""
    evening = random_evening(MIXED, 0)
    inside = [
        decision.position
        for decision in evening.decisions
        if decision.position.board is not decision.position
    ]
    assert inside
    for position in inside[:5]:
        assert position.pieces().keys() <= {*gipfel.game("gipf").start().points}
        assert position.board.game.name != position.game.name
        assert position.board.pieces().keys() <= {*position.board.points}


def test_a_game_without_such_a_module_is_read_from_its_scene() -> None:
    """The fallback sees what is there; GIPF's scene serves as an example."""
    position = gipfel.game("gipf", "standard").start()
    scene = position.scene()
    drawn = drawn_pieces(scene)
    pieces = position.pieces()
    assert {point: (piece.side, piece.height) for point, piece in drawn.items()} == {
        point: (piece.side, piece.height) for point, piece in pieces.items()
    }
    assert {piece.kind for piece in drawn.values()} == {"disc"}
    assert drawn_reserves(scene, Side.WHITE) == {"white disc": 12, "black disc": 0}
    assert drawn_reserves(scene, None) == {}


def test_points_that_do_not_exist() -> None:
    position = gipfel.game("gipf").start()
    assert position.piece_at("e5") is None
    for nonsense in ("z9", "", "a1", 5):
        with pytest.raises(gipfel.GipfelError, match=r"there is no point .* on this board; there are b2, "):
            position.piece_at(nonsense)  # type: ignore[arg-type]
    with pytest.raises(gipfel.GipfelError, match="'white' is not a side"):
        position.reserves("white")  # type: ignore[arg-type]


def test_a_ring_that_is_gone_is_no_point() -> None:
    position = gipfel.game("zertz").start().play_turn("Wd4,a1")
    assert "a1" not in position.points
    assert position.piece_at("d4") == BoardPiece(None, "white")
    with pytest.raises(gipfel.GipfelError, match="there is no point 'a1'"):
        position.piece_at("a1")


def test_what_is_returned_can_be_changed_by_the_caller() -> None:
    position = gipfel.game("gipf", "standard").start()
    position.pieces().clear()
    position.reserves(gipfel.WHITE).clear()
    assert position.pieces()
    assert position.reserves(gipfel.WHITE)


def test_compiled_kernels_say_the_same() -> None:
    position = positions("gipf", "standard", 0)[-1]
    game = gipfel.game("gipf", "standard")
    game.compile()
    again = game.position_of(position.state)
    assert again.pieces() == position.pieces()
    assert {type(number) for number in again.reserves(gipfel.BLACK).values()} == {int}
