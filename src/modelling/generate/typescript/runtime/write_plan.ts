// Plans turn a write request into the actions that carry it out. They need no database.
//
// A single action is sent by itself, and several actions form one transaction. A plan made from a read item is
// conditional on the attributes that it used (`read`). If one of them has changed since, the write must be planned
// again.
//
// How a write becomes requests
// 1. The primary key of the item is composed, or taken from the stored item, which the caller read before if the write
//    depends on stored values.
// 2. The kind of the write makes the action on the item: a put of all attributes, an update expression, a deletion, or
//    a condition check. A move is a put at the new key and a deletion at the old one.
// 3. The keys of indexes and the version are added to the action, and each field of the stored item that was used
//    becomes a condition of it.
// 4. Unique fields add puts, deletions or checks of sentinels, so the write becomes a transaction.
import type { AttributeMap, AttributeValue } from "./attributes.js";
import type { WriteRequest } from "./calls.js";
import { composePrimary } from "./compose.js";
import { WriteRefused } from "./errors.js";
import type { StoredItem } from "./field_states.js";
import { primaryKeyOf } from "./identify.js";
import type { ComputedFunctions } from "./kept_members.js";
import { planMove } from "./plan_move.js";
import { planPut } from "./plan_put.js";
import { planUpdate } from "./plan_update.js";
import { Planning } from "./planning.js";
import type { WriteAction } from "./write_action.js";
import { WriteExpression } from "./write_expression.js";
import { checkWrite } from "./write_rules.js";

// The actions of one write, and its outcome as far as the request determines it.
export interface WritePlan {
  readonly actions: readonly WriteAction[]; // the first is on the request's item
  readonly writeId: string; // stored by the write; empty without a version
  readonly repeatable: boolean; // whether a second execution has no further effect
  // The item after the write, with the fields that only keys hold, if the request determines it: create, put and move.
  readonly row?: AttributeMap;
  // The attributes of the read item that the plan used. undefined marks an absent attribute.
  readonly read: ReadonlyMap<string, AttributeValue | undefined>;
}

function needsItem(request: WriteRequest): boolean {
  const { kind } = request;
  if (kind === "update" || kind === "move" || request.expectedVersion !== undefined) return true;
  return kind === "remove" && request.mustExist === true;
}

// The fields of an item that another program wrote need not give its key.
function keyOf(request: WriteRequest, stored: StoredItem | undefined): AttributeMap {
  const stays = request.kind === "update" || request.kind === "remove";
  const key = stays && stored?.attributes ? primaryKeyOf(request.table, stored.attributes) : undefined;
  return key && key.size > 0 ? key : composePrimary(request.entity, request.values);
}

function planRemove(plan: Planning): void {
  const { request, stored, table, key } = plan;
  const mayBeThere = !stored || stored.attributes !== undefined;
  plan.planSentinels({ before: mayBeThere, after: false }, key);
  const expression = new WriteExpression();
  if (request.mustExist) expression.exists(table.partition);
  if (!mayBeThere) expression.notExists(table.partition);
  plan.addConditions(expression);
  plan.addReadConditions(expression);
  plan.addAction("delete", "item", key, expression);
  plan.addSentinels();
}

function planCheck(plan: Planning): void {
  const expression = new WriteExpression();
  plan.addConditions(expression);
  if (!expression.hasCondition() || plan.request.mustExist) expression.exists(plan.table.partition);
  plan.addAction("check", "item", plan.key, expression);
}

function planKind(plan: Planning): void {
  switch (plan.request.kind) {
    case "create":
    case "put":
      return planPut(plan);
    case "update":
    case "upsert":
      return planUpdate(plan);
    case "remove":
      return planRemove(plan);
    case "check":
      return planCheck(plan);
    case "move":
      return planMove(plan);
  }
}

// Returns the plan of a write. `stored` is the result of a consistent read, or undefined if no item was read. If it has
// an item, the write is on the primary key that this item has, also if the fields give another one. `writeId` is a text
// that no other write uses. Throws ModelError if the request lacks a value, contradicts itself or breaks a rule, or if
// a value cannot be in a key, and WriteRefused if the read item does not exist but the request needs it.
// Requires: `stored` is given if needsRead() (needs_read.ts) is true.
export function planWrite(
  request: WriteRequest,
  stored: StoredItem | undefined,
  writeId: string,
  functions?: ComputedFunctions,
): WritePlan {
  checkWrite(request);
  const key = keyOf(request, stored);
  if (stored && !stored.attributes && needsItem(request))
    throw new WriteRefused("ItemMissing", `${request.entity.name}: there is no such item`);
  const plan = new Planning(request, stored, writeId, functions, key);
  planKind(plan);
  const storesId = plan.isVersioned() && request.kind !== "remove" && request.kind !== "check";
  return {
    actions: plan.actions,
    writeId: storesId ? writeId : "",
    repeatable: plan.repeatable,
    ...(plan.row ? { row: plan.row } : {}),
    read: plan.read,
  };
}
