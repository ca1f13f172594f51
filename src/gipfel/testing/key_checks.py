"""Checks of the keys that a position shares with its images (`gipfel.games.core.position_keys`)."""

from collections.abc import Sequence

import gipfel
from gipfel.games.core.position_keys import facts_of, position_keys


def check_keys(positions: Sequence[gipfel.Position]) -> None:
    """All images of a position have its key; positions with different states have different keys."""
    game = positions[0].game
    keys = position_keys(game)
    known: dict[int, tuple[int, ...]] = {}
    for position in positions:
        state = position.state
        key = keys.key(state)
        images = [game.transformed(state, symmetry) for symmetry in game.symmetries] or [state]
        for number, found in enumerate(keys.keys(images)):
            assert found == key, (
                f"{game.name}: symmetries[{number}] takes {position} to a position of another key"
            )
        same = min(game.rules.essence(image) for image in images)
        assert known.setdefault(key, same) == same, f"{game.name}: another position has the key of {position}"


def check_facts(positions: Sequence[gipfel.Position]) -> None:
    """What `keys.py` says of a position is all that makes it equal to others, and nothing more."""
    layout = position_keys(positions[0].game).layout
    if layout is None:
        return
    essences: dict[str, tuple[int, ...]] = {}
    facts: dict[tuple[int, ...], str] = {}
    for position in positions:
        essence, found = position.game.rules.essence(position.state), str(facts_of(layout, position.state))
        assert essences.setdefault(found, essence) == essence, f"keys.py leaves something out of {position}"
        if position.outcome is None:
            assert facts.setdefault(essence, found) == found, f"keys.py has too much of {position}"


def check_keys_after(position: gipfel.Position, codes: Sequence[int]) -> None:
    """The keys of the positions after decisions do not depend on how they are made."""
    keys = position_keys(position.game)
    states = [position.play(gipfel.Decision(position, code)).state for code in codes]
    after = dict(zip(codes, states, strict=True))
    assert keys.keys_after(position.state, codes, lambda code: after[code]) == keys.keys(states)
