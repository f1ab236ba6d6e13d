#include "peers/systems/transactions_by_turns.h"

#include <partita/database.h>
#include <partita/open.h>

namespace partita::peers {
namespace {

// Throws if there is not enough memory.
std::unique_ptr<Database> open_copies() {
  OpenOptions options;
  options.in_memory = true;
  return std::move(open("", options).value());
}

// Makes the item in `to` equal to the one in `from`.
Result<void> copy(Database& from, Database& to, const std::string& table, const AttributeMap& key) {
  auto found = from.get_item({.table_name = table, .key = key, .consistent_read = true});
  if (!found) return unexpected(std::move(found.error()));
  if (found->item) return to.put_item({.table_name = table, .item = found->item->to_map()}).transform([](auto&&) {});
  return to.delete_item({.table_name = table, .key = key}).transform([](auto&&) {});
}

}  // namespace

TransactionsByTurns::TransactionsByTurns(Database& endpoint) : endpoint_(endpoint), copies_(open_copies()) {}

#define PARTITA_OPERATION(function, Name)                                                      \
  Result<Name##Response> TransactionsByTurns::function(Name##Request request) {                \
    return [this](auto asked) {                                                                \
      if constexpr (requires { carry_out(asked); })                                            \
        return carry_out(asked);                                                               \
      else                                                                                     \
        return endpoint_.function(std::move(asked));                                           \
    }(std::move(request));                                                                     \
  }                                                                                            \
  void TransactionsByTurns::function(Name##Request request, Completion<Name##Response> done) { \
    done(function(std::move(request)));                                                        \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

Result<CreateTableResponse> TransactionsByTurns::carry_out(const CreateTableRequest& request) {
  auto created = endpoint_.create_table(request);
  if (!created) return created;
  std::vector<std::string>& names = keys_[*request.table_name];
  names.clear();
  for (const KeySchemaElement& element : *request.key_schema) names.push_back(*element.attribute_name);
  if (auto copied = copies_->create_table(request); !copied) return copied;
  return created;
}

Result<TransactWriteItemsResponse> TransactionsByTurns::carry_out(const TransactWriteItemsRequest& request) {
  ++transactions_;
  std::vector<Place> places;
  for (const TransactWriteItem& action : *request.transact_items) places.push_back(place_of(action));
  for (const Place& place : places)
    if (auto done = copy(endpoint_, *copies_, place.table, place.key); !done) return unexpected(done.error());
  auto written = copies_->transact_write_items(request);
  if (!written) return written;
  for (const Place& place : places)
    if (auto done = copy(*copies_, endpoint_, place.table, place.key); !done) return unexpected(done.error());
  return written;
}

Result<TransactGetItemsResponse> TransactionsByTurns::carry_out(const TransactGetItemsRequest& request) {
  ++transactions_;
  for (const TransactGetItem& action : *request.transact_items)
    if (auto done = copy(endpoint_, *copies_, *action.get->table_name, *action.get->key); !done)
      return unexpected(done.error());
  return copies_->transact_get_items(request);
}

Result<UpdateTimeToLiveResponse> TransactionsByTurns::carry_out(const UpdateTimeToLiveRequest& request) {
  return copies_->update_time_to_live(request);
}

Result<DescribeTimeToLiveResponse> TransactionsByTurns::carry_out(const DescribeTimeToLiveRequest& request) {
  return copies_->describe_time_to_live(request);
}

TransactionsByTurns::Place TransactionsByTurns::place_of(const TransactWriteItem& action) const {
  if (action.update) return {*action.update->table_name, *action.update->key};
  if (action.delete_) return {*action.delete_->table_name, *action.delete_->key};
  if (action.condition_check) return {*action.condition_check->table_name, *action.condition_check->key};
  Place place{*action.put->table_name, {}};
  for (const std::string& name : keys_.at(place.table)) place.key.set(name, *action.put->item->find(name));
  return place;
}

}  // namespace partita::peers
