// The content of a cell: the shape shows the type of a value.
import { m } from "../m.js";
import { shortText } from "../dynamo/short_text.js";
import { kTypes, typeOf } from "../dynamo/values.js";

const kEmpty = { S: '""', M: "{}", L: "[]" };

export function cellContent(value) {
  const type = typeOf(value);
  if (type === "S" && value.S === "") return m("span.v-mark", kEmpty.S);
  return m("span", { class: `v-${type}` }, shortText(value));
}
export const cellTitle = (value) => `${kTypes[typeOf(value)]}: ${shortText(value, 400)}`;
