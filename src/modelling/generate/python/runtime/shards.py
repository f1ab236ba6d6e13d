"""The shard numbers of items in an index with shards, and of key parts with shards."""

from __future__ import annotations

from collections.abc import Mapping

from .attributes import AttributeMap, AttributeValue, utf8
from .description import EntityDescription, FieldDescription, ScalarType, ShardsDescription
from .errors import ModelError
from .plain_text import plain_text


def shard_of(text: str, count: int) -> int:
    """Returns the shard of a text, from 0 to count - 1.

    It is the 32-bit FNV-1a hash modulo count, so that any program can compute it.
    """
    value = 2166136261
    for byte in utf8(text):
        value = (value ^ byte) * 16777619 & 0xFFFFFFFF
    return value % count


def shard_of_value(field: FieldDescription, value: AttributeValue, count: int) -> int:
    """Returns the shard of a field's value. Raises ModelError if it has no text in keys."""
    return shard_of(plain_text(field, value), count)


def shard_of_item(
    shards: ShardsDescription,
    entity: EntityDescription,
    values: Mapping[str, AttributeValue],
) -> int | None:
    """Returns the shard that follows from the item's field `of`, or None if that is absent.

    Raises ModelError if the value has no text in keys.
    """
    for field in entity.fields:
        if field.name == shards.of:
            value = values.get(field.attribute)
            return None if value is None else shard_of_value(field, value, shards.count)
    return None


def shard_reach(shards: ShardsDescription) -> int:
    """Returns the number of shards that a read has to ask, also those of an earlier count."""
    return max(shards.count, shards.was)


def typed_text(kind: ScalarType, text: str) -> AttributeValue:
    """Returns the value of type `kind` whose text, number or bytes are `text`."""
    if kind == "N":
        return {"N": text}
    return {"B": utf8(text)} if kind == "B" else {"S": text}


def check_shard(shards: ShardsDescription, kind: ScalarType, value: AttributeValue) -> None:
    """Raises ModelError unless `value` is a shard of the present or the earlier count."""
    reach = shard_reach(shards)
    if any(value == typed_text(kind, str(shard)) for shard in range(reach)):
        return
    raise ModelError(
        f"The shard attribute {shards.attribute} must have a value of type {kind} "
        f"from 0 to {reach - 1}"
    )


def shard_value(
    shards: ShardsDescription,
    kind: ScalarType,
    entity: EntityDescription,
    values: AttributeMap,
) -> AttributeValue | None:
    """Returns the shard that the item has, or else the one that its field gives.

    None if the field is absent. Raises ModelError for a value that is not a shard.
    """
    given = values.get(shards.attribute)
    if given is not None:
        check_shard(shards, kind, given)
        return given
    shard = shard_of_item(shards, entity, values)
    return None if shard is None else typed_text(kind, str(shard))
