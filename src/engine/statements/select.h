// The plan of a SELECT: the item, or the ranges of keys, that its WHERE clause selects.
#pragma once

#include <partita/error.h>

#include <optional>
#include <string>
#include <vector>

#include "engine/context.h"
#include "engine/pages/page.h"
#include "ops/prepared.h"
#include "partiql/prepare.h"

namespace partita::engine {

struct SelectPlan {
  PageRange where;                  // without a range; of the table or the index
  std::optional<std::string> item;  // the store key, if the statement names exactly one item and has no limit
  ops::PreparedPage page;           // the filter, the projection and the limit of each range
  std::vector<storage::IteratorOptions> ranges;  // if there is no item; they are read one after the other
  bool scans = false;                            // the only range is the whole table or index
};

// Errors: ResourceNotFoundException, ValidationException.
Result<SelectPlan> plan_select(const Context& context, partiql::PreparedExecute& prepared);

}  // namespace partita::engine
