"""The structure of the repository: layers, games in their folders, tests that mirror the packages."""

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import gipfel
from gipfel.draw.shapes import SHAPES
from gipfel.games.core.registry import about, folder_of, game_type
from tests.helpers.own_games import OWN
from tests.helpers.paths import ROOT, TESTS

SOURCE = Path(gipfel.__file__).parent

LAYERS = [
    {"board", "kernel", "locale", "pairing"},
    {"notation", "draw"},
    {"games"},
    {"project"},
    {"batch"},
    {"engine"},
    {"learn"},
    {"arena", "environments", "explorer", "studies", "table"},
    {"server"},
    {"cli"},
    {"testing"},
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}

OUTSIDE_LAYERS = {"__init__.py", "__main__.py", "errors.py", "web"}
"""What is beside the layers: the public names, the command, the base of all errors, and the page."""

MODULES = sorted(SOURCE.rglob("*.py"))
OWN_GAMES = sorted(path.parent.name for path in SOURCE.glob("games/*/rules.py"))
"""The games that are folders of this package."""


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
    package = path.relative_to(SOURCE).parts[0]
    if package in OUTSIDE_LAYERS:
        return
    for name in imported(path):
        layer = name.split(".")[0]
        if layer in LEVEL:
            assert LEVEL[layer] <= LEVEL[package], f"{path.name} imports {name}"


def test_every_package_has_a_layer() -> None:
    names = {path.relative_to(SOURCE).parts[0] for path in MODULES}
    assert names - OUTSIDE_LAYERS == {*LEVEL}


# --- Project games ----------------------------------------------------------------------------------

OFFERED_BY_PROJECT = {
    "project.menu": {"card", "choices"},
    "project.menu.menu": {"Menu", "explain", "menu", "menu_of", "read_menu"},
}
"""Menus and their choices are all that other packages may import from the project package.

What is played now, whether chance decides and what is at stake they ask `Position` and `Contest`.
"""
OUTSIDE_PROJECT = [path for path in MODULES if path.relative_to(SOURCE).parts[0] != "project"]


@cache
def project_classes() -> set[str]:
    """The names of all classes that the project package defines."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in SOURCE.glob("project/**/*.py")]
    return {node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}


def asked_for(path: Path) -> set[str]:
    """The names of types in `isinstance` and `issubclass`."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and len(node.args) == 2]
    types = [c.args[1] for c in calls if ast.unparse(c.func) in {"isinstance", "issubclass"}]
    names = {ast.unparse(node) for asked in types for node in ast.walk(asked)}
    return {name.rpartition(".")[2] for name in names}


@pytest.mark.parametrize("path", OUTSIDE_PROJECT, ids=lambda path: str(path.relative_to(SOURCE)))
def test_nobody_outside_asks_for_project_types(path: Path) -> None:
    offered = {*OFFERED_BY_PROJECT}
    offered |= {f"{module}.{name}" for module, names in OFFERED_BY_PROJECT.items() for name in names}
    if path == SOURCE / "__init__.py":
        offered.add("project")  # makes the game known
    found = {name for name in imported(path) if name.split(".")[0] == "project"}
    assert found <= offered
    assert not asked_for(path) & project_classes()


def test_the_check_for_project_types_finds_them() -> None:
    position = SOURCE / "project" / "potentials" / "position.py"
    assert {"ProjectPosition", "GameContest"} <= asked_for(position) & project_classes()
    assert any(name.startswith("project.contests") for name in imported(position))


# --- Games ------------------------------------------------------------------------------------------


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


# --- Nothing outside its folder names a game ------------------------------------------------------

GAME_FOLDERS = [*(SOURCE / "games" / name for name in OWN_GAMES), SOURCE / "project"]


def is_outside(path: Path) -> bool:
    """Does a file belong neither to a game nor to the project that joins them?"""
    return not any(path.is_relative_to(folder) for folder in GAME_FOLDERS)


def strings_in(path: Path) -> set[str]:
    """The string literals of a Python file, or what is quoted in a file of the page."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        nodes = ast.walk(ast.parse(text))
        return {
            node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
    return {found[2] for found in re.finditer(r"([\"'`])(\w+)\1", text)}


OUTSIDE = [
    path
    for kind in ("*.py", "*.js", "*.css", "*.html")
    for path in sorted(SOURCE.rglob(kind))
    if is_outside(path)
]


@pytest.mark.parametrize("path", OUTSIDE, ids=lambda path: str(path.relative_to(SOURCE)))
def test_only_a_games_own_folder_names_it(path: Path) -> None:
    """What the program knows about a game is in its folder; everything else asks the registry."""
    assert not strings_in(path) & {*OWN}
    if path.suffix == ".py":
        modules = {name for name in imported(path) if name.split(".")[:1] == ["games"]}
        assert not {name for name in modules if name.split(".")[1:2] and name.split(".")[1] in OWN_GAMES}


# --- Nothing outside its folder uses the words of a game ------------------------------------------

EVERYDAY = {
    *("allow", "base", "confirm", "convert", "lost", "resign", "start", "tied", "wait", "won"),
    "timer",  # the page has an element with this role
}
"""Words of a single game that other packages use in their usual sense."""
REGISTERED = re.compile(r"\badd_(?:shape|place)\(\s*[\"'](\w+)[\"']")


def words_of(name: str) -> set[str]:
    """The names of a game's own shapes and kinds of places, of its options and of its buttons."""
    texts = [path.read_text(encoding="utf-8") for path in folder_of(name).glob("*.py")]
    return {
        *(word for text in texts for word in REGISTERED.findall(text)),
        *(option.name for option in game_type(name).all_options),
        *(button.name for button in about(name).buttons),
    }


@cache
def words_of_one_game() -> set[str]:
    """Those that no other game uses, and no shape that all games share."""
    found = Counter(word for name in OWN for word in words_of(name))
    return {word for word, games in found.items() if games == 1} - {*SHAPES}


def texts_in(path: Path, text: str) -> list[str]:
    """The strings of a Python file without its docstrings, or what is quoted in a file of the page."""
    if path.suffix != ".py":
        return [found[2] for found in re.finditer(r"([\"'`])([^\"'`\n]*)\1", text)]
    nodes = [*ast.walk(ast.parse(text))]
    docstrings = {node.value for node in nodes if isinstance(node, ast.Expr)}
    constants = [node for node in nodes if isinstance(node, ast.Constant) and node not in docstrings]
    return [node.value for node in constants if isinstance(node.value, str)]


def game_words_in(path: Path, text: str) -> set[str]:
    """The words of a single game in the strings of a file."""
    found = set()
    for string in texts_in(path, text):
        found |= {
            word
            for word in words_of_one_game() - EVERYDAY
            if re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", string)
        }
    return found


@pytest.mark.parametrize("path", OUTSIDE, ids=lambda path: str(path.relative_to(SOURCE)))
def test_only_a_games_own_folder_uses_its_words(path: Path) -> None:
    """The shapes, options and buttons of a single game are unknown elsewhere."""
    assert not game_words_in(path, path.read_text(encoding="utf-8"))


def test_everyday_words_are_words_of_a_game() -> None:
    """The list of exceptions has nothing that needs none."""
    assert words_of_one_game() >= EVERYDAY


def titles_in(text: str) -> set[str]:
    """The games that a text names, anywhere."""
    return {name for name in OWN if re.search(rf"\b{re.escape(game_type(name).title)}\b", text)}


@pytest.mark.parametrize("path", sorted(SOURCE.glob("draw/shapes/*.py")), ids=lambda path: path.name)
def test_shapes_that_all_games_share_name_no_game(path: Path) -> None:
    """Not even in a docstring: the shape of one game is in its folder."""
    assert not titles_in(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("module.py", 'HELP = """\\\n  @d4+   bring in a glass   *d4 !  bonus ring"""', {"glass", "bonus"}),
        ("module.py", 'glasses = [piece for piece in pieces if piece.shape == "glass"]', {"glass"}),
        ("module.py", 'SHAPES = {"hoops": hoops, "marble": marble, "disc": disc}', {"hoops", "marble"}),
        ("module.py", '"""Glasses such as a glass."""\nNAME = "hourglass"', set()),
        ("view.js", "if (piece.shape === 'marble') roll();", {"marble"}),
    ],
)
def test_the_words_of_games_would_be_found(file: str, text: str, words: set[str]) -> None:
    assert game_words_in(Path(file), text) == words
    assert titles_in('"""The hourglass of TAMSK, seen from the front."""') == {"tamsk"}


def test_the_names_of_games_would_be_found(tmp_path: Path) -> None:
    python, page = tmp_path / "module.py", tmp_path / "view.js"
    python.write_text('"""About gipf."""\nLEVELS = {"gipf": 3}\n', encoding="utf-8")
    page.write_text("if (game.name === 'project') show();\n", encoding="utf-8")
    assert "gipf" in strings_in(python)
    assert "project" in strings_in(page)


# --- Tests ------------------------------------------------------------------------------------------

BESIDE_PACKAGES = {TESTS, TESTS / "browser", TESTS / "deploy", TESTS / "docs"}
"""Folders of tests that belong to no single package."""
TEST_CODE = sorted([*TESTS.rglob("*.py"), *(ROOT / "benchmarks").rglob("*.py")])
WAITING = TESTS / "helpers" / "waiting.py"
"""Here tests may poll."""


def test_tests_mirror_the_packages() -> None:
    folders = {path.parent for path in TESTS.rglob("test_*.py")} - BESIDE_PACKAGES
    assert not {folder for folder in folders if not (SOURCE / folder.relative_to(TESTS)).is_dir()}


def test_tests_do_not_import_each_other() -> None:
    """What several tests need is in `tests/helpers`."""
    imports = re.compile(r"^(?:from|import) tests\.(?:[\w.]+\.)?test_", re.M)
    assert not [path for path in TEST_CODE if imports.search(path.read_text(encoding="utf-8"))]


def private_names(text: str) -> set[str]:
    """The private attributes of others than `self` and `cls` that are used or patched."""
    nodes = [*ast.walk(ast.parse(text))]
    attributes = [node for node in nodes if isinstance(node, ast.Attribute)]
    used = [node for node in attributes if ast.unparse(node.value) not in {"self", "cls"}]
    patches = [node for node in nodes if isinstance(node, ast.Call) and len(node.args) > 1]
    names = [node.args[1] for node in patches if ast.unparse(node.func).endswith("setattr")]
    patched = [node.value for node in names if isinstance(node, ast.Constant)]
    found = {node.attr for node in used} | {name for name in patched if isinstance(name, str)}
    return {name for name in found if re.match(r"_[^_]", name)}


def test_tests_use_no_private_attributes() -> None:
    """They ask a public question instead."""
    found = {path: private_names(path.read_text(encoding="utf-8")) for path in TEST_CODE}
    assert not {path: names for path, names in found.items() if names}


def sleeps(text: str) -> list[str]:
    """The lines that sleep and do not say why."""
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    found = [call for call in calls if ast.unparse(call.func).rpartition(".")[2] == "sleep"]
    lines = [text.splitlines()[call.lineno - 1] for call in found]
    return [line for line in lines if "  # " not in line]


def test_tests_wait_for_events() -> None:
    """They sleep only where the time that passes is what is tested, and a comment says so."""
    found = {path: sleeps(path.read_text(encoding="utf-8")) for path in TEST_CODE if path != WAITING}
    assert not {path: lines for path, lines in found.items() if lines}


def test_private_attributes_and_sleeps_would_be_found() -> None:
    assert private_names("tables._store.keys(); monkeypatch.setattr(link, '_linked', {})") == {
        "_store",
        "_linked",
    }
    assert not private_names("self._store.keys(); position.__class__")
    assert sleeps("time.sleep(1)\nawait asyncio.sleep(0.1)  # time has to pass") == ["time.sleep(1)"]
