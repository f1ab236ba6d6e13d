"""The key attributes that an update must write or remove, so that no index becomes stale."""

from __future__ import annotations

from dataclasses import dataclass

from .attributes import AttributeMap
from .calls import WriteRequest
from .field_states import FieldStates
from .index_update import IndexUpdate


@dataclass(frozen=True, slots=True)
class KeyChanges:
    """The attributes that change. Those that the request's own changes write are not listed."""

    to_set: AttributeMap
    to_set_if_absent: AttributeMap  # shards of an upsert; an existing item keeps its shard
    to_remove: list[str]  # attributes of indexes that hold the item no more


def key_changes(request: WriteRequest, states: FieldStates) -> KeyChanges:
    """Returns the key changes of an update, or of an upsert, which gets the keys of every index.

    `states` must have the changes applied. Raises ModelError if an index key needs a field that is
    not known (the error names both and the cure), or if a value cannot be in a key.
    """
    updates = [IndexUpdate(request, key, states) for key in request.entity.indexes]
    for update in updates:
        for other in updates:
            if other is not update:
                update.mark_permanent(other)
    to_set: AttributeMap = {}
    to_set_if_absent: AttributeMap = {}
    to_remove: set[str] = set()
    for update in updates:
        # An attribute that several indexes share is removed only if not one of them holds the item.
        every = update.concerns_all() or any(
            other.concerns_all() and other.shares_attribute(update) for other in updates
        )
        if not update.writes_any() or not (every or update.concerned()):
            continue
        presence = update.presence()
        if presence == "out":
            to_remove.update(update.removed())
        elif presence == "in":
            update.compose_into(every, to_set, to_set_if_absent)
    removed = sorted(to_remove - to_set.keys() - to_set_if_absent.keys())
    return KeyChanges(to_set, to_set_if_absent, removed)
