"""Metrics of a server in the text format of Prometheus."""

from collections.abc import Callable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

import gipfel

disable_created_metrics()  # type: ignore[no-untyped-call]  # nobody needs the time when a counter started
REGISTRY = CollectorRegistry()
"""A registry of its own, without the metrics of other libraries."""
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

DECISIONS = Counter("gipfel_decisions", "Decisions stored by this process.", registry=REGISTRY)
DECISION_SECONDS = Histogram(
    "gipfel_decision_seconds",
    "Seconds from the arrival of a decision until it is stored.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
    registry=REGISTRY,
)
TABLES_CREATED = Counter("gipfel_tables_created", "New tables.", registry=REGISTRY)
GAMES_OVER = Counter("gipfel_games_over", "Games that came to an end.", registry=REGISTRY)
REFUSALS = Counter(
    "gipfel_refusals", "Requests and messages refused before they were handled.", ["kind"], registry=REGISTRY
)
ANSWERS = Counter(
    "gipfel_answers", "Answers over HTTP by the first digit of their status.", ["status"], registry=REGISTRY
)
NOTICES = Counter(
    "gipfel_notices",
    "Notices to players with the page closed, by kind and by what became of them.",
    ["kind", "result"],
    registry=REGISTRY,
)
ERRORS = Counter("gipfel_errors", "Errors in the log.", registry=REGISTRY)
CONNECTIONS = Gauge("gipfel_connections", "Pages that are connected to a table.", registry=REGISTRY)
TABLES = Gauge("gipfel_tables_in_memory", "Tables in memory.", registry=REGISTRY)
WATCHED_WAITING = Gauge(
    "gipfel_tables_waiting",
    "Tables at which only engines play that wait for others of the same address.",
    registry=REGISTRY,
)
WAITING = Gauge("gipfel_engine_waiting", "Engine jobs that wait for a worker.", registry=REGISTRY)
THINKING = Gauge("gipfel_engine_busy", "Engine workers in use.", registry=REGISTRY)
COMPILING = Gauge(
    "gipfel_engine_compiling", "Games that are being compiled or wait for it.", registry=REGISTRY
)
CLUSTER_WORKERS = Gauge(
    "gipfel_engine_cluster_workers",
    "Engine workers on the Dask cluster; 0 while engines think on this machine.",
    registry=REGISTRY,
)
Info("gipfel", "The version of Gipfel.", registry=REGISTRY).info({"version": gipfel.__version__})
ProcessCollector(registry=REGISTRY)


def watch(gauge: Gauge, number: Callable[[], float]) -> None:
    """Set the function that a gauge calls for its value."""
    gauge.set_function(number)


def exposition() -> bytes:
    """All metrics with their current values."""
    return generate_latest(REGISTRY)
