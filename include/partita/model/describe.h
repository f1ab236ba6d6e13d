// Returns a program's tables and patterns as data, for exports (export_model.h) and for `partita model`.
//
//   pt::ModelInfo model = pt::describe<Shop, StatusFeed, LoadOrder>();
//   std::ofstream("shop.json") << pt::to_json(model);
#pragma once

#include <partita/model/detail/planned_search.h>
#include <partita/model/export_model.h>

namespace partita::model {

namespace detail {

template <class Table, class Pattern>
constexpr const PatternInfo* described_pattern() {
  if constexpr (requires { Pattern::is_search; }) {
    static_assert(planned_search<Table, Pattern>::sound);
    return &planned_search<Table, Pattern>::info;
  } else {
    static_assert(planned_pattern<Table, Pattern>::sound);
    return &planned_pattern<Table, Pattern>::info;
  }
}

}  // namespace detail

// The table with the patterns that are read from it. A pattern that the table does not serve does not compile. The
// result refers to constants.
template <class Table, class... Patterns>
ModelInfo describe() {
  return {{&Table::info()}, {detail::described_pattern<Table, Patterns>()...}};
}

}  // namespace partita::model
