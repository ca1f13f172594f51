"""Analyses of whole games."""

import re
from dataclasses import replace
from threading import Event

import pytest

import gipfel
from gipfel.engine import JudgedTurn, analyse, annotated, summaries, think
from gipfel.engine.game_analysis import SIGN
from gipfel.engine.judgement import BAD, FINE, GOOD, evaluation_of, mark_for, mark_of
from gipfel.kernel.evaluation import CERTAIN
from gipfel.notation.annotations import Evaluation
from gipfel.testing.random_games import played_at_random
from tests.helpers.check import CHECK
from tests.helpers.evenings import MIXED, random_evening
from tests.helpers.paths import ROOT
from tests.helpers.random_games import VERSIONS, random_game

FIRST_VERSIONS = [*{name: (name, version) for name, version in reversed(VERSIONS)}.values()]
BLUNDER = """Gipfel record 2
game: gipf
version: basic
start: 3w/3w1/3b2/bbb2wb/6/5/4 b 12/10 0/0 B s
white: Ada

1. a4-c6 [left 9:41]  # too hasty
result: *
"""


def beginning(name: str, version: str, turns: int) -> gipfel.Playthrough:
    """The last turns of a random game are short of time; these are its first ones."""
    game = random_game(name, version, 3)
    begun = gipfel.Playthrough(game.start, game.seed)
    for decision in game.decisions:
        if begun.position.turn >= turns:
            break
        begun.act(decision)
    return begun


def judged(game: gipfel.Playthrough | gipfel.Record) -> list[JudgedTurn]:
    return [*analyse(game, nodes=60, level=3)]


def test_marks_by_what_a_turn_gave_up() -> None:
    limits = [0, GOOD, GOOD + 0.1, FINE, FINE + 0.1, BAD, BAD + 0.1, 100]
    assert [mark_for(loss) for loss in limits] == ["", "", "?!", "?!", "?", "?", "??", "??"]


def test_the_page_judges_by_the_same_numbers() -> None:
    text = (ROOT / "src/gipfel/web/learn/guide-words.js").read_text(encoding="utf-8")
    numbers = dict(re.findall(r"^const (GOOD|FINE) = ([0-9]+);", text, re.M))
    assert {name: float(number) for name, number in numbers.items()} == {"GOOD": GOOD, "FINE": FINE}


@pytest.mark.parametrize(
    ("score", "evaluation"),
    [
        (0, Evaluation(chance=50, score=0, depth=7)),
        (-1000, Evaluation(chance=26.89, score=-1000, depth=7)),
        (CERTAIN - 3, Evaluation(chance=100, wins_in=3, depth=7)),
        (4 - CERTAIN, Evaluation(chance=0, wins_in=-4, depth=7)),
        (CERTAIN, Evaluation(chance=100, depth=7)),
    ],
)
def test_scores_in_records(score: int, evaluation: Evaluation) -> None:
    assert evaluation_of(score, 7) == evaluation


@pytest.mark.parametrize(("name", "version"), VERSIONS if CHECK else FIRST_VERSIONS)
def test_every_turn_of_every_game_is_judged_and_written(name: str, version: str) -> None:
    game = beginning(name, version, 5)
    record = game.record()
    turns = judged(game)
    assert [turn.text for turn in turns] == game.turn_texts()
    assert [turn.number for turn in turns] == [*range(1, len(record.turns) + 1)]
    text = gipfel.write_record(annotated(record, turns))
    again = gipfel.read_record(text)
    assert [*gipfel.replay(again).decisions] == [*game.decisions], "with its variations, by the rules"
    assert [turn.evaluation for turn in again.turns] == [turn.evaluation for turn in turns]
    for turn in turns:
        assert turn.loss is None or 0 <= turn.loss <= 100
        assert bool(turn.mark) == bool(turn.better)


def test_a_game_to_its_end() -> None:
    game = played_at_random(gipfel.game("tzaar"), 2, 400)
    assert game.position.outcome is not None
    last = judged(game)[-1]
    winner = game.position.outcome.winner
    assert last.evaluation == Evaluation(chance=100 if winner == gipfel.WHITE else 0)
    assert last.chance == (100 if last.side == winner else 0)


def test_contests_are_passed_by() -> None:
    evening = random_evening(MIXED, 0, 60)
    turns = judged(evening)
    assert len(turns) == len(evening.turn_texts())
    record = annotated(evening.record(), turns)
    gipfel.replay(gipfel.read_record(gipfel.write_record(record)))


def test_a_blunder_is_marked_and_the_better_line_written() -> None:
    record = gipfel.read_record(BLUNDER)
    (turn,) = analyse(record, nodes=20_000)
    assert turn.side == gipfel.BLACK
    assert turn.analysis is not None
    assert turn.better[0].text.startswith(turn.analysis.decision.text)
    written = annotated(record, [turn]).turns[0]
    assert written.mark == turn.mark != ""
    assert written.variations == (turn.better,)
    assert (written.comment, written.left) == ("too hasty", 581_000), "what was there stays"


def test_annotating_again_repeats_nothing() -> None:
    record = gipfel.read_record(BLUNDER)
    turns = [*analyse(record, nodes=20_000)]
    once = annotated(record, turns)
    assert annotated(once, turns) == once
    assert [comment.startswith(SIGN) for comment in once.comments] == [True, True]
    praised = replace(record, turns=(replace(record.turns[0], mark="!"),))
    assert annotated(praised, turns).turns[0].mark == turns[0].mark
    assert annotated(praised, turns, keep_marks=True).turns[0].mark == "!"


def test_what_the_engine_plays_gives_nothing_up() -> None:
    start = gipfel.game("gipf", "basic").start()
    game = gipfel.Playthrough(start)
    game.play(think(start, depth=1).decision)
    (turn,) = analyse(game, depth=1)
    assert turn.same
    assert (turn.loss, turn.mark, turn.better) == (0.0, "", ())


def test_a_game_without_turns() -> None:
    assert [*analyse(gipfel.Playthrough(gipfel.game("gipf").start()))] == []


def test_summaries() -> None:
    game = beginning("gipf", "basic", 9)
    turns = judged(game)
    white, black = summaries(turns)
    assert (white.turns, black.turns) == (5, 4)
    for summary in (white, black):
        own = [turn for turn in turns if turn.side == summary.side]
        assert sum(summary.marks.values()) == sum(bool(turn.mark) for turn in own)
        assert summary.mean_loss == pytest.approx(sum(turn.loss or 0 for turn in own) / len(own))
        assert summary.same == sum(turn.same for turn in own)
    nobody, _ = summaries([])
    assert (nobody.turns, nobody.mean_loss) == (0, 0.0)


def test_it_is_lazy_and_can_be_stopped() -> None:
    game = beginning("gipf", "basic", 9)
    stop = Event()
    found = analyse(game, nodes=60, level=3, stop=stop)
    assert next(found).number == 1
    stop.set()
    assert [*found] == []


@pytest.mark.parametrize(
    "wrong", [{"seconds": 0}, {"nodes": -1}, {"depth": 0}, {"level": 77}, {"threads": 0}], ids=str
)
def test_wrong_limits_are_refused_at_once(wrong: dict[str, int]) -> None:
    (name,) = wrong
    with pytest.raises(gipfel.OptionError, match=f"{name}=.* is not possible"):
        analyse(gipfel.Playthrough(gipfel.game("gipf").start()), **wrong)  # type: ignore[arg-type]


def test_something_else_is_refused() -> None:
    with pytest.raises(gipfel.GipfelError, match="str is not a game; give a Playthrough or a Record"):
        analyse("gipf")  # type: ignore[arg-type]


def test_low_levels_do_not_misjudge_on_purpose() -> None:
    """The noise with which they play would make a blunder of every turn."""
    game = gipfel.Playthrough(gipfel.game("yinsh").start())
    for turn in ("g2", "c6", "f2", "d4"):
        game.play_turn(turn)
    losses = [turn.loss for turn in analyse(game, nodes=100, level=1)]
    assert all(loss is not None and loss < 15 for loss in losses), losses


@pytest.mark.parametrize(
    ("best", "second", "chance", "same", "mark"),
    [
        (60, 60 - FINE, 60, True, ""),
        (60, 60 - FINE - 1, 60, True, "!"),
        (60, None, 60, True, ""),
        (60, 20, 60 - FINE - 1, False, "?"),
        (60, 55, 70, False, ""),
    ],
)
def test_a_turn_is_marked_by_what_it_gave_up_and_by_what_else_there_was(
    best: float, second: float | None, chance: float, same: bool, mark: str
) -> None:
    assert mark_of(best, second, chance, same) == mark
