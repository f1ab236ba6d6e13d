"""The fields that the library itself writes.

They are the times of creation and of the last write, and computed fields.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from .attributes import AttributeMap, AttributeValue
from .calls import Change, ChangeKind, WriteRequest
from .civil_time import time_text
from .description import ComputedDescription, EntityDescription, FieldDescription
from .errors import ModelError
from .field_states import FieldState, FieldStates
from .key_fields import is_kept
from .session import ComputedFunctions


def _time_as(field: FieldDescription, now_ms: float) -> AttributeValue:
    if field.kind == "seconds":
        return {"N": str(int(now_ms / 1000))}
    text = time_text(int(now_ms)) if math.isfinite(now_ms) else None
    if text is None:
        raise ModelError(f"the time {now_ms} ms since 1970 is outside of the years 0000 to 9999")
    return {"S": text}


def _set_time(
    entity: EntityDescription,
    position: int | None,
    now_ms: float,
    values: AttributeMap,
    *,
    keeps: bool,
) -> None:
    """Sets the time in the attributes of a whole item.

    If `keeps` is true, a time that the caller filled in stays. The time 1970-01-01T00:00:00Z
    counts as not filled in.
    """
    if position is None:
        return
    field = entity.fields[position]
    value = values.get(field.attribute)
    if keeps and value is not None and value != _time_as(field, 0):
        return
    values[field.attribute] = _time_as(field, now_ms)


def _compute(
    entity: EntityDescription,
    computed: ComputedDescription,
    values: AttributeMap,
    functions: ComputedFunctions,
) -> AttributeValue | None:
    name = f"{entity.name}.{entity.fields[computed.field].name}"
    refused = f"{entity.name}: the field {entity.fields[computed.field].name} "
    function = functions.get(name)
    if function is None:
        raise ModelError(
            f"{refused}is computed, and the session has no function for it: "
            f'give SessionOptions.computed["{name}"]'
        )
    try:
        return function(values)
    except Exception as error:
        raise ModelError(
            f"{refused}cannot be computed: its function raised an exception: {error}"
        ) from error


def computed_values(
    entity: EntityDescription, values: AttributeMap, functions: ComputedFunctions
) -> dict[str, AttributeValue | None]:
    """Returns the computed fields of a whole item, by attribute. None means an absent field.

    A model without any functions takes the values as they are given, and then the result is
    empty. Raises ModelError if a function is missing or raises an exception.
    """
    if not functions:
        return {}
    return {
        entity.fields[one.field].attribute: _compute(entity, one, values, functions)
        for one in entity.computed
    }


def set_or_remove(values: AttributeMap, new: Mapping[str, AttributeValue | None]) -> None:
    """Sets the attributes in `values`. None removes one."""
    for name, value in new.items():
        if value is None:
            values.pop(name, None)
        else:
            values[name] = value


def _whole_with_kept(
    entity: EntityDescription,
    given: AttributeMap,
    now_ms: float,
    functions: ComputedFunctions,
    *,
    keeps_created: bool,
) -> AttributeMap:
    values: AttributeMap = dict(given)
    _set_time(entity, entity.created, now_ms, values, keeps=keeps_created)
    _set_time(entity, entity.updated, now_ms, values, keeps=False)
    set_or_remove(values, computed_values(entity, values, functions))
    return values


def _time_change(
    request: WriteRequest, field: int | None, now_ms: float, kind: ChangeKind
) -> tuple[Change, ...]:
    if field is None:
        return ()
    return (Change(kind, field, value=_time_as(request.entity.fields[field], now_ms)),)


def check_kept_members(request: WriteRequest) -> None:
    """Raises ModelError if the request itself changes a field that the library writes."""
    entity = request.entity
    for change in request.changes:
        if is_kept(entity, change.field):
            raise ModelError(
                f"{entity.name}: the field {entity.fields[change.field].name} is set by the "
                "library, and a write cannot set it"
            )


def with_kept_members(
    request: WriteRequest, now_ms: float, functions: ComputedFunctions
) -> WriteRequest:
    """Returns the request with the kept fields that follow from it and from the time.

    It must be called once for a request, so that every attempt writes the same values. Raises
    ModelError if a computed field cannot be computed.
    """
    entity, kind = request.entity, request.kind
    if kind in ("create", "put"):
        keeps = kind == "put"
        values = _whole_with_kept(entity, request.values, now_ms, functions, keeps_created=keeps)
        return replace(request, values=values)
    if kind == "move":
        moved_to = _whole_with_kept(entity, request.moved_to, now_ms, functions, keeps_created=True)
        return replace(request, moved_to=moved_to)
    if kind not in ("update", "upsert"):
        return request
    created: tuple[Change, ...] = ()
    if kind == "upsert":
        created = _time_change(request, entity.created, now_ms, "setIfAbsent")
    updated = _time_change(request, entity.updated, now_ms, "set")
    return replace(request, changes=(*request.changes, *created, *updated))


def computed_changes(
    request: WriteRequest, states: FieldStates, functions: ComputedFunctions
) -> dict[str, AttributeValue | None]:
    """Returns the stored computed fields that follow from an update or upsert, by attribute.

    None removes the attribute. `states` must have the changes applied and gets the computed
    values. Raises ModelError if a computed field needs a field that is not known; the error names
    the field and the cure.
    """
    entity = request.entity
    changes: dict[str, AttributeValue | None] = {}
    for computed in entity.computed if functions else ():
        if request.kind != "upsert" and not any(map(states.changed, computed.sources)):
            continue
        field = entity.fields[computed.field]
        values: AttributeMap = {}
        for source in computed.sources:
            state, info = states.after(source), entity.fields[source]
            if not state.known:
                raise ModelError(
                    f"{entity.name}: the field {field.name} depends on {info.name}, which is not "
                    f'known: give its stored value, as in given={{"{info.name}": ...}}, or say '
                    "read_first=True"
                )
            if state.value is not None:
                values[info.attribute] = state.value
        value = _compute(entity, computed, values, functions)
        states.set_after(computed.field, FieldState(known=True, value=value))
        if not field.key_only:
            changes[field.attribute] = value
    return changes
