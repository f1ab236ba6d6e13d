// batchGet() reads any number of items by primary key.
import {
  BatchGetItemCommand,
  type BatchGetItemCommandInput,
  type BatchGetItemCommandOutput,
} from "@aws-sdk/client-dynamodb";

import { toMap, toRecord } from "./attributes.js";
import { BatchUnfinished } from "./batch_unfinished.js";
import type { GetRequest } from "./calls.js";
import { addCapacity, allAnswers, noCost, sending } from "./costs.js";
import { addItem, keySetOf, numberOfKey, type KeyedRows, type KeySet } from "./key_set.js";
import { delayBefore, wait } from "./retry_delay.js";
import { isThrottled, maySucceedLater, messageOf } from "./service_errors.js";
import type { CallOptions, Session } from "./session.js";

// The number of requests of one batch that are under way at a time.
const sideBySide = 4;
const mostKeys = 100; // of one request

function requestFor(set: KeySet, chunk: readonly number[], consistent: boolean): BatchGetItemCommandInput {
  const tables: NonNullable<BatchGetItemCommandInput["RequestItems"]> = {};
  for (const number of chunk) {
    const { tableName, key } = set.keys[number]!;
    const table = (tables[tableName] ??= { Keys: [], ConsistentRead: consistent });
    table.Keys?.push(toRecord(key));
  }
  return { RequestItems: tables, ReturnConsumedCapacity: "TOTAL" };
}

interface BatchState {
  readonly session: Session;
  readonly set: KeySet;
  readonly answer: KeyedRows;
  pending: number[]; // keys that this attempt must still ask for
  unprocessed: number[]; // keys for the next attempt
  progress: boolean; // in this attempt
  lastFailure: Error | undefined; // of the last request, if it failed as a whole
}

function takeAnswer(state: BatchState, chunk: readonly number[], response: BatchGetItemCommandOutput | Error): void {
  const { session, set, answer } = state;
  if (response instanceof Error) {
    state.lastFailure = response;
    state.unprocessed.push(...chunk);
    return;
  }
  state.lastFailure = undefined;
  let left = 0;
  for (const [table, { Keys }] of Object.entries(response.UnprocessedKeys ?? {}))
    for (const key of Keys ?? []) {
      const number = numberOfKey(set, table, toMap(key));
      if (number === undefined) continue;
      state.unprocessed.push(number);
      ++left;
    }
  state.progress ||= left < chunk.length;
  answer.cost.evaluated += chunk.length - left;
  addCapacity(answer.cost, response.ConsumedCapacity);
  for (const [table, items] of Object.entries(response.Responses ?? {}))
    for (const item of items.map(toMap)) {
      const number = numberOfKey(set, table, item);
      if (number === undefined) continue;
      ++answer.cost.returned;
      addItem(session, set, number, item, answer);
    }
}

// Sends requests for several chunks of the pending keys, side by side.
async function sendChunks(state: BatchState, consistent: boolean, signal: AbortSignal | undefined): Promise<void> {
  const { session, set, answer } = state;
  const chunks: number[][] = [];
  while (state.pending.length > 0 && chunks.length < sideBySide) chunks.push(state.pending.splice(0, mostKeys));
  answer.cost.requests += chunks.length;
  const responses = await allAnswers(
    chunks.map(async (chunk): Promise<BatchGetItemCommandOutput | Error> => {
      try {
        const command = new BatchGetItemCommand(requestFor(set, chunk, consistent));
        return await session.client.send(command, sending(signal));
      } catch (error) {
        // The service answers with such an error if it can process no part of a batch at all.
        if (error instanceof Error && (isThrottled(error) || maySucceedLater(error))) return error;
        throw error;
      }
    }),
  );
  responses.forEach((response, i) => takeAnswer(state, chunks[i]!, response));
}

// `attempts` are those in a row that read no item.
function readsUnfinished(
  positions: readonly number[],
  all: number,
  attempts: number,
  last: Error | undefined,
): BatchUnfinished {
  const failure = last ? `, the last of which failed: ${messageOf(last)}` : "";
  return new BatchUnfinished(
    `The database left ${positions.length} of the ${all} reads undone in ${attempts} attempts in a row${failure}: ` +
      "the error's positions say which, so that only they need to be sent again later",
    positions,
    last,
  );
}

// Returns the items, by position. It reads chunks of 100 items, and asks again for keys that the database left
// unprocessed, with growing delays. Throws the errors of the database, ModelError for a field that is missing or cannot
// be in a key, and BatchUnfinished with their positions if keys are unprocessed when the attempts are used up.
export async function batchGet(
  session: Session,
  requests: readonly GetRequest[],
  consistent: boolean,
  signal?: AbortSignal,
): Promise<KeyedRows> {
  const options: CallOptions = signal ? { signal } : {};
  const set = keySetOf(session, requests);
  const answer: KeyedRows = { rows: requests.map(() => undefined), unreadable: [], cost: noCost() };
  const pending = [...set.keys.keys()];
  const state: BatchState = {
    session,
    set,
    answer,
    pending,
    unprocessed: [],
    progress: false,
    lastFailure: undefined,
  };
  for (let attempt = 0; ;) {
    while (state.pending.length > 0) await sendChunks(state, consistent, signal);
    if (state.unprocessed.length === 0) return answer;
    // Only consecutive attempts that read no item use up attempts, because large items leave keys unprocessed without
    // any fault.
    attempt = state.progress ? 1 : attempt + 1;
    const delay = delayBefore(session, attempt);
    if (delay === undefined) {
      const unread = state.unprocessed.flatMap((number) => set.keys[number]!.positions).sort((a, b) => a - b);
      throw readsUnfinished(unread, requests.length, attempt, state.lastFailure);
    }
    state.progress = false;
    state.pending = state.unprocessed;
    state.unprocessed = [];
    await wait(delay, options);
  }
}
