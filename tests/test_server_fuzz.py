"""Whatever a page says, the server answers, the table stays as it is, and the log stays empty."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from gipfel.server.messages import BadMessage, read_message
from tests.serving import Page, RunningServer, serving

FRAMES = 5000
BATCH = 50
GAMES = ("gipf", "punct", "yinsh", "tzaar", "zertz", "dvonn", "tamsk", "project")
PLAYED = 12
"""Decisions before it begins, so that there is something on the board."""
HARMLESS = ("point", "why", "look", "view", "decide")
"""Messages of other types, if they are understood, change the table or make an engine think."""
WORDS = (
    *("", "e5", "E5", "a0", "z99", "e-5", "\x00", "\u202e", "ü", "🎲", "\ud800", "a" * 59, "9" * 30, "null"),
    *("forfeit:W", "forfeit:B", "agree:=", "die:6-1", "lot:W", "resign", "pass", "{side}", "%s", "../.."),
)
KINDS = ("dot", "spot", "ring", "piece", "tray", "button", "keep", "turn", "glass", "row", "dragon")
VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    7,
    10**9,
    10**30,
    1.5,
    1e308,
    "",
    "white",
    "red",
    [],
    {},
    [[]],
    {"type": "undo"},
)

Frame = str | bytes


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with serving(tmp_path_factory.mktemp("fuzz") / "tables.db") as running:
        yield running


@pytest.mark.parametrize("name", GAMES)
def test_random_frames_change_nothing(server: RunningServer, name: str) -> None:
    chance = Random(name)
    id = server.new(game=name, seed=1)
    with server.page(id) as page:
        page.play_at_random(chance, PLAYED)
        before = page.table
        frames = make_frames(page, chance)
        for _ in range(-(-FRAMES // len(GAMES) // BATCH)):
            shout(page, [next(frames) for _ in range(BATCH)])
    with server.page(id) as page:
        for part in ("number", "turns", "seats", "outcome", "sentence", "yours"):
            assert page.table[part] == before[part]
    assert server.errors() == ""


def shout(page: Page, frames: list[Frame]) -> None:
    """Send frames without waiting for answers, then see that every one has been answered."""
    for frame in frames:
        page.socket.send(frame)
    mark = page.send("look", target=["spot", "e5"])
    answers = []
    while (message := page.receive()).get("id") != mark:
        answers.append(message)
    answered = [message for message in answers if message["type"] not in ("table", "time")]
    assert len(answered) == len(frames)
    assert not [message for message in answered if "in the program" in str(message.get("reason"))]


# --- What is sent -------------------------------------------------------------------------------------


def make_frames(page: Page, chance: Random) -> Iterator[Frame]:
    """Messages that look right and are not, garbled ones, and noise."""
    targets = [*known_targets(page.table)]
    while True:
        kind = chance.random()
        message = random_message(page.table["number"], targets, chance)
        if kind < 0.5:
            frame: Frame = json.dumps(message)
        elif kind < 0.75:
            frame = json.dumps(spoilt(message, chance))
        elif kind < 0.95:
            frame = garbled(json.dumps(message, ensure_ascii=chance.random() < 0.9), chance)
        else:
            frame = chance.randbytes(chance.randint(0, 200))
        if not would_change(frame):
            yield frame


def known_targets(table: dict[str, Any]) -> Iterator[list[str]]:
    picture = table["picture"]
    yield from (place["target"] for place in picture["places"])
    yield from (piece["target"] for piece in picture["pieces"] if piece.get("target"))
    yield from (target["target"] for target in table["targets"])
    stocks = (stock for tray in picture["trays"] for stock in tray["stocks"])
    yield from (stock["target"] for stock in stocks if stock.get("target"))


def random_message(number: int, targets: list[list[str]], chance: Random) -> dict[str, Any]:
    def target() -> list[str]:
        if chance.random() < 0.6:
            return chance.choice(targets)
        odd = [chance.choice(KINDS), chance.choice((*WORDS, chance.choice(targets)[1]))]
        return [*odd, "toggle"] if chance.random() < 0.2 else odd

    path = [target() for _ in range(chance.choice((0, 1, 1, 2, 3, 20, 100)))]
    near = number + chance.choice((0, 0, 0, -1, 1, 10**6))
    return chance.choice(
        [
            {"type": "point", "id": 1, "number": near, "prefix": path},
            {"type": "why", "id": "x", "number": near, "prefix": path, "target": target()},
            {"type": "look", "id": None, "target": target(), "at": chance.choice((None, 0, number, near))},
            {"type": "view", "id": 2, "at": near},
            {"type": "decide", "id": 3, "number": near, "decision": chance.choice(WORDS)},
            {"type": "decide", "id": 3, "number": near, "decision": chance.choice(WORDS), "side": "black"},
            {"type": "seat", "side": "white", "seat": {"kind": chance.choice(WORDS)}},
            {"type": "analyse", "at": 10**6, "lines": chance.choice((0, 3))},
        ]
    )


def spoilt(message: dict[str, Any], chance: Random) -> dict[str, Any]:
    """A message in which one thing is something else, or which has one thing more or less."""
    spoilt = {**message}
    name = chance.choice([*message, *WORDS])
    if name in message and chance.random() < 0.3:
        del spoilt[name]
    else:
        spoilt[name] = chance.choice((*VALUES, *WORDS))
    return spoilt


def garbled(text: str, chance: Random) -> str:
    """A text with some letters changed, removed or doubled."""
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(text) + 1)
        insert = chance.choice(("", "", '"', "{", "[", "\\", "0", ",", "é", text[at : at + 9]))
        text = text[:at] + insert + text[at + chance.randint(0, 3) :]
    return text.encode(errors="replace").decode()


def would_change(frame: Frame) -> bool:
    """Could it be understood as something that is meant to change the table, or to make an engine think?"""
    try:
        message = read_message(frame)
    except BadMessage:
        return False
    if message.type == "seat":
        return message.seat.get("kind") in ("person", "engine")
    return message.type not in HARMLESS and not (message.type == "analyse" and message.at)
