"""Turns of TAMSK in the players' words, for lists: `41146 r e6-d7+` becomes `e6–d7, ring` at 0:41."""

import re

from gipfel.games.core.turn_words import TurnWords
from gipfel.games.tamsk.moves import MOVE, NAME
from gipfel.locale import digits, note, say

_LINE = re.compile(r"(?:([0-9]{1,12})\s+[rb]\s+)?(\S+)")
"""At levels 2 and 3 the time and the player come first."""
_MOVE = re.compile(rf"(\^?)({MOVE})")
_GRAB, _PLACE, _BONUS = re.compile(rf"({NAME})~"), re.compile(rf"~({NAME})(\+?)"), re.compile(rf"\*({NAME})")

SIMPLE = {
    "pass": note("pass"),
    "^pass": note("steals a ring, passes"),
    "@~": note("lifts a glass"),
    "~x": note("puts it back"),
    "+": note("ring"),
    "-": note("no ring"),
    "^": note("steals the ring"),
    "!": note("turns the timer"),
    "resign": note("resigns"),
    ".": note("waits"),
}


def turn_words(text: str) -> TurnWords | None:
    """A turn or an event of any level; None if it is neither."""
    line = _LINE.fullmatch(text)
    words = _words(line[2]) if line else ""
    if line is None or not words:
        return None
    return TurnWords(words, _time(int(line[1])) if line[1] else "")


def _time(ms: int) -> str:
    return digits(f"{ms // 60_000}:{ms // 1000 % 60:02}")


def _words(token: str) -> str:
    """An event in words; empty if it is none."""
    if token in SIMPLE:
        return say(SIMPLE[token])
    if match := _MOVE.fullmatch(token):
        moved = _with_ring(_move(match[2].removesuffix("+")), token.endswith("+"))
        return say("steals a ring, {move}", move=moved) if match[1] else moved
    if match := _GRAB.fullmatch(token):
        return say("lifts {space}", space=match[1])
    if match := _PLACE.fullmatch(token):
        return _with_ring(say("puts it on {space}", space=match[1]), bool(match[2]))
    if match := _BONUS.fullmatch(token):
        return say("bonus ring on {space}", space=match[1])
    return ""


def _move(move: str) -> str:
    """From where to where."""
    return say("hand–{space}", space=move[1:]) if move.startswith("@") else move.replace("-", "–")


def _with_ring(move: str, ring: bool) -> str:
    return say("{move}, ring", move=move) if ring else move
