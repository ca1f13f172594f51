"""Pointing in GIPF with potentials: paths and changes."""

from random import Random

import pytest

from gipfel.draw.target import Path, Target
from gipfel.games.core.options import Value
from gipfel.games.gipf.notation import LINE_NAMES
from gipfel.games.gipf.rules import SPOTS, SUBSETS
from gipfel.kernel.state import ONGOING, RESULT
from gipfel.project.potentials import notation, pointing, rules, words
from gipfel.project.potentials.rules import CELL, CHALLENGE, REMOVE, RULES, SLOT, UNITS, USER_LOSES
from tests.helpers.potential_states import (
    AGREEMENTS,
    BASICS,
    CENTRED,
    GIPF_ROW,
    HIT,
    JUMP,
    LOADING,
    ROW,
    at,
    every_agreement,
    picture,
    some_states,
    states,
)


def test_random_games_meet_everything() -> None:
    met = [state for number in range(len(AGREEMENTS)) for state in states(number)]
    assert {state[SLOT] for state in met if state[RESULT] == ONGOING} == set(range(rules.END))
    cells = [state[CELL + spot] for state in met for spot in range(len(SPOTS))]
    flags = 0
    for cell in cells:
        flags |= cell & ~UNITS
    assert flags == rules.DORMANT | rules.INERT | rules.TRIED
    assert max(len([*notation.units_of(cell)]) for cell in cells) >= 3
    assert {words.reason(state) for state in met if state[RESULT] != ONGOING} == {
        words.NO_MOVE,
        words.LAST_GIPF_PIECE,
    }


@every_agreement
def test_paths_differ_and_none_begins_another_decision(number: int) -> None:
    for state in some_states(number, 60):
        meant: dict[Path, int] = {}
        for code in RULES.codes(state):
            assert pointing.paths(state, code)
            for path in pointing.paths(state, code):
                assert meant.setdefault(path, code) == code
        for path, code in meant.items():
            for length in range(1, len(path)):
                assert meant.get(path[:length], code) == code


@every_agreement
def test_targets_are_in_the_picture(number: int) -> None:
    for state in some_states(number, 30):
        shown = picture(state)
        trays = {stock.piece.target for tray in shown.trays for stock in tray.stocks if stock.piece.target}
        rows = {LINE_NAMES[(code - REMOVE) // SUBSETS] for code in RULES.codes(state) if code >= REMOVE}
        for code in RULES.codes(state):
            for target in {target for path in pointing.paths(state, code) for target in path}:
                if target.kind in ("dot", "spot"):
                    assert shown.place(target) is not None
                elif target.kind == "tray":
                    assert target in trays
                else:
                    assert target.kind in ("button", "row", "keep")
        assert len([mark for mark in shown.marks if mark.kind == "row"]) == len(rows)


@every_agreement
def test_changes_name_every_spot_that_changes(number: int) -> None:
    for state in some_states(number, 60):
        shown = picture(state)
        for code in Random(1).sample(codes := RULES.codes(state), min(len(codes), 25)):
            changes = pointing.changes(state, code)
            named = {target for change in changes for target in (change.origin, change.goal) if target}
            assert all(shown.place(target) is not None for target in named)
            after = [*state]
            RULES.play(after, code)
            changed = {
                name
                for spot, name in enumerate(SPOTS.names)
                if (state[CELL + spot] ^ after[CELL + spot]) & UNITS
            }
            assert changed <= {target.name for target in named}
            assert bool(changed) or not changes or changes[0].kind == "move"


EXAMPLES = [
    # position, options, decision, its first path, its changes
    ("- w m W:18//G1 B:18//G1 0/0", {}, "Gb1-b2", "dot a1, spot b2", "enter a1 b2"),
    (LOADING, {}, "Te1-e2", "tray TAMSK, dot e1, spot e2", "move e2 e3, enter e1 e2"),
    (BASICS, {}, "e1-e2", "dot e1, spot e2", "move e2 e3, enter e1 e2"),
    (JUMP, {}, "Zc3>e5", "spot c3, spot e5", "enter c3 e5"),
    (HIT, {"gipf_loss": "off"}, "Pc3>d4=N",
     "spot c3, spot d4, button neutralise", "enter c3 d4"),
    (HIT, {"gipf_loss": "off"}, "Pc3>d4=C",
     "spot c3, spot d4, button convert", "enter c3 d4, flip - d4"),
    ("e2=Wpp,d4=Bpp,c3=Wpu w m W:1//B B:9//B 0/0", {"gipf_loss": "off"}, "Pc3>d4=N",
     "spot c3, spot d4", "enter c3 d4"),
    (CENTRED, {}, "+a3-b4", "dot a3, spot b4", "lift e5 -, enter a3 b4"),
    (CENTRED, {}, "+0", "button decline", "lift e5 -"),
    (ROW, {}, "xw:e3,e4,e5",
     "row e2-e8, keep e2, button take", "lift e3 -, lift e4 -, lift e5 -"),
    ("e2=Wp,e3=Wp,e4=Wp,e5=Wp,e8=Bpp,b2=Wpp w x W:9//B B:9//B 0/0", {}, "xw:e2,e3,e4,e5",
     "row e2-e8", "lift e2 -, lift e3 -, lift e4 -, lift e5 -"),
    (GIPF_ROW, {}, "xw:-", "row e2-e8, button leave", ""),
]  # fmt: skip


@pytest.mark.parametrize(("position", "options", "decision", "path", "changes"), EXAMPLES)
def test_paths_and_changes(
    position: str, options: dict[str, Value], decision: str, path: str, changes: str
) -> None:
    state = at(position, **options)
    code = notation.read_decision(state, decision)
    assert ", ".join(map(str, pointing.paths(state, code)[0])) == path
    found = pointing.changes(state, code)
    assert ", ".join(f"{c.kind} {_named(c.origin)} {_named(c.goal)}" for c in found) == changes


def _named(target: Target | None) -> str:
    return target.name if target else "-"


def test_an_announced_move_happens_when_it_is_decided() -> None:
    options = {"link.mode": "challenge", "link.Z": "outside"}
    state = at("e2=Wpp,e8=Bpp,c3=Wpz,d4=Bp w m W:9//B B:9//B 0/0 budget:1/1", **options)
    code = notation.read_decision(state, "Zc3>e5")
    assert pointing.changes(state, code) == ()
    RULES.play(state, code)
    jump = pointing.changes(state, rules.ALLOW)
    assert [(change.kind, change.origin, change.goal) for change in jump] == [
        ("enter", Target("spot", "c3"), Target("spot", "e5"))
    ]
    assert pointing.changes(state, CHALLENGE) == ()
    RULES.play(state, CHALLENGE)
    assert pointing.changes(state, rules.USER_WINS) == pointing.changes(state, rules.TIED) == jump
    (lost,) = pointing.changes(state, USER_LOSES)
    assert (lost.kind, lost.origin) == ("lift", Target("spot", "c3"))
