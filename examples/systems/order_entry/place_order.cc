// Placing an order first reads the prices and the customer's representative. The write is conditional on both.
#include <set>

#include "order_entry/repository.h"

namespace order_entry {

using namespace pt::literals;
using partita::Error;
using partita::ErrorCode;
using partita::Result;

namespace {

using Writes = std::vector<Result<pt::WriteRequest>>;

Result<void> check_lines(const std::vector<OrderLine>& lines) {
  if (lines.empty()) return partita::invalid("an order has at least one line");
  std::set<std::string_view> products;
  for (const OrderLine& line : lines) {
    if (line.quantity < 1)
      return partita::invalid("a quantity is at least 1, not " + std::to_string(line.quantity) + " of " +
                              line.product_id);
    if (!products.insert(line.product_id).second)
      return partita::invalid("an order has one line for a product, not two for " + line.product_id);
  }
  return {};
}

// The prices of the lines, in their order.
Result<std::vector<pt::decimal>> prices_of(const OrderEntryDb& db, const std::vector<OrderLine>& lines) {
  std::vector<pt::key_values<ProductE>> keys;
  for (const OrderLine& line : lines) keys.push_back(pt::key_of<ProductE>("product_id"_f = line.product_id));
  auto products = db.get_many<ProductE>(std::move(keys)).run();
  if (!products) return partita::unexpected(std::move(products.error()));
  std::vector<pt::decimal> prices;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!products->items[i])
      return partita::fail(ErrorCode::ConditionalCheckFailedException, "there is no product " + lines[i].product_id);
    prices.push_back(products->items[i]->unit_price);
  }
  return prices;
}

Result<Order> header_of(const NewOrder& order, const Customer& customer, const std::vector<pt::decimal>& prices) {
  Order header{.order_id = order.order_id,
               .customer_id = order.customer_id,
               .order_date = order.order_date,
               .status = OrderStatus::OPEN,
               .account_rep_id = customer.account_rep_id,
               .order_items = {},
               .total_amount = {},
               .shard = {}};
  for (std::size_t i = 0; i < prices.size(); ++i) {
    const OrderLine& line = order.lines[i];
    header.order_items.push_back({line.product_id, line.quantity});
    auto amount = prices[i].times(line.quantity);
    if (!amount) return partita::unexpected(std::move(amount.error()));
    auto sum = header.total_amount.plus(*amount);
    if (!sum) return partita::unexpected(std::move(sum.error()));
    header.total_amount = *std::move(sum);
  }
  return header;
}

void add_line(const OrderEntryDb& db, const Order& header, const OrderLine& line, const pt::decimal& price,
              Writes& writes) {
  writes.push_back(db.request_of(pt::create(OrderItem{.order_id = header.order_id,
                                                      .product_id = line.product_id,
                                                      .customer_id = header.customer_id,
                                                      .order_date = header.order_date,
                                                      .quantity = line.quantity,
                                                      .price = price})));
  writes.push_back(
      db.request_of(pt::update<InventoryE>("product_id"_f = line.product_id, "warehouse_id"_f = line.warehouse_id)
                        .increment("inventory_quantity"_f = -line.quantity)
                        .when("inventory_quantity"_f >= line.quantity)));
  writes.push_back(db.request_of(pt::update<ProductE>("product_id"_f = line.product_id)
                                     .increment("total_inventory"_f = -line.quantity)
                                     .when("unit_price"_f == price)));
}

// Gives the error the shop's words, according to the row whose condition failed. The error of a missing row stays as it
// is.
Error in_words_of_shop(Error error) {
  if (error.code != ErrorCode::ConditionalCheckFailedException || !error.item) return error;
  const auto text = [&](std::string_view attribute) {
    const auto value = error.item->get(attribute);
    return value && (value->is(partita::AttributeType::S) || value->is(partita::AttributeType::N)) ? value->text() : "";
  };
  if (error.item->get("inventory_quantity"))
    error.message = text("warehouse_id") + " has " + text("inventory_quantity") + " of " + text("product_id") + " left";
  else if (error.item->get("unit_price"))
    error.message = "the price of " + text("product_id") + " has just changed, to " + text("unit_price");
  else if (error.item->get("PK"))
    error.message = "there is an order " + text("PK") + " already";
  else
    error.message = "the account representative of " + text("customer_id") + " has just changed";
  return error;
}

}  // namespace

Result<Order> OrderEntry::place_order(const NewOrder& order) {
  if (auto valid = check_lines(order.lines); !valid) return partita::unexpected(std::move(valid.error()));
  const auto buyer = customer(order.customer_id);
  if (!buyer) return partita::unexpected(buyer.error());
  if (!*buyer)
    return partita::fail(ErrorCode::ConditionalCheckFailedException, "there is no customer " + order.customer_id);
  const auto prices = prices_of(db_, order.lines);
  if (!prices) return partita::unexpected(prices.error());
  auto header = header_of(order, **buyer, *prices);
  if (!header) return header;

  Writes writes;
  writes.push_back(db_.request_of(pt::create(*header)));
  writes.push_back(db_.request_of(
      pt::check<CustomerE>("customer_id"_f = order.customer_id).when("account_rep_id"_f == header->account_rep_id)));
  for (std::size_t i = 0; i < order.lines.size(); ++i) add_line(db_, *header, order.lines[i], (*prices)[i], writes);
  auto placed = db_.transact(std::move(writes)).run();
  if (!placed) return partita::unexpected(in_words_of_shop(std::move(placed.error())));
  return header;
}

}  // namespace order_entry
