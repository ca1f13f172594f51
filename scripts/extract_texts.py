"""Collect all texts that players read into templates, one for each folder with translations of its own.

    python scripts/extract_texts.py                  after texts were added or changed
    python scripts/extract_texts.py --check          exits 1 if a template is not up to date
    python scripts/extract_texts.py --update fa      and bring new texts into the catalogues, untranslated
    python scripts/extract_texts.py --package PATH   the same for the folder of a game in another package

A game has its texts in `locale/messages.pot` of its folder if there is a folder `locale`; without one the
game is not translated. The texts of the package `project` are in the folder of GIPF with potentials. All
other texts, and texts that more than one folder has, are in `src/gipfel/locale/messages.pot`: nothing is
translated twice. A translation is kept when its text moves from one folder to another.

Texts are the literals in say("..."), say_many("...", "..."), note("...") and note_many("...", "...") of
Python files, and in t("..."), tn("...", "...") of the page; and all that learners read in course files.
Neither line numbers nor dates are written, so that catalogues change only when texts do.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from gipfel.learn.course_file import texts_of

SOURCE = Path(__file__).parents[1] / "src" / "gipfel"
SHARED = SOURCE / "locale"
COURSES = "courses/*.toml"
LOCALE, TEMPLATE, CATALOGUE = "locale", "messages.pot", "messages.po"
PYTHON = {"say": None, "say_many": (1, 2), "note": None, "note_many": (1, 2)}
PAGE = {"t": None, "tn": (1, 2)}
WIDTH = 110
HEADER = "# Texts of Gipfel, made by scripts/extract_texts.py: do not edit.\n"
KEPT = ("Language", "Plural-Forms")
"""What a catalogue says about itself; the rest of a gettext header is dates and names of programs."""


class Ambiguous(Exception):
    """A text stands alone in one place and depends on a number in another."""


class Text(NamedTuple):
    """A text where it is used."""

    id: str | tuple[str, ...]
    file: str
    folder: Path
    """The locale folder of the part it belongs to."""

    @property
    def first(self) -> str:
        return self.id if isinstance(self.id, str) else self.id[0]


# --- Reading the code -----------------------------------------------------------------------------


def parts() -> dict[Path, Path]:
    """The parts that have texts of their own, and where these belong: the games, and the project."""
    games = {path.parent: path.parent / LOCALE for path in sorted(SOURCE.glob("games/*/game.py"))}
    games.pop(SOURCE / "games" / "core")
    return {**games, SOURCE / "project": SOURCE / "project" / "potentials" / LOCALE}


def texts() -> Iterator[Text]:
    """All texts of Gipfel."""
    owners = parts()
    for path in sorted(SOURCE.rglob("*.py")):
        folder = next((owners[part] for part in owners if path.is_relative_to(part)), SHARED)
        if folder.is_dir():  # a game without this folder is not translated
            yield from texts_in(path, "python", SOURCE, folder)
    for path in sorted(SOURCE.rglob(COURSES)):
        folder = next(owners[part] for part in owners if path.is_relative_to(part))
        if folder.is_dir():
            yield from course_texts(path, SOURCE, folder)
    for path in sorted((SOURCE / "web").rglob("*.js")):
        yield from texts_in(path, "javascript", SOURCE, SHARED)


def texts_in(path: Path, method: str, root: Path, folder: Path) -> Iterator[Text]:
    """The texts of one file."""
    keywords = PYTHON if method == "python" else PAGE
    for _, text, _, _ in extract_from_file(method, path, keywords, options={"encoding": "utf-8"}):
        yield Text(text, path.relative_to(root).as_posix(), folder)


def course_texts(path: Path, root: Path, folder: Path) -> Iterator[Text]:
    """The texts of a course file."""
    for text in texts_of(path):
        yield Text(text, path.relative_to(root).as_posix(), folder)


def templates() -> dict[Path, Catalog]:
    """All texts by the locale folder they belong to; texts of several folders belong to the shared one."""
    found = list(texts())
    owners: dict[str, set[Path]] = defaultdict(set)
    for text in found:
        owners[text.first].add(text.folder)
    shared = {first for first, folders in owners.items() if len(folders) > 1}
    made = {folder: Catalog(fuzzy=False) for folder in (SHARED, *parts().values()) if folder.is_dir()}
    numbered: dict[str, bool] = {}
    for text in found:
        _check_number(text, numbered)
        folder = SHARED if text.first in shared else text.folder
        made[folder].add(text.id, locations=[(text.file, 0)])
    return made


def package_template(package: Path) -> dict[Path, Catalog]:
    """The texts of a game in another package, without those that Gipfel has already."""
    known = {_first(message) for message in _read(SHARED / TEMPLATE) if message.id}
    catalog, numbered = Catalog(fuzzy=False), dict[str, bool]()
    for text in _texts_of_package(package):
        _check_number(text, numbered)
        if text.first not in known:
            catalog.add(text.id, locations=[(text.file, 0)])
    return {package / LOCALE: catalog}


def _texts_of_package(package: Path) -> Iterator[Text]:
    for path in sorted(package.rglob("*.py")):
        yield from texts_in(path, "python", package, package / LOCALE)
    for path in sorted(package.rglob(COURSES)):
        yield from course_texts(path, package, package / LOCALE)


def _check_number(text: Text, numbered: dict[str, bool]) -> None:
    """Raises Ambiguous if a text depends on a number here and not elsewhere."""
    has_number = text.id != text.first
    if numbered.setdefault(text.first, has_number) != has_number:
        raise Ambiguous(f"{text.file}: {text.first!r} stands alone in one place and with a number in another")


# --- Writing catalogues ---------------------------------------------------------------------------


def written(catalog: Catalog, header: str) -> str:
    """A catalogue as a file, sorted, each place named once."""
    for message in catalog:
        message.locations = sorted(set(message.locations))
        message.flags.discard("python-format")  # a "%" in our texts is only a percent sign
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


def updated(language: str, folder: Path, found: Catalog, known: Mapping[str, Message]) -> str:
    """A folder's catalogue of a language: every text, with its translation if one is known anywhere.

    Translations of texts that are not used any longer are dropped.
    """
    path = folder / language / CATALOGUE
    catalog = _read(path, language) if path.exists() else _empty(language)
    header = f"# Texts of Gipfel: {catalog.locale.english_name if catalog.locale else language}.\n"
    # A copy: the catalogue keeps the messages it gets, and other languages get them, too.
    catalog.update(deepcopy(found), no_fuzzy_matching=True, update_header_comment=False)
    for message in catalog:
        if message.fuzzy and message.id:  # It got or lost its plural forms: to be translated again.
            message.flags.discard("fuzzy")
            message.string = "" if isinstance(message.id, str) else ("",) * catalog.num_plurals
        before = known.get(_first(message)) if message.id and not _is_translated(message) else None
        if before is not None and type(before.id) is type(message.id):
            message.string = before.string
    catalog.obsolete.clear()
    return written(catalog, header)


def _empty(language: str) -> Catalog:
    """A catalogue without texts; it has as many plural forms as the shared one of the language."""
    shared = SHARED / language / CATALOGUE
    if not shared.exists():
        return Catalog(locale=language, fuzzy=False)
    return read_po(BytesIO(_fields(_read(shared, language)).encode()), locale=language)


def translations(language: str, folders: Iterable[Path]) -> dict[str, Message]:
    """What is translated into a language in any folder."""
    known: dict[str, Message] = {}
    for path in (folder / language / CATALOGUE for folder in folders):
        if path.exists():
            catalog = _read(path, language)
            for message in [*catalog.obsolete.values(), *catalog]:
                if message.id and _is_translated(message):
                    known[_first(message)] = message
    return known


def _read(path: Path, language: str | None = None) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language)


def _first(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _is_translated(message: Message) -> bool:
    forms = [message.string] if isinstance(message.string, str) else message.string
    return bool(forms) and all(forms)


# --- The command ----------------------------------------------------------------------------------


def is_up_to_date() -> bool:
    """Do the templates hold exactly the texts of the code?"""
    return all(_is_current(folder / TEMPLATE, catalog) for folder, catalog in templates().items())


def _is_current(path: Path, catalog: Catalog) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == written(catalog, HEADER)


def write_all(found: Mapping[Path, Catalog], languages: list[str]) -> None:
    """Write the templates, and bring the catalogues of these languages up to date."""
    for folder, catalog in found.items():
        folder.mkdir(exist_ok=True)
        (folder / TEMPLATE).write_text(written(catalog, HEADER), encoding="utf-8")
        print(f"{folder / TEMPLATE}: {len(catalog)} texts")
    for language in languages:
        known = translations(language, found)
        new = {folder: updated(language, folder, catalog, known) for folder, catalog in found.items()}
        for folder, text in new.items():
            (folder / language).mkdir(exist_ok=True)
            (folder / language / CATALOGUE).write_text(text, encoding="utf-8")
        print(f"{language}: updated")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="only say whether the templates are up to date")
    parser.add_argument("--update", metavar="LANGUAGE", action="append", default=[], help="such as fa")
    parser.add_argument("--package", metavar="PATH", type=Path, help="the folder of a game elsewhere")
    arguments = parser.parse_args()
    if arguments.check:
        if not is_up_to_date():
            sys.exit("the templates are not up to date: run python scripts/extract_texts.py")
        return
    found = templates() if arguments.package is None else package_template(arguments.package.resolve())
    write_all(found, arguments.update)


if __name__ == "__main__":
    main()
