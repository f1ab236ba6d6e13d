// The comparisons of a filter (FilterCondition::comparison).
#pragma once

#include <array>
#include <string_view>

#include "base/contains.h"

namespace partita::modelling {

// Those whose meaning is known here.
inline constexpr std::array<std::string_view, 12> kFilterComparisons = {
    "=", "<>", "<", "<=", ">", ">=", "between", "in", "contains", "begins_with", "exists", "not_exists"};

// Whether a filter of DynamoDB can compare so. A schema of AWS may compare the size of a value too: "size <".
constexpr bool is_filter_comparison(std::string_view comparison) {
  constexpr std::string_view kSize = "size ";
  if (comparison.starts_with(kSize)) comparison.remove_prefix(kSize.size());
  return base::contains(kFilterComparisons, comparison);
}

}  // namespace partita::modelling
