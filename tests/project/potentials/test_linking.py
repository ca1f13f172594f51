"""Which kinds are linked to what, and how (docs/rules/potentials.md 3, 9.1, 9.2, 9.4 and 9.5)."""

import pickle

import pytest

import gipfel
from gipfel import GipfelError
from gipfel.engine.protocol.grammar import read_new, write_new
from gipfel.project.potentials import linking
from gipfel.project.potentials.agreement import PRESETS
from gipfel.project.potentials.game import Project
from tests.helpers.linked_games import JUMP, linked

LIKE_NAMED = {
    "link.T": "tamsk level1",
    "link.Z": "zertz basic",
    "link.D": "dvonn standard",
    "link.Y": "yinsh standard",
    "link.P": "punct standard",
}
FREE = dict.fromkeys(LIKE_NAMED, "none")
DIE = dict.fromkeys(LIKE_NAMED, "die")


def links(game: gipfel.Game) -> dict[str, str]:
    """What each kind is linked to."""
    return {name: str(game.options[name]) for name in LIKE_NAMED}


def some(*letters: str) -> dict[str, str]:
    """These kinds are linked to their like-named games, the others are free."""
    return {**FREE, **{f"link.{letter}": LIKE_NAMED[f"link.{letter}"] for letter in letters}}


# --- 3. Presets -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "basics", "pool", "mode", "linked_to", "challenges", "loss"),
    [
        ("tamsk6", 18, "T6", "off", FREE, "auto", "either"),
        ("one-kind", 18, "Z6", "off", FREE, "auto", "either"),
        ("twelve", 18, "T6Z6", "off", FREE, "auto", "either"),
        ("ultimate", 21, "T3Z3D3Y3P3", "off", FREE, "auto", "both"),
        ("dice", 21, "T3Z3D3Y3P3", "challenge", DIE, "unlimited", "both"),
        ("one-shot", 18, "Z6", "challenge", some("Z"), 1, "either"),
        ("evening", 18, "T3Z3", "must-win", some("T", "Z"), "auto", "either"),
        ("odyssey", 21, "T3Z3D3Y3P3", "must-win", LIKE_NAMED, "auto", "both"),
        ("menu", 18, "", "off", FREE, "auto", "either"),
    ],
)
def test_the_table_of_presets(preset, basics, pool, mode, linked_to, challenges, loss):
    game = gipfel.game("project", preset)
    assert str(game.start()).split(" budget:")[0] == f"- w m W:{basics}/{pool}/G1 B:{basics}/{pool}/G1 0/0"
    assert (game.options["link.mode"], links(game)) == (mode, linked_to)
    assert game.options["link.challenges"] == challenges
    assert game.options["ultimate_loss"] == loss


def test_all_presets_are_in_the_table():
    assert [*PRESETS] == [
        *("tamsk6", "one-kind", "twelve", "ultimate", "dice", "one-shot", "evening", "odyssey", "menu")
    ]


# --- 9.1 and 9.2 ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "options", "mode", "linked_to"),
    [
        # L-1: whatever is linked must be won, unless something else is said.
        ("ultimate", {"link.Z": "die"}, "must-win", {**FREE, "link.Z": "die"}),
        ("ultimate", {"link.Z": "die", "link.mode": "challenge"}, "challenge", {**FREE, "link.Z": "die"}),
        ("ultimate", {"link.Z": "none"}, "off", FREE),
        # A mode without any link links all kinds in play.
        ("ultimate", {"link.mode": "must-win"}, "must-win", LIKE_NAMED),
        ("ultimate", {"link.mode": "challenge"}, "challenge", LIKE_NAMED),
        ("twelve", {"link.mode": "challenge"}, "challenge", some("T", "Z")),
        ("menu", {"link.mode": "must-win"}, "must-win", FREE),
        ("menu", {"link.mode": "must-win", "pool_black": "D3"}, "must-win", some("D")),
        # A kind that is excepted is not linked, so that the others are.
        ("ultimate", {"link.mode": "must-win", "link.Y": "none"}, "must-win", some("T", "Z", "D", "P")),
        # As soon as one kind is named, the others are free.
        ("ultimate", {"link.mode": "must-win", "link.T": "coin"}, "must-win", {**FREE, "link.T": "coin"}),
        # A kind that is added to a preset with a mode is linked as well.
        ("evening", {"pool_white": "T3Z3D3"}, "must-win", some("T", "Z", "D")),
        ("one-shot", {"pool_black": "Z3Y3"}, "challenge", some("Z", "Y")),
        ("evening", {"pool_white": "T3Z3D3", "link.D": "none"}, "must-win", some("T", "Z")),
        ("evening", {"link.T": "die"}, "must-win", {**some("Z"), "link.T": "die"}),
        ("evening", {"pool_black": "T3Z3P3", "link.Z": "none"}, "must-win", some("T", "P")),
        ("dice", {"link.T": "coin"}, "challenge", {**DIE, "link.T": "coin"}),
        ("dice", {"link.mode": "must-win"}, "must-win", DIE),
        # Off is off.
        ("evening", {"link.mode": "off"}, "off", FREE),
        ("ultimate", {"link.mode": "off", "link.T": "die"}, "off", {**FREE, "link.T": "die"}),
        ("odyssey", {"link.mode": "auto"}, "must-win", LIKE_NAMED),
    ],
)
def test_what_is_left_open(preset, options, mode, linked_to):
    game = Project(preset, **options)
    assert (game.options["link.mode"], links(game)) == (mode, linked_to)
    assert Project(preset, **game.options) == game
    assert Project(preset, **game.changed_options) == game
    assert Project(preset, **game.written_options) == game
    assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.parametrize(
    ("bare", "meant"),
    [
        ("punct", "punct standard"),
        ("gipf", "gipf standard"),
        ("tamsk", "tamsk level1"),
        ("tzaar", "tzaar random"),
        ("zertz", "zertz basic"),
        ("dvonn", "dvonn standard"),
        ("yinsh", "yinsh standard"),
        ("punct basic", "punct basic"),
    ],
)
def test_a_game_without_a_version(bare, meant):
    assert Project("menu", **{"link.T": bare}).options["link.T"] == meant


@pytest.mark.parametrize(
    ("link", "meant"),
    [
        ("zertz tournament", "zertz tournament"),
        ("gipf basic extra_black=2", "gipf basic extra_black=2"),
        (" gipf  basic   extra_black=2 extra_white=0", "gipf basic extra_black=2"),
        ("zertz collusion=both-lose", "zertz basic collusion=both-lose"),
    ],
)
def test_a_link_can_have_options(link, meant):
    game = linked(link)
    assert game.options["link.Z"] == meant
    assert linked(meant) == game
    contest = game.position(JUMP).play("Zc3>e5").play("challenge").contest
    assert contest is not None
    assert contest.name == meant


@pytest.mark.parametrize(
    ("link", "problem"),
    [
        ("gipf basic extra_black=99", "option extra_black cannot be"),
        ("gipf extra_black=2", "gipf standard has no option 'extra_black'"),
        ("gipf basic extra_black", "must be an option like name=value"),
        ("gipf basic extra_black=1 extra_black=2", "must be an option like name=value, given once"),
        ("gipf basic self=1", "gipf basic has no option 'self'"),
        ("gipf giant", "gipf has no version 'giant'"),
    ],
)
def test_bad_options_of_a_link(link, problem):
    with pytest.raises(GipfelError, match=f"option link.Z: .*{problem}"):
        linked(link)


def test_the_options_of_a_link_are_in_the_record():
    game = linked("gipf basic extra_black=2")
    play = gipfel.Playthrough(game.position(JUMP))
    for text in ("Zc3>e5", "challenge", "lot:W", "e1-e3"):
        play.play(text)
    text = gipfel.write_record(play.record())
    assert "option link.Z: gipf basic extra_black=2\n" in text
    assert "| contest: gipf basic extra_black=2\n" in text
    again = gipfel.replay(gipfel.read_record(text))
    assert again.position == play.position
    assert again.position.played.game == gipfel.game("gipf", "basic", extra_black=2)


# --- 9.2: different links for each player, and games outside ----------------------------------------


BOTH_CAN_JUMP = "c3=Wpz,d4=Bp,f4=Bpz,f5=Wp w m W:10//B B:10//B 0/0"


def test_each_player_wins_his_own_game():
    game = linked("die", **{"link.mode": "must-win", "link.black.Z": "coin"})
    assert game.position(BOTH_CAN_JUMP).play("Zc3>e5").contest.name == "die"
    black = game.position(BOTH_CAN_JUMP.replace(" w ", " b "))
    assert black.play("Zf4>f6").contest.name == "coin"


def test_one_player_is_free():
    game = linked("none", **{"link.mode": "must-win", "link.white.Z": "die"})
    assert game.options["link.black.Z"] == "shared"
    assert game.position(BOTH_CAN_JUMP).play("Zc3>e5").contest is not None
    assert game.position(BOTH_CAN_JUMP.replace(" w ", " b ")).play("Zf4>f6").turn == 1
    with pytest.raises(GipfelError, match="Z-potentials are not linked"):
        game.position(f"{BOTH_CAN_JUMP.replace(' w m', ' b k')} say:Zf4>f6")


def test_each_player_has_his_own_number_of_challenges():
    game = linked("die", **{"link.white.challenges": "0", "link.black.challenges": "2"})
    assert game.options["link.challenges"] == "auto"
    assert "budget:0/2" in str(game.start())
    assert game.position(BOTH_CAN_JUMP).play("Zc3>e5").side == gipfel.BLACK
    assert game.position(BOTH_CAN_JUMP.replace(" w ", " b ")).play("Zf4>f6").turn == 1


def test_who_began_is_remembered_by_game():
    """White's ZÈRTZ and Black's YINSH are linked to one game, so they share who began it."""
    links = {"link.Z": "gipf basic", "link.black.Z": "dvonn", "link.black.Y": "gipf basic"}
    game = linked("none", **{"link.mode": "must-win", **links})
    position = game.position(BOTH_CAN_JUMP).play("Zc3>e5").play("lot:B")
    assert "began:wZ=b,bY=b" in str(position)
    assert game.position(str(position)) == position
    assert game.position(f"{BOTH_CAN_JUMP} began:wZ=b") == game.position(f"{BOTH_CAN_JUMP} began:bY=b")
    with pytest.raises(GipfelError, match="both sides as the one that began gipf"):
        game.position(f"{BOTH_CAN_JUMP} began:wZ=b,bY=w")


@pytest.mark.parametrize(
    ("preset", "options", "mode", "white", "black"),
    [
        ("ultimate", {"link.white.Z": "die"}, "must-win", {"Z": "die"}, {}),
        ("ultimate", {"link.white.Z": "die", "link.mode": "off"}, "off", {"Z": "die"}, {}),
        (
            "evening",
            {"link.white.Z": "none"},
            "must-win",
            {"T": "tamsk level1"},
            {"T": "tamsk level1", "Z": "zertz basic"},
        ),
        (
            "twelve",
            {"link.mode": "challenge", "link.black.T": "none"},
            "challenge",
            {"T": "tamsk level1", "Z": "zertz basic"},
            {"Z": "zertz basic"},
        ),
        (
            "dice",
            {"link.black.D": "coin"},
            "challenge",
            dict.fromkeys("TZDYP", "die"),
            {**dict.fromkeys("TZDYP", "die"), "D": "coin"},
        ),
    ],
)
def test_what_is_left_open_for_one_player(preset, options, mode, white, black):
    game = Project(preset, **options)
    assert game.options["link.mode"] == mode
    for side, expected in ((0, white), (1, black)):
        found = {letter: linking.link_of(game.options, letter, side) for letter in "TZDYP"}
        assert found == {**dict.fromkeys("TZDYP", "none"), **expected}
    assert Project(preset, **game.options) == game
    assert Project(preset, **game.changed_options) == game
    assert Project(preset, **game.written_options) == game


def test_a_record_with_different_links():
    game = linked("die", **{"link.mode": "must-win", "link.black.Z": "outside ludo"})
    play = gipfel.Playthrough(game.position(BOTH_CAN_JUMP.replace(" w ", " b ")))
    for text in ("Zf4>f6", "report:B", "confirm"):
        play.play(text)
    text = gipfel.write_record(play.record())
    assert "option link.white.Z: die\n" in text
    assert "option link.black.Z: outside ludo\n" in text
    assert "| contest: outside ludo\n" in text
    assert "Zf4>f6?(outside:B)" in text
    assert gipfel.replay(gipfel.read_record(text)).position == play.position


@pytest.mark.parametrize(
    ("link", "meant", "title"),
    [
        ("outside", "outside", "outside game"),
        ("outside ludo", "outside ludo", "ludo"),
        (
            " outside   Mensch ärgere dich nicht ",
            "outside Mensch ärgere dich nicht",
            "Mensch ärgere dich nicht",
        ),
        ("outside شطرنج", "outside شطرنج", "شطرنج"),
        ("outside {side} | x: y", "outside {side} | x: y", "{side} | x: y"),
    ],
)
def test_a_game_outside_has_a_name(link, meant, title):
    game = linked(link, **{"link.mode": "must-win"})
    assert game.options["link.Z"] == meant
    play = gipfel.Playthrough(game.position(JUMP))
    contest = play.play("Zc3>e5").position.play("Zc3>e5").contest
    assert (contest.name, contest.title, contest.id) == (meant, title, "outside")
    if title != "outside game":
        assert play.position.task == f"White: report who has won {title}."
    for text in ("report:W", "confirm"):
        play.play(text)
    text = gipfel.write_record(play.record())
    assert gipfel.replay(gipfel.read_record(text)).position == play.position
    assert read_new(write_new(game).removeprefix("new ")) == (
        *("project", "menu"),
        {name: str(value) for name, value in game.written_options.items()},
    )


@pytest.mark.parametrize("name", ["a#b", 'a"b', "x" * 41])
def test_bad_names_of_games_outside(name):
    with pytest.raises(GipfelError, match="the name of a game outside has 1 to 40 letters"):
        linked(f"outside {name}")


def test_outside_of_links_the_first_version_stays_the_default():
    assert (gipfel.game("punct").version, gipfel.game("gipf").version) == ("basic", "basic")


# --- 9.4 and 9.5 ----------------------------------------------------------------------------------


@pytest.mark.parametrize("link", ["die:4-4", "highcard:9-9"])
@pytest.mark.parametrize(
    ("options", "used"),
    [
        ({}, False),
        ({"link.mode": "must-win"}, False),
        ({"link.mode": "challenge"}, True),
        ({"link.mode": "must-win", "link.tie": "use"}, True),
        ({"link.mode": "challenge", "link.tie": "deny"}, False),
    ],
)
def test_a_tie(link, options, used):
    game = linked(link.partition(":")[0], **{"link.mode": "auto", **options})
    position = game.position(JUMP).play("Zc3>e5")
    if game.options["link.mode"] == "challenge":
        position = position.play("challenge")
    assert ("e5=Wz" in str(position.play(link))) == used


def test_must_win_asks_nobody():
    position = Project("evening", gipf_loss="off").position(JUMP).play("Zc3>e5")
    assert position.contest is not None
    assert position.contest.name == "zertz basic"


# --- What is written down -------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_mode_links_and_loss_are_written_in_full(preset):
    game = gipfel.game("project", preset)
    headers = gipfel.Playthrough(game.start()).record().headers
    assert headers["option link.mode"] == game.options["link.mode"]
    assert headers["option ultimate_loss"] == game.options["ultimate_loss"]
    if game.options["link.mode"] != "off":
        assert {name: headers[f"option {name}"] for name in LIKE_NAMED} == links(game)


def test_few_options_are_shown():
    assert repr(Project("evening")) == "gipfel.game('project', 'evening')"
    assert Project("tamsk6", **{"link.T": "die"}).changed_options == {
        "link.mode": "must-win",
        "link.T": "die",
    }


# --- Format 1 -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "options", "meant"),
    [
        ("ultimate", {}, {"ultimate_loss": "either", "link.mode": "off", **FREE}),
        ("ultimate", {"ultimate_loss": "both"}, {"ultimate_loss": "both"}),
        ("dice", {}, {"ultimate_loss": "either", "link.mode": "challenge", **DIE}),
        ("dice", {"link.T": "none"}, {**DIE, "link.T": "none"}),
        ("one-shot", {}, {"link.mode": "challenge", **FREE, "link.Z": "zertz basic"}),
        ("twelve", {"link.T": "die"}, {"link.mode": "challenge", **FREE, "link.T": "die"}),
        ("twelve", {"link.mode": "must-win"}, {"link.mode": "must-win", **FREE}),
        ("menu", {"link.P": "punct"}, {"link.mode": "challenge", **FREE, "link.P": "punct basic"}),
        ("menu", {"link.P": " gipf "}, {**FREE, "link.P": "gipf basic"}),
        ("menu", {"link.P": "tzaar"}, {**FREE, "link.P": "tzaar fixed"}),
        ("menu", {"link.P": "punct standard"}, {**FREE, "link.P": "punct standard"}),
    ],
)
def test_options_of_format_1(preset, options, meant):
    game = Project(preset, **Project.upgraded_options(1, preset, options))
    assert {name: game.options[name] for name in meant} == meant


def test_a_record_of_format_1_by_hand():
    text = "Gipfel record 1\ngame: project\nversion: menu\noption link.P: punct\nresult: *\n"
    game = gipfel.replay(gipfel.read_record(text)).start.game
    assert (game.options["link.P"], game.options["link.mode"]) == ("punct basic", "challenge")
    today = gipfel.replay(gipfel.read_record(text.replace("record 1", "record 2"))).start.game
    assert (today.options["link.P"], today.options["link.mode"]) == ("punct standard", "must-win")


def test_bad_options_of_format_1():
    text = "Gipfel record 1\ngame: project\nversion: {}\nresult: *\n"
    for version in ("nonsense", "dice\noption link.T: chess", "dice\noption link.Q: die"):
        with pytest.raises(GipfelError, match="in the header"):
            gipfel.replay(gipfel.read_record(text.format(version)))


# --- 8.5 ------------------------------------------------------------------------------------------


UNCOVERED = "b2=Wpp,b4=Bp,c4=Bp,d4=Bp,e2=Wp,e3=Wp,e4=BpWd,e6=Bpp,h5=Wpy w m W:9//B B:0//B 0/0"
"""White's row takes Black's last GIPF-piece, and then Black has a row (X35)."""


@pytest.mark.parametrize(("loss", "over"), [("either", True), ("both", False)])
def test_the_loss_is_tested_at_once_or_at_the_end_of_the_turn(loss, over):
    position = Project("menu", ultimate_loss=loss).position(UNCOVERED)
    position = position.play("Yh5>e5").play("xw:e2,e3,e4,e5,e6")
    assert (position.outcome is not None) == over
    assert position.game.position(str(position)).outcome == position.outcome
    if not over:
        position = position.play("xb:b4,c4,d4,e4")
        assert (position.turn, position.outcome) == (1, None)
        assert "B:4//B" in str(position)


def test_with_both_a_player_without_both_has_lost_whatever_else_there_is():
    """Black has a DVONN-potential to use, but neither a GIPF-piece nor basic pieces in reserve."""
    text = "b2=Wpp,c5=Bpd,c6=Wp,e2=Wp,e3=Wp,e4=Wp,e6=Bpp,h5=Wpy w m W:9//B B:0//B 0/0"
    game = Project("menu", ultimate_loss="both")
    position = game.position(text).play("Yh5>e5")
    assert position.outcome is None
    outcome = position.play("xw:e2,e3,e4,e5,e6").outcome
    assert outcome is not None
    assert outcome.winner == gipfel.WHITE
