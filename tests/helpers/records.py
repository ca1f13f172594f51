"""Records for tests: one that has everything, and a strategy that makes any."""

from hypothesis import strategies as st

from gipfel import Evaluation
from gipfel.notation.annotations import MARKS
from gipfel.notation.record import Record, RecordTurn

ANNOTATED = """Gipfel record 2
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


TEXTS = st.sampled_from(
    ["e1-e3", "0 b !", "Zc3>e5?(die:W)", "d2-e2 {x a1 a2}", "b5;f1", "xw[a5e5]:a5,b5", "result"]
)
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
