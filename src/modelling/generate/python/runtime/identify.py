"""Tells the entity of a stored item, and reads the fields that only the item's keys hold."""

from __future__ import annotations

from collections.abc import Mapping

from .attributes import AttributeMap, AttributeValue
from .description import EntityDescription, EntityKey, KeyField, TableDescription
from .key_fields import is_lossless
from .parse import KnownValues, read_keys


def _read_index_key(entity: EntityDescription, key: EntityKey, item: KnownValues) -> None:
    read_keys(entity, item, key.partition)
    read_keys(entity, item, key.sort)


def _lacks_key_field(entity: EntityDescription, item: Mapping[str, AttributeValue]) -> bool:
    """Returns true if the primary key may hold a field that the item lacks.

    A field that only keys hold has no attribute of its own: an attribute of its name was written
    by an earlier model.
    """
    for attribute in entity.primary.all():
        for part in attribute.parts:
            if isinstance(part, KeyField) and is_lossless(part):
                field = entity.fields[part.field]
                if field.key_only or field.attribute not in item:
                    return True
    return False


def identify_stored(
    table: TableDescription, item: Mapping[str, AttributeValue], added: AttributeMap
) -> EntityDescription | None:
    """Returns the entity of a stored item, or None if it belongs to no entity.

    It is told by the type tag, or by the shape of the primary key if the item has no tag. `added`
    must be empty, and gets the fields that only the keys hold.
    """
    tag = None if table.type_attribute is None else item.get(table.type_attribute)
    known = KnownValues(item, added)
    for entity in table.entities:
        if tag is not None:
            name = tag.get("S")
            if name is None or (name != entity.name and name not in entity.aliases):
                continue
        # A tag decides the entity, even if the key does not have the shape that the fields give.
        if tag is None or _lacks_key_field(entity, item):
            agrees = read_keys(entity, known, entity.primary.all())
            if not agrees and tag is None:
                continue
        if any(field.key_only and field.attribute not in added for field in entity.fields):
            for key in entity.indexes:
                _read_index_key(entity, key, known)
        return entity
    return None


def identify(table: TableDescription, item: AttributeMap) -> EntityDescription | None:
    """Does the same, and adds the fields that only keys hold to `item`."""
    added: AttributeMap = {}
    entity = identify_stored(table, item, added)
    item.update(added)
    return entity


def add_fields_of_key(
    table: TableDescription,
    entity: EntityDescription,
    index: int | None,
    item: Mapping[str, AttributeValue],
    added: AttributeMap,
) -> None:
    """Adds to `added` the fields that the index does not project but its key holds.

    Requires: `item` is an item of `entity` that was read through the index.
    """
    if index is None or table.indexes[index].projection == "ALL":
        return
    for key in entity.indexes:
        if key.index == index:
            _read_index_key(entity, key, KnownValues(item, added))


def primary_key_of(table: TableDescription, item: Mapping[str, AttributeValue]) -> AttributeMap:
    """Returns the attributes of the item's primary key, as far as the item has them."""
    names = [table.partition] if table.sort is None else [table.partition, table.sort]
    return {name: item[name] for name in names if name in item}


def row_of(
    table: TableDescription, item: Mapping[str, AttributeValue]
) -> tuple[EntityDescription | None, AttributeMap]:
    """Returns an item's entity, if it belongs to one, and a new map of its attributes.

    The map also has the fields that only keys hold.
    """
    attributes: AttributeMap = dict(item)
    return identify(table, attributes), attributes
