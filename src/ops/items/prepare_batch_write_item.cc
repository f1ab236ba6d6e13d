#include "base/try.h"
#include "ops/prepare.h"
#include "ops/rules/item_rules.h"
#include "ops/rules/names.h"
#include "ops/rules/request_echo.h"
#include "ops/rules/single_write.h"
#include "value/limits.h"

namespace partita::ops {
namespace {

using Writes = std::vector<WriteRequest>;

constexpr Layer kBatchWrite = kLayer<BatchWriteItemRequest>;

void constrain_table(Constraints& constraints, const std::string& name, const Writes& writes,
                     const RequestPlace& place) {
  if (can_name_table(name))
    constrain_table_name(constraints, name);
  else
    constraints.add(echo(name, writes), place, kTableNameRule);
  if (writes.empty() || writes.size() > limits::kBatchWriteItems)
    constraints.add(echo(name, writes), place,
                    "Map value must satisfy constraint: [Member must have length less than or equal to 25, Member must "
                    "have length greater than or equal to 1]");
  const RequestPlace table = RequestPlace::entry(place, name);
  for (std::size_t i = 0; i < writes.size(); ++i) {
    const RequestPlace at = RequestPlace::element(table, i);
    const RequestPlace deleted(at, "deleteRequest"), put(at, "putRequest");
    if (writes[i].delete_request) constraints.not_null(writes[i].delete_request->key, RequestPlace(deleted, "key"));
    if (writes[i].put_request) constraints.not_null(writes[i].put_request->item, RequestPlace(put, "item"));
  }
}

Result<void> check_constraints(const BatchWriteItemRequest& request) {
  Constraints constraints;
  constraints.one_of(request.return_consumed_capacity, "returnConsumedCapacity");
  constraints.one_of(request.return_item_collection_metrics, "returnItemCollectionMetrics");
  // Faults of enumerations are reported without those of the tables.
  PARTITA_TRY(constraints.finish());
  const RequestPlace place("requestItems");
  if (constraints.not_null(request.request_items, place))
    for (const auto& [name, writes] : *request.request_items) constrain_table(constraints, name, writes, place);
  return constraints.finish();
}

Result<void> check_write(const WriteRequest& write) {
  // The text is the service's. It speaks of attribute values although it is about write requests.
  if (write.put_request.has_value() == write.delete_request.has_value())
    return invalid(
        "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported "
        "datatypes");
  return write.put_request ? check_item(*write.put_request->item, kBatchWrite)
                           : check_values(*write.delete_request->key, kBatchWrite);
}

Result<PreparedBatchWrite::Table> prepare_table(const std::string& name, const Writes& writes) {
  PreparedBatchWrite::Table table;
  table.given = name;
  table.table = table_name_of(name);
  for (const WriteRequest& write : writes) {
    PARTITA_TRY(check_write(write));
    table.writes.push_back({write.put_request ? &*write.put_request->item : nullptr,
                            write.delete_request ? &*write.delete_request->key : nullptr});
  }
  return table;
}

}  // namespace

Result<PreparedBatchWrite> prepare(const BatchWriteItemRequest& request) {
  PARTITA_TRY(check_constraints(request));
  if (request.request_items->empty()) return invalid("The requestItems parameter is required for BatchWriteItem");
  std::size_t writes = 0;
  for (const auto& [name, table] : *request.request_items) writes += table.size();
  if (writes > limits::kBatchWriteItems) return invalid("Too many items requested for the BatchWriteItem call");
  PreparedBatchWrite prepared;
  for (const auto& [name, table] : *request.request_items) {
    PARTITA_TRY_VALUE(prepared_table, prepare_table(name, table));
    prepared.tables.push_back(std::move(prepared_table));
  }
  prepared.capacity = value_or(request.return_consumed_capacity, ReturnConsumedCapacity::None);
  prepared.collection_metrics = value_or(request.return_item_collection_metrics, ReturnItemCollectionMetrics::None) ==
                                ReturnItemCollectionMetrics::Size;
  return prepared;
}

}  // namespace partita::ops
