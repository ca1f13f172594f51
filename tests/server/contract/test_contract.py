"""The contract between page and server: files made from it are up to date, and what is sent keeps to it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pydantic import ConfigDict, TypeAdapter, ValidationError
from scripts import make_contract
from starlette.testclient import TestClient, WebSocketTestSession

import gipfel
from gipfel.learn import exercise_types
from gipfel.learn.courses import all_courses
from gipfel.server.app import create_app
from gipfel.server.contract import answers, courses, story
from gipfel.server.contract import server_messages as sent
from gipfel.server.contract.client_messages import ANSWERS
from gipfel.server.contract.shared import Json
from gipfel.server.settings import Settings
from gipfel.table.storage.store import sqlite_url
from tests.helpers.check import some_of

STRICT = ConfigDict(extra="forbid", strict=True)
MESSAGES = {
    "table": sent.TableMessage,
    "time": sent.TimeMessage,
    "present": sent.PresentMessage,
    "messages": sent.ChatMessages,
    "ping": sent.Ping,
    "prepares": sent.PreparesMessage,
    "done": sent.Done,
    "refused": sent.Refused,
    "pointing": sent.Pointing,
    "why": sent.WhyAnswer,
    "contents": sent.Contents,
    "view": sent.PastView,
    "previewed": sent.Previewed,
    "hint": sent.Hint,
    "analysis": sent.Analysis,
    "opinion": sent.Opinion,
}
INCREMENT = {"kind": "increment", "minutes": 5, "seconds": 3}
MOST = 12
"""Decisions of a game that are played."""
UNSOLICITED = ("table", "time", "present", "messages", "ping", "prepares")


def check(data: Any, kind: Any) -> None:
    """Check that data has exactly this type."""
    adapter = _adapter(kind)
    try:
        adapter.validate_python(data)
    except ValidationError as error:
        raise AssertionError(f"not a {kind.__name__}: {error}") from error


ADAPTERS: dict[Any, TypeAdapter[Any]] = {}


def _adapter(kind: Any) -> TypeAdapter[Any]:
    if kind not in ADAPTERS:
        ADAPTERS[kind] = TypeAdapter(strict(kind))
    return ADAPTERS[kind]


def strict(kind: Any) -> Any:
    """The same type, which allows no other fields, not even in its parts."""
    for module in (sent, answers, story, courses, exercise_types):
        for found in vars(module).values():
            if isinstance(found, type) and hasattr(found, "__required_keys__"):
                found.__pydantic_config__ = STRICT  # type: ignore[attr-defined]
    return kind


def test_files_are_up_to_date() -> None:
    for path, text in make_contract.files().items():
        assert path.read_text(encoding="utf-8") == text, f"run scripts/make_contract.py: {path.name} is stale"


def test_a_wrong_message_is_noticed() -> None:
    check({"type": "done", "number": 1}, sent.Done)
    for wrong in ({"type": "done"}, {"type": "done", "number": "1"}, {"type": "done", "number": 1, "x": 2}):
        with pytest.raises(AssertionError, match="not a Done"):
            check(wrong, sent.Done)


# --- Over HTTP ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    database = tmp_path_factory.mktemp("contract") / "tables.db"
    app = create_app(Settings(database_url=sqlite_url(database)))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield client


def ask(client: TestClient, method: str, path: str, body: Json | None = None) -> Any:
    answer = client.request(method, path, json=body)
    assert answer.is_success, answer.text
    return answer.json()


def test_answers_have_their_types(client: TestClient) -> None:
    made = ask(client, "POST", "/api/tables", {"game": "gipf", "clock": INCREMENT})
    check(made, answers.Created)
    path = f"/api/tables/{made['id']}"
    check(ask(client, "GET", path), answers.Summary)
    check(ask(client, "GET", "/api/tables"), answers.TableList)
    check(ask(client, "GET", f"{path}/position"), answers.PositionText)
    check(ask(client, "POST", f"{path}/branch", {"at": 0}), answers.Created)
    check(ask(client, "GET", f"{path}/story"), story.Story)
    check(ask(client, "GET", "/api/home"), answers.Home)
    check(ask(client, "GET", "/api/turns"), answers.AwaitedTables)
    check(ask(client, "GET", "/api/menu"), answers.MenuOffer)
    check(ask(client, "GET", "/health"), answers.Health)
    check(ask(client, "GET", "/api/catalogue/fa"), answers.Catalogue)
    check(ask(client, "GET", "/api/catalogue/en"), answers.Catalogue)
    check(ask(client, "DELETE", path), answers.Nothing)
    check(client.get(path).json(), answers.Problem)


def test_invitations_have_their_types(client: TestClient) -> None:
    made = ask(client, "POST", "/api/tables", {"game": "gipf", "invite": {"side": "white"}})
    check(made, answers.Created)
    path = f"/api/tables/{made['id']}"
    check(ask(client, "POST", f"{path}/link", {"side": "black"}), answers.SeatLink)
    check(ask(client, "POST", f"{path}/sit", {"key": link_key(client, path)}), answers.TakenSeat)


def link_key(client: TestClient, path: str) -> str:
    return str(ask(client, "POST", f"{path}/link", {"side": "white"})["key"])


def test_menus_have_their_types(client: TestClient) -> None:
    preset = ask(client, "GET", "/api/menu")["presets"][0]
    good = ask(client, "POST", "/api/menu", {"preset": preset["name"], "choices": preset["choices"]})
    check(good, answers.CheckedMenu)
    check(ask(client, "POST", "/api/menu", {"toml": good["toml"]}), answers.CheckedMenu)
    bad = ask(client, "POST", "/api/menu", {"preset": preset["name"], "choices": {"base": "dragon"}})
    check(bad, answers.CheckedMenu)
    assert bad["problems"]


@pytest.mark.parametrize("name", gipfel.game_names())
def test_rules_and_positions_have_their_types(client: TestClient, name: str) -> None:
    version = gipfel.game(name).version
    check(ask(client, "GET", f"/api/rules/{name}/{version}"), answers.Rulebook)
    shown = ask(client, "POST", "/api/positions", {"game": name, "version": version})
    check(shown, answers.ShownPosition)


def test_courses_have_their_types(client: TestClient) -> None:
    check(ask(client, "GET", "/api/courses"), courses.CourseList)
    for found in all_courses():
        path = f"/api/courses/{found.game.name}/{found.name}"
        check(ask(client, "GET", path), courses.Course)
        for step in found.steps:
            check(ask(client, "GET", f"{path}/{step.name}"), courses.StepExercise)


# --- Over a WebSocket ---------------------------------------------------------------------------------


class CheckedPage:
    """A page that checks every message it receives."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self._socket = socket
        self._id = 0
        self.table: Json = {}
        self.seen: set[str] = set()
        while not self.table:
            self.receive()

    def receive(self) -> Json:
        message: Json = json.loads(self._socket.receive_text())
        kind = MESSAGES[message["type"]]
        self.seen.add(message["type"])
        inner = {name: part for name, part in message.items() if name != "id" or "id" in kind.__annotations__}
        check(inner, kind)
        if message["type"] == "table":
            self.table = message
        return message

    def ask(self, kind: str, **rest: Any) -> Json:
        self._id += 1
        self._socket.send_text(json.dumps({"type": kind, "id": self._id, **rest}))
        while (message := self.receive()).get("id") != self._id or message["type"] in UNSOLICITED:
            pass
        if message["type"] != "refused":
            types = {found.model_fields["type"].annotation: answer for found, answer in ANSWERS.items()}
            expected = next(answer for known, answer in types.items() if kind in known.__args__)
            assert MESSAGES[message["type"]] is expected
        return message

    def play(self, chance: Random, most: int) -> None:
        """Play by pointing at random, looking around now and then."""
        while self.table["outcome"] is None and self.table["number"] < most:
            number = self.table["number"]
            if self.table["chance"] is not None:
                self.ask("roll")
            else:
                self._decide(chance)
            if chance.random() < 0.2:
                self.ask("view", at=chance.randint(0, number))
            while self.table["number"] == number:
                self.receive()

    def _decide(self, chance: Random) -> None:
        prefix: list[list[str]] = []
        targets = self.table["targets"]
        number = self.table["number"]
        while True:
            prefix.append(chance.choice(targets)["target"])
            self.ask("look", target=prefix[-1])
            found = self.ask("point", number=number, prefix=prefix, effect=True)
            if found["decision"] is not None:
                break
            targets = found["targets"]
        self.ask("preview", number=number, line=[found["decision"]], prefix=[])
        self.ask("why", number=number, prefix=[], target=["spot", "e5"])
        self.ask("decide", number=number, decision=found["decision"], side=found["side"])


@contextmanager
def page_at(client: TestClient, table_id: str) -> Iterator[CheckedPage]:
    with client.websocket_connect(f"ws://127.0.0.1/api/tables/{table_id}/socket?v=1&language=en") as socket:
        yield CheckedPage(socket)


@pytest.mark.parametrize("name", some_of(gipfel.game_names(), 4))
def test_messages_have_their_types(client: TestClient, name: str) -> None:
    for seed, version in enumerate(gipfel.game(name).versions):
        if gipfel.game(name, version).clockwork is not None:
            continue
        made = ask(client, "POST", "/api/tables", {"game": name, "version": version, "seed": seed})
        with page_at(client, made["id"]) as page:
            page.play(Random(seed), MOST)
            assert {"table", "pointing", "contents", "previewed", "why", "done"} <= page.seen


def test_messages_of_games_with_time_have_their_types(client: TestClient) -> None:
    made = ask(client, "POST", "/api/tables", {"game": "tamsk", "version": "level2"})
    with page_at(client, made["id"]) as page:
        while "time" not in page.seen:
            page.receive()


def test_messages_between_players_have_their_types(client: TestClient) -> None:
    clock = {"kind": "sudden-death", "minutes": 3}
    made = ask(client, "POST", "/api/tables", {"game": "gipf", "clock": clock, "invite": {"side": "white"}})
    with page_at(client, made["id"]) as page:
        page.ask("say", text="good luck")
        page.ask("offer", what="draw")
        page.ask("plan", number=0, line=[])
        page.ask("resign")
        page.ask("offer", what="rematch")
        page.ask("dragon")
        while not {"messages", "ping", "present", "refused"} <= page.seen:
            page.receive()


def test_what_engines_think_has_its_types(client: TestClient, tmp_path: Path) -> None:
    made = ask(client, "POST", "/api/tables", {"game": "dvonn", "seed": 1})
    with page_at(client, made["id"]) as page:
        page.ask("hint", seconds=0.05)
        page.ask("analyse", seconds=0.05)
        page.ask("opinion", seconds=0.05)
        assert {"hint", "analysis", "opinion"} <= page.seen
