"""The prompt while an engine thinks or a game is compiled."""

import io
import sys
from concurrent.futures import Future
from random import Random

import pytest

import gipfel
from gipfel.cli.play import prompt, turn_based
from gipfel.cli.play.prompt import StderrLines, divert_stderr
from gipfel.cli.play.seats import HUMAN, OPPONENT
from gipfel.locale import say, using_language


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


def test_what_is_compiled_is_named_in_the_language_of_the_player():
    told = []
    with using_language("nl"):
        lines = StderrLines(told.append)
        lines.write("Compiling GIPF with potentials, search for this machine (once, some seconds) ...\n")
        assert say("GIPF with potentials") in told[0]
        assert "with potentials" not in told[0]


def test_announcements_of_the_compiler_are_recognised(monkeypatch, tmp_path):
    from gipfel.kernel import compile_cache

    told = []
    monkeypatch.setattr(compile_cache, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(sys, "stderr", StderrLines(told.append))
    compile_cache.announce("one", "GIPF, search")
    compile_cache.announce("other", "GIPF, clear")
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
    monkeypatch.setattr(prompt, "typed_so_far", lambda: "e1-")
    monkeypatch.setattr(sys, "stdin", Terminal())
    assert prompt.read("White> ") == "e1-e3"
    prompt.interject("later")
    assert capsys.readouterr().out == "\r\033[Knews\nWhite> e1-later\n"
