"""Python bots as players: what they may answer, and how they lose."""

import time
from collections.abc import Callable
from random import Random
from threading import Event
from types import SimpleNamespace

import numpy as np
import pytest

import gipfel
from gipfel.engine.players.greedy import RandomPlayer
from gipfel.engine.players.player import EngineFailure
from gipfel.engine.players.python_player import PythonPlayer, python_player
from gipfel.engine.search.analysis import SearchLimits
from gipfel.engine.search.time_control import ClockTime
from gipfel.games.core.game import Game

START = gipfel.game("gipf").start()
NO_LIMITS = SearchLimits()


class First:
    """Plays the first decision."""

    def choose(self, position: gipfel.Position) -> object:
        return position.decisions()[0]


def bot(answer: Callable[[gipfel.Position], object]) -> PythonPlayer:
    return PythonPlayer(answer)


@pytest.mark.parametrize(
    "answer",
    [
        lambda position: position.decisions()[0],
        lambda position: position.decisions()[0].text,
        lambda position: position.codes[0],
        lambda position: np.int64(position.codes[0]),
        lambda position: gipfel.game("gipf").start().decisions()[0],
    ],
    ids=["decision", "text", "code", "numpy", "decision of an equal position"],
)
def test_a_decision_its_text_or_its_code(answer: Callable[[gipfel.Position], object]) -> None:
    assert bot(answer).choose(START, NO_LIMITS) == START.decisions()[0]


def test_objects_classes_and_functions_play() -> None:
    for one in (First(), First, First().choose, lambda position: position.codes[0]):
        player = python_player(one)
        player.begin(START.game)
        assert player.choose(START, NO_LIMITS) == START.decisions()[0]
        player.close()


def test_a_player_of_the_library_is_used_as_it_is() -> None:
    player = RandomPlayer(Random(1))
    assert python_player(player) is player


def test_names() -> None:
    assert python_player(First()).name == "First"
    assert python_player(SimpleNamespace(name="Deep\nThought", choose=print)).name == "Deep Thought"
    assert len(python_player(SimpleNamespace(name="x" * 999, choose=print)).name) == 60


@pytest.mark.parametrize("nonsense", [None, 5, "bot", object(), SimpleNamespace(choose=3)])
def test_what_cannot_play_is_refused(nonsense: object) -> None:
    with pytest.raises(
        gipfel.OptionError, match=r"cannot play: a bot is an object or a class with a method ch"
    ):
        python_player(nonsense)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (None, "returned None; choose returns a Decision of the position, its text or its code"),
        (True, "returned True; choose returns"),
        (1.5, r"returned 1\.5; choose returns"),
        ([], r"returned \[\]; choose returns"),
        ("z9", "chose 'z9', which is not possible: .*z9"),
        ("e1-e5", "chose 'e1-e5', which is not possible: e1-e5 is not legal.* decisions are legal, e.g."),
        ("x" * 5000, "a text of 5000 letters"),
        (-1, "chose the code -1, which is not legal: .* decisions are legal"),
        (10**30, "chose the code 10+, which is not legal"),
        (gipfel.game("yinsh").start().decisions()[0], "chose '.*', which is not possible"),
        (gipfel.Decision(START, 10**6), "chose 'code 1000000', which is not possible"),
    ],
)
def test_nonsense_loses_with_a_reason(answer: object, reason: str) -> None:
    with pytest.raises(EngineFailure, match=reason):
        bot(lambda _: answer).choose(START, NO_LIMITS)


def test_a_decision_of_an_earlier_position() -> None:
    """It counts as what its text means now: a bot may have planned it."""
    planned = START.decision("b3")
    other = next(decision for decision in START.decisions() if decision != planned)
    now = START.play(other)
    legal = planned.text in [decision.text for decision in now.decisions()]
    assert legal
    assert bot(lambda _: planned).choose(now, NO_LIMITS) == now.decision("b3")
    last = gipfel.game("tzaar").start().decisions()[0]
    with pytest.raises(EngineFailure, match="which is not possible"):
        bot(lambda _: last).choose(last.position.play(last), NO_LIMITS)


def test_what_a_bot_raises_is_told_with_its_place() -> None:
    def divide(position: gipfel.Position) -> float:
        return 1 / 0

    place = r"\(test_python_player.py, line [0-9]+\)"
    with pytest.raises(EngineFailure, match=rf"divide failed: ZeroDivisionError: division by zero {place}"):
        bot(divide).choose(START, NO_LIMITS)

    def leave(position: gipfel.Position) -> None:
        raise SystemExit(3)

    with pytest.raises(EngineFailure, match="leave failed: SystemExit: 3"):
        bot(leave).choose(START, NO_LIMITS)


def test_a_bot_that_never_returns_loses_and_is_interrupted() -> None:
    interrupted = Event()

    def endless(position: gipfel.Position) -> None:
        try:
            while True:
                time.monotonic()
        finally:
            interrupted.set()

    player = bot(endless)
    hurry = SearchLimits(clock=ClockTime(0.0))
    with pytest.raises(EngineFailure, match="endless did not answer in time: it took more than 2 s"):
        player.choose(START, hurry)
    assert interrupted.wait(10)


def test_a_bot_gets_the_limits_if_it_takes_them() -> None:
    seen: list[SearchLimits] = []

    def choose(position: gipfel.Position, limits: SearchLimits) -> int:
        seen.append(limits)
        return position.codes[0]

    bot(choose).choose(START, SearchLimits(seconds=0.5, nodes=9))
    assert seen == [SearchLimits(seconds=0.5, nodes=9)]


class Diary(First):
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def begin(self, game: Game) -> None:
        self.told.append(f"begin {game.name}")

    def watch(self, decision: gipfel.Decision) -> None:
        self.told.append(f"watch {decision}")

    def react(self, position: gipfel.Position, side: gipfel.Side) -> str | None:
        decisions = position.decisions(side)
        return decisions[0].text if decisions else None

    def close(self) -> None:
        self.told.append("close")


def test_a_bot_is_told_what_it_has_methods_for() -> None:
    diary = Diary()
    player = python_player(diary)
    player.begin(START.game)
    player.watch(START.decision("b3"))
    player.close()
    assert diary.told == ["begin gipf", "watch b3", "close"]
    python_player(First()).watch(START.decision("b3"))


def test_out_of_turn() -> None:
    timed = gipfel.game("tamsk", "level2").start()
    other = timed.side.other
    assert python_player(First()).react(timed, other, NO_LIMITS) is None, "it waits"
    decision = python_player(Diary()).react(timed, other, NO_LIMITS)
    assert decision is None or decision.side == other


def test_a_class_that_cannot_be_made() -> None:
    class Broken(First):
        def __init__(self) -> None:
            raise OSError("no network")

    with pytest.raises(EngineFailure, match="Broken cannot be made: OSError: no network"):
        python_player(Broken)
