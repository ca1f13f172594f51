"""Random messages and requests: the server answers, the table does not change, and the log stays empty.

5 000 frames, in `make soak` 100 000: there the server for others is attacked in all ways from one address at
the same time, and does not keep players waiting.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

import gipfel
from gipfel.table.storage.store import Store, sqlite_url
from tests.helpers.check import CHECK
from tests.helpers.server import raw_connections
from tests.helpers.server.attacks import LIMITS, long_records, under_attack
from tests.helpers.server.bystanders import ADDRESS, UNNOTICED, slow
from tests.helpers.server.crowd import Plan, playing_meanwhile
from tests.helpers.server.proxied import HOSTED, NAME, ProxiedClient
from tests.helpers.server.random_messages import (
    AttackerView,
    Frame,
    any_frames,
    make_frames,
    send_all,
    understood,
)
from tests.helpers.server.random_requests import ENDPOINTS, random_request
from tests.helpers.server.running import OWNER, Page, RunningServer, serving
from tests.helpers.soak import SIZE, sized

FRAMES = round(sized(100_000, 5000 if CHECK else 2000))
"""The number of frames of all tests; about a tenth are requests, handshakes and broken connections."""
BATCH = 50
A_PAGE = 90
"""Frames of one client; a server for others would refuse more, so then the next client connects."""
GAMES = gipfel.game_names()
SOME_GAME = GAMES[0]
"""For tests in which the game does not matter."""
PLAYED = 12
"""Decisions before the test, so that there are pieces on the board."""
OF_WATCHERS = {"refused", "why", "contents", "view", "done"}
"""Types of answers to spectators; only `stop` is done for them."""
ASK_ENGINES = ("hint", "analyse", "opinion")
QUICKLY = 5.0
"""Seconds within which a healthy server answers, on a busy machine."""
MEGABYTES = 150 + (LIMITS[long_records].megabytes if SIZE else 0)
"""How much a server may grow: pictures, compiled kernels, addresses, and what attacks may cost."""
PLAYED_AT, PACE = 10, 1.0
"""Tables of players who must not notice the attacks, and seconds between two decisions at each."""


class Target:
    """A server that gets random messages."""

    def __init__(self, server: RunningServer, database: Path) -> None:
        self.server = server
        self.database = database
        self._megabytes = self._memory()

    def _memory(self) -> int:
        status = Path(f"/proc/{self.server.process.pid}/status").read_text()
        return next(int(line.split()[1]) // 1024 for line in status.splitlines() if line.startswith("VmRSS"))

    def rows(self, table_id: str) -> list[Any]:
        """Everything that the database holds of a table."""
        with closing(sqlite3.connect(self.database)) as database:
            return [
                database.execute(
                    f"SELECT * FROM {name} WHERE {column} = ? ORDER BY 1, 2", (table_id,)
                ).fetchall()
                for name, column in (("tables", "id"), ("happenings", '"table"'), ("keys", '"table"'))
            ]

    def is_well(self) -> None:
        """Check that it answers quickly, has logged nothing, and has not grown."""
        begin = time.monotonic()
        assert self.server.client.get("/health").json()["status"] == "ok"
        assert time.monotonic() - begin < QUICKLY
        assert self.server.errors() == ""
        assert self._memory() - self._megabytes < MEGABYTES


@contextmanager
def target_in(folder: Path, *arguments: str) -> Iterator[Target]:
    database = folder / "tables.db"
    with serving(database, *arguments) as running:
        yield Target(running, database)


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    with target_in(tmp_path_factory.mktemp("fuzz")) as target:
        yield target


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    with target_in(tmp_path_factory.mktemp("fuzz-hosted"), *HOSTED) as target:
        if SIZE:
            with players_and_attacks(target.server):
                yield target
        else:
            yield target


@contextmanager
def players_and_attacks(server: RunningServer) -> Iterator[None]:
    """Others play, and one address attacks the server; the players must not be kept waiting."""
    table_id = ProxiedClient(server, ADDRESS).new(game=SOME_GAME)["id"]
    plan = Plan(((server.name,),), PLAYED_AT, PACE, hosted=True)
    with playing_meanwhile(plan) as times, under_attack(server, table_id):
        yield
    print(f"{len(times)} decisions, 99 % within {1000 * slow(times):.0f} ms")
    assert slow(times) < UNNOTICED


# --- A table for everybody ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_random_frames_change_nothing(local: Target, name: str) -> None:
    chance = Random(name)
    table_id = local.server.new(game=name, seed=1)
    with local.server.page(table_id) as page:
        page.play_at_random(chance, PLAYED)
        before, rows = page.table, local.rows(table_id)
        frames = make_frames(AttackerView.of(page.table, side="open"), chance)
        for _ in range(-(-FRAMES * 4 // 10 // len(GAMES) // BATCH)):
            send_all(page, [next(frames) for _ in range(BATCH)])
    with local.server.page(table_id) as page:
        for part in ("number", "turns", "seats", "outcome", "sentence", "yours"):
            assert page.table[part] == before[part]
    assert local.rows(table_id) == rows
    local.is_well()


# --- A table for two ------------------------------------------------------------------------------------


class Two:
    """A table of Ada and Ben on a server for others, and clients without a seat."""

    def __init__(self, target: Target, chance: Random, game: str, played: int = PLAYED) -> None:
        self.target, self.chance = target, chance
        ada, ben = (ProxiedClient(target.server, self._address()) for _ in range(2))
        made = ada.new(
            game=game, invite={"side": "white", "name": "Ada"}, clock={"kind": "correspondence", "days": 7}
        )
        self.id: str = made["id"]
        sat = ben.ask("POST", f"/api/tables/{self.id}/sit", json={"key": made["key"], "name": "Ben"})
        assert sat.status_code == 200, sat.text
        stranger = ProxiedClient(target.server, self._address())
        stranger.new(game=SOME_GAME)  # so they have a cookie
        nobody = ProxiedClient(target.server, self._address())
        self.people = {"white": ada, "black": ben, "stranger": stranger, "nobody": nobody}
        self.decisions = self._play(played)

    def _address(self) -> str:
        return f"10.{self.chance.randrange(256)}.{self.chance.randrange(256)}.{self.chance.randrange(256)}"

    @contextmanager
    def page(self, who: str) -> Iterator[Page]:
        """A page of a person, from another address each time."""
        person = self.people[who]
        person.headers["x-forwarded-for"] = self._address()
        with person.socket(self.id, compression=None) as line:
            yield Page(line)

    def _play(self, most: int) -> list[str]:
        """Play at least this number of decisions, until White is to act; White's legal decisions."""
        with self.page("white") as ada, self.page("black") as ben:
            number = 0
            while number < most or not ada.table["yours"]:
                page = ada if ada.table["yours"] else ben
                found = page.point_at_random(self.chance)
                assert found is not None
                page.decide(found["decision"])
                number = page.table["number"]
                for each in (ada, ben):
                    each.until_number(number)
            found_ones = [ada.point_at_random(self.chance) for _ in range(5)]
        return [found["decision"] for found in found_ones if found is not None]


@pytest.mark.parametrize("game", GAMES[:2])
@pytest.mark.parametrize("who", ["white", "black", "stranger", "nobody"])
def test_nobody_does_what_is_not_theirs(hosted: Target, game: str, who: str) -> None:
    """Spectators, and the player who is not to act, send even the decision that is due: it is refused."""
    chance = Random(f"{game} {who}")
    two = Two(hosted, chance, game)
    rows = hosted.rows(two.id)
    side = who if who in ("white", "black") else ""
    for _ in range(-(-FRAMES * 4 // 10 // 8 // A_PAGE)):
        with two.page(who) as page:
            decisions = () if who == "white" else two.decisions
            frames = make_frames(AttackerView.of(page.table, decisions, side), chance)
            answers = send_all(page, [next(frames) for _ in range(A_PAGE)])
            if not side:
                assert {answer["type"] for answer in answers} <= OF_WATCHERS
        assert hosted.rows(two.id) == rows
    hosted.is_well()


def test_players_who_do_everything(hosted: Target) -> None:
    """Whatever players do is stored, and can be replayed."""
    chance = Random(8)
    left = FRAMES // 10
    while left > 0:
        two = Two(hosted, chance, chance.choice(GAMES), played=chance.choice((0, 4)))
        for who in chance.choices([*two.people], k=8):
            with two.page(who) as page:
                frames = without_engines(any_frames(AttackerView.of(page.table, two.decisions, who), chance))
                send_all(page, [next(frames) for _ in range(min(A_PAGE, 60))])
                left -= 60
        with two.page("white") as page:
            table = Store(sqlite_url(hosted.database)).load(two.id)
            assert (table.number, table.event_count) == (page.table["number"], page.table["happened"])
            assert (table.outcome is None) == (page.table["outcome"] is None)
    hosted.is_well()


def without_engines(frames: Iterator[Frame]) -> Iterator[Frame]:
    """Frames that start no engine; analyses are allowed when the game is over."""
    for frame in frames:
        if (message := understood(frame)) is None or message.type not in ASK_ENGINES:
            yield frame


# --- Broken lines ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["local", "hosted"])
def test_handshakes_and_frames_that_break_the_rules(kind: str, request: pytest.FixtureRequest) -> None:
    target: Target = request.getfixturevalue(kind)
    chance = Random(kind)
    if kind == "local":
        table_id = target.server.new(game=SOME_GAME)
        names = {"Host": target.server.name, "Cookie": OWNER}
    else:
        table_id, names = Two(target, chance, SOME_GAME, played=0).id, {"Host": NAME}
    rows = target.rows(table_id)
    for number in range(FRAMES // 50):
        headers = {**names}
        if kind == "hosted":
            headers["X-Forwarded-For"] = f"10.9.{number // 250 % 250}.{number % 250}"
        path = raw_connections.PATHS[0] if number % 2 else chance.choice(raw_connections.PATHS)
        odd = {} if number % 3 else dict(chance.sample(raw_connections.HEADERS, chance.randint(1, 3)))
        with raw_connections.connected(target.server.name) as connection:
            asked = raw_connections.upgrade(path.format(id=table_id), {**headers, **odd}, chance)
            frames = b"".join(
                raw_connections.odd_frames(look(chance), chance) for _ in range(chance.randint(1, 4))
            )
            if chance.random() < 0.1:
                asked = asked[: chance.randrange(len(asked))]
            raw_connections.exchange(connection, asked + frames)
    assert target.rows(table_id) == rows
    target.is_well()


def look(chance: Random) -> bytes:
    """A message that changes nothing."""
    return chance.choice((b'{"type": "look", "id": 1, "target": ["spot", "e5"]}', b'{"type": "stop"}', b"{}"))


def test_a_client_that_sends_too_much_is_disconnected(hosted: Target) -> None:
    two = Two(hosted, Random(3), SOME_GAME, played=0)
    rows = hosted.rows(two.id)
    with two.page("nobody") as page, pytest.raises(ConnectionClosed, match="1008"):
        send_all(page, ['{"type": "undo", "id": 1}'] * 1000)
    assert hosted.rows(two.id) == rows
    hosted.is_well()


# --- Requests -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["local", "hosted"])
def test_requests_that_make_no_sense(kind: str, request: pytest.FixtureRequest) -> None:
    """Every endpoint, with random contents: the problem is one sentence, and nothing has changed."""
    target: Target = request.getfixturevalue(kind)
    chance = Random(f"requests {kind}")
    owner = ProxiedClient(target.server, "10.1.1.1")
    if kind == "local":
        owner.headers = {}
    table_id = owner.new(game=SOME_GAME, invite={"side": "white", "name": "Ada"})["id"]
    rows = target.rows(table_id)
    for number in range(FRAMES // 25):
        headers = {} if kind == "local" else {**owner.headers, "cookie": ""}
        if kind == "hosted":
            headers["x-forwarded-for"] = f"10.8.{number // 250 % 250}.{number % 250}"
        method, path, rest = random_request(ENDPOINTS[number % len(ENDPOINTS)], table_id, chance)
        rest["headers"] = {**headers, **rest["headers"]}
        answer = target.server.client.request(method, path, **rest)
        assert answer.status_code < 500, (method, path, rest, answer.text)
        if answer.status_code >= 400 and method != "HEAD":
            assert answer.json()["problem"], (method, path, rest)
    assert target.rows(table_id) == rows
    target.is_well()
