"""Composes key attributes from field values, by the key templates.

Keys are injective: an escaped value holds a byte up to '$' only as part of "$HH" (upper-case hex),
and '#' joins fields. The byte order of keys is the tuple order of their fields, compared as their
key texts.

Field values are attribute values, under their attribute names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from .attributes import AttributeMap, AttributeValue, by_name, utf8
from .description import (
    EntityDescription,
    EntityKey,
    IndexDescription,
    KeyAttribute,
    KeyField,
    KeyPart,
    TableDescription,
    WhenDescription,
)
from .errors import ModelError
from .escape import needs_escape
from .key_text import key_text
from .plain_text import key_bytes
from .shards import shard_value, typed_text

# A partition key and a sort key have different limits of their size.
KeyRole: TypeAlias = Literal["partition", "sort"]
KEY_LIMITS: dict[KeyRole, int] = {"partition": 2048, "sort": 1024}


@dataclass(frozen=True, slots=True)
class ItemKeys:
    """All key attributes of an item.

    `present` has those of the primary key and of every index that holds the item now (its `when`
    is met and all fields exist), with shard numbers. A shard that the values already have is kept.
    `absent` names the key attributes that the item must not have: those of indexes that can hold
    the entity but do not hold this item. It names no natural attribute, because a field owns that
    one. Both are in the byte order of the names.
    """

    present: AttributeMap
    absent: tuple[str, ...]


def roles_of(key: EntityKey) -> list[tuple[KeyRole, KeyAttribute]]:
    """Returns the attributes of a key, each with its role."""
    partition: list[tuple[KeyRole, KeyAttribute]] = [("partition", one) for one in key.partition]
    return partition + [("sort", one) for one in key.sort]


def _too_long(key: KeyAttribute, role: KeyRole, field: str, size: int) -> ModelError:
    return ModelError(
        f"The {role} key {key.attribute} would have {size} bytes, of which the field {field} "
        f"fills the most: the limit is {KEY_LIMITS[role]}"
    )


def _longest_field(
    parts: tuple[KeyPart, ...], entity: EntityDescription, values: AttributeMap
) -> str:
    """Returns the name of the field whose text is the longest."""
    longest = 0
    name = ""
    for part in parts:
        if isinstance(part, str):
            continue
        field = entity.fields[part.field]
        size = len(utf8(key_text(part, field, values[field.attribute])))
        if size >= longest:
            longest = size
            name = field.name
    return name


def _compose_natural(
    key: KeyAttribute, role: KeyRole, entity: EntityDescription, values: AttributeMap
) -> AttributeValue | None:
    part = key.parts[0]
    if isinstance(part, str):
        raise TypeError(f"the natural key {key.attribute} has no field")
    field = entity.fields[part.field]
    value = values.get(field.attribute)
    if value is None:
        return None
    refused = f"The field {field.name} cannot be the key attribute {key.attribute}: "
    if key.type not in value:
        raise ModelError(f"{refused}its type must be {key.type}")
    if key.type == "N":
        return value
    data = key_bytes(value)
    if not data:
        raise ModelError(f"{refused}it is empty")
    if len(data) > KEY_LIMITS[role]:
        raise _too_long(key, role, field.name, len(data))
    if not data.startswith(utf8(part.must_begin)):
        raise ModelError(f'{refused}it must begin with "{part.must_begin}"')
    if part.escape == "reject" and needs_escape(data):
        raise ModelError(f"{refused}it holds a byte that its template rejects")
    return value


def compose_text(
    parts: tuple[KeyPart, ...], entity: EntityDescription, values: AttributeMap
) -> str | None:
    """Returns the text of the parts, or None if a field is absent: such an item has no such key.

    Raises ModelError as key_text() does.
    """
    text = ""
    for part in parts:
        if isinstance(part, str):
            text += part
            continue
        field = entity.fields[part.field]
        value = values.get(field.attribute)
        if value is None:
            return None
        text += key_text(part, field, value)
    return text


def compose(
    key: KeyAttribute, role: KeyRole, entity: EntityDescription, values: AttributeMap
) -> AttributeValue | None:
    """Returns the value of the item's key attribute, or None if a field is absent.

    A natural attribute has the field's value, any other one is composed. Raises ModelError as
    key_text() does, and for a partition key of more than 2048 or a sort key of more than 1024
    bytes.
    """
    if key.natural:
        return _compose_natural(key, role, entity, values)
    text = compose_text(key.parts, entity, values)
    if text is None:
        return None
    size = len(utf8(text))
    if size > KEY_LIMITS[role]:
        raise _too_long(key, role, _longest_field(key.parts, entity, values), size)
    return typed_text(key.type, text)


def meets(when: WhenDescription, value: AttributeValue) -> bool:
    """Returns true if the index holds an item whose field named by `when` has this value."""
    if "BOOL" in value:
        return when.equals == ("true" if value["BOOL"] else "false")
    if "B" in value:
        return bytes(value["B"]) == utf8(when.equals)
    return value.get("S", value.get("N")) == when.equals


def compose_primary(entity: EntityDescription, values: AttributeMap) -> AttributeMap:
    """Returns the attributes of the primary key.

    Raises ModelError as compose() does, or for a missing field.
    """
    key: AttributeMap = {}
    for role, attribute in roles_of(entity.primary):
        value = compose(attribute, role, entity, values)
        if value is not None:
            key[attribute.attribute] = value
            continue
        for part in attribute.parts:
            if isinstance(part, str):
                continue
            field = entity.fields[part.field]
            if field.attribute not in values:
                raise ModelError(
                    f"The field {field.name} is missing: the primary key of {entity.name} needs it"
                )
    return key


def _compose_of_index(
    index: IndexDescription, entity: EntityDescription, key: EntityKey, values: AttributeMap
) -> AttributeMap | None:
    """Returns the attributes of the item in one index, or None if it does not hold the item."""
    if key.when is not None:
        of_when = values.get(entity.fields[key.when.field].attribute)
        if of_when is None or not meets(key.when, of_when):
            return None
    shards = index.shards
    composed: AttributeMap = {}
    for role, attribute in roles_of(key):
        if shards is not None and attribute.attribute == shards.attribute:
            value = shard_value(shards, attribute.type, entity, values)
        else:
            value = compose(attribute, role, entity, values)
        if value is None:
            return None
        composed[attribute.attribute] = value
    if shards is not None and shards.attribute not in composed:
        value = shard_value(shards, "N", entity, values)
        if value is None:
            return None
        composed[shards.attribute] = value
    return composed


def _own_attributes(index: IndexDescription, key: EntityKey) -> list[str]:
    """Returns the index's key attributes that no field owns."""
    names = [one.attribute for one in key.all() if not one.natural]
    return names if index.shards is None else [*names, index.shards.attribute]


def compose_all(
    table: TableDescription, entity: EntityDescription, values: AttributeMap
) -> ItemKeys:
    """Returns all key attributes of an item.

    Raises ModelError as compose() does, or for a missing field of the primary key.
    """
    present = compose_primary(entity, values)
    absent: set[str] = set()
    for key in entity.indexes:
        index = table.indexes[key.index or 0]
        composed = _compose_of_index(index, entity, key, values)
        if composed is None:
            absent.update(_own_attributes(index, key))
        else:
            present.update(composed)
    return ItemKeys(by_name(present), tuple(sorted(absent.difference(present))))


def field_of(part: KeyPart) -> int | None:
    """Returns the field of a part, or None for a literal."""
    return part.field if isinstance(part, KeyField) else None
