"""Check an installation without extras: all but the server works, and the server says what to install.

`make plain` runs this with the Python of an environment that holds nothing but the wheel.
"""

import random
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

import gipfel

COMMAND = Path(sysconfig.get_path("scripts")) / "gipfel"
SERVER_PACKAGES = ("alembic", "sqlalchemy", "starlette", "uvicorn", "websockets")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([COMMAND, *arguments], capture_output=True, text=True, timeout=300)


def check_packages() -> None:
    present = [name for name in SERVER_PACKAGES if find_spec(name)]
    assert not present, f"installed without the extra: {present}"


def check_library() -> None:
    choose = random.Random(7)
    for name in gipfel.game_names():
        position = gipfel.game(name).start(seed=1)
        for _ in range(20):
            if position.outcome is None and position.decisions():
                position = position.play(choose.choice(position.decisions()))
        assert "<svg" in position.svg(), name


def check_commands() -> None:
    for arguments in (
        ("games",),
        ("show", "gipf"),
        ("terminal", "gipf", "--white", "random", "--black", "level:1", "--seed", "1"),
        ("perft", "gipf", "--depth", "2"),
    ):
        done = run(*arguments)
        assert (done.returncode, bool(done.stdout)) == (0, True), (arguments, done.stderr)


def check_server_message() -> None:
    for arguments in ((), ("serve",), ("export", "tables.jsonl"), ("import", "tables.jsonl")):
        done = run(*arguments)
        assert done.returncode == 2, arguments
        assert done.stderr.count("\n") == 1, done.stderr
        assert done.stderr.endswith("run: pip install 'gipfel[serve]'\n"), done.stderr


def check_arrow_message() -> None:
    record = Path("plain-game.txt")
    record.write_text("Gipfel record 2\ngame: gipf\n\n1. e1-e3\nresult: *\n")
    done = run("convert", str(record), "plain-game.parquet")
    record.unlink()
    assert done.returncode == 2, done
    assert done.stderr.endswith("run: pip install 'gipfel[arrow]'\n"), done.stderr


if __name__ == "__main__":
    check_packages()
    check_library()
    check_commands()
    check_server_message()
    check_arrow_message()
    print(f"gipfel {gipfel.__version__} works without extras on Python {sys.version.split()[0]}")
