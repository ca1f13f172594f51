"""Menus on the command line: the command `menu`, `--menu` everywhere, and contests at the terminal."""

import io
import re
import sys
from pathlib import Path

import pytest

import gipfel
from gipfel.cli import main
from gipfel.cli.play import session, turn_based
from gipfel.project.contests.commit_reveal import commitment
from gipfel.project.potentials.agreement import PRESETS

DICE = '[potentials]\nboth = { yinsh = 3 }\n[links]\nyinsh = "die"\nchallenges = "unlimited"\n'
READY = "d2=Wpy,d6=Bp,d7=Wpp,e2=Bpp w m W:10//B B:10//B 0/0 budget:*/*"
"""White has a YINSH-potential to use."""
RANDOMS = ("--white", "random", "--black", "random")
HUMANS = ("--white", "human", "--black", "human")


class Run:
    """What a command did."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err
        self.lines = out.splitlines()


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Run a command in a folder with some menus, with lines typed on the keyboard."""
    monkeypatch.chdir(tmp_path)
    Path("dice.toml").write_text(DICE)
    Path("plain.toml").write_text('game = "gipf"\nversion = "tournament"\n')
    Path("all.toml").write_text(
        'title = "All"\npreset = "ultimate"\n[links]\nchallenges = "unlimited"\n'
        'tamsk = "coin"\nzertz = "zertz blitz"\ndvonn = "highcard"\nyinsh = "die"\npunct = "outside"\n'
    )
    Path("bad.toml").write_text('title = "x"\nbaze = 1\n')

    def run(*argv, typed=()):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        code = main([str(arg) for arg in argv])
        return Run(code, *capsys.readouterr())

    return run


def record(name: str) -> gipfel.Record:
    return gipfel.read_record(Path(name).read_text(encoding="utf-8"))


# --- The command `menu` -------------------------------------------------------------------------------


def test_alone_it_explains(run):
    done = run("menu")
    assert (done.code, done.err) == (0, "")
    assert all(preset in done.out for preset in PRESETS)
    assert "tamsk_rows" in done.out
    assert "gipfel terminal project --menu FILE" in done.lines[-1]


def test_it_has_help_with_an_example(run):
    assert "Example: gipfel menu" in run("menu", "--help").out


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_printed_ready_for_a_file(run, preset):
    Path("new.toml").write_text(run("menu", "--preset", preset).out, encoding="utf-8")
    assert gipfel.menu("new.toml").game() == gipfel.game("project", preset)
    assert run("menu", "new.toml").lines[0] == f"GIPF with potentials, preset {preset}"


def test_a_file_is_checked(run):
    assert run("menu", "all.toml").lines == [
        "All",
        "GIPF with potentials, preset ultimate",
        "Base: GIPF tournament",
        "White: 21 basic pieces, 3 TAMSK, 3 ZÈRTZ, 3 DVONN, 3 YINSH, 3 PÜNCT potentials",
        "Black: 21 basic pieces, 3 TAMSK, 3 ZÈRTZ, 3 DVONN, 3 YINSH, 3 PÜNCT potentials",
        "Links: TAMSK to coin, ZÈRTZ to zertz blitz, DVONN to highcard, YINSH to die, PÜNCT to outside; "
        "White may challenge without limit, Black without limit",
        "Clock: none",
        "Play it with: gipfel terminal project --menu all.toml",
    ]
    assert run("menu", "plain.toml").lines[-1] == "Play it with: gipfel terminal gipf --menu plain.toml"


BAD_INPUT = {
    "menu bad.toml": 'bad.toml: line 2: there is no "baze" in a menu; did you mean "base"?',
    "menu missing.toml": "missing.toml: cannot be read: No such file or directory",
    "menu .": ".: cannot be read: Is a directory",
    "menu --preset ultimat": 'preset cannot be "ultimat"; did you mean "ultimate"?',
    "menu dice.toml --preset dice": "name a file to check or a preset to print, not both",
    "show project --menu bad.toml": "bad.toml: line 2: ",
    "moves project --menu missing.toml": "missing.toml: cannot be read",
    "moves gipf --menu dice.toml": "dice.toml: the menu is one of project menu, not of gipf",
    "moves project --menu plain.toml": "plain.toml: the menu is one of gipf tournament, not of project",
    "moves gipf --version basic --menu plain.toml": "the menu is one of gipf tournament, not of gipf basic",
    "show project --menu dice.toml --option base=basic": "the menu has base=tournament, not basic",
    "show project --menu dice.toml --option colour=red": "project has no option 'colour'",
    "perft gipf --menu dice.toml --depth 1": "the menu is one of project menu, not of gipf",
    "perft project --menu dice.toml --depth 1 --position x": "",
    "terminal gipf --menu dice.toml": "the menu is one of project menu, not of gipf",
    "terminal project --menu bad.toml --save new.txt": "bad.toml: line 2: ",
    "bench --menu dice.toml": "name the one game of the menu",
    "bench gipf yinsh --menu plain.toml": "name the one game of the menu",
    "bench project:dice --menu dice.toml": "the menu is one of project menu, not of project dice",
}


@pytest.mark.parametrize("command", BAD_INPUT)
def test_bad_input_is_one_line(run, command):
    done = run(*command.split())
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("gipfel: ")
    assert done.err.count("\n") == 1
    assert BAD_INPUT[command] in done.err
    assert not Path("new.txt").exists()


# --- The game comes from the menu ---------------------------------------------------------------------


def test_show_and_moves(run):
    start = gipfel.menu("dice.toml").game().start()
    assert run("show", "project", "--menu", "dice.toml").lines[-1] == str(start)
    assert run("moves", "project", "--menu", "dice.toml").lines == [d.text for d in start.decisions()]
    assert len(run("moves", "gipf", "--menu", "plain.toml").lines) == 18
    shown = run("moves", "project", "--menu", "dice.toml", "--position", READY)
    assert "Yd2>d5" in shown.lines


def test_what_is_said_twice_must_only_fit(run):
    fits = ("--menu", "plain.toml", "--version", "tournament")
    assert run("moves", "gipf", *fits).code == 0
    assert run("moves", "project", "--menu", "dice.toml", "--option", "pool_white=Y3").code == 0


def test_perft_and_bench(run):
    assert run("perft", "gipf", "--menu", "plain.toml", "--depth", 2).out == "1\t18\n2\t348\n"
    assert run("perft", "project", "--menu", "all.toml", "--depth", 2).out == "1\t18\n2\t348\n"
    done = run("bench", "gipf", "--menu", "plain.toml", "--seconds", 0.01, "--json")
    assert done.code == 0
    assert '"gipf"' in done.out


# --- Contests at the terminal -------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_random_players_play_everything_to_the_end(run, seed):
    done = run("terminal", "project", "--menu", "all.toml", *RANDOMS, "--seed", seed, "--save", "game.txt")
    assert (done.code, done.err) == (0, "")
    assert gipfel.replay(record("game.txt")).position.outcome is not None
    replayed = run("replay", "game.txt")
    assert replayed.code == 0
    assert replayed.lines[-1] == next(line for line in done.lines if line.startswith("result: "))


def test_a_seed_makes_dice_reproducible(run):
    for name, seed in (("one.txt", 7), ("two.txt", 7), ("three.txt", 8)):
        menu = ("--menu", "dice.toml")
        run("terminal", "project", *menu, *RANDOMS, "--seed", seed, "--save", name)
    assert Path("one.txt").read_bytes() == Path("two.txt").read_bytes() != Path("three.txt").read_bytes()


def play_ready(run, *typed, save="game.txt", players=HUMANS, seed=()):
    more = ("--menu", "dice.toml", "--position", READY, "--save", save)
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
    (contest,) = record("game.txt").turns[0].contests
    assert contest.headers["shown"] == proof[1]
    assert run("replay", "game.txt").code == 0


def test_a_roll_without_a_seed_is_a_surprise(run):
    for name in ("one.txt", "two.txt"):
        play_ready(run, "Yd2>d5", "challenge", "quit", save=name)
    one, two = (record(name).turns[0].contests[0] for name in ("one.txt", "two.txt"))
    assert one.headers["white commits and reveals"] != two.headers["white commits and reveals"]


def test_a_roll_is_in_the_file_before_anybody_sees_it(run, monkeypatch):
    saved = []

    def say(line=""):
        if line.startswith("   die:"):
            saved.append(record("game.txt").turns[0].contests[0].headers["shown"] in line)

    monkeypatch.setattr(turn_based, "say", say)
    play_ready(run, "Yd2>d5", "challenge", "quit")
    assert saved == [True]


def test_undo_takes_chance_back_with_the_decision_before_it(run):
    done = play_ready(run, "Yd2>d5", "challenge", "undo", "allow", "quit", seed=("--seed", "1"))
    assert re.search(r"Took back challenge, die:[1-6]-[1-6]\.", done.out)
    assert [turn.text for turn in record("game.txt").turns] == ["Yd2>d5"]


def test_nobody_can_write_down_a_roll(run):
    done = play_ready(run, "Yd2>d5?(die:6-1)", "quit")
    assert "a part of this turn is not yours to decide" in done.out
    assert record("game.txt").turns == ()


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
    assert [turn.text for turn in record("game.txt").turns[0].contests[0].turns] == ["Wa1,a2", "Wa4,a3"]


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
