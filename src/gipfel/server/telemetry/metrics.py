"""What a server counts, for those who watch over it; in the text format of Prometheus."""

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

disable_created_metrics()  # type: ignore[no-untyped-call]  # when a number was zero helps nobody
REGISTRY = CollectorRegistry()
"""Ours alone: nothing that other libraries count."""
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

DECISIONS = Counter("gipfel_decisions", "Decisions stored by this process.", registry=REGISTRY)
DECISION_SECONDS = Histogram(
    "gipfel_decision_seconds",
    "From the arrival of a decision until everybody at the table is told.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
    registry=REGISTRY,
)
TABLES_MADE = Counter("gipfel_tables_made", "New tables.", registry=REGISTRY)
GAMES_OVER = Counter("gipfel_games_over", "Games that came to an end.", registry=REGISTRY)
REFUSALS = Counter(
    "gipfel_refusals", "What was refused before anybody looked at it.", ["kind"], registry=REGISTRY
)
ANSWERS = Counter(
    "gipfel_answers", "Answers over HTTP by the first digit of their status.", ["status"], registry=REGISTRY
)
MISTAKES = Counter("gipfel_errors", "Errors in the log.", registry=REGISTRY)
CONNECTIONS = Gauge("gipfel_connections", "Pages that are connected to a table.", registry=REGISTRY)
TABLES = Gauge("gipfel_tables_in_memory", "Tables at hand.", registry=REGISTRY)
WAITING = Gauge("gipfel_engine_waiting", "AnalysisTasks that wait for a process.", registry=REGISTRY)
THINKING = Gauge("gipfel_engine_busy", "Processes that think.", registry=REGISTRY)
Info("gipfel", "What runs here.", registry=REGISTRY).info({"version": gipfel.__version__})
ProcessCollector(registry=REGISTRY)


def watch(gauge: Gauge, number: Callable[[], float]) -> None:
    """Let a gauge show what a function says whenever somebody looks."""
    gauge.set_function(number)


def written() -> bytes:
    """Everything, as it is now."""
    return generate_latest(REGISTRY)
