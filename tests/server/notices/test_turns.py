"""Players who are away are told that it is their turn, in the background and once."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from sqlite3 import connect
from typing import Any

import httpx
import pytest

from gipfel.server.security.limits import (
    CLIENT_ADDRESS,
    MAILS_AN_HOUR,
    MAILS_TO_ONE_A_DAY,
    SUBSCRIPTIONS_AN_HOUR,
    AddressLimits,
    LimitExceeded,
)
from tests.helpers.server.push_service import Browser, PushService, push_service
from tests.helpers.server.running import RunningServer, Visitor, serving
from tests.helpers.waiting import wait_until

TOLD_AT_ONCE = ("--push-hosts", "127.0.0.1", "--notices-after", "0")
WHITE, BLACK = ("e1-e3", "i1-h2", "a1-b2"), ("e9-e7", "a5-b5", "i5-h5")
"""Decisions of both sides in the basic game of GIPF that are legal in turn."""


@dataclass
class Away:
    """Ada plays White, Ben plays Black; Ada is told in her browser."""

    table: str
    ada: Visitor
    ben: Visitor
    browser: Browser
    service: PushService

    @property
    def address(self) -> str:
        return f"{self.service.origin}/to/{self.table}"

    def post(self, path: str, body: dict[str, Any] | None = None, who: str = "ada") -> httpx.Response:
        visitor = self.ada if who == "ada" else self.ben
        return visitor.client.post(f"/api/tables/{self.table}/{path}", json=body or {})

    def subscribe(self, **other: str) -> httpx.Response:
        return self.post("notices/push", {"endpoint": self.address, **self.browser.keys, **other})

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ada.client.get(f"/api/tables/{self.table}/notices").json()
        return found

    def play(self, number: int = 0) -> None:
        """Both play once; nobody has a page open then."""
        for visitor, decisions in ((self.ada, WHITE), (self.ben, BLACK)):
            with visitor.page(self.table) as page:
                page.decide(decisions[number])


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that tells players at once."""
    with serving(tmp_path_factory.mktemp("told") / "tables.db", *TOLD_AT_ONCE) as running:
        yield running


@contextmanager
def away(server: RunningServer, service: PushService) -> Iterator[Away]:
    with ExitStack() as stack:
        ada, ben = (stack.enter_context(server.visitor()) for _ in range(2))
        table = ada.invite_player(ben, version="basic")
        yield Away(table, ada, ben, Browser(), service)


@pytest.fixture
def match(told: RunningServer, service: PushService) -> Iterator[Away]:
    with away(told, service) as made:
        yield made


def test_a_player_who_is_away_is_told_once_a_turn(match: Away, service: PushService) -> None:
    assert match.subscribe().status_code == 200
    for number in range(2):
        match.play(number)
        message = match.browser.read(service.next())
        assert message == {
            "table": match.table,
            "title": "Your turn: GIPF · basic",
            "body": "Ben has played; it is your turn.",
            "language": "en",
        }
    assert service.arrived.empty()


def test_nobody_is_told_with_a_page_open_at_the_table(match: Away, service: PushService) -> None:
    match.subscribe()
    with match.ada.page(match.table) as white, match.ben.page(match.table) as black:
        white.decide(WHITE[0])
        black.until_number(1)
        black.decide(BLACK[0])
        white.until_number(2)
        white.decide(WHITE[1])
    with match.ben.page(match.table) as black:
        black.decide(BLACK[1])
    assert match.browser.read(service.next())["table"] == match.table
    assert service.arrived.empty()


def test_nothing_that_is_sent_opens_a_seat(match: Away, service: PushService) -> None:
    match.subscribe()
    match.play()
    arrived = service.next()
    sent = json.dumps([match.browser.read(arrived), arrived.headers, arrived.path, arrived.claims()])
    for visitor in (match.ada, match.ben):
        assert visitor.cookie
        assert visitor.cookie not in sent


def test_what_is_stored_is_told_to_the_own_seat_only(match: Away) -> None:
    match.subscribe()
    state = match.state()
    assert len(state["devices"]) == 1
    assert match.address not in json.dumps(state)
    other = match.ben.client.get(f"/api/tables/{match.table}/notices").json()
    assert (other["devices"], other["mailbox"]) == ([], None)
    with match.ada.server.visitor() as eve:
        assert eve.client.get(f"/api/tables/{match.table}/notices").status_code == 403
        assert eve.client.post(f"/api/tables/{match.table}/forget", json={}).status_code == 403
    assert len(match.state()["devices"]) == 1


def test_a_browser_that_is_gone_is_deleted(match: Away, service: PushService) -> None:
    match.subscribe()
    service.status = 410
    match.play()
    service.next()
    wait_until(lambda: match.state()["devices"] == [])


def test_a_player_can_stop(match: Away, service: PushService) -> None:
    match.subscribe()
    assert match.post("notices/push/stop", {"endpoint": match.address}).json()["devices"] == []
    match.play()
    match.subscribe()
    match.play(1)
    assert match.browser.read(service.next())["table"] == match.table
    assert service.arrived.empty()


def test_a_browser_may_get_another_address(match: Away, service: PushService) -> None:
    match.subscribe()
    new = Browser()
    body = {"old": match.address, "endpoint": f"{match.address}/new", **new.keys}
    assert match.ada.client.post("/api/notices/move", json=body).status_code == 200
    match.play()
    arrived = service.next()
    assert arrived.path.endswith("/new")
    assert new.read(arrived)["table"] == match.table


@pytest.mark.parametrize(
    "changed",
    [
        {"endpoint": "https://127.0.0.2/a"},
        {"endpoint": "http://push.example.org/a"},
        {"endpoint": "https://10.0.0.1/"},
        {"endpoint": "https://push.example.org/" + 2000 * "a"},
        {"endpoint": ""},
        {"auth": "short"},
        {"p256dh": "no point"},
    ],
)
def test_what_cannot_be_a_browser_is_refused(match: Away, changed: dict[str, str]) -> None:
    answer = match.subscribe(**changed)
    assert answer.status_code == 422, answer.text
    assert "in the program" not in answer.json()["problem"]
    assert match.state()["devices"] == []


def test_there_is_nothing_to_tell_at_a_table_of_ones_own(told: RunningServer) -> None:
    table = told.new(game="gipf", version="basic")
    assert told.client.get(f"/api/tables/{table}/notices").status_code == 403


def test_whoever_loses_a_seat_is_told_no_longer(told: RunningServer, service: PushService) -> None:
    with away(told, service) as match:
        body = {"endpoint": match.address, **match.browser.keys}
        assert match.post("notices/push", body, "ben").status_code == 200
        assert match.ada.link(match.table, side="black", free=True).status_code == 200
        with closing(connect(told.database)) as database:
            wanted = "select count(*) from subscriptions where address = ?"
            assert database.execute(wanted, [match.address]).fetchone() == (0,)


def test_a_player_is_forgotten(match: Away, told: RunningServer) -> None:
    """The name and the addresses are nowhere in the database, and the game goes on."""
    name = f"Ada{match.table[:8]}"
    with match.ada.page(match.table) as page:
        page.do("rename", side="white", name=name)
    match.subscribe()
    match.play()
    study = match.ada.client.post("/api/studies", json={"table": match.table})
    assert name in match.ada.client.get(f"/api/studies/{study.json()['id']}/file").text
    assert match.post("forget").status_code == 200
    with closing(connect(told.database)) as database:
        written = "\n".join(database.iterdump())
    assert name not in written
    of_table = [line for line in written.splitlines() if match.table in line]
    assert of_table
    assert not any(name in line or "Ada" in line or match.address in line for line in of_table)
    assert any("Ben" in line for line in of_table)
    with match.ada.page(match.table) as page:
        assert page.table["seats"]["white"]["name"] == ""
        assert page.table["number"] == 2
        page.decide(WHITE[1])
    assert match.state()["devices"] == []


def test_the_keys_are_kept_when_the_server_starts_again(tmp_path: Path, service: PushService) -> None:
    keys = []
    for _ in range(2):
        with serving(tmp_path / "tables.db", *TOLD_AT_ONCE) as server, away(server, service) as match:
            keys.append(match.state()["push_key"])
    assert keys[0] == keys[1]


def test_a_turn_that_was_due_when_the_server_stopped_is_told_later(
    tmp_path: Path, service: PushService
) -> None:
    with (
        serving(tmp_path / "tables.db", "--push-hosts", "127.0.0.1") as server,
        away(server, service) as match,
    ):
        match.subscribe()
        match.play()
    assert service.arrived.empty()
    with serving(tmp_path / "tables.db", *TOLD_AT_ONCE):
        assert match.browser.read(service.next())["table"] == match.table


def test_a_client_can_ask_for_a_limited_number_of_notices() -> None:
    limits = AddressLimits(lambda: 0.0)
    token = CLIENT_ADDRESS.set("192.0.2.1")
    try:
        for _ in range(SUBSCRIPTIONS_AN_HOUR):
            limits.subscribe()
        with pytest.raises(LimitExceeded):
            limits.subscribe()
        for number in range(MAILS_AN_HOUR):
            limits.first_mail(f"{number}@example.org")
        with pytest.raises(LimitExceeded):
            limits.first_mail("one.more@example.org")
    finally:
        CLIENT_ADDRESS.reset(token)


def test_a_mailbox_gets_a_limited_number_of_first_mails() -> None:
    limits = AddressLimits(lambda: 0.0)
    for _ in range(MAILS_TO_ONE_A_DAY):
        limits.first_mail("me@example.org")
    with pytest.raises(LimitExceeded):
        limits.first_mail("Me@example.org")
    limits.first_mail("you@example.org")
