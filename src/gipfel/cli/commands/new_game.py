"""The skeleton of a new game: `new-game`."""

import re
from importlib.resources import files
from itertools import groupby
from keyword import iskeyword
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from gipfel.cli.files import FileProblem
from gipfel.notation.errors import GipfelError

SKELETON = files("gipfel.cli") / "skeleton"
MODULES = ("__init__.py", "rules.py", "notation.py", "scene.py", "game.py", "about.py")
CONFORMANCE = Path("tests") / "games" / "test_conformance.py"
"""In a checkout of Gipfel: what every game must do."""
TAKEN_TESTS = ("conformance",)
"""Names whose test file would be another test file of the skeleton."""
NAME = re.compile(r"[a-z][a-z0-9]{0,29}")


class BadName(GipfelError):
    """A game cannot be called that."""


def new_game(
    name: Annotated[str, typer.Argument(help="What programs call the game, e.g. `havannah`.")],
    title: Annotated[
        str | None, typer.Option("--title", help="What players call it.", show_default="the name")
    ] = None,
    into: Annotated[
        Path, typer.Option("--into", metavar="FOLDER", help="Where the new folder is made.")
    ] = Path(),
    in_tree: Annotated[
        bool,
        typer.Option("--in-tree", help="FOLDER is a checkout of Gipfel: make the game one of its own."),
    ] = False,
) -> None:
    """Write the skeleton of a new game: working toy rules, with tests, to be changed step by step.

    It is a package of its own that Gipfel finds once it is installed. How to go on from
    there: https://github.com/gipfel/gipfel/blob/main/docs/how-a-game-is-built.md
    """
    check_name(name)
    title = name.capitalize() if title is None else title
    check_title(title)
    written = _in_tree(name, title, into) if in_tree else _package(name, title, into)
    for path in written:
        print(path)
    print()
    if in_tree:
        conformance = into / CONFORMANCE
        print(f"Test it with:   pytest {written[-1]}")
        print(f"           and: pytest {conformance} -k {name}")
        print(f'Record it with: GIPFEL_GOLDEN=1 pytest {conformance} -k "golden and {name}"')
        print(f"Play it with:   gipfel terminal {name}")
    else:
        folder = into / name
        print(f"Install it with: pip install --editable '{folder}[dev]'")
        print(f"Test it with:    pytest {folder}")
        print(f"Play it with:    gipfel terminal {name}")


def check_name(name: str) -> None:
    """Raises BadName unless a new game can be called that."""
    from gipfel.games.core.registry import found_names

    if iskeyword(name):
        raise BadName(
            f"{name!r} cannot be the name of a game: it is a keyword of Python; choose another name"
        )
    if iskeyword(name.capitalize()):
        raise BadName(
            f"{name!r} cannot be the name of a game: its class would be {name.capitalize()}, "
            "a keyword of Python; choose another name"
        )
    if name in TAKEN_TESTS:
        raise BadName(
            f"{name!r} cannot be the name of a game: test_{name}.py is a test file of every new game; "
            "choose another name"
        )
    if not NAME.fullmatch(name):
        raise BadName(
            f"{name[:40]!r} cannot be the name of a game; "
            "write 1 to 30 small letters and digits, beginning with a letter"
        )
    if name in found_names():
        raise BadName(f"there is a game {name!r} already; the new one needs another name")


def check_title(title: str) -> None:
    """Raises BadName unless there is a title and it fits into a line of code."""
    if not title.strip():
        raise BadName("a title cannot be empty; write up to 60 letters, or leave --title out to use the name")
    if not title.isprintable() or len(title) > 60 or set(title) & set('"\\'):
        raise BadName(
            f"{title[:60]!r} cannot be a title; write up to 60 letters without quotes and backslashes"
        )


def _package(name: str, title: str, into: Path) -> list[Path]:
    """The skeleton as a package of its own."""
    folder, package = into / name, f"gipfel_{name}"
    source = folder / "src" / package
    texts = {source / module: module for module in MODULES}
    tests = folder / "tests"
    texts |= {tests / f"test_{name}.py": "test.py", tests / "test_conformance.py": "conformance.py"}
    texts |= {folder / "pyproject.toml": "pyproject.toml"}
    return _write(folder, texts, name, title, package)


def _in_tree(name: str, title: str, checkout: Path) -> list[Path]:
    """The skeleton as one of the games of Gipfel itself, whose conformance tests find it by themselves."""
    games = checkout / "src" / "gipfel" / "games"
    if not games.is_dir():
        raise FileProblem(f"{checkout} is not a checkout of Gipfel: there is no folder {games}")
    tests = checkout / "tests" / "games" / name
    texts = {games / name / module: module for module in MODULES}
    texts |= {tests / "__init__.py": "", tests / "test_rules.py": "test.py"}
    return _write(games / name, texts, name, title, f"gipfel.games.{name}")


def _write(folder: Path, texts: dict[Path, str], name: str, title: str, package: str) -> list[Path]:
    """Write files from templates. Raises FileProblem, also if there is such a folder already."""
    if folder.exists():
        raise FileProblem(f"{folder} exists already; nothing was written")
    words = {"name": name, "title": title, "package": package, "class_name": name.capitalize()}
    try:
        for path, template in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_filled(template, words) if template else "", encoding="utf-8")
    except OSError as error:
        raise FileProblem(f"{folder} cannot be written: {error.strerror}") from None
    return [*texts]


def _filled(template: str, words: dict[str, str]) -> str:
    """A file of the skeleton; where its imports belong depends on the name of the package."""
    text = (SKELETON / f"{template}.template").read_text(encoding="utf-8")
    lines = Template(text).substitute(words).splitlines(keepends=True)
    sorted_lines: list[str] = []
    for is_import, group in groupby(lines, lambda line: line.startswith("from ")):
        block = [*group]
        sorted_lines += sorted(block) if is_import else block
    return "".join(sorted_lines)
