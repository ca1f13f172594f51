"""The help of commands, in the width of the terminal: no word is ever broken.

Typer's own help puts options into columns and cuts what does not fit. Here a narrow terminal gets the
explanation of an option below its name.
"""

import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from textwrap import wrap
from typing import Any

from gipfel.cli.streams import is_terminal, wants_colour

WIDEST = 100
"""Columns; longer lines are hard to read."""
TWO_COLUMNS = 72
"""From this width on explanations are beside the names."""
NAMES = 26
"""The widest name that has its explanation beside it."""
LONG_RANGE = re.compile(r"-?\d{16,}<=x<=-?\d{16,}")
"""A range so wide that nobody needs to know it."""
RANGE = re.compile(r"(-?[\d.]+)<=x<=(-?[\d.]+)")


def width() -> int:
    """The columns of the terminal, as `COLUMNS` or the terminal says; 80 if nothing does."""
    return max(20, min(WIDEST, shutil.get_terminal_size().columns))


def wrapped(text: str, first: str = "", rest: str | None = None) -> list[str]:
    """A paragraph in lines that fit; the first one and the others begin as given. Words stay whole."""
    lines = wrap(
        text,
        width(),
        initial_indent=first,
        subsequent_indent=first if rest is None else rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines or [first.rstrip()]


def fitted(text: str) -> str:
    """A text in which every line that is too long goes on below itself: in its second column, if it has one.

    In files and pipes lines stay whole, unless `COLUMNS` says how wide they are.
    """
    if not is_terminal(sys.stdout) and not os.environ.get("COLUMNS"):
        return text
    return "\n".join(line for whole in text.split("\n") for line in _fitted_line(whole))


def _fitted_line(line: str) -> list[str]:
    if len(line) <= width():
        return [line]
    indent = len(line) - len(line.lstrip())
    columns = re.match(r" *\S.*?  +", line)
    below = columns.end() if columns and columns.end() <= width() // 2 else indent + 2
    first = columns[0] if columns and columns.end() == below else " " * indent
    return wrapped(line[len(first) :], first, " " * below)


def use_our_help(command: Any) -> None:
    """Let a command of Typer, and all commands inside it, write their help as this module does."""
    command.format_help = partial(_format_help, command)
    for inner in getattr(command, "commands", {}).values():
        use_our_help(inner)


def _format_help(command: Any, context: Any, formatter: Any) -> None:
    formatter.write("\n".join(_help(command, context)) + "\n")


def _help(command: Any, context: Any) -> Iterator[str]:
    usage = " ".join([context.command_path, *map(_bare, command.collect_usage_pieces(context))])
    yield from wrapped(usage, "Usage: ", " " * 9)
    for paragraph in _paragraphs(command.help or ""):
        yield ""
        yield from paragraph
    records = [
        (parameter.param_type_name, parameter.get_help_record(context))
        for parameter in command.get_params(context)
    ]
    for title, kind in (("Arguments", "argument"), ("Options", "option")):
        yield from _section(title, [record for found, record in records if record and found == kind])
    commands = getattr(command, "commands", {})
    yield from _section(
        "Commands", [(name, _first_sentence(inner)) for name, inner in commands.items() if not inner.hidden]
    )
    for paragraph in _paragraphs(command.epilog or ""):
        yield ""
        yield from paragraph


def _first_sentence(command: Any) -> str:
    text = " ".join((command.short_help or command.help or "").split("\n\n")[0].split())
    return re.split(r"(?<=[.;:]) ", text)[0].rstrip(".;:") + "."


def _paragraphs(text: str) -> Iterator[list[str]]:
    """The paragraphs of a docstring in Markdown, as lines; points of a list are paragraphs of their own."""
    for paragraph in _plain(text).strip().split("\n\n"):
        lines: list[str] = []
        for point in re.split(r"\n(?=- )", paragraph):
            words = " ".join(point.split())
            is_point = words.startswith("- ")
            lines += wrapped(words.removeprefix("- "), "- " if is_point else "", "  " if is_point else "")
        yield lines


def _plain(text: str) -> str:
    """Markdown without the marks of code."""
    return text.replace("`", "").replace("\b\n", "")


def _section(title: str, records: Iterable[tuple[str, str]]) -> Iterator[str]:
    entries = [(_name(name), _explanation(text)) for name, text in records]
    if not entries:
        return
    yield ""
    yield _strong(f"{title}:")
    beside = width() >= TWO_COLUMNS
    column = min(NAMES, max(len(name) for name, _ in entries)) + 4
    for name, text in entries:
        if beside and len(name) <= column - 4:
            first, *others = wrapped(text, " " * column)
            yield f"  {_strong(name)}{' ' * (column - 2 - len(name))}{first.lstrip()}"
            yield from others
            continue
        name_lines = wrapped(name, "  ", "    ")
        yield from map(_strong, name_lines)
        if text:
            yield from wrapped(text, " " * (column if beside else 6))


def _name(name: str) -> str:
    """The names of an option and what it takes; types go without saying."""
    return " ".join(re.sub(r"<[\w\[\] ]+>", "", _bare(name)).split())


def _bare(name: str) -> str:
    """The name of an argument as it is typed."""
    return re.sub(r"\{(\w+)\}", r"\1", re.sub(r"\[(\[.*\]\.\.\.)\]\.\.\.", r"\1", name))


def _explanation(text: str) -> str:
    text = RANGE.sub(r"\1 to \2", LONG_RANGE.sub("", _plain(text)))
    text = text.replace("x>=", "at least ").replace("x<=", "at most ")
    return re.sub(r"\[[; ]*\]|(?<=\[)[; ]+|[; ]+(?=\])", "", " ".join(text.split())).strip()


def _strong(text: str) -> str:
    return f"\x1b[1m{text}\x1b[0m" if wants_colour() else text
