"""Collect all texts that players read into src/gipfel/locale/messages.pot.

    python scripts/extract_texts.py               after texts were added or changed
    python scripts/extract_texts.py --check       exits 1 if messages.pot is not up to date
    python scripts/extract_texts.py --update fa   and bring new texts into a catalogue, untranslated

Texts are the literals in say("..."), say_many("...", "..."), note("...") and note_many("...", "...") of
Python files, and in t("..."), tn("...", "...") of the page. Neither line numbers nor dates are written, so
that a change of the code is no change of the catalogues.
"""

import argparse
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

SOURCE = Path(__file__).parents[1] / "src" / "gipfel"
LOCALE = SOURCE / "locale"
TEMPLATE = LOCALE / "messages.pot"
PYTHON = {"say": None, "say_many": (1, 2), "note": None, "note_many": (1, 2)}
PAGE = {"t": None, "tn": (1, 2)}
UNTRANSLATED = ("cli",)
"""Parts of the package that speak English only; a `say` there prints."""
WIDTH = 110
HEADER = "# Texts of Gipfel, made by scripts/extract_texts.py: do not edit.\n"
KEPT = ("Language", "Plural-Forms")
"""What a catalogue says about itself; the rest of a gettext header is dates and names of programs."""


class Ambiguous(Exception):
    """A text stands alone in one place and depends on a number in another."""


def files() -> Iterator[tuple[str, Path, dict[str, tuple[int, ...] | None]]]:
    """All files with texts, how they are read, and what marks texts in them."""
    for path in sorted(SOURCE.rglob("*.py")):
        if path.relative_to(SOURCE).parts[0] not in UNTRANSLATED:
            yield "python", path, PYTHON
    for path in sorted((SOURCE / "web").rglob("*.js")):
        yield "javascript", path, PAGE


def template() -> Catalog:
    """All texts, with the files they stand in."""
    catalog = Catalog(fuzzy=False)
    numbered: dict[str, bool] = {}
    for method, path, keywords in files():
        name = path.relative_to(SOURCE).as_posix()
        for _, text, _, _ in extract_from_file(method, path, keywords, options={"encoding": "utf-8"}):
            first = text if isinstance(text, str) else text[0]
            if numbered.setdefault(first, first != text) != (first != text):
                raise Ambiguous(f"{name}: {first!r} stands alone in one place and with a number in another")
            catalog.add(text, locations=[(name, 0)])
    return catalog


def written(catalog: Catalog, header: str) -> str:
    """A catalogue as a file, sorted, each place named once."""
    for message in catalog:
        message.locations = sorted(set(message.locations))
    out = BytesIO()
    write_po(out, catalog, width=WIDTH, omit_header=True, sort_output=True, include_lineno=False)
    return f"{header}{_fields(catalog)}\n{out.getvalue().decode().strip()}\n"


def _fields(catalog: Catalog) -> str:
    """The entry without a text that begins a gettext file."""
    fields = {"Content-Type": "text/plain; charset=utf-8", "Content-Transfer-Encoding": "8bit"}
    if catalog.locale is not None:
        known = dict(catalog.mime_headers)
        fields |= {name: known[name] for name in KEPT if name in known}
    lines = "".join(f'"{name}: {value}\\n"\n' for name, value in fields.items())
    return f'msgid ""\nmsgstr ""\n{lines}'


def updated(language: str, found: Catalog) -> str:
    """A language's catalogue with all texts: new ones untranslated, those no longer used at its end."""
    path = LOCALE / language / "messages.po"
    catalog = Catalog(locale=language, fuzzy=False)
    header = f"# Texts of Gipfel: {catalog.locale.english_name if catalog.locale else language}.\n"
    if path.exists():
        with path.open("rb") as file:
            catalog = read_po(file, locale=language)
    catalog.update(found, no_fuzzy_matching=True, update_header_comment=False)
    return written(catalog, header)


def is_up_to_date() -> bool:
    """Does messages.pot hold exactly the texts of the code?"""
    return TEMPLATE.exists() and TEMPLATE.read_text(encoding="utf-8") == written(template(), HEADER)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="only say whether messages.pot is up to date")
    parser.add_argument("--update", metavar="LANGUAGE", action="append", default=[], help="such as fa")
    arguments = parser.parse_args()
    if arguments.check:
        if not is_up_to_date():
            sys.exit("messages.pot is not up to date: run python scripts/extract_texts.py")
        return
    found = template()
    TEMPLATE.write_text(written(found, HEADER), encoding="utf-8")
    print(f"{TEMPLATE.name}: {len(found)} texts")
    for language in arguments.update:
        text = updated(language, found)
        (LOCALE / language).mkdir(exist_ok=True)
        (LOCALE / language / "messages.po").write_text(text, encoding="utf-8")
        print(f"{language}: updated")


if __name__ == "__main__":
    main()
