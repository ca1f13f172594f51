"""Thinking for the server, in processes of their own: players choose, positions are analysed.

The server never compiles or thinks itself. External engines sit in workers of their own, which end with
their tables.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic

from gipfel.arena.executors import cores
from gipfel.engine.players.player import EngineFailure
from gipfel.engine.players.specs import ENGINE, RANDOM, PlayerSpec
from gipfel.games.core.position import Position
from gipfel.games.core.side import Side
from gipfel.kernel.evaluation import CERTAIN, per_cent
from gipfel.locale import spoken_language
from gipfel.notation.errors import GipfelError
from gipfel.server.engines import worker as work
from gipfel.server.engines.pool import (
    JobKind,
    Lease,
    Preference,
    WorkerDied,
    WorkerPool,
    WorkerProcess,
    closed,
)
from gipfel.server.engines.worker import Opinion, OpinionLine

__all__ = ["EngineFailure", "EngineService", "Opinion", "OpinionLine"]

SOON = 0.3
"""Seconds; who waits longer for a worker to get ready is told."""
PREPARING = 600.0
"""Seconds a worker may take to get ready for a game."""
THINKING = 300.0
"""Seconds a player may think longer than it should; only without Numba it takes more than one."""
ANSWERING = 30.0
"""Seconds a worker may take to answer what needs no thinking."""
PAUSE = 0.2
"""Seconds between two opinions on the same position."""
GLANCE = 0.02
"""Seconds between two looks whether an analysis has to end or to give way."""
LEAST = 0.01
"""Seconds an analysis still has after it gave way."""
KNOWN_TABLES = 1000
"""Of so many tables it is known which worker was theirs."""


class EngineService:
    """Everything that thinks for a server. Nothing is started before it is needed."""

    def __init__(self, size: int | None = None) -> None:
        """So many processes think at a time, as many as there are cores unless somebody says otherwise."""
        self._pool = WorkerPool(size or cores())
        self._homes: OrderedDict[tuple[str, Side], WorkerProcess] = OrderedDict()
        """Where players were asked last: their worker remembers what they know and plan."""
        self._external: dict[tuple[str, Side, str], WorkerPool] = {}
        self._closed = False

    async def choose(
        self,
        player: str,
        position: Position,
        side: Side,
        seconds: float | None,
        table: str,
        prepares: Callable[[], None] | None = None,
    ) -> str | None:
        """The text of what a player decides; None to wait, in a game with time. Raises EngineFailure.

        `prepares` is called if that takes long because the game has to be compiled first.
        """
        spec = _read(player)
        if position.outcome is not None:
            raise EngineFailure(f"the game is over ({position.outcome}); there is nothing to decide")
        pool = self._pool_of(spec, table, side)
        need = _Need(pool, _needed(spec, position), work.prepare, player, position, side, table)

        def preference(worker: WorkerProcess) -> tuple[int, ...]:
            # The worker that knows this player comes first, then one that has compiled the game, then one
            # that runs already; the first worker is compiled for moves, the last ones for analyses.
            home = self._homes.get((table, side)) is worker
            return home, need.met_by(worker), worker.started, pool.index_of(worker) == 0

        async def chosen(lease: Lease) -> str | None:
            self._remember(table, side, lease.worker)
            if spec.kind != RANDOM:
                with _telling(prepares):
                    await need.prepared(lease)
            return await lease.worker.ask(
                work.choose, player, position, side, seconds, table, seconds=(seconds or 0) + THINKING
            )

        if spec.kind != RANDOM:
            with _telling(prepares):
                await need.introduced(preference)
        return await pool.do(JobKind.MOVE, preference, chosen)

    async def analyse(
        self, position: Position, seconds: float | None, lines: int
    ) -> AsyncGenerator[Opinion, None]:
        """Better and better opinions, some a second, until time is over or the generator is closed."""
        if position.outcome is not None or position.draw() is not None:
            yield _without_thinking(position)
            return
        newest = _Newest()
        analysis = _Analysis(self._pool, position, seconds, lines, newest.tell)
        task = asyncio.create_task(analysis.run())
        task.add_done_callback(lambda _: newest.end())
        try:
            async for opinion in newest:
                yield opinion
            await task
        finally:
            task.cancel()
            await asyncio.wait({task})

    async def opinion(self, position: Position, seconds: float) -> Opinion:
        """What the engine thinks of a position after so many seconds. Raises EngineFailure."""
        last = None
        async for opinion in self.analyse(position, seconds, 1):
            last = opinion
        if last is None:
            raise EngineFailure("the engine has no opinion on this position")
        return last

    @property
    def waiting(self) -> int:
        """So many thoughts wait for a process."""
        return sum(pool.waiting for pool in self._pools())

    @property
    def busy(self) -> int:
        """So many processes think."""
        return sum(pool.busy for pool in self._pools())

    def _pools(self) -> list[WorkerPool]:
        return [self._pool, *self._external.values()]

    async def leave(self, table: str) -> None:
        """A table is closed: external engines that played at it end."""
        for side in Side:
            self._homes.pop((table, side), None)
        leaving = [self._external.pop(key) for key in [*self._external] if key[0] == table]
        await asyncio.gather(*(pool.close() for pool in leaving))

    async def close(self) -> None:
        """End everything. Nobody can ask any more."""
        self._closed = True
        pools = self._pools()
        self._external = {}
        await asyncio.gather(*(pool.close() for pool in pools))

    def _pool_of(self, spec: PlayerSpec, table: str, side: Side) -> WorkerPool:
        """Who thinks for a player: one of ours, or somebody who has an external engine and nothing else."""
        if spec.kind != ENGINE:
            return self._pool
        if self._closed:
            raise closed()
        return self._external.setdefault((table, side, spec.text), WorkerPool(1, polite=True))

    def _remember(self, table: str, side: Side, worker: WorkerProcess) -> None:
        self._homes[table, side] = worker
        self._homes.move_to_end((table, side))
        if len(self._homes) > KNOWN_TABLES:
            self._homes.popitem(last=False)


# --- Getting ready ------------------------------------------------------------------------------------


class _Need:
    """What a worker has to have prepared before it is of use."""

    def __init__(
        self, pool: WorkerPool, name: Hashable, prepare: Callable[..., bool], *arguments: object
    ) -> None:
        self._pool = pool
        self._name = name
        self._prepare = prepare
        self._arguments = arguments

    def met_by(self, worker: WorkerProcess) -> bool:
        return self._name in worker.ready

    async def introduced(self, preference: Preference) -> None:
        """Let one worker get ready if none is; those who need the same wait for it."""
        while not self._pool.knows(self._name):
            await self._pool.do(JobKind.FIRST_TIME, preference, self._first_time)

    async def _first_time(self, lease: Lease) -> None:
        if not self._pool.knows(self._name):
            await self.prepared(lease)

    async def prepared(self, lease: Lease) -> None:
        """Let a worker get ready unless it is."""
        worker = lease.worker
        if self.met_by(worker):
            return
        if not await self._asked(worker):
            await worker.end()  # the next process finds in the cache what this one has compiled
            await self._asked(worker)
        worker.ready.add(self._name)

    async def _asked(self, worker: WorkerProcess) -> bool:
        return await worker.ask(self._prepare, *self._arguments, seconds=PREPARING, unwanted=PREPARING)


def _needed(spec: PlayerSpec | None, position: Position) -> Hashable:
    """What a player needs before it chooses in a position, or without a player, an analysis."""
    how = ("analysis",) if spec is None else (spec.kind, spec.search, spec.weights)
    return (*how, position.game, None if position.played is None else position.played.game)


@contextmanager
def _telling(prepares: Callable[[], None] | None) -> Iterator[None]:
    """Tell somebody if what is done here takes long."""
    if prepares is None:
        yield
        return
    timer = asyncio.get_running_loop().call_later(SOON, prepares)
    try:
        yield
    finally:
        timer.cancel()


def _read(player: str) -> PlayerSpec:
    try:
        return PlayerSpec.read(player)
    except GipfelError as error:
        raise EngineFailure(str(error)) from error


# --- Analysis -----------------------------------------------------------------------------------------


class _Analysis:
    """Looks at a position in one go or, if others need the worker, in several."""

    def __init__(
        self,
        pool: WorkerPool,
        position: Position,
        seconds: float | None,
        lines: int,
        tell: Callable[[Opinion], None],
    ) -> None:
        self._pool = pool
        self._position = position
        self._left = seconds
        self._lines = lines
        self._tell = tell
        self._language = spoken_language()
        self._depth = 0
        self._need = _Need(pool, _needed(None, position), work.prepare_analysis, position)

    async def run(self) -> None:
        """Analyse until it is over. Raises EngineFailure."""
        # Moves use the first workers first, so analyses use the last.
        await self._need.introduced(self._last_worker)
        while not await self._pool.do(JobKind.ANALYSIS, self._last_worker, self._go_on):
            pass

    def _last_worker(self, worker: WorkerProcess) -> tuple[int, ...]:
        return (self._pool.index_of(worker),)

    async def _go_on(self, lease: Lease) -> bool:
        """Look on as long as nobody else needs the worker; is it over?"""
        worker = lease.worker
        await self._need.prepared(lease)
        begin = monotonic()
        try:
            await worker.ask(work.start_analysis, self._position, self._left, self._lines, seconds=ANSWERING)
            return await self._listen(lease)
        finally:
            if worker.started:
                with suppress(WorkerDied):
                    await worker.ask(work.stop_analysis, seconds=ANSWERING)
            if self._left is not None:
                self._left = max(LEAST, self._left - (monotonic() - begin))

    async def _listen(self, lease: Lease) -> bool:
        told = 0.0
        while True:
            due = monotonic() - told >= PAUSE
            opinion, over = await lease.worker.ask(work.news, GLANCE, due, self._language, seconds=ANSWERING)
            # After a break the first thoughts are not as deep as those that are known.
            if opinion is not None and opinion.depth >= self._depth:
                self._depth, told = opinion.depth, monotonic()
                self._tell(opinion)
            if over or self._pool.must_give_way(lease):
                return over


class _Newest:
    """The newest opinion, for somebody who may be slower than they come."""

    def __init__(self) -> None:
        self._opinion: Opinion | None = None
        self._over = False
        self._changed = asyncio.Event()

    def tell(self, opinion: Opinion) -> None:
        self._opinion = opinion
        self._changed.set()

    def end(self) -> None:
        self._over = True
        self._changed.set()

    def __aiter__(self) -> "_Newest":
        return self

    async def __anext__(self) -> Opinion:
        await self._changed.wait()
        opinion, self._opinion = self._opinion, None
        if opinion is None:
            raise StopAsyncIteration
        if not self._over:
            self._changed.clear()
        return opinion


def _without_thinking(position: Position) -> Opinion:
    """What there is to say where nobody decides: the game is over, or chance decides."""
    outcome = position.outcome
    winner = None if outcome is None else outcome.winner
    score = 0 if winner is None else CERTAIN if winner == Side.WHITE else -CERTAIN
    return Opinion(position.task, per_cent(score), score, 0, ())
