"""The play view in other languages: every line of whole games comes from the catalogue."""

import re
from pathlib import Path

import pytest

import gipfel
from gipfel.cli.commands import terminal
from gipfel.cli.play import prompt, session
from gipfel.cli.play.display import frame
from gipfel.cli.play.real_time import COMMANDS as REAL_TIME_COMMANDS
from gipfel.cli.play.turn_based import COMMANDS
from gipfel.draw.columns import columns_of
from gipfel.locale import using_language
from tests.helpers import own_games
from tests.helpers.command_line import HUMANS, RANDOMS
from tests.helpers.linked_games import JUMP
from tests.helpers.menus import DICE_READY
from tests.helpers.own_games import TRANSLATED
from tests.helpers.pseudo_language import outside, pseudo

TYPED_COMMANDS = (name for names in (COMMANDS, REAL_TIME_COMMANDS) for row in names for name in row[::2])
NOTATION = {word for name in TYPED_COMMANDS for word in re.findall(r"\w+", name)} | {
    # Players as the command line names them, decisions, and what people have called things.
    *("level", "random", "pass", "allow", "challenge", "confirm", "dispute", "report", "settle", "withdraw"),
    *("replay", "coin", "toss", "call", "die", "highcard", "lot", "agree", "forfeit", "steal", "won", "lost"),
    *("yes", "tied", "All", "ludo", "again", "game", "txt", "Tzaar", "Tzarra", "Tott"),
}
NAMES = re.compile("|".join(own_games.NAMES))
QUOTED = re.compile("'[^']*'")
"""What was typed, in an error."""
DIGEST = re.compile(r"\b[0-9a-f]{32,64}\b")
PIECES = re.compile(
    r"\b(?:[WB]?[WBptzdyugTZ]+|[A-Za-z](?:ww|bb)|[IBRGKJ]{2,6})\b|\b[wb][TCEMLR][a-q]\d|\?\(\w+:"
)
"""Pieces as boards show them, and contests as turns write them."""


@pytest.fixture
def play(run, monkeypatch, tmp_path):
    """Play in the pseudo-language."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(terminal, "chosen_language", lambda requested: pseudo())

    def play(*argv, typed=()):
        done = run("terminal", *argv, typed=typed)
        assert (done.code, done.err) == (0, "")
        assert "⟦" in done.out
        return done

    return play


def forgotten(out: str) -> list[str]:
    """The lines with words that are neither from the catalogue nor notation nor typed."""
    shown = outside(TYPED.sub("", out))
    return [line for line in shown.splitlines() if set(words_of(line)) - NOTATION]


TYPED = re.compile(r"(?:(?<=⟧)|^)> [^⟦\n]*$", re.M)
"""What follows a prompt; the mark of the player to act is followed by a name."""


def words_of(line: str) -> list[str]:
    for removed in (QUOTED, DIGEST, NAMES, PIECES):
        line = removed.sub("", line)
    return re.findall(r"[^\W\d_]{3,}", line)


def test_english_words_would_be_found() -> None:
    assert forgotten("⟦The game is ⟧over\n⟦White⟧> nonsense\n 1 a1-c3   5 b4") == [" over"]
    assert forgotten("> Took back e1-e3.\nTook back e1-e3.\n⟦Took\nback ⟧e1-e3⟦.⟧") == ["Took back e1-e3."]


# --- Whole games --------------------------------------------------------------------------------------

EVERYTHING = (
    *(
        "help",
        "nonsense",
        "z99",
        "0",
        "list now",
        "list",
        "names",
        "undo",
        "1",
        "undo",
        "1",
        "1",
        "",
        "story",
    ),
    *("story 7", "tie", "save", "save .", "save game.txt", "analyse soon", "resign"),
)


@pytest.mark.parametrize("name", TRANSLATED)
def test_whole_games_of_random_players(play, name):
    done = play(name, *RANDOMS, "--seed", "2", "--save", "game.txt")
    assert not forgotten(done.out)


@pytest.mark.parametrize("name", TRANSLATED)
def test_everything_a_person_can_type(play, name):
    done = play(name, *HUMANS, "--seed", "2", typed=EVERYTHING)
    assert not forgotten(done.out)
    assert "⟦Took back ⟧" in done.out
    assert "⟦Saved in ⟧game.txt" in done.out
    Path("again").mkdir()
    again = play(name, "--save", "again/game.txt", *HUMANS, "--seed", "2", typed=("1", "quit"))
    resumed = play(name, "--save", "again/game.txt", typed=("list", "quit"))
    assert not forgotten(again.out + resumed.out)
    assert "⟦Resuming the game in ⟧again/game.txt" in resumed.out


def test_the_engine_speaks_the_language_too(play):
    typed = ("hint", "analyse 0.2", "1", "hint", "quit")
    done = play("gipf", "--black", "level:1", "--seed", "1", typed=typed)
    assert not forgotten(done.out)
    assert "⟦depth ⟧" in done.out
    assert "⟦ % for ⟧" in done.out


def test_a_game_without_an_end(play, monkeypatch):
    monkeypatch.setattr(session, "LONGEST_GAME", 3)
    done = play("gipf", *RANDOMS, "--seed", "1")
    assert not forgotten(done.out)
    assert "⟦result: * unfinished after ⟧3⟦ turns⟧" in done.out


# --- Contests -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("link", "typed"),
    [
        ("die", ("story", "tie", "story 1")),
        ("coin", ("call:x", "list", "call:h", "story")),
        ("outside ludo", ("report:W", "dispute", "settle:coin", "settle:coin", "story")),
        ("zertz blitz", ("1", "Wz9", "-a9", "1", "forfeit:W", "story 1", "tie", "story 9")),
        ("gipf", ("undo", "1", "resign", "story 1")),
    ],
)
@pytest.mark.parametrize("black", ["human", "random"])
def test_contests(play, link, typed, black):
    first = 'first = "opponent"\n' if link in ("gipf", "zertz blitz") else ""
    Path("menu.toml").write_text(f'[potentials]\nboth = {{ yinsh = 3 }}\n[links]\nyinsh = "{link}"\n{first}')
    more = ("--menu", "menu.toml", "--position", DICE_READY.removesuffix(" budget:*/*"), "--seed", "1")
    done = play("project", *more, "--white", "human", "--black", black, typed=("Yd2>d5", *typed, "quit"))
    assert not forgotten(done.out)


def test_an_evening_of_everything(play, menu_files):
    done = play("project", "--menu", "all.toml", *RANDOMS, "--seed", "3")
    assert not forgotten(done.out)
    assert "⟦, by chance: ⟧" in done.out


def test_a_question_is_answered_in_the_own_language_or_in_english(play, menu_files):
    ready = "e2=Wpp,e8=Bpp w m W:10/Y3/L B:10/Y3/L 0/0 budget:*/*"
    more = ("--menu", "dice.toml", "--position", ready, *HUMANS)
    done = play("project", *more, typed=("b1-b2", "no", "a1-b2", "c1-c2", "yes", "quit"))
    assert not forgotten(done.out)
    assert "⟦Nothing was played. You will not be asked again.⟧" in done.out


@pytest.mark.parametrize(
    ("language", "yes", "no"),
    [
        ("en", ("y", "Yes", " YES "), ("", "no", "ye", "بله")),
        ("fa", ("yes", "y", "بله", "آره"), ("نه", "no", ",")),
    ],
)
def test_words_that_mean_yes(language, yes, no):
    with using_language(language):
        assert all(map(prompt.affirmed, yes))
        assert not any(map(prompt.affirmed, no))


# --- Real time ----------------------------------------------------------------------------------------

TIMED = (
    *(
        "help",
        "list",
        "oops",
        "a9~",
        "! ",
        "0 b !",
        "2000 r a1-a2",
        "undo",
        "hint",
        "999",
        "5500 b ^",
        "save",
    ),
    *("tie", "5600 b a4-a3+", "save game.txt", "9000 r d7-d6", "30000 list", "700000 resign"),
)


@pytest.mark.parametrize("version", ["level2", "level3"])
def test_a_game_with_time(play, version):
    done = play("tamsk", "--version", version, *HUMANS, typed=TIMED)
    assert not forgotten(done.out)
    assert "⟦Put ⟧r⟦ or ⟧b⟦ in front" in done.out
    again = play("tamsk", "--version", version, *RANDOMS, "--seed", "4")
    assert not forgotten(again.out)


def test_a_contest_in_real_time(play):
    menu = '[potentials.both]\nzertz = 6\n[links]\nzertz = "tamsk level2 glass=5000"\nmode = "must-win"\n'
    Path("menu.toml").write_text(f'base = "basic"\n{menu}first = "opponent"\ntime = "real"\n')
    typed = ("Zc3>e5", "help", "1000 r a1-a2+", "hint", "list", "b a4-a3", "9000 undo", "resign", "quit")
    done = play("project", "--menu", "menu.toml", "--position", JUMP, *HUMANS, typed=typed)
    assert not forgotten(done.out)
    assert "⟦This contest is played in real time. Type help for help.⟧" in done.out


def test_the_display_of_a_game_with_time():
    level3 = gipfel.game("tamsk", "level3")
    with using_language(pseudo()):
        assert not forgotten("\n".join(frame(level3.start().play("a1-a2").at(1000))))
    with using_language("fa"):
        lines = frame(level3.start().play("a1-a2").at(1000))
    assert max(map(columns_of, lines)) <= 80
    assert lines[1:10] == frame(level3.start().play("a1-a2").at(1000))[1:10], "boards are not mirrored"


# --- Which language -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "persian"),
    [
        ({"LC_ALL": "fa_IR.UTF-8"}, True),
        ({"LC_MESSAGES": "fa_IR"}, True),
        ({"LC_MESSAGES": "", "LANG": "fa_IR.UTF-8@calendar"}, True),
        ({"LC_ALL": "C", "LC_MESSAGES": "fa_IR", "LANG": "fa_IR"}, False),
        ({"LC_ALL": "C.UTF-8", "LANG": "fa"}, False),
        ({"LC_ALL": "POSIX", "LANG": "fa"}, False),
        ({"LC_ALL": "tlh_KX.UTF-8"}, False),
        ({"LC_ALL": "en_GB.UTF-8"}, False),
        ({"LC_ALL": "..//@"}, False),
        ({"LC_MESSAGES": ""}, False),
    ],
)
def test_the_environment_decides(run, monkeypatch, environment, persian):
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    done = run("terminal", "gipf", *HUMANS, typed=("quit",))
    assert ("سفید>" in done.out) == persian
    assert ("White>" in done.out) == (not persian)


@pytest.mark.parametrize(
    ("code", "name"), [("fa", "سفید"), ("fa-IR", "سفید"), ("en", "White"), ("en-US", "White")]
)
def test_the_option_comes_before_the_environment(run, monkeypatch, code, name):
    monkeypatch.setenv("LC_ALL", "fa_IR.UTF-8")
    done = run("terminal", "gipf", *HUMANS, "--language", code, typed=("quit",))
    assert f"{name}>" in done.out


@pytest.mark.parametrize("code", ["tlh", "", "../fa", "deutsch!", "\x1b[1m"])
def test_an_unknown_language(run, code):
    done = run("terminal", "gipf", "--language", code)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("gipfel: there is no language ")
    assert "there are en (English), " in done.err
    assert "fa (فارسی)" in done.err
    assert done.err.count("\n") == 1


def test_errors_before_the_game_and_other_commands_are_english(run, monkeypatch):
    monkeypatch.setenv("LC_ALL", "fa_IR.UTF-8")
    assert run("terminal", "chess").err.startswith("gipfel: there is no game 'chess'")
    assert "White: point at a dot" in run("show", "gipf").out


def test_a_message_in_persian_is_not_escaped(run):
    """Joiners between letters cannot be printed by themselves, but belong to the words."""
    done = run("terminal", "gipf", *HUMANS, "--language", "fa", typed=("a9", "e1-e5", "quit"))
    assert "می‌رسد" in done.out
    assert "\\u200c" not in done.out
