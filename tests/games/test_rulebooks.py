"""Rulebooks: complete for every version, true to the games, plain enough to be translated."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

import gipfel
from gipfel import UnknownGame
from gipfel.draw.svg import svg
from gipfel.games.core.names import version_title
from gipfel.games.core.registry import about, game_type
from gipfel.games.core.rulebook import (
    Picture,
    Rulebook,
    Section,
    Tip,
    Topic,
    illustration,
    rulebook,
    tip_illustration,
)
from gipfel.locale import languages, note, say, using_language
from tests.helpers.own_games import WITH_RULEBOOK, versions_of
from tests.helpers.paths import ROOT

GAMES = WITH_RULEBOOK
VERSIONS = versions_of(GAMES)
PICTURES = [
    pytest.param(name, version, picture, id=f"{name}-{version}-{number}")
    for name, version in VERSIONS
    for number, picture in enumerate(p for s in rulebook(name).of(version) for p in s.pictures)
]
TIPS = [
    pytest.param(name, tip, id=f"{name}-{number}")
    for name in GAMES
    for number, tip in enumerate(rulebook(name).tips)
]

LONGEST_SENTENCE = 22
"""Words."""

BELOW_THE_BOARD = [ROOT / f"src/gipfel/web/table/draw/{name}.js" for name in ("sentence", "choices")]
BUTTONS_OF_THE_PAGE = {
    text
    for file in BELOW_THE_BOARD
    for text in re.findall(r'\bt\("([^"]+)"\)', file.read_text(encoding="utf-8"))
}
"""The buttons that every game has, among other texts."""


def texts(book: Rulebook) -> Iterator[str]:
    """Everything people read in a rulebook."""
    yield book.summary
    for section in book.sections:
        yield section.title
        yield section.text
        yield from (picture.caption for picture in section.pictures)
    for tip in book.tips:
        yield tip.title
        yield tip.text


def all_texts() -> list[str]:
    return [text for name in GAMES for text in texts(rulebook(name))]


def sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.!?])\s+|\n", text)


def words(sections: tuple[Section, ...]) -> int:
    return sum(len(section.text.split()) for section in sections)


# --- Complete -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_every_version_is_told_from_the_aim_to_pointing_in_order(name: str, version: str) -> None:
    topics = [section.topic for section in rulebook(name).of(version)]
    assert set(topics) == set(Topic)
    order = list(Topic)
    assert all(order.index(a) <= order.index(b) for a, b in pairwise(topics))


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_it_is_short_and_has_pictures(name: str, version: str) -> None:
    sections = rulebook(name).of(version)
    most_words, most_pictures = (1200, 8) if name == "project" else (700, 7)
    assert 350 <= words(sections) <= most_words
    assert 3 <= sum(len(section.pictures) for section in sections) <= most_pictures


@pytest.mark.parametrize("name", GAMES)
def test_every_version_is_mentioned_where_versions_are_compared(name: str) -> None:
    (section,) = [s for s in rulebook(name).sections if s.topic is Topic.VERSIONS]
    assert not section.versions
    for version in game_type(name).versions:
        assert f"*{version_title(name, version).lower()}*" in section.text.lower()


@pytest.mark.parametrize("name", GAMES)
def test_only_versions_that_exist_are_named(name: str) -> None:
    known = set(game_type(name).versions)
    for section in rulebook(name).sections:
        assert set(section.versions) <= known
        assert {picture.version for picture in section.pictures} <= known | {""}
    for tip in rulebook(name).tips:
        assert {tip.version, *tip.versions} <= known


def test_versions_that_differ_have_sections_of_their_own() -> None:
    for name, version in VERSIONS:
        others = [v for v in game_type(name).versions if v != version]
        assert all(rulebook(name).of(version) != rulebook(name).of(v) for v in others if name != "project")


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_every_version_has_a_few_short_tips(name: str, version: str) -> None:
    tips = rulebook(name).tips_of(version)
    assert 4 <= len(tips) <= 6
    assert all(len(tip.title.split()) <= 8 and len(tip.text.split()) <= 60 for tip in tips)
    assert len({tip.position for tip in tips}) == len(tips)


def test_sections_of_a_version() -> None:
    everywhere = Section(Topic.AIM, "Aim", "Win.")
    here = Section(Topic.END, "End", "You win.", versions=("here",))
    book = Rulebook("A game.", (everywhere, here))
    assert book.of("here") == (everywhere, here)
    assert book.of("there") == (everywhere,)


def test_tips_of_a_version() -> None:
    everywhere = Tip("Win", "Win.", "here", "-", ("a1",))
    here = Tip("Win here", "Win.", "here", "-", ("a1",), versions=("here",))
    book = Rulebook("A game.", (), (everywhere, here))
    assert book.tips_of("here") == (everywhere, here)
    assert book.tips_of("there") == (everywhere,)


def test_there_is_no_rulebook_of_an_unknown_game() -> None:
    with pytest.raises(UnknownGame):
        rulebook("chess")


# --- True -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "version", "picture"), PICTURES)
def test_pictures_are_positions_with_legal_decisions(name: str, version: str, picture: Picture) -> None:
    position = gipfel.game(name, picture.version or version).position(picture.position)
    for text in picture.play:
        assert text in [decision.text for decision in position.decisions()]
        position = position.play(text)


@pytest.mark.parametrize(("name", "version", "picture"), PICTURES)
def test_illustrations_show_the_board_alone(name: str, version: str, picture: Picture) -> None:
    scene = illustration(name, version, picture)
    assert scene.places
    assert (scene.trays, scene.sentence, scene.notes, scene.title) == ((), "", (), "")
    named = {place.target.name for place in scene.places}
    named |= {piece.target.name for piece in scene.pieces if piece.target}
    assert set(picture.targets) <= named
    assert bool([mark for mark in scene.marks if mark.kind == "last"]) == bool(picture.play)
    assert picture.targets == () or len(scene.marks[-1].at) == len(picture.targets)
    assert ElementTree.fromstring(svg(scene)).tag.endswith("svg")


@pytest.mark.parametrize(("name", "tip"), TIPS)
def test_tips_name_legal_decisions_of_one_turn_in_unfinished_positions(name: str, tip: Tip) -> None:
    position = gipfel.game(name, tip.version).position(tip.position)
    assert str(position) == tip.position
    side, turn = position.side, position.turn
    assert tip.play
    for text in tip.play:
        assert position.outcome is None
        assert (position.side, position.turn) == (side, turn)
        assert text in [decision.text for decision in position.decisions()]
        position = position.play(text)


@pytest.mark.parametrize(("name", "tip"), TIPS)
def test_tips_show_the_position_with_arrows(name: str, tip: Tip) -> None:
    scene = tip_illustration(name, tip)
    before = gipfel.game(name, tip.version).position(tip.position).scene()
    assert scene.pieces == before.pieces
    assert (scene.trays, scene.sentence, scene.notes, scene.title) == ((), "", (), "")
    assert [mark for mark in scene.marks if mark.kind == "last"]
    rings = [mark for mark in scene.marks if mark.kind == "target"]
    assert tip.targets == () or len(rings[-1].at) == len(tip.targets)


def test_a_target_that_is_not_there_is_named() -> None:
    with pytest.raises(gipfel.GipfelError, match="'z9'"):
        illustration(
            "dvonn",
            "standard",
            Picture("R......../........../.........../........../......... B P", "", targets=("z9",)),
        )


# --- Plain ----------------------------------------------------------------------------------------


def test_texts_have_no_stray_markup() -> None:
    for text in all_texts():
        assert not re.search(r"[<>&`_#\[\]{}\\|~^]|\*\*|  |\n\n\n|\t", text), text
        assert text == text.strip()
        assert len(re.findall(r"\*[^\s*](?:[^*\n]*[^\s*])?\*", text)) * 2 == text.count("*"), text


def test_paragraphs_are_one_line_or_a_list() -> None:
    for text in all_texts():
        for paragraph in text.split("\n\n"):
            lines = paragraph.split("\n")
            assert len(lines) == 1 or all(line.startswith("- ") for line in lines), paragraph


def test_texts_and_captions_are_sentences_and_titles_are_not() -> None:
    for name in GAMES:
        for section in rulebook(name).sections:
            assert not section.title.endswith(".")
            assert all(re.search(r"[.:]$", p) for p in section.text.split("\n\n")), section.text
            assert all(picture.caption.endswith(".") for picture in section.pictures)
        for tip in rulebook(name).tips:
            assert not tip.title.endswith(".")
            assert all(paragraph.endswith(".") for paragraph in tip.text.split("\n\n")), tip.text


def test_sentences_are_short() -> None:
    for text in all_texts():
        for sentence in sentences(text):
            assert len(sentence.split()) <= LONGEST_SENTENCE, sentence


def literals(path: Path) -> set[str]:
    """What stands in the calls of `note`; nothing but plain literals may."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == note.__name__:
            (argument,) = node.args
            assert isinstance(argument, ast.Constant), f"{path}, line {node.lineno}"
            assert isinstance(argument.value, str)
            found.add(argument.value)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_all_texts_are_marked_for_translation(name: str) -> None:
    package = f"gipfel.{'project.potentials' if name == 'project' else f'games.{name}'}"
    files = [import_module(f"{package}.{part}").__file__ for part in ("rulebook", "tips")]
    assert set(texts(rulebook(name))) == {text for file in files if file for text in literals(Path(file))}


# --- Buttons --------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", [language.code for language in languages()])
@pytest.mark.parametrize("name", GAMES)
def test_buttons_are_named_as_they_are_labelled(name: str, language: str) -> None:
    """How to point is told with buttons alone in emphasis."""
    with using_language(language):
        written = {say(button.text or button.name) for button in about(name).buttons}
        labels = written | {say(label) for label in BUTTONS_OF_THE_PAGE}
        pointing = [section for section in rulebook(name).sections if section.topic is Topic.POINTING]
        named = {label for section in pointing for label in re.findall(r"\*([^*]+)\*", say(section.text))}
    assert named, "every game has a button"
    assert not named - labels


def test_buttons_are_named_only_where_pointing_is_explained() -> None:
    sections = [section for name in GAMES for section in rulebook(name).sections]
    assert not [
        section.title
        for section in sections
        if section.topic is not Topic.POINTING and re.search(r"\bpress\b", section.text, re.IGNORECASE)
    ]
