"""Project games as people meet them: pictures, pointing, words."""

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from gipfel.draw.scene import Scene
from gipfel.draw.shapes import shape_of
from gipfel.draw.svg import Theme, svg
from gipfel.draw.target import Path, Target
from gipfel.draw.text import text
from gipfel.games.core.options import Value
from gipfel.games.core.side import Outcome, Side
from gipfel.games.gipf.notation import LINE_NAMES
from gipfel.games.gipf.rules import DOTS, NUMBER_OF_ENTRIES, SPOTS, SUBSETS
from gipfel.kernel.state import ONGOING, RESULT, State
from gipfel.project.potentials import agreement, notation, pointing, rules, words
from gipfel.project.potentials.rules import (
    CELL,
    CHALLENGE,
    DECLINE,
    EXTRA,
    PUSH_BASIC,
    REMOVE,
    ROWS,
    RULES,
    SLOT,
    UNITS,
    USE,
    USER_LOSES,
)
from gipfel.project.potentials.scene import scene
from gipfel.project.potentials.units import COLOURS

LINKED: dict[str, Value] = {f"link.{letter}": "coin" for letter in agreement.KIND_LETTERS}
AGREEMENTS: list[tuple[str, dict[str, Value]]] = [
    *((preset, {}) for preset in agreement.PRESETS),
    ("ultimate", {"base": "standard", "punct_vs_gipf": "convert-token", "tamsk_unused": "keep"}),
    ("ultimate", {"base": "basic", "punct_vs_gipf": "set-aside", "tamsk_rows": "between", **LINKED}),
    ("ultimate", {"loaded_row": "may-stay", "tamsk_opponent_push": "none", "ultimate_loss": "both"}),
    ("ultimate", {**LINKED, "link.mode": "must-win", "link.tie": "replay", "link.failed": "inert"}),
    ("ultimate", {**LINKED, "link.tie": "deny", "link.failed": "retry", "link.challenges": "unlimited"}),
]
"""Presets, and what is not in them."""
SEEDS = (1, 2, 3)
every_agreement = pytest.mark.parametrize("number", range(len(AGREEMENTS)))

# Positions that several tests look at.
FRESH = "- w m W:18/T6/G1 B:18//G1 0/0"
BASICS = "e2=Wpp,e8=Bpp w m W:9//B B:9//B 0/0"
LOADING = "e2=Wpp,e8=Bpp w m W:9/T2/L B:9//B 0/0"
JUMP = "e2=Wpp,e8=Bpp,c3=Wpz,d4=Bp w m W:9//B B:9//B 0/0"
HIT = "e2=Wpp,d4=Bpp,c3=Wpu w m W:9//B B:9//B 0/0"
CENTRED = "e2=Wpp,e8=Bpp,e5=Wpt w o W:9//B B:9//B 0/0"
ROW = "e2=Wpz,e3=Wp,e4=Wp,e5=BpWd,e8=Bpp,b2=Wpp w x W:9//B B:9//B 0/0"
GIPF_ROW = "e2=Wpp,e3=Wpp,e4=Wpp,e5=Wpp,e8=Bpp w x W:9//B B:9//B 0/0"

# --- Random games -----------------------------------------------------------------------------------


def agreed(preset: str, **options: Value) -> State:
    defaults = {option.name: option.default for option in agreement.options_of(preset)}
    return agreement.start_state({**defaults, **options})


def at(position: str, **options: Value) -> State:
    """A position of the menu; potentials that are there need not be agreed on."""
    return notation.read_state(position, agreed("menu", **options))


def kind_of(code: int) -> int:
    """The same number for decisions of the same kind."""
    if code < EXTRA:
        return code // NUMBER_OF_ENTRIES
    return next(first for first in (REMOVE, USE, DECLINE, EXTRA) if code >= first)


def some_code(state: State, random: Random) -> int | None:
    """A decision; all kinds are as likely, but pools are seldom given up by a basic piece."""
    kinds: dict[int, list[int]] = {}
    for code in RULES.codes(state):
        kinds.setdefault(kind_of(code), []).append(code)
    if len(kinds) > 1 and random.random() < 0.95:
        kinds.pop(PUSH_BASIC, None)
    return random.choice(random.choice(list(kinds.values()))) if kinds else None


@cache
def states(number: int) -> tuple[State, ...]:
    """All states of some random games with an agreement, ends included."""
    preset, options = AGREEMENTS[number]
    found = []
    for seed in SEEDS:
        random, state = Random(seed), agreed(preset, **options)
        for _ in range(300):
            found.append([*state])
            code = some_code(state, random)
            if code is None:
                break
            RULES.play(state, code)
    return tuple(found)


def some_states(number: int, most: int) -> list[State]:
    """Some of them: of every slot, and as many stacks as possible."""
    by_slot: dict[object, list[State]] = {}
    for state in states(number):
        by_slot.setdefault((state[SLOT], state[RESULT] == ONGOING), []).append(state)
    each = max(1, most // len(by_slot))
    return [state for found in by_slot.values() for state in Random(0).sample(found, min(each, len(found)))]


def picture(state: State) -> Scene:
    sentence = words.task(state) if state[RESULT] == ONGOING else "It is over."
    return scene(state, "GIPF with potentials", sentence)


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


# --- Pointing ---------------------------------------------------------------------------------------


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
    state = at("e2=Wpp,e8=Bpp,c3=Wpz,d4=Bp w m W:9//B B:9//B 0/0 budget:1/1", **{"link.Z": "outside"})
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


# --- Pictures ---------------------------------------------------------------------------------------


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
    state = at("e2=Wpp,e8=Bpp w m W:9/T2Z1/G B:7//B 1/2 out:Wy,Wt,Bz budget:3/1", **{"link.T": "die"})
    black, white = picture(state).trays
    assert str(white) == (
        "White · GIPF-pieces · 3 challenges: "
        "9 in reserve, 4 in pairs, 2 TAMSK waiting, 1 ZÈRTZ waiting, 2 captured, 2 out of play"
    )
    assert str(black) == "Black · 1 challenge: 7 in reserve, 1 captured, 1 out of play"
    assert white.active
    assert picture(state).notes[-1] == "Out of the game: White 1 TAMSK, 1 YINSH; Black 1 ZÈRTZ."


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


# --- Words ------------------------------------------------------------------------------------------


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
    ("e2=Wpp,e8=Bpp,c3=Wpz,d4=Bp b a W:9//B B:9//B 0/0 by:w say:Zc3>e5 budget:1/1", {"link.Z": "outside"},
     "Black: White wants to use the ZÈRTZ-potential from c3 to e5. "
     "Allow it, or challenge it, your last one."),
    ("e2=Wpp,e8=Bpp,e5=Wpt b a W:9//B B:9//B 0/0 by:w say:+a3-b4 then:o budget:1/2", {"link.T": "outside"},
     "Black: White wants an extra move with the TAMSK-potential, from a3 to b4. "
     "Allow it, or challenge it, one of 2 left."),
    ("e2=Wpp,e8=Bpp,c3=Wpz,d4=Bp w k W:9//B B:9//B 0/0 say:Zc3>e5 budget:1/1", {"link.Z": "outside"},
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


def test_rows_are_marked_only_for_the_side_that_decides() -> None:
    state = at("e2=Wp,e3=Wp,e4=Wp,e5=Wp,g2=Bp,g3=Bp,g4=Bp,g5=Bp,b2=Wpp,e8=Bpp w x W:9//B B:9//B 0/0")
    assert state[SLOT] == ROWS
    (row,) = picture(state).marks
    assert row.kind == "row"
    assert row.at == tuple(picture(state).place(Target("spot", name)) for name in ("e2", "e3", "e4", "e5"))
