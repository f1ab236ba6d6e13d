"""Sizes in bytes by the service's formula.

It is that of "DynamoDB item sizes and formats" in the developer guide. Names and strings count
their UTF-8 bytes, and a number about half its digits plus one. A list or map counts 3 bytes and 1
more for each element.
"""

from __future__ import annotations

from collections.abc import Mapping

from .attributes import AttributeValue, utf8
from .number_text import size_of_number

_CONTAINER_BYTES = 3
_ELEMENT_BYTES = 1


def _size_of_value(value: AttributeValue) -> int:
    if "S" in value:
        return len(utf8(value["S"]))
    if "N" in value:
        return size_of_number(value["N"])
    if "B" in value:
        return len(value["B"])
    if "SS" in value:
        return sum(len(utf8(text)) for text in value["SS"])
    if "NS" in value:
        return sum(map(size_of_number, value["NS"]))
    if "BS" in value:
        return sum(map(len, value["BS"]))
    if "L" in value:
        return _CONTAINER_BYTES + sum(_ELEMENT_BYTES + _size_of_value(one) for one in value["L"])
    if "M" in value:
        return _CONTAINER_BYTES + _ELEMENT_BYTES * len(value["M"]) + size_of_item(value["M"])
    return 1


def size_of_item(item: Mapping[str, AttributeValue]) -> int:
    """Returns the bytes of a whole item."""
    return sum(len(utf8(name)) + _size_of_value(value) for name, value in item.items())
