"""Files with many games: reading them lazily in all formats, and going on after broken games."""

import gzip
import io
import json
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

import gipfel
from gipfel import RecordError
from gipfel.notation import collection, json_lines
from gipfel.notation.collection import (
    Game,
    GameProblem,
    Place,
    Reader,
    Source,
    add_readers,
    games_in,
    readers,
)
from gipfel.notation.collection_writer import write_collection
from gipfel.notation.gipfel_sgf import write_sgf
from gipfel.notation.record import Record, RecordTurn, write_record
from tests.helpers.records import ANNOTATED, RECORDS

PLAIN = Record({"game": "gipf", "version": "basic", "white": "Ada"}, (RecordTurn("e1-e3"), RecordTurn("c2")))
RICH = gipfel.read_record(ANNOTATED)
UNFINISHED = Record(
    {"game": "gipf"}, (RecordTurn("a5-e5", finished=False),), "1-0", "resignation", ("so it goes",), 1
)
RECORDS_OF_ALL_KINDS = [PLAIN, RICH, UNFINISHED]
FORMATS = [
    "games.gipfel",
    "games.txt",
    "games.txt.gz",
    "games.jsonl",
    "games.jsonl.gz",
    "games.json",
    "games.json.gz",
    "games.sgf",
    "games.parquet",
    "games.arrow",
]


def text_of(*records: Record) -> str:
    return "\n".join(write_record(record) for record in records)


def json_lines_of(*records: Record) -> str:
    stream = io.BytesIO()
    json_lines.write(stream, records)
    return stream.getvalue().decode()


def sgf_of(*records: Record) -> str:
    return "".join(write_sgf(record) for record in records)


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_written_is_read_back(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    assert write_collection(path, RECORDS_OF_ALL_KINDS) == 3
    assert [*gipfel.read_collection(path)] == RECORDS_OF_ALL_KINDS
    assert [str(place).split(" (")[0] for place, _ in games_in(str(path))] == [
        f"{path}, game {n}" for n in (1, 2, 3)
    ]


@given(record=RECORDS)
@settings(max_examples=15, deadline=None)
def test_no_format_loses_anything(tmp_path_factory: pytest.TempPathFactory, record: Record) -> None:
    folder = tmp_path_factory.mktemp("games")
    for name in ("games.txt", "games.jsonl", "games.parquet", "games.arrow"):
        write_collection(folder / name, [record, record])
        assert [*gipfel.read_collection(folder / name)] == [record, record]


def test_streams_are_read() -> None:
    text = text_of(PLAIN, PLAIN)
    for stream in (io.StringIO(text), io.BytesIO(text.encode()), io.BytesIO(gzip.compress(text.encode()))):
        assert [*gipfel.read_collection(stream)] == [PLAIN, PLAIN]
    written = io.BytesIO()
    assert write_collection(written, [PLAIN, PLAIN]) == 2
    assert written.getvalue().decode() == text


def test_games_are_read_lazily() -> None:
    class Endless(io.RawIOBase):
        """The same game again and again."""

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
            text = (write_record(PLAIN).encode() * 1000)[: len(buffer)]
            whole = text[: text.rfind(b"Gipfel")]
            buffer[: len(whole)] = whole
            return len(whole)

    games = gipfel.read_collection(io.BufferedReader(Endless()))
    assert [next(games) for _ in range(5000)] == [PLAIN] * 5000


# --- Broken games -----------------------------------------------------------------------------------

REST = "its last line must be the result, e.g. 'result: 1-0', or 'result: *'"


def test_a_broken_game_is_named_and_skipped() -> None:
    text = text_of(PLAIN) + text_of(PLAIN).replace("2. c2", "7. c2") + text_of(PLAIN, PLAIN)
    games = [*games_in(io.StringIO(text))]
    place = Place("the stream", 2, 9)
    assert games[1] == (place, GameProblem(place, "line 15: turn 7 stands where turn 2 should be"))
    assert str(games[1][1]) == "the stream, game 2 (line 9): line 15: turn 7 stands where turn 2 should be"
    assert [game for _, game in games if isinstance(game, Record)] == [PLAIN] * 3
    problems: list[GameProblem] = []
    assert [*gipfel.read_collection(io.StringIO(text), on_problem=problems.append)] == [PLAIN] * 3
    assert problems == [games[1][1]]
    with pytest.warns(collection.CollectionWarning, match="game 2 .line 9."):
        assert [*gipfel.read_collection(io.StringIO(text))] == [PLAIN] * 3


def reasons(text: bytes) -> list[str]:
    """What is wrong with the games, or an empty text for a good one."""
    return [game.reason if isinstance(game, GameProblem) else "" for _, game in games_in(io.BytesIO(text))]


def test_a_cut_off_game_does_not_swallow_the_next() -> None:
    cut = text_of(PLAIN).partition("2. c2")[0]
    assert reasons((cut + text_of(PLAIN) + cut).encode()) == [
        f"the record is cut off: {REST}",
        "",
        f"the record is cut off: {REST}",
    ]


def test_bad_bytes_are_a_problem_of_their_game() -> None:
    good = text_of(PLAIN).encode()
    assert reasons(good + good.replace(b"Ada", b"Ad\xff") + good) == [
        "",
        "line 4 of the game is not text in UTF-8",
        "",
    ]


def test_a_game_that_is_too_large_is_not_kept() -> None:
    good = text_of(PLAIN).encode()
    large = good.replace(b"Ada", b"A" * 11_000_000)
    assert reasons(good + large + good) == ["", "the game has more than 10 MB", ""]
    line = json.dumps({"headers": {"game": "gipf"}, "turns": ["e1-e3"], "result": "*"}).encode() + b"\n"
    assert reasons(line + line.replace(b"e1", b"e" * 10_000_000) + line) == [
        "",
        "the game has more than 10 MB",
        "",
    ]


@pytest.mark.parametrize("end", [-20, -2000, 2000])
@pytest.mark.parametrize("write", [text_of, json_lines_of, sgf_of])
def test_the_games_before_the_break_of_a_compressed_file_are_read(
    end: int, write: Callable[..., str]
) -> None:
    games = [replace(PLAIN, headers={**PLAIN.headers, "round": str(n * 7919 % 10_007)}) for n in range(3000)]
    packed = gzip.compress(write(*games).encode())[:end]
    found = [game for _, game in games_in(io.BytesIO(packed))]
    text = zlib.decompressobj(wbits=31).decompress(packed).decode()
    whole = text.count("result: *") if write is text_of else text.count("round")
    *read, problem = found
    assert read == games[: len(read)]
    assert whole - 2 <= len(read) <= whole
    assert "the file is cut off or damaged here (Compressed file ended before" in str(problem)
    assert f"game {len(read) + 1}" in str(problem)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"turns": "e1-e3"}, "'turns' must be a list, not 'e1-e3'"),
        ({"turns": [3]}, "a turn must be an object, not '3'"),
        ({"turns": [{}]}, "a turn is empty"),
        ({"turns": [{"text": "e1", "colour": "red"}]}, "a turn has no 'colour'; it has comment, contests"),
        ({"turns": [{"text": "e1", "left": "soon"}]}, "'left' must be a whole number, not 'soon'"),
        ({"turns": [{"text": "e1", "mark": "!!!"}]}, "the mark '!!!' must be one of"),
        ({"turns": [{"text": "e1", "evaluation": {"chance": "much"}}]}, "'chance' must be a number"),
        ({"headers": {}}, "the headers do not say which game it is"),
        ({"headers": {"game": 3}}, "'headers' must be an object with texts"),
        ({"result": "2-0"}, "the result '2-0' must be one of"),
        ({"format": 9}, "the game has format 9, but this Gipfel reads only 1 and 2"),
        ({"comments": [3]}, "'comments' must be a text, not '3'"),
        ({"turns": ["e1 # e3"]}, "the turn 'e1 # e3' has signs that no notation has"),
        ({"turns": ["> 1. e1"]}, "the turn '> 1. e1' has signs that no notation has"),
        ({"headers": {"game": "gipf", "a\nb": ""}}, "must have a name of letters, digits, blanks"),
        ({"reason": "\ud800"}, "the line has half a character"),
        ({"turns": [{"text": "e1", "variations": [[]]}]}, "a variation has at least one turn"),
    ],
)
def test_bad_json_lines(change: dict[str, object], message: str) -> None:
    good = {"headers": {"game": "gipf"}, "turns": ["e1-e3"], "result": "*"}
    text = "\n".join(json.dumps(data) for data in (good, {**good, **change}, good)) + '\n{"half'
    first, second, third, fourth = reasons(text.encode())
    assert (first, third, fourth) == ("", "", "the line is not JSON; it is cut off or damaged")
    assert message in second


# --- Files that are no collections ------------------------------------------------------------------


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "essay.txt").write_text("Once upon a time")
    for name, message in {
        "none.txt": "cannot read .*none.txt: No such file",
        "empty.txt": "is empty",
        "essay.txt": "has a format that is not supported yet; Gipfel reads records of Gipfel, JSON lines",
    }.items():
        with pytest.raises(RecordError, match=message):
            games_in(tmp_path / name)
    with pytest.raises(RecordError, match="a file name or an open file, not int"):
        games_in(3)  # type: ignore[arg-type]


def test_files_that_cannot_be_written(tmp_path: Path) -> None:
    for name, message in {
        "games.sql": "the ending of the name decides the format; known are .gipfel",
        "games.parquet.gz": "Parquet files are compressed inside; leave out .gz",
        "no/games.txt": "cannot write .*: No such file or directory",
    }.items():
        with pytest.raises(RecordError, match=message):
            write_collection(tmp_path / name, [PLAIN])
    assert [*tmp_path.iterdir()] == []


def test_an_error_while_writing_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "games.txt.gz"
    write_collection(path, [PLAIN])

    def broken() -> Iterator[Record]:
        yield RICH
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_collection(path, broken())
    assert [*gipfel.read_collection(path)] == [PLAIN]
    assert [*tmp_path.iterdir()] == [path]


def test_a_table_of_something_else(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    path = tmp_path / "prices.parquet"
    parquet.write_table(pyarrow.table({"price": [1, 2]}), path)
    with pytest.raises(RecordError, match="the table is no collection of games; it has no column 'headers'"):
        next(games_in(path))


@pytest.mark.parametrize("name", ["games.arrow", "games.parquet"])
def test_a_damaged_table_ends_with_a_problem(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    write_collection(path, RECORDS_OF_ALL_KINDS)
    whole = path.read_bytes()
    for place in range(8, len(whole), len(whole) // 60):
        path.write_bytes(whole[:place] + b"\xff\xff" + whole[place + 2 :])
        with suppress(RecordError):
            assert len([*games_in(path)]) <= 4


def test_read_record_names_the_function_for_many_games() -> None:
    for text in (text_of(PLAIN, PLAIN), text_of(PLAIN).replace("result: *\n", "") + text_of(PLAIN)):
        with pytest.raises(RecordError, match=r"another record begins here; gipfel\.read_collection"):
            gipfel.read_record(text)
    with pytest.raises(RecordError, match="a record is a text, not bytes"):
        gipfel.read_record(b"Gipfel record 2")  # type: ignore[arg-type]


# --- Formats of others ------------------------------------------------------------------------------


def test_a_reader_makes_a_format_known() -> None:
    def read(source: Source) -> Iterator[Game]:
        for number, line in enumerate(source.stream, 1):
            names = {"white": "Ada"} if source.names else {}
            yield (
                source.place(number, number),
                Record({"game": "gipf", **names}, (RecordTurn(line.decode().strip()),)),
            )

    add_readers(lambda: [Reader("bare turns", lambda name, head: head == b"e1-e3\n", read)])
    (record,) = gipfel.read_collection(io.StringIO("e1-e3\n"))
    assert record == Record({"game": "gipf"}, (RecordTurn("e1-e3"),))
    (record,) = gipfel.read_collection(io.StringIO("e1-e3\n"), names=True)
    assert record.headers["white"] == "Ada"
    assert readers()[-1].name == "bare turns"
