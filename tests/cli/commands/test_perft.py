"""The command `perft`."""

import pytest

from tests.helpers.command_line import shell


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
