"""Menus and clocks for the page: what can be chosen, and checks of menus.

What the choices are and which of them fit together is known to `gipfel.project.menu`.
"""

from collections.abc import Mapping
from typing import Any, cast

from gipfel.games.core.time_limit import CLOCKS
from gipfel.locale import say
from gipfel.project.menu import choices
from gipfel.project.menu.menu import read_menu
from gipfel.server.contract import answers
from gipfel.server.contract.shared import ClockKind


def clocks() -> list[answers.ClockInfo]:
    """All kinds of clocks a table can have."""
    return [
        {
            "kind": cast(ClockKind, kind),
            "title": say(clock.title),
            "explanation": say(clock.help),
            "numbers": {key: [*between] for key, between in clock.numbers.items()},
        }
        for kind, clock in CLOCKS.items()
    ]


def offer() -> answers.MenuOffer:
    """Presets, groups and choices, in the current language."""
    return {
        "presets": [
            {
                "name": preset.name,
                "title": preset.title,
                "explanation": preset.explanation,
                "choices": preset.choices,
            }
            for preset in choices.presets()
        ],
        "groups": [
            {"name": group.name, "title": group.title, "explanation": group.explanation}
            for group in choices.groups()
        ],
        "choices": [_choice(choice) for choice in choices.choices()],
    }


def _choice(choice: choices.Choice) -> answers.MenuChoice:
    shown: answers.MenuChoice = {
        "name": choice.name,
        "group": choice.group,
        "title": choice.title,
        "explanation": choice.explanation,
        "values": [{"value": value, "title": title} for value, title in choice.values],
        "between": None if choice.between is None else [*choice.between],
        "default": choice.default,
        "versions": [],
        "unit": choice.unit or None,
    }
    if choice.row and choice.column:
        shown["row"], shown["column"] = choice.row, choice.column
    if choice.only is not None:
        shown["only"] = {"choice": choice.only.choice, "values": [*choice.only.values]}
    if choice.named is not None:
        shown["named"] = {"value": choice.named.value, "longest": choice.named.longest}
    return shown


def check(preset: str | None, chosen: Mapping[str, Any]) -> answers.CheckedMenu:
    """The menu as TOML if all choices fit together, otherwise what is wrong, choice by choice."""
    checked = choices.check(preset, chosen)
    return {
        "toml": checked.toml,
        "problems": [_problem(problem) for problem in checked.problems],
        "remarks": [_problem(remark) for remark in checked.remarks],
    }


def _problem(problem: choices.Problem) -> answers.ChoiceProblem:
    return {"choice": problem.choice, "text": problem.text}


def read(toml: str) -> answers.CheckedMenu:
    """A menu in TOML; with its choices if it can be composed on the page. Raises MenuError."""
    menu = read_menu(toml)
    game = menu.game()
    found: answers.CheckedMenu = {"toml": toml, "problems": [], "game": menu.name, "version": game.version}
    found["title"] = game.full_title
    if menu.preset is not None:
        found["preset"], found["choices"] = menu.preset, choices.choices_of(menu)
    return found
