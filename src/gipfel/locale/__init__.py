"""Translations: texts are English in the code; other languages come from catalogues."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from gipfel.locale.texts import (
    ENGLISH,
    Catalogue,
    add_catalogues,
    current_language,
    current_writing,
    decimal,
    digits,
    either,
    in_this_language,
    listed,
    note,
    note_either,
    note_list,
    note_many,
    say,
    say_many,
    sentence,
    translate_filled,
    using_language,
)

__all__ = [
    "ENGLISH",
    "Catalogue",
    "Language",
    "add_catalogues",
    "catalogue",
    "current_language",
    "current_writing",
    "decimal",
    "digits",
    "either",
    "in_this_language",
    "is_language",
    "known_language",
    "languages",
    "listed",
    "note",
    "note_either",
    "note_list",
    "note_many",
    "say",
    "say_many",
    "sentence",
    "translate_filled",
    "using_language",
]


@dataclass(frozen=True, slots=True)
class Language:
    """A language with a catalogue."""

    code: str
    name: str
    """Its name in the language itself."""
    direction: str
    """`ltr` or `rtl`."""


IN_ENGLISH = Language(ENGLISH, "English", "ltr")


def languages() -> tuple[Language, ...]:
    """The languages that have a catalogue, English first."""
    from gipfel.locale import po

    return IN_ENGLISH, *map(_language, po.translated())


def is_language(code: str) -> bool:
    """Is there a catalogue for this code? English needs none."""
    from gipfel.locale import po

    return code == ENGLISH or code in po.translated()


def known_language(code: str) -> str | None:
    """The language for a code that may have a country: `de` for `de-AT`, `en` for `en_GB`; None if none."""
    from gipfel.locale import po

    base = code.replace("-", "_").split("_")[0]
    return po.known(code) or (ENGLISH if base == ENGLISH else None)


@cache
def _language(code: str) -> Language:
    from gipfel.locale import po

    locale = po.locale_of(code)
    name = locale.get_language_name(code) or locale.language_name or code
    return Language(code, name, locale.text_direction)


def catalogue(language: str) -> dict[str, Any]:
    """The texts of the page in a language as JSON; for English there are none.

    Texts that only the server uses are not among them: it translates those before it sends them. A text with
    a number has an object of forms by plural category, under its singular; `plural` lists the language's
    categories.
    """
    if language == ENGLISH:
        return _as_data(IN_ENGLISH, {}, ["one", "other"])
    from gipfel.locale import po

    found = po.page_catalogue_of(language)
    if found is None:
        return catalogue(ENGLISH)
    texts = {**found.texts, **{one: dict(forms) for one, forms in found.forms.items()}}
    plural = sorted(po.locale_of(found.language).plural_form.tags | {"other"}, key=CATEGORIES.index)
    return _as_data(_language(found.language), texts, plural)


CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""The plural categories of CLDR in their usual order."""


def _as_data(language: Language, texts: dict[str, Any], plural: list[str]) -> dict[str, Any]:
    return {
        "language": language.code,
        "name": language.name,
        "direction": language.direction,
        "texts": texts,
        "plural": plural,
    }
