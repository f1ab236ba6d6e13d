// The three reads that version 2 of the model adds.
#include "commerce/repository.h"

namespace commerce {
namespace {

using namespace partita;
using namespace pt::literals;

}  // namespace

Result<std::vector<LineItem>> CommerceRepository::list_items_by_sku(const std::string& sku, int limit) const {
  auto page = db_.query<ItemsBySku>("sku"_f = sku).take(limit).run();
  return std::move(page).transform([](pt::Page<LineItem> read) { return std::move(read.items); });
}

Result<std::vector<LineItem>> CommerceRepository::list_items_by_status(ItemStatus status, int limit) const {
  auto page = db_.query<ItemsByStatus>("itemStatus"_f = status).take(limit).run();
  return std::move(page).transform([](pt::Page<LineItem> read) { return std::move(read.items); });
}

Result<std::vector<Order>> CommerceRepository::list_orders_between_newest_first(pt::utc_ms begin, pt::utc_ms end,
                                                                                int limit) const {
  using std::chrono::days;
  const auto first = std::chrono::floor<days>(begin.time());
  const auto last = std::chrono::floor<days>(end.time());
  if (end < begin || last - first >= days(kMostDays))
    return invalid("orders are listed of 1 to " + std::to_string(kMostDays) + " days");
  auto page = db_.query<OrdersByDay>("createdAt"_f.between(begin, end)).take(limit).run();
  return std::move(page).transform([](pt::Page<Order> read) { return std::move(read.items); });
}

}  // namespace commerce
