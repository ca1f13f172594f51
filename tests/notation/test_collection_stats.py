"""Statistics of collections: reasons are counted by their wording, scores by their numbers."""

import pytest

from gipfel.notation.collection_stats import CollectionStats, reason_kind
from gipfel.notation.record import Record


@pytest.mark.parametrize(
    ("reason", "kind"),
    [
        ("score 23-20", "score"),
        ("no end after 600 turns", "no end after turns"),
        ("resignation", "resignation"),
        ("White lost on time: 2.31 s for a decision", "White lost on time: s for a decision"),
        ("23-20", ""),
    ],
)
def test_a_reason_is_counted_by_its_wording(reason: str, kind: str) -> None:
    assert reason_kind(reason) == kind


def test_scores_are_counted_apart_from_reasons() -> None:
    stats = CollectionStats()
    for reason in ("score 23-20", "score 30-2", "score 10-25", "resignation"):
        stats.add(Record({"game": "dvonn"}, (), "1-0", reason))
    (version,) = stats.data(10)["versions"]
    assert version["reasons"] == {"score": 3, "resignation": 1}
    assert version["scores"] == {
        "games": 3,
        "white": 21.0,
        "black": 15.7,
        "difference": 15.3,
        "widest": [30, 2],
    }


def test_games_without_scores_have_none() -> None:
    stats = CollectionStats()
    stats.add(Record({"game": "gipf"}, (), "1-0", "resignation"))
    assert stats.data(10)["versions"][0]["scores"] is None
