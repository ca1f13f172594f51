"""What has changed between two values of JSON: a list of operations that turn the old one into the new one.

    ["side", "black"]                       a member gets another value
    ["picture/trays/0/active", true]        the same deeper inside; items of lists are named by their index
    ["turns", 12, 0, {"text": ...}]         at index 12 of a list, 0 items are removed and others inserted

Operations are applied in their order. Values are never changed, so those that two views share are compared by
their identity: most pieces of a picture are the same objects as before.
"""

from collections.abc import Mapping, Sequence
from typing import Any

Operation = list[Any]
"""A path, then a value; or a path, an index, a number of items to remove, and items to insert."""

BETWEEN = "/"
"""Stands between the names of a path."""
FEW = 4
"""Lists of the same length with at most this number of items are compared item by item."""


def operations(
    old: Mapping[str, Any], new: Mapping[str, Any], left_out: Sequence[str] = ()
) -> list[Operation]:
    """The operations that turn an object into another one with the same members, some of them left out."""
    found: list[Operation] = []
    for name, value in new.items():
        before = old[name]
        if before is not value and before != value and name not in left_out:
            _compare(name, before, value, found)
    return found


def _compare(path: str, old: Any, new: Any, found: list[Operation]) -> None:
    """The operations between two values that differ."""
    if type(old) is type(new) is dict and old.keys() == new.keys():
        for name, value in new.items():
            before = old[name]
            if before is not value and before != value:
                if BETWEEN in name:
                    found.append([path, new])
                    return
                _compare(f"{path}{BETWEEN}{name}", before, value, found)
    elif type(old) is type(new) is list and old and new:
        _compare_lists(path, old, new, found)
    else:
        found.append([path, new])


def _compare_lists(path: str, old: list[Any], new: list[Any], found: list[Operation]) -> None:
    if len(old) == len(new) <= FEW:
        for index, value in enumerate(new):
            before = old[index]
            if before is not value and before != value:
                _compare(f"{path}{BETWEEN}{index}", before, value, found)
        return
    splices = _splices(old, new)
    if sum(len(inserted) for _, _, inserted in splices) >= len(new):
        found.append([path, new])
    else:
        found.extend([path, index, removed, *inserted] for index, removed, inserted in splices)


def _splices(old: Sequence[Any], new: Sequence[Any]) -> list[tuple[int, int, list[Any]]]:
    """Where items are removed from a list and others inserted, so that it becomes the new one.

    An item that is in both lists is found by its identity, or if it is at the same distance from the last
    item that was found; items that have changed their order are removed and inserted again.
    """
    begin, most = 0, min(len(old), len(new))
    while begin < most and old[begin] is new[begin]:
        begin += 1
    if begin == len(old):
        return [(begin, 0, [*new[begin:]])] if begin < len(new) else []
    places = {id(old[index]): index for index in range(begin, len(old))}
    splices: list[tuple[int, int, list[Any]]] = []
    next_old, inserted = begin, list[Any]()
    for index in range(begin, len(new)):
        item = new[index]
        place = places.get(id(item), -1)
        if place < next_old and next_old < len(old) and not inserted and old[next_old] == item:
            place = next_old
        if place < next_old:
            inserted.append(item)
            continue
        if place > next_old or inserted:
            splices.append((index - len(inserted), place - next_old, inserted))
            inserted = []
        next_old = place + 1
    if next_old < len(old) or inserted:
        splices.append((len(new) - len(inserted), len(old) - next_old, inserted))
    return splices
