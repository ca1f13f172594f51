"""Players of many tables, in processes of their own; a benchmark tells them to sit down, play and leave.

They play prepared random games of GIPF, and read nothing but the number of decisions, so that the players
take little of the machine that they share with the server.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from random import Random
from threading import Event, Thread
from time import perf_counter, process_time

from tests.helpers.server.player_pairs import Host, Pair, scripts

GAMES = 40
"""The number of different games."""
AT_ONCE = 50
"""Tables whose players sit down at the same time."""
NO_LIMIT = 10**9
SHORTEST_GAME = 24
"""All games have at least this number of decisions."""
A_WHILE = 5.0
"""Seconds that players play before they are asked whether to go on."""


@dataclass(frozen=True)
class Plan:
    """The task of a process of players."""

    servers: tuple[tuple[str, ...], ...]
    """The servers of the tables, in turn: one of both players, or one of each."""
    tables: int
    pace: float = 0.0
    """Seconds between two decisions at a table; 0: as fast as possible."""
    already_made: int = 0
    """Decisions that have been made when players sit down."""
    invites: bool = True
    compressed: bool = True
    hosted: bool = False
    """Do players come through a proxy, each from another address?"""
    lean: bool = False
    """Do players use sockets that cost little, not those of a library?"""
    seed: int = 0


@dataclass(frozen=True)
class Figures:
    """What players have measured."""

    times: list[float]
    """Seconds until both players had seen a decision."""
    seconds: float
    cpu: float
    received: int
    """Bytes on the wire to both players, for ordinary decisions."""
    ordinary: int
    """The number of these decisions."""


# --- In the process of the players -----------------------------------------------------------------------


@dataclass(frozen=True)
class Order:
    """What players are told to do: `sit`, `play` for some seconds, or `leave`."""

    what: str
    seconds: float = 0.0
    most: int = NO_LIMIT
    """How many decisions are made at each table."""


def play(plan: Plan, line: Connection) -> None:
    """Follow orders until told to leave; each is answered when it is done."""
    asyncio.run(_play(plan, line))


async def _play(plan: Plan, line: Connection) -> None:
    games = scripts(GAMES, plan.already_made)
    hosts = [
        Host(
            *names,
            invites=plan.invites,
            compressed=plan.compressed,
            hosted=plan.hosted,
            lean=plan.lean,
        )
        for names in plan.servers
    ]
    pairs = [Pair(hosts[i % len(hosts)], games, Random(plan.seed + i)) for i in range(plan.tables)]
    line.send(None)
    while (order := await asyncio.to_thread(line.recv)).what != "leave":
        line.send(await _followed(plan, pairs, order))
    await _some_at_once([pair.leave for pair in pairs])
    for host in hosts:
        await host.close()
    line.send(None)


async def _followed(plan: Plan, pairs: list[Pair], order: Order) -> Figures | None:
    """Follow an order; what was measured if it was to play."""
    if order.what == "play":
        return await _played(plan, pairs, order)
    await _some_at_once([pair.begin for pair in pairs])
    return None


async def _some_at_once(calls: list[Callable[[], Awaitable[None]]]) -> None:
    for i in range(0, len(calls), AT_ONCE):
        await asyncio.gather(*(call() for call in calls[i : i + AT_ONCE]))


async def _played(plan: Plan, pairs: list[Pair], order: Order) -> Figures:
    for pair in pairs:
        pair.times.clear()
        pair.received = pair.ordinary = 0
    begin, cpu = perf_counter(), process_time()
    await asyncio.gather(*(_go_on(pair, plan.pace, begin, order) for pair in pairs))
    times = [time for pair in pairs for time in pair.times]
    received, ordinary = sum(pair.received for pair in pairs), sum(pair.ordinary for pair in pairs)
    return Figures(times, perf_counter() - begin, process_time() - cpu, received, ordinary)


async def _go_on(pair: Pair, pace: float, begin: float, order: Order) -> None:
    due = begin + pair.chance.random() * pace
    while max(due, perf_counter()) < begin + order.seconds and len(pair.times) < order.most:
        await asyncio.sleep(max(0.0, due - perf_counter()))  # players make decisions at a given rate
        await pair.decide()
        due += pace


# --- In the process of the benchmark ---------------------------------------------------------------------


class PlayersLost(Exception):
    """Players could not go on; their process has printed why."""


class Players:
    """A process of players."""

    def __init__(self, plan: Plan) -> None:
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=play, args=(plan, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def order(self, order: Order) -> None:
        self._line.send(order)

    def answer(self) -> Figures | None:
        """Wait until an order has been followed. Raises PlayersLost."""
        try:
            found: Figures | None = self._line.recv()
        except EOFError:
            raise PlayersLost("players could not go on (see above)") from None
        return found

    def leave(self) -> None:
        self.order(Order("leave"))
        self.answer()
        self._process.join()

    def end(self) -> None:
        """End the process, which may have ended already."""
        self._process.terminate()
        self._process.join()


class Crowd:
    """All players of a measurement."""

    def __init__(self, players: list[Players]) -> None:
        self._players = players

    def sit(self) -> float:
        """Let everybody sit down; the seconds that it took."""
        begin = perf_counter()
        self._all(Order("sit"))
        return perf_counter() - begin

    def play(self, seconds: float, most: int = NO_LIMIT) -> list[Figures]:
        """Let everybody play, at each table for some seconds or for a number of decisions."""
        return [found for found in self._all(Order("play", seconds, most)) if found is not None]

    def _all(self, order: Order) -> list[Figures | None]:
        for player in self._players:
            player.order(order)
        return [player.answer() for player in self._players]


@contextmanager
def crowd(plan: Plan, processes: int = 1) -> Iterator[Crowd]:
    """Players who have prepared their games; the tables of the plan are shared by some processes."""
    share = plan.tables // processes
    parts = [replace(plan, tables=share, seed=10_000 * i) for i in range(processes)]
    players = [Players(part) for part in parts]
    for player in players:
        player.answer()
    try:
        yield Crowd(players)
        for player in players:
            player.leave()
    finally:
        for player in players:
            player.end()


@contextmanager
def playing_meanwhile(plan: Plan) -> Iterator[list[float]]:
    """The times of decisions, in seconds, that players make while the body of the `with` statement runs."""
    times: list[float] = []
    over = Event()

    def play_on(players: Crowd) -> None:
        while not over.is_set():
            times.extend(time for figures in players.play(A_WHILE) for time in figures.times)

    with crowd(plan) as players:
        players.sit()
        thread = Thread(target=play_on, args=(players,))
        thread.start()
        try:
            yield times
        finally:
            over.set()
            thread.join()
