"""Conditions of writes and filters of reads, as expressions over the fields of an entity.

where=lambda order: order.status.eq("OPEN") & (order.cents.gt(100) | order.note.exists())
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeAlias, TypeVar

from .attributes import AttributeValue
from .calls import AbsentValue, Path, Predicate, PredicateKind
from .codec import encoder_of
from .description import FieldDescription
from .documents import DocumentValue, encode_document
from .errors import ModelError

_Value = TypeVar("_Value")
_Element = TypeVar("_Element")
_Fields = TypeVar("_Fields")


class Condition:
    """A condition. Conditions are joined with &, | and ~."""

    __slots__ = ("predicate",)

    def __init__(self, predicate: Predicate) -> None:
        self.predicate = predicate

    def __and__(self, other: Condition) -> Condition:
        return Condition(Predicate("and", children=(self.predicate, other.predicate)))

    def __or__(self, other: Condition) -> Condition:
        return Condition(Predicate("or", children=(self.predicate, other.predicate)))

    def __invert__(self) -> Condition:
        return Condition(Predicate("not", children=(self.predicate,)))

    def __bool__(self) -> bool:
        """Refuses `and`, `or` and `not`, which cannot make a condition."""
        raise TypeError("conditions are joined with &, | and ~, and not with and, or and not")


# Takes the fields and returns the condition.
Where: TypeAlias = Callable[[_Fields], Condition]


class _Operand:
    """A field, or a member of a document in it."""

    __slots__ = ("_encode", "_field", "_path")

    def __init__(self, field: FieldDescription, path: Path | None = None) -> None:
        self._field = field
        self._path: Path = (field.attribute,) if path is None else path
        self._encode = encoder_of(field)

    def _value(self, value: object) -> AttributeValue | None:
        if len(self._path) > 1:
            return encode_document(value, self._field.name)
        return None if value is None else self._encode(value)

    def _compared(self, kind: PredicateKind, *values: object) -> Condition:
        encoded = tuple(self._value(one) for one in values)
        if None in encoded and kind not in ("equal", "notEqual"):
            raise ModelError(
                f"{self._field.name} cannot be compared with an empty value in this way"
            )
        return Condition(Predicate(kind, self._path, encoded))

    def exists(self) -> Condition:
        """The item has the field."""
        return Condition(Predicate("exists", self._path))

    def not_exists(self) -> Condition:
        """The item lacks the field."""
        return Condition(Predicate("notExists", self._path))


class Field(_Operand, Generic[_Value]):
    """The conditions of each field. None means an absent field."""

    __slots__ = ()

    def eq(self, value: _Value | None) -> Condition:
        """The field has this value."""
        return self._compared("equal", value)

    def ne(self, value: _Value | None) -> Condition:
        """The field has another value, or the item lacks it."""
        return self._compared("notEqual", value)

    def one_of(self, first: _Value, *others: _Value) -> Condition:
        """The field has one of these values."""
        return self._compared("in", first, *others)


class OrderedField(Field[_Value]):
    """The conditions of a field whose values have an order."""

    __slots__ = ()

    def lt(self, value: _Value) -> Condition:
        """The value is below this one."""
        return self._compared("less", value)

    def lte(self, value: _Value) -> Condition:
        """The value is this one or below it."""
        return self._compared("lessOrEqual", value)

    def gt(self, value: _Value) -> Condition:
        """The value is above this one."""
        return self._compared("greater", value)

    def gte(self, value: _Value) -> Condition:
        """The value is this one or above it."""
        return self._compared("greaterOrEqual", value)

    def between(self, low: _Value, high: _Value) -> Condition:
        """The value is one of these two or between them."""
        return self._compared("between", low, high)


class Size:
    """The size of a text in UTF-8 bytes, of bytes, or the number of elements."""

    __slots__ = ("_absent", "_path")

    def __init__(self, path: Path, absent: tuple[AbsentValue, ...]) -> None:
        self._path = path
        self._absent = absent

    def _compared(self, kind: PredicateKind, size: object) -> Condition:
        if isinstance(size, bool) or not isinstance(size, int):
            raise ModelError("a size is an int")
        return Condition(Predicate(kind, self._path, ({"N": str(size)},), absent=self._absent))

    def eq(self, size: int) -> Condition:
        """The size is this one."""
        return self._compared("sizeEqual", size)

    def ne(self, size: int) -> Condition:
        """The size is another one."""
        return self._compared("sizeNotEqual", size)

    def lt(self, size: int) -> Condition:
        """The size is below this one."""
        return self._compared("sizeLess", size)

    def lte(self, size: int) -> Condition:
        """The size is this one or below it."""
        return self._compared("sizeLessOrEqual", size)

    def gt(self, size: int) -> Condition:
        """The size is above this one."""
        return self._compared("sizeGreater", size)

    def gte(self, size: int) -> Condition:
        """The size is this one or above it."""
        return self._compared("sizeGreaterOrEqual", size)


_EMPTY_SETS: dict[str, AttributeValue] = {
    "string_set": {"SS": []},
    "number_set": {"NS": []},
    "binary_set": {"BS": []},
}


class _Sized(_Operand):
    __slots__ = ()

    @property
    def size(self) -> Size:
        """The size of the value."""
        empty = _EMPTY_SETS.get(self._field.document or "") if len(self._path) == 1 else None
        return Size(self._path, () if empty is None else (AbsentValue(1, empty),))

    def _contains(self, element: object) -> Condition:
        value = encode_document(element, self._field.name)
        return Condition(Predicate("contains", self._path, (value,)))

    def _begins_with(self, prefix: object) -> Condition:
        # A prefix of a date or an identifier does not have the form of a whole one.
        if not isinstance(prefix, (str, bytes)):
            raise ModelError(f"{self._field.name}: a prefix is a str or bytes")
        value: AttributeValue = {"S": prefix} if isinstance(prefix, str) else {"B": prefix}
        return Condition(Predicate("beginsWith", self._path, (value,)))


class TextField(OrderedField[str], _Sized):
    """The conditions of a text."""

    __slots__ = ()

    def begins_with(self, prefix: str) -> Condition:
        """The text begins with this one."""
        return self._begins_with(prefix)

    def contains(self, part: str) -> Condition:
        """The text has this part."""
        return self._contains(part)


class BytesField(OrderedField[bytes], _Sized):
    """The conditions of bytes."""

    __slots__ = ()

    def begins_with(self, prefix: bytes) -> Condition:
        """The bytes begin with these."""
        return self._begins_with(prefix)

    def contains(self, part: bytes) -> Condition:
        """The bytes have this part."""
        return self._contains(part)


class SetField(Field["frozenset[_Element]"], _Sized, Generic[_Element]):
    """The conditions of a set."""

    __slots__ = ()

    def contains(self, element: _Element) -> Condition:
        """The set has the element."""
        return self._contains(element)


class DocumentField(Field[_Value], _Sized):
    """The conditions of a map, a list or a value of any type."""

    __slots__ = ()

    def contains(self, element: DocumentValue) -> Condition:
        """The list has the element, or the text the part."""
        return self._contains(element)

    def at(self, first: str | int, *others: str | int) -> Member:
        """A member: at("city") of a map, at(0, "sku") of a list of maps."""
        return Member(self._field, (*self._path, first, *others))


class Member(DocumentField[DocumentValue], OrderedField[DocumentValue]):
    """The conditions of a member of a document."""

    __slots__ = ()

    def begins_with(self, prefix: str | bytes) -> Condition:
        """The text or the bytes begin with these."""
        return self._begins_with(prefix)


def predicate_of(fields: Callable[[], Any], where: Callable[[Any], object]) -> Predicate:
    """Returns the predicate of a condition or filter.

    Raises ModelError if a value does not suit its field, or if the function returns another
    value than a condition, and AttributeError if it names a field that `fields` lacks.
    """
    condition = where(fields())
    if not isinstance(condition, Condition):
        raise ModelError(
            'a condition is an expression, such as lambda order: order.status.eq("OPEN")'
        )
    return condition.predicate
