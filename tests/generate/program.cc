// A program over the generated header of the commerce system.
#include <partita/open.h>

#include <iostream>

#include "commerce_model.h"

int main() {
  commerce::Db db{partita::open("", {.in_memory = true}).value()};
  db.create_table_if_missing().value();
  commerce::Order order;
  order.customerId = "ada";
  order.orderId = "O1";
  order.createdAt = *partita::model::utc_ms::parse("2026-01-05T10:00:00Z");
  order.totalCents = 1250;
  commerce::OrderItem item;
  item.customerId = "ada";
  item.orderId = "O1";
  item.itemId = "I1";
  item.sku = "tea";
  commerce::create_an_order_with_its_items(db, order, item).value();
  commerce::OrderStatusEvent event;
  event.customerId = "ada";
  event.orderId = "O1";
  event.newVersion = 2;
  commerce::update_the_status_of_an_order_with_its_history(db, "ada", "O1", commerce::OrderStatus::PAID,
                                                           order.createdAt, 1, event)
      .value();
  for (const commerce::Order& one :
       commerce::all_orders_in_a_status_newest_first(db, commerce::OrderStatus::PAID).value().items)
    std::cout << one.orderId << " of " << one.customerId << ", version " << one.version << '\n';
  std::cout << commerce::order_with_its_items(db, "ada", "O1").value()->order_items.size() << " item\n";
  std::cout << commerce::all_items_of_an_article(db, "tea").value().items.size() << " with tea\n";
}
