"""Writes a menu as TOML with comments, a summary for players, and a description of all keys."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from gipfel.games.core.names import version_name, version_title
from gipfel.games.core.options import Option, Value
from gipfel.games.core.registry import game_names
from gipfel.games.core.side import side_name
from gipfel.games.core.time_limit import CLOCKS, ClockKind
from gipfel.games.gipf.rules import RESERVE, VERSION
from gipfel.kernel.state import State
from gipfel.locale import digits, listed, note, say, sentence
from gipfel.notation.toml import write_key, write_value
from gipfel.project.menu.keys import (
    BOTH,
    BY_NAME,
    EMPTY,
    KIND_NAMES,
    KINDS,
    LINK_KEYS,
    OPTION_KEYS,
    PRESET_HELP,
    SIDES,
    allowed,
)
from gipfel.project.menu.sentences import challenges, clock_numbers, link_title, option_clause
from gipfel.project.potentials import linking, rules
from gipfel.project.potentials.agreement import MOST_OF_A_KIND, ON_BOARD, PRESETS, PROJECT, start_state

if TYPE_CHECKING:
    from gipfel.project.menu.menu import Menu

COMMENTS = 40
"""The column in which comments begin, if the line is not longer."""
LEAST = int(BY_NAME["min_per_kind"].default)
ANY_LINK = f"# A kind may be linked to {allowed(BY_NAME['link.T'])}."
ONE_PLAYER = "# Tables [links.white] and [links.black] give one player other links or challenges."


def _line(key: str, value: str, comment: str = "", explicit: bool = True) -> str:
    """`key = value  # comment`; a value that need not be set is commented out."""
    line = f"{'' if explicit else '# '}{key} = {value}"
    return f"{line:<{COMMENTS - 2}}  # {comment}" if comment else line


def _explained(option: Option) -> str:
    return f"{option.help} ({allowed(option)})"


# --- As TOML --------------------------------------------------------------------------------------


def write_menu(menu: "Menu") -> str:
    """A menu as TOML; default values are commented out."""
    body = _project_lines(menu) if menu.has_potentials else _plain_lines(menu)
    return "\n".join([*body, "", *_clock_lines(menu)]) + "\n"


def _title(menu: "Menu") -> str:
    return _line("title", write_value(menu.title or "Our evening"), "what it is called", bool(menu.title))


def _plain_lines(menu: "Menu") -> Iterator[str]:
    game = menu.game()
    yield f"# A menu: an evening of {game.title}."
    yield _title(menu)
    yield _line("game", write_value(game.name), game.title)
    yield _line("version", write_value(game.version), f"allowed: {_listed(game.versions)}")
    options = game.options_of(game.version)
    if options:
        yield ""
        yield "[options]"
        for option in options:
            yield _option_line(option.name, option, game.options[option.name])


def _option_line(key: str, option: Option, value: Value, explicit: bool = False) -> str:
    """An option; commented out if it has its default value, unless it is always named."""
    explicit = explicit or value != option.default
    return _line(write_key(key), write_value(value), _explained(option), explicit)


def _project_lines(menu: "Menu") -> Iterator[str]:
    known = {option.name: option for option in menu.game().options_of(menu.version)}
    yield "# A menu: an evening of GIPF with potentials. What is left out stays as the preset has it."
    yield _title(menu)
    yield _line("preset", write_value(menu.version), PRESET_HELP[menu.version])
    yield _line("base", write_value(menu.base), _explained(BY_NAME["base"]))
    yield _basics_line(menu)
    yield ""
    yield from _potentials_lines(menu)
    yield ""
    yield from _links_lines(menu)
    yield ""
    yield "[options]"
    for name in OPTION_KEYS:
        explicit = name == linking.ULTIMATE_LOSS
        yield _option_line(name, known[name], menu.options[name], explicit)


def _basics_line(menu: "Menu") -> str:
    option = BY_NAME["basics_white"]
    explanation = f"basic pieces of each side, {option.help.partition('; ')[2]} ({allowed(option)})"
    white, black = menu.basics.values()
    both = write_value(white) if white == black else _inline(menu.basics)
    return _line("basics", both, explanation)


def _inline(table: "dict[str, Value]") -> str:
    return f"{{ {', '.join(f'{key} = {write_value(value)}' for key, value in table.items())} }}"


def _potentials_lines(menu: "Menu") -> Iterator[str]:
    least = menu.options["min_per_kind"]
    yield f"[potentials]  # how many of each kind: {least} to {MOST_OF_A_KIND}, or 0"
    white, black = menu.potentials.values()
    pools = {BOTH: white} if white == black else {"white": white, "black": black}
    for whose, pool in pools.items():
        yield _line(whose, _inline({**pool}))


def _links_lines(menu: "Menu") -> Iterator[str]:
    """The mode and all links; the rest is commented out if nothing is linked or changed."""
    linked = any(menu.links_of(side)[kind] != linking.FREE for side in SIDES for kind in KINDS)
    explicit = linked or any(option in menu.changes for option in LINK_KEYS.values())
    yield "[links]"
    yield ANY_LINK
    yield ONE_PLAYER
    for key, option in LINK_KEYS.items():
        explanation = _kind_help(key) if key in KINDS else _explained(BY_NAME[option])
        always = key in ("mode", *KINDS)
        yield _line(key, write_value(menu.links[key]), explanation, explicit or always)
    for side in SIDES:
        own = {key: value for key, value in menu.own_links[side].items() if value != linking.SHARED}
        yield from ["", f"[links.{side}]"] if own else []
        for key, value in own.items():
            yield _line(key, write_value(value))


def _kind_help(kind: str) -> str:
    return f"what {KIND_NAMES[kind]}-potentials are linked to"


def _clock_lines(menu: "Menu") -> Iterator[str]:
    clock = menu.clock
    yield "[clock]"
    yield _line("kind", write_value(clock.kind), f"{CLOCKS[clock.kind].help}; allowed: {_listed(CLOCKS)}")
    for key, (least, most) in CLOCKS[clock.kind].numbers.items():
        yield _line(key, str(getattr(clock, key)), f"{least} to {most}")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(write_value, names))


# --- For players ----------------------------------------------------------------------------------

CLOCK_NAMES = {
    "sudden-death": note("sudden-death"),
    "increment": note("increment"),
    "delay": note("delay"),
    "correspondence": note("correspondence"),
}


def summary(menu: "Menu") -> str:
    """What will be played, in a few lines."""
    game = menu.game()
    lines = [menu.title] if menu.title else []
    chosen = note("{game}, preset {version}") if menu.has_potentials else note("{game}, version {version}")
    lines.append(say(chosen, game=say(game.title), version=version_title(game.name, game.version)))
    if menu.has_potentials:
        lines += _agreement(menu)
    for option in game.options_of(game.version):
        if option.name in menu.changes and option.name in menu.options:
            lines.append(sentence(option_clause(game.name, option, menu.changes[option.name])))
    lines.append(_time(menu))
    lines += map(str, menu.remarks)
    return "\n".join(lines)


def _agreement(menu: "Menu") -> Iterator[str]:
    """Base, pieces and links, with the numbers that follow from them."""
    state = start_state(menu.game().options)
    yield say("Base: GIPF {version}", version=version_name("gipf", menu.base))
    for side, name in enumerate(SIDES):
        basics = state[RESERVE + side] + ON_BOARD[state[VERSION]]
        amounts = menu.potentials[name].items()
        pool = [f"{digits(number)} {KIND_NAMES[kind]}" for kind, number in amounts if number]
        what = note("{side}: {number} basic pieces, {potentials} potentials")
        potentials = listed(pool) or say("no")
        yield say(what, side=side_name(side), number=basics, potentials=potentials)
    yield from _links(menu, state)


def _links(menu: "Menu", state: State) -> Iterator[str]:
    """The links of the kinds that a side has, and how often each side may challenge."""
    linked = [found for kind in KINDS for found in _links_of(menu, kind)]
    if not linked or not state[rules.LINKED]:
        yield say("No links")
    elif menu.links["mode"] == "must-win":
        yield say("Links: {links}", links=say("{links}; every use must be won", links=listed(linked)))
    else:
        yield say("Links: {links}", links=listed(linked))
        yield from challenges(state)


LINKS_OF = {"white": note("White's {kind} to {link}"), "black": note("Black's {kind} to {link}")}


def _links_of(menu: "Menu", kind: str) -> Iterator[str]:
    """The link of a kind, or that of each side if they differ."""
    found = {side: menu.links_of(side)[kind] for side in SIDES if menu.potentials[side][kind]}
    if len({*found.values()}) > 1:
        for side, link in found.items():
            if link != linking.FREE:
                yield say(LINKS_OF[side], kind=KIND_NAMES[kind], link=_linked_to(link))
    elif linking.FREE not in found.values():
        for link in {*found.values()}:
            yield say("{kind} to {link}", kind=KIND_NAMES[kind], link=_linked_to(link))


def _linked_to(link: Value) -> str:
    return link_title(str(link)) or say("a game of your own")


def _time(menu: "Menu") -> str:
    """The clock in words, with its numbers."""
    kind = CLOCKS[menu.clock.kind]
    if not kind.numbers:
        return say(kind.title)
    words = clock_numbers(menu.clock)
    numbers = listed(words[key] for key in kind.numbers)
    name, explained = say(CLOCK_NAMES[menu.clock.kind]), say(kind.help)
    clock = say("{clock}, {numbers} ({explained})", clock=name, numbers=numbers, explained=explained)
    return say("Clock: {clock}", clock=clock)


# --- All keys of a menu ---------------------------------------------------------------------------

INTRODUCTION = """\
A menu is a small text file that says what is played this evening. It is written in TOML: lines
`name = value`, texts in quotes, numbers without, tables begun by their name in brackets.

    title = "Friday"
    preset = "ultimate"               # begin with this, and change what follows
    basics = { white = 21, black = 23 }

    [potentials.black]
    tamsk = 6

    [links]
    mode = "challenge"
    zertz = "zertz blitz"
    dvonn = "outside ludo"            # a game that is played beside the screen

    [links.black]                     # for Black alone
    zertz = "die"
    challenges = 2

    [clock]
    kind = "increment"
    minutes = 20
    seconds = 10

Everything left out stays as the preset has it; without a preset there are no potentials."""


def explain() -> str:
    """What a menu is, the presets, and all keys."""
    return "\n\n".join([INTRODUCTION, _table("Presets", PRESET_HELP), *_sections()])


def _sections() -> Iterator[str]:
    basics = "basic pieces, one number or { white = ..., black = ... }"
    top = {
        "title": "what the evening is called",
        "preset": f"where the menu begins: {_listed(PRESETS)}; {write_value(EMPTY)} if left out",
        "base": _explained(BY_NAME["base"]),
        "basics": f"{basics} ({allowed(BY_NAME['basics_white'])})",
    }
    yield _table("At the top", top)
    kinds = ", ".join(KINDS)
    pools = {
        "both": f"of both sides: {kinds}, of each {LEAST} to {MOST_OF_A_KIND}, or 0",
        "white, black": "of one side, the same way; what is left out is as in `both`",
    }
    yield _table("[potentials], [potentials.white], [potentials.black]", pools)
    links = {key: _explained(BY_NAME[option]) for key, option in LINK_KEYS.items() if key not in KINDS}
    yield _table("[links]", {kinds: f"what this kind is linked to: {allowed(BY_NAME['link.T'])}", **links})
    own = {
        kinds: f"the link of these potentials if this side has them: {allowed(BY_NAME['link.white.T'])}",
        "challenges": f"how often this side may challenge ({allowed(BY_NAME['link.white.challenges'])})",
    }
    yield _table("[links.white], [links.black]", own)
    yield _table("[options]", {name: _explained(BY_NAME[name]) for name in OPTION_KEYS})
    yield _table("[clock] kind", {name: _clock_help(kind) for name, kind in CLOCKS.items()})
    plain = {
        "game": f"instead of a preset: {_listed(name for name in game_names() if name != PROJECT)}",
        "version": "its version; the first one if left out",
        "[options]": "its options; `gipfel games` lists versions and options",
    }
    yield _table("An evening of another game", plain)


def _clock_help(kind: ClockKind) -> str:
    numbers = ", ".join(f"{key} {least} to {most}" for key, (least, most) in kind.numbers.items())
    return f"{kind.help} ({numbers})" if numbers else kind.help


def _table(title: str, rows: dict[str, str]) -> str:
    width = max(map(len, rows)) if max(map(len, rows)) < COMMENTS else 0
    return "\n".join([title, *(f"  {name:<{width}}  {explanation}" for name, explanation in rows.items())])
