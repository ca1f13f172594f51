"""The simulation of `benchmarks/scaling.py` where the answer is known, and figures in documents."""

from dataclasses import replace

import pytest
from benchmarks.document import BEGIN, END, table, with_figures
from benchmarks.queueing import Costs, Load, Prediction, ServiceTimes, Simulation, size_for

ENOUGH = 8000
"""Decisions."""


def predicted(service: ServiceTimes, load: Load, seed: int = 1) -> Prediction:
    return Simulation(service, load, seed).run(ENOUGH)


def test_a_single_table_waits_for_nobody() -> None:
    service = ServiceTimes(loop=0.002, loop_per_commit=0.001, commits=[0.004], database=0.003)
    result = predicted(service, Load(tables=1, pace=1.0))
    assert [result.quantile(0.5), result.quantile(0.99)] == pytest.approx([10, 10])
    assert result.rate == pytest.approx(1, rel=0.01)


def test_the_event_loop_limits_the_rate() -> None:
    """In every round it works for each decision, and once for the commit that all of them share."""
    service = ServiceTimes(loop=0.002, loop_per_commit=0.001, commits=[0.1])
    assert predicted(service, Load(tables=200, pace=0.0)).rate == pytest.approx(1 / 0.002, rel=0.03)
    assert predicted(service, Load(tables=1, pace=0.0)).rate == pytest.approx(1 / 0.103, rel=0.01)


def test_a_commit_is_shared_by_all_that_wait() -> None:
    """Each decision waits for the commit that is being made, and for its own."""
    service = ServiceTimes(loop=0.0, loop_per_commit=0.0, commits=[0.010])
    assert predicted(service, Load(tables=50, pace=0.0)).rate == pytest.approx(50 / 0.020, rel=0.02)


def test_a_queue_at_a_single_worker_is_as_long_as_theory_says() -> None:
    """Poisson arrivals and a constant time of service: the mean wait is ρ / (2 (1 - ρ)) of that time."""
    service = ServiceTimes(loop=0.0, loop_per_commit=0.0, commits=[0.0], database=0.001)
    tables, share = 8000, 0.7  # every process has few tables, so that commits are not shared
    load = Load(tables, pace=tables * 0.001 / share, processes=2000)
    result = predicted(service, load)
    mean = sum(result.times) / len(result.times)
    assert mean == pytest.approx(0.001 * (1 + share / (2 * (1 - share))), rel=0.1)


def test_two_processes_make_twice_as_many_decisions_until_the_database_is_busy() -> None:
    service = ServiceTimes(loop=0.002, loop_per_commit=0.0, commits=[0.001], database=0.0008)
    one, two = (predicted(service, Load(100, 0.0, number, 1)).rate for number in (1, 2))
    assert two / one == pytest.approx(2, rel=0.05)
    assert predicted(service, Load(100, 0.0, 4, 1)).rate == pytest.approx(1 / 0.0008, rel=0.05)


def test_commits_of_different_processes_wait_for_each_other() -> None:
    service = ServiceTimes(loop=0.0, loop_per_commit=0.0, commits=[0.010])
    result = predicted(service, Load(tables=4, pace=0.0, processes=4, database_cores=8))
    assert result.rate == pytest.approx(1 / 0.010, rel=0.01)
    assert result.quantile(0.5) == pytest.approx(40)


def test_every_process_hears_of_the_decisions_of_the_others() -> None:
    """A decision takes one event loop 2 ms, and the other one 0.5 ms."""
    service = ServiceTimes(loop=0.002, loop_per_commit=0.0, commits=[0.0], notice=0.0005)
    load = Load(tables=200, pace=0.0, processes=2)
    assert predicted(service, load).rate == pytest.approx(2 / 0.0025, rel=0.02)


def test_the_time_of_players_is_added() -> None:
    service = ServiceTimes(loop=0.001, loop_per_commit=0.0, commits=[0.002], players=0.003)
    assert predicted(service, Load(1, 0.0)).quantile(0.5) == pytest.approx(6)


def test_the_same_seed_gives_the_same_prediction() -> None:
    service = ServiceTimes(loop=0.001, loop_per_commit=0.0005, commits=[0.002, 0.004, 0.03], database=0.0003)
    load = Load(300, 2.0, 2, 2)
    assert predicted(service, load) == predicted(service, load)
    assert predicted(service, load) != predicted(service, load, seed=2)


def test_what_is_needed() -> None:
    service = ServiceTimes(loop=0.0004, loop_per_commit=0.0001, commits=[0.002], database=0.0004)
    costs = Costs(memory=100_000, sent=1000, thinking=0.05)
    size = size_for(10_000, 2.0, service, costs, engines=0.1, processes_of_a_database=8)
    assert (size.rate, size.processes, size.databases) == (5000, 5, 1)
    assert size.database_cores == pytest.approx(4)
    assert size.engine_cores == pytest.approx(0.1 * 5000 * 0.05 / 0.7)
    assert (size.gigabytes, size.megabits) == (pytest.approx(1), pytest.approx(80))
    assert size.cores == 5 + 4 + 36
    many = size_for(100_000, 2.0, service, costs, 0.1, 8)
    assert (many.processes, many.databases) == (42, 6)
    heard = replace(service, notice=0.0001)
    assert size_for(99_900, 2.0, heard, costs, 0.1, 8).processes == 100


def test_figures_are_written_between_the_marks() -> None:
    figures = table(["tables", "ms"], [["200", "5"]])
    assert figures == "| tables | ms |\n| --- | --- |\n| 200 | 5 |\n"
    document = f"# Title\n\n{BEGIN}\nold\n{END}\n\nThe end.\n"
    written = with_figures(document, figures)
    assert written == f"# Title\n\n{BEGIN}\n\n{figures}\n{END}\n\nThe end.\n"
    assert with_figures(written, figures) == written
