// A value as a form edits it: a tree of nodes. For a while it may hold values that an item cannot have: empty numbers,
// two entries of one name. A node is {type, text, on, elements: [{text}], list: [node], entries: [{name, node}]}.
import { numberFault } from "./numbers.js";
import { base64Fault, typeOf } from "./values.js";

export const freshNode = (type = "S") => ({ type, text: "", on: false, elements: [], list: [], entries: [] });

export function nodeOf(value) {
  const type = typeOf(value), content = value[type], node = freshNode(type);
  if (type === "S" || type === "N" || type === "B") node.text = content;
  else if (type === "BOOL") node.on = content;
  else if (type === "L") node.list = content.map(nodeOf);
  else if (type === "M") node.entries = Object.entries(content).map(([name, one]) => ({ name, node: nodeOf(one) }));
  else if (type !== "NULL") node.elements = content.map((text) => ({ text }));
  return node;
}

const kScalarOf = { SS: "S", NS: "N", BS: "B" };

// Gives a node another type, with as much of its content as the type can hold.
export function setType(node, type) {
  const before = node.type;
  node.type = type;
  if (type in kScalarOf && !node.elements.length) {
    if (before === "L")
      node.elements = node.list.filter((one) => "SNB".includes(one.type)).map(({ text }) => ({ text }));
    else if (["S", "N", "B"].includes(before)) node.elements = [{ text: node.text }];
    else node.elements = [{ text: "" }];
  } else if (type === "L" && !node.list.length && before in kScalarOf) {
    node.list = node.elements.map(({ text }) => ({ ...freshNode(kScalarOf[before]), text }));
  }
}

export function faultOfText(type, text) {
  if (type === "N" || type === "NS") return numberFault(text);
  if (type === "B" || type === "BS") return base64Fault(text);
  return null;
}

// The value of a node. `faults`: collects {path, text}.
export function valueOf(node, faults, path = []) {
  const check = (text) => {
    const fault = faultOfText(node.type, text);
    if (fault) faults.push({ path, text: fault });
    return text;
  };
  switch (node.type) {
    case "S": case "N": case "B": return { [node.type]: check(node.type === "S" ? node.text : node.text.trim()) };
    case "BOOL": return { BOOL: node.on };
    case "NULL": return { NULL: true };
    case "L": return { L: node.list.map((one, index) => valueOf(one, faults, [...path, index])) };
    case "M": return { M: mapOf(node.entries, faults, path) };
    default:
      if (!node.elements.length) faults.push({ path, text: "A set cannot be empty." });
      return { [node.type]: node.elements.map(({ text }) => check(node.type === "SS" ? text : text.trim())) };
  }
}
export function mapOf(entries, faults, path = []) {
  const names = new Set();
  for (const { name } of entries) {
    if (!name) faults.push({ path, text: "An attribute needs a name." });
    else if (names.has(name)) faults.push({ path: [...path, name], text: "This name occurs twice." });
    names.add(name);
  }
  return Object.fromEntries(entries.map(({ name, node }) => [name, valueOf(node, faults, [...path, name])]));
}
export const entriesOf = (item, first = []) => {
  const names = [...first.filter((name) => Object.hasOwn(item, name)),
    ...Object.keys(item).filter((name) => !first.includes(name)).sort()];
  return names.map((name) => ({ name, node: nodeOf(item[name]) }));
};
