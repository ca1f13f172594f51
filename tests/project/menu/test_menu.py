"""Menus: what can be written, what it means, and one sentence for every mistake."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gipfel
from gipfel import MenuError
from gipfel.games.core.time_limit import CLOCKS, TimeLimit
from gipfel.notation.toml import TomlProblem, key_lines, read_toml, shown, write_key, write_value
from gipfel.project.menu.keys import BY_NAME, LINK_KEYS, OPTION_KEYS, PRESET_HELP
from gipfel.project.menu.menu import LARGEST, Menu, explain, menu, menu_of
from gipfel.project.potentials.agreement import OPTIONS, PRESETS
from tests.helpers.paths import ROOT

PAGE = ROOT / "docs" / "menu.md"
EXAMPLE = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)[0]
"""The complete example of the page about menus."""


# --- What a menu means --------------------------------------------------------------------------------


def test_the_example_of_the_page():
    friday = menu(EXAMPLE)
    assert (friday.title, friday.preset, friday.base) == ("Friday", "ultimate", "tournament")
    assert friday.basics == {"white": 21, "black": 23}
    assert friday.potentials == {
        "white": {"tamsk": 3, "zertz": 3, "dvonn": 3, "yinsh": 3, "punct": 0},
        "black": {"tamsk": 3, "zertz": 6, "dvonn": 3, "yinsh": 3, "punct": 0},
    }
    assert friday.links["zertz"] == "zertz blitz"
    assert friday.links["challenges"] == 3
    assert friday.clock == TimeLimit("increment", minutes=20, seconds=10)
    assert friday.options["tamsk_rows"] == "between"
    assert friday.game() == gipfel.game(
        "project",
        "ultimate",
        basics_black=23,
        pool_white="T3Z3D3Y3",
        pool_black="T3Z6D3Y3",
        tamsk_rows="between",
        **{"link.T": "die", "link.Z": "zertz blitz", "link.D": "outside", "link.challenges": 3},
        **{"link.tie": "use", "link.first": "opponent"},
    )
    assert friday.game().start().decisions()


def test_the_mistake_of_the_page():
    with pytest.raises(MenuError) as error:
        menu(EXAMPLE.replace("zertz = 6", "zerts = 6"))
    assert f"gipfel: friday.toml: {error.value}\n" in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_survives_as_text(preset):
    as_preset = menu(f'preset = "{preset}"')
    assert as_preset.game() == gipfel.game("project", preset)
    assert menu(as_preset.text()) == as_preset == Menu(version=preset)
    assert len(re.findall("^[^#\n]*=", as_preset.text(), re.M)) >= 5


@pytest.mark.parametrize(
    ("name", "version"), [(n, v) for n in gipfel.game_names() for v in gipfel.game(n).versions]
)
def test_every_game_can_be_on_the_menu(name, version):
    key = "preset" if name == "project" else "version"
    written = menu(f'game = "{name}"\n{key} = "{version}"')
    assert written.game() == gipfel.game(name, version)
    assert menu(written.text()) == written
    assert gipfel.game(name).title in written.summary()


def test_a_plain_evening():
    quick = menu('title = "Quick"\ngame = "gipf"\n[options]\nextra_black = 2\n[clock]\nkind = "none"')
    assert quick.game() == gipfel.game("gipf", "basic", extra_black=2)
    assert quick.options["extra_black"] == 2
    assert quick.preset is None
    assert menu(quick.text()) == quick


def test_without_a_preset_there_are_no_potentials():
    plain = menu('base = "standard"')
    assert plain.preset == "menu"
    assert {sum(pool.values()) for pool in plain.potentials.values()} == {0}


@pytest.mark.parametrize(
    ("potentials", "pools"),
    [
        ("both = { tamsk = 3 }", ("T3", "T3")),
        ("both = { tamsk = 3 }\nwhite = { zertz = 4 }", ("T3Z4", "T3")),
        ("white = { tamsk = 0 }\nboth = { tamsk = 6 }", ("-", "T6")),
        ("[potentials.white]\nzertz = 6\n[potentials.black]\ndvonn = 6", ("Z6", "D6")),
        ("white.punct = 5", ("P5", "-")),
    ],
)
def test_potentials_of_both_and_of_each(potentials, pools):
    options = menu(f"[potentials]\n{potentials}").game().options
    assert (options["pool_white"], options["pool_black"]) == pools


def test_a_menu_changes_only_what_it_names():
    fewer = menu('preset = "ultimate"\n[potentials]\nboth = { tamsk = 0 }\nblack = { punct = 6 }')
    assert fewer.game().options["pool_white"] == "Z3D3Y3P3"
    assert fewer.game().options["pool_black"] == "Z3D3Y3P6"
    assert fewer.game().options["basics_white"] == 21


def test_basics_as_one_number_or_two():
    assert menu("basics = 20").basics == {"white": 20, "black": 20}
    assert menu("[basics]\nwhite = 20").basics == {"white": 20, "black": "auto"}
    assert menu("basics.black = 36").basics == {"white": "auto", "black": 36}
    assert menu('preset = "ultimate"\nbasics = "auto"').basics == {"white": "auto", "black": "auto"}


def test_a_link_names_its_version():
    assert menu('[links]\nzertz = " zertz  blitz "\nyinsh = "yinsh"').links["zertz"] == "zertz blitz"
    assert menu('[links]\nyinsh = "yinsh"').links["yinsh"] == "yinsh standard"


def test_few_of_a_kind_if_that_is_agreed():
    text = "[potentials]\nboth = { tamsk = 1 }\n[options]\nmin_per_kind = 1"
    assert menu(text).game().options["pool_white"] == "T1"


def test_every_option_has_its_place():
    placed = {"base", *LINK_KEYS.values(), *OPTION_KEYS}
    placed |= {f"{what}_{side}" for what in ("basics", "pool") for side in ("white", "black")}
    assert placed == {option.name for option in OPTIONS}
    assert PRESET_HELP.keys() == PRESETS.keys()


@pytest.mark.parametrize("key", [*LINK_KEYS, *OPTION_KEYS])
def test_every_other_value_of_every_option(key):
    table, option = ("links", LINK_KEYS[key]) if key in LINK_KEYS else ("options", key)
    for value in BY_NAME[option].values:
        changed = menu(f"[{table}]\n{key} = {write_value(value)}")
        assert changed.game().options[option] == value
        assert menu(changed.text()) == changed


@pytest.mark.parametrize("kind", CLOCKS)
def test_every_clock(kind):
    numbers = {key: most for key, (_, most) in CLOCKS[kind].numbers.items()}
    lines = "\n".join(f"{key} = {number}" for key, number in numbers.items())
    timed = menu(f'game = "yinsh"\n[clock]\nkind = "{kind}"\n{lines}')
    assert timed.clock == TimeLimit(kind, **numbers)
    assert menu(timed.text()) == timed
    assert kind in timed.summary()


@pytest.mark.parametrize(
    "title", ["Zoë's evening", 'with "quotes" and \\', "  many   spaces ", "# no comment"]
)
def test_titles(title):
    titled = Menu(title, version="dice")
    assert titled.title == " ".join(title.split())
    assert menu(titled.text()) == titled


def test_menus_that_mean_the_same_are_the_same():
    first = menu('preset = "ultimate"\nbasics = 21\n[links]\nmode = "challenge"')
    assert first == Menu(version="ultimate") != Menu(version="dice")
    assert len({first, Menu(version="ultimate")}) == 1


def test_a_menu_from_data():
    assert menu_of({"preset": "dice", "basics": 24}) == menu('preset = "dice"\nbasics = 24')
    with pytest.raises(MenuError, match=r'^there is no "bases" in a menu; did you mean "base"\?'):
        menu_of({"bases": 1})


def test_a_summary_tells_numbers():
    lines = menu(EXAMPLE).summary().splitlines()
    assert lines[0] == "Friday"
    assert "Black: 23 basic pieces, 3 TAMSK, 6 ZÈRTZ, 3 DVONN, 3 YINSH potentials" in lines
    assert "; White may challenge 3 times, Black 3 times" in lines[5]
    assert "Options: tamsk_rows = between" in lines
    assert "White: 15 basic pieces, no potentials" in menu('base = "basic"').summary()
    assert "White may challenge once, Black once" in menu('preset = "one-shot"').summary()
    assert "without limit" in menu('preset = "dice"').summary()
    assert "every use must be won" in menu('preset = "dice"\n[links]\nmode = "must-win"').summary()
    assert "Links: none" in menu('preset = "dice"\n[links]\nmode = "off"').summary()
    assert "Links: none" in menu('preset = "tamsk6"\n[links]\nzertz = "die"').summary()


def test_everything_is_explained():
    text = explain()
    for word in (*PRESETS, *LINK_KEYS, *OPTION_KEYS, *CLOCKS, "potentials", "basics", "title"):
        assert word in text
    assert all(BY_NAME[name].help in text for name in OPTION_KEYS)
    example = re.search(r"\n\n((?:    .*\n|\n)+)", text)
    assert example is not None
    assert menu(re.sub("^    ", "", example[1], flags=re.M)).title == "Friday"


# --- Files --------------------------------------------------------------------------------------------


def test_a_path_or_a_text(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "friday.toml").write_text(EXAMPLE, encoding="utf-8")
    (tmp_path / "friday").write_text(EXAMPLE.replace("\n", "\r\n"), encoding="utf-8-sig")
    friday = menu(EXAMPLE)
    assert menu("friday.toml") == menu("friday") == menu(tmp_path / "friday.toml") == friday
    assert menu('game = "yinsh"').name == "yinsh"
    assert gipfel.menu(tmp_path / "friday") == friday


def test_an_error_in_a_file_names_the_file(tmp_path):
    file = tmp_path / "bad.toml"
    file.write_text('title = "x"\nbaze = 1\n')
    with pytest.raises(MenuError) as error:
        menu(file)
    assert str(error.value).startswith(f"{file}: line 2: there is no")


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("missing.toml", None, "cannot be read: No such file"),
        ("a\0b.toml", None, "cannot be read: embedded null"),
        ("x" * 300 + ".toml", None, "cannot be read: File name too long"),
        (".", None, "cannot be read: Is a directory"),
        (
            "latin.toml",
            'base = "basic"\ntitle = "Zoë"'.encode("latin-1"),
            "line 2: this is not text in UTF-8",
        ),
        ("large.toml", b"#" * (LARGEST + 1), "a menu has at most 20 kB"),
        ("binary.toml", b"base = \0", "line 1: "),
        ("empty.toml", b"", "line 1: the menu does not say what to play"),
    ],
)
def test_unsuitable_files(tmp_path, monkeypatch, name, data, why):
    monkeypatch.chdir(tmp_path)
    if data is not None:
        Path(name).write_bytes(data)
    with pytest.raises(MenuError) as error:
        menu(name)
    assert str(error.value).startswith(f"{name}: {why}")


# --- Mistakes -----------------------------------------------------------------------------------------

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
        'links.zertz cannot be 1; allowed: "none", "die", "coin", "highcard", "outside"',
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
    ('[links]\nmode = "on"', 2, 'links.mode cannot be "on"; allowed: "challenge", "must-win", "off"'),
    (
        '[links]\nzertz = "zert"',
        2,
        "links.zertz cannot be 'zert'; allowed: none, die, coin, highcard, outside, ",
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
    ('base = "basic"\n\nbase = "standard"', 3, "base is said a second time; everything may be said once"),
    ('[links]\nmode = "off"\n[links]', 3, "[links] is said a second time"),
    ("basics = { white = 20, white = 21 }", 1, "basics is said a second time"),
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


# --- TOML ---------------------------------------------------------------------------------------------

TANGLED = """\
# a = 1
a = 1  # b = 2
"quoted key" = 'c = 3'
'x'."y".z = 2
text = \"""
d = 4
[not a table] \\\""" # still text
\"""\"
literal = '''
e = 5''''
list = [ # f = 6
  "]", ']', [1, 2], # ]
  { inside = 1 },
]
inline = { one = 1, two.three = { four = "}" }, "fi\\u0076e" = [ "}" ] }
empty = {}
[table]
g = 7
  [ table . "sub" ]
h.i = 1979-05-27 07:32:00
h.j = "# no comment"
[[many]]
k = 1
[[many]]
k = 2
last = true"""


def test_where_the_keys_stand():
    lines = key_lines(TANGLED)
    assert read_toml(TANGLED)
    assert lines == {
        ("a",): 2,
        ("quoted key",): 3,
        ("x",): 4,
        ("x", "y"): 4,
        ("x", "y", "z"): 4,
        ("text",): 5,
        ("literal",): 9,
        ("list",): 11,
        ("inline",): 15,
        ("inline", "one"): 15,
        ("inline", "two"): 15,
        ("inline", "two", "three"): 15,
        ("inline", "two", "three", "four"): 15,
        ("inline", "five"): 15,
        ("empty",): 16,
        ("table",): 17,
        ("table", "g"): 18,
        ("table", "sub"): 19,
        ("table", "sub", "h"): 20,
        ("table", "sub", "h", "i"): 20,
        ("table", "sub", "h", "j"): 21,
        ("many",): 22,
        ("many", "k"): 23,
        ("many", "last"): 26,
    }


def paths(data, way=()):
    for key, value in data.items():
        yield (*way, key)
        if isinstance(value, dict):
            yield from paths(value, (*way, key))


@settings(max_examples=300, deadline=None)
@given(
    st.integers(0, len(TANGLED)),
    st.integers(0, 8),
    st.text(st.sampled_from("=\"'[]{}.,#\n 07-ae\\"), max_size=6),
)
def test_every_key_of_a_valid_text_is_found(at, cut, new):
    text = TANGLED[:at] + new + TANGLED[at + cut :]
    try:
        data = read_toml(text)
    except TomlProblem as problem:
        assert 1 <= problem.line <= text.count("\n") + 1
        return
    lines = key_lines(text)
    for way in paths(data):
        assert 1 <= lines[way] <= text.count("\n") + 1


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_texts_and_keys_survive(text):
    assert read_toml(f"key = {write_value(text)}") == {"key": text}
    assert read_toml(f"{write_key(text)} = 1") == {text: 1}


def test_values_in_messages():
    assert [shown(value) for value in ("x", 3, True, 1.5, {}, [], "y" * 99, 10**20)] == [
        '"x"',
        "3",
        "true",
        "1.5",
        "a table",
        "a list",
        "so long a text",
        "so large a number",
    ]
