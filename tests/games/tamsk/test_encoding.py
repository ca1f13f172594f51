"""What TAMSK shows to learning programs; conformance tests what every encoding must do."""

from random import Random

import gipfel
from gipfel.games.core.side import BLACK
from tests.helpers.observations import group_of, planes, scalars

LOST = (
    "T2 111b{49999}1/12221/123321/1232321r{50000}/123321r{x90000}/12221r{x20000}/1b{20000}1b{x95000}11 "
    "1.1 0.0 r - 0 @100000 - -"
)


def test_a_missed_ring_is_seen_and_can_be_stolen() -> None:
    position = gipfel.game("tamsk", "level1").start().play("a1-b2")
    assert planes(position)["missed space"] == {"b2": 1}
    assert group_of(position, "^a4-a3+") == "move with ring after steal"
    assert scalars(position)["rest until stagnation"] == 39


def test_a_long_stagnation_has_two_numbers() -> None:
    position = gipfel.game("tamsk", "level1", stagnation=1000).start()
    assert scalars(position)["hundreds until stagnation"] == 10
    assert "rest until stagnation" not in scalars(position)


def test_sand_is_seen_in_minutes_and_seconds() -> None:
    """The time is rounded up; when a glass ran out counts, too, as it may decide the game."""
    seen = planes(gipfel.game("tamsk", "level2").position(LOST))
    seconds = seen["seconds"]
    assert seconds["a3"] == seconds["d7"] == 50
    assert (seconds["e6"], seconds["g2"]) == (-10, -5)
    assert (seen["minutes"]["f5"], seconds["f5"]) == (-1, -20)
    assert {*seen["lost glasses"]} == {"e6", "f5", "g2"}
    assert "idle glasses" not in seen
    assert len(planes(gipfel.game("tamsk", "level2").start())["idle glasses"]) == 6


def test_the_sand_that_is_left_fits_into_an_hour() -> None:
    position = gipfel.game("tamsk", "level3", glass=3_600_000, timer=3_600_000).start().play("a1-b2")
    position = position.play("flip", BLACK) if position.side != BLACK else position.play("a4-a3")
    assert max(planes(position)["minutes"].values()) == 60


def test_events_out_of_turn_are_actions_of_their_own() -> None:
    """Programs that let both sides act find an action for everything that either can do."""
    found = set()
    for seed in range(8):
        chance, position = Random(seed), gipfel.game("tamsk", "level3").start()
        kernels, ranges = position.game.encoding.interpreted, position.game.encoding.ranges
        while position.outcome is None and position.turn < 120:
            choices = [*position.decisions(), *position.decisions(position.side.other)]
            actions = [kernels.action_of(position.state, choice.code) for choice in choices]
            assert len({*actions}) == len(actions)
            for choice, action in zip(choices, actions, strict=True):
                assert kernels.decision_of(position.state, action) == choice.code
                found.add(next(name for name, group in ranges.items() if action in group))
            choice = chance.choice(choices)
            position = position.play(choice, choice.side)
            position = position.at(position.time + chance.choice((100, 1_000, 9_000)))
    assert {"other: turn timer", "other: ring", "other: decline", "steal", "grab", "put", "move"} <= found
