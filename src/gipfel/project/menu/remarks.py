"""What a menu says without effect, each in one sentence."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gipfel.games.core.side import side_name
from gipfel.locale import note, say
from gipfel.project.menu.keys import KIND_NAMES, KINDS, LINK_KEYS, SIDES
from gipfel.project.potentials import linking
from gipfel.project.potentials.agreement import CHANCE, OUTSIDE

if TYPE_CHECKING:
    from gipfel.project.menu.menu import Menu

SWITCHED_OFF = note("links are switched off.")
NOTHING_LINKED = note("nothing is linked.")
NOBODY_HAS = note("nobody has {kind}-potentials.")
ONE_HAS_NOT = note("{side} has no {kind}-potentials.")
NOTHING_TO_CHALLENGE = note("{side} has no linked potentials.")
ONE_MAY_NOT = note("{side} may not challenge.")
NO_POTENTIALS = note("nobody has potentials.")
ALWAYS_PLAYED = note("every use must be won, challenged or not.")
NO_CHALLENGES = note("nobody may challenge.")
UNLIMITED = note("challenges are not limited.")
NO_GAME = note("no kind is linked to a game.")
NO_TIME = note("no kind is linked to a game with sand glasses.")
NO_TIES = note("a coin cannot be tied.")
NO_GIPF_PIECES = note("GIPF basic has no GIPF-pieces.")
NOT_LOST = note("losing the last GIPF-piece loses nothing.")

OPTIONS_OF_KINDS = {
    "tamsk_opponent_push": "tamsk",
    "tamsk_rows": "tamsk",
    "tamsk_unused": "tamsk",
    "tamsk_lone_extra": "tamsk",
    "tamsk_opening_order": "tamsk",
    "punct_vs_gipf": "punct",
    "punct_taken_basics": "punct",
}
"""The options that matter only if somebody has potentials of a kind."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something in a menu that has no effect."""

    key: str
    """Its place in the menu, like `links.mode`."""
    note: str
    """Why it has no effect, in English."""
    kind: str = ""
    """The kind of potential that the reason names."""
    side: str = ""
    """The side that the reason names."""

    @property
    def reason(self) -> str:
        """Why it has no effect, in the current language."""
        kind, side = KIND_NAMES.get(self.kind, ""), side_name(SIDES.index(self.side)) if self.side else ""
        return say(self.note, **{name: value for name, value in (("kind", kind), ("side", side)) if value})

    def __str__(self) -> str:
        return say("{key} has no effect: {reason}", key=self.key, reason=self.reason)


def remarks(menu: "Menu") -> list[Remark]:
    """What the menu changes in its preset without any effect."""
    if not menu.has_potentials:
        return []
    reader = _Reader(menu)
    return [*reader.links(), *reader.link_settings(), *reader.own_links(), *reader.options()]


class _Reader:
    """Compares what a menu changes with what it leads to."""

    def __init__(self, menu: "Menu") -> None:
        self.menu = menu
        self.changed = menu.changes
        self.settings = menu.links
        self.in_play = [kind for kind in KINDS if any(pool[kind] for pool in menu.potentials.values())]
        self.off = self.settings["mode"] == linking.OFF or self.settings["depth"] == 0
        self.settings_of = {side: menu.links_of(side) for side in SIDES}
        self.linked_of = {side: self._linked(side) for side in SIDES}
        self.linked = self.linked_of["white"] | self.linked_of["black"]
        """The contests that can come about."""

    def _linked(self, side: str) -> set[str]:
        """The contests that can come about because of a side's potentials."""
        links = (
            self.settings_of[side][kind] for kind, number in self.menu.potentials[side].items() if number
        )
        return {str(link).split()[0] for link in links if not self.off and link != linking.FREE}

    def _challenges(self, side: str) -> object:
        """How often a side may challenge; 1 if every use is contested anyway."""
        by_challenge = self.settings["mode"] == linking.CHALLENGE
        return self.settings_of[side]["challenges"] if by_challenge else 1

    def _is_changed(self, key: str) -> bool:
        return LINK_KEYS[key] in self.changed

    # The links of the kinds, and the mode.

    def links(self) -> Iterator[Remark]:
        named = [kind for kind in KINDS if self._is_changed(kind) and self.settings[kind] != linking.FREE]
        for kind in named:
            if self.off:
                yield Remark(f"links.{kind}", SWITCHED_OFF)
            elif kind not in self.in_play:
                yield Remark(f"links.{kind}", NOBODY_HAS, kind)
            elif all(self._challenges(side) == 0 for side in SIDES):
                yield Remark(f"links.{kind}", NO_CHALLENGES)
        own = any(own[kind] != linking.SHARED for own in self.menu.own_links.values() for kind in KINDS)
        if self._is_changed("mode") and not named and not own and not self.linked and not self.off:
            yield Remark("links.mode", NOTHING_LINKED)

    # How links are played.

    def link_settings(self) -> Iterator[Remark]:
        for key in ("challenges", "scope", "tie", "failed", "first", "time", "clock", "patience"):
            if self._is_changed(key) and (reason := self._idle(key)):
                yield Remark(f"links.{key}", reason)

    def _idle(self, key: str) -> str:
        """Why a setting of links has no effect; empty if it has one."""
        if self.off:
            return SWITCHED_OFF
        if not self.linked:
            return NOTHING_LINKED
        if key in ("challenges", "scope") and self.settings["mode"] == linking.MUST_WIN:
            return ALWAYS_PLAYED
        if key == "scope" and self.settings["challenges"] == "unlimited":
            return UNLIMITED
        if key == "tie" and self.linked == {"coin"}:
            return NO_TIES
        if key == "time" and not linking.has_time(self.menu.game().live.options):
            return NO_TIME
        return NO_GAME if key in ("first", "clock") and self.linked <= {*CHANCE, OUTSIDE} else ""

    # What one side has for itself.

    def own_links(self) -> Iterator[Remark]:
        for side, own in self.menu.own_links.items():
            other = SIDES[1 - SIDES.index(side)]
            for key, value in own.items():
                if value == linking.SHARED:
                    continue
                place = f"links.{side}.{key}"
                if self.off:
                    yield Remark(place, SWITCHED_OFF)
                elif key in KINDS and not self.menu.potentials[side][key]:
                    yield Remark(place, ONE_HAS_NOT, key, side)
                elif key in KINDS and self._challenges(other) == 0:
                    yield Remark(place, ONE_MAY_NOT, side=other)
                elif key not in KINDS and self.settings["mode"] == linking.MUST_WIN:
                    yield Remark(place, ALWAYS_PLAYED)
                elif key not in KINDS and not self.linked_of[other]:
                    yield Remark(place, NOTHING_TO_CHALLENGE, side=other)

    # The other options.

    def options(self) -> Iterator[Remark]:
        for name, kind in OPTIONS_OF_KINDS.items():
            if name in self.changed and kind not in self.in_play:
                yield Remark(f"options.{name}", NOBODY_HAS, kind)
        if "loaded_row" in self.changed and not self.in_play:
            yield Remark("options.loaded_row", NO_POTENTIALS)
        without_pieces = self.menu.base == "basic"
        for name in ("gipf_only_row", "gipf_loss", "ultimate_loss"):
            if name in self.changed and without_pieces:
                yield Remark(f"options.{name}", NO_GIPF_PIECES)
        never_lost = self.menu.options["gipf_loss"] == "off" and not without_pieces
        if "ultimate_loss" in self.changed and never_lost:
            yield Remark("options.ultimate_loss", NOT_LOST)
