// Typed values of items in one line of text, for places that show many of them. Numbers stay the texts that they are.

import { base64Size, typeOf } from "./values.js";

export { equalValues as isSame, typeOf } from "./values.js";

const kNames = { S: "string", N: "number", B: "binary", BOOL: "boolean", NULL: "null", M: "map", L: "list",
  SS: "string set", NS: "number set", BS: "binary set" };
export const typeName = (value) => kNames[typeOf(value)] ?? typeOf(value);

function cut(text, limit) {
  if (text.length <= limit) return text;
  // A surrogate pair must not be cut in two.
  const end = /[\uD800-\uDBFF]/.test(text[limit - 2]) ? limit - 2 : limit - 1;
  return `${text.slice(0, end)}…`;
}

// Controls would break the line and hide what a key has.
const visible = (text) => text.replace(/[\u0000-\u001F\u007F\u2028\u2029]/g, (c) =>
  c === "\n" ? "\\n" : c === "\t" ? "\\t" : c === "\r" ? "\\r" : `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

// At most about `limit` characters of the value. A string stands without quotes if `bare`.
export function brief(value, limit = 80, bare = true) {
  if (value === undefined || value === null) return "";
  const type = typeOf(value);
  const inner = value[type];
  // Only the beginning of a long text is looked at, because items may have 400 KB.
  if (type === "S") {
    const text = visible(inner.slice(0, limit + 1));
    if (inner === "") return '""';
    return bare ? cut(text, limit) : `"${cut(text, limit)}"`;
  }
  if (type === "N") return inner;
  if (type === "B") return `${base64Size(inner)} bytes ${cut(inner.slice(0, limit), Math.max(8, limit - 12))}`.trim();
  if (type === "BOOL") return String(inner);
  if (type === "NULL") return "null";
  const parts = [];
  let length = 0;
  const entries = type === "M" ? Object.entries(inner) : inner.map((element) => [null, element]);
  for (const [name, element] of entries) {
    if (length > limit) break;
    const typed = type === "SS" ? { S: element } : type === "NS" ? { N: element } : type === "BS" ? { B: element } : element;
    const text = (name === null ? "" : `${cut(visible(name), 40)}: `) + brief(typed, Math.max(8, limit - length), false);
    parts.push(text);
    length += text.length + 2;
  }
  const [open, close] = type === "M" ? ["{", "}"] : type === "L" ? ["[", "]"] : ["{", "}"];
  return `${open}${cut(parts.join(", ") + (parts.length < entries.length ? ", …" : ""), Math.max(8, limit))}${close}`;
}
