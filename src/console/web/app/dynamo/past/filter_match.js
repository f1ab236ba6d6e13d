// Whether an item of the past matches the filter of the builder (query/filter.js), by DynamoDB's rules: a comparison
// with an attribute that is missing or has another type does not hold, except that it differs from every value.
import { parsePath } from "../values/paths.js";
import { valueOfText } from "../values/typed_text.js";
import { compareNumbers, compareValues } from "../values/order.js";
import { base64Size, equalValues, typeOf, valueAt } from "../values/values.js";

const kOrdered = ["S", "N", "B"];
const kHolds = { "<": (order) => order < 0, "<=": (order) => order <= 0, ">": (order) => order > 0,
  ">=": (order) => order >= 0 };

// Whether the comparison `op` of two values of one ordered type holds.
export function inOrder(value, op, other) {
  const type = typeOf(value);
  return type === typeOf(other) && kOrdered.includes(type) && kHolds[op](compareValues(value, other));
}
export const isBetween = (value, from, to) => inOrder(value, ">=", from) && inOrder(value, "<=", to);

// The bytes of binary values as characters, so that a part of them can be looked for as in a text.
const content = (value) => (typeOf(value) === "B" ? atob(value.B) : value.S);
const isText = (value) => ["S", "B"].includes(typeOf(value));

export function beginsWith(value, prefix) {
  return isText(value) && typeOf(value) === typeOf(prefix) && content(value).startsWith(content(prefix));
}

function contains(value, wanted) {
  const type = typeOf(value), other = typeOf(wanted);
  if (isText(value)) return type === other && content(value).includes(content(wanted));
  if (type === "L") return value.L.some((one) => equalValues(one, wanted));
  return type === `${other}S` && value[type].some((one) => equalValues({ [other]: one }, wanted));
}

// The size that expressions see, or null if the type has no size. Texts count units of UTF-16.
function sizeOf(value) {
  const type = typeOf(value), inner = value[type];
  if (type === "B") return base64Size(inner);
  if (type === "M") return Object.keys(inner).length;
  return ["N", "BOOL", "NULL"].includes(type) ? null : inner.length;
}

function sizeTest({ op, value, to }) {
  const [from, last] = [value, to].map((text) => text.trim());
  if (op === "size BETWEEN")
    return (size) => compareNumbers(size, from) >= 0 && compareNumbers(size, last) <= 0;
  const sign = op.slice(5);
  return (size) => (sign === "=" ? compareNumbers(size, from) === 0 : kHolds[sign](compareNumbers(size, from)));
}

// A function of the value at the rule's path, which may be undefined.
function valueTest(rule) {
  const { op, type } = rule;
  if (op.startsWith("size ")) {
    const test = sizeTest(rule);
    return (value) => { const size = value ? sizeOf(value) : null; return size !== null && test(String(size)); };
  }
  const wanted = (text) => valueOfText(type, text);
  switch (op) {
    case "attribute_exists": return (value) => value !== undefined;
    case "attribute_not_exists": return (value) => value === undefined;
    case "attribute_type": return (value) => value !== undefined && typeOf(value) === (rule.value || "S");
    case "IN": {
      const all = (type === "NULL" ? [""] : rule.value.split("\n")).map(wanted);
      return (value) => all.some((one) => equalValues(value, one));
    }
    case "BETWEEN": {
      const from = wanted(rule.value), to = wanted(rule.to);
      return (value) => value !== undefined && isBetween(value, from, to);
    }
    default: return oneValueTest(op, wanted(rule.value));
  }
}
function oneValueTest(op, wanted) {
  switch (op) {
    case "=": return (value) => equalValues(value, wanted);
    case "<>": return (value) => !equalValues(value, wanted);
    case "begins_with": return (value) => value !== undefined && beginsWith(value, wanted);
    case "contains": return (value) => value !== undefined && contains(value, wanted);
    case "not_contains": return (value) => value === undefined || !contains(value, wanted);
    default: return (value) => value !== undefined && inOrder(value, op, wanted);
  }
}

// A function of an item for a group of rules without faults. null for a group without rules.
function groupTest({ join, rules }) {
  const tests = rules.map((rule) => {
    if (rule.rules) return groupTest(rule);
    const path = parsePath(rule.path), test = valueTest(rule);
    return (item) => test(valueAt(item, path));
  }).filter(Boolean);
  if (!tests.length) return null;
  return join === "OR" ? (item) => tests.some((test) => test(item)) : (item) => tests.every((test) => test(item));
}
export const filterTest = (group) => groupTest(group) ?? (() => true);
