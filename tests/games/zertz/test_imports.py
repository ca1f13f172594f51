"""ZÈRTZ from other programs: what is taken back, all boards, and the publisher's notation."""

import pytest

import gipfel
from gipfel.testing.random_games import random_game
from tests.helpers.foreign_games import exported, problem_of, read, read_one, same_game, steps_of, with_steps

BOARDS = {"Zertz": "basic", "Zertz+11": "tournament", "Zertz+24": "large", "zertz+24 2 0 101": "large"}


def with_second_thoughts(steps: list[str]) -> list[str]:
    """Marbles, rings and jumps are tried elsewhere first, and taken back."""
    clicks: list[str] = []
    for step in steps:
        player, word, *about = step.split()
        if word == "RtoB":
            rack, colour, *ring = about
            clicks += [
                f"{player} RtoR {rack} {colour} {rack}",
                step,
                f"{player} BtoR {' '.join(ring)} {rack}",
            ]
            clicks += [f"{player} Pick {rack} {colour}", f"{player} RtoB {rack} {colour} Z 9"]
            clicks += [f"{player} Pickb Z 9", f"{player} BtoB Z 9 {' '.join(ring)}"]
        elif word == "R-":
            clicks += [f"{player} R- Y 9", f"{player} R+ Y 9", step]
        elif word == "BtoB":
            back = f"{player} BtoB {' '.join(about[2:])} {' '.join(about[:2])}"
            clicks += [step, back, step]
        else:
            clicks.append(step)
    return clicks


def ring_first(steps: list[str]) -> list[str]:
    """The ring is removed before the marble is placed."""
    clicks: list[str] = []
    for step in steps:
        if " R- " in step:
            clicks.insert(-1, step)
        else:
            clicks.append(step)
    return clicks


@pytest.mark.parametrize("version", ["basic", "tournament", "large"])
@pytest.mark.parametrize("change", [with_second_thoughts, ring_first])
def test_the_same_game_clicked_otherwise(version: str, change: object) -> None:
    assert callable(change)
    record, text = exported("zertz", version, 3)
    assert same_game(read_one(with_steps(text, change(steps_of(text)))), record)


@pytest.mark.parametrize("setup", BOARDS)
def test_boards(setup: str) -> None:
    text = f"(;GM[22]SU[{setup}]; P0[0 Start P0]; P0[1 RtoB 2 0 D 4]; P0[2 R- A 1]; P0[3 Done])"
    record = read_one(text)
    assert record.headers["version"] == BOARDS[setup]
    assert record.turns[0].text == "Wd4,a1"


def laid_out(rings: list[str]) -> list[str]:
    return ["P0 Start P0", *(f"P0 R+ {ring}" for ring in rings), "P0 Done"]


def test_a_board_that_the_players_lay_out() -> None:
    """Every second column is half a step higher: H 5 lies between G 5 and I 6."""
    rings = ["H 4", "H 5", "H 6", "G 5", "G 6", "I 5", "I 6", "B 1"]
    steps = [
        *laid_out(rings),
        "P1 RtoB 2 0 H 5",
        "P1 R- H 6",
        "P1 Done",
        "P0 RtoB 2 1 G 5",
        "P0 R- G 6",
        "P0 Done",
    ]
    steps.insert(9, "P0 R- B 1")
    steps.insert(9, "P0 R+ B 1")
    record = read_one(with_steps("(;\nSU[Zertz+xx]\n)", steps))
    assert record.headers["version"] == "large"
    start = gipfel.game("zertz", "large").position(record.headers["start"])
    assert (
        sum(len(column.replace("-", "").replace("/", "")) > 0 for column in str(start).split()[1].split("/"))
        == 3
    )
    assert len(record.turns) == 2
    assert gipfel.replay(record).position.side == gipfel.WHITE  # the player who did not lay out begins
    captured = read_one(with_steps("(;\nSU[Zertz+xx]\n)", [*steps, "P1 BtoB G 5 I 6", "P1 Done"]))
    assert captured.turns[2].text.count("W") == 1


def test_a_board_that_is_too_large_is_not_supported_yet() -> None:
    found = problem_of(with_steps("(;\nSU[Zertz+xx]\n)", laid_out(["A 1", "Q 1"])))
    assert "does not fit into the hexagon of 61 rings is not supported yet" in found


def test_a_board_that_is_not_known() -> None:
    assert "'zertz+99' is not supported yet" in problem_of("(;SU[Zertz+99]; P0[0 Start P0])")


def test_a_file_that_does_not_name_its_board() -> None:
    text = "(;GM[22]; P0[0 Start P0]; P0[1 RtoB 2 0 D 4]; P0[2 R- D 1]; P0[3 Done])"
    assert read_one(text).headers["version"] == "basic"


def test_a_handicap() -> None:
    text = (
        "(;SU[Zertz+H]; P0[0 SetBoard Zertz]; P1[1 RtoR 2 0 1]; P0[2 Start P0]"
        "; P0[3 RtoB 2 0 D 4]; P0[4 R- D 1]; P0[5 Done])"
    )
    record = read_one(text)
    assert record.headers["start"] == "37 4/5/6/7/6/5/4 5.8.10 0.0.0 1.0.0 1 -"
    assert str(gipfel.replay(record).position).endswith("4.8.10 0.0.0 1.0.0 2 -")


@pytest.mark.parametrize("right", [0, 1])
def test_a_turn_that_was_damaged_by_placing_twice(right: int) -> None:
    """Whichever of the two placements leads to a legal game is taken."""
    twice = ["P0 RtoB 2 0 D 4", "P0 RtoB 2 0 A 2"]
    played = ["P0 Start P0", *twice, "P0 R- D 1", "P0 Done", "P1 RtoB 2 1 {} {}", "P1 R- G 1", "P1 Done"]
    follow = (("A", "2"), ("D", "4"))[right]
    steps = [step.format(*follow) for step in played]
    record = read_one(with_steps("(;\nSU[Zertz]\n)", steps))
    assert record.turns[0].text == ("Wd4,d1", "Wa2,d1")[right]


def test_a_capture_that_is_not_finished_is_a_problem() -> None:
    for seed in range(1, 40):
        _, text = exported("zertz", "basic", seed)
        steps = steps_of(text)
        twice = [n for n, step in enumerate(steps) if "BtoB" in step and "BtoB" in steps[n - 1]]
        if twice and twice[0] + 2 < len(steps):
            del steps[twice[0]]
            assert "it is the turn of the other player" in problem_of(with_steps(text, steps))
            return
    raise AssertionError("no game with a double capture was found")


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("P0 RtoB 2 7 D 4", "a number from 0 to 2"),
        ("P0 RtoB 2", "a number from 0 to 2"),
        ("P0 BtoB D 4", "does not name a ring"),
        ("P0 RtoB 2 0 Z 4", "z4"),
    ],
)
def test_problems(step: str, message: str) -> None:
    text = with_steps("(;\nSU[Zertz]\n)", ["P0 Start P0", step, "P0 R- D 1", "P0 Done"])
    assert message in problem_of(text)


# --- The publisher's notation -----------------------------------------------------------------------


@pytest.mark.parametrize("version", ["basic", "tournament", "large", "extended"])
def test_the_publishers_notation(version: str) -> None:
    record = random_game("zertz", version, 6).record()
    turns = [turn.text for turn in record.turns]
    lines = [f"{n // 2 + 1}. {'   '.join(turns[n : n + 2])}" for n in range(0, len(turns), 2)]
    again = read_one("White: Ada\nBlack: Ben\n\n" + "\n".join(lines) + "\n", names=True)
    assert (again.headers["white"], again.headers["black"]) == ("Ada", "Ben")
    assert [turn.text for turn in again.turns] == turns
    assert again.result == record.result


def test_several_games_in_the_publishers_notation() -> None:
    one = "1. Wd4,d1  Gd5,g1\n2. x d4Gd6 resign\n"
    bad = "1. Wd4,d1  Gd5,d4\n"
    first, second, third = read(f"Player 1: Ada\n{one}\n{bad}\n{one}")
    assert isinstance(first, gipfel.Record)
    assert (len(first.turns), first.result) == (3, "1-0")
    assert isinstance(second, gipfel.GameProblem)
    assert "line 5" in str(second)
    assert "d4" in str(second)
    assert isinstance(third, gipfel.Record)


def test_rows_of_another_game_are_not_taken_for_turns() -> None:
    with pytest.raises(gipfel.RecordError, match="not supported yet"):
        read("1. e1-e5;xe2,Gb3,b4,b5")
