// ShardMerge joins the answers of queries that run side by side into one answer in the order of the sort key.
//
// Invariant: a row is handed out only while every query that has not ended has a row waiting. So no row can come later
// that belongs before it. A query's position is directly after its last item that was handed out.
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

#include "model/reads/page_token.h"
#include "model/reads/prepared_read.h"

namespace partita::model {

class ShardMerge {
 public:
  // Requires: `prepared` outlives it.
  explicit ShardMerge(const PreparedRead& prepared);

  using Queries = absl::InlinedVector<std::size_t, 4>;
  // The numbers of the queries that may have more rows but have none waiting. If empty, next() can continue or all
  // queries have ended.
  Queries dry() const;
  // True if all queries have ended and all their rows were handed out.
  bool ended() const;
  // The position from which query number `query` continues.
  const QueryPosition& next_start(std::size_t query) const { return queries_[query].next; }
  // Adds a page of query number `query`. Requires: the query is dry.
  void add(std::size_t query, PageResponse page);
  // The next item, which is valid until its query gets another page. nullptr if a query is dry or all have ended.
  const Item* next();
  // The position of each query after the items that next() has handed out.
  std::vector<QueryPosition> positions() const& { return positions_of(*this); }
  std::vector<QueryPosition> positions() && { return positions_of(std::move(*this)); }
  // The number of items that the queries have waiting.
  std::size_t waiting() const;

 private:
  struct Query {
    std::vector<Item> items = {};                       // of the last page
    std::vector<std::vector<std::string>> orders = {};  // of each item; empty if there is one query
    std::size_t handed_out = 0;                         // of items
    QueryPosition page_start;                           // the position before the last page
    QueryPosition next;                                 // the position after the last page
    bool waiting() const { return handed_out < items.size(); }
  };
  bool before(const Query& a, const Query& b) const;
  template <class Merge>
  static std::vector<QueryPosition> positions_of(Merge&& merge);

  const PreparedRead& prepared_;
  std::vector<Query> queries_;
};

}  // namespace partita::model
