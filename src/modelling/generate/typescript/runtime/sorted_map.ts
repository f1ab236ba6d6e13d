// Attribute maps in the byte order of their names, in which the expressions and messages of Partita name attributes.
import { compareBytes } from "./attributes.js";

// Returns a new map with the entries of `map` in the byte order of the names.
export function byName<Value>(map: ReadonlyMap<string, Value>): Map<string, Value> {
  return new Map([...map].sort(([a], [b]) => compareBytes(a, b)));
}
