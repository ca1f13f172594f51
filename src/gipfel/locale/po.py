"""Reads catalogues from gettext files with Babel: `fa/messages.po` beside this file and in games' folders."""

import logging
from collections.abc import Iterator, Sequence
from functools import cache
from gettext import c2py
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, read_po

from gipfel.locale.texts import SLOT, SOURCES, Catalogue
from gipfel.locale.writing import Writing

LOG = logging.getLogger("gipfel.locale")

HERE = Path(__file__).parent
FILE = "messages.po"
PAGE = "web/"
"""The folder of the page, in the comments that say where a text is used."""
NUMBERS = (*range(201), 1000, 10_000, 1_000_000)
"""Enough numbers to meet every plural category of whole numbers."""


@cache
def translated() -> tuple[str, ...]:
    """The languages that have a catalogue, without English."""
    return tuple(sorted({path.parent.name for folder in _folders() for path in folder.glob(f"*/{FILE}")}))


def _folders() -> Iterator[Path]:
    """All folders with catalogues, the shared one first."""
    yield HERE
    for folders in SOURCES:
        yield from folders()


def known(language: str) -> str | None:
    """The translated language for a code: `fa` for `fa-IR`; None if there is none."""
    wanted = language.replace("-", "_")
    return next((name for name in (wanted, wanted.split("_")[0]) if name in translated()), None)


def locale_of(language: str) -> Locale:
    """CLDR's locale of a language; English for an unknown one."""
    try:
        return Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        return Locale("en")


def catalogue_of(language: str) -> Catalogue | None:
    """The catalogue of a language; None if there is none."""
    name = known(language)
    return None if name is None else _read(name)


def page_catalogue_of(language: str) -> Catalogue | None:
    """The texts of a language that the modules of the page use; None for an unknown language.

    They are all in the shared catalogue. A language that only some games know has no such texts.
    """
    name = known(language)
    if name is None:
        return None
    messages = _messages(HERE / name / FILE, name)
    for message in [*messages]:
        if message.id and not any(file.startswith(PAGE) for file, _ in message.locations):
            messages.delete(message.id)
    return catalogue_from(name, messages)


@cache
def _read(language: str) -> Catalogue:
    """All catalogues of a language as one; a text that is in several is taken from the first."""
    paths = (folder / language / FILE for folder in _folders())
    parts = [_part(path, language) for path in paths if path.exists()]
    return Catalogue(
        language,
        {english: text for part in reversed(parts) for english, text in part.texts.items()},
        {english: forms for part in reversed(parts) for english, forms in part.forms.items()},
        parts[0].category,
        parts[0].writing,
    )


def _part(path: Path, language: str) -> Catalogue:
    return catalogue_from(language, _messages(path, language))


def _messages(path: Path, language: str) -> Catalog:
    """The messages of one file; none if there is no such file, or if it cannot be read."""
    if path.exists():
        try:
            with path.open("rb") as file:
                return read_po(file, locale=locale_of(language))
        except (OSError, ValueError, PoFileError) as error:
            LOG.warning("%s cannot be read: %s", path, error)
    return Catalog(locale=locale_of(language))


def forget_catalogues() -> None:
    """Clear the cache: catalogues are read again when they are needed."""
    translated.cache_clear()
    _read.cache_clear()


def catalogue_from(language: str, messages: Catalog) -> Catalogue:
    """The catalogue of messages; untranslated texts and those with wrong slots are left out."""
    good = [message for message in messages if message.id and not message.fuzzy and is_sound(message)]
    category = locale_of(language).plural_form
    index = _form_by_category(messages, language)
    return Catalogue(
        language,
        {_id(message): str(message.string) for message in good if not message.pluralizable},
        {
            _id(message): {name: _texts(message.string)[i] for name, i in index.items()}
            for message in good
            if message.pluralizable
        },
        lambda number: str(category(number)),
        writing_of(language),
    )


ZEROS = {"arab": "\u0660", "arabext": "\u06f0", "deva": "\u0966", "beng": "\u09e6", "mymr": "\u1040"}
"""The digit zero of numbering systems of CLDR; of all others it is `0`."""


def writing_of(language: str) -> Writing:
    """Direction, digits and decimal sign of a language by CLDR."""
    locale = locale_of(language)
    system = locale.default_numbering_system
    symbols = locale.number_symbols.get(system) or locale.number_symbols["latn"]
    return Writing(locale.text_direction == "rtl", ZEROS.get(system, "0"), str(symbols["decimal"]))


def _id(message: Message) -> str:
    """The English text; the singular of texts with a number."""
    return _texts(message.id)[0]


def _form_by_category(messages: Catalog, language: str) -> dict[str, int]:
    """The index of the file's plural form for each category of CLDR; `other` is always included."""
    form, category = c2py(messages.plural_expr), locale_of(language).plural_form
    found = {"other": messages.num_plurals - 1}
    found.update({category(number): form(number) for number in reversed(NUMBERS)})
    return found


def is_sound(message: Message) -> bool:
    """Are all forms translated, without a slot that the English text does not have?"""
    allowed = {slot for text in _texts(message.id) for slot in SLOT.findall(text)}
    return all(text and _slots(text) <= allowed for text in _texts(message.string))


def _texts(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """The forms of a text, or the only one it has."""
    return (text,) if isinstance(text, str) else tuple(text or ("",))


def _slots(text: str) -> set[str]:
    """The slots of a text; an impossible slot if its braces do not match."""
    rest = SLOT.sub("", text)
    return {"{"} if "{" in rest or "}" in rest else set(SLOT.findall(text))
