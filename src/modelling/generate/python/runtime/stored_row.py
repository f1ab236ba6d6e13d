"""Rows made from stored items: their entity, whether readers still see them, and reports."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .asked_pattern import AskedPattern, key_attributes
from .attributes import AttributeMap
from .calls import Row, UnreadableReport
from .description import EntityDescription, TableDescription
from .expiry import has_expired
from .identify import add_fields_of_key, identify_stored, primary_key_of
from .session import Session
from .spell import spell, spell_map


@dataclass(frozen=True, slots=True)
class StoredRow:
    """An item with the fields that only its keys hold. The entity is None if it has none."""

    entity: EntityDescription | None
    item: AttributeMap
    added: AttributeMap

    def all(self) -> AttributeMap:
        """Returns all attributes."""
        return {**self.item, **self.added}


def stored_row(table: TableDescription, index: int | None, item: AttributeMap) -> StoredRow:
    """Returns the row of an item that was read through an index or from the table."""
    added: AttributeMap = {}
    entity = identify_stored(table, item, added)
    if entity is not None:
        add_fields_of_key(table, entity, index, item, added)
    return StoredRow(entity, item, added)


def handed_out(row: StoredRow, entity: EntityDescription) -> Row:
    """Returns the row as it is handed out."""
    return Row(entity, row.all())


def unreadable_row(
    table: TableDescription, row: StoredRow, message: str, position: int = 0
) -> UnreadableReport:
    """Returns the report of a row that cannot be used."""
    entity = None if row.entity is None else row.entity.name
    return UnreadableReport(primary_key_of(table, row.all()), message, entity, position)


def is_expired(row: StoredRow, session: Session) -> bool:
    """Returns true if the row's time to live has passed. Rows of no entity never expire."""
    if row.entity is None or row.entity.ttl is None:
        return False
    return has_expired(row.entity, row.all(), session.options.now())


def key_of_item(names: Iterable[str], item: AttributeMap) -> AttributeMap:
    """Returns those of the attributes `names` that the item has."""
    return {name: item[name] for name in names if name in item}


def misfit(pattern: AskedPattern, row: StoredRow) -> str:
    """Returns the reason why the pattern cannot use an item of an entity that it does not name."""
    table, name, plan = pattern.table, pattern.name, pattern.plan
    # The pattern of a get has the name of its entity.
    is_get = (
        plan.operation == "GetItem" and len(pattern.entities) == 1 and name == pattern.first.name
    )
    reader = f"The get of the entity {name}"
    if not is_get:
        kind = "search" if plan.operation == "Search" else "access pattern"
        reader = f'The {kind} "{name}"'
    key = spell_map(key_of_item(key_attributes(table, None), row.item))
    if row.entity is not None:
        advice = "Name the entity in the pattern, or give its keys another shape"
        if is_get:
            advice = "Give the keys of one of them another shape"
        return (
            f"{reader} read an item of the entity {row.entity.name}, which it does not name: "
            f"{key}. {advice}"
        )
    tag = None if table.type_attribute is None else row.item.get(table.type_attribute)
    renamed = ""
    if tag is not None:
        renamed = (
            f". Its type tag is {spell(tag)}: if a newer program has given an entity this tag, "
            "generate this package anew"
        )
    return (
        f"{reader} read an item that belongs to no entity of the table {table.name}: {key}. "
        f"Declare an entity for it or remove it{renamed}"
    )
