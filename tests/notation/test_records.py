"""Record files: reading, writing, and saying what is wrong."""

import dataclasses
import pickle
from pathlib import Path

import pytest

import gipfel
from gipfel import RecordError
from gipfel.games.core.checking import Checker
from gipfel.notation.record import Record, RecordTurn, read_record, write_record
from gipfel.notation.record_types import plain_turn
from tests.helpers.random_games import random_game

GOOD = """Gipfel record 2
game: gipf
version: basic
option extra_black: 2
white: Ada
# a friendly game

1. e1-e3
2. c2   # careful
3. g2
result: *
"""


def test_read() -> None:
    record = read_record(GOOD)
    assert record.headers["white"] == "Ada"
    assert record.options == {"extra_black": "2"}
    assert [turn.text for turn in record.turns] == ["e1-e3", "c2", "g2"]
    assert record.turns[1].comment == "careful"
    assert record.comments == ("a friendly game",)
    assert gipfel.replay(record).position.game.options["extra_black"] == 2


def test_a_written_record_reads_the_same() -> None:
    assert read_record(write_record(read_record(GOOD))).turns[1].comment == "careful"
    assert write_record(read_record(write_record(read_record(GOOD)))) == write_record(read_record(GOOD))


def test_a_record_keeps_its_format() -> None:
    old = GOOD.replace("record 2", "record 1")
    assert (read_record(GOOD).format, read_record(old).format) == (2, 1)
    assert write_record(read_record(old)).startswith("Gipfel record 1\n")
    assert write_record(gipfel.replay(read_record(old)).record()).startswith("Gipfel record 2\n")


def test_lenient_reading() -> None:
    text = "\ufeff" + GOOD.replace("\n", "\r\n").replace("1. e1-e3", "e1-e3").replace("2. c2", " 2 .  c2")
    assert gipfel.replay(read_record(text)).position == gipfel.replay(read_record(GOOD)).position


def test_an_unfinished_turn() -> None:
    record = Record(
        {"game": "gipf", "version": "basic", "start": "3w/3w1/3b2/bbb2wb/6/5/4 b 12/10 0/0 B s"},
        (RecordTurn("a5-e5", finished=False),),
    )
    text = write_record(record)
    assert "1. a5-e5 ...\n" in text
    game = gipfel.replay(read_record(text))
    assert str(game.position) == "3b/3w1/3w2/bbbb1wb/6/5/4 b 12/9 0/0 B e"
    assert write_record(game.record()) == text


def test_a_wrong_reason() -> None:
    text = gipfel.write_record(random_game("gipf", "basic", 1).record())
    with pytest.raises(RecordError, match="the reason is written as 'boredom', but the game ended"):
        gipfel.replay(read_record(text.replace("reserve empty", "boredom")))


def test_resignation() -> None:
    game = gipfel.Playthrough(gipfel.game("gipf").start())
    game.play("e1-e3")
    text = write_record(game.record(gipfel.Outcome(gipfel.WHITE, "resignation")))
    assert text.endswith("result: 1-0 resignation\n")
    assert gipfel.replay(read_record(text)).position == game.position


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("Gipfel record 2", "PGN"), "line 1: this is not a record"),
        (("record 2", "record 3"), "line 1: the record has format 3, but this Gipfel reads only 1 and 2"),
        (("game: gipf\n", ""), "does not say which game"),
        (("gipf", "chess"), "in the header: there is no game 'chess'"),
        (("basic", "mini"), "in the header: gipf has no version 'mini'"),
        (("extra_black: 2", "extra_black: 9"), "in the header: option extra_black cannot be '9'"),
        (("extra_black", "extra_red"), "in the header: gipf has no option 'extra_red'"),
        (("option extra_black", "option version"), "in the header: gipf has no option 'version'"),
        (("3. g2", f"{'3' * 5000}. g2"), "is no decision"),
        (("3. g2", "3. g2 & b3 ..."), "line 10, turn 3: g2 & b3: the turn is over before 'b3'"),
        (("result: *\n", ""), "the record is cut off"),
        (("result: *", "result: 2-0"), "line 11: the result '2-0' must be one of"),
        (("result: *", "result: 1-0"), "but the game goes on"),
        (("result: *", "result: *\n4. b3"), "line 12: nothing may follow the result"),
        (("2. c2", "3. c2"), "line 9: turn 3 stands where turn 2 should be"),
        (("white: Ada", "game: gipf"), "line 5: the header 'game' stands here a second time"),
        (("3. g2", "3. e5"), "line 10, turn 3: e5 is not legal: e5 is not at the edge.*decisions are legal"),
        (("3. g2", "3. hello"), "line 10, turn 3: 'hello' is no decision"),
        (("3. g2", "3."), "line 10: the turn is empty"),
        (("2. c2 ", "2. c2 ..."), "line 10: a turn follows turn 2, which is marked as not finished"),
        (("white: Ada", "start: nonsense"), "in the header: a position has 6 fields"),
        (("white: Ada", "seed: soon"), "in the header: the seed 'soon' is not a whole number"),
    ],
)
def test_bad_records(change: tuple[str, str], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        gipfel.replay(read_record(GOOD.replace(*change)))


def test_the_reason_of_a_result_has_no_invisible_characters() -> None:
    """It is shown to others: a direction override would let it look like something else."""
    record = read_record(GOOD.replace("result: *", "result: 1-0 by\u202e \x1b[31magreement\u2066"))
    assert record.reason == "by [31magreement"
    with pytest.raises(RecordError, match="line 11: the reason of a result has at most 200 letters"):
        read_record(GOOD.replace("result: *", f"result: 1-0 {'x' * 201}"))


# --- Variations after the last turn -----------------------------------------------------------------

GOES_ON = """Gipfel record 2
game: gipf

1. e1-e3
2. c2
> 3. g2  # what if Black had not resigned?
> 4. b3
>> 4. b1-b3
> 3. b3
> 2. g2
> 3. c2
result: 1-0 resignation
"""


def test_variations_can_go_on_after_the_last_turn() -> None:
    record = gipfel.read_record(GOES_ON)
    (first, other), (replacing,) = record.continuations, record.turns[1].variations
    assert [turn.text for turn in first] == ["g2", "b3"]
    assert first[1].variations[0][0].text == "b1-b3"
    assert [turn.text for turn in other] == ["b3"]
    assert [turn.text for turn in replacing] == ["g2", "c2"]
    assert gipfel.write_record(record) == GOES_ON
    assert gipfel.replay(record).position.turn == 2
    assert Checker().check(record).turn == 2


@pytest.mark.parametrize("ending", ["txt", "jsonl", "json", "sgf", "parquet", "arrow"])
def test_every_format_keeps_them(tmp_path: Path, ending: str) -> None:
    without_turns = gipfel.read_record("Gipfel record 2\ngame: gipf\n\n> 1. e1-e3\n> 2. c2\nresult: *\n")
    assert [turn.text for turn in without_turns.continuations[0]] == ["e1-e3", "c2"]
    records = [gipfel.read_record(GOES_ON), without_turns]
    gipfel.write_collection(tmp_path / f"games.{ending}", records)
    assert [*gipfel.read_collection(tmp_path / f"games.{ending}")] == records


def test_they_are_checked_by_the_rules() -> None:
    record = gipfel.read_record(GOES_ON.replace("> 4. b3", "> 4. e5"))
    for check in (gipfel.replay, Checker().check):
        with pytest.raises(gipfel.RecordError, match="line 7, turn 4 of a variation: e5 is not legal"):
            check(record)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1. e1-e3\n> 2. g2\n2. c2", "goes on after turn 1, but a turn follows; write it below turn 2"),
        ("> 1. g2\n1. c2", "goes on without any turn, but a turn follows; write it below turn 1"),
        ("1. e1-e3 ...\n> 2. g2", "the last turn, which is not finished"),
        ("1. e1-e3\n> 3. g2", "turn 3 stands where turn 1 of a variation should be"),
    ],
)
def test_they_stand_only_below_the_last_turn(text: str, message: str) -> None:
    with pytest.raises(gipfel.RecordError, match=message):
        gipfel.read_record(f"Gipfel record 2\ngame: gipf\n\n{text}\nresult: *\n")


def test_a_turn_that_is_made_quickly_is_like_any_other() -> None:
    turn = plain_turn("e1-e3", 7)
    assert turn == RecordTurn("e1-e3", line=7)
    assert repr(turn) == repr(RecordTurn("e1-e3", line=7))
    assert hash(turn) == hash(RecordTurn("e1-e3"))
    assert pickle.loads(pickle.dumps(turn)) == turn
    assert dataclasses.replace(turn, mark="!") == RecordTurn("e1-e3", mark="!")
    with pytest.raises(dataclasses.FrozenInstanceError):
        turn.text = "e9"  # type: ignore[misc]
