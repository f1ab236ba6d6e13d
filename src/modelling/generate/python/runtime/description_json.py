"""Reads a description from the JSON that `partita` writes."""

from __future__ import annotations

import json
from typing import Any, TypeAlias

from .description import (
    ComputedDescription,
    EntityDescription,
    EntityKey,
    EnumeratorDescription,
    FieldDescription,
    IndexDescription,
    KeyAttribute,
    KeyField,
    KeyPart,
    ModelDescription,
    PatternDescription,
    PlanDescription,
    ShardsDescription,
    TableDescription,
    VectorDescription,
    WhenDescription,
)

_Json: TypeAlias = "dict[str, Any]"


def _field(data: _Json) -> FieldDescription:
    return FieldDescription(
        name=data["name"],
        attribute=data["attribute"],
        kind=data["kind"],
        document=data.get("document"),
        optional=data.get("optional", False),
        key_only=data.get("keyOnly", False),
        has_default=data.get("hasDefault", False),
        enumerators=tuple(
            EnumeratorDescription(one["name"], one["attribute"], one["key"])
            for one in data.get("enumerators", ())
        ),
    )


def _part(data: str | _Json) -> KeyPart:
    if isinstance(data, str):
        return data
    return KeyField(
        field=data["field"],
        format=data.get("format"),
        width=data.get("width", 0),
        shards=data.get("shards", 0),
        was_shards=data.get("wasShards", 0),
        escape=data.get("escape"),
        must_begin=data.get("mustBegin", ""),
    )


def _key_attribute(data: _Json) -> KeyAttribute:
    return KeyAttribute(
        attribute=data["attribute"],
        type=data["type"],
        parts=tuple(_part(part) for part in data["parts"]),
        natural=data.get("natural", False),
    )


def _key(data: _Json) -> EntityKey:
    when = data.get("when")
    return EntityKey(
        partition=tuple(_key_attribute(one) for one in data["partition"]),
        sort=tuple(_key_attribute(one) for one in data["sort"]),
        index=data.get("index"),
        when=None if when is None else WhenDescription(when["field"], when["equals"]),
    )


def _entity(data: _Json) -> EntityDescription:
    return EntityDescription(
        name=data["name"],
        fields=tuple(_field(field) for field in data["fields"]),
        primary=_key(data["primary"]),
        indexes=tuple(_key(key) for key in data["indexes"]),
        aliases=tuple(data.get("aliases", ())),
        version=data.get("version"),
        ttl=data.get("ttl"),
        unique=tuple(tuple(fields) for fields in data.get("unique", ())),
        sentinels=data.get("sentinels"),
        created=data.get("created"),
        updated=data.get("updated"),
        computed=tuple(
            ComputedDescription(one["field"], tuple(one["from"]))
            for one in data.get("computed", ())
        ),
        lossy_key=data.get("lossyKey", False),
        other_attributes=data.get("otherAttributes", False),
    )


def _index(data: _Json) -> IndexDescription:
    shards = data.get("shards")
    vector = data.get("vector")
    return IndexDescription(
        name=data["name"],
        scope=data["scope"],
        partition=tuple(data["partition"]),
        sort=tuple(data["sort"]),
        projection=data["projection"],
        include=tuple(data.get("include", ())),
        shards=None
        if shards is None
        else ShardsDescription(
            shards["count"], shards["of"], shards["attribute"], shards.get("was", 0)
        ),
        vector=None
        if vector is None
        else VectorDescription(vector["attribute"], tuple(vector["filters"])),
    )


def _table(data: _Json) -> TableDescription:
    return TableDescription(
        name=data["name"],
        partition=data["partition"],
        sort=data.get("sort"),
        type_attribute=data.get("typeAttribute"),
        indexes=tuple(_index(index) for index in data["indexes"]),
        entities=tuple(_entity(entity) for entity in data["entities"]),
        create=data.get("create", {}),
        ttl_attribute=data.get("ttlAttribute"),
    )


def _pattern(data: _Json) -> PatternDescription:
    plan = data["plan"]
    wanted = data.get("wanted")
    return PatternDescription(
        name=data["name"],
        table=data["table"],
        entities=tuple(data["entities"]),
        by=tuple(data["by"]),
        plan=PlanDescription(
            operation=plan["operation"],
            sort=plan["sort"],
            sort_parts=plan["sortParts"],
            forward=plan["forward"],
            index=plan.get("index"),
            range_field=plan.get("rangeField"),
            consistent=plan.get("consistent", False),
            bucket_field=plan.get("bucketField"),
        ),
        with_expired=data.get("withExpired", False),
        wanted=None if wanted is None else tuple(wanted),
    )


def model_from_json(text: str) -> ModelDescription:
    """Returns the model of a description's text."""
    data: _Json = json.loads(text)
    return ModelDescription(
        name=data["name"],
        tables=tuple(_table(table) for table in data["tables"]),
        patterns=tuple(_pattern(pattern) for pattern in data["patterns"]),
    )
