// The nine writes of CommerceRepository, and the upgrade of its table.
#include "commerce/repository.h"

namespace commerce {
namespace {

using namespace partita;
using namespace pt::literals;

template <class T>
Result<void> done_or_error(Result<T> result) {
  return std::move(result).transform([](const T&) {});
}

}  // namespace

Result<void> CommerceRepository::upgrade(std::function<bool(const pt::UpgradeReport&)> progress) const {
  const auto report = db_.upgrade({.progress = std::move(progress)}).run();
  if (!report) return partita::unexpected(report.error());
  if (!report->left.empty()) return fail(ErrorCode::ServiceUnavailable, to_text(*report));
  return {};
}

Result<void> CommerceRepository::put_customer(const Customer& customer) const {
  return done_or_error(db_.replace(customer).run());
}

Result<bool> CommerceRepository::put_customer_if_absent(const Customer& customer) const {
  const auto created = db_.create(customer).run();
  if (created) return true;
  if (created.error().code == ErrorCode::ConditionalCheckFailedException) return false;
  return partita::unexpected(created.error());
}

Result<void> CommerceRepository::put_order(const Order& order) const { return done_or_error(db_.create(order).run()); }

Result<void> CommerceRepository::put_order_item(const LineItem& item) const {
  return done_or_error(db_.replace(item).run());
}

Result<std::int64_t> CommerceRepository::update_order_status(const std::string& customer_id,
                                                             const std::string& order_id, OrderStatus new_status,
                                                             const StatusChange& change) const {
  const auto order = get_order_header(customer_id, order_id);
  if (!order) return partita::unexpected(order.error());
  if (!*order)
    return fail(ErrorCode::ConditionalCheckFailedException,
                "The conditional request failed: there is no order " + order_id + " of customer " + customer_id);
  return update_order_status_with_history(customer_id, order_id, new_status, (*order)->version, change);
}

Result<std::int64_t> CommerceRepository::update_order_status_with_history(const std::string& customer_id,
                                                                          const std::string& order_id,
                                                                          OrderStatus new_status,
                                                                          std::int64_t expected_version,
                                                                          const StatusChange& change) const {
  const std::int64_t new_version = expected_version + 1;
  auto written = db_.transact(pt::update<OrderE>("customerId"_f = customer_id, "orderId"_f = order_id)
                                  .set("status"_f = new_status)
                                  .expect_version(expected_version),
                              pt::create(StatusEvent{customer_id, order_id, new_version, new_status, change.changedAt,
                                                     change.changedBy, change.reason}))
                     .run();
  if (!written) return partita::unexpected(std::move(written.error()));
  return new_version;
}

Result<LineItem> CommerceRepository::update_order_item_status(const std::string& customer_id,
                                                              const std::string& order_id, const std::string& item_id,
                                                              ItemStatus new_status) const {
  auto written =
      db_.run(pt::update<LineItemE>("customerId"_f = customer_id, "orderId"_f = order_id, "itemId"_f = item_id)
                  .set("itemStatus"_f = new_status))
          .run();
  if (!written) return partita::unexpected(std::move(written.error()));
  return std::move(written->item).value();
}

Result<bool> CommerceRepository::delete_order_item(const std::string& customer_id, const std::string& order_id,
                                                   const std::string& item_id) const {
  auto removed =
      db_.run(pt::remove<LineItemE>("customerId"_f = customer_id, "orderId"_f = order_id, "itemId"_f = item_id)).run();
  return std::move(removed).transform([](const auto& written) { return written.item.has_value(); });
}

Result<void> CommerceRepository::create_order_with_items_atomic(const Order& order,
                                                                const std::vector<LineItem>& items) const {
  std::vector<Result<pt::WriteRequest>> writes = {db_.request_of(pt::create(order))};
  for (const LineItem& item : items) {
    if (item.customerId != order.customerId || item.orderId != order.orderId)
      return invalid("item " + item.itemId + " is not of order " + order.orderId);
    writes.push_back(db_.request_of(pt::create(item)));
  }
  return done_or_error(db_.transact(std::move(writes)).run());
}

}  // namespace commerce
