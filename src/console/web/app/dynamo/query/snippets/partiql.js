// The request as a PartiQL statement, if one can express it.
import { sourceOf } from "../../tables/keys.js";
import { parsePath, parsePaths } from "../../values/paths.js";
import { valueOfText } from "../../values/typed_text.js";
import { sortIsOpen } from "../request.js";

const name = (text) => `"${text.replaceAll('"', '""')}"`;
const path = (steps) => steps.map((step, index) =>
  (typeof step === "number" ? `[${step}]` : (index ? "." : "") + name(step))).join("");

function literal(type, text) {
  const value = valueOfText(type, text);
  if (type === "S") return `'${value.S.replaceAll("'", "''")}'`;
  if (type === "N") return value.N;
  if (type === "BOOL") return String(value.BOOL);
  if (type === "NULL") return "NULL";
  throw new Error("A statement has no literal for binary values; they need a parameter.");
}

function ruleText(rule) {
  const place = path(parsePath(rule.path));
  const { op, type } = rule;
  if (op === "size BETWEEN") return `size(${place}) BETWEEN ${literal("N", rule.value)} AND ${literal("N", rule.to)}`;
  if (op.startsWith("size ")) return `size(${place}) ${op.slice(5)} ${literal("N", rule.value)}`;
  switch (op) {
    case "BETWEEN": return `${place} BETWEEN ${literal(type, rule.value)} AND ${literal(type, rule.to)}`;
    case "IN": return `${place} IN [${rule.value.split("\n").map((text) => literal(type, text)).join(", ")}]`;
    case "begins_with": case "contains": return `${op}(${place}, ${literal(type, rule.value)})`;
    case "not_contains": return `NOT contains(${place}, ${literal(type, rule.value)})`;
    case "attribute_exists": return `${place} IS NOT MISSING`;
    case "attribute_not_exists": return `${place} IS MISSING`;
    case "attribute_type": return `attribute_type(${place}, ${literal("S", rule.value || "S")})`;
    default: return `${place} ${op} ${literal(type, rule.value)}`;
  }
}
function groupText(group) {
  return group.rules.map((rule) => (rule.rules ? `(${groupText(rule)})` : ruleText(rule)))
    .filter((text) => text !== "()").join(` ${group.join} `);
}

// {text} or {why}.
export function partiqlSnippet(state, table) {
  if (state.count) return { why: "PartiQL for DynamoDB cannot count." };
  const source = sourceOf(table, state.index), conditions = [];
  try {
    if (state.mode === "query") {
      source.partition.forEach((attribute, index) =>
        conditions.push(`${name(attribute.name)} = ${literal(attribute.type, state.partition[index])}`));
      source.sort.forEach((attribute, index) => {
        const { op, from, to } = state.sort[index];
        if (!op || !sortIsOpen(state, index)) return;
        const place = name(attribute.name), first = literal(attribute.type, from);
        if (op === "BETWEEN") conditions.push(`${place} BETWEEN ${first} AND ${literal(attribute.type, to)}`);
        else conditions.push(op === "begins_with" ? `begins_with(${place}, ${first})` : `${place} ${op} ${first}`);
      });
    }
    const filter = groupText(state.filter);
    if (filter) conditions.push(state.filter.join === "OR" && conditions.length ? `(${filter})` : filter);
    const wanted = state.projection.trim() ? parsePaths(state.projection).map(path).join(", ") : "*";
    const from = name(table.TableName) + (source.name ? `.${name(source.name)}` : "");
    const order = state.mode === "query" && state.descending && source.sort.length
      ? `\nORDER BY ${name(source.sort[0].name)} DESC` : "";
    const where = conditions.length ? `\nWHERE ${conditions.join("\n  AND ")}` : "";
    return { text: `SELECT ${wanted}\nFROM ${from}${where}${order}` };
  } catch (error) {
    return { why: error.message };
  }
}
