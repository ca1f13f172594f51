"""Translates texts into the current language. The texts themselves are English.

say("{side}: point at a dot.", side=name)             now
NAMES = (note("White"), note("Black"))                later: say(NAMES[side])
say_many("{n} point", "{n} points", number)           by the language's plural rules
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from numbers import Integral
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from gipfel.locale.writing import AS_ENGLISH, Writing

ENGLISH = "en"
COORDINATE = re.compile(r"[\u2066-\u2069]*[a-z]{1,2}\d")
"""How the name of a place begins, perhaps isolated from text in another direction."""

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The texts of a language by their English texts; missing ones stay English."""

    language: str
    texts: Mapping[str, str]
    forms: Mapping[str, Mapping[str, str]]
    """For texts with a number, by their English singular: the form for each plural category of CLDR."""
    category: Callable[[int], str]
    """The plural category of a number: `one`, `few`, `other`, ..."""
    writing: Writing = AS_ENGLISH


SOURCES: list[Callable[[], Iterable[Path]]] = []
"""Functions that return more folders with catalogues; called when a catalogue is first needed."""


def add_catalogues(folders: Callable[[], Iterable[Path]]) -> None:
    """Look for catalogues in more folders, each of which has `LANGUAGE/messages.po`."""
    SOURCES.append(folders)


_current: ContextVar[Catalogue | None] = ContextVar("language", default=None)
"""None for English."""


@contextmanager
def using_language(language: str | Catalogue) -> Iterator[None]:
    """Translate everything inside into a language or with a catalogue; unknown languages are English."""
    token = _current.set(language if isinstance(language, Catalogue) else _catalogue(language))
    try:
        yield
    finally:
        _current.reset(token)


def _catalogue(language: str) -> Catalogue | None:
    """The catalogue of a language; None for English and for languages without one."""
    if language == ENGLISH:
        return None
    from gipfel.locale import po

    return po.catalogue_of(language)


def in_this_language(work: Callable[P, T]) -> Callable[P, T]:
    """The function, run in the language that is current now: a new thread begins in English."""
    catalogue = _current.get()

    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        token = _current.set(catalogue)
        try:
            return work(*args, **kwargs)
        finally:
            _current.reset(token)

    return run


def current_language() -> str:
    """The code of the current language."""
    catalogue = _current.get()
    return ENGLISH if catalogue is None else catalogue.language


def current_writing() -> Writing:
    """How the current language is written."""
    catalogue = _current.get()
    return AS_ENGLISH if catalogue is None else catalogue.writing


# --- Notes ----------------------------------------------------------------------------------------


class Note(str):
    """An English text that is translated later, into the language that is current then.

    As a string it is the English text with its slots filled.
    """

    text: str
    many: str
    """The English plural if the text depends on a number, otherwise empty."""
    values: dict[str, Any]


def note(text: str, /, **values: object) -> str:
    """A text to be translated later; until then it is English."""
    return _note(text, "", text, values)


def note_many(one: str, many: str, number: int, /, **values: object) -> str:
    """A text with a number, `{n}`, to be translated later."""
    return _note(one, many, one if number == 1 else many, {"n": number, **values})


def _note(text: str, many: str, english: str, values: dict[str, Any]) -> Note:
    made = Note(english.format(**values) if values else english)
    made.text, made.many, made.values = text, many, values
    return made


# --- Saying ---------------------------------------------------------------------------------------

NOTHING: Mapping[str, object] = {}


def say(text: str, /, **values: object) -> str:
    """The text in the current language with its `{name}` slots filled; notes in them are translated, too."""
    catalogue = _current.get()
    if catalogue is None:
        return text.format(**values) if values else text
    if isinstance(text, Note):
        return _say_note(catalogue, text, values)
    return _filled(catalogue, catalogue.texts.get(text, text), values)


def say_many(one: str, many: str, number: int, /, **values: object) -> str:
    """A text that depends on a number, by the language's plural rules; the number is the slot `{n}`."""
    catalogue = _current.get()
    if catalogue is None:
        return (one if number == 1 else many).format(n=number, **values)
    return _filled(catalogue, _form(catalogue, one, many, number), {"n": number, **values})


def _say_note(catalogue: Catalogue, written: Note, values: Mapping[str, object] = NOTHING) -> str:
    if written.many:
        text = _form(catalogue, written.text, written.many, written.values["n"])
    else:
        text = catalogue.texts.get(written.text, written.text)
    return _filled(catalogue, text, {**written.values, **values})


def _form(catalogue: Catalogue, one: str, many: str, number: int) -> str:
    forms = catalogue.forms.get(one)
    if forms is None:
        return one if number == 1 else many
    return forms.get(catalogue.category(number), forms["other"])


def _filled(catalogue: Catalogue, text: str, values: Mapping[str, object]) -> str:
    if not values:
        return text
    return text.format(**{name: _in_slot(catalogue, value) for name, value in values.items()})


def _in_slot(catalogue: Catalogue, value: object) -> str:
    """What fills a slot: notes are translated, numbers have the digits of the language."""
    if isinstance(value, Note):
        return catalogue.writing.isolated(_say_note(catalogue, value))
    if isinstance(value, Integral):
        return catalogue.writing.digits(str(value))
    return catalogue.writing.isolated(str(value))


# --- Numbers --------------------------------------------------------------------------------------


def digits(text: object) -> str:
    """A number, a time or the like (`12`, `1:05`) with the digits of the current language."""
    return current_writing().digits(str(text))


def decimal(number: float, places: int) -> str:
    """A number with decimals, as the current language writes it: `1.5`, `1,5`."""
    return current_writing().decimal(number, places)


# --- Putting texts together -----------------------------------------------------------------------


def sentence(clause: str) -> str:
    """A clause as a sentence with a full stop, and a capital letter unless a coordinate is first."""
    said = say(clause)
    if not COORDINATE.match(said):
        said = f"{said[:1].upper()}{said[1:]}"
    return say("{clause}.", clause=said)


def either(choices: list[str]) -> str:
    """`a, b or c`."""
    said = [say(choice) for choice in choices]
    return said[0] if len(said) == 1 else say(note_either(said))


def listed(items: Iterable[str]) -> str:
    """`a, b, c` with the comma of the current language."""
    some = [*items]
    return say(note_list(some)) if some else ""


def note_either(choices: list[str]) -> str:
    """The same as a note."""
    if len(choices) == 1:
        return choices[0]
    return note("{first} or {last}", first=note_list(choices[:-1]), last=choices[-1])


def note_list(items: list[str]) -> str:
    """`a, b, c`, as a note if there are several; items may be notes themselves."""
    first = items[0]
    for item in items[1:]:
        first = note("{first}, {second}", first=first, second=item)
    return first


def translate_filled(english: str, notes: Collection[str]) -> str:
    """Translate an English text whose slots are filled already; one of the notes must match it.

    The contents of its slots are translated, too, if they are texts themselves.
    """
    catalogue = _current.get()
    if catalogue is None or isinstance(english, Note):
        return say(english)
    for text in notes:
        if found := _pattern(text).fullmatch(english):
            return say(str(text), **{name: _part(part, notes) for name, part in found.groupdict().items()})
    return catalogue.texts.get(english, english)


def _part(part: str, notes: Collection[str]) -> str:
    """The content of a slot, translated: words, or a list of them."""
    parts = [digits(item) if item.isdecimal() else translate_filled(item, notes) for item in part.split(", ")]
    return parts[0] if len(parts) == 1 else listed(parts)


SLOT = re.compile(r"\{(\w+)\}")


@cache
def _pattern(text: str) -> re.Pattern[str]:
    """A pattern that matches the text with filled slots."""
    literal, *rest = SLOT.split(text)
    parts = [re.escape(literal)]
    for name, after in zip(rest[::2], rest[1::2], strict=True):
        parts += [f"(?P<{name}>.+?)", re.escape(after)]
    return re.compile("".join(parts))
