#include "model/reads/shard_merge.h"

#include <algorithm>
#include <type_traits>

#include "base/check.h"
#include "model/reads/row.h"
#include "value/number.h"

namespace partita::model {
namespace {

// The sort key's values as texts whose byte order is the order of the values.
std::vector<std::string> order_of(std::span<const std::string_view> attributes, const Item& item) {
  std::vector<std::string> order;
  for (const std::string_view name : attributes) {
    const auto value = item.get(name);
    std::string& text = order.emplace_back();
    if (!value) continue;
    if (value->is(AttributeType::N)) {
      if (const auto number = value::Number::parse(value->n())) number->encode(text);
    } else if (value->is(AttributeType::S) || value->is(AttributeType::B)) {
      text = value->text();
    }
  }
  return order;
}

}  // namespace

ShardMerge::ShardMerge(const PreparedRead& prepared) : prepared_(prepared) {
  queries_.resize(prepared.queries.size());
  for (std::size_t i = 0; i < prepared.starts.size(); ++i)
    queries_[i].page_start = queries_[i].next = prepared.starts[i];
}

ShardMerge::Queries ShardMerge::dry() const {
  Queries numbers;
  for (std::size_t i = 0; i < queries_.size(); ++i)
    if (!queries_[i].waiting() && queries_[i].next.kind != QueryPosition::Kind::End) numbers.push_back(i);
  return numbers;
}

bool ShardMerge::ended() const {
  return std::all_of(queries_.begin(), queries_.end(), [](const Query& query) {
    return !query.waiting() && query.next.kind == QueryPosition::Kind::End;
  });
}

void ShardMerge::add(std::size_t number, PageResponse page) {
  Query& query = queries_[number];
  PARTITA_CHECK(!query.waiting());
  query.page_start = std::move(query.next);
  query.next = page.last_evaluated_key ? QueryPosition{QueryPosition::Kind::After, *std::move(page.last_evaluated_key)}
                                       : QueryPosition{QueryPosition::Kind::End, {}};
  query.handed_out = 0;
  query.items = page.items ? *std::move(page.items) : std::vector<Item>();
  query.orders.clear();
  if (queries_.size() == 1) return;
  for (const Item& item : query.items) query.orders.push_back(order_of(prepared_.sort_attributes(), item));
}

bool ShardMerge::before(const Query& a, const Query& b) const {
  const auto& first = a.orders[a.handed_out];
  const auto& second = b.orders[b.handed_out];
  return prepared_.forward ? first < second : second < first;
}

const Item* ShardMerge::next() {
  Query* first = nullptr;
  for (Query& query : queries_) {
    if (!query.waiting()) {
      if (query.next.kind != QueryPosition::Kind::End) return nullptr;
    } else if (!first || before(query, *first)) {
      first = &query;
    }
  }
  if (!first) return nullptr;
  return &first->items[first->handed_out++];
}

std::size_t ShardMerge::waiting() const {
  std::size_t count = 0;
  for (const Query& query : queries_) count += query.items.size() - query.handed_out;
  return count;
}

// Moves the positions out of a merge that is an rvalue, and copies those of an lvalue.
template <class Merge>
std::vector<QueryPosition> ShardMerge::positions_of(Merge&& merge) {
  using PositionOf = std::conditional_t<std::is_lvalue_reference_v<Merge>, const QueryPosition&, QueryPosition&&>;
  const PatternInfo& pattern = merge.prepared_.pattern();
  std::vector<QueryPosition> positions;
  positions.reserve(merge.queries_.size());
  for (auto& query : merge.queries_) {
    if (!query.waiting()) {
      positions.push_back(static_cast<PositionOf>(query.next));
    } else if (query.handed_out == 0) {
      positions.push_back(static_cast<PositionOf>(query.page_start));
    } else {
      const auto names = key_attributes(*pattern.table, pattern.plan.index);
      positions.push_back({QueryPosition::Kind::After, key_of(names, query.items[query.handed_out - 1])});
    }
  }
  return positions;
}
template std::vector<QueryPosition> ShardMerge::positions_of(const ShardMerge&);
template std::vector<QueryPosition> ShardMerge::positions_of(ShardMerge&&);

}  // namespace partita::model
