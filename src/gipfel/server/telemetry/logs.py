"""What a server writes down while it runs: warnings in words, or everything as JSON, one object a line.

Neither has addresses of people, cookies, keys, or the password of the database.
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
"""Seconds between two lines about the same kind of refusal: nobody can fill the log."""
LONGEST = 20_000
"""Letters of a text in the log."""
HIDDEN = "***"
GARBLED = {
    "Invalid UTF-8 sequence received from client.": "garbled message",
    "Invalid HTTP request received.": "garbled request",
    "Unsupported upgrade request.": "garbled request",
}
"""What uvicorn says about those who talk nonsense, some of it with a traceback, and what we call it."""


def event(name: str, **fields: object) -> None:
    """Something worth knowing has happened."""
    LOG.info(name, extra={"fields": fields})


# --- Refusals -------------------------------------------------------------------------------------------


class Refusals:
    """Counts what is refused, and writes down a line of a kind from time to time."""

    def __init__(self) -> None:
        self._silent: Counter[str] = Counter()
        self._told: dict[str, float] = {}

    def add(self, kind: str) -> None:
        metrics.REFUSALS.labels(kind).inc()
        self._silent[kind] += 1
        now = monotonic()
        if now - self._told.get(kind, -PAUSE) >= PAUSE:
            self._told[kind] = now
            event("refused", kind=kind, times=self._silent.pop(kind))


refused = Refusals().add
"""Something of this kind was refused; kinds are few and known."""


class Nonsense(logging.Filter):
    """Turns complaints of uvicorn about what others send into refusals: nothing is wrong here."""

    def filter(self, record: logging.LogRecord) -> bool:
        kind = GARBLED.get(str(record.msg))
        if kind is not None:
            refused(kind)
        return kind is None


# --- Lines ----------------------------------------------------------------------------------------------


class Plain(logging.Formatter):
    """For people: what happened, and where if it was a mistake."""

    def __init__(self, secrets: tuple[str, ...]) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        return hidden(super().format(record), self._secrets)


class Json(logging.Formatter):
    """For programs: one object a line."""

    def __init__(self, secrets: tuple[str, ...]) -> None:
        super().__init__()
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        return written(self._fields(record), self._secrets)

    def _fields(self, record: logging.LogRecord) -> dict[str, object]:
        fields = getattr(record, "fields", None)
        when = _instant(datetime.fromtimestamp(record.created, UTC))
        told: dict[str, object] = {"time": when, "level": record.levelname.lower()}
        if fields is not None:
            return {**told, "event": record.getMessage(), **fields}
        told |= {"event": "message", "logger": record.name, "text": record.getMessage()[:LONGEST]}
        if record.exc_info:
            told |= {"event": "error", "traceback": self.formatException(record.exc_info)[-LONGEST:]}
        return told


def written(fields: dict[str, object], secrets: tuple[str, ...] = ()) -> str:
    """An object in one line."""
    return hidden(json.dumps(fields, ensure_ascii=False, default=str), secrets)


def hidden(text: str, secrets: tuple[str, ...]) -> str:
    """A text without what nobody may read, should it ever have come there."""
    for secret in secrets:
        text = text.replace(secret, HIDDEN)
    return text


def secrets_of(database_url: str | None) -> tuple[str, ...]:
    """The password of a database, in all ways it may be written."""
    try:
        password = urlsplit(database_url or "").password or ""
    except ValueError:
        return ()
    ways = {password, unquote(password), quote(unquote(password), safe="")}
    escaped = {json.dumps(way, ensure_ascii=False)[1:-1] for way in ways}
    return tuple(sorted((ways | escaped) - {""}, key=len, reverse=True))


# --- Setting up -----------------------------------------------------------------------------------------


class Lines(logging.StreamHandler[TextIO]):
    """Writes to stderr, and counts errors."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR:
            metrics.MISTAKES.inc()
        super().emit(record)


def set_up(as_json: bool, database_url: str | None) -> None:
    """Let everything in this process that writes a log write it in one form."""
    secrets = secrets_of(database_url)
    handler = Lines(sys.stderr)
    handler.setFormatter(Json(secrets) if as_json else Plain(secrets))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    LOG.setLevel(logging.INFO if as_json else logging.WARNING)
    logging.captureWarnings(True)
    # uvicorn asks every logger by this name; a filter of a logger does not see what its children say.
    logging.getLogger("uvicorn.error").addFilter(Nonsense())


def announced(as_json: bool, text: str, **fields: object) -> None:
    """Say on stdout that the server answers or has stopped, in the form of the log."""
    if as_json:
        now = datetime.now(UTC)
        text = written({"time": _instant(now), "level": "info", **fields})
    print(text, flush=True)


def _instant(when: datetime) -> str:
    return when.isoformat(timespec="milliseconds").replace("+00:00", "Z")
