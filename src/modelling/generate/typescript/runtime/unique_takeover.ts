// Takes over a unique value whose owner has expired. The service removes such an owner at some time and leaves its
// sentinel behind. A claim that finds such a sentinel reads the owner. It is then sent again with the actions that end
// the owner's claim.
import type { AttributeMap } from "./attributes.js";
import type { WriteRequest } from "./calls.js";
import type { EntityDescription, TableDescription } from "./description.js";
import { equalMaps } from "./equal_values.js";
import { hasExpired } from "./expiry.js";
import { WriteRefused } from "./errors.js";
import { identify, rowOf } from "./identify.js";
import { sentinelsOf } from "./item_sentinels.js";
import type { ComputedFunctions } from "./kept_members.js";
import { fieldAt } from "./key_fields.js";

import type { Session } from "./session.js";
import { byName } from "./sorted_map.js";
import { ownerAttribute, ownerOfSentinel } from "./unique.js";
import type { ActionPart, WriteAction } from "./write_action.js";
import { WriteExpression } from "./write_expression.js";
import type { Where } from "./write_failure.js";
import { planWrite } from "./write_plan.js";

// A sentinel whose owner has expired or does not exist.
export interface Takeover {
  readonly sentinelKey: AttributeMap;
  readonly ownerKey: AttributeMap;
  readonly owner?: AttributeMap; // as it was read; absent if it does not exist
}

// Returns true if both are of the same sentinel and of the same owner, with equal attributes.
export function sameTakeover(a: Takeover, b: Takeover): boolean {
  const sameOwner = a.owner && b.owner ? equalMaps(a.owner, b.owner) : a.owner === b.owner;
  return sameOwner && equalMaps(a.sentinelKey, b.sentinelKey) && equalMaps(a.ownerKey, b.ownerKey);
}

// The removal of the owner with its sentinels, on the condition that the owner is still as it was read.
function removal(
  table: TableDescription,
  entity: EntityDescription,
  owner: AttributeMap,
  functions: ComputedFunctions | undefined,
): readonly WriteAction[] {
  const attributes: AttributeMap = new Map(owner);
  identify(table, attributes);
  const expiry = entity.ttl === undefined ? "" : fieldAt(entity, entity.ttl).attribute;
  const request: WriteRequest = {
    kind: "remove",
    table,
    entity,
    values: attributes,
    anyVersion: true,
    condition: { kind: "equal", path: [expiry], values: [attributes.get(expiry)] },
  };
  return planWrite(request, { attributes }, "", functions).actions;
}

function checkGone(table: TableDescription, ownerKey: AttributeMap): WriteAction {
  const expression = new WriteExpression();
  expression.notExists(table.partition);
  return { kind: "check", part: "item", table, key: ownerKey, ...expression.expressions() };
}

// Returns the key of the owner to read, if a claim of an entity with time to live failed because of the sentinel
// `found`. undefined if the value counts as taken.
export function ownerInTheWay(
  entity: EntityDescription,
  action: WriteAction,
  found: AttributeMap | undefined,
): AttributeMap | undefined {
  if (entity.ttl === undefined || action.part !== "claim" || !found) return undefined;
  return ownerOfSentinel(action.table, found);
}

// Returns true if an action failed because its knowledge of a value's earlier owner is out of date. The value may then
// be free, and a write that is planned without takeovers finds that out. `isTakenOver` tells whether the action is a
// claim with a takeover.
export function needsNewPlan(part: ActionPart, isTakenOver: boolean, found: AttributeMap | undefined): boolean {
  return part === "expired" || (part === "claim" && isTakenOver && !found);
}

// Returns true if the owner that was read has the claimed value. If not, the owner has given the value up since, or the
// sentinel was left behind.
export function ownerHasValue(
  claim: WriteAction,
  owner: AttributeMap | undefined,
  functions: ComputedFunctions | undefined,
): boolean {
  if (!owner) return false;
  return sentinelsOf(claim.table, owner, functions).some((key) => equalMaps(key, claim.key));
}

// Returns the error of a write that met another owner each time.
export function ownersChange(where: Where, times: number): WriteRefused {
  const text =
    `${where.text}: the owner of a unique value changed each of the ${times} times that it was read: ` +
    "the value may be free";
  return new WriteRefused("ChangedMeanwhile", text, where.position === undefined ? {} : { position: where.position });
}

// Returns the takeover that the owner that was read allows. undefined if the owner exists and has not expired.
export function takeoverOf(
  session: Session,
  claim: WriteAction,
  ownerKey: AttributeMap,
  owner: AttributeMap | undefined,
): Takeover | undefined {
  const takeover = { sentinelKey: claim.key, ownerKey };
  if (!owner) return takeover;
  const row = rowOf(claim.table, owner);
  return row.entity && hasExpired(row.entity, row.attributes, session.now()) ? { ...takeover, owner } : undefined;
}

function claimAt(actions: readonly WriteAction[], sentinelKey: AttributeMap): number {
  return actions.findIndex((action) => action.part === "claim" && equalMaps(action.key, sentinelKey));
}

type Condition = Pick<WriteAction, "condition" | "names" | "values">;

// Returns the action with the condition of another one.
export function withConditionOf(action: WriteAction, other: Condition): WriteAction {
  const { condition: _condition, names: _names, values: _values, ...rest } = action;
  return {
    ...rest,
    ...(other.condition === undefined ? {} : { condition: other.condition }),
    ...(other.names === undefined ? {} : { names: other.names }),
    ...(other.values === undefined ? {} : { values: other.values }),
  };
}

// Returns the actions with a claim that replaces the old owner's sentinel, and with the actions that end the owner: its
// removal with its other sentinels, or a check that it does not exist. They are at the end. The actions stay as they
// are if none of them claims the value or if one of them writes the owner itself. Throws ModelError if the owner's keys
// cannot be made.
export function withTakeover(
  plan: readonly WriteAction[],
  entity: EntityDescription,
  takeover: Takeover,
  functions: ComputedFunctions | undefined,
): readonly WriteAction[] {
  const actions = [...plan];
  const at = claimAt(actions, takeover.sentinelKey);
  const claim = actions[at];
  if (!claim) return plan;
  const { table, unique = [] } = claim;
  const onOwner = actions.find((one) => one.table === table && equalMaps(one.key, takeover.ownerKey));
  if (onOwner && onOwner.part !== "expired") return plan;
  const oldClaim = new WriteExpression();
  for (const [name, value] of byName(takeover.ownerKey)) oldClaim.equals(ownerAttribute(name), value);
  actions[at] = withConditionOf(claim, oldClaim.expressions());
  if (onOwner) return actions;
  const ends = takeover.owner
    ? removal(table, entity, takeover.owner, functions)
    : [checkGone(table, takeover.ownerKey)];
  for (const end of ends) {
    // A value that this write claims gets a new owner. All other values of the old owner become free.
    const claimed = claimAt(actions, end.key);
    const action = actions[claimed];
    if (action) actions[claimed] = withConditionOf(action, end);
    else actions.push({ ...end, part: "expired", unique });
  }
  return actions;
}
