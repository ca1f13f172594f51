"""What a record holds besides the turns: comments, marks, evaluations, clocks and variations."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gipfel
from gipfel import Evaluation, RecordError
from gipfel.notation.annotations import MARKS
from gipfel.notation.record import MOST_NESTED, MOST_VARIATIONS, Record, RecordTurn, read_record, write_record

GOOD = """Gipfel record 2
game: gipf
version: basic
title: evening \\#3
# a friendly game

1. e1-e3 [!, white 53.5%, score +140, depth 8, left 9:41, used 0:19.500]  # best by test
# and more of that
2. c2 [??, black wins in 3]
> 2. g2 [left 1:00:05]  # safer
> 3. c2
>> 3. b3  # nested
>> # in two lines
>> 4. c2
> 4. b3
> 2. b3
3. g2
result: *
"""


def test_everything_is_read() -> None:
    first, second, third = read_record(GOOD).turns
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
    assert write_record(read_record(GOOD)) == GOOD
    assert read_record(GOOD).headers["title"] == "evening #3"


def test_variations_are_replayed() -> None:
    assert gipfel.replay(read_record(GOOD)).turn_texts() == ["e1-e3", "c2", "g2"]
    with pytest.raises(RecordError, match=r"line 14, turn 4 of a variation: e5 is not legal"):
        gipfel.replay(read_record(GOOD.replace(">> 4. c2", ">> 4. e5")))


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
        (("> 2. g2", "> 3. g2"), "line 10: turn 3 stands where turn 2 of a variation should be"),
        (("> 4. b3", "> b3"), "line 15: a turn of a variation needs its number: '> 4. b3'"),
        (
            ("> 4. b3", ">>>> 4. b3"),
            "line 15: a variation stands below a turn, but there is no turn before it",
        ),
        (("\n1. e1", "\n> 1. c2\n1. e1"), "line 7: a variation stands below a turn, but there is no turn"),
        (("> 2. g2", "> # hm\n> 2. g2"), "line 10: a comment stands before the first turn of a variation"),
        (("> 3. c2", "> 3. c2 ..."), "line 15: a turn follows turn 3, which is marked as not finished"),
        (("> 2. b3\n", "> 2. b3\n" * 102), f"a turn has at most {MOST_VARIATIONS} variations"),
    ],
)
def test_what_is_wrong_is_named(change: tuple[str, str], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read_record(GOOD.replace(*change))


def test_variations_are_not_nested_without_limit() -> None:
    lines = [f"{'>' * depth} 2. c2" for depth in range(1, MOST_NESTED + 2)]
    text = GOOD.replace("3. g2\n", "\n".join(lines) + "\n3. g2\n")
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

LETTERS = st.characters(codec="utf-8", exclude_categories=["Cs", "Cc", "Zl", "Zp"])
LINES = st.text(LETTERS, max_size=20).map(lambda text: " ".join(text.split()))
"""Any text in one line, without blanks that a text file does not keep."""
WORDS = LINES.filter(bool)
COMMENTS = st.lists(WORDS, max_size=3).map("\n".join)
VALUES = st.one_of(LINES, st.text("\\# a", max_size=8).map(lambda text: " ".join(text.split())))
TIMES = st.none() | st.integers(0, 10**12)
EVALUATIONS = st.none() | st.builds(
    Evaluation,
    chance=st.floats(0, 100),
    score=st.none() | st.integers(-(10**9), 10**9),
    wins_in=st.none() | st.integers(1, 10**6) | st.integers(-(10**6), -1),
    depth=st.none() | st.integers(0, 10**6),
)


TEXTS = st.sampled_from(["e1-e3", "0 b !", "Zc3>e5?(die:W)", "d2-e2 {x a1 a2}", "b5;f1", "result"])
Variations = tuple[tuple[RecordTurn, ...], ...]


def turns_with(variations: st.SearchStrategy[Variations]) -> st.SearchStrategy[tuple[RecordTurn, ...]]:
    """Sequences of turns, some of them with contests; turns of contests have variations, too."""
    in_contests = st.builds(RecordTurn, TEXTS, comment=COMMENTS, variations=variations)
    contests = st.builds(
        Record,
        st.just({"contest": "zertz basic"}),
        st.lists(in_contests, max_size=2).map(tuple),
        result=st.sampled_from(["1-0", "*"]),
    )
    turn = st.builds(
        RecordTurn,
        TEXTS,
        comment=COMMENTS,
        mark=st.sampled_from(["", *MARKS]),
        evaluation=EVALUATIONS,
        left=TIMES,
        used=TIMES,
        contests=st.lists(contests, max_size=1).map(tuple),
        variations=variations,
    )
    return st.lists(turn, min_size=1, max_size=2).map(tuple)


PLAIN = turns_with(st.just(()))
NESTED = turns_with(st.lists(PLAIN, max_size=2).map(tuple))
TURNS = turns_with(st.lists(NESTED, max_size=2).map(tuple))
RECORDS = st.builds(
    Record,
    headers=st.builds(lambda title, white: {"game": "gipf", "title": title, "white": white}, VALUES, VALUES),
    turns=st.just(()) | TURNS,
    result=st.sampled_from(["1-0", "0-1", "1/2-1/2", "*"]),
    reason=st.sampled_from(["", "resignation", "by lot #2"]),
    comments=st.lists(WORDS, max_size=2).map(tuple),
)


@given(record=RECORDS)
@settings(max_examples=60, deadline=None)
def test_a_written_record_is_read_back_without_loss(record: Record) -> None:
    assert read_record(write_record(record)) == record


def test_an_unfinished_turn_can_have_notes() -> None:
    turn = RecordTurn("a5-e5", finished=False, mark="?", variations=((RecordTurn("e1-e3", finished=False),),))
    record = Record({"game": "gipf"}, (turn,))
    assert "1. a5-e5 ... [?]\n> 1. e1-e3 ...\n" in write_record(record)
    assert read_record(write_record(record)) == record
