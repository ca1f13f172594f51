"""What the tests of several parts of the engine need."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.helpers.external_engines import engine_command


@pytest.fixture
def command(tmp_path: Path) -> Callable[..., str]:
    """Write an engine that keeps to the protocol, except for one change; the command that starts it."""
    return partial(engine_command, tmp_path)
