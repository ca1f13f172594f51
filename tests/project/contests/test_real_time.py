"""Contests in real time: games with sand glasses (docs/rules/potentials.md 9.3 point 4)."""

from random import Random

import pytest

from gipfel import BLACK, WHITE, Decision, GipfelError, IllegalDecision, NotationError, Playthrough, Position
from gipfel.games.core.decisions import Decisions
from gipfel.games.core.replay import replay
from gipfel.games.core.side import Side
from gipfel.notation.record import read_record, write_record
from gipfel.project.potentials.game import Project
from tests.helpers.linked_games import JUMP, linked

REAL = {"link.time": "real", "link.mode": "must-win", "link.first": "user"}
GLASSES = "T2 001r{2000}1b{90000}/00000/000000/0b{80000}000001r{170000}/000000/00000/0r{160000}001b{70000}"
LAST = (
    "T2 101r{5000}1/12221/123321/1233321b{50000}/123320/12221b{30000}/1r{90000}1r{80000}11b{40000} "
    "2.1 0.0 r - 0 @100000 - -"
)
"""The beginner can move one glass only."""


def contest(version: str = "level2", inner: str = "", **options: str) -> Position:
    """A position in which White has announced a jump and TAMSK is played for it."""
    position = linked(f"tamsk {version}", **{**REAL, **options}).position(JUMP).play("Zc3>e5")
    if not inner:
        return position
    outer = str(position).partition(" | ")[0]
    return position.game.position(f"{outer} | W {inner}")


@pytest.mark.parametrize(
    ("time", "link"),
    [({}, "tamsk level1"), ({"link.time": "turns"}, "tamsk level1"), ({"link.time": "real"}, "tamsk level2")],
)
def test_a_bare_name_means_the_level_that_fits_the_time(time: dict[str, str], link: str) -> None:
    assert Project("evening", **time).options["link.T"] == link
    game = Project("menu", pool_white="Z3", pool_black="Z3", **{"link.Z": "tamsk"}, **time)
    assert game.options["link.Z"] == link
    assert game.changed_options["link.Z"] == "tamsk", "it stays open in a menu"
    assert game.written_options["link.Z"] == link
    assert Project("menu", **{"link.Z": "tamsk level1"}, **time).options["link.Z"] == "tamsk level1"


def test_a_table_runs_in_real_time_unless_the_menu_says_otherwise() -> None:
    evening = Project("evening").live
    assert (evening.options["link.time"], evening.options["link.T"]) == ("real", "tamsk level2")
    assert evening.changed_options == {"link.time": "real"}
    turns = Project("evening", **{"link.time": "turns"})
    assert turns.live is turns
    level1 = Project("evening", **{"link.T": "tamsk level1"})
    assert level1.live is level1, "it has no time in any case"
    for preset in ("ultimate", "dice", "one-shot"):
        assert Project(preset).live.options["link.time"] == "auto", "nothing is linked to a game with time"


def test_time_runs_in_the_contest_and_stands_around_it() -> None:
    before = linked("tamsk level2", **REAL).position(JUMP)
    assert (before.timed, before.time, before.at(5000)) == (False, 0, before)
    position = contest()
    assert position.timed
    moved = position.at(4000).play("a1-a2+")
    assert (moved.time, moved.next_deadline()) == (4000, 184_000)
    assert str(moved.at(10_000)).endswith(
        "W T2 01r{174000}00b{i}/00000/000000/0b{i}000000r{i}/000000/00000/0r{i}000b{i} "
        "31.32 0.0 b - 0 @10000 - -"
    )
    with pytest.raises(GipfelError, match="the game time is 4000 ms"):
        moved.at(3999)
    with pytest.raises(GipfelError, match="a whole number of milliseconds"):
        moved.at(1.5)  # type: ignore[arg-type]


def test_without_real_time_a_decision_takes_the_reaction_time() -> None:
    position = contest(**{"link.time": "turns"})
    assert not position.timed
    moved = position.play("a1-a2+")
    assert (moved.timed, moved.time, moved.at(10**6)) == (False, 0, moved)
    assert "{179000}" in str(moved)


@pytest.mark.parametrize(("first", "red"), [("user", WHITE), ("opponent", BLACK)])
def test_both_sides_may_act(first: str, red: Side) -> None:
    """The timer is turned, and a ring stolen, out of turn."""
    position = contest("level3", **{"link.first": first})
    assert position.side == red
    assert position.can_act(red.other)
    flip = position.decision("!", red.other)
    assert flip.side == red.other
    assert flip in position.decisions(red.other)
    after = position.play(flip)
    assert after.next_deadline() == 15_000
    assert after.at(15_000).side == red.other, "the turn is forfeited"
    stolen = position.play("a1-a2", red).play("-", red).at(100).play("^", red.other)
    assert str(stolen).count("32.31") == 1
    with pytest.raises(IllegalDecision):
        position.decision("a1-a2", red.other)


def test_events_happen_at_the_time_of_the_whole_game() -> None:
    position = contest(inner=f"{GLASSES} 30.30 0.0 r - 0 @50000 - -")
    assert (position.time, position.next_deadline()) == (50_000, 52_000)
    assert [(event.ms, event.kind) for event in position.upcoming_events(60_000)] == [(52_000, "lost")]


def test_time_ends_a_contest_and_the_game_goes_on() -> None:
    """White, who wants to jump, is Red and loses the last glass that can move."""
    position = contest(inner=LAST)
    assert position.at(104_999).timed
    played = position.at(105_000).play("d7-e6+", BLACK)
    assert played.contest is None
    assert played.time == 105_000
    assert "out:Wz" in str(played), "Black has fewer rings: the use is denied"
    assert not played.timed

    red = contest(inner=LAST.replace(" 2.1 ", " 0.1 ").replace("123320/", "123321/"))
    over = red.at(10**6)
    assert (over.contest, over.time) == (None, 105_000), "nobody can move when the glass is lost"
    assert "e5=Wz" in str(over)


def test_the_next_contest_begins_when_the_last_one_has_ended() -> None:
    tied = LAST.replace(" 2.1 ", " 1.1 ").replace("123320/", "123321/")
    tied = tied.replace("b{50000}", "b{5000}").replace("b{30000}", "b{80000}").replace("b{40000}", "b{90000}")
    first = contest(inner=tied, **{"link.tie": "replay"})
    again = first.at(105_000)
    assert again.contest is not None
    assert (again.contest.attempt, again.time, again.side) == (2, 105_000, BLACK)
    assert first.at(107_000).time == 107_000
    assert "@2000" in str(first.at(107_000))
    assert again.at(108_000).play("a1-a2").next_deadline() == 111_000


def _played(seed: int, version: str, **options: str) -> Playthrough:
    """A random game in real time, in which potentials are used whenever possible."""
    chance = Random(seed)
    start = linked(f"tamsk {version}", **{**REAL, "link.first": "lots-then-alternate", **options})
    game = Playthrough(start.position("c3=Wpz,d4=Bpz,c5=Wpz w m W:9//B B:9//B 0/0"))
    while game.position.outcome is None and game.position.turn < 8:
        _step(game, chance)
    return game


def _step(game: Playthrough, chance: Random) -> None:
    position = game.position
    if position.by_chance:
        thrown = position.throw(chance)
        assert thrown is not None
        game.act(thrown)
    elif position.timed:
        game.advance(position.time + chance.choice([0, 0, 500, 3000, 30_000]))
        side = chance.choice([*Side])
        if game.position.timed and (decisions := game.position.decisions(side)):
            game.act(chance.choice(decisions), side)
    else:
        uses = [decision for decision in position.decisions() if decision.text.startswith("Z")]
        game.act(chance.choice(uses or position.decisions()))


@pytest.mark.parametrize("version", ["level2", "level3", "level2 glass=4000"])
@pytest.mark.parametrize("tie", ["auto", "replay"])
def test_records_keep_the_times(version: str, tie: str) -> None:
    ended_by_time = 0
    for seed in range(8):
        game = _played(seed, version, **{"link.tie": tie})
        again = replay(read_record(write_record(game.record())))
        assert (again.position, again.position.time) == (game.position, game.position.time)
        assert [_known(d) for d in again.decisions] == [_known(d) for d in game.decisions]
        assert [*Decisions().followed_by(*game.decisions)] == [*game.decisions]
        ended_by_time += sum(
            made.position.timed and made.position.play(made).timed and not following.position.timed
            for made, following in zip(game.decisions, [*game.decisions][1:], strict=False)
        )
    assert ended_by_time or version != "level2 glass=4000"


def _known(decision: Decision) -> tuple[str, Side, int]:
    return decision.text, decision.side, decision.position.time


def test_every_moment_of_a_contest_can_be_saved() -> None:
    chance = Random(5)
    game = Playthrough(linked("tamsk level3 glass=6000", **REAL).position(JUMP))
    game.act("Zc3>e5")
    seen = 0
    while game.position.timed:
        _step(game, chance)
        again = replay(read_record(write_record(game.record())))
        assert (again.position, again.position.time) == (game.position, game.position.time)
        seen += 1
    assert seen > 5


def test_a_contest_given_up_keeps_its_time() -> None:
    game = Playthrough(contest().game.position(JUMP))
    game.act("Zc3>e5")
    game.advance(2500)
    game.act("a1-a2")
    game.advance(7000)
    game.act("forfeit:B")
    assert (game.position.timed, game.position.time) == (False, 7000)
    again = replay(read_record(write_record(game.record())))
    assert (again.position, again.position.time) == (game.position, 7000)


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [("time: -5", "whole number"), ("time: 10", "the game time is 2500 ms"), ("time: x", "whole number")],
)
def test_a_wrong_time_in_a_record_is_refused(wrong: str, problem: str) -> None:
    game = Playthrough(contest().game.position(JUMP))
    game.act("Zc3>e5")
    game.advance(2500)
    game.act("a1-a2")
    game.advance(7000)
    text = write_record(game.record())
    assert "time: 7000" in text
    with pytest.raises(GipfelError, match=problem):
        replay(read_record(text.replace("time: 7000", wrong)))


def test_an_event_may_not_go_back_in_time() -> None:
    game = Playthrough(contest().game.position(JUMP))
    game.act("Zc3>e5")
    for ms, text, side in ((2500, "a1-a2+", WHITE), (4000, "a4-a3+", BLACK)):
        game.advance(ms)
        game.act(text, side)
    text = write_record(game.record()).replace("4000 b", "2000 b")
    with pytest.raises(GipfelError, match="time does not go back"):
        replay(read_record(text))


def test_a_turn_in_notation_needs_the_record_of_the_contest() -> None:
    with pytest.raises(NotationError, match="the record of this contest is missing"):
        linked("tamsk level2", **REAL).position(JUMP).play_turn("Zc3>e5?(tamsk:W)")
