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


LIBRARY_ENGINE = """\
import sys
import gipfel
past = []
def legal(position):
    return [decision.text for decision in position.decisions()]
def played(position, text):
    return position.play(text)
def answer(word, rest):
    if word == "hello":
        return "name Student\\ngame GAME\\nhello 1" if rest == "1" else "error only 1"
    if word in ("ping", "ready"):
        return {"ping": "pong", "ready": "ready"}[word]
    if word == "new":
        past[:] = [gipfel.game(*rest.split()[:2]).start()]
    elif not past:
        raise ValueError("no game")
    elif word == "position":
        past[:] = [past[0].game.position(rest)]
    elif word == "play":
        if rest not in legal(past[-1]):
            raise ValueError("not legal")
        past.append(played(past[-1], rest))
    elif word == "undo":
        past.pop()
    elif word == "where":
        return f"position {past[-1]}"
    elif word == "decisions":
        found = legal(past[-1])
        return "\\n".join([*(f"decision {text}" for text in found), f"decisions {len(found)}"])
    elif word == "go":
        return f"best {legal(past[-1])[0]}"
    else:
        raise ValueError("unknown")
    return "ok"
CHANGE
sys.stdin.reconfigure(errors="replace")
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "quit":
        break
    if word != "stop":
        try:
            print(answer(word, rest), flush=True)
        except (ValueError, LookupError) as error:
            print("error", " ".join(str(error).split()) or "bad", flush=True)
"""


def library_engine(folder: Path, change: str = "", game: str = "dvonn random") -> str:
    """Write an engine that takes the rules from the library, except for one change; its command."""
    file = folder / "student.py"
    program = LIBRARY_ENGINE.replace("GAME", game).replace("CHANGE", change)
    file.write_text(program, encoding="utf-8")
    return f"{quote(sys.executable)} {quote(str(file))}"
