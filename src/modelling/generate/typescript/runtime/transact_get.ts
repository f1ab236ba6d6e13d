// transactGet() reads items by primary key, all as of one moment.
import { TransactGetItemsCommand } from "@aws-sdk/client-dynamodb";
import type { TransactGetItemsCommandInput, TransactGetItemsCommandOutput } from "@aws-sdk/client-dynamodb";

import { toMap, toRecord } from "./attributes.js";
import type { GetRequest } from "./calls.js";
import { addCapacity, noCost, sending } from "./costs.js";
import { ModelError } from "./errors.js";
import { addItem, keySetOf, type KeyedRows } from "./key_set.js";
import { delayBefore, wait } from "./retry_delay.js";
import { isCancellation, reasonsOf } from "./service_errors.js";
import type { Session } from "./session.js";

const mostKeys = 100;

const conflicts: readonly string[] = [
  "TransactionConflict",
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
  "RequestLimitExceeded",
];

// True if the snapshot failed only because a transaction writes one of its items, or because of the load.
function isConflict(error: unknown): boolean {
  if (!isCancellation(error)) return false;
  const codes = reasonsOf(error)
    .map((reason) => reason.Code ?? "None")
    .filter((code) => code !== "None");
  return codes.length > 0 && codes.every((code) => conflicts.includes(code));
}

async function sendAgain(
  session: Session,
  input: TransactGetItemsCommandInput,
  answer: KeyedRows,
  signal: AbortSignal | undefined,
): Promise<TransactGetItemsCommandOutput> {
  for (let attempt = 1; ; ++attempt) {
    ++answer.cost.requests;
    try {
      return await session.client.send(new TransactGetItemsCommand(input), sending(signal));
    } catch (error) {
      const delay = isConflict(error) ? delayBefore(session, attempt) : undefined;
      if (delay === undefined) throw error;
      await wait(delay, signal ? { signal } : {});
    }
  }
}

// Returns the items, by position. Throws the errors of the database, and ModelError for more than 100 keys, or for a
// field that is missing or cannot be in a key.
export async function transactGet(
  session: Session,
  requests: readonly GetRequest[],
  signal?: AbortSignal,
): Promise<KeyedRows> {
  const set = keySetOf(session, requests);
  const answer: KeyedRows = { rows: requests.map(() => undefined), unreadable: [], cost: noCost() };
  if (requests.length === 0) return answer;
  if (set.keys.length > mostKeys)
    throw new ModelError(
      `A snapshot has at most ${mostKeys} keys, not ${set.keys.length}: read them in several snapshots, each of one ` +
        "moment, or with get_many, which reads any number and not as of one moment",
    );
  const items = set.keys.map(({ key, tableName }) => ({ Get: { Key: toRecord(key), TableName: tableName } }));
  const input: TransactGetItemsCommandInput = { TransactItems: items, ReturnConsumedCapacity: "TOTAL" };
  const response = await sendAgain(session, input, answer, signal);
  addCapacity(answer.cost, response.ConsumedCapacity);
  answer.cost.evaluated = set.keys.length;
  set.keys.forEach((_, i) => {
    const item = response.Responses?.[i]?.Item;
    if (!item) return;
    ++answer.cost.returned;
    addItem(session, set, i, toMap(item), answer);
  });
  return answer;
}
