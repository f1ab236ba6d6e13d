"""The sentinels that a stored item needs."""

from __future__ import annotations

from dataclasses import replace

from .attributes import AttributeMap
from .default_values import add_defaults, counts_as_absent
from .description import ComputedDescription, EntityDescription, TableDescription
from .errors import ModelError
from .identify import identify
from .kept_members import computed_values, set_or_remove
from .session import ComputedFunctions
from .unique import Unique, unique_key


def _computed(
    entity: EntityDescription,
    one: ComputedDescription,
    item: AttributeMap,
    functions: ComputedFunctions,
) -> AttributeMap:
    """Returns the item with a computed field, or as it is if the field cannot be computed."""
    values: AttributeMap = dict(item)
    try:
        only = replace(entity, computed=(one,))
        set_or_remove(values, computed_values(only, item, functions))
    except ModelError:
        pass
    return values


def _key_if_possible(
    table: TableDescription, entity: EntityDescription, unique: Unique, item: AttributeMap
) -> AttributeMap | None:
    try:
        return unique_key(table, entity, unique, item)
    except ModelError:
        return None


def sentinels_of(
    table: TableDescription, stored: AttributeMap, functions: ComputedFunctions
) -> list[AttributeMap]:
    """Returns the primary keys of the sentinels that the item's unique fields need.

    A value that can have no sentinel is left out.
    """
    item: AttributeMap = dict(stored)
    entity = identify(table, item)
    if entity is None:
        return []
    add_defaults(entity, item)
    for field in entity.fields:
        value = item.get(field.attribute)
        if value is not None and counts_as_absent(field, value):
            del item[field.attribute]
    # Keys are composed from the computed values, each from the item as it is stored.
    as_stored = dict(item)
    for one in entity.computed:
        attribute = entity.fields[one.field].attribute
        computed = _computed(entity, one, as_stored, functions)
        set_or_remove(item, {attribute: computed.get(attribute)})
    keys = [_key_if_possible(table, entity, unique, item) for unique in entity.unique]
    return [key for key in keys if key is not None]
