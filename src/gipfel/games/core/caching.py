"""Properties that are computed once."""

import functools
from typing import Any, Self, TypeVar, overload

T_co = TypeVar("T_co", covariant=True)


class cached_property(functools.cached_property[T_co]):  # noqa: N801 - named like what it replaces
    """Like `functools.cached_property`, without the lock it has before Python 3.12: that takes a microsecond.

    Threads that ask at the same time may all compute the value, so it has to be the same each time.
    """

    @overload
    def __get__(self, instance: None, owner: type[Any] | None = None) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type[Any] | None = None) -> T_co: ...
    def __get__(self, instance: object, owner: type[Any] | None = None) -> Self | T_co:
        if instance is None:
            return self
        assert self.attrname is not None
        value = instance.__dict__[self.attrname] = self.func(instance)
        return value
