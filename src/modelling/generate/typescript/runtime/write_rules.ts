// The rules for a write request that do not depend on the stored item.
import type { AttributeMap } from "./attributes.js";
import type { Change, WriteRequest } from "./calls.js";
import { isStartOf, pathOf, samePathTo } from "./change_facts.js";
import type { EntityDescription } from "./description.js";
import { ModelError } from "./errors.js";
import { fieldAt, holdsField, indexAttributes, isKept, primaryFields } from "./key_fields.js";

// The greatest version that a field can hold. A description does not limit it further.
export const lastVersion = (1n << 63n) - 1n;

function refuse(request: WriteRequest, why: string): ModelError {
  return new ModelError(`${request.entity.name}: ${why}`);
}

function checkVersion(request: WriteRequest): void {
  const { kind, expectedVersion } = request;
  if (request.entity.version === undefined) {
    if (expectedVersion !== undefined) throw refuse(request, "a version is expected, but it has none");
    return;
  }
  if (kind === "create" && expectedVersion !== undefined)
    throw refuse(request, "a create expects no version, because the item must not exist");
  const changes = kind === "update" || kind === "upsert" || kind === "move";
  if (changes && expectedVersion === undefined && !request.anyVersion && !request.readFirst)
    throw refuse(request, 'it has a version: give version: N, or version: "any"');
  if (expectedVersion !== undefined && (expectedVersion < 0n || expectedVersion >= lastVersion))
    throw refuse(request, `there is no version ${expectedVersion}`);
}

function checkChange(request: WriteRequest, change: Change, primary: ReadonlySet<number>): void {
  const field = fieldAt(request.entity, change.field);
  const path = pathOf(change);
  if (change.field === request.entity.version)
    throw refuse(request, `the field ${field.name} is its version, which every write sets by itself`);
  if (primary.has(change.field))
    throw refuse(request, `the field ${field.name} is part of the primary key: use move()`);
  const isWhole = path.length === 0 && (change.kind === "set" || change.kind === "remove");
  if (field.keyOnly && !isWhole)
    throw refuse(request, `the field ${field.name} is stored only in keys, and can only be set`);
  if (change.kind === "remove" && path.length === 0 && !field.optional && !field.hasDefault)
    throw refuse(request, `the field ${field.name} is required and cannot be removed`);
  if (change.kind === "increment" && change.value?.N === undefined)
    throw refuse(request, `the field ${field.name} can only be incremented by a number`);
}

// True if one change is inside of the value that the other one changes, or changes the same value.
function overlap(a: Change, b: Change): boolean {
  return a.field === b.field && samePathTo(pathOf(a), pathOf(b));
}

function checkOverlap(request: WriteRequest): void {
  const changes = request.changes ?? [];
  changes.forEach((change, i) =>
    changes.slice(0, i).forEach((earlier, j) => {
      if (!overlap(change, earlier) || (j + 1 === i && isStartOf(earlier, change))) return;
      const { name } = fieldAt(request.entity, change.field);
      throw refuse(request, `two changes of the field ${name}, of which one would be lost: give one of them`);
    }),
  );
}

function checkGiven(request: WriteRequest): void {
  for (const field of request.entity.fields)
    if (field.keyOnly && request.given?.has(field.attribute))
      throw refuse(request, `the field ${field.name} is stored only in keys, and cannot be given: say readFirst: true`);
}

// True if the change gives a new item a value.
function makesValue(change: Change): boolean {
  if (pathOf(change).length > 0 || change.kind === "remove" || change.kind === "removeFromSet") return false;
  return change.kind !== "set" || change.value !== undefined;
}

function isInIndexKey(entity: EntityDescription, field: number): boolean {
  return (
    entity.indexes.some((key) => key.when?.field === field) ||
    indexAttributes(entity).some((attribute) => holdsField(attribute, field))
  );
}

// The fault of an upsert that does not set the field, because it may create an item that lacks it. If the key of an
// index contains the field, a default is not enough, because an existing item may have another value.
function faultOfLack(entity: EntityDescription, field: number): "missing" | "leftToDefault" | undefined {
  const info = fieldAt(entity, field);
  if (info.optional || field === entity.version || primaryFields(entity).has(field) || isKept(entity, field))
    return undefined;
  if (!info.hasDefault) return "missing";
  return isInIndexKey(entity, field) ? "leftToDefault" : undefined;
}

// An upsert may create the item, so it must give a whole item.
function checkWhole(request: WriteRequest): void {
  const names = { missing: [] as string[], leftToDefault: [] as string[] };
  request.entity.fields.forEach((info, field) => {
    const fault = faultOfLack(request.entity, field);
    const sets = (request.changes ?? []).some((change) => change.field === field && makesValue(change));
    if (fault && !sets) names[fault].push(info.name);
  });
  const fields = (all: readonly string[]): string => `${all.length === 1 ? "field" : "fields"} ${all.join(", ")}`;
  if (names.missing.length > 0)
    throw refuse(request, `an upsert may create the item, and does not set its required ${fields(names.missing)}`);
  if (names.leftToDefault.length > 0)
    throw refuse(
      request,
      "an upsert may find the item, and the key of an index contains a field that the upsert leaves to its default: " +
        `set the ${fields(names.leftToDefault)}, or keep the stored value with setIfAbsent and readFirst: true`,
    );
}

// Throws ModelError if the request breaks a rule.
export function checkWrite(request: WriteRequest): void {
  checkVersion(request);
  checkGiven(request);
  const primary = primaryFields(request.entity);
  for (const change of request.changes ?? []) checkChange(request, change, primary);
  checkOverlap(request);
  if (request.kind === "upsert") checkWhole(request);
}

// Throws ModelError if a whole item lacks the value of a field that it needs in order to be read. `values` are the
// fields that are written, with those that the library keeps. A computed field of a model without functions may be
// absent.
export function checkRequired(entity: EntityDescription, values: AttributeMap): void {
  entity.fields.forEach((field, position) => {
    if (field.optional || field.hasDefault || values.has(field.attribute)) return;
    if ((entity.computed ?? []).some((computed) => computed.field === position)) return;
    throw new ModelError(`${entity.name}: the field ${field.name} is required and has no value`);
  });
}
