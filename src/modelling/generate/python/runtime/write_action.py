"""One action of a transaction on one item.

A single action is sent as a PutItem, UpdateItem or DeleteItem.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from .attributes import AttributeMap
from .description import TableDescription
from .steps import Request
from .unique import Unique

# The purpose of the action:
#   item      the item that the request names
#   oldItem   the item under its old key, for a move
#   claim     creates the sentinel of a unique value
#   release   removes that sentinel
#   repoint   gives that sentinel another owner
#   expired   removes the expired owner whose value a claim takes over, or checks that it is gone
ActionPart: TypeAlias = Literal["item", "oldItem", "claim", "release", "repoint", "expired"]
ActionKind: TypeAlias = Literal["put", "update", "delete", "check"]


@dataclass(frozen=True, slots=True)
class ActionExpressions:
    """The texts of an action with their placeholders.

    Without a condition the action is unconditional.
    """

    update: str = ""
    condition: str = ""
    # Names and values by their placeholders, as parameters of a request.
    placeholders: Mapping[str, object] = field(default_factory=dict[str, object])


@dataclass(frozen=True, slots=True)
class WriteAction:
    """An action with the table and the key of its item."""

    kind: ActionKind
    part: ActionPart
    table: TableDescription
    key: AttributeMap  # the primary key
    expressions: ActionExpressions
    item: AttributeMap = field(default_factory=dict[str, Any])  # the whole item, of "put"
    unique: Unique = ()  # of "claim", "release", "repoint" and "expired"
    returns_old: bool = False  # put, update: return the old item; else an update returns the new


def _shared_parameters(action: WriteAction, table_name: str) -> dict[str, Any]:
    """Returns the parameters that all requests of a write share.

    Each request asks for the stored item in case its condition fails.
    """
    parameters: dict[str, Any] = {"TableName": table_name}
    if action.expressions.condition:
        parameters["ConditionExpression"] = action.expressions.condition
    parameters.update(action.expressions.placeholders)
    parameters["ReturnValuesOnConditionCheckFailure"] = "ALL_OLD"
    return parameters


def action_request(action: WriteAction, table_name: str) -> Request:
    """Returns the request that sends an action by itself.

    `table_name` is the table's name in the database. Raises TypeError for a check, which is sent
    in a transaction only.
    """
    parameters = _shared_parameters(action, table_name)
    parameters["ReturnConsumedCapacity"] = "TOTAL"
    if action.kind == "put":
        parameters["Item"] = action.item
        if action.returns_old:
            parameters["ReturnValues"] = "ALL_OLD"
        return Request("put_item", parameters)
    parameters["Key"] = action.key
    if action.kind == "delete":
        parameters["ReturnValues"] = "ALL_OLD"
        return Request("delete_item", parameters)
    if action.kind == "check":
        raise TypeError("a check is sent in a transaction only")
    if action.expressions.update:
        parameters["UpdateExpression"] = action.expressions.update
    parameters["ReturnValues"] = "ALL_OLD" if action.returns_old else "ALL_NEW"
    return Request("update_item", parameters)


def transact_write_item(action: WriteAction, table_name: str) -> dict[str, Any]:
    """Returns the action as a part of a transaction.

    Requires: an update has an update expression or a condition.
    """
    parameters = _shared_parameters(action, table_name)
    if action.kind == "put":
        return {"Put": {**parameters, "Item": action.item}}
    parameters["Key"] = action.key
    if action.kind == "update" and action.expressions.update:
        return {"Update": {**parameters, "UpdateExpression": action.expressions.update}}
    if action.kind == "delete":
        return {"Delete": parameters}
    # A transaction takes no update without changes.
    return {"ConditionCheck": parameters}
