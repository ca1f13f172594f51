"""Words of MATRX GIPF: tasks, explanations, warnings, ends."""

from collections.abc import Iterator

import pytest

import gipfel
from gipfel.draw.target import Target
from gipfel.games.core.pointing import warning_of
from gipfel.games.core.side import Outcome, Side
from gipfel.games.matrx import pointing, words
from gipfel.games.matrx.notation import PUSHES
from gipfel.games.matrx.rules import DOTS, DVONN, PUNCT, SPOTS, TAMSK, YINSH, ZERTZ
from tests.helpers.random_games import positions_with_choice

GAME = gipfel.game("matrx")
GIPFS = "i2=Wg,i4=Bg"
START = "- w s W:G3T6Z6D6Y6P6 B:G3T6Z6D6Y6P6"
PAIRS = f"b2=Wz,b4=Bz,c4=Wtt,{GIPFS} w s W:T2Z3D1 B:T2"
ROW = f"e2=Wzz,e3=WddBdWd,e4=Wg,e5=Wy,e6=Byy,e7=By,{GIPFS} w s W:T2Z2 B:T2"
CENTRED = f"e2=By,e5=Wtt,{GIPFS} w s W:T2Z2 B:T2"
USES = f"b3=Wzz,c3=Wdd,d4=Bz,e2=Wyy,f5=Wuu,g3=WddBd,g5=Wz,{GIPFS} w s W:T2Z2 B:T2"
FULL_LINE = f"h2=Wz,i3=Bz,{GIPFS} w s W:T2 B:T2"


def pointed_at(text: str) -> list[Target]:
    """The targets of a text such as `tray TAMSK dot a1`."""
    parts = text.split()
    return [
        Target(kind, name, toggle=kind == "keep") for kind, name in zip(parts[::2], parts[1::2], strict=True)
    ]


# --- What to do now -------------------------------------------------------------------------------------


TASKS = [
    (START, "push a GIPF-piece in. Point at a dot, then at the spot to push towards."),
    (f"e2=Bz,{GIPFS} w s W:T2 B:T2", "point at a dot, then at the spot to push towards."),
    (f"e2=Bz,{GIPFS} w s W:T2Z2 B:T2", "choose a pair, then a dot and the spot to push towards."),
    (f"e2=Wyy,{GIPFS} w s W:T2Z2 B:T2",
     "push a pair in, or use one on the board: point at it, then at its goal."),
    (f"e2=Wyy,{GIPFS} w s W:T1 B:T2",
     "no piece can be pushed in; use a pair: point at it, then at its goal."),
    (f"e2=Wz,e3=Wz,e4=Wt,e5=Wy,{GIPFS} w s W:T2 B:T2", "four in a row. Point at it to take it."),
    (ROW, "four in a row. Point at it, then at pairs that may stay, and take the rest."),
    (CENTRED,
     "your TAMSK-pair is on the centre. Push its upper disc in from a dot before your move, "
     "or decline and lose it."),
    (f"e2=Wzz,e3=By,e5=Wtt,{GIPFS} w c W:- B:T2",
     "your TAMSK-pair is on the centre. Push its upper disc in from a dot as an extra move, "
     "or decline and lose it."),
]  # fmt: skip


@pytest.mark.parametrize(("position", "task"), TASKS)
def test_tasks(position: str, task: str) -> None:
    assert GAME.task(GAME.position(position).state) == f"White: {task}"


# --- Why not ----------------------------------------------------------------------------------------------


ENTER = "A piece enters from a dot at the edge: point at a dot."
PUSHED = "Pieces on the board move only when they are pushed: point at a dot at the edge."
ROW_FIRST = "A row has to be dealt with first: point at one of the marked rows."
WHY_NOT = [
    # position, what was pointed at (the last one in vain), the answer
    (START, "tray TAMSK", "A GIPF-piece in the reserve must be pushed in first."),
    (START, "spot e5", ENTER),
    (f"e2=Wyy,{GIPFS} w s W:G1T2 B:T2", "spot e2", "A GIPF-piece in the reserve must be pushed in first."),
    (PAIRS, "tray GIPF", "There is no GIPF-piece in the reserve."),
    (PAIRS, "tray DVONN", "A pair needs two discs of its kind in the reserve."),
    (PAIRS, "spot e5", "Choose the pair to push in first."),
    (PAIRS, "tray ZÈRTZ spot e5", ENTER),
    (PAIRS, "tray ZÈRTZ dot a1 spot e5", "Point at a spot next to a1."),
    (PAIRS, "spot b4", "The piece on b4 is Black's."),
    (PAIRS, "spot i2", PUSHED),
    (PAIRS, "spot b2", "The ZÈRTZ on b2 has been used. Only pairs can be used."),
    (PAIRS, "spot c4", words.HOW_TO_USE[TAMSK]),
    (PAIRS, "row b2-b5", "No row can be taken."),
    (PAIRS, "button decline", "There is nothing to decline now."),
    (USES, "spot b3 spot c5", words.HOW_TO_USE[ZERTZ]),
    (USES, "spot c3", words.HOW_TO_USE[DVONN]),
    (USES, "spot e2 spot b4", words.HOW_TO_USE[YINSH]),
    (USES, "spot f5 spot g5", words.HOW_TO_USE[PUNCT]),
    (USES, "spot g3", "The piece on g3 is Black's."),
    (FULL_LINE, "dot i5 spot i4", "The line i2-i4 is full."),
    (f"e2=Wyy,{GIPFS} w s W:T1 B:T2", "dot a1", "No piece can be pushed in: use a pair."),
    (CENTRED, "tray TAMSK",
     "The extra move comes first: push the upper disc of the TAMSK-pair in, or decline."),
    (CENTRED, "spot d4", ENTER),
    (CENTRED, "dot e1 spot d4", "Point at a spot next to e1."),
    (ROW, "dot a1", ROW_FIRST),
    (ROW, "row b2-b5", "No row of yours stands on this line."),
    (ROW, "row e2-e8 keep d4", "d4 is not part of this row."),
    (ROW, "row e2-e8 keep e3", "The disc on top of e3 has to go; what lies under it stays."),
    (ROW, "row e2-e8 keep e4", "A GIPF-piece cannot stay in a row."),
    (ROW, "row e2-e8 keep e5", "Only pairs can stay in a row."),
    (ROW, "row e2-e8 button decline", "There is nothing to decline now."),
    (f"b2=Wzz,b3=Wyy,b4=Wdd,b5=Wuu,{GIPFS} w s W:T2 B:T2",
     "row b2-b5 keep b2 keep b3 keep b4 keep b5 button take",
     "Something has to go: not all pieces of the row can stay."),
]  # fmt: skip


@pytest.mark.parametrize(("position", "pointed", "answer"), WHY_NOT)
def test_why_not(position: str, pointed: str, answer: str) -> None:
    *prefix, target = pointed_at(pointed)
    assert words.why_not(GAME.position(position).state, tuple(prefix), target) == answer


def some_targets() -> Iterator[Target]:
    yield from (Target("dot", name) for name in (*DOTS[::7], "z9"))
    yield from (Target("spot", name) for name in (*SPOTS.names[::5], "z9"))
    yield from (Target("keep", name, toggle=True) for name in (*SPOTS.names[::9], "z9"))
    yield from (Target("row", name) for name in (*PUSHES.line_names[::6], "z9"))
    yield from (*pointing.TRAYS, Target("tray", "DOMINO"), Target("button", "sneeze"))
    yield from (pointing.TAKE, pointing.NO_EXTRA_MOVE)


def test_there_is_an_answer_to_everything() -> None:
    shown = [position for position, *_ in (*TASKS, *WHY_NOT)]
    for position in (*map(GAME.position, shown), *positions_with_choice(GAME, seed=2, number=8)):
        found = [path for decision in position.decisions()[::9] for path in decision.paths]
        prefixes = {path[:length] for path in found for length in range(len(path))}
        for prefix in sorted(prefixes)[:12]:
            for target in some_targets():
                assert words.why_not(position.state, prefix, target).endswith(".")


# --- Warnings ---------------------------------------------------------------------------------------------


def test_declining_an_extra_move_gives_a_disc_up() -> None:
    position = GAME.position(CENTRED)
    warned = [decision.text for decision in position.decisions() if warning_of(decision)]
    assert warned == ["+0"]
    assert not GAME.position(PAIRS).warnings


# --- How it ended -------------------------------------------------------------------------------------------


ENDS = [
    (f"b3=Wtt,c3=Bz,e2=Wz,{GIPFS} w s W:T1Z1 B:T2", "Black wins: White has no move left."),
    ("b2=Wz,i2=Wg w s W:T2D2P2 B:T2", "White wins: all GIPF-pieces of Black are captured."),
]


@pytest.mark.parametrize(("position", "sentence"), ENDS)
def test_how_it_ended(position: str, sentence: str) -> None:
    outcome = GAME.position(position).outcome
    assert outcome is not None
    assert GAME.conclusion(outcome) == sentence


def test_other_ends() -> None:
    assert words.conclusion(Outcome(Side.BLACK, "resignation")) == "Black wins: resignation."
