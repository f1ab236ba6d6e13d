#include "commerce/keys.h"

#include <algorithm>

namespace commerce {
namespace {

constexpr std::size_t kVersionDigits = 19;

template <class... Parts>
std::string join(const Parts&... parts) {
  std::string out;
  (out.append(parts), ...);
  return out;
}

bool is_id_character(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' || c == '_' || c == '.';
}

std::string zero_padded(std::int64_t version) {
  std::string digits = std::to_string(version);
  return std::string(kVersionDigits - digits.size(), '0') + digits;
}

}  // namespace

partita::Result<void> check_id(std::string_view id) {
  if (!id.empty() && std::all_of(id.begin(), id.end(), is_id_character)) return {};
  return partita::invalid(join("not an id of letters, digits, '-', '_' and '.': '", id, "'"));
}

std::string customer_partition(std::string_view customer_id) { return join("CUST#", customer_id); }
std::string status_partition(OrderStatus status) { return join("STATUS#", to_text(status)); }
std::string customer_status_partition(std::string_view customer_id, OrderStatus status) {
  return join("CUST#", customer_id, "#STATUS#", to_text(status));
}

std::string profile_sort(std::string_view customer_id) { return join("PROFILE#", customer_id); }
std::string order_sort(std::string_view order_id) { return join("ORDER#", order_id); }
std::string order_sort_end(std::string_view order_id) { return join("ORDER#", order_id, "$"); }
std::string item_sort_prefix(std::string_view order_id) { return join("ORDER#", order_id, "#ITEM#"); }
std::string item_sort(std::string_view order_id, std::string_view item_id) {
  return join("ORDER#", order_id, "#ITEM#", item_id);
}
std::string event_sort_prefix(std::string_view order_id) { return join("ORDER_STATUS_EVT#", order_id, "#"); }
std::string event_sort(std::string_view order_id, std::int64_t version) {
  return join("ORDER_STATUS_EVT#", order_id, "#V#", zero_padded(version));
}

std::string timeline_sort(const Order& order) { return join("ORDER#", to_text(order.created_at), "#", order.order_id); }
std::string status_feed_sort(const Order& order) {
  return join("ORDER#", to_text(order.created_at), "#CUST#", order.customer_id, "#", order.order_id);
}

partita::AttributeMap primary_key(std::string partition, std::string sort) {
  return {{"PK", std::move(partition)}, {"SK", std::move(sort)}};
}

}  // namespace commerce
