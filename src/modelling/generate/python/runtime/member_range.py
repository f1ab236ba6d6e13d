"""The part of a collection's range that holds the items of one of its members."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .asked_pattern import AskedPattern, find_key
from .attributes import AttributeMap, AttributeValue
from .description import EntityDescription, KeyPart
from .errors import ModelError
from .escape import DELIMITER
from .sort_range import KeyComparison, KeyRange, end_of_tree


def _text_of_key(value: AttributeValue) -> str:
    text = value.get("S", value.get("N"))
    return bytes(value.get("B", b"")).decode("utf-8", "replace") if text is None else text


@dataclass(frozen=True, slots=True)
class _Segment:
    """The known beginning of a key's segment. `open` is true if a value follows it."""

    lead: str = ""
    open: bool = False


def _segments_of(parts: Sequence[KeyPart]) -> list[_Segment] | None:
    """Returns None if there is a raw field, because it may hold a '#'."""
    segments: list[_Segment] = []
    last = _Segment()
    for part in parts:
        if not isinstance(part, str):
            if part.escape == "raw":
                return None
            is_known = last.open or last.lead != ""
            last = _Segment(last.lead if is_known else part.must_begin, True)
            continue
        for i, literal in enumerate(part.split(DELIMITER)):
            if i > 0:
                segments.append(last)
                last = _Segment()
            if not last.open:
                last = _Segment(last.lead + literal)
    return [*segments, last]


def _below(attribute: str, begin: str, segments: Sequence[_Segment]) -> KeyComparison:
    """Returns the member's keys below `begin`, which consists of whole segments with their '#'."""
    known = begin
    for i in range(begin.count(DELIMITER), len(segments)):
        known += segments[i].lead
        if segments[i].open:
            return KeyComparison(attribute, "beginsWith", {"S": known})
        if i + 1 < len(segments):
            known += DELIMITER
    return KeyComparison(attribute, "equal", {"S": known})


def _narrowed(
    attribute: str, sort: KeyComparison | None, segments: Sequence[_Segment]
) -> KeyComparison:
    """Returns the comparison that the sort key condition of one range becomes."""
    if sort is None:
        return _below(attribute, "", segments)
    text = _text_of_key(sort.low)
    if sort.kind == "beginsWith":
        out = _below(attribute, text[: text.rfind(DELIMITER) + 1], segments)
        # The prefix may contain the beginning of a value. Then the literals do not narrow it.
        return out if _text_of_key(out.low).startswith(text) else sort
    if len(segments) <= text.count(DELIMITER) + 1:
        return KeyComparison(attribute, "equal", {"S": text})
    return _below(attribute, text + DELIMITER, segments)


def _is_tree(sort: KeyComparison) -> bool:
    high = None if sort.high is None else sort.high.get("S")
    return (
        sort.kind == "between" and high is not None and high == end_of_tree(_text_of_key(sort.low))
    )


def narrow_to_member(
    pattern: AskedPattern, member: EntityDescription, ranges: Sequence[KeyRange]
) -> list[KeyRange]:
    """Returns the ranges of a collection, narrowed to the part that can hold `member`.

    The literals of the member's sort key that follow the collection's range decide it. Items of
    other members may be in that part too. Raises ModelError if the member's keys do not decide it,
    because the sort keys are the members' own values or hold raw fields, or because the range is a
    range of a member's values.
    """
    refused = ModelError(
        f'"{pattern.name}": the items of {member.name} cannot be read or counted by themselves, '
        "because their keys do not show their position: load the whole collection, without a "
        "range, a filter and take"
    )
    key = find_key(member, pattern.plan.index)
    if key is None or len(key.sort) != 1 or key.sort[0].natural:
        raise refused
    own = key.sort[0]
    segments = _segments_of(own.parts)
    if segments is None:
        raise refused
    partition = len(key.partition) or 1
    narrowed: list[KeyRange] = []
    for one in ranges:
        sort = one.comparisons[partition] if partition < len(one.comparisons) else None
        if one.excluded is not None:
            raise refused
        if sort is not None and sort.kind not in ("beginsWith", "equal") and not _is_tree(sort):
            raise refused
        part = _narrowed(own.attribute, sort, segments)
        is_every = part.kind == "beginsWith" and _text_of_key(part.low) == ""
        comparisons = one.comparisons[:partition] + (() if is_every else (part,))
        narrowed.append(KeyRange(comparisons))
    return narrowed


def is_in_range(narrowed: KeyRange, position: AttributeMap) -> bool:
    """Returns true if an item or position meets the sort key condition of the range.

    Requires: the range was narrowed.
    """
    if not narrowed.comparisons:
        return True
    last = narrowed.comparisons[-1]
    value = position.get(last.attribute, {})
    if "S" not in value:
        return True
    if last.kind == "beginsWith":
        return value["S"].startswith(_text_of_key(last.low))
    return value == last.low
