// Attribute values as they go over the wire, and maps of them.
//
// A map keeps the order in which its attributes were set. Names may be any text, also "__proto__", so it is a Map, and
// becomes an object only in a request.
import type { AttributeValue } from "@aws-sdk/client-dynamodb";

export type { AttributeValue };
export type AttributeMap = Map<string, AttributeValue>;

export type AttributeType = "S" | "N" | "B" | "SS" | "NS" | "BS" | "M" | "L" | "NULL" | "BOOL";

export function typeOf(value: AttributeValue): AttributeType {
  for (const type of ["S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS"] as const)
    if (value[type] !== undefined) return type;
  throw new TypeError("an attribute value without a type");
}

export function toRecord(map: ReadonlyMap<string, AttributeValue>): Record<string, AttributeValue> {
  return Object.fromEntries(map);
}

export function toMap(record: Record<string, AttributeValue> | undefined): AttributeMap {
  const out: AttributeMap = new Map();
  if (record) for (const name of Object.keys(record)) out.set(name, record[name]!);
  return out;
}

const encoder = new TextEncoder();

// Halves of surrogate pairs, whose characters are above all others, come last.
function rank(unit: number): number {
  return unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit;
}

function compareTexts(a: string, b: string): number {
  const size = Math.min(a.length, b.length);
  for (let i = 0; i < size; ++i) {
    const difference = rank(a.charCodeAt(i)) - rank(b.charCodeAt(i));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

// Texts and bytes in the order of their bytes, which is the one of keys.
export function compareBytes(a: string | Uint8Array, b: string | Uint8Array): number {
  if (typeof a === "string" && typeof b === "string") return compareTexts(a, b);
  const left = typeof a === "string" ? encoder.encode(a) : a;
  const right = typeof b === "string" ? encoder.encode(b) : b;
  const size = Math.min(left.length, right.length);
  for (let i = 0; i < size; ++i) {
    const difference = left[i]! - right[i]!;
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}
