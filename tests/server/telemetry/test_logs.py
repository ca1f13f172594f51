"""Logs: they say what happened, and no secrets."""

import json
import logging
import re
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from gipfel.server.telemetry import logs
from tests.helpers.server.proxied import HOSTED, ProxiedClient
from tests.helpers.server.running import Page, serving


def test_the_log_tells_what_happened_and_no_secrets(tmp_path: Path) -> None:
    """The database holds no secrets either."""
    with serving(tmp_path / "tables.db", *HOSTED, "--log-format", "json") as running:
        ada, bob = ProxiedClient(running, "203.0.113.6"), ProxiedClient(running, "203.0.113.7")
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
    assert {"event": "table created", "table": table_id, "game": "dvonn", "version": "standard"} in told
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
    line = logs.JsonFormatter(()).format(record(ValueError("two\nlines"), "table %s", "abc"))
    assert "\n" not in line
    told = json.loads(line)
    assert (told["level"], told["event"], told["text"]) == ("error", "error", "table abc")
    assert told["traceback"].endswith("ValueError: two\nlines")


@pytest.mark.parametrize("password", ["gehe%2Fim%40", 'gehe"im\\', "geheim"])
def test_a_password_that_comes_into_a_log_is_hidden(password: str) -> None:
    url = f"postgresql://gipfel:{password}@localhost/gipfel"
    secrets = logs.secrets_of(url)
    plain = password.replace("%2F", "/").replace("%40", "@")
    for formatter in (logs.JsonFormatter(secrets), logs.TextFormatter(secrets)):
        line = formatter.format(record(OSError(f"cannot open {url} with {plain}"), "it is %s", plain))
        assert "gehe" not in line
        assert logs.HIDDEN in line


def test_the_same_refusal_again_and_again_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    refusals = logs.Refusals()
    with caplog.at_level(logging.INFO, "gipfel.server"):
        for _ in range(1000):
            refusals.add("test")
    assert len(caplog.records) == 1
