// Sentinel items, which keep the values of a field unique, or the joint values of several fields.
//
// This layout is stored. A sentinel's partition key is `UNIQUE#<name>#<field>#<escaped value>`, or for several fields
// `UNIQUE#<name>#<field>+<field>#<escaped value>#<escaped value>`. If the table has a sort key, it is the same text.
// <name> is the entity's name or the one that its `sentinels` gives. <field> is the attribute that stores the field, so
// that a field that is renamed and keeps its attribute also keeps its sentinels. `owner_<attribute>` holds each
// attribute of the owner's primary key. The type tag, if the table has one, is `UNIQUE`. A sentinel is written in the
// transaction that writes its owner.
import { utf8, type AttributeMap } from "./attributes.js";
import { keyLimits } from "./compose.js";
import type { EntityDescription, TableDescription } from "./description.js";
import { ModelError } from "./errors.js";
import { fieldAt } from "./key_fields.js";
import { keyText } from "./key_text.js";

export type Unique = readonly number[]; // the fields that are unique together

const typeTag = "UNIQUE";
const prefix = "UNIQUE#";

function hasTextKeys(entity: EntityDescription): boolean {
  return [...entity.primary.partition, ...entity.primary.sort].every((attribute) => attribute.type === "S");
}

// Returns a text for messages, such as "field email" or "fields tenantId, email".
export function nameOf(entity: EntityDescription, unique: Unique): string {
  const names = unique.map((field) => fieldAt(entity, field).name).join(", ");
  return `${unique.length === 1 ? "field" : "fields"} ${names}`;
}

// Returns the primary key of the sentinel for the values, which are found under the fields' attributes. undefined if a
// value is absent, because then the values need not be unique. Throws ModelError, which names the field, if the table's
// keys are not strings, or if a value cannot be in a key or makes the key too long.
export function uniqueKey(
  table: TableDescription,
  entity: EntityDescription,
  unique: Unique,
  values: AttributeMap,
): AttributeMap | undefined {
  if (!hasTextKeys(entity))
    throw new ModelError(
      `${entity.name}: ${nameOf(entity, unique)} cannot be unique: the keys of table ${table.name} are not strings`,
    );
  let text = "";
  for (const position of unique) {
    const field = fieldAt(entity, position);
    const value = values.get(field.attribute);
    if (!value) return undefined;
    text += `#${keyText({ field: position }, field, value)}`;
  }
  const fields = unique.map((field) => fieldAt(entity, field).attribute).join("+");
  const key = `${prefix}${entity.sentinels ?? entity.name}#${fields}${text}`;
  const size = utf8(key).length;
  if (size > (table.sort === undefined ? keyLimits.partition : keyLimits.sort))
    throw new ModelError(
      `${entity.name}: the value of ${nameOf(entity, unique)} is too long to be kept unique: ` +
        `its key would have ${size} bytes`,
    );
  const sentinel: AttributeMap = new Map([[table.partition, { S: key }]]);
  if (table.sort !== undefined) sentinel.set(table.sort, { S: key });
  return sentinel;
}

// Returns the name of the sentinel's attribute that holds the owner's key attribute.
export function ownerAttribute(keyAttribute: string): string {
  return `owner_${keyAttribute}`;
}

// Returns the whole sentinel with this key. `owner` is the primary key of its owner.
export function uniqueItem(table: TableDescription, sentinelKey: AttributeMap, owner: AttributeMap): AttributeMap {
  const item: AttributeMap = new Map(sentinelKey);
  for (const [name, value] of owner) item.set(ownerAttribute(name), value);
  if (table.typeAttribute !== undefined) item.set(table.typeAttribute, { S: typeTag });
  return item;
}

// Returns the owner's primary key if the stored item is a sentinel, otherwise undefined.
export function ownerOfSentinel(table: TableDescription, item: AttributeMap): AttributeMap | undefined {
  if (!item.get(table.partition)?.S?.startsWith(prefix)) return undefined;
  const owner: AttributeMap = new Map();
  for (const attribute of [table.partition, table.sort]) {
    if (attribute === undefined) continue;
    const value = item.get(ownerAttribute(attribute));
    if (!value) return undefined;
    owner.set(attribute, value);
  }
  return owner;
}
