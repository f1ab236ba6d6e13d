"""The fields of an entity by their part in keys."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from .description import EntityDescription, KeyAttribute, KeyField


@lru_cache(maxsize=4096)
def field_parts(attribute: KeyAttribute) -> tuple[KeyField, ...]:
    """Returns the parts of a key attribute that are fields."""
    return tuple(part for part in attribute.parts if isinstance(part, KeyField))


def index_attributes(entity: EntityDescription) -> list[KeyAttribute]:
    """Returns the key attributes of the indexes that the entity enters."""
    return [attribute for key in entity.indexes for attribute in key.all()]


def holds_field(attribute: KeyAttribute, field: int) -> bool:
    """Returns true if the field is a part of the key attribute."""
    return any(part.field == field for part in field_parts(attribute))


def is_lossless(part: KeyField) -> bool:
    """Returns true if a field can be read back from the key part."""
    return part.format in (None, "padded", "signed")


def _in_order(fields: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(set(fields)))


def primary_fields(entity: EntityDescription) -> tuple[int, ...]:
    """Returns the fields that are part of the primary key, in the order of the fields."""
    attributes = entity.primary.all()
    return _in_order(part.field for one in attributes for part in field_parts(one))


def identifying_fields(entity: EntityDescription) -> tuple[int, ...]:
    """Returns those fields of the primary key whose values can be read back from the key."""
    parts = (part for one in entity.primary.all() for part in field_parts(one))
    return _in_order(part.field for part in parts if is_lossless(part))


def is_kept(entity: EntityDescription, field: int) -> bool:
    """Returns true if the library keeps the field, so that callers must not set it.

    A version is checked separately.
    """
    return field in (entity.created, entity.updated) or any(
        computed.field == field for computed in entity.computed
    )
