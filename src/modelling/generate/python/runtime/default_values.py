"""The values of absent attributes.

Conditions, increments and keys treat an absent attribute, a NULL and the default value as equal.
"""

from __future__ import annotations

from dataclasses import replace

from .attributes import AttributeMap, AttributeValue
from .calls import AbsentValue, Path, Predicate
from .comparison import holds_for
from .description import EntityDescription, FieldDescription, FieldKind
from .empty_operands import without_empty_operands

_FIRST_VALUES: dict[FieldKind, AttributeValue] = {
    "string": {"S": ""},
    "bytes": {"B": b""},
    "integer": {"N": "0"},
    "unsigned": {"N": "0"},
    "double": {"N": "0"},
    "decimal": {"N": "0"},
    "seconds": {"N": "0"},
    "bool": {"BOOL": False},
    "time": {"S": "1970-01-01T00:00:00.000Z"},
    "date": {"S": "1970-01-01"},
    "uuid": {"S": "00000000-0000-0000-0000-000000000000"},
    "ulid": {"S": "00000000000000000000000000"},
}
_NOT_COMPARISONS = ("exists", "notExists", "hasType", "and", "or", "not")


def _first_value(field: FieldDescription) -> AttributeValue | None:
    """Returns the first value of the field's kind."""
    if field.kind == "enum":
        return {"S": field.enumerators[0].attribute if field.enumerators else ""}
    if field.kind != "document":
        return _FIRST_VALUES[field.kind]
    if field.document == "map":
        return {"M": {}}
    if field.document in ("list", "vector"):
        return {"L": []}
    if field.document in ("string_set", "number_set", "binary_set"):
        return None  # an empty set is an absent attribute
    return {"NULL": True}


def _default_of_field(field: FieldDescription) -> AttributeValue | None:
    return _first_value(field) if field.has_default and not field.optional else None


def default_of(entity: EntityDescription, attribute: str) -> AttributeValue | None:
    """Returns the attribute's default, or None without one."""
    for field in entity.fields:
        if field.has_default and field.attribute == attribute:
            return _default_of_field(field)
    return None


def counts_as_absent(field: FieldDescription, value: AttributeValue) -> bool:
    """Returns true if a stored value counts as an absent attribute.

    Other programs write NULL for an attribute that could be absent. The field is then empty or has
    its default.
    """
    return (field.optional or field.has_default) and "NULL" in value


def add_defaults(entity: EntityDescription, item: AttributeMap) -> None:
    """Sets the absent and NULL attributes of the item that have a default to it."""
    for field in entity.fields:
        value = _default_of_field(field)
        if value is None:
            continue
        stored = item.get(field.attribute)
        if stored is None or "NULL" in stored:
            item[field.attribute] = value


def _is_comparison(predicate: Predicate) -> bool:
    if predicate.kind in _NOT_COMPARISONS:
        return False
    if predicate.kind == "between":
        return len(predicate.values) == 2
    return len(predicate.values) > 0


def _value_at_step(value: AttributeValue, step: str | int) -> AttributeValue | None:
    if isinstance(step, int):
        elements = value.get("L", [])
        return elements[step] if 0 <= step < len(elements) else None
    return value.get("M", {}).get(step)


def value_at(value: AttributeValue | None, steps: Path) -> AttributeValue | None:
    """Returns the value at the end of the steps, or None if a step leads to no value."""
    for step in steps:
        if value is None:
            return None
        value = _value_at_step(value, step)
    return value


def _value_behind(
    path: Path, known: AbsentValue, absent: tuple[AbsentValue, ...]
) -> AttributeValue | None:
    """Returns the value at `path` if `known` replaces an absent value on the way.

    None if it has no value there. Some of the `absent` values may be inside of `known`.
    """
    value = known.value
    for i in range(known.steps, len(path)):
        if value is None:
            return None
        following = _value_at_step(value, path[i])
        for one in absent:
            is_null = one.is_null and following is not None and "NULL" in following
            if one.steps == i + 1 and (following is None or is_null):
                following = one.value
        value = following
    return value


def _is_absent(path: Path, value: AbsentValue) -> Predicate:
    """Returns the condition that the value is absent or NULL.

    A value inside of another one counts as absent only if the outer one exists.
    """
    here = path[: value.steps]
    is_null = Predicate("hasType", here, ({"S": "NULL"},))
    if value.is_null:
        return is_null
    absent = Predicate("notExists", here)
    if value.steps > 1:
        outer = Predicate("exists", path[: value.steps - 1])
        absent = Predicate("and", children=(outer, absent))
    return Predicate("or", children=(absent, is_null))


def _with_default(entity: EntityDescription, asked: Predicate) -> Predicate:
    path = asked.path
    if not path or not isinstance(path[0], str):
        return asked
    of_field = default_of(entity, path[0])
    absent = asked.absent
    if of_field is not None:
        absent = (AbsentValue(1, of_field), *absent)
    out = replace(asked, absent=())
    for one in absent:
        value = _value_behind(path, one, absent)
        if value is None:
            continue
        if holds_for(asked.kind, asked.values, value):
            out = Predicate("or", children=(_is_absent(path, one), out))
        # The service compares an absent value as different from every value.
        elif asked.kind in ("notEqual", "sizeNotEqual"):
            present = Predicate("not", children=(_is_absent(path, one),))
            out = Predicate("and", children=(present, out))
    return out


def _extended(entity: EntityDescription, predicate: Predicate) -> Predicate:
    if predicate.children:
        children = tuple(_extended(entity, child) for child in predicate.children)
        return replace(predicate, children=children)
    return _with_default(entity, predicate) if _is_comparison(predicate) else predicate


def with_defaults(entity: EntityDescription, predicate: Predicate) -> Predicate:
    """Returns the predicate extended to absent and NULL attributes.

    It then holds for them as it does for the default, and for absent values inside of an attribute
    as Predicate.absent describes them. "exists" and "notExists" still test the stored attribute.
    Raises ModelError for a comparison that has no meaning for an absent operand.
    """
    return _extended(entity, without_empty_operands(predicate))


def compares_defaults(entity: EntityDescription, predicate: Predicate) -> bool:
    """Returns true if the predicate compares an attribute whose absence means a value.

    Raises ModelError as with_defaults() does.
    """

    def compares(one: Predicate) -> bool:
        if one.absent:
            return True
        attribute = one.path[0] if one.path else None
        is_of_attribute = _is_comparison(one) and isinstance(attribute, str)
        if is_of_attribute and default_of(entity, str(attribute)) is not None:
            return True
        return any(compares(child) for child in one.children)

    return compares(without_empty_operands(predicate))
