// Equality of whole maps, as they are written and as they are stored. The equality of single values is in
// same_value.ts.
import type { AttributeMap, AttributeValue } from "./attributes.js";
import { numberText, readNumber } from "./number_text.js";
import { byName } from "./sorted_map.js";

interface Spelling {
  readonly number: (text: string) => string;
  readonly set: (elements: readonly string[]) => readonly string[];
}

const asWritten: Spelling = { number: (text) => text, set: (elements) => elements };
// The service keeps a number by its value, and a set without an order.
const asStored: Spelling = {
  number: (text) => {
    const number = readNumber(text);
    return number ? numberText(number) : text;
  },
  set: (elements) => [...elements].sort(),
};

// A text that is the same for equal values, and differs for different ones.
function textOf(value: AttributeValue, spelling: Spelling): string {
  const quoted = (elements: readonly string[]): string => JSON.stringify(spelling.set(elements));
  if (value.S !== undefined) return `S${JSON.stringify(value.S)}`;
  if (value.N !== undefined) return `N${JSON.stringify(spelling.number(value.N))}`;
  if (value.B !== undefined) return `B"${value.B.join()}"`;
  if (value.BOOL !== undefined) return `BOOL${value.BOOL}`;
  if (value.NULL !== undefined) return `NULL${value.NULL}`;
  if (value.SS !== undefined) return `SS${quoted(value.SS)}`;
  if (value.NS !== undefined) return `NS${quoted(value.NS.map(spelling.number))}`;
  if (value.BS !== undefined) return `BS${quoted(value.BS.map((bytes) => bytes.join()))}`;
  if (value.L !== undefined) return `L[${value.L.map((element) => textOf(element, spelling)).join()}]`;
  return `M${textOfMap(new Map(Object.entries(value.M ?? {})), spelling)}`;
}

function textOfMap(map: ReadonlyMap<string, AttributeValue>, spelling: Spelling): string {
  const entries = [...byName(map)].map(([name, value]) => `${JSON.stringify(name)}:${textOf(value, spelling)}`);
  return `{${entries.join()}}`;
}

// Returns true if both maps have the same names with equal values, in any order.
export function equalMaps(a: AttributeMap, b: AttributeMap): boolean {
  return textOfMap(a, asWritten) === textOfMap(b, asWritten);
}

// Returns true if both items would be stored alike.
export function equalItems(a: AttributeMap, b: AttributeMap): boolean {
  return a.size === b.size && textOfMap(a, asStored) === textOfMap(b, asStored);
}

// Returns a text that is equal for equal items of equal tables. `key` is the primary key.
export function itemIdentity(tableName: string, key: AttributeMap): string {
  return JSON.stringify(tableName) + textOfMap(key, asWritten);
}
