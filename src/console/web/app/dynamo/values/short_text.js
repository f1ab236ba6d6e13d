// Values of items in one line of text: the shape shows the type, and numbers stay the texts that they are. Text that
// would not be seen is not made, because items may have 400 KB.
import { inOrder, keyAttributes } from "../tables/keys.js";
import { base64Size, bytesText, kTypes, typeOf } from "./values.js";

const kMostCharacters = 160, kMostOfName = 40;

function cut(text, most) {
  if (text.length <= most) return text;
  // A surrogate pair must not be cut in two.
  const end = /[\uD800-\uDBFF]/.test(text[most - 2]) ? most - 2 : most - 1;
  return `${text.slice(0, end)}…`;
}

const kEscapes = { "\n": "\\n", "\t": "\\t", "\r": "\\r" };
// Control characters would break the line and hide parts of the text.
const visible = (text) => text.replace(/[\u0000-\u001F\u007F\u2028\u2029]/g, (one) =>
  kEscapes[one] ?? `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
const line = (text, most) => cut(visible(text.slice(0, most + 1)), most);

// About `most` characters of a value. Strings at the top have no quotes; inside of others they have.
export function shortText(value, most = kMostCharacters) {
  const type = typeOf(value), content = value[type];
  switch (type) {
    case "S": return line(content, most);
    case "N": return content;
    case "BOOL": return content ? "true" : "false";
    case "NULL": return "null";
    case "B": return `${cut(content, 32)} (${bytesText(base64Size(content))})`;
    default: return inner(value, most);
  }
}

// The same, but an empty string is shown as "", for places that show no other sign of it. An empty text if the value is
// missing.
export const scalarText = (value, most) => (!value ? "" : value.S === "" ? '""' : shortText(value, most));

// The name of a value's type within a sentence.
export const typeName = (value) => kTypes[typeOf(value)].toLowerCase();

// The primary key of an item.
export const keyLabel = (table, item) => keyAttributes(table).map(({ name }) => shortText(item[name], 60)).join(" · ");

function join(open, list, close, most, write) {
  let text = open, first = true;
  for (const one of list) {
    if (text.length > most) return `${text}…${close}`;
    text += (first ? "" : ", ") + write(one, most - text.length);
    first = false;
  }
  return text + close;
}

function inner(value, most) {
  const type = typeOf(value), content = value[type];
  const quoted = (text, left) => `"${line(text, Math.max(left, 8)).replaceAll('"', '\\"')}"`;
  switch (type) {
    case "S": return quoted(content, most);
    case "SS": return join("{", content, "}", most, quoted);
    case "NS": return join("{", content, "}", most, (one) => one);
    case "BS": return join("{", content, "}", most, (one) => `${cut(one, 16)} (${bytesText(base64Size(one))})`);
    case "L": return join("[", content, "]", most, inner);
    case "M": return join("{", Object.entries(content), "}", most, ([name, one], left) =>
      `${line(name, kMostOfName)}: ${inner(one, left)}`);
    default: return shortText(value, most);
  }
}

// An item in one line: its primary key, then its own attributes, then the keys of indexes.
export const itemText = (table, item, most) =>
  shortText({ M: Object.fromEntries(inOrder(table, Object.keys(item)).map((name) => [name, item[name]])) }, most);

// The whole text of a value for the clipboard: a scalar as it is, others as typed JSON.
export function copyText(value) {
  const type = typeOf(value), content = value[type];
  if (type === "S" || type === "N" || type === "B") return content;
  if (type === "BOOL" || type === "NULL") return shortText(value);
  return JSON.stringify(value);
}
