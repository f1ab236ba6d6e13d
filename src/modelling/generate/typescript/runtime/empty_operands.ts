// Comparisons with empty values. An empty optional or set is stored as an absent attribute, or as NULL by other
// programs, and an expression cannot have an absent attribute as an operand.
import type { Path, Predicate } from "./calls.js";
import { ModelError } from "./errors.js";
import { spellPath } from "./spell.js";

// Holds for an absent attribute, and for NULL, which other programs write for an empty value.
function emptyAt(path: Path): Predicate[] {
  return [
    { kind: "notExists", path },
    { kind: "hasType", path, values: [{ S: "NULL" }] },
  ];
}

// Returns the predicate, but without absent operands in it and its children. Throws ModelError for a comparison that
// has no meaning for an absent operand.
export function withoutEmptyOperands(predicate: Predicate): Predicate {
  if (predicate.children) return { ...predicate, children: predicate.children.map(withoutEmptyOperands) };
  const values = predicate.values ?? [];
  if (!values.includes(undefined)) return predicate;
  const path = predicate.path ?? [];
  const empty: Predicate = { kind: "or", children: emptyAt(path) };
  if (predicate.kind === "equal") return empty;
  if (predicate.kind === "notEqual") return { kind: "not", children: [empty] };
  if (predicate.kind === "in") {
    const others = values.filter((value) => value !== undefined);
    const listed: Predicate[] = others.length > 0 ? [{ ...predicate, values: others }] : [];
    return { kind: "or", children: [...emptyAt(path), ...listed] };
  }
  throw new ModelError(
    `The condition on ${spellPath(path)} compares with an empty value, which is stored as an absent attribute: ` +
      "compare with == or !=, or use .exists() or .not_exists()",
  );
}
