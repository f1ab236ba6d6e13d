// The facts about tables that the editor knows: names, keys, indexes, and the attributes that the console saw.
import { seenAttributes } from "../../dynamo/partiql/seen.js";
import { views } from "../../dynamo/tables/key_schema.js";
import { describeTable, tables } from "../../tables.js";

const asked = new Set();

// The views of a table's keys, or null while its description is not here; it is asked for once.
export function viewsOf(name) {
  const table = tables.descriptions.get(name);
  if (table) return views(table);
  if (name && tables.names?.includes(name) && !asked.has(name)) {
    asked.add(name);
    describeTable(name).catch(() => {});
  }
  return null;
}

export const known = {
  get tables() {
    return tables.names ?? [];
  },
  indexesOf: (name) => (viewsOf(name) ?? []).filter((view) => view.name).map((view) => view.name),
  attributesOf(name) {
    const keys = [...new Set((viewsOf(name) ?? []).flatMap((view) => [...view.partition, ...view.sort]))];
    return [...keys.map((key) => ({ name: key, kind: "Key" })),
      ...seenAttributes(name).filter((one) => !keys.includes(one)).sort()
        .map((one) => ({ name: one, kind: "Attribute" }))];
  },
};
