"""The names and origins that a server answers to."""

import json

import pytest
from websockets.exceptions import InvalidStatus

from gipfel.server.settings import machine_names
from tests.helpers.server.proxied import NAME, PUBLIC_URL, ProxiedClient
from tests.helpers.server.running import RunningServer

PATIENCE = 30


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "evil.example", "x.gipfel.example.org", "[", ""])
def test_a_hosted_server_has_one_name(hosted: RunningServer, host: str) -> None:
    answer = hosted.client.get("/api/home", headers={"host": host})
    assert answer.status_code in (400, 403)
    if answer.status_code == 403:
        assert answer.json()["problem"].startswith(f"this server is called {NAME}, not")


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "localhost", "[::1]", "10.0.0.5:8765", NAME])
def test_who_watches_over_it_may_use_its_address(hosted: RunningServer, host: str) -> None:
    assert hosted.client.get("/health", headers={"host": host}).status_code == 200
    assert hosted.client.get("/health", headers={"host": "evil.example"}).status_code == 403


@pytest.mark.parametrize("host", [NAME, NAME.upper(), f"{NAME}:443"])
def test_it_is_known_by_that_name(hosted: RunningServer, host: str) -> None:
    home = hosted.client.get("/api/home", headers={"host": host}).json()
    assert home["public_url"] == PUBLIC_URL
    assert home["local"] is False


ORIGINS = [
    ("https://gipfel.example.org", True),
    ("https://gipfel.example.org:443", True),
    ("http://gipfel.example.org", False),
    ("https://gipfel.example.org:8443", False),
    ("https://evil.example", False),
    ("https://gipfel.example.org.evil.example", False),
    ("null", False),
    ("https://gipfel.example.org:x", False),
    ("", False),
]


@pytest.mark.parametrize(("origin", "own"), ORIGINS)
def test_only_its_own_pages_may_ask_a_hosted_server(hosted: RunningServer, origin: str, own: bool) -> None:
    ada = ProxiedClient(hosted, "203.0.113.1")
    table_id = ada.new(game="gipf")["id"]
    ada.headers["origin"] = origin
    assert ada.ask("POST", "/api/tables", json={"game": "gipf"}).status_code == (201 if own else 403)
    del ada.headers["origin"]
    try:
        with ada.socket(table_id, origin=origin) as line:
            assert own
            assert json.loads(line.recv(PATIENCE))["type"] == "table"
    except InvalidStatus as refused:
        assert not own
        assert refused.response.status_code == 403


def test_only_its_own_pages_may_ask_a_local_server(home: RunningServer) -> None:
    strange = ({"origin": "https://example.org"}, {"origin": "null"}, {"origin": "http://["}, {"origin": ""})
    for headers in (*strange, {"host": "example.org"}, {"host": "127.0.0.1.example.org"}, {"host": "[::1"}):
        refused = home.client.get("/api/tables", headers=headers)
        assert refused.status_code == 403
        assert "content-security-policy" in refused.headers
    own = {"origin": f"http://{home.name}"}
    assert home.client.get("/api/tables", headers=own).status_code == 200


def test_in_a_network_it_is_called_by_addresses_and_its_own_names(abroad: RunningServer) -> None:
    """Any other name may be an attacker's, whose page the browser takes for this server's."""
    port = abroad.name.rpartition(":")[2]
    for host in (*machine_names(), "localhost", "127.0.0.1", "192.168.1.20", "[fe80::1]"):
        assert abroad.client.get("/api/home", headers={"host": f"{host}:{port}"}).status_code == 200, host
    for host in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example"):
        answer = abroad.client.get("/api/home", headers={"host": f"{host}:{port}"})
        assert answer.status_code == 403
        assert answer.json()["problem"].endswith("start it with --public-url")


def test_behind_tls_browsers_are_told_to_stay_there(hosted: RunningServer, home: RunningServer) -> None:
    ada = ProxiedClient(hosted, "203.0.113.1")
    for path in ("/", "/api/home"):
        assert "max-age=" in ada.ask("GET", path).headers["strict-transport-security"]
        assert "strict-transport-security" not in home.client.get(path).headers
