// Fingerprints of items, which tell whether an item is still the same, for work on many items whose contents together
// do not fit in memory.
import { keyAttributes, sourceOf } from "../tables/keys.js";
import { parsePaths } from "./paths.js";
import { canonical } from "./values.js";

// A whole number below 2^53, which is the same for equal items: numbers by their worth, sets without their order. That
// a changed item has the number of the item before is as good as impossible. With `names` only these attributes count.
export function fingerprint(item, names = null) {
  const seen = names === null ? item
    : Object.fromEntries(names.filter((name) => Object.hasOwn(item, name)).map((name) => [name, item[name]]));
  return hash(canonical({ M: seen }));
}

// cyrb53: two multiplying hashes of 32 bits, of which 53 bits are kept.
function hash(text) {
  let a = 0xdeadbeef, b = 0x41c6ce57;
  for (let at = 0; at < text.length; ++at) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (b & 0x1fffff) + (a >>> 0);
}

// The attributes that the rows of a query show whole, present or absent: names, or null for all attributes. A map or a
// list of which a projection takes a part cannot be compared.
export function shownNames(table, state) {
  const source = sourceOf(table, state.index), own = keyAttributes(table).map(({ name }) => name);
  if (state.projection.trim()) {
    const paths = parsePaths(state.projection);
    return [...new Set([...own, ...paths.filter((path) => path.length === 1).map(([name]) => name)])];
  }
  if (source.projection === "ALL") return null;
  return [...new Set([...own, ...[...source.partition, ...source.sort].map(({ name }) => name), ...source.included])];
}
