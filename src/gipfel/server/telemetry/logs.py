"""The log of a server: warnings as text, or all events as JSON, one object a line.

It never contains addresses of visitors, cookies, keys, or the password of the database.
"""

import json
import logging
import sys
from collections import Counter
from datetime import UTC, datetime
from time import monotonic
from typing import TextIO
from urllib.parse import quote, unquote, urlsplit

from gipfel.server.telemetry import metrics

LOG = logging.getLogger("gipfel.server")

PAUSE = 10.0
"""The fewest seconds between two lines about the same kind of refusal, so that nobody can flood the log."""
LONGEST = 20_000
"""Letters of a text in the log."""
HIDDEN = "***"
GARBLED = {
    "Invalid UTF-8 sequence received from client.": "garbled message",
    "Invalid HTTP request received.": "garbled request",
    "Unsupported upgrade request.": "garbled request",
}
"""What uvicorn logs about malformed input, partly with a traceback, and the kind of refusal it is here."""


def event(name: str, **fields: object) -> None:
    """Log an event."""
    LOG.info(name, extra={"fields": fields})


# --- Refusals -------------------------------------------------------------------------------------------


class Refusals:
    """Counts refusals, and logs each kind from time to time."""

    def __init__(self) -> None:
        self._unlogged: Counter[str] = Counter()
        self._logged_at: dict[str, float] = {}

    def add(self, kind: str) -> None:
        metrics.REFUSALS.labels(kind).inc()
        self._unlogged[kind] += 1
        now = monotonic()
        if now - self._logged_at.get(kind, -PAUSE) >= PAUSE:  # the first one is logged at once
            self._logged_at[kind] = now
            event("refused", kind=kind, times=self._unlogged.pop(kind))


refused = Refusals().add
"""Count a refusal. The kinds are a small fixed set, as each is a label of a metric."""


class GarbledInputFilter(logging.Filter):
    """Counts malformed input as a refusal instead of logging uvicorn's warning: the server works."""

    def filter(self, record: logging.LogRecord) -> bool:
        kind = GARBLED.get(str(record.msg))
        if kind is not None:
            refused(kind)
        return kind is None


# --- Formats --------------------------------------------------------------------------------------------


class TextFormatter(logging.Formatter):
    """Lines for people; errors with their traceback."""

    def __init__(self, secrets: tuple[str, ...]) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record), self._secrets)


class JsonFormatter(logging.Formatter):
    """Lines for programs: one JSON object each."""

    def __init__(self, secrets: tuple[str, ...]) -> None:
        super().__init__()
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        return to_json_line(self._fields(record), self._secrets)

    def _fields(self, record: logging.LogRecord) -> dict[str, object]:
        fields = getattr(record, "fields", None)
        when = _instant(datetime.fromtimestamp(record.created, UTC))
        entry: dict[str, object] = {"time": when, "level": record.levelname.lower()}
        if fields is not None:
            return {**entry, "event": record.getMessage(), **fields}
        entry |= {"event": "message", "logger": record.name, "text": record.getMessage()[:LONGEST]}
        if record.exc_info:
            entry |= {"event": "error", "traceback": self.formatException(record.exc_info)[-LONGEST:]}
        return entry


def to_json_line(fields: dict[str, object], secrets: tuple[str, ...] = ()) -> str:
    """An object as one line of JSON."""
    return redact(json.dumps(fields, ensure_ascii=False, default=str), secrets)


def redact(text: str, secrets: tuple[str, ...]) -> str:
    """A text with all secrets replaced, in case one got into it."""
    for secret in secrets:
        text = text.replace(secret, HIDDEN)
    return text


def secrets_of(database_url: str | None) -> tuple[str, ...]:
    """The password of a database, in all the ways it may be escaped."""
    try:
        password = urlsplit(database_url or "").password or ""
    except ValueError:
        return ()
    forms = {password, unquote(password), quote(unquote(password), safe="")}
    escaped = {json.dumps(form, ensure_ascii=False)[1:-1] for form in forms}
    return tuple(sorted((forms | escaped) - {""}, key=len, reverse=True))


# --- Setting up -----------------------------------------------------------------------------------------


class CountingHandler(logging.StreamHandler[TextIO]):
    """Writes to stderr, and counts errors."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR:
            metrics.ERRORS.inc()
        super().emit(record)


def set_up(as_json: bool, database_url: str | None) -> None:
    """Make all loggers of this process write to stderr in one format."""
    secrets = secrets_of(database_url)
    handler = CountingHandler(sys.stderr)
    handler.setFormatter(JsonFormatter(secrets) if as_json else TextFormatter(secrets))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    LOG.setLevel(logging.INFO if as_json else logging.WARNING)
    logging.captureWarnings(True)
    # A filter of a logger does not apply to its children, and this is the logger that uvicorn uses.
    logging.getLogger("uvicorn.error").addFilter(GarbledInputFilter())


def announce(as_json: bool, text: str, **fields: object) -> None:
    """Print to stdout that the server has started or stopped, in the format of the log."""
    if as_json:
        now = datetime.now(UTC)
        text = to_json_line({"time": _instant(now), "level": "info", **fields})
    print(text, flush=True)


def _instant(when: datetime) -> str:
    return when.isoformat(timespec="milliseconds").replace("+00:00", "Z")
