"""Keeps boto3 from sending a write again whose answer was lost.

The write may have been carried out, and a second execution could refuse its own result or count
twice. The run time finds out instead.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

from .service_errors import (
    LostAnswerError,
    error_of_response,
    outcome_is_unknown,
)

_WRITES = {
    "put_item": "PutItem",
    "update_item": "UpdateItem",
    "delete_item": "DeleteItem",
    "batch_write_item": "BatchWriteItem",
    "transact_write_items": "TransactWriteItems",
}


# Whether this thread or task sends a write of the run time. A client has other users too.
_sending: ContextVar[bool] = ContextVar("partita_sends_a_write", default=False)


def _end_at_lost_answer(
    response: Any = None,
    caught_exception: Exception | None = None,
    operation: Any = None,
    **_: Any,
) -> None:
    """A handler of the event that decides about a repetition. Raises LostAnswerError."""
    if not _sending.get():
        return
    error = caught_exception
    if error is None and response is not None:
        error = error_of_response(response[1], getattr(operation, "name", ""))
    if error is not None and outcome_is_unknown(error):
        raise LostAnswerError(error)


def watch_writes(client: object) -> None:
    """Makes writes of the run time end with LostAnswerError after an attempt of unknown outcome."""
    events: Any = getattr(getattr(client, "meta", None), "events", None)
    if events is None:
        return
    for operation in _WRITES.values():
        events.register_first(
            f"needs-retry.dynamodb.{operation}",
            _end_at_lost_answer,
            unique_id=f"partita-lost-answer-{operation}",
        )


def call_client(client: object, method: str, parameters: dict[str, Any]) -> Any:
    """Calls a method of the client."""
    before = _sending.set(method in _WRITES)
    try:
        return getattr(client, method)(**parameters)
    finally:
        _sending.reset(before)


async def await_client(client: object, method: str, parameters: dict[str, Any]) -> Any:
    """Calls a method that is a coroutine."""
    before = _sending.set(method in _WRITES)
    try:
        return await getattr(client, method)(**parameters)
    finally:
        _sending.reset(before)
