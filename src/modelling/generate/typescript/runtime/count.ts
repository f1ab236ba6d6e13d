// count() counts the rows of an access pattern on the database, so that the rows do not cross the network.
import { QueryCommand } from "@aws-sdk/client-dynamodb";

import { askedPattern, holdsAttribute, keyAttributes, type AskedPattern } from "./asked_pattern.js";
import type { Cost, Predicate, ReadRequest } from "./calls.js";
import { addCapacity, allAnswers, noCost, sending } from "./costs.js";
import type { FieldDescription } from "./description.js";
import { ModelError } from "./errors.js";
import type { QueryPosition } from "./page_token.js";
import { both, hasNextBucket, prepareRead, queryRequest, type PreparedRead } from "./prepared_read.js";
import { read } from "./read.js";
import { continued } from "./read_round.js";
import { asFilter, rowMatch } from "./row_match.js";
import type { Session } from "./session.js";
import { positionAfter } from "./shard_merge.js";

// The service does not remove an item whose time to live lies further back.
const timeToLivePastSeconds = 5 * 365 * 24 * 60 * 60;

export type Count = Cost & { readonly count: number };

// The field by which rows of the pattern expire, unless they do not expire.
function expiryOf(pattern: AskedPattern, request: ReadRequest): FieldDescription | undefined {
  const entity = request.expiredToo ? undefined : pattern.entities.find((one) => one.ttl !== undefined);
  return entity?.fields[entity.ttl!];
}

// The condition of rows that have not expired, which is the opposite of hasExpired().
function notExpired(attribute: string, nowMs: number): Predicate {
  const now = Math.trunc(nowMs / 1000);
  const values = [{ N: String(now - timeToLivePastSeconds) }, { N: String(now) }];
  return { kind: "not", children: [{ kind: "between", path: [attribute], values }] };
}

// Reads and counts the rows, if a filter of the database cannot tell which rows readers may see.
async function countRows(session: Session, request: ReadRequest): Promise<Count> {
  const page = await read(session, request);
  return { ...page.cost, count: page.rows.length + page.unreadable.length };
}

// Sends the queries side by side, until each has ended.
async function countQueries(session: Session, prepared: PreparedRead): Promise<Count> {
  const cost = noCost();
  let count = 0;
  const options = sending(prepared.request.signal);
  const positions = prepared.queries.map((_, i): QueryPosition => prepared.starts[i] ?? { kind: "begin" });
  for (;;) {
    const round = [...positions.keys()].filter((query) => positions[query]!.kind !== "end");
    if (round.length === 0) return { ...cost, count };
    cost.requests += round.length;
    const answers = await allAnswers(
      round.map((query) => {
        const request = continued({ ...queryRequest(prepared, query), Select: "COUNT" }, positions[query]!);
        return session.client.send(new QueryCommand(request), options);
      }),
    );
    answers.forEach((answer, i) => {
      count += answer.Count ?? 0;
      cost.evaluated += answer.ScannedCount ?? 0;
      cost.returned += answer.Count ?? 0;
      addCapacity(cost, answer.ConsumedCapacity);
      positions[round[i]!] = positionAfter(answer);
    });
  }
}

// Returns the number of rows on all pages. Only the numbers come over the wire, unless no filter can tell which rows
// count. Rows that could not be read are counted too. Throws as read() does, and ModelError for a request with `take`
// or `readAtMost`.
export async function count(session: Session, request: ReadRequest): Promise<Count> {
  if (request.take !== undefined || request.readAtMost !== undefined)
    throw new ModelError("count counts all items: leave out take and read_at_most");
  const pattern = askedPattern(request.table, request.pattern);
  const { table, plan, entities } = pattern;
  const expires = expiryOf(pattern, request);
  // A filter can use only attributes that the index projects and that are not key attributes.
  const canFilter =
    !expires ||
    (entities.length === 1 &&
      holdsAttribute(table, plan.index, expires) &&
      !keyAttributes(table, plan.index).includes(expires.attribute));
  const asAsked = asFilter(rowMatch(pattern, request.values, request.range));
  if (plan.operation === "GetItem" || !canFilter || !asAsked) return countRows(session, request);
  const filter = both(
    both(asAsked.children.length > 0 ? asAsked : undefined, request.filter),
    expires && notExpired(expires.attribute, session.now()),
  );
  const prepared = prepareRead(session, { ...request, ...(filter && { filter }) });
  if (prepared.queries[0]!.excluded || hasNextBucket(prepared)) return countRows(session, request);
  return countQueries(session, prepared);
}
