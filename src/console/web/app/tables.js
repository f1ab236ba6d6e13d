// The tables of the server, which several pages and the palette need. Descriptions are read when they are wanted.
import { call } from "./api.js";
import { m } from "./m.js";

export const tables = {
  names: null, // null until the first list has come
  fault: null,
  descriptions: new Map(), // by name
};

export async function listTables() {
  try {
    const names = [];
    let start;
    do {
      const page = await call("ListTables", start ? { ExclusiveStartTableName: start } : {});
      names.push(...page.TableNames);
      start = page.LastEvaluatedTableName;
    } while (start);
    tables.names = names;
    tables.fault = null;
  } catch (error) {
    tables.fault = error;
    tables.names ??= [];
  }
  m.redraw();
  return tables.names;
}

// The description of a table, from the last answer unless `fresh`. Throws ApiError.
export async function describeTable(name, { fresh = false } = {}) {
  if (!fresh && tables.descriptions.has(name)) return tables.descriptions.get(name);
  const { Table } = await call("DescribeTable", { TableName: name });
  tables.descriptions.set(name, Table);
  m.redraw();
  return Table;
}
export function forgetTable(name) {
  tables.descriptions.delete(name);
}
// What one user could see, the next one may not.
export function forgetAll() {
  tables.names = tables.fault = null;
  tables.descriptions.clear();
}
