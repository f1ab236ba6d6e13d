"""The value of a field after a change of a part of it.

So values that follow from the whole field are known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from .attributes import AttributeValue, elements_of
from .calls import Change, Path
from .number_text import ZERO, number_text, read_number, same_number_text, sum_if_valid

_Value: TypeAlias = "AttributeValue | None"  # None means an absent value
_Element = TypeVar("_Element", str, bytes)


class _NoResultError(Exception):
    """The database refuses such a change, or the change empties a set inside of a list."""


@dataclass(frozen=True, slots=True)
class ChangedTo:
    """The result of a change. The value is None if the attribute is absent afterwards."""

    value: AttributeValue | None


def _removes(change: Change) -> bool:
    return change.kind == "remove" or (change.kind == "set" and change.value is None)


def _removes_element(change: Change) -> bool:
    return len(change.path) > 0 and isinstance(change.path[-1], int) and _removes(change)


def _present(value: _Value) -> _Value:
    """A NULL counts as absent if a change starts from the stored value (null_for_empty.py)."""
    return None if value is None or "NULL" in value else value


def _sum(by: _Value, to: _Value) -> AttributeValue:
    stored = _present(to)
    if stored is not None and "N" not in stored:
        raise _NoResultError
    start = ZERO if stored is None else read_number(stored["N"])
    amount = read_number((by or {}).get("N", ""))
    total = None if start is None or amount is None else sum_if_valid(start, amount)
    if total is None:
        raise _NoResultError
    return {"N": number_text(total)}


def _joined(elements: _Value, in_front: bool, to: _Value) -> AttributeValue:
    stored = _present(to)
    if elements is None or "L" not in elements or (stored is not None and "L" not in stored):
        raise _NoResultError
    before = [] if stored is None else stored["L"]
    return {"L": [*elements["L"], *before] if in_front else [*before, *elements["L"]]}


def _changed_elements(
    stored: Sequence[_Element],
    elements: Sequence[_Element],
    adds: bool,
    comparable: Callable[[_Element], object],
) -> list[_Element]:
    result = list(stored)
    for element in elements:
        known = [comparable(other) for other in result]
        if comparable(element) not in known:
            if adds:
                result.append(element)
        elif not adds:
            del result[known.index(comparable(element))]
    return result


def _changed_set(elements: _Value, adds: bool, to: _Value) -> _Value:
    stored = _present(to)
    if elements is None or elements_of(elements) is None:
        raise _NoResultError
    if stored is None:
        return elements if adds else None
    changed: AttributeValue
    if "SS" in elements and "SS" in stored:
        changed = {"SS": _changed_elements(stored["SS"], elements["SS"], adds, str)}
    elif "NS" in elements and "NS" in stored:
        # Equal numbers may have different texts.
        numbers = _changed_elements(stored["NS"], elements["NS"], adds, same_number_text)
        changed = {"NS": numbers}
    elif "BS" in elements and "BS" in stored:
        changed = {"BS": _changed_elements(stored["BS"], elements["BS"], adds, bytes)}
    else:
        raise _NoResultError
    return changed if elements_of(changed) else None


def _changed_end(change: Change, value: _Value) -> _Value:
    if change.kind == "set":
        return change.value
    if change.kind == "setIfAbsent":
        stored = _present(value)
        return change.value if stored is None else stored
    if change.kind == "increment":
        return _sum(change.value, value)
    if change.kind in ("append", "prepend"):
        return _joined(change.value, change.kind == "prepend", value)
    if change.kind in ("addToSet", "removeFromSet"):
        return _changed_set(change.value, change.kind == "addToSet", value)
    return None


def _changed_entry(
    change: Change, path: Path, name: str, entries: dict[str, AttributeValue]
) -> AttributeValue:
    changed = dict(entries)
    entry = _changed_at(change, path[1:], entries.get(name))
    if entry is None:
        changed.pop(name, None)
    else:
        changed[name] = entry
    return {"M": changed}


def _changed_element(
    change: Change, path: Path, at: int, elements: list[AttributeValue]
) -> AttributeValue:
    """The database appends an element that is set behind the end."""
    if at < 0:
        raise _NoResultError
    stored = elements[at] if at < len(elements) else None
    element = _changed_at(change, path[1:], stored)
    changed = list(elements)
    if element is not None:
        changed[at : at + 1] = [element]
    elif len(path) == 1 and _removes(change):
        del changed[at : at + 1]
    else:
        raise _NoResultError
    return {"L": changed}


def _changed_at(change: Change, path: Path, value: _Value) -> _Value:
    if not path:
        return _changed_end(change, value)
    step = path[0]
    if isinstance(step, int) and value is not None and "L" in value:
        return _changed_element(change, path, step, value["L"])
    if isinstance(step, str) and value is not None and "M" in value:
        return _changed_entry(change, path, step, value["M"])
    raise _NoResultError


def changed_value(before: AttributeValue | None, change: Change) -> ChangedTo | None:
    """Returns the value after the change, as the database makes it of `before`.

    `before` is None for an absent attribute. The result is None if the database refuses the
    change, or if the change empties a set inside of a list.
    """
    try:
        # The first step of a path is the attribute of the field.
        return ChangedTo(_changed_at(change, change.path[1:], before))
    except _NoResultError:
        return None


def _place(change: Change) -> list[tuple[str, int]]:
    """A name comes behind all elements of lists, because the name of an element is empty."""
    return [("", step) if isinstance(step, int) else (step, -1) for step in change.path]


def in_order_of_effect(changes: Sequence[Change]) -> list[Change]:
    """Returns the changes in an order in which they can be applied one after the other.

    The database applies all of them to the item as it was. So the removals of elements of lists
    come last, and those behind come before those in front.
    """
    removals = [change for change in changes if _removes_element(change)]
    others = [change for change in changes if not _removes_element(change)]
    return sorted(others, key=_place) + sorted(removals, key=_place, reverse=True)
