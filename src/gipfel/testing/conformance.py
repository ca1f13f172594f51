"""What every game must do, as a class of tests that pytest collects where it is subclassed."""

import copy
import difflib
import inspect
import io
import os
import pickle
import warnings
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, ClassVar, NamedTuple

import pytest

import gipfel
from gipfel.board import Permutation
from gipfel.games.core.exporting import sgf_text
from gipfel.games.core.missing import missing_parts
from gipfel.games.core.options import Option, Value
from gipfel.games.core.pointing import point
from gipfel.games.core.registry import about, game_of_position, game_type
from gipfel.kernel.evaluation import SCRATCH, Evaluation
from gipfel.kernel.link import can_compile, link
from gipfel.kernel.network import INPUTS_AT, NetworkInputs
from gipfel.kernel.state import ONGOING, RESULT, State
from gipfel.testing.about_checks import about_mistakes
from gipfel.testing.board_access_checks import check_board_access
from gipfel.testing.encoding_checks import EncodingConformance, needs_numpy
from gipfel.testing.random_games import (
    MOST_DECISIONS,
    played_at_random,
    positions,
    positions_of,
    random_game,
    sample,
)

SEEDS = (1, 2, 3)
MANY = 200
"""Of a position with more decisions than this only some are tried."""
SHORT = 60
"""Decisions; games that try an option are no longer."""
MUCH_ROOM = 10_000
"""Room for decisions beyond the declared number, to find out the true one."""


class MissingPart(UserWarning):
    """A game does not have an optional part; the message says what takes its place."""


class Choice(NamedTuple):
    """A game in a version, with one option that is not at its default."""

    name: str
    version: str
    option: str
    value: Value

    def game(self) -> gipfel.Game | None:
        """The game; None if this value is allowed only together with other options."""
        try:
            return gipfel.game(self.name, self.version, **{self.option: self.value})
        except gipfel.OptionError:
            return None

    def __str__(self) -> str:
        return f"{self.name}-{self.version}-{self.option}={self.value}"


def choices(name: str) -> Iterator[Choice]:
    """Every value of every option that is not the default, each in the first version that has the option."""
    kind = game_type(name)
    seen: set[str] = set()
    for version in kind.versions:
        for option in kind.options_of(version):
            if option.name not in seen:
                seen.add(option.name)
                yield from (Choice(name, version, option.name, value) for value in _others(option))


def _others(option: Option) -> list[Value]:
    """The values beside the default; of a range both ends."""
    values: list[Value] = [*option.values, *(option.between or ())]
    return [value for value in dict.fromkeys(values) if value != option.default]


def some_decisions(position: gipfel.Position) -> list[gipfel.Decision]:
    """The decisions of a position, or some of very many."""
    decisions = position.decisions()
    return Random(0).sample(decisions, min(MANY, len(decisions)))


def some_symmetries(position: gipfel.Position, first: int) -> tuple[tuple[int, Permutation], ...]:
    """Numbers and symmetries of a game, from one on; only some of them where there are many decisions."""
    symmetries = tuple(enumerate(position.game.symmetries))
    begin = first % len(symmetries) if symmetries else 0
    number = max(1, 4 * MANY // max(1, len(position.codes)))
    return (*symmetries[begin:], *symmetries[:begin])[:number]


def check_conserved(played: list[gipfel.Position]) -> None:
    """What a game declares as conserved never changes."""
    assert len({position.game.conserved(position.state) for position in played}) == 1


def check_room(game: gipfel.Game, seed: int) -> None:
    """No position of a random game has more decisions than `Rules.most` says."""
    most = game.rules.most
    state, out, chance = [*game.start_state(seed)], [0] * (most + MUCH_ROOM), Random(seed)
    for _ in range(MOST_DECISIONS):
        number = game.kernels.decisions(state, out)
        assert number <= most, (
            f"{game.name}: most={most} in its Rules is too small; this position has {number} decisions: "
            f"{game.write_state(state)}"
        )
        if number == 0:
            break
        game.kernels.play(state, chance.choice(out[:number]))


def check_symmetry(
    position: gipfel.Position, after: list[tuple[str, State]], number: int, symmetry: Permutation
) -> None:
    """In the image of a position the images of its decisions can be played.

    `after` has texts of decisions, with the states they lead to.
    """
    game = position.game
    image = game.position_of(game.transformed(position.state, symmetry))
    reached = {game.rules.essence(image.play(decision).state) for decision in image.decisions()}
    here, there = len(position.decisions()), len(image.decisions())
    assert here == there, (
        f"{_not_a_symmetry(position, number, image)}; there are {here} decisions here, but {there} there"
    )
    for text, state in after:
        expected = game.transformed(state, symmetry)
        assert game.rules.essence(expected) in reached, (
            f"{_not_a_symmetry(position, number, image)}; {text} leads here to {game.write_state(state)}, "
            f"but nothing leads there to its image {game.write_state(expected)}"
        )


def _not_a_symmetry(position: gipfel.Position, number: int, image: gipfel.Position) -> str:
    return (
        f"{position.game.name}: symmetries[{number}] is not a symmetry of the rules, "
        f"or transformed() is wrong: it takes {position} to {image}"
    )


def features(evaluation: Evaluation, state: State) -> tuple[list[int], int]:
    """The features of a state, and its score."""
    room = [0] * SCRATCH
    evaluation.measure(state, room)
    values = room[: len(evaluation.features)]
    return values, evaluation.evaluate(state, [0] * SCRATCH)


def active_inputs(known: NetworkInputs, state: State) -> list[int]:
    """The inputs of a network that are active in a state."""
    room = [0] * SCRATCH
    return room[INPUTS_AT : INPUTS_AT + known.inputs(state, room)]


class Conformance(EncodingConformance):
    """Tests of some games. A subclass named `Test...` in a test file names the games."""

    games: ClassVar[tuple[str, ...]] = ()
    seeds: ClassVar[tuple[int, ...]] = SEEDS
    """Of the random games that are played in every version."""
    golden: ClassVar[Path | None] = None
    """Where recorded playthroughs are; by default in a folder `golden` beside the test file."""

    @classmethod
    def golden_folder(cls) -> Path:
        return cls.golden or Path(inspect.getfile(cls)).parent / "golden"

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """Every test runs for every version, most of them with several random games."""
        games = metafunc.cls.games
        if "choice" in metafunc.fixturenames:
            metafunc.parametrize("choice", [found for name in games for found in choices(name)], ids=str)
        elif "version" in metafunc.fixturenames:
            versions = [(name, version) for name in games for version in game_type(name).versions]
            ids = [f"{name}-{version}" for name, version in versions]
            metafunc.parametrize(("name", "version"), versions, ids=ids)
        else:
            metafunc.parametrize("name", games)
        if "seed" in metafunc.fixturenames:
            metafunc.parametrize("seed", metafunc.cls.seeds)

    # --- What a game declares ---

    def test_missing_parts_are_listed(self, name: str) -> None:
        """Missing parts are not an error, but authors of games should know about them."""
        for sentence in missing_parts(name):
            warnings.warn(sentence, MissingPart, stacklevel=1)

    def test_about_names_only_what_exists(self, name: str) -> None:
        mistakes = about_mistakes(game_type(name), about(name))
        assert not mistakes, "\n".join(mistakes)

    def test_there_is_room_for_all_decisions(self, name: str, version: str, seed: int) -> None:
        """Compiled kernels would write behind the end of an array that is too short."""
        try:
            random_game(name, version, seed)
        except IndexError:
            check_room(gipfel.game(name, version), seed)
            raise  # another list or table is too short

    def test_symmetries_are_declared_or_declared_absent(self, name: str, version: str) -> None:
        game = gipfel.game(name, version)
        assert bool(game.symmetries) != bool(game.no_symmetries), (
            "a game has symmetries and transformed(), or says in no_symmetries why not"
        )
        if game.symmetries:
            game.transformed(game.start(seed=1).state, game.symmetries[0])

    def test_what_is_conserved_is_declared_or_declared_absent(self, name: str, version: str) -> None:
        game = gipfel.game(name, version)
        conserves = game.conserved(game.start(seed=1).state) is not None
        assert conserves != bool(game.nothing_conserved), (
            "a game has conserved(), or says in nothing_conserved why not"
        )

    def test_sides_can_be_exchanged_or_it_is_declared_why_not(self, name: str, version: str) -> None:
        game = gipfel.game(name, version)
        early = positions(name, version, 1)[:2]  # the very first position may be an exception
        can_swap = any(game.swapped(position.state) is not None for position in early)
        assert can_swap != bool(game.no_swap), "a game has swapped(), or says in no_swap why not"

    # --- What holds in random games ---

    def test_pieces_are_conserved(self, name: str, version: str, seed: int) -> None:
        check_conserved(positions(name, version, seed))

    def test_board_access_says_what_the_picture_shows(self, name: str, version: str, seed: int) -> None:
        check_board_access(sample(positions(name, version, seed), 10))

    def test_undo_and_replay_lead_to_the_same_positions(self, name: str, version: str, seed: int) -> None:
        played = positions(name, version, seed)
        again = gipfel.Playthrough(played[0], seed)
        for decision in random_game(name, version, seed).decisions:
            again.play(decision.text)
        for position in reversed(played):
            assert again.position == position
            assert again.position.turn == position.turn
            again.undo()
        assert again.undo() is None

    def test_playing_leaves_a_position_as_it_was(self, name: str, version: str, seed: int) -> None:
        for position in sample(positions(name, version, seed), 10):
            before, text = position.state, str(position)
            for decision in some_decisions(position)[:5]:
                position.play(decision)
            assert position.state == before
            assert str(position) == text

    def test_decision_texts_round_trip_and_differ(self, name: str, version: str, seed: int) -> None:
        for position in sample(positions(name, version, seed), 20):
            decisions = some_decisions(position)
            assert len({decision.text for decision in decisions}) == len(decisions)
            for decision in decisions[:30]:
                assert position.decision(decision.text) == decision

    def test_position_texts_round_trip(self, name: str, version: str, seed: int) -> None:
        for position in positions(name, version, seed):
            text = str(position)
            again = game_of_position(name, text, position.game.version).position(text)
            assert str(again) == text
            assert again == position
            assert hash(again) == hash(position)
            if position.outcome is None or position.outcome.reason != "repetition":
                assert again.outcome == position.outcome
                assert [d.code for d in again.decisions()] == [d.code for d in position.decisions()]

    def test_turns_and_records_round_trip(self, name: str, version: str, seed: int) -> None:
        game = random_game(name, version, seed)
        text = gipfel.write_record(game.record(white="Ada", black="Ben"))
        record = gipfel.read_record(text)
        again = gipfel.replay(record)
        assert again.position == game.position
        assert again.turn_texts() == game.turn_texts()
        assert gipfel.write_record(again.record(white="Ada", black="Ben")) == text

    def test_games_round_trip_as_sgf(self, name: str, version: str, seed: int) -> None:
        """Also as another server writes it, where the game's folder knows that."""
        game = random_game(name, version, seed)
        game.undo_to(len(game.decisions) * seed // max(SEEDS))
        record = game.record()
        for text in {sgf_text(record), sgf_text(record, own=True)}:
            ((_, again),) = gipfel.games_in(io.BytesIO(text.encode()))
            assert isinstance(again, gipfel.Record), again
            assert (again.turns, again.result, again.reason) == (record.turns, record.result, record.reason)
            assert gipfel.replay(again).position == game.position

    def test_a_game_stopped_anywhere_can_be_recorded_and_resumed(
        self, name: str, version: str, seed: int
    ) -> None:
        whole = random_game(name, version, seed)
        for length in Random(seed).sample(range(len(whole.decisions)), min(8, len(whole.decisions))):
            part = gipfel.Playthrough(whole.start, seed)
            for decision in whole.decisions[:length]:
                part.play(decision)
            again = gipfel.replay(gipfel.read_record(gipfel.write_record(part.record())))
            assert again.position == part.position
            assert len(again.decisions) == length

    def test_symmetries_commute_with_the_rules(self, name: str, version: str, seed: int) -> None:
        """What is played inside a contest has the symmetries of its own game."""
        outside = [position for position in positions(name, version, seed) if position.contest is None]
        for number, position in enumerate(sample(outside, 5)):
            after = [(decision.text, position.play(decision).state) for decision in some_decisions(position)]
            for which, symmetry in some_symmetries(position, 5 * seed + number):
                check_symmetry(position, after, which, symmetry)

    @needs_numpy
    def test_a_position_and_its_images_have_one_key(self, name: str, version: str, seed: int) -> None:
        from gipfel.testing.key_checks import check_facts, check_keys, check_keys_after

        outside = [position for position in positions(name, version, seed) if position.contest is None]
        check_facts(outside)
        some = sample(outside, 8)
        check_keys(some)
        for position in some:
            check_keys_after(position, [decision.code for decision in some_decisions(position)])

    @pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
    def test_interpreted_is_compiled(self, name: str, version: str) -> None:
        slow, fast = gipfel.game(name, version), gipfel.game(name, version)
        assert fast.compile()
        chance = Random(7)
        for seed in range(5):
            one, two = slow.start(seed=seed), fast.start(seed=seed)
            for _ in range(300):
                assert one == two
                codes = [decision.code for decision in one.decisions()]
                assert [decision.code for decision in two.decisions()] == codes
                assert one.outcome == two.outcome
                if not codes:
                    break
                code = chance.choice(codes)
                one, two = one.play(code), two.play(code)

    def test_nothing_but_legal_decisions_is_accepted(self, name: str, version: str, seed: int) -> None:
        for position in sample(positions(name, version, seed), 10):
            legal = {decision.code for decision in position.decisions()}
            state = position.state
            codes = range(position.game.rules.most)
            near = {decision.code + step for decision in some_decisions(position) for step in (-1, 1)}
            for code in {-3, -2, -1, 10**12, *near, *Random(0).sample(codes, min(len(codes), MANY))}:
                if code not in legal:
                    with pytest.raises(gipfel.IllegalDecision):
                        position.play(code)
            assert position.state == state

    def test_the_outcome_comes_at_the_end_and_turns_only_grow(
        self, name: str, version: str, seed: int
    ) -> None:
        played = positions(name, version, seed)
        for position in played:
            assert (position.outcome is None) == bool(position.decisions())
            assert position.decisions(position.side.other) == () or position.outcome is None
        for before, after in pairwise(played):
            assert before.outcome is None
            assert after.turn - before.turn in (0, 1)
        if played[-1].outcome is not None:
            assert played[-1].turn == played[-2].turn + 1

    def test_every_decision_can_be_pointed_at(self, name: str, version: str, seed: int) -> None:
        for position in sample(positions(name, version, seed), 10):
            decisions = some_decisions(position)
            seen: dict[object, gipfel.Decision] = {}
            for decision in decisions:
                assert decision.path
                for path in decision.paths:
                    assert seen.setdefault(path, decision) == decision
            for decision in decisions[: 10 if len(decisions) < MANY else 4]:
                for length in range(len(decision.path)):
                    pointing = point(position, decision.path[:length])
                    assert decision.path[length] in pointing.targets
                    assert decision in pointing.decisions
                assert point(position, decision.path).complete == decision

    def test_targets_are_in_the_picture(self, name: str, version: str, seed: int) -> None:
        on_board = {"dot", "spot", "ring", "space", "piece"}
        for position in sample(positions(name, version, seed), 10):
            scene = position.scene()
            targets = {t for d in some_decisions(position)[:50] for t in d.path if t.kind in on_board}
            targets |= {
                target
                for decision in some_decisions(position)[:50]
                for change in decision.changes
                for target in (change.origin, change.goal)
                if target is not None and target.kind in on_board
            }
            for target in targets:
                assert scene.place(target) is not None, target

    def test_pictures_and_sentences(self, name: str, version: str, seed: int) -> None:
        for position in sample(positions(name, version, seed), 5):
            ElementTree.fromstring(position.svg())
            assert position.task.endswith((".", "!", "?"))
            assert repr(position).startswith("<Position")

    def test_decisions_of_another_game_are_refused(self, name: str, version: str) -> None:
        another = next(other for other in gipfel.game_names() if other != name)
        foreign = gipfel.game(another).start(seed=1).decisions()
        position = gipfel.game(name, version).start(seed=1)
        for decision in foreign[:20]:
            with pytest.raises(gipfel.IllegalDecision):
                position.play(decision)
        for nonsense in (True, False):
            with pytest.raises(gipfel.IllegalDecision):
                position.play(nonsense)
        for side in ("white", 2, -1):
            with pytest.raises(gipfel.GipfelError):
                position.decisions(side)  # type: ignore[arg-type]

    def test_positions_can_be_copied_and_sent(self, name: str, version: str) -> None:
        for position in sample(positions(name, version, 1), 5):
            for again in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
                assert again == position
                assert again.turn == position.turn
                assert again.codes == position.codes

    def test_golden_playthrough(self, name: str, version: str) -> None:
        """A change of behaviour shows as a difference to a recorded game; GIPFEL_GOLDEN=1 records one."""
        game = random_game(name, version, 1997)
        lines = [str(game.start)]
        for decision in game.decisions:
            after = decision.position.play(decision)
            lines += [f"  {decision.text}", f"{after}"]
        lines.append(f"outcome: {game.position.outcome}")
        path = self.golden_folder() / f"{name}-{version}.txt"
        text = "\n".join(lines) + "\n"
        if os.environ.get("GIPFEL_GOLDEN"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        if not path.exists():
            pytest.skip(f"{path.name} is not recorded; run pytest with GIPFEL_GOLDEN=1, and read it")
        expected = path.read_text(encoding="utf-8")
        changes = difflib.unified_diff(
            expected.splitlines(), text.splitlines(), "recorded", "now", lineterm=""
        )
        assert text == expected, "\n".join(changes)

    # --- Evaluations ---

    @pytest.mark.parametrize("learned", [False, True], ids=["features", "learned"])
    def test_evaluations_favour_no_side(self, name: str, version: str, seed: int, learned: bool) -> None:
        """With the sides exchanged every feature, and the score, changes its sign."""
        game = gipfel.game(name, version)
        evaluation = game.evaluation.strongest if learned else game.evaluation
        for position in sample(positions(name, version, seed), 25):
            state = [*position.state]
            image = game.swapped(state)
            if state[RESULT] == ONGOING and image is not None:
                values, score = features(evaluation, state)
                assert features(evaluation, image) == ([-value for value in values], -score)

    def test_the_inputs_of_a_network_change_with_the_position(
        self, name: str, version: str, seed: int
    ) -> None:
        """With the sides exchanged they are their partners, with the board turned on other points."""
        game = gipfel.game(name, version)
        if game.evaluation.learned is None:
            return
        known = game.evaluation.learned.inputs
        for position in sample(positions(name, version, seed), 25):
            state = [*position.state]
            seen, image = active_inputs(known, state), game.swapped(state)
            assert len({*seen}) == len(seen) <= known.most
            assert all(0 <= i < known.number for i in seen)
            assert 0 <= known.bucket(state) < known.buckets
            if image is not None:
                assert {*active_inputs(known, image)} == {known.partner(i) for i in seen}
            for symmetry in game.symmetries:
                turned = active_inputs(known, game.transformed(state, symmetry))
                assert {*turned} == {known.moved(i, symmetry) for i in seen}

    @pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
    @pytest.mark.parametrize("learned", [False, True], ids=["features", "learned"])
    def test_evaluations_are_the_same_interpreted_and_compiled(
        self, name: str, version: str, learned: bool
    ) -> None:
        import numpy

        game = gipfel.game(name, version)
        evaluation = game.evaluation.strongest if learned else game.evaluation
        measure, evaluate = link(evaluation.measure), link(evaluation.evaluate)
        follow_up, promise = link(evaluation.follow_up), link(evaluation.promise)
        values: Any = numpy.zeros(SCRATCH, numpy.int64)
        for position in sample(positions(name, version, 2), 12):
            state = position.state
            if state[RESULT] != ONGOING:
                continue
            array: Any = numpy.array(state, numpy.int64)
            measure(array, values)
            seen, score = features(evaluation, state)
            assert values[: len(seen)].tolist() == seen
            assert evaluate(array, values) == score
            assert follow_up(array) == evaluation.follow_up(state)
            for code in game.rules.codes(state)[:200]:
                assert promise(array, code) == evaluation.promise(state, code)

    def test_promises_of_all_decisions_are_those_of_each(self, name: str, version: str) -> None:
        """In the middle of larger arrays, as a search calls it, and whatever is in the scratch space."""
        game = gipfel.game(name, version)
        promises = link(game.evaluation.promises, game.evaluation.bind, fast=False)
        for position in sample(positions(name, version, 4), 12):
            codes = game.rules.codes(position.state)
            if not codes:
                continue
            found = [0] * (len(codes) + 6)
            promises(position.state, [0] * 3 + codes, 3, len(codes), found, [7] * SCRATCH)
            each = [game.evaluation.promise(position.state, code) for code in codes]
            assert found == [0] * 3 + each + [0] * 3

    # --- Options ---

    def test_every_option_value_is_played(self, choice: Choice) -> None:
        game = choice.game()
        if game is None:
            return
        playthrough = played_at_random(game, 1, SHORT)
        played = positions_of(playthrough)
        check_conserved(played)
        for position in sample(played, 5):
            text = str(position)
            assert (
                str(game_of_position(choice.name, text, choice.version, game.options).position(text)) == text
            )
            for decision in some_decisions(position)[:10]:
                assert position.decision(decision.text) == decision
                assert point(position, decision.path).complete == decision
            ElementTree.fromstring(position.svg())
            assert position.task.endswith((".", "!", "?"))
        again = gipfel.replay(gipfel.read_record(gipfel.write_record(playthrough.record())))
        assert again.position == playthrough.position
        assert again.position.game == game
