"""The engines of the server: they choose decisions for players and analyse positions, in worker processes.

The server process itself never compiles or searches. The processes are on this machine, or on the machines
of a Dask cluster if there is one; while it does not answer, on this machine. An external engine has a worker
of its own on this machine, which ends with its table.

A game has to be compiled once. Low levels do not wait for that: their kernels run interpreted meanwhile, with
the same decisions. Tables call `prepare` when they are opened, so games are compiled in this order.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any

from gipfel.arena.executors import cores
from gipfel.engine.judgement import score_without_search
from gipfel.engine.players.player import EngineFailure
from gipfel.engine.players.specs import RANDOM, PlayerSpec
from gipfel.engine.search.time_control import ClockTime
from gipfel.games.core.position import Position
from gipfel.games.core.side import Side
from gipfel.kernel.evaluation import per_cent
from gipfel.locale import current_language
from gipfel.notation.errors import GipfelError
from gipfel.server.engines import worker as work
from gipfel.server.engines.background_compiler import BackgroundCompiler
from gipfel.server.engines.cluster import Cluster
from gipfel.server.engines.failures import EngineUnavailable, WorkerDied, closed
from gipfel.server.engines.fair_queue import JobOwner
from gipfel.server.engines.pool import JobKind, Lease, Preference, WorkerPool
from gipfel.server.engines.worker import Opinion, OpinionLine, Prepared
from gipfel.server.engines.workers import EngineWorker, WorkerProcess
from gipfel.server.security.limits import CLIENT_ADDRESS
from gipfel.server.security.players import PlayerNotAllowed, check_player

__all__ = ["EngineService", "EngineUnavailable", "Opinion", "OpinionLine"]

LOG = logging.getLogger("gipfel.server")

NOTICE_AFTER = 0.3
"""Seconds a preparation may take before the client is notified."""
PREPARATION_TIMEOUT = 600.0
"""Seconds a worker may take to prepare for a game."""
CHOICE_TIMEOUT = 300.0
"""Seconds a player may exceed its time to think; more than one second is needed only without Numba."""
ANSWER_TIMEOUT = 30.0
"""Seconds a worker may take for a call that does not search."""
OPINION_INTERVAL = 0.2
"""The fewest seconds between two opinions on the same position."""
LEAST_SECONDS = 0.01
"""The time to think of an analysis that has used up its time before it got a worker again."""
WATCHED_SECONDS = 1.0
"""The longest time to think in a game between engines if there is only one worker: people wait for it."""
KNOWN_TABLES = 1000
"""How many seats of tables are remembered with the worker they had last."""


class EngineService:
    """All engines of a server. No process is started before it is needed."""

    def __init__(self, size: int | None = None, local: bool = True, cluster: str | None = None) -> None:
        """`size` is the number of worker processes; by default, one for each core.

        Only on a `local` server may players be programs, or have settings such as files. `cluster` is the
        address of a Dask cluster that is used instead of local processes while it answers.
        """
        self._local_workers = [WorkerProcess() for _ in range(size or cores())]
        self._pool = WorkerPool(self._local_workers)
        self._cluster = None if cluster is None else Cluster(cluster, self._use_cluster)
        self._local = local
        self._last_workers: OrderedDict[tuple[str, Side], EngineWorker] = OrderedDict()
        """The worker each seat used last: it holds the player with its search tables."""
        self._external: dict[tuple[str, Side, str], WorkerPool] = {}
        self._compiler = BackgroundCompiler()
        self._preparing: dict[Hashable, asyncio.Task[None]] = {}
        """What is prepared in the background, by the name of the preparation."""
        self._closed = False

    async def start(self) -> None:
        """Connect to the cluster, if there is one. Raises GipfelError if Dask is not installed."""
        if self._cluster is not None:
            await self._cluster.start()

    def _use_cluster(self, workers: Sequence[EngineWorker]) -> None:
        self._pool.use(workers or self._local_workers)

    async def choose(
        self,
        player: str,
        position: Position,
        side: Side,
        seconds: float | None,
        table: str,
        on_preparing: Callable[[], None] | None = None,
        address: str = "",
        watched: bool = False,
        clock: Callable[[], ClockTime | None] | None = None,
    ) -> str | None:
        """The text of a player's decision; None to wait, in a game with time.

        `clock` returns the player's clock at the moment; it runs while the player waits for a worker.
        `address` is the one that the player thinks for, and `watched` says that no person plays: the workers
        are shared fairly between addresses and tables, and people come first.
        `on_preparing` is called if the game has to be compiled first and this takes a while.
        Raises EngineFailure if an external engine fails, else EngineUnavailable; and PlayerNotAllowed.
        """
        spec = _read(player)
        check_player(spec, self._local)
        if position.outcome is not None:
            raise EngineUnavailable(f"the game is over ({position.outcome}); there is nothing to decide")
        pool = self._pool_of(spec, table, side)
        kind = JobKind.WATCHED_MOVE if watched else JobKind.MOVE
        first_time = JobKind.WATCHED_MOVE if watched else JobKind.FIRST_TIME
        owner = JobOwner(address, table)
        preparation = self._preparation(spec, position, side, table, owner)
        if watched and pool is self._pool and pool.size == 1:
            seconds = min(seconds or WATCHED_SECONDS, WATCHED_SECONDS)

        def preference(worker: EngineWorker) -> tuple[int, ...]:
            # The worker that holds this player comes first, then one that has compiled the game, then one
            # that runs already. The first worker is for games of people: other jobs prefer the last ones.
            index = pool.index_of(worker)
            used_last = self._last_workers.get((table, side)) is worker
            best = used_last, preparation.done_by(worker), worker.started
            if spec.is_quick:  # such a player holds nothing that is worth more than compiled kernels
                best = preparation.done_by(worker), used_last, worker.started
            return (index > 0, *best, index) if watched else (*best, index == 0)

        async def chosen(lease: Lease) -> str | None:
            self._remember(table, side, lease.worker)
            interpreted = spec.is_quick and not preparation.done_by(lease.worker)
            if not interpreted:
                with _notify_if_slow(on_preparing):
                    await preparation.ensure_in_worker(lease)
            timeout = (seconds or 0) + CHOICE_TIMEOUT
            shown = None if clock is None else clock()
            return await lease.worker.call(
                work.choose, player, position, side, seconds, table, interpreted, shown, timeout=timeout
            )

        with nullcontext() if spec.external else _own_engine():
            if not spec.is_quick:
                with _notify_if_slow(on_preparing):
                    await preparation.ensure_in_pool(preference, first_time)
            return await pool.do(kind, preference, chosen, owner)

    async def told_name(self, player: str, side: Side, table: str) -> str:
        """The name that a program told when it was started; empty if there is none.

        Raises EngineFailure or EngineUnavailable, as `choose` does.
        """
        spec = _read(player)
        check_player(spec, self._local)

        async def asked(lease: Lease) -> str:
            return await lease.worker.call(work.told_name, player, side, table, timeout=ANSWER_TIMEOUT)

        pool = self._pool_of(spec, table, side)
        return await pool.do(JobKind.MOVE, self._running_worker, asked, JobOwner("", table))

    # --- Preparing -------------------------------------------------------------------------------------

    def prepare(self, player: str, position: Position, side: Side, table: str, address: str = "") -> None:
        """Compile and load in the background what a player needs, unless that was done. Raises nothing."""
        with suppress(EngineUnavailable, PlayerNotAllowed):
            spec = _read(player)
            check_player(spec, self._local)
            name = _preparation_name(spec, position)
            if spec.kind == RANDOM or spec.external or self._pool.has_prepared(name) or self._closed:
                return
            if name not in self._preparing:
                preparation = self._preparation(spec, position, side, table, JobOwner(address, table))
                task = asyncio.create_task(self._prepare(preparation, spec.is_quick))
                self._preparing[name] = task
                task.add_done_callback(lambda _: self._preparing.pop(name, None))

    async def _prepare(self, preparation: "_Preparation", only_stored: bool) -> None:
        try:
            with _own_engine():
                await preparation.ensure_in_pool(self._running_worker, only_stored=only_stored)
        except EngineUnavailable as problem:
            LOG.warning("%s cannot be prepared: %s", preparation.title, problem)

    async def until_ready(
        self,
        player: str,
        position: Position,
        side: Side,
        table: str,
        on_preparing: Callable[[], None] | None = None,
        address: str = "",
    ) -> None:
        """Wait until a player can decide without delay, for a game in which time runs.

        Raises what `choose` raises.
        """
        spec = _read(player)
        check_player(spec, self._local)
        preparation = self._preparation(spec, position, side, table, JobOwner(address, table))
        with nullcontext() if spec.external else _own_engine(), _notify_if_slow(on_preparing):
            if spec.is_quick:
                await self._pool.do(JobKind.MOVE, self._running_worker, _start, JobOwner(address, table))
            else:
                await preparation.ensure_in_pool(self._running_worker)

    def _running_worker(self, worker: EngineWorker) -> tuple[int, ...]:
        """The preference for a worker that runs already."""
        return (worker.started,)

    def _preparation(
        self, spec: PlayerSpec, position: Position, side: Side, table: str, owner: JobOwner
    ) -> "_Preparation":
        return _Preparation(
            self._pool_of(spec, table, side),
            None if spec.external or self.on_cluster else self._compiler,
            _preparation_name(spec, position),
            position.game.title,
            owner,
            _Work(work.prepare, (spec.text, position, side, table)),
            _Work(work.compile_for_player, (spec.text, position)),
        )

    def may_run(self, player: str) -> bool:
        """Does this server run a player?"""
        try:
            check_player(_read(player), self._local)
        except PlayerNotAllowed:
            return False
        return True

    async def analyse(
        self,
        position: Position,
        seconds: float | None,
        lines: int,
        on_preparing: Callable[[], None] | None = None,
    ) -> AsyncGenerator[Opinion, None]:
        """Opinions of growing depth, a few each second, until time is over or the generator is closed.

        `on_preparing` is called as by `choose`. Raises EngineUnavailable.
        """
        if position.outcome is not None or position.by_chance:
            yield _opinion_without_search(position)
            return
        latest = _LatestOpinion()
        compiler = None if self.on_cluster else self._compiler
        analysis = _Analysis(self._pool, compiler, position, seconds, lines, latest.set, on_preparing)
        task = asyncio.create_task(analysis.run())
        task.add_done_callback(lambda _: latest.end())
        try:
            async for opinion in latest:
                yield opinion
            with _own_engine():
                await task
        finally:
            task.cancel()
            await asyncio.wait({task})

    async def opinion(
        self,
        position: Position,
        seconds: float,
        on_preparing: Callable[[], None] | None = None,
        lines: int = 1,
    ) -> Opinion:
        """The engine's opinion on a position after this many seconds. Raises EngineUnavailable."""
        last = None
        async for opinion in self.analyse(position, seconds, lines, on_preparing):
            last = opinion
        if last is None:
            raise EngineUnavailable("the engine has no opinion on this position")
        return last

    @property
    def waiting(self) -> int:
        """The number of jobs that wait for a worker."""
        return sum(pool.waiting for pool in self._pools())

    @property
    def busy(self) -> int:
        """The number of workers in use."""
        return sum(pool.busy for pool in self._pools())

    @property
    def compiling(self) -> int:
        """The number of games that are being compiled in the background, or will be."""
        return self._compiler.waiting

    @property
    def on_cluster(self) -> int:
        """The number of workers on the cluster; 0 while engines think on this machine."""
        return 0 if self._cluster is None else len(self._cluster.workers)

    @property
    def external(self) -> int:
        """The number of external engines that have a process here."""
        return len(self._external)

    def _pools(self) -> list[WorkerPool]:
        return [self._pool, *self._external.values()]

    async def leave(self, table: str) -> None:
        """Stop the external engines of a table that is no longer used."""
        for side in Side:
            self._last_workers.pop((table, side), None)
        leaving = [self._external.pop(key) for key in [*self._external] if key[0] == table]
        await asyncio.gather(*(pool.close() for pool in leaving))

    async def close(self) -> None:
        """Stop all workers; later calls raise EngineUnavailable."""
        self._closed = True
        pools = self._pools()
        self._external = {}
        preparing = [*self._preparing.values()]
        for task in preparing:
            task.cancel()
        await asyncio.gather(*preparing, return_exceptions=True)
        await self._compiler.close()
        await asyncio.gather(*(pool.close() for pool in pools))
        await asyncio.gather(*(worker.close() for worker in self._local_workers))
        if self._cluster is not None:
            await self._cluster.close()

    def _pool_of(self, spec: PlayerSpec, table: str, side: Side) -> WorkerPool:
        """The pool for a player: the shared one, or for code of somebody else one with a single worker."""
        if not spec.external:
            return self._pool
        if self._closed:
            raise closed()
        alone = WorkerPool([WorkerProcess(terminate_first=True)])
        return self._external.setdefault((table, side, spec.text), alone)

    def _remember(self, table: str, side: Side, worker: EngineWorker) -> None:
        self._last_workers[table, side] = worker
        self._last_workers.move_to_end((table, side))
        if len(self._last_workers) > KNOWN_TABLES:
            self._last_workers.popitem(last=False)


# --- Preparing workers --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Work:
    """A function of `worker` with its first arguments."""

    function: Callable[..., Any]
    arguments: tuple[object, ...]


class _Preparation:
    """What a worker has to load or start once before it can do a kind of job."""

    def __init__(
        self,
        pool: WorkerPool,
        compiler: BackgroundCompiler | None,
        name: Hashable,
        title: str,
        owner: JobOwner,
        load: _Work,
        compile_: _Work,
    ) -> None:
        """Without a `compiler`, the workers compile themselves."""
        self.title = title
        self._pool = pool
        self._compiler = compiler
        self._name = name
        self._owner = owner
        self._load = load
        self._compile = compile_

    def done_by(self, worker: EngineWorker) -> bool:
        return self._name in worker.prepared

    async def ensure_in_pool(
        self, preference: Preference, kind: JobKind = JobKind.FIRST_TIME, only_stored: bool = False
    ) -> None:
        """Prepare one worker if none is prepared; other jobs that need the same wait for it.

        What is compiled but cannot be stored is compiled by each worker; with `only_stored`, by none.
        """
        compiling = self._compiler is None

        async def first_time(lease: Lease) -> bool:
            return self._pool.has_prepared(self._name) or await self._prepare(lease.worker, compiling)

        while not self._pool.has_prepared(self._name):
            if not await self._pool.do(kind, preference, first_time, self._owner) and self._compiler:
                stored = await self._compiler.compile(
                    self._name, self.title, self._compile.function, *self._compile.arguments
                )
                compiling = True
                if only_stored and not stored:
                    return

    async def ensure_in_worker(self, lease: Lease) -> None:
        """Prepare a worker unless that was done before."""
        if not self.done_by(lease.worker):
            await self._prepare(lease.worker, compiling=True)

    async def _prepare(self, worker: EngineWorker, compiling: bool) -> bool:
        """Prepare a worker; False if something has to be compiled first, which was not wanted."""
        prepared = await self._run(worker, compiling)
        if prepared == Prepared.TOO_LARGE:
            await worker.end()  # the next process loads from the cache what this one has compiled
            prepared = await self._run(worker, compiling)
        if prepared == Prepared.NOT_COMPILED:
            return False
        worker.prepared.add(self._name)
        return True

    async def _run(self, worker: EngineWorker, compiling: bool) -> Prepared:
        return await worker.call(
            self._load.function,
            *self._load.arguments,
            compiling,
            timeout=PREPARATION_TIMEOUT,
            grace=PREPARATION_TIMEOUT,
        )


async def _start(lease: Lease) -> None:
    """Start the process of a worker."""
    await lease.worker.call(work.stop_analysis, timeout=ANSWER_TIMEOUT)


def _preparation_name(spec: PlayerSpec | None, position: Position) -> Hashable:
    """Jobs with equal names need the same preparation: of a player, or without one, of an analysis."""
    how = ("analysis",) if spec is None else (spec.kind, spec.search, spec.weights)
    return (*how, position.game, None if position.played is None else position.played.game)


@contextmanager
def _notify_if_slow(notify: Callable[[], None] | None) -> Iterator[None]:
    """Call `notify` if the body of the `with` statement takes a while."""
    if notify is None:
        yield
        return
    timer = asyncio.get_running_loop().call_later(NOTICE_AFTER, notify)
    try:
        yield
    finally:
        timer.cancel()


def _read(player: str) -> PlayerSpec:
    try:
        return PlayerSpec.read(player)
    except GipfelError as error:
        raise EngineUnavailable(str(error)) from error


@contextmanager
def _own_engine() -> Iterator[None]:
    """If a built-in engine fails, this is the server's fault: raises EngineUnavailable."""
    try:
        yield
    except EngineFailure as failure:
        raise EngineUnavailable(str(failure)) from failure.__cause__


# --- Analysis -----------------------------------------------------------------------------------------


class _Analysis:
    """Analyses a position without a break, or in several parts if other jobs need the worker."""

    def __init__(
        self,
        pool: WorkerPool,
        compiler: BackgroundCompiler | None,
        position: Position,
        seconds: float | None,
        lines: int,
        on_opinion: Callable[[Opinion], None],
        on_preparing: Callable[[], None] | None,
    ) -> None:
        self._pool = pool
        self._position = position
        self._left = seconds
        self._lines = lines
        self._on_opinion = on_opinion
        self._on_preparing = on_preparing
        self._language = current_language()
        self._depth = 0
        self._owner = JobOwner(CLIENT_ADDRESS.get())
        self._preparation = _Preparation(
            pool,
            compiler,
            _preparation_name(None, position),
            position.game.title,
            self._owner,
            _Work(work.prepare_analysis, (position,)),
            _Work(work.compile_for_analysis, (position,)),
        )

    async def run(self) -> None:
        """Analyse until the time is over. Raises EngineFailure or EngineUnavailable."""
        # Moves of games with people prefer the first workers, so analyses use the last ones.
        with _notify_if_slow(self._on_preparing):
            await self._preparation.ensure_in_pool(self._last_worker)
        while not await self._pool.do(JobKind.ANALYSIS, self._last_worker, self._continue, self._owner):
            pass

    def _last_worker(self, worker: EngineWorker) -> tuple[int, ...]:
        return (self._pool.index_of(worker),)

    async def _continue(self, lease: Lease) -> bool:
        """Analyse until the worker is needed for another job; is the analysis over?"""
        worker = lease.worker
        await self._preparation.ensure_in_worker(lease)
        begin = monotonic()
        try:
            await worker.call(
                work.start_analysis, self._position, self._left, self._lines, timeout=ANSWER_TIMEOUT
            )
            return await self._poll(lease)
        finally:
            if worker.started:
                with suppress(WorkerDied):
                    await worker.call(work.stop_analysis, timeout=ANSWER_TIMEOUT)
            if self._left is not None:
                self._left = max(LEAST_SECONDS, self._left - (monotonic() - begin))

    async def _poll(self, lease: Lease) -> bool:
        """Report opinions until the analysis is over or has to yield its worker; is it over?"""
        reported_at = 0.0
        while True:
            due = monotonic() - reported_at >= OPINION_INTERVAL
            opinion, over = await lease.worker.call(
                work.latest_opinion,
                lease.worker.poll_interval,
                due,
                self._language,
                timeout=ANSWER_TIMEOUT,
            )
            # After a break the search starts again, so its first opinions are less deep than the last one.
            if opinion is not None and opinion.depth >= self._depth:
                self._depth, reported_at = opinion.depth, monotonic()
                self._on_opinion(opinion)
            if over or self._pool.must_yield(lease):
                return over


class _LatestOpinion:
    """An asynchronous iterator over opinions; a slow consumer gets only the latest one."""

    def __init__(self) -> None:
        self._opinion: Opinion | None = None
        self._over = False
        self._changed = asyncio.Event()

    def set(self, opinion: Opinion) -> None:
        self._opinion = opinion
        self._changed.set()

    def end(self) -> None:
        self._over = True
        self._changed.set()

    def __aiter__(self) -> "_LatestOpinion":
        return self

    async def __anext__(self) -> Opinion:
        await self._changed.wait()
        opinion, self._opinion = self._opinion, None
        if opinion is None:
            raise StopAsyncIteration
        if not self._over:
            self._changed.clear()
        return opinion


def _opinion_without_search(position: Position) -> Opinion:
    """The opinion on a position where nobody decides: the game is over, or chance decides."""
    score = score_without_search(position)
    return Opinion(position.task, per_cent(score), score, 0, ())
