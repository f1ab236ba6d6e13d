"""Equality of whole maps as they are stored, and texts that are equal for equal maps."""

from __future__ import annotations

from .attributes import AttributeMap, AttributeValue, by_name
from .number_text import same_number_text


def _as_stored(value: AttributeValue) -> object:
    """Returns an object that is equal for values that are stored alike.

    The service keeps a number by its value, and a set without an order.
    """
    if "N" in value:
        return ("N", same_number_text(value["N"]))
    if "SS" in value:
        return ("SS", sorted(value["SS"]))
    if "NS" in value:
        return ("NS", sorted(same_number_text(text) for text in value["NS"]))
    if "BS" in value:
        return ("BS", sorted(bytes(data) for data in value["BS"]))
    if "L" in value:
        return ("L", [_as_stored(element) for element in value["L"]])
    if "M" in value:
        return ("M", {name: _as_stored(one) for name, one in value["M"].items()})
    return value


def equal_items(a: AttributeMap, b: AttributeMap) -> bool:
    """Returns true if both items would be stored alike."""
    return _as_stored({"M": a}) == _as_stored({"M": b})


def item_identity(table_name: str, key: AttributeMap) -> str:
    """Returns a text that is equal for equal items of equal tables. `key` is the primary key."""
    return repr((table_name, list(by_name(key).items())))
