"""What players call versions, presets and buttons; to programs each is one English word."""

from gipfel.locale import note, say

VERSION_NAMES = {
    "basic": note("basic"),
    "standard": note("standard"),
    "tournament": note("tournament"),
    "extended": note("extended"),
    "large": note("large"),
    "blitz": note("blitz"),
    "fixed": note("fixed"),
    "random": note("random"),
    "level1": note("level 1"),
    "level2": note("level 2"),
    "level3": note("level 3"),
    "tamsk6": note("six TAMSK"),
    "one-kind": note("one kind"),
    "twelve": note("twelve"),
    "ultimate": note("ultimate"),
    "dice": note("with dice"),
    "one-shot": note("one challenge"),
    "menu": note("own menu"),
}
BUTTON_NAMES = (
    note("pass"),
    note("take"),
    note("leave"),
    note("ring"),
    note("no ring"),
    note("steal"),
    note("grab"),
    note("put back"),
    note("timer"),
    note("bonus"),
    note("resign"),
    note("wait"),
    note("neutralise"),
    note("convert"),
    note("decline"),
    note("allow"),
    note("challenge"),
    note("won"),
    note("lost"),
    note("tied"),
)
TITLES = (note("GIPF with potentials"),)
"""All other titles are names of games, which are never translated."""


def version_name(version: str) -> str:
    """What players call a version, in the language that is spoken now."""
    return say(VERSION_NAMES.get(version, version))


def button_name(name: str) -> str:
    """What stands on a button, in the language that is spoken now."""
    return say(name)
