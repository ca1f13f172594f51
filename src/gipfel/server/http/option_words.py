"""What versions and options are called on the page, and one sentence on each, for somebody new to the game.

Games name their options for programs; a game whose options have no words here is shown with its own help.
"""

from dataclasses import dataclass, field
from typing import Any

from gipfel.games.core.names import version_name
from gipfel.games.core.options import Option, Value
from gipfel.games.core.registry import game_names, game_type
from gipfel.locale import note, say
from gipfel.project.potentials.agreement import OUTSIDE, PROJECT, LinkOption

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Words:
    """How an option is told to people."""

    title: str
    explanation: str
    values: dict[Value, str] = field(default_factory=dict)
    unit: str = ""
    """`ms` for times; the page shows seconds."""


VERSIONS: dict[tuple[str, str], str] = {
    ("gipf", "basic"): note("Single pieces only. The place to begin."),
    ("gipf", "standard"): note("Three double GIPF-pieces each: who loses all of them loses the game."),
    ("gipf", "tournament"): note("An empty board: each player decides how many GIPF-pieces to bring in."),
    ("punct", "basic"): note(
        "Pieces may be placed in the centre. If nobody connects two sides, it is a draw."
    ),
    ("punct", "standard"): note(
        "The centre must be reached by moving, and decides if nobody connects two sides."
    ),
    ("yinsh", "standard"): note("Three rings win."),
    ("yinsh", "blitz"): note("The first ring wins."),
    ("tzaar", "fixed"): note("All pieces begin in a set order."),
    ("tzaar", "random"): note("The pieces are shuffled, so that every game begins differently."),
    ("tzaar", "tournament"): note("The players place their pieces in turn before the first capture."),
    ("zertz", "basic"): note("37 rings. The place to begin."),
    ("zertz", "extended"): note("40 to 44 rings: a little more room."),
    ("zertz", "tournament"): note("48 rings, as in tournaments."),
    ("zertz", "large"): note("61 rings: a long game."),
    ("zertz", "blitz"): note("37 rings and fewer marbles: ten minutes."),
    ("dvonn", "standard"): note("The game as it is in the box."),
    ("tamsk", "level1"): note("In turns and without time: the glasses are plain pieces."),
    ("tamsk", "level2"): note("The sand runs: a glass that is empty stays where it is."),
    ("tamsk", "level3"): note("The sand runs, and a 15-second timer hurries you on."),
    (PROJECT, "tamsk6"): note("Six TAMSK-potentials each: extra moves from the centre."),
    (PROJECT, "one-kind"): note("Six ZÈRTZ-potentials each: pieces that jump."),
    (PROJECT, "twelve"): note("Six TAMSK- and six ZÈRTZ-potentials each."),
    (PROJECT, "ultimate"): note("Ultimate GIPF: 21 pieces and three potentials of all five kinds each."),
    (PROJECT, "dice"): note("Ultimate GIPF in which every use of a potential can be challenged with dice."),
    (PROJECT, "one-shot"): note("ZÈRTZ-potentials; each player may challenge once, to a game of ZÈRTZ."),
    (PROJECT, "menu"): note("GIPF without potentials, to which you add what you like."),
}
"""How each version differs from the others, in one line."""

TITLES: dict[tuple[str, str], str] = {
    ("tamsk", "level1"): note("level 1"),
    ("tamsk", "level2"): note("level 2"),
    ("tamsk", "level3"): note("level 3"),
    (PROJECT, "tamsk6"): note("Six TAMSK"),
    (PROJECT, "one-kind"): note("One kind"),
    (PROJECT, "twelve"): note("Twelve"),
    (PROJECT, "ultimate"): note("Ultimate GIPF"),
    (PROJECT, "dice"): note("With dice"),
    (PROJECT, "one-shot"): note("One challenge"),
    (PROJECT, "menu"): note("From nothing"),
}
"""What versions are called in a list of them, where that differs from their names."""

_HANDICAP: dict[Value, str] = {0: note("None"), 1: note("One"), 2: note("Two"), 3: note("Three")}
_LINKED = note("What has to be won before one of these potentials may be used, if it is challenged.")
_BASICS = note("With how many plain pieces this player begins; more of them is a head start.")

OPTIONS: dict[tuple[str, str], Words] = {
    ("gipf", "extra_white"): Words(
        note("Extra pieces for White"), note("A head start for the weaker player."), _HANDICAP
    ),
    ("gipf", "extra_black"): Words(
        note("Extra pieces for Black"), note("A head start for the weaker player."), _HANDICAP
    ),
    ("zertz", "rings"): Words(note("Rings"), note("How large the board is.")),
    ("zertz", "collusion"): Words(
        note("Nobody has a marble left"),
        note("What it is if all marbles lie on the board and nobody can go on."),
        {"tie": note("A draw"), "both-lose": note("Both lose")},
    ),
    ("tamsk", "start"): Words(
        note("Where the glasses begin"),
        note("On the corners, or in your hand to be placed where you like."),
        {"corners": note("On the corners"), "hand": note("In the hand")},
    ),
    ("tamsk", "stagnation"): Words(
        note("Turns without a ring"), note("The game ends after so many turns in which nobody drops a ring.")
    ),
    ("tamsk", "full_entry"): Words(
        note("Entering a full space"),
        note("What becomes of somebody who tries it."),
        {"reject": note("Not possible"), "lose": note("Loses the game")},
    ),
    ("tamsk", "glass"): Words(
        note("Glass"), note("How long the sand of a glass runs, in seconds."), unit="ms"
    ),
    ("tamsk", "ring_window"): Words(
        note("Time for the ring"),
        note("How long you may drop your ring after a move before it can be stolen, in seconds."),
        unit="ms",
    ),
    ("tamsk", "timer"): Words(note("Timer"), note("How long the timer runs, in seconds."), unit="ms"),
    ("tamsk", "timer_side"): Words(
        note("Side of the timer"),
        note("Where the timer stands beside the board."),
        {"right": note("Right"), "left": note("Left")},
    ),
    (PROJECT, "base"): Words(
        note("Which GIPF"),
        note("The game to which the potentials are added."),
        {
            "tournament": note("Tournament: an empty board"),
            "standard": note("Standard: three GIPF-pieces each stand ready"),
            "basic": note("Basic: no GIPF-pieces"),
        },
    ),
    (PROJECT, "basics_white"): Words(note("White's pieces"), _BASICS, {"auto": note("The usual number")}),
    (PROJECT, "basics_black"): Words(note("Black's pieces"), _BASICS, {"auto": note("The usual number")}),
    (PROJECT, "min_per_kind"): Words(
        note("Fewest of a kind"), note("Whoever uses a kind of potential takes at least so many of it.")
    ),
    (PROJECT, "tamsk_opponent_push"): Words(
        note("TAMSK pushed to the centre by the opponent"),
        note("Whether the owner then gets the extra move."),
        {"opening-extra": note("An extra move at the start of the next turn"), "none": note("Nothing")},
    ),
    (PROJECT, "tamsk_rows"): Words(
        note("Rows and extra moves"),
        note("When rows are taken in a turn with extra moves."),
        {"after-all": note("After all moves of the turn"), "between": note("After each single move")},
    ),
    (PROJECT, "tamsk_unused"): Words(
        note("An extra move that is not wanted"),
        note("What becomes of the TAMSK-potential then."),
        {"lost": note("It is lost"), "keep": note("It stays on its piece")},
    ),
    (PROJECT, "tamsk_lone_extra"): Words(
        note("Only an extra move is left"),
        note("Whether an extra move alone saves a player who cannot move otherwise."),
        {"counts": note("It counts as the turn"), "does-not-count": note("The player has lost")},
    ),
    (PROJECT, "tamsk_opening_order"): Words(
        note("Rows or extra move first"),
        note("What comes first when the opponent has given you both."),
        {"rows-first": note("Rows first"), "extra-first": note("The extra move first")},
    ),
    (PROJECT, "punct_vs_gipf"): Words(
        note("PÜNCT against a GIPF-piece"),
        note("What a PÜNCT-potential does to a GIPF-piece it lands on."),
        {
            "choice": note("The player chooses each time"),
            "neutralise-only": note("It becomes a plain piece under the potential"),
            "convert-token": note("It changes sides, under the potential"),
            "set-aside": note("It is laid aside until the potential goes"),
        },
    ),
    (PROJECT, "punct_taken_basics"): Words(
        note("Pieces taken by PÜNCT"),
        note("Where the plain pieces of a GIPF-piece go that was hit by PÜNCT."),
        {"captured": note("They are captured"), "owner-reserve": note("Back to their owner's reserve")},
    ),
    (PROJECT, "gipf_only_row"): Words(
        note("Rows of GIPF-pieces only"),
        note("Whether such a row may stay as it is."),
        {"may-stay": note("It may stay"), "must-break": note("One piece at least must go")},
    ),
    (PROJECT, "loaded_row"): Words(
        note("Rows of GIPF-pieces and potentials"),
        note("Whether such a row may stay as it is."),
        {"must-break": note("One piece at least must go"), "may-stay": note("It may stay")},
    ),
    (PROJECT, "ultimate_loss"): Words(
        note("Without GIPF-pieces"),
        note("Whether a player without GIPF-pieces has lost while pieces are left in reserve."),
        {"either": note("Lost at once"), "both": note("Plays on with what is in reserve")},
    ),
    (PROJECT, "gipf_loss"): Words(
        note("Losing the last GIPF-piece"),
        note("Whether that loses the game at all."),
        {
            "auto": note("As in the GIPF you chose"),
            "on": note("Loses the game"),
            "off": note("Loses nothing"),
        },
    ),
    (PROJECT, "link.mode"): Words(
        note("How linked games are played"),
        note("Whether the opponent decides when a linked game is played, or it is always played."),
        {
            "challenge": note("The opponent may challenge a use"),
            "must-win": note("Every use must be won"),
            "off": note("Not at all"),
        },
    ),
    (PROJECT, "link.T"): Words(note("TAMSK is won by"), _LINKED),
    (PROJECT, "link.Z"): Words(note("ZÈRTZ is won by"), _LINKED),
    (PROJECT, "link.D"): Words(note("DVONN is won by"), _LINKED),
    (PROJECT, "link.Y"): Words(note("YINSH is won by"), _LINKED),
    (PROJECT, "link.P"): Words(note("PÜNCT is won by"), _LINKED),
    (PROJECT, "link.challenges"): Words(
        note("Challenges"),
        note("How often each player may challenge in the whole game."),
        {"auto": note("One for every four potentials of the opponent"), "unlimited": note("Without limit")},
    ),
    (PROJECT, "link.scope"): Words(
        note("What can be challenged"),
        note("Whether any use can be challenged, or only the opponent's first ones."),
        {"all": note("Any use"), "first": note("Only as many first uses as there are challenges")},
    ),
    (PROJECT, "link.tie"): Words(
        note("A linked game that is drawn"),
        note("What follows from it for the potential."),
        {
            "auto": note("It may be used; if every use must be won, it may not"),
            "use": note("It may be used"),
            "deny": note("It may not be used"),
            "replay": note("They play again"),
        },
    ),
    (PROJECT, "link.failed"): Words(
        note("A linked game that is lost"),
        note("What becomes of the potential."),
        {
            "removed": note("It leaves the game"),
            "inert": note("It stays, but can never be used"),
            "retry": note("It can be tried again later"),
        },
    ),
    (PROJECT, "link.first"): Words(
        note("Who begins a linked game"),
        note("The first move can be worth something."),
        {
            "lots-then-alternate": note("By lot, then in turn"),
            "user": note("Who uses the potential"),
            "opponent": note("Who challenges"),
        },
    ),
    (PROJECT, "link.depth"): Words(
        note("Links"), note("All links can be switched off at once."), {1: note("On"), 0: note("Off")}
    ),
}
"""The words of each option, by game and name."""

CHANCES = {
    "none": note("Nothing: it is free"),
    "die": note("A roll of dice"),
    "coin": note("A coin"),
    "highcard": note("The higher card"),
    OUTSIDE: note("Anything you play elsewhere"),
}


def version_title(name: str, version: str) -> str:
    """What a version is called in a list of all of them."""
    title = TITLES.get((name, version))
    return version_name(version) if title is None else say(title)


def version_summary(name: str, version: str) -> str:
    """How a version differs from the others."""
    return say(VERSIONS.get((name, version), ""))


def choice(name: str, option: Option) -> Plain:
    """An option of a game as data for the page, in the language that is spoken now."""
    words = OPTIONS.get((name, option.name), Words(option.name.replace("_", " "), option.help))
    return {
        "name": option.name,
        "title": say(words.title),
        "explanation": say(words.explanation),
        "values": list(_values(option, words)),
        "between": None if option.between is None else list(option.between),
        "default": option.default,
        "versions": list(option.versions),
        "unit": words.unit or None,
    }


def _values(option: Option, words: Words) -> list[Plain]:
    """The values with their names; of numbers within a range only those that have one."""
    if isinstance(option, LinkOption):
        return [value_of(value, title) for value, title in CHANCES.items()] + _linked_games()
    named = [value for value in option.values if option.between is None or value in words.values]
    return [value_of(value, words.values.get(value, str(value))) for value in named]


def value_of(value: Value, title: str) -> Plain:
    return {"value": value, "title": say(title)}


def _linked_games() -> list[Plain]:
    return [
        {"value": f"{name} {version}", "title": f"{game_type(name).title} · {version_name(version)}"}
        for name in game_names()
        if name != PROJECT
        for version in game_type(name).versions
    ]
