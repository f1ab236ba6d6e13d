"""The keys of reads of several items by primary key, each once.

Requests for the same item share its answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .asked_pattern import key_attributes
from .attributes import AttributeMap
from .calls import Cost, GetRequest, Row, UnreadableReport
from .compose import compose_primary
from .description import TableDescription
from .equal_values import item_identity
from .number_text import same_number_text
from .session import Session
from .spell import spell_map
from .stored_row import handed_out, is_expired, stored_row, unreadable_row


@dataclass(frozen=True, slots=True)
class KeyedRows:
    """The answer of batch_get() and transact_get().

    The rows are by position, None if the table has no such item. Items of another entity than the
    requested one are unreadable, each with its position.
    """

    rows: list[Row | None]
    unreadable: list[UnreadableReport]
    cost: Cost


@dataclass(frozen=True, slots=True)
class AskedKey:
    """A key with the positions of the requests for it."""

    table: TableDescription
    table_name: str
    key: AttributeMap
    positions: list[int]


@dataclass(frozen=True, slots=True)
class KeySet:
    """The keys, and their numbers by identity."""

    requests: Sequence[GetRequest]
    keys: list[AskedKey] = field(default_factory=list[AskedKey])
    numbers: dict[str, int] = field(default_factory=dict[str, int])


def no_rows(requests: Sequence[GetRequest]) -> KeyedRows:
    """Returns the answer before anything was read."""
    return KeyedRows([None for _ in requests], [], Cost())


def _identity(table_name: str, table: TableDescription, item: AttributeMap) -> str:
    """Returns a text that is equal for equal keys of equal tables, also for 1 and 1.0."""
    key: AttributeMap = {}
    for name in key_attributes(table, None):
        value = item.get(name, {})
        key[name] = {"N": same_number_text(value["N"])} if "N" in value else value
    return item_identity(table_name, key)


def key_set_of(session: Session, requests: Sequence[GetRequest]) -> KeySet:
    """Returns the keys. Raises ModelError for a field that is missing or cannot be in a key."""
    keys = KeySet(requests)
    for position, request in enumerate(requests):
        key = compose_primary(request.entity, request.values)
        table_name = session.table_name(request.table)
        identity = _identity(table_name, request.table, key)
        number = keys.numbers.setdefault(identity, len(keys.keys))
        if number == len(keys.keys):
            keys.keys.append(AskedKey(request.table, table_name, key, []))
        keys.keys[number].positions.append(position)
    return keys


def number_of_key(keys: KeySet, table_name: str, item: AttributeMap) -> int | None:
    """Returns the number of the key that an item or a key has, in the table of that name.

    None if no request asks for it.
    """
    for asked in keys.keys:
        if asked.table_name == table_name:
            return keys.numbers.get(_identity(table_name, asked.table, item))
    return None


def add_item(
    session: Session, keys: KeySet, number: int, item: AttributeMap, answer: KeyedRows
) -> None:
    """Adds an item that was read to the answer, at the positions of its key.

    An expired item counts as absent. An item of another entity than a request asks for is listed
    as unreadable.
    """
    asked = keys.keys[number]
    row = stored_row(asked.table, None, item)
    if is_expired(row, session):
        return
    for position in asked.positions:
        entity = keys.requests[position].entity
        if row.entity is entity:
            answer.rows[position] = handed_out(row, entity)
            continue
        found = "no entity" if row.entity is None else f"the entity {row.entity.name}"
        message = (
            f"The item {spell_map(asked.key)} of the table {asked.table.name} is of {found}, "
            f"not of the requested entity {entity.name}"
        )
        answer.unreadable.append(unreadable_row(asked.table, row, message, position))
