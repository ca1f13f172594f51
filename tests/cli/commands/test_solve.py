"""The command `solve`."""

import json

import pytest

import gipfel
from tests.helpers.command_line import shell

WON = "37 ----/---W1/6/6-/2B3/4-/-2- 3.7.4 2.1.0 0.0.5 2 -"
DVONN = ".RR....../..B3......./B3*..W3......./W4.W2W3....../......... W M"


def test_sentences(run):
    done = run("solve", "dvonn", DVONN)
    assert done.code == 0
    assert done.out.startswith("White wins by 7 pieces.\nLine: ")
    assert "positions searched" in done.out
    assert "of them in the proof" in done.out


def test_json(run):
    done = run("solve", "zertz", WON, "--nodes", 3_000_000, "--json")
    found = json.loads(done.out)
    assert done.code == 0
    assert (found["winner"], found["decisions"], found["is_shortest"]) == ("black", 7, True)
    assert found["position"] == WON
    assert len(found["line"]) == 7
    assert found["solved"]
    assert found["cannot_win"] == ["white"]
    assert found["lead"] is None
    assert found["note"] == ""


def test_what_is_not_decided_has_its_own_exit_code(run):
    done = run("solve", "gipf", "B2W/5/6/W5B/6/5/B2W w 12/12 0/0 S s", "--nodes", 2000)
    assert done.code == 3
    assert done.out.startswith("Not decided: the limits were reached first.")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("solve", "gipf"), "missing argument"),
        (("solve", "gipf", "nonsense"), "position"),
        (("solve", "chess", "x"), "chess"),
        (("solve", "dvonn", DVONN, "--seconds", "0"), "seconds"),
        (("solve", "dvonn", DVONN, "--memory", "0"), "memory"),
        (("solve", "dvonn", DVONN, "--nodes", "few"), "nodes"),
    ],
)
def test_bad_input(run, arguments, message):
    done = run(*arguments)
    assert done.code == 2
    assert message in done.err.lower()
    assert done.err.count("\n") == 1
    assert not done.out


def test_time_and_finished_games_are_refused(run):
    over = run("solve", "dvonn", "W9***......../........../.........../........../......... W M")
    assert over.code == 2
    assert "over" in over.err
    timed = run("solve", "tamsk", "--version", "level2", str(gipfel.game("tamsk", "level2").start()))
    assert timed.code == 2
    assert "time decides" in timed.err


def test_in_a_process_only_the_answer_is_printed():
    done = shell("solve", "dvonn", DVONN, "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["lead"] == 7
