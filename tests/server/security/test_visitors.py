"""Visitors: their cookies, and their addresses behind a proxy."""

from pathlib import Path

import httpx

from gipfel.server.security.limits import WRONG_KEYS
from tests.helpers.server.in_process import served_here
from tests.helpers.server.proxied import ProxiedClient
from tests.helpers.server.running import RunningServer, Server


def test_cookies_are_secure_where_there_is_tls(hosted: RunningServer, tmp_path: Path) -> None:
    def cookie(answer: httpx.Response) -> set[str]:
        return {part.strip().lower() for part in answer.headers["set-cookie"].split(";")[1:]}

    wanted = {"game": "gipf", "invite": {"side": "white"}}
    ada = ProxiedClient(hosted, "203.0.113.2")
    hosted = cookie(ada.ask("POST", "/api/tables", json=wanted))
    assert hosted >= {"secure", "httponly", "samesite=strict", "path=/"}
    # Another site of the same domain could set a cookie without the prefix, even without TLS.
    name, number = ada.headers["cookie"].split("=")
    assert name == "__Host-gipfel"
    assert ada.ask("GET", "/api/tables").json()["tables"]
    ada.headers["cookie"] = f"gipfel={number}"
    assert not ada.ask("GET", "/api/tables").json()["tables"]
    with served_here(tmp_path / "tables.db") as name:
        assert "secure" not in cookie(Server(name).client.post("/api/tables", json=wanted))


def test_who_is_named_twice_is_the_one_the_proxy_saw(hosted: RunningServer) -> None:
    """A proxy appends the client's address; anybody can send what comes before it."""
    table_id = ProxiedClient(hosted, "203.0.113.20").new(game="gipf")["id"]
    for number in range(WRONG_KEYS + 1):
        liar = ProxiedClient(hosted, f"203.0.113.{100 + number}, 203.0.113.21")
        answer = liar.ask("POST", f"/api/tables/{table_id}/sit", json={"key": "x" * 32})
    assert answer.status_code == 429
