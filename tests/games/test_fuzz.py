"""Nonsense of every kind gives one of the named errors, never anything else, and changes nothing."""

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gipfel
from gipfel.games.core.registry import game_of_position
from tests.helpers.random_games import VERSIONS, positions, random_game

ALPHABET = string.ascii_letters + string.digits + " /-;,x*().:+@#~^{}&\n\tGü≈"
nonsense = st.one_of(st.text(max_size=60), st.text(ALPHABET, max_size=60))


@st.composite
def mutated(draw: st.DrawFn, text: str) -> str:
    """A text with a few characters changed, left out, doubled or put in."""
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        put = draw(st.text(ALPHABET, max_size=3))
        text = text[:at] + put + text[at + draw(st.integers(0, 3)) :]
    return text


@st.composite
def texts_near(draw: st.DrawFn, kind: str) -> tuple[gipfel.Position, str]:
    """A position of a random game, and a text that is nearly, or not at all, one of its texts."""
    name, version = draw(st.sampled_from(VERSIONS))
    position = draw(st.sampled_from(positions(name, version, draw(st.integers(1, 2)))))
    if draw(st.integers(0, 4)) == 0:
        return position, draw(nonsense)
    if kind == "position":
        return position, draw(mutated(str(position)))
    if kind == "turn":
        return position, draw(mutated(draw(st.sampled_from(random_game(name, version, 1).turn_texts()))))
    decisions = position.decisions()
    return position, draw(mutated(draw(st.sampled_from(decisions)).text if decisions else "x"))


@given(texts_near("position"))
@settings(deadline=None)
def test_position_texts(case: tuple[gipfel.Position, str]) -> None:
    position, text = case
    try:
        read = game_of_position(position.game.name, text).position(text)
    except gipfel.GipfelError as error:
        assert "\n" not in str(error)
        return
    again = read.game.position(str(read))
    assert again == read
    assert again.outcome == read.outcome
    assert bool(read.decisions()) == (read.outcome is None)
    for decision in read.decisions()[:20]:
        read.play(decision)


@pytest.mark.parametrize("kind", ["decision", "turn"])
def test_decision_and_turn_texts(kind: str) -> None:
    @given(texts_near(kind))
    @settings(deadline=None)
    def check(case: tuple[gipfel.Position, str]) -> None:
        position, text = case
        before = position.state
        try:
            (position.play if kind == "decision" else position.play_turn)(text)
        except (gipfel.NotationError, gipfel.IllegalDecision) as error:
            assert str(error)
        assert position.state == before

    check()


@given(st.data())
@settings(deadline=None)
def test_record_texts(data: st.DataObject) -> None:
    name, version = data.draw(st.sampled_from(VERSIONS))
    text = gipfel.write_record(random_game(name, version, 1).record())
    text = data.draw(st.one_of(nonsense, mutated(text)))
    try:
        gipfel.replay(gipfel.read_record(text))
    except gipfel.GipfelError as error:
        assert str(error)


@given(st.binary(max_size=80))
def test_random_bytes(data: bytes) -> None:
    text = data.decode("utf-8", errors="replace")
    with pytest.raises(gipfel.GipfelError):
        gipfel.replay(gipfel.read_record(text))
    for name in gipfel.game_names():
        with pytest.raises(gipfel.GipfelError):
            game_of_position(name, text).position(text)
