#include "model/reads/read_round.h"

#include <algorithm>

namespace partita::model {
namespace {

// Larger limits are left out, because the service ends a page at 1 MB anyway.
constexpr std::int64_t kLargestLimit = 1 << 20;
// The smallest limit if a filter or the member of a collection may drop rows.
constexpr std::int64_t kFilteredPage = 32;
// The smallest limit of the second round. It doubles in each later round.
constexpr std::int64_t kSecondPage = 32;

// The number of items that one request should evaluate. nullopt sends no limit, so that a full page is read.
std::optional<std::int64_t> page_limit(const PreparedRead& prepared, const ReadProgress& progress) {
  if (!prepared.request->take) return std::nullopt;
  const auto& part = prepared.request->part;
  const std::int64_t singles = part && !part->alone ? part->singles : 0;
  const std::int64_t wanted = std::max<std::int64_t>(*prepared.request->take - progress.rows, 1) + singles;
  const auto shards = static_cast<std::int64_t>(prepared.queries.size());
  // Shards hold about equally many items, and a shard that runs dry is asked again.
  std::int64_t limit = shards == 1 ? wanted : std::min(wanted, wanted / shards * 3 / 2 + 8);
  if (prepared.skips()) limit = std::max(2 * limit, kFilteredPage);
  // Further rounds replace the dropped items. They grow, so that a thousand dropped items do not cost as many requests.
  if (progress.rounds > 0) limit = std::max(limit, kSecondPage << std::min<std::size_t>(progress.rounds - 1, 20));
  if (limit >= kLargestLimit) return std::nullopt;
  return limit;
}

}  // namespace

std::vector<QueryRequest> round_requests(const PreparedRead& prepared, const ShardMerge& merge,
                                         std::span<const std::size_t> dry, const ReadProgress& progress) {
  std::optional<std::int64_t> limit = page_limit(prepared, progress);
  if (const auto& most = prepared.request->read_at_most) {
    const std::int64_t share = (*most - progress.evaluated) / static_cast<std::int64_t>(dry.size());
    if (share < 1) return {};
    limit = std::min(limit.value_or(share), share);
  }
  std::vector<QueryRequest> requests;
  requests.reserve(dry.size());
  for (const std::size_t query : dry) {
    QueryRequest& request = requests.emplace_back(query_request(prepared, query));
    request.limit = limit;
    const QueryPosition& start = merge.next_start(query);
    if (start.kind == QueryPosition::Kind::After) request.exclusive_start_key = start.key;
  }
  return requests;
}

}  // namespace partita::model
