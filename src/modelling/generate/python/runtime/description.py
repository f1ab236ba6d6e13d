"""A model as data: fields, key templates, entities, indexes, tables and plans of access patterns.

`partita model gen python` writes a description, and the run time reads it. The plans come from
Partita's planner, which has proven that each pattern is served by a key condition and never by a
scan. Positions are those of the lists of the same description.

Descriptions are compared by identity: two of them are equal only if they are the same object.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

FieldKind: TypeAlias = Literal[
    "string",
    "bytes",
    "integer",  # signed, of up to 64 bits
    "unsigned",  # of up to 64 bits
    "double",
    "decimal",  # exact, of up to 38 digits
    "bool",
    "enum",
    "time",  # S, UTC with milliseconds: 2026-01-05T10:00:00.000Z
    "date",  # S: 2026-01-05
    "uuid",
    "ulid",
    "seconds",  # N: seconds since 1970
    "document",  # M, L, a set, or any value
]
DocumentType: TypeAlias = Literal[
    "any", "map", "list", "string_set", "number_set", "binary_set", "vector"
]
KeyFormat: TypeAlias = Literal["padded", "signed", "year", "month", "day", "hour", "shard"]
ScalarType: TypeAlias = Literal["S", "N", "B"]


@dataclass(frozen=True, slots=True, eq=False)
class EnumeratorDescription:
    """The texts of an enumerator."""

    name: str  # in programs
    attribute: str  # as an attribute value
    key: str  # in composed keys


@dataclass(frozen=True, slots=True, eq=False)
class FieldDescription:
    """A field of an entity."""

    name: str
    attribute: str
    kind: FieldKind
    document: DocumentType | None = None  # of the kind "document"
    optional: bool = False  # items may lack it
    key_only: bool = False  # no attribute stores it: only keys hold the value
    has_default: bool = False  # an absent attribute means the first value of its kind
    enumerators: tuple[EnumeratorDescription, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class KeyField:
    """A field in a key, with its format.

    Plain without a format. A cut such as "month" is the leading part of a time or date.
    """

    field: int
    format: KeyFormat | None = None
    width: int = 0  # digits, of "padded" and "signed"
    shards: int = 0  # of "shard": the number that writes use
    was_shards: int = 0  # the earlier number, which items may still use
    escape: Literal["reject", "raw"] | None = None  # without it a byte up to '$' becomes $HH
    must_begin: str = ""


# A literal, or a field with its format.
KeyPart: TypeAlias = "str | KeyField"


@dataclass(frozen=True, slots=True, eq=False)
class KeyAttribute:
    """One attribute of a key, with the value that an entity writes there.

    A natural one belongs to the field itself, and has its value and type. It has one part, which
    is a field.
    """

    attribute: str
    type: ScalarType
    parts: tuple[KeyPart, ...]
    natural: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class WhenDescription:
    """The value that a field must have for an index to hold the item."""

    field: int
    equals: str  # the attribute's text


@dataclass(frozen=True, slots=True, eq=False)
class EntityKey:
    """The key of an entity in the table or in one of its indexes."""

    partition: tuple[KeyAttribute, ...]  # empty for a local index, which has the primary key's
    sort: tuple[KeyAttribute, ...]
    index: int | None = None  # None is the primary key
    when: WhenDescription | None = None

    def all(self) -> tuple[KeyAttribute, ...]:
        """Returns the attributes of the partition key and then those of the sort key."""
        return self.partition + self.sort


@dataclass(frozen=True, slots=True, eq=False)
class ComputedDescription:
    """A field whose value follows from other fields."""

    field: int
    sources: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class EntityDescription:
    """An entity: its fields and its keys."""

    name: str  # the type tag
    fields: tuple[FieldDescription, ...]
    primary: EntityKey
    indexes: tuple[EntityKey, ...]  # those that the entity enters
    aliases: tuple[str, ...] = ()
    version: int | None = None  # a field
    ttl: int | None = None
    unique: tuple[tuple[int, ...], ...] = ()  # fields that are unique, alone or together
    sentinels: str | None = None  # the name in the keys of sentinels, if not the entity's
    created: int | None = None
    updated: int | None = None
    computed: tuple[ComputedDescription, ...] = ()
    lossy_key: bool = False  # items with different values may have the same primary key
    other_attributes: bool = False  # items keep attributes that no field names


@dataclass(frozen=True, slots=True, eq=False)
class ShardsDescription:
    """The shards of an index."""

    count: int
    of: str  # a field, whose text decides the shard
    attribute: str
    was: int = 0  # the earlier count


@dataclass(frozen=True, slots=True, eq=False)
class VectorDescription:
    """What a vector index searches."""

    attribute: str
    filters: tuple[str, ...]  # attributes


@dataclass(frozen=True, slots=True, eq=False)
class IndexDescription:
    """An index of a table."""

    name: str
    scope: Literal["global", "local", "vector"]
    partition: tuple[str, ...]  # attributes; a local index has the table's
    sort: tuple[str, ...]
    projection: Literal["ALL", "KEYS_ONLY", "INCLUDE"]
    include: tuple[str, ...] = ()
    shards: ShardsDescription | None = None
    vector: VectorDescription | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TableDescription:
    """A table with the entities that it holds."""

    name: str
    partition: str  # an attribute
    sort: str | None
    type_attribute: str | None  # holds the entity's name
    indexes: tuple[IndexDescription, ...]
    entities: tuple[EntityDescription, ...]
    create: Mapping[str, Any]  # the parameters of create_table() without the table's name
    ttl_attribute: str | None


@dataclass(frozen=True, slots=True, eq=False)
class PlanDescription:
    """How an access pattern is carried out.

    The sort key is one of: none, the whole item collection; equal, the whole sort key is known;
    prefix, the known parts and at least one more segment; tree, the known parts, possibly followed
    by more; range, the known parts and then a range of a field.
    """

    operation: Literal["GetItem", "Query", "Search"]
    sort: Literal["none", "equal", "prefix", "tree", "range"]
    sort_parts: int  # the leading parts of the template, or attributes of a natural key, known
    forward: bool
    index: int | None = None  # None is the table
    range_field: int | None = None  # of the first entity
    consistent: bool = False
    # The range that a call gives spans several partitions, each of which holds a year, month, day
    # or hour of this field.
    bucket_field: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class PatternDescription:
    """An access pattern with its plan."""

    name: str
    table: int  # in the model's tables
    entities: tuple[int, ...]  # in the table's entities; the key of the first one makes the plan
    by: tuple[int, ...]  # fields of the first entity that a call gives
    plan: PlanDescription
    with_expired: bool = False
    wanted: tuple[str, ...] | None = None  # the fields of the answer, if not all of the entity's


@dataclass(frozen=True, slots=True, eq=False)
class ModelDescription:
    """A whole model."""

    name: str
    tables: tuple[TableDescription, ...]
    patterns: tuple[PatternDescription, ...]
