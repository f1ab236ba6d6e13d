// The state of a plan in the making, with the parts that several kinds of writes share.
import type { AttributeMap, AttributeValue } from "./attributes.js";
import type { WriteRequest } from "./calls.js";
import { pathOf } from "./change_facts.js";
import { compose } from "./compose.js";
import { comparesDefaults, defaultOf, withDefaults } from "./default_values.js";
import type { EntityDescription, TableDescription } from "./description.js";
import { ModelError } from "./errors.js";
import { FieldStates, type StoredItem } from "./field_states.js";
import type { ComputedFunctions } from "./kept_members.js";
import { fieldAt, holdsField, indexAttributes } from "./key_fields.js";
import { readNumber, toInt64 } from "./number_text.js";
import { byName } from "./sorted_map.js";
import { uniqueActions, type Existence } from "./unique_plan.js";
import type { ActionPart, WriteAction } from "./write_action.js";
import type { WriteExpression } from "./write_expression.js";
import { lastVersion } from "./write_rules.js";

// The attribute beside a version. It holds the id of the last versioned write, so that a repetition of this write is
// recognised.
export const writeIdAttribute = "_write_id";

// Returns a whole number as an attribute value.
export function numberValue(number: bigint): AttributeValue {
  return { N: number.toString() };
}

// Returns the name of the attribute that stores the version.
// Requires: the entity has one.
export function versionAttribute(entity: EntityDescription): string {
  if (entity.version === undefined) throw new RangeError(`${entity.name} has no version`);
  return fieldAt(entity, entity.version).attribute;
}

// One write that is being planned.
export class Planning {
  readonly table: TableDescription;
  readonly entity: EntityDescription;
  readonly states: FieldStates;
  readonly actions: WriteAction[] = [];
  repeatable = true;
  row: AttributeMap | undefined;
  // The attributes of the read item that the plan used. undefined marks an absent attribute.
  readonly read = new Map<string, AttributeValue | undefined>();
  private sentinels: readonly WriteAction[] = [];

  constructor(
    readonly request: WriteRequest,
    readonly stored: StoredItem | undefined,
    readonly writeId: string,
    readonly functions: ComputedFunctions | undefined,
    readonly key: AttributeMap, // the primary key of the request's item
  ) {
    this.table = request.table;
    this.entity = request.entity;
    this.states = new FieldStates(request, stored);
  }

  isVersioned(): boolean {
    return this.entity.version !== undefined;
  }

  attribute(field: number): string {
    return fieldAt(this.entity, field).attribute;
  }

  // Adds the request's conditions and the version check. A condition that a default meets also accepts an item without
  // the attribute, so it needs the additional condition that the item exists.
  addConditions(expression: WriteExpression): void {
    const { request, entity } = this;
    if (request.kind !== "update" && request.kind !== "move" && this.asksForDefaults())
      expression.exists(this.table.partition);
    if (request.expectedVersion !== undefined) {
      const name = versionAttribute(entity);
      expression.equals(name, numberValue(request.expectedVersion), defaultOf(entity, name));
    }
    for (const [name, value] of byName(request.given ?? new Map<string, undefined>())) {
      if (!value && this.isOptional(name) && !this.setsIfAbsent(name)) expression.isEmpty(name);
      else expression.equals(name, value, defaultOf(entity, name));
    }
    if (request.condition) expression.holds(withDefaults(entity, request.condition));
  }

  // Makes the write depend on the fields of the read item that were used. It must be called after the last use.
  addReadConditions(expression: WriteExpression): void {
    for (const field of this.states.consulted()) {
      if (!fieldAt(this.entity, field).keyOnly) this.dependOn(this.attribute(field));
      else for (const part of indexAttributes(this.entity)) if (holdsField(part, field)) this.dependOn(part.attribute);
    }
    if (this.stored && this.request.returnsOld)
      for (const field of this.entity.fields) if (!field.keyOnly) this.dependOn(field.attribute);
    for (const [name, value] of byName(this.read)) expression.equals(name, value);
  }

  dependOn(name: string): void {
    this.read.set(name, this.stored?.attributes?.get(name));
  }

  planSentinels(existence: Existence, newKey: AttributeMap): void {
    this.sentinels = uniqueActions(this.request, existence, this.states, this.key, newKey);
  }
  addSentinels(): void {
    this.actions.push(...this.sentinels);
  }

  addAction(
    kind: WriteAction["kind"],
    part: ActionPart,
    key: AttributeMap,
    expression: WriteExpression,
    item?: AttributeMap,
  ): void {
    const returnsOld = this.request.returnsOld === true;
    const whole = item ? { item } : {};
    this.actions.push({ kind, part, returnsOld, table: this.table, key, ...whole, ...expression.expressions() });
  }

  // Returns the version after the stored one. The write then depends on the stored version.
  versionAfterRead(): bigint {
    const { version } = this.entity;
    const before = version === undefined ? undefined : this.states.before(version).value?.N;
    if (before === undefined) return 1n;
    const number = readNumber(before);
    const stored = number && toInt64(number);
    if (stored === undefined) throw this.noVersionAfter(before);
    return this.versionAfter(stored);
  }

  versionAfter(version: bigint): bigint {
    if (version >= lastVersion) throw this.noVersionAfter(version.toString());
    return version + 1n;
  }

  // Checks fields that are key attributes of an index themselves. The database applies its rules for keys to them even
  // if the model leaves the item out of that index.
  checkNaturalKeys(values: AttributeMap): void {
    for (const key of this.entity.indexes)
      for (const role of ["partition", "sort"] as const)
        for (const part of key[role]) {
          if (!part.natural || !values.has(part.attribute)) continue;
          try {
            compose(part, role, this.entity, values);
          } catch (error) {
            if (!(error instanceof ModelError)) throw error;
            throw new ModelError(`${this.entity.name}: ${error.message}`, { cause: error });
          }
        }
  }

  private noVersionAfter(version: string): ModelError {
    const name = this.entity.version === undefined ? "" : fieldAt(this.entity, this.entity.version).name;
    return new ModelError(
      `${this.entity.name}: no version follows ${version}, because the member ${name} counts only to ${lastVersion}: ` +
        "give it a type of 64 bits, or remove the item and create it again",
    );
  }

  private isOptional(name: string): boolean {
    return this.entity.fields.find((field) => field.attribute === name)?.optional === true;
  }

  // if_not_exists() keeps a NULL, so such a change must know whether the attribute is absent or NULL.
  private setsIfAbsent(name: string): boolean {
    return (this.request.changes ?? []).some(
      (change) => change.kind === "setIfAbsent" && pathOf(change).length === 0 && this.attribute(change.field) === name,
    );
  }

  private asksForDefaults(): boolean {
    const { request, entity } = this;
    if (request.expectedVersion !== undefined && defaultOf(entity, versionAttribute(entity))) return true;
    if ([...(request.given?.keys() ?? [])].some((name) => defaultOf(entity, name))) return true;
    return request.condition !== undefined && comparesDefaults(entity, request.condition);
  }
}
