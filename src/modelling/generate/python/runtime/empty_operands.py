"""Comparisons with empty values.

An empty optional or set is stored as an absent attribute, or as NULL by other programs, and an
expression cannot have an absent attribute as an operand.
"""

from __future__ import annotations

from dataclasses import replace

from .calls import Path, Predicate
from .errors import ModelError
from .spell import spell_path


def _empty_at(path: Path) -> tuple[Predicate, Predicate]:
    """Holds for an absent attribute, and for NULL, which other programs write for empty."""
    return Predicate("notExists", path), Predicate("hasType", path, ({"S": "NULL"},))


def without_empty_operands(predicate: Predicate) -> Predicate:
    """Returns the predicate, but without absent operands in it and its children.

    Raises ModelError for a comparison that has no meaning for an absent operand.
    """
    if predicate.children:
        children = tuple(without_empty_operands(child) for child in predicate.children)
        return replace(predicate, children=children)
    if None not in predicate.values:
        return predicate
    path = predicate.path
    empty = Predicate("or", children=_empty_at(path))
    if predicate.kind == "equal":
        return empty
    if predicate.kind == "notEqual":
        return Predicate("not", children=(empty,))
    if predicate.kind == "in":
        others = tuple(value for value in predicate.values if value is not None)
        listed = (replace(predicate, values=others),) if others else ()
        return Predicate("or", children=(*_empty_at(path), *listed))
    raise ModelError(
        f"The condition on {spell_path(path)} compares with an empty value, which is stored as an "
        "absent attribute: compare with == or !=, or use .exists() or .not_exists()"
    )
