// The values of an item's fields before and after a write, as far as they are known.
//
// A field is known from the primary key, from the caller (`given`), from an item that was read, or from a change that
// sets it. A use of a field that is known only from the item that was read makes the write depend on that item. Those
// fields are collected in `consulted`, and the write becomes conditional on them.
import type { AttributeMap, AttributeValue } from "./attributes.js";
import type { Change, WriteRequest } from "./calls.js";
import { pathOf } from "./change_facts.js";
import { changedValue, inOrderOfEffect } from "./changed_value.js";
import { countsAsAbsent, defaultOf } from "./default_values.js";
import type { EntityDescription, FieldDescription } from "./description.js";
import { fieldAt, identifyingFields } from "./key_fields.js";
import { numberText, parseNumber, plus, zero } from "./number_text.js";
import { sameValue } from "./same_value.js";

// An item as it was read, with the fields that only its keys hold. There are no attributes if the item does not exist.
export interface StoredItem {
  readonly attributes?: AttributeMap;
}

// The value of a field, as far as it is known.
export interface FieldState {
  readonly known: boolean;
  readonly value?: AttributeValue | undefined; // of a known field; absent: the field is, and has no default
  readonly isDefault?: boolean; // the attribute is, or may be, absent and means `value`
}

interface Field {
  before: FieldState;
  after: FieldState;
  fromRead: boolean; // `before` comes from the item that was read
  afterFromRead: boolean;
  changed: boolean;
}

const unknown: FieldState = { known: false };

function absent(entity: EntityDescription, attribute: string): FieldState {
  const value = defaultOf(entity, attribute);
  return value ? { known: true, value, isDefault: true } : { known: true };
}

function stateIn(entity: EntityDescription, values: AttributeMap, field: FieldDescription): FieldState {
  const value = values.get(field.attribute);
  if (!value || countsAsAbsent(field, value)) return absent(entity, field.attribute);
  return { known: true, value };
}

// The write depends on the attribute having the value, or being absent if the value is its default.
function givenState(entity: EntityDescription, value: AttributeValue | undefined, attribute: string): FieldState {
  if (!value) return absent(entity, attribute);
  const otherwise = defaultOf(entity, attribute);
  return { known: true, value, isDefault: otherwise !== undefined && sameValue(otherwise, value) };
}

// The item after the write if the request has all its fields.
function wholeItem(request: WriteRequest): AttributeMap | undefined {
  if (request.kind === "move") return request.movedTo ?? new Map();
  return request.kind === "create" || request.kind === "put" ? request.values : undefined;
}

function stateBefore(
  request: WriteRequest,
  stored: StoredItem | undefined,
  field: FieldDescription,
  isIdentifying: boolean,
): { readonly state: FieldState; readonly fromRead: boolean } {
  const { entity, given } = request;
  const attribute = field.attribute;
  if (isIdentifying) return { state: stateIn(entity, request.values, field), fromRead: false };
  if (given?.has(attribute)) return { state: givenState(entity, given.get(attribute), attribute), fromRead: false };
  if (!stored) return { state: unknown, fromRead: false };
  const state = stored.attributes ? stateIn(entity, stored.attributes, field) : absent(entity, attribute);
  return { state, fromRead: true };
}

// The states of all fields of one write.
export class FieldStates {
  private readonly fields: readonly Field[];
  private readonly used = new Set<number>();

  // `stored` is undefined if no item was read.
  constructor(
    private readonly request: WriteRequest,
    stored: StoredItem | undefined,
  ) {
    const entity = request.entity;
    const identifying = identifyingFields(entity);
    const whole = wholeItem(request);
    this.fields = entity.fields.map((field, i) => {
      const { state, fromRead } = stateBefore(request, stored, field, identifying.has(i));
      const after = whole ? stateIn(entity, whole, field) : state;
      return { before: state, after, fromRead, afterFromRead: !whole && fromRead, changed: false };
    });
  }

  // Applies the request's changes in their order. Throws ModelError for a sum that is not a valid number.
  applyChanges(): void {
    for (const change of inOrderOfEffect(this.request.changes ?? [])) this.apply(change);
  }

  // Sets the new value of a field that does not come from one of the request's changes.
  setAfter(field: number, state: FieldState): void {
    Object.assign(this.at(field), { changed: true, after: state, afterFromRead: false });
  }

  // Notes the value of a field that the write holds without changing it.
  keep(field: number, value: AttributeValue): void {
    Object.assign(this.at(field), { after: { known: true, value }, afterFromRead: false });
  }

  // Returns the field's state before or after the write. If it comes from the item that was read, the field is added to
  // consulted().
  before(field: number): FieldState {
    const of = this.at(field);
    if (of.fromRead) this.used.add(field);
    return of.before;
  }
  after(field: number): FieldState {
    const of = this.at(field);
    if (of.afterFromRead) this.used.add(field);
    return of.after;
  }

  // Returns true if the write changes the field.
  changed(field: number): boolean {
    return this.at(field).changed;
  }

  // Returns the known values after the write, by attribute.
  valuesAfter(): AttributeMap {
    const values: AttributeMap = new Map();
    this.fields.forEach(({ after }, i) => {
      if (after.value) values.set(fieldAt(this.request.entity, i).attribute, after.value);
    });
    return values;
  }

  // Returns the fields that were used and are known only from the item that was read, in the order of the fields.
  consulted(): readonly number[] {
    return [...this.used].sort((a, b) => a - b);
  }

  private at(field: number): Field {
    const found = this.fields[field];
    if (!found) throw new RangeError(`${this.request.entity.name} has no field number ${field}`);
    return found;
  }

  private apply(change: Change): void {
    const field = this.at(change.field);
    field.changed = true;
    const before = field.after;
    const { state, keepsOrigin } = this.stateAfter(change, before, field.afterFromRead);
    field.after = state;
    if (!keepsOrigin) field.afterFromRead = false;
  }

  // The state after the change. A state that follows from the one before depends on the stored item as that one does.
  private stateAfter(
    change: Change,
    before: FieldState,
    isFromRead: boolean,
  ): { readonly state: FieldState; readonly keepsOrigin: boolean } {
    const info = fieldAt(this.request.entity, change.field);
    const isWhole = pathOf(change).length === 0;
    if (isWhole && (change.kind === "set" || change.kind === "remove")) {
      const { value } = change;
      const empties = change.kind === "remove" || !value || countsAsAbsent(info, value);
      const state = empties ? absent(this.request.entity, info.attribute) : { known: true, value };
      return { state, keepsOrigin: false };
    }
    // A given value that equals the default does not tell whether the attribute exists.
    const mayBeStored = before.isDefault === true && !isFromRead;
    if (isWhole && change.kind === "setIfAbsent" && before.known && !mayBeStored) {
      const keeps = before.value !== undefined && before.isDefault !== true;
      return { state: keeps ? before : { known: true, value: change.value }, keepsOrigin: true };
    }
    // The database reports a value that is not a number.
    const from = before.value;
    if (isWhole && change.kind === "increment" && before.known && (!from || from.N !== undefined)) {
      const sum = plus(from?.N === undefined ? zero : parseNumber(from.N), parseNumber(change.value?.N ?? ""));
      return { state: { known: true, value: { N: numberText(sum) } }, keepsOrigin: true };
    }
    // A change of a part, of a list or of a set keeps the rest of the stored value.
    const keepsRest = !isWhole || (change.kind !== "setIfAbsent" && change.kind !== "increment");
    const result = before.known && keepsRest ? changedValue(from, change) : undefined;
    if (result) return { state: { known: true, value: result.value }, keepsOrigin: true };
    return { state: unknown, keepsOrigin: false };
  }
}
