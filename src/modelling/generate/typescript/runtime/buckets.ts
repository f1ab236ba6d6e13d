// The partitions that a range of a time or date spans if the partition key holds its year, month, day or hour.
import type { AttributeMap, AttributeValue } from "./attributes.js";
import { firstEntity, keyOfPlan, type AskedPattern } from "./asked_pattern.js";
import type { Predicate, SortRange } from "./calls.js";
import type { FieldDescription } from "./description.js";
import { ModelError } from "./errors.js";
import { kindInWords } from "./plain_text.js";
import { hasForm } from "./text_forms.js";

type Unit = "year" | "month" | "day" | "hour";
const units: readonly Unit[] = ["year", "month", "day", "hour"]; // the finest is the last

const mostPartitions = 10_000;
const dayMs = 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;

export interface Buckets {
  readonly field: FieldDescription;
  readonly unit: Unit;
  readonly range: SortRange; // that the call gave
  readonly first: number; // the first partition, counted in units: years from 0, days and hours from 1970
  readonly count: number; // of the partitions, from 1
}

// The finest unit of the field that the partition key holds.
function unitOf(pattern: AskedPattern): Unit {
  const held = keyOfPlan(pattern)
    .partition.flatMap((attribute) => attribute.parts)
    .flatMap((part) => (typeof part !== "string" && part.field === pattern.plan.bucketField ? [part.format] : []));
  const finest = units.filter((unit) => held.includes(unit)).at(-1);
  if (!finest) throw new TypeError(`the access pattern "${pattern.name}" has no partitions by time`);
  return finest;
}

function midnight(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date;
}

// undefined for a day that the calendar does not have.
function numberOf(text: string, unit: Unit): number | undefined {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split("-").map(Number);
  const date = midnight(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1) return undefined;
  if (unit === "year") return year;
  if (unit === "month") return year * 12 + month - 1;
  const days = date.getTime() / dayMs;
  return unit === "day" ? days : days * 24 + Number(text.slice(11, 13));
}

// Returns the buckets of the range of the plan's bucket field. Throws ModelError for a range that lacks an end, ends
// before it begins, has an end of the wrong form, or spans more than 10,000 partitions.
export function bucketsOf(pattern: AskedPattern, range: SortRange | undefined): Buckets {
  const field = firstEntity(pattern).fields[pattern.plan.bucketField!]!;
  const unit = unitOf(pattern);
  if (range?.kind !== "between" && range?.kind !== "equal")
    throw new ModelError(`The access pattern "${pattern.name}" needs both ends of a range of ${field.name}`);
  const low = range.low.S;
  const high = (range.kind === "between" ? range.high : range.low)?.S;
  const wrong = (): ModelError =>
    new ModelError(`The range of ${field.name} needs two ends, each of which is ${kindInWords(field.kind)}`);
  if (low === undefined || high === undefined) throw wrong();
  if (!hasForm(field.kind, low) || !hasForm(field.kind, high)) throw wrong();
  if (high < low) throw new ModelError(`The range of ${field.name} from ${low} to ${high} ends before it begins`);
  const [first, last] = [numberOf(low, unit), numberOf(high, unit)];
  if (first === undefined || last === undefined) throw wrong();
  const count = last - first + 1;
  if (count > mostPartitions)
    throw new ModelError(
      `The range of ${field.name} from ${low} to ${high} spans ${count} ${unit}s, each of which is a partition: ` +
        `at most ${mostPartitions} are read by one call`,
    );
  return { field, unit, range, first, count };
}

function startOf(unit: Unit, at: number): Date {
  if (unit === "year") return midnight(at, 0, 1);
  if (unit === "month") return midnight(Math.floor(at / 12), at % 12, 1);
  return new Date(at * (unit === "day" ? dayMs : hourMs));
}

// Returns the first value of the field in bucket number `number`. Numbers begin at 0, in the order of time.
export function bucketValue(buckets: Buckets, number: number): AttributeValue {
  const text = startOf(buckets.unit, buckets.first + number).toISOString();
  return { S: buckets.field.kind === "date" ? text.slice(0, 10) : text };
}

// Returns the values of a call with the field's value in one of the buckets.
export function valuesInBucket(values: AttributeMap, buckets: Buckets, number: number): AttributeMap {
  return new Map(values).set(buckets.field.attribute, bucketValue(buckets, number));
}

// Returns the whole range as a condition on the field's attribute.
export function bucketFilter(buckets: Buckets): Predicate {
  const { kind, low, high } = buckets.range;
  return { kind: "between", path: [buckets.field.attribute], values: [low, kind === "between" ? high : low] };
}
