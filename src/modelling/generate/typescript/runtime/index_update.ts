// The key attributes of one index during one update.
import type { AttributeMap } from "./attributes.js";
import type { WriteRequest } from "./calls.js";
import { compose, meets, type KeyRole } from "./compose.js";
import type {
  EntityDescription,
  EntityKey,
  FieldDescription,
  IndexDescription,
  KeyAttribute,
  ScalarType,
} from "./description.js";
import { ModelError } from "./errors.js";
import type { FieldStates } from "./field_states.js";
import { fieldAt, fieldParts } from "./key_fields.js";
import { checkShard, shardOfItem, typedText } from "./shards.js";

// An attribute that is composed.
interface Own {
  readonly key: KeyAttribute;
  readonly role: KeyRole;
  readonly fields: readonly number[];
  isPermanent: boolean;
}

function fieldsOf(attribute: KeyAttribute): readonly number[] {
  return fieldParts(attribute)
    .map((part) => part.field)
    .sort((a, b) => a - b);
}

function isPrimary(entity: EntityDescription, attribute: string): boolean {
  return [...entity.primary.partition, ...entity.primary.sort].some((key) => key.attribute === attribute);
}

function indexOf(request: WriteRequest, key: EntityKey): IndexDescription {
  const index = key.index === undefined ? undefined : request.table.indexes[key.index];
  if (!index) throw new RangeError(`${request.entity.name} enters an index that ${request.table.name} does not have`);
  return index;
}

// One of the entity's indexes. The methods read the states, which must have the changes applied.
export class IndexUpdate {
  private readonly entity: EntityDescription;
  private readonly index: IndexDescription;
  private readonly isUpsert: boolean;
  private readonly fields: readonly number[]; // of all attributes; for the shard the field that gives it
  private readonly own: Own[] = [];
  private readonly shard: number | undefined; // the field that shows the shard
  private readonly shardOf: number | undefined;
  private shardType: ScalarType = "N";

  constructor(
    request: WriteRequest,
    private readonly key: EntityKey,
    private readonly states: FieldStates,
  ) {
    this.entity = request.entity;
    this.index = indexOf(request, key);
    this.isUpsert = request.kind === "upsert";
    const fields = new Set<number>();
    for (const role of ["partition", "sort"] as const)
      for (const attribute of key[role]) this.add(attribute, role, fields);
    const { shards } = this.index;
    if (shards) {
      this.shardOf = this.find((field) => field.name === shards.of);
      this.shard = this.find((field) => !field.keyOnly && field.attribute === shards.attribute);
      if (this.shardOf !== undefined) fields.add(this.shardOf);
    }
    this.fields = [...fields].sort((a, b) => a - b);
  }

  // A change of a field that decides whether the index holds the item concerns all attributes of the index.
  concernsAll(): boolean {
    const changesMembership = this.fields.some((field) => this.info(field).optional && this.states.changed(field));
    return this.isUpsert || this.changesWhen() || changesMembership;
  }

  // A permanent attribute is written because of the index that makes it permanent, and a natural one by the change
  // itself. An index without others needs no writes, whether it has the item or not.
  writesAny(): boolean {
    return this.index.shards !== undefined || this.own.some((own) => !own.isPermanent);
  }

  concerned(): boolean {
    return this.concernsAll() || this.anyOfOwnChanges();
  }

  // Returns true if both indexes have the same attribute and this one may remove it.
  sharesAttribute(other: IndexUpdate): boolean {
    return this.own.some((own) => !own.isPermanent && other.hasOwn(own.key.attribute));
  }

  // An attribute is permanent if another index that holds every item of the entity has it too.
  markPermanent(other: IndexUpdate): void {
    if (other.mayLackItem() || !this.mayLackItem()) return;
    for (const own of this.own) own.isPermanent ||= other.hasOwn(own.key.attribute);
  }

  // Returns the item's place after the update: in the index or out of it. "untouched" means that no value in the
  // index's attributes changes, whether they exist or not. Throws ModelError if a field that decides it is not known.
  presence(): "in" | "out" | "untouched" {
    const { states } = this;
    const { when } = this.key;
    if (when) {
      const state = states.after(when.field);
      if (!state.known) throw this.unknown(when.field);
      if (!state.value || !meets(when, state.value)) return "out";
    }
    // A field that is known to be absent decides it, so the other fields need not be known.
    const isAbsent = (field: number): boolean => states.after(field).known && !states.after(field).value;
    if (this.fields.some((field) => states.changed(field) && isAbsent(field))) return "out";
    for (const field of this.fields) {
      if (!this.info(field).optional) continue;
      const state = states.after(field);
      if (!state.known && this.isUpsert && !states.changed(field) && !this.anyOfOwnChanges()) return "untouched";
      if (!state.known) throw this.unknown(field);
      if (!state.value) return "out";
    }
    return "in";
  }

  // Adds the attributes that an item in the index must get: all of them, or those whose own fields change. Throws
  // ModelError if a field is not known or cannot be in a key.
  composeInto(all: boolean, set: AttributeMap, setIfAbsent: AttributeMap): void {
    for (const own of this.own) {
      if (own.isPermanent || !(all || this.anyChanged(own.fields))) continue;
      for (const field of own.fields) if (!this.states.after(field).known) throw this.unknown(field);
      const value = compose(own.key, own.role, this.entity, this.states.valuesAfter());
      if (value) set.set(own.key.attribute, value);
    }
    this.composeShard(all, this.isUpsert ? setIfAbsent : set);
  }

  // Returns the attributes that an item outside of the index must not have. Throws ModelError if the update gives it a
  // shard.
  removed(): readonly string[] {
    const names = this.own.filter((own) => !own.isPermanent).map((own) => own.key.attribute);
    const { shards } = this.index;
    if (!shards) return names;
    if (this.shard !== undefined && this.states.changed(this.shard)) {
      const state = this.states.after(this.shard);
      if (state.known && !state.value) return names;
      throw new ModelError(
        `${this.entity.name}: the update gives a shard to an item that is not in index ${this.index.name}: ` +
          `do not set ${this.info(this.shard).name}`,
      );
    }
    const mayGo = this.shard === undefined || this.info(this.shard).optional;
    return mayGo ? [...names, shards.attribute] : names;
  }

  private add(attribute: KeyAttribute, role: KeyRole, fields: Set<number>): void {
    if (attribute.attribute === this.index.shards?.attribute) {
      this.shardType = attribute.type;
      return;
    }
    const own = fieldsOf(attribute);
    for (const field of own) fields.add(field);
    // The attributes of the primary key, which inverted indexes use, never change.
    if (attribute.natural || isPrimary(this.entity, attribute.attribute)) return;
    this.own.push({ key: attribute, role, fields: own, isPermanent: false });
  }

  private find(is: (field: FieldDescription) => boolean): number | undefined {
    const position = this.entity.fields.findIndex(is);
    return position < 0 ? undefined : position;
  }
  private info(field: number): FieldDescription {
    return fieldAt(this.entity, field);
  }
  private hasOwn(attribute: string): boolean {
    return this.own.some((own) => own.key.attribute === attribute);
  }
  private mayLackItem(): boolean {
    return this.key.when !== undefined || this.fields.some((field) => this.info(field).optional);
  }
  private anyChanged(fields: readonly number[]): boolean {
    return fields.some((field) => this.states.changed(field));
  }
  private changesWhen(): boolean {
    return this.key.when !== undefined && this.states.changed(this.key.when.field);
  }
  private anyOfOwnChanges(): boolean {
    const changes = (field: number | undefined): boolean => field !== undefined && this.states.changed(field);
    const changesOwn = this.own.some((own) => !own.isPermanent && this.anyChanged(own.fields));
    return changes(this.shardOf) || changes(this.shard) || changesOwn;
  }

  private unknown(field: number): ModelError {
    const { name } = this.info(field);
    const why = this.states.changed(field)
      ? "gets a value that is not known"
      : "is neither in the primary key nor changed";
    return new ModelError(
      `${this.entity.name}: the update changes the key of index ${this.index.name}, and the field ${name}, ` +
        `which is a part of that key, ${why}: give its stored value, as in given: { ${name}: ... }, or say readFirst: true`,
    );
  }

  // Checks a shard that the change itself writes.
  private checkChangedShard(shard: number): void {
    const state = this.states.after(shard);
    if (!state.known) throw this.unknown(shard);
    if (!state.value)
      throw new ModelError(
        `${this.entity.name}: the update removes the shard ${this.info(shard).name} from an item that is in ` +
          `index ${this.index.name}`,
      );
    if (this.index.shards) checkShard(this.index.shards, this.shardType, state.value);
  }

  // A shard that the caller gave or the item has is kept, unless the field that it follows from changes. An upsert does
  // not know whether that field changes.
  private composeShard(all: boolean, set: AttributeMap): void {
    const { states, shard, shardOf } = this;
    const { shards } = this.index;
    if (shard !== undefined && states.changed(shard)) return this.checkChangedShard(shard);
    if (!shards || shardOf === undefined || !(all || states.changed(shardOf))) return;
    if (shard !== undefined && !states.changed(shardOf) && states.after(shard).value) return;
    if (!states.after(shardOf).known) throw this.unknown(shardOf);
    const number = shardOfItem(shards, this.entity, states.valuesAfter());
    if (number !== undefined) set.set(shards.attribute, typedText(this.shardType, String(number)));
  }
}
