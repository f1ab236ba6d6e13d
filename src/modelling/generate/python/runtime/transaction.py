"""Transactions, each sent until it is carried out or refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .attributes import AttributeMap
from .errors import OutcomeUnknownError
from .requests import WriteCall, send_counted
from .retry_delay import delay_before
from .service_errors import (
    CONFLICT_CODES,
    cause_of,
    is_cancellation,
    may_succeed_later,
    message_of,
    outcome_is_unknown,
    reasons_of,
)
from .session import Session
from .steps import Request, Steps, pause
from .write_action import WriteAction, transact_write_item


@dataclass(frozen=True, slots=True)
class Cancellation:
    """The action that caused the cancellation of a transaction."""

    action: int
    code: str  # such as "ConditionalCheckFailed"
    message: str
    item: AttributeMap | None  # that a failed condition found


def blamed(error: Exception) -> Cancellation | None:
    """Returns the action to blame.

    It is the first whose condition failed, or else the first that was refused for good, or else
    the first that met another writer. None if the error has no reasons.
    """
    causes: list[Cancellation] = []
    for action, reason in enumerate(reasons_of(error)):
        code = reason.get("Code") or "None"
        if code != "None":
            message = reason.get("Message") or ""
            causes.append(Cancellation(action, code, message, reason.get("Item")))
    for cause in causes:
        if cause.code == "ConditionalCheckFailed":
            return cause
    for cause in causes:
        if cause.code not in CONFLICT_CODES:
            return cause
    return causes[0] if causes else None


def _may_succeed_later(error: Exception) -> bool:
    if not is_cancellation(error):
        return may_succeed_later(error)
    blame = blamed(error)
    return blame is not None and blame.code in CONFLICT_CODES


def _request_of(session: Session, actions: Sequence[WriteAction]) -> Request:
    items = [transact_write_item(one, session.table_name(one.table)) for one in actions]
    parameters: dict[str, Any] = {
        "TransactItems": items,
        "ReturnConsumedCapacity": "TOTAL",
        "ClientRequestToken": session.options.request_token(),
    }
    return Request("transact_write_items", parameters)


def outcome_unknown(cause: Exception) -> OutcomeUnknownError:
    """Returns the error of a write whose outcome is not known, with the message of `cause`."""
    lost = cause_of(cause)
    error = OutcomeUnknownError(f"The outcome of the write is not known: {message_of(lost)}")
    error.__cause__ = lost
    return error


def run_transaction(call: WriteCall, actions: Sequence[WriteAction]) -> Steps[None]:
    """Sends the actions as one transaction.

    Its token makes a repetition harmless, so unknown outcomes and conflicts with other writers are
    tried again with growing delays. Raises the last error of the client, or OutcomeUnknownError if
    the attempts are used up and the last one had no clear outcome.
    """
    request = _request_of(call.session, actions)
    attempts = 0
    while True:
        attempts += 1
        try:
            yield from send_counted(call, request)
            return
        except Exception as error:
            if not _may_succeed_later(error):
                raise
            delay = delay_before(call.session, attempts)
            if delay is None:
                if outcome_is_unknown(error):
                    raise outcome_unknown(error) from cause_of(error)
                raise
        yield from pause(delay)
