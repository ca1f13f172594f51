"""What the menu card shows: how long, kinds of potentials as pieces, what they can be linked to, both trays.

Everything is data: pieces to draw, names of choices to set, and texts in the current language.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from gipfel.draw.scene import Piece
from gipfel.games.core.options import Value
from gipfel.games.core.registry import game_names, game_type
from gipfel.games.core.side import side_name
from gipfel.games.core.time_limit import CLOCKS
from gipfel.games.gipf import scene as gipf
from gipfel.games.gipf.rules import RESERVE, VERSION
from gipfel.locale import note, say, say_many
from gipfel.notation.toml import write_value
from gipfel.project.menu.choices import choices_of
from gipfel.project.menu.keys import KIND_NAMES, KIND_SUMMARIES, KINDS, SIDES
from gipfel.project.menu.lengths import Length as Length
from gipfel.project.menu.lengths import length_of as length_of
from gipfel.project.menu.menu import Menu, menu_of
from gipfel.project.menu.sentences import agreement, link_task, link_title, listed_pool
from gipfel.project.potentials import linking, rules
from gipfel.project.potentials.agreement import (
    CHANCE,
    LONGEST_OUTSIDE,
    MOST_OF_A_KIND,
    ON_BOARD,
    OUTSIDE,
    PROJECT,
    start_state,
)
from gipfel.project.potentials.scene import loaded_piece

LENGTHS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "hours": (
        note("One or two hours"),
        note("potentials, and few other games or none"),
        ("ultimate", "tamsk6", "one-kind", "twelve", "dice", "one-shot", "menu"),
    ),
    "evening": (note("An evening"), note("two kinds, and their games to win"), ("evening",)),
    "meetings": (note("Several meetings"), note("all five kinds, and all their games to win"), ("odyssey",)),
}
"""Title, explanation and presets of each length (rules 3); the first preset is the one to begin with."""
BASIC = "basic"
"""The name of plain pieces in a tray, instead of a kind."""
FREE, SHARED = linking.FREE, linking.SHARED
"""The links that leave a kind free, and that are as for both sides."""


@dataclass(frozen=True, slots=True)
class LengthChoice:
    """A length to choose, and the presets that take about this long."""

    name: str
    title: str
    explanation: str
    presets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of potential, with the names of the choices that belong to it."""

    name: str
    title: str
    explanation: str
    pieces: tuple[Piece, Piece]
    numbers: tuple[str, str]
    """The choices of the numbers, of White and of Black."""
    link: str
    own_links: tuple[str, str]


@dataclass(frozen=True, slots=True)
class ShelfItem:
    """Something that a kind can be linked to."""

    value: str
    title: str
    task: str
    """What a player has to do before a use."""
    group: Literal["game", "chance", "outside"]
    game: str = ""
    longest_name: int = 0
    """The most letters of a name that can follow the value; 0 if none can."""


@dataclass(frozen=True, slots=True)
class TrayPieces:
    """Equal pieces in a tray."""

    kind: str
    piece: Piece
    count: int
    task: str
    """What has to be won before they are used; empty if they are free."""


@dataclass(frozen=True, slots=True)
class Tray:
    """The pieces of a side at the beginning."""

    side: Literal["white", "black"]
    title: str
    text: str
    pieces: tuple[TrayPieces, ...]


@dataclass(frozen=True, slots=True)
class LinkShown:
    """What a kind is linked to."""

    value: str
    title: str
    """Empty if it is free."""
    task: str
    game: str


@dataclass(frozen=True, slots=True)
class Card:
    """A menu as the card shows it."""

    agreement: tuple[str, ...]
    length: Length | None
    text: str
    """The menu in as few letters as possible, for a link."""
    trays: tuple[Tray, ...] = ()
    links: dict[str, tuple[LinkShown, LinkShown]] = field(default_factory=dict)
    """Of White and Black, by kind."""
    numbers: tuple[int, ...] = ()
    """The numbers of potentials of a kind that are allowed."""


# --- What can be chosen ---------------------------------------------------------------------------


def lengths() -> list[LengthChoice]:
    """The lengths to choose from."""
    return [
        LengthChoice(name, say(title), say(explanation), presets)
        for name, (title, explanation, presets) in LENGTHS.items()
    ]


def kinds() -> list[Kind]:
    """The kinds of potentials."""
    return [
        Kind(
            name,
            KIND_NAMES[name],
            say(KIND_SUMMARIES[name]),
            (loaded_piece(0, number), loaded_piece(1, number)),
            (f"potentials.white.{name}", f"potentials.black.{name}"),
            f"links.{name}",
            (f"links.white.{name}", f"links.black.{name}"),
        )
        for number, name in enumerate(KINDS)
    ]


def shelf() -> Iterator[ShelfItem]:
    """Games, things of chance, and a game that the program does not have."""
    for name in game_names():
        if name != PROJECT:
            open_version = name in linking.REAL_TIME_VERSIONS
            link = name if open_version else linking.link_to(linking.linked_game(name))
            yield ShelfItem(link, say(game_type(name).title), link_task(link), "game", name)
    for name in CHANCE:
        yield ShelfItem(name, link_title(name), link_task(name), "chance")
    title = say("a game of your own")
    yield ShelfItem(OUTSIDE, title, link_task(OUTSIDE), "outside", longest_name=LONGEST_OUTSIDE)


def preset_length(name: str) -> Length | None:
    """How long a preset takes."""
    return length_of(menu_of({"preset": name}))


# --- What was chosen ------------------------------------------------------------------------------


def card_of(menu: Menu) -> Card:
    """A menu as the card shows it."""
    said, length, text = tuple(agreement(menu)), length_of(menu), short_text(menu)
    if not menu.has_potentials:
        return Card(said, length, text)
    trays = (_tray(menu, "white"), _tray(menu, "black"))
    white, black = (_links(menu, side) for side in SIDES)
    links = {kind: (white[kind], black[kind]) for kind in KINDS}
    least = int(menu.options["min_per_kind"])
    return Card(said, length, text, trays, links, (0, *range(least, MOST_OF_A_KIND + 1)))


def _tray(menu: Menu, side: Literal["white", "black"]) -> Tray:
    """All pieces of a side: each potential on a plain piece if there are enough, and the others plain."""
    number = SIDES.index(side)
    state = start_state(menu.game().options)
    basics = state[RESERVE + number] + ON_BOARD[state[VERSION]]
    pool = menu.potentials[side]
    links = _links(menu, side)
    plain = max(0, basics - sum(pool.values()))
    pieces = [TrayPieces(BASIC, gipf.piece(number, 1), plain, "")] if plain else []
    for letter, kind in enumerate(KINDS):
        if pool[kind]:
            pieces.append(TrayPieces(kind, loaded_piece(number, letter), pool[kind], links[kind].task))
    return Tray(side, side_name(number), _tray_text(basics, pool), tuple(pieces))


def _tray_text(basics: int, pool: dict[str, int]) -> str:
    pieces = say_many("{n} piece", "{n} pieces", basics)
    if not any(pool.values()):
        return pieces
    return say("{pieces}; {potentials}", pieces=pieces, potentials=listed_pool(pool))


def _links(menu: Menu, side: str) -> dict[str, LinkShown]:
    linked = start_state(menu.game().options)[rules.LINKED]
    said = menu.links_of(side)
    return {kind: _shown(str(said[kind]) if linked else linking.FREE) for kind in KINDS}


def _shown(link: str) -> LinkShown:
    if link in (linking.FREE, linking.AUTO):
        return LinkShown(linking.FREE, "", "", "")
    name = link.split()[0]
    is_game = name in game_names()
    return LinkShown(link, link_title(link), link_task(link), name if is_game else "")


def short_text(menu: Menu) -> str:
    """The menu in as few lines as say everything: its preset, and what differs from it."""
    if not menu.has_potentials:
        lines = [line.partition("  #")[0].rstrip() for line in menu.text().splitlines()]
        return "\n".join(line for line in lines if line and not line.startswith("#")) + "\n"
    usual = choices_of(menu_of({"preset": menu.version}))
    changed: dict[str, Value] = {
        name: value
        for name, value in choices_of(menu).items()
        if value != usual[name] and not name.startswith("clock.")
    }
    if menu.clock.kind != "none":
        numbers = CLOCKS[menu.clock.kind].numbers
        changed |= {f"clock.{key}": getattr(menu.clock, key) for key in ("kind", *numbers)}
    lines = [f"{name} = {write_value(value)}" for name, value in {"preset": menu.version, **changed}.items()]
    return "\n".join(lines) + "\n"
