// Other programs write NULL for an empty member. A change that adds to the stored value must treat that NULL as an
// absent attribute. And an empty set in a list or map is NULL, but the database removes the whole element with the last
// element of the set. An update expression cannot express either, so such a write reads the item and sets the result.
import { compareBytes, type AttributeMap, type AttributeValue } from "./attributes.js";
import type { Change, WriteRequest } from "./calls.js";
import { elementsOf, pathOf, startsFromStored } from "./change_facts.js";
import { countsAsAbsent, valueAt } from "./default_values.js";
import type { FieldDescription } from "./description.js";
import { fieldAt } from "./key_fields.js";
import { compareNumbers, decimalOf, numberText, readNumber, sumIfValid, zero, type Decimal } from "./number_text.js";

type Range = NonNullable<Change["range"]>;

function storedAt(change: Change, stored: AttributeValue): AttributeValue | undefined {
  return valueAt(stored, pathOf(change).slice(1));
}

// Returns true if the sum of an increment is in the range of its field.
export function isInRange(sum: Decimal, range: Range | undefined): boolean {
  if (!range) return true;
  return compareNumbers(sum, decimalOf(range.least)) >= 0 && compareNumbers(sum, decimalOf(range.most)) <= 0;
}

// True if the version may be NULL.
function countsFromDefault(request: WriteRequest): boolean {
  const { version } = request.entity;
  return version !== undefined && fieldAt(request.entity, version).hasDefault === true;
}

// Returns true if `stored`, the field's stored value, has a NULL at the change's path that counts as absent.
export function meetsNull(field: FieldDescription, change: Change, stored: AttributeValue): boolean {
  if (pathOf(change).length === 0) return countsAsAbsent(field, stored);
  return storedAt(change, stored)?.NULL !== undefined;
}

// Returns true if the change removes elements from a set in a list or map, and `stored`, the field's stored value, has
// no set there or may have no more elements than those.
export function mayEmptyElement(change: Change, stored: AttributeValue): boolean {
  if (change.kind !== "removeFromSet" || !change.ofElement) return false;
  const elements = elementsOf(storedAt(change, stored));
  return !elements || elements.length <= (elementsOf(change.value)?.length ?? 0);
}

function sameNumber(a: string, b: string): boolean {
  const [left, right] = [readNumber(a), readNumber(b)];
  return a === b || (left !== undefined && right !== undefined && compareNumbers(left, right) === 0);
}

function without<Element>(
  elements: readonly Element[],
  removed: readonly Element[] | undefined,
  same: (a: Element, b: Element) => boolean,
): Element[] {
  return elements.filter((one) => !removed?.some((other) => same(one, other)));
}

// The rest of a set, or NULL without elements.
function rest(set: AttributeValue, removed: AttributeValue | undefined): AttributeValue {
  let left: AttributeValue;
  if (set.SS) left = { SS: without(set.SS, removed?.SS, (a, b) => a === b) };
  else if (set.NS) left = { NS: without(set.NS, removed?.NS, sameNumber) };
  else left = { BS: without(set.BS ?? [], removed?.BS, (a, b) => compareBytes(a, b) === 0) };
  return elementsOf(left)?.length === 0 ? { NULL: true } : left;
}

// Returns the change as one that sets the rest of the set, which is NULL without elements. Returns undefined if no
// element is to be removed. `stored` is the field's stored value, or undefined if it is absent.
// Requires: the change has the kind "removeFromSet" and is `ofElement`.
export function withoutElements(change: Change, stored: AttributeValue | undefined): Change | undefined {
  const value = stored && storedAt(change, stored);
  if (value?.NULL !== undefined) return undefined;
  const { ofElement: _, ...whole } = change;
  if (!value || !elementsOf(value)) return whole;
  return { ...whole, kind: "set", value: rest(value, change.value) };
}

function joined(first: AttributeValue | undefined, second: AttributeValue | undefined): AttributeValue {
  return { L: [...(first?.L ?? []), ...(second?.L ?? [])] };
}

// Returns the change of an absent value, as a change that does not depend on the stored value. `absent` is its start
// value, and undefined means zero or an empty list. Returns undefined if the sum is not a value of the field.
// Requires: startsFromStored(change).
export function changeOfAbsent(change: Change, absent: AttributeValue | undefined): Change | undefined {
  switch (change.kind) {
    case "increment": {
      const by = readNumber(change.value?.N ?? "");
      const from = absent?.N === undefined ? zero : readNumber(absent.N);
      const sum = by && from ? sumIfValid(from, by) : by;
      if (!sum || !isInRange(sum, change.range)) return undefined;
      return { ...change, kind: "set", value: { N: numberText(sum) } };
    }
    case "append":
      return absent?.L ? { ...change, kind: "set", value: joined(absent, change.value) } : { ...change, kind: "set" };
    case "prepend":
      return absent?.L ? { ...change, kind: "set", value: joined(change.value, absent) } : { ...change, kind: "set" };
    case "removeFromSet":
      // The NULL of an element is the empty set there, and stays.
      return change.ofElement ? undefined : { ...change, kind: "remove" };
    default:
      return { ...change, kind: "set" };
  }
}

// Returns true if a write failed, or may have failed, because one of its changes met a NULL in `item` or would empty
// such a set. `item` is the one on which a condition failed.
export function metNull(request: WriteRequest, item: AttributeMap | undefined): boolean {
  if (!item) return false;
  const { entity } = request;
  if (entity.version !== undefined && countsFromDefault(request)) {
    const version = fieldAt(entity, entity.version);
    const stored = item.get(version.attribute);
    if (stored && countsAsAbsent(version, stored)) return true;
  }
  return (request.changes ?? []).some((change) => {
    if (!startsFromStored(change)) return false;
    const field = fieldAt(entity, change.field);
    const stored = item.get(field.attribute);
    return stored !== undefined && (meetsNull(field, change, stored) || mayEmptyElement(change, stored));
  });
}

// Returns true if the message of a failed update may say that one of the changes met a NULL.
export function mayHaveMetNull(request: WriteRequest, message: string): boolean {
  return isOfOperand(message) && (countsFromDefault(request) || (request.changes ?? []).some(startsFromStored));
}

// Returns true if the message says that an update adds to a value of the wrong type.
export function isOfOperand(message: string): boolean {
  return message.includes("operand in the update expression has an incorrect data type");
}
