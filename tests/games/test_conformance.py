"""What every game must do. A game is tested here by being registered."""

import copy
import difflib
import os
import pickle
import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from random import Random

import pytest

import gipfel
from gipfel.games.core.pointing import point
from gipfel.games.core.registry import game_of_position
from gipfel.kernel.link import can_compile
from tests.helpers.paths import GOLDEN
from tests.helpers.random_games import VERSIONS, positions, random_game, sample

SEEDS = (1, 2, 3)
MANY = 200
"""Of a position with more decisions than this only some are tried."""

every_game = pytest.mark.parametrize(("name", "version"), VERSIONS, ids=[f"{n}-{v}" for n, v in VERSIONS])


def some_decisions(position: gipfel.Position) -> list[gipfel.Decision]:
    decisions = position.decisions()
    return Random(0).sample(decisions, min(MANY, len(decisions)))


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_pieces_are_conserved(name: str, version: str, seed: int) -> None:
    played = positions(name, version, seed)
    conserved = {played[0].game.conserved(position.state) for position in played}
    assert len(conserved) == 1


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_undo_and_replay_lead_to_the_same_positions(name: str, version: str, seed: int) -> None:
    played = positions(name, version, seed)
    again = gipfel.Playthrough(played[0], seed)
    for decision in random_game(name, version, seed).decisions:
        again.play(decision.text)
    for position in reversed(played):
        assert again.position == position
        assert again.position.turn == position.turn
        again.undo()
    assert again.undo() is None


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_playing_leaves_a_position_as_it_was(name: str, version: str, seed: int) -> None:
    for position in sample(positions(name, version, seed), 10):
        before, text = position.state, str(position)
        for decision in some_decisions(position)[:5]:
            position.play(decision)
        assert position.state == before
        assert str(position) == text


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_decision_texts_round_trip_and_differ(name: str, version: str, seed: int) -> None:
    for position in sample(positions(name, version, seed), 20):
        decisions = some_decisions(position)
        assert len({decision.text for decision in decisions}) == len(decisions)
        for decision in decisions[:30]:
            assert position.decision(decision.text) == decision


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_position_texts_round_trip(name: str, version: str, seed: int) -> None:
    for position in positions(name, version, seed):
        text = str(position)
        again = game_of_position(name, text, position.game.version).position(text)
        assert str(again) == text
        assert again == position
        assert hash(again) == hash(position)
        if position.outcome is None or position.outcome.reason != "repetition":
            assert again.outcome == position.outcome
            assert [d.code for d in again.decisions()] == [d.code for d in position.decisions()]


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_turns_and_records_round_trip(name: str, version: str, seed: int) -> None:
    game = random_game(name, version, seed)
    text = gipfel.write_record(game.record(white="Ada", black="Ben"))
    record = gipfel.read_record(text)
    again = gipfel.replay(record)
    assert again.position == game.position
    assert again.turn_texts() == game.turn_texts()
    assert gipfel.write_record(again.record(white="Ada", black="Ben")) == text


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_stopped_anywhere_can_be_recorded_and_resumed(name: str, version: str, seed: int) -> None:
    whole = random_game(name, version, seed)
    for length in Random(seed).sample(range(len(whole.decisions)), min(8, len(whole.decisions))):
        part = gipfel.Playthrough(whole.start, seed)
        for decision in whole.decisions[:length]:
            part.play(decision)
        again = gipfel.replay(gipfel.read_record(gipfel.write_record(part.record())))
        assert again.position == part.position
        assert len(again.decisions) == length


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_symmetries_commute_with_the_rules(name: str, version: str, seed: int) -> None:
    for number, position in enumerate(sample(positions(name, version, seed), 5)):
        game = position.game
        after = [position.play(decision).state for decision in some_decisions(position)]
        symmetries = game.symmetries
        if len(position.decisions()) > MANY:
            symmetries = symmetries[(5 * seed + number) % len(symmetries) :][:1]
        for symmetry in symmetries:
            image = gipfel.Position(game, game.transformed(position.state, symmetry))
            expected = {game.rules.essence(game.transformed(state, symmetry)) for state in after}
            found = {game.rules.essence(image.play(d).state) for d in image.decisions()}
            assert len(image.decisions()) == len(position.decisions())
            assert expected <= found


@every_game
@pytest.mark.skipif(not can_compile(), reason="Numba is not here")
def test_interpreted_is_compiled(name: str, version: str) -> None:
    slow, fast = gipfel.game(name, version), gipfel.game(name, version)
    assert fast.compile()
    chance = Random(7)
    for seed in range(10):
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


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_but_legal_decisions_is_accepted(name: str, version: str, seed: int) -> None:
    for position in sample(positions(name, version, seed), 10):
        legal = {decision.code for decision in position.decisions()}
        state = position.state
        codes = range(position.game.rules.most)
        near = {decision.code + way for decision in some_decisions(position) for way in (-1, 1)}
        for code in {-3, -2, -1, 10**12, *near, *Random(0).sample(codes, min(len(codes), 10 * MANY))}:
            if code not in legal:
                with pytest.raises(gipfel.IllegalDecision):
                    position.play(code)
        assert position.state == state


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_the_outcome_comes_at_the_end_and_turns_only_grow(name: str, version: str, seed: int) -> None:
    played = positions(name, version, seed)
    for position in played:
        assert (position.outcome is None) == bool(position.decisions())
        assert position.decisions(position.side.other) == () or position.outcome is None
    for before, after in pairwise(played):
        assert before.outcome is None
        assert after.turn - before.turn in (0, 1)
    if played[-1].outcome is not None:
        assert played[-1].turn == played[-2].turn + 1


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_every_decision_can_be_pointed_at(name: str, version: str, seed: int) -> None:
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


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_targets_are_in_the_picture(name: str, version: str, seed: int) -> None:
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


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_pictures_and_sentences(name: str, version: str, seed: int) -> None:
    for position in sample(positions(name, version, seed), 5):
        ElementTree.fromstring(position.svg())
        assert position.task.endswith((".", "!", "?"))
        assert repr(position).startswith("<Position")


@every_game
def test_decisions_of_another_game_are_refused(name: str, version: str) -> None:
    foreign = gipfel.game("gipf" if name != "gipf" else "yinsh").start().decisions()
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


@every_game
def test_positions_can_be_copied_and_sent(name: str, version: str) -> None:
    for position in sample(positions(name, version, 1), 5):
        for again in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
            assert again == position
            assert again.turn == position.turn
            assert again.codes == position.codes


@every_game
def test_golden_playthrough(name: str, version: str) -> None:
    """Any change of behaviour shows as a difference to a recorded game. GIPFEL_GOLDEN=1 records anew."""
    game = random_game(name, version, 1997)
    lines = [str(game.start)]
    for decision in game.decisions:
        after = decision.position.play(decision)
        lines += [f"  {decision.text}", f"{after}"]
    lines.append(f"outcome: {game.position.outcome}")
    path = GOLDEN / f"{name}-{version}.txt"
    text = "\n".join(lines) + "\n"
    if os.environ.get("GIPFEL_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    expected = path.read_text(encoding="utf-8")
    changes = difflib.unified_diff(expected.splitlines(), text.splitlines(), "recorded", "now", lineterm="")
    assert text == expected, "\n".join(changes)
