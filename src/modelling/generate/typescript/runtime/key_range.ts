// The items that an access pattern reads, as comparisons of key attributes: a plan with the caller's values.
//
// Composed sort keys are ranges of texts. For a known text T ("ORDER#7") the items of T and everything below it are in
// T .. T$, both included. Items whose first segment is greater than T begin after T$, because '$' follows '#' and no
// key ends in a bare '$'. So every bound of a field is exact, even if further segments follow the field.
import type { AttributeMap, AttributeValue } from "./attributes.js";
import { firstEntity, keyOfPlan, partitionOfPlan, type AskedPattern } from "./asked_pattern.js";
import type { RangeKind, SortRange } from "./calls.js";
import { compose, meets } from "./compose.js";
import type {
  EntityDescription,
  EntityKey,
  KeyAttribute,
  KeyField,
  KeyPart,
  ShardsDescription,
} from "./description.js";
import { ModelError } from "./errors.js";
import { missingField } from "./missing_field.js";
import type { Placeholders } from "./placeholders.js";
import { shardOfValue, typedText } from "./shards.js";
import { sortComparisons } from "./sort_range.js";

export interface KeyComparison {
  readonly attribute: string;
  readonly kind: RangeKind;
  readonly low: AttributeValue; // the only operand, except of "between"
  readonly high?: AttributeValue;
}

// The items that one query reads: the partition's comparisons, then those of the sort key.
export interface KeyRange {
  readonly comparisons: readonly KeyComparison[];
  // BETWEEN includes both its ends. If one of them must be left out, the reader drops the items that have this value in
  // the attribute of the last comparison.
  readonly excluded?: AttributeValue;
}

const signs: { readonly [kind in RangeKind]?: string } = {
  less: "<",
  lessOrEqual: "<=",
  greater: ">",
  greaterOrEqual: ">=",
};

// Returns the key condition's text, for which the placeholders get the values.
export function renderRange(range: KeyRange, placeholders: Placeholders): string {
  const texts = range.comparisons.map(({ attribute, kind, low, high }) => {
    const name = placeholders.name(attribute);
    const first = placeholders.value(low);
    if (kind === "between") return `${name} BETWEEN ${first} AND ${placeholders.value(high ?? low)}`;
    return kind === "beginsWith" ? `begins_with(${name}, ${first})` : `${name} ${signs[kind] ?? "="} ${first}`;
  });
  return texts.join(" AND ");
}

// The shards into which a partition attribute divides a read.
interface ShardsAsked {
  readonly count: number;
  readonly was: number; // the earlier count, or 0 without one
  readonly of?: number; // the field that gives the shard, if the read has its value; otherwise every shard is asked
}

function shardsOfPlan(pattern: AskedPattern): ShardsDescription | undefined {
  const { index } = pattern.plan;
  return index === undefined ? undefined : pattern.table.indexes[index]!.shards;
}

function shardPart(key: KeyAttribute): KeyField | undefined {
  return key.parts.find((part): part is KeyField => typeof part !== "string" && part.format === "shard");
}

// True if a field shows the shard. If so, a writer may choose the shard.
function showsShard(entity: EntityDescription, shards: ShardsDescription): boolean {
  return entity.fields.some((field) => !field.keyOnly && field.attribute === shards.attribute);
}

// undefined if the attribute holds no shard or the caller gives it.
function shardsAsked(pattern: AskedPattern, key: KeyAttribute, values: AttributeMap): ShardsAsked | undefined {
  const entity = firstEntity(pattern);
  const given = (field: number): { readonly of?: number } => {
    const attribute = entity.fields[field]?.attribute;
    return attribute !== undefined && values.has(attribute) ? { of: field } : {};
  };
  const shards = shardsOfPlan(pattern);
  if (shards?.attribute === key.attribute) {
    if (values.has(key.attribute)) return undefined;
    const of = entity.fields.findIndex((field) => field.name === shards.of);
    return { count: shards.count, was: shards.was ?? 0, ...(showsShard(entity, shards) ? {} : given(of)) };
  }
  const part = shardPart(key);
  return part && { count: part.shards ?? 0, was: part.wasShards ?? 0, ...given(part.field) };
}

// The shards that the queries must ask because of this attribute.
function shardNumbers(pattern: AskedPattern, key: KeyAttribute, values: AttributeMap): number[] {
  const asked = shardsAsked(pattern, key, values);
  if (!asked || asked.count === 0) return [];
  if (asked.of === undefined) return Array.from({ length: Math.max(asked.count, asked.was) }, (_, shard) => shard);
  const field = firstEntity(pattern).fields[asked.of]!;
  const value = values.get(field.attribute)!;
  const counts = asked.was > 0 ? [asked.count, asked.was] : [asked.count];
  return [...new Set(counts.map((count) => shardOfValue(field, value, count)))];
}

function partitionValue(pattern: AskedPattern, key: KeyAttribute, values: AttributeMap, shard: number): AttributeValue {
  if (shardsOfPlan(pattern)?.attribute === key.attribute) {
    const given = values.get(key.attribute);
    if (!given) return typedText(key.type, String(shard));
    if (given[key.type] !== undefined) return given;
    throw new ModelError(`The shard attribute ${key.attribute} must have a value of type ${key.type}`);
  }
  const parts = key.parts.map((part): KeyPart => {
    return typeof part !== "string" && part.format === "shard" ? String(shard) : part;
  });
  const value = compose({ ...key, parts }, "partition", firstEntity(pattern), values);
  if (!value) throw missingField(pattern, key.parts, values);
  return value;
}

// Throws ModelError if the caller asks for items that the index leaves out.
function checkWhen(pattern: AskedPattern, key: EntityKey, values: AttributeMap): void {
  if (!key.when || key.index === undefined) return;
  const field = firstEntity(pattern).fields[key.when.field]!;
  const given = values.get(field.attribute);
  if (!given || meets(key.when, given)) return;
  throw new ModelError(
    `The access pattern "${pattern.name}" cannot find items whose ${field.name} is not ${key.when.equals}: ` +
      `the index ${pattern.table.indexes[key.index]!.name} leaves them out`,
  );
}

// Returns one range, or one for each shard if the index is sharded and the values do not give the shard. Throws
// ModelError if a field is missing, a value cannot be in the key, a range ends before it begins, the index leaves the
// items out, or a range is given for a plan without one.
export function keyRanges(pattern: AskedPattern, values: AttributeMap, range: SortRange | undefined): KeyRange[] {
  checkWhen(pattern, keyOfPlan(pattern), values);
  const partition = partitionOfPlan(pattern);
  let shards = [0];
  for (const attribute of partition) {
    const ofAttribute = shardNumbers(pattern, attribute, values);
    if (ofAttribute.length > 0) shards = ofAttribute;
  }
  const sort = sortComparisons(pattern, values, range);
  return shards.map((shard) => {
    const equal = partition.map((key): KeyComparison => {
      return { attribute: key.attribute, kind: "equal", low: partitionValue(pattern, key, values, shard) };
    });
    return { ...sort, comparisons: [...equal, ...sort.comparisons] };
  });
}
