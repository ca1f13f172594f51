"""Playing at the terminal: what a person can type, and how a game ends."""

import io
import re
from pathlib import Path

import pytest

import gipfel
from gipfel.cli import main
from gipfel.cli.play import session, turn_based
from tests.helpers.command_line import CROSSING, HUMANS, RANDOMS, read_record, turns

# --- Random against random ----------------------------------------------------------------------------


@pytest.mark.parametrize("version", ["basic", "standard", "tournament"])
def test_a_seed_makes_a_game_reproducible(play, version):
    first = play(*RANDOMS, "--version", version, "--seed", 7, "--save", "one.txt")
    second = play(*RANDOMS, "--version", version, "--seed", 7, "--save", "two.txt")
    play(*RANDOMS, "--version", version, "--seed", 8, "--save", "three.txt")
    assert first.code == second.code == 0
    assert Path("one.txt").read_bytes() == Path("two.txt").read_bytes()
    assert turns("one.txt") != turns("three.txt")
    assert gipfel.replay(read_record("one.txt")).position.outcome is not None
    assert main(["replay", "one.txt"]) == 0


def test_turns_are_printed_as_they_come(play):
    done = play(*RANDOMS, "--seed", 7, "--save", "game.txt")
    first, second, *_ = turns("game.txt")
    assert done.lines[1:3] == [f"1. White: {first}", f"2. Black: {second}"]
    assert done.lines[-2:] == [
        f"result: {read_record('game.txt').result} reserve empty",
        "The game is saved in game.txt.",
    ]


def test_random_games_do_not_go_on_for_ever(play, monkeypatch):
    monkeypatch.setattr(session, "LONGEST_GAME", 5)
    done = play(*RANDOMS, "--save", "game.txt")
    assert "result: * unfinished after 5 turns" in done.lines
    assert len(turns("game.txt")) == 5
    assert (read_record("game.txt").result, read_record("game.txt").reason) == ("*", "unfinished")


# --- What a person can type ---------------------------------------------------------------------------


def test_a_session_with_everything(play):
    typed = [
        "nonsense",
        "e1-e5",
        "e1-e3",
        "undo",
        "hint",
        "",
        "list",
        "help",
        "14",
        "save mine.txt",
        "resign",
    ]
    done = play("--version", "standard", "--seed", 1, typed=typed)
    assert (done.code, done.err) == (0, "")
    assert "'nonsense' is no decision" in done.out
    assert "e1-e5 is not legal: the push from e1 in that direction reaches e3" in done.out
    assert any(line.startswith("Took back e1-e3, ") for line in done.lines)
    assert any(re.fullmatch(r"\S+ \(.+, [0-9]+ % for (White|Black)\)", line) for line in done.lines)
    assert "Saved in mine.txt." in done.lines
    assert "Black wins: resignation." in done.lines
    assert done.lines[-2:] == ["result: 0-1 resignation", "The game is saved in mine.txt."]
    assert turns("mine.txt")[0] == "e1-e3"
    assert (read_record("mine.txt").result, read_record("mine.txt").reason) == ("0-1", "resignation")
    assert read_record("mine.txt").headers["white"] == "human"
    assert gipfel.replay(read_record("mine.txt"))


def test_a_decision_is_asked_for_row_by_row(play):
    done = play(*HUMANS, "--position", CROSSING, "--save", "game.txt", typed=["a2-d5", "1", "1", "quit"])
    assert "1 xb2,b3,b4,b5     2 xb5,c5,d5,e5,f4" in done.lines
    assert "1 xc5,d5,e5,f4" in done.lines
    assert turns("game.txt") == ["a2-d5;xb2,b3,b4,b5;xc5,d5,e5,f4"]
    assert read_record("game.txt").headers["start"] == CROSSING


def test_a_whole_turn_can_be_typed(play):
    done = play(*HUMANS, "--position", CROSSING, typed=["a2-d5;xb5,c5,d5,e5,f4", "quit"])
    assert "1. Black: a2-d5;xb5,c5,d5,e5,f4" in done.lines


def test_a_wrong_whole_turn_changes_nothing(play):
    done = play(*HUMANS, "--position", CROSSING, "--save", "game.txt", typed=["a2-d5;xb2", "a2-d5;;", "quit"])
    assert "is not legal" in done.out
    assert turns("game.txt") == []


@pytest.mark.parametrize("number", ["0", "31", "9" * 5000, "00000000000"])
def test_a_number_outside_the_list(play, number):
    assert "the list goes from 1 to 30" in play(typed=[number]).out


def test_a_number_stands_for_a_decision(play):
    fifth = gipfel.game("gipf").start().decisions()[4].text
    assert f"1. White: {fifth}" in play(*HUMANS, typed=["005"]).lines


def test_a_hint_is_legal_and_does_not_disturb_chance(play):
    play("--seed", 5, "--save", "with.txt", typed=["hint", "hint", "e1-e3"])
    play("--seed", 5, "--save", "without.txt", typed=["e1-e3"])
    assert turns("with.txt") == turns("without.txt")


def test_undo_takes_back_the_answers_of_the_engine(play):
    play("--save", "game.txt", typed=["e1-e3", "b3", "undo"])
    assert len(turns("game.txt")) == 2


def test_undo_between_humans_takes_back_one_decision(play):
    play(*HUMANS, "--save", "game.txt", typed=["e1-e3", "b3", "undo"])
    assert turns("game.txt") == ["e1-e3"]


def test_undo_within_a_turn(play):
    done = play(*HUMANS, "--position", CROSSING, "--save", "game.txt", typed=["a2-d5", "1", "undo"])
    assert "Took back xb2,b3,b4,b5." in done.lines
    assert Path("game.txt").read_text().splitlines()[-2] == "1. a2-d5 ..."


def test_nothing_to_undo(play):
    assert "There is nothing to undo." in play(typed=["undo"]).out
    done = play("--white", "random", "--black", "human", "--save", "game.txt", typed=["undo"])
    assert "There is nothing to undo." in done.out
    assert len(turns("game.txt")) == 1


def test_commands_may_be_shouted(play):
    assert "The game was left after 0 turns." in play(typed=["QUIT"]).lines


def test_names_of_places_can_be_switched_off(play):
    done = play(typed=["names"])
    assert "·" not in done.out.split("White>")[0]
    assert "·" in done.out.split("White>")[1]


def test_black_can_resign(play):
    done = play(*HUMANS, typed=["e1-e3", "resign"])
    assert "White wins: resignation." in done.lines


def test_white_wins_on_the_board(play):
    last = "b2w/1w1w1/2bb2/w5b/2b3/b4/b2w w 7/0 3/8 B s"
    done = play("--position", last, "--save", "game.txt", typed=["h3"])
    assert "result: 1-0 reserve empty" in done.lines
    assert gipfel.replay(read_record("game.txt")).position.outcome.winner is gipfel.WHITE


def test_a_finished_position_is_shown(play):
    done = play("--position", "b2w/1w1w1/2bb2/w5b/2b3/b4/bw1w b 6/0 3/8 B s")
    assert "result: 1-0 reserve empty" in done.lines


# --- Leaving ------------------------------------------------------------------------------------------


def test_the_end_of_the_input_leaves_politely(play):
    done = play("--save", "game.txt", typed=["e1-e3"])
    assert (done.code, done.err) == (0, "")
    assert done.lines[-2:] == ["The game was left after 2 turns.", "The game is saved in game.txt."]
    assert turns("game.txt")[0] == "e1-e3"


def test_an_interrupt_leaves_politely(play, monkeypatch):
    lines = iter(["e1-e3"])

    def read(prompt):
        for line in lines:
            return line
        raise KeyboardInterrupt

    monkeypatch.setattr(turn_based, "read", read)
    done = play("--save", "game.txt")
    assert done.code == 0
    assert done.lines[-1] == "The game is saved in game.txt."
    assert turns("game.txt")[0] == "e1-e3"


def test_without_any_input(play, monkeypatch):
    monkeypatch.setattr(io, "StringIO", lambda _: None)
    assert play().code == 0
