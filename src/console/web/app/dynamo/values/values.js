// Values in DynamoDB's typed JSON, such as {"N": "1"}: their types, equality, sizes and short texts.
import { canonicalNumber, numberFault, numberSize } from "./numbers.js";

// The types, with the names that users read.
export const kTypes = { S: "String", N: "Number", B: "Binary", BOOL: "Boolean", NULL: "Null", M: "Map", L: "List",
  SS: "String set", NS: "Number set", BS: "Binary set" };

export const typeOf = (value) => Object.keys(value)[0];

// The attribute called `name`, or undefined. Names such as "constructor" must not find the properties of all objects.
export const at = (map, name) => (Object.hasOwn(map, name) ? map[name] : undefined);

// The value at a path of names and list positions, or undefined.
export function valueAt(item, path) {
  let value = at(item, path[0]);
  for (let step = 1; step < path.length && value; ++step)
    value = typeof path[step] === "number" ? value.L?.[path[step]] : value.M ? at(value.M, path[step]) : undefined;
  return value;
}

const encoder = new TextEncoder();
export const textSize = (text) => encoder.encode(text).length;

// The number of bytes that a text in base64 encodes.
export function base64Size(text) {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor((text.length * 3) / 4) - padding);
}
// Why a text is not base64, or null.
export function base64Fault(text) {
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)
    ? null : "This is not base64 with its padding.";
}

// The bytes that a value takes, as DynamoDB counts them.
export function valueSize(value) {
  const type = typeOf(value), content = value[type];
  switch (type) {
    case "S": return textSize(content);
    case "N": return numberSize(content);
    case "B": return base64Size(content);
    case "SS": return content.reduce((sum, one) => sum + textSize(one), 0);
    case "NS": return content.reduce((sum, one) => sum + numberSize(one), 0);
    case "BS": return content.reduce((sum, one) => sum + base64Size(one), 0);
    case "L": return content.reduce((sum, one) => sum + 1 + valueSize(one), 3);
    case "M": return Object.entries(content).reduce((sum, [name, one]) => sum + 1 + textSize(name) + valueSize(one), 3);
    default: return 1;
  }
}
export const itemSize = (item) =>
  Object.entries(item).reduce((sum, [name, value]) => sum + textSize(name) + valueSize(value), 0);

// One text for equal values: numbers by their worth, sets and maps without their order.
export function canonical(value) {
  const type = typeOf(value), content = value[type];
  switch (type) {
    case "N": return `N${canonicalNumber(content)}`;
    case "NS": return `NS${JSON.stringify(content.map(canonicalNumber).sort())}`;
    case "SS": case "BS": return type + JSON.stringify([...content].sort());
    case "L": return `L[${content.map(canonical).join()}]`;
    case "M": {
      const entries = Object.keys(content).sort().map((name) => JSON.stringify(name) + canonical(content[name]));
      return `M{${entries.join()}}`;
    }
    default: return type + JSON.stringify(content);
  }
}
export const equalValues = (a, b) => a === b || (!!a && !!b && canonical(a) === canonical(b));
export const equalItems = (a, b) => canonical({ M: a }) === canonical({ M: b });

// The first fault of a value that DynamoDB would refuse, as {path, text}, or null.
export function valueFault(value, path = []) {
  const type = typeOf(value), content = value[type];
  const fault = (text) => ({ path, text });
  const first = (list, check) =>
    { for (const one of list) { const found = check(one); if (found) return found; } return null; };
  if (type === "N" || type === "NS") {
    const found = first(type === "N" ? [content] : content, numberFault);
    if (found) return fault(found);
  }
  if (type === "B" || type === "BS") {
    const found = first(type === "B" ? [content] : content, base64Fault);
    if (found) return fault(found);
  }
  if (type === "SS" || type === "NS" || type === "BS") {
    if (!content.length) return fault("A set cannot be empty.");
    const all = type === "NS" ? content.map(canonicalNumber) : content;
    if (new Set(all).size < all.length) return fault("A set cannot hold one value twice.");
  }
  if (path.length > 33) return fault("An item has at most 32 levels.");
  if (type === "L")
    return first(content.map((one, index) => [one, index]), ([one, index]) => valueFault(one, [...path, index]));
  if (type === "M") return first(Object.entries(content), ([name, one]) => valueFault(one, [...path, name]));
  return null;
}

// The names of DynamoDB's kilobytes: 1024 bytes.
export function bytesText(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  const units = ["KB", "MB", "GB", "TB", "PB"];
  let size = bytes / 1024, unit = 0;
  while (size >= 1024 && unit < units.length - 1) { size /= 1024; ++unit; }
  return `${size < 10 ? size.toFixed(1) : Math.round(size).toLocaleString("en")} ${units[unit]}`;
}
