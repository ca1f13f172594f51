"""PÜNCT, in the order of docs/rules/punct.md: board, set-up, turn, end, notation, properties."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from random import Random

import pytest

import gipfel
from gipfel import IllegalDecision, NotationError, Position, PositionError
from gipfel.draw.target import Path, Target
from gipfel.draw.text import text as text_picture
from gipfel.games.core.marks import last_move
from gipfel.games.core.pointing import point
from gipfel.games.punct import rules, tables
from gipfel.kernel.link import can_compile
from gipfel.kernel.perft import Perft
from tests.helpers.check import CHECK, only_in_check
from tests.helpers.degrees import degree
from tests.helpers.random_games import positions, sample

BASIC = gipfel.game("punct", "basic")
STANDARD = gipfel.game("punct", "standard")
BY_LETTER = {"B": BASIC, "S": STANDARD}


def at(text: str) -> Position:
    return BY_LETTER[text.split()[-1]].position(text)


def texts(position: Position) -> list[str]:
    return [decision.text for decision in position.decisions()]


def additions(position: Position) -> list[str]:
    return [text for text in texts(position) if text.startswith("+")]


def moves(position: Position, origin: str = "") -> list[str]:
    return [text for text in texts(position) if not text.startswith("+") and text.startswith(origin)]


def other_side(text: str) -> str:
    """The same position with the other player to act."""
    pieces, side, version = text.split()
    return f"{pieces} {'b' if side == 'w' else 'w'} {version}"


# --- The rules once more, by the letter of the rule page and slowly ---------------------------------

XY = tuple[int, int]
D = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]
STOCK = {"T": 6, "C": 2, "E": 4, "M": 2, "L": 2, "R": 2}


def on_board(space: XY) -> bool:
    dx, dy = space[0] - 8, space[1] - 9
    return max(abs(dx), abs(dy), abs(dx - dy)) <= 8 and name_of(space) not in [
        "a1",
        "a9",
        "i1",
        "i17",
        "q9",
        "q17",
    ]


def is_central(space: XY) -> bool:
    dx, dy = space[0] - 8, space[1] - 9
    return max(abs(dx), abs(dy), abs(dx - dy)) <= 2


def step(space: XY, direction: int) -> XY:
    dx, dy = D[direction % 6]
    return space[0] + dx, space[1] + dy


def covers(kind: str, p: XY, r: int) -> tuple[XY, XY, XY]:
    """PÜNCT and minor dots, as the table has them (1.3)."""
    first = step(p, r)
    second = {
        "T": step(p, r + 1),
        "C": step(p, r + 3),
        "E": step(first, r),
        "M": step(p, r + 2),
        "L": step(first, r - 1),
        "R": step(first, r + 1),
    }
    return p, first, second[kind]


def space_of(name: str) -> XY:
    return ord(name[0]) - ord("a"), int(name[1:])


def name_of(space: XY) -> str:
    return f"{chr(ord('a') + space[0])}{space[1]}"


SPACES = [(x, y) for x in range(17) for y in range(1, 18) if on_board((x, y))]
SPEC_SIDES = [
    ("a2 a3 a4 a5 a6 a7 a8", "q10 q11 q12 q13 q14 q15 q16"),
    ("b10 c11 d12 e13 f14 g15 h16", "j2 k3 l4 m5 n6 o7 p8"),
    ("b1 c1 d1 e1 f1 g1 h1", "j17 k17 l17 m17 n17 o17 p17"),
]

SpecPiece = tuple[str, str, XY, int, int]


class Spec:
    """A position as the rule page describes it: pieces (colour, type, P, r, level), and heights from them."""

    def __init__(self, text: str) -> None:
        listed, self.side, self.version = text.split()
        self.pieces: list[SpecPiece] = [] if listed == "-" else [self._piece(p) for p in listed.split(",")]

    @staticmethod
    def _piece(text: str) -> SpecPiece:
        colour, kind, space, r, level = re.fullmatch(r"(.)(.)(...?):(\d)(?:@(\d+))?", text).groups()  # type: ignore[union-attr]
        return colour, kind, space_of(space), int(r), int(level or 1)

    def tops(self, without: SpecPiece | None = None) -> dict[XY, tuple[int, str, int]]:
        """For each covered space level, colour and number of the top piece."""
        found: dict[XY, tuple[int, str, int]] = {}
        for number, piece in enumerate(self.pieces):
            if piece != without:
                for space in covers(*piece[1:4]):
                    found[space] = max(found.get(space, (0, "", 0)), (piece[4], piece[0], number))
        return found

    def actions(self) -> Iterator[str]:
        yield from self.additions()
        for piece in self.pieces:
            yield from self.moves(piece)

    def additions(self) -> Iterator[str]:
        tops = self.tops()
        used = Counter(piece[1] for piece in self.pieces if piece[0] == self.side)
        closed = self.version == "S" or (not self.pieces and self.side == "w")
        for kind, stock in STOCK.items():
            for p in SPACES if used[kind] < stock else []:
                for r in range(3 if kind == "C" else 6):
                    dots = covers(kind, p, r)
                    free = all(on_board(dot) and dot not in tops for dot in dots)
                    if free and not (closed and any(map(is_central, dots))):
                        yield f"+{kind}{name_of(p)}:{r}"

    def moves(self, piece: SpecPiece) -> Iterator[str]:
        colour, kind, p, r, level = piece
        before = self.tops()
        if colour != self.side or any(before[dot][0] != level for dot in covers(kind, p, r)):
            return
        tops = self.tops(without=piece)
        for goal in SPACES:
            in_line = goal[0] == p[0] or goal[1] == p[1] or goal[0] - goal[1] == p[0] - p[1]
            for turned in range(3 if kind == "C" else 6) if in_line else []:
                if (goal, turned) != (p, r) and self.lands(tops, kind, goal, turned):
                    yield f"{name_of(p)}-{name_of(goal)}:{turned}"

    def lands(self, tops: dict[XY, tuple[int, str, int]], kind: str, p: XY, r: int) -> bool:
        dots = covers(kind, p, r)
        if not all(map(on_board, dots)):
            return False
        h = [tops.get(dot, (0, "", 0))[0] for dot in dots]
        if kind == "T":
            fits, k = h[0] == h[1] == h[2], h[0]
        else:
            middle = 0 if kind in "CM" else 1
            ends = [h[i] for i in range(3) if i != middle]
            fits, k = ends[0] == ends[1] and h[middle] <= ends[0], ends[0]
        return fits and (k == 0 or (p in tops and tops[p][1] == self.side))

    def connected_pairs(self, colour: str) -> set[int]:
        """Which pairs of sides a colour connects."""
        visible = {space for space, top in self.tops().items() if top[1] == colour}
        pairs = set()
        for number, sides in enumerate(SPEC_SIDES):
            start, goal = ({space_of(name) for name in side.split()} for side in sides)
            reached, waiting = set(), list(start & visible)
            while waiting:
                space = waiting.pop()
                if space not in reached:
                    reached.add(space)
                    waiting += [s for s in (step(space, d) for d in range(6)) if s in visible]
            if reached & goal:
                pairs.add(number)
        return pairs


# --- 1. Components and board ------------------------------------------------------------------------


def test_counts_of_spaces() -> None:
    board = tables.BOARD
    assert len(board) == 211
    assert board.pairs == 582
    assert Counter(degree(board, space) for space in range(211)) == {6: 163, 5: 6, 4: 30, 3: 12}
    sizes = "7 10 11 12 13 14 15 16 15 16 15 14 13 12 11 10 7"
    assert [len(column) for column in board.columns] == list(map(int, sizes.split()))
    assert [space_of(name) for name in board.names] == SPACES


def test_the_central_hexagon() -> None:
    spec = "g7 g8 g9 h7 h8 h9 h10 i7 i8 i9 i10 i11 j8 j9 j10 j11 k9 k10 k11"
    assert [tables.BOARD.names[space] for space in tables.CENTRAL_SPACES] == spec.split()


def test_directions_go_clockwise_from_north() -> None:
    i9 = tables.BOARD.index["i9"]
    around = [tables.BOARD.names[space] for space in tables.BOARD.neighbours[i9]]
    assert around == ["i10", "j10", "j9", "i8", "h8", "h9"]


def test_six_sides_in_three_pairs() -> None:
    for number, pair in enumerate(SPEC_SIDES):
        for which, side in enumerate(pair):
            spaces = [tables.BOARD.names[i] for i in range(211) if tables.SIDE_OF[i] == 2 * number + which]
            assert spaces == side.split()
    assert sum(bit != 0 for bit in tables.SIDE_BIT) == 42


def test_counts_of_placements() -> None:
    fitting = Counter(tables.TYPES[tables.parts(number)[0]] for number in tables.FITTING)
    assert fitting == {"T": 1116, "C": 531, "E": 1062, "M": 1074, "L": 1074, "R": 1074}
    assert sum(fitting.values()) == 5931
    outside = Counter(
        tables.TYPES[tables.parts(number)[0]]
        for number in tables.FITTING
        if not any(tables.CENTRAL[space] for space in tables.COVERED[number])
    )
    assert outside == {"T": 954, "C": 444, "E": 888, "M": 900, "L": 900, "R": 900}
    assert sum(outside.values()) == 4986


def test_placements_cover_the_spaces_of_the_spec() -> None:
    for number in tables.FITTING:
        type_, space, orientation = tables.parts(number)
        dots = covers(tables.TYPES[type_], SPACES[space], orientation)
        assert tuple(SPACES[dot] for dot in tables.COVERED[number]) == dots
    assert len(tables.BY_SPACES) == len(tables.FITTING)


# --- 2. Set-up --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "text"), [(BASIC, "- w B"), (STANDARD, "- w S")])
def test_start(game: gipfel.Game, text: str) -> None:
    assert str(game.start()) == text
    assert game.position(text) == game.start()
    assert game.start().side == gipfel.WHITE
    assert game.conserved(game.start().state) == (6, 2, 4, 2, 2, 2) * 2


# --- 3. The turn, by the letter ---------------------------------------------------------------------


SEEDS = (1, 2, 3) if CHECK else (1,)
random_play = pytest.mark.parametrize(
    ("version", "seed"), [(version, seed) for version in ("basic", "standard") for seed in SEEDS]
)


@random_play
def test_decisions_are_those_of_the_spec(version: str, seed: int) -> None:
    for position in sample([*positions("punct", version, seed), *climbing_game(version, seed)], 24):
        if position.outcome is None:
            expected = list(Spec(str(position)).actions())
            assert sorted(texts(position)) == sorted(expected)


@cache
def climbing_game(version: str, seed: int) -> tuple[Position, ...]:
    """A random game in which pieces climb when they can, so that there are towers and bridges."""
    chance, played = Random(seed), [gipfel.game("punct", version).start()]
    while (decisions := played[-1].decisions()) and len(played) < 60:
        state = played[-1].state
        levels = {d: rules.level_on(state, d.code % rules.MOVE) for d in decisions if d.code >= rules.MOVE}
        lowest = chance.choice([2, max(levels.values(), default=2)])
        higher = [d for d, level in levels.items() if level >= max(lowest, 2)]
        climbs = len(played) > 12 and chance.random() < 0.8
        played.append(played[-1].play(chance.choice((higher if climbs else []) or decisions)))
    return tuple(played)


def test_towers_and_bridges_came_up() -> None:
    pieces = [piece for seed in (1, 2, 3) for p in climbing_game("basic", seed) for piece in p.scene().pieces]
    assert max(piece.level for piece in pieces) >= 4
    assert any(piece.shape == "bridge" for piece in pieces)


# --- 7. Worked examples -----------------------------------------------------------------------------

DIAGRAM_2A = "wEf7:0,wLf10:0,wRf4:5,wRm14:2,bCm9:1,bEf6:2,bMd6:2,bLi6:2 w B"
BRIDGE = "wEf7:0,wLf10:0,wRf4:5,bCm9:1,bEf6:2,bMd6:2,bLi6:2,wRf7:2@2 b B"
MIDDLE = "wCe3:0,wEd7:0,wEe8:0,bEf7:0,wEd7:0@2,bEf7:0@2 w B"
BOTH = (
    "wCh11:0,wCh14:0,wEh1:0,wEh4:0,wEh7:0,wEi15:1,bTg15:3,bEg1:0,bEg4:0,bEg7:0,bEg10:0,bLh16:2,bTg4:1@2 b B"
)
LAST = (
    "wTb7:1,wTf11:5,wTi9:0,wTn13:2,wTp9:5,wCi13:2,wCk13:0,wEc10:4,wEe1:0,wEe7:3,wEj5:2,wMa2:0,wMg11:2,"
    "wLi14:2,wLo16:5,wRd10:2,wRj7:1,bTk10:3,bEg7:0 w S"
)

PLAYED = [
    # name, position before, decision, position after
    ("2 basic", "- w B", "+Ti5:0", "wTi5:0 b B"),
    ("2 standard", "- w S", "+Ti5:0", "wTi5:0 b S"),
    (
        "4 move and turn",
        DIAGRAM_2A,
        "m14-c4:3",
        "wEf7:0,wLf10:0,wRc4:3,wRf4:5,bCm9:1,bEf6:2,bMd6:2,bLi6:2 b B",
    ),
    (
        "6 jumping",
        DIAGRAM_2A,
        "m14-f7:4",
        "wEf7:0,wLf10:0,wRf4:5,bCm9:1,bEf6:2,bMd6:2,bLi6:2,wRf7:4@2 b B",
    ),
    ("7 bridge", DIAGRAM_2A, "m14-f7:2", BRIDGE),
    (
        "8 down again",
        other_side(BRIDGE),
        "f7-f12:1",
        "wEf7:0,wLf10:0,wRf4:5,wRf12:1,bCm9:1,bEf6:2,bMd6:2,bLi6:2 b B",
    ),
    ("9 angular on angular", "wLf3:5,wRf7:0,bTa3:0 w B", "f3-f7:1", "wRf7:0,bTa3:0,wLf7:1@2 b B"),
    ("10 triangle", "wTf3:0,wEf7:0,bEg7:0 w B", "f3-f7:0", "wEf7:0,bEg7:0,wTf7:0@2 b B"),
    (
        "11 PÜNCT in the middle",
        MIDDLE,
        "e3-e8:2",
        "wEd7:0,wEe8:0,bEf7:0,wEd7:0@2,bEf7:0@2,wCe8:2@3 b B",
    ),
    (
        "12 PÜNCT at the end",
        "wEd3:0,wEd7:0,bEe8:0,bEf7:0,wEd7:0@2,bEf7:0@2 w B",
        "d3-d8:2",
        "wEd7:0,bEe8:0,bEf7:0,wEd7:0@2,bEf7:0@2,wEd8:2@3 b B",
    ),
    (
        "13 minor dot on black",
        "wEd3:0,wEd7:0,bTa3:0,bEf6:0 w B",
        "d3-d8:2",
        "wEd7:0,bTa3:0,bEf6:0,wEd8:2@2 b B",
    ),
    ("18 into the centre", "wTi5:0,bEf4:0 w S", "i5-i7:0", "wTi7:0,bEf4:0 b S"),
]


@pytest.mark.parametrize(
    ("before", "played", "after"), [row[1:] for row in PLAYED], ids=[row[0] for row in PLAYED]
)
def test_example(before: str, played: str, after: str) -> None:
    position = at(before).play(played)
    assert str(position) == after
    assert at(after) == position
    assert position.outcome is None


ILLEGAL = [
    # name, position, decision, reason
    ("2 central hexagon, basic", "- w B", "+Ti6:0", "i7 is in the central hexagon, and the first piece"),
    ("2 central hexagon, standard", "wTi5:0 b S", "+Ei7:0", "i7 is in the central hexagon, where no piece"),
    ("3 PÜNCT on e6", DIAGRAM_2A, "m14-e6:3", "e6 is black, and a PÜNCT stands only on an own piece"),
    ("3 PÜNCT on m9", DIAGRAM_2A, "m14-m9:2", "m9 is black, and a PÜNCT stands only on an own piece"),
    ("4 orientation 0", DIAGRAM_2A, "m14-c4:0", "its ends need equal levels, not 0 on c4, 1 on d6"),
    ("4 orientation 1", DIAGRAM_2A, "m14-c4:1", "its ends need equal levels, not 0 on c4, 1 on e5"),
    ("5 no change", DIAGRAM_2A, "m14-m14:2", "the piece would lie as it did before"),
    ("5 not in line", DIAGRAM_2A, "m14-l12:0", "l12 is not in line with m14"),
    ("6 orientation 0", DIAGRAM_2A, "m14-f7:0", "its ends need equal levels, not 1 on f7, 0 on g9"),
    ("6 orientation 1", DIAGRAM_2A, "m14-f7:1", "its ends need equal levels"),
    ("6 orientation 5", DIAGRAM_2A, "m14-f7:5", "its ends need equal levels"),
    ("7 under the bridge", BRIDGE, "+Tg7:1", "g7 is covered, and a new piece needs three vacant spaces"),
    ("7 blocked", BRIDGE, "f6-f6:1", "is blocked: white right angle (f7, level 2) lies over g6"),
    ("11 black below", MIDDLE.replace("wEe8:0", "bEe8:0"), "e3-e8:2", "e8 is black, and a PÜNCT"),
    (
        "11 nothing below",
        MIDDLE.replace("wEe8:0,", ""),
        "e3-e8:2",
        "e8 is vacant, and above the board a PÜNCT",
    ),
    ("13 PÜNCT on black", "wEd7:0,wEf1:0,bTa3:0,bEf6:0 w B", "f1-f8:5", "f8 is black, and a PÜNCT"),
    (
        "14 different levels",
        "wEd3:0,wEd7:0,wEf7:0,bTa3:0,wEd7:0@2 w B",
        "d3-d8:2",
        "its ends need equal levels, not 2 on d8, 1 on f8",
    ),
    ("18 on top of a piece", "wTi5:0,bEf4:0 w S", "+Ei5:0", "i5 is covered"),
]


@pytest.mark.parametrize(
    ("position", "text", "reason"), [row[1:] for row in ILLEGAL], ids=[row[0] for row in ILLEGAL]
)
def test_illegal_example(position: str, text: str, reason: str) -> None:
    with pytest.raises(
        IllegalDecision, match=f"^{re.escape(text)} is not legal: .*{re.escape(reason)}.*legal"
    ):
        at(position).play(text)


def test_example_1_directions() -> None:
    side = {name: tables.SIDE_OF[tables.BOARD.index[name]] for name in ("a5", "q13", "h16")}
    assert side["a5"] // 2 == side["q13"] // 2
    assert side["a5"] != side["q13"]
    assert side["a5"] // 2 != side["h16"] // 2


def test_example_2_first_turn() -> None:
    for game in (BASIC, STANDARD):
        first = game.start()
        assert len(first.decisions()) == 4986
        assert "+Ti5:0" in texts(first)
        assert "+Ti6:0" not in texts(first)
        assert first.play("+Ti5:0").contents("j6") == ("wTi5:0",)
    basic, standard = BASIC.start().play("+Ti5:0"), STANDARD.start().play("+Ti5:0")
    assert len(basic.decisions()) == 5703
    assert "+Ei7:0" in texts(basic)
    assert len(standard.decisions()) == 4794
    assert "+Ei7:0" not in texts(standard)


def test_example_3_where_a_piece_may_go() -> None:
    position = at(DIAGRAM_2A)
    covered = {
        name: [tables.BOARD.names[space] for space in piece.covered]
        for piece in rules.pieces_on(position.state)
        for name in [tables.BOARD.names[piece.space]]
    }
    assert covered == {
        "f7": ["f7", "f8", "f9"],
        "f10": ["f10", "f11", "e11"],
        "f4": ["f4", "e4", "e5"],
        "m14": ["m14", "n14", "n13"],
        "m9": ["m9", "n10", "l8"],
        "f6": ["f6", "g6", "h6"],
        "d6": ["d6", "e6", "c5"],
        "i6": ["i6", "j6", "k7"],
    }
    lines = (
        "m15 m16 m17 n15 o16 p17 n14 o14 p14 q14 m13 m12 m11 m10 m9 m8 m7 m6 m5 "
        "l13 k12 j11 i10 h9 g8 f7 e6 d5 c4 b3 a2 l14 k14 j14 i14 h14 g14 f14 m14"
    )
    m14 = tables.BOARD.index["m14"]
    assert {tables.BOARD.names[space] for space in tables.IN_LINE[m14]} == set(lines.split())
    assert len(moves(position, "m14-")) == 173
    levels = Counter(dict(levels_after(position, moves(position, "m14-"))).values())
    assert levels == {1: 170, 2: 3}
    assert not any(text.startswith(("m14-e6", "m14-m9")) for text in texts(position))
    assert len(additions(position)) == 3428
    assert len(moves(position)) == 619
    assert [len(moves(position, f"{name}-")) for name in ("f10", "f7", "f4", "m14")] == [166, 140, 140, 173]


def levels_after(position: Position, decisions: Iterable[str]) -> Iterator[tuple[str, int]]:
    """The level at which each move ends."""
    for text in decisions:
        goal = text.partition("-")[2].partition(":")[0]
        top = position.play(text).contents(goal)[0]
        yield text, int(top.partition("@")[2] or 1)


def test_example_4_orientations() -> None:
    there = [text[-1] for text in moves(at(DIAGRAM_2A), "m14-c4:")]
    assert there == ["2", "3", "4", "5"]
    after = at(DIAGRAM_2A).play("m14-c4:3")
    assert [after.contents(space) for space in ("c4", "c3", "b2")] == [("wRc4:3",)] * 3


def test_example_5_on_the_spot_and_off_the_line() -> None:
    position = at(DIAGRAM_2A)
    turned = position.play("m14-m14:3")
    assert [turned.contents(space) for space in ("m14", "m13", "l12", "n14")] == [("wRm14:3",)] * 3 + [()]
    moved = position.play("m14-n15:0")
    assert [moved.contents(space)[0] for space in ("n15", "n16", "o17")] == ["wRn15:0"] * 3


def test_example_6_jumping() -> None:
    there = dict(levels_after(at(DIAGRAM_2A), moves(at(DIAGRAM_2A), "m14-f7:")))
    assert there == {"m14-f7:2": 2, "m14-f7:3": 2, "m14-f7:4": 2}


def test_example_7_bridge() -> None:
    before, after = at(DIAGRAM_2A), at(BRIDGE)
    assert moves(after, "f6-") == []
    assert moves(at(other_side(BRIDGE)), "f7-f7:2") == []
    assert [len(moves(after, f"{name}-")) for name in ("d6", "i6", "m9")] == [146, 171, 90]
    assert "+Tg7:1" in texts(at(other_side(DIAGRAM_2A)))
    assert "+Tg7:1" not in texts(after)
    assert before.contents("g7") == ()
    assert after.contents("g7") == ("wRf7:2@2",)
    assert after.contents("f7") == ("wRf7:2@2", "wEf7:0")
    assert after.contents("g6") == ("wRf7:2@2", "bEf6:2")


def test_example_8_down_again() -> None:
    position = at(other_side(BRIDGE))
    levels = Counter(dict(levels_after(position, moves(position, "f7-"))).values())
    assert levels == {1: 129, 2: 6}


def test_example_9_angular_on_angular() -> None:
    position = at("wRf7:0,bTa3:0,wLf7:1@2 w B")
    assert position.contents("f7") == ("wLf7:1@2", "wRf7:0")
    assert position.contents("f8") == ("wRf7:0",)
    assert position.contents("g8") == ("wLf7:1@2",)
    assert {text.partition("-")[0] for text in moves(position)} == {"f7"}
    assert len(moves(at("wRf7:0,bTa3:0,wLf7:1@2 w B"), "f7-f6:")) == 5  # with the L's orientations


def test_example_10_triangles_do_not_bridge() -> None:
    assert moves(at("wTf3:0,wEf7:0,bTa3:0 w B"), "f3-f7:") == []
    assert moves(at("wTf3:0,wEf7:0,bEg7:0 w B"), "f3-f7:") == ["f3-f7:0", "f3-f7:1"]


def test_example_11_only_the_new_piece_is_free() -> None:
    after = at(MIDDLE).play("e3-e8:2")
    assert moves(after) == []
    assert {text.partition("-")[0] for text in moves(at(other_side(str(after))))} == {"e8"}
    assert after.contents("e8") == ("wCe8:2@3", "wEe8:0")


def test_example_15_winning_by_connection() -> None:
    position = at("wCh11:0,wCh14:0,wEh1:0,wEh7:0,wEi15:1,bTg15:3,bEg1:0,bEg7:0,bEg10:0,bLh16:2 w B")
    won = position.play("+Eh4:0")
    assert won.outcome == gipfel.Outcome(gipfel.WHITE, "connection")
    assert won.side == gipfel.WHITE
    assert won.decisions() == ()
    assert won.turn == position.turn + 1
    assert won.task == "White wins: two opposite sides of the board are connected."


def test_example_16_both_connected_by_one_move() -> None:
    position = at(BOTH)
    assert position.outcome is None
    won = position.play("g4-g13:4")
    assert won.outcome == gipfel.Outcome(gipfel.BLACK, "connection")
    assert Spec(str(won)).connected_pairs("w") == Spec(str(won)).connected_pairs("b") == {2}
    assert at(str(won)).outcome == won.outcome
    assert at(other_side(str(won))).outcome == gipfel.Outcome(gipfel.WHITE, "connection")


def test_example_17_uncovering_only_the_opponent() -> None:
    lost = at(BOTH).play("g4-d4:4")
    assert lost.outcome == gipfel.Outcome(gipfel.WHITE, "connection")
    assert lost.side == gipfel.BLACK
    assert at(str(lost)).outcome == lost.outcome


def test_example_18_into_the_centre() -> None:
    position = at("wTi5:0,bEf4:0 w S")
    assert len(additions(position)) == 4581
    assert len(moves(position)) == 205
    assert rules.central_lead(position.play("i5-i7:0").state) == 3


def test_example_19_last_piece() -> None:
    position = at(LAST)
    assert len(additions(position)) == 441
    assert all(text.startswith("+T") for text in additions(position))
    won = position.play("+Ta4:0")
    assert rules.central_lead(won.state) == 3 - 6
    assert won.outcome == gipfel.Outcome(gipfel.BLACK, "centre")
    assert won.side == gipfel.WHITE
    drawn = at(LAST.replace(" S", " B")).play("+Ta4:0")
    assert drawn.outcome == gipfel.Outcome(None, "last piece")
    for end in (won, drawn):
        assert at(str(end)) == end
        assert at(str(end)).outcome == end.outcome
        assert end.decisions() == ()


def test_equal_numbers_in_the_centre_are_a_draw() -> None:
    position = at(LAST.replace("bEg7:0", "bEb3:1"))
    drawn = position.play("+Ta4:0")
    assert rules.central_lead(drawn.state) == 0
    assert drawn.outcome == gipfel.Outcome(None, "centre")


def test_example_20_repetition() -> None:
    game = gipfel.Playthrough(at("wTi5:0,bEf4:0 w S"))
    for _ in range(2):
        for text in ["i5-i5:1", "f4-f4:1", "i5-i5:0", "f4-f4:0"]:
            assert game.position.outcome is None
            game.play(text)
    drawn = game.position
    assert drawn.outcome == gipfel.Outcome(None, "repetition")
    assert drawn.decisions() == ()
    assert drawn == game.start
    assert drawn.task == "The game is a draw: the same position for the third time."
    assert drawn.scene().sentence == drawn.task
    with pytest.raises(IllegalDecision, match="the game is over"):
        drawn.play("i5-i5:1")
    game.undo()
    assert game.position.outcome is None
    assert at(str(drawn)).outcome is None  # the text does not know how often it occurred
    assert gipfel.replay(gipfel.read_record(gipfel.write_record(game.record()))).position == game.position


def test_a_repetition_needs_the_same_side_to_act() -> None:
    """White takes three turns to come back and Black two: the board recurs with the other side to act."""
    game = gipfel.Playthrough(at("wTi5:0,bEf4:0 w S"))
    for text in ["i5-i5:1", "f4-f4:1", "i5-i5:2", "f4-f4:0", "i5-i5:0"]:
        game.play(text)
    assert str(game.position).split()[0] == str(game.start).split()[0]
    assert game.position != game.start
    assert game.position.outcome is None


# --- 5.5 No legal action ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("version", "text", "played", "winner"),
    [
        ("basic", MIDDLE, "e3-e8:2", None),
        ("standard", MIDDLE, "e3-e8:2", None),
        ("basic", "wTi9:0 w B", "+Ta4:0", None),
        ("standard", "wTi9:0 w S", "+Ta4:0", gipfel.WHITE),
    ],
)
def test_without_any_action_the_game_is_settled(
    version: str, text: str, played: str, winner: gipfel.Side | None
) -> None:
    """No known game leads there: Black's hand is emptied by force, and Black's pieces are covered."""
    game = gipfel.game("punct", version)
    state = game.read_state(text.replace(" B", f" {version[0].upper()}"))
    state[rules.HAND + 6 : rules.HAND + 12] = [0] * 6
    end = gipfel.Position(game, state).play(played)
    assert end.outcome == gipfel.Outcome(winner, "no move")
    assert end.side == gipfel.BLACK
    assert end.decisions() == ()
    assert "nothing can be added or moved any more" in end.task


@random_play
def test_whether_there_is_an_action_is_known_without_listing_them(version: str, seed: int) -> None:
    for position in [*positions("punct", version, seed), *climbing_game(version, seed)]:
        if position.outcome is None:
            codes = [decision.code for decision in position.decisions()]
            assert bool(rules.can_add(position.state)) == (codes[0] < rules.MOVE)
            assert bool(rules.can_move(position.state)) == (codes[-1] >= rules.MOVE)


# --- 6. Notation ------------------------------------------------------------------------------------


def test_the_short_form_of_turning_on_the_spot() -> None:
    position = at(DIAGRAM_2A)
    assert position.play("m14:3") == position.play("m14-m14:3") == position.play(" m14-m14:3 ")
    assert position.decision("m14:3").text == "m14-m14:3"
    assert position.play_turn("m14:3") == position.play("m14:3")


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", NotationError, "'' is no decision; adding a piece is"),
        ("+Ti5", NotationError, "is no decision"),
        ("+Xi5:0", NotationError, "is no decision"),
        ("+Ti5:6", NotationError, "is no decision"),
        ("Ti5:0", NotationError, "is no decision"),
        ("m14-c4", NotationError, "is no decision"),
        ("M14-c4:3", NotationError, "is no decision"),
        ("+Ta1:0", NotationError, "there is no space a1"),
        ("m14-q17:0", NotationError, "there is no space q17"),
        ("+Cc4:3", NotationError, "the orientation of a piece of type C must be 0, 1 or 2"),
        ("m9-m9:4", NotationError, "the orientation of a piece of type C must be 0, 1 or 2"),
        ("k10-k11:0", NotationError, "there is no piece on k10"),
        ("n14-n15:0", NotationError, "the piece on top of n14 is named by its PÜNCT, which is on m14"),
        ("m9-m9:2", IllegalDecision, "the piece on m9 is black"),
        ("+Ra2:0", IllegalDecision, "no piece of type R is left in hand"),
        ("+Ta2:4", IllegalDecision, "does not lie on the board with all three dots if its PÜNCT is on a2"),
        ("m14-m17:0", IllegalDecision, "with the PÜNCT on m17 a dot would be off the board"),
        ("+Tf7:0", IllegalDecision, "f7 is covered"),
        ("+Tm14:0", IllegalDecision, "4047 decisions are legal, e.g. "),
    ],
)
def test_wrong_decisions(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        at(DIAGRAM_2A).play(text)


BAD_POSITIONS = [
    ("", r"a position has 3 fields \(pieces, side, version\), not 0: e.g. wTi5:0,bEf4:0 w S"),
    ("- w", "has 3 fields"),
    ("- w B x", "has 3 fields"),
    ("- w Q", "the version is 'Q'; it must be B or S"),
    ("- x B", "the side to act is 'x'; it must be w or b"),
    ("-, w B", "'-' is no piece"),
    ("wTi5:0,, w B", "'' is no piece; it must be colour, type, PÜNCT, orientation"),
    ("gTi5:0 w B", "'gTi5:0' is no piece"),
    ("wXi5:0 w B", "'wXi5:0' is no piece"),
    ("wTi5 w B", "'wTi5' is no piece"),
    ("wTi5:0@ w B", "'wTi5:0@' is no piece"),
    ("wTi5:0@0 w B", "'wTi5:0@0' is no piece"),
    ("wTi5:0@100 w B", "'wTi5:0@100' is no piece"),
    ("wTi5:0@1 w B", "level 1 is not written; it must be wTi5:0"),
    ("wTi1:0 w B", "wTi1:0: there is no space i1"),
    ("wTq17:0 w B", "there is no space q17"),
    ("wCi5:3 w B", "the orientation of a piece of type C must be 0, 1 or 2"),
    ("wTa2:4 w B", "wTa2:4 does not lie on the board with all three dots"),
    ("wCa3:0,wCc2:0,wCe3:0 w B", "more white pieces of type C than the 2 of the stock"),
    ("wTi5:0,wTi5:3 w B", "wTi5:3 cannot lie there: a triangle needs three equal levels"),
    ("wTi5:0,bTi5:0 w B", "bTi5:0 cannot lie there: i5 is white, and a PÜNCT stands only on an own piece"),
    ("wTi5:0,wTi5:0 w B", "wTi5:0 would lie at level 2; it must be wTi5:0@2"),
    ("wTi5:0@2 w B", "wTi5:0@2 would lie at level 1; it must be wTi5:0"),
    ("wTi5:0,bTi5:0@2 w B", "bTi5:0@2 cannot lie there: i5 is white"),
    ("wTi5:0,wTi5:0@3 w B", "wTi5:0@3 would lie at level 2; it must be wTi5:0@2"),
    ("wEd7:0,wEf7:0,wEd7:0@2,wEd8:2@3 w B", "wEd8:2@3 cannot lie there: its ends need equal levels"),
    ("wEe7:0,wEd7:0,wEe7:0@2,wEd8:2@2,bEf7:0 w B", "its middle would be higher than its ends"),
    ("wEd7:0,wEf7:0,wCe8:2@2 w B", "e8 is vacant, and above the board a PÜNCT"),
    ("wEd7:0,wEf7:0,bEe7:0,wCe8:2@2 w B", "e8 is black, and a PÜNCT"),
]


@pytest.mark.parametrize(("text", "message"), BAD_POSITIONS)
def test_bad_positions(text: str, message: str) -> None:
    game = STANDARD if text.endswith(" S") else BASIC
    with pytest.raises(PositionError, match=message):
        game.position(text)


def test_pieces_may_be_listed_in_any_order() -> None:
    pieces = BRIDGE.split()[0].split(",")
    for seed in range(5):
        mixed = Random(seed).sample(pieces, len(pieces))
        assert str(at(",".join(mixed) + " b B")) == BRIDGE


def test_the_text_decides_the_version() -> None:
    with pytest.raises(PositionError, match="one of punct standard, not of basic"):
        BASIC.position("- w S")


def test_only_the_empty_board_is_the_first_turn() -> None:
    assert len(at("- b B").decisions()) == 5931
    assert "+Ti9:0" in texts(at("wTa2:0,bTc2:0 w B"))
    assert "+Ti9:0" not in texts(at("wTa2:0,bTc2:0 w S"))


# --- Equal positions --------------------------------------------------------------------------------


def test_pieces_of_a_type_are_interchangeable() -> None:
    one = BASIC.start()
    for text in ("+Ti5:0", "+Ec3:0", "+Tm9:0", "+Ek12:0"):
        one = one.play(text)
    two = BASIC.start()
    for text in ("+Tm9:0", "+Ek12:0", "+Ti5:0", "+Ec3:0"):
        two = two.play(text)
    assert one.state != two.state
    assert one == two
    assert hash(one) == hash(two)
    assert str(one) == str(two)
    assert texts(one) == texts(two)
    assert one.play("i5-i6:0") == two.play("i5-i6:0")


def test_the_level_makes_a_difference() -> None:
    assert at("wRf7:0,wLf7:1@2 w B") != at("wLf7:1,wRf7:0@2 w B")
    assert at("wEd7:0,wTf7:0 w B") != at("bEd7:0,wTf7:0 w B")
    assert at("wEd7:0 w B") != at("wEd7:0 b B")


@pytest.mark.parametrize("text", [DIAGRAM_2A, BRIDGE, MIDDLE, BOTH, LAST])
def test_all_twelve_symmetries(text: str) -> None:
    """Mirrored, L becomes R and R becomes L."""
    position = at(text)
    game = position.game
    assert len(game.symmetries) == 12
    for symmetry in game.symmetries:
        image = gipfel.Position(game, game.transformed(position.state, symmetry))
        assert at(str(image)) == image
        assert len(image.decisions()) == len(position.decisions())
    kinds = [
        sorted(re.findall("[LR]", str(gipfel.Position(game, game.transformed(position.state, s)))))
        for s in game.symmetries
    ]
    swapped = sorted({"L": "R", "R": "L"}[kind] for kind in kinds[0])
    assert kinds == [kinds[0]] * 6 + [swapped] * 6


# --- Pointing and words -----------------------------------------------------------------------------


def path(*names: str) -> Path:
    kinds = {"T": "tray", "C": "tray", "E": "tray", "M": "tray", "L": "tray", "R": "tray"}
    return tuple(Target(kinds.get(name, "turn" if name.isdigit() else "spot"), name) for name in names)


def test_paths() -> None:
    position = at(DIAGRAM_2A)
    assert position.decision("+Tb2:1").path == path("T", "b2", "1")
    assert position.decision("m14-c4:3").path == path("m14", "c4", "3")
    assert position.decision("m14:3").path == path("m14", "m14", "3")
    first = point(position)
    assert {str(target) for target in first.targets} == {
        *(f"tray {letter}" for letter in "TCEML"),
        *(f"spot {name}" for name in ("f10", "f7", "f4", "m14")),
    }
    assert {target.name for target in point(position, path("m14", "c4")).targets} == {"2", "3", "4", "5"}
    assert point(position, path("m14", "c4", "3")).complete == position.decision("m14-c4:3")


@pytest.mark.parametrize(
    ("prefix", "target", "sentence"),
    [
        ("", "R", "No piece of this kind (angle bending right) is left in your tray."),
        ("", "a2", "Choose a piece first, from your tray or on the board."),
        ("", "3", "Choose a piece first, from your tray or on the board."),
        ("", "f8", "Point at the PÜNCT of the piece, on f7."),
        ("", "m9", "The piece on m9 is black."),
        ("", "g6", "The piece on g6 is black."),
        (
            "T",
            "f7",
            "It fits there in no direction: f7 is covered, and a new piece needs three vacant spaces.",
        ),
        ("T", "3", "Point at the space for the PÜNCT."),
        ("m14", "l12", "It fits there in no direction: l12 is not in line with m14."),
        ("m14", "e6", "It fits there in no direction: e6 is black, and a PÜNCT stands only on an own piece."),
        ("m14 c4", "0", "Its ends need equal levels, not 0 on c4, 1 on d6."),
        ("m14 m14", "2", "The piece would lie as it did before."),
        ("m14 c4", "a2", "Choose the direction in which the piece lies."),
    ],
)
def test_why_not(prefix: str, target: str, sentence: str) -> None:
    position = at(DIAGRAM_2A)
    answer = position.game.why_not(position.state, path(*prefix.split()), path(target)[0])
    assert answer.startswith(sentence)
    assert answer.endswith(".")


def test_why_a_blocked_piece_does_not_move() -> None:
    position = at(BRIDGE)
    answer = position.game.why_not(position.state, (), Target("spot", "f6"))
    assert answer == "The piece on f6 is blocked: white right angle (f7, level 2) lies over g6."


@pytest.mark.parametrize("text", [DIAGRAM_2A, BRIDGE, LAST])
def test_every_refusal_has_its_reason(text: str) -> None:
    """Whatever is pointed at in vain gets a sentence of its own."""
    position = at(text)
    spots = [Target("spot", name) for name in tables.BOARD.names]
    first = set(point(position).targets)
    for target in [*spots, *(Target("tray", letter) for letter in tables.TYPES)]:
        if target not in first:
            assert position.game.why_not(position.state, (), target).endswith(".")
    for chosen in first:
        possible = set(point(position, (chosen,)).targets)
        for target in spots:
            if target not in possible:
                assert len(position.game.why_not(position.state, (chosen,), target)) > 30


def test_tasks_and_changes() -> None:
    assert BASIC.start().task == "White: choose a piece from your tray, then the space for its PÜNCT."
    assert at(BRIDGE).task == "Black: add a piece from your tray, or move one: point at its PÜNCT."
    added, moved, turned = (at(DIAGRAM_2A).decision(t) for t in ("+Tb2:1", "m14-c4:3", "m14:3"))
    assert [str(change.goal) for change in added.changes] == ["spot b2"]
    assert [(str(c.origin), str(c.goal)) for c in moved.changes] == [("spot m14", "spot c4")]
    assert [len(mark.at) for decision in (added, moved, turned) for mark in last_move(decision)] == [1, 2, 1]
    at(DIAGRAM_2A).svg(*last_move(turned))


# --- Pictures ---------------------------------------------------------------------------------------


def test_the_picture_shows_levels_and_bridges() -> None:
    pieces = {piece.name + piece.label: piece for piece in at(BRIDGE).scene().pieces}
    assert pieces["white right angle2"].shape == "bridge"
    assert pieces["white right angle2"].level == 2
    assert {piece.shape for name, piece in pieces.items() if not name.endswith("2")} == {"triple"}
    assert [piece.level for piece in at(MIDDLE).scene().pieces] == [1, 1, 1, 1, 2, 2]


def test_what_lies_underneath_is_told() -> None:
    assert at(DIAGRAM_2A).scene().notes == ()
    assert at(BRIDGE).scene().notes == (
        "white right angle (f7, level 2) lies on white bar (f7), black bar (f6); bridge over g7",
    )
    after = at(MIDDLE).play("e3-e8:2")
    assert after.scene().notes == (
        "white bar (d7, level 2) lies on white bar (d7)",
        "black bar (f7, level 2) lies on black bar (f7)",
        "white centred bar (e8, level 3) lies on white bar (d7, level 2), black bar (f7, level 2); "
        "bridge over e8 (white bar (e8))",
    )
    assert after.contents("d8") == ("wCe8:2@3", "wEd7:0@2", "wEd7:0")
    assert after.contents("q10") == ()
    with pytest.raises(NotationError, match="there is no space z9"):
        after.contents("z9")


@pytest.mark.parametrize("names", [False, True])
def test_the_text_picture(names: bool) -> None:
    picture = text_picture(at(BRIDGE).scene(), names=names)
    assert max(map(len, picture.splitlines())) <= 80
    assert "R2" in picture
    assert "bridge over g7" in " ".join(picture.split())
    if not names:
        assert " b /   \\ b     \\ w2 " in picture


# --- 7.1 Properties for random testing --------------------------------------------------------------


@random_play
def test_pieces_never_leave_the_board(version: str, seed: int) -> None:
    numbers = [len(rules.pieces_on(p.state)) for p in positions("punct", version, seed)]
    assert all(after - before in (0, 1) for before, after in pairwise(numbers))


@random_play
def test_every_piece_lies_on_something(version: str, seed: int) -> None:
    for position in [*positions("punct", version, seed), *climbing_game(version, seed)]:
        pieces = rules.pieces_on(position.state)
        at_level = {(space, piece.level): piece for piece in pieces for space in piece.covered}
        assert len(at_level) == 3 * len(pieces)
        for piece in (piece for piece in pieces if piece.level > 1):
            ends = tables.DOTS[3 * piece.placement : 3 * piece.placement + (3 if piece.type == 0 else 2)]
            assert all((space, piece.level - 1) in at_level for space in ends)
            below = [at_level[piece.space, k] for k in range(1, piece.level) if (piece.space, k) in at_level]
            assert below[-1].side == piece.side


@random_play
def test_connections_are_those_of_the_spec(version: str, seed: int) -> None:
    for position in [*positions("punct", version, seed), *climbing_game(version, seed)]:
        spec = Spec(str(position))
        connected = {colour: spec.connected_pairs(colour) for colour in "wb"}
        outcome = position.outcome
        assert bool(connected["w"] or connected["b"]) == (
            outcome is not None and outcome.reason == "connection"
        )
        for side, colour in enumerate("wb"):
            assert bool(rules.is_connected(position.state, side)) == bool(connected[colour])
        if connected["w"] and connected["b"]:
            assert connected["w"] == connected["b"]


@random_play
def test_what_the_state_knows_follows_from_its_pieces(version: str, seed: int) -> None:
    """Tops, what lies below and what is blocked around are kept up to date move by move."""
    for position in [*positions("punct", version, seed), *climbing_game(version, seed)]:
        built = at(str(position)).state
        for space in range(211):
            mine, theirs = rules.pieces_at(position.state, space), rules.pieces_at(built, space)
            assert list(mine) == list(theirs)
        assert position.state[rules.BLOCKED :] == built[rules.BLOCKED :]
        assert not any(position.state[rules.QUEUE :])


PURPOSEFUL = 12 if CHECK else 4
"""How many of these games are played."""


def purposeful_game(seed: int) -> list[Position]:
    """White adds pieces in the columns h, i and j only, Black left of them; later on they shuffle."""
    chance, played = Random(seed), [BASIC.start()]
    while (decisions := played[-1].decisions()) and len(played) < 60:
        columns = ("hij", "abcdefg")[played[-1].side]
        inside = [d for d in decisions if d.code < rules.MOVE and columns_of(d.code) <= set(columns)]
        played.append(played[-1].play(chance.choice(inside or decisions)))
    return played


def columns_of(number: int) -> set[str]:
    return {tables.BOARD.names[space][0] for space in tables.COVERED[number]}


def test_connections_of_purposeful_games() -> None:
    ends = []
    for seed in range(PURPOSEFUL):
        played = purposeful_game(seed)
        for position in played:
            spec, outcome = Spec(str(position)), position.outcome
            connected = bool(spec.connected_pairs("w") or spec.connected_pairs("b"))
            assert connected == (outcome is not None and outcome.reason == "connection")
        ends.append(str(played[-1].outcome))
    assert ends.count("1-0 connection") > PURPOSEFUL / 3, ends


# --- Counts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", ["basic", "standard"])
def test_perft_1(version: str) -> None:
    assert Perft(rules.RULES, fast=False).count(gipfel.game("punct", version).start().state, 1) == 4986


@only_in_check
@pytest.mark.skipif(not can_compile(), reason="Numba is not here")
@pytest.mark.parametrize(("version", "count"), [("basic", 28_499_958), ("standard", 23_841_810)])
def test_perft_2(version: str, count: int) -> None:
    assert Perft(rules.RULES, fast=True).count(gipfel.game("punct", version).start().state, 2) == count


def test_is_legal_agrees_with_the_list_of_all_decisions() -> None:
    for position in positions("punct", "basic", 3)[5::11]:
        state, legal = position.state, {*position.codes}
        near = {code + step for code in [*legal][::97] for step in (-1, 1, 7)} | {0, rules.MOVE}
        asked = [*sorted(legal)[::41], *(code for code in near if code >= 0)]
        found = {code for code in asked if rules.is_legal(state, [0] * rules.MOST_ALIKE, code)}
        assert found == legal & {*asked}
