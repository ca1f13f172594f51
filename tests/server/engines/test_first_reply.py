"""Nothing is compiled yet: low levels decide at once, high ones say that they get ready."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

import gipfel
from gipfel.engine.players.player import EngineFailure
from gipfel.kernel.link import can_compile
from gipfel.server.engines import background_compiler
from gipfel.server.engines import worker as work
from gipfel.server.engines.background_compiler import BackgroundCompiler
from gipfel.server.engines.failures import EngineUnavailable, WorkerDied
from gipfel.server.engines.service import EngineService
from gipfel.server.engines.workers import WorkerProcess
from tests.helpers.asynchronous import run
from tests.helpers.check import only_in_check
from tests.helpers.server.engine_service import GIPF
from tests.helpers.server.first_reply import cold_server, first_reply
from tests.helpers.waiting import until

pytestmark = pytest.mark.skipif(not can_compile(), reason="Numba is not here")

LARGE = ["punct", "project"]


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


# --- On a real server -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tzaar", *(pytest.param(name, marks=only_in_check) for name in LARGE)])
def test_the_first_reply_comes_before_the_game_is_compiled(tmp_path: Path, name: str) -> None:
    """How many seconds it takes is measured by benchmarks/first_reply.py."""
    with cold_server(tmp_path) as server:
        first_reply(server, name, gipfel.game(name).version, 3)
        assert not [*(tmp_path / "cache").rglob("*.nbi")]  # compiled kernels are stored one by one


def test_a_hint_says_that_the_engine_gets_ready(tmp_path: Path) -> None:
    with cold_server(tmp_path) as server:
        engine = {"kind": "engine", "player": "level:1"}
        with server.page(server.new(game="gipf", seats={"black": engine})) as page:
            page.send("hint")
            assert "gets ready" in page.until("prepares", "hint", "refused")["text"]


# --- Low levels -----------------------------------------------------------------------------------------


def choices(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """A list that gets, for every decision that a worker is asked for, whether it is interpreted."""
    asked: list[bool] = []
    call = WorkerProcess.call

    async def noted(worker: WorkerProcess, function: Any, *arguments: Any, **more: Any) -> Any:
        if function is work.choose:
            asked.append(signature(work.choose).bind(*arguments).arguments["interpreted"])
        return await call(worker, function, *arguments, **more)

    monkeypatch.setattr(WorkerProcess, "call", noted)
    return asked


def test_a_low_level_does_not_wait_for_the_compiler(
    alone: Any, empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = choices(monkeypatch)

    async def test(engines: EngineService) -> None:
        engines.prepare("level:3", GIPF, GIPF.side, "cold")
        await until(lambda: engines.compiling)
        for _ in range(2):
            assert GIPF.decision(str(await engines.choose("level:3", GIPF, GIPF.side, None, "cold")))
        assert engines.compiling == 1

    alone(test)
    assert asked == [True, True]


def test_it_switches_over_to_compiled_kernels(alone: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = choices(monkeypatch)

    async def test(engines: EngineService) -> None:
        decided = [await engines.choose("level:1", GIPF, GIPF.side, None, "both")]
        await engines.until_ready("level:10,book=0", GIPF, GIPF.side, "other")
        decided.append(await engines.choose("level:1", GIPF, GIPF.side, None, "both"))
        assert decided[0] == decided[1]

    alone(test)
    assert asked == [True, False]


# --- High levels ----------------------------------------------------------------------------------------


def test_a_high_level_says_that_it_gets_ready(alone: Any, empty_cache: Path) -> None:
    async def test(engines: EngineService) -> None:
        told = asyncio.Event()
        choosing = asyncio.create_task(
            engines.choose("level:4", GIPF, GIPF.side, None, "cold", on_preparing=told.set)
        )
        await asyncio.wait_for(told.wait(), 60)
        await until(lambda: engines.compiling)
        assert not choosing.done()
        choosing.cancel()
        await asyncio.wait({choosing})
        assert engines.compiling == 1  # the next one who asks waits less

    alone(test)


# --- The order ------------------------------------------------------------------------------------------


class FakeWorker:
    """A worker that does calls in this process."""

    def __init__(self) -> None:
        self.ended = 0

    async def call(
        self, function: Callable[..., Awaitable[bool]], *arguments: object, timeout: float
    ) -> bool:
        return await function(*arguments)

    async def end(self) -> None:
        self.ended += 1

    close = end


def with_compiler(
    monkeypatch: pytest.MonkeyPatch, test: Callable[[BackgroundCompiler, FakeWorker], Awaitable[None]]
) -> None:
    worker = FakeWorker()
    monkeypatch.setattr(background_compiler, "WorkerProcess", lambda: worker)

    async def running() -> None:
        compiler = BackgroundCompiler()
        await test(compiler, worker)
        await compiler.close()

    run(running())


def test_games_are_compiled_one_after_the_other_in_the_order_of_opening(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[Hashable] = []

    async def test(compiler: BackgroundCompiler, worker: FakeWorker) -> None:
        ends = {name: asyncio.Event() for name in "abc"}

        async def compile_game(name: str) -> bool:
            begun.append(name)
            await ends[name].wait()
            return True

        tasks = {
            name: asyncio.create_task(compiler.compile(name, name, compile_game, name)) for name in "bca"
        }
        again = asyncio.create_task(compiler.compile("b", "b", compile_game, "b"))
        await until(lambda: begun)
        assert (begun, compiler.waiting) == (["b"], 3)
        tasks["b"].cancel()  # the game is compiled all the same
        for name in "abc":
            ends[name].set()
        assert await asyncio.gather(again, tasks["c"], tasks["a"]) == [True, True, True]
        assert (begun, compiler.waiting, worker.ended) == (["b", "c", "a"], 0, 3)

    with_compiler(monkeypatch, test)


def test_what_fails_is_tried_again_when_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    attempts: list[int] = []

    async def test(compiler: BackgroundCompiler, worker: FakeWorker) -> None:
        async def fail() -> bool:
            attempts.append(1)
            raise EngineFailure("no")

        async def die() -> bool:
            attempts.append(1)
            raise WorkerDied

        for _ in range(2):
            with pytest.raises(EngineFailure, match="no"):
                await compiler.compile("a", "a", fail)
        assert len(attempts) == 2
        with pytest.raises(EngineUnavailable, match="died again and again"):
            await compiler.compile("b", "b", die)
        assert len(attempts) == 2 + 1 + background_compiler.RETRIES

    with_compiler(monkeypatch, test)
