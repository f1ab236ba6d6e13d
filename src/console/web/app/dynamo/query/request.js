// The request of the query builder: from its state to a Query or a Scan, with the faults that keep it from running.
import { momentFault } from "../backups/moments.js";
import { holds, keyAttributes, sourceOf } from "../tables/keys.js";
import { formatPath, parsePaths } from "../values/paths.js";
import { valueOfText } from "../values/typed_text.js";
import { filterText } from "./filter.js";
import { Placeholders } from "./placeholders.js";

export const kSortOps = [["", "any"], ["=", "="], ["<", "<"], ["<=", "≤"], [">", ">"], [">=", "≥"],
  ["BETWEEN", "between"], ["begins_with", "begins with"]];
export const sortOpsOf = (type) => kSortOps.filter(([op]) => op !== "begins_with" || type !== "N");

export function freshState() {
  return { mode: "scan", index: "", partition: [], sort: [], filter: { join: "AND", rules: [] }, projection: "",
    descending: false, limit: "", consistent: false, count: false, asOf: "" };
}

// Whether the state is a query's form that waits to be filled in.
export const isBlankQuery = ({ mode, partition }) => mode === "query" && partition.every((text) => text === "");

// The fields of the partition key and the sort key, as many as the source has. The values that fit stay.
export function fitState(state, table) {
  const source = sourceOf(table, state.index);
  state.index = source.name;
  state.partition = source.partition.map((_, index) => String(state.partition[index] ?? ""));
  state.sort = source.sort.map((attribute, index) => {
    const { op = "", from = "", to = "" } = state.sort[index] ?? {};
    return { op: sortOpsOf(attribute.type).some(([key]) => key === op) ? op : "", from, to };
  });
  if (source.kind === "global") state.consistent = false;
  return state;
}

// Reads another index or the table. A value that was typed for an attribute stays if it is a key there too, and comes
// back with its index: `typed` is a Map that keeps the values.
export function changeSource(state, table, index, typed) {
  const before = sourceOf(table, state.index), now = sourceOf(table, index);
  before.partition.forEach(({ name }, at) => {
    if (state.partition[at]) typed.set(`= ${name}`, state.partition[at]);
    else typed.delete(`= ${name}`);
  });
  before.sort.forEach(({ name }, at) => {
    const { op, from, to } = state.sort[at] ?? {};
    typed.set(`sort ${name}`, { op, from, to });
    if (op === "=" && from) typed.set(`= ${name}`, from);
  });
  Object.assign(state, { index, partition: now.partition.map(({ name }) => typed.get(`= ${name}`) ?? ""),
    sort: now.sort.map(({ name }) => ({ ...typed.get(`sort ${name}`) })) });
  return fitState(state, table);
}

// RANGE attributes are compared from the left, and only the last one of them with anything but "=".
export function sortIsOpen(state, place) {
  return state.sort.slice(0, place).every(({ op }) => op === "=");
}

function keyCondition(state, source, placeholders, fault) {
  const texts = source.partition.map(({ name, type }, index) => {
    const text = state.partition[index];
    try {
      if (text === "") throw new Error(`A query needs the value of ${name}.`);
      return `${placeholders.name(name)} = ${placeholders.value(valueOfText(type, text), name)}`;
    } catch (error) {
      fault(`partition ${index}`, error.message);
      return "";
    }
  });
  for (const [index, { name, type }] of source.sort.entries()) {
    const { op, from, to } = state.sort[index];
    if (!op || !sortIsOpen(state, index)) break;
    try {
      if (from === "") throw new Error(`Type a value for ${name}, or choose "any".`);
      const value = placeholders.value(valueOfText(type, from), name);
      const path = placeholders.name(name);
      if (op === "BETWEEN") {
        if (to === "") throw new Error("Type the upper value too.");
        texts.push(`${path} BETWEEN ${value} AND ${placeholders.value(valueOfText(type, to), `${name}_to`)}`);
      } else {
        texts.push(op === "begins_with" ? `begins_with(${path}, ${value})` : `${path} ${op} ${value}`);
      }
    } catch (error) {
      fault(`sort ${index}`, error.message);
    }
  }
  return texts.join(" AND ");
}

// {operation: "Query"|"Scan", body, asOf, faults: Map of field to text, ruleFaults: Map of rule to text}. `asOf` is the
// moment of the answer, or "" for now, which no member of a request says. It must be in the window of {earliest,
// latest}.
export function requestOf(state, table, window = { earliest: -Infinity, latest: Infinity }) {
  const source = sourceOf(table, state.index), placeholders = new Placeholders();
  const faults = new Map(), ruleFaults = [];
  const fault = (field, text) => faults.set(field, text);
  const body = { TableName: table.TableName };
  if (source.name) body.IndexName = source.name;
  const isQuery = state.mode === "query";
  if (isQuery) body.KeyConditionExpression = keyCondition(state, source, placeholders, fault);
  const filter = filterText(state.filter, placeholders, ruleFaults);
  if (filter) body.FilterExpression = filter;
  if (isQuery) refuseKeys(state.filter, source, ruleFaults);
  if (state.count) {
    body.Select = "COUNT";
  } else if (state.projection.trim()) {
    try {
      body.ProjectionExpression = projectionText(state, table, source, placeholders);
    } catch (error) {
      fault("projection", error.message);
    }
  }
  if (isQuery && state.descending) body.ScanIndexForward = false;
  if (state.limit.trim()) {
    if (/^[1-9]\d{0,8}$/.test(state.limit.trim())) body.Limit = Number(state.limit);
    else fault("limit", "The limit is a whole number from 1.");
  }
  if (state.consistent && source.kind !== "global") body.ConsistentRead = true;
  const asOfFault = state.asOf && momentFault(state.asOf, window);
  if (asOfFault) fault("asOf", asOfFault);
  Object.assign(body, placeholders.members());
  return { operation: isQuery ? "Query" : "Scan", body, asOf: state.asOf, faults,
    ruleFaults: new Map(ruleFaults.map(({ rule, text }) => [rule, text])) };
}

// The keys come with every projection, because without them an item cannot be opened or selected.
function projectionText(state, table, source, placeholders) {
  const paths = parsePaths(state.projection);
  for (const { name } of keyAttributes(table)) if (!paths.some((path) => path[0] === name)) paths.push([name]);
  const texts = paths.map(formatPath);
  if (new Set(texts).size < texts.length) throw new Error("A path stands here twice.");
  for (const path of paths)
    if (source.kind === "global" && !holds(table, source, path[0]))
      throw new Error(`The index does not hold ${path[0]}.`);
  return paths.map((path) => placeholders.path(path)).join(", ");
}

// A query's filter may not name the attributes of the key that it reads by.
function refuseKeys(group, source, ruleFaults) {
  const keys = [...source.partition, ...source.sort].map(({ name }) => name);
  for (const rule of group.rules) {
    if (rule.rules) refuseKeys(rule, source, ruleFaults);
    else if (keys.includes(rule.path.trim()))
      ruleFaults.push({ rule, text: `${rule.path.trim()} is a key of what is read: compare it above.` });
  }
}
