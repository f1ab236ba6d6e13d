// The ten reads of CommerceRepository.
#include "commerce/commerce_repository.h"
#include "commerce/keys.h"
#include "commerce/rows.h"

namespace commerce {
namespace {

using namespace partita;

template <class Entity>
Result<std::optional<Entity>> decode(const Result<std::optional<Item>>& row, Result<Entity> (*from)(const Item&)) {
  if (!row) return tl::unexpected(row.error());
  if (!*row) return std::optional<Entity>();
  auto entity = from(**row);
  if (!entity) return tl::unexpected(entity.error());
  return std::optional<Entity>(std::move(*entity));
}

template <class Entity>
Result<std::vector<Entity>> decode(const Result<std::vector<Item>>& rows, Result<Entity> (*from)(const Item&)) {
  if (!rows) return tl::unexpected(rows.error());
  std::vector<Entity> entities;
  entities.reserve(rows->size());
  for (const Item& row : *rows) {
    auto entity = from(row);
    if (!entity) return tl::unexpected(entity.error());
    entities.push_back(std::move(*entity));
  }
  return entities;
}

}  // namespace

Result<std::optional<Item>> CommerceRepository::get(AttributeMap key, bool consistent) {
  auto got = database_.get_item({.table_name = table_name_, .key = std::move(key), .consistent_read = consistent});
  if (!got) return tl::unexpected(got.error());
  return std::move(got->item);
}

Result<std::vector<Item>> CommerceRepository::query(QueryRequest request, std::optional<int> limit) {
  if (limit && *limit < 1) return invalid("a limit is at least 1");
  std::vector<Item> rows;
  for (;;) {
    if (limit) request.limit = *limit - static_cast<std::int64_t>(rows.size());
    auto page = database_.query(request);
    if (!page) return tl::unexpected(page.error());
    if (page->items) rows.insert(rows.end(), page->items->begin(), page->items->end());
    if (!page->last_evaluated_key || (limit && rows.size() >= static_cast<std::size_t>(*limit))) return rows;
    request.exclusive_start_key = std::move(page->last_evaluated_key);
  }
}

QueryRequest CommerceRepository::orders_request(std::string_view index, const char* partition_key,
                                                std::string partition) const {
  return {.table_name = table_name_,
          .index_name = std::string(index),
          .scan_index_forward = false,
          .key_condition_expression = std::string(partition_key) + " = :pk",
          .expression_attribute_values = AttributeMap{{":pk", std::move(partition)}}};
}

Result<std::optional<Customer>> CommerceRepository::get_customer_profile(const std::string& customer_id) {
  if (auto ok = check_ids(customer_id); !ok) return tl::unexpected(ok.error());
  return decode(get(primary_key(customer_partition(customer_id), profile_sort(customer_id)), false), customer_from);
}

Result<std::optional<Order>> CommerceRepository::get_order_header(const std::string& customer_id,
                                                                  const std::string& order_id) {
  if (auto ok = check_ids(customer_id, order_id); !ok) return tl::unexpected(ok.error());
  return decode(get(primary_key(customer_partition(customer_id), order_sort(order_id)), true), order_from);
}

Result<std::optional<LineItem>> CommerceRepository::get_order_item(const std::string& customer_id,
                                                                   const std::string& order_id,
                                                                   const std::string& item_id) {
  if (auto ok = check_ids(customer_id, order_id, item_id); !ok) return tl::unexpected(ok.error());
  return decode(get(primary_key(customer_partition(customer_id), item_sort(order_id, item_id)), false), line_item_from);
}

Result<std::vector<LineItem>> CommerceRepository::list_order_items(const std::string& customer_id,
                                                                   const std::string& order_id) {
  if (auto ok = check_ids(customer_id, order_id); !ok) return tl::unexpected(ok.error());
  return decode(query({.table_name = table_name_,
                       .key_condition_expression = "PK = :pk AND begins_with(SK, :prefix)",
                       .expression_attribute_values = AttributeMap{{":pk", customer_partition(customer_id)},
                                                                   {":prefix", item_sort_prefix(order_id)}}},
                      std::nullopt),
                line_item_from);
}

Result<std::optional<OrderAggregate>> CommerceRepository::get_order_with_items(const std::string& customer_id,
                                                                               const std::string& order_id) {
  if (auto ok = check_ids(customer_id, order_id); !ok) return tl::unexpected(ok.error());
  auto rows = query({.table_name = table_name_,
                     .key_condition_expression = "PK = :pk AND SK BETWEEN :first AND :last",
                     .expression_attribute_values = AttributeMap{{":pk", customer_partition(customer_id)},
                                                                 {":first", order_sort(order_id)},
                                                                 {":last", order_sort_end(order_id)}}},
                    std::nullopt);
  if (!rows) return tl::unexpected(rows.error());
  // The order's own row sorts before its items'. Items alone are no order.
  if (rows->empty() || !is_order(rows->front())) return std::optional<OrderAggregate>();
  auto order = order_from(rows->front());
  if (!order) return tl::unexpected(order.error());
  rows->erase(rows->begin());
  auto items = decode(rows, line_item_from);
  if (!items) return tl::unexpected(items.error());
  return std::optional<OrderAggregate>({std::move(*order), std::move(*items)});
}

Result<std::vector<Order>> CommerceRepository::list_orders_for_customer_newest_first(const std::string& customer_id,
                                                                                     int limit) {
  if (auto ok = check_ids(customer_id); !ok) return tl::unexpected(ok.error());
  return decode(query(orders_request(kCustomerOrdersIndex, "GSI1PK", customer_partition(customer_id)), limit),
                order_from);
}

Result<OrderPage> CommerceRepository::list_orders_for_customer_newest_first_page(const std::string& customer_id,
                                                                                 int limit,
                                                                                 std::optional<PageToken> token) {
  if (auto ok = check_ids(customer_id); !ok) return tl::unexpected(ok.error());
  QueryRequest request = orders_request(kCustomerOrdersIndex, "GSI1PK", customer_partition(customer_id));
  request.limit = limit;
  request.exclusive_start_key = std::move(token);
  auto page = database_.query(std::move(request));
  if (!page) return tl::unexpected(page.error());
  auto orders = decode(Result<std::vector<Item>>(page->items.value_or(std::vector<Item>{})), order_from);
  if (!orders) return tl::unexpected(orders.error());
  return OrderPage{std::move(*orders), std::move(page->last_evaluated_key)};
}

Result<std::vector<Order>> CommerceRepository::list_orders_by_status_newest_first(OrderStatus status, int limit) {
  return decode(query(orders_request(kStatusOrdersIndex, "GSI2PK", status_partition(status)), limit), order_from);
}

Result<std::vector<Order>> CommerceRepository::list_orders_for_customer_by_status_newest_first(
    const std::string& customer_id, OrderStatus status, int limit) {
  if (auto ok = check_ids(customer_id); !ok) return tl::unexpected(ok.error());
  return decode(query(orders_request(kCustomerStatusOrdersIndex, "GSI3PK",
                                     customer_status_partition(customer_id, status)),
                      limit),
                order_from);
}

Result<std::vector<StatusEvent>> CommerceRepository::list_order_status_history_newest_first(
    const std::string& customer_id, const std::string& order_id, int limit) {
  if (auto ok = check_ids(customer_id, order_id); !ok) return tl::unexpected(ok.error());
  return decode(query({.table_name = table_name_,
                       .scan_index_forward = false,
                       .key_condition_expression = "PK = :pk AND begins_with(SK, :prefix)",
                       .expression_attribute_values = AttributeMap{{":pk", customer_partition(customer_id)},
                                                                   {":prefix", event_sort_prefix(order_id)}}},
                      limit),
                status_event_from);
}

}  // namespace commerce
