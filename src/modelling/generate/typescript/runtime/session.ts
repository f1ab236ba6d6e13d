// The connection to the tables, with the settings of all calls.
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";

import type { AttributeMap, AttributeValue } from "./attributes.js";
import type { TableDescription } from "./description.js";

// The part of DynamoDBClient that is used, so that a test can stand in for it.
export type Client = Pick<DynamoDBClient, "send">;

export interface SessionOptions {
  readonly tablePrefix?: string; // in front of each table's name
  readonly tableNames?: Readonly<Record<string, string>>; // by the model's name, in the place of prefix and name
  // Tokens of pages are signed with the first key, and accepted with any. Without keys the session makes one, and its
  // tokens are valid in this session only.
  readonly pageTokenKeys?: readonly (string | Uint8Array)[];
  readonly attempts?: number; // of a request whose items stay unprocessed, and of a write that reads first; default 10
  readonly now?: () => number; // milliseconds since 1970
  // The text that each write of a versioned item stores beside the version; the default is random.
  readonly writeId?: () => string;
  readonly requestToken?: () => string; // the ClientRequestToken of a transaction; the default is random
  // The functions of computed fields, by "ENTITY.field". They take and return attribute values by attribute names;
  // undefined means an absent attribute.
  readonly computed?: Readonly<Record<string, (values: AttributeMap) => AttributeValue | undefined>>;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined; // ends the call
}

export class Session {
  readonly pageTokenKeys: readonly Uint8Array[];
  readonly attempts: number;

  constructor(
    readonly client: Client,
    readonly options: SessionOptions = {},
  ) {
    const keys = (options.pageTokenKeys ?? []).map((key) =>
      typeof key === "string" ? new TextEncoder().encode(key) : key,
    );
    if (keys.some((key) => key.length === 0))
      throw new RangeError("a key of page tokens is empty, so everybody could make such tokens");
    this.pageTokenKeys = keys.length > 0 ? keys : [crypto.getRandomValues(new Uint8Array(32))];
    this.attempts = options.attempts ?? 10;
  }

  tableName(table: TableDescription): string {
    return this.options.tableNames?.[table.name] ?? (this.options.tablePrefix ?? "") + table.name;
  }
  now(): number {
    return this.options.now?.() ?? Date.now();
  }
  writeId(): string {
    return this.options.writeId?.() ?? crypto.randomUUID();
  }
  requestToken(): string {
    return this.options.requestToken?.() ?? crypto.randomUUID();
  }
}
