"""Pointing: from the targets pointed at so far to the next ones, and to a decision."""

from dataclasses import dataclass

from gipfel.draw.target import Path, Target
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Side


@dataclass(frozen=True, slots=True)
class Pointing:
    """What a prefix of targets leaves open."""

    targets: tuple[Target, ...]
    """What can be pointed at next."""
    decisions: tuple[Decision, ...]
    """The decisions still possible."""
    complete: Decision | None
    """The decision that the prefix means, if it is a complete path."""


def point(position: Position, prefix: Path = (), side: Side | None = None) -> Pointing:
    """What can be pointed at after `prefix` (by `side`, in games where both may act).

    Toggles may come in any order; the second time switches a toggle off.
    """
    prefix = settled(prefix)
    targets: dict[Target, None] = {}
    decisions: dict[int, Decision] = {}
    complete = None
    for decision in position.decisions(side):
        for path in decision.paths:
            rest = rest_of(path, prefix)
            if rest is None:
                continue
            decisions[decision.code] = decision
            targets.update(dict.fromkeys(next_targets(rest)))
            if not rest:
                complete = decision
    return Pointing(tuple(targets), tuple(decisions.values()), complete)


def warning_of(decision: Decision) -> str:
    """What a decision gives up for good, if players are warned of it; otherwise empty."""
    warnings = decision.position.warnings
    if not warnings:
        return ""
    return next((warnings[target] for path in decision.paths for target in path if target in warnings), "")


def settled(prefix: Path) -> Path:
    """The prefix without toggles that were switched off again."""
    return tuple(
        target
        for i, target in enumerate(prefix)
        if not target.toggle or (prefix.index(target) == i and prefix.count(target) % 2 == 1)
    )


def rest_of(path: Path, prefix: Path) -> Path | None:
    """What is left of a path after a prefix, or None if the prefix leads elsewhere."""
    rest = list(path)
    for target in prefix:
        if target in next_targets(tuple(rest)):
            rest.remove(target)
        else:
            return None
    return tuple(rest)


def next_targets(path: Path) -> Path:
    """The targets that may come next on a path: its first, or any of the toggles it begins with."""
    toggles = 0
    while toggles < len(path) and path[toggles].toggle:
        toggles += 1
    return path[: max(toggles, 1)]
