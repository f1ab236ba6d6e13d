// Updates: the changes of fields, from the form that programs write to the one that the planner takes.
import type { AttributeMap, AttributeValue } from "./attributes.js";
import { typeOf } from "./attributes.js";
import type { Change, ChangeKind, Path } from "./calls.js";
import { encodeField } from "./codec.js";
import type { EntityDescription, FieldDescription } from "./description.js";
import type { DocumentSet, DocumentValue } from "./documents.js";
import { encodeDocument, encodeSet, numberText } from "./documents.js";
import type { Decimal } from "./decimal.js";
import type { EntityTypes } from "./entity_types.js";
import { ModelError } from "./errors.js";

type Names<T> = keyof T & string;

// A change of a member of a document: { path: ["address", "city"], set: "Bonn" }. `set: undefined` removes the member.
export interface MemberChange {
  readonly path: readonly [string, string | number, ...(string | number)[]];
  readonly set?: DocumentValue | undefined;
  readonly increment?: number | bigint | Decimal;
  readonly append?: readonly DocumentValue[];
  readonly prepend?: readonly DocumentValue[];
}

export interface UpdateChanges<
  T extends EntityTypes,
  Set extends Names<T["changes"]>,
  Increment extends T["numbers"] & Names<T["changes"]>,
  IfAbsent extends Names<T["changes"]>,
> {
  readonly set?: Pick<T["changes"], Set>; // null removes an optional field
  readonly increment?: { readonly [K in Increment]: number | bigint | Decimal };
  readonly setIfAbsent?: Pick<T["changes"], IfAbsent>;
  readonly append?: { readonly [K in T["lists"]]?: readonly DocumentValue[] };
  readonly prepend?: { readonly [K in T["lists"]]?: readonly DocumentValue[] };
  readonly addToSet?: { readonly [K in T["sets"]]?: DocumentSet };
  readonly removeFromSet?: { readonly [K in T["sets"]]?: DocumentSet };
  readonly members?: readonly MemberChange[];
}

const ranges: { readonly [kind: string]: { readonly least: bigint; readonly most: bigint } } = {
  integer: { least: -(2n ** 63n), most: 2n ** 63n - 1n },
  seconds: { least: -(2n ** 63n), most: 2n ** 63n - 1n },
  unsigned: { least: 0n, most: 2n ** 64n - 1n },
};

class Changes {
  readonly all: Change[] = [];
  constructor(private readonly entity: EntityDescription) {}

  add(
    kind: ChangeKind,
    values: object | undefined,
    encode: (field: FieldDescription, value: unknown) => AttributeValue | undefined,
  ): void {
    for (const [name, value] of Object.entries(values ?? {})) {
      if (value === undefined) continue;
      const position = this.entity.fields.findIndex((field) => field.name === name);
      const field = this.entity.fields[position];
      if (!field) throw new ModelError(`${this.entity.name} has no field ${name}`);
      if (value === null && !field.optional) throw new ModelError(`${name} is required, so no update can remove it`);
      const encoded = encode(field, value);
      const range = kind === "increment" ? ranges[field.kind] : undefined;
      this.all.push({ kind, field: position, ...(encoded && { value: encoded }), ...(range && { range }) });
    }
  }

  addMember(change: MemberChange): void {
    const [head, ...rest] = change.path;
    const position = this.entity.fields.findIndex((field) => field.name === head);
    const field = this.entity.fields[position];
    if (!field) throw new ModelError(`${this.entity.name} has no field ${head}`);
    const path: Path = [field.attribute, ...rest];
    const add = (kind: ChangeKind, value: DocumentValue): number =>
      this.all.push({ kind, field: position, path, ofElement: true, value: encodeDocument(value, head) });
    if (change.increment !== undefined) add("increment", change.increment);
    else if (change.append !== undefined) add("append", change.append);
    else if (change.prepend !== undefined) add("prepend", change.prepend);
    else if (change.set !== undefined) add("set", change.set);
    else this.all.push({ kind: "remove", field: position, path, ofElement: true });
  }
}

const number = (field: FieldDescription, value: unknown): AttributeValue => ({
  N: numberText(value as number | bigint | Decimal, field.name),
});
const list = (field: FieldDescription, value: unknown): AttributeValue =>
  encodeDocument(value as readonly DocumentValue[], field.name);

function set(field: FieldDescription, value: unknown): AttributeValue {
  const encoded = encodeSet(value as DocumentSet, field.name);
  const wanted = { string_set: "SS", number_set: "NS", binary_set: "BS" }[field.document as "string_set"];
  if (typeOf(encoded) !== wanted) throw new ModelError(`${field.name}: the elements have another type than the set`);
  return encoded;
}

// Throws ModelError if a change names a field that the entity lacks, or if a value does not suit its field.
export function changesOf(entity: EntityDescription, update: object): Change[] {
  const changes = update as UpdateChanges<EntityTypes, never, never, never>;
  const out = new Changes(entity);
  out.add("set", changes.set, encodeField);
  out.add("setIfAbsent", changes.setIfAbsent, encodeField);
  out.add("increment", changes.increment, number);
  out.add("append", changes.append, list);
  out.add("prepend", changes.prepend, list);
  out.add("addToSet", changes.addToSet, set);
  out.add("removeFromSet", changes.removeFromSet, set);
  for (const change of changes.members ?? []) out.addMember(change);
  if (out.all.length === 0) throw new ModelError(`the update of ${entity.name} changes no field`);
  return out.all;
}

// The stored values that a write expects. undefined means absent.
export function givenOf(
  entity: EntityDescription,
  given: object | undefined,
): ReadonlyMap<string, AttributeValue | undefined> {
  const out = new Map<string, AttributeValue | undefined>();
  for (const [name, value] of Object.entries(given ?? {})) {
    const field = entity.fields.find((one) => one.name === name);
    if (!field) throw new ModelError(`${entity.name} has no field ${name}`);
    out.set(field.attribute, encodeField(field, value));
  }
  return out;
}

// The fields of a primary key, under the names of attributes. Throws ModelError if one is missing or unknown.
export function keyOf(entity: EntityDescription, key: object): AttributeMap {
  const out: AttributeMap = new Map();
  for (const [name, value] of Object.entries(key)) {
    const field = entity.fields.find((one) => one.name === name);
    if (!field) throw new ModelError(`${entity.name} has no field ${name}`);
    const encoded = encodeField(field, value);
    if (encoded === undefined) throw new ModelError(`${name} is missing in the key of ${entity.name}`);
    out.set(field.attribute, encoded);
  }
  return out;
}
