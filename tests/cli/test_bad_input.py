"""Bad input: one line says what is wrong, and no file changes."""

from pathlib import Path

import pytest

from tests.helpers.command_line import RECORD

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
    "completion for an unknown shell": "--show-completion tcsh",
    "installation for an unknown shell": "--install-completion csh",
    "JSON of an unknown game": "show chess --json",
    "JSON of an unknown version": "moves gipf --version deluxe --json",
    "JSON of a bad position": "moves gipf --position nonsense --json",
    "JSON of nothing": "moves --json",
    "games of a game": "games gipf",
    "a switch with a value": "games --json=yes",
    "unknown preset": "menu --preset picnic",
    "empty preset": "menu --preset=",
    "preset and file": "menu game.txt --preset dice",
    "menu that is a record": "menu game.txt",
    "menu that is a folder": "menu folder",
    "menu of another game": "show gipf --menu missing.toml",
    "level that does not exist": "terminal gipf --white level:77",
    "level without a number": "terminal gipf --white level:",
    "level with a bad limit": "terminal gipf --white level:3,seconds=-1",
    "engine without a command": "terminal gipf --white engine:",
    "bot without a file": "terminal gipf --white python:",
    "bot in a missing file": "terminal gipf --white python:missing.py:Bot",
    "match of one player": "arena gipf --player random",
    "match without players": "arena gipf",
    "match of unknown players": "arena gipf -p random -p robot",
    "match without pairs": "arena gipf -p random -p random --pairs 0",
    "course that is missing": "check-course missing.toml",
    "course that is a folder": "check-course folder",
    "solving a bad position": "solve gipf nonsense",
    "solving for no time": "solve gipf --seconds 0",
    "puzzles of an unknown game": "puzzle chess",
    "warming an unknown game": "warm chess",
    "a game with a bad name": "new-game Bad-Name",
    "self-play of nothing": "selfplay gipf --positions 0 --out new.games",
    "threads that are none": "bench gipf --threads 0",
    "level of an engine that does not exist": "engine --level 77",
    "measuring an unknown game": "strength chess",
    "import of a missing file": "import missing.gz",
    "import of nonsense": "import binary",
    "export into a missing folder": "export missing/tables.gz",
    "explorer without a database": "explorer show gipf --database missing.db",
    "bad position with save": "terminal gipf --position nonsense --save new.txt",
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with all kinds of unsuitable files."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    files = {
        "binary": b"Gipfel record 2\n\0\0\0",
        "latin1.txt": "Gipfel record 2\nwhite: Zoë\n".encode("latin-1"),
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


def test_an_illegal_turn_is_named(run, folder):
    assert "illegal.txt: line 6, turn 2: " in run("replay", "illegal.txt").err
