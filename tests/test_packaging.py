"""What pyproject.toml declares: dependencies, extras and the facts that other files repeat."""

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

from tests.helpers.paths import ROOT

SOURCE = ROOT / "src" / "gipfel"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

EXTRAS_OF = {
    "server": {"notices", "serve", "png", "postgresql"},
    "table/storage": {"serve"},
    "draw": {"png"},
    "notation": {"arrow"},
    "arena": {"cluster", "png"},
    "environments": {"gymnasium", "openspiel", "pettingzoo"},
    "testing": {"testing"},
}
"""The folders that may import packages of extras; the others need no more than `pip install gipfel`."""

FOR_DEVELOPERS = {"dev", "docs", "release"}
"""Extras with tools, which the package does not import."""
BY_NAME = {"distributed"}
"""Packages that are imported by `import_module`, which this test does not see."""


def distribution(requirement: str) -> str:
    """The name in a requirement, written as its package is imported."""
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0].lower().replace("-", "_")


BROUGHT = {"pyspiel": "open_spiel", "PIL": "pillow"}
"""Packages that a distribution of another name brings."""

BASE = {distribution(requirement) for requirement in PROJECT["dependencies"]}
EXTRAS = {
    name: {distribution(requirement) for requirement in requirements}
    for name, requirements in PROJECT["optional-dependencies"].items()
}
SERVE_ONLY = sorted(EXTRAS["serve"] - {"pydantic"})
"""Packages that are missing without the extra `serve`; typer brings pydantic."""


@cache
def third_party(path: Path) -> set[str]:
    """The packages a file imports that belong neither to Python nor to Gipfel."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        for name in names:
            package = name.partition(".")[0]
            if package != "gipfel" and package not in sys.stdlib_module_names:
                found.add(BROUGHT.get(package, package))
    return found


def allowed(path: Path) -> set[str]:
    place = path.relative_to(SOURCE).as_posix()
    extras = [names for folder, names in EXTRAS_OF.items() if place.startswith(f"{folder}/")]
    return BASE.union(*(EXTRAS[extra] for names in extras for extra in names))


def test_every_imported_package_is_declared() -> None:
    undeclared = {
        f"{path.relative_to(SOURCE)} imports {package}"
        for path in SOURCE.rglob("*.py")
        for package in third_party(path)
        if package not in allowed(path)
    }
    assert not undeclared


def test_every_declared_package_is_imported() -> None:
    used = {package for path in SOURCE.rglob("*.py") for package in third_party(path)} | BY_NAME
    declared = BASE.union(*(EXTRAS[extra] for extra in EXTRAS if extra not in FOR_DEVELOPERS))
    assert declared == used


def test_subclassed_packages_are_bounded_from_above() -> None:
    for name in ("uvicorn", "websockets", "h11"):
        requirement = next(r for r in PROJECT["optional-dependencies"]["serve"] if distribution(r) == name)
        assert "<" in requirement


def test_the_constraints_name_every_declared_package() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert all(re.match(r"[\w.-]+==[\w.]+( ;.*)?$", line) for line in lines)
    assert {distribution(line) for line in lines} >= BASE.union(
        *(EXTRAS[extra] for extra in ("serve", "cluster", "notices", "png", "postgresql"))
    )


WITHOUT_SERVER = f"""
import sys
sys.modules.update(dict.fromkeys({SERVE_ONLY!r}))  # importing one of them fails
from gipfel.cli import main
sys.exit(main())
"""


def without_server(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command line where the packages of the extra `serve` cannot be imported."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_SERVER, *arguments], capture_output=True, text=True, timeout=60
    )


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        ((), "serve"),
        (("serve", "--no-browser"), "serve"),
        (("export", "tables.jsonl"), "export"),
        (("import", "tables.jsonl"), "import"),
    ],
)
def test_without_the_server_a_command_says_what_to_install(arguments: tuple[str, ...], command: str) -> None:
    done = without_server(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"gipfel: 'gipfel {command}' needs more packages (")
    assert done.stderr.endswith("); run: pip install 'gipfel[serve]'\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ("games",),
        ("moves", "gipf"),
        ("perft", "dvonn", "--depth", "1"),
        ("terminal", "gipf", "--white", "random", "--black", "random", "--seed", "1"),
        ("menu", "--preset", "ultimate"),
        ("serve", "--help"),
    ],
    ids=" ".join,
)
def test_the_rest_works_without_the_server(arguments: tuple[str, ...]) -> None:
    done = without_server(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_the_wheel_has_the_data_of_the_games() -> None:
    """Networks, opening books and puzzles lie beside the modules of their games."""
    from hatchling.builders.wheel import WheelBuilder

    included = {Path(file.path) for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    data = {path for name in ("network.bin", "book.txt", "puzzles.jsonl") for path in SOURCE.rglob(name)}
    assert {path.name for path in data} == {"network.bin", "book.txt", "puzzles.jsonl"}
    assert data <= included
