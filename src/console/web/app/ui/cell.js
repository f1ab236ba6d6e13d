// The content of a cell: the shape shows the type of a value.
import { m } from "../m.js";
import { shortText } from "../dynamo/values/short_text.js";
import { kTypes, typeOf } from "../dynamo/values/values.js";

const kEmpty = { S: '""', M: "{}", L: "[]" };

const kTail = 10;

// Keys often differ in their end only, so that `isKey` cuts a long text in its middle.
export function cellContent(value, isKey = false) {
  const type = typeOf(value);
  if (type === "S" && value.S === "") return m("span.v-mark", kEmpty.S);
  const text = shortText(value);
  if (isKey && type === "S" && text.length > 2 * kTail) {
    // A surrogate pair must not be cut in two.
    const at = text.length - kTail + (/[\uDC00-\uDFFF]/.test(text[text.length - kTail]) ? 1 : 0);
    return m("span.v-key", [m("span.v-head", text.slice(0, at)), m("span.v-tail", text.slice(at))]);
  }
  return m("span", { class: `v-${type}` }, text);
}
export const cellTitle = (value) => `${kTypes[typeOf(value)]}: ${shortText(value, 400)}`;
