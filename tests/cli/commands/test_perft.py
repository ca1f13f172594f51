"""The command `perft`."""

import pytest

from tests.helpers.command_line import shell
from tests.helpers.external_engines import engine_command, library_engine


@pytest.mark.parametrize(
    ("version", "counts", "distinct"),
    [
        ("basic", (30, 924, 29016), (24, 558, 7476)),
        ("standard", (30, 924, 29016), (30, 876, 15120)),
        ("tournament", (18, 348, 14304), (18, 336, 10392)),
    ],
)
@pytest.mark.parametrize("interpreted", [(), ("--interpreted",)])
def test_perft(run, version, counts, distinct, interpreted):
    for more, expected in (((), counts), (("--distinct",), distinct)):
        done = run("perft", "gipf", "--version", version, "--depth", 3, *more, *interpreted)
        assert done.code == 0
        assert done.out == "".join(f"{depth}\t{count}\n" for depth, count in enumerate(expected, 1))


def test_perft_of_a_position(run):
    done = run("perft", "gipf", "--position", "3w/w4/1w4/bbbbb2/6/5/3w b 11/10 0/0 B s", "--depth", 1)
    assert done.out == "1\t23\n"


def test_perft_in_a_process_prints_counts_only():
    done = shell("perft", "gipf", "--version", "basic", "--depth", "3")
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\t30\n2\t924\n3\t29016\n", "")


def test_perft_can_be_divided(run):
    done = run("perft", "gipf", "--version", "basic", "--depth", 2, "--divide")
    *lines, last = done.out.splitlines()
    assert last == "sum\t924"
    assert len(lines) == 30
    assert sum(int(line.split("\t")[1]) for line in lines) == 924


def test_perft_over_a_finished_game(run):
    over = "bww1/bbb1b/w1w1wb/b6/wbwbww/wwbw1/wwwb w 0/4 0/0 B s"
    assert run("perft", "gipf", "--position", over, "--depth", 2, "--divide").out == "sum\t0\n"


def test_an_engine_is_counted_too(run, tmp_path):
    command = ["perft", "dvonn", "--version", "random", "--seed", 3, "--depth", 2, "--divide", "--engine"]
    same = run(*command, library_engine(tmp_path))
    assert same.code == 0
    assert "!" not in same.out
    assert "counts the same" in same.err
    change = "def legal(position):\n    return [d.text for d in position.decisions()][1:]"
    other = run(*command, library_engine(tmp_path, change))
    assert other.code == 1
    first, *_, last = other.out.splitlines()
    assert first.split("\t")[2:] == ["0", "!"]
    assert last.endswith("\t!")


def test_what_perft_cannot_do(run, tmp_path):
    assert "--engine needs --divide" in run("perft", "gipf", "--depth", 1, "--engine", "x").err
    command = ["perft", "gipf", "--version", "basic", "--depth", 1, "--divide", "--engine"]
    assert "cannot be started" in run(*command, "/no/such/engine").err
    assert (
        "the engine cannot count: 'decisions' was answered by 'error"
        in run(*command, engine_command(tmp_path)).err
    )
