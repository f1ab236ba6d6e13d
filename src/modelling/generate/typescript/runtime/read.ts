// read() carries out the plan of an access pattern: a GetItem, or Query pages until `take`, `readAtMost` or the end is
// reached. All shards of a sharded index are read side by side and merged by the sort key.
import { GetItemCommand, QueryCommand } from "@aws-sdk/client-dynamodb";

import { toMap, type AttributeMap } from "./attributes.js";
import type { Cost, ReadRequest, Row, RowPage } from "./calls.js";
import { addCapacity, allAnswers, noCost, sending } from "./costs.js";
import { isInRange } from "./member_range.js";
import { makePageToken, type QueryPosition } from "./page_token.js";
import {
  bindingOf,
  getRequest,
  hasNextBucket,
  prepareNextBucket,
  prepareRead,
  tokenOf,
  type PartRequest,
  type PreparedRead,
} from "./prepared_read.js";
import { roundRequests } from "./read_round.js";
import { matches, rowMatch, type RowMatch } from "./row_match.js";
import { identical } from "./same_value.js";
import type { Session } from "./session.js";
import { ShardMerge } from "./shard_merge.js";
import {
  handedOut,
  isExpired,
  misfit,
  storedRow,
  unreadableRow,
  type StoredRow,
  type UnreadableReport,
} from "./stored_row.js";

// The state of one read.
interface Reading {
  readonly session: Session;
  prepared: PreparedRead;
  merge: ShardMerge;
  readonly rows: Row[];
  readonly unreadable: UnreadableReport[];
  readonly cost: Cost;
  counted: number; // of the page's rows, those that count for `take`
  rounds: number;
  stopped: QueryPosition[] | undefined; // positions before a row of the next page
}

function startReading(session: Session, prepared: PreparedRead): Reading {
  return {
    session,
    prepared,
    merge: new ShardMerge(prepared),
    rows: [],
    unreadable: [],
    cost: noCost(),
    counted: 0,
    rounds: 0,
    stopped: undefined,
  };
}

function isFull(reading: Reading): boolean {
  const { take } = reading.prepared.request;
  return take !== undefined && reading.counted >= take;
}

function hasEnough(reading: Reading): boolean {
  const { forward, request } = reading.prepared;
  // Items that belong to the part's items come after their owners in the order of the read.
  const isFollowed = forward && request.part !== undefined && request.part.below.length > 0;
  return isFull(reading) && (reading.stopped !== undefined || !isFollowed);
}

// True if the key condition, which includes both ends of a range, let an end through that the range excludes.
function isExcluded(prepared: PreparedRead, item: AttributeMap): boolean {
  const range = prepared.queries[0];
  if (!range?.excluded) return false;
  const value = item.get(range.comparisons.at(-1)!.attribute);
  return value !== undefined && identical(value, range.excluded);
}

// Hands the item out if readers may see it. A read of one item by its primary key has no `match`.
function takeRow(reading: Reading, row: StoredRow, match: RowMatch | undefined): void {
  const { session, prepared } = reading;
  const { request, pattern } = prepared;
  const { entity } = row;
  if (isExcluded(prepared, row.item)) return;
  if (!entity || !pattern.entities.includes(entity)) {
    ++reading.counted;
    reading.unreadable.push(unreadableRow(pattern.table, row, misfit(pattern, row)));
    return;
  }
  if (match && !matches(match, entity, row.item)) {
    ++reading.cost.stale;
    return;
  }
  if (!request.expiredToo && isExpired(row, session)) return;
  const { part } = request;
  if (part && entity !== part.entity) {
    if (!part.alone || part.below.includes(entity)) reading.rows.push(handedOut(row, entity));
    return;
  }
  ++reading.counted;
  reading.rows.push(handedOut(row, entity));
}

// Hands out items of the merge, up to the wanted number.
function collect(reading: Reading): void {
  const { request, pattern } = reading.prepared;
  const match = rowMatch(pattern, request.values, request.range);
  while (!hasEnough(reading)) {
    const full = isFull(reading);
    const before = full ? reading.merge.positions() : undefined;
    const item = reading.merge.next();
    if (!item) return;
    const row = storedRow(pattern.table, pattern.plan.index, item);
    if (full && row.entity === request.part?.entity) {
      reading.stopped = before;
      return;
    }
    takeRow(reading, row, match);
  }
}

// Hands out the merged items, then asks the queries that ran dry for their next pages, side by side. Returns false if
// the page is complete.
async function readRound(reading: Reading): Promise<boolean> {
  const { session } = reading;
  collect(reading);
  if (reading.merge.ended() && !hasEnough(reading) && hasNextBucket(reading.prepared)) {
    reading.prepared = prepareNextBucket(session, reading.prepared);
    reading.merge = new ShardMerge(reading.prepared);
    reading.rounds = 0;
  }
  const { merge, prepared, cost } = reading;
  const dry = merge.dry();
  if (dry.length === 0 || hasEnough(reading)) return false;
  if (prepared.request.oneRound && reading.rounds > 0) return false;
  const progress = { rows: reading.counted, evaluated: cost.evaluated, rounds: reading.rounds };
  const requests = roundRequests(prepared, merge, dry, progress);
  if (requests.length === 0) return false;
  ++reading.rounds;
  cost.requests += requests.length;
  const options = sending(prepared.request.signal);
  const answers = await allAnswers(requests.map((request) => session.client.send(new QueryCommand(request), options)));
  for (const [i, answer] of answers.entries()) {
    cost.evaluated += answer.ScannedCount ?? 0;
    cost.returned += answer.Count ?? 0;
    addCapacity(cost, answer.ConsumedCapacity);
    merge.add(dry[i]!, answer);
  }
  return true;
}

// A page that was read together with other members has a token that continues with this member only.
function tokenOfPart(reading: Reading, positions: readonly QueryPosition[]): string {
  const { session, prepared } = reading;
  const { part, ...request } = prepared.request;
  const alone = prepareRead(session, { ...request, ...(part && { part: { ...part, alone: true } }) });
  const own = positions.map((position, i): QueryPosition => {
    const isForeign = position.kind === "after" && !isInRange(alone.queries[i]!, position.key);
    return isForeign ? { kind: "begin" } : position;
  });
  return makePageToken(own, bindingOf(alone), session.pageTokenKeys);
}

function tokenOfPage(reading: Reading): string | undefined {
  const { session, prepared, merge, stopped } = reading;
  if (!stopped && merge.ended() && !hasNextBucket(prepared)) return undefined;
  const positions = stopped ?? merge.positions();
  const { part } = prepared.request;
  return part && !part.alone ? tokenOfPart(reading, positions) : tokenOf(session, prepared, positions);
}

function pageOf(reading: Reading, token: string | undefined): RowPage {
  const { rows, unreadable, cost } = reading;
  return { rows, unreadable, cost, ...(token !== undefined && { token }) };
}

async function readOne(reading: Reading, key: AttributeMap): Promise<RowPage> {
  const { session, prepared, cost } = reading;
  ++cost.requests;
  const request = new GetItemCommand(getRequest(prepared, key));
  const answer = await session.client.send(request, sending(prepared.request.signal));
  addCapacity(cost, answer.ConsumedCapacity);
  if (answer.Item) {
    cost.evaluated = cost.returned = 1;
    const { table, plan } = prepared.pattern;
    takeRow(reading, storedRow(table, plan.index, toMap(answer.Item)), undefined);
  }
  return pageOf(reading, undefined);
}

// Reads as read() does, perhaps only a member of a collection.
export async function readPart(session: Session, request: PartRequest): Promise<RowPage> {
  const prepared = prepareRead(session, request);
  const reading = startReading(session, prepared);
  if (prepared.itemKey) return readOne(reading, prepared.itemKey);
  while (await readRound(reading));
  return pageOf(reading, tokenOfPage(reading));
}

// Returns the rows of an access pattern. Rows that belong to no entity of the pattern are in `unreadable`. Throws
// ModelError if the token belongs to another read or a value cannot be in a key, and the errors of the database.
export async function read(session: Session, request: ReadRequest): Promise<RowPage> {
  return readPart(session, request);
}

// Returns the pages, one after the other. Each has `take` rows, or without `take` the rows of one request. A last page
// without rows is left out. Throws as read() does.
export async function* readPages(session: Session, request: ReadRequest): AsyncGenerator<RowPage, void, void> {
  const oneRound = request.take === undefined && request.readAtMost === undefined;
  let next: ReadRequest | undefined = { ...request, oneRound };
  while (next) {
    const page: RowPage = await read(session, next);
    next = page.token === undefined ? undefined : { ...next, after: page.token };
    if (!next && page.rows.length === 0 && page.unreadable.length === 0) return;
    yield page;
  }
}
