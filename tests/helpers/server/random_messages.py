"""Random messages of hostile clients: nearly right ones, right ones from the wrong people, and noise."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from gipfel.server.contract.client_messages import BadMessage, Decide, Message, read_message
from gipfel.server.contract.shared import Json
from tests.helpers.server.running import Page

Frame = str | bytes | list[str]
"""A list is a text that is sent in several frames."""

WORDS = (
    *("", "e5", "E5", "a0", "z99", "e-5", "\x00", "\u202e", "ü", "🎲", "\ud800", "a" * 59, "9" * 30, "null"),
    *("forfeit:W", "forfeit:B", "agree:=", "die:6-1", "lot:W", "resign", "pass", "{side}", "%s", "../.."),
)
KINDS = ("dot", "spot", "ring", "piece", "tray", "button", "keep", "turn", "glass", "row", "dragon")
VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 7, 2**53, 10**9, 10**30, 1.5, 1e308, "", "white", "red"),
    *([], {}, [[]], {"type": "undo"}, ["e5"] * 30, "x" * 3000, {"a": {"b": [None]}}),
)
MATTERS = ("draw", "undo", "rematch", "tie")
SIDES = ("white", "black")
PERSON, MACHINE = {"kind": "person", "name": "Eve"}, {"kind": "engine", "player": "random"}

OPEN_HARMLESS = (
    "point",
    "why",
    "look",
    "view",
    "decide",
    "preview",
    "pong",
    "stop",
    "accept",
    "decline",
    "redo",
    "retry",
)
"""Types that change nothing at an open table where nothing was offered or undone, and start no engine."""
OF_PLAYERS = ("undo", "resign", "rename", "offer", "say", "plan")
"""Types that change something for a player who is not to act, after the first turn of each side."""


@dataclass(frozen=True)
class AttackerView:
    """What a hostile client knows about a table, and which seat it has."""

    number: int
    targets: list[list[str]]
    decisions: Sequence[str]
    """Decisions that it will try to make."""
    side: str = ""
    """The side it plays; empty for a spectator, `open` for both sides of an open table."""

    @classmethod
    def of(cls, table: Json, decisions: Sequence[str] = (), side: str = "") -> "AttackerView":
        return cls(table["number"], [*known_targets(table)], (*decisions, *WORDS), side)

    def harmless(self, frame: Frame) -> bool:
        """Must the table stay as it is after this frame?"""
        if not self.side:
            return True
        message = understood(frame)
        if message is None:
            return True
        if isinstance(message, Decide) and message.decision.strip().lower() == "e5":
            return False  # a piece could be put there
        if self.side == "open":
            return _harmless_for_all(message)
        return message.type not in OF_PLAYERS or getattr(message, "side", None) not in (None, self.side)


def _harmless_for_all(message: Message) -> bool:
    if message.type == "seat":
        return message.seat.get("kind") not in ("person", "engine")
    if message.type == "analyse":
        return bool(message.at)  # the table has fewer decisions
    return message.type in OPEN_HARMLESS


def understood(frame: Frame) -> Message | None:
    """The message that the server reads in a frame; None if it is malformed."""
    try:
        return read_message("".join(frame) if isinstance(frame, list) else frame)
    except BadMessage:
        return None


def has_answer(frame: Frame) -> bool:
    message = understood(frame)
    return message is None or message.type != "pong"


# --- Frames ---------------------------------------------------------------------------------------------


def make_frames(view: AttackerView, chance: Random) -> Iterator[Frame]:
    """Endless frames after which the table must be as it was."""
    return (frame for frame in any_frames(view, chance) if view.harmless(frame))


def any_frames(view: AttackerView, chance: Random) -> Iterator[Frame]:
    """Endless frames: correct messages, wrong messages, garbled ones, noise."""
    while True:
        kind = chance.random()
        message = random_message(view, chance)
        if kind < 0.5:
            frame: Frame = json.dumps(message)
        elif kind < 0.75:
            frame = json.dumps(with_wrong_field(message, chance))
        elif kind < 0.9:
            frame = garbled(json.dumps(message, ensure_ascii=chance.random() < 0.9), chance)
        elif kind < 0.94:
            frame = json.dumps(random_json(chance, 4))
        else:
            frame = noise(chance)
        yield in_pieces(frame, chance) if isinstance(frame, str) and chance.random() < 0.1 else frame


def in_pieces(text: str, chance: Random) -> list[str]:
    """A text as several WebSocket frames, some of them empty."""
    text = text.encode(errors="replace").decode()
    cuts = sorted(chance.randrange(len(text) + 1) for _ in range(chance.randint(1, 4)))
    return [text[begin:end] for begin, end in zip([0, *cuts], [*cuts, None], strict=True)]


def noise(chance: Random) -> Frame:
    kind = chance.random()
    if kind < 0.6:
        return chance.randbytes(chance.randint(0, 200))
    if kind < 0.9:
        return "".join(chr(chance.randrange(0xD800)) for _ in range(chance.randint(0, 100)))
    if kind < 0.95:
        return "[" * chance.choice((100, 5000, 60_000))
    return chance.choice(("x", "{", '"\\u0000', "é")) * chance.choice((10_000, 64_001, 100_000))


def known_targets(table: Json) -> Iterator[list[str]]:
    picture = table["picture"]
    yield from (place["target"] for place in picture["places"])
    yield from (piece["target"] for piece in picture["pieces"] if piece.get("target"))
    yield from (target["target"] for target in table["targets"])
    stocks = (stock for tray in picture["trays"] for stock in tray["stocks"])
    yield from (stock["target"] for stock in stocks if stock.get("target"))


def random_message(view: AttackerView, chance: Random) -> Json:
    """A well-formed message of any type."""

    def target() -> list[str]:
        if chance.random() < 0.6:
            return chance.choice(view.targets)
        odd = [chance.choice(KINDS), chance.choice((*WORDS, chance.choice(view.targets)[1]))]
        return [*odd, "toggle"] if chance.random() < 0.2 else odd

    number = view.number
    path = [target() for _ in range(chance.choice((0, 1, 1, 2, 3, 20, 100)))]
    near = max(0, number + chance.choice((0, 0, 0, -1, 1, 10**6)))
    line = [chance.choice(view.decisions) for _ in range(chance.choice((0, 1, 2, 3, 20)))]
    decision = chance.choice(view.decisions)
    side = chance.choice(({}, {"side": "white"}, {"side": "black"}))
    what = {"what": chance.choice(MATTERS)}
    seat = chance.choice((PERSON, MACHINE, {"kind": chance.choice(WORDS)}))
    seconds = chance.choice((None, 0.01, 11, 3600))
    message: Json = chance.choice(
        [
            {"type": "point", "number": near, "prefix": path, **side},
            {"type": "why", "number": near, "prefix": path, "target": target()},
            {"type": "look", "target": target(), "at": chance.choice((None, 0, number, near))},
            {"type": "view", "at": near},
            {"type": "decide", "number": near, "decision": decision, **side},
            {
                "type": "decide",
                "number": number,
                "decision": decision,
                "happened": near,
            },
            {"type": "seat", "side": chance.choice(SIDES), "seat": seat},
            {"type": "analyse", "at": 10**6, "lines": chance.choice((0, 3))},
            {"type": "analyse", "seconds": seconds},
            {"type": chance.choice(("hint", "opinion")), "seconds": seconds},
            {"type": chance.choice(("undo", "redo", "roll", "play on", "retry", "stop"))},
            {"type": chance.choice(("resign", "abort")), **side},
            {"type": "rename", "side": chance.choice(SIDES), "name": chance.choice(WORDS)},
            {"type": "offer", **what, **side},
            {"type": chance.choice(("accept", "decline")), **what, **side},
            {"type": "say", "text": chance.choice((*WORDS, "good game", "x" * 1999)), **side},
            {"type": "preview", "number": near, "line": line, "prefix": path[:20]},
            {"type": "plan", "number": near, "line": line, "always": chance.random() < 0.5, **side},
            {"type": "pong", "n": chance.choice((0, 7, 2**48, 2**53))},
        ]
    )
    return {**message, "id": chance.choice((1, 2, "x", None, "é" * 90))}


def with_wrong_field(message: Json, chance: Random) -> Json:
    """A message in which one field is wrong, missing or added."""
    changed = {**message}
    name = chance.choice([*message, *WORDS])
    if name in message and chance.random() < 0.3:
        del changed[name]
    else:
        changed[name] = chance.choice((*VALUES, *WORDS))
    return changed


def garbled(text: str, chance: Random) -> str:
    """A text with some characters changed, removed or doubled."""
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(text) + 1)
        insert = chance.choice(("", "", '"', "{", "[", "\\", "0", ",", "é", text[at : at + 9]))
        text = text[:at] + insert + text[at + chance.randint(0, 3) :]
    return text.encode(errors="replace").decode()


def random_json(chance: Random, depth: int) -> Any:
    kind = chance.random()
    if depth == 0 or kind < 0.3:
        return chance.choice((*VALUES, *WORDS))
    size = chance.randint(0, 4)
    if kind < 0.6:
        return [random_json(chance, depth - 1) for _ in range(size)]
    names = ("type", "id", "key", "name", "game", "seats", "at", *WORDS)
    return {chance.choice(names): random_json(chance, depth - 1) for _ in range(size)}


# --- Sending --------------------------------------------------------------------------------------------

MARK = 123_456
"""An id that no random frame has."""
UNSOLICITED = ("table", "time", "present", "messages", "ping")


def send_all(page: Page, frames: Sequence[Frame]) -> list[Json]:
    """Send frames without waiting for answers, then check that every one has been answered."""
    for frame in frames:
        page.socket.send(frame)
    page.asked = max(page.asked, MARK)
    mark = page.send("look", target=["spot", "e5"])
    answers = []
    while (message := page.receive()).get("id") != mark or message["type"] in UNSOLICITED:
        answers.append(message)
    answered = [message for message in answers if message["type"] not in UNSOLICITED]
    assert not [message for message in answered if "in the program" in str(message.get("reason"))], frames
    assert len(answered) == sum(map(has_answer, frames)), frames
    return answered
