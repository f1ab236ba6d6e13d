"""ShardMerge joins the answers of queries that run side by side into one answer.

The answer is in the order of the sort key.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .asked_pattern import key_attributes
from .attributes import AttributeMap
from .page_token import BEGIN, END, QueryPosition
from .prepared_read import PreparedRead, sort_attributes_of
from .same_value import order_between
from .stored_row import key_of_item


@dataclass(slots=True)
class _QueryState:
    page_start: QueryPosition  # before the last page
    next: QueryPosition  # after the last page
    items: Sequence[AttributeMap] = ()  # of the last page
    handed_out: int = 0  # of the items

    def is_waiting(self) -> bool:
        return self.handed_out < len(self.items)

    def item(self) -> AttributeMap:
        return self.items[self.handed_out]


class ShardMerge:
    """The queries of one read.

    Invariant: a row is handed out only while every query that has not ended has a row waiting. So
    no row can come later that belongs before it. A query's position is directly after its last
    item that was handed out.
    """

    def __init__(self, prepared: PreparedRead) -> None:
        self._prepared = prepared
        self._order = sort_attributes_of(prepared)
        starts = prepared.starts or (BEGIN,) * len(prepared.queries)
        self._queries = [_QueryState(start, start) for start in starts]

    def dry(self) -> list[int]:
        """Returns the numbers of the queries that may have more rows but have no row waiting.

        If there is no such query, next() can continue or all queries have ended.
        """
        return [
            number
            for number, query in enumerate(self._queries)
            if not query.is_waiting() and query.next.kind != "end"
        ]

    def ended(self) -> bool:
        """Returns true if all queries have ended and all their rows were handed out."""
        return all(not query.is_waiting() and query.next.kind == "end" for query in self._queries)

    def next_start(self, number: int) -> QueryPosition:
        """Returns the position from which query number `number` continues."""
        return self._queries[number].next

    def add(self, number: int, page: dict[str, Any]) -> None:
        """Adds a page of query number `number`. Requires: the query is dry."""
        query = self._queries[number]
        query.page_start = query.next
        query.next = position_after(page)
        query.handed_out = 0
        query.items = page.get("Items", ())

    def next(self) -> AttributeMap | None:
        """Returns the next item, or None if a query is dry or all have ended."""
        first: _QueryState | None = None
        for query in self._queries:
            if not query.is_waiting():
                if query.next.kind != "end":
                    return None
            elif first is None or self._is_before(query.item(), first.item()):
                first = query
        if first is None:
            return None
        item = first.item()
        first.handed_out += 1
        return item

    def positions(self) -> list[QueryPosition]:
        """Returns the position of each query after the items that next() has handed out."""
        pattern = self._prepared.pattern
        names = key_attributes(pattern.table, pattern.plan.index)

        def position(query: _QueryState) -> QueryPosition:
            if not query.is_waiting():
                return query.next
            if query.handed_out == 0:
                return query.page_start
            last = query.items[query.handed_out - 1]
            return QueryPosition("after", key_of_item(names, last))

        return [position(query) for query in self._queries]

    def _is_before(self, a: AttributeMap, b: AttributeMap) -> bool:
        for name in self._order:
            order = order_between(a.get(name), b.get(name))
            if order:
                return order < 0 if self._prepared.forward else order > 0
        return False


def position_after(page: dict[str, Any]) -> QueryPosition:
    """Returns the position from which a query continues after one of its pages."""
    key: AttributeMap | None = page.get("LastEvaluatedKey")
    return QueryPosition("after", key) if key else END
