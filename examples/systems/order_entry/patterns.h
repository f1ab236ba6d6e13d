// The fifteen access patterns of the page "Example of modeling relational data in DynamoDB" of the Amazon DynamoDB
// Developer Guide, and further patterns, each with its check.
#pragma once

#include <memory>
#include <vector>

#include "order_entry/repository.h"
#include "shared/system.h"

namespace order_entry {

using Shop = std::shared_ptr<OrderEntry>;

std::vector<systems::AccessPattern> document_patterns(const Shop& shop);
std::vector<systems::AccessPattern> further_patterns(const Shop& shop);
std::vector<systems::AccessPattern> write_patterns(const Shop& shop);

}  // namespace order_entry
