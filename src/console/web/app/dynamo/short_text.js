// Short texts of values for cells: the shape shows the type. Text that would not be seen is not made.
import { keyAttributes } from "./keys.js";
import { base64Size, bytesText, typeOf } from "./values.js";

const kMost = 160;
const cut = (text, most) => (text.length > most ? text.slice(0, most) + "…" : text);

// The text of a value as a cell shows it. Strings at the top have no quotes; inside of others they have.
export function shortText(value, most = kMost) {
  const type = typeOf(value), content = value[type];
  switch (type) {
    case "S": return cut(content, most);
    case "N": return content;
    case "BOOL": return content ? "true" : "false";
    case "NULL": return "null";
    case "B": return `${cut(content, 32)} (${bytesText(base64Size(content))})`;
    default: return inner(value, most);
  }
}

// The same, with an empty string as "", for places where nothing else shows that it is there.
export const scalarText = (value, most) => (value.S === "" ? '""' : shortText(value, most));

// The primary key of an item.
export const keyLabel = (table, item) => keyAttributes(table).map(({ name }) => shortText(item[name], 60)).join(" · ");

function join(open, list, close, most, write) {
  let text = open, first = true;
  for (const one of list) {
    if (text.length > most) return text + "…";
    text += (first ? "" : ", ") + write(one, most - text.length);
    first = false;
  }
  return text + close;
}

function inner(value, most) {
  const type = typeOf(value), content = value[type];
  switch (type) {
    case "S": return JSON.stringify(cut(content, Math.max(most, 8)));
    case "SS": return join("{", content, "}", most, (one, left) => JSON.stringify(cut(one, Math.max(left, 8))));
    case "NS": return join("{", content, "}", most, (one) => one);
    case "BS": return join("{", content, "}", most, (one) => `${cut(one, 16)} (${bytesText(base64Size(one))})`);
    case "L": return join("[", content, "]", most, inner);
    case "M": return join("{", Object.entries(content), "}", most, ([name, one], left) => `${name}: ${inner(one, left)}`);
    default: return shortText(value, most);
  }
}

// The whole text of a value for the clipboard: a scalar as it is, others as typed JSON.
export function copyText(value) {
  const type = typeOf(value), content = value[type];
  if (type === "S" || type === "N" || type === "B") return content;
  if (type === "BOOL" || type === "NULL") return shortText(value);
  return JSON.stringify(value);
}
