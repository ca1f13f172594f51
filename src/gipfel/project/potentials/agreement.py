"""What two players agree on before a project game: options, presets, and the state they lead to."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gipfel.games.core.names import version_name
from gipfel.games.core.options import Option, Value
from gipfel.games.core.registry import found_names, game_names, game_type, problem_of
from gipfel.games.gipf.rules import BASIC, RESERVE, SPOTS, STANDARD, START_SPOTS, TOURNAMENT, VERSION
from gipfel.kernel.state import BLACK, WHITE, State
from gipfel.locale import note
from gipfel.notation.errors import GipfelError, OptionError
from gipfel.notation.printable import printable_part
from gipfel.project.potentials import linking, rules, timing
from gipfel.project.potentials.linking import KIND_LETTERS
from gipfel.project.potentials.rules import KINDS

MOST_OF_A_KIND = 6
CHANCE = ("die", "coin", "highcard")
OUTSIDE = "outside"
UNLIMITED, MOST_CHALLENGES = "unlimited", 99
LONGEST_OUTSIDE = 40
"""The longest name of a game outside."""
PROJECT = "project"


class PoolOption(Option):
    """The potentials of a player: letters with numbers, such as T6 or Z3D3; `-` for none."""

    def check(self, value: Any) -> Value:
        text = str(value)
        numbers = read_pool(text)
        if numbers is None:
            raise OptionError(
                f"option {self.name} cannot be {text!r}; "
                f"it must be letters of {KIND_LETTERS} with numbers up to {MOST_OF_A_KIND}, "
                f"such as T6 or Z3D3, or -"
            )
        return write_pool(numbers)


LINK_TITLES: dict[Value, str] = {
    linking.AUTO: note("Its own game, if linked"),
    linking.SHARED: note("As for both players"),
    linking.FREE: note("Nothing: it is free"),
    "die": note("A roll of dice"),
    "coin": note("A coin"),
    "highcard": note("The higher card"),
    OUTSIDE: note("Anything you play elsewhere"),
}


def _by_time(name: str) -> str:
    """The title of a game whose version depends on whether contests run in real time."""
    versions = (linking.usual_version(name, time) or "" for time in (linking.REAL, linking.TURNS))
    return f"{game_type(name).title} · {' / '.join(version_name(name, version) for version in versions)}"


class LinkOption(Option):
    """The link of a kind of potential: none, chance, an outside game, or a game in a version.

    For both players also auto; for one of them also `shared`, what both have.
    """

    def offered(self, titles: Mapping[Value, str]) -> list[tuple[Value, str]]:
        games: list[tuple[Value, str]] = [
            (f"{name} {version}", f"{game_type(name).title} · {version_name(name, version)}")
            for name in game_names()
            if name != PROJECT
            for version in game_type(name).versions
        ]
        games += [(name, _by_time(name)) for name in linking.REAL_TIME_VERSIONS if name in game_names()]
        others = (*self.words, *CHANCE, OUTSIDE)
        return [*((word, title) for word, title in LINK_TITLES.items() if word in others), *games]

    @property
    def words(self) -> tuple[Value, ...]:
        """What it may be besides chance and games."""
        return tuple(word for word in (linking.AUTO, linking.SHARED, linking.FREE) if word in self.values)

    def check(self, value: Any) -> Value:
        text = " ".join(str(value).split())
        if text in (*self.words, OUTSIDE, *CHANCE):
            return text
        name = text.partition(" ")[0]
        if name == OUTSIDE:
            return self._check_outside(text)
        problem = problem_of(name) if name in found_names() else None
        if problem is not None:
            raise OptionError(f"option {self.name}: {problem}")
        if name not in game_names() or name == PROJECT:
            names = ", ".join(
                (*map(str, self.words), *CHANCE, OUTSIDE, *(n for n in game_names() if n != PROJECT))
            )
            raise OptionError(
                f"option {self.name} cannot be {text!r}; allowed: {names} (a game with its version)"
            )
        if text in linking.REAL_TIME_VERSIONS:
            return text  # which version is meant depends on another option
        try:
            return linking.link_to(linking.linked_game(text))
        except GipfelError as error:
            raise OptionError(f"option {self.name}: {error}") from error

    def _check_outside(self, text: str) -> str:
        """A game that is played elsewhere, with its name. Records have no place for # and quotes."""
        text = printable_part(text)
        name = outside_name(text)
        if not name or len(name) > LONGEST_OUTSIDE or {*name} & {*'#"'}:
            raise OptionError(
                f"option {self.name}: the name of a game outside has 1 to {LONGEST_OUTSIDE} letters, "
                f"none of them # or a quotation mark"
            )
        return text


def outside_name(link: str) -> str:
    """The name of the game in a link to one that is played elsewhere; empty if it has none."""
    return link.removeprefix(OUTSIDE).strip()


def read_pool(text: str) -> list[int] | None:
    """The number of potentials of each kind in a text; None if the text is not valid."""
    numbers = [0] * KINDS
    if text == "-":
        return numbers
    if re.fullmatch(rf"(?:[{KIND_LETTERS}][0-9])+", text) is None:
        return None
    for letter, number in re.findall(r"(.)([0-9])", text):
        numbers[KIND_LETTERS.index(letter)] += int(number)
    return numbers if max(numbers) <= MOST_OF_A_KIND else None


def write_pool(numbers: list[int]) -> str:
    """The canonical text of a pool."""
    return "".join(f"{KIND_LETTERS[kind]}{n}" for kind, n in enumerate(numbers) if n) or "-"


OWN_LINK_HELP = {
    "white": note("the link of these potentials if White has them; shared is as for both"),
    "black": note("the link of these potentials if Black has them; shared is as for both"),
}
OWN_CHALLENGES_HELP = {
    "white": note("challenges of White; shared is as for both"),
    "black": note("challenges of Black; shared is as for both"),
}
LINK_HELP = {
    "T": note("what TAMSK-potentials are linked to"),
    "Z": note("what ZÈRTZ-potentials are linked to"),
    "D": note("what DVONN-potentials are linked to"),
    "Y": note("what YINSH-potentials are linked to"),
    "P": note("what PÜNCT-potentials are linked to"),
}

OPTIONS: tuple[Option, ...] = (
    Option("base", ("tournament", "standard", "basic"), note("which GIPF the potentials are added to")),
    Option(
        "basics_white",
        ("auto",),
        note("White's basic pieces; auto is 18, or 15 in base basic"),
        between=(6, 36),
    ),
    Option(
        "basics_black",
        ("auto",),
        note("Black's basic pieces; auto is 18, or 15 in base basic"),
        between=(6, 36),
    ),
    PoolOption("pool_white", ("-",), note("White's potentials, such as T6 or Z3D3")),
    PoolOption("pool_black", ("-",), note("Black's potentials, such as T6 or Z3D3")),
    Option(
        "min_per_kind",
        (3,),
        note("how many potentials of a kind there must be if there are any"),
        between=(1, 6),
    ),
    Option(
        "tamsk_opponent_push",
        ("opening-extra", "none"),
        note("what a TAMSK-piece gives if the opponent pushed it to the centre"),
    ),
    Option("tamsk_rows", ("after-all", "between"), note("when rows are taken in a turn with extra moves")),
    Option(
        "tamsk_unused",
        ("lost", "keep"),
        note("what becomes of a TAMSK-potential whose extra move is declined"),
    ),
    Option(
        "tamsk_lone_extra",
        ("counts", "does-not-count"),
        note("is an extra move a turn when no other move is left?"),
    ),
    Option(
        "tamsk_opening_order",
        ("rows-first", "extra-first"),
        note("rows made by the opponent and extra moves"),
    ),
    Option(
        "punct_vs_gipf",
        ("choice", "neutralise-only", "convert-token", "set-aside"),
        note("what a PÜNCT-potential does to a GIPF-piece"),
    ),
    Option("punct_taken_basics", ("captured", "owner-reserve"), note("where basics taken by PÜNCT go")),
    Option("gipf_only_row", ("may-stay", "must-break"), note("rows of GIPF-pieces only")),
    Option("loaded_row", ("must-break", "may-stay"), note("rows of GIPF- and loaded pieces only")),
    Option(
        "ultimate_loss",
        ("either", "both"),
        note("without GIPF-pieces: lost at once, or only with no basics left"),
    ),
    Option(
        "gipf_loss",
        ("auto", "on", "off"),
        note("does losing the last GIPF-piece lose? auto: not in base basic"),
    ),
    Option(
        linking.MODE,
        (linking.AUTO, linking.MUST_WIN, linking.CHALLENGE, linking.OFF),
        note("when a linked game is played; auto: before every use, if anything is linked"),
    ),
    *(
        LinkOption(name, (linking.AUTO, linking.FREE), LINK_HELP[letter])
        for name, letter in linking.LINKS.items()
    ),
    Option(
        linking.CHALLENGES,
        (linking.AUTO, UNLIMITED),
        note("challenges of each player; auto is a quarter of the opponent's potentials"),
        between=(0, MOST_CHALLENGES),
    ),
    Option(
        "link.scope",
        ("all", "first"),
        note("which uses can be challenged: all, or only as many as challenges"),
    ),
    Option(
        "link.tie", ("auto", "use", "deny", "replay"), note("a tied contest; auto: use, or deny in must-win")
    ),
    Option(
        "link.failed", ("removed", "inert", "retry"), note("what becomes of a potential whose use was denied")
    ),
    Option("link.first", ("lots-then-alternate", "user", "opponent"), note("who begins a linked game")),
    Option(
        linking.TIME,
        (linking.AUTO, linking.REAL, linking.TURNS),
        note("do linked games with sand glasses run in real time? auto: at a table and at a terminal"),
    ),
    timing.ClockOption(
        linking.CLOCK,
        (linking.AUTO, linking.OFF),
        note("the clock of a linked game; auto: half the minutes of the table's clock, if it has one"),
    ),
    Option(
        timing.PATIENCE,
        (timing.USUAL_DAYS, linking.OFF),
        note("after how many days without a decision a contest without a clock can be claimed"),
        between=(1, timing.LONGEST_DAYS),
    ),
    Option("link.depth", (1, 0), note("0 switches all links off")),
    *(
        LinkOption(own, (linking.SHARED, linking.FREE), OWN_LINK_HELP[player])
        for (name, player), own in linking.OWN.items()
        if name in linking.LINKS
    ),
    *(
        Option(
            linking.OWN[linking.CHALLENGES, player],
            (linking.SHARED, linking.AUTO, UNLIMITED),
            OWN_CHALLENGES_HELP[player],
            between=(0, MOST_CHALLENGES),
        )
        for player in linking.PLAYERS
    ),
)

_ULTIMATE: dict[str, Value] = {
    "basics_white": 21,
    "basics_black": 21,
    "pool_white": "T3Z3D3Y3P3",
    "pool_black": "T3Z3D3Y3P3",
    linking.ULTIMATE_LOSS: "both",
}

PRESETS: dict[str, dict[str, Value]] = {
    "tamsk6": {"pool_white": "T6", "pool_black": "T6"},
    "one-kind": {"pool_white": "Z6", "pool_black": "Z6"},
    "twelve": {"pool_white": "T6Z6", "pool_black": "T6Z6"},
    "ultimate": _ULTIMATE,
    "dice": {
        **_ULTIMATE,
        linking.MODE: linking.CHALLENGE,
        **dict.fromkeys(linking.LINKS, "die"),
        linking.CHALLENGES: UNLIMITED,
    },
    "one-shot": {
        "pool_white": "Z6",
        "pool_black": "Z6",
        linking.MODE: linking.CHALLENGE,
        linking.CHALLENGES: 1,
    },
    "evening": {"pool_white": "T3Z3", "pool_black": "T3Z3", linking.MODE: linking.MUST_WIN},
    "odyssey": {**_ULTIMATE, linking.MODE: linking.MUST_WIN},
    "menu": {},
}
"""Named agreements (rules 3); `menu` is the empty one, to which options add everything.

A preset that has a mode links every kind to its like-named game unless it says otherwise.
"""


def options_of(preset: str) -> tuple[Option, ...]:
    """All options with a preset's values as defaults."""
    chosen = PRESETS[preset]
    return tuple(
        _with_default(option, chosen[option.name]) if option.name in chosen else option for option in OPTIONS
    )


def _with_default(option: Option, value: Value) -> Option:
    others = tuple(other for other in option.values if other != value)
    return replace(option, values=(value, *others))


# --- From options to a state ----------------------------------------------------------------------

BASES = ("basic", "standard", "tournament")
ON_BOARD = {BASIC: 3, STANDARD: 6, TOURNAMENT: 0}
"""The number of each player's basic pieces on the board at the start."""


def check_agreement(options: Mapping[str, Value]) -> None:
    """Raises OptionError if the options contradict each other."""
    if options["base"] == "basic" and options["gipf_loss"] == "on":
        raise OptionError("option gipf_loss cannot be 'on' with base basic, which has no GIPF-pieces")
    board = ON_BOARD[BASES.index(str(options["base"]))]
    for side in ("white", "black"):
        basics = options[f"basics_{side}"]
        if basics != "auto" and int(basics) <= board:
            raise OptionError(
                f"option basics_{side} cannot be {basics} with base {options['base']}: "
                f"{board} stand on the board at the start, so it must be more"
            )
        numbers = read_pool(str(options[f"pool_{side}"])) or []
        least = int(options["min_per_kind"])
        for letter, number in zip(KIND_LETTERS, numbers, strict=True):
            if 0 < number < least:
                raise OptionError(
                    f"option pool_{side}: {letter}{number} is too few; of a kind that is used there must be "
                    f"at least {least} (min_per_kind)"
                )


def start_state(options: Mapping[str, Value]) -> State:
    """The state in which a game with these options begins."""
    state = [0] * rules.SIZE
    base = BASES.index(str(options["base"]))
    state[VERSION] = base
    state[rules.SLOT] = rules.OPENING_EXTRA
    state[rules.PENDING] = rules.NOTHING
    for side, name in ((WHITE, "white"), (BLACK, "black")):
        _set_up(state, side, base, options[f"basics_{name}"])
        pool = read_pool(str(options[f"pool_{name}"])) or []
        state[rules.POOL + KINDS * side : rules.POOL + KINDS * (side + 1)] = pool
        state[rules.STAGE + side] = rules.ONLY_GIPF_FIRST if base == TOURNAMENT else rules.LOADED_STAGE
    _agree(state, base, options)
    _agree_links(state, options)
    rules.refresh(state)
    rules.go_on(state)
    return state


def _set_up(state: State, side: int, base: int, basics: Value) -> None:
    number = (15 if base == BASIC else 18) if basics == "auto" else int(basics)
    state[RESERVE + side] = number - ON_BOARD[base]
    if base != TOURNAMENT:
        piece = rules.basic_of(side) * (17 if base == STANDARD else 1)
        for spot in START_SPOTS[side]:
            state[rules.CELL + SPOTS.index[spot]] = piece


def _agree(state: State, base: int, options: Mapping[str, Value]) -> None:
    """Everything but the links: each entry is 1 for the alternative to the default."""
    state[rules.OPPONENT_PUSH] = int(options["tamsk_opponent_push"] == "none")
    state[rules.ROWS_BETWEEN] = int(options["tamsk_rows"] == "between")
    state[rules.KEEP_UNUSED] = int(options["tamsk_unused"] == "keep")
    state[rules.LONE_EXTRA_LOSES] = int(options["tamsk_lone_extra"] == "does-not-count")
    state[rules.EXTRA_FIRST] = int(options["tamsk_opening_order"] == "extra-first")
    state[rules.PUNCT_VS_GIPF] = ("choice", "neutralise-only", "convert-token", "set-aside").index(
        str(options["punct_vs_gipf"])
    )
    state[rules.OWNER_RESERVE] = int(options["punct_taken_basics"] == "owner-reserve")
    state[rules.LOADED_ROW_STAYS] = int(options["loaded_row"] == "may-stay")
    state[rules.GIPF_ROW_BREAKS] = int(options["gipf_only_row"] == "must-break")
    state[rules.BOTH_TO_LOSE] = int(options["ultimate_loss"] == "both")
    loss = options["gipf_loss"]
    state[rules.GIPF_LOSS] = int(base != BASIC if loss == "auto" else loss == "on")


def _agree_links(state: State, options: Mapping[str, Value]) -> None:
    linked = sum(
        1 << KINDS * side + kind
        for side in (WHITE, BLACK)
        for kind, letter in enumerate(KIND_LETTERS)
        if linking.link_of(options, letter, side) != linking.FREE
    )
    if not linked or options["link.mode"] == linking.OFF or options["link.depth"] == 0:
        return
    state[rules.LINKED] = linked
    state[rules.LINK_MODE] = ("off", "challenge", "must-win").index(str(options["link.mode"]))
    state[rules.LINK_TIE] = ("auto", "use", "deny", "replay").index(str(options["link.tie"]))
    state[rules.LINK_FAILED] = ("removed", "inert", "retry").index(str(options["link.failed"]))
    for side in (WHITE, BLACK):
        agreed = linking.own_value(options, linking.CHALLENGES, side)
        state[rules.BUDGET + side] = _challenges(state, side, agreed)
        if options["link.scope"] == "first":
            state[rules.LINK_FIRST + side] = max(0, state[rules.BUDGET + side])


def _challenges(state: State, side: int, agreed: Value) -> int:
    """A side's challenges: as agreed, or a quarter of the opponent's potentials, at least one (L-2)."""
    if agreed == UNLIMITED:
        return rules.UNLIMITED
    if agreed != "auto":
        return int(agreed)
    other = rules.POOL + KINDS * (1 - side)
    return max(1, sum(state[other : other + KINDS]) // 4)
