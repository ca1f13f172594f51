"""A server for others: how it is called, whom it believes, what it tells those who watch over it."""

import json
import logging
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import psycopg
import pytest
from websockets.exceptions import InvalidStatus

import gipfel
from gipfel.cli import main
from gipfel.server.http import health
from gipfel.server.run import trusted_addresses
from gipfel.server.security.limits import WRONG_KEYS
from gipfel.server.settings import BadSetting, Settings, is_among, read_addresses, read_public_url
from gipfel.server.telemetry import logs
from tests.helpers.hosting import HOSTED, NAME, PUBLIC_URL, Outside
from tests.helpers.postgres import database
from tests.helpers.serving import Page, RunningServer, Server, serving
from tests.helpers.visiting import served_here

PATIENCE = 30


# --- Settings -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("https://gipfel.example.org", "https://gipfel.example.org"),
        ("https://Gipfel.Example.org/", "https://gipfel.example.org"),
        ("https://gipfel.example.org:443/", "https://gipfel.example.org"),
        ("http://192.168.1.5:8765", "http://192.168.1.5:8765"),
        ("http://[2001:db8::1]:8765/", "http://[2001:db8::1]:8765"),
    ],
)
def test_public_urls(text: str, url: str) -> None:
    assert read_public_url(text) == url


BAD_URLS = [
    "gipfel.example.org",
    "ftp://gipfel.example.org",
    "https://",
    "https://[x",
    "https://gipfel.example.org:99999",
    "https://gipfel example.org",
    "https://ada:secret@gipfel.example.org",
    "https://gipfel.example.org/games",
    "https://gipfel.example.org/?x=1",
    "https://gipfel.example.org/#/",
    "https://a\nb",
]


@pytest.mark.parametrize("text", BAD_URLS)
def test_public_urls_that_are_none(text: str) -> None:
    with pytest.raises(BadSetting, match=r"write for instance https://gipfel\.example\.org") as error:
        read_public_url(text)
    assert "secret" not in str(error.value)


def test_addresses() -> None:
    known = read_addresses(" 127.0.0.1, 10.0.0.0/8 ,,::1", "--proxy")
    assert known == ("127.0.0.1", "10.0.0.0/8", "::1")
    assert is_among("10.1.2.3", known)
    assert is_among("::ffff:127.0.0.1", known)
    assert not is_among("127.0.0.2", known)
    assert not is_among("nonsense", known)
    assert trusted_addresses(known)[3:] == ["::ffff:127.0.0.1/128", "::ffff:10.0.0.0/104"]
    for bad in ("localhost", "10.0.0.1/8", "*", "0.0.0.0/0", "::/0"):
        with pytest.raises(BadSetting, match="--proxy"):
            read_addresses(bad, "--proxy")


def test_who_can_ask() -> None:
    assert Settings().local
    assert not Settings("0.0.0.0").local
    assert not Settings(public_url="http://127.0.0.1:8765").local
    assert not Settings(public_url="http://gipfel.example.org").secure
    hosted = Settings(public_url=PUBLIC_URL)
    assert hosted.secure
    assert not hosted.local
    assert hosted.names == (NAME,)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ["--public-url", "gipfel.example.org"],
            "the public URL 'gipfel.example.org' is no address of a page",
        ),
        (["--proxy", "nginx"], "--proxy 'nginx' is no address"),
        (["--metrics-for", "everybody"], "--metrics-for 'everybody' is no address"),
        (["--log-format", "xml"], "'xml' is not one of 'text', 'json'"),
        (["--port", "70000"], "there is no port 70000"),
        (["--host", "x" * 100], "this is no address"),
        (["--host", "192.0.2.1"], "cannot listen on 192.0.2.1"),
    ],
)
def test_what_cannot_be_started_says_why(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--no-browser", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert told in said.err
    assert said.err.count("\n") == 1


# --- Starting -------------------------------------------------------------------------------------------


def started(arguments: list[str], **environment: str) -> tuple[subprocess.Popen[str], str]:
    """`gipfel` with arguments and variables, and the first line it says."""
    process = subprocess.Popen(
        [sys.executable, "-m", "gipfel", *arguments],
        env={**os.environ, "GIPFEL_BROWSER": "no", "GIPFEL_PORT": "0", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    return process, process.stdout.readline()


def test_everything_can_be_said_by_variables(tmp_path: Path) -> None:
    process, line = started(
        [],
        GIPFEL_DATABASE_URL=f"sqlite:///{tmp_path / 'tables.db'}",
        GIPFEL_PUBLIC_URL=PUBLIC_URL,
        GIPFEL_LOG_FORMAT="json",
        GIPFEL_METRICS_FOR="192.0.2.1",
        GIPFEL_PROXY="192.0.2.1",
        GIPFEL_HOST="127.0.0.1",
    )
    try:
        told = json.loads(line)
        assert told["event"] == "started"
        assert told["public_url"] == PUBLIC_URL
        answer = httpx.get(told["address"], headers={"host": NAME})
        assert answer.status_code == 200
        assert (tmp_path / "tables.db").exists()
        believes_nobody(Server(urlsplit(told["address"]).netloc))
    finally:
        process.send_signal(signal.SIGTERM)
        out, errors = process.communicate(timeout=PATIENCE)
    assert json.loads(out)["event"] == "stopped"
    assert {json.loads(line)["event"] for line in errors.splitlines()} == {"table made", "refused"}


def believes_nobody(server: Server) -> None:
    """Whom nobody believes cannot get around limits by naming other addresses."""
    table_id = Outside(server, "203.0.113.1").new(game="gipf")["id"]
    statuses = [
        Outside(server, f"203.0.113.{number}")
        .ask("POST", f"/api/tables/{table_id}/sit", json={"key": "x" * 32})
        .status_code
        for number in range(WRONG_KEYS + 1)
    ]
    assert statuses == [403] * WRONG_KEYS + [429]


def test_others_in_the_network_are_told_where(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    process, line = started(["serve", "--host", "0.0.0.0", "--database-url", url])
    try:
        port = int(re.findall(r":(\d+)/", line)[0])
        assert line == f"Gipfel runs at http://127.0.0.1:{port}/ (Ctrl-C ends it).\n"
        assert process.stdout is not None
        told = process.stdout.readline()
        assert f"port {port}." in told or f":{port}/" in told
        for address in re.findall(r"http://\S+", told):
            assert httpx.get(f"{address}health", trust_env=False).json()["status"] == "ok"
            assert httpx.get(f"{address}metrics", trust_env=False).status_code == 403
    finally:
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=PATIENCE)
    assert out.endswith("Gipfel has stopped.\n")
    assert errors == ""


# --- By which name, for which pages ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    arguments = (*HOSTED, "--log-format", "json", "--metrics-for", "192.0.2.1")
    with serving(tmp_path_factory.mktemp("hosting") / "tables.db", *arguments) as running:
        yield running


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "evil.example", "x.gipfel.example.org", "[", ""])
def test_a_hosted_server_has_one_name(server: RunningServer, host: str) -> None:
    answer = server.client.get("/api/home", headers={"host": host})
    assert answer.status_code in (400, 403)
    if answer.status_code == 403:
        assert answer.json()["problem"].startswith(f"this server is called {NAME}, not")


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "localhost", "[::1]", "10.0.0.5:8765", NAME])
def test_who_watches_over_it_may_use_its_address(server: RunningServer, host: str) -> None:
    assert server.client.get("/health", headers={"host": host}).status_code == 200
    assert server.client.get("/health", headers={"host": "evil.example"}).status_code == 403


@pytest.mark.parametrize("host", [NAME, NAME.upper(), f"{NAME}:443"])
def test_it_is_known_by_that_name(server: RunningServer, host: str) -> None:
    home = server.client.get("/api/home", headers={"host": host}).json()
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
def test_only_its_own_pages_may_ask(server: RunningServer, origin: str, own: bool) -> None:
    ada = Outside(server, "203.0.113.1")
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


def test_cookies_are_secure_where_there_is_tls(server: RunningServer, tmp_path: Path) -> None:
    def cookie(answer: httpx.Response) -> set[str]:
        return {part.strip().lower() for part in answer.headers["set-cookie"].split(";")[1:]}

    wanted = {"game": "gipf", "invite": {"side": "white"}}
    ada = Outside(server, "203.0.113.2")
    hosted = cookie(ada.ask("POST", "/api/tables", json=wanted))
    assert hosted >= {"secure", "httponly", "samesite=strict", "path=/"}
    # A neighbour under the same domain could set one of the plain name for all of it, also without TLS.
    name, number = ada.headers["cookie"].split("=")
    assert name == "__Host-gipfel"
    assert ada.ask("GET", "/api/tables").json()["tables"]
    ada.headers["cookie"] = f"gipfel={number}"
    assert not ada.ask("GET", "/api/tables").json()["tables"]
    with served_here(tmp_path / "tables.db") as name:
        assert "secure" not in cookie(Server(name).client.post("/api/tables", json=wanted))


def test_who_is_named_twice_is_the_one_the_proxy_saw(server: RunningServer) -> None:
    """A proxy adds who asks at the end; what stands before that, anybody can write."""
    table_id = Outside(server, "203.0.113.20").new(game="gipf")["id"]
    for number in range(WRONG_KEYS + 1):
        liar = Outside(server, f"203.0.113.{100 + number}, 203.0.113.21")
        answer = liar.ask("POST", f"/api/tables/{table_id}/sit", json={"key": "x" * 32})
    assert answer.status_code == 429


# --- Health and metrics ---------------------------------------------------------------------------------


def test_health(server: RunningServer) -> None:
    for answer in (server.client.get("/health"), Outside(server, "203.0.113.3").ask("GET", "/health")):
        assert answer.status_code == 200
        told = answer.json()
        assert told.pop("uptime") > 0
        assert told == {"status": "ok", "database": True, "version": gipfel.__version__}


def test_a_database_that_does_not_answer(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(health, "FRESH", 0.0)
    with database() as url:
        password = url.split(":")[2].split("@")[0]
        admin, name = url.rsplit("/", 1)
        with served_here(url) as served:
            running = Server(served)
            assert running.client.get("/health").status_code == 200
            with psycopg.connect(f"{admin}/postgres", autocommit=True) as connection:
                connection.execute(f"alter database {name} allow_connections false".encode())
                connection.execute(
                    b"select pg_terminate_backend(pid) from pg_stat_activity where datname = %s", [name]
                )
                answer = until(running, 503)
                assert answer.json()["database"] is False
                assert running.client.get("/api/home").status_code == 503
                connection.execute(f"alter database {name} allow_connections true".encode())
                until(running, 200)
            assert caplog.text
            assert password not in caplog.text


def until(server: Server, status: int) -> httpx.Response:
    """Ask for the health of a server until it is so."""
    end = time.monotonic() + PATIENCE
    while (answer := server.client.get("/health")).status_code != status:
        assert time.monotonic() < end
    return answer


def numbers(server: RunningServer) -> dict[str, float]:
    lines = server.client.get("/metrics").text.splitlines()
    return {name: float(value) for name, value in (ln.rsplit(" ", 1) for ln in lines if ln[0] != "#")}


def test_metrics(server: RunningServer) -> None:
    before = numbers(server)
    ada = Outside(server, "203.0.113.4")
    table_id = ada.new(game="gipf", version="basic")["id"]
    with ada.socket(table_id) as line:
        page = Page(line)
        page.decide("e1-e3")
        during = numbers(server)
        page.do("resign", side="white")
    after = numbers(server)
    assert during["gipfel_connections"] >= 1
    assert during["gipfel_tables_in_memory"] >= 1
    assert during["process_resident_memory_bytes"] > 1e7
    assert during["process_cpu_seconds_total"] > 0
    assert "gipfel_engine_waiting" in during
    for name in ("decisions", "tables_made", "games_over"):
        assert after[f"gipfel_{name}_total"] == before[f"gipfel_{name}_total"] + 1
    assert after["gipfel_decision_seconds_count"] == before["gipfel_decision_seconds_count"] + 1
    assert after['gipfel_answers_total{status="2xx"}'] > before['gipfel_answers_total{status="2xx"}']


@pytest.mark.parametrize(
    "headers",
    [
        {"host": NAME},
        {"host": NAME, "x-forwarded-for": "203.0.113.5"},
        {"x-forwarded-for": "127.0.0.1"},
        {"x-forwarded-for": "192.0.2.1"},
        {"forwarded": "for=127.0.0.1"},
        {"x-real-ip": "127.0.0.1"},
        {"via": "1.1 proxy"},
        {"host": "evil.example"},
    ],
)
def test_metrics_are_not_for_everybody(server: RunningServer, headers: dict[str, str]) -> None:
    answer = server.client.get("/metrics", headers=headers)
    assert answer.status_code == 403
    assert "gipfel_" not in answer.text


# --- Logs -----------------------------------------------------------------------------------------------


def test_the_log_tells_what_happened_and_no_secrets(tmp_path: Path) -> None:
    """Nor does the database."""
    with serving(tmp_path / "tables.db", *HOSTED, "--log-format", "json") as running:
        ada, bob = Outside(running, "203.0.113.6"), Outside(running, "203.0.113.7")
        made = ada.new(game="dvonn", invite={"side": "white", "name": "Ada"})
        bob.ask("POST", f"/api/tables/{made['id']}/sit", json={"key": "wrong" * 8})
        bob.ask("POST", f"/api/tables/{made['id']}/sit", json={"key": made["key"], "name": "Bob"})
        bob.ask("POST", f"/api/tables/{made['id']}/sit", json={"key": made["key"], "x": 1})
        bob.ask("GET", f"/api/tables/{made['id']}/{made['key']}")
        bob.ask("GET", "/metrics")
        another = ada.ask("POST", f"/api/tables/{made['id']}/link", json={}).json()["key"]
        with ada.socket(made["id"]) as one, bob.socket(made["id"]) as other:
            page = Page(one)
            page.ask("say", text="a word between us")
            page.do("resign")
            other.send(b"\xff", text=True)
        cookies = [who.headers["cookie"].partition("=")[2] for who in (ada, bob)]
        log = running.stop(signal.SIGTERM)
    lines = [json.loads(line) for line in log.splitlines()]
    told = [{name: line[name] for name in line if name not in ("time", "level")} for line in lines]
    table_id = made["id"]
    assert {"event": "table made", "table": table_id, "game": "dvonn", "version": "standard"} in told
    over = next(line for line in told if line["event"] == "game over")
    assert (over["table"], over["score"]) == (table_id, "0-1")
    assert {"event": "refused", "kind": "metrics", "times": 1} in told
    assert {"event": "refused", "kind": "garbled message", "times": 1} in told
    assert all(re.fullmatch(r"2\d\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d\d\dZ", line["time"]) for line in lines)
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("tables.db*"))
    for secret in (made["key"], another, "wrong" * 8, *cookies):
        assert secret not in log
        assert secret.encode() not in kept
    for private in ("203.0.113", "a word between us", "Ada", "Bob"):
        assert private not in log


def record(error: Exception, text: str, *arguments: Any) -> logging.LogRecord:
    try:
        raise error
    except Exception:
        return logging.LogRecord("gipfel.server", logging.ERROR, "x.py", 1, text, arguments, sys.exc_info())


def test_an_error_is_one_line_with_a_traceback() -> None:
    line = logs.Json(()).format(record(ValueError("two\nlines"), "table %s", "abc"))
    assert "\n" not in line
    told = json.loads(line)
    assert (told["level"], told["event"], told["text"]) == ("error", "error", "table abc")
    assert told["traceback"].endswith("ValueError: two\nlines")


@pytest.mark.parametrize("password", ["gehe%2Fim%40", 'gehe"im\\', "geheim"])
def test_a_password_that_comes_into_a_log_is_hidden(password: str) -> None:
    url = f"postgresql://gipfel:{password}@localhost/gipfel"
    secrets = logs.secrets_of(url)
    plain = password.replace("%2F", "/").replace("%40", "@")
    for formatter in (logs.Json(secrets), logs.Plain(secrets)):
        line = formatter.format(record(OSError(f"cannot open {url} with {plain}"), "it is %s", plain))
        assert "gehe" not in line
        assert logs.HIDDEN in line


def test_the_same_refusal_again_and_again_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    refusals = logs.Refusals()
    with caplog.at_level(logging.INFO, "gipfel.server"):
        for _ in range(1000):
            refusals.add("test")
    assert len(caplog.records) == 1
