// Facts about the changes of an update: which one starts from the stored value, and its start if there is no such
// value.
import type { AttributeValue } from "./attributes.js";
import type { Change, Path, WriteRequest } from "./calls.js";
import { defaultOf } from "./default_values.js";

// Returns the path of the change, which is empty if it is of the field itself.
export function pathOf(change: Change): Path {
  return change.path ?? [];
}

// Returns true if the two paths have the same first steps, as many as the shorter one has.
export function samePathTo(a: Path, b: Path): boolean {
  const common = Math.min(a.length, b.length);
  return a.slice(0, common).every((step, i) => step === b[i]);
}

// Returns true if the result of the change depends on the stored value.
export function startsFromStored(change: Change): boolean {
  return change.kind !== "set" && change.kind !== "remove";
}

// Returns true if the change `start` exists only to give the start value of `next`, the change directly after it, for
// the case that the value is absent.
export function isStartOf(start: Change, next: Change): boolean {
  const adds = next.kind === "increment" || next.kind === "append" || next.kind === "prepend";
  const [from, to] = [pathOf(start), pathOf(next)];
  return (
    adds &&
    start.kind === "setIfAbsent" &&
    from.length > 0 &&
    start.field === next.field &&
    from.length === to.length &&
    samePathTo(from, to)
  );
}

// Returns the value from which the request's change at `position` starts if the stored value is absent. undefined means
// zero or an empty list.
export function startOf(request: WriteRequest, position: number): AttributeValue | undefined {
  const changes = request.changes ?? [];
  const change = changes[position]!;
  if (pathOf(change).length === 0) return defaultOf(request.entity, request.entity.fields[change.field]!.attribute);
  const before = changes[position - 1];
  return before && isStartOf(before, change) ? before.value : undefined;
}

// Returns the elements of a set, or undefined if the value is not a set.
export function elementsOf(value: AttributeValue | undefined): readonly (string | Uint8Array)[] | undefined {
  return value?.SS ?? value?.NS ?? value?.BS;
}
