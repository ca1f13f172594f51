"""The keys of a menu and the options they set; reading and writing use the same tables."""

from gipfel.games.core.options import Option
from gipfel.locale import note
from gipfel.notation.toml import write_value
from gipfel.project.potentials import linking
from gipfel.project.potentials.agreement import CHANCE, OPTIONS, OUTSIDE, LinkOption
from gipfel.project.potentials.linking import KIND_LETTERS, LIKE_NAMED

SIDES = ("white", "black")
BOTH = "both"
KINDS = tuple(LIKE_NAMED[letter] for letter in KIND_LETTERS)
"""The kinds of potentials, named after their games."""
KIND_NAMES = {"tamsk": "TAMSK", "zertz": "ZÈRTZ", "dvonn": "DVONN", "yinsh": "YINSH", "punct": "PÜNCT"}
KIND_SUMMARIES = {
    "tamsk": note("In the centre it gives an extra move."),
    "zertz": note("It jumps over pieces."),
    "dvonn": note("It sits down on a neighbouring piece of the opponent and blocks it."),
    "yinsh": note("It runs along a line."),
    "punct": note("It sits down on a PÜNCT-potential, or takes out a GIPF-piece."),
}
"""What each kind of potential does."""
EMPTY = "menu"
"""The preset a menu begins with if it names none."""

BY_NAME = {option.name: option for option in OPTIONS}

LINK_KEYS: dict[str, str] = {
    "mode": "link.mode",
    **{LIKE_NAMED[letter]: f"link.{letter}" for letter in KIND_LETTERS},
    **{key: f"link.{key}" for key in ("challenges", "scope", "tie", "failed", "first")},
    **{key: f"link.{key}" for key in ("time", "clock", "patience", "depth")},
}
"""The keys of [links], and the options they set."""

OWN_LINK_KEYS: dict[str, dict[str, str]] = {
    side: {
        key: linking.OWN[option, side] for key, option in LINK_KEYS.items() if (option, side) in linking.OWN
    }
    for side in SIDES
}
"""The keys of [links.white] and [links.black], and the options they set."""

_PLACED = {
    "base",
    *LINK_KEYS.values(),
    *linking.OWN.values(),
    *(f"{what}_{side}" for what in ("basics", "pool") for side in SIDES),
}

OPTION_KEYS = tuple(option.name for option in OPTIONS if option.name not in _PLACED)
"""The keys of [options] in a project menu: everything that has no place of its own."""

PROJECT_KEYS = ("title", "game", "preset", "base", "basics", "potentials", "links", "clock", "options")
PLAIN_KEYS = ("title", "game", "version", "clock", "options")
"""The top-level keys of a menu with potentials, and of a menu for any other game."""

CLOCK_KEYS = ("kind", "minutes", "seconds", "days")

MISPLACED: dict[str, str] = {
    **dict.fromkeys(KINDS, "in potentials.both, potentials.white or potentials.black, or in [links]"),
    **{key: "in [links]" for key in LINK_KEYS if key not in KINDS},
    **dict.fromkeys(OPTION_KEYS, "in [options]"),
    **dict.fromkeys(CLOCK_KEYS, "in [clock]"),
    **dict.fromkeys((*PROJECT_KEYS, *PLAIN_KEYS), "at the top, before the first line in brackets"),
    **{f"pool_{side}": f"in [potentials.{side}], kind by kind" for side in SIDES},
    **{f"basics_{side}": f"in basics, as {side} = NUMBER" for side in SIDES},
    **{option: f"in [links], as {key}" for key, option in LINK_KEYS.items()},
    **{
        option: f"in [links.{side}], as {key}"
        for side, keys in OWN_LINK_KEYS.items()
        for key, option in keys.items()
    },
    "link": "in [links]",
}
"""Where a key belongs that is in the wrong table."""

# --- Presets --------------------------------------------------------------------------------------

PRESET_HELP: dict[str, str] = {
    "tamsk6": note("six TAMSK-potentials each, as in the tournaments of the Mind Sports Olympiad"),
    "one-kind": note("six potentials of one kind each: ZÈRTZ, unless you change it"),
    "twelve": note("twelve potentials each: six TAMSK and six ZÈRTZ"),
    "ultimate": note("Ultimate GIPF: 21 basic pieces and three potentials of all five kinds each"),
    "dice": note("Ultimate GIPF in which every use of a potential can be challenged to a roll of dice"),
    "one-shot": note("six ZÈRTZ-potentials each; one use can be challenged to a game of ZÈRTZ"),
    "evening": note("three TAMSK- and three ZÈRTZ-potentials each; to use one, win its game first"),
    "odyssey": note("Ultimate GIPF in which every use must be won in the game of the same name"),
    EMPTY: note("GIPF without potentials, to which the menu adds what you like"),
}
"""A sentence for each preset."""

# --- Words ----------------------------------------------------------------------------------------


def allowed(option: Option) -> str:
    """The values an option may have, as they are written in a menu."""
    if isinstance(option, LinkOption):
        names = ", ".join(map(write_value, (*option.words, *CHANCE, OUTSIDE)))
        return f'{names}, "outside NAME", or a game with its version like "zertz blitz"'
    values = [write_value(value) for value in option.values]
    if option.between is not None:
        least, most = option.between
        values = [value for value in values if not (value.isdigit() and least <= int(value) <= most)]
        values.append(f"{least} to {most}")
    return ", ".join(values)
