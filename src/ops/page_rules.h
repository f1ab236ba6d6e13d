// The rules that Query and Scan have in common.
#pragma once

#include <partita/item_operations.h>

#include <optional>
#include <string_view>

#include "ops/expression_rules.h"
#include "ops/prepared.h"

namespace partita::ops {

// Checks Select against the other parameters. Errors: SPECIFIC_ATTRIBUTES without attributes, attributes with another
// Select, ALL_PROJECTED_ATTRIBUTES without an index.
template <class Request>
Result<void> check_select(const Request& request);

// Fills the fields that Query and Scan share. Requires: the constraints of `request` hold.
template <class Request>
PreparedPage page_of(const Request& request, ParsedExpressions& parsed);

extern template Result<void> check_select(const QueryRequest&);
extern template Result<void> check_select(const ScanRequest&);
extern template PreparedPage page_of(const QueryRequest&, ParsedExpressions&);
extern template PreparedPage page_of(const ScanRequest&, ParsedExpressions&);

}  // namespace partita::ops
