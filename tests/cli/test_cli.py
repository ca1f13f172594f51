"""The command line: what each command prints, and one line for everything that can be wrong."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import gipfel
from gipfel.cli import main
from gipfel.cli.text import columns, one_line
from gipfel.games.core import registry

COMMANDS = (
    *("games", "show", "moves", "terminal", "replay", "perft", "bench"),
    *("engine", "check-engine", "arena", "strength"),
)
START = "b2w/5/6/w5b/6/5/b2w w 12/12 0/0 B s"
STANDARD = "B2W/5/6/W5B/6/5/B2W w 12/12 0/0 S s"
RECORD = """\
Gipfel record 1
game: gipf
version: standard

1. e1-e3
2. d8-f7
result: *
"""


class Run:
    """What a command did."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err


@pytest.fixture
def run(capsys, monkeypatch):
    """Run a command in this process."""

    def run(*argv, stdin=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        code = main([str(arg) for arg in argv])
        return Run(code, *capsys.readouterr())

    return run


def shell(*argv, **more):
    """Run a command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "gipfel", *argv],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        **more,
    )


# --- The command as a whole ---------------------------------------------------------------------------


def test_help():
    done = shell("--help")
    assert done.returncode == 0
    assert all(command in done.stdout for command in COMMANDS)
    assert "completion" not in done.stdout
    assert done.stderr == ""


def test_version(run):
    done = run("--version")
    assert (done.code, done.out) == (0, f"gipfel {gipfel.__version__}\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(run, command):
    done = run(command, "--help")
    assert done.code == 0
    assert f"Example: gipfel {command}" in done.out


def test_starting_is_light():
    """Looking at a game needs neither numpy nor numba nor rich."""
    code = (
        "import sys; from gipfel.cli import main; main(['moves', 'gipf']); main(['games']); "
        "sys.exit(','.join({'numpy', 'numba', 'rich'} & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell with pipes")
def test_a_closed_pipe_is_silent():
    command = f"{sys.executable} -m gipfel moves gipf | true; {sys.executable} -m gipfel --help | true"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == ""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_is_one_line():
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "gipfel", "moves", "gipf"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("gipfel: ")
    assert done.stderr.count("\n") == 1


def test_an_interrupt_is_130(run, monkeypatch):
    def interrupted():
        raise KeyboardInterrupt

    monkeypatch.setattr(registry, "found_names", interrupted)
    done = run("games")
    assert (done.code, done.err) == (130, "")


def test_a_mistake_of_the_program_is_one_line_too(run, monkeypatch):
    monkeypatch.setattr(registry, "found_names", lambda: 1 / 0)
    done = run("games")
    assert done.code == 1
    assert done.err.startswith("gipfel: internal error")
    assert done.err.count("\n") == 1


# --- Looking at games ---------------------------------------------------------------------------------


def test_games_lists_versions_and_options(run):
    done = run("games")
    assert "versions: basic (default), standard, tournament" in done.out
    assert "extra_white=0|1|2|3  extra discs in White's reserve" in done.out


def test_moves_prints_nothing_but_decisions(run):
    done = run("moves", "gipf")
    assert done.out.split("\n")[:-1] == [d.text for d in gipfel.game("gipf").start().decisions()]
    assert len(run("moves", "gipf", "--version", "tournament").out.split()) == 18


def test_moves_of_a_position_needs_no_version(run):
    assert len(run("moves", "gipf", "--position", STANDARD).out.split()) == 30


def test_moves_of_a_finished_game_are_none(run):
    over = "b2w/1w1w1/2bb2/w5b/2b3/b4/bw1w b 6/0 3/8 B s"
    assert run("moves", "gipf", "--position", over).out == ""


def test_show_prints_picture_and_position_text(run):
    done = run("show", "gipf", "--version", "basic", "--option", "extra_black=2")
    *picture, position = done.out.splitlines()
    assert position == "b2w/5/6/w5b/6/5/b2w w 12/14 0/0 B s"
    assert any("White: point at a dot" in line for line in picture)
    assert "\033" not in done.out


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(
    ("more", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_show_has_colours_on_a_terminal_unless_unwelcome(more, coloured):
    import pty

    quiet = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "gipfel", "show", "gipf"]
    subprocess.run(command, stdout=theirs, env={**quiet, "TERM": "xterm", **more}, check=True)
    os.close(theirs)
    assert (b"\033[" in os.read(ours, 10_000)) == coloured
    os.close(ours)


def test_show_writes_svg_and_replaces_only_pictures(run, tmp_path):
    svg = tmp_path / "board.svg"
    done = run("show", "gipf", "--svg", svg)
    assert f"The picture is in {svg}." in done.out
    light = svg.read_text(encoding="utf-8")
    assert run("show", "gipf", "--svg", svg, "--dark").code == 0
    assert light.startswith("<svg")
    assert svg.read_text(encoding="utf-8") != light
    assert [path.name for path in tmp_path.iterdir()] == ["board.svg"]


def test_show_leaves_other_files_alone(run, tmp_path):
    notes = tmp_path / "notes.txt"
    notes.write_text("mine")
    assert run("show", "gipf", "--svg", notes).code == 2
    assert notes.read_text() == "mine"


@pytest.mark.skipif(sys.platform == "win32", reason="permissions and links as in Unix")
def test_a_replaced_file_keeps_its_mode_and_its_links(run, tmp_path):
    svg, link = tmp_path / "board.svg", tmp_path / "link.svg"
    svg.touch(0o640)
    link.symlink_to(svg)
    assert run("show", "gipf", "--svg", link).code == 0
    assert link.is_symlink()
    assert svg.stat().st_mode & 0o777 == 0o640
    assert svg.read_text(encoding="utf-8").startswith("<svg")


# --- Records ------------------------------------------------------------------------------------------


def test_replay_shows_the_end(run, tmp_path):
    file, svg = tmp_path / "game.txt", tmp_path / "end.svg"
    file.write_text(RECORD)
    done = run("replay", file, "--svg", svg)
    expected = gipfel.game("gipf", "standard").start().play("e1-e3").play("d8-f7")
    assert done.code == 0
    assert done.out.splitlines()[-3:] == [str(expected), "result: *", f"The picture is in {svg}."]
    assert svg.read_text(encoding="utf-8") == expected.svg()


def test_replay_does_not_overwrite_the_record(run, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(RECORD)
    assert run("replay", file, "--svg", file).code == 2
    assert file.read_text() == RECORD


# --- Counting and measuring ---------------------------------------------------------------------------


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


def test_bench_as_json(run):
    done = run("bench", "gipf", "gipf:tournament", "--seconds", 0.05, "--json")
    speeds = json.loads(done.out)
    assert list(speeds) == ["gipf", "gipf:tournament"]
    for speed in speeds.values():
        assert list(speed) == ["playouts_per_s", "decisions_per_s", "perft_per_s", "search_per_s"]
        assert speed.pop("search_per_s")["compiled"] > 0
        for rate in speed.values():
            assert rate["interpreted"] > 0
            assert rate["compiled"] > rate["interpreted"]
            assert rate["ratio"] == pytest.approx(rate["compiled"] / rate["interpreted"], rel=0.01)


def test_bench_without_a_compiler(run, monkeypatch):
    monkeypatch.setenv("GIPFEL_INTERPRETED", "1")
    speed = json.loads(run("bench", "gipf", "--seconds", 0.01, "--json").out)["gipf"]
    assert {rate["compiled"] for rate in speed.values()} == {None}
    assert {rate["ratio"] for rate in speed.values()} == {None}


def test_bench_as_a_table(run):
    done = run("bench", "gipf", "--seconds", 0.01)
    assert all(word in done.out for word in ("gipf", "playouts", "decisions", "perft", "ratio"))


# --- Everything that can be wrong ---------------------------------------------------------------------

BAD_INPUT = {
    "unknown command": "chess",
    "unknown option of the command": "--verbose",
    "misspelt command": "perf gipf --depth 3",
    "unknown game": "show chess",
    "missing game": "show",
    "unknown version": "moves gipf --version deluxe",
    "empty version": "moves gipf --version=",
    "unknown option": "show gipf --option colour=red",
    "option that is an argument": "show gipf --option version=basic",
    "option that is self": "show gipf --option self=1",
    "option without value": "show gipf --option extra_white",
    "option with bad value": "show gipf --option extra_white=9",
    "option twice": "show gipf --option extra_white=1 --option extra_white=2",
    "option of another version": "show gipf --version standard --option extra_white=1",
    "bad position": "show gipf --position nonsense",
    "empty position": "show gipf --position=",
    "bad seed": "show gipf --seed many",
    "too many arguments": "show gipf gipf",
    "missing depth": "perft gipf",
    "depth without number": "perft gipf --depth",
    "depth that is no number": "perft gipf --depth deep",
    "depth that is not whole": "perft gipf --depth 2.5",
    "negative depth": "perft gipf --depth -1",
    "depth 0": "perft gipf --depth 0",
    "endless depth": f"perft gipf --depth {'9' * 5000}",
    "negative seconds": "bench --seconds -1",
    "no seconds": "bench --seconds 0",
    "not a number of seconds": "bench --seconds nan",
    "endless seconds": "bench --seconds inf",
    "bench of unknown game": "bench chess",
    "bench of unknown version": "bench gipf:deluxe",
    "missing record": "replay missing.txt",
    "no record named": "replay",
    "directory as record": "replay folder",
    "file as folder": "replay game.txt/game.txt",
    "binary record": "replay binary",
    "record that is not UTF-8": "replay latin1.txt",
    "record that is too large": "replay large.txt",
    "empty record": "replay empty.txt",
    "cut-off record": "replay cut.txt",
    "illegal record": "replay illegal.txt",
    "svg into a missing folder": "show gipf --svg missing/board.svg",
    "svg into a directory": "show gipf --svg folder",
    "svg of a bad record": "replay cut.txt --svg new.svg",
    "unknown player": "terminal gipf --white robot",
    "save into a missing folder": "terminal gipf --save missing/game.txt",
    "save into a directory": "terminal gipf --save folder",
    "save over another file": "terminal gipf --save latin1.txt",
    "save over a broken record": "terminal gipf --save cut.txt",
    "save over another version": "terminal gipf --version basic --save game.txt",
    "bad game with save": "terminal chess --save new.txt",
    "bad position with save": "terminal gipf --position nonsense --save new.txt",
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with all kinds of unsuitable files."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    files = {
        "binary": b"Gipfel record 1\n\0\0\0",
        "latin1.txt": "Gipfel record 1\nwhite: Zoë\n".encode("latin-1"),
        "large.txt": RECORD.encode() + b"#" * 10_000_000,
        "empty.txt": b"",
        "cut.txt": RECORD.encode()[:-20],
        "illegal.txt": RECORD.replace("d8-f7", "d8-f8").encode(),
        "game.txt": RECORD.encode(),
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize("command", BAD_INPUT.values(), ids=BAD_INPUT)
def test_bad_input_is_one_line(run, folder, command):
    before = contents(folder)
    done = run(*command.split(" "))
    assert done.code == 2
    assert done.out == ""
    assert done.err.startswith("gipfel: ")
    assert done.err.count("\n") == 1
    assert len(done.err) > 20
    assert contents(folder) == before


def test_a_contradicting_version_is_an_error(run):
    done = run("show", "gipf", "--version", "basic", "--position", STANDARD)
    assert (done.code, done.err) == (2, "gipfel: the position is one of gipf standard, not of basic\n")


def test_a_misspelt_command_gets_a_suggestion(run):
    assert "perft" in run("perf", "gipf").err


def test_an_illegal_turn_is_named(run, folder):
    assert "illegal.txt: line 6, turn 2: " in run("replay", "illegal.txt").err


def test_odd_bytes_do_no_harm():
    done = shell("show", os.fsdecode(b"\xff"))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


# --- Words --------------------------------------------------------------------------------------------


def test_one_line():
    assert one_line("two\nlines \x1b[1m") == r"two lines \x1b[1m"
    assert len(one_line("x" * 5000)) < 1100


def test_columns():
    assert columns(["a", "b", "c", "d", "e"], 9) == ["a  c  e", "b  d"]
    assert columns(["long word"], 3) == ["long word"]
    assert columns([], 80) == []
