"""Translates a failed write into errors about the caller's request."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .attributes import AttributeMap, AttributeValue
from .calls import Change, WriteRequest
from .change_facts import start_of, starts_from_stored
from .default_values import counts_as_absent, default_of, value_at
from .errors import RefusalReason, WriteRefusedError
from .field_states import StoredItem
from .null_for_empty import is_in_range, is_of_operand
from .number_text import (
    ZERO,
    Exact,
    compare_numbers,
    exact_of,
    number_text,
    read_number,
    sum_if_valid,
)
from .planning import number_value, version_attribute
from .same_value import same_value
from .service_errors import is_validation, message_of, validation_error
from .spell import spell_path
from .unique import name_of
from .write_action import WriteAction
from .write_plan import WritePlan
from .write_rules import LAST_VERSION


@dataclass(frozen=True, slots=True)
class Where:
    """The place of a write, for its errors."""

    text: str  # such as "ORDER" or "request 2 (ORDER)"
    position: int | None = None  # in a transaction


def _attribute_of(request: WriteRequest, field: int) -> str:
    return request.entity.fields[field].attribute


def _has(
    item: AttributeMap,
    attribute: str,
    value: AttributeValue | None,
    absent: AttributeValue | None = None,
) -> bool:
    """Returns true if the item has the attribute with this value, or lacks it if that is None.

    An absent or NULL attribute also counts as the value `absent`.
    """
    stored = item.get(attribute)
    if value is None:
        return stored is None
    if stored is None or (absent is not None and "NULL" in stored):
        return absent is not None and same_value(absent, value)
    return same_value(stored, value)


def _version_conflict(request: WriteRequest, item: AttributeMap, where: Where) -> str | None:
    """Returns the text of a version conflict.

    None if the item has the expected version or if no version is expected.
    """
    entity, expected = request.entity, request.expected_version
    if entity.version is None:
        return None
    attribute = version_attribute(entity)
    stored = item.get(attribute, {}).get("N")
    found = "no version" if stored is None else f"version {stored}"
    if expected is not None:
        if _has(item, attribute, number_value(expected), default_of(entity, attribute)):
            return None
        return f"{where.text}: the item has {found}, not version {expected}"
    if request.kind == "put" and not request.any_version:
        return (
            f"{where.text}: the item exists with {found}: "
            "to replace it, say which version is expected"
        )
    return None


def _field_not_as_given(request: WriteRequest, item: AttributeMap) -> str | None:
    entity, given = request.entity, request.given
    for field in entity.fields:
        if field.attribute not in given:
            continue
        value, stored = given[field.attribute], item.get(field.attribute)
        if value is None and stored is not None and counts_as_absent(field, stored):
            continue
        if not _has(item, field.attribute, value, default_of(entity, field.attribute)):
            return field.name
    return None


def _version_at_its_end(request: WriteRequest, item: AttributeMap) -> str | None:
    if request.entity.version is None or request.expected_version is not None:
        return None
    stored = item.get(version_attribute(request.entity), {})
    version = read_number(stored["N"]) if "N" in stored else ZERO
    if version is None or compare_numbers(version, exact_of(LAST_VERSION)) < 0:
        return None
    return (
        f"no version follows {number_text(version)}, because the member counts only to "
        f"{LAST_VERSION}"
    )


def _start_of_increment(request: WriteRequest, position: int, item: AttributeMap) -> Exact | None:
    """Returns the value from which an increment starts. None if it is not a number."""
    change = request.changes[position]
    name = _attribute_of(request, change.field)
    field = item.get(name) or default_of(request.entity, name)
    stored = value_at(field, change.path[1:])
    value = start_of(request, position) if stored is None or "NULL" in stored else stored
    if value is None:
        return ZERO
    return read_number(value["N"]) if "N" in value else None


def _out_of_range(request: WriteRequest, item: AttributeMap) -> str | None:
    """Returns the reason, if an increment would leave the range of its field."""
    end = _version_at_its_end(request, item)
    if end is not None:
        return end
    for position, change in enumerate(request.changes):
        if change.kind != "increment" or change.range is None:
            continue
        amount = (change.value or {}).get("N", "")
        start, by = _start_of_increment(request, position, item), read_number(amount)
        if start is None or by is None:
            continue
        total = sum_if_valid(start, by)
        if total is not None and is_in_range(total, change.range):
            continue
        what = f"the field {request.entity.fields[change.field].name}"
        least, most = change.range
        return (
            f"the increment of {spell_path(change.path) if change.path else what} by {amount} "
            f"would leave the range of its type, {least} to {most}: its value is "
            f"{number_text(start)}"
        )
    return None


def _unique_refusal(request: WriteRequest, action: WriteAction, where: Where) -> WriteRefusedError:
    is_taken = action.part in ("claim", "expired")
    why = "is taken" if is_taken else "is kept for another item"
    what = name_of(request.entity, action.unique)
    return WriteRefusedError(
        "UniqueValueTaken" if is_taken else "ConditionFailed",
        f"The conditional request failed: {where.text}: the value of the unique {what} {why}",
        position=where.position,
        fields=tuple(request.entity.fields[field].name for field in action.unique),
    )


def _reason_of(
    request: WriteRequest, action: WriteAction, item: AttributeMap | None
) -> tuple[RefusalReason, str]:
    """Returns why the action on the item itself was refused.

    The text stands behind the name of the write.
    """
    if item is None:
        out_of_range = _out_of_range(request, {}) if request.kind == "upsert" else None
        if out_of_range is None:
            return "ItemMissing", "there is no such item"
        return "ConditionFailed", out_of_range
    if request.kind == "move" and action.part == "item":
        return "ItemExists", "an item with the new key exists already"
    if request.kind == "create":
        return "ItemExists", "the item exists already"
    field = _field_not_as_given(request, item)
    if field is not None:
        return "ConditionFailed", f"the field {field} does not hold the value given"
    return "ConditionFailed", _out_of_range(request, item) or "the condition was false"


def _refusal(
    request: WriteRequest, action: WriteAction, item: AttributeMap | None, where: Where
) -> WriteRefusedError:
    if action.unique:
        return _unique_refusal(request, action, where)
    is_move = request.kind == "move" and action.part == "item"
    conflict: str | None = None
    if item is not None and request.kind != "create" and not is_move:
        conflict = _version_conflict(request, item, where)
    if conflict is not None:
        return WriteRefusedError("VersionConflict", conflict, item=item, position=where.position)
    reason, text = _reason_of(request, action, item)
    message = f"The conditional request failed: {where.text}: {text}"
    return WriteRefusedError(reason, message, item=item, position=where.position)


def failed_condition(
    request: WriteRequest,
    action: WriteAction,
    found: AttributeMap | None,
    where: Where,
    cause: Exception,
) -> WriteRefusedError:
    """Returns the error of a failed condition.

    `found` is the stored item if the service returned it.
    """
    refusal = _refusal(request, action, found or None, where)
    refusal.__cause__ = cause
    return refusal


@dataclass(frozen=True, slots=True)
class _Named:
    paths: str  # of the changes
    members: str  # the changed fields, each once
    defaults: str  # those fields that have a default


def _named(request: WriteRequest, changes: Iterable[Change]) -> _Named:
    chosen = list(changes)
    members = list(dict.fromkeys(_attribute_of(request, change.field) for change in chosen))
    paths = [
        spell_path(change.path) if change.path else _attribute_of(request, change.field)
        for change in chosen
    ]
    defaults = [name for name in members if default_of(request.entity, name) is not None]
    return _Named(" or ".join(paths), " or ".join(members), " or ".join(defaults))


def _own_words(request: WriteRequest, message: str, where: str) -> str | None:
    """Returns the text for a change that the service refused.

    None if the message does not tell of one.
    """
    changes = request.changes
    if is_of_operand(message):
        paths = _named(request, filter(starts_from_stored, changes)).paths
        if not paths:
            return None
        return (
            f"{where}: the item's {paths} has another type than its member, so that nothing can "
            "be added to it: set it"
        )
    if "document path provided in the update expression is invalid" not in message:
        return None
    names = _named(request, (change for change in changes if change.path))
    if not names.paths:
        return None
    only_erases = all(not change.path or change.kind == "remove" for change in changes)
    cure = "there is nothing to erase" if only_erases else f"set {names.members} whole first"
    of_defaults = ""
    if names.defaults:
        of_defaults = f"; an absent {names.defaults} means its default, of which no part can be set"
    return (
        f"{where}: {names.paths} leads into a part that the item does not have: {cure}{of_defaults}"
    )


def in_own_words(request: WriteRequest, error: Exception, where: str) -> Exception:
    """Returns the error.

    If the service refused a change inside of an absent value, or an addition to a value of the
    wrong type, the message of the new error names the paths.
    """
    if not is_validation(error):
        return error
    text = _own_words(request, message_of(error), where)
    return error if text is None else validation_error(text, error)


def changed_since_read(plan: WritePlan, stored: StoredItem, now: AttributeMap | None) -> bool:
    """Returns true if the item has changed since the plan read it."""
    if bool(now) != (stored.attributes is not None):
        return True
    return bool(now) and any(not _has(now or {}, name, value) for name, value in plan.read.items())
