"""The rules for a write request that do not depend on the stored item."""

from __future__ import annotations

from typing import Literal

from .attributes import AttributeMap
from .calls import Change, WriteRequest
from .change_facts import is_start_of, same_path_to
from .description import EntityDescription
from .errors import ModelError
from .key_fields import holds_field, index_attributes, is_kept, primary_fields

# The greatest version that a field can hold. A description does not limit it further.
LAST_VERSION = 2**63 - 1


def _refuse(request: WriteRequest, why: str) -> ModelError:
    return ModelError(f"{request.entity.name}: {why}")


def _check_version(request: WriteRequest) -> None:
    kind, expected = request.kind, request.expected_version
    if request.entity.version is None:
        if expected is not None:
            raise _refuse(request, "a version is expected, but it has none")
        return
    if kind == "create" and expected is not None:
        raise _refuse(request, "a create expects no version, because the item must not exist")
    has_choice = expected is not None or request.any_version or request.read_first
    if kind in ("update", "upsert", "move") and not has_choice:
        raise _refuse(request, 'it has a version: give version=N, or version="any"')
    if expected is not None and not 0 <= expected < LAST_VERSION:
        raise _refuse(request, f"there is no version {expected}")


def _check_change(request: WriteRequest, change: Change, primary: tuple[int, ...]) -> None:
    field = request.entity.fields[change.field]
    if change.field == request.entity.version:
        raise _refuse(
            request, f"the field {field.name} is its version, which every write sets by itself"
        )
    if change.field in primary:
        raise _refuse(request, f"the field {field.name} is part of the primary key: use move()")
    is_whole = not change.path and change.kind in ("set", "remove")
    if field.key_only and not is_whole:
        raise _refuse(
            request, f"the field {field.name} is stored only in keys, and can only be set"
        )
    is_required = not field.optional and not field.has_default
    if change.kind == "remove" and not change.path and is_required:
        raise _refuse(request, f"the field {field.name} is required and cannot be removed")
    if change.kind == "increment" and "N" not in (change.value or {}):
        raise _refuse(request, f"the field {field.name} can only be incremented by a number")


def _overlap(a: Change, b: Change) -> bool:
    """Returns true if one change is inside of the value that the other one changes.

    Or if both change the same value.
    """
    return a.field == b.field and same_path_to(a.path, b.path)


def _check_overlap(request: WriteRequest) -> None:
    for i, change in enumerate(request.changes):
        for j, earlier in enumerate(request.changes[:i]):
            if not _overlap(change, earlier) or (j + 1 == i and is_start_of(earlier, change)):
                continue
            name = request.entity.fields[change.field].name
            raise _refuse(
                request,
                f"two changes of the field {name}, of which one would be lost: give one of them",
            )


def _check_given(request: WriteRequest) -> None:
    for field in request.entity.fields:
        if field.key_only and field.attribute in request.given:
            raise _refuse(
                request,
                f"the field {field.name} is stored only in keys, and cannot be given: "
                "say read_first=True",
            )


def _makes_value(change: Change) -> bool:
    """Returns true if the change gives a new item a value."""
    if change.path or change.kind in ("remove", "removeFromSet"):
        return False
    return change.kind != "set" or change.value is not None


def _is_in_index_key(entity: EntityDescription, field: int) -> bool:
    return any(key.when is not None and key.when.field == field for key in entity.indexes) or any(
        holds_field(attribute, field) for attribute in index_attributes(entity)
    )


def _fault_of_lack(
    entity: EntityDescription, field: int
) -> Literal["missing", "left to default"] | None:
    """Returns the fault of an upsert that does not set the field.

    It may create an item that lacks it. If the key of an index contains the field, a default is
    not enough, because an existing item may have another value.
    """
    info = entity.fields[field]
    if info.optional or field == entity.version or is_kept(entity, field):
        return None
    if field in primary_fields(entity):
        return None
    if not info.has_default:
        return "missing"
    return "left to default" if _is_in_index_key(entity, field) else None


def _fields_in_words(names: list[str]) -> str:
    return f"{'field' if len(names) == 1 else 'fields'} {', '.join(names)}"


def _check_whole(request: WriteRequest) -> None:
    """An upsert may create the item, so it must give a whole item."""
    made = {change.field for change in request.changes if _makes_value(change)}
    missing: list[str] = []
    left_to_default: list[str] = []
    for position, info in enumerate(request.entity.fields):
        fault = None if position in made else _fault_of_lack(request.entity, position)
        if fault == "missing":
            missing.append(info.name)
        elif fault == "left to default":
            left_to_default.append(info.name)
    if missing:
        raise _refuse(
            request,
            "an upsert may create the item, and does not set its required "
            f"{_fields_in_words(missing)}",
        )
    if left_to_default:
        raise _refuse(
            request,
            "an upsert may find the item, and the key of an index contains a field that the "
            f"upsert leaves to its default: set the {_fields_in_words(left_to_default)}, or keep "
            "the stored value with set_if_absent and read_first=True",
        )


def check_write(request: WriteRequest) -> None:
    """Raises ModelError if the request breaks a rule."""
    _check_version(request)
    _check_given(request)
    primary = primary_fields(request.entity)
    for change in request.changes:
        _check_change(request, change, primary)
    _check_overlap(request)
    if request.kind == "upsert":
        _check_whole(request)


def check_required(entity: EntityDescription, values: AttributeMap) -> None:
    """Raises ModelError if a whole item lacks the value of a field that it needs to be read.

    `values` are the fields that are written, with those that the library keeps. A computed field
    of a model without functions may be absent.
    """
    computed = [one.field for one in entity.computed]
    for position, field in enumerate(entity.fields):
        may_lack = field.optional or field.has_default or position in computed
        if not may_lack and field.attribute not in values:
            raise ModelError(f"{entity.name}: the field {field.name} is required and has no value")
