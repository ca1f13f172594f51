"""Mistakes in menus: one sentence with the line."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gipfel import MenuError
from gipfel.project.menu.menu import LARGEST, menu
from tests.helpers.menus import EXAMPLE

MISTAKES = [
    # nothing to play
    ("", 1, "the menu does not say what to play; name a preset"),
    ('title = "x"\n[clock]\nkind = "none"', 1, "the menu does not say what to play"),
    # keys
    (
        'title = "x"\npresett = "dice"',
        2,
        'there is no "presett" in a menu; did you mean "preset"? allowed: t',
    ),
    ("\n\n[linkz]\nmode = 1", 3, 'there is no "linkz" in a menu; did you mean "links"?'),
    ('[links]\n# zertz\nzerts = "die"', 3, 'there is no "zerts" in [links]; did you mean "zertz"?'),
    ("[potentials]\nboth = { tamsk = 3, zert = 3 }", 2, 'there is no "zert" in [potentials.both]; did you'),
    ("[potentials.red]\ntamsk = 3", 1, 'there is no "red" in [potentials]; allowed: both, white, black'),
    ("[potentials]\ntamsk = 3", 2, "tamsk belongs in potentials.both, potentials.white or potentials.black"),
    ("basics = { whit = 20 }", 1, 'there is no "whit" in [basics]; did you mean "white"?'),
    ("[options]\ntamsk_row = 1", 2, 'there is no "tamsk_row" in [options]; did you mean "tamsk_rows"?'),
    ('tamsk_rows = "between"', 1, 'there is no "tamsk_rows" in a menu; tamsk_rows belongs in [options]'),
    ('[links]\ntitle = "x"', 2, "title belongs at the top, before the first line in brackets"),
    ('[options]\nlink.mode = "off"', 2, "link belongs in [links]"),
    ('[options]\n"link.white.T" = "die"', 2, "link.white.T belongs in [links.white], as tamsk"),
    ('[links.white]\nmode = "challenge"', 2, "mode belongs in [links]"),
    ('[links.white]\ntamsk = "auto"', 2, "links.white.tamsk cannot be 'auto'; allowed: shared, none, die"),
    ('[links]\nwhite = "die"', 2, 'links.white cannot be "die"; it must be a table, begun by [links.white]'),
    ('[links]\ntamsk = "shared"', 2, "links.tamsk cannot be 'shared'; allowed: auto, none, die"),
    ('[links]\ntamsk = "outside a#b"', 2, "links.tamsk: the name of a game outside has 1 to 40 letters"),
    (f'[links]\ntamsk = "outside {"x" * 41}"', 2, "links.tamsk: the name of a game outside has 1 to 40"),
    ('[options]\n"link.T" = "die"', 2, "link.T belongs in [links], as tamsk"),
    ('[options]\npool_white = "T6"', 2, "pool_white belongs in [potentials.white], kind by kind"),
    ('base = "basic"\nTAMSK = 3', 2, "tamsk belongs in potentials.both"),
    ('"a\\u0041".b = 1', 1, 'there is no "aA" in a menu'),
    ('version = "dice"', 1, "GIPF with potentials has no version but a preset"),
    # types
    ("base = 3", 1, 'base cannot be 3; allowed: "tournament", "standard", "basic"'),
    ("base = true", 1, "base cannot be true; allowed"),
    ("base = 2026-11-15", 1, "base cannot be a date or time; allowed"),
    ("base = []", 1, "base cannot be a list; allowed"),
    ("[base]", 1, "base cannot be a table; allowed"),
    ('basics = "21"', 1, 'basics cannot be "21"; allowed: "auto", 6 to 36'),
    ("basics = 20.5", 1, "basics cannot be 20.5; allowed"),
    ("basics = nan", 1, "basics cannot be nan; allowed"),
    ("potentials = 6", 1, "potentials cannot be 6; it must be a table, begun by [potentials]"),
    ("[potentials]\nboth = 6", 2, "potentials.both cannot be 6; it must be a table"),
    ("[[links]]\nzertz = 1", 1, "links cannot be a list; it must be a table"),
    (
        "[links]\nzertz = 1",
        2,
        'links.zertz cannot be 1; allowed: "auto", "none", "die", "coin", "highcard", "outside"',
    ),
    ('[options]\nmin_per_kind = "3"', 2, 'options.min_per_kind cannot be "3"; allowed: 1 to 6'),
    ('title = 3\nbase = "basic"', 1, 'title cannot be 3; it must be a text in quotes like "Friday"'),
    ('base = "basic"\ntitle = "\\u0007"', 2, "title must be one line of at most 100 printable letters"),
    (f'base = "basic"\ntitle = "{"x" * 101}"', 2, "title must be one line of at most 100 printable letters"),
    # values
    ('preset = "ultimat"', 1, 'preset cannot be "ultimat"; did you mean "ultimate"? allowed: "tamsk6"'),
    ('title = "x"\nbase = "standart"', 2, 'base cannot be "standart"; did you mean "standard"? allowed'),
    (f'base = "{"x" * 999}"', 1, "base cannot be so long a text; allowed"),
    ("basics = 37", 1, 'basics cannot be 37; allowed: "auto", 6 to 36'),
    ("[basics]\nwhite = 20\nblack = -1", 3, "basics.black cannot be -1; allowed"),
    (f"basics = 0x{'f' * 5000}", 1, "basics cannot be so large a number; allowed"),
    ('[links]\nmode = "on"', 2, 'links.mode cannot be "on"; allowed: "auto", "must-win", "challenge", "off"'),
    (
        '[links]\nzertz = "zert"',
        2,
        "links.zertz cannot be 'zert'; allowed: auto, none, die, coin, highcard, outside, ",
    ),
    ('[links]\nzertz = "zertz deluxe"', 2, "links.zertz: zertz has no version 'deluxe'; it has basic, "),
    ('[links]\nzertz = "project"', 2, "links.zertz cannot be 'project'"),
    ("[links]\nchallenges = 100", 2, 'links.challenges cannot be 100; allowed: "auto", "unlimited", 0 to 99'),
    ("[links]\ndepth = 2", 2, "links.depth cannot be 2; allowed: 1, 0"),
    # numbers of potentials
    ("[potentials]\nboth = { tamsk = 7 }", 2, "potentials.both.tamsk cannot be 7; allowed: 0 to 6"),
    ("[potentials.white]\ntamsk = -1", 2, "potentials.white.tamsk cannot be -1; allowed: 0 to 6"),
    ("[potentials.white]\ntamsk = 3.0", 2, "potentials.white.tamsk cannot be 3.0"),
    ("[potentials.white]\ntamsk = true", 2, "potentials.white.tamsk cannot be true"),
    ("[potentials.white]\nzertz = 3\ntamsk = 2", 3, "potentials.white.tamsk = 2 is too few; of a kind"),
    ("[potentials]\nwhite = {}\nboth.dvonn = 1", 3, "potentials.both.dvonn = 1 is too few"),
    ('preset = "ultimate"\n[options]\nmin_per_kind = 4', 3, "potentials.white.tamsk = 3 is too few"),
    # other games
    ('game = "yinsch"', 1, 'game cannot be "yinsch"; did you mean "yinsh"? allowed: "gipf"'),
    ('game = "yinsh"\nversion = "fast"', 2, 'version cannot be "fast"; allowed: "standard", "blitz"'),
    (
        'game = "yinsh"\n[potentials]\nboth = {}',
        2,
        "potentials belongs to GIPF with potentials, not to yinsh;",
    ),
    ('game = "gipf"\n[links]\nzertz = "die"', 2, "links belongs to GIPF with potentials, not to gipf"),
    ('game = "gipf"\npreset = "dice"', 2, "preset belongs to GIPF with potentials, not to gipf"),
    ('game = "yinsh"\n[options]\nspeed = 1', 3, 'there is no "speed" in [options]; this game has no options'),
    ('game = "gipf"\n[options]\nextra_wite = 1', 3, 'did you mean "extra_white"?'),
    ('game = "gipf"\n[options]\nextra_white = 9', 3, "options.extra_white cannot be 9; allowed: 0, 1, 2, 3"),
    (
        'game = "gipf"\nversion = "standard"\n[options]\nextra_white = 1',
        4,
        "options.extra_white exists in gipf basic only, not in standard",
    ),
    # clocks
    ('base = "basic"\n[clock]\nminutes = 3', 2, 'the clock needs a kind; allowed: "none", "sudden-death"'),
    ('base = "basic"\n[clock]\nkind = "delays"', 3, 'clock.kind cannot be "delays"; did you mean "delay"?'),
    ('base = "basic"\n[clock]\nkind = "delay"\nseconds = 3', 3, "a clock of kind delay needs minutes and"),
    (
        'base = "basic"\n[clock]\nkind = "none"\ndays = 3',
        4,
        "a clock of kind none has no days; it has nothing",
    ),
    (
        'base = "basic"\nclock = { kind = "correspondence", days = 0 }',
        2,
        "clock.days cannot be 0; allowed: 1 to",
    ),
    ('base = "basic"\n[clock]\nhours = 1', 3, 'there is no "hours" in [clock]; allowed: kind, minutes, '),
    ('clock = "none"', 1, "the menu does not say what to play"),
    ('base = "basic"\nclock = "none"', 2, 'clock cannot be "none"; it must be a table, begun by [clock]'),
    # TOML
    ("base = standard", 1, 'a value must be a number, or a text in quotes like "standard"'),
    ('title = "x"\nbase "standard"', 2, "a line must be written as name = value"),
    ('base = "standard', 1, "a text"),
    ('title = "x"\n\n[links\nmode = 1', 3, "the name of a table must be written as [table]"),
    ("= 3", 1, "a line must be written as name = value, or as [table]"),
    ("basics = 20 22", 1, "a line must end behind its value"),
    ("basics = { white = 20,\nblack = 22 }", 1, ""),
    ('base = "basic"\n\nbase = "standard"', 3, "base is defined twice; define it once"),
    ('[links]\nmode = "off"\n[links]', 3, "[links] is defined twice"),
    ("basics = { white = 20, white = 21 }", 1, "basics is defined twice"),
    (f'title = "x"\nbasics = {"9" * 5000}', 2, "the number is far too large"),
    (f'title = "x"\nbasics = {"[" * 5000}', 2, "tables and lists are nested too deeply"),
    ('title = "a\x07"', 1, "a text must be closed in its line and may not hold control characters"),
    ('title = "\\q"', 1, "this is not TOML: unescaped"),
    (f"{'a.' * 5_000}b = 1", 1, 'there is no "a" in a menu'),
    ("#" * (LARGEST + 1) + "\n", None, "a menu has at most 20 kB; this is more"),
]


@pytest.mark.parametrize(("text", "line", "message"), MISTAKES, ids=lambda value: repr(value)[:50])
def test_a_mistake_is_one_sentence_with_its_line(text, line, message):
    with pytest.raises(MenuError) as error:
        menu(text)
    said = str(error.value)
    assert said.startswith("" if line is None else f"line {line}: ")
    assert message in said
    assert "\n" not in said
    assert len(said) < 400


LINES = menu(EXAMPLE).text().splitlines() + EXAMPLE.splitlines()


def check_or_menu(text: str) -> None:
    """A text is a menu that can be written and played, or a menu error in one line."""
    try:
        written = menu(text)
    except MenuError as error:
        assert "\n" not in str(error)
    else:
        assert menu(written.text()) == written
        assert written.summary()
        assert written.game().start() is not None


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(LINES), min_size=2, max_size=12))
def test_shuffled_lines_are_a_menu_or_an_error(lines):
    check_or_menu("\n".join(lines))


@settings(max_examples=300, deadline=None)
@given(
    st.integers(0, len(EXAMPLE)),
    st.integers(0, 8),
    st.text(st.sampled_from("=\"'[]{}.,#\n 07-aez\\") | st.characters(), max_size=6),
)
def test_damaged_menus_are_a_menu_or_an_error(at, cut, new):
    check_or_menu(EXAMPLE[:at] + new + EXAMPLE[at + cut :])


@settings(max_examples=100, deadline=None)
@given(st.text())
def test_any_text_is_a_menu_or_an_error(text):
    check_or_menu(f"{text}\n")
