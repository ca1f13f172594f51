"""A game of another package on the page: it is offered, explained, and played to the end by pointing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import OpenPage
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.server import Server
from tests.helpers.packages import HEX, install


@pytest.fixture
def hex_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server with the example package; a test requests it before its pages, which are closed first."""
    environment = install(HEX, tmp_path / "site")
    monkeypatch.setenv("PYTHONPATH", environment["PYTHONPATH"])
    with Server(tmp_path) as server:
        yield server


def test_the_example_package_is_played_by_pointing(hex_server: Server, open_page: OpenPage) -> None:
    games = {game["name"]: game for game in hex_server.get("/api/home")["games"]}
    assert games["hex"]["title"] == "Hex"
    assert [option["title"] for option in games["hex"]["options"]] == ["Swap rule"]
    assert hex_server.get("/api/rules/hex/5x5")["summary"].startswith("Join your two sides")
    page = open_page(f"{hex_server.url}/#/table/{hex_server.table('hex', '5x5')}")
    assert page.inner_text(".intro h2") == "Hex"
    assert page.inner_text(".intro p >> nth=0").startswith("Join your two sides")
    end = Driver(page, seed=2).play()
    assert end.over
    assert "wins" in page.inner_text("#view")
