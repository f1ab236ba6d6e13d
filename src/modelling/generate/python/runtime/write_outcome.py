"""Tells by the stored item whether a write was carried out."""

from __future__ import annotations

from .attributes import AttributeMap, AttributeValue
from .calls import WriteRequest
from .equal_values import equal_items
from .number_text import read_number, to_int64
from .planning import WRITE_ID_ATTRIBUTE, version_attribute
from .write_plan import WritePlan


def is_written(plan: WritePlan, item: AttributeMap | None) -> bool:
    """Returns true if the stored item proves that the plan was carried out.

    It does if it has the plan's write id.
    """
    if item is None or not plan.write_id:
        return False
    return item.get(WRITE_ID_ATTRIBUTE, {}).get("S") == plan.write_id


def is_equal(plan: WritePlan, item: AttributeMap | None) -> bool:
    """Returns true if the stored item equals the one that the plan writes.

    For a plan without a write id this proves that the item is right, but not who wrote it.
    """
    written = plan.actions[0].item if plan.actions else None
    return bool(written) and item is not None and equal_items(item, written or {})


def _version_number(value: AttributeValue | None) -> int | None:
    if value is None or "N" not in value:
        return None
    return to_int64(read_number(value["N"]))


def is_surely_unwritten(request: WriteRequest, plan: WritePlan, item: AttributeMap | None) -> bool:
    """Returns true if the stored item proves that the plan was not carried out.

    It has another write id and its version is not above the one that the plan gives. This cannot
    tell an item that was removed and created again from an unchanged one.
    """
    if not plan.write_id or not item or is_written(plan, item):
        return False
    attribute = version_attribute(request.entity)
    given = plan.actions[0].item.get(attribute) if plan.actions else None
    written = _version_number(given)  # the version that the write gives the item
    if (given is None or "N" not in given) and request.expected_version is not None:
        written = request.expected_version + 1
    stored = item.get(attribute)
    found = 0 if stored is None else _version_number(stored)
    return written is not None and found is not None and found <= written
