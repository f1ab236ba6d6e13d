// Items as JSON texts and back: DynamoDB's typed JSON, and plain JSON if it says the same.
import { Num, parseJson, writeJson } from "../../base/json_text.js";
import { kTypes, typeOf, valueFault } from "./values.js";

const pathText = (path) => path.map((step, index) =>
  (typeof step === "number" ? `[${step}]` : (index ? "." : "") + step)).join("");
const fail = (path, text) => { throw new Error(path.length ? `${pathText(path)}: ${text}` : text); };
const isObject = (node) => node !== null && typeof node === "object" && !Array.isArray(node) && !(node instanceof Num);

function typed(node, path) {
  if (!isObject(node) || Object.keys(node).length !== 1)
    fail(path, 'A value is an object of one type, such as {"S": "text"}.');
  const type = typeOf(node), content = node[type];
  const string = (one) => {
    if (typeof one === "string") return one;
    if (one instanceof Num && (type === "N" || type === "NS")) return one.text;
    return fail(path, `${type} holds texts.`);
  };
  if (!Object.hasOwn(kTypes, type)) fail(path, `There is no type ${JSON.stringify(type)}.`);
  switch (type) {
    case "S": case "N": case "B": return { [type]: string(content) };
    case "BOOL": if (typeof content !== "boolean") fail(path, "BOOL is true or false."); return { BOOL: content };
    case "NULL": if (content !== true) fail(path, "NULL is true."); return { NULL: true };
    case "L": if (!Array.isArray(content)) fail(path, "L holds a list.");
      return { L: content.map((one, index) => typed(one, [...path, index])) };
    case "M": if (!isObject(content)) fail(path, "M holds an object."); return { M: typedMap(content, path) };
    default: if (!Array.isArray(content)) fail(path, `${type} holds a list of texts.`);
      return { [type]: content.map(string) };
  }
}
const typedMap = (node, path) =>
  Object.fromEntries(Object.entries(node).map(([name, one]) => [name, typed(one, [...path, name])]));

function plain(node) {
  if (node instanceof Num) return { N: node.text };
  if (typeof node === "string") return { S: node };
  if (typeof node === "boolean") return { BOOL: node };
  if (node === null) return { NULL: true };
  return Array.isArray(node) ? { L: node.map(plain) } : { M: plainMap(node) };
}
const plainMap = (node) => Object.fromEntries(Object.entries(node).map(([name, one]) => [name, plain(one)]));

function checked(item) {
  for (const [name, value] of Object.entries(item)) {
    const found = valueFault(value, [name]);
    if (found) fail(found.path, found.text);
  }
  return item;
}

// The item of a node of parseJson. `form`: "typed", "plain" or "any", which takes the one that fits. Throws an Error.
export function itemOfNode(node, form) {
  if (!isObject(node)) throw new Error("An item is a JSON object.");
  if (form === "plain") return checked(plainMap(node));
  if (form === "typed" || looksTyped(node)) return checked(typedMap(node, []));
  return checked(plainMap(node));
}
const looksTyped = (node) => Object.keys(node).length > 0 && Object.values(node)
  .every((one) => isObject(one) && Object.keys(one).length === 1 && Object.hasOwn(kTypes, typeOf(one)));
export const itemOfText = (text, form) => itemOfNode(parseJson(text), form);

// Typed JSON with a line for each scalar.
export function typedText(item, indent = 2) {
  if (!indent) return JSON.stringify(item);
  const write = (value, depth) => {
    const type = typeOf(value), content = value[type];
    const inner = "\n" + " ".repeat(indent * (depth + 1)), outer = "\n" + " ".repeat(indent * depth);
    if (type === "M" && Object.keys(content).length) {
      const entries = Object.entries(content)
        .map(([name, one]) => `${inner}${JSON.stringify(name)}: ${write(one, depth + 1)}`);
      return `{"M": {${entries.join(",")}${outer}}}`;
    }
    if (type === "L" && content.length)
      return `{"L": [${content.map((one) => inner + write(one, depth + 1)).join(",")}${outer}]}`;
    const flat = Array.isArray(content)
      ? `[${content.map((one) => JSON.stringify(one)).join(", ")}]` : JSON.stringify(content);
    return `{"${type}": ${flat}}`;
  };
  const entries = Object.entries(item)
    .map(([name, value]) => `\n${" ".repeat(indent)}${JSON.stringify(name)}: ${write(value, 1)}`);
  return entries.length ? `{${entries.join(",")}\n}` : "{}";
}

// The node of plain JSON. Sets and binary values become lists and texts, so it says less if isPlain() is false.
export function plainNode(value) {
  const type = typeOf(value), content = value[type];
  switch (type) {
    case "N": return new Num(jsonNumber(content));
    case "NULL": return null;
    case "NS": return content.map((one) => new Num(jsonNumber(one)));
    case "L": return content.map(plainNode);
    case "M": return Object.fromEntries(Object.entries(content).map(([name, one]) => [name, plainNode(one)]));
    default: return content;
  }
}
// JSON knows no "+1", "01" and ".5".
function jsonNumber(text) {
  const found = /^([+-]?)0*(\d*?)(?:\.(\d*))?([eE].*)?$/.exec(text);
  return `${found[1] === "-" ? "-" : ""}${found[2] || "0"}${found[3] ? `.${found[3]}` : ""}${found[4] ?? ""}`;
}
export const plainText = (item, indent = 2) =>
  writeJson(Object.fromEntries(Object.entries(item).map(([name, one]) => [name, plainNode(one)])), indent);

// The first path whose value plain JSON cannot say, or null. Such values are sets and binary values.
export function notPlain(value, path = []) {
  const type = typeOf(value), content = value[type];
  if (["B", "SS", "NS", "BS"].includes(type)) return pathText(path);
  const parts = type === "L" ? content.entries() : type === "M" ? Object.entries(content) : [];
  for (const [step, one] of parts) {
    const found = notPlain(one, [...path, step]);
    if (found !== null) return found;
  }
  return null;
}
export const itemNotPlain = (item) => notPlain({ M: item });
