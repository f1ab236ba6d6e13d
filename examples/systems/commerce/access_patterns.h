// The access patterns of the commerce system, each with a check against the sample data: what `partita demo commerce`
// and the tests run.
#pragma once

#include "commerce/commerce_repository.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace commerce {

// What was wrong with the answer; none where it was right.
using Wrong = std::optional<std::string>;

struct AccessPattern {
  std::string_view name;
  std::string_view method;
  std::string_view index;    // that its requests may use; empty for the base table
  int requests = 1;          // that the method may send, all in all
  Wrong (*check)(CommerceRepository& shop);
  // Sends further requests, to set the scene and to look at the effect: run before and after what is measured.
  Wrong (*before)(CommerceRepository& shop) = nullptr;
  Wrong (*after)(CommerceRepository& shop) = nullptr;
};

// In the order in which they have to run on freshly loaded sample data: reads first, then writes.
const std::vector<AccessPattern>& read_patterns();
const std::vector<AccessPattern>& write_patterns();

}  // namespace commerce
