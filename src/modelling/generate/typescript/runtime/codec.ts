// The fields of an entity as values of the language, and as attributes.
import type { AttributeMap, AttributeValue } from "./attributes.js";
import { typeOf } from "./attributes.js";
import { Decimal } from "./decimal.js";
import type { EntityDescription, FieldDescription, TableDescription } from "./description.js";
import type { DocumentSet, DocumentValue } from "./documents.js";
import { decodeDocument, decodeMap, encodeDocument, encodeSet, numberText, wellFormed } from "./documents.js";
import { ModelError } from "./errors.js";

const leastInteger = -(2n ** 63n);
const mostInteger = 2n ** 63n - 1n;
const mostUnsigned = 2n ** 64n - 1n;

// A number of so few digits has them exactly.
const fewDigits = /^(0|-?[1-9]\d{0,14})$/;
const dateForm = /^\d{4}-\d{2}-\d{2}$/;
const timeForm = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ulidForm = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

function refuse(field: FieldDescription, value: unknown, wanted: string): never {
  const text = typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? String(value));
  throw new ModelError(
    `${field.name} must be ${wanted}, and not ${text.length > 80 ? text.slice(0, 80) + "..." : text}`,
  );
}

function whole(field: FieldDescription, value: unknown, least: bigint, most: bigint): AttributeValue {
  if (typeof value === "number" && !Number.isSafeInteger(value))
    refuse(field, value, "a whole number that a number has exactly, or a bigint");
  if (typeof value !== "number" && typeof value !== "bigint") refuse(field, value, "a whole number");
  const number = BigInt(value);
  if (number < least || number > most) refuse(field, value, `from ${least} to ${most}`);
  return { N: String(number) };
}

function text(field: FieldDescription, value: unknown, form: RegExp | undefined, wanted: string): AttributeValue {
  if (typeof value !== "string" || (form && !form.test(value))) refuse(field, value, wanted);
  return { S: wellFormed(value, field.name) };
}

export function isDate(value: string): boolean {
  if (!dateForm.test(value)) return false;
  const time = new Date(value + "T00:00:00.000Z");
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value);
}

// The time of a stored text, or undefined if the text is not a time with milliseconds in UTC.
function timeOf(stored: string): Date | undefined {
  if (!timeForm.test(stored)) return undefined;
  const time = new Date(stored);
  // A day that the month does not have is NaN or a day of the next month.
  return time.getUTCDate() === Number(stored.slice(8, 10)) ? time : undefined;
}

function time(field: FieldDescription, value: unknown): AttributeValue {
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) refuse(field, value, "a valid Date");
  const stored = value.toISOString();
  if (!timeForm.test(stored)) refuse(field, value, "a time of the years 0 to 9999");
  return { S: stored };
}

function enumerator(field: FieldDescription, value: unknown): AttributeValue {
  const found = field.enumerators?.find((one) => one.name === value);
  if (!found) refuse(field, value, `one of ${(field.enumerators ?? []).map((one) => one.name).join(", ")}`);
  return { S: found.attribute };
}

function document(field: FieldDescription, value: unknown): AttributeValue | undefined {
  const encoded = (): AttributeValue => encodeDocument(value as DocumentValue, field.name);
  switch (field.document) {
    case "map": {
      const map = typeof value === "object" && value !== null ? encoded() : undefined;
      return map?.M === undefined ? refuse(field, value, "an object") : map;
    }
    case "vector":
    case "list":
      if (!Array.isArray(value)) refuse(field, value, "an array");
      return field.document === "vector"
        ? { L: value.map((one: number) => ({ N: numberText(Math.fround(one), field.name) })) }
        : encoded();
    case "string_set":
    case "number_set":
    case "binary_set": {
      if (!(value instanceof Set)) refuse(field, value, "a Set");
      // An empty set is an absent attribute.
      if (value.size === 0) return undefined;
      const set = encodeSet(value as DocumentSet, field.name);
      const type = { string_set: "SS", number_set: "NS", binary_set: "BS" } as const;
      if (typeOf(set) !== type[field.document]) refuse(field, [...value], `a ${field.document.replace("_", " ")}`);
      return set;
    }
    default:
      return encoded();
  }
}

// The attribute value of a field, or undefined for an absent one. Throws ModelError for a value that does not suit the
// field's kind.
export function encodeField(field: FieldDescription, value: unknown): AttributeValue | undefined {
  if (value === undefined || value === null) {
    if (field.kind === "document" && field.document === "any" && value === null) return { NULL: true };
    return undefined;
  }
  switch (field.kind) {
    case "string":
      return text(field, value, undefined, "a string");
    case "date":
      if (typeof value !== "string" || !isDate(value)) refuse(field, value, "a date such as 2026-01-05");
      return { S: value };
    case "uuid":
      return text(field, value, uuidForm, "a UUID in small letters");
    case "ulid":
      return text(field, value, ulidForm, "a ULID");
    case "time":
      return time(field, value);
    case "bytes":
      if (!(value instanceof Uint8Array)) refuse(field, value, "a Uint8Array");
      return { B: value };
    case "integer":
    case "seconds":
      return whole(field, value, leastInteger, mostInteger);
    case "unsigned":
      return whole(field, value, 0n, mostUnsigned);
    case "double":
      if (typeof value !== "number") refuse(field, value, "a number");
      return { N: numberText(value, field.name) };
    case "decimal":
      if (!(value instanceof Decimal)) refuse(field, value, 'a Decimal, such as Decimal.parse("12.50")');
      return { N: value.text };
    case "bool":
      if (typeof value !== "boolean") refuse(field, value, "true or false");
      return { BOOL: value };
    case "enum":
      return enumerator(field, value);
    case "document":
      return document(field, value);
  }
}

// The fields of an item under the names of attributes. Throws ModelError for a value that does not suit its field, and
// for a name that no field has.
export function encodeFields(entity: EntityDescription, values: object): AttributeMap {
  const out: AttributeMap = new Map();
  const given = new Map<string, unknown>(Object.entries(values));
  for (const field of entity.fields) {
    const value = encodeField(field, given.get(field.name));
    given.delete(field.name);
    if (value !== undefined) out.set(field.attribute, value);
  }
  const others = entity.otherAttributes ? given.get("otherAttributes") : undefined;
  if (others instanceof Map)
    for (const [name, value] of others as AttributeMap) if (!out.has(name)) out.set(name, value);
  given.delete("otherAttributes");
  for (const [name, value] of given)
    if (value !== undefined) throw new ModelError(`${entity.name} has no field ${name}`);
  return out;
}

function wrong(field: FieldDescription, value: AttributeValue): never {
  throw new ModelError(`${field.name} is a ${typeOf(value)} that is not a ${field.kind}`);
}

function decodeWhole(field: FieldDescription, value: AttributeValue): number | bigint {
  if (!field.bigint && value.N !== undefined && fewDigits.test(value.N)) return Number(value.N);
  const digits = value.N === undefined ? undefined : Decimal.parse(value.N).text;
  if (digits === undefined || digits.includes(".")) wrong(field, value);
  if (field.bigint) return BigInt(digits);
  const number = Number(digits);
  if (!Number.isSafeInteger(number))
    throw new ModelError(`${field.name} is ${digits}, which a number cannot hold: generate the package with --bigint`);
  return number;
}

function decodeSet(field: FieldDescription, value: AttributeValue): unknown {
  const wanted = { string_set: value.SS, number_set: value.NS, binary_set: value.BS }[field.document as "string_set"];
  if (wanted === undefined) wrong(field, value);
  return decodeDocument(value);
}

function decodeText(field: FieldDescription, value: AttributeValue): unknown {
  const stored = value.S;
  if (stored === undefined) wrong(field, value);
  switch (field.kind) {
    case "time":
      return timeOf(stored) ?? wrong(field, value);
    case "date":
      return isDate(stored) ? stored : wrong(field, value);
    case "uuid":
      return uuidForm.test(stored) ? stored : wrong(field, value);
    case "ulid":
      return ulidForm.test(stored) ? stored : wrong(field, value);
    case "enum": {
      const found = field.enumerators?.find((one) => one.attribute === stored);
      if (!found) throw new ModelError(`${field.name} is "${stored}", which is not one of its enumerators`);
      return found.name;
    }
    default:
      return stored;
  }
}

// The value of a present attribute. Throws ModelError if it is not one of the field's kind.
export function decodeField(field: FieldDescription, value: AttributeValue): unknown {
  switch (field.kind) {
    case "integer":
    case "unsigned":
    case "seconds":
      return decodeWhole(field, value);
    case "double":
      return value.N === undefined ? wrong(field, value) : Number(value.N);
    case "decimal":
      return value.N === undefined ? wrong(field, value) : Decimal.parse(value.N);
    case "bool":
      return value.BOOL ?? wrong(field, value);
    case "bytes":
      return value.B ?? wrong(field, value);
    case "document":
      return decodeKept(field, value);
    default:
      return decodeText(field, value);
  }
}

function decodeKept(field: FieldDescription, value: AttributeValue): unknown {
  switch (field.document) {
    case "map":
      return value.M === undefined ? wrong(field, value) : decodeMap(value.M);
    case "list":
      return value.L === undefined ? wrong(field, value) : decodeDocument(value);
    case "vector":
      return value.L === undefined ? wrong(field, value) : value.L.map((one) => Number(one.N));
    case "string_set":
    case "number_set":
    case "binary_set":
      return decodeSet(field, value);
    default:
      return decodeDocument(value);
  }
}

function absentValue(field: FieldDescription): unknown {
  if (field.kind === "document" && field.document?.endsWith("_set")) return new Set();
  if (!field.hasDefault) return undefined;
  switch (field.kind) {
    case "integer":
    case "unsigned":
    case "seconds":
      return field.bigint ? 0n : 0;
    case "double":
      return 0;
    case "decimal":
      return Decimal.parse("0");
    case "bool":
      return false;
    case "string":
      return "";
    case "bytes":
      return new Uint8Array();
    case "enum":
      return field.enumerators?.[0]?.name;
    case "document":
      return field.document === "list" || field.document === "vector" ? [] : field.document === "map" ? {} : null;
    default:
      return undefined;
  }
}

// An assignment to "__proto__" would set the prototype.
function setMember(to: { [name: string]: unknown }, name: string, value: unknown): void {
  if (name === "__proto__")
    Object.defineProperty(to, name, { value, enumerable: true, writable: true, configurable: true });
  else to[name] = value;
}

// Attributes that the package writes itself.
function ownAttributes(table: TableDescription): string[] {
  const indexes = table.indexes.flatMap((index) => [...index.partition, ...index.sort, index.shards?.attribute ?? ""]);
  return [table.partition, table.sort ?? "", table.typeAttribute ?? "", "_write_id", ...indexes];
}

// The fields of a row. Only those in `wanted` are asked for. Throws ModelError if a required field is absent, or if a
// value is not one of its field's kind.
export function decodeFields(
  table: TableDescription,
  entity: EntityDescription,
  attributes: AttributeMap,
  wanted?: readonly string[],
): object {
  const out: { [name: string]: unknown } = {};
  for (const field of entity.fields) {
    if (wanted && !wanted.includes(field.name)) continue;
    const stored = attributes.get(field.attribute);
    // Other programs write an empty field as NULL.
    const isAbsent = stored === undefined || (stored.NULL !== undefined && (field.optional || field.hasDefault));
    const value = isAbsent ? absentValue(field) : decodeField(field, stored);
    if (value !== undefined) setMember(out, field.name, value);
    else if (!field.optional) throw new ModelError(`${field.name} is absent`);
  }
  if (entity.otherAttributes && !wanted) {
    const named = new Set([...entity.fields.map((field) => field.attribute), ...ownAttributes(table)]);
    out["otherAttributes"] = new Map([...attributes].filter(([name]) => !named.has(name)));
  }
  return out;
}
