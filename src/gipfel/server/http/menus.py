"""Menus and clocks for the page: what can be chosen, and checks of menus.

What the choices are and which of them fit together is known to `gipfel.project.menu`.
"""

from collections.abc import Mapping
from typing import Any, cast

from gipfel.draw.picture import Looks
from gipfel.games.core.time_limit import CLOCKS
from gipfel.locale import say
from gipfel.project.menu import card, choices
from gipfel.project.menu.menu import Menu, read_menu
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
    """Lengths, presets, kinds, what they can be linked to, and all choices, in the current language."""
    looks = Looks()
    return {
        "lengths": [
            {
                "name": length.name,
                "title": length.title,
                "explanation": length.explanation,
                "presets": [*length.presets],
            }
            for length in card.lengths()
        ],
        "presets": [_preset(preset) for preset in choices.presets()],
        "kinds": [_kind(kind, looks) for kind in card.kinds()],
        "shelf": [_shelf_item(item) for item in card.shelf()],
        "free": card.FREE,
        "shared": card.SHARED,
        "groups": [
            {"name": group.name, "title": group.title, "explanation": group.explanation}
            for group in choices.groups()
        ],
        "choices": [_choice(choice) for choice in choices.choices()],
        "looks": looks.markup,
    }


def _preset(preset: choices.Preset) -> answers.Preset:
    return {
        "name": preset.name,
        "title": preset.title,
        "explanation": preset.explanation,
        "choices": preset.choices,
        "length": _length(card.preset_length(preset.name)),
    }


def _length(length: card.Length | None) -> answers.MenuLength | None:
    if length is None:
        return None
    return {
        "time": length.time,
        "sentence": length.sentence,
        "basis": length.basis,
        "measured": length.games > 0,
    }


def _kind(kind: card.Kind, looks: Looks) -> answers.MenuKind:
    return {
        "name": kind.name,
        "title": kind.title,
        "explanation": kind.explanation,
        "looks": _of_sides(*map(looks.name, kind.pieces)),
        "numbers": _of_sides(*kind.numbers),
        "link": kind.link,
        "own_links": _of_sides(*kind.own_links),
    }


def _of_sides(white: str, black: str) -> answers.SideTexts:
    return {"white": white, "black": black}


def _shelf_item(item: card.ShelfItem) -> answers.ShelfItem:
    return {
        "value": item.value,
        "title": item.title,
        "task": item.task,
        "group": item.group,
        "game": item.game,
        "longest_name": item.longest_name,
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
    found: answers.CheckedMenu = {
        "toml": checked.toml,
        "problems": [_problem(problem) for problem in checked.problems],
        "remarks": [_problem(remark) for remark in checked.remarks],
    }
    if checked.toml:
        found["card"] = _card(read_menu(checked.toml))
    return found


def _problem(problem: choices.Problem) -> answers.ChoiceProblem:
    return {"choice": problem.choice, "text": problem.text}


def read(toml: str) -> answers.CheckedMenu:
    """A menu in TOML; with its choices if it can be composed on the page. Raises MenuError."""
    menu = read_menu(toml)
    game = menu.game()
    found: answers.CheckedMenu = {"toml": toml, "problems": [], "game": menu.name, "version": game.version}
    found["title"] = game.full_title
    found["card"] = _card(menu)
    if menu.preset is not None:
        found["preset"], found["choices"] = menu.preset, choices.choices_of(menu)
    return found


# --- The card -------------------------------------------------------------------------------------


def _card(menu: Menu) -> answers.MenuCard:
    shown, looks = card.card_of(menu), Looks()
    return {
        "agreement": [*shown.agreement],
        "length": _length(shown.length),
        "text": shown.text,
        "trays": [_tray(tray, looks) for tray in shown.trays],
        "links": {
            kind: {"white": _link(white), "black": _link(black)}
            for kind, (white, black) in shown.links.items()
        },
        "numbers": [*shown.numbers],
        "looks": looks.markup,
    }


def _tray(tray: card.Tray, looks: Looks) -> answers.MenuTray:
    return {
        "side": tray.side,
        "title": tray.title,
        "text": tray.text,
        "pieces": [
            {
                "kind": pieces.kind,
                "look": looks.name(pieces.piece),
                "name": str(pieces.piece),
                "count": pieces.count,
                "task": pieces.task,
            }
            for pieces in tray.pieces
        ],
    }


def _link(link: card.LinkShown) -> answers.LinkShown:
    return {"value": link.value, "title": link.title, "task": link.task, "game": link.game}
