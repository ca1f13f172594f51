"""The owner of a local server has the token of its link; others on the same machine only watch and play."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from gipfel.server.security.owner import COOKIE, VARIABLE, load_token
from gipfel.server.settings import BadSetting
from tests.helpers.server.running import OWNER, PATIENCE, TOKEN, RunningServer

PROGRAM = {"kind": "engine", "player": f"engine:{sys.executable} -c hunter2x"}
REFUSAL = "Only the owner of this server can do that"
NEW_TABLES: tuple[dict[str, Any], ...] = (
    {"game": "gipf"},
    {"game": "gipf", "seats": {"white": PROGRAM}},
    {"game": "gipf", "seats": {"white": {"kind": "engine", "player": "python:my_bot.py:MyBot"}}},
    {"game": "gipf", "invite": {"side": "white"}},
)


@pytest.fixture
def stranger(home: RunningServer) -> Iterator[httpx.Client]:
    """Another user of the same machine."""
    with httpx.Client(base_url=f"http://{home.name}", timeout=PATIENCE) as client:
        yield client


@pytest.mark.parametrize("body", NEW_TABLES)
def test_only_the_owner_creates_tables(stranger: httpx.Client, body: dict[str, Any]) -> None:
    answer = stranger.post("/api/tables", json=body)
    assert answer.status_code == 403
    assert REFUSAL in answer.json()["problem"]


def test_others_neither_branch_nor_delete_nor_list(home: RunningServer, stranger: httpx.Client) -> None:
    table_id = home.new(game="gipf")
    with home.page(table_id) as ada:  # Untouched, it would be in no list.
        ada.ask("decide", number=0, decision="e1-e3")
    assert stranger.post(f"/api/tables/{table_id}/branch", json={"at": 0}).status_code == 403
    assert stranger.delete(f"/api/tables/{table_id}").status_code == 403
    assert stranger.get("/api/tables").json()["tables"] == []
    assert table_id in [table["id"] for table in home.client.get("/api/tables").json()["tables"]]


def test_others_watch_by_the_link_of_a_table(home: RunningServer) -> None:
    """They see no command, and decide nothing."""
    table_id = home.new(game="gipf", seats={"black": PROGRAM})
    with home.page(table_id, headers={}) as eve, home.page(table_id) as ada:
        assert (eve.table["mine"], eve.table["open"], eve.table["yours"]) == ([], False, [])
        assert "hunter2x" not in str(eve.table)
        assert "hunter2x" in str(ada.table)
        assert eve.ask("decide", number=0, decision="e1-e3")["type"] == "refused"
        assert ada.ask("decide", number=0, decision="e1-e3")["type"] == "done"


def test_a_friend_with_a_seat_has_that_seat_and_no_more(home: RunningServer, stranger: httpx.Client) -> None:
    with home.visitor() as ada:
        made = ada.invite()
    sat = stranger.post(f"/api/tables/{made['id']}/sit", json={"key": made["key"], "name": "Ben"})
    assert sat.status_code == 200
    cookie = {"Cookie": f"gipfel={stranger.cookies['gipfel']}"}
    with home.page(made["id"], headers=cookie) as page:
        assert page.table["mine"] == ["black"]
        for side in ("white", "black"):
            assert page.ask("seat", side=side, seat=PROGRAM)["type"] == "refused"
    assert stranger.post("/api/tables", json={"game": "gipf"}).status_code == 403


def test_the_link_makes_a_browser_the_owner(stranger: httpx.Client) -> None:
    wrong = stranger.get("/", params={"token": "x" * len(TOKEN)})
    assert wrong.status_code == 403
    assert "set-cookie" not in wrong.headers
    answer = stranger.get("/", params={"token": TOKEN})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert stranger.post("/api/tables", json={"game": "gipf"}).status_code == 201
    assert COOKIE in stranger.get("/").headers["set-cookie"]  # renewed


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via"])
def test_forwarded_requests_are_refused(home: RunningServer, header: str) -> None:
    answer = home.client.get("/api/home", headers={header: "203.0.113.1"})
    assert answer.status_code == 403
    assert "--public-url" in answer.json()["problem"]


def test_servers_for_others_have_no_owner(abroad: RunningServer) -> None:
    with httpx.Client(base_url=f"http://{abroad.name}", headers={"cookie": OWNER}) as client:
        refused = client.post("/api/tables", json={"game": "gipf", "seats": {"white": PROGRAM}})
        assert refused.status_code == 422
        assert client.get("/", params={"token": TOKEN}).status_code == 200


# --- The token -------------------------------------------------------------------------------------------


def test_the_token_is_kept_for_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    token = load_token()
    assert len(token) >= 32
    assert load_token() == token
    [file] = tmp_path.rglob("owner-token")
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_token_that_cannot_be_kept_is_new_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    assert load_token() != load_token()


@pytest.mark.parametrize("token", ["short", "with spaces in it all", "ümlautümlautümlautümlaut"])
def test_a_token_of_ones_own_is_checked(monkeypatch: pytest.MonkeyPatch, token: str) -> None:
    monkeypatch.setenv(VARIABLE, token)
    with pytest.raises(BadSetting, match="at least 16 letters and digits"):
        load_token()


def test_the_server_prints_the_link(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "gipfel", "serve", "--no-browser", "--port", "0"]
    command += ["--database-url", f"sqlite:///{tmp_path / 'tables.db'}"]
    environment = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+/\?token=([\w-]{32}) ", process.stdout.readline())
        process.terminate()
    assert found is not None
    [file] = tmp_path.rglob("owner-token")
    assert file.read_text().strip() == found[1]
