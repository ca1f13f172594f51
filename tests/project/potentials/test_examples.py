"""The worked turns of docs/rules/potentials.md 12, or those of another file:

pytest tests/project/potentials/test_examples.py --examples FILE
"""

import re
from collections import Counter
from pathlib import Path

import pytest

from gipfel import GipfelError, Position
from gipfel.games.gipf.rules import LOST, RESERVE
from gipfel.project.potentials import notation, rules
from gipfel.project.potentials.agreement import CHANCE
from gipfel.project.potentials.game import Project

Block = dict[str, str]


def blocks_of(text: str) -> dict[str, Block]:
    """The examples of a file: a bold id at the start of a line, then keywords and values between fences."""
    found = {}
    sections = re.split(r"^\*\*([A-Z]+[0-9]+)\b", text, flags=re.M)
    for name, section in zip(sections[1::2], sections[2::2], strict=True):
        fences = re.findall(r"^```([a-z]*)\n(.*?)^```$", section, re.S | re.M)
        turns = next((text for language, text in fences if not language), None)
        if turns is None:
            continue
        block: Block = {}
        for line in filter(str.strip, turns.splitlines()):
            key, _, value = line.strip().partition(" ")
            block[key] = f"{block.get(key, '')} {value.strip()}".strip()
        found[name] = block
    return found


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    path = Path(metafunc.config.getoption("--examples"))
    examples = blocks_of(path.read_text(encoding="utf-8"))
    assert examples, f"{path} holds no examples"
    metafunc.parametrize("block", examples.values(), ids=examples.keys())


def game_for(block: Block) -> Project:
    """The menu an example is played with: contests are open to everybody as often as they like."""
    options: dict[str, str] = {"gipf_loss": "off", "link.mode": "challenge", "link.challenges": "unlimited"}
    for letter, contest in re.findall(r"([+ZDYP])[^ ?]*\?\((\w+):", block["play"]):
        kind = "T" if letter == "+" else letter
        options[f"link.{kind}"] = contest if contest in CHANCE else "outside"
    for assignment in block.get("opt", "").split():
        name, _, value = assignment.partition("=")
        options[name] = value
    return Project("menu", **options)


def start_of(block: Block) -> Position:
    state = block.get("state", "W:10//B  B:10//B")
    white, black = state.split()
    pos = block["pos"]
    board = "-" if pos == "(empty)" else ",".join(sorted(pos.split()))
    side = block["turn"].lower()
    centre = f"e5={block['turn']}pt"
    game = game_for(block)
    slot, rest = "m", ""
    if centre in board.split(","):
        asleep = game.options["tamsk_opponent_push"] == "none"
        slot, rest = ("m", " dormant:e5") if asleep else ("o", "")
    return game.position(f"{board} {side} {slot} {white} {black} 0/0{rest}")


def board_of(position: Position) -> set[str]:
    return set(notation.write_board(position.state, " ").split()) - {"-"}


def played(block: Block, position: Position) -> Position:
    """The position after the turns of an example."""
    if block["play"] != "(none available)":
        for turn in block["play"].split(" / "):
            position = position.play_turn(turn)
    return position


def test_example(block: Block) -> None:
    start = start_of(block)
    if block["result"] == "illegal":
        with pytest.raises(GipfelError):
            played(block, start)
        return
    position = played(block, start)
    assert board_of(position) == set(block["result"].split())
    check_after(position, block.get("after", ""))


def check_after(position: Position, text: str) -> None:
    """Reserves, and whatever else the example says of the situation after the turn."""
    state = position.state
    captured, out, winner = ["0", "0"], [], None
    for part in filter(None, (p.strip() for p in text.split(";"))):
        key, _, value = part.partition(" ")
        if key in ("W", "B"):
            assert value == f"r{state[RESERVE + 'WB'.index(key)]}"
        elif key == "stages":
            stages = [f"{c}:{notation.STAGES[state[rules.STAGE + i]]}" for i, c in enumerate("WB")]
            assert value.split() == stages
        elif key == "pools":
            pools = [notation.write_player(state, side).split("/")[1] or "-" for side in (0, 1)]
            assert value.split() == [f"W:{pools[0]}", f"B:{pools[1]}"]
        elif key == "captured":
            for item in value.split(","):
                captured["WB".index(item[0])] = item[1:]
        elif key == "out":
            out = value.split(",")
        elif key == "winner":
            winner = value
        else:
            raise AssertionError(f"what does {part!r} mean?")
    assert [str(n) for n in state[LOST : LOST + 2]] == captured
    assert Counter(notation.out_units(state)) == Counter(out)
    found = position.outcome
    assert (str(found.winner)[0] if found else None) == winner
