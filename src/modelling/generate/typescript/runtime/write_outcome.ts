// Tells by the stored item whether a write was carried out.
import type { AttributeMap } from "./attributes.js";
import type { WriteRequest } from "./calls.js";
import { equalItems } from "./equal_values.js";
import { readNumber, toInt64 } from "./number_text.js";
import { versionAttribute, writeIdAttribute } from "./planning.js";
import type { WritePlan } from "./write_plan.js";

// Returns true if the stored item proves that the plan was carried out, because it has the plan's write id.
export function isWritten(plan: WritePlan, item: AttributeMap | undefined): boolean {
  return item !== undefined && plan.writeId !== "" && item.get(writeIdAttribute)?.S === plan.writeId;
}

// Returns true if the stored item equals the one that the plan writes. For a plan without a write id this proves that
// the item is right, but not who wrote it.
export function isEqual(plan: WritePlan, item: AttributeMap | undefined): boolean {
  const action = plan.actions[0];
  return action?.item !== undefined && item !== undefined && equalItems(item, action.item);
}

function versionNumber(text: string | undefined): bigint | undefined {
  const number = text === undefined ? undefined : readNumber(text);
  return number && toInt64(number);
}

// Returns true if the stored item proves that the plan was not carried out, because it has another write id and its
// version is not above the one that the plan gives. It cannot tell an item that was removed and created again from an
// unchanged one.
export function isSurelyUnwritten(request: WriteRequest, plan: WritePlan, item: AttributeMap | undefined): boolean {
  if (plan.writeId === "" || !item || item.size === 0 || isWritten(plan, item)) return false;
  const attribute = versionAttribute(request.entity);
  const given = plan.actions[0]?.item?.get(attribute)?.N;
  let written = versionNumber(given); // the version that the write gives the item
  if (given === undefined && request.expectedVersion !== undefined) written = request.expectedVersion + 1n;
  const stored = item.get(attribute);
  const is = stored ? versionNumber(stored.N) : 0n;
  return written !== undefined && is !== undefined && is <= written;
}
