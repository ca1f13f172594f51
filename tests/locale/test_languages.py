"""Every language by itself: complete, with the right forms, and without English words in games.

Words are compared with those of the catalogues: a word of the English texts that is no word of the language's
own texts was forgotten. Coordinates, notation and names are left out.
"""

import re
from functools import cache

import pytest
from babel.messages.catalog import Message

import gipfel
from gipfel.games.core.names import button_name
from gipfel.games.core.registry import about
from gipfel.games.core.rulebook import rulebook
from gipfel.games.core.side import BLACK, WHITE, Outcome
from gipfel.learn.course_file import texts_of as course_texts
from gipfel.learn.courses import course_files
from gipfel.locale import languages, say, using_language
from gipfel.locale.po import catalogue_of
from gipfel.locale.texts import SLOT
from gipfel.server.notices.mail import MailLinks, confirmation, turn_mail
from gipfel.server.notices.texts import turn_sentence
from gipfel.server.studies.chapters import table_of
from gipfel.studies.page import study_page
from gipfel.studies.study import study_of
from tests.helpers import own_games
from tests.helpers.check import CHECK, some_of
from tests.helpers.random_games import positions, sample
from tests.helpers.table_texts import OWN_REASONS, contested, reasons_why_not, texts_of
from tests.helpers.translations import catalogues, read, template

LANGUAGES = [language.code for language in languages()[1:]]
VERSIONS = own_games.versions_of(own_games.TRANSLATED)
SAMPLE = VERSIONS if CHECK else [next(v for v in VERSIONS if v[0] == name) for name in own_games.TRANSLATED]
"""All versions only in `make check`."""

PLAYED = [(language, *version) for language in LANGUAGES for version in SAMPLE]

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
NOT_WORDS = re.compile(
    # Moves and places, types of pieces, values of options in code.
    r"[wb][TCEMLR][a-q]\d+:\d(@\d)?|[A-Qa-qz]\d{1,2}(-[a-q]\d{1,2})?|\b[A-Z]\b|`[^`]*`"
)
NAMES = {
    *(name.lower() for name in own_games.NAMES),
    "gipfel",
    *("tzaars", "tzarra", "tzarras", "tott", "totts"),
}
"""Names that all languages share."""


@cache
def words_of(language: str) -> frozenset[str]:
    """All words of the texts of a language; those of English if the language is English."""
    return frozenset(
        word for message in messages(language) for text in forms(message) for word in words(text)
    )


@cache
def messages(language: str) -> list[Message]:
    if language == "en":
        return template()
    return [m for path in catalogues(language) for m in read(path, language) if m.id]


def forms(message: Message) -> tuple[str, ...]:
    """What a message says: the English texts in a template, the translations in a catalogue."""
    said = message.string if message.string and any(message.string) else message.id
    return (said,) if isinstance(said, str) else tuple(said)


def words(text: str) -> list[str]:
    plain = NOT_WORDS.sub(" ", SLOT.sub(" ", text))
    return [word.lower() for word in WORD.findall(plain)]


def english_left(language: str, text: str) -> list[str]:
    """English words in a text of another language, of three letters or more."""
    own, english = words_of(language), words_of("en")
    return [w for w in words(text) if len(w) > 2 and w in english - own - NAMES]


# --- Catalogues -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_complete(language: str) -> None:
    """Every text is translated, and no translation is left of a text that does not exist any more."""
    known = {m.id if isinstance(m.id, str) else m.id[0] for m in template()}
    found = {m.id if isinstance(m.id, str) else m.id[0]: m for m in messages(language)}
    missing = [text for text in known if text not in found or not all(translations(found[text]))]
    assert not missing
    assert not found.keys() - known
    assert not [path for path in catalogues(language) if read(path, language).obsolete]


def translations(message: Message) -> tuple[str, ...]:
    said = message.string
    return (said,) if isinstance(said, str) else tuple(said or ("",))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_is_another_text(language: str) -> None:
    """A sentence of several words that is the same in two languages was not translated."""
    same = [
        m.id
        for m in messages(language)
        if isinstance(m.id, str) and m.id == m.string and len(set(words(m.id)) - NAMES) > 2
    ]
    assert not same


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_in_another_language(language: str) -> None:
    """A sentence of several words that two languages translate alike is wrong in one of them."""
    own = {m.id: m.string for m in messages(language) if isinstance(m.id, str) and len(words(m.string)) > 4}
    for other in set(LANGUAGES) - {language}:
        theirs = {m.id: m.string for m in messages(other) if isinstance(m.id, str)}
        assert [text for text in own.keys() & theirs.keys() if own[text] == theirs[text]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_has_a_form(language: str) -> None:
    """Each plural category of the language has a text, and where the number matters it is in it."""
    found = catalogue_of(language)
    assert found is not None
    for english, by_category in found.forms.items():
        for number in (0, 1, 2, 3, 5, 11, 21, 22, 25, 100, 101, 1000):
            said = by_category.get(found.category(number), by_category["other"])
            assert said, english
            if number not in (0, 1) and "{n}" in english:
                assert "{n}" in said, (english, number)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shape_of_a_text_stays(language: str) -> None:
    """Paragraphs, lists, emphasis and code are as in English; parts of sentences stay parts."""
    wrong = []
    for message in messages(language):
        if not isinstance(message.id, str):
            continue
        english, said = message.id, str(message.string)
        shape = [(t.count("\n\n"), t.count("\n- "), t.count("`"), t.count("*") % 2) for t in (english, said)]
        open_end = not re.search(r"[.!?:…。؟]\W*$", english) and re.search(r"[.!。]$", said)
        if shape[0] != shape[1] or open_end:
            wrong.append(english)
    assert not wrong


# --- Games ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "name", "version"), some_of(PLAYED, 2 * len(LANGUAGES) + 1))
def test_a_game_is_played_without_an_english_word(language: str, name: str, version: str) -> None:
    said: list[str] = []
    with using_language(language):
        for position in sample(positions(name, version, 3), 6):
            said += [*texts_of(position.scene()), position.task]
            said += [event.text for event in position.upcoming_events()]
            if position.outcome is None and position.contest is None:
                said += reasons_why_not(position)
        reasons = {"resignation", "time", "agreement", "repetition", *OWN_REASONS.get(name, ())}
        game = gipfel.game(name, version)
        said += [game.conclusion(Outcome(who, why)) for why in reasons for who in (WHITE, BLACK, None)]
    assert {text: left for text in said if (left := english_left(language, text))} == {}


@pytest.mark.parametrize("name", own_games.TRANSLATED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_and_advice_have_no_english_word(language: str, name: str) -> None:
    book = rulebook(name)
    with using_language(language):
        said = [say(book.summary), say(about(name).summary), *map(button_name, ("take", "leave"))]
        for section in book.sections:
            said += [say(section.title), say(section.text), *(say(p.caption) for p in section.pictures)]
        for tip in book.tips:
            said += [say(tip.title), say(tip.text)]
    assert {text: left for text in said if (left := english_left(language, text))} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_courses_have_no_english_word(language: str) -> None:
    with using_language(language):
        said = [
            say(text) for name in own_games.OWN for path in course_files(name) for text in course_texts(path)
        ]
    assert {text: left for text in said if (left := english_left(language, text))} == {}


@pytest.mark.parametrize("link", ["die", "coin", "highcard", "outside", "zertz basic"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_contests_have_no_english_word(language: str, link: str) -> None:
    game = gipfel.game("project", "one-shot", **{"link.Z": link, "link.mode": "must-win"})
    told = contested(game)
    assert told
    with using_language(language):
        said = [text for position in told for text in (position.task, position.scene().title)]
    assert {text: left for text in said if (left := english_left(language, text))} == {}


# --- What is sent ---------------------------------------------------------------------------------

RECORD = """Gipfel record 2
game: gipf
version: basic

1. e1-e3 [!, white 53.5%]
result: *
"""
NOT_SHOWN = re.compile(r"<(style|script).*?</\1>|<br>", re.DOTALL)
ATTRIBUTE = re.compile(r'(?:aria-label|title)="([^"]*)"')


@pytest.mark.parametrize("language", LANGUAGES)
def test_mails_have_no_english_word(language: str) -> None:
    table, links = table_of(gipfel.read_record(RECORD)), MailLinks("secret", "https://gipfel.example.org")
    with using_language(language):
        title = table.game.full_title
        sentences = [turn_sentence(table, side) for side in (WHITE, BLACK)]
        mails = [turn_mail("a@example.org", title, one, "", "") for one in sentences]
        mails.append(confirmation("a@example.org", title, links, "7", language))
    said = [part for mail in mails for part in (mail.subject, *mail.text.split("\n"))]
    said = [text for text in said if not text.startswith("https:")]
    assert {text: left for text in said if (left := english_left(language, text))} == {}


@pytest.mark.parametrize("name", own_games.TRANSLATED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_for_other_sites_have_no_english_word(language: str, name: str) -> None:
    """Also where a study says nothing itself: the game is the title of its chapter."""
    record = gipfel.read_record(f"Gipfel record 2\ngame: {name}\n\nresult: *\n")
    page = NOT_SHOWN.sub("", study_page(study_of("GIPF", [record], language)))
    said = [*re.sub(r"<[^>]*>", "\n", page).split("\n"), *ATTRIBUTE.findall(page)]
    assert any(words(text) for text in said)
    assert f'<h2 dir="auto">{name}' not in page
    assert {text: left for text in said if (left := english_left(language, text))} == {}


def test_chances_are_written_as_the_language_writes_them() -> None:
    record = gipfel.read_record(RECORD)
    shown = {code: study_page(study_of("GIPF", [record], code)) for code in ("de", "nl", "fa")}
    written = {code: re.findall("<small>(.*?)</small>", page) for code, page in shown.items()}
    assert written == {"de": ["54 %"], "nl": ["54%"], "fa": ["۵۴٪"]}
