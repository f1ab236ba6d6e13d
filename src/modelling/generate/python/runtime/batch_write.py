"""Puts and removes items independently of each other, in chunks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .attributes import AttributeMap
from .batch_unfinished import left_undone, writes_unfinished
from .calls import Cost, WriteRequest
from .caught import Caught
from .equal_values import item_identity
from .errors import ModelError
from .item_size import size_of_item
from .kept_members import with_kept_members
from .requests import WriteCall, send_counted
from .retry_delay import delay_before
from .same_value import same_value
from .service_errors import cause_of, is_throttled, may_succeed_later, message_of
from .session import Session
from .steps import Request, Steps, pause
from .transaction_parts import AtRequest
from .write_plan import plan_write

_CHUNK_SIZE = 25
_ITEM_BYTES = 400 * 1024


@dataclass(frozen=True, slots=True)
class _Write:
    table: str  # its name in the database
    key: AttributeMap
    request: dict[str, Any]
    position: int


def _fault_of(request: WriteRequest) -> str | None:
    if request.kind not in ("put", "remove"):
        return "puts and removes only"
    if request.entity.version is not None:
        return "cannot check a version: use write() or transact()"
    if request.entity.unique:
        return "cannot keep a field unique: use write() or transact()"
    has_condition = request.must_exist or request.read_first or request.condition is not None
    if has_condition or request.given:
        return "has no conditions: use write() or transact()"
    return None


def _write_of(session: Session, request: WriteRequest, position: int, now_ms: float) -> _Write:
    fault = _fault_of(request)
    if fault is not None:
        raise ModelError(f"{request.entity.name}: a batch write {fault}")
    functions = session.options.computed
    whole = with_kept_members(request, now_ms, functions)
    action = plan_write(whole, None, "", functions).actions[0]
    table = session.table_name(action.table)
    if not action.item:
        deletion = {"DeleteRequest": {"Key": action.key}}
        return _Write(table, action.key, deletion, position)
    size = size_of_item(action.item)
    if size > _ITEM_BYTES:
        raise ModelError(
            f"{request.entity.name}: the item has {size} bytes, and the limit is {_ITEM_BYTES}"
        )
    return _Write(table, action.key, {"PutRequest": {"Item": action.item}}, position)


def _writes_of(session: Session, requests: Sequence[WriteRequest]) -> list[_Write]:
    now_ms = session.options.now()
    seen: dict[str, int] = {}
    writes: list[_Write] = []
    for position, request in enumerate(requests):
        with AtRequest(position):
            writes.append(_write_of(session, request, position, now_ms))
        identity = item_identity(writes[-1].table, writes[-1].key)
        earlier = seen.setdefault(identity, position)
        if earlier != position:
            raise ModelError(
                f"requests {earlier} and {position} are on the same item: a batch has at most one "
                "write for each item, because a batch has no order"
            )
    return writes


def _request_of(chunk: Sequence[_Write]) -> Request:
    tables: dict[str, Any] = {}
    for one in chunk:
        tables.setdefault(one.table, []).append(one.request)
    parameters = {"RequestItems": tables, "ReturnConsumedCapacity": "TOTAL"}
    return Request("batch_write_item", parameters)


def _is_of(request: dict[str, Any], key: AttributeMap) -> bool:
    put, deletion = request.get("PutRequest"), request.get("DeleteRequest")
    item: AttributeMap = put["Item"] if put else deletion["Key"] if deletion else {}
    return all(same_value(item.get(name), value) for name, value in key.items())


def _unprocessed(chunk: Sequence[_Write], answer: dict[str, Any]) -> list[_Write]:
    """Returns the writes of the chunk that the service has not processed."""
    left = answer.get("UnprocessedItems", {})
    return [
        one for one in chunk if any(_is_of(request, one.key) for request in left.get(one.table, ()))
    ]


def batch_write(session: Session, requests: Sequence[WriteRequest]) -> Steps[Cost]:
    """Puts and removes items, without conditions and not atomically.

    They are sent in chunks of 25. Unprocessed ones are sent again, with growing delays. Raises
    ModelError before the first request if an item is too large or two requests are for one item,
    and BatchUnfinishedError, with the positions of the writes that may be missing, if the batch is
    not carried out whole. Requires: each request is a "put" or "remove", for an entity without
    version and unique fields.
    """
    call = WriteCall(session)
    waiting = _writes_of(session, requests)
    count = len(waiting)
    attempts = 0  # consecutive ones without progress
    while waiting:
        chunk = waiting[:_CHUNK_SIZE]
        left = chunk
        failure: Exception | None = None
        with Caught() as caught:
            answer = yield from send_counted(call, _request_of(chunk))
            left = _unprocessed(chunk, answer)
        if caught.error is not None:
            failure = cause_of(caught.error)
            if not may_succeed_later(caught.error) and not is_throttled(caught.error):
                positions = [one.position for one in waiting]
                why = message_of(failure)
                raise writes_unfinished(why, positions, count, failure) from failure
        # Unprocessed writes wait again, before the rest.
        waiting = left + waiting[_CHUNK_SIZE:]
        if len(left) < len(chunk):
            attempts = 0
        if not left:
            continue
        attempts += 1
        delay = delay_before(session, attempts)
        if delay is None:
            positions = [one.position for one in waiting]
            why = left_undone(len(waiting), count, "writes", attempts, failure)
            raise writes_unfinished(why, positions, count, failure)
        yield from pause(delay)
    return call.cost
