// Translates a failed write into errors about the caller's request.
import type { AttributeMap, AttributeValue } from "./attributes.js";
import type { Change, WriteRequest } from "./calls.js";
import { pathOf, startOf, startsFromStored } from "./change_facts.js";
import { countsAsAbsent, defaultOf, valueAt } from "./default_values.js";
import { WriteRefused, type RefusalReason } from "./errors.js";
import type { StoredItem } from "./field_states.js";
import { fieldAt } from "./key_fields.js";
import { isInRange, isOfOperand } from "./null_for_empty.js";
import { compareNumbers, decimalOf, numberText, readNumber, sumIfValid, zero, type Decimal } from "./number_text.js";
import { numberValue, versionAttribute } from "./planning.js";
import { sameValue } from "./same_value.js";
import { isValidation, messageOf, validationError } from "./service_errors.js";
import { spellPath } from "./spell.js";
import { nameOf } from "./unique.js";
import type { WriteAction } from "./write_action.js";
import type { WritePlan } from "./write_plan.js";
import { lastVersion } from "./write_rules.js";

// The place of a write, for its errors.
export interface Where {
  readonly text: string; // such as "ORDER" or "request 2 (ORDER)"
  readonly position?: number; // in a transaction
}

function attributeOf(request: WriteRequest, field: number): string {
  return fieldAt(request.entity, field).attribute;
}

// Returns true if the item has the attribute with this value, or lacks it if the value is undefined. An absent or NULL
// attribute also counts as the value `absent`.
function has(
  item: AttributeMap,
  attribute: string,
  value: AttributeValue | undefined,
  absent?: AttributeValue,
): boolean {
  const stored = item.get(attribute);
  if (!value) return !stored;
  if (!stored || (absent && stored.NULL !== undefined)) return absent !== undefined && sameValue(absent, value);
  return sameValue(stored, value);
}

// The text of a version conflict. undefined if the item has the expected version or if no version is expected.
function versionConflict(request: WriteRequest, item: AttributeMap, where: Where): string | undefined {
  const { entity, expectedVersion } = request;
  if (entity.version === undefined) return undefined;
  const attribute = versionAttribute(entity);
  const stored = item.get(attribute)?.N;
  const is = stored === undefined ? "no version" : `version ${stored}`;
  if (expectedVersion !== undefined) {
    if (has(item, attribute, numberValue(expectedVersion), defaultOf(entity, attribute))) return undefined;
    return `${where.text}: the item has ${is}, not version ${expectedVersion}`;
  }
  if (request.kind === "put" && !request.anyVersion)
    return `${where.text}: the item exists with ${is}: to replace it, say which version is expected`;
  return undefined;
}

function fieldNotAsGiven(request: WriteRequest, item: AttributeMap): string | undefined {
  const { entity, given } = request;
  for (const field of entity.fields) {
    if (!given?.has(field.attribute)) continue;
    const value = given.get(field.attribute);
    const stored = item.get(field.attribute);
    if (!value && stored && countsAsAbsent(field, stored)) continue;
    if (!has(item, field.attribute, value, defaultOf(entity, field.attribute))) return field.name;
  }
  return undefined;
}

function versionAtItsEnd(request: WriteRequest, item: AttributeMap): string | undefined {
  const { entity } = request;
  if (entity.version === undefined || request.expectedVersion !== undefined) return undefined;
  const stored = item.get(versionAttribute(entity))?.N;
  const version = stored === undefined ? zero : readNumber(stored);
  if (!version || compareNumbers(version, decimalOf(lastVersion)) < 0) return undefined;
  return `no version follows ${numberText(version)}, because the member counts only to ${lastVersion}`;
}

// The value from which the increment at `position` starts. undefined if it is not a number.
function startOfIncrement(
  request: WriteRequest,
  position: number,
  change: Change,
  item: AttributeMap,
): Decimal | undefined {
  const name = attributeOf(request, change.field);
  const field = item.get(name) ?? defaultOf(request.entity, name);
  const stored = valueAt(field, pathOf(change).slice(1));
  const value = stored && stored.NULL === undefined ? stored : startOf(request, position);
  if (!value) return zero;
  return value.N === undefined ? undefined : readNumber(value.N);
}

// The reason, if an increment would leave the range of its field.
function outOfRange(request: WriteRequest, item: AttributeMap): string | undefined {
  const end = versionAtItsEnd(request, item);
  if (end !== undefined) return end;
  for (const [position, change] of (request.changes ?? []).entries()) {
    const { range, value } = change;
    if (change.kind !== "increment" || !range) continue;
    const from = startOfIncrement(request, position, change, item);
    const by = readNumber(value?.N ?? "");
    if (!from || !by) continue;
    const sum = sumIfValid(from, by);
    if (sum && isInRange(sum, range)) continue;
    const path = pathOf(change);
    const what = path.length === 0 ? `the field ${fieldAt(request.entity, change.field).name}` : spellPath(path);
    return (
      `the increment of ${what} by ${value?.N} would leave the range of its type, ${range.least} to ${range.most}: ` +
      `its value is ${numberText(from)}`
    );
  }
  return undefined;
}

function uniqueRefusal(request: WriteRequest, action: WriteAction, where: Where, cause: unknown): WriteRefused {
  const unique = action.unique ?? [];
  const isTaken = action.part === "claim" || action.part === "expired";
  const why = isTaken ? "is taken" : "is kept for another item";
  return new WriteRefused(
    isTaken ? "UniqueValueTaken" : "ConditionFailed",
    `The conditional request failed: ${where.text}: the value of the unique ${nameOf(request.entity, unique)} ${why}`,
    {
      ...(where.position === undefined ? {} : { position: where.position }),
      fields: unique.map((field) => fieldAt(request.entity, field).name),
      cause,
    },
  );
}

// Why the action on the item itself was refused, with the text behind the name of the write.
function reasonOf(
  request: WriteRequest,
  action: WriteAction,
  item: AttributeMap | undefined,
): readonly [RefusalReason, string] {
  if (!item) {
    const range = request.kind === "upsert" ? outOfRange(request, new Map()) : undefined;
    return range === undefined ? ["ItemMissing", "there is no such item"] : ["ConditionFailed", range];
  }
  if (request.kind === "move" && action.part === "item")
    return ["ItemExists", "an item with the new key exists already"];
  if (request.kind === "create") return ["ItemExists", "the item exists already"];
  const field = fieldNotAsGiven(request, item);
  if (field !== undefined) return ["ConditionFailed", `the field ${field} does not hold the value given`];
  return ["ConditionFailed", outOfRange(request, item) ?? "the condition was false"];
}

// Returns the error of a failed condition. `found` is the stored item if the service returned it.
export function failedCondition(
  request: WriteRequest,
  action: WriteAction,
  found: AttributeMap | undefined,
  where: Where,
  cause: unknown,
): WriteRefused {
  if (action.unique) return uniqueRefusal(request, action, where, cause);
  const item = found && found.size > 0 ? found : undefined;
  const details = {
    ...(item ? { item } : {}),
    ...(where.position === undefined ? {} : { position: where.position }),
    cause,
  };
  const isCreation = request.kind === "create" || (request.kind === "move" && action.part === "item");
  const conflict = item && !isCreation ? versionConflict(request, item, where) : undefined;
  if (conflict !== undefined) return new WriteRefused("VersionConflict", conflict, details);
  const [reason, text] = reasonOf(request, action, item);
  return new WriteRefused(reason, `The conditional request failed: ${where.text}: ${text}`, details);
}

interface Named {
  readonly paths: string; // of the changes
  readonly members: string; // the changed fields, each once
  readonly defaults: string; // those fields that have a default
}

function named(request: WriteRequest, changes: readonly Change[]): Named {
  const members = [...new Set(changes.map((change) => attributeOf(request, change.field)))];
  const paths = changes.map((change) => {
    const path = pathOf(change);
    return path.length === 0 ? attributeOf(request, change.field) : spellPath(path);
  });
  const defaults = members.filter((name) => defaultOf(request.entity, name));
  return { paths: paths.join(" or "), members: members.join(" or "), defaults: defaults.join(" or ") };
}

// The text for a change that the service refused, or undefined if the message does not tell of one.
function ownWords(request: WriteRequest, message: string, where: string): string | undefined {
  const changes = request.changes ?? [];
  if (isOfOperand(message)) {
    const { paths } = named(request, changes.filter(startsFromStored));
    if (paths === "") return undefined;
    return `${where}: the item's ${paths} has another type than its member, so that nothing can be added to it: set it`;
  }
  if (!message.includes("document path provided in the update expression is invalid")) return undefined;
  const { paths, members, defaults } = named(
    request,
    changes.filter((change) => pathOf(change).length > 0),
  );
  if (paths === "") return undefined;
  const onlyErases = changes.every((change) => pathOf(change).length === 0 || change.kind === "remove");
  const cure = onlyErases ? "there is nothing to erase" : `set ${members} whole first`;
  const ofDefaults = defaults === "" ? "" : `; an absent ${defaults} means its default, of which no part can be set`;
  return `${where}: ${paths} leads into a part that the item does not have: ${cure}${ofDefaults}`;
}

// Returns the error. If the service refused a change inside of an absent value, or an addition to a value of the wrong
// type, the message of the new error names the paths.
export function inOwnWords(request: WriteRequest, error: unknown, where: string): unknown {
  const text = isValidation(error) ? ownWords(request, messageOf(error), where) : undefined;
  return text === undefined ? error : validationError(text, error);
}

// Returns true if the item has changed since the plan read it.
export function changedSinceRead(plan: WritePlan, stored: StoredItem, now: AttributeMap | undefined): boolean {
  const isThere = now !== undefined && now.size > 0;
  if (isThere !== (stored.attributes !== undefined)) return true;
  return isThere && [...plan.read].some(([name, value]) => !has(now, name, value));
}
