"""The health of a server."""

import time

import httpx
import psycopg
import pytest

import gipfel
from gipfel.server.http import health
from gipfel.server.http.health import Health
from tests.helpers.asynchronous import run
from tests.helpers.postgres import database
from tests.helpers.server.in_process import served_here
from tests.helpers.server.proxied import ProxiedClient
from tests.helpers.server.running import RunningServer, Server

PATIENCE = 30


def test_health(hosted: RunningServer) -> None:
    for answer in (hosted.client.get("/health"), ProxiedClient(hosted, "203.0.113.3").ask("GET", "/health")):
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
                answer = until_status(running, 503)
                assert answer.json()["database"] is False
                assert running.client.get("/api/home").status_code == 503
                connection.execute(f"alter database {name} allow_connections true".encode())
                until_status(running, 200)
            assert caplog.text
            assert password not in caplog.text


def until_status(server: Server, status: int) -> httpx.Response:
    """Ask for the health of a server until it has a status."""
    end = time.monotonic() + PATIENCE
    while (answer := server.client.get("/health")).status_code != status:
        assert time.monotonic() < end
    return answer


def test_a_question_that_fails_in_any_way_is_no_good_sign() -> None:
    def fails() -> None:
        raise RuntimeError("cannot schedule new futures after shutdown")

    async def asked() -> bool:
        return await Health(fails).healthy()

    assert not run(asked())
