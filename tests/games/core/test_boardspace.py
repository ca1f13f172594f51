"""What is the same in all games of Boardspace: steps, players, results, and files of all ages."""

from collections.abc import Callable
from random import Random

import pytest

import gipfel
from gipfel import GameProblem
from gipfel.notation.boardspace import read_boardspace
from gipfel.notation.sgf import SgfGame, sgf_games
from tests.helpers.check import CHECK
from tests.helpers.foreign_games import (
    exported,
    problem_of,
    read,
    read_one,
    same_game,
    steps_of,
    with_steps,
)

GAMES = [
    ("dvonn", "standard"),
    ("zertz", "basic"),
    ("zertz", "tournament"),
    ("zertz", "large"),
    ("yinsh", "standard"),
    ("yinsh", "blitz"),
]


def without_done(steps: list[str]) -> list[str]:
    return [step for step in steps if not step.endswith("Done")]


def with_resets(steps: list[str]) -> list[str]:
    """Nothing is pending after a turn, so that nothing is taken back."""
    return [part for step in steps for part in ([step, f"{step[:2]} Reset"] if "Done" in step else [step])]


AGES: dict[str, Callable[[str], str]] = {
    "lower case": lambda text: with_steps(text, [step[:3] + step[3:].lower() for step in steps_of(text)]),
    "blanks behind words": lambda text: text.replace(" Done]", " Done ]"),
    "no numbers": lambda text: with_steps(text, steps_of(text), numbered=False),
    "start by nobody": lambda text: text.replace("P0[0 Start", "P-1[0 Start"),
    "no start": lambda text: with_steps(text, steps_of(text)[1:]),
    "no last Done": lambda text: with_steps(text, steps_of(text)[:-1]),
    "resets between turns": lambda text: with_steps(text, with_resets(steps_of(text))),
    "edit and start again": lambda text: with_steps(
        text, [*steps_of(text)[:1], "P0 Edit", "P0 Start P0", *steps_of(text)[1:]]
    ),
    "resigning and thinking again": lambda text: with_steps(
        text, [*steps_of(text)[:1], "P0 Resign", "P0 Resign", *steps_of(text)[1:]]
    ),
    "a draw is offered and declined": lambda text: with_steps(
        text, [*steps_of(text)[:1], "P0 OfferDraw", "P1 DeclineDraw", *steps_of(text)[1:]]
    ),
    "players exchanged": lambda text: with_steps(
        text, [step.replace("P0", "Px").replace("P1", "P0").replace("Px", "P1") for step in steps_of(text)]
    ).replace("RE[Game won by", "XX[Game won by"),
    "Windows": lambda text: text.replace("\n", "\r\n"),
    "one line": lambda text: text.replace("\n", " "),
    "chat with brackets": lambda text: text.replace("; P1", "C[well [played] ;) (you)]; P1", 2),
    "other properties": lambda text: text.replace("(;", "(;XY[1]CM[0,1]TC[None]GN[]ID[a][b]", 1),
    "times at the end": lambda text: text[:-2] + ";\nP0[time 0:09:12 ]\nP1[time 0:05:21 ]\n)\n",
    "not closed": lambda text: text.rstrip()[:-1],
}


@pytest.mark.parametrize("age", AGES)
@pytest.mark.parametrize(("name", "version"), GAMES)
def test_files_of_all_ages_hold_the_same_game(name: str, version: str, age: str) -> None:
    record, text = exported(name, version, seed=1)
    again = read_one(AGES[age](text))
    assert same_game(again, record)


@pytest.mark.parametrize(("name", "version"), GAMES[1:])
def test_the_first_files_have_no_done(name: str, version: str) -> None:
    record, text = exported(name, version, seed=2)
    assert same_game(read_one(with_steps(text, without_done(steps_of(text)), numbered=False)), record)


@pytest.mark.parametrize(("name", "version"), GAMES[:1])
def test_what_follows_the_end_is_left_out(name: str, version: str) -> None:
    record, text = exported(name, version, seed=1)
    again = read_one(with_steps(text, [*steps_of(text), "P0 Edit", "P0 pickb A 1", "P0 dropb B 1"]))
    assert same_game(again, record)
    assert "left out" in again.comments[0]


RESULTS = [
    (["P1 Resign", "P1 Done"], "1-0", "resignation"),
    (["P1 Resign"], "1-0", "resignation"),
    (["P0 WinOnTime"], "1-0", "time"),
    (["P1 OfferDraw", "P0 AcceptDraw", "P0 Done"], "1/2-1/2", "agreement"),
    ([], "*", ""),
]


@pytest.mark.parametrize(("ending", "result", "reason"), RESULTS)
@pytest.mark.parametrize(("name", "version"), GAMES)
def test_how_a_game_ended(name: str, version: str, ending: list[str], result: str, reason: str) -> None:
    _, text = exported(name, version, seed=3)
    steps = [*steps_of(text)[:4], *ending]
    record = read_one(with_steps(text, steps).replace("RE[", "XX["))
    assert (record.result, record.reason) == (result, reason)


@pytest.mark.parametrize(
    ("sentence", "result"),
    [
        ("Game won by Ada", "1-0"),
        ("Игру выиграл(а) Ben.", "0-1"),
        ("Ada hat gewonnen", "1-0"),
        ("Game won by Somebody", "*"),
        ("The game is a draw", "1/2-1/2"),
        ("Die Partie ist unentschieden", "1/2-1/2"),
        ("", "*"),
    ],
)
def test_the_result_in_any_language(sentence: str, result: str) -> None:
    text = (
        f'(;GM[Dvonn]SU[dvonn 1]RE[{sentence}]P0[id "Ada"]P1[id "Ben"]'
        "; P0[0 Start P0]; P0[1 dropb A 1]; P0[2 done])"
    )
    assert read_one(text).result == result


def test_a_result_that_contradicts_the_rules_is_remarked() -> None:
    record, text = exported("zertz", "basic", seed=1)
    winner, loser = ("White", "Black") if record.result == "1-0" else ("Black", "White")
    again = read_one(text.replace(f"won by {winner}", f"won by {loser}"))
    assert same_game(again, record)
    assert "by the rules it is" in again.comments[0]


def test_the_longer_name_counts_if_one_contains_the_other() -> None:
    (game,) = sgf_games('(;SU[x]RE[Game won by Annabel]P0[id "Anna"]P1[id "Annabel"])')
    assert isinstance(game, SgfGame)
    assert read_boardspace(game).winner() == 1


def test_dates_ratings_and_times() -> None:
    record = read_one(
        '(;GM[Dvonn]SU[dvonn 1]DT[Sun Jul 09 17:18:49 GMT+03:00 2017]P0[id "Ada"]P0[ranking 1500]'
        "; P0[0 Start P0]; P0[1 dropb A 1]TM[900]; P0[2 done]TM[1000]"
        "; P1[3 dropb A 2]; P1[4 done]TM[500]; P0[5 dropb A 3]; P0[6 done]TM[4000])"
    )
    assert record.headers["date"] == "2017-07-09"
    assert record.headers["white rating"] == "1500"
    assert [turn.used for turn in record.turns] == [1000, 500, 3000]


def test_names_are_kept_only_if_asked_for() -> None:
    text = '(;GM[Dvonn]SU[dvonn 1]P0[id "Ad#a\x07"]P1[id "Ben"]; P1[0 Start P1]; P1[1 dropb A 1]; P1[2 done])'
    assert "Ben" not in str(read_one(text))
    assert read_one(text, names=True).headers["white"] == "Ben"  # who begins is White
    assert read_one(text, names=True).headers["black"] == "Ad a"


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        (["P0 Start P0", "P0 dropb A 9"], "there is no space 'a9'"),
        (["P0 Start P0", "P0 dropb A 1", "P0 done", "P1 dropb A 1", "P1 done"], "a1 is not legal"),
        (["P0 Start P0", "P0 fly A 1"], "'fly' is not known"),
        (["P0 Edit", "P0 dropb A 1"], "set up by hand"),
        (["P0 Start P0", "P0 dropb"], "there is no space"),
        (
            ["P0 Start P0", "P0 dropb A 1", "P0 done", "P7 dropb A 2"],
            "there is no player P7; there are P0 and P1",
        ),
        (["P0 Start P0", "P0 dropb A 1", "P7 done"], "there is no player P7"),
        (["P0 Start P0", "P0 dropb A 1", "P0 done", "P2 resign"], "there is no player P2"),
        (["P0 Start P0", "P0 dropb A 1", "P0 done", "P-1 winontime"], "there is no player P-1"),
    ],
)
def test_problems_name_the_step(steps: list[str], message: str) -> None:
    text = with_steps("(;\nGM[Dvonn]\nSU[dvonn 1]\n)", steps)
    found = problem_of(text)
    assert message in found
    assert f"line {3 + len(steps)}" in found


@pytest.mark.parametrize(("name", "version"), GAMES)
def test_nobody_plays_two_turns_in_a_row(name: str, version: str) -> None:
    _, text = exported(name, version, seed=1)
    steps = steps_of(text)
    second = steps.index("P0 Done") + 1
    steps[second:] = [step.replace("P1", "P0") for step in steps[second:]]
    found = problem_of(with_steps(text, steps))
    assert f"{steps[second].lower()}: it is the turn of the other player" in found.lower()


@pytest.mark.parametrize("step", ["OfferDraw", "Reset", "Resign", "Done"])
def test_who_only_spoke_first_is_not_white(step: str) -> None:
    text = (
        f'(;SU[dvonn 1]RE[Game won by Ada]P0[id "Ada"]P1[id "Ben"]; P0[0 Start P0]; P1[1 {step}]'
        "; P0[2 dropb A 1]; P0[3 done])"
    )
    record = read_one(text, names=True)
    assert (record.headers["white"], record.headers["black"], record.result) == ("Ada", "Ben", "1-0")


def test_the_winner_is_one_of_the_two_players() -> None:
    text = '(;SU[dvonn 1]RE[Game won by Eve]P7[id "Eve"]; P0[0 Start P0]; P0[1 dropb A 1]; P0[2 done])'
    assert read_one(text).result == "*"


def test_a_game_ends_where_the_position_is_changed_by_hand() -> None:
    steps = ["P0 Start P0", "P0 dropb A 1", "P0 done", "P1 edit", "P1 pickb A 1", "P1 dropb B 2"]
    record = read_one(with_steps("(;\nGM[Dvonn]\nSU[dvonn 1]\n)", steps))
    assert [turn.text for turn in record.turns] == ["a1"]
    assert "by hand" in record.comments[0]


def test_games_of_the_server_that_are_not_supported_yet() -> None:
    game = '(;GM[38]SU[gipf]P0[id "a"]; P0[0 Start P0])'
    found = problem_of(game)
    assert "SGF of 'gipf' is not supported yet; supported are" in found
    good = "(;SU[dvonn 1]; P0[0 Start P0]; P0[1 dropb A 1]; P0[2 done])"
    assert [type(one).__name__ for one in read(f"{game}\n{good}\n{game}")] == [
        "GameProblem",
        "Record",
        "GameProblem",
    ]


WORDS = [
    "Resign",
    "Reset",
    "Edit",
    "Start P0",
    "Start",
    "Done",
    "Pass",
    "AcceptDraw",
    "WinOnTime",
    "R-",
    "R+ A 1",
    "pickb",
    "dropb A",
    "move A 1",
    "place",
    "place wr",
    "drop board",
    "remove w A 1",
    "RtoR 2 0 1",
    "RtoB",
    "BtoB A 1 B 2",
    "SetBoard",
    "pick",
    "",
    "id x",
    "ranking",
    "swap",
    "time 1:2",
    "Undo",
]


def damaged(text: str, chance: Random) -> str:
    """A file with some lines lost, doubled, exchanged or changed."""
    lines = text.split("\n")
    for _ in range(chance.choice([1, 1, 2, 5])):
        at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        what = chance.randrange(6)
        if what == 0 and len(lines) > 5:
            del lines[at]
        elif what == 1:
            lines.insert(at, lines[at])
        elif what == 2:
            lines[at], lines[other] = lines[other], lines[at]
        elif what == 3 and lines[at]:
            place = chance.randrange(len(lines[at]))
            lines[at] = lines[at][:place] + chance.choice("[]();\\A9 é-\0") + lines[at][place + 1 :]
        elif what == 4:
            lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)]
        else:
            lines.insert(at, f"; P{chance.randrange(3)}[{chance.choice(WORDS)}]")
    return "\n".join(lines)


@pytest.mark.parametrize(("name", "version"), GAMES)
def test_damaged_files_are_read_or_refused_and_nothing_fails(name: str, version: str) -> None:
    chance = Random(f"{name} {version}")
    record, text = exported(name, version, seed=1)
    for _ in range(300 if CHECK else 25):
        for game in read(f"{damaged(text, chance)}\n{text}"):
            if isinstance(game, GameProblem):
                assert "the reader of this format fails" not in game.reason
            else:
                gipfel.replay(game)
    assert same_game(read_one(text), record)
