// The shard numbers of items in an index with shards, and of key parts with shards.
import { utf8, type AttributeMap, type AttributeValue } from "./attributes.js";
import type { EntityDescription, FieldDescription, ScalarType, ShardsDescription } from "./description.js";
import { ModelError } from "./errors.js";
import { plainText } from "./plain_text.js";
import { identical } from "./same_value.js";

// Returns the shard of a text, from 0 to count - 1. It is the 32-bit FNV-1a hash modulo count, so that any program can
// compute it.
export function shardOf(text: string, count: number): number {
  let hash = 2166136261;
  for (const byte of utf8(text)) hash = Math.imul(hash ^ byte, 16777619);
  return (hash >>> 0) % count;
}

// Returns the shard of a field's value. Throws ModelError if the value has no text in keys.
export function shardOfValue(field: FieldDescription, value: AttributeValue, count: number): number {
  return shardOf(plainText(field, value), count);
}

// Returns the shard that follows from the item's field `of`, or undefined if the field is absent. Throws ModelError if
// the value has no text in keys.
export function shardOfItem(
  shards: ShardsDescription,
  entity: EntityDescription,
  values: ReadonlyMap<string, AttributeValue>,
): number | undefined {
  const field = entity.fields.find((one) => one.name === shards.of);
  const value = field && values.get(field.attribute);
  return field && value && shardOfValue(field, value, shards.count);
}

// Returns the number of shards that a read has to ask: while an earlier count is declared, those of that count too.
export function shardReach(shards: { readonly count: number; readonly was?: number }): number {
  return Math.max(shards.count, shards.was ?? 0);
}

// Returns the value of type `type` whose text, number or bytes are `text`.
export function typedText(type: ScalarType, text: string): AttributeValue {
  if (type === "N") return { N: text };
  return type === "B" ? { B: utf8(text) } : { S: text };
}

// Checks that `value` is a shard of the present or the earlier count, with the key attribute's type. Throws ModelError.
export function checkShard(shards: ShardsDescription, type: ScalarType, value: AttributeValue): void {
  const reach = shardReach(shards);
  for (let shard = 0; shard < reach; ++shard) if (identical(value, typedText(type, String(shard)))) return;
  throw new ModelError(
    `The shard attribute ${shards.attribute} must have a value of type ${type} from 0 to ${reach - 1}`,
  );
}

// Returns the shard attribute's value: the shard that the item has, or else the one that its field gives. undefined if
// the field is absent. Throws ModelError for a value that is not a shard.
export function shardValue(
  shards: ShardsDescription,
  type: ScalarType,
  entity: EntityDescription,
  values: AttributeMap,
): AttributeValue | undefined {
  const given = values.get(shards.attribute);
  if (given) {
    checkShard(shards, type, given);
    return given;
  }
  const shard = shardOfItem(shards, entity, values);
  return shard === undefined ? undefined : typedText(type, String(shard));
}
