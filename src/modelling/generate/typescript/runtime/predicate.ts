// Writes a predicate as the text of a condition or filter expression.
import type { AttributeValue } from "./attributes.js";
import type { Predicate, PredicateKind } from "./calls.js";
import { withoutEmptyOperands } from "./empty_operands.js";
import { ModelError } from "./errors.js";
import type { Placeholders } from "./placeholders.js";
import { orderBetween } from "./same_value.js";
import { spell, spellPath } from "./spell.js";

type Form = readonly [operands: number, write: (path: string, a: string, b: string) => string];

const forms: { readonly [kind in PredicateKind]?: Form } = {
  equal: [1, (path, a) => `${path} = ${a}`],
  notEqual: [1, (path, a) => `${path} <> ${a}`],
  less: [1, (path, a) => `${path} < ${a}`],
  lessOrEqual: [1, (path, a) => `${path} <= ${a}`],
  greater: [1, (path, a) => `${path} > ${a}`],
  greaterOrEqual: [1, (path, a) => `${path} >= ${a}`],
  between: [2, (path, a, b) => `${path} BETWEEN ${a} AND ${b}`],
  exists: [0, (path) => `attribute_exists(${path})`],
  notExists: [0, (path) => `attribute_not_exists(${path})`],
  hasType: [1, (path, a) => `attribute_type(${path}, ${a})`],
  beginsWith: [1, (path, a) => `begins_with(${path}, ${a})`],
  contains: [1, (path, a) => `contains(${path}, ${a})`],
  sizeEqual: [1, (path, a) => `size(${path}) = ${a}`],
  sizeNotEqual: [1, (path, a) => `size(${path}) <> ${a}`],
  sizeLess: [1, (path, a) => `size(${path}) < ${a}`],
  sizeLessOrEqual: [1, (path, a) => `size(${path}) <= ${a}`],
  sizeGreater: [1, (path, a) => `size(${path}) > ${a}`],
  sizeGreaterOrEqual: [1, (path, a) => `size(${path}) >= ${a}`],
};

// The service accepts as many operands of one IN.
const mostInOperands = 100;

// Absent operands have become conditions of their own.
function present(values: Predicate["values"]): AttributeValue[] {
  return (values ?? []).map((value) => {
    if (value === undefined) throw new TypeError("a predicate with an absent operand");
    return value;
  });
}

function renderComparison(predicate: Predicate, placeholders: Placeholders): string {
  const [operands, write] = forms[predicate.kind]!;
  const values = present(predicate.values);
  const path = predicate.path ?? [];
  if (values.length !== operands)
    throw new ModelError(`The condition on ${spellPath(path)} needs ${operands} operand(s) and has ${values.length}`);
  if (predicate.kind === "between" && (orderBetween(values[0], values[1]) ?? 0) > 0)
    throw new ModelError(
      `The range of ${spellPath(path)} from ${spell(values[0])} to ${spell(values[1])} ends before it begins`,
    );
  const place = placeholders.path(path);
  const [a = "", b = ""] = values.map((value) => placeholders.value(value));
  return write(place, a, b);
}

// Writes several INs if the list is longer than the operands that one IN may have.
function renderIn(predicate: Predicate, placeholders: Placeholders): string {
  const values = present(predicate.values);
  const path = predicate.path ?? [];
  if (values.length === 0)
    throw new ModelError(`The condition on ${spellPath(path)} can never be true: it compares with an empty list`);
  const place = placeholders.path(path);
  const groups: string[] = [];
  for (let begin = 0; begin < values.length; begin += mostInOperands) {
    const operands = values.slice(begin, begin + mostInOperands).map((value) => placeholders.value(value));
    groups.push(`${place} IN (${operands.join(", ")})`);
  }
  return groups.length === 1 ? groups[0]! : `(${groups.join(" OR ")})`;
}

function renderAnd(children: readonly Predicate[], placeholders: Placeholders): string | undefined {
  const parts = children.map((child) => renderPresent(child, placeholders)).filter((part) => part !== undefined);
  return parts.length > 1 ? `(${parts.join(" AND ")})` : parts[0];
}

function alwaysTrue(predicate: Predicate): boolean {
  if (predicate.kind === "and") return (predicate.children ?? []).every(alwaysTrue);
  return predicate.kind === "or" && (predicate.children ?? []).some(alwaysTrue);
}

function renderOr(predicate: Predicate, placeholders: Placeholders): string | undefined {
  const children = predicate.children ?? [];
  if (children.length === 0) throw new ModelError("An OR of no conditions can never be true");
  // Check this first, because the service refuses a placeholder that no expression uses.
  if (alwaysTrue(predicate)) return undefined;
  const parts = children.map((child) => renderPresent(child, placeholders));
  return parts.length === 1 ? parts[0] : `(${parts.join(" OR ")})`;
}

function renderNot(children: readonly Predicate[], placeholders: Placeholders): string {
  const [child] = children;
  if (!child || children.length !== 1 || alwaysTrue(child))
    throw new ModelError("A NOT of no condition can never be true");
  const part = renderPresent(child, placeholders) ?? "";
  // AND and OR already have parentheses, and the service refuses a second pair.
  return part.startsWith("(") ? `NOT ${part}` : `NOT (${part})`;
}

// Returns the expression's text, or undefined if the predicate is always true, so that the request needs no expression.
// Throws ModelError for an invalid path, a wrong number of operands, a range that ends before it begins, or a predicate
// that can never be true.
export function render(predicate: Predicate, placeholders: Placeholders): string | undefined {
  return renderPresent(withoutEmptyOperands(predicate), placeholders);
}

function renderPresent(predicate: Predicate, placeholders: Placeholders): string | undefined {
  switch (predicate.kind) {
    case "in":
      return renderIn(predicate, placeholders);
    case "and":
      return renderAnd(predicate.children ?? [], placeholders);
    case "or":
      return renderOr(predicate, placeholders);
    case "not":
      return renderNot(predicate.children ?? [], placeholders);
    default:
      return renderComparison(predicate, placeholders);
  }
}
