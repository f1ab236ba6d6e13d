"""NULL in the place of an empty value.

Other programs write NULL for an empty member. A change that adds to the stored value must treat
that NULL as an absent attribute. And an empty set in a list or map is NULL, but the database
removes the whole element with the last element of the set. An update expression cannot express
either, so such a write reads the item and sets the result.
"""

from __future__ import annotations

from dataclasses import replace

from .attributes import AttributeMap, AttributeValue, elements_of
from .calls import Change, WriteRequest
from .change_facts import starts_from_stored
from .default_values import counts_as_absent, value_at
from .description import FieldDescription
from .number_text import (
    ZERO,
    Exact,
    compare_numbers,
    exact_of,
    number_text,
    read_number,
    same_number_text,
    sum_if_valid,
)


def _stored_at(change: Change, stored: AttributeValue) -> AttributeValue | None:
    return value_at(stored, change.path[1:])


def is_in_range(total: Exact, ends: tuple[int, int] | None) -> bool:
    """Returns true if the sum of an increment is in the range of its field."""
    if ends is None:
        return True
    least, most = exact_of(ends[0]), exact_of(ends[1])
    return compare_numbers(total, least) >= 0 and compare_numbers(total, most) <= 0


def _counts_from_default(request: WriteRequest) -> bool:
    """Returns true if the version may be NULL."""
    version = request.entity.version
    return version is not None and request.entity.fields[version].has_default


def meets_null(field: FieldDescription, change: Change, stored: AttributeValue) -> bool:
    """Returns true if `stored` has a NULL at the change's path that counts as absent.

    `stored` is the field's stored value.
    """
    if not change.path:
        return counts_as_absent(field, stored)
    return "NULL" in (_stored_at(change, stored) or {})


def may_empty_element(change: Change, stored: AttributeValue) -> bool:
    """Returns true if the change may remove the last element of a set in a list or map.

    `stored`, the field's stored value, has no set there or may have no more elements than those.
    """
    if change.kind != "removeFromSet" or not change.of_element:
        return False
    elements = elements_of(_stored_at(change, stored))
    return not elements or len(elements) <= len(elements_of(change.value) or ())


def _rest(elements: AttributeValue, removed: AttributeValue | None) -> AttributeValue:
    """Returns the rest of a set, or NULL without elements."""
    left: AttributeValue
    less = removed or {}
    if "SS" in elements:
        left = {"SS": [one for one in elements["SS"] if one not in less.get("SS", ())]}
    elif "NS" in elements:
        numbers = [same_number_text(one) for one in less.get("NS", ())]
        left = {"NS": [one for one in elements["NS"] if same_number_text(one) not in numbers]}
    else:
        left = {"BS": [one for one in elements.get("BS", ()) if one not in less.get("BS", ())]}
    return left if elements_of(left) else {"NULL": True}


def without_elements(change: Change, stored: AttributeValue | None) -> Change | None:
    """Returns the change as one that sets the rest of the set, which is NULL without elements.

    None if no element is to be removed. `stored` is the field's stored value, or None if it is
    absent. Requires: the change has the kind "removeFromSet" and is `of_element`.
    """
    value = None if stored is None else _stored_at(change, stored)
    if value is not None and "NULL" in value:
        return None
    whole = replace(change, of_element=False)
    if value is None or elements_of(value) is None:
        return whole
    return replace(whole, kind="set", value=_rest(value, change.value))


def _list_of(value: AttributeValue | None) -> list[AttributeValue]:
    return (value or {}).get("L", [])


def _increment_of_absent(change: Change, absent: AttributeValue | None) -> Change | None:
    by = read_number((change.value or {}).get("N", ""))
    start = read_number(absent["N"]) if absent is not None and "N" in absent else ZERO
    total = sum_if_valid(start, by) if by is not None and start is not None else by
    if total is None or not is_in_range(total, change.range):
        return None
    return replace(change, kind="set", value={"N": number_text(total)})


def change_of_absent(change: Change, absent: AttributeValue | None) -> Change | None:
    """Returns the change of an absent value, which does not depend on the stored value.

    `absent` is its start value, and None means zero or an empty list. The result is None if the
    sum is not a value of the field. Requires: starts_from_stored(change).
    """
    if change.kind == "increment":
        return _increment_of_absent(change, absent)
    if change.kind == "removeFromSet":
        # The NULL of an element is the empty set there, and stays.
        return None if change.of_element else replace(change, kind="remove")
    if change.kind in ("append", "prepend") and absent is not None and "L" in absent:
        added = _list_of(change.value)
        first, second = (absent["L"], added) if change.kind == "append" else (added, absent["L"])
        return replace(change, kind="set", value={"L": [*first, *second]})
    return replace(change, kind="set")


def met_null(request: WriteRequest, item: AttributeMap | None) -> bool:
    """Returns true if a write failed, or may have failed, because of a NULL in `item`.

    One of its changes met it, or would empty a set. `item` is the one on which a condition failed.
    """
    if item is None:
        return False
    entity = request.entity
    if entity.version is not None and _counts_from_default(request):
        version = entity.fields[entity.version]
        stored = item.get(version.attribute)
        if stored is not None and counts_as_absent(version, stored):
            return True
    for change in request.changes:
        field = entity.fields[change.field]
        stored = item.get(field.attribute)
        if not starts_from_stored(change) or stored is None:
            continue
        if meets_null(field, change, stored) or may_empty_element(change, stored):
            return True
    return False


def may_have_met_null(request: WriteRequest, message: str) -> bool:
    """Returns true if the message of a failed update may say that a change met a NULL."""
    return is_of_operand(message) and (
        _counts_from_default(request) or any(map(starts_from_stored, request.changes))
    )


def is_of_operand(message: str) -> bool:
    """Returns true if the message says that an update adds to a value of the wrong type."""
    return "operand in the update expression has an incorrect data type" in message
