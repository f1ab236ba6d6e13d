// Composes key attributes from field values, by the key templates.
//
// Keys are injective: an escaped value holds a byte up to '$' only as part of "$HH" (upper-case hex), and '#' joins
// fields. The byte order of keys is the tuple order of their fields, compared as their key texts.
//
// Field values are attribute values, under their attribute names.
import { compareBytes, utf8, type AttributeMap, type AttributeValue } from "./attributes.js";
import { beginsWithBytes } from "./bytes_within.js";
import type {
  EntityDescription,
  EntityKey,
  IndexDescription,
  KeyAttribute,
  KeyPart,
  TableDescription,
  WhenDescription,
} from "./description.js";
import { ModelError } from "./errors.js";
import { needsEscape } from "./escape.js";
import { keyText } from "./key_text.js";
import { keyBytes } from "./plain_text.js";
import { shardValue, typedText } from "./shards.js";
import { byName } from "./sorted_map.js";

// A partition key and a sort key have different limits of their size.
export type KeyRole = "partition" | "sort";
export const keyLimits: { readonly [role in KeyRole]: number } = { partition: 2048, sort: 1024 };

// All key attributes of an item. `present` has those of the primary key and of every index that holds the item now (its
// `when` is met and all fields exist), with shard numbers. A shard that the values already have is kept. `absent` names
// the key attributes that the item must not have: those of indexes that can hold the entity but do not hold this item.
// It names no natural attribute, because a field owns that one. Both are in the byte order of the names.
export interface ItemKeys {
  readonly present: AttributeMap;
  readonly absent: readonly string[];
}

function tooLong(key: KeyAttribute, role: KeyRole, field: string, size: number): ModelError {
  return new ModelError(
    `The ${role} key ${key.attribute} would have ${size} bytes, of which the field ${field} fills the most: ` +
      `the limit is ${keyLimits[role]}`,
  );
}

// The name of the field whose text is the longest.
function longestField(parts: readonly KeyPart[], entity: EntityDescription, values: AttributeMap): string {
  let longest = 0;
  let name = "";
  for (const part of parts) {
    if (typeof part === "string") continue;
    const field = entity.fields[part.field]!;
    const size = utf8(keyText(part, field, values.get(field.attribute)!)).length;
    if (size < longest) continue;
    longest = size;
    name = field.name;
  }
  return name;
}

function composeNatural(
  key: KeyAttribute,
  role: KeyRole,
  entity: EntityDescription,
  values: AttributeMap,
): AttributeValue | undefined {
  const part = key.parts[0]!;
  if (typeof part === "string") throw new TypeError(`the natural key ${key.attribute} has no field`);
  const field = entity.fields[part.field]!;
  const value = values.get(field.attribute);
  if (!value) return undefined;
  const refused = (why: string): ModelError =>
    new ModelError(`The field ${field.name} cannot be the key attribute ${key.attribute}: ${why}`);
  if (value[key.type] === undefined) throw refused(`its type must be ${key.type}`);
  if (key.type === "N") return value;
  const bytes = keyBytes(value);
  if (bytes.length === 0) throw refused("it is empty");
  if (bytes.length > keyLimits[role]) throw tooLong(key, role, field.name, bytes.length);
  const begin = part.mustBegin ?? "";
  if (!beginsWithBytes(bytes, utf8(begin))) throw refused(`it must begin with "${begin}"`);
  if (part.escape === "reject" && needsEscape(bytes)) throw refused("it holds a byte that its template rejects");
  return value;
}

// Returns the text of the first `count` parts, or undefined if a field is absent, because such an item has no such key.
// Throws ModelError as keyText() does.
export function composeText(
  parts: readonly KeyPart[],
  entity: EntityDescription,
  values: AttributeMap,
  count: number = parts.length,
): string | undefined {
  let text = "";
  for (const part of parts.slice(0, count)) {
    if (typeof part === "string") {
      text += part;
      continue;
    }
    const field = entity.fields[part.field]!;
    const value = values.get(field.attribute);
    if (!value) return undefined;
    text += keyText(part, field, value);
  }
  return text;
}

// Returns the value of the item's key attribute. A natural attribute has the field's value, any other one is composed.
// undefined if a field is absent. Throws ModelError as keyText() does, and for a partition key of more than 2048 or a
// sort key of more than 1024 bytes.
export function compose(
  key: KeyAttribute,
  role: KeyRole,
  entity: EntityDescription,
  values: AttributeMap,
): AttributeValue | undefined {
  if (key.natural) return composeNatural(key, role, entity, values);
  const text = composeText(key.parts, entity, values);
  if (text === undefined) return undefined;
  const size = utf8(text).length;
  if (size > keyLimits[role]) throw tooLong(key, role, longestField(key.parts, entity, values), size);
  return typedText(key.type, text);
}

// Returns true if the index holds an item whose field named by `when` has this value.
export function meets(when: WhenDescription, value: AttributeValue): boolean {
  if (value.BOOL !== undefined) return when.equals === (value.BOOL ? "true" : "false");
  if (value.B !== undefined) return compareBytes(value.B, when.equals) === 0;
  return (value.S ?? value.N) === when.equals;
}

function addPrimary(
  key: KeyAttribute,
  role: KeyRole,
  entity: EntityDescription,
  values: AttributeMap,
  to: AttributeMap,
): void {
  const value = compose(key, role, entity, values);
  if (value) {
    to.set(key.attribute, value);
    return;
  }
  for (const part of key.parts) {
    if (typeof part === "string") continue;
    const field = entity.fields[part.field]!;
    if (!values.has(field.attribute))
      throw new ModelError(`The field ${field.name} is missing: the primary key of ${entity.name} needs it`);
  }
}

// Returns the attributes of the primary key. Throws ModelError as compose() does, or for a missing field.
export function composePrimary(entity: EntityDescription, values: AttributeMap): AttributeMap {
  const key: AttributeMap = new Map();
  for (const attribute of entity.primary.partition) addPrimary(attribute, "partition", entity, values, key);
  for (const attribute of entity.primary.sort) addPrimary(attribute, "sort", entity, values, key);
  return key;
}

// The attributes of the item in one index, or undefined if the index does not hold the item.
function composeOfIndex(
  index: IndexDescription,
  entity: EntityDescription,
  key: EntityKey,
  values: AttributeMap,
): AttributeMap | undefined {
  if (key.when) {
    const value = values.get(entity.fields[key.when.field]!.attribute);
    if (!value || !meets(key.when, value)) return undefined;
  }
  const shards = index.shards;
  const composed: AttributeMap = new Map();
  for (const role of ["partition", "sort"] as const)
    for (const attribute of key[role]) {
      const isShard = attribute.attribute === shards?.attribute;
      const value = isShard
        ? shardValue(shards, attribute.type, entity, values)
        : compose(attribute, role, entity, values);
      if (!value) return undefined;
      composed.set(attribute.attribute, value);
    }
  if (shards && !composed.has(shards.attribute)) {
    const value = shardValue(shards, "N", entity, values);
    if (!value) return undefined;
    composed.set(shards.attribute, value);
  }
  return composed;
}

// The index's key attributes that no field owns.
function ownAttributes(index: IndexDescription, key: EntityKey): string[] {
  const names = [...key.partition, ...key.sort].filter((one) => !one.natural).map((one) => one.attribute);
  return index.shards ? [...names, index.shards.attribute] : names;
}

// Returns all key attributes of an item. Throws ModelError as compose() does, or for a missing field of the primary
// key.
export function composeAll(table: TableDescription, entity: EntityDescription, values: AttributeMap): ItemKeys {
  const present = composePrimary(entity, values);
  const absent = new Set<string>();
  for (const key of entity.indexes) {
    const index = table.indexes[key.index!]!;
    const composed = composeOfIndex(index, entity, key, values);
    if (!composed) for (const name of ownAttributes(index, key)) absent.add(name);
    else for (const [name, value] of composed) present.set(name, value);
  }
  for (const name of present.keys()) absent.delete(name);
  return { present: byName(present), absent: [...absent].sort(compareBytes) };
}
