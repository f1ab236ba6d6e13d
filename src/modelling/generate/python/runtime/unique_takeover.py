"""Takes over a unique value whose owner has expired.

The service removes such an owner at some time and leaves its sentinel behind. A claim that finds
such a sentinel reads the owner. It is then sent again with the actions that end the owner's claim.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .attributes import AttributeMap, by_name
from .calls import Predicate, WriteRequest
from .description import EntityDescription, TableDescription
from .errors import WriteRefusedError
from .expiry import has_expired
from .field_states import StoredItem
from .identify import identify, row_of
from .item_sentinels import sentinels_of
from .session import ComputedFunctions, Session
from .unique import owner_attribute, owner_of_sentinel
from .write_action import ActionExpressions, ActionPart, WriteAction
from .write_expression import WriteExpression
from .write_failure import Where
from .write_plan import plan_write


@dataclass(frozen=True, slots=True)
class Takeover:
    """A sentinel whose owner has expired or does not exist.

    The owner is as it was read, None if it does not exist. Takeovers are equal if they are of the
    same sentinel and of the same owner, with equal attributes.
    """

    sentinel_key: AttributeMap
    owner_key: AttributeMap
    owner: AttributeMap | None = None


def _removal(
    table: TableDescription,
    entity: EntityDescription,
    owner: AttributeMap,
    functions: ComputedFunctions,
) -> Sequence[WriteAction]:
    """Returns the removal of the owner with its sentinels, if the owner is still as it was read."""
    attributes: AttributeMap = dict(owner)
    identify(table, attributes)
    expiry = "" if entity.ttl is None else entity.fields[entity.ttl].attribute
    request = WriteRequest(
        "remove",
        table,
        entity,
        attributes,
        any_version=True,
        condition=Predicate("equal", (expiry,), (attributes.get(expiry),)),
    )
    return plan_write(request, StoredItem(attributes), "", functions).actions


def _check_gone(table: TableDescription, owner_key: AttributeMap) -> WriteAction:
    expression = WriteExpression()
    expression.not_exists(table.partition)
    return WriteAction("check", "item", table, owner_key, expression.expressions())


def owner_in_the_way(
    entity: EntityDescription, action: WriteAction, found: AttributeMap | None
) -> AttributeMap | None:
    """Returns the key of the owner to read.

    That is if a claim of an entity with time to live failed because of the sentinel `found`. None
    if the value counts as taken.
    """
    if entity.ttl is None or action.part != "claim" or not found:
        return None
    return owner_of_sentinel(action.table, found)


def needs_new_plan(part: ActionPart, is_taken_over: bool, found: AttributeMap | None) -> bool:
    """Returns true if an action failed because it knows an earlier owner of the value.

    The value may then be free, and a write that is planned without takeovers finds that out.
    `is_taken_over` tells whether the action is a claim with a takeover.
    """
    return part == "expired" or (part == "claim" and is_taken_over and not found)


def owner_has_value(
    claim: WriteAction, owner: AttributeMap | None, functions: ComputedFunctions
) -> bool:
    """Returns true if the owner that was read has the claimed value.

    If not, the owner has given the value up since, or the sentinel was left behind.
    """
    return owner is not None and claim.key in sentinels_of(claim.table, owner, functions)


def owners_change(where: Where, times: int) -> WriteRefusedError:
    """Returns the error of a write that met another owner each time."""
    return WriteRefusedError(
        "ChangedMeanwhile",
        f"{where.text}: the owner of a unique value changed each of the {times} times that it was "
        "read: the value may be free",
        position=where.position,
    )


def takeover_of(
    session: Session, claim: WriteAction, owner_key: AttributeMap, owner: AttributeMap | None
) -> Takeover | None:
    """Returns the takeover that the owner that was read allows.

    None if the owner exists and has not expired.
    """
    if owner is None:
        return Takeover(claim.key, owner_key)
    entity, attributes = row_of(claim.table, owner)
    if entity is None or not has_expired(entity, attributes, session.options.now()):
        return None
    return Takeover(claim.key, owner_key, owner)


def claim_at(actions: Sequence[WriteAction], sentinel_key: AttributeMap) -> int | None:
    """Returns the position of the claim of the sentinel."""
    for at, action in enumerate(actions):
        if action.part == "claim" and action.key == sentinel_key:
            return at
    return None


def with_condition_of(action: WriteAction, other: ActionExpressions) -> WriteAction:
    """Returns the action with another condition."""
    return replace(action, expressions=replace(other, update=action.expressions.update))


def with_takeover(
    plan: Sequence[WriteAction],
    entity: EntityDescription,
    takeover: Takeover,
    functions: ComputedFunctions,
) -> Sequence[WriteAction]:
    """Returns the actions with a claim that replaces the old owner's sentinel.

    The actions that end the owner are at the end: its removal with its other sentinels, or a check
    that it does not exist. The actions stay as they are if none of them claims the value or if one
    of them writes the owner itself. Raises ModelError if the owner's keys cannot be made.
    """
    at = claim_at(plan, takeover.sentinel_key)
    if at is None:
        return plan
    actions = list(plan)
    claim = actions[at]
    on_owner = next(
        (one for one in plan if one.table is claim.table and one.key == takeover.owner_key),
        None,
    )
    if on_owner is not None and on_owner.part != "expired":
        return plan
    old_claim = WriteExpression()
    for name, value in by_name(takeover.owner_key).items():
        old_claim.equals(owner_attribute(name), value)
    actions[at] = with_condition_of(claim, old_claim.expressions())
    if on_owner is not None:
        return actions
    ends: Sequence[WriteAction] = [_check_gone(claim.table, takeover.owner_key)]
    if takeover.owner is not None:
        ends = _removal(claim.table, entity, takeover.owner, functions)
    for end in ends:
        # A value that this write claims gets a new owner. All other values of the old owner become
        # free.
        claimed = claim_at(actions, end.key)
        if claimed is None:
            actions.append(replace(end, part="expired", unique=claim.unique))
        else:
            actions[claimed] = with_condition_of(actions[claimed], end.expressions)
    return actions
