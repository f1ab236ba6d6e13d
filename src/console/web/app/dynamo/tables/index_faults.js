// The faults that keep a new global index of an existing table from being created, as far as the table's description
// tells them.
import { kKeyAttributeNameBytes, kProjectedAttributes } from "../service_limits.js";
import { textSize } from "../values/values.js";
import { kNameRule, isTableName, namesOf, unitFaults } from "./table_form.js";

const kinds = ["GlobalSecondaryIndexes", "LocalSecondaryIndexes", "VectorIndexes"];
const indexesOf = (table) => kinds.flatMap((kind) => table[kind] ?? []);

function nameFault(table, name) {
  if (!isTableName(name)) return `An index name ${kNameRule}`;
  return indexesOf(table).some((one) => one.IndexName === name) ? "The table has an index with this name." : null;
}

function keyFault(table, keys, before) {
  for (const { name, type } of keys) {
    if (textSize(name) > kKeyAttributeNameBytes)
      return `The name of a key attribute has at most ${kKeyAttributeNameBytes} bytes.`;
    if (before.has(name)) return `${name} stands in the key twice.`;
    before.add(name);
    const known = (table.AttributeDefinitions ?? []).find((one) => one.AttributeName === name)?.AttributeType;
    if (known && known !== type) return `${name} is of the type ${known} in another key of the table.`;
  }
  return null;
}

function includeFault(table, included, keys) {
  if (!included.length) return "Name the attributes that the index holds.";
  const twice = included.find((name, at) => included.indexOf(name) !== at);
  if (twice !== undefined) return `${twice} stands here twice.`;
  const own = new Set([...keys, ...table.KeySchema.map((one) => one.AttributeName)]);
  const key = included.find((name) => own.has(name));
  if (key !== undefined) return `${key} is a key attribute, which the index holds anyway.`;
  const others = indexesOf(table).flatMap((one) => one.Projection?.NonKeyAttributes ?? []).length;
  return included.length + others > kProjectedAttributes
    ? `All indexes of a table name at most ${kProjectedAttributes} attributes; the others name ${others}.` : null;
}

// {name, partition, sort, include, reads, writes}: a text for each field that has a fault. `index` is a form as
// emptyIndex() gives it; the parts of its key that have no name are not sent.
export function indexFaults(table, index, isProvisioned) {
  const [partition, sort] = [index.partition, index.sort].map((keys) => keys.filter((one) => one.name));
  const seen = new Set();
  const all = {
    name: nameFault(table, index.name),
    partition: partition.length ? keyFault(table, partition, seen) : "A global index needs a partition key.",
    sort: keyFault(table, sort, seen),
    include: index.projection === "INCLUDE" ? includeFault(table, namesOf(index.include), seen) : null,
    ...(isProvisioned ? unitFaults(index) : {}),
  };
  return Object.fromEntries(Object.entries(all).filter(([, text]) => text));
}
