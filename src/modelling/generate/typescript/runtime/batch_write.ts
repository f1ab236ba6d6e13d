// Puts and removes items independently of each other, in chunks.
import {
  BatchWriteItemCommand,
  type BatchWriteItemCommandOutput,
  type WriteRequest as ServiceRequest,
} from "@aws-sdk/client-dynamodb";

import { toRecord, type AttributeMap } from "./attributes.js";
import { leftUndone, writesUnfinished } from "./batch_unfinished.js";
import type { Cost, WriteRequest } from "./calls.js";
import { addCapacity, sending } from "./costs.js";
import { itemIdentity } from "./equal_values.js";
import { ModelError } from "./errors.js";
import { sizeOfItem } from "./item_size.js";
import { withKeptMembers } from "./kept_members.js";
import { causeOf, endAtLostAnswer, ofEachAttempt } from "./lost_answer.js";
import { newCall, type WriteCall } from "./requests.js";
import { delayBefore, wait } from "./retry_delay.js";
import { sameValue } from "./same_value.js";
import { isThrottled, maySucceedLater, messageOf } from "./service_errors.js";
import type { CallOptions, Session } from "./session.js";
import { atRequest } from "./transaction_parts.js";
import { planWrite } from "./write_plan.js";

const chunkSize = 25;
const itemBytes = 400 * 1024;

interface Write {
  readonly table: string; // its name in the database
  readonly key: AttributeMap;
  readonly request: ServiceRequest;
  readonly position: number;
}

function check(request: WriteRequest): void {
  const { kind, entity, given } = request;
  const refuse = (why: string): never => {
    throw new ModelError(`${entity.name}: a batch write ${why}`);
  };
  if (kind !== "put" && kind !== "remove") refuse("puts and removes only");
  if (entity.version !== undefined) refuse("cannot check a version: use write() or transact()");
  if ((entity.unique ?? []).length > 0) refuse("cannot keep a field unique: use write() or transact()");
  const hasCondition = request.mustExist || request.readFirst || request.condition !== undefined;
  if (hasCondition || (given?.size ?? 0) > 0) refuse("has no conditions: use write() or transact()");
}

function writeOf(session: Session, request: WriteRequest, position: number, nowMs: number): Write {
  check(request);
  const functions = session.options.computed;
  const action = planWrite(withKeptMembers(request, nowMs, functions), undefined, "", functions).actions[0];
  if (!action) throw new TypeError("a plan without actions");
  const { key, item } = action;
  const table = session.tableName(action.table);
  if (!item) return { table, key, request: { DeleteRequest: { Key: toRecord(key) } }, position };
  const size = sizeOfItem(item);
  if (size > itemBytes)
    throw new ModelError(`${request.entity.name}: the item has ${size} bytes, and the limit is ${itemBytes}`);
  return { table, key, request: { PutRequest: { Item: toRecord(item) } }, position };
}

async function writesOf(session: Session, requests: readonly WriteRequest[]): Promise<Write[]> {
  const nowMs = session.now();
  const seen = new Map<string, number>();
  const writes: Write[] = [];
  for (const [position, request] of requests.entries()) {
    const write = await atRequest(position, async () => writeOf(session, request, position, nowMs));
    const identity = itemIdentity(write.table, write.key);
    const earlier = seen.get(identity);
    if (earlier !== undefined)
      throw new ModelError(
        `requests ${earlier} and ${position} are on the same item: a batch has at most one write for each item, ` +
          "because a batch has no order",
      );
    seen.set(identity, position);
    writes.push(write);
  }
  return writes;
}

async function sendChunk(call: WriteCall, chunk: readonly Write[]): Promise<BatchWriteItemCommandOutput> {
  const tables = new Map<string, ServiceRequest[]>();
  for (const write of chunk) {
    const requests = tables.get(write.table) ?? [];
    requests.push(write.request);
    tables.set(write.table, requests);
  }
  const input = { RequestItems: Object.fromEntries(tables), ReturnConsumedCapacity: "TOTAL" } as const;
  ++call.cost.requests;
  const command = new BatchWriteItemCommand(input);
  command.middlewareStack.add(endAtLostAnswer, ofEachAttempt);
  const answer = await call.session.client.send(command, sending(call.options.signal));
  addCapacity(call.cost, answer.ConsumedCapacity);
  return answer;
}

function isOf(request: ServiceRequest, key: AttributeMap): boolean {
  const item = request.PutRequest?.Item ?? request.DeleteRequest?.Key;
  return item !== undefined && [...key].every(([name, value]) => sameValue(item[name], value));
}

// The writes of the chunk that the service has not processed.
function unprocessed(chunk: readonly Write[], answer: BatchWriteItemCommandOutput): readonly Write[] {
  const left = answer.UnprocessedItems ?? {};
  return chunk.filter((write) => left[write.table]?.some((request) => isOf(request, write.key)));
}

// Puts and removes items, without conditions and not atomically. They are sent in chunks of 25. Unprocessed ones are
// sent again, with growing delays. Throws ModelError before the first request if an item is too large or two requests
// are for one item, and BatchUnfinished, with the positions of the writes that may be missing, if the batch is not
// carried out whole.
// Requires: each request is a "put" or "remove", for an entity without version and unique fields.
export async function batchWrite(
  session: Session,
  requests: readonly WriteRequest[],
  options: CallOptions = {},
): Promise<Cost> {
  const call = newCall(session, options);
  const fail = (why: string, cause: unknown): never => {
    const positions = waiting.map((write) => write.position);
    throw writesUnfinished(why, positions, requests.length, cause);
  };
  let waiting: readonly Write[] = await writesOf(session, requests);
  let attempts = 0; // consecutive ones without progress
  while (waiting.length > 0) {
    const chunk = waiting.slice(0, chunkSize);
    let left: readonly Write[] = chunk;
    let failure: unknown;
    try {
      left = unprocessed(chunk, await sendChunk(call, chunk));
    } catch (error) {
      failure = causeOf(error);
      if (!maySucceedLater(error) && !isThrottled(error)) fail(messageOf(failure), failure);
    }
    // Unprocessed writes wait again, before the rest.
    waiting = [...left, ...waiting.slice(chunkSize)];
    if (left.length < chunk.length) attempts = 0;
    if (left.length === 0) continue;
    const delay = delayBefore(session, ++attempts);
    if (delay === undefined) return fail(leftUndone(waiting.length, requests.length, attempts, failure), failure);
    await wait(delay, options);
  }
  return call.cost;
}
