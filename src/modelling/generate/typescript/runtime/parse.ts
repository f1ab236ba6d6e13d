// Takes the keys of a stored item apart by their templates. Fields are added only after all the keys agree.
import { typeOf, utf8, type AttributeMap, type AttributeValue } from "./attributes.js";
import { beginsWithBytes } from "./bytes_within.js";
import type { EntityDescription, FieldDescription, FieldKind, KeyAttribute, KeyField, KeyPart } from "./description.js";
import { ModelError } from "./errors.js";
import { delimiter, needsEscape, unescapeText } from "./escape.js";
import { keyText } from "./key_text.js";
import { keyBytes } from "./plain_text.js";
import { identical } from "./same_value.js";
import { shardOfValue, shardReach } from "./shards.js";
import { beginsForm, cutSize, hasForm, readHex } from "./text_forms.js";
import { fits, readPadded, readSignedPadded, wholeNumber } from "./whole_number.js";

// The attributes of an item, and the fields that were read from its keys. An attribute with the name of a field that
// only keys hold is ignored, because an earlier model wrote it.
export interface KnownValues {
  readonly stored: ReadonlyMap<string, AttributeValue>;
  readonly added: AttributeMap;
}

// Returns the value of the attribute or of a field that was read from a key, or undefined if both are absent.
export function knownValue(known: KnownValues, attribute: string): AttributeValue | undefined {
  return known.stored.get(attribute) ?? known.added.get(attribute);
}

// Returns true if a field can be read back from the key part.
export function isLossless(part: KeyField): boolean {
  return part.format === undefined || part.format === "padded" || part.format === "signed";
}

interface Segment {
  readonly part: KeyField;
  readonly text: string;
}

function matchRaw(parts: readonly KeyPart[], part: KeyField, key: string): Segment[] | undefined {
  const rest = parts.slice(1);
  for (let size = rest.length === 0 ? key.length : 1; size <= key.length; ++size) {
    const behind = match(rest, key.slice(size));
    if (behind) return [{ part, text: key.slice(0, size) }, ...behind];
  }
  return undefined;
}

// The texts of the fields of a key, or undefined if it has another shape.
function match(parts: readonly KeyPart[], key: string): Segment[] | undefined {
  const part = parts[0];
  if (part === undefined) return key === "" ? [] : undefined;
  if (typeof part === "string") return key.startsWith(part) ? match(parts.slice(1), key.slice(part.length)) : undefined;
  if (part.format === undefined && part.escape === "raw") return matchRaw(parts, part, key);
  const end = key.indexOf(delimiter);
  const text = end < 0 ? key : key.slice(0, end);
  const behind = match(parts.slice(1), key.slice(text.length));
  return behind && [{ part, text }, ...behind];
}

function readNumber(kind: FieldKind, number: bigint | undefined): AttributeValue | undefined {
  return number === undefined || !fits(kind, number) ? undefined : { N: number.toString() };
}

// The value whose plain text is `text`.
function readPlain(field: FieldDescription, text: string): AttributeValue | undefined {
  switch (field.kind) {
    case "bool":
      return text === "true" || text === "false" ? { BOOL: text === "true" } : undefined;
    case "enum": {
      const found = field.enumerators?.find((enumerator) => enumerator.key === text);
      return found && { S: found.attribute };
    }
    case "bytes": {
      const bytes = readHex(text);
      return bytes && { B: bytes };
    }
    case "integer":
    case "unsigned":
    case "seconds": {
      const number = wholeNumber(text);
      return number?.toString() === text ? readNumber(field.kind, number) : undefined;
    }
    case "string":
    case "time":
    case "date":
    case "uuid":
    case "ulid":
      return hasForm(field.kind, text) ? { S: text } : undefined;
    case "double":
    case "decimal":
    case "document":
      return undefined;
  }
}

function readEscaped(part: KeyField, field: FieldDescription, text: string): AttributeValue | undefined {
  if (part.escape === "reject" && needsEscape(text)) return undefined;
  const plain = part.escape === "raw" ? text : unescapeText(text);
  return plain?.startsWith(part.mustBegin ?? "") ? readPlain(field, plain) : undefined;
}

// Requires: isLossless(part).
function readValue(part: KeyField, field: FieldDescription, text: string): AttributeValue | undefined {
  if (part.format === "padded") return readNumber(field.kind, readPadded(text, part.width ?? 0));
  if (part.format === "signed") return readNumber(field.kind, readSignedPadded(text, part.width ?? 0));
  return text === "" ? undefined : readEscaped(part, field, text);
}

// True if a part that keeps only a piece of the value can have written `text`.
function isLossyText(part: KeyField, field: FieldDescription, text: string): boolean {
  if (part.format !== "shard")
    return utf8(text).length === cutSize(field.kind, part.format) && beginsForm(field.kind, text);
  const shard = wholeNumber(text);
  if (shard === undefined || shard.toString() !== text || shard < 0n) return false;
  return shard < BigInt(reachOf(part));
}

// Returns the number of shards of a part that a read has to ask.
export function reachOf(part: KeyField): number {
  return shardReach({ count: part.shards ?? 1, was: part.wasShards ?? 0 });
}

// The text of a value, or undefined if it has none in this part.
function textOf(write: () => string): string | undefined {
  try {
    return write();
  } catch (error) {
    if (error instanceof ModelError) return undefined;
    throw error;
  }
}

// True if the part writes `text` for the value, or wrote it under the earlier count of shards.
function writes(part: KeyField, field: FieldDescription, value: AttributeValue, text: string): boolean {
  const written = textOf(() => keyText(part, field, value));
  if (written === undefined) return false;
  if (written === text) return true;
  const was = part.wasShards ?? 0;
  return was > 0 && textOf(() => String(shardOfValue(field, value, was))) === text;
}

// The text of a composed key. Bytes that are not a text match no template.
function composedText(key: AttributeValue): string | undefined {
  if (key.B === undefined) return key.S ?? key.N;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(key.B);
  } catch {
    return undefined;
  }
}

// The part of a natural key, if the key can be the field's value.
function naturalPart(attribute: KeyAttribute, key: AttributeValue): KeyField | undefined {
  const part = attribute.parts[0];
  if (part === undefined || typeof part === "string") return undefined;
  if (attribute.type === "N") return part;
  const bytes = keyBytes(key);
  if (!beginsWithBytes(bytes, utf8(part.mustBegin ?? ""))) return undefined;
  return part.escape === "reject" && needsEscape(bytes) ? undefined : part;
}

// Reads keys of one item. Returns true if each key has the shape of its attribute's template, and the values in them
// agree with each other and with the known values. If so, the fields that the item lacks and that can be read back
// (those of lossless formats) are added to `known`. Otherwise `known` is unchanged.
export function readKeys(
  entity: EntityDescription,
  known: KnownValues,
  keys: readonly (readonly [KeyAttribute, AttributeValue])[],
): boolean {
  const { fields } = entity;
  const read = new Map<number, AttributeValue>();
  const inItem = (field: FieldDescription): AttributeValue | undefined =>
    field.keyOnly ? known.added.get(field.attribute) : knownValue(known, field.attribute);
  const find = (field: number): AttributeValue | undefined => inItem(fields[field]!) ?? read.get(field);

  const segments: Segment[] = [];
  for (const [attribute, key] of keys) {
    if (typeOf(key) !== attribute.type) return false;
    if (attribute.natural) {
      const part = naturalPart(attribute, key);
      if (!part) return false;
      const value = find(part.field);
      if (value && !identical(value, key)) return false;
      if (!value) read.set(part.field, key);
      continue;
    }
    const text = composedText(key);
    const found = text === undefined ? undefined : match(attribute.parts, text);
    if (!found) return false;
    segments.push(...found);
  }
  for (const { part, text } of segments) {
    if (!isLossless(part) || find(part.field)) continue;
    const value = readValue(part, fields[part.field]!, text);
    if (!value) return false;
    read.set(part.field, value);
  }
  for (const { part, text } of segments) {
    const field = fields[part.field]!;
    const value = find(part.field);
    if (value ? !writes(part, field, value, text) : !isLossyText(part, field, text)) return false;
  }
  for (const [position, value] of read) {
    const field = fields[position]!;
    if (!inItem(field)) known.added.set(field.attribute, value);
  }
  return true;
}

// Returns the attributes of the item with their templates, or undefined if the item lacks one.
export function keysOfItem(
  known: KnownValues,
  attributes: readonly KeyAttribute[],
): (readonly [KeyAttribute, AttributeValue])[] | undefined {
  const keys: (readonly [KeyAttribute, AttributeValue])[] = [];
  for (const attribute of attributes) {
    const key = knownValue(known, attribute.attribute);
    if (!key) return undefined;
    keys.push([attribute, key]);
  }
  return keys;
}

// Returns true if `key` can come from the attribute's template. If so, the fields that can be read back from it are
// added to `values` under their attribute names. A value that `values` already has must agree with the key.
export function parse(
  attribute: KeyAttribute,
  entity: EntityDescription,
  key: AttributeValue,
  values: AttributeMap,
): boolean {
  const known: KnownValues = { stored: values, added: new Map() };
  if (!readKeys(entity, known, [[attribute, key]])) return false;
  for (const [name, value] of known.added) values.set(name, value);
  return true;
}
