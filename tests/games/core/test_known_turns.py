"""Turns that are found by their texts lead where reading them would lead, in every position."""

from dataclasses import replace
from random import Random

import pytest

import gipfel
from gipfel.games.core.checking import Checker
from gipfel.games.core.replay import replay
from gipfel.testing.random_games import played_at_random

GAMES = [(name, version) for name in gipfel.game_names() for version in gipfel.game(name).versions]


def random_records(name: str, version: str, number: int) -> list[gipfel.Record]:
    return [played_at_random(gipfel.game(name, version), seed, 300).record() for seed in range(number)]


def result(position: gipfel.Position, text: str, known: bool) -> object:
    """The position after a turn, or that it cannot be played."""
    try:
        turns = position.game.known_turns
        return (turns.after(position, text) if known else position.play_turn(text)).state
    except gipfel.GipfelError:
        return "an error"


@pytest.mark.parametrize(("name", "version"), GAMES)
def test_a_known_turn_leads_where_reading_it_leads(name: str, version: str) -> None:
    game, chance = gipfel.game(name, version), Random(1)
    positions: list[gipfel.Position] = []
    texts: set[str] = set()
    for seed in range(3):
        position = game.start(seed=seed)
        for turn in played_at_random(game, seed, 150).record().turns:
            if turn.contests or not turn.finished:
                break
            positions.append(position)
            texts.add(turn.text)
            position = game.known_turns.after(position, turn.text)
    some = sorted(texts)
    for position in chance.sample(positions, min(25, len(positions))):
        for text in chance.sample(some, min(25, len(some))):
            assert result(position, text, True) == result(position, text, False), (str(position), text)


@pytest.mark.parametrize("name", ["dvonn", "yinsh", "project:odyssey", "gipf"])
def test_compiled_checking_finds_the_same_mistakes(name: str) -> None:
    kind, _, version = name.partition(":")
    chance, checker = Random(2), Checker(compile_after=0)
    records = random_records(kind, version or gipfel.game(kind).version, 4)
    for record in records:
        checker.check(record)  # notes the turns
    for record in records:
        place = chance.randrange(len(record.turns) - 1)
        turns = list(record.turns)
        turns[place] = replace(turns[place + 1], contests=())
        for changed in (
            record,
            replace(record, turns=tuple(turns)),
            replace(record, turns=record.turns[:-1]),
        ):
            assert message(checker.check, changed) == message(replay, changed)


def message(check: object, record: gipfel.Record) -> str:
    assert callable(check)
    try:
        check(record)
    except gipfel.RecordError as error:
        return str(error)
    return "right"
