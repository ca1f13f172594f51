"""Applies the operations of an update to a table, as the page does in web/table/patch.js."""

from collections.abc import Sequence
from typing import Any


def patched(value: Any, operations: Sequence[Sequence[Any]]) -> Any:
    """The value after all operations; the old one is not changed."""
    for path, *what in operations:
        value = _changed(value, path.split("/"), what)
    return value


def _changed(value: Any, path: Sequence[str], what: Sequence[Any]) -> Any:
    if not path:
        if len(what) == 1:
            return what[0]
        index, removed, *inserted = what
        return [*value[:index], *inserted, *value[index + removed :]]
    name, *rest = path
    copy = value.copy()
    key = int(name) if isinstance(copy, list) else name
    copy[key] = _changed(copy[key], rest, what)
    return copy
