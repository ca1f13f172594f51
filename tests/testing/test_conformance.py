"""Conformance says what is wrong with a game in the words of its author."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest

from gipfel.board import Permutation
from gipfel.games.core.about import About, Cover, OptionWords, ShortGame, VersionWords
from gipfel.games.core.options import Option
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import State
from gipfel.testing.about_checks import about_mistakes
from gipfel.testing.conformance import check_room, check_symmetry
from tests.helpers.declared_games import GAMES, installed
from tests.helpers.games.noughts import rules
from tests.helpers.games.noughts.game import Noughts

SHIFTED: Permutation = (*range(1, rules.PLACES), 0)
"""Not a symmetry: rows of three become broken ones."""


class NoughtsWithOptions(Noughts):
    """With an option of words and one of numbers."""

    all_options: ClassVar[tuple[Option, ...]] = (
        Option("swap", ("on", "off"), "may Black swap?"),
        Option("extra", (0,), "how many pieces more?", between=(0, 3)),
    )


class NoughtsWithoutRoom(Noughts):
    """Its array of decisions is too short."""

    rules: ClassVar[Rules] = replace(rules.RULES, most=8)


class NoughtsWithoutImages(Noughts):
    """It declares symmetries and does not say what they do to a state."""

    symmetries: ClassVar[tuple[Permutation, ...]] = (SHIFTED,)


class NoughtsShifted(NoughtsWithoutImages):
    """Its symmetries are none."""

    def transformed(self, state: State, symmetry: Permutation) -> State:
        image = [*state]
        for entry in (rules.PLACED, rules.PLACED + 1):
            image[entry] = sum(1 << symmetry[i] for i in range(rules.PLACES) if state[entry] >> i & 1)
        return image


@pytest.fixture(scope="module", autouse=True)
def packages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("packages")
    with installed(folder, GAMES):
        yield folder


@pytest.mark.parametrize(
    ("about", "message"),
    [
        (
            About(cover=Cover("standard", "wb/b")),
            "the cover, 'wb/b' in the version 'standard', is not a position of the game: 'wb/b' is not nine",
        ),
        (About(cover=Cover("long", "wb......./b")), "noughts has no version 'long'"),
        (About(versions={"long": VersionWords("long")}), "versions names the version 'long'"),
        (About(short_game=ShortGame("long")), "short_game names the version 'long'"),
        (
            About(options={"pie": OptionWords("Pie", "May Black swap?")}),
            "there are words for the option 'pie', which does not exist; options are swap, extra",
        ),
        (
            About(options={"swap": OptionWords("Swap", "May Black swap?", {"yes": "Yes"})}),
            "there are words for swap='yes', which is not allowed; values are 'on', 'off'",
        ),
        (
            About(options={"swap": OptionWords("Swap", "Whether Black may swap")}),
            "the explanation of the option 'swap' must end with a full stop or a question mark",
        ),
        (About(options={"extra": OptionWords("Extra", "More.", {4: "four"})}), "words for extra=4"),
        (About(options={"extra": OptionWords("Extra", "More.", {"1": "one"})}), "words for extra='1'"),
    ],
)
def test_what_is_said_about_things_that_do_not_exist_is_found(about: About, message: str) -> None:
    mistakes = about_mistakes(NoughtsWithOptions, about)
    assert len(mistakes) == 1
    assert mistakes[0].startswith("noughts, about.py: ")
    assert message in mistakes[0]


def test_the_help_of_an_option_is_a_phrase() -> None:
    class Wordy(Noughts):
        all_options = (
            Option("swap", ("on", "off"), "Black may swap."),
            Option("extra", (0, 1), ""),
            Option("pie", (0, 1), "who cuts the pie"),
        )

    must = "must be a phrase without full stop, or a question"
    assert about_mistakes(Wordy, About()) == [
        f"noughts, game.py: the help of the option 'swap' {must}",
        f"noughts, game.py: the help of the option 'extra' {must}",
    ]


def test_the_page_shows_the_help_of_an_option_as_a_sentence() -> None:
    question, phrase = Option("swap", ("on", "off"), "may Black swap?"), Option("pie", (0, 1), "who cuts it")
    assert About().option_words(question).explanation == "May Black swap?"
    assert About().option_words(phrase).explanation == "Who cuts it."


def test_what_is_said_about_things_that_exist_is_right() -> None:
    words = {
        "swap": OptionWords("Swap", "May Black swap?", {"on": "Yes"}),
        "extra": OptionWords("Extra", "More.", {3: "three"}),
    }
    about = About(options=words, cover=Cover("standard", "wb......./b"), measured="standard")
    assert about_mistakes(NoughtsWithOptions, about) == []


def test_too_little_room_for_decisions_is_named() -> None:
    check_room(Noughts(), 1)
    with pytest.raises(
        AssertionError, match=r"most=8 in its Rules is too small; .* has 9 decisions: \.{9}/w"
    ):
        check_room(NoughtsWithoutRoom(), 1)


def test_a_missing_function_is_named() -> None:
    game = NoughtsWithoutImages()
    with pytest.raises(TypeError, match=r"noughts declares symmetries, but transformed\(\) is missing"):
        game.transformed(game.start().state, SHIFTED)


def test_a_wrong_symmetry_is_shown_with_position_and_decision() -> None:
    position = NoughtsShifted().position("ww.bb..../w")
    after = [(decision.text, position.play(decision).state) for decision in position.decisions()]
    with pytest.raises(AssertionError) as failure:
        check_symmetry(position, after, 0, SHIFTED)
    message = str(failure.value)
    assert "symmetries[0] is not a symmetry of the rules" in message
    assert "it takes ww.bb..../w to .ww.bb.../w" in message
    assert "c1 leads here to wwwbb..../b" in message
