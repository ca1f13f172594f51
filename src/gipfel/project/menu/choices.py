"""The choices of a menu with potentials, for the page that composes menus, and the check of what was chosen.

A choice is named like its place in a menu: `potentials.white.tamsk`, `links.mode`, `clock.kind`. Whether
choices fit together is decided by the menu itself. All texts are in the current language.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from gipfel.games.core.names import version_summary, version_title
from gipfel.games.core.options import Option, Value
from gipfel.games.core.registry import about
from gipfel.games.core.time_limit import CLOCKS
from gipfel.locale import note, say
from gipfel.notation.errors import MenuError
from gipfel.project.menu.keys import (
    BY_NAME,
    EMPTY,
    KIND_NAMES,
    KIND_SUMMARIES,
    KINDS,
    LINK_KEYS,
    OPTION_KEYS,
    OWN_LINK_KEYS,
    SIDES,
)
from gipfel.project.menu.menu import Menu, menu_of
from gipfel.project.potentials.agreement import (
    BASES,
    LONGEST_OUTSIDE,
    MOST_OF_A_KIND,
    ON_BOARD,
    OUTSIDE,
    PRESETS,
    PROJECT,
    LinkOption,
)

Chosen = dict[str, Any]
"""What was chosen, by the names of the choices."""

GROUPS: dict[str, tuple[str, str]] = {
    "evening": (note("The evening"), note("What it is called, which GIPF it is, and with how many pieces.")),
    "potentials": (
        note("Potentials"),
        note("A potential is a smaller piece on top of a plain one; it can do something special once."),
    ),
    "links": (
        note("Linked games"),
        note("A potential can be tied to another game: whoever wants to use it may have to win that first."),
    ),
    "players": (
        note("Different for each player"),
        note("Usually both have the same links and challenges. Here one of you can have others."),
    ),
    "clock": (note("Clock"), note("How much time there is to think.")),
    "options": (
        note("Fine print"),
        note("Questions that seldom come up. The usual answers are chosen already."),
    ),
}
"""Title and explanation of the parts of a menu, in the order in which they are shown."""
CLOCK_NUMBERS: dict[str, tuple[str, int]] = {
    "minutes": (note("Minutes"), 20),
    "seconds": (note("Seconds"), 10),
    "days": (note("Days"), 3),
}
"""Title and default of the numbers of clocks."""
COLUMNS = {"white": note("White"), "black": note("Black")}
TITLES_OF_POTENTIALS = {"white": note("White: {kind}"), "black": note("Black: {kind}")}


@dataclass(frozen=True, slots=True)
class Group:
    """A part of a menu."""

    name: str
    title: str
    explanation: str


@dataclass(frozen=True, slots=True)
class Preset:
    """A menu to start from, with all its choices."""

    name: str
    title: str
    explanation: str
    choices: Chosen


@dataclass(frozen=True, slots=True)
class Condition:
    """A choice counts only while another one has one of these values."""

    choice: str
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """One of the values can be followed by a blank and a name: `outside ludo`."""

    value: Value
    longest: int
    """The most letters of a name."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be chosen."""

    name: str
    group: str
    title: str
    explanation: str
    default: Value
    values: tuple[tuple[Value, str], ...] = ()
    """The values to choose from, with their titles; empty for numbers of a range and for texts."""
    between: tuple[int, int] | None = None
    unit: str = ""
    row: str = ""
    """Choices with a row and a column are shown as a table."""
    column: str = ""
    only: Condition | None = None
    named: Named | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a choice, or that it has no effect."""

    choice: str
    text: str


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of a check."""

    toml: str
    """The menu; empty if there are problems."""
    problems: tuple[Problem, ...] = ()
    remarks: tuple[Problem, ...] = ()
    """What was chosen without effect."""


# --- What can be chosen ---------------------------------------------------------------------------


def presets() -> list[Preset]:
    """All presets."""
    return [
        Preset(
            name,
            version_title(PROJECT, name),
            version_summary(PROJECT, name),
            choices_of(menu_of({"preset": name})),
        )
        for name in PRESETS
    ]


def groups() -> list[Group]:
    """The parts of a menu, in the order in which they are shown."""
    return [Group(name, say(title), say(explanation)) for name, (title, explanation) in GROUPS.items()]


def choices() -> Iterator[Choice]:
    """All choices, in the order in which they are shown."""
    yield Choice(
        "title", "evening", say(note("Name of the evening")), say(note("Written above the table.")), ""
    )
    yield _choice_of_option("base", "evening", BY_NAME["base"])
    for side in SIDES:
        yield _choice_of_option(f"basics.{side}", "evening", BY_NAME[f"basics_{side}"])
    for side in SIDES:
        for kind in KINDS:
            yield _choice_of_potentials(side, kind)
    for key, option in LINK_KEYS.items():
        yield _choice_of_option(f"links.{key}", "links", BY_NAME[option])
    for side, keys in OWN_LINK_KEYS.items():
        for key, option in keys.items():
            row = KIND_NAMES.get(key) or say(about(PROJECT).option_words(BY_NAME[LINK_KEYS[key]]).title)
            choice = _choice_of_option(f"links.{side}.{key}", "players", BY_NAME[option])
            yield replace(choice, row=row, column=say(COLUMNS[side]))
    yield from _clock_choices()
    for name in OPTION_KEYS:
        yield _choice_of_option(f"options.{name}", "options", BY_NAME[name])


def _choice_of_option(name: str, group: str, option: Option) -> Choice:
    words = about(PROJECT).option_words(option)
    return Choice(
        name,
        group,
        say(words.title),
        say(words.explanation),
        option.default,
        values=tuple((value, say(title)) for value, title in option.offered(words.values)),
        between=option.between,
        unit=words.unit,
        named=Named(OUTSIDE, LONGEST_OUTSIDE) if isinstance(option, LinkOption) else None,
    )


def _choice_of_potentials(side: str, kind: str) -> Choice:
    """How many potentials of a kind a side has."""
    return Choice(
        f"potentials.{side}.{kind}",
        "potentials",
        say(TITLES_OF_POTENTIALS[side], kind=KIND_NAMES[kind]),
        say(KIND_SUMMARIES[kind]),
        0,
        between=(0, MOST_OF_A_KIND),
        row=KIND_NAMES[kind],
        column=say(COLUMNS[side]),
    )


def _clock_choices() -> Iterator[Choice]:
    kinds = tuple((name, say(clock.title)) for name, clock in CLOCKS.items())
    yield Choice("clock.kind", "clock", say(note("Kind of clock")), "", "none", values=kinds)
    for key, (title, usual) in CLOCK_NUMBERS.items():
        ranges = {kind: clock.numbers[key] for kind, clock in CLOCKS.items() if key in clock.numbers}
        yield Choice(
            f"clock.{key}",
            "clock",
            say(title),
            "",
            usual,
            between=(min(least for least, _ in ranges.values()), max(most for _, most in ranges.values())),
            only=Condition("clock.kind", tuple(ranges)),
        )


@cache
def _names() -> frozenset[str]:
    return frozenset(found.name for found in choices())


# --- What was chosen ------------------------------------------------------------------------------


def choices_of(menu: Menu) -> Chosen:
    """Everything a menu with potentials says, by choice."""
    chosen: Chosen = {"title": menu.title, "base": menu.base}
    chosen |= {f"basics.{side}": number for side, number in menu.basics.items()}
    for side, pool in menu.potentials.items():
        chosen |= {f"potentials.{side}.{kind}": number for kind, number in pool.items()}
    chosen |= {f"links.{key}": value for key, value in (menu.links | _left_open(menu)).items()}
    for side, own in menu.own_links.items():
        chosen |= {f"links.{side}.{key}": value for key, value in own.items()}
    chosen |= {f"options.{name}": value for name, value in menu.options.items()}
    chosen["clock.kind"] = menu.clock.kind
    for key, (_, usual) in CLOCK_NUMBERS.items():
        needed = key in CLOCKS[menu.clock.kind].numbers
        chosen[f"clock.{key}"] = getattr(menu.clock, key) if needed else usual
    return chosen


def _left_open(menu: Menu) -> dict[str, Value]:
    """The mode and the links that need not be named to get this menu, as its preset has them.

    A kind that is added on the page is then linked like the others.
    """
    named = menu.changes
    without_mode = {name: value for name, value in named.items() if name != LINK_KEYS["mode"]}
    if Menu(version=menu.version, changes=without_mode).game() == menu.game():
        named = without_mode
    usual = {option.name: option.default for option in menu.game().options_of(menu.version)}
    return {key: usual[LINK_KEYS[key]] for key in ("mode", *KINDS) if LINK_KEYS[key] not in named}


def check(preset: str | None, chosen: Mapping[str, Any]) -> Checked:
    """The menu as TOML if all choices fit together, otherwise what is wrong, choice by choice."""
    preset = EMPTY if preset is None else preset
    try:
        if all(name in _names() for name in chosen):
            menu = menu_of(_data(preset, chosen))
            return Checked(menu.text(), remarks=tuple(_remarks(menu)))
    except MenuError:
        pass
    return Checked("", tuple(_problems(preset, chosen)))


def _remarks(menu: Menu) -> Iterator[Problem]:
    """What was chosen without effect, named as on the page."""
    if found := menu.remarks:
        titles = {choice.name: choice.title for choice in choices()}
        for remark in found:
            what = note("“{choice}” has no effect: {reason}")
            yield Problem(remark.key, say(what, choice=titles[remark.key], reason=remark.reason))


def _problems(preset: str, chosen: Mapping[str, Any]) -> Iterator[Problem]:
    """Choices are added one by one; each that does not fit to those before it is a problem.

    The fine print comes first, as the other choices depend on it.
    """
    good: Chosen = {}
    try:
        menu_of({"preset": preset})
    except MenuError as error:
        yield Problem("preset", str(error))
        return
    for name in sorted(chosen, key=lambda name: not name.startswith(("options.", "base"))):
        if name not in _names():
            yield Problem(name, say("There is no choice called {name}.", name=name[:40]))
            continue
        try:
            menu_of(_data(preset, {**good, name: chosen[name]}))
        except MenuError as error:
            yield Problem(name, _problem_text(name, chosen[name], good, error))
        else:
            good[name] = chosen[name]


def _problem_text(name: str, value: Any, good: Chosen, error: MenuError) -> str:
    """What is wrong with a value that can be chosen; for any other value, the message of the menu."""
    if name.startswith("potentials.") and type(value) is int and 0 < value <= MOST_OF_A_KIND:
        least = good.get("options.min_per_kind", BY_NAME["min_per_kind"].default)
        return say("Take at least {least} of a kind, or none of it.", least=least)
    board = ON_BOARD[BASES.index(good.get("base", BY_NAME["base"].default))]
    if name.startswith("basics.") and type(value) is int and 0 < value <= board:
        return say("{board} of the pieces stand on the board at the start; take more.", board=board)
    if name == "options.gipf_loss" and value == "on":
        return say("GIPF basic has no GIPF-pieces that could be lost.")
    return str(error)


def _data(preset: str, chosen: Mapping[str, Any]) -> Chosen:
    """The choices as nested tables, as `menu_of` reads them."""
    data: Chosen = {"preset": preset}
    for name, value in chosen.items():
        *tables, key = name.split(".")
        inside = data
        for table in tables:
            inside = inside.setdefault(table, {})
        inside[key] = value
    if "clock" in data:
        data["clock"] = _clock_data(data["clock"])
    return data


def _clock_data(given: Chosen) -> Chosen:
    """Only the numbers that the kind of clock needs; the default for a number that was not chosen."""
    kind = given.get("kind", "none")
    numbers = CLOCKS[kind].numbers if isinstance(kind, str) and kind in CLOCKS else {}
    return {"kind": kind, **{key: given.get(key, CLOCK_NUMBERS[key][1]) for key in numbers}}
