"""What GIPF with potentials shows to learning programs; conformance tests what every encoding must do."""

from random import Random

import pytest

import gipfel
from gipfel.games.core.encoding import NoEncoding
from gipfel.kernel.state import RESULT, State
from gipfel.project.potentials import rules
from gipfel.project.potentials.rules import ANSWER, CONTEST, SLOT
from tests.helpers.observations import group_of, planes, scalars

DICE = gipfel.game("project", "dice", **{"link.mode": "challenge"})
READY = "b3=Wpz,c3=Bp,e2=Wpp,e8=Bpp w m W:13/Z2/L B:14//B 0/0 budget:*/*"


def test_stacks_are_seen_from_the_top() -> None:
    seen = planes(DICE.position(READY))
    assert seen["top unit: our ZÈRTZ-potential"] == {"b3": 1}
    assert seen["second unit: our basic"] == {"b3": 1, "e2": 1}
    assert seen["top unit: their basic"] == {"c3": 1, "e8": 1}
    assert seen["GIPF-pieces"] == seen["double foundations"] == {"e2": 1, "e8": 1}
    assert seen["height"] == {"b3": 2, "c3": 1, "e2": 2, "e8": 2}


def test_an_announced_use_is_seen_by_the_side_that_answers() -> None:
    position = DICE.position(READY)
    assert group_of(position, "Zb3>d3") == "use"
    announced = position.play("Zb3>d3")
    seen, known = planes(announced), scalars(announced)
    assert seen["announced: from"] == {"b3": 1}
    assert seen["announced: to"] == {"d3": 1}
    assert seen["top unit: their ZÈRTZ-potential"] == {"b3": 1}
    assert known["answer"] == known["announced regular"] == 1
    assert known["our challenges"] == -1
    assert "our turn" not in known


def test_an_announced_extra_move_is_seen_with_its_line() -> None:
    """While its first spot is empty all lines from there are the same."""
    game = gipfel.game("project", "tamsk6", **{"link.mode": "challenge", "link.T": "die"})
    text = "b4=Wp,d4=Wpp,d6=Bp,e5=Bpt,f6=Bpp,g2=Bp w a W:12//B B:9//B 0/0 by:b say:{} then:o budget:*/*"
    pushed = planes(game.position(text.format("+g1-g2")))
    assert pushed["announced: from"] == {"g2": 1}
    assert {*pushed["announced: line"]} == {"g2", "g3", "g4", "g5", "g6"}
    placed = planes(game.position(text.format("+h2")))
    assert placed["announced: from"] == {"h2": 1}
    assert "announced: line" not in placed


def test_a_contest_has_results_but_no_position() -> None:
    """The encoding holds what a contest led to; its decisions belong to another game."""
    position = DICE.position(READY).play("Zb3>d3")
    challenged = position.play(
        next(d for d in position.decisions() if group_of(position, d.text) == "challenge")
    )
    with pytest.raises(NoEncoding, match=r"a contest is being played .* position\.played"):
        challenged.observation()
    state, ranges = challenged.state, challenged.game.encoding.ranges
    assert state[SLOT] == CONTEST
    actions = [DICE.encoding.interpreted.action_of(state, code) for code in DICE.rules.codes(state)]
    assert actions == [ranges[name][0] for name in ("contest won", "contest lost", "contest tied")]


RULINGS = (
    {"punct_vs_gipf": "set-aside", "link.failed": "retry", "loaded_row": "may-stay"},
    {"punct_vs_gipf": "convert-token", "link.failed": "inert", "tamsk_rows": "between"},
    {
        "tamsk_opening_order": "extra-first",
        "tamsk_opponent_push": "none",
        "tamsk_unused": "keep",
        "punct_taken_basics": "owner-reserve",
    },
    {"link.scope": "first", "link.challenges": 3, "pool_white": "T6P6", "pool_black": "D6Z3"},
)


@pytest.mark.parametrize("options", RULINGS, ids=range(len(RULINGS)))
def test_all_rulings_have_observations_and_actions(options: dict[str, str]) -> None:
    game = gipfel.game("project", "dice", **{"link.mode": "challenge", **options})
    encoding, symmetries = game.encoding, game.encoding.symmetries(game)
    lowest, highest = encoding.bounds()
    announced = 0
    for number, state in enumerate(random_states(game, 3)):
        announced += state[SLOT] == ANSWER
        values, actions = observed(game, state), legal(game, state)
        assert all(low <= value <= high for low, value, high in zip(lowest, values, highest, strict=True))
        assert [encoding.interpreted.decision_of(state, action) for action in actions] == game.rules.codes(
            state
        )
        which = number % len(symmetries)
        image = game.transformed(state, game.symmetries[which])
        turned = observed(game, image)
        assert [turned[place] for place in symmetries[which].observation] == values
        assert sorted(legal(game, image)) == sorted(symmetries[which].actions[action] for action in actions)
        swapped = rules.swapped(state)
        assert observed(game, swapped) == values
        assert sorted(legal(game, swapped)) == sorted(actions)
    assert announced, "no announced use was seen"


def observed(game: gipfel.Game, state: State) -> list[int]:
    out = [99] * game.encoding.size
    game.encoding.interpreted.observe(state, out)
    return [int(value) for value in out]


def legal(game: gipfel.Game, state: State) -> list[int]:
    return [game.encoding.interpreted.action_of(state, code) for code in game.rules.codes(state)]


def random_states(game: gipfel.Game, games: int) -> list[State]:
    """States of random games in which a contest is one more decision, and uses are likely."""
    found = []
    for seed in range(games):
        chance, state = Random(seed), game.start_state(None)
        while state[RESULT] == 0 and len(found) < 150 * (seed + 1):
            found.append([*state])
            codes = game.rules.codes(state)
            uses = [code for code in codes if rules.EXTRA <= code < rules.REMOVE]
            basics = [code for code in codes if code < rules.PUSH_GIPF * rules.NUMBER_OF_ENTRIES]
            likely = uses or [code for code in codes if code not in basics] or codes
            rules.play(state, chance.choice(likely if chance.random() < 0.8 else codes))
    return found
