"""Games at the terminal are saved and resumed."""

import os
from pathlib import Path

import pytest

import gipfel
from gipfel.cli.play import turn_based
from gipfel.project.menu.menu import Menu
from tests.helpers.command_line import CROSSING, HUMANS, read_record, turns
from tests.helpers.paths import TESTS

OLD = TESTS / "project" / "old_files" / "saved"
OLD_GAMES = sorted(OLD.glob("*.txt"))
"""Games that were saved when records had format 1, one of every preset."""


def test_a_saved_game_is_resumed(play):
    play("--version", "standard", "--seed", 1, "--save", "game.txt", typed=["e1-e3"])
    before = turns("game.txt")
    done = play("--save", "game.txt", typed=["f2", "resign"])
    assert done.lines[0] == "Resuming the game in game.txt after 2 turns."
    assert turns("game.txt")[:3] == [*before, "f2"]
    assert read_record("game.txt").headers["version"] == "standard"
    assert read_record("game.txt").result == "0-1"


def test_a_turn_that_is_not_finished_is_resumed(play):
    play(*HUMANS, "--position", CROSSING, "--save", "game.txt", typed=["a2-d5"])
    play("--position", CROSSING, "--save", "game.txt", typed=["2"])
    assert turns("game.txt") == ["a2-d5;xb5,c5,d5,e5,f4"]


def test_a_resumed_game_can_be_undone(play):
    play(*HUMANS, "--save", "game.txt", typed=["e1-e3", "b3"])
    play("--save", "game.txt", typed=["undo", "undo", "c2"])
    assert turns("game.txt") == ["c2"]


def test_players_sit_down_where_they_sat(play):
    play("--white", "random", "--black", "human", "--save", "game.txt")
    done = play("--save", "game.txt")
    assert "White (random) against Black (human)" in done.out
    done = play("--save", "game.txt", "--black", "random", "--white", "human")
    assert "White (human) against Black (random)" in done.out


REMARKED = """\
Gipfel record 2
event: an evening
game: gipf
version: basic
white: Ada
# first game

1. e1-e2  # a push by another name
2. b3
result: *
"""


def test_resuming_keeps_names_and_comments(play):
    Path("game.txt").write_text(REMARKED)
    play("--save", "game.txt", "--black", "human", typed=["c2"])
    kept = read_record("game.txt")
    assert kept.headers["event"] == "an evening"
    assert kept.headers["white"] == "Ada"
    assert kept.comments == ("first game",)
    assert [turn.text for turn in kept.turns] == ["e1-e3", "b3", "c2"]
    assert kept.turns[0].comment == "a push by another name"


def test_resuming_keeps_marks_clocks_and_variations(play):
    annotated = REMARKED.replace("e1-e2", "e1-e2 [!, left 1:00]").replace("2. b3", "> 1. c2\n2. b3")
    Path("game.txt").write_text(annotated)
    play("--save", "game.txt", "--black", "human", typed=["c2"])
    first = read_record("game.txt").turns[0]
    assert (first.mark, first.left, first.variations[0][0].text) == ("!", 60_000, "c2")


def test_a_comment_goes_with_its_turn(play):
    Path("game.txt").write_text(REMARKED)
    play(*HUMANS, "--save", "game.txt", typed=["undo", "undo", "c2"])
    assert [turn.comment for turn in read_record("game.txt").turns] == [""]


@pytest.mark.parametrize(
    ("argv", "why"),
    [
        (("--version", "basic"), "it is a game of gipf standard, not of gipf basic"),
        (("--position", CROSSING), "the game in it began from another position"),
        (("--option", "extra_white=1"), "the game in it has extra_white=None"),
    ],
)
def test_another_game_is_not_overwritten(play, argv, why):
    play("--version", "standard", "--save", "game.txt", typed=["e1-e3"])
    before = Path("game.txt").read_bytes()
    done = play(*argv, "--save", "game.txt", typed=["e1-e3"])
    assert (done.code, done.out) == (2, "")
    assert why in done.err
    assert Path("game.txt").read_bytes() == before


def test_a_finished_game_is_not_overwritten(play):
    play("--save", "game.txt", typed=["resign"])
    done = play("--save", "game.txt")
    assert done.err == "gipfel: will not overwrite game.txt: the game in it is over (0-1 resignation)\n"


def test_save_needs_a_name_once(play):
    done = play(typed=["save", "save a game.txt", "save", "e1-e3", "quit"])
    assert "Name a file: save FILE" in done.out
    assert done.out.count("Saved in a game.txt.") == 2
    assert turns("a game.txt")[0] == "e1-e3"


@pytest.mark.parametrize(
    "name", ["notes.txt", ".", "missing/game.txt", "x" * 300, "a\0b", "~nobody/game.txt"]
)
def test_save_refuses_and_the_game_goes_on(play, name):
    Path("notes.txt").write_text("mine")
    done = play(typed=[f"save {name}", "e1-e3", "quit"])
    assert done.code == 0
    assert "1. White: e1-e3" in done.lines
    assert "Saved" not in done.out
    assert Path("notes.txt").read_text() == "mine"
    assert os.listdir() == ["notes.txt"]


def test_a_file_that_cannot_be_written_any_more(play, monkeypatch, tmp_path):
    folder = tmp_path / "gone"
    folder.mkdir()
    lines = iter(["e1-e3", "b3", "quit"])

    def read(prompt):
        (folder / "game.txt").unlink(missing_ok=True)
        if folder.exists():
            folder.rmdir()
        return next(lines)

    monkeypatch.setattr(turn_based, "read", read)
    done = play("--save", folder / "game.txt")
    assert done.code == 2
    assert "3. White: b3" in done.lines
    assert done.err.startswith("gipfel: cannot write")
    assert done.err.count("\n") == 1


def test_while_it_waits_the_file_is_up_to_date(play, monkeypatch):
    lines = iter(["e1-e3", "b3"])
    seen = []

    def read(prompt):
        seen.append(len(turns("game.txt")))
        for line in lines:
            return line
        raise EOFError

    monkeypatch.setattr(turn_based, "read", read)
    play("--save", "game.txt")
    assert seen == [0, 2, 4]


@pytest.mark.usefixtures("menu_files")
@pytest.mark.parametrize("old", OLD_GAMES, ids=lambda path: path.stem)
def test_a_game_of_an_older_format_goes_on_by_its_own_rules(run, old):
    """Also if the menu is named again with which it was begun; the defaults of some presets have changed."""
    Path("game.txt").write_text(old.read_text())
    Path("menu.toml").write_text(f'preset = "{old.stem}"\n')
    before = gipfel.replay(read_record("game.txt"))
    typed = ["b1-b2", "yes", "quit"]
    done = run("terminal", "project", "--menu", "menu.toml", "--save", "game.txt", typed=typed)
    assert done.lines[0] == "Resuming the game in game.txt after 3 turns."
    assert Path("game.txt").read_text().startswith("Gipfel record 2\n")
    after = gipfel.replay(read_record("game.txt"))
    assert after.start.game == before.start.game
    assert len(after.turn_texts()) == 4


@pytest.mark.usefixtures("menu_files")
def test_another_menu_is_refused(run):
    Path("game.txt").write_text((OLD / "ultimate.txt").read_text())
    Path("menu.toml").write_text('preset = "ultimate"\n[links]\nzertz = "die"\n')
    done = run("terminal", "project", "--menu", "menu.toml", "--save", "game.txt")
    assert "will not overwrite game.txt: the game in it has link." in done.err


@pytest.mark.usefixtures("menu_files")
def test_options_that_leave_something_open_are_the_same_again(run):
    """`punct` means PÜNCT standard, and `auto` what follows from the rest."""
    options = ("--option", "link.P=punct", "--option", "link.mode=auto", "--option", "pool_white=P3")
    command = ("terminal", "project", "--version", "menu", *options, *HUMANS, "--save", "game.txt")
    run(*command, typed=["Gb1-b2", "quit"])
    assert run(*command).lines[0] == "Resuming the game in game.txt after 1 turn."


MENU = 'title = "Friday"\npreset = "dice"\nclock = { kind = "increment", minutes = 20, seconds = 10 }\n'


def test_a_resumed_game_keeps_its_menu_whole(play):
    Path("friday.toml").write_text(MENU)
    project = {"game": "project"}
    done = play(*HUMANS, "--menu", "friday.toml", "--save", "game.txt", typed=["Gd1-e2"], **project)
    assert "Friday. GIPF with potentials, dice: White (human)" in done.out
    done = play("--save", "game.txt", typed=["Gd8-e8"], **project)
    assert "Friday. GIPF with potentials, dice: White (human)" in done.out
    assert turns("game.txt") == ["Gd1-e2", "Gd8-e8"]
    assert Menu.of_record(read_record("game.txt")) == gipfel.menu("friday.toml")


def test_a_game_saved_without_its_title_gets_it_from_the_menu(play):
    """Before, records had no title."""
    Path("friday.toml").write_text(MENU)
    play(*HUMANS, "--version", "dice", "--save", "game.txt", typed=["Gd1-e2"], game="project")
    assert "title" not in read_record("game.txt").headers
    play("--menu", "friday.toml", "--save", "game.txt", game="project")
    assert read_record("game.txt").headers["title"] == "Friday"


def test_a_game_that_is_saved_later_has_its_title(play):
    Path("friday.toml").write_text(MENU)
    play(*HUMANS, "--menu", "friday.toml", typed=["Gd1-e2", "save game.txt"], game="project")
    assert read_record("game.txt").headers["title"] == "Friday"
