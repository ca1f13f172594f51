"""The opening books of all games: legal, symmetric, small."""

from random import Random

import pytest

import gipfel
from gipfel.games.core.book import FILE, TURNS, Section, book_of, read_book
from gipfel.games.core.game import Game
from gipfel.games.core.images import SharedText, image_of
from gipfel.games.core.registry import folder_of
from gipfel.kernel.evaluation import CERTAIN, FARTHEST_WIN
from tests.helpers.own_games import OWN

LARGEST = 60_000
"""Bytes of a book."""
SOME = 8
"""How many positions of a section are turned; every one takes a while in the games with many decisions."""

WITH_BOOK = tuple(name for name in OWN if (folder_of(name) / FILE).exists())
SECTIONS = [(name, title) for name in WITH_BOOK for title in read_book(folder_of(name) / FILE, name)[1]]


def game_of(name: str, title: str) -> Game:
    """The game of a section."""
    version, *options = title.split(" ")
    return gipfel.game(name, version, **dict(option.split("=") for option in options))


def section_of(name: str, title: str) -> Section:
    return read_book(folder_of(name) / FILE, name)[1][title]


def some(name: str, title: str) -> list[str]:
    """The start position and some others of a section."""
    texts = sorted(section_of(name, title).positions)
    start = SharedText(game_of(name, title).start()).text
    return [start, *Random(1).sample(texts, min(SOME, len(texts)))]


def test_some_games_of_the_series_have_a_book() -> None:
    """Those whose book does not lose, docs/engine-changes.md."""
    assert {"gipf", "tzaar"} <= set(WITH_BOOK) <= set(OWN)


@pytest.mark.parametrize("name", WITH_BOOK)
def test_a_book_is_small(name: str) -> None:
    assert (folder_of(name) / FILE).stat().st_size <= LARGEST


@pytest.mark.parametrize(("name", "title"), SECTIONS)
def test_every_decision_is_legal_and_close_to_the_best(name: str, title: str) -> None:
    game, section = game_of(name, title), section_of(name, title)
    margin = read_book(folder_of(name) / FILE, name)[0]
    assert book_of(game) is not None
    assert SharedText(game.start()).text in section.positions
    assert len(section.positions) == section.made["positions"]
    for text, decisions in section.positions.items():
        position = game.position(text)
        assert (str(position), position.outcome) == (text, None)
        scores = [decision.score for decision in decisions]
        assert scores == sorted(scores, reverse=True)
        assert scores[0] - scores[-1] <= margin
        assert max(map(abs, scores)) < CERTAIN - FARTHEST_WIN
        codes = {position.decision(decision.text).code for decision in decisions}
        assert codes <= {*position.codes}
        assert len(codes) == len(decisions)


@pytest.mark.parametrize(("name", "title"), SECTIONS)
def test_a_turned_position_gets_the_turned_decisions(name: str, title: str) -> None:
    game, section = game_of(name, title), section_of(name, title)
    game.compile()
    book = book_of(game)
    assert book is not None
    chance = Random(2)
    for text in some(name, title):
        position = game.position(text)
        assert SharedText(position).text == text, "a book has the text that a position shares with its images"
        after = {SharedText(position.play(known.text)).text for known in section.positions[text]}
        symmetry = chance.choice(game.symmetries)
        turned = image_of(position, symmetry)
        chosen = book.decision(turned, chance)
        assert chosen is not None
        assert chosen.code in turned.codes
        assert SharedText(turned.play(chosen)).text in after


@pytest.mark.parametrize(("name", "title"), SECTIONS)
def test_compiled_and_interpreted_games_get_the_same_decisions(name: str, title: str) -> None:
    compiled, interpreted = game_of(name, title), game_of(name, title)
    compiled.compile()
    for seed, text in enumerate(some(name, title)[:3]):
        found = [
            book.decision(game.position(text), Random(seed))
            for game in (compiled, interpreted)
            if (book := book_of(game)) is not None
        ]
        assert found[0] is not None
        assert found[0] == found[1]


@pytest.mark.parametrize(("name", "title"), SECTIONS)
def test_after_the_last_turn_of_a_book_nothing_is_looked_up(name: str, title: str) -> None:
    section = section_of(name, title)
    assert 0 < section.made[TURNS] < 60
