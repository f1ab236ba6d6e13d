// Plans of writes that store a whole item.
import type { AttributeMap } from "./attributes.js";
import { composeAll } from "./compose.js";
import { numberValue, versionAttribute, writeIdAttribute, type Planning } from "./planning.js";
import { WriteExpression } from "./write_expression.js";
import { checkRequired } from "./write_rules.js";

// Returns the whole item made from its fields, with its keys. The plan's row also gets the fields that only keys hold.
// Throws ModelError if a field is missing or cannot be in a key.
export function wholeItem(plan: Planning, fields: AttributeMap, version: bigint | undefined): AttributeMap {
  const { entity, table } = plan;
  const values: AttributeMap = new Map(fields);
  if (version !== undefined) values.set(versionAttribute(entity), numberValue(version));
  checkRequired(entity, values);
  plan.checkNaturalKeys(values);
  const keys = composeAll(table, entity, values);
  const item: AttributeMap = new Map(values);
  for (const name of keys.absent) item.delete(name);
  for (const [name, value] of keys.present) item.set(name, value);
  if (table.typeAttribute !== undefined) item.set(table.typeAttribute, { S: entity.name });
  if (version !== undefined) item.set(writeIdAttribute, { S: plan.writeId });
  plan.row = new Map(item);
  for (const field of entity.fields)
    if (field.keyOnly && !keys.present.has(field.attribute)) item.delete(field.attribute);
  return item;
}

// True if the write requires that the item does not exist. A versioned item is replaced only if the request gives its
// version or accepts any version.
function putsOnlyNew(plan: Planning): boolean {
  const { request, stored } = plan;
  if (request.kind === "create" || (stored && !stored.attributes)) return true;
  return plan.isVersioned() && request.expectedVersion === undefined && !request.anyVersion;
}

function nextVersion(plan: Planning, onlyNew: boolean): bigint | undefined {
  const { entity, request, states } = plan;
  if (entity.version === undefined) return undefined;
  let version = 1n;
  if (request.expectedVersion !== undefined) version = plan.versionAfter(request.expectedVersion);
  else if (!onlyNew) version = plan.versionAfterRead();
  states.setAfter(entity.version, { known: true, value: numberValue(version) });
  return version;
}

// Plans a "create" or "put".
export function planPut(plan: Planning): void {
  const { request, stored } = plan;
  const onlyNew = putsOnlyNew(plan);
  const item = wholeItem(plan, request.values, nextVersion(plan, onlyNew));
  const surelyBefore = stored !== undefined || request.expectedVersion !== undefined;
  plan.planSentinels({ before: !onlyNew, after: true, surelyBefore }, plan.key);
  const expression = new WriteExpression();
  if (onlyNew) expression.notExists(plan.table.partition);
  else if (stored) expression.exists(plan.table.partition);
  plan.addConditions(expression);
  plan.addReadConditions(expression);
  plan.addAction("put", "item", plan.key, expression, item);
  plan.addSentinels();
}
