// The three reads that version 1 of the model cannot answer, and a write that changes their answers.
#include "commerce/expectations.h"
#include "commerce/patterns.h"

namespace commerce {
namespace {

using namespace pt::literals;
using systems::AccessPattern;
using systems::first;
using systems::Wrong;

bool is_of_sample(const LineItem& item) {
  return std::any_of(sample_customers().begin(), sample_customers().end(),
                     [&](const Customer& customer) { return customer.customerId == item.customerId; });
}

// Compares with a text such as "O2/I1 O20/I1".
Wrong expect_items(Result<std::vector<LineItem>> got, std::string_view wanted) {
  const auto name = [](const LineItem& item) { return item.orderId + "/" + item.itemId; };
  return systems::expect_text(std::move(got).transform([&](std::vector<LineItem> items) {
    std::erase_if(items, [](const LineItem& item) { return !is_of_sample(item); });
    return systems::joined(items, name);
  }),
                              wanted);
}

Wrong expect_march(const CommerceRepository& shop, pt::utc_ms begin, pt::utc_ms end, std::string_view ids) {
  auto orders = shop.list_orders_between_newest_first(begin, end, kMany);
  return expect_orders(std::move(orders).transform(of_sample_customers), ids);
}

}  // namespace

std::vector<AccessPattern> feed_patterns(const Shop& shop) {
  return {
      {.name = "Query by sku across all customers",
       .method = "list_items_by_sku",
       .index = "gsi_items_by_sku",
       .check = [=] { return expect_items(shop->list_items_by_sku("SKU-CABLE", kMany), "O1/I2 O2/I1 O20/I1"); }},
      {.name = "Query by itemStatus across all customers",
       .method = "list_items_by_status",
       .index = "gsi_items_by_status",
       .requests = 4,
       .check = [=] { return expect_items(shop->list_items_by_status(ItemStatus::SHIPPED, kMany), "O10/I1 O20/I1"); }},
      {.name = "Global date-range feed",
       .method = "list_orders_between_newest_first",
       .index = "gsi_orders_by_day",
       .requests = 3 * 4,
       .check =
           [=] { return expect_march(*shop, "2026-03-03T12:00:00Z"_utc, "2026-03-05T12:59:59Z"_utc, "O20 O4 O3"); }},
      {.name = "Newest orders of a date range",
       .method = "list_orders_between_newest_first",
       .index = "gsi_orders_by_day",
       .requests = 4,
       .check =
           [=] {
             const auto begin = "2026-03-01T00:00:00Z"_utc, end = "2026-03-05T23:59:59.999Z"_utc;
             return expect_orders(shop->list_orders_between_newest_first(begin, end, 2), "O30 O20");
           }},
      {.name = "Update item status and move it",
       .method = "update_order_item_status",
       .check =
           [=] { return systems::expect_ok(shop->update_order_item_status("C1", "O2", "I1", ItemStatus::SHIPPED)); },
       .after =
           [=] {
             return first({expect_items(shop->list_items_by_status(ItemStatus::SHIPPED, kMany), "O10/I1 O2/I1 O20/I1"),
                           expect_items(shop->list_items_by_status(ItemStatus::DELIVERED, kMany), "O3/I1")});
           }},
  };
}

}  // namespace commerce
