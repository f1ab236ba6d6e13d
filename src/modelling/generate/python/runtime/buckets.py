"""The partitions that a range of a time or date spans.

They are several if the partition key holds its year, month, day or hour.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from .asked_pattern import AskedPattern, key_of_plan
from .attributes import AttributeMap, AttributeValue
from .calls import Predicate, SortRange
from .civil_time import DAY_MS, HOUR_MS, date_of, days_of, time_text
from .description import FieldDescription, KeyField
from .errors import ModelError
from .plain_text import kind_in_words
from .text_forms import has_form

_Unit: TypeAlias = Literal["year", "month", "day", "hour"]
_UNITS: tuple[_Unit, ...] = ("hour", "day", "month", "year")  # the finest comes first

_MOST_PARTITIONS = 10_000


@dataclass(frozen=True, slots=True)
class Buckets:
    """The partitions of a range."""

    field: FieldDescription
    unit: _Unit
    range: SortRange  # that the call gave
    first: int  # the first partition in units: years from 0, days and hours from 1970
    count: int  # of the partitions, from 1


def _unit_of(pattern: AskedPattern) -> _Unit:
    """Returns the finest unit of the field that the partition key holds."""
    held = {
        part.format
        for attribute in key_of_plan(pattern).partition
        for part in attribute.parts
        if isinstance(part, KeyField) and part.field == pattern.plan.bucket_field
    }
    for unit in _UNITS:
        if unit in held:
            return unit
    raise TypeError(f'the access pattern "{pattern.name}" has no partitions by time')


def _number_of(text: str, unit: _Unit) -> int | None:
    """Returns None for a day that the calendar does not have."""
    year, month, day = (int(part) for part in text[:10].split("-"))
    days = days_of(year, month, day)
    if date_of(days)[1] != month:
        return None
    if unit == "year":
        return year
    if unit == "month":
        return year * 12 + month - 1
    return days if unit == "day" else days * 24 + int(text[11:13])


def buckets_of(pattern: AskedPattern, asked: SortRange | None) -> Buckets:
    """Returns the buckets of the range of the plan's bucket field.

    Raises ModelError for a range that lacks an end, ends before it begins, has an end of the wrong
    form, or spans more than 10,000 partitions.
    """
    field = pattern.first.fields[pattern.plan.bucket_field or 0]
    unit = _unit_of(pattern)
    if asked is None or asked.kind not in ("between", "equal"):
        raise ModelError(
            f'The access pattern "{pattern.name}" needs both ends of a range of {field.name}'
        )
    low = asked.low.get("S")
    high = (asked.high or {}).get("S") if asked.kind == "between" else low
    wrong = ModelError(
        f"The range of {field.name} needs two ends, each of which is {kind_in_words(field.kind)}"
    )
    if low is None or high is None:
        raise wrong
    if not has_form(field.kind, low) or not has_form(field.kind, high):
        raise wrong
    if high < low:
        raise ModelError(f"The range of {field.name} from {low} to {high} ends before it begins")
    first, last = _number_of(low, unit), _number_of(high, unit)
    if first is None or last is None:
        raise wrong
    count = last - first + 1
    if count > _MOST_PARTITIONS:
        raise ModelError(
            f"The range of {field.name} from {low} to {high} spans {count} {unit}s, each of which "
            f"is a partition: at most {_MOST_PARTITIONS} are read by one call"
        )
    return Buckets(field, unit, asked, first, count)


def _start_of(unit: _Unit, at: int) -> int:
    if unit == "year":
        return days_of(at, 1, 1) * DAY_MS
    if unit == "month":
        return days_of(at // 12, at % 12 + 1, 1) * DAY_MS
    return at * (DAY_MS if unit == "day" else HOUR_MS)


def _bucket_value(buckets: Buckets, number: int) -> AttributeValue:
    """Returns the first value of the field in bucket number `number`, in the order of time."""
    text = time_text(_start_of(buckets.unit, buckets.first + number)) or ""
    return {"S": text[:10] if buckets.field.kind == "date" else text}


def values_in_bucket(values: AttributeMap, buckets: Buckets, number: int) -> AttributeMap:
    """Returns the values of a call with the field's value in one of the buckets."""
    return {**values, buckets.field.attribute: _bucket_value(buckets, number)}


def bucket_filter(buckets: Buckets) -> Predicate:
    """Returns the whole range as a condition on the field's attribute."""
    asked = buckets.range
    high = asked.high if asked.kind == "between" else asked.low
    return Predicate("between", (buckets.field.attribute,), (asked.low, high))
