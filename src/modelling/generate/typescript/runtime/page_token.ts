// Page tokens. A token says how far a read of an access pattern has come, as text that only the same read accepts.
//
// A token is base64url without padding of these bytes: the version (1), the number of queries, for each query the
// position after which it continues, and an HMAC-SHA256 over the binding and all bytes before it. The binding is not in
// the token. Integers are big-endian, and a text follows its length in 4 bytes. A position is 0 (the beginning), 1 (a
// key) or 2 (the end was reached).
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

import type { AttributeMap } from "./attributes.js";
import { findKey, type AskedPattern } from "./asked_pattern.js";
import { BinaryReader, BinaryWriter } from "./binary_text.js";
import type { EntityKey } from "./description.js";
import { ModelError } from "./errors.js";
import type { KeyRange } from "./key_range.js";

// The position from which a query continues. `key` of "after" is an ExclusiveStartKey.
export type QueryPosition =
  { readonly kind: "begin" } | { readonly kind: "after"; readonly key: AttributeMap } | { readonly kind: "end" };

const version = 1;
const macBytes = 32;

function keyShape(key: EntityKey | undefined): unknown {
  return key && [key.partition, key.sort];
}

// The binding's part that comes from the pattern. Only the program writes a pattern.
function digestOf(pattern: AskedPattern): Uint8Array {
  const { index } = pattern.plan;
  const shape = [
    pattern.name,
    index === undefined ? "" : pattern.table.indexes[index]!.name,
    pattern.entities.map((entity) => [
      entity.name,
      entity.fields.map((field) => field.attribute),
      keyShape(entity.primary),
      keyShape(index === undefined ? undefined : findKey(entity, index)),
    ]),
  ];
  return createHash("sha256").update(JSON.stringify(shape)).digest();
}

// Returns the read that a token belongs to, as bytes: the table, the direction, the keys that are read, and a digest of
// everything that only the program decides (the pattern, the index, and the key templates of the pattern's entities).
// The filter and the amounts to read are not part of it, because they may change between pages.
export function tokenBinding(
  pattern: AskedPattern,
  tableName: string,
  ranges: readonly KeyRange[],
  forward: boolean,
): Uint8Array {
  const out = new BinaryWriter();
  out.text(digestOf(pattern));
  out.text(tableName);
  out.byte(forward ? 1 : 0);
  out.number(ranges.length);
  for (const range of ranges) {
    out.number(range.comparisons.length);
    for (const comparison of range.comparisons) {
      out.text(comparison.attribute);
      out.text(comparison.kind);
      out.keyValue(comparison.low);
      if (comparison.high) out.keyValue(comparison.high);
    }
    out.byte(range.excluded ? 1 : 0);
    if (range.excluded) out.keyValue(range.excluded);
  }
  return out.bytes();
}

function macOf(binding: Uint8Array, payload: Uint8Array, key: Uint8Array): Uint8Array {
  const signed = new BinaryWriter();
  signed.text(binding);
  signed.text(payload);
  return createHmac("sha256", key).update(signed.bytes()).digest();
}

function writePosition(position: QueryPosition, out: BinaryWriter): void {
  out.byte(["begin", "after", "end"].indexOf(position.kind));
  if (position.kind !== "after") return;
  out.number(position.key.size);
  for (const [name, value] of position.key) {
    out.text(name);
    out.keyValue(value);
  }
}

function readPosition(from: BinaryReader): QueryPosition {
  const kind = from.byte();
  if (kind === 0) return { kind: "begin" };
  if (kind === 2) return { kind: "end" };
  if (kind !== 1) throw new RangeError(`a position of kind ${kind}`);
  const key: AttributeMap = new Map();
  for (let count = from.number(); count > 0; --count) {
    const name = from.text();
    key.set(name, from.keyValue());
  }
  return { kind: "after", key };
}

function readPositions(payload: Uint8Array, queries: number): QueryPosition[] {
  const from = new BinaryReader(payload);
  if (from.byte() !== version || from.number() !== queries) throw new RangeError("a token of another read");
  const positions = Array.from({ length: queries }, () => readPosition(from));
  if (!from.atEnd()) throw new RangeError("a token with further bytes");
  return positions;
}

// Returns the token of these positions. Requires: there is a key. The first one signs.
export function makePageToken(
  positions: readonly QueryPosition[],
  binding: Uint8Array,
  keys: readonly Uint8Array[],
): string {
  const out = new BinaryWriter();
  out.byte(version);
  out.number(positions.length);
  for (const position of positions) writePosition(position, out);
  const payload = out.bytes();
  return Buffer.concat([payload, macOf(binding, payload, keys[0]!)]).toString("base64url");
}

// Compares with all keys, also after one has matched, so that the time does not tell which key it was.
function verifies(binding: Uint8Array, payload: Uint8Array, mac: Uint8Array, keys: readonly Uint8Array[]): boolean {
  return keys.map((key) => timingSafeEqual(macOf(binding, payload, key), mac)).includes(true);
}

// Returns the positions of a token, as many as `queries`. Throws ModelError, which names the pattern, if another key
// made the token, or if it was made for another read or was changed.
export function readPageToken(
  token: string,
  binding: Uint8Array,
  keys: readonly Uint8Array[],
  queries: number,
  patternName: string,
): QueryPosition[] {
  const bytes = Buffer.from(token, "base64url");
  // The decoder skips characters that are not of base64url.
  if (bytes.length <= macBytes || bytes.toString("base64url") !== token) throw foreignToken(patternName);
  const payload = bytes.subarray(0, bytes.length - macBytes);
  if (!verifies(binding, payload, bytes.subarray(payload.length), keys)) throw foreignToken(patternName);
  try {
    return readPositions(payload, queries);
  } catch (error) {
    if (error instanceof RangeError) throw foreignToken(patternName);
    throw error;
  }
}

// Returns the error of a token that does not belong to this read.
export function foreignToken(patternName: string): ModelError {
  return new ModelError(
    `The page token does not belong to this read of "${patternName}": it was changed, or made for another access ` +
      "pattern, table, key values, range or direction, by another version of the model, or with a page token key " +
      "that this session does not have. Read the first page again without a token; to use tokens across processes, " +
      "give all of them the same pageTokenKeys",
  );
}
