// The value of a field after a change of a part of it, so that values that follow from the whole field are known.
import { compareBytes, type AttributeValue } from "./attributes.js";
import type { Change, Path } from "./calls.js";
import { elementsOf, pathOf } from "./change_facts.js";
import { numberText, readNumber, sumIfValid, zero } from "./number_text.js";

// The database refuses such a change, or the change empties a set inside of a list.
class NoResult extends Error {}

type Value = AttributeValue | undefined; // undefined means an absent value

function removes(change: Change): boolean {
  return change.kind === "remove" || (change.kind === "set" && change.value === undefined);
}

function removesElement(change: Change): boolean {
  return typeof pathOf(change).at(-1) === "number" && removes(change);
}

// A NULL counts as absent if a change starts from the stored value (null_for_empty.ts).
function present(value: Value): Value {
  return value?.NULL === undefined ? value : undefined;
}

function sum(by: Value, to: Value): AttributeValue {
  const stored = present(to);
  if (stored && stored.N === undefined) throw new NoResult();
  const from = stored?.N === undefined ? zero : readNumber(stored.N);
  const amount = readNumber(by?.N ?? "");
  const result = from && amount && sumIfValid(from, amount);
  if (!result) throw new NoResult();
  return { N: numberText(result) };
}

function joined(elements: Value, inFront: boolean, to: Value): AttributeValue {
  const stored = present(to);
  if (!elements?.L || (stored && !stored.L)) throw new NoResult();
  const list = stored?.L ?? [];
  return { L: inFront ? [...elements.L, ...list] : [...list, ...elements.L] };
}

// Equal numbers may have different texts.
function comparable(element: string): string {
  const number = readNumber(element);
  return number ? numberText(number) : element;
}

function changedElements<Element>(
  stored: readonly Element[],
  elements: readonly Element[],
  adds: boolean,
  same: (a: Element, b: Element) => boolean,
): Element[] {
  const all = [...stored];
  for (const element of elements) {
    const found = all.findIndex((other) => same(other, element));
    if (adds && found < 0) all.push(element);
    if (!adds && found >= 0) all.splice(found, 1);
  }
  return all;
}

function changedSet(elements: Value, adds: boolean, to: Value): Value {
  const stored = present(to);
  if (!elementsOf(elements) || (stored && !elementsOf(stored))) throw new NoResult();
  if (!stored) return adds ? elements : undefined;
  let set: AttributeValue;
  if (elements?.SS && stored.SS) set = { SS: changedElements(stored.SS, elements.SS, adds, (a, b) => a === b) };
  else if (elements?.NS && stored.NS)
    set = { NS: changedElements(stored.NS, elements.NS, adds, (a, b) => comparable(a) === comparable(b)) };
  else if (elements?.BS && stored.BS)
    set = { BS: changedElements(stored.BS, elements.BS, adds, (a, b) => compareBytes(a, b) === 0) };
  else throw new NoResult();
  return elementsOf(set)?.length === 0 ? undefined : set;
}

// The value at the end of the path.
function changedEnd(change: Change, value: Value): Value {
  switch (change.kind) {
    case "set":
      return change.value;
    case "setIfAbsent":
      return present(value) ?? change.value;
    case "increment":
      return sum(change.value, value);
    case "append":
    case "prepend":
      return joined(change.value, change.kind === "prepend", value);
    case "addToSet":
    case "removeFromSet":
      return changedSet(change.value, change.kind === "addToSet", value);
    case "remove":
      return undefined;
  }
}

function changedEntry(change: Change, path: Path, name: string, map: Record<string, AttributeValue>): AttributeValue {
  const entries = new Map(Object.entries(map));
  const entry = changedAt(change, path.slice(1), entries.get(name));
  if (entry) entries.set(name, entry);
  else entries.delete(name);
  return { M: Object.fromEntries(entries) };
}

// The database appends an element that is set behind the end.
function changedElement(change: Change, path: Path, at: number, list: readonly AttributeValue[]): AttributeValue {
  if (at < 0) throw new NoResult();
  const element = changedAt(change, path.slice(1), list[at]);
  const rest = [...list];
  if (element) rest.splice(Math.min(at, rest.length), 1, element);
  else if (path.length === 1 && removes(change)) rest.splice(at, 1);
  else throw new NoResult();
  return { L: rest };
}

function changedAt(change: Change, path: Path, value: Value): Value {
  const step = path[0];
  if (step === undefined) return changedEnd(change, value);
  if (typeof step === "number" && value?.L) return changedElement(change, path, step, value.L);
  if (typeof step === "string" && value?.M) return changedEntry(change, path, step, value.M);
  throw new NoResult();
}

// Returns the value after the change, as the database makes it of `before`, which is undefined for an absent attribute.
// The result has no value if the attribute is absent afterwards. Returns undefined if the database refuses the change,
// or if the change empties a set inside of a list.
export function changedValue(before: Value, change: Change): { readonly value: Value } | undefined {
  try {
    // The first step of a path is the attribute of the field.
    return { value: changedAt(change, pathOf(change).slice(1), before) };
  } catch (error) {
    if (error instanceof NoResult) return undefined;
    throw error;
  }
}

// A name comes behind all elements of lists, because the steps are compared by name first, and that of an element is
// empty.
function compareSteps(a: string | number, b: string | number): number {
  const names = compareBytes(typeof a === "string" ? a : "", typeof b === "string" ? b : "");
  if (names !== 0) return names;
  return (typeof a === "number" ? a : -1) - (typeof b === "number" ? b : -1);
}

function comparePaths(a: Path, b: Path): number {
  const common = Math.min(a.length, b.length);
  for (let i = 0; i < common; ++i) {
    const difference = compareSteps(a[i]!, b[i]!);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

// Returns the changes in an order in which they can be applied one after the other, although the database applies all
// of them to the item as it was: the removals of elements of lists come last, and those behind come before those in
// front.
export function inOrderOfEffect(changes: readonly Change[]): readonly Change[] {
  return [...changes].sort((a, b) => {
    if (removesElement(a) !== removesElement(b)) return removesElement(a) ? 1 : -1;
    return removesElement(a) ? comparePaths(pathOf(b), pathOf(a)) : comparePaths(pathOf(a), pathOf(b));
  });
}
