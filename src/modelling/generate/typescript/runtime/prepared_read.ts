// A prepared read of an access pattern: its requests, the order of their answers, and the binding of its page tokens.
// It is everything that can be worked out without a database.
import type { GetItemCommandInput, QueryCommandInput } from "@aws-sdk/client-dynamodb";

import { toRecord, type AttributeMap } from "./attributes.js";
import { askedPattern, firstEntity, sortAttributes, type AskedPattern } from "./asked_pattern.js";
import { BinaryWriter } from "./binary_text.js";
import { bucketFilter, bucketsOf, valuesInBucket, type Buckets } from "./buckets.js";
import type { Predicate, ReadRequest, SortRange } from "./calls.js";
import { composePrimary } from "./compose.js";
import { withDefaults } from "./default_values.js";
import type { EntityDescription } from "./description.js";
import { ModelError } from "./errors.js";
import { keyRanges, renderRange, type KeyRange } from "./key_range.js";
import { narrowToMember } from "./member_range.js";
import { makePageToken, readPageToken, tokenBinding, type QueryPosition } from "./page_token.js";
import { Placeholders } from "./placeholders.js";
import { render } from "./predicate.js";
import type { Session } from "./session.js";

// A member of a collection that is read by itself, or that `take` counts.
export interface MemberPart {
  readonly entity: EntityDescription;
  readonly below: readonly EntityDescription[]; // their items come directly behind these, in the same read
  // If true, only this member's part of the pattern's range is read, and items of other members are left out. If false,
  // the whole range is read, and `take` counts only this member.
  readonly alone: boolean;
  readonly mixed: boolean; // items of other members may be between those that `take` counts
  readonly singles: number; // if `alone` is false: the number of items of other members that are read first
}

// A read, perhaps of a member of a collection. The filter of such a one already has the defaults of its entities.
export type PartRequest = ReadRequest & { readonly part?: MemberPart };

// The place of a read in a series of partitions that follow each other: the partition that its queries read, and the
// data that all partitions share.
interface BucketOfRead {
  readonly all: Buckets;
  readonly number: number;
  readonly filter?: Predicate | undefined; // of the call
  readonly binding: Uint8Array; // made from the first partition and the whole range
}

export interface PreparedRead {
  readonly request: PartRequest;
  readonly pattern: AskedPattern;
  readonly tableName: string;
  readonly forward: boolean;
  readonly consistent: boolean;
  // A read has either the key of one item or a query for each shard.
  readonly itemKey?: AttributeMap;
  readonly queries: readonly KeyRange[]; // equal, except for the partition key's values
  readonly starts: readonly QueryPosition[]; // by query; empty if all queries begin at the beginning
  readonly filter?: Predicate; // includes the defaults of the entities; absent if it restricts no item
  readonly bucket?: BucketOfRead;
}

// Returns a predicate that holds if all of those hold that are given.
export function both(...predicates: readonly (Predicate | undefined)[]): Predicate | undefined {
  const given = predicates.filter((predicate) => predicate !== undefined);
  return given.length > 1 ? { kind: "and", children: given } : given[0];
}

function checkAmounts(request: ReadRequest): void {
  if (request.take !== undefined && request.take < 1) throw new ModelError("take must be at least 1");
  if (request.readAtMost !== undefined && request.readAtMost < 1)
    throw new ModelError("read_at_most must be at least 1");
}

function basis(session: Session, request: PartRequest, pattern: AskedPattern) {
  return {
    request,
    pattern,
    tableName: session.tableName(pattern.table),
    forward: request.forward ?? pattern.plan.forward,
    consistent: request.consistent ?? pattern.plan.consistent ?? false,
    starts: [],
  };
}

function prepareGet(session: Session, request: PartRequest, pattern: AskedPattern): PreparedRead {
  if (request.range) throw new ModelError(`The access pattern "${pattern.name}" has no field for a range`);
  const itemKey = composePrimary(firstEntity(pattern), request.values);
  return { ...basis(session, request, pattern), itemKey, queries: [] };
}

// A GetItem cannot filter, so a pattern that names one item becomes a query for that item if the read has a filter.
function asQuery(pattern: AskedPattern): AskedPattern {
  const { sort } = firstEntity(pattern).primary;
  const equal = sort.length === 0 ? "none" : "equal";
  return { ...pattern, plan: { ...pattern.plan, operation: "Query", sort: equal, sortParts: sort.length } };
}

// Throws ModelError for a filter that cannot be an expression.
function filterOf(request: PartRequest, pattern: AskedPattern): { readonly filter?: Predicate } {
  if (!request.filter) return {};
  const filter = request.part ? request.filter : withDefaults(firstEntity(pattern), request.filter);
  return render(filter, new Placeholders()) === undefined ? {} : { filter };
}

// Prepares queries that read from the beginning. `keysOf` is the pattern or the same pattern with another plan.
function prepareQueries(
  session: Session,
  request: PartRequest,
  pattern: AskedPattern,
  keysOf: AskedPattern,
): PreparedRead {
  let queries = keyRanges(keysOf, request.values, request.range);
  if (request.part?.alone) queries = narrowToMember(keysOf, request.part.entity, queries);
  const count = queries.length;
  if (request.readAtMost !== undefined && request.readAtMost < count)
    throw new ModelError(
      `read_at_most must be at least ${count}, because the read has ${count} queries, one for each shard`,
    );
  return { ...basis(session, request, pattern), queries, ...filterOf(request, pattern) };
}

function readToken(session: Session, prepared: PreparedRead, token: string, count: number): QueryPosition[] {
  const { pattern } = prepared;
  return readPageToken(token, bindingOf(prepared), session.pageTokenKeys, count, pattern.name);
}

function prepareQuery(
  session: Session,
  request: PartRequest,
  pattern: AskedPattern,
  keysOf: AskedPattern,
): PreparedRead {
  const prepared = prepareQueries(session, request, pattern, keysOf);
  if (request.after === undefined) return prepared;
  return { ...prepared, starts: readToken(session, prepared, request.after, prepared.queries.length) };
}

// ---- one partition after the other

// In a token of such a read the first position holds the number of the partition to which the other positions belong.
const bucketName = "bucket";

function prepareBucket(
  session: Session,
  whole: PartRequest,
  pattern: AskedPattern,
  bucket: BucketOfRead,
): PreparedRead {
  const { all, number } = bucket;
  const { range: given, filter: ofCall, ...rest } = whole;
  const isRange = pattern.plan.sort === "range";
  const isCut = !isRange && (number === 0 || number + 1 === all.count);
  const filter = both(bucket.filter, isCut ? bucketFilter(all) : undefined);
  const request: PartRequest = {
    ...rest,
    values: valuesInBucket(whole.values, all, number),
    ...(isRange && { range: all.range }),
    ...(filter && { filter }),
  };
  return { ...prepareQueries(session, request, pattern, pattern), bucket };
}

// Adds the range to the binding, because the keys do not hold it.
function bindRange(binding: Uint8Array, range: SortRange): Uint8Array {
  const out = new BinaryWriter();
  out.text(binding);
  out.text(range.kind);
  out.keyValue(range.low);
  if (range.high) out.keyValue(range.high);
  return out.bytes();
}

function bindingOfQueries(prepared: PreparedRead): Uint8Array {
  return tokenBinding(prepared.pattern, prepared.tableName, prepared.queries, prepared.forward);
}

function prepareBuckets(session: Session, request: PartRequest, pattern: AskedPattern): PreparedRead {
  const all = bucketsOf(pattern, request.range);
  const forward = request.forward ?? pattern.plan.forward;
  const unbound = { all, number: forward ? 0 : all.count - 1, filter: request.filter, binding: new Uint8Array() };
  const first = prepareBucket(session, request, pattern, unbound);
  const bucket: BucketOfRead = { ...unbound, binding: bindRange(bindingOfQueries(first), all.range) };
  const prepared = { ...first, bucket };
  if (request.after === undefined) return prepared;
  const [place, ...starts] = readToken(session, prepared, request.after, prepared.queries.length + 1);
  const number = place?.kind === "after" ? Number(place.key.get(bucketName)?.N) : 0;
  return { ...prepareBucket(session, request, pattern, { ...bucket, number }), starts };
}

// Returns true if another partition must be read after this one.
export function hasNextBucket(prepared: PreparedRead): boolean {
  const { bucket, forward } = prepared;
  return bucket !== undefined && (forward ? bucket.number + 1 < bucket.all.count : bucket.number > 0);
}

// Returns the read of the next partition, from its beginning. Requires: hasNextBucket(). Throws as prepareRead() does.
export function prepareNextBucket(session: Session, before: PreparedRead): PreparedRead {
  const bucket = before.bucket!;
  const number = bucket.number + (before.forward ? 1 : -1);
  return prepareBucket(session, before.request, before.pattern, { ...bucket, number });
}

// ---- requests and tokens

// Returns the attributes by which the answer of a query is ordered.
export function sortAttributesOf(prepared: PreparedRead): readonly string[] {
  return sortAttributes(prepared.pattern.table, prepared.pattern.plan.index);
}

// Returns true if rows that `take` does not count may come between rows that it counts.
export function skips(prepared: PreparedRead): boolean {
  return prepared.filter !== undefined || prepared.request.part?.mixed === true;
}

// Returns the request of a read of one item, whose key is `key`.
export function getRequest(prepared: PreparedRead, key: AttributeMap): GetItemCommandInput {
  return {
    TableName: prepared.tableName,
    Key: toRecord(key),
    ConsistentRead: prepared.consistent,
    ReturnConsumedCapacity: "TOTAL",
  };
}

// Returns the request of one of the queries, from its beginning and without a limit.
export function queryRequest(prepared: PreparedRead, number: number): QueryCommandInput {
  const { pattern, filter } = prepared;
  const { index } = pattern.plan;
  const placeholders = new Placeholders();
  const condition = renderRange(prepared.queries[number]!, placeholders);
  const filterText = filter && render(filter, placeholders);
  return {
    TableName: prepared.tableName,
    ...(index !== undefined && { IndexName: pattern.table.indexes[index]!.name }),
    ConsistentRead: prepared.consistent,
    ScanIndexForward: prepared.forward,
    ReturnConsumedCapacity: "TOTAL",
    KeyConditionExpression: condition,
    ...(filterText !== undefined && { FilterExpression: filterText }),
    ExpressionAttributeNames: placeholders.names(),
    ExpressionAttributeValues: placeholders.values(),
  };
}

// Returns the binding of the read's page tokens.
export function bindingOf(prepared: PreparedRead): Uint8Array {
  return prepared.bucket ? prepared.bucket.binding : bindingOfQueries(prepared);
}

// Returns the token of a page that ended at these positions, one for each query.
export function tokenOf(session: Session, prepared: PreparedRead, positions: readonly QueryPosition[]): string {
  const { bucket } = prepared;
  const place: QueryPosition[] = bucket
    ? [{ kind: "after", key: new Map([[bucketName, { N: String(bucket.number) }]]) }]
    : [];
  return makePageToken([...place, ...positions], bindingOf(prepared), session.pageTokenKeys);
}

// Returns the read. Throws ModelError for values, ranges, amounts, filters and tokens that do not fit the pattern.
export function prepareRead(session: Session, request: PartRequest): PreparedRead {
  checkAmounts(request);
  const pattern = askedPattern(request.table, request.pattern);
  if (pattern.plan.bucketField !== undefined) return prepareBuckets(session, request, pattern);
  if (pattern.plan.operation === "Query") return prepareQuery(session, request, pattern, pattern);
  // A GetItem has no page token, so the query path gets the token and refuses it.
  if (request.filter || request.after !== undefined) return prepareQuery(session, request, pattern, asQuery(pattern));
  return prepareGet(session, request, pattern);
}
