// Bytes inside of other bytes.
import { compareBytes } from "./attributes.js";

// Returns true if `part` is in `bytes` at the place `at`.
function isAt(bytes: Uint8Array, at: number, part: Uint8Array): boolean {
  return compareBytes(bytes.subarray(at, at + part.length), part) === 0;
}

// Returns true if `bytes` begins with `begin`.
export function beginsWithBytes(bytes: Uint8Array, begin: Uint8Array): boolean {
  return isAt(bytes, 0, begin);
}

// Returns true if `part` is somewhere in `bytes`.
export function containsBytes(bytes: Uint8Array, part: Uint8Array): boolean {
  for (let at = 0; at + part.length <= bytes.length; ++at) if (isAt(bytes, at, part)) return true;
  return false;
}
