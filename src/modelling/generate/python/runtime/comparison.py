"""Decides a comparison for a known value, as the service does."""

from __future__ import annotations

from collections.abc import Sequence

from .attributes import AttributeValue, elements_of, utf8
from .calls import PredicateKind
from .same_value import order_between, same_value


def _bytes_of(value: AttributeValue) -> bytes | None:
    return utf8(value["S"]) if "S" in value else value.get("B")


def _begins_with(value: AttributeValue, begin: AttributeValue | None) -> bool:
    if begin is None or ("S" in value) != ("S" in begin):
        return False
    data, first = _bytes_of(value), _bytes_of(begin)
    return data is not None and first is not None and bytes(data).startswith(first)


def _contains(value: AttributeValue, part: AttributeValue | None) -> bool:
    if "L" in value:
        return any(same_value(one, part) for one in value["L"])
    if part is None:
        return False
    if "S" in value:
        return "S" in part and part["S"] in value["S"]
    # A set has no default.
    return "B" in value and "B" in part and bytes(part["B"]) in bytes(value["B"])


def _size_of(value: AttributeValue) -> int | None:
    if "M" in value:
        return len(value["M"])
    if "S" in value:
        return len(value["S"].encode("utf-16-le", "surrogatepass")) // 2
    if "B" in value:
        return len(value["B"])
    if "L" in value:
        return len(value["L"])
    elements = elements_of(value)
    return None if elements is None else len(elements)


_OF_SIZES: dict[PredicateKind, PredicateKind] = {
    "sizeEqual": "equal",
    "sizeNotEqual": "notEqual",
    "sizeLess": "less",
    "sizeLessOrEqual": "lessOrEqual",
    "sizeGreater": "greater",
    "sizeGreaterOrEqual": "greaterOrEqual",
}


def _at_least(a: AttributeValue | None, b: AttributeValue | None) -> bool:
    order = order_between(a, b)
    return order is not None and order >= 0


def holds_for(
    kind: PredicateKind, operands: Sequence[AttributeValue | None], value: AttributeValue
) -> bool:
    """Returns true if a comparison holds for the value.

    Requires: `operands` has as many values as the kind needs.
    """
    of_size = _OF_SIZES.get(kind)
    if of_size is not None:
        size = _size_of(value)
        return size is not None and holds_for(of_size, operands, {"N": str(size)})
    first = operands[0] if operands else None
    if kind == "equal":
        return same_value(value, first)
    if kind == "notEqual":
        return not same_value(value, first)
    if kind == "greaterOrEqual":
        return _at_least(value, first)
    if kind == "lessOrEqual":
        return _at_least(first, value)
    if kind == "greater":
        return _at_least(value, first) and not same_value(value, first)
    if kind == "less":
        return _at_least(first, value) and not same_value(value, first)
    if kind == "between":
        return _at_least(value, first) and _at_least(operands[1], value)
    if kind == "in":
        return any(same_value(value, one) for one in operands)
    if kind == "beginsWith":
        return _begins_with(value, first)
    return kind == "contains" and _contains(value, first)
