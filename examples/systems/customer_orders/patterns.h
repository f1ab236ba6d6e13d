// The access patterns of the system, each with a check against the sample data. `partita demo customer_orders` and the
// tests run them.
#pragma once

#include <memory>

#include "customer_orders/sample_data.h"
#include "shared/system.h"

namespace customer_orders {

using All = std::shared_ptr<const Repositories>;

std::vector<systems::AccessPattern> collection_patterns(const All& all);
std::vector<systems::AccessPattern> appointment_patterns(const All& all);
std::vector<systems::AccessPattern> write_patterns(const All& all);

}  // namespace customer_orders
