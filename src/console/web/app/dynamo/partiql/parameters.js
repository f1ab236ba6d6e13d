// The values of a statement's question marks, as a user types them, and the requests that take them.
import { kBatchStatements, kTransactionItems } from "../service_limits.js";
import { typeOf } from "../values/values.js";
import { keyValue } from "../tables/key_schema.js";

export const kParameterTypes = [["S", "String"], ["N", "Number"], ["B", "Binary (base64)"], ["BOOL", "Boolean"],
  ["NULL", "Null"],
  ["JSON", "DynamoDB JSON"]];

function isTyped(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value) || Object.keys(value).length !== 1)
    return false;
  const type = typeOf(value), inner = value[type];
  if (["S", "N", "B"].includes(type)) return typeof inner === "string";
  if (type === "BOOL") return typeof inner === "boolean";
  if (type === "NULL") return inner === true;
  if (["SS", "NS", "BS"].includes(type))
    return Array.isArray(inner) && inner.length > 0 && inner.every((one) => typeof one === "string");
  if (type === "L") return Array.isArray(inner) && inner.every(isTyped);
  return type === "M" && inner !== null && typeof inner === "object" && !Array.isArray(inner) && Object.values(inner)
    .every(isTyped);
}

// {value} or {fault}.
export function parameterValue(type, text) {
  if (type === "S") return { value: { S: text } };
  if (type === "BOOL") return { value: { BOOL: text !== "false" } };
  if (type === "NULL") return { value: { NULL: true } };
  if (type !== "JSON") return text.trim() === "" && type === "B" ? { value: { B: "" } } : keyValue(type, text);
  try {
    const value = JSON.parse(text);
    return isTyped(value) ? { value }
      : { fault: 'DynamoDB JSON names the type: {"SS": ["a", "b"]} or {"M": {"x": {"N": "1"}}}.' };
  } catch (error) {
    return { fault: `This is no JSON: ${error.message}` };
  }
}

// Gives each statement its part of the values, in their order.
export function withParameters(statements, values) {
  let at = 0;
  return statements.map((statement) => {
    const count = statement.tokens.filter((token) => token.kind === "parameter").length;
    const own = values.slice(at, at + count);
    at += count;
    return own.length > 0 ? { Statement: statement.text, Parameters: own } : { Statement: statement.text };
  });
}

// The requests for statements together: {operation, body}, or {fault}. `mode`: "batch" or "transaction".
export function together(bodies, mode) {
  const most = mode === "batch" ? kBatchStatements : kTransactionItems;
  if (bodies.length > most)
    return { fault: `A ${mode} takes at most ${most} statements, and these are ${bodies.length}.` };
  const reads = bodies.filter((body) => /^(select|exists)\b/i.test(body.Statement)).length;
  const selects = bodies.filter((body) => /^select\b/i.test(body.Statement)).length;
  if (mode === "batch" ? reads > 0 && reads < bodies.length : selects > 0 && selects < bodies.length)
    return { fault: `A ${mode} has either reads or writes.` };
  return mode === "batch"
    ? { operation: "BatchExecuteStatement", body: { Statements: bodies, ReturnConsumedCapacity: "TOTAL" } }
    : { operation: "ExecuteTransaction", body: { TransactStatements: bodies, ReturnConsumedCapacity: "TOTAL" } };
}

// The wrong part of the statement that an error quotes.
const kNear = new RegExp("(?:near|unexpected (?:token|keyword|term|path component)[^\"'`]*?|unsupported [a-z ]+)" +
  " ?[:]? ?[\"'`]([^\"'`]+)[\"'`]", "i");

// The place in the statement to which the message of an error points, as an offset; null if it does not say one.
export function placeOf(message, statement) {
  const lineAndColumn = /line[: ]+(\d+)[,;: ]+(?:col(?:umn)?|offset)[: ]+(\d+)/i.exec(message) ??
    /\bat (\d+):(\d+)(?::\d+)?\b/.exec(message);
  if (lineAndColumn) {
    const lines = statement.split("\n");
    const line = Number(lineAndColumn[1]);
    if (line < 1 || line > lines.length) return null;
    const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    return Math.min(before + Math.max(0, Number(lineAndColumn[2]) - 1), statement.length);
  }
  const offset = /\bat (?:position|offset|index|character) (\d+)/i.exec(message);
  if (offset) return Math.min(Number(offset[1]), statement.length);
  const near = kNear.exec(message);
  const found = near ? statement.toLowerCase().indexOf(near[1].toLowerCase()) : -1;
  return found < 0 ? null : found;
}
