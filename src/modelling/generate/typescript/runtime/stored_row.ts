// Rows made from stored items: the entity of an item, whether readers still see it, and the reports of unusable ones.
import type { AttributeMap } from "./attributes.js";
import { keyAttributes, type AskedPattern } from "./asked_pattern.js";
import type { Row, RowPage } from "./calls.js";
import type { EntityDescription, TableDescription } from "./description.js";
import { hasExpired } from "./expiry.js";
import { addFieldsOfKey, identifyStored, primaryKeyOf } from "./identify.js";
import type { Session } from "./session.js";
import { spell, spellMap } from "./spell.js";

// An item with the fields that only its keys hold.
export interface StoredRow {
  readonly entity: EntityDescription | undefined; // undefined: it belongs to no entity of the table
  readonly item: AttributeMap;
  readonly added: AttributeMap;
}

export type UnreadableReport = RowPage["unreadable"][number];

// Returns the row of an item that was read through index number `index` or, without one, from the table.
export function storedRow(table: TableDescription, index: number | undefined, item: AttributeMap): StoredRow {
  const added: AttributeMap = new Map();
  const entity = identifyStored(table, item, added);
  if (entity) addFieldsOfKey(table, entity, index, item, added);
  return { entity, item, added };
}

function allAttributes(row: StoredRow): AttributeMap {
  return row.added.size === 0 ? row.item : new Map([...row.item, ...row.added]);
}

// Returns the row as it is handed out.
export function handedOut(row: StoredRow, entity: EntityDescription): Row {
  return { entity, attributes: allAttributes(row) };
}

// Returns the report of a row that cannot be used.
export function unreadableRow(table: TableDescription, row: StoredRow, message: string): UnreadableReport {
  const key = primaryKeyOf(table, allAttributes(row));
  return { key, message, ...(row.entity && { entity: row.entity.name }) };
}

// Returns true if the row's time to live has passed. Rows of no entity never expire.
export function isExpired(row: StoredRow, session: Session): boolean {
  return row.entity?.ttl !== undefined && hasExpired(row.entity, allAttributes(row), session.now());
}

// Returns those of the attributes `names` that the item has.
export function keyOfItem(names: readonly string[], item: AttributeMap): AttributeMap {
  const key: AttributeMap = new Map();
  for (const name of names) {
    const value = item.get(name);
    if (value) key.set(name, value);
  }
  return key;
}

// Returns the reason why the pattern cannot use an item of an entity that it does not name.
export function misfit(pattern: AskedPattern, row: StoredRow): string {
  const { table, name, entities, plan } = pattern;
  // The pattern of a get has the name of its entity.
  const isGet = plan.operation === "GetItem" && entities.length === 1 && name === entities[0]!.name;
  const ofPattern = plan.operation === "Search" ? `The search "${name}"` : `The access pattern "${name}"`;
  const reader = isGet ? `The get of the entity ${name}` : ofPattern;
  const key = spellMap(keyOfItem(keyAttributes(table, undefined), row.item));
  if (row.entity) {
    const advice = isGet
      ? "Give the keys of one of them another shape"
      : "Name the entity in the pattern, or give its keys another shape";
    return `${reader} read an item of the entity ${row.entity.name}, which it does not name: ${key}. ${advice}`;
  }
  const tag = table.typeAttribute === undefined ? undefined : row.item.get(table.typeAttribute);
  const renamed = tag
    ? `. Its type tag is ${spell(tag)}: if a newer program has given an entity this tag, add the tag to the ` +
      "aliases of that entity in the model"
    : "";
  return (
    `${reader} read an item that belongs to no entity of the table ${table.name}: ${key}. Declare an entity for it ` +
    `or remove it; partita model verify lists all such items${renamed}`
  );
}
