"""A game of another package on the page: it is offered, explained, and played to the end by pointing."""

from pathlib import Path

import pytest

from tests.browser.conftest import OpenPage
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.server import Server
from tests.helpers.packages import HEX, install


def test_the_example_package_is_played_by_pointing(
    open_page: OpenPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = install(HEX, tmp_path / "site")
    monkeypatch.setenv("PYTHONPATH", environment["PYTHONPATH"])
    with Server(tmp_path) as server:
        games = {game["name"]: game for game in server.get("/api/home")["games"]}
        assert games["hex"]["title"] == "Hex"
        assert [option["title"] for option in games["hex"]["options"]] == ["Swap rule"]
        assert server.get("/api/rules/hex/5x5")["summary"].startswith("Join your two sides")
        page = open_page(f"{server.url}/#/table/{server.table('hex', '5x5')}")
        assert page.inner_text(".intro h2") == "Hex"
        assert page.inner_text(".intro p >> nth=0").startswith("Join your two sides")
        end = Driver(page, seed=2).play()
        assert end.over
        assert "wins" in page.inner_text("#view")
