"""Contests at the terminal."""

import re
import sys
from pathlib import Path

import pytest

import gipfel
from gipfel.cli.play import session, turn_based
from gipfel.project.contests.commit_reveal import commitment
from tests.helpers.command_line import HUMANS, RANDOMS, read_record
from tests.helpers.menus import DICE, DICE_READY

pytestmark = pytest.mark.usefixtures("menu_files")


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_random_players_play_everything_to_the_end(run, seed):
    done = run("terminal", "project", "--menu", "all.toml", *RANDOMS, "--seed", seed, "--save", "game.txt")
    assert (done.code, done.err) == (0, "")
    assert gipfel.replay(read_record("game.txt")).position.outcome is not None
    replayed = run("replay", "game.txt")
    assert replayed.code == 0
    assert replayed.lines[-1] == next(line for line in done.lines if line.startswith("result: "))


def test_a_menu_says_what_has_no_effect(run):
    Path("idle.toml").write_text('preset = "tamsk6"\n[links]\nzertz = "die"\n')
    done = run("terminal", "project", "--menu", "idle.toml", *HUMANS, typed=["quit"])
    assert done.code == 0
    assert done.err == "idle.toml: links.zertz has no effect: nobody has ZÈRTZ-potentials.\n"


def test_a_seed_makes_dice_reproducible(run):
    for name, seed in (("one.txt", 7), ("two.txt", 7), ("three.txt", 8)):
        menu = ("--menu", "dice.toml")
        run("terminal", "project", *menu, *RANDOMS, "--seed", seed, "--save", name)
    assert Path("one.txt").read_bytes() == Path("two.txt").read_bytes() != Path("three.txt").read_bytes()


def play_ready(run, *typed, save="game.txt", players=HUMANS, seed=()):
    more = ("--menu", "dice.toml", "--position", DICE_READY, "--save", save)
    return run("terminal", "project", *more, *players, *seed, typed=typed)


def test_a_roll_is_shown_with_everything_that_proves_it(run):
    done = play_ready(run, "Yd2>d5", "challenge", "quit")
    (line,) = (line for line in done.lines if line.startswith("   die:"))
    proof = re.fullmatch(
        r"   die:([1-6]-[1-6]), by chance: White committed to (\w{64}), revealed (\w{32}); "
        r"Black committed to (\w{64}), revealed (\w{32})",
        line,
    )
    assert proof is not None
    assert (commitment(proof[3]), commitment(proof[5])) == (proof[2], proof[4])
    (contest,) = read_record("game.txt").turns[0].contests
    assert contest.headers["shown"] == proof[1]
    assert run("replay", "game.txt").code == 0


def test_a_roll_without_a_seed_is_a_surprise(run):
    for name in ("one.txt", "two.txt"):
        play_ready(run, "Yd2>d5", "challenge", "quit", save=name)
    one, two = (read_record(name).turns[0].contests[0] for name in ("one.txt", "two.txt"))
    assert one.headers["white commits and reveals"] != two.headers["white commits and reveals"]


def test_a_roll_is_in_the_file_before_anybody_sees_it(run, monkeypatch):
    saved = []

    def show_line(line=""):
        if line.startswith("   die:"):
            saved.append(read_record("game.txt").turns[0].contests[0].headers["shown"] in line)

    monkeypatch.setattr(turn_based, "show_line", show_line)
    play_ready(run, "Yd2>d5", "challenge", "quit")
    assert saved == [True]


def test_undo_takes_chance_back_with_the_decision_before_it(run):
    done = play_ready(run, "Yd2>d5", "challenge", "undo", "allow", "quit", seed=("--seed", "1"))
    assert re.search(r"Took back challenge, die:[1-6]-[1-6]\.", done.out)
    assert [turn.text for turn in read_record("game.txt").turns] == ["Yd2>d5"]


def test_nobody_can_write_down_a_roll(run):
    done = play_ready(run, "Yd2>d5?(die:6-1)", "quit")
    assert "a part of this turn is not yours to decide" in done.out
    assert read_record("game.txt").turns == ()


def test_nobody_answers_for_another_player(run):
    players = ("--white", "human", "--black", "random")
    done = play_ready(run, "Yd2>d5?(die:6-1)", "quit", players=players)
    assert "a part of this turn is not yours to decide" in done.out


def test_a_contest_is_told_and_resumed(run):
    Path("dice.toml").write_text(DICE.replace('"die"', '"zertz blitz"'))
    done = play_ready(run, "Yd2>d5", "challenge", "Wa1", "-a2", "Wa4", seed=("--seed", "1"))
    told = [line for line in done.lines if line.startswith("   ") and "zertz blitz" in line]
    assert [line.split(": ")[1] for line in told] == ["Wa1", "-a2", "Wa4"]
    assert any(line.startswith("   lot:") for line in done.lines)
    again = run("terminal", "project", "--menu", "dice.toml", "--save", "game.txt", typed=["-a3", "quit"])
    assert again.lines[0] == "Resuming the game in game.txt after 0 turns."
    assert [turn.text for turn in read_record("game.txt").turns[0].contests[0].turns] == ["Wa1,a2", "Wa4,a3"]


def test_a_game_of_another_menu_is_not_resumed(run):
    play_ready(run, "a1-b2", "quit")
    Path("dice.toml").write_text(DICE + 'tie = "deny"\n')
    done = run("terminal", "project", "--menu", "dice.toml", "--save", "game.txt")
    assert done.err == "gipfel: will not overwrite game.txt: the game in it has link.tie=auto\n"


def test_random_players_do_not_contest_for_ever(run, monkeypatch):
    monkeypatch.setattr(session, "MOST_DECISIONS", 5)
    done = run("terminal", "project", "--menu", "dice.toml", *RANDOMS, "--seed", 1)
    assert "result: * unfinished after 5 turns" in done.lines


def test_it_stays_light(run, monkeypatch):
    """Neither looking at a game nor a plain game at the terminal loads what belongs to contests."""
    for name in [name for name in sys.modules if name.startswith("gipfel.project.")]:
        monkeypatch.delitem(sys.modules, name)
    assert run("terminal", "gipf", *RANDOMS, "--seed", 1).code == 0
    assert not [name for name in sys.modules if name.startswith("gipfel.project.")]


def test_the_story_tells_all_contests(run):
    done = play_ready(run, "story", "Yd2>d5", "story", "challenge", "story", "quit", seed=("--seed", 1))
    assert done.lines.count("No contest has been played yet.") == 2
    listed = done.lines.index("1. Turn 1, die: White wants to use the YINSH-potential from d2 to d5.")
    assert re.fullmatch(r"   White has \d, Black has \d\. .*YINSH-potential .*\.", done.lines[listed + 1])
    again = run("replay", "game.txt", "--story")
    assert done.lines[listed : listed + 2] == again.lines[-3:-1]


def test_the_story_tells_a_contest_with_its_turns(run):
    menu = '[potentials]\nboth = { yinsh = 3 }\n[links]\nyinsh = "zertz blitz"\nfirst = "opponent"\n'
    Path("zertz.toml").write_text(menu)
    more = ("--menu", "zertz.toml", "--position", DICE_READY.removesuffix(" budget:*/*"), *HUMANS)
    typed = ("Yd2>d5", "1", "1", "story 1", "resign", "story 1", "story 2", "quit")
    done = run("terminal", "project", *more, "--save", "game.txt", typed=typed)
    assert done.code == 0
    assert "Who plays White in the main game is Player 2 here." in " ".join(done.lines)
    assert done.lines.count("   Black began. It goes on.") == 1
    assert done.lines.count("   Played by Black as Player 1 and White as Player 2:") == 2
    (first, *_) = read_record("game.txt").turns[0].contests[0].turns
    assert done.lines.count(f"   1. Black: {first.text}") == 2
    assert any(line.startswith("   Black began. White ") for line in done.lines)
    assert "there is no contest 2; the list goes from 1 to 1" in done.lines


@pytest.mark.parametrize(
    ("black", "remark", "prompt"),
    [
        ("human", "The colours are swapped in this contest.", "White> "),
        ("random", "You are Black here.", "Black> "),
    ],
)
def test_nobody_is_called_by_the_colour_of_the_main_game(run, black, remark, prompt):
    menu = '[potentials]\nboth = { yinsh = 3 }\n[links]\nyinsh = "gipf"\nfirst = "opponent"\n'
    Path("swapped.toml").write_text(menu)
    more = ("--menu", "swapped.toml", "--position", DICE_READY.removesuffix(" budget:*/*"), "--black", black)
    done = run("terminal", "project", *more, "--white", "human", "--seed", 1, typed=("Yd2>d5", "quit"))
    assert done.code == 0
    shown = " ".join(done.lines)
    assert re.search(rf"GIPF contest\. [^.]+\. {remark}", shown)
    assert "Black is White" not in shown
    assert any(line.startswith(prompt) for line in done.lines)


def test_an_engine_believes_what_is_reported(run):
    Path("ludo.toml").write_text('[potentials]\nboth = { yinsh = 3 }\n[links]\nyinsh = "outside ludo"\n')
    more = ("--menu", "ludo.toml", "--position", DICE_READY.removesuffix(" budget:*/*"))
    typed = ("Yd2>d5", "report:W", "quit")
    done = run("terminal", "project", *more, "--white", "human", "--black", "level:1", typed=typed)
    asked = "White: report who has won ludo. The engine was not there: it trusts what you report."
    assert asked in " ".join(done.lines)
    assert "   Black (outside ludo): confirm" in done.lines


GIVES_UP = "A basic piece sends all 3 waiting potentials out of the game. Is this what you want (yes or no)?"


def test_giving_up_potentials_is_asked_once(run):
    """Each side is asked once; a no leaves everything as it is."""
    ready = "e2=Wpp,e8=Bpp w m W:10/Y3/L B:10/Y3/L 0/0 budget:*/*"
    typed = ("b1-b2", "no", "b1-b2", "a1-b2", "yes", "undo", "a1-b2", "c1-c2", "quit")
    more = ("--menu", "dice.toml", "--position", ready, "--save", "game.txt")
    done = run("terminal", "project", *more, *HUMANS, typed=typed)
    assert " ".join(done.lines).count(GIVES_UP) == 2
    assert done.lines.count("Nothing was played. You will not be asked again.") == 1
    assert [turn.text for turn in read_record("game.txt").turns] == ["a1-b2", "a1-b2", "b1-c2"]


def play_zertz(run, *typed, black="human", tie="use"):
    """White's use of a potential at d2 has to be won in a game of ZÈRTZ, which White begins."""
    links = f'[links]\nyinsh = "zertz blitz"\nfirst = "user"\ntie = "{tie}"\n'
    Path("zertz.toml").write_text("[potentials]\nboth = { yinsh = 3 }\n" + links)
    more = ("--menu", "zertz.toml", "--position", DICE_READY.removesuffix(" budget:*/*"))
    players = ("--white", "human", "--black", black)
    return run("terminal", "project", *more, *players, "--save", "game.txt", typed=("Yd2>d5", *typed, "quit"))


def test_two_people_agree_on_a_tie_of_a_contest(run):
    done = play_zertz(run, "tie", "tie")
    assert done.code == 0
    assert "agree:=" in " ".join(done.lines)
    assert "No contest is being played." in done.lines
    (contest,) = read_record("game.txt").turns[0].contests
    assert contest.result == "1/2-1/2"


@pytest.mark.parametrize(
    ("tie", "accepts"),
    [
        pytest.param("use", False, id="it would not serve the opponent"),
        pytest.param("deny", True, id="it serves the opponent"),
    ],
)
def test_an_engine_accepts_a_tie_that_serves_it(run, tie, accepts):
    done = play_zertz(run, "tie", black="random", tie=tie)
    assert ("random declines the tie." in done.lines) == (not accepts)
    assert ("agree:=" in " ".join(done.lines)) == accepts


def test_nobody_gives_a_contest_up_for_the_engine(run):
    done = play_zertz(run, "forfeit:B", "agree:=", "forfeit:W", black="random")
    refused = "is not yours to decide; write resign, or tie to offer a tie"
    assert [line for line in done.lines if refused in line] == [f"forfeit:B {refused}", f"agree:= {refused}"]
    (contest,) = read_record("game.txt").turns[0].contests
    assert contest.result == "0-1"
