"""Links: uses that are challenged, and the contests played for them (docs/rules/potentials.md 9)."""

from random import Random

import pytest

import gipfel
from gipfel import GipfelError, Playthrough
from gipfel.project.contests.game_contest import GameContest
from gipfel.project.potentials import rules
from gipfel.project.potentials.agreement import OUTSIDE
from tests.helpers.linked_games import JUMP, linked


def test_allowing_carries_the_use_out() -> None:
    position = linked("die").position(JUMP).play("Zc3>e5")
    assert position.side == gipfel.BLACK
    assert {decision.text for decision in position.decisions()} == {"allow", "challenge"}
    assert "say:Zc3>e5" in str(position)
    assert position.play("allow").play("b1-b2").play is not None
    assert "e5=Wz" in str(position.play("allow"))


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("link.failed", "removed", "c3=Wp,d4=Bp w m W:10//B B:10//B 0/0 out:Wz budget:*/*"),
        ("link.failed", "inert", "c3=Wpz,d4=Bp w m W:10//B B:10//B 0/0 budget:*/* inert:c3"),
        ("link.failed", "retry", "c3=Wpz,d4=Bp w m W:10//B B:10//B 0/0 budget:*/* tried:c3"),
    ],
)
def test_a_failed_use(option: str, value: str, expected: str) -> None:
    position = linked("die", **{option: value}).position(JUMP).play("Zc3>e5").play("challenge")
    lost = position.play("die:2-5")
    assert str(lost) == expected
    assert lost.turn == 0
    assert not any(decision.text.startswith("Z") for decision in lost.decisions())


def test_ties() -> None:
    for tie, mode, through in (
        ("auto", "challenge", True),
        ("auto", "must-win", False),
        ("use", "must-win", True),
        ("deny", "challenge", False),
    ):
        position = linked("die", **{"link.tie": tie, "link.mode": mode}).position(JUMP).play("Zc3>e5")
        position = position if mode == "must-win" else position.play("challenge")
        assert ("e5=Wz" in str(position.play("die:4-4"))) == through
    again = linked("die", **{"link.tie": "replay"}).position(JUMP).play("Zc3>e5").play("challenge")
    replayed = again.play("die:4-4")
    assert replayed.contest is not None
    assert "e5=Wz" in str(replayed.play("die:6-1"))


def test_scope_first_counts_announcements() -> None:
    game = linked("die", **{"link.scope": "first", "link.challenges": "1"})
    position = game.position("c3=Wpz,c5=Wpz,d4=Bp w m W:10//B B:10//B 0/0 budget:1/1")
    position = position.play("Zc3>e5").play("allow").play("b1-b2")
    assert "e4" not in str(position)
    state = position.state
    assert state[rules.SAID] == 1
    second = position.play("Zc5>e7" if "Zc5>e7" in {d.text for d in position.decisions()} else "c1-c2")
    assert second.contest is None


def test_a_game_is_played_inside_the_turn() -> None:
    position = linked("gipf basic").position(JUMP).play("Zc3>e5").play("challenge")
    contest = position.contest
    assert isinstance(contest, GameContest)
    assert {d.text for d in position.decisions()} == {"lot:W", "lot:B"}
    position = position.play("lot:B")
    assert position.side == gipfel.BLACK
    assert len(position.decisions()) == 30
    position = position.play("e1-e3")
    assert position.side == gipfel.WHITE
    assert str(position).split(" | ")[1] == "B b2w/5/6/ww4b/6/5/b2w b 11/12 0/0 B s"
    assert position.game.position(str(position)) == position
    assert "began:Z=b" in str(position)


def test_who_began_alternates() -> None:
    text = "c3=Wpz,d4=Bp w m W:10//B B:10//B 0/0 budget:*/* began:Z=b"
    position = linked("gipf basic").position(text).play("Zc3>e5").play("challenge")
    assert position.side == gipfel.WHITE
    assert len(position.decisions()) == 30


def test_outside_results_are_reported_and_confirmed() -> None:
    position = linked(OUTSIDE).position(JUMP).play("Zc3>e5").play("challenge")
    reported = position.play("report:B")
    assert reported.side == gipfel.BLACK
    assert "out:Wz" in str(reported.play("confirm"))


def disputed() -> gipfel.Position:
    """White has reported his own victory in ludo, and Black has disputed it."""
    position = linked("outside ludo").position(JUMP).play("Zc3>e5").play("challenge")
    return position.play("report:W").play("dispute")


def may(position: gipfel.Position) -> tuple[str, list[str]]:
    """Who decides, and what."""
    return str(position.side), [decision.text for decision in position.decisions()]


def test_a_disputed_report_can_be_withdrawn() -> None:
    position = disputed()
    assert may(position) == ("White", ["settle:withdraw", "settle:replay", "settle:coin"])
    again = position.play("settle:withdraw")
    assert again == linked("outside ludo").position(JUMP).play("Zc3>e5").play("challenge")
    assert "out:Wz" in str(again.play("report:B").play("confirm"))
    # A new report withdraws the old one.
    assert position.play("report:B") == again.play("report:B")


def test_a_disputed_report_can_be_confirmed_after_all() -> None:
    position = disputed().play("settle:replay")
    assert may(position) == ("Black", ["confirm", "settle:replay", "settle:coin"])
    assert "e5=Wz" in str(position.play("confirm"))


def test_both_want_to_play_again() -> None:
    position = disputed().play("settle:replay").play("settle:replay")
    assert may(position) == ("White", ["report:W", "report:B", "report:=", "report:?"])
    other = disputed().play("settle:coin").play("settle:replay")
    assert may(other) == ("White", ["settle:withdraw", "settle:replay", "settle:coin"])
    assert other.play("settle:replay") == position


def test_both_want_a_coin() -> None:
    proposed = disputed().play("settle:coin")
    assert proposed.throw() is None
    agreed = proposed.play("settle:coin")
    assert agreed.by_chance
    thrown = agreed.throw(Random(5))
    assert thrown is not None
    assert thrown.text in ("toss:h", "toss:t")
    assert "e5=Wz" in str(agreed.play("toss:h"))
    assert "out:Wz" in str(agreed.play("toss:t"))
    assert "coin decides: heads, and White has won; tails, and Black has" in agreed.task


def test_the_user_may_ask_the_opponent_to_report() -> None:
    asked = linked("outside ludo").position(JUMP).play("Zc3>e5").play("challenge").play("report:?")
    assert may(asked) == ("Black", ["report:W", "report:B", "report:="])
    reported = asked.play("report:B")
    assert may(reported) == ("White", ["confirm", "dispute"])
    assert may(reported.play("dispute")) == ("Black", ["settle:withdraw", "settle:replay", "settle:coin"])
    assert may(reported.play("dispute").play("settle:coin")) == (
        "White",
        ["confirm", "settle:replay", "settle:coin"],
    )
    assert "out:Wz" in str(reported.play("confirm"))


def test_nobody_decides_for_the_other() -> None:
    """Whatever has been proposed, each side has its own decisions, and there are always some."""
    waiting, seen = (
        [disputed(), disputed().play("settle:withdraw").play("report:?").play("report:W").play("dispute")],
        set(),
    )
    while waiting:
        position = waiting.pop()
        if position.contest is None or str(position) in seen:
            continue
        seen.add(str(position))
        assert position.game.position(str(position)) == position
        assert position.codes
        with pytest.raises(GipfelError):
            position.decision(position.decisions()[0].text, position.side.other)
        waiting += [position.play(decision) for decision in position.decisions()]
    assert len(seen) > 20


@pytest.mark.parametrize(
    ("decisions", "header"),
    [
        (("report:?",), "reported: asked"),
        (("report:=",), "reported: ="),
        (("report:?", "report:B"), "reported: asked B"),
        (("report:W", "dispute"), "reported: W disputed"),
        (("report:W", "dispute", "settle:replay"), "reported: W disputed replay by w"),
        (("report:W", "dispute", "settle:replay", "settle:coin"), "reported: W disputed coin by b"),
        (
            ("report:?", "report:W", "dispute", "settle:coin", "settle:coin"),
            "reported: asked W disputed coin",
        ),
        (("report:B", "dispute", "settle:coin", "settle:coin", "toss:h"), "result: 1-0"),
        (("report:B", "dispute", "settle:coin", "settle:coin", "throw"), "black commits and reveals"),
        (("report:B", "dispute", "settle:withdraw", "report:W", "confirm"), "result: 1-0"),
    ],
)
def test_a_dispute_in_a_record(decisions: tuple[str, ...], header: str) -> None:
    game = Playthrough(linked("outside ludo").position(JUMP))
    for text in ("Zc3>e5", "challenge", *decisions):
        game.play(game.position.throw(Random(1)) if text == "throw" else text)
    text = gipfel.write_record(game.record())
    assert f"| {header}" in text
    again = gipfel.replay(gipfel.read_record(text))
    assert again.position == game.position
    assert gipfel.write_record(again.record()) == text


def test_a_result_of_a_coin_that_was_not_thrown() -> None:
    game = Playthrough(linked("outside").position(JUMP))
    for text in ("Zc3>e5", "challenge", "report:B", "dispute", "settle:coin", "settle:coin", "toss:h"):
        game.play(text)
    text = gipfel.write_record(game.record())
    for wrong in ("reported: B", "reported: nonsense", "reported: B disputed"):
        with pytest.raises(GipfelError):
            gipfel.replay(gipfel.read_record(text.replace("reported: B disputed coin", wrong)))


def test_a_coin_is_called_and_tossed() -> None:
    position = linked("coin").position(JUMP).play("Zc3>e5").play("challenge")
    assert position.throw() is None
    called = position.play("call:h")
    assert called.throw() is not None
    assert "e5=Wz" in str(called.play("toss:h"))
    assert "out:Wz" in str(called.play("toss:t"))


@pytest.mark.parametrize("link", ["gipf basic", "die", "coin", OUTSIDE])
@pytest.mark.parametrize(("how", "result"), [("forfeit:W", "B"), ("forfeit:B", "W"), ("agree:=", "=")])
def test_a_contest_can_be_given_up(link: str, how: str, result: str) -> None:
    game = Playthrough(linked(link).position(JUMP))
    for text in ("Zc3>e5", "challenge"):
        game.play(text)
    if link == "gipf basic":
        game.play("lot:B")
        game.play("e1-e3")
    assert how not in {decision.text for decision in game.position.decisions()}
    game.play(how)
    assert ("e5=Wz" in str(game.position)) == (result != "B")
    text = gipfel.write_record(game.record())
    again = gipfel.replay(gipfel.read_record(text))
    assert again.position == game.position
    assert gipfel.write_record(again.record()) == text


def test_giving_up_in_a_contest_is_not_giving_up_the_game() -> None:
    position = linked("gipf basic").position(JUMP)
    assert position.concede(gipfel.WHITE) is None
    position = position.play("Zc3>e5").play("challenge").play("lot:B")
    conceded = position.concede(gipfel.WHITE)
    assert conceded is not None
    assert "out:Wz" in str(position.play(conceded))


def test_a_player_without_challenges_is_not_asked() -> None:
    game = linked("die", **{"link.challenges": "0"})
    assert "e5=Wz" in str(game.position(JUMP).play("Zc3>e5"))


def test_a_replayed_tie_exchanges_the_first_move() -> None:
    options = {"link.tie": "replay", "link.mode": "must-win"}
    for first, sides in (("user", [0, 1, 0]), ("opponent", [1, 0, 1])):
        position = linked("gipf basic", **options, **{"link.first": first}).position(JUMP).play("Zc3>e5")
        for side in sides:
            assert position.side == side
            position = position.play("agree:=")


def test_turns_that_begin_in_the_middle_are_written() -> None:
    for link, mode, text, played in (
        ("die", "challenge", "b a W:10//B B:10//B 0/0 by:w say:Zc3>e5 budget:*/*", ["challenge", "die:4-4"]),
        ("die", "challenge", "b a W:10//B B:10//B 0/0 by:w say:Zc3>e5 budget:*/*", ["allow"]),
        ("die", "must-win", "w k W:10//B B:10//B 0/0 say:Zc3>e5", ["die:4-5", "b1-b2"]),
    ):
        game = Playthrough(linked(link, **{"link.mode": mode}).position(f"c3=Wpz,d4=Bp {text}"))
        for decision in played:
            game.play(decision)
        record = gipfel.write_record(game.record())
        assert gipfel.replay(gipfel.read_record(record)).position == game.position


def test_a_denied_use_that_leaves_no_move_loses() -> None:
    game = linked("die", **{"link.mode": "must-win"})
    position = game.position("c3=Wpz,d4=Bp,e5=Wpt w o W:0//B B:10//B 0/0")
    position = position.play("+i1-h2").play("Zc3>f5").play("die:1-2")
    assert position.outcome is not None
    assert position.outcome.winner == gipfel.BLACK


@pytest.mark.parametrize(
    ("link", "rest", "message"),
    [
        ("none", "w k W:10//B B:10//B 0/0 say:Zc3>e5", "are not linked"),
        ("die", "b a W:10//B B:10//B 0/0 by:w say:Zc3>e5 budget:0/0", "who can challenge"),
        ("coin", "w k W:10//B B:10//B 0/0 say:Zc3>e5 budget:*/* | ht", "has no state 'ht'"),
        (OUTSIDE, "w k W:10//B B:10//B 0/0 say:Zc3>e5 budget:*/* | WB", "has no state 'WB'"),
    ],
)
def test_announcements_that_cannot_be(link: str, rest: str, message: str) -> None:
    with pytest.raises(GipfelError, match=message):
        linked(link).position(f"c3=Wpz,d4=Bp {rest}")
