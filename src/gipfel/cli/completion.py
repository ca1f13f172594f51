"""What a shell offers when TAB is pressed: names of games, versions, options, players and presets.

Typer writes the scripts for the shells and knows commands and options; this module knows what their values
can be. Names of files are left to the shell.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO

import typer
import typer.completion

from gipfel.cli.shells import VARIABLE
from gipfel.games.core.game import Game
from gipfel.games.core.registry import game_names, game_type
from gipfel.notation.errors import GipfelError

LEVELS = 10

Completions = list[tuple[str, str]]
"""Words, and what they mean."""


def games(incomplete: str) -> Completions:
    """The games."""
    found = ((name, game_type(name).title) for name in game_names())
    return [pair for pair in found if pair[0].startswith(incomplete.lower())]


def games_with_versions(incomplete: str) -> Completions:
    """The games, and after a colon their versions."""
    name, colon, _ = incomplete.partition(":")
    kind = _known(name) if colon else None
    if kind is None:
        return games(incomplete)
    return [
        (f"{name}:{version}", kind.title) for version in kind.versions if _begins(name, version, incomplete)
    ]


def _begins(name: str, version: str, incomplete: str) -> bool:
    return f"{name}:{version}".startswith(incomplete)


def versions(context: typer.Context, incomplete: str) -> list[str]:
    """The versions of the game that was named; of all games if none was."""
    kind = _named(context)
    kinds = [game_type(name) for name in game_names()] if kind is None else [kind]
    found = dict.fromkeys(version for kind in kinds for version in kind.versions)
    return [version for version in found if version.startswith(incomplete)]


def options(context: typer.Context, incomplete: str) -> list[str]:
    """The options of the game that was named, with their values."""
    kind = _named(context)
    if kind is None:
        return []
    found = (f"{option.name}={value}" for option in kind.all_options for value in option.values)
    return [text for text in found if text.startswith(incomplete)]


def players(incomplete: str) -> Completions:
    """Players that choose by themselves."""
    found = [
        ("random", "any legal decision"),
        ("greedy", "looks one decision ahead"),
        ("uct", "a tree search with random games"),
        *((f"level:{level}", f"the engine, {level} of {LEVELS}") for level in range(1, LEVELS + 1)),
        ("taught", "knows what the course of the game teaches"),
        ("engine:", "a program that speaks the engine protocol"),
        ("python:", "a bot in a Python file"),
    ]
    return [pair for pair in found if pair[0].startswith(incomplete)]


def seats(incomplete: str) -> Completions:
    """Players of a game at the terminal."""
    human = [("human", "a person at this keyboard")] if "human".startswith(incomplete) else []
    return human + [pair for pair in players(incomplete) if pair[0] != "taught"]


def presets(incomplete: str) -> list[str]:
    """The presets of evenings."""
    from gipfel.project.menu import choices

    return [preset.name for preset in choices.presets() if preset.name.startswith(incomplete)]


def _named(context: typer.Context) -> type[Game] | None:
    """The game that was named before; while a value is missing, arguments have not been assigned yet."""
    named = (_known(name) for name in (context.params.get("game"), *context.args))
    return next((kind for kind in named if kind is not None), None)


def _known(name: object) -> type[Game] | None:
    """The game of a name; None if there is none."""
    if not isinstance(name, str) or not name:
        return None
    try:
        return game_type(name)
    except GipfelError:
        return None


def complete(run: Callable[[], int]) -> int:
    """Print what can follow the words that a script of a shell has passed in the environment."""
    typer.completion.completion_init()  # type: ignore[attr-defined]
    return _complete_for_bash(run) if os.environ[VARIABLE] == "complete_bash" else run()


def _complete_for_bash(run: Callable[[], int]) -> int:
    """Bash takes `level:3` for three words: join them, and answer with the last."""
    words = os.environ.get("COMP_WORDS", "").split("\n")
    joined, current = joined_words(words, _whole(os.environ.get("COMP_CWORD", "")))
    os.environ["COMP_WORDS"], os.environ["COMP_CWORD"] = "\n".join(joined), str(current)
    typed = joined[current] if current < len(joined) else ""
    value = typed.partition("=")[2] if typed.startswith("-") else typed
    known = re.match(r".*[:=]", value)
    with redirect_stdout(StringIO()) as found:
        code = run()
    for line in found.getvalue().splitlines():
        if line:
            sys.stdout.write(line.removeprefix(known[0] if known else "") + "\n")
    return code


def _whole(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 6 else 0


def joined_words(words: list[str], current: int) -> tuple[list[str], int]:
    """Words that Bash has split at colons and equals signs as they were typed, and which is current."""
    joined = list(_joined(words[: current + 1]))
    return [*joined, *words[current + 1 :]], len(joined) - 1


def _joined(words: list[str]) -> Iterator[str]:
    whole = ""
    for i, word in enumerate(words):
        glued = i > 0 and (word[:1] in (":", "=") or words[i - 1][-1:] in (":", "="))
        if i and not glued:
            yield whole
            whole = ""
        whole += word
    yield whole
