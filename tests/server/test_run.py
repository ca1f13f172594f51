"""Starting and stopping a server."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import httpx

from gipfel.server.security.limits import WRONG_KEYS
from tests.helpers.server.proxied import NAME, PUBLIC_URL, ProxiedClient
from tests.helpers.server.running import RunningServer, Server, serving

PATIENCE = 30


# --- Starting -------------------------------------------------------------------------------------------


def started(arguments: list[str], **environment: str) -> tuple[subprocess.Popen[str], str]:
    """Start `gipfel` with arguments and variables; the process and its first line."""
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
        trusts_no_proxy(Server(urlsplit(told["address"]).netloc))
    finally:
        process.send_signal(signal.SIGTERM)
        out, errors = process.communicate(timeout=PATIENCE)
    assert json.loads(out)["event"] == "stopped"
    assert {json.loads(line)["event"] for line in errors.splitlines()} == {"table created", "refused"}


def trusts_no_proxy(server: Server) -> None:
    """A client that is no trusted proxy cannot get around limits by naming other addresses."""
    table_id = ProxiedClient(server, "203.0.113.1").new(game="gipf")["id"]
    statuses = [
        ProxiedClient(server, f"203.0.113.{number}")
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


ENGINE = {"kind": "engine", "player": "random"}


# --- Stopping -------------------------------------------------------------------------------------------


def test_a_server_that_is_killed_has_kept_what_it_said(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    server = RunningServer(database)
    table_id = server.new(game="yinsh")
    with server.page(table_id) as page:
        page.play_at_random(Random(1), 6)
        turns = page.table["turns"]
        found = page.point_at_random(Random(2))
        assert found is not None
        assert page.ask("decide", number=6, decision=found["decision"])["type"] == "done"
        server.stop(signal.SIGKILL)
    with serving(database) as again, again.page(table_id) as page:
        assert page.table["number"] == 7
        assert page.table["turns"][: len(turns)] == turns


def test_ctrl_c_ends_it_at_once_and_time_is_kept(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    server = RunningServer(database)
    table_id = server.new(game="tamsk", version="level2", seats={"black": ENGINE})
    with server.page(table_id) as page:
        now = page.until("time")["now"]
        begin = time.monotonic()
        errors = server.stop()
        assert time.monotonic() - begin < 3
        assert errors == ""
        assert server.process.returncode == 0
    with serving(database) as again, again.page(table_id) as page:
        assert page.table["time"]["now"] >= now
