"""The items that an access pattern reads, as comparisons of key attributes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .asked_pattern import AskedPattern, key_of_plan, missing_field, partition_of_plan
from .attributes import AttributeMap, AttributeValue
from .calls import RangeKind, SortRange
from .compose import compose, meets
from .description import (
    EntityDescription,
    EntityKey,
    KeyAttribute,
    KeyField,
    KeyPart,
    ShardsDescription,
)
from .errors import ModelError
from .placeholders import Placeholders
from .shards import shard_of_value, typed_text
from .sort_range import KeyComparison, KeyRange, sort_comparisons

_SIGNS: dict[RangeKind, str] = {
    "less": "<",
    "lessOrEqual": "<=",
    "greater": ">",
    "greaterOrEqual": ">=",
}


def render_range(asked: KeyRange, placeholders: Placeholders) -> str:
    """Returns the key condition's text, for which the placeholders get the values."""
    texts: list[str] = []
    for one in asked.comparisons:
        name = placeholders.name(one.attribute)
        low = placeholders.value(one.low)
        if one.kind == "between":
            high = placeholders.value(one.low if one.high is None else one.high)
            texts.append(f"{name} BETWEEN {low} AND {high}")
        elif one.kind == "beginsWith":
            texts.append(f"begins_with({name}, {low})")
        else:
            texts.append(f"{name} {_SIGNS.get(one.kind, '=')} {low}")
    return " AND ".join(texts)


@dataclass(frozen=True, slots=True)
class _ShardsAsked:
    """The shards into which a partition attribute divides a read."""

    count: int
    was: int  # the earlier count, or 0 without one
    # The field that gives the shard, if the read has its value; otherwise every shard is asked.
    of: int | None = None


def _shards_of_plan(pattern: AskedPattern) -> ShardsDescription | None:
    index = pattern.plan.index
    return None if index is None else pattern.table.indexes[index].shards


def _shard_part(key: KeyAttribute) -> KeyField | None:
    for part in key.parts:
        if isinstance(part, KeyField) and part.format == "shard":
            return part
    return None


def _shows_shard(entity: EntityDescription, shards: ShardsDescription) -> bool:
    """Returns true if a field shows the shard. If so, a writer may choose the shard."""
    return any(
        not field.key_only and field.attribute == shards.attribute for field in entity.fields
    )


def _shards_asked(
    pattern: AskedPattern, key: KeyAttribute, values: AttributeMap
) -> _ShardsAsked | None:
    """Returns None if the attribute holds no shard or the caller gives it."""
    entity = pattern.first

    def if_given(position: int | None) -> int | None:
        if position is None or entity.fields[position].attribute not in values:
            return None
        return position

    shards = _shards_of_plan(pattern)
    if shards is not None and shards.attribute == key.attribute:
        if key.attribute in values:
            return None
        of = next((i for i, one in enumerate(entity.fields) if one.name == shards.of), None)
        chosen = None if _shows_shard(entity, shards) else if_given(of)
        return _ShardsAsked(shards.count, shards.was, chosen)
    part = _shard_part(key)
    if part is None:
        return None
    return _ShardsAsked(part.shards, part.was_shards, if_given(part.field))


def _shard_numbers(pattern: AskedPattern, key: KeyAttribute, values: AttributeMap) -> list[int]:
    """Returns the shards that the queries must ask because of this attribute."""
    asked = _shards_asked(pattern, key, values)
    if asked is None or asked.count == 0:
        return []
    if asked.of is None:
        return list(range(max(asked.count, asked.was)))
    field = pattern.first.fields[asked.of]
    value = values[field.attribute]
    counts = [asked.count, asked.was] if asked.was > 0 else [asked.count]
    return list(dict.fromkeys(shard_of_value(field, value, count) for count in counts))


def _partition_value(
    pattern: AskedPattern, key: KeyAttribute, values: AttributeMap, shard: int
) -> AttributeValue:
    shards = _shards_of_plan(pattern)
    if shards is not None and shards.attribute == key.attribute:
        given = values.get(key.attribute)
        if given is None:
            return typed_text(key.type, str(shard))
        if key.type in given:
            return given
        raise ModelError(
            f"The shard attribute {key.attribute} must have a value of type {key.type}"
        )

    def with_shard(part: KeyPart) -> KeyPart:
        is_shard = isinstance(part, KeyField) and part.format == "shard"
        return str(shard) if is_shard else part

    parts = tuple(with_shard(part) for part in key.parts)
    value = compose(replace(key, parts=parts), "partition", pattern.first, values)
    if value is None:
        raise missing_field(pattern, key.parts, values)
    return value


def _check_when(pattern: AskedPattern, key: EntityKey, values: AttributeMap) -> None:
    """Raises ModelError if the caller asks for items that the index leaves out."""
    if key.when is None or key.index is None:
        return
    field = pattern.first.fields[key.when.field]
    given = values.get(field.attribute)
    if given is None or meets(key.when, given):
        return
    raise ModelError(
        f'The access pattern "{pattern.name}" cannot find items whose {field.name} is not '
        f"{key.when.equals}: the index {pattern.table.indexes[key.index].name} leaves them out"
    )


def key_ranges(
    pattern: AskedPattern, values: AttributeMap, asked: SortRange | None
) -> list[KeyRange]:
    """Returns one range, or one for each shard if the values do not give the shard of an index.

    Raises ModelError if a field is missing, a value cannot be in the key, a range ends before it
    begins, the index leaves the items out, or a range is given for a plan without one.
    """
    _check_when(pattern, key_of_plan(pattern), values)
    partition = partition_of_plan(pattern)
    shards = [0]
    for attribute in partition:
        shards = _shard_numbers(pattern, attribute, values) or shards
    sort = sort_comparisons(pattern, values, asked)
    ranges: list[KeyRange] = []
    for shard in shards:
        equal = tuple(
            KeyComparison(key.attribute, "equal", _partition_value(pattern, key, values, shard))
            for key in partition
        )
        ranges.append(replace(sort, comparisons=equal + sort.comparisons))
    return ranges
