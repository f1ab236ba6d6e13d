// Answers of the commerce system as texts.
#pragma once

#include <algorithm>

#include "commerce/sample_data.h"
#include "shared/expectations.h"

namespace commerce {

// Of the sample's customers: another program's orders may stand in the global feeds too.
inline std::vector<Order> of_sample_customers(std::vector<Order> orders) {
  std::erase_if(orders, [](const Order& order) {
    return std::none_of(sample_customers().begin(), sample_customers().end(),
                        [&](const Customer& customer) { return customer.customerId == order.customerId; });
  });
  return orders;
}

// By their ids, in their order: "O10 O4".
inline systems::Wrong expect_orders(const Result<std::vector<Order>>& got, std::string_view ids) {
  const auto found = got.transform([](const std::vector<Order>& orders) { return systems::joined(orders, &Order::orderId); });
  return systems::expect_text(found, ids);
}

}  // namespace commerce
