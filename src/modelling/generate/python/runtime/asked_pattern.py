"""An access pattern with its table and entities, and facts about keys that reads need."""

from __future__ import annotations

from dataclasses import dataclass

from .attributes import AttributeMap
from .description import (
    EntityDescription,
    EntityKey,
    FieldDescription,
    KeyAttribute,
    KeyField,
    KeyPart,
    PatternDescription,
    PlanDescription,
    TableDescription,
)
from .errors import ModelError


@dataclass(frozen=True, slots=True)
class AskedPattern:
    """A pattern with its table. The key of the first entity makes the plan."""

    table: TableDescription
    name: str
    entities: tuple[EntityDescription, ...]
    plan: PlanDescription

    @property
    def first(self) -> EntityDescription:
        """The entity whose key makes the plan."""
        return self.entities[0]


def asked_pattern(table: TableDescription, pattern: PatternDescription) -> AskedPattern:
    """Returns the pattern with its table."""
    entities = tuple(table.entities[position] for position in pattern.entities)
    return AskedPattern(table, pattern.name, entities, pattern.plan)


def find_key(entity: EntityDescription, index: int | None) -> EntityKey | None:
    """Returns the key that the entity has in the index, or its primary key without an index.

    None if the entity is not in the index.
    """
    if index is None:
        return entity.primary
    return next((key for key in entity.indexes if key.index == index), None)


def key_of_plan(pattern: AskedPattern) -> EntityKey:
    """Returns the pattern's key in the first entity.

    Raises TypeError for a pattern that no planner made.
    """
    key = find_key(pattern.first, pattern.plan.index)
    if key is None:
        raise TypeError(f'the access pattern "{pattern.name}" has no key')
    return key


def partition_of_plan(pattern: AskedPattern) -> tuple[KeyAttribute, ...]:
    """Returns the attributes of the partition key by which the pattern is read."""
    # A local index shares the table's partition key.
    return key_of_plan(pattern).partition or pattern.first.primary.partition


def sort_attributes(table: TableDescription, index: int | None) -> tuple[str, ...]:
    """Returns the attributes by which the answer of a query is ordered."""
    if index is not None:
        return table.indexes[index].sort
    return () if table.sort is None else (table.sort,)


def key_attributes(table: TableDescription, index: int | None) -> tuple[str, ...]:
    """Returns the names of the attributes of the table's primary key and of the index's key.

    Each name comes once, the partition key first.
    """
    names = (table.partition,) if table.sort is None else (table.partition, table.sort)
    if index is None:
        return names
    of_index = table.indexes[index]
    return tuple(dict.fromkeys((*names, *of_index.partition, *of_index.sort)))


def holds_attribute(table: TableDescription, index: int | None, field: FieldDescription) -> bool:
    """Returns true if the items or entries that are read have the field's attribute.

    Filters are evaluated on it.
    """
    if field.key_only:
        return False
    info = None if index is None else table.indexes[index]
    if info is None or info.projection == "ALL":
        return True
    of_search = (info.vector.attribute, *info.vector.filters) if info.vector else ()
    return field.attribute in (*key_attributes(table, index), *info.include, *of_search)


def missing_field(
    pattern: AskedPattern, parts: tuple[KeyPart, ...], values: AttributeMap
) -> ModelError:
    """Returns the error that names the field of the template that the call does not give.

    Requires: a field of it is missing in `values`.
    """
    fields = [pattern.first.fields[part.field] for part in parts if isinstance(part, KeyField)]
    missing = next(field.name for field in fields if field.attribute not in values)
    return ModelError(
        f'The access pattern "{pattern.name}" needs the field {missing} of {pattern.first.name}: '
        "its key contains that field"
    )
