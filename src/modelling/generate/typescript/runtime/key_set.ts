// The keys of reads of several items by primary key, each once. Requests for the same item share its answer.
import type { AttributeMap } from "./attributes.js";
import { keyAttributes } from "./asked_pattern.js";
import type { Cost, GetRequest, Row, RowPage } from "./calls.js";
import { composePrimary } from "./compose.js";
import type { TableDescription } from "./description.js";
import { numberText, readNumber } from "./number_text.js";
import type { Session } from "./session.js";
import { spellMap } from "./spell.js";
import { handedOut, isExpired, storedRow, unreadableRow } from "./stored_row.js";

// The answer of batchGet() and transactGet(). `rows` are by position, undefined if the table has no such item. Items of
// another entity than the requested one are unreadable, each with its position.
export interface KeyedRows {
  readonly rows: (Row | undefined)[];
  readonly unreadable: (RowPage["unreadable"][number] & { readonly position: number })[];
  readonly cost: Cost;
}

export interface AskedKey {
  readonly table: TableDescription;
  readonly tableName: string;
  readonly key: AttributeMap;
  readonly positions: number[]; // of the requests for this key
}

export interface KeySet {
  readonly requests: readonly GetRequest[];
  readonly keys: readonly AskedKey[];
  readonly numbers: ReadonlyMap<string, number>; // of the keys, by identity
}

// A text that is equal for equal keys of equal tables. The numbers 1 and 1.0 are equal.
function identityOf(tableName: string, table: TableDescription, key: AttributeMap): string {
  const values = keyAttributes(table, undefined).map((name) => {
    const value = key.get(name);
    if (value?.N === undefined) return [value?.S, value?.B && Buffer.from(value.B).toString("base64")];
    const number = readNumber(value.N);
    return number ? numberText(number) : value.N;
  });
  return JSON.stringify([tableName, values]);
}

// Returns the keys. Throws ModelError for a field that is missing or cannot be in a key.
export function keySetOf(session: Session, requests: readonly GetRequest[]): KeySet {
  const keys: AskedKey[] = [];
  const numbers = new Map<string, number>();
  requests.forEach(({ table, entity, values }, position) => {
    const key = composePrimary(entity, values);
    const tableName = session.tableName(table);
    const identity = identityOf(tableName, table, key);
    let number = numbers.get(identity);
    if (number === undefined) {
      number = keys.length;
      numbers.set(identity, number);
      keys.push({ table, tableName, key, positions: [] });
    }
    keys[number]!.positions.push(position);
  });
  return { requests, keys, numbers };
}

// Returns the number of the key that an item or a key has, in the table of that name. undefined if no request asks for
// it.
export function numberOfKey(set: KeySet, tableName: string, item: AttributeMap): number | undefined {
  const asked = set.keys.find((key) => key.tableName === tableName);
  return asked && set.numbers.get(identityOf(tableName, asked.table, item));
}

// Adds an item that was read to the answer, at the positions of its key. An expired item counts as absent. An item of
// another entity than a request asks for is listed as unreadable.
export function addItem(session: Session, set: KeySet, number: number, item: AttributeMap, answer: KeyedRows): void {
  const { table, key, positions } = set.keys[number]!;
  const row = storedRow(table, undefined, item);
  if (isExpired(row, session)) return;
  for (const position of positions) {
    const asked = set.requests[position]!.entity;
    if (row.entity === asked) {
      answer.rows[position] = handedOut(row, asked);
      continue;
    }
    const is = row.entity ? `the entity ${row.entity.name}` : "no entity";
    const message =
      `The item ${spellMap(key)} of the table ${table.name} is of ${is}, ` +
      `not of the requested entity ${asked.name}`;
    answer.unreadable.push({ ...unreadableRow(table, row, message), position });
  }
}
