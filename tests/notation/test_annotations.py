"""What a record holds besides the turns: comments, marks, evaluations, clocks and variations."""

import pytest
from hypothesis import given, settings

import gipfel
from gipfel import Evaluation, RecordError
from gipfel.notation.record import MOST_NESTED, MOST_VARIATIONS, Record, RecordTurn, read_record, write_record
from tests.helpers.records import ANNOTATED, RECORDS


def test_everything_is_read() -> None:
    first, second, third = read_record(ANNOTATED).turns
    assert (first.mark, first.left, first.used) == ("!", 581_000, 19_500)
    assert first.evaluation == Evaluation(chance=53.5, score=140, depth=8)
    assert first.comment == "best by test\nand more of that"
    assert second.evaluation == Evaluation(wins_in=-3)
    assert [[turn.text for turn in turns] for turns in second.variations] == [["g2", "c2", "b3"], ["b3"]]
    assert second.variations[0][0].left == 3_605_000
    assert [turn.text for turn in second.variations[0][1].variations[0]] == ["b3", "c2"]
    assert second.variations[0][1].variations[0][0].comment == "nested\nin two lines"
    assert third.variations == ()


def test_a_record_with_everything_is_written_as_it_was_read() -> None:
    assert write_record(read_record(ANNOTATED)) == ANNOTATED
    assert read_record(ANNOTATED).headers["title"] == "evening #3"


def test_variations_are_replayed() -> None:
    assert gipfel.replay(read_record(ANNOTATED)).turn_texts() == ["e1-e3", "c2", "g2"]
    with pytest.raises(RecordError, match=r"line 14, turn 4 of a variation: e5 is not legal"):
        gipfel.replay(read_record(ANNOTATED.replace(">> 4. c2", ">> 4. e5")))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("[!, ", "[!!!, "), r"line 7: \[!!!\] is not known; in brackets stand a mark"),
        (("[!, ", "[!, ?, "), "line 7: the brackets have two of a kind: mark"),
        (("53.5%", "530%"), "line 7: a chance is a number from 0 to 100, not 530"),
        (("white 53.5%, score +140, ", ""), "line 7: an evaluation needs a chance"),
        (("wins in 3", "wins in 0"), "line 9: somebody wins in 1 to"),
        (("[!, ", "[!] ["), "line 7: .* has brackets that do not fit together"),
        (("left 9:41", "left 9:71"), r"line 7: \[left 9:71\] is not known"),
        (("left 9:41", "left 999999:00:00"), "line 7: no clock shows so much time"),
        (
            ("> 4. b3", "> 5. b3"),
            "line 15: turn 5 stands where turn 4 of a variation should be, or 2 for another",
        ),
        (("> 2. g2", "> 3. g2"), "line 17: a variation goes on after turn 2, but a turn follows"),
        (("> 4. b3", "> b3"), "line 15: a turn of a variation needs its number: '> 4. b3'"),
        (
            ("> 4. b3", ">>>> 4. b3"),
            "line 15: a variation stands below a turn, but there is no turn before it",
        ),
        (("\n1. e1", "\n> 1. c2\n1. e1"), "line 8: a variation goes on without any turn, but a turn follows"),
        (("> 2. g2", "> # hm\n> 2. g2"), "line 10: a comment stands before the first turn of a variation"),
        (("> 3. c2", "> 3. c2 ..."), "line 15: a turn follows turn 3, which is marked as not finished"),
        (("> 2. b3\n", "> 2. b3\n" * 102), f"a turn has at most {MOST_VARIATIONS} variations"),
    ],
)
def test_what_is_wrong_is_named(change: tuple[str, str], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read_record(ANNOTATED.replace(*change))


def test_variations_are_not_nested_without_limit() -> None:
    lines = [f"{'>' * depth} 2. c2" for depth in range(1, MOST_NESTED + 2)]
    text = ANNOTATED.replace("3. g2\n", "\n".join(lines) + "\n3. g2\n")
    with pytest.raises(RecordError, match="nested more than 16 times"):
        read_record(text)
    turn = RecordTurn("c2")
    for _ in range(MOST_NESTED + 1):
        turn = RecordTurn("c2", variations=((turn,),))
    with pytest.raises(RecordError, match="turn 1: variations are nested more than 16 times"):
        write_record(Record({"game": "gipf"}, (turn,)))
    with pytest.raises(RecordError, match="turn 1: 101 variations are more than 100"):
        write_record(Record({"game": "gipf"}, (RecordTurn("c2", variations=((RecordTurn("g2"),),) * 101),)))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"mark": "!!!"}, "the mark '!!!' must be one of"),
        ({"left": -1}, "a clock cannot show -1"),
        ({"variations": ((),)}, "a variation has at least one turn"),
    ],
)
def test_turns_that_could_not_be_written_cannot_be_made(values: dict[str, object], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        RecordTurn("e1-e3", **values)  # type: ignore[arg-type]


# --- What is written reads the same -----------------------------------------------------------------


@given(record=RECORDS)
@settings(max_examples=60, deadline=None)
def test_a_written_record_is_read_back_without_loss(record: Record) -> None:
    assert read_record(write_record(record)) == record


def test_an_unfinished_turn_can_have_notes() -> None:
    turn = RecordTurn("a5-e5", finished=False, mark="?", variations=((RecordTurn("e1-e3", finished=False),),))
    record = Record({"game": "gipf"}, (turn,))
    assert "1. a5-e5 ... [?]\n> 1. e1-e3 ...\n" in write_record(record)
    assert read_record(write_record(record)) == record
