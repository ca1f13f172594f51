"""How long evenings take: the measured table, what menus say of it, and estimates."""

import json
from pathlib import Path
from random import Random

import pytest
from scripts import measure_evenings
from scripts.measure_evenings import Evening, EveningPlayer, add_result, measured_games, read_results

import gipfel
from gipfel.games.core.lengths import measured_lengths
from gipfel.games.core.registry import game_names, game_type
from gipfel.locale import using_language
from gipfel.project.menu.lengths import (
    SECONDS,
    TABLE,
    Measured,
    length_of,
    seconds_of,
    summary,
    table,
    time_text,
)
from gipfel.project.menu.menu import Menu, menu_of, read_menu
from gipfel.project.potentials.agreement import PRESETS, PROJECT
from tests.helpers.paths import ROOT

# --- The table ------------------------------------------------------------------------------------

LEAST_GAMES = 40
DAYS = {"kind": "correspondence", "days": 3}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_measured(preset: str) -> None:
    mode = gipfel.game(PROJECT, preset).options["link.mode"]
    assert table()["evenings"][f"{preset} {mode}"]["n"] >= LEAST_GAMES
    length = length_of(menu_of({"preset": preset}))
    assert length is not None
    assert length.games == table()["evenings"][f"{preset} {mode}"]["n"]


def test_every_form_of_linking_and_every_game_is_measured() -> None:
    assert [*table()["evenings"]] == [name for name, kind in measured_games().items() if kind.name == PROJECT]
    forms = {name.split()[1] for name in table()["evenings"]}
    assert forms == {"off", "challenge", "must-win"}
    for name in game_names():
        if name != PROJECT:
            assert [*measured_lengths(name)] == [*game_type(name).versions], name


def test_the_table_and_the_report_come_from_the_games_that_were_played() -> None:
    menus, games = (
        made(read_results()) for made in (measure_evenings.evenings, measure_evenings.single_games)
    )
    assert json.loads(TABLE.read_text(encoding="utf-8")) == menus
    assert {name: measured_lengths(name) for name in game_names() if measured_lengths(name)} == games
    assert measure_evenings.REPORT.read_text(encoding="utf-8") == measure_evenings.report(menus, games)


def test_the_documentation_says_what_was_measured() -> None:
    """The table of presets in docs/menu.md has the times that menus say."""
    text = (ROOT / "docs" / "menu.md").read_text(encoding="utf-8")
    for preset in PRESETS:
        length = length_of(menu_of({"preset": preset}))
        assert length is not None
        row = f"| `{preset}` | {length.time} | {length.turns} | {length.contests} |"
        assert row in text, row


# --- What menus say -------------------------------------------------------------------------------


def test_minutes_are_turns_at_an_ordinary_pace() -> None:
    played = Measured(60, {"Z": 2}, (("zertz basic", 30), ("die", 0)))
    assert (played.contest_turns, played.minutes) == (31, 91 * SECONDS / 60)
    row = summary([played, Measured(80, {}, ())])
    assert (row["n"], row["turns"], row["mean_uses"], row["mean_contests"]) == (2, [65, 70, 75], {"Z": 1}, 1)


@pytest.mark.parametrize(
    ("minutes", "text"),
    [
        (3, "5 minutes"),
        (31, "30 minutes"),
        (58, "60 minutes"),
        (87, "85 minutes"),
        (89, "1½ hours"),
        (118, "2 hours"),
        (400, "6½ hours"),
    ],
)
def test_times_are_not_more_precise_than_they_can_be(minutes: float, text: str) -> None:
    assert time_text(minutes) == text


def test_a_measured_menu_says_what_it_rests_on() -> None:
    length = length_of(menu_of({"preset": "odyssey"}))
    assert length is not None
    assert length.sentence.startswith(f"About {length.time}; half of the evenings take between ")
    assert (
        f"{length.turns} turns and {length.contests} contests are usual, "
        f"and {length.contest_turns} turns within the contests." in length.sentence
    )
    assert length.basis == (
        f"Measured in {length.games} games of the engine against itself, at {SECONDS} seconds a turn."
    )


def test_a_title_and_a_clock_change_no_length() -> None:
    clock = {"kind": "sudden-death", "minutes": 20}
    assert length_of(menu_of({"preset": "evening", "title": "Friday", "clock": clock})) == length_of(
        menu_of({"preset": "evening"})
    )


def test_what_is_measured_is_found_by_what_is_played_not_by_its_name() -> None:
    same = read_menu('preset = "ultimate"\n[links]\nmode = "must-win"')
    assert length_of(same) == length_of(menu_of({"preset": "odyssey"}))


def test_in_real_time_turns_are_quicker() -> None:
    """At a table TAMSK runs in real time as a contest, unless the clock counts days."""
    assert seconds_of("tamsk level2") == seconds_of("tamsk") < SECONDS
    assert seconds_of("tamsk level2", "turns") == seconds_of("tamsk level1") == seconds_of("die") == SECONDS
    played = Measured(60, {"T": 1}, (("tamsk level3", 30),))
    assert played.minutes == (60 * SECONDS + 30 * seconds_of("tamsk level3")) / 60
    lengths = [length_of(menu_of({"preset": "evening", **more})) for more in ({}, {"clock": DAYS})]
    assert lengths[0] is not None
    assert lengths[1] is not None
    assert lengths[0].minutes[1] < lengths[1].minutes[1]


# --- Estimates ------------------------------------------------------------------------------------


def _estimate(text: str) -> tuple[float, int]:
    length = length_of(read_menu(text))
    assert length is not None
    assert length.games == 0
    assert length.sentence.startswith("An estimate: about ")
    assert length.basis.startswith("Estimated ")
    assert length.minutes[0] <= length.minutes[1] <= length.minutes[2]
    return length.minutes[1], length.contests


def test_more_to_win_takes_longer() -> None:
    two = 'preset = "evening"\n[potentials.both]\ntamsk = 4\n'
    three, four = f"{two}dvonn = 3\n", f"{two}dvonn = 3\nyinsh = 4\n"
    estimates = [_estimate(text) for text in (two, three, four)]
    assert estimates == sorted(estimates)
    assert len({*estimates}) == 3


def test_the_linked_game_decides_how_long_contests_are() -> None:
    links = ["die", "zertz blitz", "outside chess", "dvonn"]
    minutes = [_estimate(f'preset = "one-kind"\n[links]\nzertz = "{link}"')[0] for link in links]
    assert minutes == sorted(minutes)
    assert minutes[0] < minutes[1] < minutes[3]


def test_no_more_contests_than_challenges() -> None:
    text = 'preset = "ultimate"\n[links]\nmode = "challenge"\nchallenges = {}'
    none, one = (_estimate(text.format(number))[1] for number in (0, 1))
    assert none == 0
    assert 0 < one <= 2


def test_links_of_one_player_count_for_that_player() -> None:
    both = _estimate('preset = "one-kind"\n[links]\nzertz = "dvonn"')
    one = _estimate('preset = "one-kind"\n[links.white]\nzertz = "dvonn"')
    assert 0 < one[1] < both[1]


def test_any_menu_has_a_length() -> None:
    chance = Random(7)
    for _ in range(30):
        numbers = {kind: chance.choice((0, 3, 6)) for kind in ("tamsk", "zertz", "dvonn", "yinsh", "punct")}
        links = {
            kind: chance.choice(("none", "coin", "tzaar", "gipf basic", "outside go")) for kind in numbers
        }
        base = chance.choice(("basic", "standard", "tournament"))
        menu = menu_of({"base": base, "potentials": {"both": numbers}, "links": links})
        length = length_of(menu)
        assert length is not None
        assert 10 < length.minutes[1] < 60 * 24


def test_a_menu_for_another_game_says_how_long_that_takes() -> None:
    length = length_of(Menu(name="yinsh", version="blitz"))
    assert length is not None
    assert length.games >= LEAST_GAMES
    assert length.turns == measured_lengths("yinsh")["blitz"]["turns"][1]


@pytest.mark.parametrize("preset", ["evening", "ultimate"])
def test_the_length_is_translated(preset: str) -> None:
    length = length_of(menu_of({"preset": preset}))
    assert length is not None
    english = length.sentence
    with using_language("fa"):
        assert length.sentence != english
        assert not any(word in length.sentence for word in ("hours", "minutes", "turns", "about"))


# --- The command ----------------------------------------------------------------------------------


def test_results_are_kept_game_by_game(tmp_path: Path) -> None:
    """The file is whole after each game; a line that was cut off is overwritten by the next one."""
    path = tmp_path / "evenings.jsonl"
    first = Evening("evening must-win", 0, 70, {"Z": 2}, [("zertz basic", 30)])
    add_result(first, path)
    with open(path, "ab") as file:
        file.write(b'{"name": "evening mu')
    assert read_results(path) == {("evening must-win", 0): first}
    add_result(Evening("evening must-win", 1, 80), path)
    assert [*read_results(path)] == [("evening must-win", 0), ("evening must-win", 1)]


def test_what_was_played_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "evenings.jsonl"
    add_result(Evening("tamsk6 off", 0, 70), path)
    done = read_results(path)
    monkeypatch.setattr(measure_evenings, "read_results", lambda: done)
    names = [(name, number) for name, _, number in measure_evenings.waiting(2)]
    assert ("tamsk6 off", 0) not in names
    assert names.index(("tamsk6 off", 1)) > names.index(("evening must-win", 0))
    assert len(names) == 2 * len(measured_games()) - 1
    yinsh = [(name, number) for name, _, number in measure_evenings.waiting(1, ["yinsh"])]
    assert yinsh == [("yinsh standard", 0), ("yinsh blitz", 0)]


def test_an_evening_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lowest level plays with dice: every contest belongs to a use, and throws have no turns."""
    monkeypatch.setattr(measure_evenings, "LEVEL", 1)
    monkeypatch.setattr(measure_evenings, "MOST_TURNS", 40)
    played = EveningPlayer(
        "dice must-win", gipfel.game(PROJECT, "dice", **{"link.mode": "must-win"}), 1
    ).play()
    assert 10 < played.turns <= 40
    assert len(played.contests) == sum(played.uses.values())
    assert all(contest == ("die", 0) for contest in played.contests)
