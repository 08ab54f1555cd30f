"""Worked out when first asked, then kept: `functools.cached_property` without its lock.

Python 3.11 guards each such property with one lock for all instances, so that a page reading one
deal would wait for the writer judging another. Here two threads at worst work the same out twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

_T = TypeVar("_T")


class lazily(Generic[_T]):  # noqa: N801 - a decorator, named like one
    """A property kept in the instance once it was worked out."""

    def __init__(self, work_out: Callable[[Any], _T]) -> None:
        self._work_out = work_out
        self._name = work_out.__name__
        self.__doc__ = work_out.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> lazily[_T]: ...

    @overload
    def __get__(self, instance: object, owner: type) -> _T: ...

    def __get__(self, instance: object | None, owner: type) -> lazily[_T] | _T:
        """Return what was worked out; the instance's own entry hides this from the next reader."""
        if instance is None:
            return self
        found = self._work_out(instance)
        instance.__dict__[self._name] = found
        return found


def made_of(of: type[_T], entries: dict[str, Any]) -> _T:
    """Return an instance of an unslotted class with these entries as they are.

    For what is remade with every card: a frozen dataclass guards each of its fields when it is
    made, which takes several times as long as copying the entries of the one before.
    """
    made = object.__new__(of)
    object.__setattr__(made, "__dict__", entries)
    return made


def kept_of(of: type) -> tuple[str, ...]:
    """Return the names of what instances of a class work out and keep."""
    return tuple(name for name, each in vars(of).items() if isinstance(each, lazily))
