// The nine writes of CommerceRepository.
#include "commerce/commerce_repository.h"
#include "commerce/keys.h"
#include "commerce/rows.h"

#include <algorithm>
#include <limits>

namespace commerce {
namespace {

using namespace partita;

constexpr std::size_t kMostTransactionMembers = 100;
constexpr const char* kIsAbsent = "attribute_not_exists(PK)";
constexpr const char* kIsPresent = "attribute_exists(PK)";

template <class Response>
Result<void> done(const Result<Response>& response) {
  if (!response) return tl::unexpected(response.error());
  return {};
}

}  // namespace

bool is_conflict(const Error& error) {
  return error.code == ErrorCode::ConditionalCheckFailedException ||
         (error.code == ErrorCode::TransactionCanceledException &&
          std::any_of(error.cancellation_reasons.begin(), error.cancellation_reasons.end(),
                      [](const CancellationReason& reason) { return reason.code == "ConditionalCheckFailed"; }));
}

Result<void> CommerceRepository::put_customer(const Customer& customer) {
  if (auto ok = check_ids(customer.customer_id); !ok) return ok;
  return done(database_.put_item({.table_name = table_name_, .item = to_row(customer)}));
}

Result<bool> CommerceRepository::put_customer_if_absent(const Customer& customer) {
  if (auto ok = check_ids(customer.customer_id); !ok) return tl::unexpected(ok.error());
  const auto put =
      database_.put_item({.table_name = table_name_, .item = to_row(customer), .condition_expression = kIsAbsent});
  if (put) return true;
  if (is_conflict(put.error())) return false;
  return tl::unexpected(put.error());
}

Result<void> CommerceRepository::put_order(const Order& order) {
  if (auto ok = check_ids(order.customer_id, order.order_id); !ok) return ok;
  return done(
      database_.put_item({.table_name = table_name_, .item = to_row(order), .condition_expression = kIsAbsent}));
}

Result<void> CommerceRepository::put_order_item(const std::string& customer_id, const LineItem& item) {
  if (auto ok = check_ids(customer_id, item.order_id, item.item_id); !ok) return ok;
  return done(database_.put_item({.table_name = table_name_, .item = to_row(customer_id, item)}));
}

Result<std::int64_t> CommerceRepository::update_order_status(const std::string& customer_id,
                                                             const std::string& order_id, OrderStatus new_status,
                                                             const StatusChange& change) {
  const auto order = get_order_header(customer_id, order_id);
  if (!order) return tl::unexpected(order.error());
  if (!*order)
    return fail(ErrorCode::ConditionalCheckFailedException, "customer " + customer_id + " has no order " + order_id);
  return update_order_status_with_history(customer_id, order_id, new_status, (*order)->version, change);
}

Result<std::int64_t> CommerceRepository::update_order_status_with_history(const std::string& customer_id,
                                                                          const std::string& order_id,
                                                                          OrderStatus new_status,
                                                                          std::int64_t expected_version,
                                                                          const StatusChange& change) {
  if (auto ok = check_ids(customer_id, order_id); !ok) return tl::unexpected(ok.error());
  if (expected_version < 0 || expected_version == std::numeric_limits<std::int64_t>::max())
    return invalid("not a version: " + std::to_string(expected_version));
  const std::int64_t version = expected_version + 1;
  const StatusEvent event{order_id, version, new_status, change.changed_at, change.changed_by, change.reason};

  // GSI2SK and GSI3SK hold no status, so the order moves between the feeds by their partition keys alone.
  Update order{
      .key = primary_key(customer_partition(customer_id), order_sort(order_id)),
      .update_expression = "SET #status = :status, #version = :version, GSI2PK = :feed, GSI3PK = :customer_feed",
      .table_name = table_name_,
      .condition_expression = "#version = :expected",
      .expression_attribute_names = std::map<std::string, std::string>{{"#status", "status"}, {"#version", "version"}},
      .expression_attribute_values =
          AttributeMap{{":status", to_text(new_status)},
                       {":version", version},
                       {":feed", status_partition(new_status)},
                       {":customer_feed", customer_status_partition(customer_id, new_status)},
                       {":expected", expected_version}}};
  Put history{.item = to_row(customer_id, event), .table_name = table_name_, .condition_expression = kIsAbsent};
  const auto written = database_.transact_write_items(
      {.transact_items = std::vector<TransactWriteItem>{{.update = std::move(order)}, {.put = std::move(history)}}});
  if (!written) return tl::unexpected(written.error());
  return version;
}

Result<LineItem> CommerceRepository::update_order_item_status(const std::string& customer_id,
                                                              const std::string& order_id, const std::string& item_id,
                                                              ItemStatus new_status) {
  if (auto ok = check_ids(customer_id, order_id, item_id); !ok) return tl::unexpected(ok.error());
  const auto updated =
      database_.update_item({.table_name = table_name_,
                             .key = primary_key(customer_partition(customer_id), item_sort(order_id, item_id)),
                             .return_values = ReturnValue::AllNew,
                             .update_expression = "SET itemStatus = :status",
                             .condition_expression = kIsPresent,
                             .expression_attribute_values = AttributeMap{{":status", to_text(new_status)}}});
  if (!updated) return tl::unexpected(updated.error());
  return line_item_from(updated->attributes.value_or(Item()));
}

Result<bool> CommerceRepository::delete_order_item(const std::string& customer_id, const std::string& order_id,
                                                   const std::string& item_id) {
  if (auto ok = check_ids(customer_id, order_id, item_id); !ok) return tl::unexpected(ok.error());
  const auto deleted =
      database_.delete_item({.table_name = table_name_,
                             .key = primary_key(customer_partition(customer_id), item_sort(order_id, item_id)),
                             .return_values = ReturnValue::AllOld});
  if (!deleted) return tl::unexpected(deleted.error());
  return deleted->attributes && !deleted->attributes->empty();
}

Result<void> CommerceRepository::create_order_with_items_atomic(const Order& order,
                                                                const std::vector<LineItem>& items) {
  if (auto ok = check_ids(order.customer_id, order.order_id); !ok) return ok;
  if (items.size() >= kMostTransactionMembers) return invalid("an order created at once has at most 99 items");
  std::vector<TransactWriteItem> members;
  const auto create = [&](AttributeMap row) {
    members.push_back({.put = Put{.item = std::move(row), .table_name = table_name_, .condition_expression = kIsAbsent}});
  };
  create(to_row(order));
  for (const LineItem& item : items) {
    if (auto ok = check_ids(item.item_id); !ok) return ok;
    if (item.order_id != order.order_id) return invalid("item " + item.item_id + " belongs to another order");
    create(to_row(order.customer_id, item));
  }
  return done(database_.transact_write_items({.transact_items = std::move(members)}));
}

}  // namespace commerce
