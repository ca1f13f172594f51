"""Which kinds of potentials are linked to what, and how (rules 9.1 and 9.2).

Players may leave the mode and the links open (`auto`). Here it is settled what that means, which options are
written down with a game, and what those of older formats meant.
"""

from collections.abc import Mapping
from typing import Any

from gipfel.games.core.game import Game
from gipfel.games.core.options import Option, Value, check_options
from gipfel.games.core.registry import game_names, game_type
from gipfel.notation.errors import OptionError

AUTO, FREE, SHARED = "auto", "none", "shared"
OFF, MUST_WIN, CHALLENGE = "off", "must-win", "challenge"
KIND_LETTERS = "TZDYP"
LIKE_NAMED = {"T": "tamsk", "Z": "zertz", "D": "dvonn", "Y": "yinsh", "P": "punct"}
"""The game each kind of potential is named after."""
MODE = "link.mode"
LINKS = {f"link.{letter}": letter for letter in KIND_LETTERS}
"""The options that link a kind, and its letter."""
CHALLENGES = "link.challenges"
ULTIMATE_LOSS = "ultimate_loss"
CLOCK = "link.clock"
TIME = "link.time"
REAL, TURNS = "real", "turns"
PLAYERS = ("white", "black")
NEUTRAL: dict[str, Value] = {**dict.fromkeys(LINKS, FREE), CHALLENGES: AUTO}
"""The options that each player can have for himself, and what both have where the players differ."""
OWN = {
    (name, player): f"link.{player}.{name.removeprefix('link.')}" for player in PLAYERS for name in NEUTRAL
}
"""The options of one player: `link.white.Z` belongs to `link.Z`."""
_ABOUT_LINKS = (MODE, *LINKS, *(own for (name, _), own in OWN.items() if name in LINKS))

USUAL_VERSIONS = {"gipf": "standard", "punct": "standard", "tamsk": "level1", "tzaar": "random"}
"""The versions that are meant in a link by the name of a game alone; of other games it is the first one."""
REAL_TIME_VERSIONS = {"tamsk": "level2"}
"""The versions that are meant where contests run in real time."""

Options = Mapping[str, Value]


# --- Games in links -------------------------------------------------------------------------------


def usual_version(name: str, time: Value = TURNS) -> str | None:
    """The version that the name of a game alone means in a link; None for the first one."""
    usual = USUAL_VERSIONS.get(name)
    return REAL_TIME_VERSIONS.get(name, usual) if time == REAL else usual


def linked_game(text: str, time: Value = TURNS) -> Game:
    """The game that a link means: `game [version] [option=value ...]`. Raises GipfelError."""
    name, *rest = text.split()
    version = rest.pop(0) if rest and "=" not in rest[0] else usual_version(name, time)
    options: dict[str, str] = {}
    for part in rest:
        option, equals, value = part.partition("=")
        if not equals or option in options:
            raise OptionError(f"{part!r} must be an option like name=value, given once")
        options[option] = value
    kind = game_type(name)
    check_options(options, kind.options_of(version or kind.versions[0]), f"{name} {version or ''}".strip())
    return kind(version, **options)


def link_to(game: Game) -> str:
    """The link that means a game, in full."""
    options = (f"{name}={value}" for name, value in game.changed_options.items())
    return " ".join([game.name, game.version, *options])


# --- What each player has -------------------------------------------------------------------------


def own_value(options: Options, name: str, player: int) -> Value:
    """What an option is for a player: his own value, or the one of both."""
    own = options[OWN[name, PLAYERS[player]]]
    return options[name] if own == SHARED else own


def link_of(options: Options, letter: str, player: int) -> str:
    """What the potentials of a kind are linked to that a player has."""
    return str(own_value(options, f"link.{letter}", player))


def _joined(options: Options) -> dict[str, Value]:
    """The options with values for both players where they are the same, and for each where they differ."""
    joined = dict(options)
    for name, neutral in NEUTRAL.items():
        values = [own_value(options, name, player) for player in range(len(PLAYERS))]
        differ = len({*values}) > 1
        joined[name] = neutral if differ else values[0]
        for player, value in zip(PLAYERS, values, strict=True):
            joined[OWN[name, player]] = value if differ and value != neutral else SHARED
    return joined


# --- What is left open ----------------------------------------------------------------------------


def agreed(options: Options, known: tuple[Option, ...]) -> dict[str, Value]:
    """The options with a mode and all links; `known` are the options of the preset, with its defaults.

    A link may still be the name of a game alone, if its version depends on whether contests run in real time.
    """
    usual = {option.name: option for option in known}
    own_mode = usual[MODE].default
    named = any(options[name] not in (AUTO, FREE, SHARED) for name in _ABOUT_LINKS[1:])
    mode = _mode(options[MODE], own_mode, named)
    like_named = mode != OFF and (own_mode != AUTO or not named)
    links: dict[str, Value] = {}
    for name, letter in LINKS.items():
        links[name] = options[name]
        if links[name] == AUTO:
            linked = like_named and _in_play(letter, options)
            links[name] = usual[name].check(LIKE_NAMED[letter]) if linked else FREE
    return _joined({**options, MODE: mode, **links})


def settled(options: Options) -> dict[str, Value]:
    """The options that were agreed on, with the versions of all linked games."""
    links = {name: options[name] for name in _ABOUT_LINKS[1:] if options[name] in REAL_TIME_VERSIONS}
    versions = {name: f"{link} {usual_version(str(link), options[TIME])}" for name, link in links.items()}
    return {**options, **versions}


def has_time(options: Options) -> bool:
    """Is something linked to a game with time?"""
    links = {str(options[name]) for name in _ABOUT_LINKS[1:]}
    return any(linked_game(link).clockwork is not None for link in links if link.split()[0] in game_names())


def _mode(given: Value, own_mode: Value, named: bool) -> Value:
    """The mode that was named, or that of the preset, or must-win if anything is linked (L-1)."""
    if given != AUTO:
        return given
    if own_mode != AUTO:
        return own_mode
    return MUST_WIN if named else OFF


def _in_play(letter: str, options: Options) -> bool:
    """Does a player have potentials of this kind?"""
    return any(letter in str(options[f"pool_{player}"]) for player in PLAYERS)


# --- What is written down -------------------------------------------------------------------------


def changed(options: Options, known: tuple[Option, ...]) -> dict[str, Value]:
    """As few of the options that were agreed on as give all of them with a preset."""
    defaults = {option.name: option.default for option in known}
    others = {
        name: value for name, value in options.items() if name not in _ABOUT_LINKS and value != defaults[name]
    }
    without_links = agreed({**defaults, **others}, known)
    links = {name: options[name] for name in _ABOUT_LINKS if options[name] != without_links[name]}
    if agreed({**defaults, **others, **links}, known) != options:
        links = {name: options[name] for name in _ABOUT_LINKS}
    return {name: value for name, value in options.items() if name in others or name in links}


def written(options: Options, known: tuple[Option, ...]) -> dict[str, Value]:
    """The changed options, and always the mode, the links if there is a mode, and `ultimate_loss`."""
    names = {*changed(options, known), ULTIMATE_LOSS, MODE, *(LINKS if options[MODE] != OFF else ())}
    return {name: value for name, value in settled(options).items() if name in names}


# --- What older formats meant ---------------------------------------------------------------------

_OLD_LINKS: dict[str, dict[str, str]] = {
    "dice": dict.fromkeys(LINKS, "die"),
    "one-shot": {"link.Z": "zertz basic"},
}
_OLD_VERSIONS = {"gipf": "gipf basic", "punct": "punct basic", "tzaar": "tzaar fixed"}


def upgraded(preset: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Options of format 1, in which `challenge` and `either` were the defaults of all presets."""
    links = {**dict.fromkeys(LINKS, FREE), **_OLD_LINKS.get(preset, {})}
    links |= {name: _old_link(options[name]) for name in LINKS if name in options}
    mode = CHALLENGE if any(link != FREE for link in links.values()) else OFF
    clock = {} if mode == OFF else {CLOCK: OFF}
    return {ULTIMATE_LOSS: "either", MODE: mode, **clock, **options, **links}


def _old_link(link: Any) -> Any:
    """A link of format 1: a game without a version was played in its first one."""
    return _OLD_VERSIONS.get(" ".join(link.split()), link) if isinstance(link, str) else link
