"""YINSH from other programs."""

import pytest

from tests.helpers.foreign_games import exported, problem_of, read_one, same_game, steps_of, with_steps


def split_moves(steps: list[str]) -> list[str]:
    """Every move as a marker that is placed and a ring that is dropped, with second thoughts."""
    clicks: list[str] = []
    for step in steps:
        player, word, *about = step.split()
        if word == "move":
            origin, goal = " ".join(about[:2]), " ".join(about[2:])
            clicks += [f"{player} place w  A 2", f"{player} drop w", f"{player} place w  {origin}"]
            clicks += [
                f"{player} drop board  A 2",
                f"{player} pick board A 2",
                f"{player} drop board  {goal}",
            ]
        elif word == "place":
            clicks += [f"{player} place {about[0]}  A 3", f"{player} pick board A 3", step]
        else:
            clicks.append(step)
    return clicks


@pytest.mark.parametrize("version", ["standard", "blitz"])
def test_the_same_game_clicked_otherwise(version: str) -> None:
    record, text = exported("yinsh", version, 2)
    assert same_game(read_one(with_steps(text, split_moves(steps_of(text)))), record)


def test_problems() -> None:
    steps = ["P0 Start White", "P0 place wr A 1", "P0 Done"]
    assert "a1" in problem_of(with_steps("(;\nSU[Yinsh]\n)", steps))
    assert "does not name" in problem_of(with_steps("(;\nSU[Yinsh]\n)", ["P0 Start White", "P0 place wr A"]))
