"""Results of chance follow from secrets of both sides, and nobody can forge them."""

from random import Random

import pytest

import gipfel
from gipfel import GipfelError, NotationError, Playthrough, RecordError
from gipfel.project.contests.commit_reveal import Proof, commitment
from tests.helpers.linked_games import JUMP, linked


def test_chance_follows_from_both_secrets() -> None:
    assert Proof("ab" * 16, "cd" * 16).dice("x") == Proof("ab" * 16, "cd" * 16).dice("x")
    rolls = [Proof.fresh().dice("x") for _ in range(3000)]
    for face in range(1, 7):
        assert 380 < sum(roll[0] == face for roll in rolls) < 620
    cards = {Proof.fresh().cards("x") for _ in range(3000)}
    assert {rank for pair in cards for rank in pair} == set(range(2, 15))


def test_a_roll_follows_from_a_seed() -> None:
    position = linked("die").position(JUMP).play("Zc3>e5").play("challenge")
    secrets = [str(position.throw(Random(seed)).proof) for seed in (1, 1, 2)]  # type: ignore[union-attr]
    assert secrets[0] == secrets[1] != secrets[2]
    assert gipfel.game("gipf").start().throw(Random(1)) is None


def test_a_roll_that_does_not_follow_is_refused() -> None:
    position = linked("die").position(JUMP).play("Zc3>e5").play("challenge")
    thrown = position.throw()
    assert thrown is not None
    proof = thrown.proof  # type: ignore[attr-defined]
    right = f"{thrown.text} by {proof}"
    assert position.play(right) == position.play(thrown)
    wrong = "die:1-1" if thrown.text != "die:1-1" else "die:2-2"
    with pytest.raises(GipfelError, match="does not follow from the secrets"):
        position.play(f"{wrong} by {proof}")
    with pytest.raises(NotationError, match="no pair of secrets"):
        position.play(f"{thrown.text} by nonsense")


def game_with_a_throw() -> tuple[Playthrough, gipfel.Decision]:
    """A game in which a die has decided about a challenge, and the throw."""
    game = Playthrough(linked("die").position(JUMP))
    game.play("Zc3>e5")
    game.play("challenge")
    thrown = game.position.throw()
    assert thrown is not None
    game.play(thrown)
    return game, thrown


def test_what_is_not_proven_is_counted_and_half_a_proof_is_refused() -> None:
    game, _ = game_with_a_throw()
    lines = gipfel.write_record(game.record()).splitlines()
    assert game.start.game.unproven(game.decisions) == 0
    bare = "\n".join(line for line in lines if "commits" not in line)
    again = gipfel.replay(gipfel.read_record(bare))
    assert again.start.game.unproven(again.decisions) == 1
    half = "\n".join(line for line in lines if "white commits" not in line)
    with pytest.raises(RecordError, match="one side's secret is missing"):
        gipfel.replay(gipfel.read_record(half))


def test_a_forged_record_is_refused() -> None:
    game, thrown = game_with_a_throw()
    text = gipfel.write_record(game.record())
    assert gipfel.replay(gipfel.read_record(text)).position == game.position
    secret = thrown.proof.white  # type: ignore[attr-defined]
    other = "00" * 16
    with pytest.raises(RecordError, match="does not fit what was committed"):
        gipfel.replay(gipfel.read_record(text.replace(secret, other)))
    forged = text.replace(secret, other).replace(commitment(secret), commitment(other))
    try:
        gipfel.replay(gipfel.read_record(forged))
    except RecordError as error:
        assert "does not follow" in str(error)
    else:
        # By chance the other secret gives the same roll; then nothing was gained by it.
        assert forged != text
