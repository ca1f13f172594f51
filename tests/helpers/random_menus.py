"""Random menus: anything that the page which composes menus offers, by a seed."""

from random import Random

from gipfel.games.core.options import Value
from gipfel.project.menu import choices
from gipfel.project.menu.choices import Choice, Chosen
from gipfel.project.menu.keys import KINDS, SIDES
from gipfel.project.potentials.agreement import MOST_OF_A_KIND

CHANGED = {"links": 0.4, "options": 0.15}
"""How often a choice of a group is not the usual one."""
QUICK = "delay minutes=0 seconds=6"
SELDOM = 0.15
"""The same for links of one player, and for everything else."""
CLOCKS: tuple[Chosen, ...] = (
    {"clock.kind": "none"},
    {"clock.kind": "none"},
    {"clock.kind": "delay", "clock.minutes": 0, "clock.seconds": 30, "links.clock": QUICK},
    {"clock.kind": "increment", "clock.minutes": 2, "clock.seconds": 10, "links.clock": QUICK},
    {"clock.kind": "correspondence", "clock.days": 1},
)
"""Clocks of evenings that do not run out if everybody decides at once; those of contests do soon."""


def random_menu(seed: int) -> str:
    """A menu as TOML, with potentials for both players and mostly with links."""
    chance = Random(f"menu {seed}")
    chosen = {choice.name: _value(choice, chance) for choice in choices.choices()}
    chosen |= chance.choice(CLOCKS) | {"title": f"Evening {seed}"}
    wanted = {name: value for name, value in chosen.items() if value is not None}
    while problems := choices.check(None, wanted).problems:  # what does not fit together is left out
        for problem in problems:
            del wanted[problem.choice]
    for side in SIDES:
        if not any(value for name, value in wanted.items() if name.startswith(f"potentials.{side}.")):
            wanted[f"potentials.{side}.{chance.choice(KINDS)}"] = MOST_OF_A_KIND
    checked = choices.check(None, wanted)
    assert checked.toml, f"menu {seed}: {checked.problems}"
    return checked.toml


def _value(choice: Choice, chance: Random) -> Value | None:
    """A value for a choice; None if it stays as it is."""
    if choice.group == "clock" or choice.name in ("title", "links.depth"):  # without depth nothing is linked
        return None
    if choice.name.startswith("potentials."):
        return chance.choice((0, 0, 3, 3, 4, 6))
    of_one_player = choice.name.count(".") > 1
    if chance.random() > (SELDOM if of_one_player else CHANGED.get(choice.group, SELDOM)):
        return None
    values: list[Value] = [value for value, _ in choice.values]
    if choice.between is not None:
        values += range(choice.between[0], choice.between[1] + 1)
    return chance.choice(values)
