"""Project games: agreements, potentials, links and contests, several evenings."""

import os
import time
from itertools import pairwise
from random import Random

import pytest

import gipfel
from gipfel import GipfelError, NotationError, OptionError, Playthrough, PositionError, RecordError
from gipfel.games.gipf.rules import BIT, GIPF, LINES, PIECES, SPOTS
from gipfel.project.contests.commit_reveal import Proof, commitment
from gipfel.project.contests.game_contest import GameContest
from gipfel.project.potentials import notation, rules
from gipfel.project.potentials.agreement import CHANCE, KIND_LETTERS, OPTIONS, OUTSIDE
from gipfel.project.potentials.game import Project
from gipfel.project.potentials.position import ProjectPosition

GAMES = tuple(name for name in gipfel.game_names() if name != "project")
POOL = "T3Z3D3Y3P3"

# --- 3. Agreement ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "text"),
    [
        ("tamsk6", "- w m W:18/T6/G1 B:18/T6/G1 0/0"),
        ("one-kind", "- w m W:18/Z6/G1 B:18/Z6/G1 0/0"),
        ("twelve", "- w m W:18/T6Z6/G1 B:18/T6Z6/G1 0/0"),
        ("ultimate", "- w m W:21/T3Z3D3Y3P3/G1 B:21/T3Z3D3Y3P3/G1 0/0"),
        ("dice", "- w m W:21/T3Z3D3Y3P3/G1 B:21/T3Z3D3Y3P3/G1 0/0 budget:*/*"),
        ("one-shot", "- w m W:18/Z6/G1 B:18/Z6/G1 0/0 budget:1/1"),
    ],
)
def test_presets(preset: str, text: str) -> None:
    game = gipfel.game("project", preset)
    assert str(game.start()) == text
    assert game.position(text) == game.start()


def test_bases() -> None:
    basic = Project("menu", base="basic", pool_white="Z3", pool_black="D3").start()
    assert str(basic) == "b2=Bp,b5=Wp,e2=Wp,e8=Bp,h2=Bp,h5=Wp w m W:12/Z3/L B:12/D3/L 0/0"
    standard = Project("menu", base="standard", pool_white="Z3", pool_black="D3").start()
    assert str(standard) == "b2=Bpp,b5=Wpp,e2=Wpp,e8=Bpp,h2=Bpp,h5=Wpp w m W:12/Z3/L B:12/D3/L 0/0"


def test_x75_numbers_of_a_kind() -> None:
    with pytest.raises(OptionError, match="T2 is too few"):
        Project("menu", pool_white="T2")
    assert Project("menu", pool_white="T2", min_per_kind=2)
    assert Project("menu", pool_white="Z6", pool_black="D6")
    with pytest.raises(OptionError, match="numbers up to 6"):
        Project("menu", pool_white="T7")


def test_x76_challenges() -> None:
    game = Project("twelve", **{"link.T": "die", "link.Z": "die"})
    assert str(game.start()).endswith("budget:3/3")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"base": "giant"}, "option base cannot be 'giant'; allowed: tournament, standard, basic"),
        ({"pool_white": "Q3"}, "option pool_white cannot be 'Q3'"),
        ({"link.T": "chess"}, "option link.T cannot be 'chess'; allowed: none, die, coin"),
        ({"link.T": "zertz giant"}, "option link.T: zertz has no version 'giant'"),
        ({"link.T": "project"}, "option link.T cannot be 'project'"),
        ({"link.challenges": "many"}, "option link.challenges cannot be 'many'"),
        ({"basics_white": 99}, "option basics_white cannot be 99"),
        ({"base": "basic", "gipf_loss": "on"}, "option gipf_loss cannot be 'on' with base basic"),
        ({"colour": "red"}, "project menu has no option 'colour'"),
    ],
)
def test_bad_agreements(options: dict[str, str], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Project("menu", **options)


# --- Options that change a turn -------------------------------------------------------------------


def after(text: str, turns: str, **options: str) -> str:
    """The board after turns, given with `/` between them, from a position with the usual rest."""
    fields = text if " W:" in text else f"{text} W:10//B B:10//B 0/0"
    position = Project("menu", **{"gipf_loss": "off", **options}).position(fields)
    for turn in turns.split(" / "):
        position = position.play_turn(turn)
    return str(position)


def test_tamsk_opponent_push_none_gives_nothing_until_it_returns() -> None:
    board = "e6=Wpt,e7=Wp,e8=Bp b m"
    asleep = after(board, "e9-e8", tamsk_opponent_push="none")
    assert asleep.split()[2] == "m"
    assert "dormant:e5" in asleep
    assert after(board, "e9-e8").split()[2] == "o"


def test_tamsk_unused_keep() -> None:
    text = after("e2=Bp,e3=Wp,e4=Wpt w m", "e1-e2 +0", tamsk_unused="keep")
    assert "e5=Wpt" in text
    assert "dormant:e5" in text
    assert "out:" not in text


def test_tamsk_rows_between_takes_rows_before_the_extra_move() -> None:
    board = "b2=Bp,b3=Wp,b4=Wp,b5=Wp,c3=Wp,d4=Wpt w m"
    position = Project("menu", gipf_loss="off", tamsk_rows="between").position(f"{board} W:10//B B:10//B 0/0")
    # The push makes b2-b5 white and brings the loaded piece to e5 at the same time.
    position = position.play("a1-b2")
    assert notation.SLOTS[position.state[rules.SLOT]] == "x"
    position = position.play("xw:b2,b3,b4,b5")
    assert notation.SLOTS[position.state[rules.SLOT]] == "c"
    assert position.turn == 0
    assert position.play("+0").turn == 1


def test_lone_extra_does_not_count() -> None:
    text = "e5=Wpt,g4=Bp w o W:0//B B:10//B 0/0"
    assert Project("menu", gipf_loss="off").position(text).outcome is None
    lost = Project("menu", gipf_loss="off", tamsk_lone_extra="does-not-count")
    before = lost.position("e6=Wpt,e7=Wp,e8=Bp,g4=Bp b m W:0//B B:10//B 0/0")
    outcome = before.play_turn("e9-e8").outcome
    assert outcome is not None
    assert outcome.winner == gipfel.BLACK


@pytest.mark.parametrize(
    ("option", "turn", "board"),
    [
        ("choice", "Pc3>d4=N", "c3=Wp,d4=BpWu"),
        ("choice", "Pc3>d4=C", "c3=Wp,d4=Wpp"),
        ("neutralise-only", "Pc3>d4=N", "c3=Wp,d4=BpWu"),
        ("convert-token", "Pc3>d4=C", "c3=Wp,d4=BpWu"),
        ("set-aside", "Pc3>d4=N", "c3=Wp,d4=BppWu"),
    ],
)
def test_punct_against_a_gipf_piece(option: str, turn: str, board: str) -> None:
    assert after("c3=Wpu,d4=Bpp w m", turn, punct_vs_gipf=option).split()[0] == board


def test_a_token_counts_as_gipf_piece() -> None:
    game = Project("menu", punct_vs_gipf="convert-token")
    position = game.position("b2=Bpp,c3=Wpu,d4=Bpp,h5=Wpp w m W:10//B B:10//B 0/0").play("Pc3>d4=C")
    assert position.outcome is None


def test_taken_basics_to_the_owner() -> None:
    text = after("c3=Wpu,d4=Bpp w m", "Pc3>d4=N", punct_taken_basics="owner-reserve")
    assert "B:11//B 0/0" in text


def test_gipf_only_row_must_break() -> None:
    game = Project("menu", gipf_loss="off", gipf_only_row="must-break")
    position = game.position("e2=Wpp,e3=Wpp,e4=Wpp w m W:10//G B:10//B 0/0").play("Ge1-e2")
    assert "xw:-" not in {decision.text for decision in position.decisions()}


def test_loaded_row_may_stay() -> None:
    game = Project("menu", gipf_loss="off", loaded_row="may-stay")
    position = game.position("e2=Wpp,e3=Wpz,e4=Wpp w m W:10/T2/L B:10//B 0/0").play("Te1-e2")
    assert "xw:-" in {decision.text for decision in position.decisions()}


def test_ultimate_loss_both() -> None:
    text = "e2=Wpp,e3=Wp,e4=Wp,e5=Bpp w m W:10//B B:10//B 0/0"
    either = Project("menu").position(text).play("e1-e2").play("xw:e2,e4,e5,e6")
    both = Project("menu", ultimate_loss="both").position(text).play("e1-e2").play("xw:e2,e4,e5,e6")
    assert either.outcome is not None
    assert both.outcome is None


# --- 9. Links -------------------------------------------------------------------------------------

JUMP = "c3=Wpz,d4=Bp w m W:10//B B:10//B 0/0"


def linked(link: str, **options: str) -> Project:
    return Project("menu", **{"gipf_loss": "off", "link.Z": link, "link.challenges": "unlimited", **options})


def contest_of(position: gipfel.Position) -> object:
    assert isinstance(position, ProjectPosition)
    return position.contest


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
    assert contest_of(replayed) is not None
    assert "e5=Wz" in str(replayed.play("die:6-1"))


def test_scope_first_counts_announcements() -> None:
    game = linked("die", **{"link.scope": "first", "link.challenges": "1"})
    position = game.position("c3=Wpz,c5=Wpz,d4=Bp w m W:10//B B:10//B 0/0 budget:1/1")
    position = position.play("Zc3>e5").play("allow").play("b1-b2")
    assert "e4" not in str(position)
    state = position.state
    assert state[rules.SAID] == 1
    second = position.play("Zc5>e7" if "Zc5>e7" in {d.text for d in position.decisions()} else "c1-c2")
    assert contest_of(second) is None


def test_a_game_is_played_inside_the_turn() -> None:
    position = linked("gipf basic").position(JUMP).play("Zc3>e5").play("challenge")
    contest = contest_of(position)
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
    assert reported.play("dispute") == position
    assert "out:Wz" in str(reported.play("confirm"))


def test_a_coin_is_called_and_tossed() -> None:
    position = linked("coin").position(JUMP).play("Zc3>e5").play("challenge")
    assert position.draw() is None
    called = position.play("call:h")
    assert called.draw() is not None
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


def test_an_uncovered_row_of_the_other_side_is_offered() -> None:
    text = "e3=Wp,e4=Wp,e5=BppWu,e6=Bpp,e7=Bpp,e8=Bpp w m W:10//B B:10//B 0/0"
    position = Project("menu", gipf_loss="off", punct_vs_gipf="set-aside").position(text)
    position = position.play("e1-e2").play("xw:e2,e3,e4,e5")
    assert position.side == gipfel.BLACK
    assert notation.SLOTS[position.state[rules.SLOT]] == "x"


def test_extra_first_holds_rows_back_in_both_orders() -> None:
    text = "b3=Wp,c4=Wp,d5=Wp,e6=Wpt,e7=Wp,e8=Bp b m W:10//B B:10//B 0/0"
    for rows in ("after-all", "between"):
        game = Project("menu", gipf_loss="off", tamsk_opening_order="extra-first", tamsk_rows=rows)
        position = game.position(text).play("e9-e8")
        assert str(position).split()[1:3] == ["w", "o"]
        assert str(position.play("+0")).split()[1:3] == ["w", "x"]


def test_a_lone_extra_that_takes_the_last_move() -> None:
    game = Project("menu", gipf_loss="off", tamsk_lone_extra="does-not-count")
    position = game.position("b4=Bp,b5=Wpy,c5=Bp,e5=Wpt w o W:0//B B:10//B 0/0").play("+b6-c6")
    assert position.outcome is not None
    assert position.outcome.winner == gipfel.BLACK


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
        ("coin", "w k W:10//B B:10//B 0/0 say:Zc3>e5 budget:*/* | ht", "cannot stand at 'ht'"),
        (OUTSIDE, "w k W:10//B B:10//B 0/0 say:Zc3>e5 budget:*/* | WB", "cannot stand at 'WB'"),
    ],
)
def test_announcements_that_cannot_be(link: str, rest: str, message: str) -> None:
    with pytest.raises(GipfelError, match=message):
        linked(link).position(f"c3=Wpz,d4=Bp {rest}")


# --- Chance ---------------------------------------------------------------------------------------


def test_chance_follows_from_both_secrets() -> None:
    assert Proof("ab" * 16, "cd" * 16).dice("x") == Proof("ab" * 16, "cd" * 16).dice("x")
    rolls = [Proof.fresh().dice("x") for _ in range(3000)]
    for face in range(1, 7):
        assert 380 < sum(roll[0] == face for roll in rolls) < 620
    cards = {Proof.fresh().cards("x") for _ in range(3000)}
    assert {rank for pair in cards for rank in pair} == set(range(2, 15))


def test_a_roll_follows_from_a_seed() -> None:
    position = linked("die").position(JUMP).play("Zc3>e5").play("challenge")
    secrets = [str(position.draw(Random(seed)).proof) for seed in (1, 1, 2)]  # type: ignore[union-attr]
    assert secrets[0] == secrets[1] != secrets[2]
    assert gipfel.game("gipf").start().draw(Random(1)) is None


def test_a_roll_that_does_not_follow_is_refused() -> None:
    position = linked("die").position(JUMP).play("Zc3>e5").play("challenge")
    drawn = position.draw()
    assert drawn is not None
    proof = drawn.proof  # type: ignore[attr-defined]
    right = f"{drawn.text} by {proof}"
    assert position.play(right) == position.play(drawn)
    wrong = "die:1-1" if drawn.text != "die:1-1" else "die:2-2"
    with pytest.raises(GipfelError, match="does not follow from the secrets"):
        position.play(f"{wrong} by {proof}")
    with pytest.raises(NotationError, match="no pair of secrets"):
        position.play(f"{drawn.text} by nonsense")


def test_what_is_not_proven_is_counted_and_half_a_proof_is_refused() -> None:
    game = Playthrough(linked("die").position(JUMP))
    game.play("Zc3>e5")
    game.play("challenge")
    drawn = game.position.draw()
    assert drawn is not None
    game.play(drawn)
    lines = gipfel.write_record(game.record()).splitlines()
    assert game.start.game.unproven(game.decisions) == 0
    bare = "\n".join(line for line in lines if "commits" not in line)
    again = gipfel.replay(gipfel.read_record(bare))
    assert again.start.game.unproven(again.decisions) == 1
    half = "\n".join(line for line in lines if "white commits" not in line)
    with pytest.raises(RecordError, match="one side's secret is missing"):
        gipfel.replay(gipfel.read_record(half))


def test_a_forged_record_is_refused() -> None:
    game = Playthrough(linked("die").position(JUMP))
    game.play("Zc3>e5")
    game.play("challenge")
    drawn = game.position.draw()
    assert drawn is not None
    game.play(drawn)
    text = gipfel.write_record(game.record())
    assert gipfel.replay(gipfel.read_record(text)).position == game.position
    secret = drawn.proof.white  # type: ignore[attr-defined]
    other = "00" * 16
    with pytest.raises(RecordError, match="does not fit what was committed"):
        gipfel.replay(gipfel.read_record(text.replace(secret, other)))
    forged = text.replace(secret, other).replace(commitment(secret), commitment(other))
    try:
        gipfel.replay(gipfel.read_record(forged))
    except RecordError as error:
        assert "does not follow" in str(error)
    else:
        # By chance the other secret gives the same roll; then nothing was gained by it.
        assert forged != text


# --- Random games ---------------------------------------------------------------------------------


def random_menu(chance: Random) -> Project:
    """A project game with all five kinds, links to anything, and random options."""
    options: dict[str, object] = {"pool_white": POOL, "pool_black": POOL}
    for option in OPTIONS:
        if len(option.values) > 1 and not option.name.startswith("link."):
            options[option.name] = chance.choice(option.values)
    options |= {
        "link.mode": chance.choice(("challenge", "must-win")),
        "link.tie": chance.choice(("auto", "use", "deny", "replay")),
        "link.failed": chance.choice(("removed", "inert", "retry")),
        "link.first": chance.choice(("lots-then-alternate", "user", "opponent")),
        "link.scope": chance.choice(("all", "first")),
        "link.challenges": chance.choice(("auto", "unlimited", 1)),
    }
    for letter in KIND_LETTERS:
        options[f"link.{letter}"] = chance.choice(("none", OUTSIDE, *CHANCE, *GAMES))
    if options["link.tie"] == "replay" and "punct" in options.values():
        options["link.tie"] = "deny"  # random PÜNCT always ends in a draw
    if options["base"] == "basic":
        options["gipf_loss"] = "auto"
    return Project("menu", **options)


def choose(position: gipfel.Position, chance: Random) -> gipfel.Decision:
    """Chance where it is due; otherwise mostly loaded pieces, uses and challenges, so that much happens."""
    drawn = position.draw()
    if drawn is not None:
        return drawn
    codes = position.codes
    if contest_of(position) is not None:
        codes = codes[:40]  # the first ones bring pieces in: a PÜNCT game of moves alone never ends
    elif chance.random() < 0.8:
        codes = [code for code in codes if code >= rules.PUSH_LOADED * 42] or codes
    return gipfel.Decision(position, chance.choice(codes))


def random_project_game(seed: int, most: int = 3000) -> Playthrough:
    chance = Random(seed)
    game = Playthrough(random_menu(chance).start())
    while game.position.outcome is None and len(game.decisions) < most:
        game.play(choose(game.position, chance))
    return game


def check_invariants(position: gipfel.Position) -> None:
    """docs/rules/potentials.md 1, at the end of a turn."""
    state = position.state
    for spot in range(len(SPOTS)):
        units = list(notation.units_of(state[rules.CELL + spot]))[::-1]
        for below, unit in pairwise(units):
            used = unit & 7 in (rules.DVONN, rules.PUNCT)
            assert below >> 3 == unit >> 3 or used
    assert state[PIECES] & state[PIECES + 1] == 0


@pytest.mark.parametrize("first", range(0, 500 if os.environ.get("GIPFEL_SOAK") else 150, 25))
def test_random_games_with_links_run_to_their_end(first: int) -> None:
    for seed in range(first, first + 25):
        game = random_project_game(seed)
        outside = [d.position for d in game.decisions if contest_of(d.position) is None]
        assert len({game.start.game.conserved(position.state) for position in outside}) == 1
        for position in outside:
            check_invariants(position)
        assert game.position.outcome is not None


# --- 1. Invariants, which hold with the default options --------------------------------------------


AROUND_THE_CENTRE = (
    "b2=Bp,c3=Wp,d4=Wpt,e2=Wpp,e3=Bp,e4=Bpt,e6=Wpt,e7=Bp,e8=Bpp,f5=Bpt,g5=Wp,h5=Bp "
    "w m W:12/T3/L B:12/T3/L 0/0"
)
"""TAMSK-loaded pieces one push away from the centre: by itself chance rarely brings them there."""


def game_by_default_rules(seed: int) -> Playthrough:
    """A random game whose menu varies the base, the numbers and the links, and no rule."""
    chance = Random(seed)
    kinds = chance.sample(KIND_LETTERS, chance.randint(1, 5))
    options: dict[str, object] = {"base": chance.choice(("tournament", "standard", "basic"))}
    for side in ("white", "black"):
        options[f"pool_{side}"] = "".join(f"{kind}{chance.randint(3, 6)}" for kind in kinds)
    options |= {f"link.{kind}": chance.choice(("none", OUTSIDE, *CHANCE)) for kind in kinds}
    menu = Project("menu", **options)
    game = Playthrough(menu.position(AROUND_THE_CENTRE) if seed % 2 else menu.start())
    while game.position.outcome is None and len(game.decisions) < 1000:
        game.play(choose(game.position, chance))
    return game


def standing_fours(position: gipfel.Position) -> list[str]:
    """Four of a colour next to each other that are not GIPF-pieces only; looked for spot by spot."""
    state = position.state
    fours = [line[i : i + 4] for line in LINES for i in range(len(line) - 3)]
    return [
        " ".join(SPOTS.names[spot] for spot in four)
        for four in fours
        for side in (0, 1)
        if all(state[PIECES + side] & BIT[spot] for spot in four)
        and not all(state[GIPF] & BIT[spot] for spot in four)
    ]


@pytest.mark.parametrize("seed", range(60))
def test_invariants_at_the_end_of_every_turn(seed: int) -> None:
    game = game_by_default_rules(seed)
    along = [*(decision.position for decision in game.decisions), game.position]
    assert len({game.start.game.conserved(position.state) for position in along}) == 1
    for before, after in pairwise(along):
        old, new = before.state, after.state
        for side in (0, 1):
            assert new[rules.STAGE + side] >= old[rules.STAGE + side]
            if old[rules.STAGE + side] == rules.ONLY_GIPF_FIRST:
                assert new[rules.STAGE + side] <= rules.GIPF_STAGE
        check_invariants(after)
        if after.turn > before.turn and after.outcome is None:
            centre = new[rules.CELL + rules.CENTRE]
            own = centre and rules.colour_of(centre) == old[rules.BY]
            assert not (own and rules.load_of(centre) == rules.TAMSK)
            assert not standing_fours(after)


@pytest.mark.parametrize("seed", range(8))
def test_a_saved_game_resumes_anywhere(seed: int) -> None:
    whole = random_project_game(seed)
    chance = Random(seed)
    inside = [i for i, d in enumerate(whole.decisions) if contest_of(d.position) is not None]
    some = chance.sample(range(len(whole.decisions)), min(4, len(whole.decisions)))
    for length in {*some, *inside[:2], *inside[-2:]}:
        part = Playthrough(whole.start)
        for decision in whole.decisions[:length]:
            part.play(decision)
        text = gipfel.write_record(part.record())
        again = gipfel.replay(gipfel.read_record(text))
        assert again.position == part.position
        assert gipfel.write_record(again.record()) == text


def test_positions_with_contests_round_trip() -> None:
    for seed in range(4):
        game = random_project_game(seed)
        for decision in game.decisions[::7]:
            position = decision.position
            assert position.game.position(str(position)) == position


def test_bad_positions() -> None:
    game = Project("ultimate")
    for text, message in (
        ("- w m W:21//G1", "six fields or more"),
        ("z9=Wp w m W:21//G1 B:21//G1 0/0", "there is no spot 'z9'"),
        ("e5=Wq w m W:21//G1 B:21//G1 0/0", "the stack 'Wq'"),
        ("e5=Wpd,e5=Wp w m W:21//G1 B:21//G1 0/0", "stands there twice"),
        ("e5=Wd w m W:21//B B:21//B 0/0", "cannot come about"),
        ("- x m W:21//G1 B:21//G1 0/0", "the side is 'x'"),
        ("- w q W:21//G1 B:21//G1 0/0", "the slot is 'q'"),
        ("- w m W:21/Q2/G1 B:21//G1 0/0", "must be W: with reserve"),
        ("- w m W:21//G1 B:21//G1 zero", "lost basics"),
        ("- w m W:21//G1 B:21//G1 0/0 weather:fine", "is not known here"),
        ("- w k W:21//G1 B:21//G1 0/0", "an announced move"),
        ("- w x W:21//G1 B:21//G1 0/0", "nothing to decide"),
        ("- w m W:21//G1 B:21//G1 0/0 | W x", "none is played"),
    ):
        with pytest.raises(PositionError, match=message):
            game.position(text)


def test_saving_and_resuming_in_a_contest_is_quick() -> None:
    """A sanity bound, far above what benchmarks/project.py measures."""
    game = next(g for g in map(random_project_game, range(20)) if len(g.decisions) > 60)
    begin = time.process_time()
    text = gipfel.write_record(game.record())
    gipfel.replay(gipfel.read_record(text))
    assert time.process_time() - begin < 5
