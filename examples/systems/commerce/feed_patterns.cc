// The three questions that the first model does not answer.
#include "commerce/expectations.h"
#include "commerce/patterns.h"
#include "shared/load.h"

namespace commerce {
namespace {

using namespace pt::literals;
using systems::AccessPattern;
using systems::first;
using systems::Wrong;

// Enough for other programs' items, and for the sample's neighbours.
constexpr int kUnrelatedItems = 1000;

bool is_of_sample(const LineItem& item) {
  return std::any_of(sample_customers().begin(), sample_customers().end(),
                     [&](const Customer& customer) { return customer.customerId == item.customerId; });
}

// "O2/I1 O20/I1".
Wrong expect_items(Result<std::vector<LineItem>> got, std::string_view wanted) {
  const auto name = [](const LineItem& item) { return item.orderId + "/" + item.itemId; };
  return systems::expect_text(std::move(got).map([&](std::vector<LineItem> items) {
    std::erase_if(items, [](const LineItem& item) { return !is_of_sample(item); });
    return systems::joined(items, name);
  }),
                              wanted);
}

Wrong expect_march(const FeedsRepository& feeds, pt::utc_ms begin, pt::utc_ms end, std::string_view ids) {
  auto orders = feeds.list_orders_between_newest_first(begin, end, kMany);
  return expect_orders(std::move(orders).map(of_sample_customers), ids);
}

Result<void> clear(const FeedsRepository& feeds) {
  const std::string table = table_name(*feeds.db().session(), Feeds::info());
  for (const Customer& customer : sample_customers()) {
    auto done = systems::clear_partition(feeds.db().database(), table, "PK", "SK", "CUST#" + customer.customerId);
    if (!done) return done;
  }
  return {};
}

}  // namespace

std::vector<AccessPattern> feed_patterns(const FeedsPtr& feeds) {
  return {
      {.name = "Query by sku across all customers",
       .method = "list_items_by_sku",
       .index = "gsi_items_by_sku",
       .check = [=] { return expect_items(feeds->list_items_by_sku("SKU-CABLE", kMany), "O1/I2 O2/I1 O20/I1"); }},
      {.name = "Query by itemStatus across all customers",
       .method = "list_items_by_status",
       .index = "gsi_items_by_status",
       .requests = 4,
       .check = [=] { return expect_items(feeds->list_items_by_status(ItemStatus::SHIPPED, kMany), "O10/I1 O20/I1"); }},
      {.name = "Global date-range feed",
       .method = "list_orders_between_newest_first",
       .index = "gsi_orders_by_day",
       .requests = 3 * 4,
       .check =
           [=] { return expect_march(*feeds, "2026-03-03T12:00:00Z"_utc, "2026-03-05T12:59:59Z"_utc, "O20 O4 O3"); }},
      {.name = "Newest orders of a date range",
       .method = "list_orders_between_newest_first",
       .index = "gsi_orders_by_day",
       .requests = 4,
       .check =
           [=] {
             const auto begin = "2026-03-01T00:00:00Z"_utc, end = "2026-03-05T23:59:59.999Z"_utc;
             return expect_orders(feeds->list_orders_between_newest_first(begin, end, 2), "O30 O20");
           }},
      {.name = "Update item status and move it",
       .method = "update_order_item_status",
       .check =
           [=] {
             return systems::expect_ok(feeds->update_order_item_status("C1", "O1", "I2", ItemStatus::SHIPPED));
           },
       .after =
           [=] {
             return first({expect_items(feeds->list_items_by_status(ItemStatus::SHIPPED, kMany), "O1/I2 O10/I1 O20/I1"),
                           expect_items(feeds->list_items_by_status(ItemStatus::DELIVERED, kMany), "O3/I1")});
           }},
  };
}

Result<void> load_feeds_sample(const FeedsRepository& feeds) {
  if (auto done = clear(feeds); !done) return done;
  for (const SampleOrder& sample : sample_orders())
    if (auto done = feeds.create_order_with_items_atomic(sample.order, sample.items); !done) return done;
  return {};
}

// Articles and statuses are those that no pattern asks for, but that begin alike; orders are of the years around.
Result<void> load_unrelated_feeds(const FeedsRepository& feeds) {
  std::vector<Order> orders;
  std::vector<LineItem> items;
  for (int i = 0; i < kUnrelatedItems / 2; ++i) {
    const std::string id = "O1" + std::to_string(1000 + i);
    const pt::utc_ms created = "2025-03-01T00:00:00Z"_utc + std::chrono::hours(i);
    orders.push_back({"C1", id, created, OrderStatus::PAID, 1, 1});
    items.push_back({"C1", id, "I1", "SKU-CABLE-" + std::to_string(i), 1, 1, ItemStatus::PENDING});
  }
  if (auto done = systems::create_all(feeds.db(), orders); !done) return done;
  return systems::put_all(feeds.db(), items);
}

}  // namespace commerce
