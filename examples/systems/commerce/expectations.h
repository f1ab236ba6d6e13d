// What the checks of the access patterns are made of: each gives what is wrong, or nothing.
#pragma once

#include "commerce/access_patterns.h"

#include <initializer_list>
#include <string>
#include <vector>

namespace commerce {

template <class T>
Wrong expect_ok(const Result<T>& got) {
  if (!got) return "failed: " + got.error().message;
  return std::nullopt;
}

template <class T, class U>
Wrong expect_equal(const Result<T>& got, const U& wanted) {
  if (!got) return "failed: " + got.error().message;
  if (*got != wanted) return "another answer than expected";
  return std::nullopt;
}

template <class T>
Wrong expect_conflict(const Result<T>& got) {
  if (got) return "accepted, but it conflicts";
  if (!is_conflict(got.error())) return "failed otherwise than by a conflict: " + got.error().message;
  return std::nullopt;
}

// The orders' ids, in their order, parted by blanks: "O10 O4".
std::string ids_of(const std::vector<Order>& orders);
Wrong expect_orders(const Result<std::vector<Order>>& got, std::string_view ids);
// Of the sample's customers: another program's orders may stand in the global feeds too.
std::vector<Order> of_sample_customers(std::vector<Order> orders);

// The first that is wrong. The list's braces also fix the order in which the requests are sent.
inline Wrong first(std::initializer_list<Wrong> all) {
  for (const Wrong& wrong : all)
    if (wrong) return wrong;
  return std::nullopt;
}

}  // namespace commerce
