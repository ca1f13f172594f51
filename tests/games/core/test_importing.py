"""Readers in the folders of games: how they are found, and what happens if one of them fails."""

import io

import pytest

import gipfel
from gipfel.games.core.importing import collection_readers
from gipfel.games.core.imports import (
    Claim,
    ImportProblem,
    MakeGame,
    Reading,
    SgfReader,
    TextGame,
    TextReader,
    cut_at_first_turns,
)
from gipfel.games.gipf import game as gipf_folder
from gipfel.notation.collection import GameProblem, open_source
from gipfel.notation.record import Record
from gipfel.notation.sgf import SgfGame


def read_example(game: SgfGame, make: MakeGame) -> Reading:
    """Reads `W[...]` and `B[...]`; a turn `crash` is a fault of this reader."""
    reading = Reading(make("basic").start())
    for node in game.main_line():
        for name, values, offset in node:
            if values[0] == "crash":
                raise ZeroDivisionError("oh")
            if values[0] == "wrong":
                raise ImportProblem("this is wrong", offset)
            if name in ("W", "B"):
                reading.play_turn(values[0])
    reading.claim = Claim(gipfel.WHITE)
    return reading


def read_lines(game: TextGame, make: MakeGame) -> Reading:
    reading = Reading(make("basic").start())
    for turn in game.text.split()[1:]:
        reading.play_turn(turn)
    return reading


READERS = (
    SgfReader("Example", lambda game: game.first("GM") == "Example", read_example),
    TextReader(
        "Example texts",
        lambda text: text.startswith("example"),
        lambda text: iter([TextGame(text)]),
        read_lines,
    ),
)


@pytest.fixture
def with_example(monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of a game has readers."""
    import gipfel.games.core.registry as registry

    found = registry.part_of

    class Module:
        READERS = READERS

    def part_of(name: str, part: str) -> object:
        return Module if (name, part) == (gipf_folder.GAME.name, "imports") else found(name, part)

    monkeypatch.setattr(registry, "part_of", part_of)


def games(data: bytes) -> list[Record | GameProblem]:
    source = open_source(io.BytesIO(data))
    reader = next(reader for reader in collection_readers() if reader.detect("", source.head))
    return [game for _, game in reader.read(source)]


def test_a_reader_is_found_in_the_folder_of_its_game(with_example: None) -> None:
    (record,) = games(b"(;GM[Example];W[e1-e3];B[c2])")
    assert isinstance(record, Record)
    assert [turn.text for turn in record.turns] == ["e1-e3", "c2"]
    assert (record.result, record.reason) == ("1-0", "not played to the end")
    assert "Example: GIPF" in collection_readers()[0].name


def test_a_reader_of_texts(with_example: None) -> None:
    (record,) = games(b"example e1-e3 c2")
    assert isinstance(record, Record)
    assert len(record.turns) == 2
    (problem,) = games(b"example e1-e3 z9")
    assert isinstance(problem, GameProblem)


def test_a_reader_that_fails_does_not_stop_the_others(with_example: None) -> None:
    found = games(b"(;GM[Example];W[crash])\n(;GM[Example]\n;W[wrong])\n(;GM[Example];W[e1-e3])")
    assert [type(game) for game in found] == [GameProblem, GameProblem, Record]
    assert "the reader of this format fails: ZeroDivisionError: oh" in str(found[0])
    assert "line 3: this is wrong" in str(found[1])


def test_a_decision_that_is_not_legal_is_explained() -> None:
    reading = Reading(gipfel.game("gipf", "basic").start())
    with pytest.raises(gipfel.IllegalDecision, match="decision 1000000 is not legal here"):
        reading.play(10**6)
    dvonn = Reading(gipfel.game("dvonn").start())
    dvonn.play(0)
    with pytest.raises(gipfel.IllegalDecision, match="a1 is not legal"):
        dvonn.play(0)


def test_utf_16() -> None:
    text = '(;GM[Dvonn]SU[dvonn 1]P0[id "Zoé"];P0[0 Start P0];P0[1 dropb A 1];P0[2 done])'
    for data in (text.encode("utf-16"), text.encode("utf-8-sig"), text.encode("latin-1")):
        ((_, record),) = gipfel.games_in(io.BytesIO(data), names=True)
        assert isinstance(record, Record)
        assert record.headers["white"] == "Zoé"


def test_texts_are_cut_where_turns_begin_again() -> None:
    text = "Event: one\n1. a b\n2. c\n\nEvent: two\n1. d\n1. e\n"
    assert [(game.line, game.text.splitlines()[0]) for game in cut_at_first_turns(text)] == [
        (1, "Event: one"),
        (5, "Event: two"),
        (7, "1. e"),
    ]
