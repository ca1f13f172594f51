"""Results of chance follow from secrets of both sides, and nobody can forge them."""

from random import Random

import pytest

import gipfel
from gipfel import GipfelError, NotationError, Playthrough, RecordError
from gipfel.project.contests.commit_reveal import Proof, commitment
from gipfel.project.potentials.position import ProvenDecision
from tests.helpers.linked_games import JUMP, linked


def test_chance_follows_from_both_secrets() -> None:
    assert Proof("ab" * 16, "cd" * 16).dice("x") == Proof("ab" * 16, "cd" * 16).dice("x")
    rolls = [Proof.fresh().dice("x") for _ in range(3000)]
    for face in range(1, 7):
        assert 380 < sum(roll[0] == face for roll in rolls) < 620
    cards = {Proof.fresh().cards("x") for _ in range(3000)}
    assert {rank for pair in cards for rank in pair} == set(range(2, 15))


def challenged() -> Playthrough:
    """A game in which a die decides next about a challenge."""
    game = Playthrough(linked("die").position(JUMP))
    game.play("Zc3>e5")
    game.play("challenge")
    return game


def throw(position: gipfel.Position, chance: Random | None = None) -> ProvenDecision:
    """The throw that is due, with its proof."""
    thrown = position.throw(chance)
    assert isinstance(thrown, ProvenDecision)
    return thrown


def test_a_roll_follows_from_a_seed() -> None:
    position = challenged().position
    secrets = [str(throw(position, Random(seed)).proof) for seed in (1, 1, 2)]
    assert secrets[0] == secrets[1] != secrets[2]
    assert gipfel.game("gipf").start().throw(Random(1)) is None


def test_a_roll_that_does_not_follow_is_refused() -> None:
    position = challenged().position
    thrown = throw(position)
    right = f"{thrown.text} by {thrown.proof}"
    assert position.play(right) == position.play(thrown)
    wrong = "die:1-1" if thrown.text != "die:1-1" else "die:2-2"
    with pytest.raises(GipfelError, match="does not follow from the secrets"):
        position.play(f"{wrong} by {thrown.proof}")
    with pytest.raises(NotationError, match="is not a pair of secrets"):
        position.play(f"{thrown.text} by nonsense")


def game_with_a_throw() -> tuple[Playthrough, ProvenDecision]:
    """A game in which a die has decided about a challenge, and the throw."""
    game = challenged()
    thrown = throw(game.position)
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
    secret = thrown.proof.white
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
