// Updates: the changes of fields, from the form that programs write to the one that the planner takes.
import type { AttributeMap, AttributeValue } from "./attributes.js";
import { typeOf } from "./attributes.js";
import type { Change, ChangeKind } from "./calls.js";
import { encodeField } from "./codec.js";
import type { EntityDescription, FieldDescription } from "./description.js";
import type { DocumentSet, DocumentValue } from "./documents.js";
import { encodeDocument, encodeSet, numberText } from "./documents.js";
import type { Decimal } from "./decimal.js";
import type { EntityTypes } from "./entity_types.js";
import { ModelError } from "./errors.js";

type Names<T> = keyof T & string;

interface MemberVerbs {
  readonly set: DocumentValue;
  readonly increment: number | bigint | Decimal;
  readonly append: readonly DocumentValue[];
  readonly prepend: readonly DocumentValue[];
  readonly remove: true;
}
type OneVerb<Verb extends keyof MemberVerbs> = { readonly [K in Verb]: MemberVerbs[K] } & {
  readonly [K in Exclude<keyof MemberVerbs, Verb>]?: never;
};

// A change of a member of a document: { path: ["address", "city"], set: "Bonn" }.
export type MemberChange = {
  readonly path: readonly [string, string | number, ...(string | number)[]];
} & { [Verb in keyof MemberVerbs]: OneVerb<Verb> }[keyof MemberVerbs];

// The names of the fields that each kind of change concerns. An undefined value changes nothing.
export interface UpdateChanges<
  T extends EntityTypes,
  Set extends Names<T["changes"]>,
  Increment extends T["numbers"],
  IfAbsent extends Names<T["changes"]>,
  Append extends T["lists"],
  Prepend extends T["lists"],
  AddTo extends T["sets"],
  RemoveFrom extends T["sets"],
> {
  readonly set?: { readonly [K in Set]?: T["changes"][K] | undefined } | undefined; // null removes an optional field
  readonly increment?: { readonly [K in Increment]?: number | bigint | Decimal | undefined } | undefined;
  readonly setIfAbsent?: { readonly [K in IfAbsent]?: T["changes"][K] | undefined } | undefined;
  readonly append?: { readonly [K in Append]?: readonly DocumentValue[] | undefined } | undefined;
  readonly prepend?: { readonly [K in Prepend]?: readonly DocumentValue[] | undefined } | undefined;
  readonly addToSet?: { readonly [K in AddTo]?: DocumentSet | undefined } | undefined;
  readonly removeFromSet?: { readonly [K in RemoveFrom]?: DocumentSet | undefined } | undefined;
  readonly members?: readonly MemberChange[] | undefined;
}

const ranges: { readonly [kind: string]: { readonly least: bigint; readonly most: bigint } } = {
  integer: { least: -(2n ** 63n), most: 2n ** 63n - 1n },
  seconds: { least: -(2n ** 63n), most: 2n ** 63n - 1n },
  unsigned: { least: 0n, most: 2n ** 64n - 1n },
};

const memberVerbs = ["set", "increment", "append", "prepend", "remove"] as const;

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
      if (!encoded && kind !== "set")
        throw new ModelError(`${name}: ${kind} needs a value, and this one is an absent attribute`);
      if (!encoded && !field.optional) throw new ModelError(`${name} is required, so no update can remove it`);
      const range = kind === "increment" ? ranges[field.kind] : undefined;
      this.all.push({ kind, field: position, ...(encoded && { value: encoded }), ...(range && { range }) });
    }
  }

  addMember(change: MemberChange): void {
    const { path, ...verbs } = change;
    const [head, ...rest] = path;
    const position = this.entity.fields.findIndex((field) => field.name === head);
    const field = this.entity.fields[position];
    if (!field) throw new ModelError(`${this.entity.name} has no field ${head}`);
    const [verb, ...others] = Object.entries(verbs).filter(([, value]) => value !== undefined);
    const kind = memberVerbs.find((one) => one === verb?.[0]);
    if (!verb || !kind || others.length > 0)
      throw new ModelError(`a change of ${path.join(".")} has one of ${memberVerbs.join(", ")}`);
    const where = { kind, field: position, path: [field.attribute, ...rest], ofElement: true };
    this.all.push(kind === "remove" ? where : { ...where, value: encodeDocument(verb[1] as DocumentValue, head) });
  }
}

function number(field: FieldDescription, value: unknown): AttributeValue {
  const isWhole = typeof value === "bigint" || (typeof value === "number" && Number.isSafeInteger(value));
  if (ranges[field.kind] && !isWhole) throw new ModelError(`${field.name} counts whole numbers, and grows by one`);
  return { N: numberText(value as number | bigint | Decimal, field.name) };
}
const list = (field: FieldDescription, value: unknown): AttributeValue =>
  encodeDocument(value as readonly DocumentValue[], field.name);

function set(field: FieldDescription, value: unknown): AttributeValue {
  const encoded = encodeSet(value as DocumentSet, field.name);
  const wanted = { string_set: "SS", number_set: "NS", binary_set: "BS" }[field.document as "string_set"];
  if (typeOf(encoded) !== wanted) throw new ModelError(`${field.name}: the elements have another type than the set`);
  return encoded;
}

const changeKinds: readonly string[] = [
  "set",
  "setIfAbsent",
  "increment",
  "append",
  "prepend",
  "addToSet",
  "removeFromSet",
  "members",
];

// Throws ModelError if a change names a field that the entity lacks, or if a value does not suit its field.
export function changesOf(entity: EntityDescription, update: object): Change[] {
  const changes = update as UpdateChanges<EntityTypes, never, never, never, never, never, never, never>;
  const unknown = Object.keys(changes).find((kind) => !changeKinds.includes(kind));
  if (unknown !== undefined) throw new ModelError(`${unknown} is not a kind of change: ${changeKinds.join(", ")}`);
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
    if (name === "otherAttributes") continue;
    const field = entity.fields.find((one) => one.name === name);
    if (!field) throw new ModelError(`${entity.name} has no field ${name}`);
    out.set(field.attribute, encodeField(field, value));
  }
  return out;
}

// The fields of a primary key, under the names of attributes. An item serves as its key. Throws ModelError if a field is
// missing or unknown.
export function keyOf(entity: EntityDescription, key: object): AttributeMap {
  const out: AttributeMap = new Map();
  const parts = [...entity.primary.partition, ...entity.primary.sort].flatMap((attribute) => attribute.parts);
  for (const [name, value] of Object.entries(key)) {
    const position = entity.fields.findIndex((one) => one.name === name);
    const field = entity.fields[position];
    if (!field && name !== "otherAttributes") throw new ModelError(`${entity.name} has no field ${name}`);
    if (!field || !parts.some((part) => typeof part !== "string" && part.field === position)) continue;
    const encoded = encodeField(field, value);
    if (encoded === undefined) throw new ModelError(`${name} is missing in the key of ${entity.name}`);
    out.set(field.attribute, encoded);
  }
  return out;
}
