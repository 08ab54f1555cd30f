"""Results kept with the value they were worked out from.

None of it takes a lock: `functools.cached_property` of Python 3.11 has one for all instances, so
that a page reading one deal would wait for the writer judging another. Here two threads at worst
work the same out twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

_T = TypeVar("_T")


class cached_property(Generic[_T]):  # noqa: N801 - a decorator, named like one
    """A property kept in the instance once it was worked out."""

    def __init__(self, work_out: Callable[[Any], _T]) -> None:
        self._work_out = work_out
        self._name = work_out.__name__
        self.__doc__ = work_out.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> cached_property[_T]: ...

    @overload
    def __get__(self, instance: object, owner: type) -> _T: ...

    def __get__(self, instance: object | None, owner: type) -> cached_property[_T] | _T:
        """Return what was worked out; the instance's own entry hides this from the next reader."""
        if instance is None:
            return self
        found = self._work_out(instance)
        instance.__dict__[self._name] = found
        return found


class Slot(Generic[_T]):
    """Names one kind of result that a `Memo` keeps; a constant of the module that works it out."""


class Memo(dict[Slot[Any], Any]):
    """Holds the latest result of each kind for the value that owns it.

    The results go when the value goes. Whoever reads one checks that it still fits: two records
    of one deal share a memo and may differ in their plays.
    """

    __slots__ = ()

    if TYPE_CHECKING:

        def latest(self, slot: Slot[_T]) -> _T | None:
            """Return the result kept last, None where there is none."""

        def keep(self, slot: Slot[_T], result: _T) -> None:
            """Keep a result in place of the one before."""

    else:
        # The dictionary's own methods: each is called several times for every card.
        latest, keep = dict.get, dict.__setitem__


def instance_with(of: type[_T], entries: dict[str, Any]) -> _T:
    """Return an instance of an unslotted class with these entries as they are.

    For what is remade with every card: a frozen dataclass guards each of its fields when it is
    made, which takes several times as long as copying the entries of the one before.
    """
    made = object.__new__(of)
    object.__setattr__(made, "__dict__", entries)
    return made


def cached_names(of: type) -> tuple[str, ...]:
    """Return the names of what instances of a class work out and keep."""
    return tuple(name for name, each in vars(of).items() if isinstance(each, cached_property))
