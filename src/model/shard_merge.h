// ShardMerge: the answers of queries side by side, as one answer in the order of the sort key.
//
// Invariant: a row is handed out only while every query that has not ended has a row waiting, so none can come that
// belongs before it. A query's position is behind the last item of it that was handed out.
#pragma once

#include <absl/container/inlined_vector.h>
#include <partita/item_operations.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/page_token.h"
#include "model/prepared_read.h"

namespace partita::model {

class ShardMerge {
 public:
  // Requires: `prepared` outlives it.
  explicit ShardMerge(const PreparedRead& prepared);

  using Queries = absl::InlinedVector<std::size_t, 4>;
  // The queries without a row waiting that may have more, by number. Empty: next() can go on, or all have ended.
  Queries dry() const;
  bool ended() const;
  // Where query number `query` goes on.
  const Position& next_start(std::size_t query) const { return queries_[query].next; }
  // Takes a page of query number `query`. Requires: it is dry.
  void add(std::size_t query, PageResponse page);
  // The next item, which stays until its query is given another page. nullptr: a query is dry, or all have ended.
  const Item* next();
  // Where each query stands after what next() has handed out.
  std::vector<Position> positions() const& { return positions_of(*this); }
  std::vector<Position> positions() && { return positions_of(std::move(*this)); }
  // How many items the queries have waiting.
  std::size_t waiting() const;

 private:
  struct Query {
    std::vector<Item> items = {};                       // of the last page
    std::vector<std::vector<std::string>> orders = {};  // of each, comparable; where there is more than one query
    std::size_t handed_out = 0;                         // of items
    Position page_start;                                // of the last page
    Position next;                                      // behind the last page
    bool waiting() const { return handed_out < items.size(); }
  };
  bool before(const Query& a, const Query& b) const;
  template <class Merge>
  static std::vector<Position> positions_of(Merge&& merge);

  const PreparedRead& prepared_;
  std::vector<Query> queries_;
};

}  // namespace partita::model
