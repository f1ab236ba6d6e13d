// The part of a collection's range that holds the items of one of its members.
import type { AttributeMap, AttributeValue } from "./attributes.js";
import { findKey, type AskedPattern } from "./asked_pattern.js";
import type { EntityDescription, KeyPart } from "./description.js";
import { ModelError } from "./errors.js";
import { delimiter } from "./escape.js";
import type { KeyComparison, KeyRange } from "./key_range.js";
import { identical } from "./same_value.js";
import { endOfTree } from "./sort_range.js";

function textOfKey(value: AttributeValue): string {
  return value.S ?? value.N ?? new TextDecoder("utf-8", { ignoreBOM: true }).decode(value.B);
}

// The known beginning of a key's segment. `open` is true if a value follows it.
interface KnownSegment {
  readonly lead: string;
  readonly open: boolean;
}

// undefined if there is a raw field, because it may hold a '#'.
function segmentsOf(parts: readonly KeyPart[]): KnownSegment[] | undefined {
  const segments: KnownSegment[] = [];
  let last: KnownSegment = { lead: "", open: false };
  for (const part of parts) {
    if (typeof part !== "string") {
      if (part.escape === "raw") return undefined;
      last = { lead: last.open || last.lead !== "" ? last.lead : (part.mustBegin ?? ""), open: true };
      continue;
    }
    for (const [i, literal] of part.split(delimiter).entries()) {
      if (i > 0) {
        segments.push(last);
        last = { lead: "", open: false };
      }
      if (!last.open) last = { lead: last.lead + literal, open: false };
    }
  }
  return [...segments, last];
}

function delimitersIn(text: string): number {
  return text.split(delimiter).length - 1;
}

// The member's keys below `begin`, which consists of whole segments, each with its '#'.
function below(attribute: string, begin: string, segments: readonly KnownSegment[]): KeyComparison {
  let known = begin;
  for (let i = delimitersIn(begin); i < segments.length; ++i) {
    const { lead, open } = segments[i]!;
    known += lead;
    if (open) return { attribute, kind: "beginsWith", low: { S: known } };
    if (i + 1 < segments.length) known += delimiter;
  }
  return { attribute, kind: "equal", low: { S: known } };
}

// The comparison that the sort key condition of one range becomes.
function narrowed(
  attribute: string,
  sort: KeyComparison | undefined,
  segments: readonly KnownSegment[],
): KeyComparison {
  if (!sort) return below(attribute, "", segments);
  const text = textOfKey(sort.low);
  if (sort.kind === "beginsWith") {
    const out = below(attribute, text.slice(0, text.lastIndexOf(delimiter) + 1), segments);
    // The prefix may contain the beginning of a value. Then the literals do not narrow it.
    return textOfKey(out.low).startsWith(text) ? out : sort;
  }
  const known = delimitersIn(text) + 1;
  if (segments.length <= known) return { attribute, kind: "equal", low: { S: text } };
  return below(attribute, text + delimiter, segments);
}

function isTree(sort: KeyComparison): boolean {
  return sort.kind === "between" && sort.high?.S !== undefined && sort.high.S === endOfTree(textOfKey(sort.low));
}

// Returns the ranges of a collection, one for each shard, narrowed to the part that can hold `member`. The literals of
// the member's sort key that follow the collection's range decide it. Items of other members may be in that part too.
// Throws ModelError if the member's keys do not decide it, because the sort keys are the members' own values or hold
// raw fields, or because the range is a range of a member's values.
export function narrowToMember(
  pattern: AskedPattern,
  member: EntityDescription,
  ranges: readonly KeyRange[],
): KeyRange[] {
  const refused = (): ModelError =>
    new ModelError(
      `"${pattern.name}": the items of ${member.name} cannot be read or counted by themselves, because their keys do ` +
        "not show their position: load the whole collection, without a range, a filter and take",
    );
  const key = findKey(member, pattern.plan.index);
  const [own, ...more] = key?.sort ?? [];
  if (!key || !own || more.length > 0 || own.natural) throw refused();
  const segments = segmentsOf(own.parts);
  if (!segments) throw refused();
  const partition = key.partition.length === 0 ? 1 : key.partition.length;
  return ranges.map((range) => {
    const sort = range.comparisons[partition];
    const isKnown = !sort || sort.kind === "beginsWith" || sort.kind === "equal" || isTree(sort);
    if (!isKnown || range.excluded) throw refused();
    const one = narrowed(own.attribute, sort, segments);
    const isEvery = one.kind === "beginsWith" && textOfKey(one.low) === "";
    return { comparisons: [...range.comparisons.slice(0, partition), ...(isEvery ? [] : [one])] };
  });
}

// Returns true if an item or position with the attributes of the sort key meets the sort key condition of the range.
// Requires: the range was narrowed.
export function isInRange(range: KeyRange, position: AttributeMap): boolean {
  const last = range.comparisons.at(-1);
  const value = last && position.get(last.attribute);
  if (!last || value?.S === undefined) return true;
  return last.kind === "beginsWith" ? value.S.startsWith(textOfKey(last.low)) : identical(value, last.low);
}
