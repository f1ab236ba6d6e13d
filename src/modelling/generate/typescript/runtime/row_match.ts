// Compares the rows of an index with the question. The key of an index says what the item was when a program that knows
// the index wrote it. A program without the index, such as an earlier version that still runs, leaves the key as it was
// when it changes a field. Such a row answers the question by its key and not by its fields.
import { compareBytes, typeOf, type AttributeMap, type AttributeValue } from "./attributes.js";
import { findKey, firstEntity, holdsAttribute, keyAttributes, type AskedPattern } from "./asked_pattern.js";
import { beginsWithBytes } from "./bytes_within.js";
import type { Predicate, PredicateKind, SortRange } from "./calls.js";
import { meets } from "./compose.js";
import { defaultOf } from "./default_values.js";
import type {
  EntityDescription,
  EntityKey,
  FieldDescription,
  KeyAttribute,
  KeyField,
  WhenDescription,
} from "./description.js";
import { orderBetween } from "./same_value.js";
import { cutSize, hasForm } from "./text_forms.js";

// A field that has to be equal in the form that a part of the key has.
interface Asked {
  readonly field: FieldDescription;
  readonly part: KeyField;
  readonly value: AttributeValue;
}

interface OfEntity {
  readonly entity: EntityDescription;
  readonly equal: readonly Asked[];
  readonly ranged: Omit<Asked, "value"> | undefined;
  readonly when: { readonly field: FieldDescription; readonly condition: WhenDescription } | undefined;
}

// The question to the rows of one read. It is empty for rows that are read by the table's own key, because a write
// finds an item only by this key, so that they always match.
export interface RowMatch {
  readonly pattern: AskedPattern;
  readonly range: SortRange | undefined;
  readonly entities: readonly OfEntity[]; // those with something to compare
}

function isCut({ format }: KeyField): boolean {
  return format === "year" || format === "month" || format === "day" || format === "hour";
}

// The part of a value's text by which a key orders it. undefined if the field cannot hold the text.
function orderedText(field: FieldDescription, part: KeyField, text: string): string | undefined {
  if (field.kind === "enum") return field.enumerators?.find((one) => one.attribute === text)?.key;
  if (!hasForm(field.kind, text)) return undefined;
  return isCut(part) ? text.slice(0, cutSize(field.kind, part.format)) : text;
}

// The order of a stored value and a value of the question, as the part of a key has it. undefined if the field cannot
// hold the stored value.
function orderIn(
  field: FieldDescription,
  part: KeyField,
  stored: AttributeValue,
  asked: AttributeValue | undefined,
): number | undefined {
  if (!asked || typeOf(stored) !== typeOf(asked)) return undefined;
  if (stored.S !== undefined && asked.S !== undefined) {
    const [mine, other] = [orderedText(field, part, stored.S), orderedText(field, part, asked.S)];
    return mine === undefined || other === undefined ? undefined : compareBytes(mine, other);
  }
  if (stored.BOOL !== undefined) return Number(stored.BOOL) - Number(asked.BOOL);
  if (stored.N !== undefined && stored.N === asked.N) return 0;
  return orderBetween(stored, asked);
}

interface Place {
  readonly role: "partition" | "sort";
  readonly attribute: number;
  readonly part: number;
}

interface KnownPlace extends Place {
  readonly value: AttributeValue;
}

function partOf(key: EntityKey, place: Place): KeyField | undefined {
  const part = key[place.role][place.attribute]?.parts[place.part];
  return typeof part === "string" ? undefined : part;
}

// The part of `own` that is at the place of a part in the key of the first entity. undefined if their forms differ.
function samePart(own: EntityKey, first: EntityKey, place: Place): KeyField | undefined {
  const [part, other] = [partOf(first, place), partOf(own, place)];
  const isSame =
    part && other && other.format === part.format && other.width === part.width && other.escape === part.escape;
  return isSame ? other : undefined;
}

// The places of the first entity's key that a value decides.
function knownPlaces(pattern: AskedPattern, key: EntityKey, values: AttributeMap): KnownPlace[] {
  const { plan } = pattern;
  const { fields } = firstEntity(pattern);
  const places: KnownPlace[] = [];
  for (const role of ["partition", "sort"] as const)
    key[role].forEach((attribute: KeyAttribute, i) => {
      if (attribute.natural) return; // the field itself is the key
      const known = role === "partition" || plan.sort === "equal" ? attribute.parts.length : plan.sortParts;
      attribute.parts.slice(0, known).forEach((part, k) => {
        if (typeof part === "string" || part.format === "shard") return;
        const value = values.get(fields[part.field]!.attribute);
        if (value) places.push({ role, attribute: i, part: k, value });
      });
    });
  return places;
}

// The place of the range's field in the sort key, behind the known parts.
function placeOfRange(pattern: AskedPattern, key: EntityKey): Place | undefined {
  const { sort, rangeField, sortParts } = pattern.plan;
  if (sort !== "range" || rangeField === undefined) return undefined;
  for (const [i, attribute] of key.sort.entries()) {
    if (attribute.natural) continue;
    for (let k = i === 0 ? sortParts : 0; k < attribute.parts.length; ++k) {
      const part = attribute.parts[k];
      if (typeof part === "object" && part.field === rangeField) return { role: "sort", attribute: i, part: k };
    }
  }
  return undefined;
}

function questionTo(
  entity: EntityDescription,
  pattern: AskedPattern,
  values: AttributeMap,
  range: SortRange | undefined,
): OfEntity {
  const { table, plan } = pattern;
  const first = findKey(firstEntity(pattern), plan.index);
  const own = findKey(entity, plan.index);
  if (!first || !own) return { entity, equal: [], ranged: undefined, when: undefined };
  // undefined if the rows lack the field's attribute: then the key itself gives the field.
  const fieldOf = (position: number): FieldDescription | undefined => {
    const field = entity.fields[position]!;
    return holdsAttribute(table, plan.index, field) ? field : undefined;
  };
  const equal = knownPlaces(pattern, first, values).flatMap((place): Asked[] => {
    const part = samePart(own, first, place);
    const field = part && fieldOf(part.field);
    return field ? [{ field, part, value: place.value }] : [];
  });
  const place = range && placeOfRange(pattern, first);
  const part = place && samePart(own, first, place);
  const rangeField = part && fieldOf(part.field);
  const whenField = own.when && fieldOf(own.when.field);
  return {
    entity,
    equal,
    ranged: rangeField ? { field: rangeField, part } : undefined,
    when: own.when && whenField ? { field: whenField, condition: own.when } : undefined,
  };
}

// Returns the question of a read. `values` and `range` are those of ReadRequest.
export function rowMatch(pattern: AskedPattern, values: AttributeMap, range: SortRange | undefined): RowMatch {
  if (pattern.plan.index === undefined) return { pattern, range, entities: [] };
  const entities = pattern.entities
    .map((entity) => questionTo(entity, pattern, values, range))
    .filter(({ equal, ranged, when }) => equal.length > 0 || ranged || when);
  return { pattern, range, entities };
}

function isInRange(ranged: Omit<Asked, "value">, range: SortRange, value: AttributeValue): boolean {
  const { kind } = range;
  if (kind === "beginsWith") {
    if (value.S !== undefined && range.low.S !== undefined) return value.S.startsWith(range.low.S);
    return value.B === undefined || range.low.B === undefined || beginsWithBytes(value.B, range.low.B);
  }
  const low = orderIn(ranged.field, ranged.part, value, range.low);
  if (low === undefined) return true;
  switch (kind) {
    case "equal":
      return low === 0;
    case "less":
      return low < 0;
    case "lessOrEqual":
      return low <= 0;
    case "greater":
      return low > 0;
    case "greaterOrEqual":
      return low >= 0;
    case "between":
      return low >= 0 && (orderIn(ranged.field, ranged.part, value, range.high) ?? 0) <= 0;
  }
}

// Returns false if a field of the row is known and is not the one that the question or the index's `when` asks for.
// Fields that are missing or of a wrong type are left to the reader of the row.
// Requires: `entity` is the entity of `item`.
export function matches(match: RowMatch, entity: EntityDescription, item: AttributeMap): boolean {
  const asked = match.entities.find((one) => one.entity === entity);
  if (!asked) return true;
  const meetsAsked = (field: FieldDescription, test: (value: AttributeValue) => boolean): boolean => {
    const stored = item.get(field.attribute);
    const value = stored && stored.NULL === undefined ? stored : defaultOf(entity, field.attribute);
    return value ? test(value) : field.optional !== true; // a missing field is the reader's to report
  };
  const { equal, ranged, when } = asked;
  const { range } = match;
  const isEqual = equal.every(({ field, part, value }) =>
    meetsAsked(field, (stored) => (orderIn(field, part, stored, value) ?? 0) === 0),
  );
  if (!isEqual) return false;
  if (ranged && range && !meetsAsked(ranged.field, (value) => isInRange(ranged, range, value))) return false;
  return !when || meetsAsked(when.field, (value) => meets(when.condition, value));
}

// ---- as a filter

// The value of the text in `when`. undefined for a field whose values have other texts.
function valueOfWhen(field: FieldDescription, when: WhenDescription): AttributeValue | undefined {
  switch (field.kind) {
    case "bool":
      return { BOOL: when.equals === "true" };
    case "string":
    case "enum":
    case "time":
    case "date":
    case "uuid":
    case "ulid":
      return { S: when.equals };
    case "integer":
    case "unsigned":
    case "seconds":
      return { N: when.equals };
    default:
      return undefined;
  }
}

// Returns the same as a filter of the database, or undefined if no filter expresses it: a range in an order that only
// keys have, or rows of several entities. It needs the defaults of the entity's fields.
export function asFilter(match: RowMatch): (Predicate & { readonly children: readonly Predicate[] }) | undefined {
  const children: Predicate[] = [];
  const [only] = match.entities;
  if (!only) return { kind: "and", children };
  const { pattern, range } = match;
  if (pattern.entities.length > 1) return undefined;
  const keys = keyAttributes(pattern.table, pattern.plan.index);
  const add = (field: FieldDescription, kind: PredicateKind, ...values: AttributeValue[]): void => {
    // A filter may not name key attributes. The question itself compares them.
    if (keys.includes(field.attribute)) return;
    const path = [field.attribute];
    const condition: Predicate = { kind, path, values };
    if (field.optional || defaultOf(only.entity, field.attribute)) {
      children.push(condition);
      return;
    }
    // A missing field, and one of another type, is the reader's to report.
    const hasType: Predicate = { kind: "hasType", path, values: [{ S: typeOf(values[0]!) }] };
    children.push({ kind: "or", children: [{ kind: "not", children: [hasType] }, condition] });
  };
  for (const { field, part, value } of only.equal) {
    if (isCut(part) && value.S !== undefined)
      add(field, "beginsWith", { S: value.S.slice(0, cutSize(field.kind, part.format)) });
    else add(field, "equal", value);
  }
  if (only.when) {
    const value = valueOfWhen(only.when.field, only.when.condition);
    if (!value) return undefined;
    add(only.when.field, "equal", value);
  }
  if (only.ranged && range) {
    const { field, part } = only.ranged;
    if (isCut(part) || (field.enumerators ?? []).some((one) => one.key !== one.attribute)) return undefined;
    add(field, range.kind, range.low, ...(range.kind === "between" && range.high ? [range.high] : []));
  }
  return { kind: "and", children };
}
