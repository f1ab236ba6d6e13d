// The fields that the library itself writes: the times of creation and of the last write, and computed fields.
import type { AttributeMap, AttributeValue } from "./attributes.js";
import type { Change, WriteRequest } from "./calls.js";
import type { EntityDescription, FieldDescription } from "./description.js";
import { ModelError } from "./errors.js";
import type { FieldStates } from "./field_states.js";
import { fieldAt, isKept } from "./key_fields.js";
import { identical } from "./same_value.js";
import type { SessionOptions } from "./session.js";

// The functions of computed fields, by "ENTITY.field".
export type ComputedFunctions = NonNullable<SessionOptions["computed"]>;
type Computed = NonNullable<EntityDescription["computed"]>[number];

function timeAs(field: FieldDescription, nowMs: number): AttributeValue {
  if (field.kind === "seconds") return { N: String(Math.trunc(nowMs / 1000)) };
  const time = new Date(nowMs);
  if (!Number.isFinite(time.getTime()) || time.getUTCFullYear() < 0 || time.getUTCFullYear() > 9999)
    throw new ModelError(`the time ${nowMs} ms since 1970 is outside of the years 0000 to 9999`);
  return { S: time.toISOString() };
}

// Sets the time in the attributes of a whole item. If `keeps` is true, a time that the caller filled in stays. The time
// 1970-01-01T00:00:00Z counts as not filled in.
function setTime(
  entity: EntityDescription,
  position: number | undefined,
  nowMs: number,
  keeps: boolean,
  values: AttributeMap,
): void {
  if (position === undefined) return;
  const field = fieldAt(entity, position);
  const value = values.get(field.attribute);
  if (keeps && value && !identical(value, timeAs(field, 0))) return;
  values.set(field.attribute, timeAs(field, nowMs));
}

// The value of a computed field. A model without any functions takes the value as it is given, and then the result is
// undefined.
function compute(
  entity: EntityDescription,
  computed: Computed,
  values: AttributeMap,
  functions: ComputedFunctions | undefined,
): { readonly value: AttributeValue | undefined } | undefined {
  if (!functions || Object.keys(functions).length === 0) return undefined;
  const { name } = fieldAt(entity, computed.field);
  const run = functions[`${entity.name}.${name}`];
  if (!run)
    throw new ModelError(
      `${entity.name}: the field ${name} is computed, and the session has no function for it: ` +
        `give SessionOptions.computed["${entity.name}.${name}"]`,
    );
  try {
    return { value: run(values) };
  } catch (cause) {
    const why = cause instanceof Error ? `: ${cause.message}` : "";
    throw new ModelError(
      `${entity.name}: the field ${name} cannot be computed: its function threw an exception${why}`,
      { cause },
    );
  }
}

// Returns the computed fields of a whole item, by attribute. undefined means that the field is absent. Throws
// ModelError if a function is missing or throws.
export function computedValues(
  entity: EntityDescription,
  values: AttributeMap,
  functions: ComputedFunctions | undefined,
): ReadonlyMap<string, AttributeValue | undefined> {
  const all = new Map<string, AttributeValue | undefined>();
  for (const computed of entity.computed ?? []) {
    const result = compute(entity, computed, values, functions);
    if (result) all.set(fieldAt(entity, computed.field).attribute, result.value);
  }
  return all;
}

function wholeWithKept(
  entity: EntityDescription,
  given: AttributeMap,
  nowMs: number,
  keepsCreated: boolean,
  functions: ComputedFunctions | undefined,
): AttributeMap {
  const values: AttributeMap = new Map(given);
  setTime(entity, entity.created, nowMs, keepsCreated, values);
  setTime(entity, entity.updated, nowMs, false, values);
  for (const [name, value] of computedValues(entity, values, functions))
    if (value) values.set(name, value);
    else values.delete(name);
  return values;
}

function timeChange(
  request: WriteRequest,
  field: number | undefined,
  nowMs: number,
  kind: "set" | "setIfAbsent",
): readonly Change[] {
  if (field === undefined) return [];
  return [{ kind, field, value: timeAs(fieldAt(request.entity, field), nowMs) }];
}

// Throws ModelError if the request itself changes a field that the library writes.
export function checkKeptMembers(request: WriteRequest): void {
  const { entity } = request;
  for (const change of request.changes ?? [])
    if (isKept(entity, change.field))
      throw new ModelError(
        `${entity.name}: the field ${fieldAt(entity, change.field).name} is set by the library, ` +
          "and a write cannot set it",
      );
}

// Returns the request with the kept fields that follow from it and from the time. It must be called once for a request,
// so that every attempt writes the same values. Throws ModelError if a computed field cannot be computed.
export function withKeptMembers(
  request: WriteRequest,
  nowMs: number,
  functions: ComputedFunctions | undefined,
): WriteRequest {
  const { entity, changes = [] } = request;
  switch (request.kind) {
    case "create":
    case "put":
      return {
        ...request,
        values: wholeWithKept(entity, request.values, nowMs, request.kind === "put", functions),
      };
    case "move":
      return { ...request, movedTo: wholeWithKept(entity, request.movedTo ?? new Map(), nowMs, true, functions) };
    case "update":
      return { ...request, changes: [...changes, ...timeChange(request, entity.updated, nowMs, "set")] };
    case "upsert": {
      const created = timeChange(request, entity.created, nowMs, "setIfAbsent");
      return { ...request, changes: [...changes, ...created, ...timeChange(request, entity.updated, nowMs, "set")] };
    }
    default:
      return request;
  }
}

// Returns, for an update or upsert, the stored computed fields that follow from its changes, by attribute. undefined
// removes the attribute. `states` must have the changes applied and gets the computed values. Throws ModelError if a
// computed field needs a field that is not known; the error names the field and the cure.
export function computedChanges(
  request: WriteRequest,
  states: FieldStates,
  functions: ComputedFunctions | undefined,
): ReadonlyMap<string, AttributeValue | undefined> {
  const { entity } = request;
  const changes = new Map<string, AttributeValue | undefined>();
  if (!functions || Object.keys(functions).length === 0) return changes;
  for (const computed of entity.computed ?? []) {
    if (request.kind !== "upsert" && !computed.from.some((field) => states.changed(field))) continue;
    const field = fieldAt(entity, computed.field);
    const values: AttributeMap = new Map();
    for (const from of computed.from) {
      const state = states.after(from);
      const { name, attribute } = fieldAt(entity, from);
      if (!state.known)
        throw new ModelError(
          `${entity.name}: the field ${field.name} depends on ${name}, which is not known: ` +
            `give its stored value, as in given: { ${name}: ... }, or say readFirst: true`,
        );
      if (state.value) values.set(attribute, state.value);
    }
    const value = compute(entity, computed, values, functions)?.value;
    states.setAfter(computed.field, { known: true, value });
    if (!field.keyOnly) changes.set(field.attribute, value);
  }
  return changes;
}
