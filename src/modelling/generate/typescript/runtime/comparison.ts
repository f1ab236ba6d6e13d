// Decides a comparison for a known value, as the service does.
import { utf8, type AttributeValue } from "./attributes.js";
import { beginsWithBytes, containsBytes } from "./bytes_within.js";
import type { PredicateKind } from "./calls.js";
import { orderBetween, sameValue } from "./same_value.js";

type Operand = AttributeValue | undefined;

function bytesOf(value: Operand): Uint8Array | undefined {
  return value?.S === undefined ? value?.B : utf8(value.S);
}

function beginsWith(value: AttributeValue, begin: Operand): boolean {
  if ((value.S === undefined) !== (begin?.S === undefined)) return false;
  const [bytes, first] = [bytesOf(value), bytesOf(begin)];
  return bytes !== undefined && first !== undefined && beginsWithBytes(bytes, first);
}

function contains(value: AttributeValue, part: Operand): boolean {
  if (value.L !== undefined) return value.L.some((one) => sameValue(one, part));
  if (value.S !== undefined) return part?.S !== undefined && value.S.includes(part.S);
  // A set has no default.
  return value.B !== undefined && part?.B !== undefined && containsBytes(value.B, part.B);
}

function sizeOf(value: AttributeValue): number | undefined {
  if (value.M !== undefined) return Object.keys(value.M).length;
  return (value.S ?? value.B ?? value.L ?? value.SS ?? value.NS ?? value.BS)?.length;
}

const ofSizes: { readonly [kind in PredicateKind]?: PredicateKind } = {
  sizeEqual: "equal",
  sizeNotEqual: "notEqual",
  sizeLess: "less",
  sizeLessOrEqual: "lessOrEqual",
  sizeGreater: "greater",
  sizeGreaterOrEqual: "greaterOrEqual",
};

function atLeast(a: Operand, b: Operand): boolean {
  const order = orderBetween(a, b);
  return order !== undefined && order >= 0;
}

// Returns true if a comparison holds for the value. Requires: `operands` has as many values as the kind needs.
export function holdsFor(kind: PredicateKind, operands: readonly Operand[], value: AttributeValue): boolean {
  const [first, second] = operands;
  const ofSize = ofSizes[kind];
  if (ofSize) {
    const size = sizeOf(value);
    return size !== undefined && holdsFor(ofSize, operands, { N: String(size) });
  }
  switch (kind) {
    case "equal":
      return sameValue(value, first);
    case "notEqual":
      return !sameValue(value, first);
    case "greaterOrEqual":
      return atLeast(value, first);
    case "lessOrEqual":
      return atLeast(first, value);
    case "greater":
      return atLeast(value, first) && !sameValue(value, first);
    case "less":
      return atLeast(first, value) && !sameValue(value, first);
    case "between":
      return atLeast(value, first) && atLeast(second, value);
    case "in":
      return operands.some((one) => sameValue(value, one));
    case "beginsWith":
      return beginsWith(value, first);
    case "contains":
      return contains(value, first);
    default:
      return false;
  }
}
