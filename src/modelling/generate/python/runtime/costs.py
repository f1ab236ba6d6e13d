"""The capacity that answers report."""

from __future__ import annotations

from typing import Any, cast

from .calls import Cost


def add_capacity(cost: Cost, answer: dict[str, Any]) -> None:
    """Adds the capacity that an answer reports, for one table or for several."""
    consumed = answer.get("ConsumedCapacity", {})
    reports = cast("list[dict[str, Any]]", consumed if isinstance(consumed, list) else [consumed])
    for one in reports:
        cost.capacity_units += one.get("CapacityUnits", 0)
