// The rules that Query and Scan have in common.
#pragma once

#include <partita/item_operations.h>

#include <cstdint>
#include <optional>
#include <string_view>

#include "ops/prepared.h"
#include "ops/rules/constraints.h"
#include "ops/rules/expression_rules.h"

namespace partita::ops {

// Checks a Limit, a Segment or a TotalSegments as the current layer words it: with a capital and without the value. An
// absent value passes.
void constrain_number(Constraints& constraints, const OptionalInteger& value, const char* name, std::int64_t least,
                      std::int64_t most);

// Checks that a Segment and a TotalSegments that are in their ranges fit together. Errors: ValidationException.
Result<void> check_segments(const OptionalInteger& segment, const OptionalInteger& total_segments);

// Checks Select against the other parameters. Errors: SPECIFIC_ATTRIBUTES without attributes, attributes with another
// Select, ALL_PROJECTED_ATTRIBUTES without an index. Each has the words of a constraint in front. Requires: Select is
// absent or known.
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
