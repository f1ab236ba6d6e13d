"""Attribute values as they go over the wire, and maps of them by the names of attributes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, TypedDict, TypeVar

_Value = TypeVar("_Value")

AttributeType: TypeAlias = Literal["S", "N", "B", "SS", "NS", "BS", "M", "L", "NULL", "BOOL"]


class AttributeValue(TypedDict, total=False):
    """A value in the form of the low-level client. Exactly one member is there."""

    S: str
    N: str
    B: bytes
    SS: list[str]
    NS: list[str]
    BS: list[bytes]
    M: dict[str, AttributeValue]
    L: list[AttributeValue]
    NULL: bool
    BOOL: bool


AttributeMap: TypeAlias = dict[str, AttributeValue]

_TYPES: tuple[AttributeType, ...] = (
    "S",
    "N",
    "B",
    "BOOL",
    "NULL",
    "M",
    "L",
    "SS",
    "NS",
    "BS",
)


def type_of(value: AttributeValue) -> AttributeType:
    """Returns the type of the value."""
    for name in _TYPES:
        if name in value:
            return name
    raise TypeError("an attribute value without a type")


def utf8(text: str) -> bytes:
    """Returns the bytes of a text, also of one that the database would refuse."""
    return text.encode("utf-8", "surrogatepass")


def by_name(values: Mapping[str, _Value]) -> dict[str, _Value]:
    """Returns the entries in the byte order of the names.

    The order of code points is that of the bytes of UTF-8, so texts need no encoding to be
    compared.
    """
    return dict(sorted(values.items(), key=lambda entry: entry[0]))


def elements_of(value: AttributeValue | None) -> list[str] | list[bytes] | None:
    """Returns the elements of a set, or None if the value is not a set."""
    if value is None:
        return None
    texts = value.get("SS", value.get("NS"))
    return value.get("BS") if texts is None else texts
