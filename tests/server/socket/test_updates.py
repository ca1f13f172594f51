"""Updates: who has the last table is sent only what has changed, and has the whole table nevertheless."""

import json
from random import Random

import pytest

from gipfel.server.contract.shared import Json
from tests.helpers.check import some_of
from tests.helpers.random_games import VERSIONS
from tests.helpers.server.running import Page, RunningServer

DECISIONS = 12
"""How many are made in each game."""
ORDINARY = 2000
"""Bytes that an ordinary decision of GIPF may take."""


def without_looks(table: Json) -> Json:
    """A table without what depends on what a page has received before, or on the time."""
    rest = {name: part for name, part in table.items() if name not in ("present", "clock", "time")}
    return {**rest, "picture": {name: part for name, part in table["picture"].items() if name != "looks"}}


@pytest.mark.parametrize(("name", "version"), some_of(VERSIONS, 6), ids=lambda text: text)
def test_a_page_with_updates_has_the_same_table_as_one_without(
    server: RunningServer, name: str, version: str
) -> None:
    table_id, chance = server.new(game=name, version=version, seed=3), Random(7)
    with server.page(table_id) as page, server.page(table_id, updates=False) as other:
        timed = page.table["time"] is not None
        for _ in range(DECISIONS):
            page.play_at_random(chance, page.table["number"] + 1)
            other.until_number(page.table["number"])
            if not timed:  # else each is sent at another moment
                assert without_looks(page.table) == without_looks(other.table)
        assert page.updates > 0
        assert other.updates == 0


def decide_at_random(page: Page, chance: Random) -> list[str]:
    """Make a random decision; everything that is sent because of it, up to the table or the update."""
    found = page.point_at_random(chance)
    assert found is not None
    page.send("decide", number=page.table["number"], decision=found["decision"])
    texts: list[str] = []
    while not texts or json.loads(texts[-1])["type"] not in ("table", "update"):
        texts.append(str(page.socket.recv()))
    page.accept(json.loads(texts[-1]))
    return texts


def test_an_update_is_small(server: RunningServer) -> None:
    with server.page(server.new(game="gipf", version="standard")) as page:
        page.play_at_random(Random(3), 20)
        chance = Random(4)
        sizes = [len("".join(decide_at_random(page, chance)).encode()) for _ in range(10)]
        assert sum(sizes) / len(sizes) < ORDINARY, sizes


@pytest.mark.parametrize("updates", [False, True])
def test_looks_and_boards_are_sent_once(server: RunningServer, updates: bool) -> None:
    with server.page(server.new(game="yinsh"), updates=updates) as page:
        first, chance = page.table["picture"], Random(1)
        assert first["board"]
        assert first["coordinates"]
        second = json.loads(decide_at_random(page, chance)[-1])
        assert not second.get("picture", second)["looks"].keys() & first["looks"].keys()
        assert "board" not in second.get("picture", {})
        assert not any(path.startswith("picture/board") for path, *_ in second.get("patch", []))


def test_undo_is_an_update_too(page: Page) -> None:
    page.decide("e1-e3")
    before = without_looks(page.table)
    page.decide("e9-e7")
    page.do("undo")
    assert page.updates == 3
    after = without_looks(page.table)
    different = {name for name in after if after[name] != before[name]}
    assert different == {"happened", "can"}
