// Rows: what an entity looks like in the table, in both directions.
#pragma once

#include <partita/error.h>
#include <partita/item.h>

#include "commerce/domain.h"

namespace commerce {

partita::AttributeMap to_row(const Customer& customer);
partita::AttributeMap to_row(const Order& order);
partita::AttributeMap to_row(std::string_view customer_id, const LineItem& item);
partita::AttributeMap to_row(std::string_view customer_id, const StatusEvent& event);

// Errors: Corruption where an attribute is missing or has the wrong type; the message names it.
partita::Result<Customer> customer_from(const partita::Item& row);
partita::Result<Order> order_from(const partita::Item& row);
partita::Result<LineItem> line_item_from(const partita::Item& row);
partita::Result<StatusEvent> status_event_from(const partita::Item& row);

bool is_order(const partita::Item& row);

}  // namespace commerce
