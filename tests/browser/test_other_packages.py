"""A game of another package on the page: it is offered, explained, and played to the end by pointing."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.page_texts import jumping_texts
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


def test_texts_of_a_game_that_is_not_translated_have_their_own_language(
    hex_server: Server, open_page: OpenPage
) -> None:
    """On a Persian page they are marked as English and run from left to right; those of others are not."""
    page = open_page(f"{hex_server.url}/#/", locale="fa")
    for game, attributes in (("hex", ("en", "ltr")), ("gipf", (None, None))):
        summary = page.locator(f"[data-game={game}] .game-summary")
        expect(summary).to_be_visible()
        assert (summary.get_attribute("lang"), summary.get_attribute("dir")) == attributes
    page.goto(f"{hex_server.url}/#/rules/hex/5x5")
    expect(page.locator("article.rules")).to_have_attribute("dir", "ltr")
    expect(page.locator("article.rules")).to_have_attribute("lang", "en")
    assert not jumping_texts(page)
    page.goto(f"{hex_server.url}/#/table/{hex_server.table('hex', '5x5')}")
    expect(page.locator(".intro-aim")).to_have_attribute("lang", "en")
    expect(page.locator(".sentence")).not_to_be_empty()
    assert not jumping_texts(page)
