// Equality and order of attribute values as the service defines them. Numbers at the top level are compared by value,
// but numbers inside of documents and sets by their texts.
import { compareBytes, typeOf, type AttributeValue } from "./attributes.js";
import { compareNumbers, readNumber } from "./number_text.js";

function identicalLists<Value>(
  a: readonly Value[],
  b: readonly Value[],
  same: (left: Value, right: Value) => boolean,
): boolean {
  return a.length === b.length && a.every((one, i) => same(one, b[i]!));
}

function identicalMaps(a: Record<string, AttributeValue>, b: Record<string, AttributeValue>): boolean {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.hasOwn(b, name) && identical(a[name]!, b[name]!));
}

// Returns true if two values have the same type and the same texts and bytes, also of numbers.
export function identical(a: AttributeValue, b: AttributeValue): boolean {
  if (typeOf(a) !== typeOf(b)) return false;
  if (a.B !== undefined && b.B !== undefined) return compareBytes(a.B, b.B) === 0;
  if (a.M !== undefined && b.M !== undefined) return identicalMaps(a.M, b.M);
  if (a.L !== undefined && b.L !== undefined) return identicalLists(a.L, b.L, identical);
  const texts = (value: AttributeValue): string[] | undefined => value.SS ?? value.NS;
  const [left, right] = [texts(a), texts(b)];
  if (left && right) return identicalLists(left, right, (one, other) => one === other);
  if (a.BS !== undefined && b.BS !== undefined)
    return identicalLists(a.BS, b.BS, (one, other) => compareBytes(one, other) === 0);
  return a.S === b.S && a.N === b.N && a.BOOL === b.BOOL && a.NULL === b.NULL;
}

// Returns true if the service takes two values for equal. An absent value equals only another absent one.
export function sameValue(a: AttributeValue | undefined, b: AttributeValue | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return identical(a, b) || (a.N !== undefined && b.N !== undefined && orderBetween(a, b) === 0);
}

// Returns the service's order of two values: a number below, at or above zero. undefined if the types differ or the
// type has no order; then no comparison holds.
export function orderBetween(a: AttributeValue | undefined, b: AttributeValue | undefined): number | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (a.S !== undefined && b.S !== undefined) return compareBytes(a.S, b.S);
  if (a.B !== undefined && b.B !== undefined) return compareBytes(a.B, b.B);
  if (a.N === undefined || b.N === undefined) return undefined;
  const [left, right] = [readNumber(a.N), readNumber(b.N)];
  return left && right && compareNumbers(left, right);
}
