"""Options of the test suite."""

import sys
from pathlib import Path

import pytest

DATA = Path(__file__).parent / "project" / "data"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--examples",
        default=str(DATA / "potentials.txt"),
        help="a file of worked turns for tests/project/test_examples.py",
    )


def pytest_sessionfinish() -> None:
    """The PostgreSQL of this process ends with its tests, if one was begun."""
    if "tests.helpers.postgres" in sys.modules:
        sys.modules["tests.helpers.postgres"].stop()
