"""A pseudo-language that marks every text from the catalogue, to find texts that are not translated."""

import re
from collections.abc import Mapping
from functools import cache

from gipfel.locale import Catalogue
from gipfel.locale.texts import SLOT
from tests.helpers import own_games
from tests.helpers.translations import template


def small(texts: Mapping[str, str], forms: Mapping[str, Mapping[str, str]] | None = None) -> Catalogue:
    """A catalogue of a language with the plural rules of English."""
    return Catalogue("xx", texts, forms or {}, lambda n: "one" if n == 1 else "other")


@cache
def pseudo() -> Catalogue:
    """A language that puts every text between ⟦ and ⟧, but not what fills its slots."""
    plain = {m.id: bracketed(m.id) for m in template() if not m.pluralizable}
    forms = {
        m.id[0]: {"one": bracketed(m.id[0]), "other": bracketed(m.id[1])}
        for m in template()
        if m.pluralizable
    }
    return small(plain, forms)


def bracketed(text: str) -> str:
    return "".join(
        part if SLOT.fullmatch(part) else f"⟦{part}⟧" for part in re.split(r"(\{\w+\})", text) if part
    )


NOTATION = re.compile(
    # Coordinates, pieces and moves in notation, numbers, times, types of pieces, names of games.
    r"[wb][TCEMLR][a-q]\d+:\d(@\d)?|[A-Qa-qz]\d{1,2}(-[a-q]\d{1,2})?|\d+(:\d+)?|\b[TCEMLR]\b"
    rf"|{'|'.join(own_games.NAMES)}|Tzaar|Tzarra|Tott"
)


def untranslated(text: str) -> str:
    """What of a text stands outside all brackets and is neither notation nor punctuation."""
    return re.sub(r"[\s·:;,.()]+", "", NOTATION.sub("", outside(text)))


def outside(text: str) -> str:
    """What of a text stands outside all brackets; a space stands for what is inside."""
    found, depth = [], 0
    for letter in text:
        if letter == "⟦" and not depth:
            found.append(" ")
        elif letter != "⟧" and not depth:
            found.append(letter)
        depth += {"⟦": 1, "⟧": -1}.get(letter, 0)
    return "".join(found)
