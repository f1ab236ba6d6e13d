"""Ranges of the field that orders the answer of a read."""

from __future__ import annotations

from typing import Any, Generic, TypeVar, overload

from .calls import RangeKind, SortRange
from .codec import encoder_of
from .description import FieldDescription
from .errors import ModelError

_Value = TypeVar("_Value")

_KINDS: dict[str, RangeKind] = {
    "eq": "equal",
    "lt": "less",
    "lte": "lessOrEqual",
    "gt": "greater",
    "gte": "greaterOrEqual",
    "begins_with": "beginsWith",
}


class Range(Generic[_Value]):
    """A range with one end: Range(gte=time). Both ends are a Between. Texts have prefixes too."""

    __slots__ = ("_high", "_kind", "_low")

    @overload
    def __init__(self, *, eq: _Value) -> None: ...
    @overload
    def __init__(self, *, lt: _Value) -> None: ...
    @overload
    def __init__(self, *, lte: _Value) -> None: ...
    @overload
    def __init__(self, *, gt: _Value) -> None: ...
    @overload
    def __init__(self, *, gte: _Value) -> None: ...
    @overload
    def __init__(self: Range[str], *, begins_with: str) -> None: ...
    def __init__(self, **bounds: Any) -> None:
        """Raises ModelError unless there is exactly one bound."""
        name, low = next(iter(bounds.items()), ("", None))
        if len(bounds) != 1 or name not in _KINDS:
            raise ModelError(
                f"a range has one of {', '.join(_KINDS)}, and both ends are Between(low, high)"
            )
        self._kind: RangeKind = _KINDS[name]
        self._low = low
        self._high: Any = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._kind} {self._low!r} {self._high!r})"

    def sort_range(self, field: FieldDescription) -> SortRange:
        """Returns the range of the field. Raises ModelError for a value that does not suit it."""
        if self._kind == "beginsWith":
            if not isinstance(self._low, str):
                raise ModelError(f"{field.name}: a prefix is a str")
            return SortRange("beginsWith", {"S": self._low})
        encode = encoder_of(field)
        ends = (self._low, self._high) if self._kind == "between" else (self._low,)
        encoded = [None if end is None else encode(end) for end in ends]
        low, high = encoded[0], encoded[-1]
        if low is None or high is None:
            raise ModelError(f"{field.name}: a range needs a value")
        return SortRange(self._kind, low, high if self._kind == "between" else None)


class Between(Range[_Value]):
    """A range with both ends, which belong to it."""

    __slots__ = ()

    def __init__(self, low: _Value, high: _Value) -> None:
        self._kind = "between"
        self._low = low
        self._high = high
