"""Menus: what can be written, and what it means."""

import re
from pathlib import Path

import pytest

import gipfel
from gipfel import MenuError
from gipfel.games.core.time_limit import CLOCKS, TimeLimit
from gipfel.notation.toml import write_value
from gipfel.project.menu.keys import BY_NAME, LINK_KEYS, OPTION_KEYS, OWN_LINK_KEYS, PRESET_HELP
from gipfel.project.menu.menu import LARGEST, Menu, explain, menu, menu_of
from gipfel.project.potentials.agreement import OPTIONS, PRESETS
from tests.helpers.menus import EXAMPLE, PAGE

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
        **{"link.mode": "challenge", "link.T": "die", "link.Z": "zertz blitz", "link.D": "outside ludo"},
        **{"link.challenges": 3, "link.tie": "use", "link.first": "opponent"},
        **{"link.clock": "sudden-death minutes=10", "link.patience": 7},
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
    placed |= {option for keys in OWN_LINK_KEYS.values() for option in keys.values()}
    placed |= {f"{what}_{side}" for what in ("basics", "pool") for side in ("white", "black")}
    assert placed == {option.name for option in OPTIONS}
    assert PRESET_HELP.keys() == PRESETS.keys()


OWN = """\
preset = "twelve"

[links]
mode = "challenge"
tamsk = "coin"
challenges = 2

[links.white]
zertz = "outside ludo"
challenges = 3

[links.black]
tamsk = "gipf basic extra_black=2"
"""


def test_each_player_can_have_links_and_challenges_of_his_own():
    own = menu(OWN)
    white, black = own.links_of("white"), own.links_of("black")
    assert (white["tamsk"], white["zertz"], white["challenges"]) == ("coin", "outside ludo", 3)
    assert (black["tamsk"], black["zertz"], black["challenges"]) == ("gipf basic extra_black=2", "none", 2)
    assert menu(own.text()) == own
    assert not own.remarks
    lines = own.summary().splitlines()
    assert lines[4] == (
        "Links: White's TAMSK to a coin, Black's TAMSK to GIPF (basic, Extra pieces for Black: Two), "
        "White's ZÈRTZ to ludo"
    )
    assert lines[5:7] == ["White may challenge 3 times.", "Black may challenge 2 times."]
    assert "budget:3/2" in str(own.game().start())


def test_what_both_have_in_the_end_is_said_for_both():
    own = '[links.white]\ntamsk = "die"\n[links.black]\ntamsk = "die"\n'
    assert menu(f'preset = "tamsk6"\n{own}') == menu('preset = "tamsk6"\n[links]\ntamsk = "die"')
    ways = (
        '[links]\ntamsk = "die"\n[links.black]\ntamsk = "none"',
        '[links]\ntamsk = "none"\n[links.white]\ntamsk = "die"',
        '[links.white]\ntamsk = "die"',
    )
    assert len({menu(f'preset = "tamsk6"\n{text}').text() for text in ways}) == 1


@pytest.mark.parametrize("side", OWN_LINK_KEYS)
@pytest.mark.parametrize("key", OWN_LINK_KEYS["white"])
def test_every_other_value_of_one_player(side, key):
    for value in BY_NAME[OWN_LINK_KEYS[side][key]].values:
        changed = menu(f'preset = "ultimate"\n[links.{side}]\n{key} = {write_value(value)}')
        assert changed.links_of(side)[key] in (value, changed.links[key])
        assert menu(changed.text()) == changed


@pytest.mark.parametrize("key", [*LINK_KEYS, *OPTION_KEYS])
def test_every_other_value_of_every_option(key):
    table, option = ("links", LINK_KEYS[key]) if key in LINK_KEYS else ("options", key)
    for value in BY_NAME[option].values:
        changed = menu(f"[{table}]\n{key} = {write_value(value)}")
        settled = {"mode": "off"}.get(key, "none") if table == "links" and value == "auto" else value
        assert changed.game().options[option] in (value, settled)
        assert menu(changed.text()) == changed


@pytest.mark.parametrize("kind", CLOCKS)
def test_every_clock(kind):
    numbers = {key: most for key, (_, most) in CLOCKS[kind].numbers.items()}
    lines = "\n".join(f"{key} = {number}" for key, number in numbers.items())
    timed = menu(f'game = "yinsh"\n[clock]\nkind = "{kind}"\n{lines}')
    assert timed.clock == TimeLimit(kind, **numbers)
    assert menu(timed.text()) == timed
    assert (kind if numbers else "No clock") in timed.summary()


@pytest.mark.parametrize(
    "title", ["Zoë's evening", 'with "quotes" and \\', "  many   spaces ", "# no comment"]
)
def test_titles(title):
    titled = Menu(title, version="dice")
    assert titled.title == " ".join(title.split())
    assert menu(titled.text()) == titled


def test_menus_that_mean_the_same_are_the_same():
    first = menu('preset = "ultimate"\nbasics = 21\n[links]\nmode = "off"')
    assert first == Menu(version="ultimate") != Menu(version="dice")
    assert len({first, Menu(version="ultimate")}) == 1
    named = menu('preset = "twelve"\n[links]\nmode = "challenge"\ntamsk = "tamsk"\nzertz = "zertz"')
    assert named == menu('preset = "twelve"\n[links]\nmode = "challenge"')


def test_a_menu_from_data():
    assert menu_of({"preset": "dice", "basics": 24}) == menu('preset = "dice"\nbasics = 24')
    with pytest.raises(MenuError, match=r'^there is no "bases" in a menu; did you mean "base"\?'):
        menu_of({"bases": 1})


def test_a_summary_tells_numbers():
    lines = menu(EXAMPLE).summary().splitlines()
    assert lines[0] == "Friday"
    assert "Black: 23 basic pieces, 3 TAMSK, 6 ZÈRTZ, 3 DVONN, 3 YINSH potentials" in lines
    assert lines[5] == "Links: TAMSK to a die, ZÈRTZ to ZÈRTZ (blitz), DVONN to ludo"
    assert lines[6] == "Each of you may challenge 3 times."
    assert "Rows and extra moves: After each single move." in lines
    assert "White: 15 basic pieces, no potentials" in menu('base = "basic"').summary()
    assert "Each of you may challenge once." in menu('preset = "one-shot"').summary()
    assert "without limit" in menu('preset = "dice"').summary()
    assert "every use must be won" in menu('preset = "dice"\n[links]\nmode = "must-win"').summary()
    assert "No links" in menu('preset = "dice"\n[links]\nmode = "off"').summary()
    assert "No links" in menu('preset = "tamsk6"\n[links]\nzertz = "die"').summary()


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
