"""Composing an evening on the page: the choices of a menu in plain words, and checking what was chosen.

A choice is named like its place in a menu: `potentials.white.tamsk`, `links.mode`, `clock.kind`. What fits
together is decided by the menu itself; here it is only asked.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, cast

from gipfel.games.core.options import Option, Value
from gipfel.games.core.time_limit import CLOCKS
from gipfel.locale import note, say
from gipfel.notation.errors import MenuError
from gipfel.project.menu.keys import (
    BY_NAME,
    KIND_NAMES,
    KIND_SUMMARIES,
    KINDS,
    LINK_KEYS,
    OPTION_KEYS,
    SIDES,
)
from gipfel.project.menu.menu import Menu, menu_of, read_menu
from gipfel.project.potentials.agreement import BASES, MOST_OF_A_KIND, ON_BOARD, PRESETS, PROJECT
from gipfel.server.contract import answers
from gipfel.server.contract.shared import ClockKind
from gipfel.server.http.option_words import choice, value_of, version_summary, version_title

Chosen = dict[str, Any]

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
    "clock": (note("Clock"), note("How much time there is to think.")),
    "options": (
        note("Fine print"),
        note("Questions that seldom come up. The usual answers are chosen already."),
    ),
}
"""The parts of a menu, in the order in which they are asked for."""

CLOCK_TITLES = {
    "none": note("None"),
    "sudden-death": note("So many minutes for the whole game"),
    "increment": note("Minutes, and seconds more for every turn"),
    "delay": note("Minutes; the first seconds of every turn are free"),
    "correspondence": note("Days for every turn"),
}
CLOCK_NUMBERS: dict[str, tuple[str, int]] = {
    "minutes": (note("Minutes"), 20),
    "seconds": (note("Seconds"), 10),
    "days": (note("Days"), 3),
}
"""The numbers of clocks: what they are called, and what they are unless something else is said."""


# --- What can be chosen ---------------------------------------------------------------------------


def offer() -> answers.MenuOffer:
    """Presets, groups and choices, in the language that is spoken now."""
    return {
        "presets": [_preset(name) for name in PRESETS],
        "groups": [
            {"name": name, "title": say(title), "explanation": say(explanation)}
            for name, (title, explanation) in GROUPS.items()
        ],
        "choices": list(_choices()),
    }


def _preset(name: str) -> answers.Preset:
    return {
        "name": name,
        "title": version_title(PROJECT, name),
        "explanation": version_summary(PROJECT, name),
        "choices": chosen_in(menu_of({"preset": name})),
    }


def _choices() -> Iterator[answers.MenuChoice]:
    yield _made(
        "title", "evening", say(note("Name of the evening")), say(note("Written above the table.")), ""
    )
    yield _of_option("base", "evening", BY_NAME["base"])
    for side in SIDES:
        yield _of_option(f"basics.{side}", "evening", BY_NAME[f"basics_{side}"])
    for side in SIDES:
        for kind in KINDS:
            yield _potentials(side, kind)
    for key, option in LINK_KEYS.items():
        yield _of_option(f"links.{key}", "links", BY_NAME[option])
    yield from _clock()
    for name in OPTION_KEYS:
        yield _of_option(f"options.{name}", "options", BY_NAME[name])


def _of_option(name: str, group: str, option: Option) -> answers.MenuChoice:
    found = choice(PROJECT, option)
    made = _made(name, group, found["title"], found["explanation"], found["default"])
    made["values"], made["between"], made["unit"] = found["values"], found["between"], found["unit"]
    return made


def _made(name: str, group: str, title: str, explanation: str, default: Value) -> answers.MenuChoice:
    """A choice between any values."""
    return {
        "name": name,
        "group": group,
        "title": title,
        "explanation": explanation,
        "values": [],
        "between": None,
        "default": default,
        "versions": [],
        "unit": None,
    }


COLUMNS = {"white": note("White"), "black": note("Black")}
WHOSE = {"white": note("White: {kind}"), "black": note("Black: {kind}")}


def _potentials(side: str, kind: str) -> answers.MenuChoice:
    made = _made(
        f"potentials.{side}.{kind}",
        "potentials",
        say(WHOSE[side], kind=KIND_NAMES[kind]),
        say(KIND_SUMMARIES[kind]),
        0,
    )
    made["between"] = [0, MOST_OF_A_KIND]
    made["row"], made["column"] = KIND_NAMES[kind], say(COLUMNS[side])
    return made


def clocks() -> list[answers.ClockInfo]:
    """All kinds of clocks a table can have."""
    return [
        {
            "kind": cast(ClockKind, kind),
            "title": say(CLOCK_TITLES[kind]),
            "explanation": say(clock.help),
            "numbers": {key: [*between] for key, between in clock.numbers.items()},
        }
        for kind, clock in CLOCKS.items()
    ]


def _clock() -> Iterator[answers.MenuChoice]:
    kinds = [value_of(name, title) for name, title in CLOCK_TITLES.items()]
    made = _made("clock.kind", "clock", say(note("Kind of clock")), "", "none")
    made["values"] = kinds
    yield made
    for key, (title, usual) in CLOCK_NUMBERS.items():
        using = [kind for kind, clock in CLOCKS.items() if key in clock.numbers]
        ranges = [CLOCKS[kind].numbers[key] for kind in using]
        made = _made(f"clock.{key}", "clock", say(title), "", usual)
        made["between"] = [min(least for least, _ in ranges), max(most for _, most in ranges)]
        made["only"] = {"choice": "clock.kind", "values": [*using]}
        yield made


@cache
def _names() -> frozenset[str]:
    return frozenset(found["name"] for found in _choices())


# --- What was chosen ------------------------------------------------------------------------------


def chosen_in(menu: Menu) -> Chosen:
    """Everything a menu with potentials says, by choice."""
    chosen: Chosen = {"title": menu.title, "base": menu.base}
    chosen |= {f"basics.{side}": number for side, number in menu.basics.items()}
    for side, pool in menu.potentials.items():
        chosen |= {f"potentials.{side}.{kind}": number for kind, number in pool.items()}
    chosen |= {f"links.{key}": value for key, value in menu.links.items()}
    chosen |= {f"options.{name}": value for name, value in menu.options.items()}
    chosen["clock.kind"] = menu.clock.kind
    for key, (_, usual) in CLOCK_NUMBERS.items():
        needed = key in CLOCKS[menu.clock.kind].numbers
        chosen[f"clock.{key}"] = getattr(menu.clock, key) if needed else usual
    return chosen


def check(preset: str, chosen: Mapping[str, Any]) -> answers.CheckedMenu:
    """The menu as TOML if everything fits together, otherwise what is wrong, choice by choice."""
    try:
        unknown = [name for name in chosen if name not in _names()]
        if not unknown:
            return {"toml": menu_of(_data(preset, chosen)).text(), "problems": []}
    except MenuError:
        pass
    return {"toml": "", "problems": list(_problems(preset, chosen))}


def _problems(preset: str, chosen: Mapping[str, Any]) -> Iterator[answers.ChoiceProblem]:
    """One choice after the other is added; what does not fit to those before it is told.

    The fine print comes first, as it says what the others may be.
    """
    good: Chosen = {}
    try:
        menu_of({"preset": preset})
    except MenuError as error:
        yield {"choice": "preset", "text": str(error)}
        return
    for name in sorted(chosen, key=lambda name: not name.startswith(("options.", "base"))):
        if name not in _names():
            yield {"choice": name, "text": say("There is no choice called {name}.", name=name[:40])}
            continue
        try:
            menu_of(_data(preset, {**good, name: chosen[name]}))
        except MenuError as error:
            yield {"choice": name, "text": _in_words(name, chosen[name], good, error)}
        else:
            good[name] = chosen[name]


def _in_words(name: str, value: Any, good: Chosen, error: MenuError) -> str:
    """What is wrong with a choice that the page offers; of anything else what the menu itself says."""
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
    """The choices as a menu holds them."""
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
    """Only the numbers the clock needs, the usual ones if none are named."""
    kind = given.get("kind", "none")
    numbers = CLOCKS[kind].numbers if isinstance(kind, str) and kind in CLOCKS else {}
    return {"kind": kind, **{key: given.get(key, CLOCK_NUMBERS[key][1]) for key in numbers}}


def opened(text: str) -> answers.CheckedMenu:
    """A menu that somebody kept as a file: what it says, by choice. Raises MenuError."""
    menu = read_menu(text)
    game = menu.game()
    found: answers.CheckedMenu = {"toml": text, "problems": [], "game": menu.name, "version": game.version}
    found["title"] = game.full_title
    if menu.has_potentials:
        found["preset"], found["choices"] = menu.version, chosen_in(menu)
    return found
