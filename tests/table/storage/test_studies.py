"""Studies in both kinds of databases."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier

import pytest

from gipfel.table.storage.store import Store
from gipfel.table.storage.studies import (
    MOST_CHAPTERS,
    MOST_EDITORS,
    MOST_LETTERS,
    MOST_STUDIES,
    MOST_TURNS,
    Basis,
    Chapter,
    StudyChanged,
    StudyFull,
    StudyStore,
    UnknownStudy,
)

CHAPTER = Chapter("Für Ada ♞", "before", "after", "record", {"notes": [], "nodes": []}, 5, 40, None)


def test_a_study_is_kept_changed_and_deleted(store: Store) -> None:
    studies = StudyStore(store)
    study = studies.create("ada", "Openings", "de", [CHAPTER, replace(CHAPTER, title="Two")])
    found = studies.load(study)
    assert (found.title, found.language, found.version) == ("Openings", "de", 1)
    (one, _), (two, _) = found.chapters
    assert studies.chapter(study, one).before == "before"
    assert studies.change(study, one, Basis(1, ""), replace(CHAPTER, before="new")) == 2
    assert studies.arrange(study, Basis(1, ""), "Endings", [two, one]) == 2
    assert [chapter.id for chapter in studies.chapters(study)] == [two, one]
    assert studies.chapter(study, one).before == "new"
    assert studies.arrange(study, Basis(2, ""), "Endings", [one]) == 3
    assert studies.listed("ada")[0] == (study, "Endings")
    studies.remove(study)
    assert study not in [known for known, _ in studies.listed("ada")]
    for unknown in (study, "nothing", "'; --", ""):
        with pytest.raises(UnknownStudy):
            studies.load(unknown)
        with pytest.raises(UnknownStudy):
            studies.chapter(unknown, one)


def test_of_two_changes_at_once_one_is_refused(store: Store) -> None:
    studies, both = StudyStore(store), Barrier(2)
    study = studies.create("ada", "Openings", "en", [CHAPTER])
    chapter = studies.load(study).chapters[0][0]

    def change(text: str) -> str:
        both.wait()
        try:
            studies.change(study, chapter, Basis(1, text), replace(CHAPTER, before=text))
        except StudyChanged:
            return ""
        return text

    with ThreadPoolExecutor(2) as pages:
        results = {*pages.map(change, ("one", "two"))}
    assert studies.chapter(study, chapter).before in results
    assert "" in results


def test_limits_leave_everything_as_it_was(store: Store) -> None:
    studies = StudyStore(store)
    study = studies.create("ben", "Full", "en", [CHAPTER] * MOST_CHAPTERS)
    with pytest.raises(StudyFull):
        studies.add(study, CHAPTER)
    assert len(studies.load(study).chapters) == MOST_CHAPTERS
    first = studies.load(study).chapters[0][0]
    for large in (replace(CHAPTER, turns=MOST_TURNS), replace(CHAPTER, size=MOST_LETTERS)):
        with pytest.raises(StudyFull):
            studies.change(study, first, Basis(1, ""), large)
    assert studies.chapter(study, first).version == 1
    for _ in range(MOST_STUDIES - 1):
        studies.create("ben", "Empty", "en", [])
    with pytest.raises(StudyFull):
        studies.create("ben", "Too many", "en", [])


def test_links_for_editing(store: Store) -> None:
    studies = StudyStore(store)
    study = studies.create("ada", "Shared", "en", [])
    found = studies.load(study)
    assert studies.may_edit(found, "ada")
    assert not studies.may_edit(found, None)
    studies.renew_link(study, "key")
    assert not studies.may_edit(found, "key")
    assert not studies.enter(study, "wrong", "emmy")
    assert studies.enter(study, "key", "emmy")
    assert studies.enter(study, "key", "emmy")
    assert studies.may_edit(found, "emmy")
    studies.renew_link(study, "other key")
    assert not studies.enter(study, "key", "cleo")
    for number in range(MOST_EDITORS):
        assert studies.enter(study, "other key", f"visitor {number}")
    assert not studies.may_edit(found, "emmy")
    assert studies.may_edit(found, f"visitor {MOST_EDITORS - 1}")
