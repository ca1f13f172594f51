"""Engine services for the tests of this package."""

from collections.abc import Awaitable, Callable, Iterator
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from gipfel.server.engines.service import EngineService
from tests.helpers.asynchronous import run
from tests.helpers.external_engines import engine_command


@pytest.fixture(scope="package")
def shared() -> Iterator[EngineService]:
    """One service for all tests that leave it intact; each test may use an event loop of its own."""
    engines = EngineService(2)
    yield engines
    run(engines.close())


@pytest.fixture
def alone() -> Iterator[Callable[..., Any]]:
    """Run a test with a service of its own, which is closed at the end and leaves no process behind."""

    def run_alone(test: Callable[[EngineService], Awaitable[None]], size: int = 1) -> None:
        async def whole() -> None:
            engines = EngineService(size)
            try:
                await test(engines)
            finally:
                await engines.close()

        run(whole())

    before = set(active_children())
    yield run_alone
    assert set(active_children()) <= before


@pytest.fixture
def external_player(tmp_path: Path) -> Callable[..., str]:
    """Write an engine that keeps to the protocol, except for one change; its player specification."""

    def external_player(change: str = "") -> str:
        return f"engine:{engine_command(tmp_path, change, versions='basic standard')}"

    return external_player
