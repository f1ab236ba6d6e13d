"""Reads any number of items by primary key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .batch_unfinished import BatchUnfinishedError, left_undone
from .calls import GetRequest
from .costs import add_capacity
from .key_set import KeyedRows, KeySet, add_item, key_set_of, no_rows, number_of_key
from .retry_delay import delay_before
from .service_errors import is_throttled, may_succeed_later
from .session import Session
from .steps import Outcome, Request, Steps, pause

# The number of requests of one batch that are under way at a time.
_SIDE_BY_SIDE = 4
_MOST_KEYS = 100  # of one request


def _request_for(keys: KeySet, chunk: Sequence[int], consistent: bool) -> Request:
    tables: dict[str, Any] = {}
    for number in chunk:
        asked = keys.keys[number]
        table = tables.setdefault(asked.table_name, {"Keys": [], "ConsistentRead": consistent})
        table["Keys"].append(asked.key)
    return Request("batch_get_item", {"RequestItems": tables, "ReturnConsumedCapacity": "TOTAL"})


class _Batch:
    """The state of a batch."""

    def __init__(self, session: Session, requests: Sequence[GetRequest]) -> None:
        self.session = session
        self.keys = key_set_of(session, requests)
        self.answer = no_rows(requests)
        self.pending = list(range(len(self.keys.keys)))  # that this attempt must still ask for
        self.unprocessed: list[int] = []  # keys for the next attempt
        self.progress = False  # in this attempt
        self.last_failure: Exception | None = None  # of the last request, if it failed as a whole

    def take(self, chunk: Sequence[int], outcome: Outcome) -> None:
        """Takes the outcome of one request."""
        if isinstance(outcome, Exception):
            # The service answers with such an error if it can process no part of a batch at all.
            if not is_throttled(outcome) and not may_succeed_later(outcome):
                raise outcome
            self.last_failure = outcome
            self.unprocessed += chunk
            return
        self.last_failure = None
        left = self._unprocessed(outcome)
        self.unprocessed += left
        self.progress = self.progress or len(left) < len(chunk)
        cost = self.answer.cost
        cost.evaluated += len(chunk) - len(left)
        add_capacity(cost, outcome)
        for table, items in outcome.get("Responses", {}).items():
            for item in items:
                number = number_of_key(self.keys, table, item)
                if number is not None:
                    cost.returned += 1
                    add_item(self.session, self.keys, number, item, self.answer)

    def _unprocessed(self, answer: dict[str, Any]) -> list[int]:
        numbers = [
            number_of_key(self.keys, table, key)
            for table, asked in answer.get("UnprocessedKeys", {}).items()
            for key in asked.get("Keys", ())
        ]
        return [number for number in numbers if number is not None]

    def unfinished(self, attempts: int) -> BatchUnfinishedError:
        """Returns the error of keys that stay unprocessed."""
        keys, count = self.keys, len(self.answer.rows)
        unread = sorted(at for number in self.unprocessed for at in keys.keys[number].positions)
        message = left_undone(len(unread), count, "reads", attempts, self.last_failure)
        return BatchUnfinishedError(message, unread, self.last_failure)


def _send_chunks(batch: _Batch, consistent: bool) -> Steps[None]:
    """Sends requests for several chunks of the pending keys, side by side."""
    chunks: list[list[int]] = []
    while batch.pending and len(chunks) < _SIDE_BY_SIDE:
        chunks.append(batch.pending[:_MOST_KEYS])
        batch.pending = batch.pending[_MOST_KEYS:]
    batch.answer.cost.requests += len(chunks)
    outcomes = yield [_request_for(batch.keys, chunk, consistent) for chunk in chunks]
    for chunk, outcome in zip(chunks, outcomes, strict=True):
        batch.take(chunk, outcome)


def batch_get(
    session: Session, requests: Sequence[GetRequest], consistent: bool
) -> Steps[KeyedRows]:
    """Returns the items, by position.

    It reads chunks of 100 items, and asks again for keys that the database left unprocessed, with
    growing delays. Raises the errors of the database, ModelError for a field that is missing or
    cannot be in a key, and BatchUnfinishedError with their positions if keys are unprocessed when
    the attempts are used up.
    """
    batch = _Batch(session, requests)
    attempts = 0
    while True:
        while batch.pending:
            yield from _send_chunks(batch, consistent)
        if not batch.unprocessed:
            return batch.answer
        # Only consecutive attempts that read no item use up attempts, because large items leave
        # keys unprocessed without any fault.
        attempts = 1 if batch.progress else attempts + 1
        delay = delay_before(session, attempts)
        if delay is None:
            raise batch.unfinished(attempts)
        batch.progress = False
        batch.pending = batch.unprocessed
        batch.unprocessed = []
        yield from pause(delay)
