// Sizes in bytes by the service's formula ("DynamoDB item sizes and formats" in the developer guide). Names and strings
// count their UTF-8 bytes, and a number about half its digits plus one. A list or map counts 3 bytes and 1 more for
// each element.
import { utf8, type AttributeMap, type AttributeValue } from "./attributes.js";
import { sizeOfNumber } from "./number_text.js";

const containerBytes = 3;
const elementBytes = 1;

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}

function sizeOfValue(value: AttributeValue): number {
  if (value.S !== undefined) return utf8(value.S).length;
  if (value.N !== undefined) return sizeOfNumber(value.N);
  if (value.B !== undefined) return value.B.length;
  if (value.SS !== undefined) return sum(value.SS.map((text) => utf8(text).length));
  if (value.NS !== undefined) return sum(value.NS.map(sizeOfNumber));
  if (value.BS !== undefined) return sum(value.BS.map((bytes) => bytes.length));
  if (value.L !== undefined) return containerBytes + sum(value.L.map((element) => elementBytes + sizeOfValue(element)));
  if (value.M !== undefined) {
    const entries = new Map(Object.entries(value.M));
    return containerBytes + elementBytes * entries.size + sizeOfItem(entries);
  }
  return 1;
}

// Returns the bytes of a whole item.
export function sizeOfItem(item: AttributeMap): number {
  return sum([...item].map(([name, value]) => utf8(name).length + sizeOfValue(value)));
}
