// The queries that the user saved, by table and name, in the browser's storage. A query is stored only if the user asks
// for it.
const kKey = "partita.queries";

// `storage` is localStorage or the like; a browser may refuse it.
export function savedQueries(storage) {
  const read = () => {
    try {
      const all = JSON.parse(storage.getItem(kKey) ?? "{}");
      return all && typeof all === "object" && !Array.isArray(all) ? new Map(Object.entries(all)) : new Map();
    } catch {
      return new Map();
    }
  };
  const of = (all, table) => new Map(Object.entries(all.get(table) ?? {}));
  const write = (all, table, queries) => {
    if (queries.size) all.set(table, Object.fromEntries(queries));
    else all.delete(table);
    storage.setItem(kKey, JSON.stringify(Object.fromEntries(all)));
  };
  return {
    // [name, state text] in the order of names.
    list: (table) => [...of(read(), table)].filter(([, text]) => typeof text === "string")
      .sort(([a], [b]) => (a < b ? -1 : 1)),
    save: (table, name, text) => {
      const all = read(), queries = of(all, table);
      queries.set(name, text);
      write(all, table, queries);
    },
    remove: (table, name) => {
      const all = read(), queries = of(all, table);
      queries.delete(name);
      write(all, table, queries);
    },
  };
}
