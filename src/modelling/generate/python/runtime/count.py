"""Counts the rows of an access pattern on the database, so that they do not cross the network."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .asked_pattern import AskedPattern, asked_pattern, holds_attribute, key_attributes
from .calls import Cost, Predicate, ReadRequest
from .costs import add_capacity
from .description import FieldDescription
from .errors import ModelError
from .expiry import LONGEST_PAST_SECONDS
from .page_token import BEGIN
from .prepared_read import PreparedRead, both, has_next_bucket, prepare_read, query_request
from .read import read
from .read_round import continued
from .row_match import as_filter, row_match
from .session import Session
from .shard_merge import position_after
from .steps import Request, Steps, send_all


@dataclass(frozen=True, slots=True)
class Count:
    """The number of rows, and what it has cost."""

    count: int
    cost: Cost


def _expiry_of(pattern: AskedPattern, request: ReadRequest) -> FieldDescription | None:
    """Returns the field by which rows of the pattern expire, unless they do not expire."""
    for entity in () if request.expired_too else pattern.entities:
        if entity.ttl is not None:
            return entity.fields[entity.ttl]
    return None


def _not_expired(attribute: str, now_ms: float) -> Predicate:
    """Returns the condition of rows that have not expired, the opposite of has_expired()."""
    now = int(now_ms / 1000)
    first = str(now - LONGEST_PAST_SECONDS)
    expired = Predicate("between", (attribute,), ({"N": first}, {"N": str(now)}))
    return Predicate("not", children=(expired,))


def _count_rows(session: Session, request: ReadRequest) -> Steps[Count]:
    """Reads the rows, if a filter of the database cannot tell which rows readers may see."""
    page = yield from read(session, request)
    return Count(len(page.rows) + len(page.unreadable), page.cost)


def _counting(request: Request) -> Request:
    return replace(request, parameters={**request.parameters, "Select": "COUNT"})


def _count_queries(prepared: PreparedRead) -> Steps[Count]:
    """Sends the queries side by side, until each has ended."""
    cost = Cost()
    count = 0
    positions = list(prepared.starts or (BEGIN,) * len(prepared.queries))
    while True:
        round_ = [number for number, at in enumerate(positions) if at.kind != "end"]
        if not round_:
            return Count(count, cost)
        cost.requests += len(round_)
        answers = yield from send_all(
            [
                continued(_counting(query_request(prepared, number)), positions[number])
                for number in round_
            ]
        )
        for number, answer in zip(round_, answers, strict=True):
            count += answer.get("Count", 0)
            cost.evaluated += answer.get("ScannedCount", 0)
            cost.returned += answer.get("Count", 0)
            add_capacity(cost, answer)
            positions[number] = position_after(answer)


def _can_filter(pattern: AskedPattern, expires: FieldDescription | None) -> bool:
    """Returns true if a filter can tell which rows have expired.

    It can use only attributes that the index projects and that are not key attributes.
    """
    table, index = pattern.table, pattern.plan.index
    return expires is None or (
        len(pattern.entities) == 1
        and holds_attribute(table, index, expires)
        and expires.attribute not in key_attributes(table, index)
    )


def count(session: Session, request: ReadRequest) -> Steps[Count]:
    """Returns the number of rows on all pages.

    Only the numbers come over the wire, unless no filter can tell which rows count. Rows that
    could not be read are counted too. Raises as read() does, and ModelError for a request with
    `take` or `read_at_most`.
    """
    if request.take is not None or request.read_at_most is not None:
        raise ModelError("count counts all items: leave out take and read_at_most")
    pattern = asked_pattern(request.table, request.pattern)
    expires = _expiry_of(pattern, request)
    as_asked = as_filter(row_match(pattern, request.values, request.range))
    is_get = pattern.plan.operation == "GetItem"
    if is_get or as_asked is None or not _can_filter(pattern, expires):
        return (yield from _count_rows(session, request))
    of_call = both(as_asked if as_asked.children else None, request.filter)
    now = session.options.now()
    alive = None if expires is None else _not_expired(expires.attribute, now)
    prepared = prepare_read(session, replace(request, filter=both(of_call, alive)))
    if prepared.queries[0].excluded is not None or has_next_bucket(prepared):
        return (yield from _count_rows(session, request))
    return (yield from _count_queries(prepared))
