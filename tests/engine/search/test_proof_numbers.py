"""Proof-number search: what it proves is true, in every game, and on graphs that are full of cycles."""

from collections import Counter
from functools import cache
from random import Random

import pytest
from scripts.exhaustive import TooLarge, best_lead

import gipfel
from gipfel.engine.search import proof_number_searcher
from gipfel.engine.search.proof_number_searcher import Answer, Claim, ProofNumberSearcher
from gipfel.games.core.game import Game
from gipfel.games.core.position import Position
from gipfel.games.core.registry import game_type
from gipfel.games.core.side import Side
from gipfel.kernel.endings import NO_ENDINGS
from gipfel.kernel.link import link
from tests.helpers.check import CHECK, some_of
from tests.helpers.forced_wins import wins_by_force
from tests.helpers.graph_game import GRAPH_GAME, random_graph, winners
from tests.helpers.random_games import VERSIONS, positions, random_game

TURN_BASED = [(name, version) for name, version in VERSIONS if game_type(name)(version).clockwork is None]
LISTED = 300
"""Positions that can follow, at most, where the truth is found by listing them."""
ENOUGH = 400_000
"""Nodes; no question here takes as many."""


def within(nodes: int):
    return lambda taken: nodes - taken


@cache
def searcher(name: str, version: str, fast: bool = True) -> ProofNumberSearcher:
    return ProofNumberSearcher(gipfel.game(name, version), 4, fast)


@cache
def small_positions(name: str, version: str) -> list[tuple[Position, int]]:
    """Positions near the end of random games, with White's best lead."""
    found: list[tuple[Position, int]] = []
    for seed in range(6):
        if random_game(name, version, seed).position.outcome is None:
            continue
        for position in reversed(positions(name, version, seed)[:-1]):
            if len(position.codes) > LISTED or position.played is not position:
                break
            try:
                found.append((position, best_lead(position, LISTED)))
            except TooLarge:
                break
    return found


@pytest.mark.parametrize(("name", "version"), some_of(TURN_BASED, 6))
def test_the_answers_are_those_of_listing_everything(name: str, version: str) -> None:
    known = small_positions(name, version)
    proofs = searcher(name, version)
    answers: Counter[Claim] = Counter()
    for position, lead in known:
        for side in Side:
            wins = (lead if side == Side.WHITE else -lead) > 0
            answer = proofs.ask(position.state, side, within(ENOUGH))
            answers[answer.claim] += 1
            if answer.claim is Claim.OPEN:
                assert answer.at_end
                assert position.game.endings.may_recur is not NO_ENDINGS.may_recur
            else:
                assert answer.claim is (Claim.PROVEN if wins else Claim.DISPROVEN), str(position)
    if known:
        assert answers[Claim.PROVEN]
        assert answers[Claim.DISPROVEN]


def test_most_games_have_small_positions() -> None:
    """Otherwise the test above would say little. The others have too many decisions until the end."""
    first = dict(reversed(TURN_BASED))
    assert sum(bool(small_positions(name, version)) for name, version in first.items()) >= 5


@pytest.mark.parametrize(("name", "version"), TURN_BASED)
def test_wins_in_one_or_two_decisions_are_proven(name: str, version: str) -> None:
    """In the last positions of random games, whoever acts, by the definition of a forced win."""
    proofs = searcher(name, version)
    for seed in range(2):
        for position in positions(name, version, seed)[-3:-1]:
            decisions = 2 if len(position.codes) < 40 else 1
            if position.played is not position:
                continue
            for side in Side:
                if wins_by_force(position, side, decisions):
                    answer = proofs.ask(position.state, side, within(ENOUGH))
                    assert answer.claim is Claim.PROVEN
                    assert answer.length <= decisions


@pytest.mark.parametrize("name", some_of(gipfel.game_names(), 4))
def test_interpreted_and_compiled_answer_alike(name: str) -> None:
    version = game_type(name).versions[0]
    chosen = [position for position, _ in small_positions(name, version)[-3:]]
    chosen += positions(name, version, 0)[-12:-1:6]
    for position in chosen:
        if len(position.codes) <= 100 and position.played is position and position.outcome is None:
            for side in Side:
                answers = []
                for fast in (False, True):
                    proofs = searcher(name, version, fast)
                    proofs.forget()
                    answers.append(proofs.ask(position.state, side, within(1500)))
                assert same(*answers)


def same(one: Answer, other: Answer) -> bool:
    """Slices end at different nodes, so open questions need not agree in detail."""
    if Claim.OPEN in (one.claim, other.claim):
        return one.claim is other.claim
    return one == other


# --- Cycles -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fast", "number"), [(False, 60), (True, 3000 if CHECK else 500)])
def test_cycles_are_never_taken_for_wins_or_for_safety(fast: bool, number: int) -> None:
    """Proofs and disproofs are right although positions come up again on many lines of play."""
    proofs = ProofNumberSearcher(GRAPH_GAME, 1, fast)
    answers: Counter[Claim] = Counter()
    for seed in range(number):
        state = random_graph(Random(seed))
        for side in (0, 1):
            answer = proofs.ask(state, side, within(ENOUGH))
            answers[answer.claim] += 1
            assert answer.claim is (Claim.PROVEN if 0 in winners(state, side) else Claim.DISPROVEN), seed
    assert min(answers[Claim.PROVEN], answers[Claim.DISPROVEN]) > number / 4
    assert not answers[Claim.OPEN]


def test_answers_do_not_depend_on_what_was_asked_before() -> None:
    """The table keeps only what holds on every line of play."""
    proofs = ProofNumberSearcher(GRAPH_GAME, 1, True)
    state = random_graph(Random(5))
    for node in [*range(12)] * 2:
        start = [*state]
        start[3] = node
        start[0], start[2] = state[4 + node], state[16 + node]
        if start[2] == 0:
            for side in (0, 1):
                claim = proofs.ask(start, side, within(ENOUGH)).claim
                assert claim is (Claim.PROVEN if node in winners(state, side) else Claim.DISPROVEN)


# --- Limits -------------------------------------------------------------------------------------------


def test_a_question_keeps_to_its_limit_and_can_be_asked_again() -> None:
    position = gipfel.game("zertz").position("37 ----/---W1/6/6-/2B3/4-/-2- 3.7.4 2.1.0 0.0.5 2 -")
    proofs = ProofNumberSearcher(position.game, 8)
    first = proofs.ask(position.state, position.side, within(5000))
    assert first.claim is Claim.OPEN
    assert not first.at_end
    assert first.nodes < 10_000
    answer = proofs.ask(position.state, position.side, within(200_000))
    assert answer.claim is Claim.PROVEN
    assert answer.nodes < 200_000
    assert answer.size > 10
    assert answer.length >= 7
    assert proofs.ask(position.state, position.side.other, within(1000)).claim is not Claim.PROVEN


def test_nothing_is_searched_without_nodes() -> None:
    position = gipfel.game("tamsk").start()
    answer = searcher("tamsk", "level1").ask(position.state, 0, within(0))
    assert (answer.claim, answer.nodes, answer.children, answer.at_end) == (Claim.OPEN, 0, (), False)


def test_a_table_that_is_much_too_small_only_takes_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries are replaced all the time, and the answers stay right."""
    monkeypatch.setattr(proof_number_searcher, "SMALLEST_TABLE", 8)
    small = ProofNumberSearcher(gipfel.game("tamsk", "level1"), megabytes=0)
    for position, lead in small_positions("tamsk", "level1"):
        answer = small.ask(position.state, 0, within(ENOUGH))
        assert answer.claim is (Claim.PROVEN if lead > 0 else Claim.DISPROVEN)


# --- What games add -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "version"), TURN_BASED)
def test_equal_positions_have_equal_identities(name: str, version: str) -> None:
    game: Game = gipfel.game(name, version)
    identity = game.endings.identity
    if identity is None:
        return
    compiled = link(identity)
    found: dict[object, int] = {}
    for position in positions(name, version, 1)[::5]:
        again = game.position(str(position))  # its pieces may have other slots
        key = identity(position.state)
        assert key == identity(again.state) == compiled(game.rules.arrays(True).array(position.state))
        found[game.rules.essence(position.state)] = key
    assert len(set(found.values())) == len(found) > 5


@pytest.mark.parametrize("name", gipfel.game_names())
def test_no_game_begins_with_an_ending(name: str) -> None:
    game = gipfel.game(name)
    assert not game.endings.late(game.start(seed=1).state)
    assert 0 <= game.endings.share < 50


# --- Proofs are plans ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", gipfel.game_names())
def test_proven_wins_are_won_against_random_defence(name: str) -> None:
    """The attacker plays the shortest known win each time, the defender anything."""
    version = game_type(name).versions[0]
    chance = Random(1)
    proofs = searcher(name, version)
    won = 0
    for position, lead in small_positions(name, version)[:12]:
        if lead == 0:
            continue
        attacker = Side.WHITE if lead > 0 else Side.BLACK
        for _ in range(30):
            if position.outcome is not None:
                break
            answer = proofs.ask(position.state, attacker, within(ENOUGH))
            if answer.claim is Claim.OPEN and answer.at_end:
                break
            assert answer.claim is Claim.PROVEN
            proven = answer.known(Claim.PROVEN)
            if position.side == attacker:
                position = position.play(min(proven, key=lambda child: child.length).code)
            else:
                assert len(proven) == len(position.codes)
                position = position.play(chance.choice(position.codes))
        if position.outcome is not None:
            assert position.outcome.winner == attacker
            won += 1
    assert won or not small_positions(name, version) or name == "zertz"
