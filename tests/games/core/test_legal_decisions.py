"""The sequence of legal decisions, and decisions that are played by their numbers."""

import pickle
from collections.abc import Sequence
from random import Random
from threading import Barrier, Thread

import pytest

import gipfel
from gipfel import Decision, IllegalDecision, Position
from gipfel.kernel.link import can_compile
from tests.helpers.random_games import VERSIONS

FEW, MANY = "gipf", "punct"
"""A game with few decisions in a position, and one with thousands."""


def start(name: str, compiled: bool = False) -> Position:
    game = gipfel.game(name)
    if compiled:
        assert game.compile()
    return game.start()


KINDS = [(name, compiled) for name in (FEW, MANY) for compiled in (False, *[True] * can_compile())]


@pytest.mark.parametrize(("name", "compiled"), KINDS)
def test_it_is_a_sequence_like_a_tuple(name: str, compiled: bool) -> None:
    position = start(name, compiled)
    decisions, every = position.decisions(), tuple(Decision(position, code) for code in position.codes)
    assert isinstance(decisions, Sequence)
    assert len(decisions) == len(every) > 20
    assert tuple(decisions) == every
    assert [*reversed(decisions)] == [*every[::-1]]
    assert [decisions[i] for i in (0, 7, -1, -20)] == [every[i] for i in (0, 7, -1, -20)]
    for which in (slice(3), slice(5, 9), slice(None, None, 7), slice(-2, None), slice(4, 4), slice(9, 2, -3)):
        assert decisions[which] == every[which]
        assert decisions[which][0:1] == every[which][0:1]
    assert decisions.index(every[11]) == 11
    assert decisions.count(every[11]) == 1
    with pytest.raises(IndexError):
        decisions[len(every)]


@pytest.mark.parametrize(("name", "compiled"), KINDS)
def test_it_equals_a_tuple_of_the_same_decisions_and_nothing_else(name: str, compiled: bool) -> None:
    position = start(name, compiled)
    decisions = position.decisions()
    assert decisions == tuple(decisions)
    assert tuple(decisions) == decisions
    assert hash(decisions) == hash(tuple(decisions))
    assert decisions == position.decisions() == start(name).decisions()
    assert decisions != decisions[1:]
    assert decisions != tuple(decisions)[::-1]
    assert decisions != [*decisions]
    assert decisions != position.play(decisions[0]).decisions()
    assert decisions[:0] == ()


@pytest.mark.parametrize(("name", "compiled"), KINDS)
def test_it_contains_the_legal_decisions_of_equal_positions(name: str, compiled: bool) -> None:
    position = start(name, compiled)
    decisions = position.decisions()
    assert decisions[5] in decisions
    assert start(name).decisions()[5] in decisions
    assert position.play(decisions[0]).decisions()[5] not in decisions
    assert decisions[5] not in decisions[:5]
    for other in (decisions[5].code, decisions[5].text, None):
        assert other not in decisions


def test_a_decision_is_made_when_it_is_asked_for() -> None:
    decisions = start(MANY).decisions()
    assert decisions[3] is not decisions[3]
    assert decisions[3] == decisions[3]


def test_it_shows_how_many_decisions_there_are_and_the_first_ones() -> None:
    position = start("gipf")
    assert repr(position.decisions()) == "<LegalDecisions 30: a1-c3, a2-c2, b1-b3, b3, b4, ...>"
    assert repr(position.decisions()[:2]) == "<LegalDecisions 2: a1-c3, a2-c2>"
    assert repr(position.decisions(position.side.other)) == "<LegalDecisions 0>"


def test_it_can_be_pickled() -> None:
    decisions = start(FEW).decisions()
    again = pickle.loads(pickle.dumps(decisions))
    assert again == decisions
    assert type(again) is type(decisions)


def test_none_are_legal_out_of_turn_or_after_the_end() -> None:
    position = start(FEW)
    assert not position.decisions(position.side.other)
    chance = Random(1)
    while position.outcome is None:
        position = position.play(chance.choice(position.decisions()))
    assert position.decisions() == ()
    assert not position.decisions()


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_a_number_is_played_like_its_decision(name: str, version: str) -> None:
    """Also in a position whose decisions have not been listed."""
    game = gipfel.game(name, version)
    position, chance = game.start(seed=3), Random(3)
    for _ in range(40):
        if position.outcome is not None:
            break
        decision = position.throw(chance) or chance.choice(position.decisions())
        if not position.by_chance:
            again: Position = pickle.loads(pickle.dumps(position))
            assert again.play(decision.code) == position.play(decision) == position.play(decision.code)
            assert position.play(decision.code, position.side) == position.play(decision)
        position = position.play(decision)


@pytest.mark.parametrize(("name", "compiled"), KINDS)
@pytest.mark.parametrize("nonsense", [-1, -(2**40), 2**31, 2**63 - 1, -(2**63), 2**63, 10**30])
def test_a_number_that_is_not_legal_is_refused(name: str, compiled: bool, nonsense: int) -> None:
    with pytest.raises(IllegalDecision, match="is not legal here"):
        start(name, compiled).play(nonsense)


@pytest.mark.parametrize(("name", "compiled"), KINDS)
def test_numbers_of_all_sizes_are_legal_exactly_if_they_are_listed(name: str, compiled: bool) -> None:
    position, chance = start(name, compiled), Random(1)
    for _ in range(30):
        legal = {*position.codes}
        near = [code + step for code in chance.choices(position.codes, k=5) for step in (-7, -1, 1, 7)]
        for code in (*near, *(chance.randrange(-10, 10**6) for _ in range(20))):
            if code in legal:
                position.play(code)
            else:
                with pytest.raises(IllegalDecision):
                    position.play(code)
        position = position.play(chance.choice(position.decisions()))


@pytest.mark.parametrize("nonsense", [True, 3.0, None, (1,), b"e1-e3"])
def test_what_is_no_number_is_no_decision(nonsense: object) -> None:
    with pytest.raises(IllegalDecision, match="is not a decision; 30 decisions are legal"):
        start(FEW).play(nonsense)  # type: ignore[arg-type]


@pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
def test_numbers_of_numpy_are_played() -> None:
    import numpy

    position = start(FEW)
    code = position.codes[4]
    assert position.play(numpy.int64(code)) == position.play(code)  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "compiled"), KINDS)
def test_threads_can_share_a_position(name: str, compiled: bool) -> None:
    """All of them list and play in the same positions at the same time."""
    position = start(name, compiled)
    positions = [position.play(position.decisions()[i]) for i in range(20)]
    expected = [[*start(name).play(code).decisions()] for code in position.codes[:20]]
    together, found = Barrier(4), []

    def work() -> None:
        together.wait()
        found.append([[*p.decisions()] for p in positions])

    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


def test_an_irreversible_decision_ends_the_search_for_repetitions() -> None:
    """Where positions can be repeated, none before an irreversible decision equals one after it."""
    for name, version in VERSIONS:
        game = gipfel.game(name, version)
        if not game.repetitions:
            continue
        position, chance = game.start(seed=1), Random(1)
        earlier: set[tuple[int, ...]] = set()
        recent = {game.repetition_key(position.state)}
        seen = 0
        while position.outcome is None and position.turn < 80:
            decision = chance.choice(position.decisions())
            if game.irreversible(position.state, decision.code):
                seen += 1
                earlier |= recent
                recent = set()
            position = position.play(decision)
            recent.add(game.repetition_key(position.state))
            assert not recent & earlier
        assert seen > 5
