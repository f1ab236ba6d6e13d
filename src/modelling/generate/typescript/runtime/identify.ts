// Tells the entity of a stored item, and reads the fields that only the item's keys hold.
import type { AttributeMap, AttributeValue } from "./attributes.js";
import type { EntityDescription, EntityKey, FieldDescription, KeyAttribute, TableDescription } from "./description.js";
import { isLossless, keysOfItem, readKeys, type KnownValues } from "./parse.js";

function readFrom(entity: EntityDescription, attributes: readonly KeyAttribute[], item: KnownValues): boolean {
  const keys = keysOfItem(item, attributes);
  return keys !== undefined && readKeys(entity, item, keys);
}

function readIndexKey(entity: EntityDescription, key: EntityKey, item: KnownValues): void {
  readFrom(entity, key.partition, item);
  readFrom(entity, key.sort, item);
}

// True if the item has the field's own attribute. A field that only keys hold has no attribute of its own: an attribute
// of its name was written by an earlier model.
function hasOwn(field: FieldDescription, item: ReadonlyMap<string, AttributeValue>): boolean {
  return !field.keyOnly && item.has(field.attribute);
}

// True if the primary key may hold a field that the item lacks.
function lacksKeyField(entity: EntityDescription, item: ReadonlyMap<string, AttributeValue>): boolean {
  return [...entity.primary.partition, ...entity.primary.sort].some((attribute) =>
    attribute.parts.some(
      (part) => typeof part !== "string" && isLossless(part) && !hasOwn(entity.fields[part.field]!, item),
    ),
  );
}

// Returns the entity of a stored item, by its type tag, or by the shape of its primary key if it has no tag. undefined
// if it belongs to no entity. `added` must be empty, and gets the fields that only the keys hold.
export function identifyStored(
  table: TableDescription,
  item: ReadonlyMap<string, AttributeValue>,
  added: AttributeMap,
): EntityDescription | undefined {
  const tag = table.typeAttribute === undefined ? undefined : item.get(table.typeAttribute);
  const known: KnownValues = { stored: item, added };
  for (const entity of table.entities) {
    if (tag && (tag.S === undefined || (tag.S !== entity.name && !entity.aliases?.includes(tag.S)))) continue;
    // A tag decides the entity, even if the key does not have the shape that the fields give.
    if (!tag || lacksKeyField(entity, item)) {
      const agrees = readFrom(entity, [...entity.primary.partition, ...entity.primary.sort], known);
      if (!agrees && !tag) continue;
    }
    if (entity.fields.some((field) => field.keyOnly && !added.has(field.attribute)))
      for (const key of entity.indexes) readIndexKey(entity, key, known);
    return entity;
  }
  return undefined;
}

// Returns the same as identifyStored(), and adds the fields that only keys hold to `item`.
export function identify(table: TableDescription, item: AttributeMap): EntityDescription | undefined {
  const added: AttributeMap = new Map();
  const entity = identifyStored(table, item, added);
  for (const [name, value] of added) item.set(name, value);
  return entity;
}

// Adds to `added` the fields that the index does not project but its key holds.
// Requires: `item` is an item of `entity` that was read through the index.
export function addFieldsOfKey(
  table: TableDescription,
  entity: EntityDescription,
  index: number | undefined,
  item: ReadonlyMap<string, AttributeValue>,
  added: AttributeMap,
): void {
  if (index === undefined || table.indexes[index]!.projection === "ALL") return;
  for (const key of entity.indexes) if (key.index === index) readIndexKey(entity, key, { stored: item, added });
}

// Returns the attributes of the item's primary key, as far as the item has them.
export function primaryKeyOf(table: TableDescription, item: ReadonlyMap<string, AttributeValue>): AttributeMap {
  const key: AttributeMap = new Map();
  for (const name of [table.partition, table.sort]) {
    const value = name === undefined ? undefined : item.get(name);
    if (name !== undefined && value) key.set(name, value);
  }
  return key;
}

// Returns an item's entity, if it belongs to one, and a new map of its attributes and the fields that only keys hold.
export function rowOf(
  table: TableDescription,
  item: ReadonlyMap<string, AttributeValue>,
): { readonly entity?: EntityDescription; readonly attributes: AttributeMap } {
  const attributes: AttributeMap = new Map(item);
  const entity = identify(table, attributes);
  return entity ? { entity, attributes } : { attributes };
}
