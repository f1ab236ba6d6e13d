"""Reads items by primary key, all as of one moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .calls import Cost, GetRequest
from .costs import add_capacity
from .errors import ModelError
from .key_set import KeyedRows, add_item, key_set_of, no_rows
from .retry_delay import delay_before
from .service_errors import CONFLICT_CODES, is_cancellation, reasons_of
from .session import Session
from .steps import Request, Steps, pause, send

_MOST_KEYS = 100


def _is_conflict(error: Exception) -> bool:
    """Returns true if the snapshot failed only for the load, or a transaction writes an item."""
    if not is_cancellation(error):
        return False
    codes = {reason.get("Code", "None") for reason in reasons_of(error)} - {"None"}
    return len(codes) > 0 and codes <= CONFLICT_CODES


def _send_again(session: Session, request: Request, cost: Cost) -> Steps[dict[str, Any]]:
    attempts = 0
    while True:
        attempts += 1
        cost.requests += 1
        try:
            return (yield from send(request))
        except Exception as error:
            delay = delay_before(session, attempts) if _is_conflict(error) else None
            if delay is None:
                raise
        yield from pause(delay)


def transact_get(session: Session, requests: Sequence[GetRequest]) -> Steps[KeyedRows]:
    """Returns the items, by position.

    Raises the errors of the database, and ModelError for more than 100 keys, or for a field that
    is missing or cannot be in a key.
    """
    keys = key_set_of(session, requests)
    answer = no_rows(requests)
    if not requests:
        return answer
    if len(keys.keys) > _MOST_KEYS:
        raise ModelError(
            f"A snapshot has at most {_MOST_KEYS} keys, not {len(keys.keys)}: read them in "
            "several snapshots, each of one moment, or with get_many, which reads any number and "
            "not as of one moment"
        )
    items = [{"Get": {"Key": one.key, "TableName": one.table_name}} for one in keys.keys]
    parameters = {"TransactItems": items, "ReturnConsumedCapacity": "TOTAL"}
    request = Request("transact_get_items", parameters)
    response = yield from _send_again(session, request, answer.cost)
    add_capacity(answer.cost, response)
    answer.cost.evaluated = len(keys.keys)
    for number, one in enumerate(response.get("Responses", ())):
        item = one.get("Item")
        if item:
            answer.cost.returned += 1
            add_item(session, keys, number, item, answer)
    return answer
