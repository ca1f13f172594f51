"""LYNGK: its versions and its option."""

from secrets import randbits
from typing import ClassVar

from gipfel.board import Permutation
from gipfel.games.core.folder import FolderGame
from gipfel.games.core.options import Option, Value
from gipfel.games.lyngk import notation, rules, words
from gipfel.games.lyngk.notation import VERSION_OF
from gipfel.games.lyngk.words import PLAYERS
from gipfel.kernel.state import State
from gipfel.locale import note


class Lyngk(FolderGame):
    """LYNGK with stacks of five that are collected, or with stacks of six that win."""

    name: ClassVar[str] = "lyngk"
    title: ClassVar[str] = "LYNGK"
    side_names: ClassVar[tuple[str, str]] = PLAYERS
    versions: ClassVar[tuple[str, ...]] = tuple(VERSION_OF.values())
    all_options: ClassVar[tuple[Option, ...]] = (
        Option(
            "claim_takes_fives",
            ("on", "off"),
            note("does a claim capture the neutral stacks of five with this colour on top?"),
            ("standard",),
        ),
    )
    random_start: ClassVar[bool] = True
    symmetries: ClassVar[tuple[Permutation, ...]] = rules.SPOTS.symmetries

    @property
    def takes_fives(self) -> bool:
        """Does a claim capture neutral stacks of five?"""
        return self.options.get("claim_takes_fives") == "on"

    @property
    def limit(self) -> int:
        """How high stacks can be."""
        return rules.FIVE if self.version == "standard" else rules.SIX

    def start_state(self, seed: int | None) -> State:
        return rules.random_start(randbits(63) if seed is None else seed, self.limit, self.takes_fives)

    @classmethod
    def version_in(cls, text: str) -> tuple[str, dict[str, Value]] | None:
        version = notation.version_of(text)
        return None if version is None else (version, {})

    def contents(self, state: State, point: str) -> tuple[str, ...]:
        return tuple(words.COLOUR_NAMES[piece] for piece in reversed(words.pieces_on(state, point)))

    def pile(self, state: State, point: str) -> tuple[str, ...]:
        return words.pile(state, point)

    def read_state(self, text: str) -> State:
        return notation.read_state(text, self.takes_fives)


GAME = Lyngk
