"""Two people at a table at any pace: clocks, slow lines, offers, words, plans, who is there."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

import gipfel
from gipfel import BLACK, WHITE, GipfelError
from gipfel.games.core.time_limit import NO_CLOCK, TimeLimit
from gipfel.server.socket.variations import Variation
from gipfel.server.tables.clocks import MOST_CREDIT, Latency
from gipfel.server.tables.directory import TableDirectory
from gipfel.server.tables.live_table import OutdatedClient
from gipfel.table.events import Reached, Seated
from gipfel.table.seats import Seat
from tests.helpers.players import (
    ADA,
    BEN,
    EVE,
    MINUTE,
    Player,
    Time,
    begin,
    played,
    table_for_two,
    tables_at,
    two_at,
    until,
)
from tests.helpers.random_games import random_game

DAYS = TimeLimit("correspondence", days=2)
DAY = 24 * 60 * MINUTE


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


# --- Flags ----------------------------------------------------------------------------------------------


def test_a_flag_falls_on_time_and_not_before(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            table = ada.live
            await begin(ada, ben)
            time.pass_by(3 * MINUTE - 1)
            await tables.clocks.look()
            assert table.table.outcome is None
            time.pass_by(1)
            await tables.clocks.look()
            outcome = table.table.outcome
            assert outcome is not None
            assert (outcome.winner, outcome.reason) == (BLACK, "time")
            await until(lambda: ben.shown > 0)
            with pytest.raises(GipfelError, match="over"):
                await ada.decide()

    played(playing, path)


def test_a_decision_that_comes_after_the_time_is_refused_before_the_flag_is_seen(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            await begin(ada, ben)
            number = ada.live.table.number
            time.pass_by(3 * MINUTE)
            with pytest.raises(GipfelError, match="time"):
                await ada.decide()
            assert ada.live.table.number == number

    played(playing, path)


def test_a_flag_falls_where_nobody_looks(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(tables, clock=DAYS)
        async with two_at(tables, table_id) as (ada, ben):
            await begin(ada, ben)
        time.pass_by(DAY)
        async with tables_at(path, time) as others:
            await others.clocks.sweep()
            assert not others.in_memory()
            time.pass_by(DAY + 2000)
            await others.clocks.sweep()
        outcome = (await tables.get(table_id)).table.outcome
        assert outcome is not None
        assert outcome.winner == BLACK

    played(playing, path)


def test_a_flag_falls_once_whatever_process_sees_it(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(tables)
        async with two_at(tables, table_id) as (ada, ben), tables_at(path, time) as others:
            await begin(ada, ben)
            there = await others.get(table_id)
            happened = there.table.event_count
            time.pass_by(3 * MINUTE + 2000)
            await asyncio.gather(
                tables.clocks.look(), others.clocks.look(), tables.clocks.sweep(), others.clocks.sweep()
            )
            assert ada.live.table.event_count == there.table.event_count == happened + 1

    played(playing, path)


def test_a_process_that_knows_less_does_not_end_a_game_that_goes_on(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(tables)
        async with two_at(tables, table_id) as (ada, ben), tables_at(path, time) as others:
            await begin(ada, ben)
            there = await others.get(table_id)
            time.pass_by(2 * MINUTE)
            await ada.decide()
            time.pass_by(2 * MINUTE)
            await others.clocks.look()
            assert there.table.outcome is None
            assert there.table.number == ada.live.table.number

    played(playing, path)


def test_the_clock_is_looked_after_by_itself(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            tables.start()
            await begin(ada, ben)
            time.pass_by(3 * MINUTE)
            await until(lambda: ada.live.table.outcome is not None)

    played(playing, path)


def test_the_face_is_that_of_the_moment(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            await begin(ada, ben)
            time.pass_by(1234)
            face = ada.live.moment()["clock"]
            assert face["left"] == {"white": 3 * MINUTE - 1234, "black": 3 * MINUTE}
            assert face["running"] == "white"

    played(playing, path)


# --- Slow lines -----------------------------------------------------------------------------------------


def slow(player: Player, time: Time, ms: int) -> None:
    """Let a ping be answered after so long."""
    player.manners._ping()
    time.pass_by(ms)
    player.manners._lag.note_pong(player.last("ping")["n"], time())


def test_lag_is_the_shortest_of_the_last_round_trips() -> None:
    lag = Latency()
    assert lag.credit == 0
    for n, trip in enumerate((900, 300, 120, 400, 410, 420, 430, 440)):
        lag.note_sent(n, 1000)
        lag.note_pong(n, 1000 + trip)
        lag.note_pong(n, 1000)
        lag.note_pong(n + 100, 1000)
    assert lag.credit == 400
    for n in range(5):
        lag.note_sent(n, 0)
        lag.note_pong(n, 3000)
    assert lag.credit == MOST_CREDIT


def test_a_decision_on_its_way_when_the_flag_is_due_counts(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            slow(ada, time, 300)
            await begin(ada, ben)
            time.pass_by(3 * MINUTE + 299)
            await tables.clocks.look()
            await ada.decide()
            assert ada.live.table.outcome is None
            assert ada.live.moment()["clock"]["left"]["white"] == 1
            time.pass_by(3 * MINUTE)
            await tables.clocks.look()
            assert ada.live.table.outcome is not None

    played(playing, path)


def test_the_flag_does_not_wait_for_who_has_left(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            slow(ada, time, 300)
            await begin(ada, ben)
            await ada.go()
            time.pass_by(3 * MINUTE)
            await tables.clocks.look()
            assert ada.live.table.outcome is not None

    played(playing, path)


def test_a_forged_pong_is_worth_nothing(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, _):
            for n in (0, 1, 2**40):
                assert await ada.ask("pong", n=n) is None
            time.pass_by(5000)
            n = ada.last("ping")["n"]
            await ada.ask("pong", n=n)
            assert ada.credit == MOST_CREDIT
            slow(ada, time, 20)
            await ada.ask("pong", n=n)
            assert ada.credit == 20

    played(playing, path)


# --- Offers ---------------------------------------------------------------------------------------------


def test_a_draw_by_agreement(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables, "yinsh")) as (ada, ben):
            await begin(ada, ben)
            await ada.ask("offer", what="draw")
            await ada.ask("offer", what="draw")
            with pytest.raises(GipfelError):
                await ada.ask("accept", what="draw")
            await ben.ask("decline", what="draw")
            await ben.ask("decline", what="draw")
            assert ada.live.table.offer is None
            await ada.decide()
            await ben.ask("offer", what="draw")
            await ada.ask("accept", what="draw")
            outcome = ada.live.table.outcome
            assert outcome is not None
            assert outcome.winner is None

    played(playing, path)


def test_taking_back_is_asked_for(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            await ada.decide()
            await ada.ask("undo")
            assert ada.live.table.number == 1
            await ben.ask("accept", what="undo")
            assert ada.live.table.number == 0
            with pytest.raises(OutdatedClient):
                await ada.ask("decide", number=0, decision="e1-e3", happened=0)

    played(playing, path)


def test_leaving_early_and_not_later(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            await begin(ada, ben)
            with pytest.raises(GipfelError):
                await ada.ask("abort")
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            await ada.decide()
            await ben.ask("abort")
            await ben.ask("abort")
            assert ada.live.table.aborted

    played(playing, path)


def test_another_game_with_sides_changed(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables, "tzaar", "random")) as (ada, ben):
            with pytest.raises(GipfelError):
                await ada.ask("offer", what="rematch")
            await ada.ask("resign")
            await ada.ask("offer", what="rematch")
            assert not ada.live.table.rematch
            await asyncio.gather(ben.ask("accept", what="rematch"), ben.ask("accept", what="rematch"))
            await ada.ask("offer", what="rematch")
            again = await tables.get(ada.live.table.rematch)
            before, after = ada.live.table, again.table
            assert after.setup.clock == before.setup.clock
            assert (after.game.name, after.game.version) == ("tzaar", "random")
            assert after.position != before.play.start
            assert [after.seats[side].name for side in (WHITE, BLACK)] == ["Ben", "Ada"]
            assert again.keys == {ADA: frozenset({BLACK}), BEN: frozenset({WHITE})}
            assert len(await tables._store.summaries(False, 0, 10, ADA)) == 1

    played(playing, path)


def test_two_processes_agree_on_one_table_for_another_game(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(tables)
        async with two_at(tables, table_id) as (ada, ben), tables_at(path, time) as others:
            await ada.ask("resign")
            await ada.ask("offer", what="rematch")
            there = Player(await others.get(table_id), others, BEN)
            await asyncio.gather(
                ben.ask("accept", what="rematch"), there.ask("accept", what="rematch"), return_exceptions=True
            )
            await there.live.catch_up()
            assert ada.live.table.rematch == there.live.table.rematch != ""
            assert len(await tables._store.summaries(False, 0, 10, ADA)) == 1

    played(playing, path)


# --- Words ----------------------------------------------------------------------------------------------


def test_words_reach_seats_and_nobody_else(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            eve = Player(ada.live, tables, EVE).come()
            await ada.ask("say", text="good luck")
            await until(lambda: bool(ben.last("messages").get("messages")))
            said = ben.last("messages")["messages"]
            assert said == [{"side": "white", "text": "good luck", "at": time()}]
            assert not [told for told in eve.told if told["type"] == "messages"]
            with pytest.raises(GipfelError):
                await eve.ask("say", text="take the left one")
            with pytest.raises(GipfelError):
                await ada.ask("say", text="I resign", side="black")
            await eve.go()

    played(playing, path)


def test_not_too_many_words(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            for number in range(20):
                await ada.ask("say", text=str(number))
            with pytest.raises(GipfelError, match="60 s"):
                await ada.ask("say", text="more")
            await ben.ask("say", text="hush")
            time.pass_by(MINUTE)
            await ada.ask("say", text="more")

    played(playing, path)


# --- Plans ----------------------------------------------------------------------------------------------


def test_a_plan_is_played_with_the_decision_it_waits_for(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(tables)
        async with two_at(tables, table_id) as (ada, ben):
            await ben.ask("plan", number=0, line=["e1-e3", "a1-c3"])
            answer = await ada.decide("e1-e3")
            assert answer == {"type": "done", "number": 2}
            assert not ada.live.table.plans
            async with tables_at(path, time) as others:
                assert (await others.get(table_id)).table.number == 2

    played(playing, path)


def test_a_plan_for_another_case_is_not_played(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            await ben.ask("plan", number=0, line=["e1-e3", "a1-c3"])
            await ada.decide("i1-g3")
            assert ada.live.table.number == 1
            with pytest.raises(OutdatedClient):
                await ben.ask("plan", number=0, line=["e1-e3", "a1-c3"])

    played(playing, path)


def test_a_plan_is_taken_back_and_is_nobody_elses(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            for wrong in ({"line": ["e1-e3"]}, {"line": ["nonsense"]}, {"line": ["e1-e3"], "side": "white"}):
                with pytest.raises(GipfelError):
                    await ben.ask("plan", number=0, **wrong)
            await ben.ask("plan", number=0, line=["e1-e3", "a1-c3"], always=True)
            await ben.ask("plan", number=0, line=[])
            await ada.decide("e1-e3")
            assert ada.live.table.number == 1

    played(playing, path)


@pytest.mark.parametrize("game", ["gipf", "punct", "zertz", "dvonn", "yinsh", "tzaar", "tamsk", "project"])
def test_positions_that_might_come_can_be_pointed_at(path: Path, game: str) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(tables, game, clock=NO_CLOCK)
        async with two_at(tables, table_id) as (ada, ben):
            line: list[str] = []
            position = ada.live.table.position
            for _ in range(6):
                seen = await _pointed(ben, line)
                assert seen["side"] == ("white", "black")[position.side]
                assert seen["mine"] == (position.side == BLACK)
                position = position.play(seen["decision"])
                line.append(seen["decision"])
            seen = await ben.ask("foresee", number=0, line=line) or {}
            assert seen["line"] == line
            assert seen["sentence"] == position.task
            await ben.ask("plan", number=0, line=line)
            for text in line[: _first_of(BLACK, line, ada.live.table.position)]:
                await ada.decide(text)
            assert ada.live.table.number > _first_of(BLACK, line, ada.live.table.play.start)

    played(playing, path)


async def _pointed(player: Player, line: list[str]) -> dict[str, Any]:
    """Point at one thing after the other until that makes a decision, after a line."""
    prefix: list[list[str]] = []
    while True:
        seen = await player.ask("foresee", number=0, line=line, prefix=prefix) or {}
        assert seen["picture"]["pieces"] is not None
        if seen["decision"] is not None:
            return seen
        prefix.append(seen["targets"][0]["target"])


def _first_of(side: gipfel.Side, line: list[str], position: gipfel.Position) -> int:
    """How many decisions of a line come before the first one of a side."""
    for number, text in enumerate(line):
        if position.side == side:
            return number
        position = position.play(text)
    raise AssertionError(line)


def test_nothing_can_be_foreseen_by_who_watches_or_in_a_game_with_time(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        live = await tables.get(await table_for_two(tables))
        with pytest.raises(GipfelError):
            await Player(live, tables, EVE).ask("foresee", number=0, line=[])
        with pytest.raises(OutdatedClient):
            await Player(live, tables, ADA).ask("foresee", number=1, line=[])
        live = await tables.get(await table_for_two(tables, "tamsk", "level2", NO_CLOCK))
        for kind in ("foresee", "plan"):
            with pytest.raises(GipfelError, match="time"):
                await Player(live, tables, ADA).ask(kind, number=0, line=["^a4-b5"])

    played(playing, path)


def test_nobody_plans_beyond_chance() -> None:
    position, text = _before_chance("project", "dice")
    variation = Variation()
    seen = variation.view(position, [text], (), [WHITE, BLACK])
    assert (seen["targets"], seen["decision"], seen["line"]) == ([], None, [text])
    with pytest.raises(GipfelError, match="Chance"):
        variation.view(position, [text, "die:5-3"], (), [WHITE, BLACK])


def _before_chance(game: str, version: str) -> tuple[gipfel.Position, str]:
    """A position, and a decision in it after which chance decides."""
    for seed in range(20):
        for made in random_game(game, version, seed).decisions:
            if not made.position.by_chance and made.position.play(made).by_chance:
                return made.position, made.text
    raise AssertionError(game)


# --- Who is there ---------------------------------------------------------------------------------------


def test_everybody_knows_who_is_there(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        async with two_at(tables, await table_for_two(tables)) as (ada, ben):
            eve, tab = Player(ada.live, tables, EVE).come(), Player(ada.live, tables, ADA).come()
            there = {"white": 2, "black": 1, "watching": 1}
            await until(lambda: ben.told != [] and ben.told[-1] == {"type": "present", **there})
            assert ada.live.moment()["present"] == there
            await tab.go()
            await eve.go()
            await until(lambda: ben.last("present").get("watching") == 0)
            assert ben.last("present")["white"] == 1

    played(playing, path)


def test_a_game_with_time_begins_when_both_sit_and_runs_while_one_is_there(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(tables, "tamsk", "level2", NO_CLOCK, waits=True)
        live = await tables.get(table_id)
        clock = live.real_time
        assert clock is not None
        ada, eve = Player(live, tables, ADA).come(), Player(live, tables, EVE).come()
        assert not clock.running
        await live.apply(lambda table: [Seated(BLACK, Seat(name="Ben"))])
        assert clock.running
        ben = Player(live, tables, BEN).come()
        await ada.go()
        assert clock.running
        await ben.go()
        await until(lambda: not clock.running)
        assert eve in live.clients
        await eve.go()

    played(playing, path)


def test_a_clock_that_is_behind_is_set_forward(path: Path) -> None:
    async def playing(tables: TableDirectory, time: Time) -> None:
        table_id = await table_for_two(tables, "tamsk", "level2", NO_CLOCK)
        async with two_at(tables, table_id) as (ada, _), tables_at(path, time) as others:
            there = Player(await others.get(table_id), others, BEN).come()
            here, other = ada.live.real_time, there.live.real_time
            assert here is not None
            assert other is not None
            await ada.live.apply(lambda table: [Reached(5000)])
            await there.live.catch_up()
            assert other.now >= 5000
            before = other.now
            await until(lambda: other.now > before)
            await there.go()

    played(playing, path)
