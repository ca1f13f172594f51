"""Metrics: what is counted, and who may read it."""

import pytest

from tests.helpers.server.proxied import NAME, ProxiedClient
from tests.helpers.server.running import Page, RunningServer


def numbers(hosted: RunningServer) -> dict[str, float]:
    lines = hosted.client.get("/metrics").text.splitlines()
    return {name: float(value) for name, value in (ln.rsplit(" ", 1) for ln in lines if ln[0] != "#")}


def test_metrics(hosted: RunningServer) -> None:
    before = numbers(hosted)
    ada = ProxiedClient(hosted, "203.0.113.4")
    table_id = ada.new(game="gipf", version="basic")["id"]
    with ada.socket(table_id) as line:
        page = Page(line)
        page.decide("e1-e3")
        during = numbers(hosted)
        page.do("resign", side="white")
    after = numbers(hosted)
    assert during["gipfel_connections"] >= 1
    assert during["gipfel_tables_in_memory"] >= 1
    assert during["process_resident_memory_bytes"] > 1e7
    assert during["process_cpu_seconds_total"] > 0
    assert "gipfel_engine_waiting" in during
    for name in ("decisions", "tables_created", "games_over"):
        assert after[f"gipfel_{name}_total"] == before[f"gipfel_{name}_total"] + 1
    assert after["gipfel_decision_seconds_count"] == before["gipfel_decision_seconds_count"] + 1
    assert after['gipfel_answers_total{status="2xx"}'] > before.get('gipfel_answers_total{status="2xx"}', 0)


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
def test_metrics_are_not_for_everybody(hosted: RunningServer, headers: dict[str, str]) -> None:
    answer = hosted.client.get("/metrics", headers=headers)
    assert answer.status_code == 403
    assert "gipfel_" not in answer.text
