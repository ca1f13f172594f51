"""What every encoding must do, as tests; `Conformance` is derived from them."""

from importlib.util import find_spec
from random import Random
from typing import Any

import pytest

import gipfel
from gipfel.games.core.encoding import LARGEST, SMALLEST, Encoding, NoEncoding, encoding_of
from gipfel.kernel.link import can_compile
from gipfel.kernel.state import State
from gipfel.testing.random_games import positions, sample

needs_numpy = pytest.mark.skipif(find_spec("numpy") is None, reason="NumPy is not installed")
MANY = 200
"""Of a position with more decisions than this only some are tried."""


def encoded(name: str, version: str) -> Encoding | None:
    """The encoding of a game in a version; None if it has none."""
    try:
        return encoding_of(gipfel.game(name, version))
    except NoEncoding:
        return None


def encodable(name: str, version: str, seed: int) -> list[gipfel.Position]:
    """The positions of a random game; not those inside a contest, which has its own game."""
    return [position for position in positions(name, version, seed) if position.contest is None]


def observed(encoding: Encoding, state: State) -> list[int]:
    """The observation of a state, by the interpreted kernel; every entry has to be written."""
    out = [LARGEST + 1] * encoding.size
    encoding.interpreted.observe(state, out)
    return [int(value) for value in out]


def actions_in(encoding: Encoding, position: gipfel.Position, state: State) -> list[int]:
    """The legal actions of a state, by the interpreted kernel."""
    return [encoding.interpreted.action_of(state, code) for code in position.game.rules.codes(state)]


def some_codes(position: gipfel.Position) -> list[int]:
    """The legal decisions of a position as numbers, or some of very many."""
    codes = position.codes
    return Random(0).sample(codes, min(MANY, len(codes)))


def permuted(values: list[int], permutation: tuple[int, ...]) -> list[int]:
    """Values with each one taken where a permutation takes it."""
    image = [0] * len(values)
    for value, goal in zip(values, permutation, strict=True):
        image[goal] = value
    return image


class EncodingConformance:
    """Tests of the encodings of some games; those without one pass."""

    def test_an_encoding_says_what_its_entries_mean(self, name: str, version: str) -> None:
        encoding = encoded(name, version)
        if encoding is None:
            return
        for channels in (encoding.planes, encoding.scalars, encoding.actions):
            names = [channel.name for channel in channels]
            assert len({*names}) == len(names)
            assert all(channel.meaning for channel in channels)
        assert gipfel.game(name, version).action_space == range(encoding.number_of_actions)
        lowest, highest = encoding.bounds()
        assert len(lowest) == len(highest) == encoding.size

    def test_decisions_are_actions_and_back(self, name: str, version: str, seed: int) -> None:
        encoding = encoded(name, version)
        if encoding is None:
            return
        for position in encodable(name, version, seed):
            codes, state = some_codes(position), position.state
            actions = [encoding.interpreted.action_of(state, code) for code in codes]
            assert len({*actions}) == len(actions), f"two decisions of {position} have the same action"
            assert all(0 <= action < encoding.number_of_actions for action in actions)
            for code, action in zip(codes, actions, strict=True):
                assert encoding.interpreted.decision_of(state, action) == code, position.text_of(code)
            listed = [0] * (len(position.codes) + 2)
            encoding.interpreted.list_actions(state, position.codes, len(position.codes), listed, 1)
            assert listed == [0, *(encoding.interpreted.action_of(state, code) for code in position.codes), 0]

    @needs_numpy
    def test_only_legal_actions_are_accepted(self, name: str, version: str, seed: int) -> None:
        encoding = encoded(name, version)
        if encoding is None:
            return
        chance = Random(seed)
        for position in sample(encodable(name, version, seed), 10):
            mask = position.legal_mask()
            assert mask.sum() == len(position.codes)
            for action in (-1, encoding.number_of_actions, chance.randrange(encoding.number_of_actions)):
                if action in range(len(mask)) and mask[action]:
                    decision = position.decision_of_action(action)
                    assert position.action(decision) == action
                else:
                    with pytest.raises(gipfel.IllegalDecision):
                        position.decision_of_action(action)

    @needs_numpy
    def test_observations_are_within_their_bounds(self, name: str, version: str, seed: int) -> None:
        encoding = encoded(name, version)
        if encoding is None:
            return
        lowest, highest = encoding.bounds()
        for position in encodable(name, version, seed):
            values = observed(encoding, position.state)
            assert SMALLEST <= min(values) <= max(values) <= LARGEST, (
                "an entry was not written, or is no int8"
            )
            for entry, value in enumerate(values):
                assert lowest[entry] <= value <= highest[entry], _entry(encoding, entry)
            text = str(position)
            again = position.game.position(text)
            assert observed(encoding, again.state) == values, f"two observations of {text}"

    def test_observations_and_actions_favour_no_side(self, name: str, version: str, seed: int) -> None:
        """They are those of the side to act: with the sides exchanged they stay the same."""
        encoding, game = encoded(name, version), gipfel.game(name, version)
        if encoding is None:
            return
        for position in sample(encodable(name, version, seed), 25):
            state = position.state
            image = game.swapped(state)
            if image is not None:
                assert observed(encoding, image) == observed(encoding, state)
                actions = actions_in(encoding, position, state)
                assert sorted(actions_in(encoding, position, image)) == sorted(actions)

    def test_symmetries_permute_observations_and_actions(self, name: str, version: str, seed: int) -> None:
        encoding, game = encoded(name, version), gipfel.game(name, version)
        if encoding is None:
            return
        encoded_symmetries = encoding.symmetries(game)
        for permutation in (one for both in encoded_symmetries for one in both):
            assert sorted(permutation) == [*range(len(permutation))]
        pairs = [*zip(game.symmetries, encoded_symmetries, strict=True)]
        for number, position in enumerate(sample(encodable(name, version, seed), 12)):
            state = position.state
            values, actions = observed(encoding, state), actions_in(encoding, position, state)
            few = len(actions) > MANY
            for symmetry, both in [pairs[number % len(pairs)]] if few and pairs else pairs:
                image = game.transformed(state, symmetry)
                assert observed(encoding, image) == permuted(values, both.observation)
                expected = sorted(both.actions[action] for action in actions)
                assert sorted(actions_in(encoding, position, image)) == expected

    def test_positions_that_count_as_repeated_have_the_same_hash(
        self, name: str, version: str, seed: int
    ) -> None:
        """Where there is such a rule. What has no hash comes up only once in a game."""
        game = gipfel.game(name, version)
        if game.rules.repetition_hash is None:
            return
        keys: dict[tuple[int, ...], int] = {}
        for position in positions(name, version, seed):
            key, hashed = game.repetition_key(position.state), game.rules.repetition_hash(position.state)
            assert hashed or key not in keys, "a position without a hash has come up again"
            assert keys.setdefault(key, hashed) == hashed
        hashes = [hashed for hashed in keys.values() if hashed]
        assert len({*hashes}) == len(hashes), "different positions have the same hash"

    @pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
    def test_encodings_are_the_same_interpreted_and_compiled(self, name: str, version: str) -> None:
        import numpy

        encoding = encoded(name, version)
        if encoding is None:
            return
        chance = Random(3)
        out: Any = numpy.full(encoding.size, -1, numpy.int8)
        for position in sample(encodable(name, version, 2), 25):
            state = position.state
            array: Any = numpy.array(state, numpy.int64)
            encoding.compiled.observe(array, out)
            assert out.tolist() == observed(encoding, state)
            for code in some_codes(position):
                action = encoding.interpreted.action_of(state, code)
                assert encoding.compiled.action_of(array, code) == action
                assert encoding.compiled.decision_of(array, action) == code
            for action in chance.sample(
                range(encoding.number_of_actions), min(50, encoding.number_of_actions)
            ):
                slow = encoding.interpreted.decision_of(state, action)  # no IndexError, even if not legal
                assert encoding.compiled.decision_of(array, action) == slow


def _entry(encoding: Encoding, entry: int) -> str:
    """The name of an entry of an observation."""
    plane, point = divmod(entry, len(encoding.board))
    if plane < len(encoding.planes):
        return f"{encoding.planes[plane].name}, {encoding.points[point]}"
    return encoding.scalars[entry - len(encoding.planes) * len(encoding.board)].name
