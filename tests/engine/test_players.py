"""Players of all kinds: as texts, at the board, and at the terminal."""

import io
import pickle
import re
import sys
from pathlib import Path
from random import Random
from shlex import quote

import pytest

import gipfel
from gipfel.cli import main
from gipfel.cli.play.analysis import seconds_asked
from gipfel.cli.play.seats import HUMAN, Seat, recorded_seat
from gipfel.engine.players.greedy import GreedyPlayer, reaction
from gipfel.engine.players.multi_game_searcher import MultiGameSearcher, smaller
from gipfel.engine.players.search_player import SearchPlayer, rest_of_turn
from gipfel.engine.players.specs import PlayerSpec
from gipfel.engine.search.analysis import Analysis, Limits, Line
from gipfel.engine.verdicts import expected_result, verdict
from gipfel.kernel.evaluation import CERTAIN
from tests.helpers.paths import TINY_ENGINE

GIPF = gipfel.game("gipf", "standard")
TINY = f"{quote(sys.executable)} {quote(str(TINY_ENGINE))}"
CROSSING = "bwbb/2bb1/6/3b2w/2b3/5/w3 b 12/8 0/0 B s"
"""Black's a2-d5 makes two rows that cross (docs/rules/gipf.md, example 13)."""

# --- Players as texts ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("random", PlayerSpec("random")),
        ("greedy", PlayerSpec("greedy")),
        ("uct,seconds=0.2", PlayerSpec("uct", limits=Limits(seconds=0.2))),
        ("level:1", PlayerSpec("level", 1)),
        (
            "level:10,seconds=0.2,nodes=5000,depth=9,threads=2",
            PlayerSpec("level", 10, Limits(0.2, 5000, 9), 2),
        ),
        ("engine:gipfel engine --level 3", PlayerSpec("engine", command="gipfel engine --level 3")),
    ],
)
def test_a_spec_is_read_and_written(text: str, spec: PlayerSpec) -> None:
    assert PlayerSpec.read(text) == PlayerSpec.read(f" {text} ") == spec
    assert spec.text == str(spec) == text
    assert pickle.loads(pickle.dumps(spec)) == spec


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no player ''; there are random, greedy, uct, level:1 to level:10, or engine:COMMAND"),
        ("stockfish", "there is no player 'stockfish'"),
        ("human", "there is no player 'human'"),
        ("random:3", "there is no player 'random:3'"),
        ("level", "there is no 'level'; levels go from level:1 to level:10"),
        ("level:11", "there is no 'level:11'"),
        (
            "level:3,speed=9",
            "level has no setting 'speed=9'; known: seconds=..., nodes=..., depth=..., threads",
        ),
        ("random,seconds=1", "random has no setting 'seconds=1'; it takes none"),
        ("level:3,seconds", "level has no setting 'seconds'"),
        ("level:3,seconds=nan", "seconds=nan is no time to think"),
        ("level:3,seconds=0", "seconds=0 is no time to think"),
        ("level:3,nodes=-1", "nodes is a whole number from 1 on"),
        ("level:3,threads=1000", "at most 64"),
        ("level:3,depth=2,depth=3", "depth of level is given twice"),
        ("engine:", "engine: needs a command"),
        ("engine:'open", "No closing quotation"),
    ],
)
def test_a_wrong_spec_says_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(gipfel.OptionError, match=re.escape(message)):
        PlayerSpec.read(text)


def test_the_name_of_an_engine_is_its_program() -> None:
    assert PlayerSpec.read("engine:/usr/games/fast --deep 3").name == "engine:fast"
    assert PlayerSpec.read("level:3,nodes=5").name == "level:3,nodes=5"


def test_people_sit_only_at_the_terminal() -> None:
    assert Seat.read("human") is HUMAN
    with pytest.raises(gipfel.OptionError, match="there are human, random"):
        Seat.read("nobody")


def test_a_record_names_no_program_to_start() -> None:
    assert recorded_seat("level:3") == Seat.read("level:3")
    assert recorded_seat("engine:rm -r /") is None
    assert recorded_seat("Ada") is None


# --- Random and greedy --------------------------------------------------------------------------------


def test_a_seed_makes_random_players_alike() -> None:
    def choices(seed: int) -> list[gipfel.Decision]:
        player = PlayerSpec.read("random").make_player(seed)
        return [player.choose(GIPF.start(), Limits()) for _ in range(5)]

    assert choices(1) == choices(1)
    assert choices(1) != choices(2)


def finishing(name: str) -> tuple[gipfel.Position, set[str]]:
    """A position of a random game in which some decisions, but not all, win at once."""
    game = gipfel.game(name)
    for seed in range(100):
        position, chance = game.start(seed=seed), Random(seed)
        while decisions := position.decisions():
            wins = {d.text for d in decisions if _wins(position, d)}
            if 0 < len(wins) < len(decisions):
                return position, wins
            position = position.play(chance.choice(decisions))
    raise AssertionError(name)


def _wins(position: gipfel.Position, decision: gipfel.Decision) -> bool:
    outcome = position.play(decision).outcome
    return outcome is not None and outcome.winner == position.side


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few decisions are played sooner than they are compiled."""
    monkeypatch.setenv("GIPFEL_INTERPRETED", "1")


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("name", ["gipf", "zertz", "tzaar"])
def test_greedy_wins_if_it_can(name: str) -> None:
    position, _ = finishing(name)
    player = GreedyPlayer(Random(1))
    player.begin(position.game)
    side, turn = position.side, position.turn
    while position.outcome is None and position.turn == turn:
        position = position.play(player.choose(position, Limits()))
    assert position.outcome is not None
    assert position.outcome.winner == side


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("name", ["gipf", "yinsh", "zertz"])
def test_greedy_beats_chance(name: str) -> None:
    game = gipfel.game(name)
    seats = [PlayerSpec.read(text).make_player(seed) for seed, text in enumerate(("greedy", "random"))]
    position = game.start(seed=1)
    for player in seats:
        player.begin(game)
    while position.outcome is None:
        position = position.play(seats[position.side].choose(position, Limits()))
    assert position.outcome.winner == gipfel.WHITE


def test_out_of_turn_a_free_ring_is_dropped() -> None:
    moved = gipfel.game("tamsk", "level3").start().play("a1-a2")
    assert moved.side == gipfel.BLACK
    decision = reaction(moved, gipfel.WHITE)
    assert decision is not None
    assert decision.text == "+"


# --- Thinkers -----------------------------------------------------------------------------------------


class Scripted:
    """A searcher that always expects the same texts, and counts how often it was asked."""

    def __init__(self, *texts: str) -> None:
        self.texts = texts
        self.asked: list[Limits] = []

    def forget(self) -> None:
        self.asked = []

    def think(self, position, limits, stop=None, report=None):
        self.asked.append(limits)
        decisions, here = [], position
        for text in self.texts:
            decisions.append(here.decision(text))
            here = here.play(decisions[-1])
        return Analysis(position, (Line(0, tuple(decisions)),), 1, 1, 0.0)


def player_of(searcher: Scripted, own: Limits = Limits()) -> SearchPlayer:  # noqa: B008
    return SearchPlayer("scripted", MultiGameSearcher(lambda game: searcher, lambda game: own))


def test_the_rest_of_a_turn_is_played_as_planned() -> None:
    start = gipfel.game("gipf", "basic").position(CROSSING)
    row = start.play("a2-d5").decisions()[0].text
    searcher = Scripted("a2-d5", row)
    player = player_of(searcher)
    player.begin(start.game)
    first = player.choose(start, Limits(nodes=5))
    second = player.choose(start.play(first), Limits(nodes=5))
    assert (first.text, second.text) == ("a2-d5", row)
    assert len(searcher.asked) == 1


def test_a_plan_is_for_one_position_only() -> None:
    start = gipfel.game("gipf", "basic").position(CROSSING)
    row = start.play("a2-d5").decisions()[0].text
    plan = rest_of_turn(Scripted("a2-d5", row).think(start, Limits()).lines[0])
    assert [decision.text for decision in plan] == [row]
    assert plan[0].position == start.play("a2-d5")
    other = rest_of_turn(Scripted("e1-e3", "b3").think(GIPF.start(), Limits()).lines[0])
    assert other == []


@pytest.mark.parametrize(
    ("own", "asked", "both"),
    [
        (Limits(), Limits(seconds=2), Limits(seconds=2)),
        (Limits(seconds=1, nodes=9), Limits(seconds=2, lines=3), Limits(seconds=1, nodes=9, lines=3)),
        (Limits(depth=1), Limits(depth=4, nodes=5), Limits(depth=1, nodes=5)),
        (Limits(), Limits(), Limits(seconds=1)),
    ],
)
def test_the_smaller_limit_counts(own: Limits, asked: Limits, both: Limits) -> None:
    searcher = Scripted("e1-e3")
    player = player_of(searcher, own)
    player.begin(GIPF)
    player.choose(GIPF.start(), asked)
    assert searcher.asked == [both]
    assert smaller(asked, own).nodes == both.nodes


def test_the_only_decision_needs_no_thinking() -> None:
    searcher = Scripted()
    game = gipfel.game("gipf", "basic")
    position = game.start()
    chance = Random(3)
    while len(position.decisions()) != 1:
        position = position.play(chance.choice(position.decisions()))
    player = player_of(searcher)
    player.begin(game)
    assert player.choose(position, Limits()) == position.decisions()[0]
    assert searcher.asked == []


def test_in_a_contest_the_game_inside_is_thought_about() -> None:
    links = dict.fromkeys([f"link.{kind}" for kind in "TZDYP"], "zertz basic")
    game = gipfel.game("project", "dice", **links, **{"link.first": "user"})
    position, chance = game.start(), Random(4)
    while position.outcome is None and position.played is position:
        position = position.play(chance.choice(position.decisions()))
    inner = position.played
    assert inner is not None
    assert inner.game.name == "zertz"
    text = inner.decisions()[-1].text
    player = player_of(Scripted(text))
    player.begin(game)
    chosen = player.choose(position, Limits())
    assert chosen == position.outer_decision(inner.decision(text).code)
    assert chosen in position.decisions()


@pytest.mark.parametrize("text", ["level:1", "level:10,nodes=300", "uct,nodes=50"])
def test_the_engine_plays_gipf(text: str) -> None:
    player = PlayerSpec.read(text).make_player(1)
    player.begin(GIPF)
    position = GIPF.start()
    for _ in range(4):
        decision = player.choose(position, Limits())
        assert decision in position.decisions()
        position = position.play(decision)


# --- Scores in words ----------------------------------------------------------------------------------

WORTH = GIPF.evaluation.worth
ONE, MANY = "disc", "discs"


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (0, "about even"),
        (round(-0.2 * WORTH), "about even"),
        (round(0.5 * WORTH), "White is slightly better"),
        (WORTH, f"White is about one {ONE} ahead"),
        (-2 * WORTH, f"Black is about two {MANY} ahead"),
        (25 * WORTH, f"White is about 25 {MANY} ahead"),
        (CERTAIN - 9, "White is winning"),
        (9 - CERTAIN, "Black is winning"),
    ],
)
def test_scores_in_words(score: int, words: str) -> None:
    start = GIPF.start()
    assert verdict(start, Line(score, start.decisions()[:1])) == words


def test_a_win_says_how_soon() -> None:
    position, wins = finishing("zertz")
    name = position.game.side_names[position.side]
    line = Line(CERTAIN - 1, (position.decision(min(wins)),))
    assert verdict(position, line) == f"{name} is winning in this turn"
    assert expected_result(position, line) == f"100 % for {name}"


def test_per_cent_are_for_whoever_is_better() -> None:
    start, after = GIPF.start(), GIPF.start().play("e1-e3")
    assert expected_result(start, Line(1000, start.decisions()[:1])) == "73 % for White"
    assert expected_result(after, Line(1000, after.decisions()[:1])) == "73 % for Black"
    assert expected_result(after, Line(-1000, after.decisions()[:1])) == "73 % for White"


# --- At the terminal ----------------------------------------------------------------------------------


@pytest.fixture
def play(capsys, monkeypatch, tmp_path):
    """Play GIPF with lines typed on the keyboard, in a folder of its own; what was shown."""
    monkeypatch.chdir(tmp_path)

    def play(*argv, typed=(), game="gipf"):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        assert main(["terminal", game, "--seed", "1", *argv]) == 0
        return capsys.readouterr().out.splitlines()

    return play


@pytest.mark.parametrize("opponent", ["greedy", "level:1", f"engine:{TINY}"])
def test_anybody_can_sit_at_the_terminal(play, opponent: str) -> None:
    lines = play("--black", opponent, "--save", "game.txt", typed=["b3", "quit"])
    assert any(line.startswith("2. Black: ") for line in lines)
    record = gipfel.read_record(Path("game.txt").read_text(encoding="utf-8"))
    assert record.headers["black"] == PlayerSpec.read(opponent).name
    assert len(record.turns) >= 2


def test_a_whole_game_of_programs(play) -> None:
    lines = play("--white", "greedy", "--black", "level:1")
    assert lines[-1].startswith("result: ")


@pytest.mark.parametrize("program", ["/no/such/engine-x", f"{quote(sys.executable)} -c 'print(1)'"])
def test_an_engine_that_fails_loses(play, program: str) -> None:
    lines = play("--black", f"engine:{program}", typed=["b3"])
    assert any(line.startswith("the engine ") for line in lines)
    assert lines[-1] == "result: 1-0 engine failure"


@pytest.mark.usefixtures("interpreted")
def test_the_engine_plays_by_the_clock(play) -> None:
    lines = play(
        "--version", "level2", "--black", "level:1", game="tamsk", typed=["0 r a1-a2+", "9000 r d7-d6+"]
    )
    assert any(re.match(r"[0-9]+ Black: \S", line) for line in lines)


def test_an_analysis_shows_the_best_lines(play) -> None:
    lines = play("--black", "human", typed=["analyse 0.2", "analyse soon", "quit"])
    assert any(re.fullmatch(r"depth [0-9]+, [0-9]+ nodes, [0-9.]+ s", line) for line in lines)
    for number in (1, 2, 3):
        assert any(re.match(rf"  {number}\. \S.*, [0-9]+ % for (White|Black)$", line) for line in lines)
    assert "'soon' is no time to think; write analyse 20 for twenty seconds" in lines


def test_an_analysis_has_its_time() -> None:
    assert seconds_asked("2.5") == 2.5
    assert seconds_asked("") == 10
