"""The commands `arena` and `strength`."""

import json
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import gipfel
from gipfel.cli import main
from tests.helpers.check import some_of
from tests.helpers.matches import all_once, random_match

MATCH = ["arena", "gipf", "--player", "random", "--player", "random", "--pairs", "3"]


def test_the_command_plays_writes_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [
        "--json",
        f"{tmp_path}/m.json",
        "--records",
        f"{tmp_path}/m.txt",
        "--picture",
        f"{tmp_path}/m.svg",
    ]
    assert main([*MATCH, *files]) == 0
    shown = capsys.readouterr()
    assert "Stopped: all games are played." in shown.out
    assert "6 of 6 games: random (1)" in shown.err
    assert json.loads((tmp_path / "m.json").read_text())["games"] == 6
    records = (tmp_path / "m.txt").read_text().split("Gipfel record 2")[1:]
    for record in records:
        gipfel.replay(gipfel.read_record(f"Gipfel record 2{record}"))
    assert len(records) == 6
    assert (tmp_path / "m.svg").read_text().startswith("<svg")
    assert main(MATCH) == 0
    again = capsys.readouterr()
    assert "games:" not in again.err, "nothing is played twice"
    assert again.out == shown.out


@pytest.mark.parametrize("schedule", some_of(["swiss", "knockout"], 1))
def test_schedules_in_rounds_go_on_where_they_were_interrupted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], schedule: str
) -> None:
    """Games are taken from the end of the file, as if they had never been played."""
    path, names = tmp_path / "m.jsonl", ["random", "greedy", "random", "greedy", "random"]
    players = [part for name in names for part in ("--player", name)]
    command = ["arena", "dvonn", "--version", "random", *players, "--schedule", schedule, "--pairs", "1"]
    command += ["-n", "1", "--results", str(path), "--json", f"{tmp_path}/m.json", "--event", "Cup"]
    assert main(command) == 0
    shown = capsys.readouterr().out
    assert "Cup" in shown
    assert ("Buchholz" in shown) == (schedule == "swiss")
    assert "│  │" not in shown, "no column is empty"
    lines = path.read_text().splitlines()
    for kept in some_of([4, 1, len(lines) - 1], 1):
        path.write_text("".join(f"{line}\n" for line in lines[:kept]))
        assert main(command) == 0
        assert path.read_text().splitlines()[:kept] == lines[:kept]
        again = [json.loads(line) for line in path.read_text().splitlines()[1:]]
        assert [game["key"] for game in again] == [json.loads(line)["key"] for line in lines[1:]]
        assert [game["score"] for game in again] == [json.loads(line)["score"] for line in lines[1:]]
    assert json.loads((tmp_path / "m.json").read_text())["places"][0]["place"] == 1
    capsys.readouterr()
    assert main([*command, "--pairs", "2"]) == 2
    assert "holds another match; its pairs: 1, not 2" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["arena", "gipf"], "missing option '--player'"),
        (["arena", "gipf", "-p", "random"], "a match needs two players"),
        ([*MATCH, "-p", "nobody"], "there is no player 'nobody'"),
        ([*MATCH, "--sprt", "a,b"], "--sprt a,b must be two numbers"),
        ([*MATCH, "--sprt", "5,5"], "must be below"),
        ([*MATCH, "-p", "greedy", "--sprt", "0,5"], "--sprt compares two players"),
        ([*MATCH, "--clock", "blitz"], "'blitz' is not a clock; write seconds for the game"),
        ([*MATCH, "--clock", "0/10"], "or a number of turns and their seconds, such as 40/60"),
        ([*MATCH, "--rounds", "2"], "only the schedule swiss has a number of rounds; leave --rounds out"),
        (
            [*MATCH, "--schedule", "swiss", "--rounds", "9"],
            "2 players play at most 1 rounds, since then all have met",
        ),
        ([*MATCH, "--schedule", "chess"], "--schedule"),
        ([*MATCH, "--openings", "/no/such/file"], "cannot read /no/such/file"),
        (["arena", "dvonn", *MATCH[2:], "--openings", "book"], "dvonn standard has no opening book"),
        (
            [*MATCH, "--adjudicate-win", "hello"],
            "above 50 and a number of turns, such as 98,6",
        ),
        ([*MATCH, "--adjudicate-draw", "60,2"], "such as 2,20 or 2,20,80"),
        ([*MATCH, "--ratings", "/proc/version"], "is not a file of ratings"),
        (
            ["arena", "gipf", "-p", "random", "-p", "engine:x,option.Hash"],
            "write engine:COMMAND,option.Hash=64",
        ),
        ([*MATCH, "--picture", "ratings.jpg"], "a picture ends in .svg or .png"),
        ([*MATCH, "--results", "/proc/nowhere/m.jsonl"], "cannot write"),
        ([*MATCH, "--pairs", "0"], "--pairs"),
        ([*MATCH, "--opening-turns", "500"], "ask for fewer"),
        (["arena", "gipf", "-p", "random", "-p", "engine:/no/such/program"], "cannot play"),
        (
            ["arena", "gipf", "-p", "random", "-p", "python:no_such_bot.py:Bot"],
            "cannot be read: No such file",
        ),
        (["strength", "chess"], "there is no game 'chess'"),
    ],
)
def test_errors_are_one_line(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_strength_plays_until_a_step_is_known_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two quick levels: 4 games at first, more because they tell little, 8 at most; then nothing is left."""
    monkeypatch.setattr("gipfel.arena.ladder.LEVELS", range(1, 3))
    page = tmp_path / "strength.md"
    command = ["strength", "dvonn", "--only", "ladder", "--games", "4", "--most-games", "8", "-n", "1"]
    command += ["--folder", str(tmp_path / "games"), "--write", str(page)]
    assert main(command) == 0
    shown = capsys.readouterr()
    played = tmp_path / "games" / "dvonn-standard-level2-level1.jsonl"
    games = len(played.read_text().splitlines()) - 1
    assert games in (4, 8)
    assert f"level:2 - level:1: {games} games" in shown.out
    assert "| 2 | " in page.read_text()
    assert (tmp_path / "strength" / "dvonn-standard.svg").read_text().startswith("<svg")
    assert main(command) == 0
    assert capsys.readouterr().out == shown.out
    assert len(played.read_text().splitlines()) - 1 == games


@pytest.mark.parametrize(
    ("named", "version"),
    [("punct", "punct standard"), ("punct:basic", "punct basic"), ("lyngk", "lyngk standard")],
)
def test_strength_measures_the_version_of_the_documentation(
    named: str,
    version: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("gipfel.arena.ladder.LEVELS", range(1, 3))
    command = ["strength", named, "--only", "ladder", "--games", "2", "--most-games", "2", "-n", "1"]
    assert main([*command, "--folder", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith(f"{version}: level:2 - level:1: 2 games")


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGINT")
def test_ctrl_c_interrupts_and_the_same_command_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    command = [sys.executable, "-m", "gipfel", *MATCH[:-1], "150", "--results", str(path)]
    # Who runs the tests in the background may have told them to ignore Ctrl-C; a player has not.
    heeding = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, preexec_fn=heeding
    ) as process:
        assert process.stderr is not None
        process.stderr.readline()  # the first tenth is played
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said.splitlines()[-1].startswith("gipfel: interrupted after ")
    assert 30 <= len(path.read_text().splitlines()) - 1 < 300
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=True)
    assert "300" in done.stdout
    assert all_once(random_match(150), path)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc")
def test_processes_end_with_the_process_that_runs_the_match(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "gipfel", *MATCH[:-1], "500", "--results", f"{tmp_path}/m.jsonl"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        process.stderr.readline()
        process.kill()
        # The processes of the executor hold the other end of this pipe; it ends when the last of them does.
        process.communicate(timeout=30)
