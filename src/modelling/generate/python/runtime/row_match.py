"""Compares the rows of an index with the question.

The key of an index says what the item was when a program that knows the index wrote it. A program
without the index, such as an earlier version that still runs, leaves the key as it was when it
changes a field. Such a row answers the question by its key and not by its fields.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .asked_pattern import AskedPattern, find_key, holds_attribute, key_attributes
from .attributes import AttributeMap, AttributeValue, type_of
from .calls import Predicate, PredicateKind, SortRange
from .compose import KeyRole, meets
from .default_values import default_of
from .description import (
    EntityDescription,
    EntityKey,
    FieldDescription,
    KeyAttribute,
    KeyField,
    WhenDescription,
)
from .same_value import order_between
from .text_forms import cut_size, has_form


@dataclass(frozen=True, slots=True)
class _Asked:
    """A field that has to be equal in the form that a part of the key has."""

    field: FieldDescription
    part: KeyField
    value: AttributeValue


@dataclass(frozen=True, slots=True)
class _OfEntity:
    """The question to the rows of one entity."""

    entity: EntityDescription
    equal: tuple[_Asked, ...] = ()
    ranged: tuple[FieldDescription, KeyField] | None = None
    when: tuple[FieldDescription, WhenDescription] | None = None


@dataclass(frozen=True, slots=True)
class RowMatch:
    """The question to the rows of one read.

    It is empty for rows that are read by the table's own key, because a write finds an item only
    by this key, so that they always match.
    """

    pattern: AskedPattern
    range: SortRange | None
    entities: tuple[_OfEntity, ...] = ()  # those with something to compare


def _is_cut(part: KeyField) -> bool:
    return part.format in ("year", "month", "day", "hour")


def _ordered_text(field: FieldDescription, part: KeyField, text: str) -> str | None:
    """Returns the part of a value's text by which a key orders it.

    None if the field cannot hold the text.
    """
    if field.kind == "enum":
        return next((one.key for one in field.enumerators if one.attribute == text), None)
    if not has_form(field.kind, text):
        return None
    return text[: cut_size(field.kind, part.format)] if _is_cut(part) else text


def _order_in(
    field: FieldDescription,
    part: KeyField,
    stored: AttributeValue,
    asked: AttributeValue | None,
) -> int | None:
    """Returns the order of a stored value and a value of the question, as a part of the key has it.

    None if the field cannot hold the stored value.
    """
    if asked is None or type_of(stored) != type_of(asked):
        return None
    if "S" in stored and "S" in asked:
        mine = _ordered_text(field, part, stored["S"])
        other = _ordered_text(field, part, asked["S"])
        if mine is None or other is None:
            return None
        return (mine > other) - (mine < other)
    if "BOOL" in stored and "BOOL" in asked:
        return stored["BOOL"] - asked["BOOL"]
    if "N" in stored and stored == asked:
        return 0
    return order_between(stored, asked)


@dataclass(frozen=True, slots=True)
class _Place:
    """A part of a key. The value is that of the question, if it decides the part."""

    role: KeyRole
    attribute: int
    part: int
    value: AttributeValue | None = None


def _attributes_of(key: EntityKey, role: KeyRole) -> tuple[KeyAttribute, ...]:
    return key.partition if role == "partition" else key.sort


def _part_of(key: EntityKey, place: _Place) -> KeyField | None:
    attributes = _attributes_of(key, place.role)
    if place.attribute >= len(attributes):
        return None
    parts = attributes[place.attribute].parts
    part = parts[place.part] if place.part < len(parts) else ""
    return None if isinstance(part, str) else part


def _same_part(own: EntityKey, first: EntityKey, place: _Place) -> KeyField | None:
    """Returns the part of `own` at the place of a part in the key of the first entity.

    None if their forms differ.
    """
    part, other = _part_of(first, place), _part_of(own, place)
    if part is None or other is None:
        return None
    same = (other.format, other.width, other.escape) == (part.format, part.width, part.escape)
    return other if same else None


def _known_places(pattern: AskedPattern, key: EntityKey, values: AttributeMap) -> list[_Place]:
    """Returns the places of the first entity's key that a value decides."""
    plan, fields = pattern.plan, pattern.first.fields
    roles: tuple[KeyRole, KeyRole] = ("partition", "sort")
    places: list[_Place] = []
    for role in roles:
        for i, attribute in enumerate(_attributes_of(key, role)):
            if attribute.natural:
                continue  # the field itself is the key
            whole = role == "partition" or plan.sort == "equal"
            known = len(attribute.parts) if whole else plan.sort_parts
            for k, part in enumerate(attribute.parts[:known]):
                if isinstance(part, str) or part.format == "shard":
                    continue
                value = values.get(fields[part.field].attribute)
                if value is not None:
                    places.append(_Place(role, i, k, value))
    return places


def _place_of_range(pattern: AskedPattern, key: EntityKey) -> _Place | None:
    """Returns the place of the range's field in the sort key, behind the known parts."""
    plan = pattern.plan
    if plan.sort != "range" or plan.range_field is None:
        return None
    for i, attribute in enumerate(key.sort):
        if attribute.natural:
            continue
        for k in range(plan.sort_parts if i == 0 else 0, len(attribute.parts)):
            part = attribute.parts[k]
            if isinstance(part, KeyField) and part.field == plan.range_field:
                return _Place("sort", i, k)
    return None


def _question_to(
    entity: EntityDescription,
    pattern: AskedPattern,
    values: AttributeMap,
    asked: SortRange | None,
) -> _OfEntity:
    table, index = pattern.table, pattern.plan.index
    first = find_key(pattern.first, index)
    own = find_key(entity, index)
    if first is None or own is None:
        return _OfEntity(entity)

    def field_of(position: int) -> FieldDescription | None:
        """Returns None if the rows lack the attribute: then the key itself gives the field."""
        field = entity.fields[position]
        return field if holds_attribute(table, index, field) else None

    equal: list[_Asked] = []
    for place in _known_places(pattern, first, values):
        part = _same_part(own, first, place)
        field = None if part is None else field_of(part.field)
        if part is not None and field is not None and place.value is not None:
            equal.append(_Asked(field, part, place.value))
    ranged: tuple[FieldDescription, KeyField] | None = None
    of_range = None if asked is None else _place_of_range(pattern, first)
    part = None if of_range is None else _same_part(own, first, of_range)
    field = None if part is None else field_of(part.field)
    if part is not None and field is not None:
        ranged = (field, part)
    field = None if own.when is None else field_of(own.when.field)
    when = None if field is None or own.when is None else (field, own.when)
    return _OfEntity(entity, tuple(equal), ranged, when)


def row_match(pattern: AskedPattern, values: AttributeMap, asked: SortRange | None) -> RowMatch:
    """Returns the question of a read. `values` and `asked` are those of ReadRequest."""
    if pattern.plan.index is None:
        return RowMatch(pattern, asked)
    questions = [_question_to(entity, pattern, values, asked) for entity in pattern.entities]
    return RowMatch(
        pattern, asked, tuple(one for one in questions if one.equal or one.ranged or one.when)
    )


def _is_in_range(
    field: FieldDescription, part: KeyField, asked: SortRange, value: AttributeValue
) -> bool:
    kind = asked.kind
    if kind == "beginsWith":
        if "S" in value and "S" in asked.low:
            return value["S"].startswith(asked.low["S"])
        if "B" not in value or "B" not in asked.low:
            return True
        return bytes(value["B"]).startswith(asked.low["B"])
    low = _order_in(field, part, value, asked.low)
    if low is None:
        return True
    if kind == "between":
        return low >= 0 and (_order_in(field, part, value, asked.high) or 0) <= 0
    if kind == "equal":
        return low == 0
    if kind in ("less", "lessOrEqual"):
        return low < 0 or (low == 0 and kind == "lessOrEqual")
    return low > 0 or (low == 0 and kind == "greaterOrEqual")


def matches(match: RowMatch, entity: EntityDescription, item: AttributeMap) -> bool:
    """Returns false if a known field of the row is not what the question or `when` asks for.

    Fields that are missing or of a wrong type are left to the reader of the row. Requires:
    `entity` is the entity of `item`.
    """
    asked = next((one for one in match.entities if one.entity is entity), None)
    if asked is None:
        return True

    def meets_asked(field: FieldDescription, test: Callable[[AttributeValue], bool]) -> bool:
        stored = item.get(field.attribute)
        if stored is None or "NULL" in stored:
            stored = default_of(entity, field.attribute)
        # A missing field is the reader's to report.
        return not field.optional if stored is None else test(stored)

    for one in asked.equal:

        def is_equal(stored: AttributeValue, one: _Asked = one) -> bool:
            return (_order_in(one.field, one.part, stored, one.value) or 0) == 0

        if not meets_asked(one.field, is_equal):
            return False
    bounds = match.range
    if asked.ranged is not None and bounds is not None:
        field, part = asked.ranged
        if not meets_asked(field, lambda value: _is_in_range(field, part, bounds, value)):
            return False
    if asked.when is None:
        return True
    of_when, condition = asked.when
    return meets_asked(of_when, lambda value: meets(condition, value))


# ---- as a filter


def _value_of_when(field: FieldDescription, when: WhenDescription) -> AttributeValue | None:
    """Returns the value of the text in `when`, or None if values have other texts."""
    if field.kind == "bool":
        return {"BOOL": when.equals == "true"}
    if field.kind in ("string", "enum", "time", "date", "uuid", "ulid"):
        return {"S": when.equals}
    return {"N": when.equals} if field.kind in ("integer", "unsigned", "seconds") else None


def _condition_on(
    match: RowMatch,
    entity: EntityDescription,
    field: FieldDescription,
    kind: PredicateKind,
    values: tuple[AttributeValue, ...],
) -> list[Predicate]:
    # A filter may not name key attributes. The question itself compares them.
    if field.attribute in key_attributes(match.pattern.table, match.pattern.plan.index):
        return []
    path = (field.attribute,)
    condition = Predicate(kind, path, values)
    if field.optional or default_of(entity, field.attribute) is not None:
        return [condition]
    # A missing field, and one of another type, is the reader's to report.
    has_type = Predicate("hasType", path, ({"S": type_of(values[0])},))
    return [Predicate("or", children=(Predicate("not", children=(has_type,)), condition))]


def as_filter(match: RowMatch) -> Predicate | None:
    """Returns the same as a filter of the database, which may be an AND of no conditions.

    None if no filter expresses it: a range in an order that only keys have, or rows of several
    entities. It needs the defaults of the entity's fields.
    """
    if not match.entities:
        return Predicate("and")
    if len(match.pattern.entities) > 1:
        return None
    only = match.entities[0]
    children: list[Predicate] = []
    for one in only.equal:
        kind: PredicateKind = "equal"
        value: AttributeValue = one.value
        if _is_cut(one.part) and "S" in value:
            kind = "beginsWith"
            value = {"S": value["S"][: cut_size(one.field.kind, one.part.format)]}
        children += _condition_on(match, only.entity, one.field, kind, (value,))
    if only.when is not None:
        field, when = only.when
        of_when = _value_of_when(field, when)
        if of_when is None:
            return None
        children += _condition_on(match, only.entity, field, "equal", (of_when,))
    asked = match.range
    if only.ranged is not None and asked is not None:
        field, part = only.ranged
        if _is_cut(part) or any(one.key != one.attribute for one in field.enumerators):
            return None
        with_high = asked.kind == "between" and asked.high is not None
        values = (asked.low, asked.high) if with_high and asked.high else (asked.low,)
        children += _condition_on(match, only.entity, field, asked.kind, values)
    return Predicate("and", children=tuple(children))
