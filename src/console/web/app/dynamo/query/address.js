// The state of the query builder in the page's address, so that a reload and a copied link show the same query.
import { freshState } from "./request.js";

const kMembers = { mode: "m", index: "i", partition: "p", sort: "s", filter: "f", projection: "a", descending: "d",
  limit: "l", consistent: "c", count: "n", asOf: "t" };

// A short JSON text of the difference from a fresh state; "" for a fresh one.
export function stateText(state) {
  const fresh = freshState(), result = {};
  for (const [member, short] of Object.entries(kMembers))
    if (JSON.stringify(state[member]) !== JSON.stringify(fresh[member])) result[short] = state[member];
  return Object.keys(result).length ? JSON.stringify(result) : "";
}

const text = (value) => (typeof value === "string" ? value : "");
const rule = ({ path, op, type, value, to }) =>
  ({ path: text(path), op: text(op) || "=", type: text(type) || "S", value: text(value), to: text(to) });
const group = (one, depth = 0) =>
  ({ join: one?.join === "OR" ? "OR" : "AND", rules: (Array.isArray(one?.rules) && depth < 8 ? one.rules : [])
  .map((inner) => (inner?.rules ? group(inner, depth + 1) : rule(inner ?? {}))) });

// The state of a text. An address may have been edited by hand, so parts that do not fit are left out.
export function stateOfText(from) {
  const state = freshState();
  let short;
  try {
    short = JSON.parse(from);
  } catch {
    return state;
  }
  if (short === null || typeof short !== "object") return state;
  if (short.m === "query") state.mode = "query";
  state.index = text(short.i);
  state.partition = Array.isArray(short.p) ? short.p.map(text) : [];
  state.sort = Array.isArray(short.s)
    ? short.s.map((one) => ({ op: text(one?.op), from: text(one?.from), to: text(one?.to) })) : [];
  state.filter = group(short.f);
  state.projection = text(short.a);
  state.limit = text(short.l);
  state.asOf = text(short.t);
  for (const [member, letter] of [["descending", "d"], ["consistent", "c"], ["count", "n"]])
    state[member] = short[letter] === true;
  return state;
}

// The address of a table's items with a query, for links from other pages.
export function itemsAddress(tableName, state = freshState()) {
  const query = stateText(state);
  return `#!/tables/${encodeURIComponent(tableName)}/items${query ? `?q=${encodeURIComponent(query)}` : ""}`;
}
// The state in an address such as location.hash.
export function stateOfAddress(hash) {
  const at = hash.indexOf("?");
  return stateOfText((at < 0 ? null : new URLSearchParams(hash.slice(at + 1)).get("q")) ?? "");
}
