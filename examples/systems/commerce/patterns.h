// The access patterns of the commerce system, each with a check against the sample data. `partita demo commerce` and
// the tests run them.
#pragma once

#include <memory>

#include "commerce/repository.h"
#include "shared/system.h"

namespace commerce {

using Shop = std::shared_ptr<const CommerceRepository>;

// A limit that leaves room for other programs' orders in a global feed.
inline constexpr int kMany = 100;

std::vector<systems::AccessPattern> read_patterns(const Shop& shop);
std::vector<systems::AccessPattern> write_patterns(const Shop& shop);
// The patterns of version 2 of the model, which must run before the writes.
std::vector<systems::AccessPattern> feed_patterns(const Shop& shop);

}  // namespace commerce
