"""A prepared read of an access pattern: its requests, their order, and its page tokens.

It is everything that can be worked out without a database.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .asked_pattern import AskedPattern, asked_pattern, sort_attributes
from .attributes import AttributeMap
from .binary_text import BinaryWriter
from .buckets import Buckets, bucket_filter, buckets_of, values_in_bucket
from .calls import Predicate, ReadRequest, SortRange
from .compose import compose_primary
from .default_values import with_defaults
from .errors import ModelError
from .key_range import key_ranges, render_range
from .member_range import narrow_to_member
from .page_token import QueryPosition, make_page_token, read_page_token, token_binding
from .placeholders import Placeholders
from .predicate import render
from .session import Session
from .sort_range import KeyRange
from .steps import Request


@dataclass(frozen=True, slots=True)
class _BucketOfRead:
    """The place of a read in a series of partitions that follow each other.

    It is the partition that its queries read, and the data that all partitions share.
    """

    all: Buckets
    number: int
    filter: Predicate | None = None  # of the call
    binding: bytes = b""  # made from the first partition and the whole range


@dataclass(frozen=True, slots=True)
class PreparedRead:
    """A read that has either the key of one item or a query for each shard."""

    request: ReadRequest
    pattern: AskedPattern
    table_name: str
    forward: bool
    consistent: bool
    item_key: AttributeMap | None = None
    queries: tuple[KeyRange, ...] = ()  # equal, except for the partition key's values
    starts: tuple[QueryPosition, ...] = ()  # by query; empty if all begin at the beginning
    filter: Predicate | None = None  # with the defaults of the entities
    bucket: _BucketOfRead | None = None


def both(*predicates: Predicate | None) -> Predicate | None:
    """Returns a predicate that holds if all of those hold that are given."""
    given = tuple(predicate for predicate in predicates if predicate is not None)
    if len(given) > 1:
        return Predicate("and", children=given)
    return given[0] if given else None


def _check_amounts(request: ReadRequest) -> None:
    if request.take is not None and request.take < 1:
        raise ModelError("take must be at least 1")
    if request.read_at_most is not None and request.read_at_most < 1:
        raise ModelError("read_at_most must be at least 1")


def _basis(session: Session, request: ReadRequest, pattern: AskedPattern) -> PreparedRead:
    forward, consistent = request.forward, request.consistent
    return PreparedRead(
        request,
        pattern,
        session.table_name(pattern.table),
        forward=pattern.plan.forward if forward is None else forward,
        consistent=pattern.plan.consistent if consistent is None else consistent,
    )


def _prepare_get(session: Session, request: ReadRequest, pattern: AskedPattern) -> PreparedRead:
    if request.range is not None:
        raise ModelError(f'The access pattern "{pattern.name}" has no field for a range')
    item_key = compose_primary(pattern.first, request.values)
    return replace(_basis(session, request, pattern), item_key=item_key)


def _as_query(pattern: AskedPattern) -> AskedPattern:
    """Returns a query for the item that the pattern names, because a GetItem cannot filter."""
    parts = len(pattern.first.primary.sort)
    plan = replace(
        pattern.plan,
        operation="Query",
        sort="equal" if parts else "none",
        sort_parts=parts,
    )
    return replace(pattern, plan=plan)


def _filter_of(request: ReadRequest, pattern: AskedPattern) -> Predicate | None:
    """Raises ModelError for a filter that cannot be an expression."""
    if request.filter is None:
        return None
    asked = request.filter if request.part else with_defaults(pattern.first, request.filter)
    return None if render(asked, Placeholders()) is None else asked


def _prepare_queries(
    session: Session, request: ReadRequest, pattern: AskedPattern, keys_of: AskedPattern
) -> PreparedRead:
    """Prepares queries that read from the beginning.

    `keys_of` is the pattern or the same pattern with another plan.
    """
    queries = key_ranges(keys_of, request.values, request.range)
    if request.part is not None and request.part.alone:
        queries = narrow_to_member(keys_of, request.part.entity, queries)
    if request.read_at_most is not None and request.read_at_most < len(queries):
        raise ModelError(
            f"read_at_most must be at least {len(queries)}, because the read has {len(queries)} "
            "queries, one for each shard"
        )
    return replace(
        _basis(session, request, pattern),
        queries=tuple(queries),
        filter=_filter_of(request, pattern),
    )


def _read_token(
    session: Session, prepared: PreparedRead, token: str, count: int
) -> list[QueryPosition]:
    binding = binding_of(prepared)
    return read_page_token(token, binding, session.page_token_keys, count, prepared.pattern.name)


def _prepare_query(
    session: Session, request: ReadRequest, pattern: AskedPattern, keys_of: AskedPattern
) -> PreparedRead:
    prepared = _prepare_queries(session, request, pattern, keys_of)
    if request.after is None:
        return prepared
    starts = _read_token(session, prepared, request.after, len(prepared.queries))
    return replace(prepared, starts=tuple(starts))


# ---- one partition after the other

# In a token of such a read the first position holds the number of the partition to which the other
# positions belong.
_BUCKET_NAME = "bucket"


def _prepare_bucket(
    session: Session, whole: ReadRequest, pattern: AskedPattern, bucket: _BucketOfRead
) -> PreparedRead:
    buckets, number = bucket.all, bucket.number
    is_range = pattern.plan.sort == "range"
    is_cut = not is_range and number in (0, buckets.count - 1)
    request = replace(
        whole,
        values=values_in_bucket(whole.values, buckets, number),
        range=buckets.range if is_range else None,
        filter=both(bucket.filter, bucket_filter(buckets) if is_cut else None),
    )
    return replace(_prepare_queries(session, request, pattern, pattern), bucket=bucket)


def _bind_range(binding: bytes, asked: SortRange) -> bytes:
    """Adds the range to the binding, because the keys do not hold it."""
    out = BinaryWriter()
    out.text(binding)
    out.text(asked.kind)
    out.key_value(asked.low)
    if asked.high is not None:
        out.key_value(asked.high)
    return out.bytes()


def _binding_of_queries(prepared: PreparedRead) -> bytes:
    return token_binding(prepared.pattern, prepared.table_name, prepared.queries, prepared.forward)


def _prepare_buckets(session: Session, request: ReadRequest, pattern: AskedPattern) -> PreparedRead:
    buckets = buckets_of(pattern, request.range)
    forward = pattern.plan.forward if request.forward is None else request.forward
    unbound = _BucketOfRead(buckets, 0 if forward else buckets.count - 1, request.filter)
    first = _prepare_bucket(session, request, pattern, unbound)
    bound = _bind_range(_binding_of_queries(first), buckets.range)
    bucket = replace(unbound, binding=bound)
    prepared = replace(first, bucket=bucket)
    if request.after is None:
        return prepared
    place, *starts = _read_token(session, prepared, request.after, len(prepared.queries) + 1)
    number = int(place.key.get(_BUCKET_NAME, {}).get("N", "0"))
    there = _prepare_bucket(session, request, pattern, replace(bucket, number=number))
    return replace(there, starts=tuple(starts))


def has_next_bucket(prepared: PreparedRead) -> bool:
    """Returns true if another partition must be read after this one."""
    bucket = prepared.bucket
    if bucket is None:
        return False
    return bucket.number + 1 < bucket.all.count if prepared.forward else bucket.number > 0


def prepare_next_bucket(session: Session, before: PreparedRead) -> PreparedRead:
    """Returns the read of the next partition, from its beginning.

    Requires: has_next_bucket(). Raises ModelError as prepare_read() does.
    """
    if before.bucket is None:
        raise TypeError("a read without partitions")
    number = before.bucket.number + (1 if before.forward else -1)
    bucket = replace(before.bucket, number=number)
    return _prepare_bucket(session, before.request, before.pattern, bucket)


# ---- requests and tokens


def sort_attributes_of(prepared: PreparedRead) -> tuple[str, ...]:
    """Returns the attributes by which the answer of a query is ordered."""
    return sort_attributes(prepared.pattern.table, prepared.pattern.plan.index)


def skips(prepared: PreparedRead) -> bool:
    """Returns true if rows that `take` does not count may come between rows that it counts."""
    part = prepared.request.part
    return prepared.filter is not None or (part is not None and part.mixed)


def get_request(prepared: PreparedRead, key: AttributeMap) -> Request:
    """Returns the request of a read of one item."""
    return Request(
        "get_item",
        {
            "TableName": prepared.table_name,
            "Key": key,
            "ConsistentRead": prepared.consistent,
            "ReturnConsumedCapacity": "TOTAL",
        },
    )


def query_request(prepared: PreparedRead, number: int) -> Request:
    """Returns the request of one of the queries, from its beginning and without a limit."""
    index = prepared.pattern.plan.index
    placeholders = Placeholders()
    condition = render_range(prepared.queries[number], placeholders)
    filter_text = None if prepared.filter is None else render(prepared.filter, placeholders)
    parameters: dict[str, object] = {
        "TableName": prepared.table_name,
        "ConsistentRead": prepared.consistent,
        "ScanIndexForward": prepared.forward,
        "ReturnConsumedCapacity": "TOTAL",
        "KeyConditionExpression": condition,
        **placeholders.parameters(),
    }
    if index is not None:
        parameters["IndexName"] = prepared.pattern.table.indexes[index].name
    if filter_text is not None:
        parameters["FilterExpression"] = filter_text
    return Request("query", parameters)


def binding_of(prepared: PreparedRead) -> bytes:
    """Returns the binding of the read's page tokens."""
    return _binding_of_queries(prepared) if prepared.bucket is None else prepared.bucket.binding


def token_of(session: Session, prepared: PreparedRead, positions: Sequence[QueryPosition]) -> str:
    """Returns the token of a page that ended at these positions, one for each query."""
    place: list[QueryPosition] = []
    if prepared.bucket is not None:
        number = str(prepared.bucket.number)
        place = [QueryPosition("after", {_BUCKET_NAME: {"N": number}})]
    return make_page_token([*place, *positions], binding_of(prepared), session.page_token_keys)


def prepare_read(session: Session, request: ReadRequest) -> PreparedRead:
    """Returns the read.

    Raises ModelError for values, ranges, amounts, filters and tokens that do not fit the pattern.
    """
    _check_amounts(request)
    pattern = asked_pattern(request.table, request.pattern)
    if pattern.plan.bucket_field is not None:
        return _prepare_buckets(session, request, pattern)
    if pattern.plan.operation == "Query":
        return _prepare_query(session, request, pattern, pattern)
    # A GetItem has no page token, so the query path gets the token and refuses it.
    if request.filter is not None or request.after is not None:
        return _prepare_query(session, request, pattern, _as_query(pattern))
    return _prepare_get(session, request, pattern)
