// The change that a bulk edit makes of one item. Actions: {kind: "set", name, value}, {kind: "remove", name},
// {kind: "add", name, value: {N}}: adds to a number, which is done by the table, because it keeps all digits.
import { keyAttributes, keyOf } from "../tables/keys.js";
import { at, equalValues } from "../values/values.js";
import { Parts, condition, extentOf } from "./edit.js";

// Why the actions cannot be run, or null.
export function actionsFault(table, actions) {
  const keys = keyAttributes(table).map(({ name }) => name), seen = new Set();
  for (const { name } of actions) {
    if (!name) return "Name the attribute.";
    if (keys.includes(name)) return `${name} is part of the primary key and cannot change in place.`;
    if (seen.has(name)) return `${name} is named twice.`;
    seen.add(name);
  }
  return actions.length ? null : "Say what to change.";
}

// The effects of the actions on an item: [{name, before, after (a value or undefined), add (a number text)}].
export function effects(item, actions) {
  return actions.flatMap(({ kind, name, value }) => {
    const before = Object.hasOwn(item, name) ? item[name] : undefined;
    if (kind === "remove") return before ? [{ name, before }] : [];
    if (kind === "add" && before) return [{ name, before, add: value.N }];
    return before && equalValues(before, value) ? [] : [{ name, before, after: value }];
  });
}

// Whether a number that is added to has become another one, so that it cannot be known whether by this addition.
export const addsDiffer = (before, now, actions) =>
  actions.some(({ kind, name }) => kind === "add" && !equalValues(at(before, name), at(now, name)));

// The UpdateItem of one item, on the condition that it is still as `item` is; null if no attribute changes.
export function bulkEditRequest(table, item, actions) {
  const found = effects(item, actions), parts = new Parts(), set = [], removed = [];
  if (!found.length) return null;
  for (const { name, after, add } of found) {
    const place = parts.name(name);
    if (add !== undefined) set.push(`${place} = ${place} + ${parts.value("n", { N: add })}`);
    else if (after) set.push(`${place} = ${parts.value("n", after)}`);
    else removed.push(place);
  }
  const updates = [set.length ? `SET ${set.join(", ")}` : "", removed.length ? `REMOVE ${removed.join(", ")}` : ""];
  const check = condition(parts, table, item, found.map(({ name }) => name), extentOf(item));
  return { TableName: table.TableName, Key: keyOf(table, item), UpdateExpression: updates.filter(Boolean).join(" "),
    ConditionExpression: check, ...parts.members() };
}
