"""Plans of moves, which put the item at its new key and delete it at the old one."""

from __future__ import annotations

from .attributes import AttributeMap, by_name
from .compose import compose_primary
from .errors import ModelError
from .plan_put import whole_item
from .planning import WRITE_ID_ATTRIBUTE, Planning, version_attribute
from .unique_plan import Existence
from .write_expression import WriteExpression


def _known_attributes(plan: Planning) -> set[str]:
    """Returns the attributes that the model knows."""
    table = plan.table
    known = {field.attribute for field in plan.entity.fields}
    known.update((table.partition, WRITE_ID_ATTRIBUTE))
    known.update(name for name in (table.sort, table.type_attribute) if name is not None)
    for index in table.indexes:
        known.update((*index.partition, *index.sort))
        if index.shards is not None:
            known.add(index.shards.attribute)
    return known


def _carry_unknown(plan: Planning, values: AttributeMap) -> list[str]:
    """Carries the attributes that the model does not know over to the new item.

    Returns their names.
    """
    stored = None if plan.stored is None else plan.stored.attributes
    known = _known_attributes(plan)
    names = [name for name in by_name(stored or {}) if name not in known]
    for name in names:
        if stored is not None:
            values.setdefault(name, stored[name])
        plan.depend_on(name)
    return names


def _condition_of_old(plan: Planning) -> WriteExpression:
    there = WriteExpression()
    there.exists(plan.table.partition)
    plan.add_conditions(there)
    plan.add_read_conditions(there)
    return there


def _is_as_read(plan: Planning, unknown: list[str]) -> WriteExpression:
    """Returns the condition that the item is as it was read.

    If the item has more attributes than a condition of the service may name, the condition on the
    version replaces those on the `unknown` attributes, because every write increments the version.
    """
    there = _condition_of_old(plan)
    if not unknown or there.condition_fits():
        return there
    entity = plan.entity
    if not plan.is_versioned or plan.stored_value(version_attribute(entity)) is None:
        raise ModelError(
            f"{entity.name}: a move is conditional on each attribute of the item that no field "
            f"names, and these {len(unknown)} are more than a condition holds: name them in the "
            "model, or give the entity a version and the item a value of it"
        )
    for name in unknown:
        del plan.read[name]
    return _condition_of_old(plan)


def _next_version(plan: Planning) -> int | None:
    if not plan.is_versioned:
        return None
    expected = plan.request.expected_version
    return plan.version_after_read() if expected is None else plan.version_after(expected)


def plan_move(plan: Planning) -> None:
    """Plans a "move"."""
    entity, moved_to = plan.entity, plan.request.moved_to
    values: AttributeMap = dict(moved_to)
    unknown = _carry_unknown(plan, values)
    item = whole_item(plan, values, _next_version(plan))
    new_key = compose_primary(entity, moved_to)
    if new_key == plan.key:
        raise ModelError(
            f"{entity.name}: a move does not change the primary key: use replace or update"
        )
    plan.plan_sentinels(Existence(before=True, after=True), new_key)
    there = _is_as_read(plan, unknown)
    free = WriteExpression()
    free.not_exists(plan.table.partition)
    plan.add_action("put", "item", new_key, free, item)
    plan.add_action("delete", "oldItem", plan.key, there)
    plan.add_sentinels()
