// The actions on the sentinels of an entity's unique fields that belong to a write.
import type { AttributeMap } from "./attributes.js";
import type { WriteRequest } from "./calls.js";
import type { EntityDescription, TableDescription } from "./description.js";
import { equalMaps } from "./equal_values.js";
import { ModelError } from "./errors.js";
import type { FieldStates } from "./field_states.js";
import { fieldAt, identifyingFields, primaryFields } from "./key_fields.js";
import { ownerAttribute, uniqueItem, uniqueKey, type Unique } from "./unique.js";
import type { ActionPart, WriteAction } from "./write_action.js";
import { WriteExpression } from "./write_expression.js";

// The knowledge about the item before and after the write.
export interface Existence {
  readonly before: boolean; // an item may exist before the write
  readonly after: boolean; // the item exists after the write
  readonly surelyBefore?: boolean; // the write fails unless the item exists
}

// The condition that the sentinel is missing or belongs to the owner.
function unlessOfAnother(table: TableDescription, owner: AttributeMap): WriteExpression {
  const attributes: AttributeMap = new Map();
  for (const [name, value] of owner) attributes.set(ownerAttribute(name), value);
  const expression = new WriteExpression();
  expression.notExistsOrEquals(table.partition, attributes);
  return expression;
}

// Puts the sentinel of `to`, if it is missing or belongs to `from`. A claim thus also accepts a sentinel of the item
// itself, which was left behind when its time to live removed it, or by a program that does not know the unique value.
// Such an item, which the same transaction writes, is missing or has another value.
function putSentinel(
  part: ActionPart,
  table: TableDescription,
  unique: Unique,
  key: AttributeMap,
  from: AttributeMap,
  to: AttributeMap,
): WriteAction {
  const expressions = unlessOfAnother(table, from).expressions();
  return { kind: "put", part, unique, table, key, item: uniqueItem(table, key, to), ...expressions };
}

// The condition accepts a missing sentinel, because that does no harm, but not another owner's sentinel.
function release(table: TableDescription, unique: Unique, key: AttributeMap, owner: AttributeMap): WriteAction {
  const expressions = unlessOfAnother(table, owner).expressions();
  return { kind: "delete", part: "release", unique, table, key, ...expressions };
}

function unknown(request: WriteRequest, field: number, isOld: boolean): ModelError {
  const { name } = fieldAt(request.entity, field);
  const why = isOld ? ", and its old value must be known" : ", and gets a value that is not known";
  return new ModelError(
    `${request.entity.name}: the field ${name} is unique${why}: give its stored value, as in given: { ${name}: ... }, or say readFirst: true`,
  );
}

// The key of the sentinel before or after the write. undefined if a field is absent, because then it has no sentinel.
function sentinelOf(
  request: WriteRequest,
  unique: Unique,
  states: FieldStates,
  isOld: boolean,
): AttributeMap | undefined {
  const values: AttributeMap = new Map();
  for (const field of unique) {
    const state = isOld ? states.before(field) : states.after(field);
    if (!state.known) throw unknown(request, field, isOld);
    // A default has no sentinel, because no write claimed it.
    if (!state.value || state.isDefault) return undefined;
    values.set(fieldAt(request.entity, field).attribute, state.value);
  }
  return uniqueKey(request.table, request.entity, unique, values);
}

// True if the primary key tells all values, so that they are known even if there is no item with this key.
function isInKey(entity: EntityDescription, unique: Unique): boolean {
  const identifying = identifyingFields(entity);
  return unique.every((field) => identifying.has(field));
}

// True if the write stores a field that the primary key has only in part, so that its old value may be another one.
function storesPartOfKey(entity: EntityDescription, unique: Unique): boolean {
  const identifying = identifyingFields(entity);
  const primary = primaryFields(entity);
  return unique.some((field) => primary.has(field) && !identifying.has(field));
}

// True if the write cannot change which sentinel the item has.
function leavesSentinel(request: WriteRequest, states: FieldStates, unique: Unique): boolean {
  if (request.kind !== "update" && request.kind !== "upsert") return false;
  if (unique.some((field) => states.changed(field))) return false;
  // An upsert may create the item with the values that its key has.
  const { entity } = request;
  return request.kind === "update" || (!isInKey(entity, unique) && !storesPartOfKey(entity, unique));
}

// Returns the actions. `oldKey` and `newKey` are the owner's primary keys before and after the write. They differ for a
// move only. Throws ModelError if an old or new value is needed and not known, or if a value cannot be kept unique.
export function uniqueActions(
  request: WriteRequest,
  existence: Existence,
  states: FieldStates,
  oldKey: AttributeMap,
  newKey: AttributeMap,
): readonly WriteAction[] {
  const { table, entity } = request;
  const actions: WriteAction[] = [];
  for (const unique of entity.unique ?? []) {
    if (leavesSentinel(request, states, unique)) continue;
    const before = existence.before ? sentinelOf(request, unique, states, true) : undefined;
    const after = existence.after ? sentinelOf(request, unique, states, false) : undefined;
    if (before && after && equalMaps(before, after)) {
      if (!equalMaps(oldKey, newKey)) actions.push(putSentinel("repoint", table, unique, after, oldKey, newKey));
      else if (!existence.surelyBefore && isInKey(entity, unique))
        actions.push(putSentinel("claim", table, unique, after, newKey, newKey));
      continue;
    }
    if (before) actions.push(release(table, unique, before, oldKey));
    if (after) actions.push(putSentinel("claim", table, unique, after, newKey, newKey));
  }
  return actions;
}
