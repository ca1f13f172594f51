"""The languages players read: what is said, plural forms, and that no sentence is forgotten."""

import importlib.util
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from threading import Thread
from types import ModuleType
from typing import Any

import pytest
from babel.messages.catalog import Catalog

import gipfel
from gipfel.engine import verdicts as engine_words
from gipfel.engine.search.analysis import Line
from gipfel.games.core.about import points
from gipfel.games.core.registry import about, game_type
from gipfel.games.core.side import BLACK, WHITE, Outcome, side_name
from gipfel.learn.course_file import texts_of as course_texts
from gipfel.learn.courses import course_files
from gipfel.locale import (
    Catalogue,
    catalogue,
    current_language,
    in_this_language,
    known_language,
    languages,
    note,
    note_many,
    say,
    say_many,
    sentence,
    translate_filled,
    using_language,
)
from gipfel.locale.po import catalogue_from
from gipfel.locale.texts import SLOT
from gipfel.locale.writing import ISOLATES
from tests.helpers import own_games
from tests.helpers.check import CHECK, some_of
from tests.helpers.paths import ROOT
from tests.helpers.pseudo_language import NOTATION, outside, pseudo, small, untranslated
from tests.helpers.random_games import positions, sample
from tests.helpers.table_texts import OWN_REASONS, contested, reasons_why_not, texts_of
from tests.helpers.translations import FOLDERS, catalogues, read, template

PACKAGE = Path(gipfel.__file__).parent
VERSIONS = own_games.versions_of(own_games.TRANSLATED)
SCRIPT = ROOT / "scripts" / "extract_texts.py"
TRANSLATED = sorted({path.parent.name for path in PACKAGE.rglob("locale/*/messages.po")})


@cache
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("extract_texts", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# --- Saying ---------------------------------------------------------------------------------------


def test_english_is_the_text_itself() -> None:
    assert say("Point at a dot.") == "Point at a dot."
    assert say("{side}: point at a dot.", side="White") == "White: point at a dot."
    assert say_many("{n} point", "{n} points", 1) == "1 point"
    assert say_many("{n} point", "{n} points", 2) == "2 points"
    assert current_language() == "en"


def test_a_text_is_said_in_the_language_that_is_spoken() -> None:
    with using_language(small({"{side}: point.": "Zeigen: {side}!"})):
        assert say("{side}: point.", side="White") == "Zeigen: White!"
        assert say("not translated") == "not translated"
    assert say("{side}: point.", side="White") == "White: point."


def test_notes_are_said_later_and_english_until_then() -> None:
    inner = note("White")
    outer = note("the stack on {space} is {side}'s", space="a1", side=inner)
    assert outer == "the stack on a1 is White's"
    german = small({"White": "Weiß", "the stack on {space} is {side}'s": "{space} gehört {side}"})
    with using_language(german):
        assert outer == "the stack on a1 is White's"
        assert say(outer) == "a1 gehört Weiß"
        assert say(pickle.loads(pickle.dumps(outer))) == "a1 gehört Weiß"
        assert say("{clause}, ja", clause=outer) == "a1 gehört Weiß, ja"
        assert sentence(outer) == "a1 gehört Weiß."
        assert sentence("White") == "Weiß."


def test_a_note_may_get_its_values_when_it_is_said() -> None:
    wish = note("{side}: capture.")
    assert say(wish, side="White") == "White: capture."
    with using_language(small({"{side}: capture.": "Schlagen, {side}."})):
        assert say(wish, side="White") == "Schlagen, White."


def test_filled_english_texts_are_translated() -> None:
    notes = (note("{player} has no {colour} marble"), note("{level} on {space}"), note("levels: {levels}"))
    told = {
        "{player} has no {colour} marble": "ohne {colour}: {player}",
        "grey": "grau",
        "{level} on {space}": "{level} auf {space}",
        "levels: {levels}": "Ebenen: {levels}",
    }
    assert translate_filled("Player 1 has no grey marble", notes) == "Player 1 has no grey marble"
    with using_language(small(told)):
        assert translate_filled("Player 1 has no grey marble", notes) == "ohne grau: Player 1"
        assert translate_filled("levels: 1 on f7, 2 on f8", notes) == "Ebenen: 1 auf f7, 2 auf f8"
        assert translate_filled("something else", notes) == "something else"


PO = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {forms}\\n"

msgid "{{n}} turn"
msgid_plural "{{n}} turns"
{translated}

msgid "wrong {{side}}"
msgstr "falsch {{seite}}"

msgid "torn {{side}}"
msgstr "kaputt {{side"
"""
POLISH = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);"


def from_po(tmp_path: Path, language: str, forms: str, *translated: str) -> Catalogue:
    lines = "\n".join(f'msgstr[{i}] "{text}"' for i, text in enumerate(translated))
    path = tmp_path / "messages.po"
    path.write_text(PO.format(forms=forms, translated=lines).lstrip(), encoding="utf-8")
    return catalogue_from(language, read(path, language))


@pytest.mark.parametrize(
    ("number", "said"), [(1, "1 tura"), (2, "2 tury"), (5, "5 tur"), (12, "12 tur"), (22, "22 tury")]
)
def test_plural_forms_follow_the_language(tmp_path: Path, number: int, said: str) -> None:
    polish = from_po(tmp_path, "pl", POLISH, "{n} tura", "{n} tury", "{n} tur")
    assert polish.forms == {
        "{n} turn": {"one": "{n} tura", "few": "{n} tury", "many": "{n} tur", "other": "{n} tur"}
    }
    with using_language(polish):
        assert say_many("{n} turn", "{n} turns", number) == said
        assert say(note_many("{n} turn", "{n} turns", number)) == said


def test_a_language_with_one_form_has_it_for_all_numbers(tmp_path: Path) -> None:
    hungarian = from_po(tmp_path, "hu", "nplurals=1; plural=0;", "{n} kör")
    assert set(hungarian.forms["{n} turn"].values()) == {"{n} kör"}


def test_a_translation_with_wrong_slots_is_not_used(tmp_path: Path) -> None:
    with using_language(from_po(tmp_path, "pl", POLISH, "{n} tura", "{n} tury", "{n} tur")):
        assert say("wrong {side}", side="White") == "wrong White"
        assert say("torn {side}", side="White") == "torn White"


# --- Languages ------------------------------------------------------------------------------------


def test_an_unknown_language_is_english() -> None:
    for unknown in ("tlh", "", "../fa", "e", "fa/../fa", "en-GB"):
        with using_language(unknown):
            assert current_language() == "en"
            assert side_name(WHITE) == "White"
        assert catalogue(unknown)["language"] == "en"


def test_a_language_may_be_asked_for_with_its_country() -> None:
    with using_language("fa-IR"):
        assert current_language() == "fa"


def test_languages_have_a_name_and_a_direction() -> None:
    english, *others = languages()
    assert (english.code, english.name, english.direction) == ("en", "English", "ltr")
    assert {*TRANSLATED} <= {language.code for language in others}
    persian = next(language for language in others if language.code == "fa")
    assert (persian.name, persian.direction) == ("فارسی", "rtl")


def test_the_page_gets_a_catalogue_as_plain_data() -> None:
    english = catalogue("en")
    assert english == {
        "language": "en",
        "name": "English",
        "direction": "ltr",
        "texts": {},
        "plural": ["one", "other"],
    }
    persian = catalogue("fa")
    assert (persian["language"], persian["direction"]) == ("fa", "rtl")
    assert persian["texts"]["White"] == "سفید"
    assert persian["plural"] == ["one", "other"]


def test_the_page_gets_all_its_texts_and_none_of_a_single_game() -> None:
    page = {text.first for text in script().texts() if text.file.startswith("web/")}
    rulebooks = {text.first for text in script().texts() if text.file.endswith("gipf/rulebook.py")}
    texts = {*catalogue("fa")["texts"]}
    assert page <= texts
    assert len(rulebooks & texts) < len(rulebooks) / 2


def test_english_needs_no_babel() -> None:
    code = "import sys, gipfel; gipfel.game('gipf').start().scene(); print('babel' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


# --- The catalogues -------------------------------------------------------------------------------


def test_the_list_of_texts_is_up_to_date() -> None:
    assert script().is_up_to_date(), "run python scripts/extract_texts.py"


def parts(text: Any) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_have_the_slots_of_their_texts(language: str) -> None:
    for message in (found for path in catalogues(language) for found in read(path, language)):
        wanted = {slot for text in parts(message.id) for slot in SLOT.findall(text)}
        for text in filter(None, parts(message.string) if message.id else ()):
            found = set(SLOT.findall(text))
            # A form for one thing may leave the number out.
            assert found == wanted or (message.pluralizable and found == wanted - {"n"}), message.id
            assert "{" not in SLOT.sub("", text), message.id


COMPLETE = ("de", "es", "fa", "fr", "hu", "it", "nl", "pl", "uk")
"""Languages in which every text is translated. Once a language is complete, it stays complete."""


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_a_complete_language_stays_complete(language: str, folder: Path) -> None:
    catalog = read(folder / language / "messages.po", language)
    messages = {parts(message.id)[0]: message for message in catalog if message.id}
    wanted = {parts(message.id)[0] for message in read(folder / "messages.pot") if message.id}
    assert wanted <= {*messages}
    missing = [text for text, message in messages.items() if not all(parts(message.string))]
    assert not missing, f"python scripts/extract_texts.py --update {language}, then translate these"
    assert not [text for text, message in messages.items() if message.fuzzy]


@pytest.mark.parametrize("language", TRANSLATED)
def test_catalogues_know_no_other_texts(language: str) -> None:
    for path in catalogues(language):
        known = {parts(message.id)[0] for message in read(path.parents[1] / "messages.pot") if message.id}
        assert {parts(m.id)[0] for m in read(path, language) if m.id} <= known


def test_no_text_is_translated_twice() -> None:
    texts = [parts(message.id)[0] for message in template()]
    assert len(texts) == len({*texts})


def test_versions_titles_units_and_reasons_are_in_the_list() -> None:
    known = {parts(message.id)[0] for message in template()}
    for name in own_games.TRANSLATED:
        kind = game_type(name)
        assert {*(about(name).version_name(version) for version in kind.versions), *kind.side_names} <= known
        assert kind.title in known or kind.title.isupper()
        assert about(name).lead is not points
        assert {option.help for option in kind.all_options} <= known


def test_the_texts_of_courses_are_in_the_list() -> None:
    texts = {parts(message.id)[0] for message in template()}
    for name in own_games.TRANSLATED:
        for path in course_files(name):
            assert {*course_texts(path)} <= texts


def test_a_game_with_a_rulebook_is_translated() -> None:
    assert {*own_games.WITH_RULEBOOK} <= {*own_games.TRANSLATED}


# --- Nothing is forgotten -------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_every_sentence_at_a_table_comes_from_the_catalogue(name: str, version: str) -> None:
    forgotten = set()
    with using_language(pseudo()):
        for position in sample(positions(name, version, 3), 12):
            forgotten |= {text for text in texts_of(position.scene()) if untranslated(text)}
            forgotten |= {text for text in (position.task,) if untranslated(text)}
            forgotten |= {event.text for event in position.upcoming_events() if untranslated(event.text)}
            if position.outcome is None and getattr(position, "contest", None) is None:
                forgotten |= {text for text in reasons_why_not(position) if untranslated(text)}
    assert not forgotten


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_every_end_comes_from_the_catalogue(name: str, version: str) -> None:
    game = gipfel.game(name, version)
    reasons = {"resignation", "time", "agreement", "repetition", "no end after 300 turns"}
    with using_language(pseudo()):
        for winner in (WHITE, BLACK, None):
            for reason in reasons | OWN_REASONS.get(name, set()):
                assert not untranslated(game.conclusion(Outcome(winner, reason)))


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_ends_of_random_games_come_from_the_catalogue(name: str, version: str) -> None:
    game = gipfel.game(name, version)
    for seed in (1, 2, 3):
        outcome = positions(name, version, seed)[-1].outcome
        if outcome is not None:
            with using_language(pseudo()):
                assert not untranslated(game.conclusion(outcome))


@pytest.mark.parametrize("link", ["die", "coin", "highcard", "outside", "zertz basic"])
def test_contests_are_told_in_the_language_too(link: str) -> None:
    game = gipfel.game("project", "one-shot", **{"link.Z": link, "link.mode": "must-win"})
    told = contested(game)
    assert told
    with using_language(pseudo()):
        for position in told:
            assert not untranslated(position.task)
            assert not untranslated(position.scene().title)


def test_the_examples_of_the_guide_work() -> None:
    text = (SCRIPT.parents[1] / "docs" / "translating.md").read_text(encoding="utf-8")
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(compile(block, "docs/translating.md", "exec"), {})


def test_menus_are_summed_up_in_the_language() -> None:
    from gipfel.project.menu.menu import Menu

    menu = Menu(version="one-shot")
    with using_language(pseudo()):
        lines = menu.summary().splitlines()
    assert lines
    assert all("⟦" in line for line in lines)


def test_scores_are_told_in_the_language() -> None:
    position = gipfel.game("gipf").start()
    decision = position.decisions()[0]
    with using_language(pseudo()):
        for score in (0, 40, 100, 700, 2500):
            line = Line(score, (decision,))
            said = engine_words.verdict(position, line), engine_words.expected_result(position, line)
            assert not any(map(untranslated, said))


def test_records_stay_english() -> None:
    """Reasons and remarks are stored; they do not depend on who looks on."""
    with using_language("fa"):
        game = gipfel.game("tamsk", "level2").start()
        decision = game.decisions()[0]
        assert decision.position.game.remark(decision, 10**7).isascii()
        end = positions("gipf", "standard", 1)[-1]
        assert end.outcome is not None
        assert end.outcome.reason.isascii()
        assert str(WHITE) == "White"


def test_errors_stay_english() -> None:
    cases = [("yinsh", "a2-a3"), ("dvonn", "a1"), ("tzaar", "a1xa2"), ("punct", "Ti9:0"), ("zertz", "We4")]
    for name, text in cases:
        position = gipfel.game(name).start(seed=1)
        with pytest.raises(gipfel.GipfelError) as english:
            position.play(text).play(text)
        with using_language(pseudo()), pytest.raises(gipfel.GipfelError) as other:
            position.play(text).play(text)
        assert str(english.value) == str(other.value)


MALFORMED = (
    "",
    "nonsense",
    "e 4",
    "resign",
    "xx",
    "x",
    "a99",
    "+",
    "e1-",
    "?(die:6-1)",
    "z1-z2",
    "Tq9:9",
    "12 r a1",
)


OTHERS, REFUSING = (40, 15) if CHECK else (8, 4)
"""From how many positions decisions are taken, and in how many they are tried."""


def refused(position: gipfel.Position, text: str) -> Iterator[gipfel.GipfelError]:
    """What is objected to a text, read as a decision and as a turn."""
    for read_text in (position.decision, position.turn_decisions):
        try:
            read_text(text)
        except gipfel.GipfelError as error:
            yield error


def left_in_english(error: gipfel.GipfelError, *notation: str) -> set[str]:
    """The words of a message that are neither translated nor those of texts in notation."""
    known = {word for text in (*notation, "pass") for word in re.findall("[A-Za-z]+", text)}
    return {*re.findall("[A-Za-z]{3,}", NOTATION.sub(" ", outside(error.translated)))} - known


@pytest.mark.parametrize(("name", "version"), some_of(VERSIONS, 8))
def test_errors_of_decisions_are_translated(name: str, version: str) -> None:
    """Malformed texts, decisions of other positions, and turns that are too long or too short."""
    chance, forgotten = Random(1), set[str]()
    played = [position for seed in (1, 2) for position in positions(name, version, seed)]
    others = sorted(
        {decision.text for position in sample(played, OTHERS) for decision in position.decisions()}
    )
    for position in sample(played, REFUSING):
        some = chance.sample(others, min(25, len(others)))
        turns = [f"{one}{between}{two}" for one, two in pairwise(some) for between in (";", ",", " ")]
        for text in {*MALFORMED, *some, *turns[::4]}:
            for error in refused(position, text):
                assert "⟦" not in str(error)
                with using_language(pseudo()):
                    if left_in_english(error, text, *others) or "⟦" not in error.translated:
                        forgotten.add(error.translated)
    assert not forgotten


@pytest.mark.parametrize("link", ["die", "coin", "highcard", "outside", "zertz basic"])
def test_errors_of_contests_are_translated(link: str) -> None:
    game = gipfel.game("project", "one-shot", **{"link.Z": link, "link.mode": "must-win"})
    for position in contested(game):
        for text in (
            "nonsense",
            "die:9-9",
            "toss:h by 12/34",
            f"lot:W by {'ab' * 16}/{'cd' * 16}",
            "a1",
            "Wz9",
        ):
            for error in refused(position, text):
                with using_language(pseudo()):
                    legal = [decision.text for decision in position.decisions()]
                    assert not left_in_english(error, text, *legal), error.translated


def test_an_error_is_said_in_the_language_of_its_reader() -> None:
    position = gipfel.game("gipf").start()
    with pytest.raises(gipfel.GipfelError) as caught:
        position.decision("e1-e5")
    english = (
        "e1-e5 is not legal: the push from e1 in that direction reaches e3. 30 decisions are legal, e.g. "
    )
    for error in (caught.value, pickle.loads(pickle.dumps(caught.value))):
        assert str(error).startswith(english)
        assert error.translated == str(error)
        with using_language("fa"):
            assert str(error).startswith(english)
            visible = error.translated.translate(dict.fromkeys(map(ord, ISOLATES)))
            assert visible.startswith("e1-e5 مجاز نیست: هل دادن از e1 در آن جهت به e3 می‌رسد. ۳۰ تصمیم")


def test_long_errors_are_cut_in_every_language() -> None:
    with pytest.raises(gipfel.GipfelError) as caught:
        gipfel.game("gipf").start().decision("x" * 5000)
    with using_language("fa"):
        assert len(caught.value.translated) < 1100


def test_a_thread_speaks_the_language_it_was_started_in() -> None:
    said: list[str] = []

    def speak() -> None:
        said.append(side_name(WHITE))

    with using_language("fa"):
        threads = [Thread(target=speak), Thread(target=in_this_language(speak))]
    for thread in threads:
        thread.start()
        thread.join()
    assert said == ["White", "سفید"]


@pytest.mark.parametrize(
    ("code", "language"),
    [
        ("fa", "fa"),
        ("fa-IR", "fa"),
        ("fa_IR", "fa"),
        ("en", "en"),
        ("en_GB", "en"),
        ("tlh", None),
        ("C", None),
        ("", None),
    ],
)
def test_languages_are_known_with_their_country(code: str, language: str | None) -> None:
    assert known_language(code) == language


def test_a_text_that_gets_plural_forms_is_translated_again(tmp_path: Path) -> None:
    """Its only form would be taken apart into letters, one for each of the new forms."""
    (tmp_path / "de").mkdir()
    (tmp_path / "de" / "messages.po").write_text('msgid "captured"\nmsgstr "geschlagen"\n', encoding="utf-8")
    found = Catalog(fuzzy=False)
    found.add(("captured", "captured"), locations=[("games/gipf/scene.py", 0)])
    known = script().translations("de", [tmp_path])
    written = script().updated("de", tmp_path, found, known)
    assert "fuzzy" not in written
    assert 'msgstr[0] ""\nmsgstr[1] ""' in written
