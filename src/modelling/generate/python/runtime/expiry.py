"""Tells whether an item's time to live has passed."""

from __future__ import annotations

from .attributes import AttributeMap
from .description import EntityDescription
from .number_text import compare_numbers, exact_of, read_number

# The service does not remove an item whose time to live lies further back.
LONGEST_PAST_SECONDS = 5 * 365 * 24 * 60 * 60


def has_expired(entity: EntityDescription, attributes: AttributeMap, now_ms: float) -> bool:
    """Returns true if the time to live has passed, by the service's rule.

    The attribute is a number of seconds, not after now and not more than five years before now.
    `attributes` has the fields that only keys hold.
    """
    if entity.ttl is None:
        return False
    value = attributes.get(entity.fields[entity.ttl].attribute, {})
    seconds = read_number(value["N"]) if "N" in value else None
    if seconds is None:
        return False
    now = int(now_ms / 1000)
    if compare_numbers(seconds, exact_of(now)) > 0:
        return False
    return compare_numbers(seconds, exact_of(now - LONGEST_PAST_SECONDS)) >= 0
