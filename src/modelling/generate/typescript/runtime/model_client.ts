// The base of a generated client: the tables of a model, and calls that concern several entities.
import type { Cost, WriteRequest } from "./calls.js";
import type { CollectedPage, MemberOf } from "./collection.js";
import { Collection, collectedMembers } from "./collection.js";
import type { EntityDescription, ModelDescription, PatternDescription, TableDescription } from "./description.js";
import { EntityClient } from "./entity_client.js";
import type { EntityTypes } from "./entity_types.js";
import type { Write } from "./entity_writes.js";
import { EntityWrites } from "./entity_writes.js";
import { ModelError } from "./errors.js";
import type { Asked, ReadOptions } from "./query.js";
import { Query, readRequest, valuesOf } from "./query.js";
import { read } from "./read.js";
import { itemOf } from "./rows.js";
import { search } from "./search.js";
import type { CallOptions, Client, SessionOptions } from "./session.js";
import { Session } from "./session.js";
import type { ParsedChange, StreamRecord } from "./streams.js";
import { parseChange } from "./streams.js";
import { checkTables, createTables } from "./tables.js";
import { transact } from "./transact.js";

export interface Found<Item> {
  readonly item: Item;
  readonly score: number;
}

export interface SearchOptions extends CallOptions {
  readonly take?: number | undefined; // 1 to 100, default 10
  readonly withExpired?: boolean | undefined;
}

export interface LoadOptions<Filtered> extends Omit<ReadOptions<Filtered>, "where" | "readAtMost" | "withExpired"> {
  readonly withExpired?: boolean | undefined;
}

// Throws ModelError for a computed field without a function, and for a function without a computed field.
function checkComputed(description: ModelDescription, functions: object): void {
  const entities = description.tables.flatMap((table) => table.entities);
  const wanted = entities.flatMap(({ name, fields, computed = [] }) =>
    computed.map((one) => `${name}.${fields[one.field]!.name}`),
  );
  const missing = wanted.find((name) => !(name in functions));
  if (missing !== undefined)
    throw new ModelError(`${missing} is computed: give its function as computed["${missing}"]`);
  const unknown = Object.keys(functions).find((name) => !wanted.includes(name));
  if (unknown !== undefined) throw new ModelError(`computed has a function for ${unknown}, which is not computed`);
}

export class ModelClient {
  protected readonly session: Session;

  constructor(
    protected readonly description: ModelDescription,
    client: Client,
    options: SessionOptions = {},
  ) {
    checkComputed(description, options.computed ?? {});
    this.session = new Session(client, options);
  }

  // Creates the tables that do not exist and waits until all are ACTIVE. Throws ModelError if one differs from the
  // model.
  async createTables(options: CallOptions = {}): Promise<void> {
    await createTables(this.session, this.description.tables, options);
  }
  // The names of the tables, with the prefix.
  tableNames(): string[] {
    return this.description.tables.map((table) => this.session.tableName(table));
  }
  // Throws ModelError that lists the differences of the tables from the model.
  async checkTables(options: CallOptions = {}): Promise<void> {
    await checkTables(this.session, this.description.tables, options);
  }

  protected entity<T extends EntityTypes>(table: number, entity: number): EntityClient<T> {
    const described = this.description.tables[table]!;
    return new EntityClient<T>(this.session, described, described.entities[entity]!);
  }
  protected entityWrites<T extends EntityTypes>(table: number, entity: number): EntityWrites<T> {
    const described = this.description.tables[table]!;
    return new EntityWrites<T>(described, described.entities[entity]!);
  }
  protected parsed(record: StreamRecord): ParsedChange | undefined {
    return parseChange(this.description, record);
  }

  protected async sendTransaction(writes: readonly Write[], options: CallOptions = {}): Promise<Cost> {
    const requests: readonly WriteRequest[] = writes.map((one) => one.request);
    return transact(this.session, [...requests], options);
  }

  protected asked(position: number): Asked {
    const pattern: PatternDescription = this.description.patterns[position]!;
    return { session: this.session, table: this.description.tables[pattern.table]!, pattern };
  }

  protected query<Item, Filtered>(
    position: number,
    by: object,
    options: ReadOptions<Filtered> & { readonly range?: object | undefined } = {},
  ): Query<Item> {
    const asked = this.asked(position);
    return new Query<Item>(asked, readRequest(asked, by, options));
  }
  protected async getOne<Item>(
    position: number,
    by: object,
    options: { readonly consistent?: boolean | undefined } & CallOptions = {},
  ): Promise<Item | undefined> {
    const asked = this.asked(position);
    const page = await read(asked.session, readRequest(asked, by, options));
    const row = page.rows[0];
    return row && itemOf<Item>(asked.table, row, asked.pattern.wanted);
  }
  protected collection<Whole>(
    position: number,
    by: object,
    members: readonly MemberOf[],
    options: LoadOptions<never> & { readonly range?: object | undefined } = {},
  ): Collection<Whole> {
    const asked = this.asked(position);
    const request = { ...readRequest<never>(asked, by, options), members: collectedMembers(asked, members) };
    return new Collection<Whole>(asked, request, members);
  }
  protected async similar<Item>(
    position: number,
    vector: readonly number[],
    by: object,
    options: SearchOptions = {},
  ): Promise<Found<Item>[]> {
    const { table, pattern } = this.asked(position);
    const { take, withExpired, signal } = options;
    const answer = await search(this.session, {
      table,
      pattern,
      values: valuesOf(this.first(table, pattern), pattern, by),
      vector,
      ...(take !== undefined && { topK: take }),
      ...(withExpired && { expiredToo: true }),
      ...(signal && { signal }),
    });
    return answer.rows.map((row, i) => ({ item: itemOf<Item>(table, row, pattern.wanted), score: answer.scores[i]! }));
  }

  private first(table: TableDescription, pattern: PatternDescription): EntityDescription {
    return table.entities[pattern.entities[0]!]!;
  }
}

export type { CollectedPage };
