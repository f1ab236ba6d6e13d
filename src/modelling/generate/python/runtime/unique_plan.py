"""The actions on the sentinels of an entity's unique fields that belong to a write."""

from __future__ import annotations

from dataclasses import dataclass

from .attributes import AttributeMap
from .calls import WriteRequest
from .description import EntityDescription, TableDescription
from .errors import ModelError
from .field_states import FieldStates
from .key_fields import identifying_fields, primary_fields
from .unique import Unique, owner_attribute, unique_item, unique_key
from .write_action import ActionExpressions, ActionPart, WriteAction
from .write_expression import WriteExpression


@dataclass(frozen=True, slots=True)
class Existence:
    """The knowledge about the item before and after the write."""

    before: bool  # an item may exist before the write
    after: bool  # the item exists after the write
    surely_before: bool = False  # the write fails unless the item exists


def _unless_of_another(table: TableDescription, owner: AttributeMap) -> ActionExpressions:
    """Returns the condition that the sentinel is missing or belongs to the owner."""
    expression = WriteExpression()
    attributes = {owner_attribute(name): value for name, value in owner.items()}
    expression.not_exists_or_equals(table.partition, attributes)
    return expression.expressions()


@dataclass(frozen=True, slots=True)
class _Sentinel:
    """The sentinel of one unique value of the request's item."""

    table: TableDescription
    unique: Unique
    key: AttributeMap

    def put(self, part: ActionPart, before: AttributeMap, after: AttributeMap) -> WriteAction:
        """Returns the put of the sentinel of `after`, if it is missing or belongs to `before`.

        A claim thus also accepts a sentinel of the item itself, which was left behind when its
        time to live removed it, or by a program that does not know the unique value. Such an item,
        which the same transaction writes, is missing or has another value.
        """
        return WriteAction(
            "put",
            part,
            self.table,
            self.key,
            _unless_of_another(self.table, before),
            item=unique_item(self.table, self.key, after),
            unique=self.unique,
        )

    def release(self, owner: AttributeMap) -> WriteAction:
        """Returns the removal of the owner's sentinel.

        The condition accepts a missing sentinel, because that does no harm, but not another
        owner's sentinel.
        """
        unless = _unless_of_another(self.table, owner)
        return WriteAction("delete", "release", self.table, self.key, unless, unique=self.unique)


def _unknown(request: WriteRequest, field: int, is_old: bool) -> ModelError:
    name = request.entity.fields[field].name
    why = "its old value must be known" if is_old else "gets a value that is not known"
    return ModelError(
        f"{request.entity.name}: the field {name} is unique, and {why}: give its stored value, as "
        f'in given={{"{name}": ...}}, or say read_first=True'
    )


def _sentinel_of(
    request: WriteRequest, unique: Unique, states: FieldStates, *, is_old: bool
) -> _Sentinel | None:
    """Returns the sentinel before or after the write.

    None if a field is absent, because then it has no sentinel.
    """
    values: AttributeMap = {}
    for field in unique:
        state = states.before(field) if is_old else states.after(field)
        if not state.known:
            raise _unknown(request, field, is_old)
        # A default has no sentinel, because no write claimed it.
        if state.value is None or state.is_default:
            return None
        values[request.entity.fields[field].attribute] = state.value
    key = unique_key(request.table, request.entity, unique, values)
    return None if key is None else _Sentinel(request.table, unique, key)


def _is_in_key(entity: EntityDescription, unique: Unique) -> bool:
    """Returns true if the primary key tells all values.

    So they are known even if there is no item with this key.
    """
    return set(unique) <= set(identifying_fields(entity))


def _stores_part_of_key(entity: EntityDescription, unique: Unique) -> bool:
    """Returns true if the write stores a field that the primary key has only in part.

    Its old value may then be another one.
    """
    only_in_part = set(primary_fields(entity)) - set(identifying_fields(entity))
    return not only_in_part.isdisjoint(unique)


def _leaves_sentinel(request: WriteRequest, states: FieldStates, unique: Unique) -> bool:
    """Returns true if the write cannot change which sentinel the item has."""
    if request.kind not in ("update", "upsert") or any(map(states.changed, unique)):
        return False
    # An upsert may create the item with the values that its key has.
    entity = request.entity
    if request.kind == "update":
        return True
    return not _is_in_key(entity, unique) and not _stores_part_of_key(entity, unique)


def unique_actions(
    request: WriteRequest,
    existence: Existence,
    states: FieldStates,
    old_key: AttributeMap,
    new_key: AttributeMap,
) -> list[WriteAction]:
    """Returns the actions.

    `old_key` and `new_key` are the owner's primary keys before and after the write. They differ
    for a move only. Raises ModelError if an old or new value is needed and not known, or if a
    value cannot be kept unique.
    """
    actions: list[WriteAction] = []
    for unique in request.entity.unique:
        if _leaves_sentinel(request, states, unique):
            continue
        before = after = None
        if existence.before:
            before = _sentinel_of(request, unique, states, is_old=True)
        if existence.after:
            after = _sentinel_of(request, unique, states, is_old=False)
        if before is not None and after is not None and before.key == after.key:
            if old_key != new_key:
                actions.append(after.put("repoint", old_key, new_key))
            elif not existence.surely_before and _is_in_key(request.entity, unique):
                actions.append(after.put("claim", new_key, new_key))
            continue
        if before is not None:
            actions.append(before.release(old_key))
        if after is not None:
            actions.append(after.put("claim", new_key, new_key))
    return actions
