// The keys of the single table: how each row and index entry is addressed. Nothing else composes a key.
#pragma once

#include <partita/attribute_value.h>
#include <partita/error.h>

#include "commerce/domain.h"

#include <string>
#include <string_view>

namespace commerce {

inline constexpr std::string_view kCustomerOrdersIndex = "gsi_customer_orders";
inline constexpr std::string_view kStatusOrdersIndex = "gsi_status_orders";
inline constexpr std::string_view kCustomerStatusOrdersIndex = "gsi_customer_status_orders";

// Ids are letters, digits, '-', '_' and '.': none sorts before '#', which ends an id within a key, or contains it.
// Errors: ValidationException.
partita::Result<void> check_id(std::string_view id);
// The first error among the ids, if any.
template <class... Ids>
partita::Result<void> check_ids(const Ids&... ids) {
  partita::Result<void> result;
  ((result = result ? check_id(ids) : result), ...);
  return result;
}

std::string customer_partition(std::string_view customer_id);                          // PK, GSI1PK
std::string status_partition(OrderStatus status);                                      // GSI2PK
std::string customer_status_partition(std::string_view customer_id, OrderStatus status);  // GSI3PK

std::string profile_sort(std::string_view customer_id);
std::string order_sort(std::string_view order_id);
// Above every row of the order, below the next order: '$' follows '#'. O1's rows end before O10's.
std::string order_sort_end(std::string_view order_id);
std::string item_sort_prefix(std::string_view order_id);
std::string item_sort(std::string_view order_id, std::string_view item_id);
std::string event_sort_prefix(std::string_view order_id);
// The version has 19 digits, all that an int64 needs, so that text sorts as versions do.
std::string event_sort(std::string_view order_id, std::int64_t version);

std::string timeline_sort(const Order& order);     // GSI1SK, GSI3SK
std::string status_feed_sort(const Order& order);  // GSI2SK

partita::AttributeMap primary_key(std::string partition, std::string sort);

}  // namespace commerce
