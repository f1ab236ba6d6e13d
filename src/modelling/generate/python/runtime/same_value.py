"""Equality and order of attribute values as the service defines them.

Numbers at the top level are compared by value, but numbers inside of documents and sets by their
texts.
"""

from __future__ import annotations

from .attributes import AttributeValue
from .number_text import compare_numbers, read_number


def same_value(a: AttributeValue | None, b: AttributeValue | None) -> bool:
    """Returns true if the service takes two values for equal.

    An absent value equals only another absent one.
    """
    if a is None or b is None:
        return a is b
    return a == b or ("N" in a and "N" in b and order_between(a, b) == 0)


def order_between(a: AttributeValue | None, b: AttributeValue | None) -> int | None:
    """Returns -1, 0 or 1, as a is below, equal to or above b in the service's order.

    None if the types differ or the type has no order; then no comparison holds.
    """
    if a is None or b is None:
        return None
    if "S" in a and "S" in b:
        return (a["S"] > b["S"]) - (a["S"] < b["S"])
    if "B" in a and "B" in b:
        left, right = bytes(a["B"]), bytes(b["B"])
        return (left > right) - (left < right)
    if "N" not in a or "N" not in b:
        return None
    first, second = read_number(a["N"]), read_number(b["N"])
    return None if first is None or second is None else compare_numbers(first, second)
