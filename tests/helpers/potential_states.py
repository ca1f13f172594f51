"""States of GIPF with potentials: some positions, and those of random games."""

from functools import cache
from random import Random

import pytest

from gipfel.draw.scene import Scene
from gipfel.games.core.options import Value
from gipfel.games.gipf.rules import NUMBER_OF_ENTRIES
from gipfel.kernel.state import ONGOING, RESULT, State
from gipfel.project.potentials import agreement, linking, notation, words
from gipfel.project.potentials.game import Project
from gipfel.project.potentials.rules import DECLINE, EXTRA, PUSH_BASIC, REMOVE, RULES, SLOT, USE
from gipfel.project.potentials.scene import scene

LINKED: dict[str, Value] = {"link.mode": "challenge", **dict.fromkeys(linking.LINKS, "coin")}
AGREEMENTS: list[tuple[str, dict[str, Value]]] = [
    *((preset, {}) for preset in agreement.PRESETS),
    ("ultimate", {"base": "standard", "punct_vs_gipf": "convert-token", "tamsk_unused": "keep"}),
    ("ultimate", {"base": "basic", "punct_vs_gipf": "set-aside", "tamsk_rows": "between", **LINKED}),
    ("ultimate", {"loaded_row": "may-stay", "tamsk_opponent_push": "none", "ultimate_loss": "both"}),
    ("ultimate", {**LINKED, "link.mode": "must-win", "link.tie": "replay", "link.failed": "inert"}),
    ("ultimate", {**LINKED, "link.tie": "deny", "link.failed": "retry", "link.challenges": "unlimited"}),
]
"""Presets, and what is not in them."""
SEEDS = (1, 2, 3)
every_agreement = pytest.mark.parametrize("number", range(len(AGREEMENTS)))

# Positions that several tests look at.
FRESH = "- w m W:18/T6/G1 B:18//G1 0/0"
BASICS = "e2=Wpp,e8=Bpp w m W:9//B B:9//B 0/0"
LOADING = "e2=Wpp,e8=Bpp w m W:9/T2/L B:9//B 0/0"
JUMP = "e2=Wpp,e8=Bpp,c3=Wpz,d4=Bp w m W:9//B B:9//B 0/0"
HIT = "e2=Wpp,d4=Bpp,c3=Wpu w m W:9//B B:9//B 0/0"
CENTRED = "e2=Wpp,e8=Bpp,e5=Wpt w o W:9//B B:9//B 0/0"
ROW = "e2=Wpz,e3=Wp,e4=Wp,e5=BpWd,e8=Bpp,b2=Wpp w x W:9//B B:9//B 0/0"
GIPF_ROW = "e2=Wpp,e3=Wpp,e4=Wpp,e5=Wpp,e8=Bpp w x W:9//B B:9//B 0/0"


def agreed(preset: str, **options: Value) -> State:
    """The start of a game with a preset and some other options."""
    return Project(preset, **options).start_state(None)


def at(position: str, **options: Value) -> State:
    """A position of a menu; its potentials need not be agreed on."""
    return notation.read_state(position, agreed("menu", **options))


def kind_of(code: int) -> int:
    """The same number for decisions of the same kind."""
    if code < EXTRA:
        return code // NUMBER_OF_ENTRIES
    return next(first for first in (REMOVE, USE, DECLINE, EXTRA) if code >= first)


def some_code(state: State, random: Random) -> int | None:
    """A random decision; all kinds are equally likely, except that basic pieces are rarely pushed."""
    kinds: dict[int, list[int]] = {}
    for code in RULES.codes(state):
        kinds.setdefault(kind_of(code), []).append(code)
    if len(kinds) > 1 and random.random() < 0.95:
        kinds.pop(PUSH_BASIC, None)
    return random.choice(random.choice(list(kinds.values()))) if kinds else None


@cache
def states(number: int) -> tuple[State, ...]:
    """All states of some random games with an agreement, ends included."""
    preset, options = AGREEMENTS[number]
    found = []
    for seed in SEEDS:
        random, state = Random(seed), agreed(preset, **options)
        for _ in range(300):
            found.append([*state])
            code = some_code(state, random)
            if code is None:
                break
            RULES.play(state, code)
    return tuple(found)


def some_states(number: int, most: int) -> list[State]:
    """Some of these states, with every slot of a turn."""
    by_slot: dict[object, list[State]] = {}
    for state in states(number):
        by_slot.setdefault((state[SLOT], state[RESULT] == ONGOING), []).append(state)
    each = max(1, most // len(by_slot))
    return [state for found in by_slot.values() for state in Random(0).sample(found, min(each, len(found)))]


def picture(state: State) -> Scene:
    """The scene of a state."""
    sentence = words.task(state) if state[RESULT] == ONGOING else "It is over."
    return scene(state, "GIPF with potentials", sentence)
