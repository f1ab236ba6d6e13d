"""read() carries out the plan of an access pattern.

It is a GetItem, or Query pages until `take`, `read_at_most` or the end is reached. All shards of a
sharded index are read side by side and merged by the sort key.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .attributes import AttributeMap
from .calls import Cost, ReadRequest, Row, RowPage, UnreadableReport
from .costs import add_capacity
from .member_range import is_in_range
from .page_token import BEGIN, QueryPosition, make_page_token
from .prepared_read import (
    PreparedRead,
    binding_of,
    get_request,
    has_next_bucket,
    prepare_next_bucket,
    prepare_read,
    token_of,
)
from .read_round import ReadProgress, round_requests
from .row_match import RowMatch, matches, row_match
from .session import Session
from .shard_merge import ShardMerge
from .steps import Steps, send, send_all
from .stored_row import (
    StoredRow,
    handed_out,
    is_expired,
    misfit,
    stored_row,
    unreadable_row,
)


class _Reading:
    """The state of one read."""

    def __init__(self, session: Session, prepared: PreparedRead) -> None:
        self.session = session
        self.prepared = prepared
        self.merge = ShardMerge(prepared)
        self.rows: list[Row] = []
        self.unreadable: list[UnreadableReport] = []
        self.cost = Cost()
        self.counted = 0  # of the page's rows, those that count for `take`
        self.rounds = 0
        self.stopped: list[QueryPosition] | None = None  # before a row of the next page

    def is_full(self) -> bool:
        """Returns true if no more rows are wanted that count."""
        take = self.prepared.request.take
        return take is not None and self.counted >= take

    def has_enough(self) -> bool:
        """Returns true if no more rows are wanted."""
        part = self.prepared.request.part
        # Items that belong to the part's items come after their owners in the order of the read.
        is_followed = self.prepared.forward and part is not None and len(part.below) > 0
        return self.is_full() and (self.stopped is not None or not is_followed)

    def take_row(self, row: StoredRow, match: RowMatch | None) -> None:
        """Hands the item out if readers may see it.

        A read of one item by its primary key has no `match`.
        """
        request, pattern = self.prepared.request, self.prepared.pattern
        entity = row.entity
        if _is_excluded(self.prepared, row.item):
            return
        if entity is None or entity not in pattern.entities:
            self.counted += 1
            report = unreadable_row(pattern.table, row, misfit(pattern, row))
            self.unreadable.append(report)
            return
        if match is not None and not matches(match, entity, row.item):
            self.cost.stale += 1
            return
        if not request.expired_too and is_expired(row, self.session):
            return
        part = request.part
        if part is not None and entity is not part.entity:
            if not part.alone or entity in part.below:
                self.rows.append(handed_out(row, entity))
            return
        self.counted += 1
        self.rows.append(handed_out(row, entity))

    def collect(self) -> None:
        """Hands out items of the merge, up to the wanted number."""
        request, pattern = self.prepared.request, self.prepared.pattern
        match = row_match(pattern, request.values, request.range)
        while not self.has_enough():
            full = self.is_full()
            before = self.merge.positions() if full else None
            item = self.merge.next()
            if item is None:
                return
            row = stored_row(pattern.table, pattern.plan.index, item)
            part = request.part
            if full and row.entity is (None if part is None else part.entity):
                self.stopped = before
                return
            self.take_row(row, match)

    def enter_next_bucket(self) -> None:
        """Goes on to the next partition if this one has ended and more rows are wanted."""
        if not self.merge.ended() or self.has_enough() or not has_next_bucket(self.prepared):
            return
        self.prepared = prepare_next_bucket(self.session, self.prepared)
        self.merge = ShardMerge(self.prepared)
        self.rounds = 0

    def page(self, token: str | None = None) -> RowPage:
        """Returns the page with what was read."""
        return RowPage(self.rows, self.unreadable, self.cost, token)


def _is_excluded(prepared: PreparedRead, item: AttributeMap) -> bool:
    """Returns true if the key condition let an end through that the range excludes.

    The key condition includes both ends of a range.
    """
    if not prepared.queries or prepared.queries[0].excluded is None:
        return False
    asked = prepared.queries[0]
    return item.get(asked.comparisons[-1].attribute) == asked.excluded


def _read_round(reading: _Reading) -> Steps[bool]:
    """Hands out the merged items, then asks the queries that ran dry for their next pages.

    Returns false if the page is complete.
    """
    reading.collect()
    reading.enter_next_bucket()
    merge, prepared, cost = reading.merge, reading.prepared, reading.cost
    dry = merge.dry()
    if not dry or reading.has_enough():
        return False
    if prepared.request.one_round and reading.rounds > 0:
        return False
    progress = ReadProgress(reading.counted, cost.evaluated, reading.rounds)
    requests = round_requests(prepared, merge, dry, progress)
    if not requests:
        return False
    reading.rounds += 1
    cost.requests += len(requests)
    answers = yield from send_all(requests)
    for number, answer in zip(dry, answers, strict=True):
        cost.evaluated += answer.get("ScannedCount", 0)
        cost.returned += answer.get("Count", 0)
        add_capacity(cost, answer)
        merge.add(number, answer)
    return True


def _token_of_part(reading: _Reading, positions: Sequence[QueryPosition]) -> str:
    """Returns the token of a page that was read together with other members.

    It continues with this member only.
    """
    session, request = reading.session, reading.prepared.request
    part = None if request.part is None else replace(request.part, alone=True)
    alone = prepare_read(session, replace(request, part=part))
    own = [
        BEGIN if position.kind == "after" and not is_in_range(query, position.key) else position
        for query, position in zip(alone.queries, positions, strict=True)
    ]
    return make_page_token(own, binding_of(alone), session.page_token_keys)


def _token_of_page(reading: _Reading) -> str | None:
    prepared, merge = reading.prepared, reading.merge
    positions = reading.stopped
    if positions is None:
        if merge.ended() and not has_next_bucket(prepared):
            return None
        positions = merge.positions()
    part = prepared.request.part
    if part is not None and not part.alone:
        return _token_of_part(reading, positions)
    return token_of(reading.session, prepared, positions)


def _read_one(reading: _Reading, key: AttributeMap) -> Steps[RowPage]:
    cost, pattern = reading.cost, reading.prepared.pattern
    cost.requests += 1
    answer = yield from send(get_request(reading.prepared, key))
    add_capacity(cost, answer)
    item: AttributeMap | None = answer.get("Item")
    if item:
        cost.evaluated = cost.returned = 1
        reading.take_row(stored_row(pattern.table, pattern.plan.index, item), None)
    return reading.page()


def read(session: Session, request: ReadRequest) -> Steps[RowPage]:
    """Returns the rows of an access pattern, perhaps only those of a member of a collection.

    Rows that belong to no entity of the pattern are in `unreadable`. Raises ModelError if the
    token belongs to another read or a value cannot be in a key, and the errors of the database.
    """
    prepared = prepare_read(session, request)
    reading = _Reading(session, prepared)
    if prepared.item_key is not None:
        return (yield from _read_one(reading, prepared.item_key))
    while (yield from _read_round(reading)):
        pass
    return reading.page(_token_of_page(reading))


def first_of_pages(request: ReadRequest) -> ReadRequest:
    """Returns the request of the first of several pages.

    Each has `take` rows, or without `take` the rows of one request.
    """
    return replace(request, one_round=request.take is None and request.read_at_most is None)
