"""The results of checks."""

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How good something is."""

    OK = "ok"
    ADVICE = "advice"
    UNSAFE = "unsafe"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the checklist: what is right, or what is wrong and what would be right."""

    level: Level
    topic: str
    text: str


def ok(topic: str, text: str) -> Finding:
    return Finding(Level.OK, topic, text)


def advice(topic: str, text: str) -> Finding:
    return Finding(Level.ADVICE, topic, text)


def unsafe(topic: str, text: str) -> Finding:
    return Finding(Level.UNSAFE, topic, text)


def sentence(message: str) -> str:
    """A message of an error as a sentence."""
    return f"{message[:1].upper()}{message[1:]}."
