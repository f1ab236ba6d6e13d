"""The values of an item's fields before and after a write, as far as they are known.

A field is known from the primary key, from the caller (`given`), from an item that was read, or
from a change that sets it. A use of a field that is known only from the item that was read makes
the write depend on that item. Those fields are collected in `consulted`, and the write becomes
conditional on them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .attributes import AttributeMap, AttributeValue
from .calls import Change, WriteRequest
from .changed_value import changed_value, in_order_of_effect
from .default_values import counts_as_absent, default_of
from .description import EntityDescription, FieldDescription
from .key_fields import identifying_fields
from .number_text import ZERO, number_text, parse_number, plus
from .same_value import same_value


@dataclass(frozen=True, slots=True)
class StoredItem:
    """An item as it was read, with the fields that only its keys hold.

    There are no attributes if the item does not exist.
    """

    attributes: AttributeMap | None = None


@dataclass(frozen=True, slots=True)
class FieldState:
    """The value of a field, as far as it is known."""

    known: bool
    value: AttributeValue | None = None  # of a known field; None if it is absent, without a default
    is_default: bool = False  # the attribute is, or may be, absent and means `value`


UNKNOWN = FieldState(known=False)


@dataclass(slots=True)
class _Field:
    before: FieldState
    after: FieldState
    from_read: bool  # `before` comes from the item that was read
    after_from_read: bool
    changed: bool = False


def _absent(entity: EntityDescription, attribute: str) -> FieldState:
    value = default_of(entity, attribute)
    return FieldState(known=True, value=value, is_default=value is not None)


def _state_in(
    entity: EntityDescription, values: Mapping[str, AttributeValue], field: FieldDescription
) -> FieldState:
    value = values.get(field.attribute)
    if value is None or counts_as_absent(field, value):
        return _absent(entity, field.attribute)
    return FieldState(known=True, value=value)


def _given_state(
    entity: EntityDescription, value: AttributeValue | None, attribute: str
) -> FieldState:
    """The write depends on the attribute having the value.

    Or it depends on the attribute being absent, if the value is its default.
    """
    if value is None:
        return _absent(entity, attribute)
    otherwise = default_of(entity, attribute)
    is_default = otherwise is not None and same_value(otherwise, value)
    return FieldState(known=True, value=value, is_default=is_default)


def _whole_item(request: WriteRequest) -> AttributeMap | None:
    """Returns the item after the write if the request has all its fields."""
    if request.kind == "move":
        return request.moved_to
    return request.values if request.kind in ("create", "put") else None


class FieldStates:
    """The states of all fields of one write."""

    def __init__(self, request: WriteRequest, stored: StoredItem | None) -> None:
        """`stored` is None if no item was read."""
        self._request = request
        self._stored = stored
        self._used: set[int] = set()
        entity = request.entity
        identifying = identifying_fields(entity)
        whole = _whole_item(request)
        self._fields: list[_Field] = []
        for position, field in enumerate(entity.fields):
            state, from_read = self._state_before(field, position in identifying)
            after = state if whole is None else _state_in(entity, whole, field)
            of_field = _Field(state, after, from_read, from_read and whole is None)
            self._fields.append(of_field)

    def _state_before(
        self, field: FieldDescription, is_identifying: bool
    ) -> tuple[FieldState, bool]:
        """Returns the state, and whether it comes from the item that was read."""
        request, stored = self._request, self._stored
        entity, attribute = request.entity, field.attribute
        if is_identifying:
            return _state_in(entity, request.values, field), False
        if attribute in request.given:
            return _given_state(entity, request.given[attribute], attribute), False
        if stored is None:
            return UNKNOWN, False
        if stored.attributes is None:
            return _absent(entity, attribute), True
        return _state_in(entity, stored.attributes, field), True

    def apply_changes(self) -> None:
        """Applies the request's changes in the order of their effect.

        Raises ModelError for a sum that is not a valid number.
        """
        for change in in_order_of_effect(self._request.changes):
            self._apply(change)

    def set_after(self, field: int, state: FieldState) -> None:
        """Sets the new value of a field that does not come from one of the request's changes."""
        of_field = self._fields[field]
        of_field.changed = True
        of_field.after = state
        of_field.after_from_read = False

    def keep(self, field: int, value: AttributeValue) -> None:
        """Notes the value of a field that the write holds without changing it."""
        of_field = self._fields[field]
        of_field.after = FieldState(known=True, value=value)
        of_field.after_from_read = False

    def before(self, field: int) -> FieldState:
        """Returns the field's state before the write.

        If it comes from the item that was read, the field is added to consulted().
        """
        of_field = self._fields[field]
        if of_field.from_read:
            self._used.add(field)
        return of_field.before

    def after(self, field: int) -> FieldState:
        """Returns the field's state after the write, and does the same."""
        of_field = self._fields[field]
        if of_field.after_from_read:
            self._used.add(field)
        return of_field.after

    def changed(self, field: int) -> bool:
        """Returns true if the write changes the field."""
        return self._fields[field].changed

    def values_after(self) -> AttributeMap:
        """Returns the known values after the write, by attribute."""
        return {
            info.attribute: of_field.after.value
            for info, of_field in zip(self._request.entity.fields, self._fields, strict=True)
            if of_field.after.value is not None
        }

    def consulted(self) -> list[int]:
        """Returns the fields that were used and are known only from the item that was read."""
        return sorted(self._used)

    def _apply(self, change: Change) -> None:
        of_field = self._fields[change.field]
        of_field.changed = True
        state, keeps_origin = self._state_after(change, of_field)
        of_field.after = state
        if not keeps_origin:
            of_field.after_from_read = False

    def _state_after(self, change: Change, of_field: _Field) -> tuple[FieldState, bool]:
        """Returns the state after the change, and whether it follows from the one before.

        If so, it depends on the stored item as the one before does.
        """
        entity, before = self._request.entity, of_field.after
        info = entity.fields[change.field]
        is_whole = not change.path
        if is_whole and change.kind in ("set", "remove"):
            value = None if change.kind == "remove" else change.value
            if value is None or counts_as_absent(info, value):
                return _absent(entity, info.attribute), False
            return FieldState(known=True, value=value), False
        # A given value that equals the default does not tell whether the attribute exists.
        may_be_stored = before.is_default and not of_field.after_from_read
        if is_whole and change.kind == "setIfAbsent" and before.known and not may_be_stored:
            if before.value is not None and not before.is_default:
                return before, True
            return FieldState(known=True, value=change.value), True
        # The database reports a value that is not a number.
        start = before.value
        is_number = before.known and (start is None or "N" in start)
        if is_whole and change.kind == "increment" and is_number:
            first = ZERO if start is None else parse_number(start.get("N", ""))
            total = plus(first, parse_number((change.value or {}).get("N", "")))
            return FieldState(known=True, value={"N": number_text(total)}), True
        # A change of a part, of a list or of a set keeps the rest of the stored value.
        keeps_rest = not is_whole or change.kind not in ("setIfAbsent", "increment")
        result = changed_value(start, change) if before.known and keeps_rest else None
        if result is not None:
            return FieldState(known=True, value=result.value), True
        return UNKNOWN, False
