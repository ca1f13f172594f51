"""External engines of the server: each has a worker of its own, and a bad one harms nobody."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from gipfel.engine.players.player import EngineFailure
from gipfel.server.engines.failures import EngineUnavailable
from gipfel.server.engines.service import EngineService
from tests.helpers.external_engines import TINY
from tests.helpers.processes import has_ended
from tests.helpers.server.engine_service import GIPF, SLOW_AND_STUBBORN, workers
from tests.helpers.waiting import until


def test_an_external_engine_plays(alone: Any) -> None:
    others = workers()

    async def test(engines: EngineService) -> None:
        position = GIPF
        for _ in range(4):
            text = await engines.choose(f"engine:{TINY}", position, position.side, 0.1, "tiny")
            position = position.play(str(text))
        assert len(workers() - others) == 2
        await engines.leave("tiny")
        assert workers() == others

    alone(test)


BAD = [
    ("sys.exit(3)", r"has ended \(exit code 3\)"),
    ("/no/such/engine-x", "cannot be started: No such file"),
    ("def go(rest): time.sleep(9)", "did not answer 'best' within"),
    ("def go(rest): say('best e1-e5')", "answered best e1-e5, which is not possible"),
]


@pytest.mark.parametrize(("change", "message"), BAD, ids=[change for change, _ in BAD])
def test_bad_external_engines(alone: Any, external_player: Any, change: str, message: str) -> None:
    async def test(engines: EngineService) -> None:
        player = f"engine:{change}" if change.startswith("/") else external_player(change)
        with pytest.raises(EngineFailure, match=message):
            await engines.choose(player, GIPF, GIPF.side, 0.05, "bad")

    alone(test)


def test_an_engine_that_failed_may_try_again(alone: Any, external_player: Any) -> None:
    async def test(engines: EngineService) -> None:
        player = external_player("def go(rest): sys.exit(4)")
        with pytest.raises(EngineFailure, match=r"has ended \(exit code 4\)"):
            await engines.choose(player, GIPF, GIPF.side, 0.3, "again")
        external_player()
        assert await engines.choose(player, GIPF, GIPF.side, 0.3, "again") == "b3"

    alone(test)


def test_nothing_is_left_of_an_engine_that_thinks(alone: Any, external_player: Any, tmp_path: Path) -> None:
    file = tmp_path / "pid"
    told: list[bool] = []

    async def test(engines: EngineService) -> None:
        player = external_player(SLOW_AND_STUBBORN.replace("FILE", repr(str(file))))
        choosing = asyncio.create_task(
            engines.choose(player, GIPF, GIPF.side, 30.0, "stubborn", lambda: told.append(True))
        )
        await until(file.exists)
        assert told
        await engines.leave("stubborn")
        with pytest.raises(EngineUnavailable, match="have been closed"):
            await choosing

    alone(test)
    assert has_ended(int(file.read_text()))
