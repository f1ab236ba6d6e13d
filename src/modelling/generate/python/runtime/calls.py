"""Calls as data: what the typed functions of a generated package ask of the run time.

Values are attribute values, and maps of them are by attribute names, also for fields that only
keys hold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from .attributes import AttributeMap, AttributeValue
from .description import EntityDescription, PatternDescription, TableDescription

# ---- conditions and filters

# Begins with an attribute; a number is an element of a list.
Path: TypeAlias = "tuple[str | int, ...]"

PredicateKind: TypeAlias = Literal[
    "equal",
    "notEqual",
    "less",
    "lessOrEqual",
    "greater",
    "greaterOrEqual",
    "between",
    "in",
    "exists",
    "notExists",
    "hasType",
    "beginsWith",
    "contains",
    "sizeEqual",
    "sizeNotEqual",
    "sizeLess",
    "sizeLessOrEqual",
    "sizeGreater",
    "sizeGreaterOrEqual",
    "and",
    "or",
    "not",
]


@dataclass(frozen=True, slots=True)
class AbsentValue:
    """The meaning of an absent value of the whole path, or of its first `steps` steps."""

    steps: int
    value: AttributeValue | None = None
    is_null: bool = False  # the value is an element: an empty one is NULL and not absent


@dataclass(frozen=True, slots=True)
class Predicate:
    """A condition or filter. The operands None, of "equal" and "notEqual", mean absence."""

    kind: PredicateKind
    path: Path = ()
    values: tuple[AttributeValue | None, ...] = ()
    children: tuple[Predicate, ...] = ()  # of "and", "or" and "not"
    absent: tuple[AbsentValue, ...] = ()


# ---- reads

RangeKind: TypeAlias = Literal[
    "equal", "less", "lessOrEqual", "greater", "greaterOrEqual", "between", "beginsWith"
]


@dataclass(frozen=True, slots=True)
class SortRange:
    """A range of a field. `low` is the only operand, except of "between"."""

    kind: RangeKind
    low: AttributeValue
    high: AttributeValue | None = None


@dataclass(frozen=True, slots=True)
class MemberPart:
    """A member of a collection that is read by itself, or that `take` counts.

    If `alone` is true, only this member's part of the pattern's range is read, and items of other
    members are left out. Otherwise the whole range is read, and `take` counts only this member.
    """

    entity: EntityDescription
    below: tuple[EntityDescription, ...] = ()  # their items come directly behind these
    alone: bool = True
    mixed: bool = False  # items of other members may be between those that `take` counts
    singles: int = 0  # if not `alone`: the items of other members that are read first


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """A read of an access pattern.

    The filter of a read with a `part` already has the defaults of its entities.
    """

    table: TableDescription
    pattern: PatternDescription
    values: AttributeMap  # of the pattern's `by`
    range: SortRange | None = None  # of the plan's range field or bucket field
    take: int | None = None  # the most matching items; None is all
    read_at_most: int | None = None  # the most items that are read
    after: str | None = None  # the token of a page
    forward: bool | None = None  # None is the plan's direction
    consistent: bool | None = None
    filter: Predicate | None = None
    expired_too: bool = False
    one_round: bool = False  # at most one request, or one for each shard
    part: MemberPart | None = None


@dataclass(frozen=True, slots=True)
class CollectedMember:
    """A member of a collection."""

    entity: EntityDescription
    single: bool  # at most one item, which is read with any `take`
    below: tuple[EntityDescription, ...] = ()  # their items come directly behind these
    filters: tuple[tuple[EntityDescription, Predicate], ...] = ()


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A search of a vector index."""

    table: TableDescription
    pattern: PatternDescription
    values: AttributeMap
    vector: Sequence[float]
    filters: AttributeMap = field(default_factory=dict[str, AttributeValue])  # inline
    top_k: int = 10  # 1 to 100
    expired_too: bool = False


@dataclass(slots=True)
class Cost:
    """What a call has cost so far."""

    requests: int = 0
    evaluated: int = 0  # items that were read
    returned: int = 0  # items that the filter let through
    stale: int = 0  # rows that were left out, because their index key is out of date
    capacity_units: float = 0
    search_bytes: int = 0  # for which searches of vector indexes are charged

    def add(self, part: Cost) -> None:
        """Adds the cost of a part of an operation."""
        self.requests += part.requests
        self.evaluated += part.evaluated
        self.returned += part.returned
        self.stale += part.stale
        self.capacity_units += part.capacity_units
        self.search_bytes += part.search_bytes


@dataclass(frozen=True, slots=True)
class Row:
    """An item: its attributes as stored, and the fields that only keys hold."""

    entity: EntityDescription
    attributes: AttributeMap


@dataclass(frozen=True, slots=True)
class UnreadableReport:
    """A row that cannot be used."""

    key: AttributeMap
    message: str
    entity: str | None = None
    position: int = 0  # of the request, in a read of several keys


@dataclass(frozen=True, slots=True)
class RowPage:
    """A page of rows. The token is None after the last item."""

    rows: list[Row]
    unreadable: list[UnreadableReport]
    cost: Cost
    token: str | None = None


@dataclass(frozen=True, slots=True)
class ScoredRows:
    """The rows of a search, the best first."""

    rows: list[Row]
    scores: list[float]
    incomplete: bool  # further items may exist
    unreadable: list[UnreadableReport]
    cost: Cost


@dataclass(frozen=True, slots=True)
class GetRequest:
    """A read of one item by the fields of its primary key."""

    table: TableDescription
    entity: EntityDescription
    values: AttributeMap


# ---- writes

WriteKind: TypeAlias = Literal["create", "put", "update", "upsert", "remove", "check", "move"]
ChangeKind: TypeAlias = Literal[
    "set",
    "setIfAbsent",
    "increment",
    "append",
    "prepend",
    "addToSet",
    "removeFromSet",
    "remove",
]


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a field or of a part of it. A "set" without a value removes the attribute."""

    kind: ChangeKind
    field: int
    path: Path = ()  # a whole path, from the field's attribute on; empty is the field itself
    of_element: bool = False  # the path ends in an element of a list or an entry of a map
    value: AttributeValue | None = None
    range: tuple[int, int] | None = None  # of the field's kind, for "increment"


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """A write of one item."""

    kind: WriteKind
    table: TableDescription
    entity: EntityDescription
    values: AttributeMap  # of "create" and "put" all fields, otherwise those of the primary key
    moved_to: AttributeMap = field(default_factory=dict[str, AttributeValue])  # all fields
    changes: tuple[Change, ...] = ()
    # The values of fields before the write, on which it is conditional. A missing value means absent.
    given: Mapping[str, AttributeValue | None] = field(
        default_factory=dict[str, AttributeValue | None]
    )
    read_first: bool = False
    must_exist: bool = False  # of "remove" and "check"
    returns_old: bool = False
    expected_version: int | None = None
    any_version: bool = False
    condition: Predicate | None = None


@dataclass(frozen=True, slots=True)
class WriteAnswer:
    """The item after the write, or before it of "remove"; `old` of a request with `returns_old`.

    `unread` says why a row is missing although the item exists, or existed: the write is done, but
    its answer was lost, or the item could not be read afterwards.
    """

    cost: Cost
    row: Row | None = None
    old: Row | None = None
    unread: Exception | None = None
