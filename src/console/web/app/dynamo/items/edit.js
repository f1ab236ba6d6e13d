// Writes of single items with conditions, so that a change of another writer is never overwritten unseen.
//
// An edit is an UpdateItem of the attributes that changed. Its condition has one of two extents:
//  - "whole": every attribute that was read is still as it was;
//  - "changed": the item exists, and the attributes that the edit changes are still as they were. Items that are large,
//    or have more attributes than an expression can name, take this one. In both, an attribute that the edit adds must
//    not exist, and one that another writer added in between stays.
import { keyAttributes, keyOf } from "../tables/keys.js";
import { equalValues, itemSize } from "../values/values.js";

const kWholeBytes = 64 * 1024;
export const kMostCompared = 140; // attributes: an expression has at most 300 operators

const has = (item, name) => Object.hasOwn(item, name);

// The attributes that differ: {set: [names], removed: [names]}.
export function changesOf(old, now) {
  return {
    set: Object.keys(now).filter((name) => !has(old, name) || !equalValues(old[name], now[name]) ||
      JSON.stringify(old[name]) !== JSON.stringify(now[name])),
    removed: Object.keys(old).filter((name) => !has(now, name)),
  };
}

export function extentOf(old) {
  return itemSize(old) > kWholeBytes || Object.keys(old).length > kMostCompared ? "changed" : "whole";
}
export const extentText = (extent) => (extent === "whole"
  ? "The write happens only if every attribute is still as it was read."
  : "This item is large: the write happens only if the item exists and the attributes that you change are still as " +
    "they were read.");

export class Parts {
  names = new Map();
  values = {};
  name(name) {
    if (!this.names.has(name)) this.names.set(name, `#${this.names.size}`);
    return this.names.get(name);
  }
  value(prefix, value) {
    const text = `:${prefix}${Object.keys(this.values).length}`;
    this.values[text] = value;
    return text;
  }
  unchanged(old, name) {
    return has(old, name) ? `${this.name(name)} = ${this.value("o", old[name])}`
      : `attribute_not_exists(${this.name(name)})`;
  }
  members() {
    return {
      ExpressionAttributeNames: Object.fromEntries([...this.names].map(([name, text]) => [text, name])),
      ...(Object.keys(this.values).length ? { ExpressionAttributeValues: this.values } : {}),
    };
  }
}

export function condition(parts, table, old, touched, extent) {
  if (extent === "whole")
    return [...new Set([...Object.keys(old), ...touched])].map((name) => parts.unchanged(old, name)).join(" AND ");
  const [key] = keyAttributes(table);
  return [`attribute_exists(${parts.name(key.name)})`, ...touched.map((name) => parts.unchanged(old, name))]
    .join(" AND ");
}

// The UpdateItem that makes `old` to `now`, or null if no attribute changed. Throws an Error if a key attribute
// changed.
export function editRequest(table, old, now, extent = extentOf(old)) {
  const { set, removed } = changesOf(old, now);
  if (!set.length && !removed.length) return null;
  for (const { name } of keyAttributes(table))
    if (set.includes(name) || removed.includes(name))
      throw new Error(`${name} is part of the primary key and cannot change in place. Copy the item as a new one.`);
  const parts = new Parts();
  const updates = [];
  if (set.length)
    updates.push(`SET ${set.map((name) => `${parts.name(name)} = ${parts.value("n", now[name])}`).join(", ")}`);
  if (removed.length) updates.push(`REMOVE ${removed.map((name) => parts.name(name)).join(", ")}`);
  const check = condition(parts, table, old, [...set, ...removed], extent);
  return { TableName: table.TableName, Key: keyOf(table, old), UpdateExpression: updates.join(" "),
    ConditionExpression: check, ...parts.members(),
    ReturnValues: "ALL_NEW", ReturnValuesOnConditionCheckFailure: "ALL_OLD" };
}

// The DeleteItem of an item that must still be as it was read: as many attributes as an expression can name, of any
// size. A condition cannot see attributes that another writer added, so read the item once more before.
export function deleteRequest(table, old) {
  const parts = new Parts();
  const first = Object.fromEntries(Object.entries(old).slice(0, kMostCompared));
  return { TableName: table.TableName, Key: keyOf(table, old),
    ConditionExpression: condition(parts, table, { ...first, ...keyOf(table, old) }, [], "whole"), ...parts.members(),
    ReturnValuesOnConditionCheckFailure: "ALL_OLD" };
}

// The PutItem of an item whose key must be free.
export function createRequest(table, item) {
  const [key] = keyAttributes(table);
  return { TableName: table.TableName, Item: item, ConditionExpression: "attribute_not_exists(#k)",
    ExpressionAttributeNames: { "#k": key.name },
    ReturnValuesOnConditionCheckFailure: "ALL_OLD" };
}

// `theirs` with the changes that led from `old` to `mine`.
export function rebase(old, mine, theirs) {
  const { set, removed } = changesOf(old, mine);
  return Object.fromEntries([...Object.entries(theirs)
    .filter(([name]) => !removed.includes(name) && !set.includes(name)), ...set.map((name) => [name, mine[name]])]);
}
