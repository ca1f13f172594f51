"""A queue that is fair: addresses are served in turn, and the tables of each address, too."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class JobOwner:
    """The address and the table that a job is done for; both are empty if they do not matter."""

    address: str = ""
    table: str = ""


class FairQueue(Generic[T]):
    """Items that wait, each for an owner. The items of one table are served in the order of their arrival."""

    def __init__(self) -> None:
        # The address that is served next is first, and so are its tables.
        self._waiting: dict[str, dict[str, deque[T]]] = {}

    def __iter__(self) -> Iterator[T]:
        for tables in self._waiting.values():
            for items in tables.values():
                yield from items

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def add(self, owner: JobOwner, item: T) -> None:
        """Add an item; an address or a table without other items is served after all that wait."""
        self._waiting.setdefault(owner.address, {}).setdefault(owner.table, deque()).append(item)

    def remove(self, owner: JobOwner, item: T) -> None:
        """Remove an item if it still waits."""
        tables = self._waiting.get(owner.address, {})
        items = tables.get(owner.table, deque())
        if item in items:
            items.remove(item)
        if not items:
            tables.pop(owner.table, None)
        if not tables:
            self._waiting.pop(owner.address, None)

    def next_address(self, is_allowed: Callable[[str], bool]) -> str | None:
        """The first address in turn that is allowed; None if there is none."""
        return next((address for address in self._waiting if is_allowed(address)), None)

    def pop(self, address: str) -> T:
        """The next item of an address that waits; then it is the turn of the others."""
        tables = self._waiting.pop(address)
        table = next(iter(tables))
        items = tables.pop(table)
        item = items.popleft()
        if items:
            tables[table] = items
        if tables:
            self._waiting[address] = tables
        return item
