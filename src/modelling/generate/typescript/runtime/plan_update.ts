// Plans of updates and upserts.
import type { AttributeValue } from "./attributes.js";
import type { Change } from "./calls.js";
import { isStartOf, pathOf, startOf, startsFromStored } from "./change_facts.js";
import { countsAsAbsent, defaultOf } from "./default_values.js";
import type { FieldState } from "./field_states.js";
import { computedChanges } from "./kept_members.js";
import { keyChanges } from "./key_changes.js";
import { fieldAt, holdsField, indexAttributes, primaryFields } from "./key_fields.js";
import { changeOfAbsent, meetsNull, withoutElements } from "./null_for_empty.js";
import { numberValue, versionAttribute, writeIdAttribute, type Planning } from "./planning.js";
import { byName } from "./sorted_map.js";
import { WriteExpression } from "./write_expression.js";
import { lastVersion } from "./write_rules.js";

// Makes a change that meets a NULL, which other programs write for empty, start from an absent value. `absent` is the
// start value, as in WriteExpression.apply.
function withNullAbsent(plan: Planning, change: Change, absent: AttributeValue | undefined): Change {
  if (!startsFromStored(change)) return change;
  const field = fieldAt(plan.entity, change.field);
  const value = plan.stored?.attributes?.get(field.attribute);
  if (!value || !meetsNull(field, change, value)) return change;
  const changed = changeOfAbsent(change, absent);
  if (changed) plan.dependOn(field.attribute);
  return changed ?? change;
}

// A set in a list or map stays in its place if it gets empty. undefined if no element is to be removed from it.
function withPlaceKept(plan: Planning, change: Change): Change | undefined {
  const attributes = plan.stored?.attributes;
  if (change.kind !== "removeFromSet" || !change.ofElement || !attributes) return change;
  const name = plan.attribute(change.field);
  plan.dependOn(name);
  return withoutElements(change, attributes.get(name));
}

// An index whose key is the field's own attribute finds the default only if the default is stored.
function withNaturalDefault(plan: Planning, change: Change): Change {
  const name = plan.attribute(change.field);
  const value = defaultOf(plan.entity, name);
  if (change.kind !== "remove" || pathOf(change).length > 0 || !value) return change;
  const isNaturalKey = indexAttributes(plan.entity).some((part) => part.natural && part.attribute === name);
  return isNaturalKey ? { kind: "set", field: change.field, value } : change;
}

function addChanges(plan: Planning, expression: WriteExpression): void {
  const changes = plan.request.changes ?? [];
  changes.forEach((requested, i) => {
    const kept = withPlaceKept(plan, requested);
    if (!kept) return;
    const start = startOf(plan.request, i);
    const change = withNullAbsent(plan, withNaturalDefault(plan, kept), start);
    const next = changes[i + 1];
    if (next && isStartOf(change, next)) return;
    if (change.kind === "increment" || change.kind === "append" || change.kind === "prepend") plan.repeatable = false;
    if (fieldAt(plan.entity, change.field).keyOnly) return;
    const name = plan.attribute(change.field);
    const sets = change.kind === "set" || change.kind === "setIfAbsent";
    if (sets && pathOf(change).length === 0 && change.value) plan.checkNaturalKeys(new Map([[name, change.value]]));
    expression.apply(change, name, start);
  });
}

// The service cannot add to a NULL.
function versionIsNull(plan: Planning, version: number): boolean {
  const field = fieldAt(plan.entity, version);
  const value = plan.stored?.attributes?.get(field.attribute);
  return value !== undefined && countsAsAbsent(field, value);
}

// The largest version that may be incremented. undefined for a signed version: it never reaches its end in practice, so
// its writes need no condition.
function mostBeforeIncrement(plan: Planning, version: number): bigint | undefined {
  return fieldAt(plan.entity, version).kind === "integer" ? undefined : lastVersion - 1n;
}

function addVersion(plan: Planning, expression: WriteExpression): void {
  const { entity, request, states } = plan;
  const { version } = entity;
  if (version === undefined) return;
  const name = versionAttribute(entity);
  if (request.expectedVersion !== undefined) {
    const next = numberValue(plan.versionAfter(request.expectedVersion));
    states.setAfter(version, { known: true, value: next });
    expression.set(name, next);
  } else {
    // The stored version is used only if an index key holds the version.
    let state: FieldState = { known: false };
    const isInKey = indexAttributes(entity).some((part) => holdsField(part, version));
    if (isInKey && plan.stored) state = { known: true, value: numberValue(plan.versionAfterRead()) };
    states.setAfter(version, state);
    if (versionIsNull(plan, version)) {
      const next = plan.versionAfterRead();
      plan.dependOn(name);
      expression.set(name, numberValue(next));
    } else {
      expression.increment(name, 1n, defaultOf(entity, name), mostBeforeIncrement(plan, version));
    }
  }
  expression.set(writeIdAttribute, { S: plan.writeId });
}

// Adds the attributes that a created item has beyond its changes.
function addRestOfUpsert(plan: Planning, expression: WriteExpression): void {
  const { entity, table, request } = plan;
  if (table.typeAttribute !== undefined) expression.set(table.typeAttribute, { S: entity.name });
  for (const field of primaryFields(entity)) {
    const info = fieldAt(entity, field);
    const value = request.values.get(info.attribute);
    if (!value) continue;
    plan.states.keep(field, value);
    if (!info.keyOnly && !plan.key.has(info.attribute)) expression.set(info.attribute, value);
  }
}

// Plans an "update" or "upsert".
export function planUpdate(plan: Planning): void {
  const { request, states, table } = plan;
  const isUpsert = request.kind === "upsert";
  const expression = new WriteExpression();
  states.applyChanges();
  addChanges(plan, expression);
  addVersion(plan, expression);
  if (isUpsert) addRestOfUpsert(plan, expression);
  for (const [name, value] of byName(computedChanges(request, states, plan.functions)))
    if (value) expression.set(name, value);
    else expression.remove(name);
  const keys = keyChanges(request, states);
  // The tag may be an index key too, and an upsert has already set it.
  for (const [name, value] of byName(keys.set))
    if (!isUpsert || name !== table.typeAttribute) expression.set(name, value);
  for (const [name, value] of byName(keys.setIfAbsent)) expression.setIfAbsent(name, value);
  for (const name of keys.remove) expression.remove(name);
  const surelyBefore = !isUpsert || request.expectedVersion !== undefined;
  plan.planSentinels({ before: true, after: true, surelyBefore }, plan.key);
  if (!isUpsert) expression.exists(table.partition);
  plan.addConditions(expression);
  plan.addReadConditions(expression);
  plan.addAction("update", "item", plan.key, expression);
  plan.addSentinels();
}
