"""Games of LYNGK that Boardspace has written.

No file of the server was at hand: its clicks, its pile and its way to shuffle are those of its program, which
is public. The numbers of the shuffle were compared with Java's own generator.
"""

import io
from itertools import islice
from random import Random

import pytest

import gipfel
from gipfel.games.lyngk.rules import CLAIM, MOVE, PASS, SPOTS
from gipfel.games.lyngk.words import LETTERS
from gipfel.notation.boardspace import server_numbers, server_shuffled

FILE = """(;GM[41]VV[1]SU[{setup}]P0[id "Ada"]P1[id "Ben"]
; P0[0 Start P0]
{clicks}
)"""
KEY = 123456
START = "L5 R/IIGR/BGKRGJB/GBGIRJ/KRGJKGI/IKIRBR/BIIRKBB/BKKG/K -:- 0:0 1"
TO_THE_SERVER = {"I": "I", "B": "B", "R": "R", "G": "G", "K": "N"}


def read(clicks: list[str], setup: str = f"Lyngk 2 {KEY} 100") -> gipfel.Record:
    """The record of a file with these clicks, which must be readable."""
    found = outcome_of(clicks, setup)
    assert isinstance(found, gipfel.Record), found
    return found


def outcome_of(clicks: list[str], setup: str) -> object:
    lines = "\n".join(f"; {click[:2]}[{number} {click[3:]}]" for number, click in enumerate(clicks, 1))
    ((_, found),) = gipfel.games_in(io.BytesIO(FILE.format(setup=setup, clicks=lines).encode()))
    return found


def test_numbers_and_piles_are_those_of_the_server() -> None:
    assert [*islice(server_numbers(KEY, 100), 8)] == [23, 47, 67, 85, 38, 83, 97, 96]
    assert [*islice(server_numbers(KEY, 64), 4)] == [26, 56, 63, 30]
    assert [*islice(server_numbers(KEY, 1610612737), 4)] == [887381523, 1009347685, 541714438, 149249983]
    assert "".join(server_shuffled("JJJ" + "KRGBI" * 8, -77)) == "KIIBJKGKIBBBRIKGRKRKRBRBJGIGBKGKGBGJIRIGRRI"


@pytest.mark.parametrize(("setup", "sign"), [("Lyngk", "L5"), ("lyngk-6", "L6")])
def test_the_set_up_follows_from_the_key(setup: str, sign: str) -> None:
    record = read(["P0 Claim N F", "P0 Move A 1 B 2", "P0 Done"], f"{setup} 2 {KEY} 100")
    assert record.headers["start"] == START.replace("L5", sign)
    assert [turn.text for turn in record.turns] == ["K,a1-b2"]


def test_colours_and_stacks_may_be_taken_up_and_put_down() -> None:
    clicks = ["P0 Pick R", "P0 Drop F", "P0 Pick F", "P0 Drop R", "P0 Pick N", "P0 Drop F"]
    stack = "Pickb B 1 0;Dropb B 1;Pickb A 1 0;Dropb B 3;Pickb B 3 0;Dropb B 2"
    clicks += [f"P0 {click}" for click in stack.split(";")]
    record = read([*clicks, "P0 Done", "P1 Move B 2 B 3", "P1 Reset", "P1 Move B 4 B 3", "P1 Done"])
    assert [turn.text for turn in record.turns] == ["K,a1-b2", "b4-b3"]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("setup", "version", "sign"), [("lyngk", "standard", "L5"), ("lyngk-6", "six", "L6")]
)
def test_whole_games(seed: int, setup: str, version: str, sign: str) -> None:
    chance = Random(seed)
    position = gipfel.game("lyngk", version).position(START.replace("L5", sign))
    clicks = []
    while position.outcome is None:
        decision = chance.choice(position.decisions())
        clicks += clicks_of(decision.code, 0 if position.side is gipfel.WHITE else 1)
        position = position.play(decision)
    record = read(clicks, f"{setup} 2 {KEY} 100")
    assert record.headers["start"].split()[1] == START.split()[1]
    assert str(gipfel.replay(record).position) == str(position)


def clicks_of(code: int, player: int) -> list[str]:
    """A decision as its player clicks it; a claim is confirmed together with the move."""
    if code == PASS:
        return [f"P{player} Done"]
    if code >= CLAIM:
        return [f"P{player} Claim {TO_THE_SERVER[LETTERS[code - CLAIM]]} {'FS'[player]}"]
    start, goal = (SPOTS.names[spot] for spot in divmod(code, MOVE))
    return [f"P{player} Move {start[0].upper()} {start[1]} {goal[0].upper()} {goal[1]}", f"P{player} Done"]


@pytest.mark.parametrize(
    "setup", ["Lyngk", "Lyngk 2", "Lyngk 2 key 100", "lyngk-6 2 99999999999 100", "lyngk 2 -- 100"]
)
def test_a_set_up_without_a_key_is_a_problem(setup: str) -> None:
    problem = outcome_of(["P0 Move A 1 B 2", "P0 Done"], setup)
    assert not isinstance(problem, gipfel.Record)
    assert "does not say with which key" in str(problem)


@pytest.mark.parametrize(
    "clicks",
    [
        ["P0 Move A 1 B 2", "P0 Done", "P0 Move B 4 B 3", "P0 Done"],
        ["P0 Claim R F", "P0 Done", "P1 Move B 4 B 3", "P1 Done"],
    ],
    ids=["twice in a row", "after a claim without a move"],
)
def test_only_the_player_to_act_may_act(clicks: list[str]) -> None:
    problem = outcome_of(clicks, f"lyngk 2 {KEY} 100")
    assert not isinstance(problem, gipfel.Record)
    assert "move B 4 B 3: it is the turn of the other player" in str(problem)


@pytest.mark.parametrize("ending", ["", "; P1[4 Claim R S]", "; P1[4 Mov"], ids=["whole", "claim", "word"])
def test_a_file_that_is_cut_off_is_read_up_to_its_last_turn(ending: str) -> None:
    text = FILE.replace("\n)", "\n{ending}").format(
        setup=f"Lyngk 2 {KEY} 100",
        clicks="; P0[1 Claim N F]\n; P0[2 Move A 1 B 2]\n; P0[3 Done]",
        ending=ending,
    )
    ((_, record),) = gipfel.games_in(io.BytesIO(text.encode()))
    assert isinstance(record, gipfel.Record)
    assert [turn.text for turn in record.turns] == ["K,a1-b2"]
    assert record.comments == ("import: the file is cut off in this game",)


def test_other_variations_are_named_as_unknown() -> None:
    problem = outcome_of(["P0 Move A 1 B 2"], f"lyngk-7 2 {KEY} 100")
    assert "SGF of 'lyngk-7 2 123456 100' is not supported yet" in str(problem)


@pytest.mark.parametrize(
    ("click", "message"),
    [
        ("P0 Claim X F", "there is no colour 'x'; there are n, r, g, b, i"),
        ("P0 Claim", "there is no colour ''"),
        ("P0 Move A 2 B 1", "there is no spot 'a2'"),
        ("P0 Pickb", "there is no spot ''"),
        ("P0 Move A 1 I 1", "a1-i1"),
        ("P0 Jump A 1", "the word 'jump' is not known in this game"),
    ],
)
def test_clicks_that_cannot_be_played(click: str, message: str) -> None:
    problem = outcome_of([click, "P0 Done"], f"lyngk 2 {KEY} 100")
    assert not isinstance(problem, gipfel.Record)
    assert message in str(problem)
