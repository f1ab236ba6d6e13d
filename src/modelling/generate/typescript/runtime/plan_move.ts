// Plans of moves, which put the item at its new key and delete it at the old one.
import type { AttributeMap } from "./attributes.js";
import { composePrimary } from "./compose.js";
import { equalMaps } from "./equal_values.js";
import { ModelError } from "./errors.js";
import { wholeItem } from "./plan_put.js";
import { versionAttribute, writeIdAttribute, type Planning } from "./planning.js";
import { byName } from "./sorted_map.js";
import { WriteExpression } from "./write_expression.js";

// True if the model knows the attribute.
function isOurs(plan: Planning, name: string): boolean {
  const { table, entity } = plan;
  return (
    [table.partition, table.sort, table.typeAttribute, writeIdAttribute].includes(name) ||
    table.indexes.some((index) => [...index.partition, ...index.sort, index.shards?.attribute].includes(name)) ||
    entity.fields.some((field) => field.attribute === name)
  );
}

// Carries the attributes that the model does not know over to the new item, and returns their names.
function carryUnknown(plan: Planning, values: AttributeMap): readonly string[] {
  const names: string[] = [];
  for (const [name, value] of byName(plan.stored?.attributes ?? new Map())) {
    if (isOurs(plan, name)) continue;
    if (!values.has(name)) values.set(name, value);
    plan.dependOn(name);
    names.push(name);
  }
  return names;
}

function conditionOfOld(plan: Planning): WriteExpression {
  const there = new WriteExpression();
  there.exists(plan.table.partition);
  plan.addConditions(there);
  plan.addReadConditions(there);
  return there;
}

// The condition that the item is as it was read. If the item has more attributes than a condition of the service may
// name, the condition on the version replaces those on the `unknown` attributes, because every write increments the
// version.
function isAsRead(plan: Planning, unknown: readonly string[]): WriteExpression {
  const there = conditionOfOld(plan);
  if (unknown.length === 0 || there.conditionFits()) return there;
  const { entity, stored } = plan;
  if (!plan.isVersioned() || !stored?.attributes?.has(versionAttribute(entity)))
    throw new ModelError(
      `${entity.name}: a move is conditional on each attribute of the item that no field names, and these ` +
        `${unknown.length} are more than a condition holds: name them in the model, or give the entity a ` +
        "version and the item a value of it",
    );
  for (const name of unknown) plan.read.delete(name);
  return conditionOfOld(plan);
}

function nextVersion(plan: Planning): bigint | undefined {
  if (!plan.isVersioned()) return undefined;
  const expected = plan.request.expectedVersion;
  return expected === undefined ? plan.versionAfterRead() : plan.versionAfter(expected);
}

// Plans a "move".
export function planMove(plan: Planning): void {
  const { request, table, entity, key } = plan;
  const movedTo = request.movedTo ?? new Map();
  const values: AttributeMap = new Map(movedTo);
  const unknown = carryUnknown(plan, values);
  const item = wholeItem(plan, values, nextVersion(plan));
  const newKey = composePrimary(entity, movedTo);
  if (equalMaps(newKey, key))
    throw new ModelError(`${entity.name}: a move does not change the primary key: use replace or update`);
  plan.planSentinels({ before: true, after: true }, newKey);
  const there = isAsRead(plan, unknown);
  const free = new WriteExpression();
  free.notExists(table.partition);
  plan.addAction("put", "item", newKey, free, item);
  plan.addAction("delete", "oldItem", key, there);
  plan.addSentinels();
}
