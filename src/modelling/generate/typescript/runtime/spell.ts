// Texts of values for people, in messages and explanations.
import type { AttributeValue } from "./attributes.js";
import type { Path } from "./calls.js";
import { byName } from "./sorted_map.js";

// Returns a text such as "text" (in quotes), 5, true, <3 bytes>, [1, 2] and {a: 1}.
export function spell(value: AttributeValue | undefined): string {
  if (value === undefined) return "nothing";
  if (value.S !== undefined) return `"${value.S}"`;
  if (value.N !== undefined) return value.N;
  if (value.B !== undefined) return `<${value.B.length} bytes>`;
  if (value.BOOL !== undefined) return value.BOOL ? "true" : "false";
  if (value.NULL !== undefined) return "null";
  if (value.M !== undefined) return spellMap(new Map(Object.entries(value.M)));
  if (value.L !== undefined) return `[${value.L.map(spell).join(", ")}]`;
  if (value.SS !== undefined) return `{"${value.SS.join('", "')}"}`;
  if (value.NS !== undefined) return `{${value.NS.join(", ")}}`;
  return value.BS === undefined ? "nothing" : `<${value.BS.length} binaries>`;
}

// Returns a text such as {PK: "CUST#1", SK: "ORDER#7"}.
export function spellMap(attributes: ReadonlyMap<string, AttributeValue>): string {
  return `{${[...byName(attributes)].map(([name, value]) => `${name}: ${spell(value)}`).join(", ")}}`;
}

// Returns an attribute's name, in backquotes (`a.b`) if a reader could take it for a path.
export function spellName(name: string): string {
  return /[.[\]` ]/.test(name) ? `\`${name}\`` : name;
}

// Returns a text such as address.lines[3].`a.b`.
export function spellPath(path: Path): string {
  let text = "";
  for (const step of path) text += typeof step === "number" ? `[${step}]` : (text === "" ? "" : ".") + spellName(step);
  return text;
}
