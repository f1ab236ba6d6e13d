// The values of absent attributes. Conditions, increments and keys treat an absent attribute, a NULL and the default
// value as equal.
import type { AttributeMap, AttributeValue } from "./attributes.js";
import type { AbsentValue, Path, Predicate } from "./calls.js";
import { holdsFor } from "./comparison.js";
import type { EntityDescription, FieldDescription } from "./description.js";
import { withoutEmptyOperands } from "./empty_operands.js";

function firstDocument(field: FieldDescription): AttributeValue | undefined {
  switch (field.document) {
    case "map":
      return { M: {} };
    case "list":
    case "vector":
      return { L: [] };
    case "string_set":
    case "number_set":
    case "binary_set":
      return undefined; // an empty set is an absent attribute
    default:
      return { NULL: true };
  }
}

// The first value of the field's kind.
function firstValue(field: FieldDescription): AttributeValue | undefined {
  switch (field.kind) {
    case "string":
      return { S: "" };
    case "bytes":
      return { B: new Uint8Array() };
    case "integer":
    case "unsigned":
    case "double":
    case "decimal":
    case "seconds":
      return { N: "0" };
    case "bool":
      return { BOOL: false };
    case "enum":
      return { S: field.enumerators?.[0]?.attribute ?? "" };
    case "time":
      return { S: "1970-01-01T00:00:00.000Z" };
    case "date":
      return { S: "1970-01-01" };
    case "uuid":
      return { S: "00000000-0000-0000-0000-000000000000" };
    case "ulid":
      return { S: "00000000000000000000000000" };
    case "document":
      return firstDocument(field);
  }
}

function defaultOfField(field: FieldDescription): AttributeValue | undefined {
  return field.hasDefault && !field.optional ? firstValue(field) : undefined;
}

// Returns the attribute's default, or undefined without one.
export function defaultOf(entity: EntityDescription, attribute: string): AttributeValue | undefined {
  const field = entity.fields.find((one) => one.hasDefault && one.attribute === attribute);
  return field && defaultOfField(field);
}

// Returns true if a stored value counts as an absent attribute. Other programs write NULL for an attribute that could
// be absent. The field is then empty or has its default.
export function countsAsAbsent(field: FieldDescription, value: AttributeValue): boolean {
  return (field.optional === true || field.hasDefault === true) && value.NULL !== undefined;
}

// Sets the absent and NULL attributes of the item that have a default to it.
export function addDefaults(entity: EntityDescription, item: AttributeMap): void {
  for (const field of entity.fields) {
    const value = defaultOfField(field);
    if (value === undefined) continue;
    const stored = item.get(field.attribute);
    if (stored === undefined || stored.NULL !== undefined) item.set(field.attribute, value);
  }
}

function isComparison(predicate: Predicate): boolean {
  switch (predicate.kind) {
    case "exists":
    case "notExists":
    case "hasType":
    case "and":
    case "or":
    case "not":
      return false;
    case "between":
      return predicate.values?.length === 2;
    default:
      return predicate.values !== undefined && predicate.values.length > 0;
  }
}

// Returns the value at one step into `value`, or undefined if the step leads to no value.
function valueAtStep(value: AttributeValue, step: string | number): AttributeValue | undefined {
  if (typeof step === "number") return value.L?.[step];
  return value.M !== undefined && Object.hasOwn(value.M, step) ? value.M[step] : undefined;
}

// Returns the value at the end of the steps into `value`, or undefined if a step leads to no value.
export function valueAt(value: AttributeValue | undefined, steps: Path): AttributeValue | undefined {
  return steps.reduce<AttributeValue | undefined>((here, step) => here && valueAtStep(here, step), value);
}

// The value at `path` if the value at its first `known.steps` steps is absent and replaced by `known`. undefined if it
// has no value there. `all` are all absent values, and some of them may be inside of `known`.
function valueBehind(path: Path, known: AbsentValue, all: readonly AbsentValue[]): AttributeValue | undefined {
  let value = known.value;
  for (let i = known.steps; i < path.length && value; ++i) {
    let next = valueAtStep(value, path[i]!);
    for (const one of all)
      if (one.steps === i + 1 && (!next || (one.isNull && next.NULL !== undefined))) next = one.value;
    value = next;
  }
  return value;
}

// The condition that the value is absent or NULL. A value inside of another one counts as absent only if the outer one
// exists.
function isAbsent(path: Path, value: AbsentValue): Predicate {
  const here = path.slice(0, value.steps);
  const isNull: Predicate = { kind: "hasType", path: here, values: [{ S: "NULL" }] };
  if (value.isNull) return isNull;
  let absent: Predicate = { kind: "notExists", path: here };
  if (value.steps > 1)
    absent = { kind: "and", children: [{ kind: "exists", path: path.slice(0, value.steps - 1) }, absent] };
  return { kind: "or", children: [absent, isNull] };
}

function withDefault(entity: EntityDescription, asked: Predicate): Predicate {
  const { absent = [], ...predicate } = asked;
  const path = predicate.path ?? [];
  const attribute = path[0];
  if (typeof attribute !== "string") return asked;
  const ofField = defaultOf(entity, attribute);
  const all: readonly AbsentValue[] = ofField ? [{ steps: 1, value: ofField }, ...absent] : absent;
  let out: Predicate = predicate;
  for (const one of all) {
    const value = valueBehind(path, one, all);
    if (!value) continue;
    if (holdsFor(predicate.kind, predicate.values ?? [], value))
      out = { kind: "or", children: [isAbsent(path, one), out] };
    // The service compares an absent value as different from every value.
    else if (predicate.kind === "notEqual" || predicate.kind === "sizeNotEqual")
      out = { kind: "and", children: [{ kind: "not", children: [isAbsent(path, one)] }, out] };
  }
  return out;
}

function extended(entity: EntityDescription, predicate: Predicate): Predicate {
  if (predicate.children) return { ...predicate, children: predicate.children.map((child) => extended(entity, child)) };
  return isComparison(predicate) ? withDefault(entity, predicate) : predicate;
}

// Returns the predicate extended so that it holds for an absent or NULL attribute as it does for the default, and for
// absent values inside of an attribute as Predicate.absent describes them. "exists" and "notExists" still test the
// stored attribute. Throws ModelError for a comparison that has no meaning for an absent operand.
export function withDefaults(entity: EntityDescription, predicate: Predicate): Predicate {
  return extended(entity, withoutEmptyOperands(predicate));
}

// Returns true if the predicate compares an attribute whose absence means a value. Throws as withDefaults() does.
export function comparesDefaults(entity: EntityDescription, predicate: Predicate): boolean {
  const compares = (one: Predicate): boolean => {
    if (one.absent && one.absent.length > 0) return true;
    const attribute = one.path?.[0];
    if (isComparison(one) && typeof attribute === "string" && defaultOf(entity, attribute)) return true;
    return (one.children ?? []).some(compares);
  };
  return compares(withoutEmptyOperands(predicate));
}
