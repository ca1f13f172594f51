"""What players call versions, presets and buttons; to programs each is one English word."""

from gipfel.locale import note, say

VERSION_NAMES = (
    note("basic"),
    note("standard"),
    note("tournament"),
    note("extended"),
    note("large"),
    note("blitz"),
    note("fixed"),
    note("random"),
    note("level1"),
    note("level2"),
    note("level3"),
    note("tamsk6"),
    note("one-kind"),
    note("twelve"),
    note("ultimate"),
    note("dice"),
    note("one-shot"),
    note("menu"),
)
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
    """A version in the language that is spoken now."""
    return say(version)


def button_name(name: str) -> str:
    """What stands on a button, in the language that is spoken now."""
    return say(name)
