"""Questions to engines: one at a time for each page, and limited on a server for others."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from gipfel.draw.picture import target_parts
from gipfel.learn.puzzles import puzzles_of
from gipfel.server.contract import client_messages as messages
from gipfel.server.contract import server_messages as sent
from gipfel.server.security.limits import ENGINE_REQUESTS, ENGINE_SECONDS, AddressLimits, LimitExceeded
from gipfel.server.socket.analysis import AnalysisTasks
from tests.helpers.asynchronous import run
from tests.helpers.check import only_in_check
from tests.helpers.server.players import Time, new_table, tables_at
from tests.helpers.server.proxied import HOSTED, ProxiedClient
from tests.helpers.server.running import Page, RunningServer, serving
from tests.helpers.waiting import until

FOR_EVER = messages.Analyse(type="analyse")
ADDRESS = "198.51.100.1"


# --- Without a connection -------------------------------------------------------------------------------


def test_what_replaces_something_can_be_stopped_before_it_begins(tmp_path: Path) -> None:
    """Messages may come so quickly that no task has started in between."""

    async def asking() -> None:
        async with tables_at(tmp_path / "tables.db", Time()) as tables:
            live = await new_table(tables, game="gipf", version="basic")
            told: list[sent.ServerMessage] = []
            thoughts = AnalysisTasks(live, told.append)
            thoughts.analyse(FOR_EVER)
            await until(lambda: bool(told))
            for _ in range(3):
                thoughts.hint(messages.Hint(type="hint"))
                thoughts.analyse(FOR_EVER)
            await thoughts.stop()
            await until(lambda: live.engines.busy == live.engines.waiting == 0)
            thoughts.hint(messages.Hint(type="hint", id=7, seconds=0.05))
            await until(lambda: told[-1]["type"] == "hint")
            assert told[-1]["id"] == 7

    run(asking())


def test_engines_think_for_some_pages_of_an_address() -> None:
    limits = AddressLimits()
    with ExitStack() as thoughts:
        for _ in range(ENGINE_REQUESTS):
            thoughts.enter_context(limits.thinking(ADDRESS))
        with pytest.raises(LimitExceeded, match="Engines think for many pages"):
            thoughts.enter_context(limits.thinking(ADDRESS))
        thoughts.enter_context(limits.thinking("198.51.100.2"))
        for _ in range(2 * ENGINE_REQUESTS):
            thoughts.enter_context(limits.thinking(""))  # this machine
    with limits.thinking(ADDRESS):
        pass


# --- On a server for others -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with serving(tmp_path_factory.mktemp("thoughts") / "tables.db", *HOSTED) as running:
        yield running


@only_in_check
@pytest.mark.parametrize(
    ("question", "most"), [("hint", "10 seconds"), ("analyse", "10 seconds"), ("opinion", "1 second")]
)
def test_nobody_asks_for_an_hour(server: RunningServer, question: str, most: str) -> None:
    ada = ProxiedClient(server, ADDRESS)
    with ada.socket(ada.new(game="gipf", version="basic")["id"]) as line:
        page = Page(line)
        for seconds in (ENGINE_SECONDS + 1, 3600):
            answer = page.ask(question, seconds=seconds)
            assert answer["type"] == "refused"
            assert answer["reason"] == f"Here engines think about that for at most {most}."
        assert page.ask("hint", seconds=0.05)["type"] == "hint"


def test_why_not_counts_as_a_hint_does(server: RunningServer) -> None:
    """Also in a puzzle engines think for some pages of an address only."""
    puzzle = puzzles_of("gipf")[0]
    wrong = next(one for one in puzzle.start().decisions() if one.text != puzzle.line[0])
    why = {"played": 0, "path": [target_parts(target) for target in wrong.path]}
    client = ProxiedClient(server, "198.51.100.3")
    table_id = client.new(game="gipf", version="basic")["id"]
    with ExitStack() as lines:
        pages = [Page(lines.enter_context(client.socket(table_id))) for _ in range(ENGINE_REQUESTS)]
        for page in pages:
            page.send("analyse", at=0)
            page.ask("look", target=["spot", "e5"])
        refused = client.ask("POST", f"/api/puzzles/gipf/{puzzle.id}/why", json=why)
        assert refused.status_code == 429
        assert "Engines think for many pages" in refused.json()["problem"]
        for page in pages:
            assert page.ask("stop")["type"] == "done"
        answer = client.ask("POST", f"/api/puzzles/gipf/{puzzle.id}/why", json=why)
        assert answer.status_code == 200, answer.text


def test_an_address_asks_only_so_much_at_a_time(server: RunningServer) -> None:
    """Spectators may ask about a game that is over, and the limits hold for them, too."""
    ada = ProxiedClient(server, ADDRESS)
    table_id = ada.new(game="gipf", version="basic")["id"]
    with ada.socket(table_id) as line:
        assert Page(line).ask("resign")["type"] == "done"
    client = ProxiedClient(server, "198.51.100.2")
    with ExitStack() as lines:
        pages = [Page(lines.enter_context(client.socket(table_id))) for _ in range(ENGINE_REQUESTS + 1)]
        for page in pages[:-1]:
            page.send("analyse", at=0)
            page.ask("look", target=["spot", "e5"])
        answer = pages[-1].ask("analyse", at=0)
        assert "Engines think for many pages" in answer["reason"]
        for page in pages[:-1]:
            assert page.ask("stop")["type"] == "done"
        assert pages[-1].ask("analyse", at=0, seconds=0.05)["type"] == "analysis"
    assert server.errors() == ""
