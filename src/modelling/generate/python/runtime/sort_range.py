"""The part of a key range that the sort key gives.

Composed sort keys are ranges of texts. For a known text T ("ORDER#7") the items of T and
everything below it are in T .. T$, both included. Items whose first segment is greater than T
begin after T$, because '$' follows '#' and no key ends in a bare '$'. So every bound of a field is
exact, even if further segments follow the field.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from .asked_pattern import AskedPattern, key_of_plan, missing_field
from .attributes import AttributeMap, AttributeValue, utf8
from .calls import RangeKind, SortRange
from .compose import KEY_LIMITS, compose, compose_text
from .description import FieldDescription, KeyAttribute, KeyField, ScalarType
from .errors import ModelError
from .escape import AFTER_DELIMITER, DELIMITER, escape_text, needs_escape
from .key_text import key_text
from .same_value import order_between
from .shards import typed_text
from .spell import spell

_LAST_CHARACTER = "\U0010ffff"


@dataclass(frozen=True, slots=True)
class KeyComparison:
    """A comparison of a key attribute. `low` is the only operand, except of "between"."""

    attribute: str
    kind: RangeKind
    low: AttributeValue
    high: AttributeValue | None = None


@dataclass(frozen=True, slots=True)
class KeyRange:
    """The items that one query reads: the partition's comparisons, then those of the sort key.

    BETWEEN includes both its ends. If one of them must be left out, the reader drops the items
    that have the value `excluded` in the attribute of the last comparison.
    """

    comparisons: tuple[KeyComparison, ...] = ()
    excluded: AttributeValue | None = None


_Operand: TypeAlias = "str | AttributeValue"


def end_of_tree(text: str) -> str:
    """Returns the upper end of the keys that are `text` or below it.

    It is `text` itself if `text` has the longest size, because no longer key exists.
    """
    return text + AFTER_DELIMITER if len(utf8(text)) < KEY_LIMITS["sort"] else text


def _end_of_prefix(prefix: str, kind: ScalarType) -> AttributeValue:
    """Returns the least value above all keys that begin with `prefix`, which is not empty."""
    data = utf8(prefix)
    if kind == "B":
        return {"B": data[:-1] + bytes([data[-1] + 1])}
    if data[-1] < 0x7F:
        return typed_text(kind, prefix[:-1] + chr(ord(prefix[-1]) + 1))
    # With the greatest characters behind it the text is as long as a key can be.
    room = max(0, (KEY_LIMITS["sort"] - len(data)) // 4)
    return typed_text(kind, prefix + _LAST_CHARACTER * room)


def _prefix_text(part: KeyField, field: FieldDescription, value: AttributeValue) -> str:
    """Returns the prefix of a field's text in a key. It may end anywhere, unlike a whole value."""
    is_number = field.kind in ("integer", "unsigned", "seconds")
    own_texts = any(one.key != one.attribute for one in field.enumerators)
    data = value.get("B") if field.kind == "bytes" else None
    text = value.get("S") if field.kind != "bytes" else None
    if part.format is not None or is_number or own_texts or (data is None and text is None):
        raise ModelError(
            f"The field {field.name} has no prefixes in the key: ask for a range of values"
        )
    # The key has bytes as hex digits, of which the first ones are those of the first bytes.
    if data is not None:
        return bytes(data).hex()
    given = text or ""
    if part.escape == "raw":
        return given
    if part.escape != "reject":
        return escape_text(given)
    if needs_escape(given):
        raise ModelError(f"The field {field.name} cannot begin with a byte that its key refuses")
    return given


def _ends_before(name: str, asked: SortRange) -> ModelError:
    return ModelError(
        f"The range of {name} from {spell(asked.low)} to {spell(asked.high)} ends before it begins"
    )


@dataclass(frozen=True, slots=True)
class _Bounds:
    """The bounds of a range in a composed key.

    Texts begin with `prefix`, the known text before the field. `alone` is true if the pattern
    reads no item below the field of the range.
    """

    prefix: str
    low: str
    high: str
    alone: bool


def _one(
    key: KeyAttribute, kind: RangeKind, low: _Operand, high: _Operand | None = None
) -> KeyRange:
    """Returns a range of one comparison."""

    def typed(operand: _Operand) -> AttributeValue:
        return typed_text(key.type, operand) if isinstance(operand, str) else operand

    upper = None if high is None else typed(high)
    return KeyRange((KeyComparison(key.attribute, kind, typed(low), upper),))


def _lower_bound(
    key: KeyAttribute, prefix: str, low: str, excluded: AttributeValue | None = None
) -> KeyRange:
    if not prefix:
        return replace(_one(key, "greaterOrEqual", low), excluded=excluded)
    end = _end_of_prefix(prefix, key.type)
    # After a '#' the end cannot be a key. After any other text it can be the key of another item.
    left_out = excluded if prefix.endswith(DELIMITER) else end
    return replace(_one(key, "between", low, end), excluded=left_out)


def _bounded_range(key: KeyAttribute, kind: RangeKind, bounds: _Bounds) -> KeyRange:
    prefix, low = bounds.prefix, bounds.low
    if kind == "equal":
        if bounds.alone:
            return _one(key, "equal", low)
        return _one(key, "between", low, end_of_tree(low))
    if kind == "between":
        return _one(key, "between", low, end_of_tree(bounds.high))
    if kind == "beginsWith":
        return _one(key, "beginsWith", low) if low else KeyRange()
    if kind == "lessOrEqual":
        if not prefix:
            return _one(key, "lessOrEqual", end_of_tree(low))
        return _one(key, "between", prefix, end_of_tree(low))
    if kind == "less":
        if not prefix:
            return _one(key, "less", low)
        return replace(_one(key, "between", prefix, low), excluded=typed_text(key.type, low))
    if kind == "greaterOrEqual":
        return _lower_bound(key, prefix, low)
    end = end_of_tree(low)
    if not prefix:
        return _one(key, "greater", end)
    return _lower_bound(key, prefix, end, typed_text(key.type, low) if end == low else None)


def _composed_range(
    pattern: AskedPattern, key: KeyAttribute, asked: SortRange | None, known: str, at: int
) -> KeyRange:
    """Returns the comparison with a composed sort key, behind the text of its first `at` parts."""
    prefix = known
    while at < len(key.parts):
        literal = key.parts[at]
        if not isinstance(literal, str):
            break
        prefix += literal
        at += 1
    part = key.parts[at] if at < len(key.parts) else ""
    if isinstance(part, str) or part.field != pattern.plan.range_field:
        raise TypeError(f'the access pattern "{pattern.name}" has a range of another field')
    if asked is None:
        return _one(key, "beginsWith", prefix) if prefix else KeyRange()
    field = pattern.first.fields[part.field]
    if asked.kind == "beginsWith":
        low = _prefix_text(part, field, asked.low)
    else:
        low = key_text(part, field, asked.low)
    high = ""
    if asked.kind == "between":
        high = key_text(part, field, asked.low if asked.high is None else asked.high)
        if high < low:
            raise _ends_before(field.name, asked)
    alone = len(pattern.entities) == 1 and at + 1 == len(key.parts)
    return _bounded_range(key, asked.kind, _Bounds(prefix, prefix + low, prefix + high, alone))


def _composed_sort(
    pattern: AskedPattern, key: KeyAttribute, values: AttributeMap, asked: SortRange | None
) -> KeyRange:
    """Returns the comparison with a sort key that is composed in one attribute."""
    plan = pattern.plan
    count = len(key.parts) if plan.sort == "equal" else plan.sort_parts
    known = compose_text(key.parts[:count], pattern.first, values)
    if known is None:
        raise missing_field(pattern, key.parts, values)
    ends_in_field = count > 0 and not isinstance(key.parts[count - 1], str)
    if plan.sort == "range":
        return _composed_range(pattern, key, asked, known, count)
    if plan.sort == "equal":
        return _one(key, "equal", known)
    if plan.sort == "prefix":
        prefix = known + DELIMITER if ends_in_field else known
        return _one(key, "beginsWith", prefix) if prefix else KeyRange()
    if plan.sort == "tree":
        root = known if ends_in_field else known.removesuffix(DELIMITER)
        return _one(key, "between", root, end_of_tree(root))
    return KeyRange()


def _natural_range(key: KeyAttribute, asked: SortRange) -> KeyRange:
    """Returns a range of an attribute that is a field. The service compares it."""
    high = asked.high if asked.kind == "between" else None
    lacks_high = asked.kind == "between" and (high is None or key.type not in high)
    if key.type not in asked.low or lacks_high:
        raise ModelError(
            f"The range of the key attribute {key.attribute} must have values of type {key.type}"
        )
    if high is not None and (order_between(asked.low, high) or 0) > 0:
        raise _ends_before(key.attribute, asked)
    return _one(key, asked.kind, asked.low, high)


def _natural_sort(pattern: AskedPattern, values: AttributeMap, asked: SortRange | None) -> KeyRange:
    """Returns the comparisons with a sort key whose attributes are fields.

    Known ones are compared for equality, and the next one with the range.
    """
    attributes = key_of_plan(pattern).sort
    known = pattern.plan.sort_parts
    comparisons: list[KeyComparison] = []
    for attribute in attributes[:known]:
        value = compose(attribute, "sort", pattern.first, values)
        if value is None:
            raise missing_field(pattern, attribute.parts, values)
        comparisons.append(KeyComparison(attribute.attribute, "equal", value))
    if pattern.plan.sort != "range" or asked is None:
        return KeyRange(tuple(comparisons))
    following = attributes[known]
    if following.natural:
        ranged = _natural_range(following, asked)
    else:
        ranged = _composed_range(pattern, following, asked, "", 0)
    return replace(ranged, comparisons=(*comparisons, *ranged.comparisons))


def sort_comparisons(
    pattern: AskedPattern, values: AttributeMap, asked: SortRange | None
) -> KeyRange:
    """Returns the comparisons of the sort attributes. Raises ModelError as key_ranges() does."""
    plan = pattern.plan
    if plan.sort != "range" and asked is not None:
        raise ModelError(f'The access pattern "{pattern.name}" has no field for a range')
    if plan.sort == "none":
        return KeyRange()
    attributes = key_of_plan(pattern).sort
    if not attributes:
        raise TypeError(f'the access pattern "{pattern.name}" has no sort key')
    if attributes[0].natural:
        return _natural_sort(pattern, values, asked)
    return _composed_sort(pattern, attributes[0], values, asked)
