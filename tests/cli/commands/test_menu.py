"""The command `menu`, and `--menu` of other commands."""

import re
from pathlib import Path

import pytest

import gipfel
from gipfel.games.core.names import version_title
from gipfel.project.potentials.agreement import PRESETS
from tests.helpers.menus import DICE_READY

pytestmark = pytest.mark.usefixtures("menu_files")


# --- The command `menu` -------------------------------------------------------------------------------


def test_alone_it_explains(run):
    done = run("menu")
    assert (done.code, done.err) == (0, "")
    assert all(preset in done.out for preset in PRESETS)
    assert "tamsk_rows" in done.out
    assert "gipfel terminal project --menu FILE" in done.lines[-1]


def test_it_says_how_long_presets_take(run):
    lines = run("menu").lines
    begin = lines.index("How long presets take") + 1
    said = dict(line.split(maxsplit=1) for line in lines[begin : begin + len(PRESETS)])
    assert {*said} == {*PRESETS}
    assert all(re.match("About .* (minutes|hours); half .* turns", text) for text in said.values())


def test_it_has_help_with_an_example(run):
    assert "Example: gipfel menu" in run("menu", "--help").out


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_printed_ready_for_a_file(run, preset):
    Path("new.toml").write_text(run("menu", "--preset", preset).out, encoding="utf-8")
    assert gipfel.menu("new.toml").game() == gipfel.game("project", preset)
    assert Path("new.toml").read_text(encoding="utf-8").startswith("# About ")
    assert (
        run("menu", "new.toml").lines[0] == f"GIPF with potentials, preset {version_title('project', preset)}"
    )


def test_a_file_is_checked(run):
    *lines, agreed, length, play = run("menu", "all.toml").lines
    assert lines == [
        "All",
        "GIPF with potentials, preset Ultimate GIPF",
        "Base: GIPF tournament",
        "White: 21 basic pieces, 3 TAMSK, 3 ZÈRTZ, 3 DVONN, 3 YINSH, 3 PÜNCT potentials",
        "Black: 21 basic pieces, 3 TAMSK, 3 ZÈRTZ, 3 DVONN, 3 YINSH, 3 PÜNCT potentials",
        "Links: TAMSK to a coin, ZÈRTZ to ZÈRTZ (blitz), DVONN to cards, YINSH to a die, "
        "PÜNCT to a game of your own",
        "Each of you may challenge without limit.",
        "No clock",
    ]
    assert agreed.startswith(
        "What you agree on: You play GIPF (tournament) with 21 pieces each. You both have "
    )
    assert length.startswith("How long: An estimate: about ")
    assert play == "Play it with: gipfel terminal project --menu all.toml"
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
    shown = run("moves", "project", "--menu", "dice.toml", "--position", DICE_READY)
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
