"""The first reply of an engine on a server that has just been started and has compiled nothing yet."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import perf_counter

import gipfel
from gipfel.games.core.side import Side
from tests.helpers.server.running import Page, RunningServer

SEED = 1


@contextmanager
def cold_server(folder: Path) -> Iterator[RunningServer]:
    """A server with an empty cache. What it still compiles at the end is stopped."""
    server = RunningServer(folder / "tables.db", environment={"XDG_CACHE_HOME": str(folder / "cache")})
    try:
        yield server
    finally:
        server.stop()


def first_reply(server: RunningServer, game: str, version: str, level: int) -> float:
    """Seconds from the last decision of White's first turn to the first one of an engine."""
    engine = {"kind": "engine", "player": f"level:{level}"}
    table_id = server.new(game=game, version=version, seed=SEED, seats={"black": engine})
    with server.page(table_id) as page:
        number, begin = _play_first_turn(page, game, version)
        while page.table["number"] <= number:
            page.receive()
        return perf_counter() - begin


def _play_first_turn(page: Page, game: str, version: str) -> tuple[int, float]:
    """Play White's first turn at random; the number of its decisions, and when the last one was sent."""
    chance, position, number, begin = Random(SEED), gipfel.game(game, version).start(seed=SEED), 0, 0.0
    while position.side == Side.WHITE:
        decision = chance.choice(position.decisions())
        begin = perf_counter()
        answer = page.ask("decide", number=number, decision=decision.text)
        assert answer["type"] == "done", answer
        position, number = position.play(decision), number + 1
    return number, begin
