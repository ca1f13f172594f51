"""SGF: games in any condition are read, and what is written is read back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gipfel.notation.gipfel_sgf import is_gipfel_sgf, read_sgf, write_sgf
from gipfel.notation.record import Record, RecordTurn, read_record
from gipfel.notation.sgf import (
    LONGEST_GAME,
    SgfGame,
    SgfProblem,
    escaped,
    games_in_blocks,
    readable,
    sgf_games,
)
from tests.helpers.records import ANNOTATED, RECORDS


def games(text: str) -> list[SgfGame]:
    """The games of a text that has no problems."""
    found = [*sgf_games(text)]
    assert all(isinstance(game, SgfGame) for game in found)
    return [game for game in found if isinstance(game, SgfGame)]


def properties(game: SgfGame) -> list[tuple[str, str]]:
    return [(found.name, readable(found.value)) for node in game.main_line() for found in node]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(;GM[1];P0[a b])", [("GM", "1"), ("P0", "a b")]),
        (
            "(\r\n;\r\nGM [1]\tVV[2]\r\n; P-1[0 Start]\r\n)\r\n",
            [("GM", "1"), ("VV", "2"), ("P-1", "0 Start")],
        ),
        (r"(;C[a \] b \\ c])", [("C", r"a ] b \ c")]),
        ("(;C[hello [smile] there];P0[x])", [("C", "hello [smile] there"), ("P0", "x")]),
        ("(;C[so ;) it (goes)];P0[x])", [("C", "so ;) it (goes)"), ("P0", "x")]),
        ("(;A[1] what is this\n;B[2])", [("A", "1"), ("B", "2")]),
        ("(;A[1];B[2](;C[main])(;C[other]))", [("A", "1"), ("B", "2"), ("C", "main")]),
        ("chatter (not a game) (;A[1])", [("A", "1")]),
        ("(;A[])", [("A", "")]),
    ],
)
def test_properties(text: str, expected: list[tuple[str, str]]) -> None:
    (game,) = games(text)
    assert properties(game) == expected
    assert game.complete


def test_a_property_may_have_several_values() -> None:
    (game,) = games("(;AB[aa][bb] [cc])")
    assert game.nodes[0][0].values == ("aa", "bb", "cc")


def test_lines_are_counted() -> None:
    first, second = games("\n\n(;A[1]\n;B[x])\n\n(;A[2])")
    assert (first.line, second.line) == (3, 6)
    assert first.line_of(first.nodes[1][0].offset) == 4


def test_a_game_that_is_not_closed_ends_where_the_next_one_begins() -> None:
    first, second = games("(;GM[1];P0[a]\n(;GM[2];P0[b])")
    assert (properties(first), first.complete) == ([("GM", "1"), ("P0", "a")], False)
    assert (properties(second), second.complete) == ([("GM", "2"), ("P0", "b")], True)


def test_a_file_that_is_cut_off() -> None:
    (game,) = games("(;GM[1];P0[a];P1[b")
    assert properties(game) == [("GM", "1"), ("P0", "a")]
    assert not game.complete


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_encodings_are_found_out_value_by_value(encoding: str) -> None:
    text = "(;RE[Partie gagnée par Zoé])".encode(encoding).decode("latin-1")
    (game,) = games_in_blocks([text])
    assert isinstance(game, SgfGame)
    assert readable(game.first("RE") or "") == "Partie gagnée par Zoé"


def test_what_is_too_long_or_too_deep_is_a_problem_and_the_rest_goes_on() -> None:
    long = f"(;C[{'x' * LONGEST_GAME}])"
    found = [*games_in_blocks([long, "(;A[1])"])]
    assert [type(game) for game in found] == [SgfProblem, SgfGame]
    assert "characters" in str(found[0])
    (deep, after) = sgf_games("(;" * 6000 + ")" * 6000 + "(;A[1])")
    assert isinstance(deep, SgfProblem)
    assert isinstance(after, SgfGame)


@given(
    parts=st.lists(st.sampled_from(["(", ";", ")", "A[x]", "[", "]", "\\", "GM[1]", "(;", "\n", "é", " "]))
)
@settings(max_examples=200, deadline=None)
def test_any_text_is_read(parts: list[str]) -> None:
    text = "".join(parts)
    assert len([*sgf_games(text)]) <= text.count("(")
    assert len([*games_in_blocks(text.encode().decode("latin-1"))]) <= text.count("(")


@given(value=st.text())
@settings(max_examples=100, deadline=None)
def test_any_value_can_be_written(value: str) -> None:
    value = value.replace("\r", "")
    (game,) = games(f"(;A[{escaped(value)}]B[x])")
    assert readable(game.first("A") or "") == value.encode(errors="replace").decode()


# --- Records as SGF ---------------------------------------------------------------------------------


@given(record=RECORDS)
@settings(max_examples=100, deadline=None)
def test_a_record_as_sgf_loses_nothing(record: Record) -> None:
    (game,) = games(write_sgf(record))
    assert is_gipfel_sgf(game)
    assert read_sgf(game) == record


def test_other_programs_find_what_they_know() -> None:
    text = write_sgf(read_record(ANNOTATED))
    assert ";W[e1-e3]WL[581]TE[1]" in text
    assert "C[best by test\nand more of that]" in text
    assert "(;B[c2]BM[2]" in text  # what follows is one way to play on, the variations are others
    resigned = Record({"game": "gipf", "white": "Ada"}, (RecordTurn("e1-e3"),), "0-1", "resignation")
    assert "PW[Ada]RE[B+R]" in write_sgf(resigned)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;AP[Gipfel]HD[game: gipf]RS[2-0])", "must be one of"),
        ("(;AP[Gipfel]HD[game: gipf]RS[*]VN[99])", "format"),
        ("(;AP[Gipfel]HD[game])", "HD"),
        ("(;AP[Gipfel]HD[game: gipf];W[])", "empty"),
        ("(;AP[Gipfel]HD[game: gipf];W[a]AN[nonsense])", "nonsense"),
        ("(;AP[Gipfel]HD[game: gipf];W[a]", "cut off"),
        ("(;AP[Gipfel]HD[game: gipf];W[a]CO[x])", "CO"),
    ],
)
def test_broken_records(text: str, message: str) -> None:
    (game,) = games(text)
    with pytest.raises(Exception, match=message):
        read_sgf(game)


def test_games_in_blocks_of_any_size_are_the_same() -> None:
    text = "(;GM[1]\n;P0[a [b] c]\n;)\n\n(;GM[2];P0[x](;C[y])(;C[z]))\n" * 5
    for size in (1, 2, 7, 50, 1000):
        blocks = [text[at : at + size] for at in range(0, len(text), size)]
        assert [*games_in_blocks(blocks)] == [*games_in_blocks([text])]
