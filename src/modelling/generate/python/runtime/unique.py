"""Sentinel items, which keep the values of a field unique, or joint values of several fields.

This layout is stored. A sentinel's partition key is `UNIQUE#<name>#<field>#<escaped value>`, or
for several fields `UNIQUE#<name>#<field>+<field>#<escaped value>#<escaped value>`. If the table has
a sort key, it is the same text. <name> is the entity's name or the one that its `sentinels` gives.
<field> is the attribute that stores the field, so that a field that is renamed and keeps its
attribute also keeps its sentinels. `owner_<attribute>` holds each attribute of the owner's primary
key. The type tag, if the table has one, is `UNIQUE`. A sentinel is written in the transaction that
writes its owner.
"""

from __future__ import annotations

from typing import TypeAlias

from .attributes import AttributeMap, utf8
from .compose import KEY_LIMITS
from .description import EntityDescription, KeyField, TableDescription
from .errors import ModelError
from .key_text import key_text

Unique: TypeAlias = "tuple[int, ...]"  # the fields that are unique together

_TYPE_TAG = "UNIQUE"
_PREFIX = "UNIQUE#"


def name_of(entity: EntityDescription, unique: Unique) -> str:
    """Returns a text for messages, such as "field email" or "fields tenantId, email"."""
    names = ", ".join(entity.fields[field].name for field in unique)
    return f"{'field' if len(unique) == 1 else 'fields'} {names}"


def unique_key(
    table: TableDescription, entity: EntityDescription, unique: Unique, values: AttributeMap
) -> AttributeMap | None:
    """Returns the primary key of the sentinel for the values, found under the fields' attributes.

    None if a value is absent, because then the values need not be unique. Raises ModelError, which
    names the field, if the table's keys are not strings, or if a value cannot be in a key or makes
    the key too long.
    """
    if any(attribute.type != "S" for attribute in entity.primary.all()):
        raise ModelError(
            f"{entity.name}: {name_of(entity, unique)} cannot be unique: "
            f"the keys of table {table.name} are not strings"
        )
    text = ""
    for position in unique:
        field = entity.fields[position]
        value = values.get(field.attribute)
        if value is None:
            return None
        text += f"#{key_text(KeyField(position), field, value)}"
    fields = "+".join(entity.fields[field].attribute for field in unique)
    name = entity.name if entity.sentinels is None else entity.sentinels
    key = f"{_PREFIX}{name}#{fields}{text}"
    size = len(utf8(key))
    if size > KEY_LIMITS["partition" if table.sort is None else "sort"]:
        raise ModelError(
            f"{entity.name}: the value of {name_of(entity, unique)} is too long to be kept "
            f"unique: its key would have {size} bytes"
        )
    names = [table.partition] if table.sort is None else [table.partition, table.sort]
    return {attribute: {"S": key} for attribute in names}


def owner_attribute(key_attribute: str) -> str:
    """Returns the name of the sentinel's attribute that holds the owner's key attribute."""
    return f"owner_{key_attribute}"


def unique_item(
    table: TableDescription, sentinel_key: AttributeMap, owner: AttributeMap
) -> AttributeMap:
    """Returns the whole sentinel with this key. `owner` is the primary key of its owner."""
    item: AttributeMap = dict(sentinel_key)
    for name, value in owner.items():
        item[owner_attribute(name)] = value
    if table.type_attribute is not None:
        item[table.type_attribute] = {"S": _TYPE_TAG}
    return item


def owner_of_sentinel(table: TableDescription, item: AttributeMap) -> AttributeMap | None:
    """Returns the owner's primary key if the stored item is a sentinel, otherwise None."""
    if not item.get(table.partition, {}).get("S", "").startswith(_PREFIX):
        return None
    owner: AttributeMap = {}
    for attribute in (table.partition, table.sort):
        if attribute is None:
            continue
        value = item.get(owner_attribute(attribute))
        if value is None:
            return None
        owner[attribute] = value
    return owner
