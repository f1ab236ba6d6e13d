// The keys of a table and of its indexes, from DescribeTable's answer.

// The table and each index: {name: "" for the table, kind, partition: [attributes], sort: [attributes], projection,
// types}. An index may have several attributes in each part of its key.
export function views(table) {
  const types = Object.fromEntries((table.AttributeDefinitions ?? []).map((one) => [one.AttributeName, one.AttributeType]));
  const part = (schema, type) => schema.filter((one) => one.KeyType === type).map((one) => one.AttributeName);
  const view = (name, kind, one, projection) =>
    ({ name, kind, partition: part(one.KeySchema, "HASH"), sort: part(one.KeySchema, "RANGE"), projection, types });
  return [
    view("", "table", table, "ALL"),
    ...(table.LocalSecondaryIndexes ?? []).map((one) => view(one.IndexName, "local", one, one.Projection?.ProjectionType ?? "ALL")),
    ...(table.GlobalSecondaryIndexes ?? []).map((one) => view(one.IndexName, "global", one, one.Projection?.ProjectionType ?? "ALL")),
  ];
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
  if (type === "N") {
    const trimmed = text.trim();
    return /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(trimmed) ? { value: { N: trimmed } } : { fault: "This is no number." };
  }
  if (text === "") return { fault: "A key attribute is never empty." };
  if (type === "B") {
    return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text.trim())
      ? { value: { B: text.trim() } } : { fault: "This is no base64." };
  }
  return { value: { S: text } };
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
