// Filter expressions from a tree: {join: "AND"|"OR", rules: [rule or group]}, a rule is {path, op, type, value, to}.
// `path` is a text of paths.js; `value` is a text; IN takes one value a line; size compares with a number.
import { kInOperands } from "../service_limits.js";
import { parsePath } from "../values/paths.js";
import { valueOfText } from "../values/typed_text.js";

// The operators of a rule: [key, the text for users, the number of values].
export const kFilterOps = [
  ["=", "=", 1], ["<>", "≠", 1], ["<", "<", 1], ["<=", "≤", 1], [">", ">", 1], [">=", "≥", 1],
  ["BETWEEN", "between", 2], ["IN", "is one of", 1], ["begins_with", "begins with", 1], ["contains", "contains", 1],
  ["not_contains", "does not contain", 1], ["attribute_exists", "exists", 0],
  ["attribute_not_exists", "does not exist", 0],
  ["attribute_type", "has the type", 1],
  ["size =", "size =", 1], ["size <", "size <", 1], ["size <=", "size ≤", 1], ["size >", "size >", 1],
  ["size >=", "size ≥", 1],
  ["size BETWEEN", "size between", 2],
];
export const valuesOf = (op) => Number(kFilterOps.find(([key]) => key === op)?.[2] ?? 1);
// The types that a rule's value can have.
export function typesOf(op) {
  if (op === "begins_with") return ["S", "B"];
  if (["<", "<=", ">", ">=", "BETWEEN"].includes(op)) return ["S", "N", "B"];
  if (op === "attribute_type" || op.startsWith("size")) return [];
  return ["S", "N", "B", "BOOL", "NULL"];
}
export const freshRule = () => ({ path: "", op: "=", type: "S", value: "", to: "" });

// The text of one rule. Throws an Error with a text for the user.
function ruleText(rule, placeholders) {
  const steps = parsePath(rule.path);
  const path = placeholders.path(steps);
  const hint = String(steps.findLast((step) => typeof step === "string"));
  const value = (text, suffix = "", type = rule.type) => placeholders.value(valueOfText(type, text), hint + suffix);
  const { op } = rule;
  if (op.startsWith("size ")) {
    if (op === "size BETWEEN")
      return `size(${path}) BETWEEN ${value(rule.value, "_size", "N")} AND ${value(rule.to, "_size_to", "N")}`;
    return `size(${path}) ${op.slice(5)} ${value(rule.value, "_size", "N")}`;
  }
  switch (op) {
    case "BETWEEN": return `${path} BETWEEN ${value(rule.value)} AND ${value(rule.to, "_to")}`;
    case "IN": {
      const texts = rule.type === "NULL" ? [""] : rule.value.split("\n");
      if (texts.length > kInOperands) throw new Error(`IN has at most ${kInOperands} values.`);
      return `${path} IN (${texts.map((text) => value(text)).join(", ")})`;
    }
    case "begins_with": case "contains": return `${op}(${path}, ${value(rule.value)})`;
    case "not_contains": return `NOT contains(${path}, ${value(rule.value)})`;
    case "attribute_exists": case "attribute_not_exists": return `${op}(${path})`;
    case "attribute_type": return `attribute_type(${path}, ${value(rule.value || "S", "_type", "S")})`;
    default: return `${path} ${op} ${value(rule.value)}`;
  }
}

// The expression of a group, or "" if it has no rules. `faults`: collects {rule, text}.
export function filterText(group, placeholders, faults, depth = 0) {
  const texts = [];
  for (const rule of group?.rules ?? []) {
    if (rule.rules) {
      const inner = filterText(rule, placeholders, faults, depth + 1);
      if (inner) texts.push(rule.rules.length > 1 ? `(${inner})` : inner);
      continue;
    }
    try {
      texts.push(ruleText(rule, placeholders));
    } catch (error) {
      faults.push({ rule, text: error.message });
    }
  }
  return texts.join(` ${group?.join ?? "AND"} `);
}
