// The keys of a table and of its indexes as names of attributes, from DescribeTable's answer.
import { valueOfText } from "../values/typed_text.js";
import { sourcesOf } from "./keys.js";

// The table and each index: {name: "" for the table, kind, partition: [attributes], sort: [attributes], projection,
// types}. An index may have several attributes in each part of its key.
export function views(table) {
  const definitions = table.AttributeDefinitions ?? [];
  const types = Object.fromEntries(definitions.map((one) => [one.AttributeName, one.AttributeType]));
  const names = (attributes) => attributes.map(({ name }) => name);
  return sourcesOf(table).map(({ name, kind, partition, sort, projection }) =>
    ({ name, kind, partition: names(partition), sort: names(sort), projection, types }));
}

export const viewOf = (table, name) => views(table).find((view) => view.name === (name ?? "")) ?? null;

// A text that is equal for two items exactly if these attributes are equal.
export const identity = (item, attributes) => JSON.stringify(attributes.map((name) => item[name] ?? null));

// The primary key of an item of this table.
export function primaryKey(table, item) {
  const [base] = views(table);
  return Object.fromEntries([...base.partition, ...base.sort].map((name) => [name, item[name]]));
}

// The value that a user types for a key attribute: {value} or {fault}.
export function keyValue(type, text) {
  if (type !== "N" && text === "") return { fault: "A key attribute is never empty." };
  try {
    return { value: valueOfText(type, text) };
  } catch (error) {
    return { fault: error.message };
  }
}

// Query's members for a partition: every attribute of the partition key equals its value.
export function partitionCondition(view, values) {
  const names = {}, bound = {};
  const condition = view.partition.map((name, at) => {
    names[`#k${at}`] = name;
    bound[`:k${at}`] = values[at];
    return `#k${at} = :k${at}`;
  }).join(" AND ");
  return { KeyConditionExpression: condition, ExpressionAttributeNames: names, ExpressionAttributeValues: bound };
}
