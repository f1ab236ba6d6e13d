// GetItem, Query and Scan, and the comparison of everything.
#include <algorithm>

#include "workload.h"

namespace partita::test {
namespace {

// All pages of a Query or Scan.
struct Pages {
  std::vector<AttributeMap> items;
  std::int64_t scanned = 0;
};

void expect_key_of(const Shape& shape, const AttributeMap& key) {
  std::vector<std::string> names = shape.keys();
  for (const auto& name : table_shape().keys())
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  expect(key.size() == names.size() && std::ranges::all_of(names, [&](const auto& n) { return key.contains(n); }),
         "LastEvaluatedKey is " + shown(key));
}

template <class Request, class Operation>
Pages all_pages(Request request, const Shape& shape, const Operation& operation) {
  Pages pages;
  constexpr int kManyPages = 1000;
  for (int n = 0; n < kManyPages; ++n) {
    const auto page = operation(request);
    expect_success(page);
    expect(page->items.has_value(), "Items is missing");
    const auto count = static_cast<std::int64_t>(page->items->size());
    expect(page->count == count, "Count is not the number of Items");
    expect(!request.limit || page->scanned_count <= *request.limit, "ScannedCount is above Limit");
    expect(!page->last_evaluated_key || !request.limit || page->scanned_count == *request.limit,
           "a page with LastEvaluatedKey evaluated fewer items than Limit");
    for (const Item& item : *page->items) pages.items.push_back(normalized(item.to_map()));
    pages.scanned += page->scanned_count;
    if (!page->last_evaluated_key) return pages;
    expect_key_of(shape, *page->last_evaluated_key);
    request.exclusive_start_key = page->last_evaluated_key;
  }
  throw Mismatch("the pages have no end");
}

// The items must be in the order of the sort key. Items with equal sort keys may come in any order.
void expect_order(const Shape& shape, const std::vector<AttributeMap>& actual,
                  const std::vector<AttributeMap>& expected) {
  for (std::size_t i = 0; i < actual.size(); ++i)
    for (const auto& name : shape.sort_key)
      expect(compare_scalars(*actual[i].find(name), *expected[i].find(name)) == 0,
             fmt::format("item {} is {} but should be {}", i, shown(actual[i]), shown(expected[i])));
}

std::vector<AttributeMap> filtered(std::vector<AttributeMap> items, const Rules& filter) {
  std::erase_if(items, [&](const AttributeMap& item) { return !Model::holds(filter, &item); });
  return items;
}

template <class Request>
Request page_request(const Shape& shape, Dice& dice) {
  Request request;
  request.table_name = kTable;
  if (!shape.name.empty()) request.index_name = shape.name;
  if (dice.one_in(2)) request.limit = 1 + dice.below(5);
  return request;
}

}  // namespace

void Workload::get(Database& database) {
  const AttributeMap key = dice_.key();
  const bool projects = dice_.one_in(3);
  GetItemRequest request;
  request.table_name = kTable;
  request.key = key;
  request.consistent_read = dice_.one_in(2);
  if (projects) {
    request.projection_expression = "note, sk, #c";
    request.expression_attribute_names.emplace().emplace("#c", "count");
  }
  const auto result = database.get_item(noted("GetItem", request));
  expect_success(result);
  const AttributeMap* expected = model_.find(Model::key_of(key));
  if (!projects || expected == nullptr) return expect_same(result->item, expected, "Item");
  AttributeMap some;
  for (const char* name : {"note", "sk", "count"})
    if (const AttributeValue* value = expected->find(name)) some.set(name, *value);
  expect_same(result->item, &some, "Item");
}

void Workload::query(Database& database) {
  const Shape& shape = any_shape();
  AttributeMap partition;
  for (const auto& name : shape.partition_key) partition.set(name, dice_.value_of(name));
  const std::vector<SortRule> rules = dice_.sort_rules(shape);
  const Rules filter = dice_.one_in(3) && !shape.local ? dice_.rules(2, false) : Rules{};
  const bool forward = dice_.one_in(2);
  auto request = page_request<QueryRequest>(shape, dice_);
  request.scan_index_forward = forward;
  const bool fetches = shape.local && dice_.one_in(2);
  if (fetches) request.select = Select::AllAttributes;
  Placeholders placeholders;
  request.key_condition_expression = text_of(shape, partition, rules, placeholders);
  request.filter_expression = text_of(filter, placeholders);
  request.expression_attribute_names = placeholders.names();
  request.expression_attribute_values = placeholders.values();
  noted("Query", request);
  const Pages pages = all_pages(request, shape, [&](const QueryRequest& r) { return database.query(r); });

  std::vector<AttributeMap> found = model_.query(shape, partition, rules, forward);
  expect(pages.scanned == static_cast<std::int64_t>(found.size()), "ScannedCount of all pages");
  if (fetches)
    for (AttributeMap& item : found) item = *model_.find(Model::key_of(item));
  found = filtered(std::move(found), filter);
  expect_same(pages.items, found, "Items of all pages");
  expect_order(shape, pages.items, found);
}

void Workload::scan(Database& database) {
  const Shape& shape = any_shape();
  const Rules filter = dice_.one_in(3) && !shape.local ? dice_.rules(2, false) : Rules{};
  auto request = page_request<ScanRequest>(shape, dice_);
  Placeholders placeholders;
  request.filter_expression = text_of(filter, placeholders);
  request.expression_attribute_names = placeholders.names();
  request.expression_attribute_values = placeholders.values();
  const int segments = 1 + dice_.below(4);
  if (segments > 1) request.total_segments = segments;
  Pages all;
  for (int segment = 0; segment < segments; ++segment) {
    if (segments > 1) request.segment = segment;
    noted("Scan", request);
    Pages pages = all_pages(request, shape, [&](const ScanRequest& r) { return database.scan(r); });
    all.scanned += pages.scanned;
    all.items.insert(all.items.end(), pages.items.begin(), pages.items.end());
  }
  const std::vector<AttributeMap> expected = model_.entries(shape);
  expect(all.scanned == static_cast<std::int64_t>(expected.size()), "ScannedCount of all segments");
  expect_same(all.items, filtered(expected, filter), "Items of all segments");
}

void Workload::compare_all(Database& database) {
  DescribeTableRequest describe_request;
  describe_request.table_name = kTable;
  const auto description = database.describe_table(noted("DescribeTable", describe_request));
  expect_success(description);
  const auto compare = [&](const Shape& shape, OptionalInteger count) {
    ScanRequest request;
    request.table_name = kTable;
    if (!shape.name.empty()) request.index_name = shape.name;
    noted("Scan", request);
    const Pages pages = all_pages(request, shape, [&](const ScanRequest& r) { return database.scan(r); });
    expect_same(pages.items, model_.entries(shape), "table or index '" + shape.name + "'");
    expect(count == static_cast<std::int64_t>(pages.items.size()), "ItemCount of '" + shape.name + "'");
  };
  const TableDescription& table = description->table;
  compare(table_shape(), table.item_count);
  if (!with_indexes_) return;
  for (const auto& index : *table.global_secondary_indexes)
    compare(*std::ranges::find(index_shapes(), *index.index_name, &Shape::name), index.item_count);
  for (const auto& index : *table.local_secondary_indexes)
    compare(*std::ranges::find(index_shapes(), *index.index_name, &Shape::name), index.item_count);
}

}  // namespace partita::test
