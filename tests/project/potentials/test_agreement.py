"""What players agree on before a project game (docs/rules/potentials.md 3), and what each option changes."""

import pytest

import gipfel
from gipfel import OptionError
from gipfel.project.potentials import notation, rules
from gipfel.project.potentials.game import Project

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
    game = Project("twelve", **{"link.mode": "challenge"})
    assert str(game.start()).endswith("budget:3/3")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"base": "giant"}, "option base cannot be 'giant'; allowed: tournament, standard, basic"),
        ({"pool_white": "Q3"}, "option pool_white cannot be 'Q3'"),
        ({"link.T": "chess"}, "option link.T cannot be 'chess'; allowed: auto, none, die, coin"),
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
