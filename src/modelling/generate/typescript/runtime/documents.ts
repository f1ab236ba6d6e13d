// Values of any type: the members of maps and lists, and fields that may hold whatever there is.
import type { AttributeMap, AttributeValue } from "./attributes.js";
import { toMap, toRecord } from "./attributes.js";
import { Decimal } from "./decimal.js";
import { ModelError } from "./errors.js";
import { doubleText } from "./float_text.js";

// A number is a number if it is exactly that, else a bigint if it is whole, and else a Decimal.
export type DocumentValue =
  | string
  | number
  | bigint
  | Decimal
  | boolean
  | null
  | Uint8Array
  | readonly DocumentValue[]
  | DocumentSet
  | DocumentMap;
export interface DocumentMap {
  readonly [name: string]: DocumentValue;
}
export type DocumentSet = ReadonlySet<string> | ReadonlySet<number | bigint | Decimal> | ReadonlySet<Uint8Array>;

// Throws ModelError if the value has no form in DynamoDB. undefined members of a map are left out.
export function encodeDocument(value: DocumentValue, name: string): AttributeValue {
  if (value === null) return { NULL: true };
  switch (typeof value) {
    case "string":
      return { S: wellFormed(value, name) };
    case "number":
    case "bigint":
      return { N: numberText(value, name) };
    case "boolean":
      return { BOOL: value };
    case "object":
      return encodeObject(value, name);
    default:
      throw new ModelError(`${name}: a ${typeof value} cannot be stored`);
  }
}

function encodeObject(
  value: Exclude<DocumentValue, string | number | bigint | boolean | null>,
  name: string,
): AttributeValue {
  if (value instanceof Decimal) return { N: value.text };
  if (value instanceof Uint8Array) return { B: value };
  if (Array.isArray(value)) return { L: value.map((one: DocumentValue, i) => encodeDocument(one, `${name}[${i}]`)) };
  if (value instanceof Set) return encodeSet(value as DocumentSet, name);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new ModelError(`${name}: an object of the class ${value.constructor.name} cannot be stored`);
  const members: AttributeMap = new Map();
  for (const [member, one] of Object.entries(value as DocumentMap))
    if (one !== undefined) members.set(member, encodeDocument(one, `${name}.${member}`));
  return { M: toRecord(members) };
}

// Throws ModelError for a half of a surrogate pair, which has no form in UTF-8.
export function wellFormed(text: string, name: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new ModelError(`${name}: a half of a surrogate pair cannot be stored`);
  return text;
}

// Throws ModelError if the set is empty, or has elements of several types.
export function encodeSet(value: DocumentSet, name: string): AttributeValue {
  const all = [...value];
  if (all.length === 0) throw new ModelError(`${name}: an empty set cannot be stored`);
  const texts = all.filter((one) => typeof one === "string");
  if (texts.length === all.length) return { SS: texts.map((one) => wellFormed(one, name)) };
  const bytes = all.filter((one) => one instanceof Uint8Array);
  if (bytes.length === all.length) return { BS: bytes };
  const numbers = all.filter((one) => typeof one === "number" || typeof one === "bigint" || one instanceof Decimal);
  if (numbers.length !== all.length) throw new ModelError(`${name}: the elements of a set must have one type`);
  return { NS: numbers.map((one) => numberText(one, name)) };
}

// Throws ModelError for NaN, an infinity, and a number that DynamoDB cannot store.
export function numberText(value: number | bigint | Decimal, name: string): string {
  if (value instanceof Decimal) return value.text;
  if (typeof value === "number" && !Number.isFinite(value)) throw new ModelError(`${name}: ${value} cannot be stored`);
  return typeof value === "bigint" ? Decimal.of(value).text : doubleText(value);
}

export function decodeDocument(value: AttributeValue): DocumentValue {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return decodeNumber(value.N);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.B !== undefined) return value.B;
  if (value.M !== undefined) return decodeMap(value.M);
  if (value.L !== undefined) return value.L.map(decodeDocument);
  if (value.SS !== undefined) return new Set(value.SS);
  if (value.NS !== undefined) return new Set(value.NS.map(decodeNumber));
  if (value.BS !== undefined) return new Set(value.BS);
  return null;
}

export function decodeMap(record: Record<string, AttributeValue>): DocumentMap {
  return Object.fromEntries([...toMap(record)].map(([name, one]) => [name, decodeDocument(one)]));
}

export function decodeNumber(text: string): number | bigint | Decimal {
  const exact = Decimal.parse(text);
  const near = exact.toNumber();
  if (Decimal.of(near).equals(exact)) return near;
  return exact.text.includes(".") ? exact : BigInt(exact.text);
}
