"""Analyses and judgements in both kinds of databases."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from gipfel.table.storage.analyses import AnalysisStore, UnknownAnalysis
from gipfel.table.storage.store import Store
from tests.helpers.stores import played

TREE = {"notes": [{"at": 1, "comment": "für Ada \u265e", "chance": 61.5}], "nodes": []}
EMPTY = {"notes": [], "nodes": []}
KEY = "ab" * 32


def test_an_analysis_is_kept_for_its_owner(store: Store) -> None:
    table, _ = played(store)
    analyses = AnalysisStore(store)
    assert analyses.own(table, "ada") is None
    kept = analyses.keep(table, "ada", TREE)
    found = analyses.own(table, "ada")
    assert found == analyses.load(kept)
    assert (found.id, found.table, found.owner, found.tree) == (kept, table, "ada", TREE)
    assert analyses.own(table, "emmy") is None
    other = analyses.keep(table, "emmy", EMPTY)
    assert analyses.keep(table, "ada", EMPTY) == kept != other
    assert analyses.load(kept).tree == EMPTY
    for unknown in ("nothing", "x" * 12, "'; --", ""):
        with pytest.raises(UnknownAnalysis):
            analyses.load(unknown)


def test_an_analysis_goes_with_its_table(store: Store) -> None:
    table, _ = played(store)
    kept = AnalysisStore(store).keep(table, "ada", TREE)
    store.remove(table)
    with pytest.raises(UnknownAnalysis):
        AnalysisStore(store).load(kept)


def test_two_pages_keep_the_first_analysis_at_once(store: Store) -> None:
    table, _ = played(store)
    analyses, both = AnalysisStore(store), Barrier(2)

    def keep(tree: dict[str, list[object]]) -> str:
        both.wait()
        return analyses.keep(table, "ada", tree)

    with ThreadPoolExecutor(2) as pages:
        assert len({*pages.map(keep, (TREE, EMPTY))}) == 1


def test_judgements_are_kept_once_and_found_by_another_process(store: Store, url: str) -> None:
    found = {"chance": 51.5, "best": ["e1-e3"], "chances": [51.5, 48.0]}
    AnalysisStore(store).keep_judgement(KEY, found)
    AnalysisStore(store).keep_judgement(KEY, {**found, "chance": 1.0})
    other = Store(url)
    assert AnalysisStore(other).judgements([KEY, "cd" * 32]) == {KEY: found}
    assert AnalysisStore(other).judgements([]) == {}
    other.close()
