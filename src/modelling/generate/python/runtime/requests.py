"""Sends the requests of writes, and counts their cost."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .attributes import AttributeMap
from .calls import Cost
from .costs import add_capacity
from .description import TableDescription
from .session import Session
from .steps import Request, Steps, send
from .write_action import WriteAction, action_request


@dataclass(frozen=True, slots=True)
class WriteCall:
    """A call of a write, with the cost so far."""

    session: Session
    cost: Cost = field(default_factory=Cost)


def send_counted(call: WriteCall, request: Request) -> Steps[dict[str, Any]]:
    """Sends a request. Raises its failure."""
    call.cost.requests += 1
    answer = yield from send(request)
    add_capacity(call.cost, answer)
    return answer


def get_item(
    call: WriteCall, table: TableDescription, key: AttributeMap
) -> Steps[AttributeMap | None]:
    """Reads an item with its latest value. Returns None if it does not exist."""
    answer = yield from send_counted(
        call,
        Request(
            "get_item",
            {
                "TableName": call.session.table_name(table),
                "Key": key,
                "ConsistentRead": True,
                "ReturnConsumedCapacity": "TOTAL",
            },
        ),
    )
    return answer.get("Item") or None


def send_action(call: WriteCall, action: WriteAction) -> Steps[AttributeMap | None]:
    """Sends one action by itself.

    Returns the item that the service returned, or None if it returned none. Raises the errors of
    the client, and LostAnswerError.
    """
    request = action_request(action, call.session.table_name(action.table))
    answer = yield from send_counted(call, request)
    return answer.get("Attributes") or None
