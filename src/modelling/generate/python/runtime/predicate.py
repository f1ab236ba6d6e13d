"""Writes a predicate as the text of a condition or filter expression."""

from __future__ import annotations

from collections.abc import Sequence

from .attributes import AttributeValue
from .calls import Predicate, PredicateKind
from .empty_operands import without_empty_operands
from .errors import ModelError
from .placeholders import Placeholders
from .same_value import order_between
from .spell import spell, spell_path

# The number of operands, and the text with the path in {0}.
_FORMS: dict[PredicateKind, tuple[int, str]] = {
    "equal": (1, "{0} = {1}"),
    "notEqual": (1, "{0} <> {1}"),
    "less": (1, "{0} < {1}"),
    "lessOrEqual": (1, "{0} <= {1}"),
    "greater": (1, "{0} > {1}"),
    "greaterOrEqual": (1, "{0} >= {1}"),
    "between": (2, "{0} BETWEEN {1} AND {2}"),
    "exists": (0, "attribute_exists({0})"),
    "notExists": (0, "attribute_not_exists({0})"),
    "hasType": (1, "attribute_type({0}, {1})"),
    "beginsWith": (1, "begins_with({0}, {1})"),
    "contains": (1, "contains({0}, {1})"),
    "sizeEqual": (1, "size({0}) = {1}"),
    "sizeNotEqual": (1, "size({0}) <> {1}"),
    "sizeLess": (1, "size({0}) < {1}"),
    "sizeLessOrEqual": (1, "size({0}) <= {1}"),
    "sizeGreater": (1, "size({0}) > {1}"),
    "sizeGreaterOrEqual": (1, "size({0}) >= {1}"),
}

# The service accepts as many operands of one IN.
_MOST_IN_OPERANDS = 100


def _present(values: Sequence[AttributeValue | None]) -> list[AttributeValue]:
    """Returns the operands. Absent ones have become conditions of their own."""
    return [value for value in values if value is not None]


def _render_comparison(predicate: Predicate, placeholders: Placeholders) -> str:
    operands, form = _FORMS[predicate.kind]
    values = _present(predicate.values)
    path = predicate.path
    if len(values) != operands:
        raise ModelError(
            f"The condition on {spell_path(path)} needs {operands} operand(s) and has {len(values)}"
        )
    if predicate.kind == "between" and (order_between(values[0], values[1]) or 0) > 0:
        raise ModelError(
            f"The range of {spell_path(path)} from {spell(values[0])} to {spell(values[1])} "
            "ends before it begins"
        )
    place = placeholders.path(path)
    return form.format(place, *[placeholders.value(value) for value in values])


def _render_in(predicate: Predicate, placeholders: Placeholders) -> str:
    """Writes several INs if the list is longer than the operands that one IN may have."""
    values = _present(predicate.values)
    if not values:
        raise ModelError(
            f"The condition on {spell_path(predicate.path)} can never be true: "
            "it compares with an empty list"
        )
    place = placeholders.path(predicate.path)
    groups: list[str] = []
    for begin in range(0, len(values), _MOST_IN_OPERANDS):
        group = values[begin : begin + _MOST_IN_OPERANDS]
        operands = ", ".join([placeholders.value(value) for value in group])
        groups.append(f"{place} IN ({operands})")
    return groups[0] if len(groups) == 1 else f"({' OR '.join(groups)})"


def _render_and(children: Sequence[Predicate], placeholders: Placeholders) -> str | None:
    rendered = [_render_present(child, placeholders) for child in children]
    parts = [part for part in rendered if part is not None]
    if len(parts) > 1:
        return f"({' AND '.join(parts)})"
    return parts[0] if parts else None


def _always_true(predicate: Predicate) -> bool:
    if predicate.kind == "and":
        return all(_always_true(child) for child in predicate.children)
    return predicate.kind == "or" and any(_always_true(child) for child in predicate.children)


def _render_or(predicate: Predicate, placeholders: Placeholders) -> str | None:
    if not predicate.children:
        raise ModelError("An OR of no conditions can never be true")
    # Check this first, because the service refuses a placeholder that no expression uses.
    if _always_true(predicate):
        return None
    parts = [_render_present(child, placeholders) or "" for child in predicate.children]
    return parts[0] if len(parts) == 1 else f"({' OR '.join(parts)})"


def _render_not(children: Sequence[Predicate], placeholders: Placeholders) -> str:
    if len(children) != 1 or _always_true(children[0]):
        raise ModelError("A NOT of no condition can never be true")
    part = _render_present(children[0], placeholders) or ""
    # AND and OR already have parentheses, and the service refuses a second pair.
    return f"NOT {part}" if part.startswith("(") else f"NOT ({part})"


def _render_present(predicate: Predicate, placeholders: Placeholders) -> str | None:
    if predicate.kind == "in":
        return _render_in(predicate, placeholders)
    if predicate.kind == "and":
        return _render_and(predicate.children, placeholders)
    if predicate.kind == "or":
        return _render_or(predicate, placeholders)
    if predicate.kind == "not":
        return _render_not(predicate.children, placeholders)
    return _render_comparison(predicate, placeholders)


def render(predicate: Predicate, placeholders: Placeholders) -> str | None:
    """Returns the expression's text, or None if the predicate is always true.

    Raises ModelError for an invalid path, a wrong number of operands, a range that ends before it
    begins, or a predicate that can never be true.
    """
    return _render_present(without_empty_operands(predicate), placeholders)
