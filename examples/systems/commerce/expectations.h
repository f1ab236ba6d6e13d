// Answers of the commerce system as texts.
#pragma once

#include <algorithm>

#include "commerce/sample_data.h"
#include "shared/expectations.h"

namespace commerce {

// Keeps the orders of the sample's customers, because another program's orders may be in the global feeds too.
inline std::vector<Order> of_sample_customers(std::vector<Order> orders) {
  std::erase_if(orders, [](const Order& order) {
    return std::none_of(sample_customers().begin(), sample_customers().end(),
                        [&](const Customer& customer) { return customer.customerId == order.customerId; });
  });
  return orders;
}

// Compares the orders' ids, in their order, with a text such as "O10 O4".
inline systems::Wrong expect_orders(const Result<std::vector<Order>>& got, std::string_view ids) {
  const auto found =
      got.transform([](const std::vector<Order>& orders) { return systems::joined(orders, &Order::orderId); });
  return systems::expect_text(found, ids);
}

}  // namespace commerce
