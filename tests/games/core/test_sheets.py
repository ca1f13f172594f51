"""Pictures of a whole game on one page."""

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest

import gipfel
from gipfel.draw.sheet import DEFAULT, HEIGHT, WIDTH
from gipfel.draw.theme import BoardTheme, Theme
from gipfel.games.core.registry import about
from gipfel.games.core.sheets import MOST_BOARDS, sheet_pages
from gipfel.testing.random_games import random_game
from tests.helpers.check import some_of
from tests.helpers.random_games import VERSIONS

SVG = "{http://www.w3.org/2000/svg}"


def texts(page: str) -> list[str]:
    """All texts of a page, those on pieces left out."""
    root = ElementTree.fromstring(page)
    return ["".join(found.itertext()) for found in root.iter(f"{SVG}text")]


def captions(page: str) -> list[str]:
    return [
        text.replace("\N{NO-BREAK SPACE}", " ") for text in texts(page) if re.match(r"[0-9]+\.|Start", text)
    ]


def boards(page: str) -> int:
    root = ElementTree.fromstring(page)
    return sum("scale(0" in found.get("transform", "") for found in root.findall(f"{SVG}g"))


@pytest.mark.parametrize(("name", "version"), some_of(VERSIONS, 9))
def test_a_whole_game_fits_on_one_page(name: str, version: str) -> None:
    game = random_game(name, version, 1)
    (page,) = sheet_pages(game, game.record())
    root = ElementTree.fromstring(page)
    assert float(root.get("width", "0")) == WIDTH
    assert float(root.get("height", "0")) <= HEIGHT
    assert captions(page)[0] == "Start"
    assert boards(page) >= 2


def test_every_turn_is_numbered_and_long_games_have_several_pages() -> None:
    game = random_game("gipf", "standard", 3)
    pages = sheet_pages(game, game.record(), every=1)
    assert len(pages) > 1
    shown = [caption for page in pages for caption in captions(page)]
    numbers = [int(caption.split(".")[0]) for caption in shown if caption != "Start"]
    assert numbers == [*range(1, len(game.turn_texts()) + 1)]
    assert f"1 / {len(pages)}" in texts(pages[0])


def test_a_caption_that_is_too_long_names_the_first_and_the_last_turn() -> None:
    game = random_game("gipf", "standard", 3)
    (page,) = sheet_pages(game, every=15, style=replace(DEFAULT, columns=5))
    assert f"1.–15. … {game.turn_texts()[14]}" in captions(page)


def test_the_last_position_is_always_shown() -> None:
    game = random_game("dvonn", "standard", 1)
    last = len(game.turn_texts())
    (page,) = sheet_pages(game, every=last - 1)
    assert boards(page) == 3
    assert captions(page)[-1].startswith(f"{last}.")


def test_the_heading_says_what_the_record_says() -> None:
    game = random_game("gipf", "basic", 1)
    record = game.record(white="Ada", black="B<en", date="2026-11-18")
    (page,) = sheet_pages(game, record)
    assert any("Ada – B<en · 2026-11-18" in text and record.result in text for text in texts(page))


def test_what_a_turn_changed_is_marked() -> None:
    game = gipfel.Playthrough(gipfel.game("gipf", "basic").start())
    bare = sheet_pages(game)[0]
    game.play_turn("e1-e3")
    marked = sheet_pages(game)[0]
    accent = about("gipf").accent.light.line
    assert accent in marked
    assert accent not in bare


def test_styles_and_columns() -> None:
    game = random_game("zertz", "basic", 1)
    style = replace(DEFAULT, theme=Theme.DARK, board=BoardTheme.WOOD, columns=7, letters=True)
    pages = sheet_pages(game, every=1, style=style)
    assert pages != sheet_pages(game, every=1)
    ElementTree.fromstring(pages[0])


def test_numbers_that_are_not_possible() -> None:
    game = random_game("gipf", "basic", 1)
    with pytest.raises(gipfel.GipfelError, match="after every 0"):
        sheet_pages(game, every=0)
    with pytest.raises(gipfel.GipfelError, match="side by side"):
        sheet_pages(game, style=replace(DEFAULT, columns=99))
    assert MOST_BOARDS > 100
