// The part of a key range that the sort key gives.
import { compareBytes, utf8, type AttributeMap, type AttributeValue } from "./attributes.js";
import { firstEntity, keyOfPlan, type AskedPattern } from "./asked_pattern.js";
import type { SortRange } from "./calls.js";
import { compose, composeText, keyLimits } from "./compose.js";
import type { FieldDescription, KeyAttribute, KeyField, ScalarType } from "./description.js";
import { ModelError } from "./errors.js";
import { afterDelimiter, delimiter, escapeText, needsEscape } from "./escape.js";
import type { KeyComparison, KeyRange } from "./key_range.js";
import { keyText } from "./key_text.js";
import { missingField } from "./missing_field.js";
import { orderBetween } from "./same_value.js";
import { typedText } from "./shards.js";
import { spell } from "./spell.js";
import { hexText } from "./text_forms.js";

const lastCharacter = "\u{10FFFF}";

// Returns the upper end of the keys that are `text` or below it. It is `text` itself if `text` has the longest size,
// because no longer key exists.
export function endOfTree(text: string): string {
  return utf8(text).length < keyLimits.sort ? text + afterDelimiter : text;
}

// The least value above all keys that begin with `prefix`. Requires: `prefix` is not empty.
function endOfPrefix(prefix: string, type: ScalarType): AttributeValue {
  const bytes = utf8(prefix);
  const last = bytes.length - 1;
  if (type === "B") return { B: bytes.map((byte, i) => (i === last ? byte + 1 : byte)) };
  if (bytes[last]! < 0x7f)
    return typedText(type, prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1));
  // With the greatest characters behind it the text is as long as a key can be.
  const room = Math.max(0, Math.floor((keyLimits.sort - bytes.length) / 4));
  return typedText(type, prefix + lastCharacter.repeat(room));
}

// The prefix of a field's text in a key. It may end anywhere, unlike a whole value.
function prefixText(part: KeyField, field: FieldDescription, value: AttributeValue): string {
  const isNumber = field.kind === "integer" || field.kind === "unsigned" || field.kind === "seconds";
  const ownTexts = (field.enumerators ?? []).some((enumerator) => enumerator.key !== enumerator.attribute);
  const given = field.kind === "bytes" ? value.B : value.S;
  if (part.format !== undefined || isNumber || ownTexts || given === undefined)
    throw new ModelError(`The field ${field.name} has no prefixes in the key: ask for a range of values`);
  // The key has bytes as hex digits, of which the first ones are those of the first bytes.
  if (typeof given !== "string") return hexText(given);
  if (part.escape === "raw") return given;
  if (part.escape !== "reject") return escapeText(given);
  if (needsEscape(given)) throw new ModelError(`The field ${field.name} cannot begin with a byte that its key refuses`);
  return given;
}

function endsBefore(name: string, range: SortRange): ModelError {
  return new ModelError(`The range of ${name} from ${spell(range.low)} to ${spell(range.high)} ends before it begins`);
}

// The bounds of a range in a composed key. Texts begin with `prefix`, the known text before the field. `alone` is true
// if the pattern reads no item below the field of the range.
interface Bounds {
  readonly prefix: string;
  readonly low: string;
  readonly high: string;
  readonly alone: boolean;
}

type Operand = string | AttributeValue;

function comparison(key: KeyAttribute, kind: KeyComparison["kind"], low: Operand, high?: Operand): KeyComparison {
  const typed = (one: Operand): AttributeValue => (typeof one === "string" ? typedText(key.type, one) : one);
  return { attribute: key.attribute, kind, low: typed(low), ...(high !== undefined && { high: typed(high) }) };
}

function lowerBound(key: KeyAttribute, prefix: string, low: string, excluded?: AttributeValue): KeyRange {
  const leftOut = (value: AttributeValue | undefined) => value && { excluded: value };
  if (prefix === "") return { comparisons: [comparison(key, "greaterOrEqual", low)], ...leftOut(excluded) };
  const end = endOfPrefix(prefix, key.type);
  // After a '#' the end cannot be a key. After any other text it can be the key of another item.
  const out = prefix.endsWith(delimiter) ? excluded : end;
  return { comparisons: [comparison(key, "between", low, end)], ...leftOut(out) };
}

function boundedRange(key: KeyAttribute, kind: SortRange["kind"], bounds: Bounds): KeyRange {
  const { prefix, low, high, alone } = bounds;
  const one = (...parts: [KeyComparison["kind"], Operand, Operand?]): KeyRange => {
    return { comparisons: [comparison(key, ...parts)] };
  };
  switch (kind) {
    case "equal":
      return alone ? one("equal", low) : one("between", low, endOfTree(low));
    case "between":
      return one("between", low, endOfTree(high));
    case "beginsWith":
      return low === "" ? { comparisons: [] } : one("beginsWith", low);
    case "lessOrEqual":
      return prefix === "" ? one("lessOrEqual", endOfTree(low)) : one("between", prefix, endOfTree(low));
    case "less":
      if (prefix === "") return one("less", low);
      return { ...one("between", prefix, low), excluded: typedText(key.type, low) };
    case "greaterOrEqual":
      return lowerBound(key, prefix, low);
    case "greater": {
      const end = endOfTree(low);
      if (prefix === "") return one("greater", end);
      return lowerBound(key, prefix, end, end === low ? typedText(key.type, low) : undefined);
    }
  }
}

// The comparison with a composed sort key, behind the known text of its first `at` parts.
function composedRange(
  pattern: AskedPattern,
  key: KeyAttribute,
  range: SortRange | undefined,
  known: string,
  at: number,
): KeyRange {
  let prefix = known;
  let part = key.parts[at];
  for (; typeof part === "string"; part = key.parts[at]) {
    prefix += part;
    ++at;
  }
  if (!part || part.field !== pattern.plan.rangeField)
    throw new TypeError(`the access pattern "${pattern.name}" has a range of another field`);
  if (!range) return { comparisons: prefix === "" ? [] : [comparison(key, "beginsWith", prefix)] };
  const field = firstEntity(pattern).fields[part.field]!;
  const low = range.kind === "beginsWith" ? prefixText(part, field, range.low) : keyText(part, field, range.low);
  const high = range.kind === "between" ? keyText(part, field, range.high ?? range.low) : "";
  if (range.kind === "between" && compareBytes(high, low) < 0) throw endsBefore(field.name, range);
  const alone = pattern.entities.length === 1 && at + 1 === key.parts.length;
  return boundedRange(key, range.kind, { prefix, low: prefix + low, high: prefix + high, alone });
}

// A sort key that is composed in one attribute.
function composedSort(
  pattern: AskedPattern,
  key: KeyAttribute,
  values: AttributeMap,
  range: SortRange | undefined,
): KeyRange {
  const { plan } = pattern;
  const parts = plan.sort === "equal" ? key.parts.length : plan.sortParts;
  const known = composeText(key.parts, firstEntity(pattern), values, parts);
  if (known === undefined) throw missingField(pattern, key.parts, values);
  const endsInField = parts > 0 && typeof key.parts[parts - 1] !== "string";
  switch (plan.sort) {
    case "range":
      return composedRange(pattern, key, range, known, parts);
    case "equal":
      return { comparisons: [comparison(key, "equal", known)] };
    case "prefix": {
      const prefix = endsInField ? known + delimiter : known;
      return { comparisons: prefix === "" ? [] : [comparison(key, "beginsWith", prefix)] };
    }
    case "tree": {
      const root = !endsInField && known.endsWith(delimiter) ? known.slice(0, -1) : known;
      return { comparisons: [comparison(key, "between", root, endOfTree(root))] };
    }
    case "none":
      return { comparisons: [] };
  }
}

// A range of an attribute that is a field. The service compares it.
function naturalRange(key: KeyAttribute, range: SortRange): KeyComparison {
  const { kind, low } = range;
  const high = kind === "between" ? range.high : undefined;
  if (low[key.type] === undefined || (kind === "between" && high?.[key.type] === undefined))
    throw new ModelError(`The range of the key attribute ${key.attribute} must have values of type ${key.type}`);
  if (high && (orderBetween(low, high) ?? 0) > 0) throw endsBefore(key.attribute, range);
  return comparison(key, kind, low, high);
}

// A sort key whose attributes are fields. Known ones are compared for equality, and the next one with the range.
function naturalSort(pattern: AskedPattern, values: AttributeMap, range: SortRange | undefined): KeyRange {
  const attributes = keyOfPlan(pattern).sort;
  const known = pattern.plan.sortParts;
  const comparisons = attributes.slice(0, known).map((attribute) => {
    const value = compose(attribute, "sort", firstEntity(pattern), values);
    if (!value) throw missingField(pattern, attribute.parts, values);
    return comparison(attribute, "equal", value);
  });
  if (pattern.plan.sort !== "range" || !range) return { comparisons };
  const next = attributes[known]!;
  if (next.natural) return { comparisons: [...comparisons, naturalRange(next, range)] };
  const composed = composedRange(pattern, next, range, "", 0);
  return { ...composed, comparisons: [...comparisons, ...composed.comparisons] };
}

// Returns the comparisons of the sort attributes. Throws ModelError as keyRanges() does.
export function sortComparisons(pattern: AskedPattern, values: AttributeMap, range: SortRange | undefined): KeyRange {
  const { plan } = pattern;
  if (plan.sort !== "range" && range)
    throw new ModelError(`The access pattern "${pattern.name}" has no field for a range`);
  if (plan.sort === "none") return { comparisons: [] };
  const key = keyOfPlan(pattern).sort[0];
  if (!key) throw new TypeError(`the access pattern "${pattern.name}" has no sort key`);
  return key.natural ? naturalSort(pattern, values, range) : composedSort(pattern, key, values, range);
}
