// The tables of the server, which several pages and the palette need. Descriptions are read when they are wanted. The
// tabs of a table keep their last addresses, so that the way back to a tab leads to its query.
import { call } from "./api.js";
import { m } from "./m.js";
import { session } from "./session.js";

export const tables = {
  names: null, // null until the first list has come
  fault: null,
  descriptions: new Map(), // by name
};
const addresses = new Map(); // by the address without a query

// The address of a tab of a table, as it was seen last.
export function tabAddress(name, tab) {
  const plain = `#!/tables/${encodeURIComponent(name)}/${tab}`;
  return addresses.get(plain) ?? plain;
}
// Keeps an address, such as location.hash, if it is that of the tab of this table.
export function keepTabAddress(name, tab, address) {
  const plain = `#!/tables/${encodeURIComponent(name)}/${tab}`;
  if (address.split("?")[0] === plain) addresses.set(plain, address);
}

// Answers that come after another user has signed in, or after the user has signed out, are not kept.
export async function listTables() {
  const { keys } = session;
  try {
    const names = [];
    let start;
    do {
      const page = await call("ListTables", start ? { ExclusiveStartTableName: start } : {});
      names.push(...page.TableNames);
      start = page.LastEvaluatedTableName;
    } while (start);
    if (session.keys !== keys) return [];
    tables.names = names;
    tables.fault = null;
  } catch (error) {
    if (session.keys !== keys) return [];
    tables.fault = error;
    tables.names ??= [];
  }
  m.redraw();
  return tables.names;
}

// The description of a table, from the last answer unless `fresh`. Throws ApiError.
export async function describeTable(name, { fresh = false } = {}) {
  if (!fresh && tables.descriptions.has(name)) return tables.descriptions.get(name);
  const { keys } = session;
  const { Table } = await call("DescribeTable", { TableName: name });
  if (session.keys === keys) tables.descriptions.set(name, Table);
  m.redraw();
  return Table;
}
export function forgetTable(name) {
  tables.descriptions.delete(name);
  for (const plain of [...addresses.keys()])
    if (plain.startsWith(`#!/tables/${encodeURIComponent(name)}/`)) addresses.delete(plain);
}
// Tables that one user could see may be hidden from the next one.
export function forgetAll() {
  tables.names = tables.fault = null;
  tables.descriptions.clear();
  addresses.clear();
}
