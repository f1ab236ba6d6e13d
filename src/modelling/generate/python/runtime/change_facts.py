"""Facts about the changes of an update.

They tell which change starts from the stored value, and its start if there is no such value.
"""

from __future__ import annotations

from .attributes import AttributeValue
from .calls import Change, Path, WriteRequest
from .default_values import default_of


def same_path_to(a: Path, b: Path) -> bool:
    """Returns true if the two paths have the same first steps, as many as the shorter one has."""
    common = min(len(a), len(b))
    return a[:common] == b[:common]


def starts_from_stored(change: Change) -> bool:
    """Returns true if the result of the change depends on the stored value."""
    return change.kind not in ("set", "remove")


def is_start_of(start: Change, following: Change) -> bool:
    """Returns true if `start` exists only to give the start value of the change after it.

    That is for the case that the value is absent.
    """
    return (
        following.kind in ("increment", "append", "prepend")
        and start.kind == "setIfAbsent"
        and len(start.path) > 0
        and start.field == following.field
        and start.path == following.path
    )


def start_of(request: WriteRequest, position: int) -> AttributeValue | None:
    """Returns the value from which the change at `position` starts if the stored one is absent.

    None means zero or an empty list.
    """
    change = request.changes[position]
    if not change.path:
        return default_of(request.entity, request.entity.fields[change.field].attribute)
    before = request.changes[position - 1] if position > 0 else None
    if before is None or not is_start_of(before, change):
        return None
    return before.value
