"""TZAAR from Little Golem."""

from random import Random

import pytest

import gipfel
from gipfel.games.tzaar.rules import CONTENT, MOVE, PASS, SPACES, TYPE, owner
from tests.helpers.foreign_games import problem_of, read_one, same_game

LETTERS = "klmnopqrs"


def space_text(space: int) -> str:
    q, r = SPACES.cells[space]
    return LETTERS[q + 4] + LETTERS[r + 4]


def little_golem(seed: int) -> tuple[gipfel.Record, str]:
    """A random game, and as Little Golem writes it."""
    game = gipfel.Playthrough(gipfel.game("tzaar", "random").start(seed=seed))
    chance = Random(seed)
    while decisions := game.position.decisions():
        game.play(chance.choice(decisions))
    state = game.start.state
    order = [space for column in SPACES.columns for space in column]
    letters = ["abc"[state[CONTENT + space] & TYPE] for space in order]
    setup = "".join(
        letter if owner(state, space) == gipfel.WHITE else letter.upper()
        for letter, space in zip(letters, order, strict=True)
    )
    turns = [f"{'WB'[turn[0].side]}[{'-'.join(map(_decision, turn))}]" for turn, _ in game.turns()]
    text = f"(;FF[TZAAR]VA[RANDOM]PB[Ben]PW[Ada]POS[{setup}]SO[];{';'.join(turns)})"
    return game.record(), text


def _decision(decision: gipfel.Decision) -> str:
    if decision.code == PASS:
        return "pass"
    return space_text(decision.code // MOVE) + space_text(decision.code % MOVE)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_little_golem(seed: int) -> None:
    record, text = little_golem(seed)
    again = read_one(text, names=True)
    assert same_game(again, record)
    assert again.headers["start"] == record.headers["start"]
    assert (again.headers["white"], again.headers["black"]) == ("Ada", "Ben")


def test_a_resignation() -> None:
    _, text = little_golem(1)
    cut = ";".join(text.split(";")[:4]) + ";B[resign])"
    assert (read_one(cut).result, read_one(cut).reason) == ("1-0", "resignation")


def test_problems() -> None:
    _, text = little_golem(1)
    assert "not supported yet" in problem_of("(;FF[TZAAR]VA[FIXED];W[npmq])")
    assert "is no move" in problem_of(text.replace(";W[", ";W[xx", 1))
    assert "legal" in problem_of(text.replace(";B[", ";B[oooo-", 1))
