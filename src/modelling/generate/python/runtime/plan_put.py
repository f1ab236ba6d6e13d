"""Plans of writes that store a whole item."""

from __future__ import annotations

from .attributes import AttributeMap
from .compose import compose_all
from .field_states import FieldState
from .planning import WRITE_ID_ATTRIBUTE, Planning, number_value, version_attribute
from .unique_plan import Existence
from .write_expression import WriteExpression
from .write_rules import check_required


def whole_item(plan: Planning, fields: AttributeMap, version: int | None) -> AttributeMap:
    """Returns the whole item made from its fields, with its keys.

    The plan's row also gets the fields that only keys hold. Raises ModelError if a field is
    missing or cannot be in a key.
    """
    entity, table = plan.entity, plan.table
    values: AttributeMap = dict(fields)
    if version is not None:
        values[version_attribute(entity)] = number_value(version)
    check_required(entity, values)
    plan.check_natural_keys(values)
    keys = compose_all(table, entity, values)
    item: AttributeMap = {name: value for name, value in values.items() if name not in keys.absent}
    item.update(keys.present)
    if table.type_attribute is not None:
        item[table.type_attribute] = {"S": entity.name}
    if version is not None:
        item[WRITE_ID_ATTRIBUTE] = {"S": plan.write_id}
    plan.row = dict(item)
    for field in entity.fields:
        if field.key_only and field.attribute not in keys.present:
            item.pop(field.attribute, None)
    return item


def _puts_only_new(plan: Planning) -> bool:
    """Returns true if the write requires that the item does not exist.

    A versioned item is replaced only if the request gives its version or accepts any version.
    """
    request, stored = plan.request, plan.stored
    if request.kind == "create" or (stored is not None and stored.attributes is None):
        return True
    return plan.is_versioned and request.expected_version is None and not request.any_version


def _next_version(plan: Planning, only_new: bool) -> int | None:
    expected = plan.request.expected_version
    if plan.entity.version is None:
        return None
    version = 1
    if expected is not None:
        version = plan.version_after(expected)
    elif not only_new:
        version = plan.version_after_read()
    state = FieldState(known=True, value=number_value(version))
    plan.states.set_after(plan.entity.version, state)
    return version


def plan_put(plan: Planning) -> None:
    """Plans a "create" or "put"."""
    request, stored = plan.request, plan.stored
    only_new = _puts_only_new(plan)
    item = whole_item(plan, request.values, _next_version(plan, only_new))
    surely_before = stored is not None or request.expected_version is not None
    existence = Existence(before=not only_new, after=True, surely_before=surely_before)
    plan.plan_sentinels(existence, plan.key)
    expression = WriteExpression()
    if only_new:
        expression.not_exists(plan.table.partition)
    elif stored is not None:
        expression.exists(plan.table.partition)
    plan.add_conditions(expression)
    plan.add_read_conditions(expression)
    plan.add_action("put", "item", plan.key, expression, item)
    plan.add_sentinels()
