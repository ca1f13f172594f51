"""Matches: openings, single games, the file of results, schedules, workers that die, and the commands."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Future
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

import gipfel
from gipfel.arena import match as match_module
from gipfel.arena.arena import COMPLETE, TIME_IS_UP, Run
from gipfel.arena.journal import Journal, JournalProblem, forget, is_outdated
from gipfel.arena.ladder import Goal, Kind, trials
from gipfel.arena.match import Job, Key, Result, Terms, play_game, rehearse
from gipfel.arena.openings import NoOpening, opening, usual_turns
from gipfel.arena.picture import EDGE, FIGURES, LETTER, WIDTH, drawn, png
from gipfel.arena.ratings import Rating
from gipfel.arena.schedule import Match, Schedule
from gipfel.arena.sprt import Sprt
from gipfel.arena.standing import standing, summary
from gipfel.arena.statistics import Pairs
from gipfel.arena.strength import Results, StrengthProblem, page_text
from gipfel.arena.workers import ClusterWorkers, LocalWorkers, Workers, WorkersLost
from gipfel.cli import main
from gipfel.engine.players.player import EngineFailure, Player
from gipfel.engine.players.specs import PlayerSpec
from gipfel.engine.search.analysis import Limits
from gipfel.games.core.game import Game
from gipfel.games.core.position import Decision, Position
from tests.helpers.random_games import VERSIONS

RANDOM = PlayerSpec.read("random")
GIPF = gipfel.game("gipf")
QUICK = Terms(seconds=1.0, opening_turns=4, seed=5)


@pytest.fixture(autouse=True)
def plain_python(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing is compiled, so that workers start quickly; and a data folder of our own."""
    monkeypatch.setenv("GIPFEL_INTERPRETED", "1")
    monkeypatch.setenv("GIPFEL_CLOCK", "cpu")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def random_match(pairs: int = 4, terms: Terms = QUICK) -> Match:
    return Match(GIPF, (RANDOM, RANDOM), terms, pairs)


# --- Openings -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_an_opening_leads_to_a_game_that_goes_on(name: str, version: str) -> None:
    game = gipfel.game(name, version)
    turns = usual_turns(game)
    found = {str(opening(game, turns, 1, number).position) for number in range(4)}
    assert len(found) == 4, "openings differ"
    again = opening(game, turns, 1, 2).position
    assert again == opening(game, turns, 1, 2).position, "and can be had again"
    assert again.turn == turns
    assert again.outcome is None


@pytest.mark.parametrize(
    ("name", "version"), [("dvonn", "standard"), ("yinsh", "blitz"), ("tzaar", "tournament")]
)
def test_the_usual_opening_sets_all_pieces_up(name: str, version: str) -> None:
    """Setting up and moving are written differently: one place, or two."""
    game = gipfel.game(name, version)
    placing, moving = opening(game, usual_turns(game) - 1, 1, 1), opening(game, usual_turns(game), 1, 1)
    assert not re.search("[-x]", placing.position.decisions()[0].text)
    assert re.search("[-x]", moving.position.decisions()[0].text)


def test_openings_longer_than_the_game_are_refused() -> None:
    with pytest.raises(NoOpening, match="ask for fewer"):
        opening(gipfel.game("zertz", "blitz"), 500, 1, 1)


# --- One game -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stub:
    """A player of our making that looks like any other to the arena."""

    choice: Callable[[Position, Limits], Decision]
    kind: str = "stub"
    name: str = "stub"
    text: str = "stub"
    prepare: Callable[[Game], None] = lambda game: None

    def seat(self, seed: int | None = None) -> Player:
        return StubPlayer(self)


class StubPlayer(Player):
    name = "stub"

    def __init__(self, stub: Stub) -> None:
        self.stub = stub

    def begin(self, game: Game) -> None:
        self.stub.prepare(game)

    def choose(self, position: Position, limits: Limits) -> Decision:
        return self.stub.choice(position, limits)


def first_legal(position: Position, limits: Limits) -> Decision:
    return position.decisions()[0]


def job(white: Any, black: Any, game: Game = GIPF, terms: Terms = QUICK, swapped: bool = False) -> Job:
    return Job(Key(0, 1, 3, swapped), game, white, black, terms)


@pytest.mark.parametrize(
    ("name", "version"),
    [
        *[("gipf", "tournament"), ("punct", "standard"), ("yinsh", "blitz"), ("tzaar", "random")],
        *[("zertz", "basic"), ("dvonn", "standard"), ("tamsk", "level1"), ("tamsk", "level3")],
        *[("project", "dice"), ("project", "one-shot")],
    ],
)
def test_a_game_is_reproducible_and_its_record_replays(name: str, version: str) -> None:
    game = gipfel.game(name, version)
    terms = replace(QUICK, opening_turns=usual_turns(game))
    result = play_game(job(RANDOM, RANDOM, game, terms))
    again = play_game(job(RANDOM, RANDOM, game, terms))
    assert replace(again, seconds=result.seconds) == result
    replayed = gipfel.replay(gipfel.read_record(result.record))
    assert len(replayed.decisions) == result.decisions
    assert replayed.position.turn == result.turns
    assert not result.failed
    assert Result.of(json.loads(json.dumps(result.plain()))) == result


def test_both_games_of_a_pair_begin_alike() -> None:
    records = [
        gipfel.read_record(play_game(job(RANDOM, RANDOM, swapped=swapped)).record)
        for swapped in (False, True)
    ]
    first, second = ([turn.text for turn in record.turns] for record in records)
    assert first[:4] == second[:4]
    assert first != second


def fails(position: Position, limits: Limits) -> Decision:
    raise EngineFailure("it died")


def is_broken(position: Position, limits: Limits) -> Decision:
    raise ZeroDivisionError("oh")


def lies(position: Position, limits: Limits) -> Decision:
    return Decision(position, 10**8).made_in(GIPF.start())


def answers_nonsense(position: Position, limits: Limits) -> Any:
    return None


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        (fails, "Black failed: it died"),
        (is_broken, "Black failed: ZeroDivisionError: oh"),
        (lies, "Black failed: .*not legal"),
        (answers_nonsense, "Black failed"),
    ],
)
def test_who_fails_loses_with_the_reason(choice: Any, reason: str) -> None:
    result = play_game(job(Stub(first_legal), Stub(choice)))
    assert (result.score, result.failed) == ("1-0", "black")
    assert gipfel.read_record(result.record).reason == result.reason
    assert result.reason.startswith(reason.partition(".*")[0])


def test_who_cannot_begin_loses_and_is_known_before_the_match() -> None:
    def refuse(game: Game) -> None:
        raise EngineFailure("no such game")

    stub: Any = Stub(first_legal, prepare=refuse)
    assert play_game(job(stub, RANDOM)).score == "0-1"
    with pytest.raises(EngineFailure, match="stub cannot play: no such game"):
        rehearse(GIPF, (stub,))


class Clock:
    """Time that passes only when somebody says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(match_module, "perf_counter", lambda: self.now)
        monkeypatch.setattr(match_module, "process_time", lambda: self.now)


@pytest.mark.parametrize(
    ("kind", "taken", "in_time"),
    [("stub", 4.9, True), ("stub", 5.1, False), ("engine", 1.9, True), ("engine", 2.1, False)],
)
def test_whoever_is_much_too_slow_loses(
    monkeypatch: pytest.MonkeyPatch, kind: str, taken: float, in_time: bool
) -> None:
    clock = Clock(monkeypatch)

    def slow(position: Position, limits: Limits) -> Decision:
        clock.now += taken
        return position.decisions()[0]

    result = play_game(job(Stub(slow, kind=kind), Stub(first_legal), terms=replace(QUICK, most_turns=6)))
    assert ("lost on time" in result.reason) is not in_time
    assert (result.failed == "white") is not in_time


def test_the_decisions_of_a_turn_share_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """In TZAAR a turn has two moves; who thinks long about the first has little left for the second."""
    clock, given = Clock(monkeypatch), []

    def choice(position: Position, limits: Limits) -> Decision:
        given.append((position.turn, limits.seconds))
        clock.now += 0.7
        return position.decisions()[0]

    game = gipfel.game("tzaar")
    play_game(job(Stub(choice), Stub(choice), game, Terms(seconds=1.0, opening_turns=2, most_turns=4)))
    assert [turn for turn, _ in given] == [2, 2, 3, 3]
    assert [seconds for _, seconds in given] == pytest.approx([1.0, 0.3, 1.0, 0.3])


def test_a_decision_always_gets_some_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, given = Clock(monkeypatch), []

    def choice(position: Position, limits: Limits) -> Decision:
        given.append(limits.seconds)
        clock.now += 1.5
        return position.decisions()[0]

    game = gipfel.game("tzaar")
    play_game(job(Stub(choice), Stub(choice), game, Terms(seconds=1.0, opening_turns=2, most_turns=3)))
    assert given == pytest.approx([1.0, 0.1])


def test_a_game_without_end_is_a_draw() -> None:
    result = play_game(job(RANDOM, RANDOM, terms=replace(QUICK, most_turns=7)))
    assert (result.score, result.turns, result.reason) == ("1/2-1/2", 7, "no end after 7 turns")


def test_half_points_are_those_of_the_first_player() -> None:
    straight = Result(Key(0, 1, 0, False), "1-0", "", "", 1, 1, (0.0, 0.0), "")
    assert straight.half_points == 2
    assert replace(straight, key=Key(0, 1, 0, True)).half_points == 0
    assert replace(straight, score="1/2-1/2").half_points == 1


# --- Schedules and standings --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("schedule", "pairings"),
    [
        (Schedule.ROUND_ROBIN, [(0, 1), (0, 2), (1, 2)]),
        (Schedule.LADDER, [(0, 1), (1, 2)]),
        (Schedule.GAUNTLET, [(0, 1), (0, 2)]),
    ],
)
def test_who_meets_whom(schedule: Schedule, pairings: list[tuple[int, int]]) -> None:
    match = Match(GIPF, (RANDOM, RANDOM, PlayerSpec.read("greedy")), QUICK, 2, schedule)
    jobs = [*match.jobs()]
    assert len(jobs) == match.games == 4 * len(pairings)
    assert len({job.key for job in jobs}) == len(jobs)
    assert [(job.key.first, job.key.second) for job in jobs[: 2 * len(pairings) : 2]] == pairings
    assert match.names == ["random (1)", "random (2)", "greedy"]
    for one in jobs:
        assert (one.white, one.black) == (match.players[one.key.white], match.players[one.key.black])


def result(first: int, second: int, pair: int, swapped: bool, score: str, failed: str = "") -> Result:
    return Result(Key(first, second, pair, swapped), score, "why", failed, 10, 10, (1.0, 2.0), "")


def test_a_standing_counts_pairs_and_failures() -> None:
    match = random_match()
    games = [
        result(0, 1, 0, False, "1-0"),
        result(0, 1, 0, True, "0-1"),
        result(0, 1, 1, False, "1/2-1/2"),
        result(0, 1, 1, True, "1-0"),
        result(0, 1, 2, False, "1-0", failed="black"),
    ]
    stand = standing(match, games)
    (meeting,) = stand.meetings
    assert (meeting.wins, meeting.draws, meeting.losses, meeting.points) == (3, 1, 1, 3.5)
    assert meeting.pairs == Pairs((0, 1, 0, 0, 1)), "a single game is no pair yet"
    assert stand.failures == [[], ["why"]]
    assert stand.white_score == pytest.approx(0.7)
    plain = summary(match, stand, "why", Sprt(0, 10))
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain
    svg = drawn(GIPF, stand)
    assert svg.count("random (") == 2
    assert png(svg).startswith(b"\x89PNG")


def test_a_picture_has_room_for_everything() -> None:
    """Long names differ where they are shown, and no label of the grid reaches what stands beside it."""
    long = "level:10,seconds=0.2,threads=2,weights="
    names = [f"{long}before.json", f"{long}after.json", "random"]
    ratings = [Rating(1812, 900), Rating(-0.3, 3), Rating(-1812, 1300)]
    stand = replace(standing(random_match(), []), names=names, ratings=ratings)
    texts = re.findall(r'<text x="([0-9.]+)"[^>]*>([^<]+)</text>', drawn(GIPF, stand))
    shown = {text: float(x) for x, text in texts}
    assert {"0 ± 3", "−1812 ± 1300", "−4000", "+4000"} <= shown.keys()
    assert sum(text.startswith("level:10") for text in shown) == 2
    ends = [x + LETTER * len(text) for text, x in shown.items() if text.startswith("level:10")]
    assert max(ends) < shown["−4000"] - 20 < shown["+4000"] + 20 < WIDTH - EDGE - FIGURES


# --- The file of results ------------------------------------------------------------------------------


def test_a_match_goes_on_where_it_was(tmp_path: Path) -> None:
    path, match = tmp_path / "match.jsonl", random_match()
    games = [result(0, 1, 0, False, "1-0"), result(0, 1, 0, True, "0-1")]
    with Journal(path, match) as journal:
        assert [journal.add(game) for game in [*games, replace(games[0], score="0-1")]] == [True, True, False]
    with Journal(path, match) as journal:
        assert [*journal.results.values()] == games
        assert not journal.other_code


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    path, match = tmp_path / "match.jsonl", random_match()
    with Journal(path, match) as journal:
        journal.add(result(0, 1, 0, False, "1-0"))
    whole = path.read_bytes()
    for end in [*range(0, len(whole), 11), len(whole) - 1]:
        path.write_bytes(whole[:end])
        with Journal(path, match) as journal:
            assert len(journal.results) == 0
        assert path.read_bytes().endswith(b"\n")
    path.write_bytes(whole)
    with Journal(path, match) as journal:
        assert len(journal.results) == 1


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (
            replace(random_match(), players=(RANDOM, PlayerSpec.read("greedy"))),
            "players: random, random, not random, greedy",
        ),
        (replace(random_match(), game=gipfel.game("gipf", "standard")), "version: basic, not standard"),
        (replace(random_match(), game=gipfel.game("gipf", extra_white=1)), "options: nothing, not"),
        (random_match(terms=replace(QUICK, seconds=2.0)), "seconds: 1.0, not 2.0"),
        (random_match(terms=replace(QUICK, seed=6)), "seed: 5, not 6"),
    ],
)
def test_the_file_of_another_match_is_refused(tmp_path: Path, other: Match, message: str) -> None:
    path = tmp_path / "match.jsonl"
    Journal(path, random_match()).__exit__()
    before = path.read_bytes()
    with pytest.raises(JournalProblem, match=message):
        Journal(path, other)
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["Dear diary", "Dear diary\n", "{}\n", '{"gipfel arena": 2}\n', "[]\n"])
def test_a_file_that_is_something_else_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "diary.txt"
    path.write_text(text)
    for use in (lambda: Journal(path, random_match()), lambda: forget(path)):
        with pytest.raises(JournalProblem, match="not a file of match results"):
            use()
    assert path.read_text() == text


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    path, match = tmp_path / "match.jsonl", random_match()
    Journal(path, match).__exit__()
    for line, message in (("{}", "line 2 is not the result"), ("oops", "line 2 is not JSON")):
        path.write_text(path.read_text().splitlines()[0] + f"\n{line}\n")
        with pytest.raises(JournalProblem, match=message):
            Journal(path, match)


@pytest.mark.skipif(sys.platform == "win32", reason="needs file locks")
def test_a_match_is_not_played_twice_at_the_same_time(tmp_path: Path) -> None:
    with Journal(tmp_path / "match.jsonl", random_match()), pytest.raises(JournalProblem, match="already"):
        Journal(tmp_path / "match.jsonl", random_match())


def test_more_pairs_are_the_same_match_and_changed_code_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    Journal(path, random_match(4)).__exit__()
    Journal(path, random_match(9)).__exit__()
    assert not is_outdated(path, GIPF)
    head = json.loads(path.read_text())
    path.write_text(json.dumps({**head, "code": "older"}) + "\n")
    assert is_outdated(path, GIPF)
    with Journal(path, random_match()) as journal:
        assert journal.other_code
    forget(path)
    assert not path.exists()


# --- Running a match ----------------------------------------------------------------------------------


class HereAndNow(Workers):
    """Plays in this process, and loses some of its workers on the way."""

    all_break_together = False
    size = 3

    def __init__(self, loses: Iterable[int] = ()) -> None:
        self.submitted = 0
        self.renewed = 0
        self.loses = {*loses}

    def submit(self, work: Any, *arguments: Any) -> Any:
        future: Future[Any] = Future()
        self.submitted += 1
        if self.submitted in self.loses:
            future.set_exception(BrokenExecutor("gone"))
        else:
            future.set_result(work(*arguments))
        return future

    def lost(self, error: BaseException) -> bool:
        return isinstance(error, BrokenExecutor)

    def renew(self) -> None:
        self.renewed += 1

    def stop(self, at_once: bool) -> None:
        pass


def all_once(match: Match, path: Path) -> bool:
    """Is every game of the match in the file, and none twice?"""
    keys = [Key(**json.loads(line)["key"]) for line in path.read_text().splitlines()[1:]]
    return sorted(keys, key=repr) == sorted((job.key for job in match.jobs()), key=repr)


def test_lost_games_are_played_again_and_count_once(tmp_path: Path) -> None:
    match, workers = random_match(6), HereAndNow(loses=[2, 5, 6, 13])
    with Journal(tmp_path / "m.jsonl", match) as journal:
        assert Run(match, journal).play(workers) == COMPLETE
    assert workers.renewed > 0
    assert workers.submitted == 1 + 12 + 4
    assert all_once(match, tmp_path / "m.jsonl")


def test_a_game_that_kills_every_worker_ends_the_match(tmp_path: Path) -> None:
    match = random_match(1)
    with Journal(tmp_path / "m.jsonl", match) as journal:
        with pytest.raises(WorkersLost, match="lost 5 times"):
            Run(match, journal).play(HereAndNow(loses=range(2, 100)))
        with pytest.raises(WorkersLost, match="made ready"):
            Run(match, journal).play(HereAndNow(loses=[1]))


def test_a_match_goes_on_after_its_time(tmp_path: Path) -> None:
    match = random_match(3)
    with Journal(tmp_path / "m.jsonl", match) as journal:
        assert Run(match, journal, until=0.0).play(HereAndNow()) == TIME_IS_UP
        assert Run(match, journal).play(HereAndNow()) == COMPLETE
        nobody = HereAndNow()
        assert Run(match, journal).play(nobody) == COMPLETE
        assert nobody.submitted == 0
    assert all_once(match, tmp_path / "m.jsonl")


def test_the_test_stops_a_match_and_says_the_same_again(tmp_path: Path) -> None:
    match = Match(GIPF, (PlayerSpec.read("greedy"), RANDOM), QUICK, pairs=500)
    with Journal(tmp_path / "m.jsonl", match) as journal:
        reason = Run(match, journal, Sprt(0, 200)).play(HereAndNow())
        assert "better by 200 Elo rather than 0" in reason
        assert len(journal.results) < 100
        assert Run(match, journal, Sprt(0, 200)).play(HereAndNow()) == reason


def kill(process: int) -> None:
    os.kill(process, signal.SIGKILL)


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_killed_process_loses_no_game(tmp_path: Path) -> None:
    match, workers, before = random_match(10), LocalWorkers(2), {*active_children()}
    with Journal(tmp_path / "m.jsonl", match) as journal:

        def report() -> None:
            if len(journal.results) == 5:
                kill(next(int(child.pid or 0) for child in active_children() if child not in before))

        assert Run(match, journal, report=report).play(workers) == COMPLETE
        workers.stop(at_once=False)
    assert all_once(match, tmp_path / "m.jsonl")


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_cluster_with_a_killed_worker_loses_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    match = random_match(15)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Journal(tmp_path / "m.jsonl", match) as journal,
    ):
        workers = ClusterWorkers(cluster.scheduler_address)
        assert workers.size == 2
        processes = [*workers.client.run(os.getpid).values()]

        def report() -> None:
            if len(journal.results) == 7:
                kill(processes[0])

        assert Run(match, journal, report=report).play(workers) == COMPLETE
        assert processes[0] not in workers.client.run(os.getpid).values()
        workers.stop(at_once=False)
    assert all_once(match, tmp_path / "m.jsonl")


def test_a_cluster_that_is_not_there_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gipfel.arena.workers.PATIENCE", "50ms")
    with pytest.raises(WorkersLost, match="there is no Dask cluster"):
        ClusterWorkers("tcp://127.0.0.1:1")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(WorkersLost, match=r"gipfel\[cluster\]"):
        ClusterWorkers("tcp://127.0.0.1:1")


# --- Commands -----------------------------------------------------------------------------------------


MATCH = ["arena", "gipf", "--player", "random", "--player", "random", "--pairs", "3"]


def test_the_command_plays_writes_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [
        "--json",
        f"{tmp_path}/m.json",
        "--records",
        f"{tmp_path}/m.txt",
        "--picture",
        f"{tmp_path}/m.svg",
    ]
    assert main([*MATCH, *files]) == 0
    shown = capsys.readouterr()
    assert "Stopped: all games are played." in shown.out
    assert "6 of 6 games: random (1)" in shown.err
    assert json.loads((tmp_path / "m.json").read_text())["games"] == 6
    records = (tmp_path / "m.txt").read_text().split("Gipfel record 1")[1:]
    for record in records:
        gipfel.replay(gipfel.read_record(f"Gipfel record 1{record}"))
    assert len(records) == 6
    assert (tmp_path / "m.svg").read_text().startswith("<svg")
    assert main(MATCH) == 0
    again = capsys.readouterr()
    assert "games:" not in again.err, "nothing is played twice"
    assert again.out == shown.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["arena", "gipf"], "missing option '--player'"),
        (["arena", "gipf", "-p", "random"], "a match needs two players"),
        ([*MATCH, "-p", "nobody"], "there is no player 'nobody'"),
        ([*MATCH, "--sprt", "a,b"], "--sprt a,b must be two numbers"),
        ([*MATCH, "--sprt", "5,5"], "must be below"),
        ([*MATCH, "-p", "greedy", "--sprt", "0,5"], "--sprt compares two players"),
        ([*MATCH, "--picture", "ratings.jpg"], "a picture ends in .svg or .png"),
        ([*MATCH, "--results", "/proc/nowhere/m.jsonl"], "cannot write"),
        ([*MATCH, "--pairs", "0"], "--pairs"),
        ([*MATCH, "--opening-turns", "500"], "ask for fewer"),
        (["arena", "gipf", "-p", "random", "-p", "engine:/no/such/program"], "cannot play"),
        (["strength", "chess"], "there is no game 'chess'"),
    ],
)
def test_errors_are_one_line(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGINT")
def test_ctrl_c_interrupts_and_the_same_command_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    command = [sys.executable, "-m", "gipfel", *MATCH[:-1], "400", "--results", str(path)]
    # Who runs the tests in the background may have told them to ignore Ctrl-C; a player has not.
    heeding = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, preexec_fn=heeding
    ) as process:
        assert process.stderr is not None
        process.stderr.readline()  # the first tenth is played
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said.splitlines()[-1].startswith("gipfel: interrupted after ")
    assert 80 <= len(path.read_text().splitlines()) - 1 < 800
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=True)
    assert "800" in done.stdout
    assert all_once(random_match(400), path)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc")
def test_workers_end_with_the_process_that_runs_the_match(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "gipfel", *MATCH[:-1], "500", "--results", f"{tmp_path}/m.jsonl"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        process.stderr.readline()
        kill(process.pid)
        # The workers hold the other end of this pipe; it ends when the last of them does.
        process.communicate(timeout=30)


# --- Strength -----------------------------------------------------------------------------------------


def test_the_trials_of_a_game() -> None:
    found = [*trials(gipfel.game("yinsh"), [*Kind], games=201)]
    assert [[player.text for player in trial.match.players] for trial in found] == [
        *[[f"level:{n}", f"level:{n - 1}"] for n in range(2, 11)],
        ["level:10", "uct"],
        ["level:10", "greedy"],
    ]
    assert {trial.match.games for trial in found} == {202}
    assert len({trial.file_name for trial in found}) == 11
    assert found[0].file_name == "yinsh-standard-level2-level1.jsonl"
    assert [str(trial.goal) for trial in found[8:]] == ["≥ 60 %, surely > 50 %", "≥ 90 %", "≥ 97 %"]


def test_a_goal_wants_certainty_too() -> None:
    goal = Goal(0.6, surely=0.5)
    assert goal.reached(Pairs((10, 0, 40, 0, 50)))
    assert not goal.reached(Pairs((1, 0, 4, 0, 5)))
    assert not goal.reached(Pairs((100, 0, 400, 0, 240)))
    assert not goal.reached(Pairs())


def test_the_page_holds_what_was_measured(tmp_path: Path) -> None:
    page, game = tmp_path / "strength.md", gipfel.game("zertz")
    for trial in [*trials(game, [Kind.GREEDY], 2), *trials(game, [Kind.LADDER], 2)][:3]:
        results = Results(page, game)
        games = [
            result(0, 1, n, swapped, "0-1" if swapped else "1-0") for n in (0, 1) for swapped in (False, True)
        ]
        results.note(trial, standing(trial.match, games), "2026-11-15")
        results.path.parent.mkdir(exist_ok=True)
        results.path.write_text(results.text())
    rows = [line for line in page_text(page).splitlines() if line.startswith("| level:")]
    assert [row.split(" | ")[:3] for row in rows] == [
        ["| level:2", "level:1", "4"],
        ["| level:3", "level:2", "4"],
        ["| level:10", "greedy", "4"],
    ]
    assert "| 100.0 % |" in rows[2]
    assert "## ZÈRTZ basic" in page_text(page)
    results.path.write_text("{}")
    with pytest.raises(StrengthProblem):
        page_text(page)
