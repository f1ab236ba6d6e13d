// The requests of one round of a read.
import type { QueryCommandInput } from "@aws-sdk/client-dynamodb";

import { toRecord } from "./attributes.js";
import type { QueryPosition } from "./page_token.js";
import { queryRequest, skips, type PreparedRead } from "./prepared_read.js";
import type { ShardMerge } from "./shard_merge.js";

// The progress of a read: rows that count for `take`, evaluated items, and finished rounds.
export interface ReadProgress {
  readonly rows: number;
  readonly evaluated: number;
  readonly rounds: number;
}

// Larger limits are left out, because the service ends a page at 1 MB anyway.
const largestLimit = 1 << 20;
// The smallest limit if a filter or the member of a collection may drop rows.
const filteredPage = 32;
// The smallest limit of the second round. It doubles in each later round.
const secondPage = 32;

// The number of items that one request should evaluate. undefined sends no limit, so that a full page is read.
function pageLimit(prepared: PreparedRead, progress: ReadProgress): number | undefined {
  const { take, part } = prepared.request;
  if (take === undefined) return undefined;
  const singles = part && !part.alone ? part.singles : 0;
  const wanted = Math.max(take - progress.rows, 1) + singles;
  const shards = prepared.queries.length;
  // Shards hold about equally many items, and a shard that runs dry is asked again.
  const share = Math.trunc((Math.trunc(wanted / shards) * 3) / 2) + 8;
  let limit = shards === 1 ? wanted : Math.min(wanted, share);
  if (skips(prepared)) limit = Math.max(2 * limit, filteredPage);
  // Further rounds replace the dropped items. They grow, so that a thousand dropped items do not cost as many requests.
  if (progress.rounds > 0) limit = Math.max(limit, secondPage * 2 ** Math.min(progress.rounds - 1, 20));
  return limit >= largestLimit ? undefined : limit;
}

// Returns the request of a query that continues from a position.
export function continued(request: QueryCommandInput, start: QueryPosition): QueryCommandInput {
  return start.kind === "after" ? { ...request, ExclusiveStartKey: toRecord(start.key) } : request;
}

// Returns one request for each query in `dry`, in the order of `dry`. Their limits keep the read from reading more than
// is wanted and allowed. The result is empty if no more items may be read.
// Requires: `dry` is merge.dry() and is not empty.
export function roundRequests(
  prepared: PreparedRead,
  merge: ShardMerge,
  dry: readonly number[],
  progress: ReadProgress,
): QueryCommandInput[] {
  let limit = pageLimit(prepared, progress);
  const { readAtMost } = prepared.request;
  if (readAtMost !== undefined) {
    const share = Math.trunc((readAtMost - progress.evaluated) / dry.length);
    if (share < 1) return [];
    limit = Math.min(limit ?? share, share);
  }
  return dry.map((query) => {
    const request = queryRequest(prepared, query);
    return continued(limit === undefined ? request : { ...request, Limit: limit }, merge.nextStart(query));
  });
}
