#include "commerce/expectations.h"

#include "commerce/sample_data.h"

#include <algorithm>

namespace commerce {

std::string ids_of(const std::vector<Order>& orders) {
  std::string ids;
  for (const Order& order : orders) ids += (ids.empty() ? "" : " ") + order.order_id;
  return ids;
}

Wrong expect_orders(const Result<std::vector<Order>>& got, std::string_view ids) {
  if (!got) return "failed: " + got.error().message;
  const std::string found = ids_of(*got);
  if (found != ids) return "expected the orders " + std::string(ids) + ", got " + found;
  return std::nullopt;
}

std::vector<Order> of_sample_customers(std::vector<Order> orders) {
  std::erase_if(orders, [](const Order& order) {
    return std::none_of(sample_customers().begin(), sample_customers().end(),
                        [&](const Customer& customer) { return customer.customer_id == order.customer_id; });
  });
  return orders;
}

}  // namespace commerce
