"""What the documents say is true: their code runs."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.paths import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_of_a_page_work(page: Path) -> None:
    failures, _ = doctest.testfile(str(page), module_relative=False)
    assert failures == 0


def test_the_package_docstring_works() -> None:
    import gipfel

    failures, tried = doctest.testmod(gipfel)
    assert failures == 0
    assert tried > 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_the_code_of_the_records_page_runs() -> None:
    text = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    for block in re.findall(r"```python\n(.*?)```", text, re.S):
        exec(compile(block, "docs/records.md", "exec"), {})


def test_every_example_runs() -> None:
    for example in sorted((ROOT / "examples").glob("*.py")):
        subprocess.run([sys.executable, example], stdin=subprocess.DEVNULL, capture_output=True, check=True)
