"""The clock of a contest, and patience (potentials.md 9.3 point 4, L-4)."""

import pytest

import gipfel
from gipfel import OptionError
from gipfel.games.core.time_limit import NO_CLOCK, TimeLimit
from gipfel.project.menu.menu import read_menu
from gipfel.project.menu.sentences import agreement


def project(**options: str | int) -> gipfel.Game:
    return gipfel.game("project", "evening", **{f"link.{name}": value for name, value in options.items()})


HALVED = [
    (TimeLimit("sudden-death", minutes=20), TimeLimit("sudden-death", minutes=20, divisor=2)),
    (TimeLimit("increment", minutes=5, seconds=3), TimeLimit("increment", minutes=5, seconds=3, divisor=2)),
    (TimeLimit("delay", minutes=5, seconds=3), TimeLimit("delay", minutes=5, seconds=3, divisor=2)),
    (TimeLimit("increment", minutes=0, seconds=3), TimeLimit("increment", minutes=0, seconds=3)),
    (TimeLimit("correspondence", days=2), TimeLimit("correspondence", days=2)),
    (NO_CLOCK, NO_CLOCK),
]


@pytest.mark.parametrize(("table", "contest"), HALVED)
def test_by_default_half_the_minutes_and_the_same_seconds_and_days(
    table: TimeLimit, contest: TimeLimit
) -> None:
    assert project().contest_limit(table) == contest
    assert project(clock="off").contest_limit(table) == NO_CLOCK


def test_a_written_clock_overrides_that_of_the_table() -> None:
    game = project(clock=" increment  minutes=4 seconds=2")
    assert game.options["link.clock"] == "increment minutes=4 seconds=2"
    for table, _ in HALVED:
        assert game.contest_limit(table) == TimeLimit("increment", minutes=4, seconds=2)


@pytest.mark.parametrize(
    ("clock", "said"),
    [
        ("none", "allowed: auto, off, sudden-death minutes=5, increment minutes=5 seconds=3"),
        ("sand", "allowed: auto, off"),
        ("", "allowed: auto, off"),
        ("increment", "write it like increment minutes=5 seconds=3"),
        ("increment minutes=5", "write it like increment minutes=5 seconds=3"),
        ("increment minutes=5 seconds=3 days=2", "write it like increment"),
        ("increment minutes=5 minutes=6 seconds=3", "write it like increment"),
        ("correspondence days=0", "days must be 1 to 365, not '0'"),
        ("correspondence days=" + "9" * 5000, "days must be 1 to 365"),
        ("correspondence days=²", "days must be 1 to 365"),
        ("sudden-death minutes=-5", "minutes must be 1 to 600, not '-5'"),
    ],
)
def test_a_clock_that_does_not_exist_is_refused_in_one_sentence(clock: str, said: str) -> None:
    with pytest.raises(OptionError, match=r"option link\.clock") as refused:
        project(clock=clock)
    assert said in str(refused.value)
    assert len(str(refused.value)) < 300


def test_patience_is_three_days_unless_agreed_otherwise() -> None:
    assert project().patience == 3
    assert project(patience=10).patience == 10
    assert project(patience="off").patience == 0
    with pytest.raises(OptionError, match="off, 1 to 365"):
        project(patience=0)
    assert gipfel.game("zertz").patience == 0
    assert gipfel.game("zertz").contest_limit(TimeLimit("correspondence", days=2)) == NO_CLOCK


def test_a_menu_names_both() -> None:
    menu = read_menu('preset = "evening"\n[links]\nclock = "sudden-death minutes=10"\npatience = 7\n')
    assert menu.links["clock"] == "sudden-death minutes=10"
    assert menu.game().patience == 7
    assert read_menu(menu.text()) == menu
    assert menu.game().written_options["link.patience"] == 7


def test_what_was_written_before_has_no_clock_in_contests() -> None:
    """A contest of an old table may have taken longer than half of its minutes."""
    kind = type(gipfel.game("project"))
    upgraded = kind.upgraded_options(1, "one-shot", {})
    assert upgraded["link.clock"] == "off"
    assert kind("one-shot", **upgraded).contest_limit(TimeLimit("sudden-death", minutes=20)) == NO_CLOCK


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("", "In a linked game each of you has half of the minutes."),
        ('clock = "off"', "Linked games have no clock."),
        (
            'clock = "sudden-death minutes=7"',
            "In a linked game: Each of you has 7 minutes for the whole game.",
        ),
    ],
)
def test_the_agreement_says_how_long_a_linked_game_may_take(lines: str, said: str) -> None:
    clock = '[clock]\nkind = "sudden-death"\nminutes = 20\n'
    assert agreement(read_menu(f'preset = "evening"\n[links]\n{lines}\n{clock}'))[-1] == said
    assert "linked game" not in agreement(read_menu(f'preset = "dice"\n{clock}'))[-1]


def test_what_has_no_effect_is_told() -> None:
    dice = read_menu('preset = "dice"\n[links]\nclock = "off"\n')
    assert [str(remark) for remark in dice.remarks] == [
        "links.clock has no effect: no kind is linked to a game."
    ]
    free = read_menu('preset = "tamsk6"\n[links]\npatience = 7\n')
    assert [remark.key for remark in free.remarks] == ["links.patience"]
