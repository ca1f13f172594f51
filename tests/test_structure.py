"""The layers of the design: imports point one way."""

import ast
from pathlib import Path

import pytest

import gipfel

SOURCE = Path(gipfel.__file__).parent

LAYERS = [
    {"board", "kernel", "locale"},
    {"notation", "draw"},
    {"games"},
    {"project"},
    {"engine"},
    {"arena", "table"},
    {"server", "cli"},
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}

MODULES = sorted(SOURCE.rglob("*.py"))


def imported(path: Path) -> set[str]:
    """The modules of the package a file imports, as dotted names below `gipfel`."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path} has a relative import"
            names |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return {name.removeprefix("gipfel.") for name in names if name.startswith("gipfel.")}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_one_way(path: Path) -> None:
    parts = path.relative_to(SOURCE).parts
    if parts[0] not in LEVEL:
        return
    for name in imported(path):
        layer = name.split(".")[0]
        if layer in LEVEL:
            assert LEVEL[layer] <= LEVEL[parts[0]], f"{path.name} imports {name}"


@pytest.mark.parametrize("file", ["rules", "tables"])
def test_rules_import_only_board_and_kernel(file: str) -> None:
    """A game with many tables may keep them beside its rules."""
    for path in SOURCE.glob(f"games/*/{file}.py"):
        for name in imported(path):
            allowed = name.startswith(("board", "kernel", f"games.{path.parent.name}.tables"))
            assert allowed, f"{path} imports {name}"


def test_games_do_not_import_each_other() -> None:
    for path in SOURCE.glob("games/*/*.py"):
        own = path.parent.name
        for name in imported(path):
            if name.startswith("games.") and (SOURCE / "games" / name.split(".")[1]).is_dir():
                assert name.split(".")[1] in {own, "core"}, f"{path} imports {name}"
