#include "commerce/feeds.h"

#include <algorithm>

namespace commerce {
namespace {

using namespace partita;
using namespace pt::literals;

}  // namespace

Result<std::vector<LineItem>> FeedsRepository::list_items_by_sku(const std::string& sku, int limit) const {
  auto page = db_.query<ItemsBySku>("sku"_f = sku).take(limit).run();
  return std::move(page).map([](pt::Page<LineItem> read) { return std::move(read.items); });
}

Result<std::vector<LineItem>> FeedsRepository::list_items_by_status(ItemStatus status, int limit) const {
  auto page = db_.query<ItemsByStatus>("itemStatus"_f = status).take(limit).run();
  return std::move(page).map([](pt::Page<LineItem> read) { return std::move(read.items); });
}

Result<std::vector<Order>> FeedsRepository::list_orders_between_newest_first(pt::utc_ms begin, pt::utc_ms end,
                                                                             int limit) const {
  using std::chrono::days;
  const auto first = std::chrono::floor<days>(begin.time());
  const auto last = std::chrono::floor<days>(end.time());
  if (end < begin || last - first >= days(kMostDays))
    return invalid("orders are listed of 1 to " + std::to_string(kMostDays) + " days");
  std::vector<Order> orders;
  for (auto day = last; day >= first && std::ssize(orders) < limit; day -= days(1)) {
    auto page = db_.query<OrdersOfDay>("createdAt"_f = pt::utc_ms(day), "createdAt"_f.between(begin, end))
                    .take(limit - std::ssize(orders))
                    .run();
    if (!page) return tl::unexpected(std::move(page.error()));
    std::move(page->items.begin(), page->items.end(), std::back_inserter(orders));
  }
  return orders;
}

Result<void> FeedsRepository::create_order_with_items_atomic(const Order& order,
                                                             const std::vector<LineItem>& items) const {
  std::vector<Result<pt::WriteRequest>> writes = {db_.request_of(pt::create(order))};
  for (const LineItem& item : items) writes.push_back(db_.request_of(pt::create(item)));
  return db_.transact(std::move(writes)).run().map([](const pt::Cost&) {});
}

Result<LineItem> FeedsRepository::update_order_item_status(const std::string& customer_id, const std::string& order_id,
                                                           const std::string& item_id, ItemStatus new_status) const {
  auto written = db_.run(pt::update<FoundItemE>("customerId"_f = customer_id, "orderId"_f = order_id,
                                                "itemId"_f = item_id)
                             .set("itemStatus"_f = new_status))
                     .run();
  if (!written) return tl::unexpected(std::move(written.error()));
  return std::move(written->item).value();
}

}  // namespace commerce
