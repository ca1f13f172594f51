"""Words of GIPF with potentials: tasks, explanations, ends."""

from collections.abc import Iterator

import pytest

import gipfel
from gipfel.draw.target import Target
from gipfel.games.core.contest import contest_after
from gipfel.games.core.options import Value
from gipfel.games.core.pointing import warning_of
from gipfel.games.core.side import Outcome, Side
from gipfel.games.gipf.notation import LINE_NAMES
from gipfel.games.gipf.rules import DOTS, SPOTS
from gipfel.kernel.state import ONGOING, RESULT
from gipfel.project.potentials import pointing, words
from gipfel.project.potentials.rules import RULES
from tests.helpers.linked_games import linked
from tests.helpers.potential_states import (
    BASICS,
    CENTRED,
    FRESH,
    GIPF_ROW,
    JUMP,
    LOADING,
    ROW,
    at,
    every_agreement,
    some_states,
    states,
)


@every_agreement
def test_tasks_are_sentences(number: int) -> None:
    for state in states(number):
        if state[RESULT] == ONGOING:
            assert words.task(state).endswith(".")
            assert words.task(state).startswith(("White: ", "Black: "))


def some_targets() -> Iterator[Target]:
    yield from (Target("dot", name) for name in (*DOTS[::7], "z9"))
    yield from (Target("spot", name) for name in (*SPOTS.names[::5], "z9"))
    yield from (Target("keep", name, toggle=True) for name in (*SPOTS.names[::9], "z9"))
    yield from (Target("row", name) for name in (*LINE_NAMES[::6], "z9"))
    yield from (*pointing.TRAYS, Target("tray", "DOMINO"), Target("button", "sneeze"))
    yield from (pointing.CONVERTING, pointing.NEUTRALISING, *pointing.BUTTONS.values())


@every_agreement
def test_there_is_an_answer_to_everything(number: int) -> None:
    for state in some_states(number, 12):
        codes = RULES.codes(state)
        paths = [path for code in codes[::9] for path in pointing.paths(state, code)]
        prefixes = {path[:length] for path in paths for length in range(len(path))}
        for prefix in sorted(prefixes)[:12]:
            for target in some_targets():
                assert words.why_not(state, prefix, target).endswith(".")


LOST = "A basic piece sends all 4 waiting potentials out of the game."
LAST_LOST = "A basic piece sends the waiting potential out of the game."


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("e2=Wpp,e8=Bpp w m W:10/Z3T1/L B:10//B 0/0", LOST),
        ("e2=Wpp,e8=Bpp w m W:10/Z3T1/G B:10//B 0/0", LOST),
        ("e2=Wpp,e8=Bpp b m W:10//B B:10/Z1/L 0/0", LAST_LOST),
        # Nothing waits, only the opponent's, the first piece is a GIPF-piece, or nothing can be pushed.
        ("e2=Wpp,e8=Bpp w m W:10//L B:10/Z3/L 0/0", ""),
        ("e2=Wpp,e8=Bpp w m W:10//B B:10//B 0/0", ""),
        ("- w m W:18/Z3/G1 B:18/Z3/G1 0/0", ""),
        ("c3=Wpz,d4=Bp,e2=Wpp,e8=Bpp w m W:0/Z3/L B:10//B 0/0", ""),
    ],
)
def test_a_basic_piece_that_gives_up_potentials(text: str, warning: str) -> None:
    """Section 4: the first basic a player pushes sends his whole remaining pool out of the game."""
    position = gipfel.game("project", "menu", min_per_kind=1).position(text)
    assert position.warnings == ({Target("tray", "basic"): warning} if warning else {})
    for decision in position.decisions():
        gives_up = "out:" in str(position.play(decision))
        assert warning_of(decision) == (warning if gives_up else "")


def test_contests_warn_of_nothing() -> None:
    game = gipfel.game("project", "menu", **{"link.Z": "gipf", "link.first": "user"})
    position = game.position("c3=Wpz,d4=Bp,e2=Wpp,e8=Bpp w m W:10/Z3/L B:10//B 0/0")
    assert position.warnings
    assert not position.play("Zc3>e5").warnings


WHY_NOT = [
    # position, what was pointed at (the last one in vain), the answer
    (FRESH, "tray TAMSK", "The first piece must be a GIPF-piece."),
    (LOADING, "tray GIPF",
     "GIPF-pieces come first: after any other piece no more may be played."),
    (LOADING, "tray DVONN", "No DVONN-potential is waiting any more."),
    (LOADING, "dot a1", "Choose the piece to push in first."),
    (BASICS, "tray YINSH", "After a basic piece no more loaded pieces may be played."),
    (BASICS, "dot a1 spot e5", "Point at a spot next to a1."),
    (BASICS, "spot e8", "The piece on e8 is Black's."),
    (BASICS, "spot e5", "A piece enters from a dot at the edge: point at a dot."),
    ("e2=Wpp,e8=Bpp,c3=Wpt w m W:9//B B:9//B 0/0", "spot c3", words.HOW_TO_USE[0]),
    (JUMP, "spot c3 spot e6", words.HOW_TO_USE[1]),
    ("e2=Wpp,e8=Bpp,c3=BpWd w m W:9//B B:9//B 0/0", "spot c3",
     "The potential on c3 has been used, and each can be used only once."),
    (CENTRED, "tray basic",
     "The extra move comes first: push the TAMSK-potential in from a dot, or decline."),
    (ROW, "dot a1",
     "A row has to be dealt with first: point at one of the marked rows."),
    (ROW, "row e2-e8 keep e3",
     "A basic piece cannot stay in a row."),
    (ROW, "row e2-e8 keep e5",
     "The potential on top of e5 has to go; what lies under it stays."),
    (ROW, "row e2-e8 button leave",
     "This row cannot be left: take it."),
]  # fmt: skip


@pytest.mark.parametrize(("position", "pointed", "answer"), WHY_NOT)
def test_why_not(position: str, pointed: str, answer: str) -> None:
    kinds_and_names = pointed.split()
    path = [
        Target(kind, name, toggle=kind == "keep")
        for kind, name in zip(kinds_and_names[::2], kinds_and_names[1::2], strict=True)
    ]
    assert words.why_not(at(position), tuple(path[:-1]), path[-1]) == answer


Z_CHALLENGED: dict[str, Value] = {"link.mode": "challenge", "link.Z": "outside"}
T_CHALLENGED: dict[str, Value] = {"link.mode": "challenge", "link.T": "outside"}
TASKS = [
    (FRESH, {},
     "White: play a GIPF-piece first. Point at a dot, then at the spot to push towards."),
    ("e2=Wpp,e8=Bpp b m W:9//B B:9/T2/G 0/0", {},
     "Black: choose a GIPF-piece, a loaded piece or a basic piece, then a dot and the spot to push towards."),
    ("e2=Wpp,e8=Bpp,c3=Wpy w m W:9//B B:9//B 0/0", {},
     "White: point at a dot, then at the spot to push towards. "
     "Or use a potential: point at it, then at its goal."),
    ("e2=Wpp,e8=Bpp,c3=Wpy w m W:0//B B:9//B 0/0", {},
     "White: no piece can be pushed in; use a potential: point at it, then at its goal."),
    (CENTRED, {},
     "White: your TAMSK-potential is on the centre. Push it in from a dot before your move, "
     "or decline and lose it."),
    (GIPF_ROW, {},
     "White: four in a row that may stand. Point at it, then take pieces of it or leave it."),
    ("e2=Wpp,e8=Bpp,c3=Wpz,d4=Bp b a W:9//B B:9//B 0/0 by:w say:Zc3>e5 budget:1/1", Z_CHALLENGED,
     "Black: White wants to use the ZÈRTZ-potential from c3 to e5. "
     "Allow it, or challenge it, your last one."),
    ("e2=Wpp,e8=Bpp,e5=Wpt b a W:9//B B:9//B 0/0 by:w say:+a3-b4 then:o budget:1/2", T_CHALLENGED,
     "Black: White wants an extra move with the TAMSK-potential, from a3 to b4. "
     "Allow it, or challenge it, one of 2 left."),
    ("e2=Wpp,e8=Bpp,c3=Wpz,d4=Bp w k W:9//B B:9//B 0/0 say:Zc3>e5 budget:1/1", Z_CHALLENGED,
     "White: you want to use the ZÈRTZ-potential from c3 to e5. "
     "Say whether you won, lost or tied the contest."),
]  # fmt: skip


@pytest.mark.parametrize(("position", "options", "task"), TASKS)
def test_tasks(position: str, options: dict[str, Value], task: str) -> None:
    assert words.task(at(position, **options)) == task


def test_how_it_ended() -> None:
    for state, reason in (
        (at("b3=Wpt,c3=Bpp,e2=Wpp w m W:0//B B:10//B 0/0"), words.NO_MOVE),
        (at("b2=Bp,e3=Wpp b m W:12//B B:10//B 0/2"), words.LAST_GIPF_PIECE),
    ):
        assert state[RESULT] != ONGOING
        assert words.reason(state) == reason
    assert words.conclusion(Outcome(Side.WHITE, "no move")) == "White wins: Black has no move left."
    assert (
        words.conclusion(Outcome(Side.BLACK, "last GIPF-piece lost"))
        == "Black wins: White has no GIPF-piece left on the board."
    )
    assert words.conclusion(Outcome(Side.BLACK, "resignation")) == "Black wins: resignation."


CONTESTED = "b3=Wpz,c3=Bp,e2=Wpp,e8=Bpp w k W:13//L B:14//B 0/0 say:Zb3>d3"
ENDS = [
    ({}, "die:4-3", "White wins the contest: the ZÈRTZ-potential is used."),
    ({}, "die:3-3", "A tie: the ZÈRTZ-potential stays unused and leaves the game."),
    ({}, "die:1-3", "White loses the contest: the ZÈRTZ-potential stays unused and leaves the game."),
    ({"link.mode": "challenge"}, "die:3-3", "A tie: the ZÈRTZ-potential is used."),
    ({"link.tie": "replay"}, "die:3-3", "A tie: the contest is played again."),
    (
        {"link.failed": "inert"},
        "die:1-3",
        "White loses the contest: the ZÈRTZ-potential stays where it is and can no longer be used.",
    ),
    (
        {"link.failed": "retry"},
        "die:3-3",
        "A tie: the ZÈRTZ-potential stays unused; a later turn may try again.",
    ),
]


@pytest.mark.parametrize(("options", "thrown", "sentence"), ENDS)
def test_how_a_contest_ended(options: dict[str, Value], thrown: str, sentence: str) -> None:
    """The sentence says what becomes of the potential, and that is what happens."""
    agreed = {"pool_white": "Z3", "pool_black": "Z3", "link.Z": "die", **options}
    before = gipfel.game("project", "menu", **agreed).position(CONTESTED)
    decision = before.decision(thrown)
    end = contest_after(decision, None)
    assert end is not None
    assert before.contest_ended(end) == sentence
    after = str(before.play(decision))
    assert ("d3=Wz" in after) == ("is used." in sentence)
    assert ("b3=Wpz" not in after) == ("is used." in sentence or "leaves the game" in sentence)


def test_a_contest_that_goes_on_has_no_conclusion() -> None:
    position = linked("die").position(CONTESTED)
    assert position.contest is not None
    assert position.contest_ended(position.contest) == ""
    assert contest_after(gipfel.game("project", "menu").start().decisions()[0], None) is None
