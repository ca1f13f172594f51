"""A game of another package on the page: it is offered, explained, and played to the end by pointing."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.lessons import ExerciseDriver
from tests.helpers.browser.page_texts import jumping_texts
from tests.helpers.browser.server import Server
from tests.helpers.check import only_in_check
from tests.helpers.packages import HEX, install

COURSE = """\
title = "Hex"
summary = "Connect two sides."

[[steps]]
name = "place"
title = "Place a stone"
text = "Each turn you place a stone."
task = "Place one anywhere."
right = "any"
answer = "Well done."
hint = "Point at an empty cell."

[[steps]]
name = "once-more"
title = "Place another stone"
text = "Stones never move."
task = "Place one anywhere."
right = "any"
answer = "That is all."
hint = "Point at an empty cell."
"""


@pytest.fixture
def hex_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server with the example package; a test requests it before its pages, which are closed first."""
    environment = install(HEX, tmp_path / "site")
    courses = tmp_path / "site" / "gipfel_hex" / "courses"
    courses.mkdir()
    (courses / "first.toml").write_text(COURSE, encoding="utf-8")
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


@only_in_check
def test_texts_of_a_course_that_is_not_translated_have_their_own_language(
    hex_server: Server, open_page: OpenPage
) -> None:
    """What the page says beside them is in the language of the page."""
    page = open_page(f"{hex_server.url}/#/learn", locale="fa")
    for game, language in (("hex", "en"), ("gipf", None)):
        card = page.locator(f".course[data-game={game}]").first
        expect(card).to_be_visible()
        marks = [card.locator(part).get_attribute("lang") for part in ("h2", "p.muted")]
        assert marks == [language, language]
    page.goto(f"{hex_server.url}/#/learn/hex/first")
    for part in (".step h1", ".step-text", ".step-task"):
        expect(page.locator(part)).to_have_attribute("lang", "en")
        expect(page.locator(part)).to_have_attribute("dir", "ltr")
    assert page.locator(".step-number").get_attribute("lang") is None
    expect(page.locator(".sentence")).to_have_attribute("lang", "fa")
    assert not jumping_texts(page)
    step = hex_server.get("/api/courses/hex/first/place")["exercise"]
    ExerciseDriver(page, step).solve()
    expect(page.locator(".sentence")).to_have_text("Well done.")
    expect(page.locator(".sentence")).to_have_attribute("lang", "en")
    expect(page.locator(".sentence")).to_have_attribute("dir", "ltr")
    page.goto(f"{hex_server.url}/#/learn/hex/first/finish")
    expect(page.locator(".finish-text li a")).to_have_attribute("lang", "en")
