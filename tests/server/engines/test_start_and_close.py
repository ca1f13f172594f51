"""The start and the end of the engines: nothing is started early, nothing is left behind."""

import asyncio
import subprocess
import sys
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from gipfel.server.engines.failures import EngineUnavailable
from gipfel.server.engines.service import EngineService
from tests.helpers.processes import has_ended
from tests.helpers.server.engine_service import GIPF, SLOW_AND_STUBBORN, workers
from tests.helpers.waiting import until, wait_until


def test_nothing_is_started_or_loaded_before_it_is_needed() -> None:
    program = (
        "import sys, multiprocessing as m\nfrom gipfel.server.engines.service import EngineService\n"
        "EngineService()\nnames = ('distributed', 'numba', 'numpy')\n"
        "print([n for n in names if n in sys.modules], m.active_children())"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[] []"


def test_close_leaves_no_process_even_of_those_who_think(alone: Any) -> None:
    async def test(engines: EngineService) -> None:
        before = workers()
        thinking = [
            asyncio.create_task(engines.choose("level:10,book=0", GIPF, GIPF.side, 60.0, f"close {i}"))
            for i in range(3)
        ]
        await until(lambda: engines.busy and workers() - before)
        mine = workers() - before
        begin = monotonic()
        await engines.close()
        assert monotonic() - begin < 2
        assert all(map(has_ended, mine))
        failures = await asyncio.gather(*thinking, return_exceptions=True)
        assert all(isinstance(failure, EngineUnavailable) for failure in failures)
        with pytest.raises(EngineUnavailable, match="have been closed"):
            await engines.choose("random", GIPF, GIPF.side, None, "later")

    alone(test, 2)


SERVER = """\
import asyncio, multiprocessing, sys
import gipfel
from gipfel.server.engines.service import EngineService
async def serve():
    engines, start = EngineService(1), gipfel.game("gipf").start()
    asyncio.create_task(engines.choose("level:10,book=0", start, start.side, 60.0, "a"))
    asyncio.create_task(engines.choose(sys.argv[1], start, start.side, 60.0, "b"))
    await asyncio.to_thread(sys.stdin.readline)
    print(*(process.pid for process in multiprocessing.active_children()), flush=True)
    await asyncio.Event().wait()
if __name__ == "__main__":
    asyncio.run(serve())
"""


def test_nothing_survives_a_server_that_is_killed(external_player: Any, tmp_path: Path) -> None:
    script, file = tmp_path / "server.py", tmp_path / "pid"
    script.write_text(SERVER, encoding="utf-8")
    player = external_player(SLOW_AND_STUBBORN.replace("FILE", repr(str(file))))
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, str(script), player], stdin=pipe, stdout=pipe, text=True
    ) as server:
        wait_until(file.exists)
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write("\n")
        server.stdin.flush()
        pids = [int(pid) for pid in server.stdout.readline().split()] + [int(file.read_text())]
        server.kill()
    assert len(pids) == 3
    wait_until(lambda: all(map(has_ended, pids)), seconds=20)


def test_everything_works_without_numba(alone: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIPFEL_INTERPRETED", "1")

    async def test(engines: EngineService) -> None:
        assert GIPF.decision(str(await engines.choose("level:1", GIPF, GIPF.side, None, "plain")))
        assert (await engines.opinion(GIPF, 0.2)).lines

    alone(test)
