"""A server that is killed at any moment: what was acknowledged is there, once, and every table goes on.

A few rounds are played with the other tests; with `make check` also on PostgreSQL, and while one address
attacks the server in all ways. `make soak` plays many rounds of all these.
"""

import signal
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Event

import httpx
import pytest
from websockets.exceptions import WebSocketException

import gipfel
from gipfel.games.core.registry import game_type
from gipfel.table.storage.store import Store
from tests.helpers import postgres
from tests.helpers.check import only_in_check
from tests.helpers.random_games import random_game
from tests.helpers.server.attacks import SMALL, under_attack
from tests.helpers.server.bystanders import UNNOTICED, slow
from tests.helpers.server.proxied import HostedServer
from tests.helpers.server.running import Page, RunningServer, Server
from tests.helpers.soak import SIZE, sized

ROUNDS = {"sqlite": round(sized(50, 2)), "postgresql": round(sized(20, 2))}
GAMES = [
    (name, gipfel.game(name).version) for name in gipfel.game_names() if not game_type(name).has_contests
]
"""Chance decides nothing in them, so that a script can be played."""
TWINS = 2
"""At this number of tables two pages send every decision, as if one had not heard the answer."""
MOST_DECISIONS = 60 if SIZE else 30
"""The server is killed after some number of acknowledgements up to that."""
A_MOMENT = 0.02
"""Seconds; it happens at most this much later, so anywhere between two messages."""
FEW_LEFT = 25
"""Decisions; a game that is nearly over makes room for a new one."""
PATIENCE = 60

Gone = (WebSocketException, OSError, httpx.TransportError, EOFError)
"""The exceptions of a client whose server no longer exists."""


@dataclass
class Game:
    """A game that is played by a script, and what the server has said about it."""

    id: str
    script: list[str]
    sent: int = 0
    acknowledged: int = 0
    shown: int = 0

    def check(self, store: Store) -> None:
        """Check that what was acknowledged or shown is stored, in order and once, and only what was sent."""
        table = store.load(self.id)
        made = [decision.text for decision in table.play.decisions]
        assert made == self.script[: len(made)]
        assert max(self.acknowledged, self.shown) <= len(made) <= self.sent
        assert table.event_count == len(made)


@dataclass
class Clients:
    """Clients that play until the server is killed."""

    server: RunningServer
    games: list[Game]
    enough: int
    """The number of acknowledgements that are waited for."""
    counted: Counter[str] = field(default_factory=Counter)
    ready: Event = field(default_factory=Event)
    made: list[str] = field(default_factory=list)
    """Tables that were created meanwhile."""
    times: list[float] = field(default_factory=list)
    """Seconds until decisions were acknowledged."""

    def play(self, game: Game) -> None:
        """Make decisions until the game is over."""
        try:
            with self.server.page(game.id) as page:
                while page.table["number"] < len(game.script):
                    begin = time.perf_counter()
                    decide(page, game)
                    self.times.append(time.perf_counter() - begin)
                    self._count(game)
        except Gone:
            return

    def make_tables(self) -> None:
        """Create tables as quickly as possible."""
        try:
            while True:
                self.made.append(self.server.new(game=GAMES[0][0]))
        except Gone:
            return

    def _count(self, game: Game) -> None:
        self.counted[game.id] += 1
        if self.counted.total() >= self.enough:
            self.ready.set()

    @contextmanager
    def playing(self) -> Iterator[None]:
        """Let all clients play; at the end the server is killed, which ends them."""
        players = [*self.games, *self.games[:TWINS]]
        with ThreadPoolExecutor(len(players) + 1) as threads:
            doing = [threads.submit(self.play, game) for game in players]
            doing.append(threads.submit(self.make_tables))
            try:
                yield
            finally:
                self.server.process.kill()
        for one in doing:
            one.result()


def decide(page: Page, game: Game) -> None:
    """The next decision of a script; it is acknowledged, and everybody sees it."""
    number = page.table["number"]
    game.shown = max(game.shown, number)
    game.sent = max(game.sent, number + 1)
    answer = page.ask("decide", number=number, decision=game.script[number])
    assert answer["type"] == "done", answer
    game.acknowledged = max(game.acknowledged, number + 1)
    while page.table["number"] <= number:
        page.receive()
    game.shown = max(game.shown, page.table["number"])


def new_game(server: RunningServer, number: int) -> Game:
    """A new table for the next game."""
    name, version = GAMES[number % len(GAMES)]
    script = [decision.text for decision in random_game(name, version, number).decisions]
    return Game(server.new(game=name, version=version, seed=number), script)


class Rounds:
    """One database, and several servers in turn, each of which is killed."""

    def __init__(self, folder: Path, url: str, seed: int) -> None:
        self._chance = Random(seed)
        self._log = folder / "server"
        self._url = url
        self._begun = 0
        self.games: list[Game] = []
        self.made: list[str] = []
        self.times: list[float] = []

    def start(self) -> RunningServer:
        """The server of the next round."""
        return RunningServer(self._log, "--database-url", self._url)

    def round(self) -> None:
        """Go on with every table, play until some moment, and kill the server."""
        server = self.start()
        try:
            self._refill(server)
            self._everybody_goes_on(server)
            clients = Clients(server, self.games, self._chance.randint(1, MOST_DECISIONS))
            with clients.playing():
                assert clients.ready.wait(PATIENCE), "the server does not answer"
                time.sleep(self._chance.random() * A_MOMENT)  # the server is killed at any moment
        finally:
            errors = server.stop(signal.SIGKILL)
        assert "Traceback" not in errors, errors
        self.made += clients.made
        self.times += clients.times
        self.check()

    def _refill(self, server: RunningServer) -> None:
        self.games = [game for game in self.games if len(game.script) - game.sent > FEW_LEFT]
        while len(self.games) < len(GAMES):
            self.games.append(new_game(server, self._begun))
            self._begun += 1

    def _everybody_goes_on(self, server: RunningServer) -> None:
        for game in self.games:
            with server.page(game.id) as page:
                assert page.table["number"] >= game.acknowledged
                decide(page, game)

    def check(self) -> None:
        """What the database holds is what was acknowledged."""
        with closing(Store(self._url)) as store:
            for game in self.games:
                game.check(store)
            assert store.check() == {}
            for table_id in self.made[-20:]:
                assert store.load(table_id).event_count == 0


class HostedRounds(Rounds):
    """The same with servers that have a public URL, and all have the same port."""

    def __init__(self, folder: Path, url: str, seed: int) -> None:
        super().__init__(folder, url, seed)
        self._makers: dict[str, dict[str, str]] = {}
        self._port = "0"
        server = self.start()
        self.name = server.name
        self.some_table = server.new(game=GAMES[0][0])
        self._port = server.name.rpartition(":")[2]
        server.stop()

    def start(self) -> RunningServer:
        return HostedServer(self._log, "--database-url", self._url, "--port", self._port, makers=self._makers)


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=only_in_check)])
def test_a_killed_server_loses_nothing(tmp_path: Path, kind: str) -> None:
    with ExitStack() as stack:
        sqlite = f"sqlite:///{tmp_path / 'tables.db'}"
        url = stack.enter_context(postgres.database()) if kind == "postgresql" else sqlite
        rounds = Rounds(tmp_path, url, seed=ROUNDS[kind])
        for _ in range(ROUNDS[kind]):
            rounds.round()
        assert rounds.made


@only_in_check
def test_a_killed_server_loses_nothing_while_it_is_attacked(tmp_path: Path) -> None:
    """Players come from other addresses than the attacks, which are small in `make check`."""
    rounds = HostedRounds(tmp_path, f"sqlite:///{tmp_path / 'tables.db'}", seed=1)
    with under_attack(Server(rounds.name), rounds.some_table, size=1.0 if SIZE else SMALL):
        for _ in range(ROUNDS["sqlite"]):
            rounds.round()
    print(f"{len(rounds.times)} decisions, 99 % within {1000 * slow(rounds.times):.0f} ms")
    if SIZE:
        assert slow(rounds.times) < UNNOTICED
