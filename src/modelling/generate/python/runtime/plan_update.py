"""Plans of updates and upserts."""

from __future__ import annotations

from .attributes import AttributeValue, by_name
from .calls import Change
from .change_facts import is_start_of, start_of, starts_from_stored
from .default_values import counts_as_absent, default_of
from .field_states import UNKNOWN, FieldState
from .kept_members import computed_changes
from .key_changes import key_changes
from .key_fields import holds_field, index_attributes, primary_fields
from .null_for_empty import change_of_absent, meets_null, without_elements
from .planning import WRITE_ID_ATTRIBUTE, Planning, number_value, version_attribute
from .unique_plan import Existence
from .write_expression import WriteExpression
from .write_rules import LAST_VERSION


def _with_null_absent(plan: Planning, change: Change, absent: AttributeValue | None) -> Change:
    """Makes a change that meets a NULL, which other programs write for empty, start from absent.

    `absent` is the start value, as in WriteExpression.apply().
    """
    field = plan.entity.fields[change.field]
    value = plan.stored_value(field.attribute)
    if value is None or not starts_from_stored(change) or not meets_null(field, change, value):
        return change
    changed = change_of_absent(change, absent)
    if changed is None:
        return change
    plan.depend_on(field.attribute)
    return changed


def _with_place_kept(plan: Planning, change: Change) -> Change | None:
    """Keeps a set in a list or map in its place if it gets empty.

    Returns None if no element is to be removed from it.
    """
    stored = None if plan.stored is None else plan.stored.attributes
    if change.kind != "removeFromSet" or not change.of_element or stored is None:
        return change
    name = plan.attribute(change.field)
    plan.depend_on(name)
    return without_elements(change, stored.get(name))


def _with_natural_default(plan: Planning, change: Change) -> Change:
    """Stores a default instead of removing it, if it is a key of an index itself.

    The index finds the default only if it is stored.
    """
    name = plan.attribute(change.field)
    value = default_of(plan.entity, name)
    if change.kind != "remove" or change.path or value is None:
        return change
    attributes = index_attributes(plan.entity)
    is_key = any(part.natural and part.attribute == name for part in attributes)
    return Change("set", change.field, value=value) if is_key else change


def _add_changes(plan: Planning, expression: WriteExpression) -> None:
    changes = plan.request.changes
    for position, requested in enumerate(changes):
        kept = _with_place_kept(plan, requested)
        if kept is None:
            continue
        start = start_of(plan.request, position)
        change = _with_null_absent(plan, _with_natural_default(plan, kept), start)
        if position + 1 < len(changes) and is_start_of(change, changes[position + 1]):
            continue
        if change.kind in ("increment", "append", "prepend"):
            plan.repeatable = False
        if plan.entity.fields[change.field].key_only:
            continue
        name = plan.attribute(change.field)
        sets = change.kind in ("set", "setIfAbsent") and not change.path
        if sets and change.value is not None:
            plan.check_natural_keys({name: change.value})
        expression.apply(change, name, start)


def _version_is_null(plan: Planning, version: int) -> bool:
    """Returns true if the stored version is NULL, to which the service cannot add."""
    field = plan.entity.fields[version]
    value = plan.stored_value(field.attribute)
    return value is not None and counts_as_absent(field, value)


def _most_before_increment(plan: Planning, version: int) -> int | None:
    """Returns the largest version that may be incremented.

    None for a signed version: it never reaches its end in practice, so its writes need no
    condition.
    """
    is_signed = plan.entity.fields[version].kind == "integer"
    return None if is_signed else LAST_VERSION - 1


def _increment_version(plan: Planning, version: int, expression: WriteExpression) -> None:
    entity, states = plan.entity, plan.states
    name = version_attribute(entity)
    # The stored version is used only if an index key holds the version.
    state = UNKNOWN
    is_in_key = any(holds_field(part, version) for part in index_attributes(entity))
    if is_in_key and plan.stored is not None:
        state = FieldState(known=True, value=number_value(plan.version_after_read()))
    states.set_after(version, state)
    if _version_is_null(plan, version):
        following = plan.version_after_read()
        plan.depend_on(name)
        expression.set(name, number_value(following))
        return
    most = _most_before_increment(plan, version)
    expression.increment(name, 1, default_of(entity, name), most)


def _add_version(plan: Planning, expression: WriteExpression) -> None:
    version, expected = plan.entity.version, plan.request.expected_version
    if version is None:
        return
    if expected is None:
        _increment_version(plan, version, expression)
    else:
        following = number_value(plan.version_after(expected))
        plan.states.set_after(version, FieldState(known=True, value=following))
        expression.set(version_attribute(plan.entity), following)
    expression.set(WRITE_ID_ATTRIBUTE, {"S": plan.write_id})


def _add_rest_of_upsert(plan: Planning, expression: WriteExpression) -> None:
    """Adds the attributes that a created item has beyond its changes."""
    entity, table = plan.entity, plan.table
    if table.type_attribute is not None:
        expression.set(table.type_attribute, {"S": entity.name})
    for field in primary_fields(entity):
        info = entity.fields[field]
        value = plan.request.values.get(info.attribute)
        if value is None:
            continue
        plan.states.keep(field, value)
        if not info.key_only and info.attribute not in plan.key:
            expression.set(info.attribute, value)


def _add_computed(plan: Planning, expression: WriteExpression) -> None:
    changes = computed_changes(plan.request, plan.states, plan.functions)
    for name, value in by_name(changes).items():
        if value is None:
            expression.remove(name)
        else:
            expression.set(name, value)


def _add_keys(plan: Planning, expression: WriteExpression, *, is_upsert: bool) -> None:
    keys = key_changes(plan.request, plan.states)
    for name, value in by_name(keys.to_set).items():
        # The tag may be an index key too, and an upsert has already set it.
        if not is_upsert or name != plan.table.type_attribute:
            expression.set(name, value)
    for name, value in by_name(keys.to_set_if_absent).items():
        expression.set_if_absent(name, value)
    for name in keys.to_remove:
        expression.remove(name)


def plan_update(plan: Planning) -> None:
    """Plans an "update" or "upsert"."""
    request = plan.request
    is_upsert = request.kind == "upsert"
    expression = WriteExpression()
    plan.states.apply_changes()
    _add_changes(plan, expression)
    _add_version(plan, expression)
    if is_upsert:
        _add_rest_of_upsert(plan, expression)
    _add_computed(plan, expression)
    _add_keys(plan, expression, is_upsert=is_upsert)
    surely_before = not is_upsert or request.expected_version is not None
    existence = Existence(before=True, after=True, surely_before=surely_before)
    plan.plan_sentinels(existence, plan.key)
    if not is_upsert:
        expression.exists(plan.table.partition)
    plan.add_conditions(expression)
    plan.add_read_conditions(expression)
    plan.add_action("update", "item", plan.key, expression)
    plan.add_sentinels()
