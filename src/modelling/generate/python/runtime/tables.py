"""Creates the tables of a model, or checks those that exist."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .description import TableDescription
from .errors import ModelError
from .service_errors import code_of
from .session import Session
from .steps import Request, Steps, pause, send

_FIRST_WAIT = 0.025
_LONGEST_WAIT = 5.0


def _find(name: str) -> Steps[dict[str, Any] | None]:
    try:
        answer = yield from send(Request("describe_table", {"TableName": name}))
    except Exception as error:
        if code_of(error) == "ResourceNotFoundException":
            return None
        raise
    table: dict[str, Any] | None = answer.get("Table")
    return table


def _keys_of(described: dict[str, Any]) -> str:
    keys = described.get("KeySchema", ())
    return ", ".join(f"{key['AttributeName']} {key['KeyType']}" for key in keys)


def _projection_of(index: dict[str, Any]) -> str:
    projection = index.get("Projection", {})
    others = sorted(projection.get("NonKeyAttributes", ()))
    return " ".join([projection.get("ProjectionType", ""), *others])


def _index_differences(
    wanted: Iterable[dict[str, Any]], there: Sequence[dict[str, Any]]
) -> Iterable[str]:
    for index in wanted:
        name = index["IndexName"]
        found = next((one for one in there if one["IndexName"] == name), None)
        if found is None:
            yield f"it lacks the index {name}"
        elif _keys_of(found) != _keys_of(index):
            yield f"the index {name} has the keys {_keys_of(found)} and not {_keys_of(index)}"
        elif _projection_of(found) != _projection_of(index):
            wanted_projection = _projection_of(index)
            yield f"the index {name} projects {_projection_of(found)} and not {wanted_projection}"


def _differences(table: TableDescription, there: dict[str, Any]) -> list[str]:
    """Returns the differences of a table from its model.

    Further indexes are not a difference, because a later version may need them.
    """
    wanted = table.create
    out: list[str] = []
    if _keys_of(dict(wanted)) != _keys_of(there):
        out.append(f"its keys are {_keys_of(there)} and not {_keys_of(dict(wanted))}")
    types = {
        one["AttributeName"]: one["AttributeType"] for one in there.get("AttributeDefinitions", ())
    }
    for one in wanted.get("AttributeDefinitions", ()):
        name, kind = one["AttributeName"], one["AttributeType"]
        if types.get(name, kind) != kind:
            out.append(f"the attribute {name} has the type {types[name]} and not {kind}")
    for scope in ("GlobalSecondaryIndexes", "LocalSecondaryIndexes"):
        out += _index_differences(wanted.get(scope, ()), there.get(scope) or [])
    return out


def check_tables(session: Session, tables: Sequence[TableDescription]) -> Steps[None]:
    """Raises ModelError that lists the differences of each table from its model."""
    faults: list[str] = []
    for table in tables:
        name = session.table_name(table)
        there = yield from _find(name)
        found = ["it does not exist"] if there is None else _differences(table, there)
        if found:
            faults.append(f"the table {name} is not that of the model: {'; '.join(found)}")
    if faults:
        raise ModelError("\n".join(faults))


def _is_active(table: dict[str, Any] | None) -> bool:
    return (
        table is not None
        and table.get("TableStatus") == "ACTIVE"
        and all(
            index.get("IndexStatus") == "ACTIVE"
            for index in table.get("GlobalSecondaryIndexes") or ()
        )
    )


def _enable_time_to_live(session: Session, table: TableDescription) -> Steps[None]:
    if table.ttl_attribute is None:
        return
    name = session.table_name(table)
    answer = yield from send(Request("describe_time_to_live", {"TableName": name}))
    there = answer.get("TimeToLiveDescription", {})
    if there.get("TimeToLiveStatus") in ("ENABLED", "ENABLING"):
        if there.get("AttributeName") == table.ttl_attribute:
            return
        raise ModelError(
            f"the items of {name} expire by {there.get('AttributeName')} and not by "
            f"{table.ttl_attribute}"
        )
    specification = {"Enabled": True, "AttributeName": table.ttl_attribute}
    parameters = {"TableName": name, "TimeToLiveSpecification": specification}
    yield from send(Request("update_time_to_live", parameters))


def _create(session: Session, table: TableDescription) -> Steps[None]:
    name = session.table_name(table)
    there = yield from _find(name)
    if there is None:
        try:
            yield from send(Request("create_table", {**table.create, "TableName": name}))
        except Exception as error:
            # Another program created it meanwhile.
            if code_of(error) != "ResourceInUseException":
                raise
    delay = _FIRST_WAIT
    while True:
        there = yield from _find(name)
        if _is_active(there):
            return
        yield from pause(delay)
        delay = min(2 * delay, _LONGEST_WAIT)


def create_tables(session: Session, tables: Sequence[TableDescription]) -> Steps[None]:
    """Creates the tables that do not exist, with their indexes and time to live.

    Waits until all are ACTIVE. Raises ModelError as check_tables() for tables that exist and
    differ.
    """
    for table in tables:
        yield from _create(session, table)
        yield from _enable_time_to_live(session, table)
    yield from check_tables(session, tables)
