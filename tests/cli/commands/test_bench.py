"""The command `bench`."""

import json

import pytest


def test_bench_as_json(run):
    done = run("bench", "gipf", "gipf:tournament", "--seconds", 0.05, "--json")
    speeds = json.loads(done.out)
    assert list(speeds) == ["gipf", "gipf:tournament"]
    for speed in speeds.values():
        assert list(speed) == ["playouts_per_s", "decisions_per_s", "perft_per_s", "search_per_s"]
        assert speed.pop("search_per_s")["compiled"] > 0
        for rate in speed.values():
            assert rate["interpreted"] > 0
            assert rate["compiled"] > rate["interpreted"]
            assert 0 <= rate["interpreted_spread"] < 10
            assert 0 <= rate["compiled_spread"] < 10
            assert rate["ratio"] == pytest.approx(rate["compiled"] / rate["interpreted"], rel=0.01)


def test_bench_without_a_compiler(run, monkeypatch):
    monkeypatch.setenv("GIPFEL_INTERPRETED", "1")
    speed = json.loads(run("bench", "gipf", "--seconds", 0.01, "--json").out)["gipf"]
    assert {rate["compiled"] for rate in speed.values()} == {None}
    assert {rate["ratio"] for rate in speed.values()} == {None}


def test_bench_as_a_table(run):
    done = run("bench", "gipf", "--seconds", 0.01)
    assert all(word in done.out for word in ("gipf", "playouts", "decisions", "perft", "ratio", " ± "))
