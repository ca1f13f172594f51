"""Small engines that speak the protocol, for tests of external engines."""

import sys
from pathlib import Path
from shlex import quote

from tests.helpers.paths import TINY_ENGINE

TINY = f"{quote(sys.executable)} {quote(str(TINY_ENGINE))}"
"""The command that starts the example engine."""
POLITE = """\
import sys, time
def say(line):
    print(line, flush=True)
def go(rest):
    say("best b3")
def answer(word, rest):
    if word == "hello":
        say("name Polite\\ngame gipf VERSIONS\\ngame project dice\\nhello 1" if rest == "1" else "error old")
    elif word == "ready":
        say("ready")
    elif word == "go":
        go(rest)
    elif word == "ping":
        say("pong")
    elif word in ("new", "position", "play"):
        say("ok")
    elif word == "quit":
        sys.exit()
    elif word != "stop":
        say(f"error cannot do {word}")
CHANGE
for line in sys.stdin:
    answer(*(line.strip().split(" ", 1) + [""])[:2])
"""


def engine_command(folder: Path, change: str = "", versions: str = "basic") -> str:
    """Write an engine that keeps to the protocol, except for one change; the command that starts it."""
    file = folder / "engine.py"
    program = POLITE.replace("VERSIONS", versions).replace("CHANGE", change)
    file.write_text(program, encoding="utf-8")
    return f"{quote(sys.executable)} -I -S {quote(str(file))}"
