"""Plans turn a write request into the actions that carry it out. They need no database.

A single action is sent by itself, and several actions form one transaction. A plan made from a read
item is conditional on the attributes that it used (`read`). If one of them has changed since, the
write must be planned again.

How a write becomes requests
1. The primary key of the item is composed, or taken from the stored item, which the caller read
   before if the write depends on stored values.
2. The kind of the write makes the action on the item: a put of all attributes, an update
   expression, a deletion, or a condition check. A move is a put at the new key and a deletion at
   the old one.
3. The keys of indexes and the version are added to the action, and each field of the stored item
   that was used becomes a condition of it.
4. Unique fields add puts, deletions or checks of sentinels, so the write becomes a transaction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .attributes import AttributeMap, AttributeValue
from .calls import WriteRequest
from .compose import compose_primary
from .errors import WriteRefusedError
from .field_states import StoredItem
from .identify import primary_key_of
from .plan_move import plan_move
from .plan_put import plan_put
from .plan_update import plan_update
from .planning import Planning
from .session import ComputedFunctions
from .unique_plan import Existence
from .write_action import WriteAction
from .write_expression import WriteExpression
from .write_rules import check_write


@dataclass(frozen=True, slots=True)
class WritePlan:
    """The actions of one write, and its outcome as far as the request determines it."""

    actions: Sequence[WriteAction] = ()  # the first is on the request's item
    write_id: str = ""  # stored by the write; empty without a version
    repeatable: bool = True  # whether a second execution has no further effect
    # The item after the write, with the fields that only keys hold, if the request determines it:
    # create, put and move.
    row: AttributeMap | None = None
    # The attributes of the read item that the plan used. A missing value marks an absent attribute.
    read: Mapping[str, AttributeValue | None] = field(
        default_factory=dict[str, AttributeValue | None]
    )


def _needs_item(request: WriteRequest) -> bool:
    if request.kind in ("update", "move") or request.expected_version is not None:
        return True
    return request.kind == "remove" and request.must_exist


def _key_of(request: WriteRequest, stored: StoredItem | None) -> AttributeMap:
    """The fields of an item that another program wrote need not give its key."""
    if request.kind in ("update", "remove") and stored is not None:
        key = primary_key_of(request.table, stored.attributes or {})
        if key:
            return key
    return compose_primary(request.entity, request.values)


def _plan_remove(plan: Planning) -> None:
    may_be_there = plan.stored is None or plan.stored.attributes is not None
    plan.plan_sentinels(Existence(before=may_be_there, after=False), plan.key)
    expression = WriteExpression()
    if plan.request.must_exist:
        expression.exists(plan.table.partition)
    if not may_be_there:
        expression.not_exists(plan.table.partition)
    plan.add_conditions(expression)
    plan.add_read_conditions(expression)
    plan.add_action("delete", "item", plan.key, expression)
    plan.add_sentinels()


def _plan_check(plan: Planning) -> None:
    expression = WriteExpression()
    plan.add_conditions(expression)
    if not expression.has_condition() or plan.request.must_exist:
        expression.exists(plan.table.partition)
    plan.add_action("check", "item", plan.key, expression)


_PLANS = {
    "create": plan_put,
    "put": plan_put,
    "update": plan_update,
    "upsert": plan_update,
    "remove": _plan_remove,
    "check": _plan_check,
    "move": plan_move,
}


def plan_write(
    request: WriteRequest,
    stored: StoredItem | None,
    write_id: str,
    functions: ComputedFunctions,
) -> WritePlan:
    """Returns the plan of a write.

    `stored` is the result of a consistent read, or None if no item was read. If it has an item,
    the write is on the primary key that this item has, also if the fields give another one.
    `write_id` is a text that no other write uses. Raises ModelError if the request lacks a value,
    contradicts itself or breaks a rule, or if a value cannot be in a key, and WriteRefusedError if
    the read item does not exist but the request needs it. Requires: `stored` is given if
    needs_read() (needs_read.py) is true.
    """
    check_write(request)
    key = _key_of(request, stored)
    if stored is not None and stored.attributes is None and _needs_item(request):
        raise WriteRefusedError("ItemMissing", f"{request.entity.name}: there is no such item")
    plan = Planning(request, stored, write_id, functions, key)
    _PLANS[request.kind](plan)
    stores_id = plan.is_versioned and request.kind not in ("remove", "check")
    return WritePlan(
        plan.actions, write_id if stores_id else "", plan.repeatable, plan.row, plan.read
    )
