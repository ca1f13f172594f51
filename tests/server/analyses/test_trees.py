"""Trees of variations come from records and go into records without loss."""

import json

import pytest

import gipfel
from gipfel.notation.errors import GipfelError
from gipfel.server.analyses.trees import check_tree, tree_of, with_tree
from gipfel.server.contract.analysis import MOST_NODES
from gipfel.server.contract.json_text import read_json

RECORD = """Gipfel record 2
game: gipf
version: basic

1. e1-e3 [!, white 53.5%, depth 8]  # a good beginning
> 1. a1-c3  # name: The corner
> # goes on here
> 2. c2
>> 2. b3 [?]
>> 3. c2
> 3. g2
> 1. b3
2. c2
3. g2
> 4. b3
> 3. b4
result: *
"""


def test_a_record_is_the_same_after_it_was_a_tree() -> None:
    record = gipfel.read_record(RECORD)
    played = gipfel.replay(record)
    tree = tree_of(record, played)
    again = with_tree(played.record(), played, tree)
    assert gipfel.write_record(again) == gipfel.write_record(record)


def test_a_tree_lists_decisions_and_names() -> None:
    record = gipfel.read_record(RECORD)
    tree = tree_of(record, gipfel.replay(record))
    first = tree["nodes"][0]
    assert (first["name"], first["comment"], first["decisions"]) == ("The corner", "goes on here", ["a1-c3"])
    assert [node["parent"] for node in tree["nodes"]] == [None, 0, 1, 0, 3, None, None, None]
    assert [node["at"] for node in tree["nodes"]] == [0, 0, 0, 0, 0, 0, 2, 3]
    assert tree["notes"] == [
        {"at": 1, "comment": "a good beginning", "mark": "!", "chance": 53.5, "depth": 8}
    ]


def test_a_tree_that_does_not_fit_is_refused() -> None:
    record = gipfel.read_record(RECORD)
    played = gipfel.replay(record)
    tree = tree_of(record, played)
    tree["nodes"][1]["parent"] = 5
    with pytest.raises(GipfelError, match="does not fit"):
        check_tree(tree, 3)
    tree = tree_of(record, played)
    tree["nodes"][0]["decisions"] = ["a1-a9"]
    with pytest.raises(GipfelError):
        with_tree(played.record(), played, tree)
    with pytest.raises(GipfelError, match="does not fit"):
        check_tree(tree, 1)


def test_the_largest_tree_is_read() -> None:
    record = gipfel.read_record(RECORD)
    tree = tree_of(record, gipfel.replay(record))
    notes = [{"at": at, "comment": "a remark", "chance": 50.5, "mark": "?"} for at in range(MOST_NODES)]
    largest = {"tree": {"notes": notes, "nodes": [tree["nodes"][0]] * MOST_NODES}}
    assert read_json(json.dumps(largest)) == largest
