// The writes of one entity, as requests that a transaction takes. EntityClient sends them one by one.
import type { AttributeMap } from "./attributes.js";
import type { WriteKind, WriteRequest } from "./calls.js";
import { encodeFields } from "./codec.js";
import type { EntityDescription, TableDescription } from "./description.js";
import type { EntityTypes, Knowledge, MustGive, Rest } from "./entity_types.js";
import { ModelError } from "./errors.js";
import type { CallOptions } from "./session.js";
import { changesOf, givenOf, keyOf } from "./updates.js";
import type { UpdateChanges } from "./updates.js";
import type { Where } from "./where.js";
import { predicateOf } from "./where.js";

type Names<T> = keyof T & string;

export interface ConditionOption<T extends EntityTypes> {
  readonly where?: Where<T["stored"]> | undefined; // the stored item must meet it
}

// The stored item that a put replaces, an update changes or a removal removes.
type Stored<T extends EntityTypes, Needed> = ConditionOption<T> & Knowledge<T, Needed>;
// A put may say that it makes a new item or replaces one of any version.
export type PutOptions<T extends EntityTypes> = ConditionOption<T> &
  (T["versioned"] extends true
    ? { readonly version: number | bigint | "any"; readonly given?: Partial<T["stored"]> | undefined }
    : { readonly given?: Partial<T["stored"]> | undefined; readonly readFirst?: boolean });
type KnownOf<Rule> = Rule extends { known: infer Known } ? Known : never;
type Old<T extends EntityTypes> = Exclude<KnownOf<T["unique"]>, Names<T["key"]>>;
export type RemoveOptions<T extends EntityTypes> = Stored<T, Old<T>> & { readonly mustExist?: boolean };

export type UpdateOptions<T extends EntityTypes, Set extends string> = ConditionOption<T> &
  Knowledge<T, MustGive<T, Set, never>> &
  CallOptions;

// The parts of a transaction.
export type PutPart<T extends EntityTypes> = { readonly item: T["input"] } & PutOptions<T>;
export type UpdatePart<T extends EntityTypes, Set extends Names<T["changes"]>> = {
  readonly key: T["key"];
  readonly set: Pick<T["changes"], Set>;
} & UpdateOptions<T, Set>;
export type ReadUpdatePart<T extends EntityTypes, Set extends Names<T["changes"]>> = {
  readonly key: T["key"];
  readonly set: Pick<T["changes"], Set>;
} & ConditionOption<T>;
export type RemovePart<T extends EntityTypes> = { readonly key: T["key"] } & RemoveOptions<T>;
export type CheckPart<T extends EntityTypes> = { readonly key: T["key"] } & ConditionOption<T>;

export class Write {
  constructor(readonly request: WriteRequest) {}
}

// Those of writes, and the members of the parts of a transaction beside them.
const optionNames: readonly string[] = [
  "where",
  "version",
  "given",
  "readFirst",
  "mustExist",
  "signal",
  "key",
  "set",
  "item",
];

interface WrittenOptions {
  readonly where?: unknown;
  readonly version?: number | bigint | "any" | undefined;
  readonly given?: object | undefined;
  readonly readFirst?: boolean | undefined;
  readonly mustExist?: boolean | undefined;
}

export class EntityWrites<T extends EntityTypes> {
  constructor(
    protected readonly table: TableDescription,
    protected readonly entity: EntityDescription,
  ) {}

  private request(kind: WriteKind, values: AttributeMap, options: WrittenOptions = {}): WriteRequest {
    const { version, where, given, readFirst, mustExist } = options;
    const unknown = Object.keys(options).find((name) => !optionNames.includes(name));
    if (unknown !== undefined) throw new ModelError(`${this.entity.name}: ${unknown} is not an option of a write`);
    // Programs in JavaScript have no types, and an unchecked removal would lose another's write.
    const isUnchecked = version === undefined && !readFirst && (kind === "put" || kind === "remove");
    if (isUnchecked && this.entity.version !== undefined)
      throw new ModelError(`${this.entity.name} has a version: give version: N, or version: "any"`);
    return {
      kind,
      table: this.table,
      entity: this.entity,
      values,
      ...(where !== undefined && { condition: predicateOf(this.entity, where as Where<T["stored"]>) }),
      ...(given !== undefined && { given: givenOf(this.entity, given) }),
      ...(readFirst && { readFirst }),
      ...(mustExist && { mustExist }),
      ...(version === "any" && { anyVersion: true }),
      ...(version !== undefined && version !== "any" && { expectedVersion: BigInt(version) }),
    };
  }

  // Makes an item, which must not exist.
  create(item: T["input"], options: ConditionOption<T> = {}): Write {
    return new Write(this.request("create", encodeFields(this.entity, item), options));
  }
  // Makes an item, or replaces the one that is stored.
  put(item: T["input"], ...[options]: Rest<PutOptions<T>>): Write {
    return new Write(this.request("put", encodeFields(this.entity, item), options as WrittenOptions | undefined));
  }
  // Changes fields of an item, which must exist.
  update<
    Set extends Names<T["changes"]> = never,
    Increment extends T["numbers"] = never,
    IfAbsent extends Names<T["changes"]> = never,
    Append extends T["lists"] = never,
    Prepend extends T["lists"] = never,
    AddTo extends T["sets"] = never,
    RemoveFrom extends T["sets"] = never,
  >(
    key: T["key"],
    changes: UpdateChanges<T, Set, Increment, IfAbsent, Append, Prepend, AddTo, RemoveFrom>,
    ...[options]: Rest<Stored<T, MustGive<T, Set, Increment | IfAbsent | Append | Prepend | AddTo | RemoveFrom>>>
  ): Write {
    const request = this.request("update", keyOf(this.entity, key), options as WrittenOptions | undefined);
    return new Write({ ...request, changes: changesOf(this.entity, changes) });
  }
  // Changes fields of an item, or creates it. The fields that every item has must be among them.
  upsert<Set extends Names<T["changes"]> = never>(
    key: T["key"],
    set: Pick<T["changes"], Set> & T["whole"],
    ...[options]: Rest<ConditionOption<T> & Knowledge<T, MustGive<T, Set, never>>>
  ): Write {
    const request = this.request("upsert", keyOf(this.entity, key), options as WrittenOptions | undefined);
    return new Write({ ...request, changes: changesOf(this.entity, { set }) });
  }
  // Gives an item another primary key, and replaces its fields, in one transaction. The item is read first.
  move(key: T["key"], item: T["input"], ...[options]: Rest<ConditionOption<T> & Knowledge<T, never>>): Write {
    const request = this.request("move", keyOf(this.entity, key), options as WrittenOptions | undefined);
    return new Write({ ...request, movedTo: encodeFields(this.entity, item) });
  }
  // Removes an item. It need not exist, unless the options say so.
  remove(key: T["key"], ...[options]: Rest<RemoveOptions<T>>): Write {
    return new Write(this.request("remove", keyOf(this.entity, key), options as WrittenOptions | undefined));
  }
  // Requires, in a transaction, that the item exists and meets the condition.
  check(key: T["key"], options: ConditionOption<T> = {}): Write {
    return new Write(this.request("check", keyOf(this.entity, key), { ...options, mustExist: true }));
  }
}
