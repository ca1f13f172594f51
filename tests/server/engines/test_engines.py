"""Thinking for the server: in other processes, never in the way of anybody, and nothing is left behind."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from multiprocessing import active_children
from pathlib import Path
from random import Random
from shlex import quote
from time import monotonic, sleep
from typing import Any

import pytest

import gipfel
from gipfel.engine.players.player import EngineFailure
from gipfel.games.core.position import Position
from gipfel.games.core.registry import game_type
from gipfel.project.contests.game_contest import GameContest
from gipfel.project.potentials.position import ProjectPosition
from gipfel.server.engines import pool
from gipfel.server.engines.service import EngineService, Opinion
from tests.engine.test_external import POLITE, TINY
from tests.helpers.asynchronous import run

GIPF = gipfel.game("gipf").start()
VERSIONS = [(name, version) for name in gipfel.game_names() for version in game_type(name).versions]
WHOLE = 100.0
"""Per cent of both sides together."""


@pytest.fixture(scope="module")
def shared() -> Iterator[EngineService]:
    """Engines for all tests that leave them whole; a loop of each test's own does."""
    engines = EngineService(2)
    yield engines
    run(engines.close())


@pytest.fixture
def alone() -> Iterator[Callable[..., Any]]:
    """Runs a test with engines of its own, which are closed in the end."""

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


def asked(engines: EngineService, player: str, position: Position, **more: Any) -> str | None:
    """What a player decides at a table of its own."""
    side = more.pop("side", position.side)
    table = more.pop("table", f"{player} {position.game!r}")
    return run(engines.choose(player, position, side, more.pop("seconds", None), table, **more))


def workers() -> set[int]:
    return {process.pid for process in active_children() if process.pid is not None}


# --- Choosing -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "version"), VERSIONS, ids=[" ".join(pair) for pair in VERSIONS])
def test_choose(shared: EngineService, name: str, version: str) -> None:
    position = gipfel.game(name, version).start(seed=3)
    first = version == gipfel.game(name).version or position.game.clockwork is not None
    for player in ("random", "level:1", "level:1") if first else ("random", "random"):
        text = asked(shared, player, position)
        assert text is not None
        decision = position.decision(text)
        assert decision.text == text
        position = position.play(decision)


@pytest.mark.parametrize("player", ["greedy", "uct,nodes=50", "level:5", "level:10,seconds=0.05"])
def test_other_players(shared: EngineService, player: str) -> None:
    assert asked(shared, player, GIPF) in {decision.text for decision in GIPF.decisions()}


def test_level_3_is_quick_when_it_is_warm(shared: EngineService) -> None:
    times, position = [], GIPF
    for _ in range(12):
        begin = monotonic()
        text = asked(shared, "level:3", position)
        times.append(monotonic() - begin)
        position = position.play(str(text))
    assert min(times) < 0.3


def test_a_time_to_think_is_kept_to(shared: EngineService) -> None:
    asked(shared, "level:10", GIPF, seconds=0.05)
    begin = monotonic()
    asked(shared, "level:10", GIPF.play("b3"), seconds=0.3)
    assert 0.25 < monotonic() - begin < 2.0


def test_who_misjudges_does_so_in_the_same_way_in_every_worker(shared: EngineService) -> None:
    async def both() -> list[str | None]:
        return await asyncio.gather(
            *(shared.choose("level:1", GIPF, GIPF.side, None, "the same") for _ in range(4))
        )

    assert len(set(run(both()))) == 1


@pytest.mark.parametrize(
    ("player", "message"),
    [("level:11", "levels go from"), ("alice", "there is no player"), ("engine:", "needs a command")],
)
def test_players_that_do_not_exist(shared: EngineService, player: str, message: str) -> None:
    with pytest.raises(EngineFailure, match=message):
        asked(shared, player, GIPF)


def test_a_game_that_is_over(shared: EngineService) -> None:
    with pytest.raises(EngineFailure, match="the game is over"):
        asked(shared, "level:1", finished())


def finished() -> Position:
    position, chance = gipfel.game("dvonn").start(), Random(1)
    while position.outcome is None:
        position = position.play(chance.choice(position.decisions()))
    return position


# --- Games with time, contests, histories -------------------------------------------------------------


@pytest.mark.parametrize("player", ["random", "level:2"])
def test_out_of_turn(shared: EngineService, player: str) -> None:
    position = gipfel.game("tamsk", "level3").start()
    other = position.side.other
    for _ in range(6):
        text = asked(shared, player, position)
        position = position.play(str(text)).at(position.time + 1500)
        reaction = asked(shared, player, position, side=other)
        assert reaction is None or position.decision(reaction, other).side == other
    assert asked(shared, player, GIPF, side=GIPF.side.other) is None


def project_position(wanted: Callable[[ProjectPosition], bool], **options: Any) -> ProjectPosition:
    """A position of a project game that is found by playing at random."""
    game, chance = gipfel.game("project", "dice", **options), Random(4)
    position = game.start()
    while not (isinstance(position, ProjectPosition) and wanted(position)):
        assert position.outcome is None
        position = position.play(position.draw(chance) or chance.choice(position.decisions()))
    return position


def linked(what: str) -> dict[str, Any]:
    return dict.fromkeys([f"link.{kind}" for kind in "TZDYP"], what)


@pytest.mark.parametrize("player", ["random", "level:1"])
@pytest.mark.parametrize("what", ["coin", "die", "outside", "zertz basic"])
def test_inside_contests(shared: EngineService, player: str, what: str) -> None:
    position: Position = project_position(lambda p: p.contest is not None, **linked(what))
    for _ in range(4):
        if position.outcome is None:
            text = asked(shared, player, position, table=f"contest {what}")
            position = position.play(str(text))


def test_a_long_history(shared: EngineService) -> None:
    position, chance = gipfel.game("punct", "basic").start(), Random(2)
    for _ in range(40):
        if position.outcome is None:
            position = position.play(chance.choice(position.codes))
    assert asked(shared, "level:1", position) in {decision.text for decision in position.decisions()}


# --- Analysis -----------------------------------------------------------------------------------------


def test_better_and_better_opinions(shared: EngineService) -> None:
    async def all_of_them() -> list[Opinion]:
        return [opinion async for opinion in shared.analyse(GIPF, 0.9, 3)]

    opinions = run(all_of_them())
    assert 2 <= len(opinions) <= 7
    assert [o.depth for o in opinions] == sorted(o.depth for o in opinions)
    assert len(opinions[-1].lines) == 3
    assert GIPF.decision(opinions[-1].lines[0].decisions[0])


def test_an_analysis_is_stopped(shared: EngineService) -> None:
    async def stopped() -> float:
        opinions = shared.analyse(GIPF, None, 3)
        async for _ in opinions:
            break
        begin = monotonic()
        await opinions.aclose()
        return monotonic() - begin

    times = [run(stopped()) for _ in range(4)]
    assert min(times) < 0.06
    assert max(times) < 1.0
    asked(shared, "level:1", GIPF)


def test_an_opinion(shared: EngineService) -> None:
    position = GIPF.play("b3")
    opinion = run(shared.opinion(position, 0.1))
    line = opinion.lines[0]
    assert opinion.per_cent + line.per_cent == pytest.approx(WHOLE)
    assert opinion.score == -line.score
    assert opinion.text == line.text


def test_opinions_where_nobody_decides(shared: EngineService) -> None:
    over = finished()
    opinion = run(shared.opinion(over, 0.1))
    winner = over.outcome.winner if over.outcome else None
    assert opinion.per_cent == {gipfel.WHITE: WHOLE, gipfel.BLACK: 0, None: 50}[winner]
    assert opinion.lines == ()
    rolling = project_position(lambda p: p.contest is not None and p.contest.by_chance, **linked("die"))
    assert run(shared.opinion(rolling, 0.1)).per_cent == 50


def test_an_opinion_on_a_contest(shared: EngineService) -> None:
    position = project_position(
        lambda p: isinstance(p.contest, GameContest) and not p.contest.by_chance, **linked("zertz basic")
    )
    line = run(shared.opinion(position, 0.1)).lines[0]
    assert position.decision(line.decisions[0])


# --- Together -----------------------------------------------------------------------------------------


def test_two_tables_think_at_the_same_time(shared: EngineService) -> None:
    async def both() -> float:
        for seconds in (0.01, 0.8):
            begin = monotonic()
            await asyncio.gather(
                *(shared.choose("level:10", GIPF, GIPF.side, seconds, f"both {i}") for i in range(2))
            )
        return monotonic() - begin

    assert run(both()) < 1.5


@pytest.mark.parametrize("size", [1, 2])
def test_endless_analyses_are_in_nobodys_way(alone: Any, size: int) -> None:
    async def test(engines: EngineService) -> None:
        seen = [0, 0]

        async def watch(i: int) -> None:
            async for _ in engines.analyse(GIPF, None, 2):
                seen[i] += 1

        await engines.choose("level:3", GIPF, GIPF.side, None, "busy")
        watching = [asyncio.create_task(watch(i)) for i in range(2)]
        while not all(seen):
            await asyncio.sleep(0.05)
        times, position = [], GIPF
        for _ in range(4):
            begin = monotonic()
            position = position.play(
                str(await engines.choose("level:3", position, position.side, None, "busy"))
            )
            times.append(monotonic() - begin)
            await asyncio.sleep(0.1)
        assert min(times) < 0.2
        before = sum(seen)
        async with asyncio.timeout(20):
            while sum(seen) == before:
                await asyncio.sleep(0.05)
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)

    alone(test, size)


def test_who_does_not_wait_any_more_frees_the_worker(alone: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "UNWANTED", 0.1)

    async def test(engines: EngineService) -> None:
        await engines.choose("level:3", GIPF, GIPF.side, None, "left")
        task = asyncio.create_task(engines.choose("level:10", GIPF, GIPF.side, 60.0, "left"))
        await asyncio.sleep(0.5)
        task.cancel()
        begin = monotonic()
        await engines.choose("random", GIPF, GIPF.side, None, "next")
        assert monotonic() - begin < 30

    alone(test)


# --- Workers that die ---------------------------------------------------------------------------------


async def killed(times: int, others: set[int]) -> None:
    """Kill the one worker that does not belong to others, so many times, soon after it is there."""
    known, end = {*others}, monotonic() + 60
    while times and monotonic() < end:
        for pid in workers() - known:
            await asyncio.sleep(0.3)
            os.kill(pid, signal.SIGKILL)
            known.add(pid)
            times -= 1
        await asyncio.sleep(0.02)


def test_a_killed_worker_is_replaced(alone: Any) -> None:
    others = workers()

    async def test(engines: EngineService) -> None:
        await engines.choose("level:3", GIPF, GIPF.side, None, "killed")
        task = asyncio.create_task(engines.choose("level:10", GIPF, GIPF.side, 1.0, "killed"))
        await killed(1, others)
        assert GIPF.decision(str(await task))

    alone(test)


def test_an_analysis_survives_its_worker(alone: Any) -> None:
    others = workers()

    async def test(engines: EngineService) -> None:
        opinions = [0, 0]

        async def watch() -> None:
            async for opinion in engines.analyse(GIPF, None, 1):
                opinions[0], opinions[1] = opinions[0] + 1, opinion.depth

        task = asyncio.create_task(watch())
        while not opinions[0]:
            await asyncio.sleep(0.05)
        await killed(1, others)
        seen = opinions[0]
        while opinions[0] == seen:
            await asyncio.sleep(0.05)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    alone(test)


def test_a_worker_that_dies_again_and_again(alone: Any) -> None:
    others = workers()

    async def test(engines: EngineService) -> None:
        killing = asyncio.create_task(killed(4, others))
        with pytest.raises(EngineFailure, match="died 4 times"):
            await engines.choose("level:10", GIPF, GIPF.side, 60.0, "dying")
        await killing
        assert await engines.choose("random", GIPF, GIPF.side, None, "dying")

    alone(test)


# --- External engines ---------------------------------------------------------------------------------


@pytest.fixture
def command(tmp_path: Path) -> Callable[[str], str]:
    """An engine that is polite but for one change."""

    def command(change: str = "") -> str:
        file = tmp_path / "engine.py"
        file.write_text(
            POLITE.replace("gipf basic", "gipf basic standard").replace("CHANGE", change), encoding="utf-8"
        )
        return f"engine:{quote(sys.executable)} -I -S {quote(str(file))}"

    return command


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
def test_bad_external_engines(alone: Any, command: Any, change: str, message: str) -> None:
    async def test(engines: EngineService) -> None:
        player = f"engine:{change}" if change.startswith("/") else command(change)
        with pytest.raises(EngineFailure, match=message):
            await engines.choose(player, GIPF, GIPF.side, 0.05, "bad")

    alone(test)


def test_an_engine_that_failed_may_try_again(alone: Any, command: Any) -> None:
    async def test(engines: EngineService) -> None:
        player = command("def go(rest): sys.exit(4)")
        with pytest.raises(EngineFailure, match=r"has ended \(exit code 4\)"):
            await engines.choose(player, GIPF, GIPF.side, 0.3, "again")
        command()
        assert await engines.choose(player, GIPF, GIPF.side, 0.3, "again") == "b3"

    alone(test)


SLOW_AND_STUBBORN = """\
import os, signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
open(FILE, "w").write(str(os.getpid()))
old = answer
def answer(word, rest):
    if word == "ready": time.sleep(0.6)
    if word == "go": time.sleep(9)
    if word != "quit": old(word, rest)
import atexit; atexit.register(time.sleep, 60)
"""


def test_nothing_is_left_of_an_engine_that_thinks(alone: Any, command: Any, tmp_path: Path) -> None:
    file = tmp_path / "pid"
    told: list[bool] = []

    async def test(engines: EngineService) -> None:
        player = command(SLOW_AND_STUBBORN.replace("FILE", repr(str(file))))
        choosing = asyncio.create_task(
            engines.choose(player, GIPF, GIPF.side, 30.0, "stubborn", lambda: told.append(True))
        )
        while not (told and file.exists() and file.read_text()):
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.8)
        await engines.leave("stubborn")
        with pytest.raises(EngineFailure, match="have been closed"):
            await choosing

    alone(test)
    assert gone(int(file.read_text()))


# --- Beginning and end --------------------------------------------------------------------------------


def gone(pid: int) -> bool:
    """Gone, or waiting for whoever adopts orphans to notice."""
    status = Path(f"/proc/{pid}/stat")
    try:
        os.kill(pid, 0)
        return status.exists() and status.read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except (ProcessLookupError, FileNotFoundError):
        return True


def test_nothing_is_started_or_loaded_before_it_is_needed() -> None:
    program = (
        "import sys, multiprocessing as m\nfrom gipfel.server.engines.service import EngineService\n"
        "EngineService()\nprint([n for n in ('numba', 'numpy') if n in sys.modules], m.active_children())"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[] []"


def test_close_leaves_no_process_even_of_those_who_think(alone: Any) -> None:
    async def test(engines: EngineService) -> None:
        before = workers()
        thinking = [
            asyncio.create_task(engines.choose("level:10", GIPF, GIPF.side, 60.0, f"close {i}"))
            for i in range(3)
        ]
        await asyncio.sleep(1.0)
        mine = workers() - before
        assert mine
        begin = monotonic()
        await engines.close()
        assert monotonic() - begin < 2
        assert all(map(gone, mine))
        failures = await asyncio.gather(*thinking, return_exceptions=True)
        assert all(isinstance(failure, EngineFailure) for failure in failures)
        with pytest.raises(EngineFailure, match="have been closed"):
            await engines.choose("random", GIPF, GIPF.side, None, "later")

    alone(test, 2)


SERVER = """\
import asyncio, multiprocessing, os, sys
import gipfel
from gipfel.server.engines.service import EngineService
async def serve():
    engines, start = EngineService(1), gipfel.game("gipf").start()
    asyncio.create_task(engines.choose("level:10", start, start.side, 60.0, "a"))
    asyncio.create_task(engines.choose(sys.argv[1], start, start.side, 60.0, "b"))
    while not (os.path.exists(sys.argv[2]) and os.path.getsize(sys.argv[2])):
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.8)
    print(*(process.pid for process in multiprocessing.active_children()), flush=True)
    await asyncio.sleep(60)
if __name__ == "__main__":
    asyncio.run(serve())
"""


def test_nothing_survives_a_server_that_is_killed(command: Any, tmp_path: Path) -> None:
    script, file = tmp_path / "server.py", tmp_path / "pid"
    script.write_text(SERVER, encoding="utf-8")
    player = command(SLOW_AND_STUBBORN.replace("FILE", repr(str(file))))
    arguments = [sys.executable, str(script), player, str(file)]
    server = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    pids = [int(pid) for pid in server.stdout.readline().split()] + [int(file.read_text())]
    server.kill()
    server.wait()
    server.stdout.close()
    assert len(pids) == 3
    end = monotonic() + 20
    while not all(map(gone, pids)) and monotonic() < end:
        sleep(0.05)
    assert all(map(gone, pids))


def test_everything_works_without_numba(alone: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIPFEL_INTERPRETED", "1")

    async def test(engines: EngineService) -> None:
        assert GIPF.decision(str(await engines.choose("level:1", GIPF, GIPF.side, None, "plain")))
        assert (await engines.opinion(GIPF, 0.2)).lines

    alone(test)
