// The access patterns of the commerce system, each with a check against the sample data: what `partita demo commerce`
// and the tests run.
#pragma once

#include <memory>

#include "commerce/feeds.h"
#include "shared/system.h"

namespace commerce {

using Shop = std::shared_ptr<const CommerceRepository>;
using FeedsPtr = std::shared_ptr<const FeedsRepository>;

// Enough for other programs' orders in a global feed.
inline constexpr int kMany = 100;

std::vector<systems::AccessPattern> read_patterns(const Shop& shop);
std::vector<systems::AccessPattern> write_patterns(const Shop& shop);

// Of the second model, on a sample of its own: the orders of sample_orders().
std::vector<systems::AccessPattern> feed_patterns(const FeedsPtr& feeds);
Result<void> load_feeds_sample(const FeedsRepository& feeds);
// A thousand items in the partitions that the feeds' patterns read.
Result<void> load_unrelated_feeds(const FeedsRepository& feeds);

}  // namespace commerce
