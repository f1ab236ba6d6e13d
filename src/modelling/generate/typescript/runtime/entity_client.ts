// The operations on one entity, each of which is sent when it is called.
import { batchGet, getByKey, transactGet } from "./keyed_reads.js";
import { batchWrite } from "./batch_write.js";
import type { EntityDescription, TableDescription } from "./description.js";
import type { EntityTypes, Knowledge, MustGive, Rest } from "./entity_types.js";
import type { ConditionOption, PutOptions, RemoveOptions } from "./entity_writes.js";
import { EntityWrites } from "./entity_writes.js";
import { UnreadableRow } from "./errors.js";
import { itemOf } from "./rows.js";
import type { CallOptions, Session } from "./session.js";
import type { UpdateChanges } from "./updates.js";
import { keyOf } from "./updates.js";
import { write } from "./write.js";

type Names<T> = keyof T & string;

export interface GetOptions extends CallOptions {
  readonly consistent?: boolean | undefined; // the read sees all writes that were acknowledged before it
}

export class EntityClient<T extends EntityTypes> {
  private readonly writes: EntityWrites<T>;

  constructor(
    private readonly session: Session,
    private readonly table: TableDescription,
    private readonly entity: EntityDescription,
  ) {
    this.writes = new EntityWrites<T>(table, entity);
  }

  // The item with this key, or undefined.
  async get(key: T["key"], options: GetOptions = {}): Promise<T["item"] | undefined> {
    const { table, entity } = this;
    const row = await getByKey(this.session, { table, entity, values: keyOf(entity, key), ...options });
    return row && itemOf<T["item"]>(table, row);
  }
  // The items with these keys, at the same positions; undefined for one that does not exist. Any number of keys.
  async getMany(keys: readonly T["key"][], options: GetOptions = {}): Promise<(T["item"] | undefined)[]> {
    return this.decode(await batchGet(this.session, this.gets(keys), options.consistent ?? false, options.signal));
  }
  // Likewise, of one moment, and at most 100.
  async getSnapshot(keys: readonly T["key"][], options: CallOptions = {}): Promise<(T["item"] | undefined)[]> {
    return this.decode(await transactGet(this.session, this.gets(keys), options.signal));
  }

  // Makes an item and returns it as it is stored. Throws WriteRefused: ItemExists, UniqueValueTaken, ConditionFailed.
  async create(item: T["input"], options: ConditionOption<T> & CallOptions = {}): Promise<T["item"]> {
    return this.written(this.writes.create(item, options), options);
  }
  // Makes an item or replaces it, and returns it as it is stored. Throws WriteRefused.
  async put(item: T["input"], ...rest: Rest<PutOptions<T> & CallOptions>): Promise<T["item"]> {
    return this.written(this.writes.put(item, ...(rest as Rest<PutOptions<T>>)), rest[0]);
  }
  // Changes fields of an item and returns it. Throws WriteRefused: ItemMissing, VersionConflict, ConditionFailed ...
  async update<
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
    ...rest: Rest<
      ConditionOption<T> &
        Knowledge<T, MustGive<T, Set, Increment | IfAbsent | Append | Prepend | AddTo | RemoveFrom>> &
        CallOptions
    >
  ): Promise<T["item"]> {
    type Stored = Rest<
      ConditionOption<T> & Knowledge<T, MustGive<T, Set, Increment | IfAbsent | Append | Prepend | AddTo | RemoveFrom>>
    >;
    return this.written(this.writes.update(key, changes, ...(rest as Stored)), rest[0]);
  }
  // Changes fields of an item, or creates it, and returns it. Throws WriteRefused.
  async upsert<Set extends Names<T["changes"]> = never>(
    key: T["key"],
    set: Pick<T["changes"], Set> & T["whole"],
    ...rest: Rest<ConditionOption<T> & Knowledge<T, MustGive<T, Set, never>> & CallOptions>
  ): Promise<T["item"]> {
    type Stored = Rest<ConditionOption<T> & Knowledge<T, MustGive<T, Set, never>>>;
    return this.written(this.writes.upsert(key, set, ...(rest as Stored)), rest[0]);
  }
  // Gives an item another primary key, and replaces its fields. Throws WriteRefused: ItemMissing, ItemExists ...
  async move(
    key: T["key"],
    item: T["input"],
    ...rest: Rest<ConditionOption<T> & Knowledge<T, never> & CallOptions>
  ): Promise<T["item"]> {
    return this.written(
      this.writes.move(key, item, ...(rest as Rest<ConditionOption<T> & Knowledge<T, never>>)),
      rest[0],
    );
  }
  // Removes an item and returns it, or undefined if it did not exist. Throws WriteRefused.
  async remove(key: T["key"], ...rest: Rest<RemoveOptions<T> & CallOptions>): Promise<T["item"] | undefined> {
    const request = this.writes.remove(key, ...(rest as Rest<RemoveOptions<T>>)).request;
    const answer = await write(this.session, request, rest[0]);
    return answer.row && itemOf<T["item"]>(this.table, answer.row);
  }

  // Puts items without conditions, 25 in a request, and sends again those that were not processed. Only for entities
  // without a version and without unique fields. Not atomic: after an error a part of them is written.
  async putMany(
    items: T["batches"] extends true ? readonly T["input"][] : never,
    options: CallOptions = {},
  ): Promise<void> {
    const all: readonly T["input"][] = items;
    const requests = all.map((item) => this.writes.create(item).request);
    await batchWrite(
      this.session,
      requests.map((request) => ({ ...request, kind: "put" as const })),
      options,
    );
  }
  async removeMany(
    keys: T["batches"] extends true ? readonly T["key"][] : never,
    options: CallOptions = {},
  ): Promise<void> {
    const all: readonly T["key"][] = keys;
    const { table, entity } = this;
    const requests = all.map((key) => ({ kind: "remove" as const, table, entity, values: keyOf(entity, key) }));
    await batchWrite(this.session, requests, options);
  }

  private gets(keys: readonly T["key"][]): Parameters<typeof batchGet>[1] {
    const { table, entity } = this;
    return keys.map((key) => ({ table, entity, values: keyOf(entity, key) }));
  }
  private decode(answer: Awaited<ReturnType<typeof batchGet>>): (T["item"] | undefined)[] {
    const unreadable = answer.unreadable[0];
    if (unreadable) throw new UnreadableRow(unreadable.message, unreadable.key, unreadable.entity);
    return answer.rows.map((row) => row && itemOf<T["item"]>(this.table, row));
  }
  private async written(
    what: { readonly request: Parameters<typeof write>[1] },
    options?: CallOptions,
  ): Promise<T["item"]> {
    const answer = await write(this.session, what.request, options);
    if (!answer.row)
      throw answer.unread ?? new Error(`${this.entity.name}: the write is done, and its answer has no item`);
    return itemOf<T["item"]>(this.table, answer.row);
  }
}
