// The model's access patterns as forms: the texts to search in, the fields to fill in, and the request of
// ComposePattern.
import { typeOf } from "../values/values.js";

// The model's names of operations, and DynamoDB's names for a user.
const kOperations = { read: "Read", search: "Search", scan: "Scan", batch_get: "BatchGetItem",
  transact_get: "TransactGetItems", put: "PutItem",
  create: "PutItem, if new", update: "UpdateItem", delete: "DeleteItem", batch_write: "BatchWriteItem",
  transact_write: "TransactWriteItems" };
export const operationText = ({ Operation, PlannedOperation }) =>
  PlannedOperation ?? kOperations[Operation] ?? Operation;
export const isWrite = (operation) => /^(put|create|update|delete|batch_?write|transact_?write)/i.test(operation);

// The patterns that have every word of the text somewhere.
export function search(patterns, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return patterns.filter((pattern) => {
    const all = [pattern.Name, pattern.Id, pattern.Description, pattern.Operation,
      operationText(pattern), pattern.Table, pattern.Index,
      ...(pattern.Entities ?? []),
      ...(pattern.Parameters ?? []).map((one) => one.Name)].filter(Boolean).join(" ").toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

// The value of an attribute as the text of a parameter; null if it has no such text.
export function parameterText(value) {
  if (!value) return null;
  const type = typeOf(value);
  if (type === "S" || type === "N" || type === "B") return value[type];
  return type === "BOOL" ? String(value.BOOL) : null;
}

const isVector = (value) => value?.L?.length > 0 && value.L.every((one) => one.N !== undefined);
const vectorText = (value) => value.L.map((one) => one.N).join(", ");

// A range that must be given begins as "between".
export const emptyForm = (pattern) => ({ values: {}, lists: {}, limit: "",
  range: { comparison: pattern.Parameters?.some((one) => one.Range && !one.Optional) ? "between" : "", from: "",
    to: "" } });

// One of two operands is given, and the other is not.
const isHalf = (texts = []) => texts.some((text) => text !== "") && !(texts[0] && texts[1]);
const isList = (one) => one.Operands === "two" || one.Operands === "many";

// The names of parameters without which the request cannot be composed.
export function missing(pattern, form) {
  return (pattern.Parameters ?? []).filter((one) => {
    if (one.Range) {
      if (form.range.comparison === "") return !one.Optional;
      return form.range.from === "" || (form.range.comparison === "between" && form.range.to === "");
    }
    if (one.Operands === "two") return isHalf(form.lists[one.Name]);
    return !one.Optional && (form.values[one.Name] ?? "") === "";
  }).map((one) => one.Name);
}

// The body of ComposePattern.
export function composeBody(pattern, form) {
  const parameters = {};
  for (const one of pattern.Parameters ?? []) {
    const text = form.values[one.Name];
    if (!one.Range && !isList(one) && text !== undefined && (text !== "" || !one.Optional)) parameters[one.Name] = text;
  }
  const lists = (pattern.Parameters ?? []).filter(isList)
    .map((one) => ({ Name: one.Name, Texts: (form.lists[one.Name] ?? []).filter((text) => text !== "") }))
    .filter(({ Texts }) => Texts.length > 0);
  const { comparison, from, to } = form.range;
  const hasRange = comparison !== "" && (pattern.Parameters ?? []).some((one) => one.Range);
  return {
    Pattern: pattern.Name,
    Parameters: parameters,
    ...(lists.length > 0 ? { Lists: lists } : {}),
    ...(hasRange ? { Range: { Comparison: comparison, From: from, ...(comparison === "between" ? { To: to } : {}) } }
      : {}),
    ...(/^[1-9]\d*$/.test(form.limit) && !isWrite(pattern.Operation) ? { Limit: Number(form.limit) } : {}),
  };
}

// Sets of parameter values that items in the table have. `examples` has items by entity, `entities` the model's.
// Each set is {label, values}; the sets are different.
export function suggestions(pattern, entities, examples) {
  const out = [], seen = new Set();
  const most = Math.max(0, ...Object.values(examples).map((items) => items.length));
  for (let at = 0; at < most; ++at) {
    const values = {};
    for (const entity of entities) {
      const items = examples[entity.Name] ?? [];
      const item = items[Math.min(at, items.length - 1)];
      if (!item) continue;
      for (const field of entity.Fields) {
        const text = parameterText(item[field.Attribute]);
        if (isVector(item[field.Attribute]) && pattern.Parameters.some((one) => one.Type === "vector"))
          values.vector ??= vectorText(item[field.Attribute]);
        if (text !== null && !(field.Name in values) && pattern.Parameters.some((one) => one.Name === field.Name))
          values[field.Name] = text;
      }
    }
    const wanted = pattern.Parameters.filter((one) => !one.Range).map((one) => values[one.Name])
      .filter((text) => text !== undefined);
    const label = wanted.length > 0 ? wanted.join(", ") : Object.values(values).join(", ");
    if (label === "" || seen.has(label)) continue;
    seen.add(label);
    out.push({ label, values });
  }
  return out;
}

// Puts a set of values into the form. A range that must be given gets the item's value as both ends. Parameters that
// may be left out are left out, because a condition of a filter would take items away that the user wants to see.
export function fillForm(pattern, form, values) {
  for (const one of pattern.Parameters) {
    const text = values[one.Name];
    if (text === undefined || one.Optional) continue;
    if (!one.Range) form.values[one.Name] = text;
    else Object.assign(form.range, { from: text, to: text });
  }
}

// The requests with the members that the page needs to show their cost: of a write, also the cost of each index.
export const counted = (requests) => requests.map(({ Body, ...rest }) => ({ ...rest,
  Body: { ...Body, ReturnConsumedCapacity: /^(Put|Update|Delete|TransactWrite|BatchWrite)/.test(rest.Operation)
    ? "INDEXES" : Body.ReturnConsumedCapacity ?? "TOTAL" } }));
