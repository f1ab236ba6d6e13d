// The keys of a table and of its indexes, from the answer of DescribeTable. A global index may have several HASH and
// several RANGE attributes.

// The sources that a query can read: {name, kind: "table"|"local"|"global", partition: [{name, type}], sort: [{name,
// type}], projection: "ALL"|"KEYS_ONLY"|"INCLUDE", included: [name], bytes, count}. The table has the name "".
function source(definitions, name, kind, one) {
  const types = new Map(definitions.map(({ AttributeName, AttributeType }) => [AttributeName, AttributeType]));
  const of = (keyType) => one.KeySchema.filter(({ KeyType }) => KeyType === keyType)
    .map(({ AttributeName }) => ({ name: AttributeName, type: types.get(AttributeName) ?? "S" }));
  return {
    name, kind, partition: of("HASH"), sort: of("RANGE"),
    projection: kind === "table" ? "ALL" : one.Projection?.ProjectionType ?? "ALL",
    included: one.Projection?.NonKeyAttributes ?? [],
    bytes: (kind === "table" ? one.TableSizeBytes : one.IndexSizeBytes) ?? null,
    count: one.ItemCount ?? null,
    status: one.IndexStatus ?? one.TableStatus,
  };
}

// The table first, then its local and its global indexes.
export function sourcesOf(table) {
  const definitions = table.AttributeDefinitions ?? [];
  return [
    source(definitions, "", "table", table),
    ...(table.LocalSecondaryIndexes ?? []).map((one) => source(definitions, one.IndexName, "local", one)),
    ...(table.GlobalSecondaryIndexes ?? []).map((one) => source(definitions, one.IndexName, "global", one)),
  ];
}
export const sourceOf = (table, name) => sourcesOf(table).find((one) => one.name === name) ?? sourcesOf(table)[0];

// The attributes of the table's primary key: [{name, type}].
export const keyAttributes = (table) => { const own = sourcesOf(table)[0]; return [...own.partition, ...own.sort]; };

// The attributes that only serve as keys of indexes, without those of the primary key: a set of names.
export function indexKeyNames(table) {
  const own = keyAttributes(table).map(({ name }) => name);
  return new Set(sourcesOf(table).flatMap(({ partition, sort }) => [...partition, ...sort].map(({ name }) => name))
    .filter((name) => !own.includes(name)));
}

// Names of attributes in the order in which people look for them: the primary key, then the others as they come, then
// those that are keys of indexes.
export function inOrder(table, names) {
  const own = keyAttributes(table).map(({ name }) => name), others = indexKeyNames(table);
  const rank = (name) => (own.includes(name) ? own.indexOf(name) : own.length + (others.has(name) ? 1 : 0));
  return [...names].sort((a, b) => rank(a) - rank(b));
}

// The primary key of an item, or null if the item does not show all of it.
export function keyOf(table, item) {
  const names = keyAttributes(table).map(({ name }) => name);
  return names.every((name) => Object.hasOwn(item, name))
    ? Object.fromEntries(names.map((name) => [name, item[name]])) : null;
}

// The text that tells items apart: the values of the primary key.
export const keyText = (table, item) =>
  JSON.stringify(keyAttributes(table).map(({ name }) => (Object.hasOwn(item, name) ? item[name] : null)));

// Whether the entries of a source hold an attribute.
export function holds(table, one, name) {
  return one.projection === "ALL" || one.included.includes(name) ||
    [...one.partition, ...one.sort, ...keyAttributes(table)].some((attribute) => attribute.name === name);
}
