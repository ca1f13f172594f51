"""What the documents say is true: their code runs."""

import doctest
import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
import yaml

import gipfel
from gipfel.testing.about_checks import about_mistakes
from tests.helpers.check import only_in_check
from tests.helpers.paths import EXAMPLES, ROOT

TOP = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")]
PAGES = [*TOP, *sorted((ROOT / "docs").rglob("*.md"))]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SOURCE_URL = PROJECT["urls"]["Source"]
PUBLISHED = (
    f"{SOURCE_URL}/blob/main/",
    SOURCE_URL.replace("github.com", "raw.githubusercontent.com") + "/main/",
)
"""How links that must work outside the repository name a file of it."""


def page_name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def links(page: Path) -> list[str]:
    """The targets of all links and pictures, without the part behind #."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S)
    found = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'(?:src|href)="([^"]+)"', text)
    return [target.partition("#")[0] for target in found if not target.startswith("#")]


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_examples_of_a_page_work(page: Path) -> None:
    failures, _ = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert failures == 0


def test_the_package_docstring_works() -> None:
    failures, tried = doctest.testmod(gipfel)
    assert failures == 0
    assert tried > 0


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in links(page):
        for start in PUBLISHED:
            if target.startswith(start):
                assert (ROOT / target.removeprefix(start)).exists(), target
        if ":" not in target:
            assert (page.parent / target).exists(), target


def test_the_readme_can_be_read_anywhere() -> None:
    """The package index shows it without the repository: relative links would lead nowhere."""
    assert [target for target in links(ROOT / "README.md") if ":" not in target] == []


def test_addresses_of_the_project_name_files_that_exist() -> None:
    for address in PROJECT["urls"].values():
        assert address.startswith(SOURCE_URL)
        path = address.removeprefix(SOURCE_URL)
        assert path in ("", "/issues") or (ROOT / path.split("/", 3)[3]).exists(), address


def test_the_readme_begins_with_the_two_commands() -> None:
    beginning = (ROOT / "README.md").read_text(encoding="utf-8")[:1500]
    assert "make play" in beginning
    assert "make test" in beginning
    assert "![" in beginning


REFERENCE = "\n".join(
    page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs" / "api").glob("*.md"))
)
CONSTANTS = {"WHITE", "BLACK"}
"""Public names that are described with their type."""


@pytest.mark.parametrize("name", gipfel.__all__)
def test_a_public_name_is_documented_with_an_example(name: str) -> None:
    if name in CONSTANTS:
        assert re.search(rf"^>>> .*gipfel\.{name}\b", REFERENCE, re.M)
        return
    section = re.search(rf"^::: gipfel\.{name}$(.*?)(^:::|\Z)", REFERENCE, re.M | re.S)
    assert section is not None, f"docs/api does not describe {name}"
    assert ">>>" in section[1], f"docs/api has no example of {name}"
    assert (getattr(gipfel, name).__doc__ or "").strip(), f"{name} has no docstring"


def test_the_citation_names_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert citation["title"] == "Gipfel"
    assert citation["version"] == gipfel.__version__
    assert citation["authors"] == [{"name": author["name"]} for author in PROJECT["authors"]]
    assert citation["license"] == PROJECT["license"]
    assert citation["repository-code"] == SOURCE_URL


def test_files_named_in_page_md_exist() -> None:
    text = (ROOT / "docs" / "page.md").read_text(encoding="utf-8")
    web = ROOT / "src" / "gipfel" / "web"
    named = set(re.findall(r"`(\w[\w/-]*(?:/|\.js|\.html|\.py))`", text)) - {"view.js"}
    assert len(named) > 30
    assert not [name for name in named if not (web / name).exists() and not (ROOT / name).exists()]
    assert {f"{view.parent.name}/" for view in web.glob("*/view.js")} <= named


@pytest.mark.parametrize("page", ["arena.md", "bots.md", "environments.md", "records.md"])
def test_the_code_of_a_page_runs(page: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    for block in re.findall(r"```python\n(.*?)```", text, re.S):
        exec(compile(block, f"docs/{page}", "exec"), {})


HEX = ROOT / "examples" / "hex"


def test_the_guide_builds_the_example(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its code runs from the first block to the last as one game, and what it shows is in the example."""
    text = (ROOT / "docs" / "how-a-game-is-built.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.S)
    module = _module_of_the_guide(monkeypatch)
    for block in blocks:
        exec(compile(block, "docs/how-a-game-is-built.md", "exec"), module.__dict__)
    about = module.ABOUT
    assert about_mistakes(module.GAME, replace(about, cover=None)) == []
    assert module.GAME().position(about.cover.position).decisions()
    example = "\n".join(path.read_text(encoding="utf-8") for path in sorted(HEX.rglob("*.py")))
    shown = re.findall(r"^(?:@|def |class ).*?(?=\n\n\n|\Z)", "\n\n\n".join(blocks), re.S | re.M)
    assert len(shown) > 12
    for part in shown:
        assert part.strip() in example


def _module_of_the_guide(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module that stands for all modules of the example's package."""
    package, module = ModuleType("gipfel_hex"), ModuleType("gipfel_hex.game")
    package.__path__ = []
    monkeypatch.setitem(sys.modules, "gipfel_hex", package)
    for name in ("rules", "notation", "scene", "game", "encoding"):
        setattr(package, name, module)
        monkeypatch.setitem(sys.modules, f"gipfel_hex.{name}", module)
    return module


def test_the_example_is_as_short_as_the_guide_says() -> None:
    sources = (HEX / "src").rglob("*.py")
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in sources) < 300


LONG_EXAMPLES = {"train_gipf"}
"""With their own numbers these run for minutes; test_examples.py starts them with smaller ones."""


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(path, id=path.stem, marks=[only_in_check] if path.stem in LONG_EXAMPLES else [])
        for path in sorted(EXAMPLES.glob("*.py"))
    ],
)
def test_an_example_runs(example: Path) -> None:
    subprocess.run([sys.executable, example], stdin=subprocess.DEVNULL, capture_output=True, check=True)


def test_the_architecture_names_files_that_exist() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:src|tests)/[^`]+)`", text)
    assert len(named) > 30
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_architecture_names_every_package() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    packages = [
        path.name for path in (ROOT / "src" / "gipfel").iterdir() if path.is_dir() and path.name[0] != "_"
    ]
    assert [name for name in packages if f"`src/gipfel/{name}" not in text] == []
