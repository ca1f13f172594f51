"""Contests in real time at the terminal, inside a game without time."""

import os
import subprocess
import sys
from pathlib import Path
from select import select
from time import monotonic

import pytest

import gipfel
from tests.helpers.command_line import HUMANS, RANDOMS, read_record
from tests.helpers.linked_games import JUMP

MENU = """\
base = "basic"
[potentials.both]
zertz = 6
[links]
zertz = "tamsk level2 glass=5000"
mode = "must-win"
first = "user"
time = "real"
"""
GLASSES = ("1000 r a1-a2+", "b a4-a3+", "d7-d6+", "g4-g3+", "g1-g2+", "2000 d1-d2+")
LOST = "White loses the contest: the ZÈRTZ-potential stays unused and leaves the game."


@pytest.fixture
def play(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("menu.toml").write_text(MENU)

    def played(*typed, players=HUMANS, position=("--position", JUMP)):
        more = ("--menu", "menu.toml", *position, "--save", "game.txt")
        return run("terminal", "project", *more, *players, typed=typed)

    return played


def test_time_ends_the_contest_and_the_game_goes_on(play, run):
    done = play("Zc3>e5", *GLASSES, "9000 a1-b2", "a1-b2", "quit")
    assert done.code == 0
    assert "This contest is played in real time. Type help for help." in done.lines
    assert "6000 Red's glass on a2 is lost." in done.lines
    assert LOST in done.lines
    assert "'9000' is not a decision" in done.out, "the line was typed when the contest was over"
    assert "1. White: Zc3>e5?(tamsk:B) a1-b2" in done.lines
    game = gipfel.replay(read_record("game.txt"))
    assert (game.position.turn, game.position.time) == (1, 7000)
    assert run("replay", "game.txt").code == 0


def test_a_contest_is_resumed_at_its_time(play):
    play("Zc3>e5", *GLASSES[:2], "4000 quit")
    first = gipfel.replay(read_record("game.txt"))
    assert (first.position.timed, first.position.time) == (True, 4000)
    done = play("4500 d7-d6+", "resign", "quit", position=())
    assert "4500 Red: d7-d6+" in done.lines
    assert "TAMSK · level 2 · contest   0:04" in done.out


def test_sides_are_called_as_in_the_contest(play):
    Path("menu.toml").write_text(MENU.replace('"user"', '"opponent"'))
    done = play("Zc3>e5", "help", "500 r a1-a2+", "list", "hint", "undo", "b a4-a3", "quit")
    assert "500 Red: a1-a2+" in done.lines
    assert "Put b or r in front if it is not clear who is meant." in done.out
    assert "Nothing can be taken back here: time has run on." in done.lines
    game = gipfel.replay(read_record("game.txt"))
    assert [decision.side for decision in game.decisions] == [gipfel.WHITE, gipfel.BLACK, gipfel.WHITE]


def test_a_contest_is_tied_or_resigned(play):
    done = play("Zc3>e5", "1000 a1-a2+", "tie", "quit")
    assert "A tie: the ZÈRTZ-potential stays unused and leaves the game." in done.out
    Path("game.txt").unlink()
    done = play("Zc3>e5", "1000 r resign", "quit")
    assert LOST in done.out


@pytest.mark.parametrize("player", ["random", "level:2"])
def test_others_play_in_time(play, player):
    done = play("Zc3>e5", "1000 a1-a2+", "9000 list", "quit", players=("--black", player))
    assert done.code == 0
    game = gipfel.replay(read_record("game.txt"))
    times = [decision.position.time for decision in game.decisions if decision.side == gipfel.BLACK]
    assert times
    assert 2000 <= times[0] <= 5000, "they take their time, as people do"


def test_nobody_has_to_be_there(play):
    done = play(players=(*RANDOMS, "--seed", "3"))
    assert done.code == 0
    game = gipfel.replay(read_record("game.txt"))
    assert game.position.outcome is not None
    assert game.position.time > 0


def test_a_real_terminal_runs_in_real_time(tmp_path):
    """Without an option: a bare `tamsk` is level 2 at a terminal."""
    pty = pytest.importorskip("pty")
    (tmp_path / "menu.toml").write_text(
        MENU.replace('"tamsk level2 glass=5000"', '"tamsk"').replace('time = "real"\n', "")
    )
    master, slave = pty.openpty()
    command = (sys.executable, "-m", "gipfel", "terminal", "project", "--menu", "menu.toml", *HUMANS)
    process = subprocess.Popen(
        (*command, "--position", JUMP, "--save", "game.txt"),
        **dict.fromkeys(("stdin", "stdout", "stderr"), slave),
        cwd=tmp_path,
        env={**os.environ, "TERM": "xterm", "LINES": "40", "COLUMNS": "100"},
    )
    os.close(slave)
    shown = Shown(master)
    try:
        shown.until("White> ")
        os.write(master, b"Zc3>e5\n")
        assert "TAMSK · level 2 · contest" in shown.until("0:01")
        os.write(master, b"a1-a2+\n")
        shown.until("Red: a1-a2+")
        os.write(master, b"b resign\n")
        shown.until("White wins the contest")
        shown.until("Black> ")
        os.write(master, b"quit\n")
        shown.until("The game is saved")
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.wait()
        os.close(master)
    text = (tmp_path / "game.txt").read_text()
    assert "option link.Z: tamsk level2" in text
    assert "option link.time: real" in text


class Shown:
    """What a program writes to a terminal."""

    def __init__(self, master: int) -> None:
        self._master = master
        self._rest = ""

    def until(self, text: str) -> str:
        """What is written up to a text, which has to appear within a minute."""
        latest = monotonic() + 60
        while text not in self._rest:
            assert monotonic() < latest, self._rest[-2000:]
            if select([self._master], [], [], 1)[0]:
                self._rest += os.read(self._master, 4096).decode("utf-8", "replace")
        before, _, self._rest = self._rest.partition(text)
        return before + text
