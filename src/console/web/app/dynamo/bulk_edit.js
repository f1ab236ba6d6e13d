// The change that a bulk edit makes of one item. Actions: {kind: "set", name, value}, {kind: "remove", name},
// {kind: "add", name, value: {N}}: adds to a number, which is done by the table, because it keeps all digits.
import { keyAttributes, keyOf } from "./keys.js";
import { equalValues } from "./values.js";

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

// What the actions do to an item: [{name, before, after (a value or undefined), add (a number text)}].
export function effects(item, actions) {
  return actions.flatMap(({ kind, name, value }) => {
    const before = Object.hasOwn(item, name) ? item[name] : undefined;
    if (kind === "remove") return before ? [{ name, before }] : [];
    if (kind === "add" && before) return [{ name, before, add: value.N }];
    return before && equalValues(before, value) ? [] : [{ name, before, after: value }];
  });
}

// The UpdateItem of one item, whose changed attributes must still be as they are in `item`; null if nothing changes.
export function bulkEditRequest(table, item, actions) {
  const names = { "#k": keyAttributes(table)[0].name }, values = {}, set = [], removed = [], conditions = ["attribute_exists(#k)"];
  const found = effects(item, actions);
  if (!found.length) return null;
  found.forEach(({ name, before, after, add }, index) => {
    const place = `#a${index}`;
    names[place] = name;
    if (before) values[`:o${index}`] = before;
    conditions.push(before ? `${place} = :o${index}` : `attribute_not_exists(${place})`);
    if (add !== undefined) values[`:n${index}`] = { N: add };
    else if (after) values[`:n${index}`] = after;
    if (add !== undefined) set.push(`${place} = ${place} + :n${index}`);
    else if (after) set.push(`${place} = :n${index}`);
    else removed.push(place);
  });
  return {
    TableName: table.TableName, Key: keyOf(table, item), ConditionExpression: conditions.join(" AND "),
    UpdateExpression: [set.length ? `SET ${set.join(", ")}` : "", removed.length ? `REMOVE ${removed.join(", ")}` : ""].filter(Boolean).join(" "),
    ExpressionAttributeNames: names, ...(Object.keys(values).length ? { ExpressionAttributeValues: values } : {}),
  };
}
