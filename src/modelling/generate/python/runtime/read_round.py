"""The requests of one round of a read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .page_token import QueryPosition
from .prepared_read import PreparedRead, query_request, skips
from .shard_merge import ShardMerge
from .steps import Request

# Larger limits are left out, because the service ends a page at 1 MB anyway.
_LARGEST_LIMIT = 1 << 20
# The smallest limit if a filter or the member of a collection may drop rows.
_FILTERED_PAGE = 32
# The smallest limit of the second round. It doubles in each later round.
_SECOND_PAGE = 32


@dataclass(frozen=True, slots=True)
class ReadProgress:
    """The progress of a read: rows that count for `take`, evaluated items, finished rounds."""

    rows: int
    evaluated: int
    rounds: int


def _page_limit(prepared: PreparedRead, progress: ReadProgress) -> int | None:
    """Returns the number of items that one request should evaluate.

    None sends no limit, so that a full page is read.
    """
    take, part = prepared.request.take, prepared.request.part
    if take is None:
        return None
    singles = part.singles if part is not None and not part.alone else 0
    wanted = max(take - progress.rows, 1) + singles
    shards = len(prepared.queries)
    # Shards hold about equally many items, and a shard that runs dry is asked again.
    share = wanted // shards * 3 // 2 + 8
    limit = wanted if shards == 1 else min(wanted, share)
    if skips(prepared):
        limit = max(2 * limit, _FILTERED_PAGE)
    # Further rounds replace the dropped items. They grow, so that a thousand dropped items do not
    # cost as many requests.
    if progress.rounds > 0:
        limit = max(limit, _SECOND_PAGE * 2 ** min(progress.rounds - 1, 20))
    return None if limit >= _LARGEST_LIMIT else limit


def continued(request: Request, start: QueryPosition) -> Request:
    """Returns the request of a query that continues from a position."""
    if start.kind != "after":
        return request
    return replace(request, parameters={**request.parameters, "ExclusiveStartKey": start.key})


def round_requests(
    prepared: PreparedRead, merge: ShardMerge, dry: Sequence[int], progress: ReadProgress
) -> list[Request]:
    """Returns one request for each query in `dry`, in the order of `dry`.

    Their limits keep the read from reading more than is wanted and allowed. The result is empty if
    no more items may be read. Requires: `dry` is merge.dry() and is not empty.
    """
    limit = _page_limit(prepared, progress)
    if prepared.request.read_at_most is not None:
        left = prepared.request.read_at_most - progress.evaluated
        share = left // len(dry)
        if share < 1:
            return []
        limit = share if limit is None else min(limit, share)
    requests: list[Request] = []
    for query in dry:
        request = query_request(prepared, query)
        if limit is not None:
            request.parameters["Limit"] = limit
        requests.append(continued(request, merge.next_start(query)))
    return requests
