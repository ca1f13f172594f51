"""DVONN from other programs: clicks that are taken back, passes that are left out, texts with moves."""

import pytest

import gipfel
from gipfel.testing.random_games import random_game
from tests.helpers.foreign_games import exported, problem_of, read, read_one, same_game, steps_of, with_steps

START = "(;\nGM[Dvonn]\nSU[dvonn 1]\n)"


def split_moves(steps: list[str]) -> list[str]:
    """Every move as a pick and a drop."""
    clicks: list[str] = []
    for step in steps:
        player, word, *about = step.split()
        if word == "move":
            clicks += [f"{player} pickb {' '.join(about[:2])}", f"{player} dropb {' '.join(about[2:])}"]
        else:
            clicks.append(step)
    return clicks


def with_second_thoughts(steps: list[str]) -> list[str]:
    """Before every click the player does something else and takes it back."""
    clicks: list[str] = []
    for step in split_moves(steps):
        player, word, *about = step.split()
        if word == "pickb":
            clicks += [f"{player} pickb A 1", f"{player} dropb A 1", step]
        elif word == "dropb" and clicks[-1].split()[1] == "pickb":
            clicks += [f"{player} dropb K 5", f"{player} pickb K 5", step]
        elif word == "dropb":
            clicks += [f"{player} pick wr 2", f"{player} drop wr 2", step]
            clicks += [f"{player} pickb {' '.join(about)}", step]
        else:
            clicks.append(step)
    return clicks


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_same_game_clicked_otherwise(seed: int) -> None:
    record, text = exported("dvonn", "standard", seed)
    steps = steps_of(text)
    for clicks in (
        split_moves(steps),
        with_second_thoughts(steps),
        [step for step in steps if "pass" not in step],  # a pass is only a `Done`
    ):
        assert same_game(read_one(with_steps(text, clicks)), record)


def test_a_pass_that_is_left_out_completely() -> None:
    record, text = next(
        found for seed in range(20) if "pass" in (found := exported("dvonn", "standard", seed))[1]
    )
    clicks: list[str] = []
    for step in steps_of(text):
        if "Done" in step and clicks[-1].endswith("pass"):
            clicks.pop()
        else:
            clicks.append(step)
    assert same_game(read_one(with_steps(text, clicks)), record)


def test_an_enclosed_stack_that_moved_is_a_problem() -> None:
    """A fault that the server had in June 2008."""
    record = random_game("dvonn", "standard", 1).record()
    placed = [turn.text.upper() for turn in record.turns[:49]]
    steps = [f"P{n % 2} dropb {name[0]} {name[1]};P{n % 2} done" for n, name in enumerate(placed)]
    clicks = [click for step in steps for click in step.split(";")]
    position = gipfel.game("dvonn").start()
    for turn in record.turns[:49]:
        position = position.play_turn(turn.text)
    enclosed = "f3" if "W" in position.game.contents(position.state, "f3")[0] else "e3"
    move = f"P0 move {enclosed[0].upper()} 3 {chr(ord(enclosed[0]) + 1).upper()} 3"
    found = problem_of(with_steps(START, ["P0 Start P0", *clicks, move, "P0 done"]))
    assert "is not legal" in found


# --- Texts ------------------------------------------------------------------------------------------


def moves_of(record: gipfel.Record) -> list[str]:
    return [turn.text.replace("-", "") for turn in record.turns]


def pairs(moves: list[str]) -> str:
    """Moves as Little Golem numbers them; the last space is filled without being written."""
    written = moves[:48] + moves[49:]
    return " ".join(f"{n // 2 + 1}. {' '.join(written[n : n + 2])}" for n in range(0, len(written), 2))


def test_little_golem() -> None:
    record = random_game("dvonn", "standard", 4).record()
    text = f"Event [Tournament dvonn.x.1] Site [] White [Ada] Black [Ben] {pairs(moves_of(record))}"
    again = read_one(text, names=True)
    assert same_game(again, record)
    assert (again.headers["white"], again.headers["black"]) == ("Ada", "Ben")
    assert "white" not in read_one(text).headers
    both = read(f"{text}\n\n{text}\n")
    assert len(both) == 2


def test_little_golem_with_a_resignation() -> None:
    record = random_game("dvonn", "standard", 4).record()
    text = f"Event [x] Site [] White [a] Black [b] {pairs(moves_of(record)[:60])} 31. resign"
    again = read_one(text)
    assert len(again.turns) == 60
    assert (again.result, again.reason) == ("1-0", "resignation")


@pytest.mark.parametrize("separator", [" ", "\n", ", "])
def test_codecup(separator: str) -> None:
    record = random_game("dvonn", "standard", 5).record()
    moves = separator.join(moves_of(record)).upper()
    again = read_one(f"# Player 1: Ada\n# Player 2: Ben\n{moves}\n", names=True)
    assert same_game(again, record)
    assert (again.headers["white"], again.headers["black"]) == ("Ada", "Ben")


def test_codecup_logs_with_several_games_and_one_that_is_wrong() -> None:
    records = [random_game("dvonn", "standard", seed).record() for seed in (1, 2, 3)]
    lines = [" ".join(moves_of(record)).upper() for record in records]
    lines[1] = lines[1].replace(lines[1].split()[49], "K5A1", 1)
    first, second, third = read("\n".join(lines))
    assert isinstance(first, gipfel.Record)
    assert same_game(first, records[0])
    assert isinstance(second, gipfel.GameProblem)
    assert "line 2" in str(second)
    assert "k5-a1 is not legal" in str(second)
    assert isinstance(third, gipfel.Record)
    assert same_game(third, records[2])


def test_codecup_with_arrows_and_passes_left_out() -> None:
    record = random_game("dvonn", "standard", 1).record()
    moves = [f"--{move.upper()}-->" for move in moves_of(record) if move != "pass"]
    assert same_game(read_one("\n".join(moves)), record)


def test_a_text_that_only_mentions_spaces_is_no_game() -> None:
    with pytest.raises(gipfel.RecordError, match="not supported yet"):
        read("We met at A1 and went to B2, then all of us took the bus to C3 and D4, E5 and back.")
