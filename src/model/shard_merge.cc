#include "model/shard_merge.h"

#include <algorithm>

#include "base/check.h"
#include "model/row.h"
#include "value/number.h"

namespace partita::model {
namespace {

// The sort key as texts whose byte order is its order.
std::vector<std::string> order_of(const std::vector<std::string_view>& attributes, const Item& item) {
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
  for (const PreparedQuery& query : prepared.queries)
    queries_.push_back(Query{.page_start = query.start, .next = query.start});
}

std::vector<std::size_t> ShardMerge::dry() const {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < queries_.size(); ++i)
    if (!queries_[i].waiting() && queries_[i].next.kind != Position::Kind::End) numbers.push_back(i);
  return numbers;
}

bool ShardMerge::ended() const {
  return std::all_of(queries_.begin(), queries_.end(),
                     [](const Query& query) { return !query.waiting() && query.next.kind == Position::Kind::End; });
}

void ShardMerge::add(std::size_t number, PageResponse page) {
  Query& query = queries_[number];
  PARTITA_CHECK(!query.waiting());
  query.page_start = std::move(query.next);
  query.next = page.last_evaluated_key ? Position{Position::Kind::After, *std::move(page.last_evaluated_key)}
                                       : Position{Position::Kind::End, {}};
  query.handed_out = 0;
  query.items = page.items ? *std::move(page.items) : std::vector<Item>();
  query.orders.clear();
  if (queries_.size() == 1) return;
  for (const Item& item : query.items) query.orders.push_back(order_of(prepared_.sort_attributes, item));
}

bool ShardMerge::before(const Query& a, const Query& b) const {
  const auto& first = a.orders[a.handed_out];
  const auto& second = b.orders[b.handed_out];
  return prepared_.forward ? first < second : second < first;
}

std::optional<Item> ShardMerge::next() {
  Query* first = nullptr;
  for (Query& query : queries_) {
    if (!query.waiting()) {
      if (query.next.kind != Position::Kind::End) return std::nullopt;
    } else if (!first || before(query, *first)) {
      first = &query;
    }
  }
  if (!first) return std::nullopt;
  return first->items[first->handed_out++];
}

std::vector<Position> ShardMerge::positions() const {
  std::vector<Position> positions;
  for (const Query& query : queries_) {
    if (!query.waiting()) {
      positions.push_back(query.next);
    } else if (query.handed_out == 0) {
      positions.push_back(query.page_start);
    } else {
      positions.push_back({Position::Kind::After, key_of(prepared_.key_attributes, query.items[query.handed_out - 1])});
    }
  }
  return positions;
}

}  // namespace partita::model
