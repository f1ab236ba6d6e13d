#include <algorithm>
#include <chrono>
#include <thread>

#include "shared/load.h"

namespace systems {
namespace {

using namespace partita;
using Names = OptionalNames::value_type;

constexpr std::size_t kMostInABatch = 25;
constexpr int kMostTries = 10;
constexpr auto kFirstWait = std::chrono::milliseconds(10);

// Removes the items. Unprocessed removals are sent again, each time after a longer wait.
Result<void> remove_batch(Database& database, const std::string& table_name, std::vector<WriteRequest> removals) {
  NamedList<std::vector<WriteRequest>> left = {{table_name, std::move(removals)}};
  for (int tries = 0; tries < kMostTries; ++tries) {
    if (tries > 0) std::this_thread::sleep_for(kFirstWait * (1 << tries));
    auto written = database.batch_write_item({.request_items = std::move(left)});
    if (!written) return partita::unexpected(written.error());
    if (written->unprocessed_items.empty()) return {};
    left = std::move(written->unprocessed_items);
  }
  return fail(ErrorCode::ServiceUnavailable, "the database does not remove the items");
}

AttributeMap key_of(const Item& item, const std::string& partition_attribute, const std::string& sort_attribute) {
  AttributeMap key{{partition_attribute, *item.get(partition_attribute)}};
  if (!sort_attribute.empty()) key.set(sort_attribute, *item.get(sort_attribute));
  return key;
}

}  // namespace

Result<void> clear_partition(Database& database, const std::string& table_name, const std::string& partition_attribute,
                             const std::string& sort_attribute, const AttributeValue& partition) {
  QueryRequest request{.table_name = table_name,
                       .consistent_read = true,
                       .key_condition_expression = "#partition = :partition",
                       .expression_attribute_names = Names{{"#partition", partition_attribute}},
                       .expression_attribute_values = AttributeMap{{":partition", partition}}};
  std::vector<WriteRequest> removals;
  do {
    auto page = database.query(request);
    if (!page) return partita::unexpected(page.error());
    for (const Item& item : page->items.value_or(std::vector<Item>{})) {
      AttributeMap key = key_of(item, partition_attribute, sort_attribute);
      removals.push_back({.delete_request = DeleteRequest{.key = std::move(key)}});
    }
    request.exclusive_start_key = std::move(page->last_evaluated_key);
  } while (request.exclusive_start_key);
  for (std::size_t at = 0; at < removals.size(); at += kMostInABatch) {
    const auto begin = removals.begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = removals.begin() + static_cast<std::ptrdiff_t>(std::min(at + kMostInABatch, removals.size()));
    if (auto done = remove_batch(database, table_name, {begin, end}); !done) return done;
  }
  return {};
}

}  // namespace systems
