"""Sends the search of a pattern whose plan has a vector index."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from .asked_pattern import AskedPattern, asked_pattern, find_key
from .attributes import AttributeMap, by_name
from .calls import Cost, Row, ScoredRows, SearchRequest, UnreadableReport
from .compose import compose
from .description import IndexDescription
from .errors import ModelError
from .float_text import float_text
from .key_fields import field_parts
from .placeholders import Placeholders
from .row_match import matches, row_match
from .session import Session
from .steps import Request, Steps, send
from .stored_row import handed_out, is_expired, misfit, stored_row, unreadable_row

_MOST_RESULTS = 100


def _index_of(pattern: AskedPattern) -> IndexDescription:
    return pattern.table.indexes[pattern.plan.index or 0]


def _partition_values(request: SearchRequest, pattern: AskedPattern) -> AttributeMap:
    entity = pattern.first
    key = find_key(entity, pattern.plan.index)
    compared: AttributeMap = {}
    for attribute in () if key is None else key.partition:
        value = compose(attribute, "partition", entity, request.values)
        if value is None:
            raise ModelError(
                f'The search "{pattern.name}" needs a value for each member of the partition key '
                f"{attribute.attribute} of {_index_of(pattern).name}"
            )
        compared.setdefault(attribute.attribute, value)
    return compared


def _compared_values(request: SearchRequest, pattern: AskedPattern) -> AttributeMap:
    """Returns the attributes that the search compares, with their values.

    The fields of the partition key are in it. The others that the call gives are inline filters.
    """
    entity = pattern.first
    key = find_key(entity, pattern.plan.index)
    compared = _partition_values(request, pattern)
    attributes = () if key is None else key.partition
    in_partition = {part.field for one in attributes for part in field_parts(one)}
    for position in request.pattern.by:
        if position in in_partition:
            continue
        info = entity.fields[position]
        value = request.values.get(info.attribute)
        if value is None:
            raise ModelError(
                f'The search "{pattern.name}" selects by a value of {info.name}, and the given one '
                "is empty: items without a value cannot be selected"
            )
        compared.setdefault(info.attribute, value)
    for name, value in by_name(request.filters).items():
        if name in request.values:
            raise ModelError(f'The search "{pattern.name}" selects by {name} twice')
        compared.setdefault(name, value)
    tag, vector = pattern.table.type_attribute, _index_of(pattern).vector
    if tag is not None and not entity.aliases and vector is not None and tag in vector.filters:
        compared.setdefault(tag, {"S": entity.name})
    return compared


def _read_attributes(request: SearchRequest, pattern: AskedPattern) -> list[str]:
    """Returns the attributes of which the answer's rows are made, if it has the vector.

    They are those of the fields, of the entity's keys, the type tag, and the attribute by which
    items expire. Empty for an answer with all attributes but the vector.
    """
    entity, wanted = pattern.first, request.pattern.wanted
    by_field = {info.name: info for info in entity.fields}
    fields = entity.fields
    if wanted is not None:
        fields = tuple(by_field[name] for name in wanted if name in by_field)
    names = [info.attribute for info in fields if not info.key_only]
    vector = _index_of(pattern).vector
    if vector is None or vector.attribute not in names:
        return []
    for key in (entity.primary, *entity.indexes):
        names += [one.attribute for one in key.all()]
    if pattern.table.type_attribute is not None:
        names.append(pattern.table.type_attribute)
    if entity.ttl is not None:
        names.append(entity.fields[entity.ttl].attribute)
    return list(dict.fromkeys(name for name in names if name))


def _request_of(session: Session, request: SearchRequest, pattern: AskedPattern) -> Request:
    """Raises ModelError if a value cannot be in a key or is absent."""
    if not 1 <= request.top_k <= _MOST_RESULTS:
        raise ModelError(f"top_k must be from 1 to {_MOST_RESULTS}, not {request.top_k}")
    placeholders = Placeholders()
    vector = [{"N": float_text(number)} for number in request.vector]
    conditions = [
        f"{placeholders.name(attribute)} = {placeholders.value(value)}"
        for attribute, value in _compared_values(request, pattern).items()
    ]
    projection = [placeholders.name(name) for name in _read_attributes(request, pattern)]
    parameters: dict[str, Any] = {
        "TableName": session.table_name(pattern.table),
        "IndexName": _index_of(pattern).name,
        "TopK": request.top_k,
        "SearchVector": vector,
        "ReturnConsumedCapacity": "INDEXES",
        **placeholders.parameters(),
    }
    if projection:
        parameters["ProjectionExpression"] = ", ".join(projection)
    if conditions:
        parameters["SearchConditionExpression"] = " AND ".join(conditions)
    return Request("search_vectors", parameters)


@dataclass(slots=True)
class _Found:
    rows: list[Row] = field(default_factory=list[Row])
    scores: list[float] = field(default_factory=list[float])
    unreadable: list[UnreadableReport] = field(default_factory=list[UnreadableReport])
    stale: int = 0
    left_out: int = 0  # rows that readers may not see

    def count(self) -> int:
        """Returns the number of results that readers may see."""
        return len(self.rows) + len(self.unreadable)


def _rows_of(
    session: Session, request: SearchRequest, pattern: AskedPattern, answer: dict[str, Any]
) -> _Found:
    table, entity = pattern.table, pattern.first
    match = row_match(pattern, request.values, None)
    found = _Found()
    for result in answer.get("SearchResults", ()):
        if found.count() == request.top_k:
            break
        row = stored_row(table, pattern.plan.index, result.get("Item", {}))
        is_of_entity = row.entity is entity
        is_stale = is_of_entity and not matches(match, entity, row.item)
        if is_stale or (not request.expired_too and is_expired(row, session)):
            found.stale += is_stale
            found.left_out += 1
        elif is_of_entity:
            found.rows.append(handed_out(row, entity))
            found.scores.append(result.get("Score", 0))
        else:
            found.unreadable.append(unreadable_row(table, row, misfit(pattern, row)))
    return found


def search(session: Session, request: SearchRequest) -> Steps[ScoredRows]:
    """Returns the items that a search found, the best first.

    If the index's inline filters have the type tag, it finds only items with the entity's tag.
    Items whose time to live has passed are left out, and so are entries whose fields are not what
    was asked for (Cost.stale). If the answer is then too short, the search is sent again with a
    greater number of items, up to 100, which is the most that the database gives. `incomplete`
    says that these were not enough. Raises the errors of the database, and ModelError if a value
    cannot be in a key or is absent.
    """
    pattern = asked_pattern(request.table, request.pattern)
    sent = _request_of(session, request, pattern)
    cost = Cost()
    asked = request.top_k
    while True:
        cost.requests += 1
        answer = yield from send(sent)
        count = len(answer.get("SearchResults", ()))
        cost.evaluated += count
        cost.returned += count
        consumed = answer.get("ConsumedCapacity", {})
        cost.search_bytes += consumed.get("VectorSearchRequestBytes", 0)
        found = _rows_of(session, request, pattern, answer)
        cost.stale = found.stale
        is_short = found.count() < request.top_k and found.left_out > 0 and count >= asked
        if not is_short or asked == _MOST_RESULTS:
            return ScoredRows(found.rows, found.scores, is_short, found.unreadable, cost)
        asked = min(_MOST_RESULTS, asked + max(asked, found.left_out))
        sent = replace(sent, parameters={**sent.parameters, "TopK": asked})
