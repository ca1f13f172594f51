"""Playing at the terminal: what a person can type, and what becomes of the record."""

import io
import os
import re
import sys
from concurrent.futures import Future
from pathlib import Path
from random import Random

import pytest

import gipfel
from gipfel.cli import main
from gipfel.cli.play import prompt, session, turn_based
from gipfel.cli.play.prompt import StderrLines, divert_stderr
from gipfel.cli.play.seats import HUMAN, OPPONENT

CROSSING = "bwbb/2bb1/6/3b2w/2b3/5/w3 b 12/8 0/0 B s"
"""Black's a2-d5 makes two rows that cross (docs/rules/gipf.md, example 13)."""


class Run:
    """What a command did."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err
        self.lines = out.splitlines()


@pytest.fixture
def play(capsys, monkeypatch, tmp_path):
    """Play with lines typed on the keyboard, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def play(*argv, typed=()):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        seed = () if "--seed" in argv else ("--seed", "1")
        code = main(["terminal", "gipf", *map(str, argv), *seed])
        return Run(code, *capsys.readouterr())

    return play


def record(name: str) -> gipfel.Record:
    return gipfel.read_record(Path(name).read_text(encoding="utf-8"))


def turns(name: str) -> list[str]:
    return [turn.text for turn in record(name).turns]


HUMANS = ("--white", "human", "--black", "human")
RANDOMS = ("--white", "random", "--black", "random")


# --- Random against random ----------------------------------------------------------------------------


@pytest.mark.parametrize("version", ["basic", "standard", "tournament"])
def test_a_seed_makes_a_game_reproducible(play, version):
    first = play(*RANDOMS, "--version", version, "--seed", 7, "--save", "one.txt")
    second = play(*RANDOMS, "--version", version, "--seed", 7, "--save", "two.txt")
    play(*RANDOMS, "--version", version, "--seed", 8, "--save", "three.txt")
    assert first.code == second.code == 0
    assert Path("one.txt").read_bytes() == Path("two.txt").read_bytes()
    assert turns("one.txt") != turns("three.txt")
    assert gipfel.replay(record("one.txt")).position.outcome is not None
    assert main(["replay", "one.txt"]) == 0


def test_turns_are_printed_as_they_come(play):
    done = play(*RANDOMS, "--seed", 7, "--save", "game.txt")
    first, second, *_ = turns("game.txt")
    assert done.lines[1:3] == [f"1. White: {first}", f"2. Black: {second}"]
    assert done.lines[-2:] == [
        f"result: {record('game.txt').result} reserve empty",
        "The game is saved in game.txt.",
    ]


def test_random_games_do_not_go_on_for_ever(play, monkeypatch):
    monkeypatch.setattr(session, "LONGEST_GAME", 5)
    done = play(*RANDOMS, "--save", "game.txt")
    assert "result: * unfinished after 5 turns" in done.lines
    assert len(turns("game.txt")) == 5
    assert (record("game.txt").result, record("game.txt").reason) == ("*", "unfinished")


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
    assert (record("mine.txt").result, record("mine.txt").reason) == ("0-1", "resignation")
    assert record("mine.txt").headers["white"] == "human"
    assert gipfel.replay(record("mine.txt"))


def test_a_decision_is_asked_for_row_by_row(play):
    done = play(*HUMANS, "--position", CROSSING, "--save", "game.txt", typed=["a2-d5", "1", "1", "quit"])
    assert "1 xb2,b3,b4,b5     2 xb5,c5,d5,e5,f4" in done.lines
    assert "1 xc5,d5,e5,f4" in done.lines
    assert turns("game.txt") == ["a2-d5;xb2,b3,b4,b5;xc5,d5,e5,f4"]
    assert record("game.txt").headers["start"] == CROSSING


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
    assert gipfel.replay(record("game.txt")).position.outcome.winner is gipfel.WHITE


def test_a_finished_position_is_shown(play):
    done = play("--position", "b2w/1w1w1/2bb2/w5b/2b3/b4/bw1w b 6/0 3/8 B s")
    assert "result: 1-0 reserve empty" in done.lines


# --- While the engine is at work ------------------------------------------------------------------------


@pytest.mark.parametrize("interpreted", ["", "1"])
def test_the_engine_is_the_usual_opponent(play, monkeypatch, interpreted):
    monkeypatch.setenv("GIPFEL_INTERPRETED", interpreted)
    done = play(typed=["e1-e3"])
    assert done.lines[0] == "GIPF, basic: White (human) against Black (level:3). Type help for help."
    assert any(line.startswith("2. Black: ") for line in done.lines)


def test_what_is_typed_meanwhile_is_obeyed_or_kept(capsys, monkeypatch):
    """`help` is answered at once, a move waits for its turn, and nothing stops the wait but the work."""
    start = gipfel.game("gipf").start()
    seats = {gipfel.WHITE: HUMAN, gipfel.BLACK: OPPONENT}
    played = turn_based.TurnBasedSession(gipfel.Playthrough(start), seats, Random(1), None)
    work, lines = Future(), ["help", "e1-e3", "undo", "save ."]

    def typed_line():
        if len(lines) == 1:
            work.set_result(None)
        return f"{lines.pop(0)}\n"

    monkeypatch.setattr(turn_based, "is_typed", lambda seconds: True)
    monkeypatch.setattr(turn_based, "typed_line", typed_line)
    played.wait_for(work)
    assert played.typed_ahead == ["e1-e3", "undo"]
    assert played.read_line("White> ") == "e1-e3"
    said = capsys.readouterr().out
    assert "An empty line shows the board again." in said
    assert said.count("That has to wait a little.") == 2
    assert ". exists already" in said
    assert said.endswith("White> e1-e3\n")


class Terminal(io.StringIO):
    """Somebody looks at it."""

    def isatty(self):
        return True


def test_a_game_is_compiled_in_parts_but_said_once(monkeypatch):
    told = []
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(sys, "stdout", Terminal())
    with divert_stderr(told.append):
        for part in ("clear", "search"):
            print(f"Compiling GIPF, {part} for this machine (once, some seconds) ...", file=sys.stderr)
        print("something else", file=sys.stderr)
    assert told == [
        "Compiling GIPF for this machine (once, seconds to a minute); just play on ...",
        "something else",
    ]
    assert sys.stderr.getvalue() == ""


def test_announcements_of_the_compiler_are_recognised(monkeypatch, tmp_path):
    from gipfel.kernel import link

    told = []
    monkeypatch.setattr(link, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(sys, "stderr", StderrLines(told.append))
    with link.announced("one", "GIPF, search"), link.announced("other", "GIPF, clear"):
        pass
    assert [line.partition(" for ")[0] for line in told] == ["Compiling GIPF"]


def test_no_announcement_lands_in_a_file(monkeypatch):
    monkeypatch.setattr(sys, "stderr", stream := Terminal())
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    with divert_stderr(print):
        assert sys.stderr is stream


def test_an_interjection_keeps_what_is_being_typed(capsys, monkeypatch):
    def typing(shown):
        prompt.interject("news")
        return "e1-e3"

    monkeypatch.setattr("builtins.input", typing)
    monkeypatch.setattr(prompt, "_typed_so_far", lambda: "e1-")
    monkeypatch.setattr(sys, "stdin", Terminal())
    assert prompt.read("White> ") == "e1-e3"
    prompt.interject("later")
    assert capsys.readouterr().out == "\r\033[Knews\nWhite> e1-later\n"


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


# --- Saving and resuming ------------------------------------------------------------------------------


def test_a_saved_game_is_resumed(play):
    play("--version", "standard", "--seed", 1, "--save", "game.txt", typed=["e1-e3"])
    before = turns("game.txt")
    done = play("--save", "game.txt", typed=["f2", "resign"])
    assert done.lines[0] == "Resuming the game in game.txt after 2 turns."
    assert turns("game.txt")[:3] == [*before, "f2"]
    assert record("game.txt").headers["version"] == "standard"
    assert record("game.txt").result == "0-1"


def test_a_turn_that_is_not_finished_is_resumed(play):
    play(*HUMANS, "--position", CROSSING, "--save", "game.txt", typed=["a2-d5"])
    play("--position", CROSSING, "--save", "game.txt", typed=["2"])
    assert turns("game.txt") == ["a2-d5;xb5,c5,d5,e5,f4"]


def test_a_resumed_game_can_be_undone(play):
    play(*HUMANS, "--save", "game.txt", typed=["e1-e3", "b3"])
    play("--save", "game.txt", typed=["undo", "undo", "c2"])
    assert turns("game.txt") == ["c2"]


def test_players_sit_down_where_they_sat(play):
    play("--white", "random", "--black", "human", "--save", "game.txt")
    done = play("--save", "game.txt")
    assert "White (random) against Black (human)" in done.out
    done = play("--save", "game.txt", "--black", "random", "--white", "human")
    assert "White (human) against Black (random)" in done.out


REMARKED = """\
Gipfel record 1
event: an evening
game: gipf
version: basic
white: Ada
# first game

1. e1-e2  # a push by another name
2. b3
result: *
"""


def test_resuming_keeps_names_and_comments(play):
    Path("game.txt").write_text(REMARKED)
    play("--save", "game.txt", "--black", "human", typed=["c2"])
    kept = record("game.txt")
    assert kept.headers["event"] == "an evening"
    assert kept.headers["white"] == "Ada"
    assert kept.comments == ("first game",)
    assert [turn.text for turn in kept.turns] == ["e1-e3", "b3", "c2"]
    assert kept.turns[0].comment == "a push by another name"


def test_a_comment_goes_with_its_turn(play):
    Path("game.txt").write_text(REMARKED)
    play(*HUMANS, "--save", "game.txt", typed=["undo", "undo", "c2"])
    assert [turn.comment for turn in record("game.txt").turns] == [""]


@pytest.mark.parametrize(
    ("argv", "why"),
    [
        (("--version", "basic"), "it is a game of gipf standard, not of gipf basic"),
        (("--position", CROSSING), "the game in it began from another position"),
        (("--option", "extra_white=1"), "the game in it has extra_white=None"),
    ],
)
def test_another_game_is_not_overwritten(play, argv, why):
    play("--version", "standard", "--save", "game.txt", typed=["e1-e3"])
    before = Path("game.txt").read_bytes()
    done = play(*argv, "--save", "game.txt", typed=["e1-e3"])
    assert (done.code, done.out) == (2, "")
    assert why in done.err
    assert Path("game.txt").read_bytes() == before


def test_a_finished_game_is_not_overwritten(play):
    play("--save", "game.txt", typed=["resign"])
    done = play("--save", "game.txt")
    assert done.err == "gipfel: will not overwrite game.txt: the game in it is over (0-1 resignation)\n"


def test_save_needs_a_name_once(play):
    done = play(typed=["save", "save a game.txt", "save", "e1-e3", "quit"])
    assert "Name a file: save FILE" in done.out
    assert done.out.count("Saved in a game.txt.") == 2
    assert turns("a game.txt")[0] == "e1-e3"


@pytest.mark.parametrize(
    "name", ["notes.txt", ".", "missing/game.txt", "x" * 300, "a\0b", "~nobody/game.txt"]
)
def test_save_refuses_and_the_game_goes_on(play, name):
    Path("notes.txt").write_text("mine")
    done = play(typed=[f"save {name}", "e1-e3", "quit"])
    assert done.code == 0
    assert "1. White: e1-e3" in done.lines
    assert "Saved" not in done.out
    assert Path("notes.txt").read_text() == "mine"
    assert os.listdir() == ["notes.txt"]


def test_a_file_that_cannot_be_written_any_more(play, monkeypatch, tmp_path):
    folder = tmp_path / "gone"
    folder.mkdir()
    lines = iter(["e1-e3", "b3", "quit"])

    def read(prompt):
        (folder / "game.txt").unlink(missing_ok=True)
        if folder.exists():
            folder.rmdir()
        return next(lines)

    monkeypatch.setattr(turn_based, "read", read)
    done = play("--save", folder / "game.txt")
    assert done.code == 2
    assert "3. White: b3" in done.lines
    assert done.err.startswith("gipfel: cannot write")
    assert done.err.count("\n") == 1


def test_while_it_waits_the_file_is_up_to_date(play, monkeypatch):
    lines = iter(["e1-e3", "b3"])
    seen = []

    def read(prompt):
        seen.append(len(turns("game.txt")))
        for line in lines:
            return line
        raise EOFError

    monkeypatch.setattr(turn_based, "read", read)
    play("--save", "game.txt")
    assert seen == [0, 2, 4]
